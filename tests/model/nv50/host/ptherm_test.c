/* PTHERM of the device model. Expected values are typed from docs/hardware/board.md §4. */
#include "tests/model/nv50/core_rig.h"

#define CTRL_0 0x20000u
#define SENSOR REF_PTHERM_SENSOR
#define INTR   REF_PTHERM_INTR
#define DEGREE REF_PTHERM_TEMPERATURE

/* Where the thresholds are, the bit of their interrupt and of their state: critical, 1, 2, 3, 4. */
static const struct {
    uint32_t at, interrupt, state;
} rows[] = { { REF_PTHERM_CRITICAL, 2, 20 },
             { REF_PTHERM_THRESHOLD_1, 3, 21 },
             { REF_PTHERM_THRESHOLD_2, 4, 22 },
             { REF_PTHERM_THRESHOLD_3, 0, 23 },
             { REF_PTHERM_THRESHOLD_4, 1, 24 } };

static void force(uint32_t temperature)
{
    wr(SENSOR, 0x80008000 | temperature << 22);
}

/* Each state against every threshold, upwards and downwards; 20 is 1 above, 21 and 23 are 1 below. The state at
 * the threshold itself: critical stays as it is, 1 and 3 are above, 2 and 4 below. */
TEST(states_follow_thresholds, NULL, close_card)
{
    open_core("g98", NULL, NULL);
    force(40);
    wr(CTRL_0, 0xffffffff);
    assert_int_equal(rd(CTRL_0) & 0xfe0c0000, 0); /* nothing else can be set */
    assert_int_equal(rd(REF_PTHERM_CALIBRATION),  /* the base and the fuses, each half by itself */
                     ((rd(REF_PTHERM_BASE_CALIBRATION) >> 16) + rd(REF_PFUSE_SENSOR_OFFSET)) << 16 |
                         ((rd(REF_PTHERM_BASE_CALIBRATION) + rd(REF_PFUSE_SENSOR_SLOPE)) & 0xffff));
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const bool below = rows[i].state == 21 || rows[i].state == 23;
        for (int step = 0; step < 200; step++) {
            const int limit = step < 100 ? step : 199 - step; /* 0 to 99 and back */
            wr(rows[i].at, (uint32_t)limit);
            bool above = i == 2 || i == 4 ? 40 > limit : 40 >= limit;
            if (i == 0 && limit == 40)
                above = step < 100; /* it was above, or it was not */
            assert_int_equal(rd(CTRL_0) >> rows[i].state & 1, above != below);
        }
    }
    wr(REF_PTHERM_CRITICAL, 30); /* left only 5 degrees lower */
    PUT(wr, REF_PTHERM_HYSTERESIS, 5, REF_PTHERM_CRITICAL, 45);
    assert_int_equal(rd(CTRL_0) >> 20 & 1, 1);
    wr(REF_PTHERM_CRITICAL, 46);
    assert_int_equal(rd(CTRL_0) >> 20 & 1, 0);
}

/* Makes the state of threshold i become 1, or 0, and tells which interrupts that raised. */
static uint32_t interrupts_of(unsigned i, bool set)
{
    const bool below = rows[i].state == 21 || rows[i].state == 23;

    wr(rows[i].at, set == below ? 30 : 50); /* first the other way */
    PUT(wr, INTR, 0xffffffff, REF_PBUS_INTR, 0xffffffff, rows[i].at, set == below ? 50 : 30);
    return rd(INTR);
}

TEST(edges_interrupt, NULL, close_card)
{
    open_core("g98", NULL, NULL);
    force(40);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        for (uint32_t direction = 0; direction < 4; direction++) {
            wr(CTRL_0, direction << (2 * i));
            for (unsigned set = 0; set < 2; set++) {
                const bool wanted = direction & (set ? 1 : 2);
                assert_int_equal(interrupts_of(i, set), wanted ? 1u << rows[i].interrupt : 0);
                assert_int_equal(rd(REF_PBUS_INTR), wanted ? 0x10000 : 0);
            }
        }
    PUT(wr, REF_PBUS_INTR_EN, 0x10000, CTRL_0, 1);
    interrupts_of(0, true);
    assert_int_equal(rd(REF_PMC_INTR_HOST), 1 << 28); /* PBUS */

    open_core("gt215", NULL, NULL); /* a line of PMC's own, which PDAEMON can have */
    force(40);
    wr(CTRL_0, 1);
    interrupts_of(0, true);
    assert_pairs(0, rd(REF_PBUS_INTR), 0, rd(REF_PMC_INTR_HOST));
    wr(REF_PTHERM_INTR_EN, 4);
    assert_int_equal(rd(REF_PMC_INTR_HOST), 1 << 19);
    wr(REF_PTHERM_INTR_DISPATCH, 4);
    assert_int_equal(rd(REF_PMC_INTR_HOST), 0);
    PUT(wr, REF_PTHERM_INTR_DISPATCH, 0, INTR, 4);
    assert_int_equal(rd(REF_PMC_INTR_HOST), 0);
}

/* "0x20004 bits 3 critical, 5 threshold 2, 4 threshold 4 let them act while above: divider from 0x20074 (2..0, 6..4, 10..8), duty
 * from 0x20110 (7..0, 23..16, 15..8) on G94+; with 0x20074 bit 31, and the duty before G94, from 0x20060." */
TEST(hot_cards_are_slowed_down)
{
    static const char *const chips[] = { "g84", "g98", "gt215" };
    static const uint32_t acts[] = { 8, 0x20, 0x10 },
                          orders[][3] = { { 1, 3, 5 }, { 5, 1, 3 }, { 3, 5, 1 } };

    for (unsigned i = 0; i < 3 * 3 * 8 * 8 * 4 * 2; i++) {
        const uint32_t chip = i / 1536, enabled = i / 3 % 8, above = i / 24 % 8,
                       alike = i / 768 % 2;
        const uint32_t *divider = orders[i % 3], forced = i / 192 % 4 * 2, all = 0x5204;
        const bool two_bits = chip < 2;
        uint32_t hot = 0, duty = 0xff, bits = 0;

        if (i % 1536 == 0)
            open_core(chips[chip], NULL, NULL);
        wr(REF_PTHERM_CTRL_1, 0);
        for (unsigned t = 0; t < 3; t++) {
            const bool active = above & enabled & 1u << t;

            wr(rows[2 * t].at, above >> t & 1 ? 20 : 0xff);
            wr(REF_PTHERM_CTRL_1, rd(REF_PTHERM_CTRL_1) | (enabled >> t & 1 ? acts[t] : 0));
            if (active && (alike ? 4 : divider[t]) > hot) {
                hot = alike ? 4 : divider[t];
                duty = alike || chip == 0 ? 0x52 : 0x11 * (t + 1);
            }
        }
        bits = (above & enabled ? two_bits ? 0x10800 : 0x800 : 0) | (forced ? 0x200 : 0);
        PUT(wr, REF_PTHERM_FORCE, 0x7700 | forced, REF_PTHERM_HOT_ALL, all, REF_PTHERM_HOT_DUTY,
            0x223311, REF_PTHERM_HOT, alike << 31 | divider[2] << 8 | divider[1] << 4 | divider[0]);
        assert_pairs(bits | (forced > hot ? forced << 12 | 0x77 : hot << 12 | duty),
                     rd(REF_PTHERM_SLOWDOWN), hot, rd(REF_PTHERM_HOT) >> (two_bits ? 28 : 24) & 7);
    }
}

/* "0x20078: a crossing counts after bits 23..16 times 32 << 4 * bits 25..24 cycles of 277.78 MHz." */
TEST(crossings_are_filtered, NULL, close_card)
{
    static const uint32_t rows_us[][2] = {
        { 0xff, 29 }, { 0xc0, 353 }, { 0xc0, 5662 }, { 0xc0, 90596 }
    };

    open_core("g98", NULL, NULL);
    force(40);
    for (uint32_t i = 0; i < 4; i++) {
        const uint64_t ns = rows_us[i][1] * UINT64_C(1000);

        PUT(wr, REF_PTHERM_FILTER, 0, REF_PTHERM_THRESHOLD_2, 50, REF_PTHERM_FILTER,
            i << 24 | rows_us[i][0] << 16);
        for (unsigned round = 0; round < 2; round++) { /* a short excursion first */
            wr(REF_PTHERM_THRESHOLD_2, 50);
            rd(CTRL_0);
            wr(REF_PTHERM_THRESHOLD_2, 30);
            if (round == 0) /* that it may interrupt, the card looks at it then */
                assert_in_range(nv50_of(card)->shell.wake_ns - clock_now, ns - 15000, ns + 15000);
            clock_now += ns - 15000;
            assert_int_equal(rd(CTRL_0) >> 22 & 1, 0);
        }
        clock_now += 20000;
        assert_int_equal(rd(CTRL_0) >> 22 & 1, 1);
    }
}

/* "T = raw * slope / 16384 + offset / 2"; "0x2000c: 0/1 use software slope/offset, 31 disable". A G92's raw value at 45 C was
 * measured. */
TEST(the_sensor_has_a_slope_and_an_offset)
{
    static const char *const chips[] = { "g84", "g92", "g98", "gt215" };

    for (unsigned i = 0; i < 16; i++) {
        open_core(chips[i / 4], NULL, NULL);
        PUT(wr, REF_PTHERM_OWN_CALIBRATION, 0xffd80500, REF_PTHERM_SENSOR_CONFIG, i % 4);
        const uint32_t word = rd(REF_PTHERM_CALIBRATION), own = 0xffd80500;
        const int raw = (int)(rd(SENSOR) & 0x7fff);

        if (i / 4 == 1)
            assert_in_range(raw, 6308, 6327);
        assert_int_equal(rd(DEGREE), raw * (int16_t)(i & 1 ? own : word) / 16384 +
                                         (int16_t)((i & 2 ? own : word) >> 16) / 2);
        if (i % 4 == 0)
            assert_int_equal(rd(DEGREE), 45);
        wr(REF_PTHERM_SENSOR_CONFIG, 0x80000000);
        assert_int_equal(rd(SENSOR) & 0x7fff, 0);
        PUT(wr, REF_PTHERM_SENSOR_CONFIG, 0, SENSOR, 0);
        assert_int_equal(rd(SENSOR) & 0x7fff, 0);
    }
}
