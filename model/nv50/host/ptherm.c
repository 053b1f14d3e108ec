#include "model/nv50/host/ptherm.h"

#include "hw/least.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/ptherm.h"
#include "model/nv50/base/card.h"
#include "model/nv50/host/pbus.h"
#include "model/nv50/vram/vram.h"

#define USUAL       45  /* without the defect */
#define HOT         101 /* above every limit that drivers use but the critical one (board.md §4) */
#define MILLI_IDLE  UINT64_C(40000)
#define MILLI_MOST  UINT64_C(139000)    /* the highest credible reading */
#define STILL_BUSY  UINT64_C(100000000) /* ns after an access */
#define NS_OF_MILLI UINT64_C(1000000)   /* of a degree each second */

static uint64_t given(const struct nv50 *card, const char *key, uint64_t fallback)
{
    const struct defect *defect = options_defect(&card->shell.options, "board-hot", 0);
    return defect ? defect_parameter(defect, key, fallback) : fallback;
}

static uint64_t now(const struct nv50 *card)
{
    return shell_now_ns(&card->shell);
}

/* By the amount copied since the last time, in whole MiB. */
static void warm_by_copies(struct nv50 *card)
{
    struct thermal *thermal = card->thermal;
    const uint64_t mib = (card->copied_within - thermal->counted) >> 20;

    thermal->counted += mib << 20;
    thermal->milli = LEAST(thermal->milli + given(card, "copies", 0) * mib, MILLI_MOST);
}

static void advance(struct nv50 *card)
{
    struct thermal *thermal = card->thermal;
    const uint64_t at = now(card), busy_until = LEAST(at, thermal->loaded_ns + STILL_BUSY);
    const uint64_t busy = busy_until > thermal->at_ns ? busy_until - thermal->at_ns : 0;
    const uint64_t up = given(card, "rise", 0) * busy / NS_OF_MILLI;
    const uint64_t down = given(card, "fall", 0) * (at - thermal->at_ns - busy) / NS_OF_MILLI;

    /* Less than a thousandth of a degree is left for the next time. */
    if (at - thermal->at_ns < NS_OF_MILLI)
        return;
    thermal->milli = LEAST(thermal->milli + up, MILLI_MOST);
    if (thermal->milli > MILLI_IDLE)
        thermal->milli -= LEAST(down, thermal->milli - MILLI_IDLE);
    thermal->at_ns = at;
}

void ptherm_load(struct nv50 *card)
{
    advance(card);
    card->thermal->loaded_ns = now(card);
}

int ptherm_celsius(struct nv50 *card)
{
    if (!card->broken[DEFECT_BOARD_HOT])
        return USUAL;
    warm_by_copies(card);
    advance(card);
    return (int)(card->thermal->milli / 1000);
}

/* ---- the sensor ---- */

static int slope_of(uint32_t calibration)
{
    return (int16_t)FIELD_GET(PTHERM_SLOPE, calibration);
}

static int offset_of(uint32_t calibration)
{
    return (int16_t)FIELD_GET(PTHERM_OFFSET, calibration);
}

static uint32_t read_calibration(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    const uint32_t base = reg_get(card, PTHERM_BASE_CALIBRATION);
    const int slope = slope_of(base) + (int8_t)reg_get(card, PFUSE_SENSOR_SLOPE);
    const int half_degrees = offset_of(base) + (int16_t)reg_get(card, PFUSE_SENSOR_OFFSET);

    return FIELD_PUT(PTHERM_SLOPE, (uint32_t)slope & 0xffff) |
           FIELD_PUT(PTHERM_OFFSET, (uint32_t)half_degrees & 0xffff);
}

/* The diode's value for the temperature, by the fuses. */
static uint32_t raw_value(struct nv50 *card)
{
    const uint32_t calibration = read_calibration(card, 0, 0);
    const int slope = slope_of(calibration);

    if (!(reg_get(card, PTHERM_SENSOR) & PTHERM_SENSOR_ENABLE) ||
        (reg_get(card, PTHERM_SENSOR_CONFIG) & PTHERM_CONFIG_OFF) || slope <= 0)
        return 0;
    const int raw =
        ((ptherm_celsius(card) - offset_of(calibration) / 2) * 16384 + slope - 1) / slope;
    return raw < 0 ? 0 : (uint32_t)raw & PTHERM_SENSOR_RAW;
}

static uint32_t read_sensor(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return stored | raw_value(card);
}

static uint32_t temperature(struct nv50 *card)
{
    const uint32_t sensor = reg_get(card, PTHERM_SENSOR);
    const uint32_t config = reg_get(card, PTHERM_SENSOR_CONFIG);
    const uint32_t own = reg_get(card, PTHERM_OWN_CALIBRATION);
    const uint32_t fused = read_calibration(card, 0, 0);

    if (sensor & PTHERM_SENSOR_FORCED)
        return FIELD_GET(PTHERM_SENSOR_FORCE, sensor);
    const int slope = slope_of(config & PTHERM_CONFIG_OWN_SLOPE ? own : fused);
    const int half_degrees = offset_of(config & PTHERM_CONFIG_OWN_OFFSET ? own : fused);
    const int value = (int)raw_value(card) * slope / 16384 + half_degrees / 2;
    return value < 0 ? 0 : (uint32_t)value;
}

static uint32_t read_temperature(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return temperature(card);
}

/* ---- thresholds ---- */

#define SLOWS_NOTHING 0xff

static const struct threshold {
    uint32_t at;
    uint8_t interrupt;     /* bit of PTHERM_INTR */
    bool below;            /* its state is 1 below it */
    bool reached;          /* at the threshold itself the temperature counts as above */
    uint8_t slows;         /* bit of PTHERM_CTRL_1 */
    uint8_t divider, duty; /* lowest bits in PTHERM_HOT and PTHERM_HOT_DUTY */
} thresholds[PTHERM_THRESHOLDS] = {
    { PTHERM_CRITICAL, 2, false, false, 3, 0, 0 },
    { PTHERM_THRESHOLD_1, 3, true, true, SLOWS_NOTHING, 0, 0 },
    { PTHERM_THRESHOLD_2, 4, false, false, 5, 4, 16 },
    { PTHERM_THRESHOLD_3, 0, true, true, SLOWS_NOTHING, 0, 0 },
    { PTHERM_THRESHOLD_4, 1, false, false, 4, 8, 8 },
};

/* The critical one is left only when the temperature has fallen by its hysteresis. */
static bool is_above(const struct nv50 *card, unsigned i, uint32_t degrees)
{
    const struct threshold *t = &thresholds[i];
    const uint32_t limit = reg_get(card, t->at);

    if (t->at == PTHERM_CRITICAL && card->thermal->above[i])
        return (uint64_t)degrees + reg_get(card, PTHERM_HYSTERESIS) >= limit;
    return t->reached ? degrees >= limit : degrees > limit;
}

static uint64_t filter_ns(const struct nv50 *card)
{
    const uint32_t filter = reg_get(card, PTHERM_FILTER);
    const uint64_t cycles = (uint64_t)FIELD_GET(PTHERM_FILTER_CYCLES, filter)
                            << (5 + 4 * FIELD_GET(PTHERM_FILTER_DIVIDER, filter));
    return cycles * 100000 / 27778; /* of 277.78 MHz */
}

static bool state_of(const struct nv50 *card, unsigned i)
{
    return card->thermal->above[i] != thresholds[i].below;
}

/* Before GT215 PBUS takes the interrupt, later a line of PMC's own. */
static void tell(struct nv50 *card)
{
    if (card->chip_bit & CHIPS_GT215_UP)
        irq_set(card, PMC_INTR_PTHERM,
                reg_get(card, PTHERM_INTR) & reg_get(card, PTHERM_INTR_EN) &
                    ~reg_get(card, PTHERM_INTR_DISPATCH));
}

static void cross(struct nv50 *card, unsigned i)
{
    card->thermal->above[i] = !card->thermal->above[i];
    const uint32_t edge = state_of(card, i) ? PTHERM_RISING : PTHERM_FALLING;

    if (!(reg_get(card, PTHERM_CTRL_0) >> (2 * i) & edge))
        return;
    reg_set(card, PTHERM_INTR, reg_get(card, PTHERM_INTR) | BIT(thresholds[i].interrupt));
    if (card->chip_bit & CHIPS_PRE_GT215)
        pbus_raise(card, PBUS_INTR_THERM_ALARM);
    tell(card);
}

/* A threshold counts as crossed when the temperature has been beyond it for as long as the filter says; a shorter
 * excursion starts the time anew. */
void ptherm_poll(struct nv50 *card)
{
    struct thermal *thermal = card->thermal;
    const uint64_t filter = filter_ns(card), time = now(card);
    const uint32_t degrees = temperature(card);

    if (!(card->chip->features & FEATURE_THERMAL))
        return;
    for (unsigned i = 0; i < PTHERM_THRESHOLDS; i++) {
        if (is_above(card, i, degrees) == thermal->above[i]) {
            thermal->passed_ns[i] = 0;
            continue;
        }
        if (!thermal->passed_ns[i])
            thermal->passed_ns[i] = time;
        if (time - thermal->passed_ns[i] < filter) {
            shell_wake_after(&card->shell, filter - (time - thermal->passed_ns[i]));
            continue;
        }
        thermal->passed_ns[i] = 0;
        cross(card, i);
    }
}

#define FORCED_TO 90

/* Knob sensor_posted. A sensor before G94 cannot be forced. */
static void leave_sensor(struct nv50 *card)
{
    const uint32_t posted = card_knob(card, KNOB_SENSOR_POSTED);

    if (posted == SENSOR_POSTED_FORCED && (card->chip_bit & CHIPS_G94_UP))
        reg_set(card, PTHERM_SENSOR,
                reg_get(card, PTHERM_SENSOR) | PTHERM_SENSOR_FORCED |
                    FIELD_PUT(PTHERM_SENSOR_FORCE, FORCED_TO));
    if (posted == SENSOR_POSTED_OFF) {
        reg_set(card, PTHERM_SENSOR, reg_get(card, PTHERM_SENSOR) & ~PTHERM_SENSOR_ENABLE);
        reg_set(card, PTHERM_SENSOR_CONFIG, PTHERM_CONFIG_OFF);
    }
}

void ptherm_power_on(struct nv50 *card)
{
    *card->thermal =
        (struct thermal){ .milli = given(card, "start", HOT) * 1000, .at_ns = now(card) };
    leave_sensor(card);
    for (unsigned i = 0; i < PTHERM_THRESHOLDS; i++)
        card->thermal->above[i] = is_above(card, i, temperature(card));
}

/* ---- slowing down ---- */

struct slowdown {
    uint32_t divider, duty;
    bool hot;
};

/* Of several thresholds the largest divider counts (unverified). */
static struct slowdown hot_slowdown(struct nv50 *card)
{
    const uint32_t all = reg_get(card, PTHERM_HOT_ALL), hot = reg_get(card, PTHERM_HOT);
    struct slowdown most = { 0 };

    ptherm_poll(card);
    for (unsigned i = 0; i < PTHERM_THRESHOLDS; i++) {
        const struct threshold *t = &thresholds[i];
        if (t->slows == SLOWS_NOTHING || !(reg_get(card, PTHERM_CTRL_1) >> t->slows & 1) ||
            !card->thermal->above[i])
            continue;
        most.hot = true;
        const bool alike = hot & PTHERM_HOT_USES_ALL;
        const uint32_t divider = FIELD_GET(PTHERM_DIVIDER, alike ? all : hot >> t->divider);
        if (divider < most.divider)
            continue;
        most.divider = divider;
        most.duty = alike || !(card->chip_bit & CHIPS_G94_UP)
                        ? FIELD_GET(PTHERM_DUTY, all)
                        : reg_get(card, PTHERM_HOT_DUTY) >> t->duty & 0xff;
    }
    return most;
}

/* The stronger of the two slowdowns wins: that of the temperature or the one that software forces. */
static uint32_t read_slowdown(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    const struct slowdown hot = hot_slowdown(card);
    const uint32_t force = reg_get(card, PTHERM_FORCE);
    const uint32_t forced = FIELD_GET(PTHERM_DIVIDER, force);
    uint32_t divider = hot.divider, duty = hot.duty, why = 0;

    if (forced > divider) {
        divider = forced;
        duty = FIELD_GET(PTHERM_DUTY, force);
    }
    if (hot.hot)
        why |=
            PTHERM_SLOWDOWN_HOT | (card->chip_bit & CHIPS_PRE_GT215 ? PTHERM_SLOWDOWN_HOT_TOO : 0);
    if (forced)
        why |= PTHERM_SLOWDOWN_FORCED;
    return why | FIELD_PUT(PTHERM_SLOWDOWN_DIVIDER, divider) |
           FIELD_PUT(PTHERM_SLOWDOWN_DUTY, divider ? duty : 0xffu);
}

static uint32_t read_hot(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    const uint32_t divider = hot_slowdown(card).divider;

    return stored | (card->chip_bit & CHIPS_GT215_UP ? FIELD_PUT(PTHERM_HOT_NOW_GT215, divider)
                                                     : FIELD_PUT(PTHERM_HOT_NOW_G84, divider));
}

/* ---- registers ---- */

static uint32_t read_ctrl_0(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    uint32_t states = 0;

    ptherm_poll(card);
    for (unsigned i = 0; i < PTHERM_THRESHOLDS; i++)
        states |= (uint32_t)state_of(card, i) << i;
    return stored | FIELD_PUT(PTHERM_CTRL_0_STATES, states);
}

static uint32_t read_intr(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    ptherm_poll(card);
    return reg_get(card, PTHERM_INTR);
}

static void write_intr(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    tell(card);
}

/* Something that the states follow from was written. */
static void write_cause(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    ptherm_poll(card);
}

#define G84_G92 (CHIPS_G84_UP & ~CHIPS_G94_UP)

#define SENSOR_G84 (PTHERM_SENSOR_DIVIDER | PTHERM_SENSOR_DIVIDER_256 | PTHERM_SENSOR_ENABLE)
#define SENSOR_G94 (SENSOR_G84 | PTHERM_SENSOR_FORCED | PTHERM_SENSOR_FORCE)

/* No source gives the fuses and the base of a card: these make 0.06 degrees a step and -52 degrees at 0. */
#define BASE_CALIBRATION (FIELD_PUT(PTHERM_SLOPE, 0x400u) | FIELD_PUT(PTHERM_OFFSET, 0xff9cu))
/* A G92's raw values follow G80's slope: 0.043 C each, -227 C (docs/hardware/board.md §4). */
#define BASE_CALIBRATION_G92                                                                       \
    (FIELD_PUT(PTHERM_SLOPE, 705u - FUSED_SLOPE) |                                                 \
     FIELD_PUT(PTHERM_OFFSET, (uint32_t)(-2 * 227 + 4) & 0xffff))
#define FUSED_SLOPE  0x08
#define FUSED_OFFSET 0xfffc

static uint32_t read_upper_parts(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return stored | (vram_geometry(card->vram)->part_mask & 0xc ? PFUSE_UPPER_PARTS_ON : 0);
}

/* clang-format off */
static const struct reg_row rows[] = {
    REG(PTHERM_CTRL_0, .bits = PTHERM_CTRL_0_DIRECTIONS, .chips = CHIPS_G84_UP, .read = read_ctrl_0, .write = write_cause),
    REG(PTHERM_CTRL_1, .bits = PTHERM_CTRL_1_G84, .chips = G84_G92),
    REG(PTHERM_CTRL_1, .bits = PTHERM_CTRL_1_G94, .chips = CHIPS_G94_UP),
    REG(PTHERM_SENSOR, .bits = SENSOR_G84, .reset = PTHERM_SENSOR_ENABLE, .chips = G84_G92, .read = read_sensor, .write = write_cause),
    REG(PTHERM_SENSOR, .bits = SENSOR_G94, .reset = PTHERM_SENSOR_ENABLE, .chips = CHIPS_G94_UP, .read = read_sensor, .write = write_cause),
    REG(PTHERM_SENSOR_CONFIG, .bits = BIT(31) | BITS(21, 0), .chips = CHIPS_G84_UP, .write = write_cause),
    REG(PTHERM_RAW_CONFIG, .bits = RW, .chips = CHIPS_VP1),
    REG(PTHERM_RAW, .flags = VOL, .chips = CHIPS_VP1),
    REG(PTHERM_OWN_CALIBRATION, .bits = RW, .chips = CHIPS_G84_UP, .write = write_cause),
    REG(PTHERM_CALIBRATION, .flags = VOL, .chips = CHIPS_G84_UP, .read = read_calibration),
    REG(PTHERM_BASE_CALIBRATION, .bits = RW, .reset = BASE_CALIBRATION, .chips = CHIPS_G84_UP & ~CHIP_BIT(CHIP_G92), .write = write_cause),
    REG(PTHERM_BASE_CALIBRATION, .bits = RW, .reset = BASE_CALIBRATION_G92, .chips = CHIP_BIT(CHIP_G92), .write = write_cause),
    REG(PTHERM_SLOWDOWN, .flags = VOL, .chips = CHIPS_G84_UP, .read = read_slowdown),
    REG(PTHERM_HOT_ALL, .bits = RW, .chips = CHIPS_G84_UP),
    REG(PTHERM_FORCE, .bits = RW, .chips = CHIPS_G84_UP),
    REG(PTHERM_POWER_LIMITER, .bits = RW, .count = 3, .chips = CHIPS_G84_UP),
    REG(PTHERM_HOT, .bits = BIT(31) | BITS(22, 0), .chips = CHIPS_G84_UP, .read = read_hot),
    REG(PTHERM_FILTER, .bits = PTHERM_FILTER_CYCLES | PTHERM_FILTER_DIVIDER, .chips = CHIPS_G84_UP, .write = write_cause),
    REG(PTHERM_INTR_DISPATCH, .bits = PTHERM_INTR_G94, .chips = CHIPS_GT215_UP, .write = write_intr),
    REG(PTHERM_INTR, .w1c = PTHERM_INTR_G84, .flags = VOL, .chips = G84_G92, .read = read_intr, .write = write_intr),
    REG(PTHERM_INTR, .w1c = PTHERM_INTR_G94, .flags = VOL, .chips = CHIPS_G94_UP, .read = read_intr, .write = write_intr),
    REG(PTHERM_CTRL_2, .bits = BITS(13, 0), .chips = CHIPS_G94_UP),
    REG(PTHERM_HOT_DUTY, .bits = BITS(23, 0), .chips = CHIPS_G94_UP),
    REG(PTHERM_INTR_EN, .bits = PTHERM_INTR_G94, .chips = CHIPS_GT215_UP, .write = write_intr),
    REG(PTHERM_TEMPERATURE, .flags = VOL, .chips = CHIPS_G84_UP, .read = read_temperature),
    REG(PTHERM_HALF_DEGREE, .flags = VOL, .chips = CHIPS_G84_UP),
    REG(PTHERM_THRESHOLD_4, .bits = RW, .chips = CHIPS_G84_UP, .write = write_cause),
    REG(PTHERM_THRESHOLD_3, .bits = RW, .chips = CHIPS_G84_UP, .write = write_cause),
    REG(PTHERM_CRITICAL, .bits = RW, .chips = CHIPS_G84_UP, .write = write_cause),
    REG(PTHERM_HYSTERESIS, .bits = RW, .chips = CHIPS_G84_UP, .write = write_cause),
    REG(PTHERM_THRESHOLD_2, .bits = RW, .chips = CHIPS_G84_UP, .write = write_cause),
    REG(PTHERM_THRESHOLD_1, .bits = RW, .chips = CHIPS_G84_UP, .write = write_cause),
    REG(PTHERM_THRESHOLD_5, .bits = RW, .count = 6, .chips = CHIPS_G94_UP),
    REG(PFUSE_SENSOR_SLOPE, .reset = FUSED_SLOPE, .chips = CHIPS_G84_UP),
    REG(PFUSE_SENSOR_OFFSET, .reset = FUSED_OFFSET, .chips = CHIPS_G84_UP),
    REG(PFUSE_UPPER_PARTS, .read = read_upper_parts, .chips = CHIPS_G84_UP),
    REG(PFUSE_SENSOR, .reset = PFUSE_SENSOR_CALIBRATED, .chips = CHIPS_G84_UP),
};
/* clang-format on */

const struct reg_block ptherm_regs = { rows, ARRAY_SIZE(rows) };
