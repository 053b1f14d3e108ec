/* When the device model asks its surroundings to come back for an alarm (docs/hardware/tesla-mmio.md §6.1). The clock
 * stands still unless it is moved; at PTIMER's posted rate its number is nanoseconds. */
#include "tests/model/nv50/core_rig.h"

#define SLACK 64u /* after an alarm, which is a moment between two steps of the counter */

static struct {
    uint64_t now, at;
    unsigned asked;
    bool level;
} seen;

static uint64_t still_clock(void *opaque)
{
    return seen.now;
}

static void on_wake(void *opaque, uint64_t at)
{
    seen.asked++;
    seen.at = at;
}

static void on_interrupt(void *opaque, bool level)
{
    seen.level = level;
}

static void open_seen(const char *chip)
{
    const struct model_host host = { .clock_ns = still_clock,
                                     .wake = on_wake,
                                     .interrupt = on_interrupt };
    const struct model_config config = { .chip = &chipset_named(chip)->chip, .seed = 1 };

    seen.now = 0;
    new_core(host, &config);
    wr(REF_PTIMER_CLOCK_SOURCE, 2); /* as drivers program it */
    seen.asked = 0;
    seen.level = false;
}

/* An alarm is set; how often a wish has been told since, and the last one. */
static void expect_asked(uint32_t alarm, unsigned times, uint64_t at)
{
    wr(REF_PTIMER_ALARM, alarm);
    assert_pairs(times, seen.asked, at, seen.at);
}

/* The earliest of all wishes counts, until the card has been woken; a power cycle ends it. */
TEST(the_card_is_woken_for_its_alarm, NULL, close_card)
{
    open_seen("g84");
    seen.now = 0x1000;
    PUT(wr, REF_PTIMER_INTR_EN, 1, REF_PMC_INTR_EN_HOST, 1);
    expect_asked(0x5000, 1, 0x5000 + SLACK);
    expect_asked(0x9000, 1, 0x5000 + SLACK);
    expect_asked(0x3000, 2, 0x3000 + SLACK);
    seen.now = 0x3000 + SLACK;
    assert_false(seen.level);
    model_wake(card);
    assert_true(seen.level);
    wr(REF_PTIMER_INTR, 1);
    assert_false(seen.level);
    expect_asked(0x9000, 3, 0x9000 + SLACK);
    expect_asked(0x9000, 3, 0x9000 + SLACK); /* as early as that one */
    model_reset(card);
    wr(REF_PTIMER_ALARM, 0xa000);
    assert_int_equal(seen.asked, 4);
}

/* §3.5: each half of the time is written by itself, without bits 4:0 and 63:61; an alarm comes when bits 31:5 are equal, also
 * if nobody looks before the next is set, and one that is set when its time has gone by does not come at once. */
TEST(the_time_is_written_by_halves, NULL, close_card)
{
    open_seen("g84");
    PUT(wr, REF_PTIMER_TIME_HIGH, 0xfabcdef1, REF_PTIMER_TIME_LOW, 0xffffff9f);
    assert_int_equal(rd(REF_PTIMER_TIME_HIGH), 0x1abcdef1);
    wr(REF_PTIMER_TIME_HIGH, 5);
    assert_int_equal(rd(REF_PTIMER_TIME_LOW), 0xffffff80);
    wr(REF_PTIMER_ALARM, 0x40);
    seen.now = 0xa0;
    assert_pairs(0, rd(REF_PTIMER_INTR), 6, rd(REF_PTIMER_TIME_HIGH), 0x20,
                 rd(REF_PTIMER_TIME_LOW));
    seen.now = 0x200;
    wr(REF_PTIMER_ALARM, 0x8000);
    assert_int_equal(rd(REF_PTIMER_INTR), 1);
    wr(REF_PTIMER_INTR, 1);
    seen.now = 0x300;
    wr(REF_PTIMER_ALARM, 0x200); /* gone by */
    assert_int_equal(rd(REF_PTIMER_INTR), 0);
}
