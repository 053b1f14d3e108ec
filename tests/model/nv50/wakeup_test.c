/* When the device model asks its surroundings to come back, its actions then, and how long it keeps a bus waiting
 * (docs/hardware/tesla-mmio.md §3.5, §6.1; board.md §4; silicon-sequences.md §15). The clock stands still unless it is
 * moved; at PTIMER's posted rate its number is nanoseconds. */

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/core_rig.h"

#define SLACK 64u /* after an alarm, which is a moment between two steps of the counter */

static struct {
    uint64_t now, at, stall;
    unsigned asked, stalls;
    bool level;
} seen;

static uint64_t still_clock(void *opaque)
{
    (void)opaque;
    return seen.now;
}

static void on_wake(void *opaque, uint64_t at)
{
    (void)opaque;
    seen.asked++;
    seen.at = at;
}

static void on_interrupt(void *opaque, bool level)
{
    (void)opaque;
    seen.level = level;
}

static void on_stall(void *opaque, uint64_t ns)
{
    (void)opaque;
    seen.stalls++;
    seen.stall = ns;
}

static void open_seen(const char *chip, const char *knobs)
{
    const struct model_host host = { .dma_read = no_dma_read,
                                     .dma_write = no_dma_write,
                                     .clock_ns = still_clock,
                                     .wake = on_wake,
                                     .interrupt = on_interrupt,
                                     .stall = on_stall };
    const struct model_config config = { .chip = &chipset_named(chip)->chip,
                                         .seed = 1,
                                         .knobs = knobs };
    char error[200];

    seen.now = 0;
    card = model_new(&config, &host, error, sizeof(error));
    assert_non_null(card);
    wr(REF_PTIMER_CLOCK_SOURCE, 2); /* as drivers program it */
    seen.asked = seen.stalls = 0;
    seen.level = false;
}

static void expect_asked(unsigned times, uint64_t at)
{
    assert_int_equal(seen.asked, times);
    assert_int_equal(seen.at, at);
}

/* The earliest of all wishes counts, until the card has been woken; a power cycle ends it. */
TEST(the_card_is_woken_for_its_alarm, NULL, close_card)
{
    open_seen("g84", NULL);
    seen.now = 0x1000;
    wr(REF_PTIMER_INTR_EN, 1);
    wr(0x140, 1);
    wr(REF_PTIMER_ALARM, 0x5000);
    expect_asked(1, 0x5000 + SLACK);
    wr(REF_PTIMER_ALARM, 0x9000);
    expect_asked(1, 0x5000 + SLACK);
    wr(REF_PTIMER_ALARM, 0x3000);
    expect_asked(2, 0x3000 + SLACK);
    seen.now = 0x3000 + SLACK;
    assert_false(seen.level);
    model_wake(card);
    assert_true(seen.level);
    wr(REF_PTIMER_INTR, 1);
    assert_false(seen.level);
    wr(REF_PTIMER_ALARM, 0x9000);
    expect_asked(3, 0x9000 + SLACK);
    wr(REF_PTIMER_ALARM, 0x9000); /* as early as that one */
    expect_asked(3, 0x9000 + SLACK);
    model_reset(card);
    wr(REF_PTIMER_ALARM, 0xa000);
    assert_int_equal(seen.asked, 4);
}

/* Whoever reads a register then finds the card awake, although nobody came. */
TEST(reads_wake_the_card, NULL, close_card)
{
    open_seen("g84", NULL);
    wr(REF_PTIMER_INTR_EN, 1);
    wr(0x140, 1);
    wr(REF_PTIMER_ALARM, 0x4000);
    seen.now = 0x4000 + SLACK - 1;
    rd(REF_PBUS_SCRATCH);
    assert_false(seen.level);
    seen.now++;
    model_read(card, 1, 0x1154, 4); /* not by memory */
    assert_false(seen.level);
    rd(REF_PBUS_SCRATCH);
    assert_true(seen.level);
    wr(REF_PTIMER_INTR, 1);
    wr(REF_PTIMER_ALARM, 0x8000);
    seen.now = 0x8000 + SLACK;
    assert_int_equal(seen.asked, 2);
    model_read(card, 0, 0x1154, 1);
    assert_true(seen.level);
}

/* A crossing that is filtered: 0x20078 has cycles in 23:16 and a divider in 25:24, cycles * 32 * 16^divider at 277.78 MHz.
 * 100 * 32 cycles are 11519 ns. */
TEST(the_card_is_woken_for_its_thresholds, NULL, close_card)
{
    open_seen("g98", NULL);
    wr(REF_PTHERM_SENSOR, 0x80008000 | 40u << 22); /* forced to 40 degrees */
    wr(REF_PTHERM_CRITICAL, 50);
    wr(REF_PTHERM_CTRL_0, 1);
    wr(REF_PTHERM_INTR, 0xffffffff);
    wr(REF_PTHERM_FILTER, 100u << 16);
    wr(REF_PBUS_INTR_EN, 1u << 16); /* PBUS takes it before GT215 */
    wr(0x140, 1);
    seen.asked = 0;
    seen.now = 1000;
    wr(REF_PTHERM_CRITICAL, 30);
    expect_asked(1, 1000 + 11519);
    seen.now = 12518;
    model_wake(card);
    assert_false(seen.level);
    expect_asked(2, 12519);
    assert_int_equal(rd(REF_PTHERM_INTR), 0);
    seen.now = 12519;
    model_wake(card);
    assert_true(seen.level);
    assert_int_equal(nv50_of(card)->wake_ns, 0);
    assert_int_equal(rd(REF_PTHERM_INTR), 4);
}

/* Knob unanswered=50ms: nobody answers for a register that does not exist, nor for a unit that is off; the bus gives up
 * after 50 ms. Registers that exist answer at once. */
TEST(a_bus_waits_for_nobody)
{
    for (unsigned late = 0; late < 2; late++) {
        open_seen("g84", late ? "unanswered=50ms" : NULL);
        wr(0x200, 0xffffffff);
        rd(REF_PBUS_SCRATCH);
        rd(REF_PGRAPH_FIFO_CONTROL);
        rd(REF_PFIFO_FREEZE);
        model_read(card, 1, 0, 4);
        assert_int_equal(seen.stalls, 0);
        rd(0x1800);
        assert_int_equal(seen.stalls, late);
        wr(0x200, 0xffffefff); /* PGRAPH is off */
        rd(REF_PGRAPH_FIFO_CONTROL);
        assert_int_equal(seen.stalls, 2 * late);
        wr(REF_PGRAPH_FIFO_CONTROL, 1);
        wr(0x1800, 1);
        assert_int_equal(seen.stalls, 2 * late);
        if (late)
            assert_int_equal(seen.stall, 50000000);
        close_card(NULL);
    }
}
