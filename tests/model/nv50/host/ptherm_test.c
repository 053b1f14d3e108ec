/* PTHERM of the device model. Expected values are typed from docs/hardware/board.md §4. */
#include "reference/nv50.h"
#include "tests/kit/tests.h"
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

static void open_chip(const char *chip)
{
    open_core(chip, NULL, NULL);
}

static void force(uint32_t temperature)
{
    wr(SENSOR, 0x80008000 | temperature << 22);
}

/* Each state against every threshold, upwards and downwards; 20 is 1 above, 21 and 23 are 1 below. The state at
 * the threshold itself: critical stays as it is, 1 and 3 are above, 2 and 4 below. */
TEST(states_follow_thresholds, NULL, close_card)
{
    open_chip("g98");
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
    wr(REF_PTHERM_HYSTERESIS, 5);
    wr(REF_PTHERM_CRITICAL, 45);
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
    open_chip("g98");
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
    wr(REF_PBUS_INTR_EN, 0x10000);
    wr(CTRL_0, 1);
    interrupts_of(0, true);
    assert_int_equal(rd(REF_PMC_INTR_HOST), 1 << 28); /* PBUS */

    open_chip("gt215"); /* a line of PMC's own, which PDAEMON can have */
    force(40);
    wr(CTRL_0, 1);
    interrupts_of(0, true);
    assert_pairs(0, rd(REF_PBUS_INTR), 0, rd(REF_PMC_INTR_HOST));
    wr(REF_PTHERM_INTR_EN, 4);
    assert_int_equal(rd(REF_PMC_INTR_HOST), 1 << 19);
    wr(REF_PTHERM_INTR_DISPATCH, 4);
    assert_int_equal(rd(REF_PMC_INTR_HOST), 0);
    wr(REF_PTHERM_INTR_DISPATCH, 0);
    wr(INTR, 4);
    assert_int_equal(rd(REF_PMC_INTR_HOST), 0);
}

TEST(hot_cards_are_slowed_down)
{
    static const char *const chips[] = { "g84", "g98", "gt215" };
    for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
        open_chip(chips[i]);
        const bool own_duties = i > 0, two_bits = i < 2;
        const uint32_t degree = rd(DEGREE), now_at = i < 2 ? 28 : 24;

        for (unsigned t = 0; t < ARRAY_SIZE(rows); t++)
            wr(rows[t].at, 0xff);
        assert_int_equal(rd(REF_PTHERM_SLOWDOWN), 0xff);
        wr(REF_PTHERM_FORCE, 0x5602); /* forced */
        assert_int_equal(rd(REF_PTHERM_SLOWDOWN), 0x2256);
        wr(REF_PTHERM_FORCE, 0);

        wr(REF_PTHERM_CTRL_1, 1 << 5); /* threshold 2 */
        PUT(wr, REF_PTHERM_THRESHOLD_2, degree - 10, REF_PTHERM_HOT_ALL, 0x1203,
            REF_PTHERM_HOT_DUTY, 0x00340000, REF_PTHERM_HOT, 0x80000000 | 4 << 4);
        assert_int_equal(rd(REF_PTHERM_SLOWDOWN), (two_bits ? 0x10000 : 0) | 0x3812);
        assert_int_equal(rd(REF_PTHERM_HOT) >> now_at & 7, 3);
        wr(REF_PTHERM_HOT, 4 << 4);
        assert_pairs((two_bits ? 0x10000 : 0) | (own_duties ? 0x4834 : 0x4812),
                     rd(REF_PTHERM_SLOWDOWN), 4, rd(REF_PTHERM_HOT) >> now_at & 7);
        wr(REF_PTHERM_CTRL_1, 0);
        assert_int_equal(rd(REF_PTHERM_SLOWDOWN), 0xff);
    }
}
