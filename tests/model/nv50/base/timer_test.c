/* PTIMER of the device model (docs/hardware/tesla-mmio.md §3.5): how fast it goes at which source and ratio, its two
 * halves, alarms. The clock stands still here unless it is moved. */

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/core_rig.h"

#define LINE     0x100000u /* of PMC */
#define EXTERNAL 0x10000u

static uint64_t still_ns;

static uint64_t still_clock(void *opaque)
{
    (void)opaque;
    return still_ns;
}

static void open_still(const char *chip)
{
    const struct model_host host = { .dma_read = no_dma_read,
                                     .dma_write = no_dma_write,
                                     .clock_ns = still_clock };
    const struct model_config config = { .chip = &chipset_named(chip)->chip, .seed = 1 };
    char error[200];

    still_ns = 0;
    card = model_new(&config, &host, error, sizeof(error));
    assert_non_null(card);
    wr(0x200, 0xffffffff);
    wr(REF_PTIMER_CLOCK_SOURCE, 2); /* as drivers program it */
}

static uint64_t now(void)
{
    return (uint64_t)rd(REF_PTIMER_TIME_HIGH) << 32 | rd(REF_PTIMER_TIME_LOW);
}

static void set_ratio(uint32_t source, uint32_t div, uint32_t mul)
{
    wr(REF_PTIMER_CLOCK_SOURCE, source);
    wr(REF_PTIMER_CLOCK_DIV, div);
    wr(REF_PTIMER_CLOCK_MUL, mul);
}

/* The counter goes at source * MUL / DIV, its number counts units of a nanosecond at 31.25 MHz. Sources: the crystal of
 * 27 MHz * mul / div, outside 277.78 MHz on G80, 100 MHz later; nothing is faster than that. By hand for a millisecond. */
TEST(rates_follow_source_and_ratio, NULL, close_card)
{
    static const struct {
        const char *chip;
        uint32_t source, div, mul, passed;
    } rows[] = {
        { "g84", 2, 324, 125, 1000000 },        /* 81 MHz, as nouveau sets it */
        { "g84", 0, 8, 3, 324000 },             /* 27 * 3 / 8 / 31.25 */
        { "g84", 0x100 | 2, 324, 125, 500000 }, /* 81 / 2 MHz */
        { "g84", 0xb00 | 2, 27, 125, 216000 },  /* 81 / 12 MHz, never faster than its source */
        { "g84", 0, 2, 9, 864000 },             /* MUL is no more than DIV */
        { "g84", 0, 1, 1, 864000 },
        { "g84", EXTERNAL, 16, 5, 1000000 }, /* 100 MHz */
        { "g84", 7, 16, 5, 1000000 },        /* 216 MHz are cut to 100 */
        { "g80", 7, 16, 5, 2160000 },        /* but not there */
        { "g80", EXTERNAL, 1000, 100, 888896 },
        { "g84", 0, 0, 1, 1000000 }, /* no ratio */
        { "g84", 2, 324, 0, 0 },     /* stands */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_still(rows[i].chip);
        set_ratio(rows[i].source, rows[i].div, rows[i].mul);
        wr(REF_PTIMER_TIME_HIGH, 0);
        wr(REF_PTIMER_TIME_LOW, 0);
        still_ns += 1000000;
        assert_int_equal(now(), rows[i].passed & ~31u);
        close_card(NULL);
    }
}

/* 27 bits low from bit 5 on, 29 high; one carries into the other. A new ratio keeps the count. */
TEST(halves_carry, NULL, close_card)
{
    open_still("g84");
    wr(REF_PTIMER_TIME_HIGH, 0xffffffff);
    wr(REF_PTIMER_TIME_LOW, 0xffffffff);
    assert_int_equal(rd(REF_PTIMER_TIME_HIGH), 0x1fffffff);
    assert_int_equal(rd(REF_PTIMER_TIME_LOW), 0xffffffe0);
    still_ns += 32;
    assert_int_equal(rd(REF_PTIMER_TIME_HIGH), 0);
    assert_int_equal(rd(REF_PTIMER_TIME_LOW), 0);
    wr(REF_PTIMER_TIME_HIGH, 5);
    wr(REF_PTIMER_TIME_LOW, 0xffffff00);
    still_ns += 0x100 - 1;
    assert_int_equal(now(), 0x5ffffffe0);
    still_ns += 1;
    assert_int_equal(now(), 0x600000000);
    still_ns += 1000;
    wr(REF_PTIMER_TIME_HIGH, 7); /* the low half goes on */
    assert_int_equal(now(), 0x700000000 + (1000 & ~31u));
    wr(REF_PTIMER_TIME_LOW, 0x10000);
    assert_int_equal(now(), 0x700010000);
    still_ns += 3200;
    wr(REF_PTIMER_CLOCK_MUL, 0);
    assert_int_equal(now(), 0x700010000 + 3200);
    still_ns += 1000000;
    assert_int_equal(now(), 0x700010000 + 3200);
    wr(REF_PTIMER_CLOCK_MUL, 125);
    still_ns += 320;
    assert_int_equal(now(), 0x700010000 + 3520);
}

/* An alarm is the moment when bits 31:5 are equal. A masked one sets INTR and not PMC's line. */
TEST(alarms_are_moments, NULL, close_card)
{
    open_still("g84");
    wr(REF_PTIMER_TIME_HIGH, 0);
    wr(REF_PTIMER_TIME_LOW, 0x1000);
    assert_int_equal(rd(REF_PTIMER_INTR), 0);
    wr(REF_PTIMER_ALARM, 0xffffffff);
    assert_int_equal(rd(REF_PTIMER_ALARM), 0xffffffe0);
    wr(REF_PTIMER_ALARM, 0x1400);
    still_ns += 0x3ff;
    assert_int_equal(rd(REF_PTIMER_INTR), 0);
    still_ns += 1;
    assert_int_equal(rd(REF_PTIMER_INTR), 1);
    assert_int_equal(rd(0x100) & LINE, 0);
    wr(REF_PTIMER_INTR_EN, 0xffffffff);
    assert_int_equal(rd(REF_PTIMER_INTR_EN), 1);
    assert_int_equal(rd(0x100) & LINE, LINE);
    wr(REF_PTIMER_INTR, 0xfffffffe);
    assert_int_equal(rd(REF_PTIMER_INTR), 1);
    wr(REF_PTIMER_INTR, 1);
    assert_int_equal(rd(REF_PTIMER_INTR), 0);
    assert_int_equal(rd(0x100) & LINE, 0);
    still_ns += 0x1000; /* once is enough */
    assert_int_equal(rd(REF_PTIMER_INTR), 0);
    wr(REF_PTIMER_ALARM, 0x2800);
    still_ns += 0x10000; /* passed between two looks */
    assert_int_equal(rd(0x100) & LINE, LINE);
    wr(REF_PTIMER_INTR, 1);
    wr(REF_PTIMER_ALARM, rd(REF_PTIMER_TIME_LOW)); /* now: a whole round to go */
    assert_int_equal(rd(REF_PTIMER_INTR), 0);
    still_ns += 0xffffffff;
    assert_int_equal(rd(REF_PTIMER_INTR), 0);
    still_ns += 32;
    assert_int_equal(rd(REF_PTIMER_INTR), 1);
}
