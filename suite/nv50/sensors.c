/* Readings of the I2C sensors that the VBIOS lists: temperatures, fans, voltages; power. They are only read, never
 * set. */
#include "suite/nv50/board.h"

#include "engines/nv50/sensors.h"
#include "suite/nv50/groups.h"

/* ---- words ----------------------------------------------------------------------------------- */

/* "45.2": thousandths, cut to tenths. */
static void put_tenths(struct text *text, int32_t thousandths)
{
    const uint32_t size = (uint32_t)(thousandths < 0 ? -thousandths : thousandths);

    text_format(text, "%s%u.%u", thousandths < 0 ? "-" : "", size / 1000, size / 100 % 10);
}

static void put_number(struct text *text, const char *name, unsigned number)
{
    text_string(text, name);
    if (number)
        text_format(text, " %u", number);
    text_char(text, ' ');
}

/* Current and power carry no name, because they are those of the rail read before them. */
static void put_reading(struct text *text, const struct reading *r)
{
    static const char *const names[] = {
        [READING_GPU] = "GPU",   [READING_BOARD] = "board",   [READING_FAN] = "fan",
        [READING_CORE] = "core", [READING_SUPPLY] = "supply", [READING_RAIL] = "rail",
    };

    if (r->kind == READING_CURRENT || r->kind == READING_POWER) {
        text_char(text, ' ');
        put_tenths(text, r->value);
        text_string(text, r->kind == READING_CURRENT ? " A" : " W");
        return;
    }
    text_string(text, " ");
    put_number(text, names[r->kind], r->number);
    if (r->kind == READING_GPU || r->kind == READING_BOARD) {
        put_tenths(text, r->value);
        text_string(text, " C");
    } else if (r->kind == READING_FAN) {
        text_format(text, "%d turns a minute", (int)r->value);
    } else {
        text_format(text, "%d mV", (int)r->value);
    }
}

/* "ADT7473 at 0x2e: GPU 1 45.0 C, board 38.0 C" */
static void put_sensor(struct text *text, const struct sensor *s)
{
    text_format(text, "%s at 0x%x:", s->name, (unsigned)s->device.address);
    if (s->state != SENSOR_READ)
        text_format(text, " not read, %s", sensor_state_text(s->state));
    for (unsigned i = 0; i < s->count; i++) {
        const uint8_t kind = s->readings[i].kind;

        if (i && kind != READING_CURRENT && kind != READING_POWER)
            text_char(text, ',');
        put_reading(text, &s->readings[i]);
    }
    if (s->stands_by)
        text_string(text, " (not switched on: these may be old)");
}

/* ---- differences from the VBIOS -------------------------------------------------------------- */

#define RAIL_MV 100 /* less is no rail at all */

static void judge_readings(struct test *t, const struct sensor *s)
{
    for (unsigned i = 0; i < s->count; i++) {
        const struct reading *const r = &s->readings[i];
        const bool measured = i + 1 < s->count && s->readings[i + 1].kind == READING_CURRENT;

        if (test_compared(t, r->broken && !s->stands_by))
            test_fail(t, "has a diode that its %s cannot read: it is open or shorted", s->name);
        if (test_compared(t, r->kind == READING_RAIL && measured && r->value < RAIL_MV))
            test_fail(t, "has no voltage on rail %u of its %s: %d mV", (unsigned)r->number, s->name,
                      (int)r->value);
    }
}

static void judge(struct test *t, const struct sensor *s)
{
    switch (s->state) {
    case SENSOR_READ:
        judge_readings(t, s);
        break;
    case SENSOR_SILENT: /* one VBIOS serves boards with and without the device; the model's have it */
        if (t->card->model)
            test_fail(t, "has no %s at 0x%x of I2C port %u, where its VBIOS lists one: %s", s->name,
                      (unsigned)s->device.address, (unsigned)s->port, sensor_state_text(s->state));
        break;
    case SENSOR_OTHER:
        test_fail(t, "has no %s at 0x%x of I2C port %u: its numbers are 0x%x and 0x%x", s->name,
                  (unsigned)s->device.address, (unsigned)s->port, (unsigned)s->seen[0],
                  (unsigned)s->seen[1]);
        break;
    case SENSOR_SDA_LOW:
    case SENSOR_SCL_LOW:
        test_fail(t, "cannot ask its %s on I2C port %u: %s", s->name, (unsigned)s->port,
                  sensor_state_text(s->state));
        break;
    default: /* a port that is not ours to use says nothing of the card */
        break;
    }
}

/* ---- tests ----------------------------------------------------------------------------------- */

/* Reads every sensor of the wanted sort; all readings go into one note. */
static void ask_all(struct test *t, const struct vbios *v, unsigned count, bool power)
{
    char words[TEST_SENTENCE_MAX];
    struct text text = text_in(words, sizeof(words));
    unsigned found = 0, used = 0;
    struct sensor s;

    for (unsigned i = 0; i < count && !card_expired(t->card); i++) {
        if (!sensor_find(v, i, &s) || s.power != power)
            continue;
        sensor_read(t->card, v, i, &s);
        if (found++)
            text_string(&text, "; ");
        put_sensor(&text, &s);
        judge(t, &s);
        used += s.state == SENSOR_READ;
    }
    test_fact(t, power ? FACT_MONITORS : FACT_SENSORS, used);
    if (!found)
        test_lacks(t, "its VBIOS lists no %s on I2C", power ? "power monitor" : "sensor");
    else if (!used)
        test_lacks(t, "%s", words);
    else
        test_note(t, "%s", words);
}

static void ask(struct test *t, bool power)
{
    const struct vbios *const v = board_vbios(t);
    unsigned count;

    if (!v)
        return;
    if (dcb_device_count(v, &count) != OK)
        count = 0;
    ask_all(t, v, count, power);
}

/* The sensors that the VBIOS lists, where they are fitted, answer, and their diodes are connected (board-sensors.md
 * §3). */
static void sensors_are_read(struct test *t)
{
    ask(t, false);
}

/* The power monitors that the VBIOS lists answer, and there is a voltage where they measure (§6.3). */
static void power_is_read(struct test *t)
{
    ask(t, true);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "board.sensors", .source = "board-sensors.md §1.6, §2, §3", .run = sensors_are_read,
      .basis = UNVERIFIED, .experiment = "board-sensors.md §3", .claim = CLAIM_BOARD },
    { .name = "board.power", .source = "board-sensors.md §1.6, §2, §6.3", .run = power_is_read,
      .basis = UNVERIFIED, .experiment = "board-sensors.md §6.3", .claim = CLAIM_BOARD },
};
/* clang-format on */
const struct test_group sensor_tests = { rows, ARRAY_SIZE(rows) };
