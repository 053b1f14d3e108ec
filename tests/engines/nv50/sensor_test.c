/* Sensors on I2C (docs/hardware/board-sensors.md §1.6, §2, §3, §6.3): the meaning of their registers, computed by hand;
 * the bytes sent to them; ports that are not ours to use. */
#include "engines/nv50/sensors.h"
#include "model/nv50/base/card.h"
#include "model/nv50/host/i2c.h"
#include "reference/nv50.h"
#include "tests/engines/nv50/i2c_rig.h"
#include "tests/kit/bench.h"
#include "tests/suite/run_rig.h"

/* A card that is nothing but its ports, and one device on port 2 (0xe168). */
static struct fake {
    struct bench bench;
    struct i2c_rig device;
    uint32_t port;
    uint32_t port_at; /* the port's register */
    uint64_t start_us[2];
    uint64_t data_free_us; /* until then somebody holds the data line */
    unsigned gone_after;   /* STOPs: the device answers no more; 0: it always does */
    unsigned stuck_after;  /* STARTs: it holds the clock; 0: it never does */
    uint8_t rom[256];
    struct vbios v;
} fake;

static uint64_t read_word(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint32_t held = fake.bench.now_us < fake.data_free_us ? 2 : 0;

    if (at.v - BENCH_BAR0 == fake.port_at)
        return (fake.port & ~3u) | (i2c_rig_read(&fake.device) & ~held);
    return bench_read(bench_of(bus), at, size);
}

static void write_word(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    assert_int_equal(at.v - BENCH_BAR0, fake.port_at);
    const unsigned starts = fake.device.starts;

    fake.port = (uint32_t)value;
    i2c_rig_write(&fake.device, fake.port);
    if (fake.device.starts > starts && starts < 2)
        fake.start_us[starts] = fake.bench.now_us;
    fake.device.absent |= fake.gone_after && fake.device.stops >= fake.gone_after;
    fake.device.holds_clock |= fake.stuck_after && fake.device.starts >= fake.stuck_after;
}

#define ENABLE  0x200 /* PMC_ENABLE */
#define INPUTS  REF_PNVIO_INPUTS
#define DCB     0x40
#define PORTS   0x60
#define DEVICES 0x70
#define TOKEN_P 0x80
#define SHUNTS  0xb0

/* A VBIOS that lists port 2 as its second row and first port, and one device of the type at 0x4c. */
static void put_rom(uint8_t type)
{
    static const uint8_t dcb[] = { 0x40, 0x1b, 0, 8, PORTS, 0, 0xcb, 0xbd, 0xdc, 0x4e };
    static const uint8_t ports[] = { 0x40, 5, 2, 4, 0x01, 0, 0, 0, 0xff, 2, 0, 0, 5 };
    const uint8_t devices[] = { 0x40, 5, 1, 4, 0, type, 0x4c << 1, 0, 0 };

    memset(fake.rom, 0, sizeof(fake.rom));
    memcpy(fake.rom + DCB, dcb, sizeof(dcb));
    fake.rom[DCB + 0x12] = DEVICES;
    memcpy(fake.rom + PORTS, ports, sizeof(ports));
    memcpy(fake.rom + DEVICES, devices, sizeof(devices));
    fake.v =
        (struct vbios){ .image = { fake.rom, sizeof(fake.rom) },
                        .dcb = DCB,
                        .token_count = 1,
                        .tokens = { { .id = 'P', .version = 2, .size = 0x2c, .at = TOKEN_P } } };
}

static void open_bench(uint8_t type, enum chipset_index chip)
{
    memset(&fake, 0, sizeof(fake));
    bench_open(&fake.bench, &nv50_chips[chip].chip);
    fake.bench.strict = true;
    fake.bench.does.read = read_word;
    fake.bench.does.write = write_word;
    fake.bench.step_us = 1;
    bench_set(&fake.bench, 0, 0x084000a2);
    bench_set(&fake.bench, ENABLE, UINT32_MAX);
    bench_set(&fake.bench, INPUTS, UINT32_MAX);
    fake.port = 7;
    fake.port_at = 0xe168;
    i2c_rig_init(&fake.device, 0x4c);
    put_rom(type);
}

static struct sensor ask(void)
{
    struct sensor s;

    assert_true(sensor_find(&fake.v, 0, &s));
    sensor_read(&fake.bench.card, &fake.v, 0, &s);
    /* Whatever came of it: the port's register is as it was, and no register of the device was written. */
    assert_pairs(fake.port, 7, fake.device.stores, 0);
    return s;
}

struct row {
    uint8_t type;
    uint8_t registers[10][2]; /* number, value; the end is a pair of zeros */
    struct reading wanted[4]; /* the end has the value INT32_MIN */
};

#define END                                                                                        \
    {                                                                                              \
        .value = INT32_MIN                                                                         \
    }

static void expect_readings(const struct sensor *s, const struct reading *wanted)
{
    unsigned count = 0;

    assert_int_equal(s->state, SENSOR_READ);
    for (; wanted[count].value != INT32_MIN; count++) {
        assert_true(count < s->count);
        assert_pairs(s->readings[count].kind, wanted[count].kind, s->readings[count].number,
                     wanted[count].number, s->readings[count].value, wanted[count].value,
                     s->readings[count].broken, wanted[count].broken);
    }
    assert_int_equal(s->count, count);
}

/* clang-format off */
#define ID(maker, device) { 0xfe, maker }, { 0xff, device }
#define GPU(value, broken) { READING_GPU, 0, broken, value }
#define BOARD { READING_BOARD, 0, false, 35000 }
static const struct row rows[] = {
    /* LM89: 47 + 3/8; below 0: 0xfb + 5/8 is -5 + 5/8. Bits below those of a device mean nothing */
    { 0x0b, { ID(0x01, 0x34), { 0x01, 47 }, { 0x10, 0x7f }, { 0x00, 35 } }, { GPU(47375, false), BOARD, END } },
    { 0x0b, { ID(0x01, 0x34), { 0x01, 0xfb }, { 0x10, 0xa0 }, { 0x00, 0xff } },
      { GPU(-4375, false), { READING_BOARD, 0, false, -1000 }, END } },
    /* 0, 127, 128 and 255 tell of an open or shorted diode, 1 does not */
    { 0x0b, { ID(0x01, 0x34), { 0x01, 0x00 }, { 0x00, 35 } }, { GPU(0, true), BOARD, END } },
    { 0x0b, { ID(0x01, 0x34), { 0x01, 0x7f }, { 0x00, 35 } }, { GPU(127000, true), BOARD, END } },
    { 0x0b, { ID(0x01, 0x34), { 0x01, 0xff }, { 0x00, 35 } }, { GPU(-1000, true), BOARD, END } },
    { 0x0b, { ID(0x01, 0x34), { 0x01, 0x01 }, { 0x00, 35 } }, { GPU(1000, false), BOARD, END } },
    /* LM99 shows the diode 16 degrees too cold; an open one stays known */
    { 0x03, { ID(0x01, 0x31), { 0x01, 47 }, { 0x10, 0xff }, { 0x00, 35 } }, { GPU(63875, false), BOARD, END } },
    { 0x03, { ID(0x01, 0x31), { 0x01, 0x80 }, { 0x00, 35 } }, { GPU(-112000, true), BOARD, END } },
    /* LM64: 0x0e12 with the two low bits gone is 0x0e10 = 3600: 5400000 / 3600; 0xfffc stands */
    { 0x07, { ID(0x01, 0x51), { 0x01, 30 }, { 0x10, 0x3f }, { 0x00, 35 }, { 0x46, 0x12 }, { 0x47, 0x0e } },
      { GPU(46125, false), BOARD, { READING_FAN, 0, false, 1500 }, END } },
    { 0x07, { ID(0x01, 0x51), { 0x01, 30 }, { 0x00, 35 }, { 0x46, 0xfd }, { 0x47, 0xff } },
      { GPU(46000, false), BOARD, { READING_FAN, 0, false, 0 }, END } },
    /* MAX6649 has no sign */
    { 0x02, { ID(0x4d, 0x59), { 0x01, 130 }, { 0x10, 0x3f }, { 0x00, 35 } }, { GPU(130125, false), BOARD, END } },
    { 0x06, { ID(0x4d, 0x01), { 0x01, 60 }, { 0x10, 0xff }, { 0x00, 35 } }, { GPU(60000, false), BOARD, END } },
    { 0x01, { ID(0x41, 0x42), { 0x01, 60 }, { 0x10, 0x9f }, { 0x00, 35 } }, { GPU(60500, false), BOARD, END } },
    /* ADT7461 in its wide range: 64 too high, quarters */
    { 0x0d, { ID(0x41, 0x51), { 0x03, 0x04 }, { 0x01, 200 }, { 0x10, 0xff }, { 0x00, 99 } },
      { GPU(136750, false), BOARD, END } },
    /* TMP411: sixteenths */
    { 0x0c, { ID(0x55, 0x10), { 0x01, 60 }, { 0x10, 0x9f }, { 0x00, 35 } }, { GPU(60562, false), BOARD, END } },
};
/* clang-format on */

TEST(temperatures_are_as_each_device_has_them)
{
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_bench(rows[i].type, CHIP_G84);
        for (unsigned k = 0; k < 10 && (rows[i].registers[k][0] || rows[i].registers[k][1]); k++)
            fake.device.memory[rows[i].registers[k][0]] = rows[i].registers[k][1];
        const struct sensor s = ask();

        expect_readings(&s, rows[i].wanted);
        assert_false(s.stands_by);
    }
}

/* Bit 6 of the configuration. */
TEST(a_thermometer_may_stand_by)
{
    open_bench(0x06, CHIP_G84);
    fake.device.memory[0xfe] = 0x4d, fake.device.memory[0xff] = 0x01;
    fake.device.memory[0x03] = 0x40;
    assert_true(ask().stands_by);
    fake.device.memory[0x03] = 0xbf;
    assert_false(ask().stands_by);
}

/* Core: 100 * 2250 / 256 = 878 mV, * 700 / 525 with a divider = 1170; supply: 190 * 2250 / 256 * 139 / 71 = 3269. */
TEST(adt7473_has_fans_and_supplies)
{
    /* clang-format off */
    static const struct reading plain[] = {
        { READING_GPU, 1, false, 50000 }, { READING_BOARD, 0, false, 40000 }, { READING_CORE, 0, false, 1170 },
        { READING_SUPPLY, 0, false, 3269 }, { READING_FAN, 2, false, 5400000 / 0x0a00 }, END };
    static const struct reading shifted[] = {
        { READING_GPU, 1, true, 64000 }, { READING_BOARD, 0, false, -24000 }, { READING_CORE, 0, false, 878 },
        { READING_SUPPLY, 0, false, 3269 }, { READING_FAN, 2, false, 5400000 / 0x0a00 }, END };
    /* clang-format on */
    struct sensor s;

    open_bench(0x0a, CHIP_G84);
    uint8_t *const r = fake.device.memory;
    r[0x3e] = 0x41, r[0x3f] = 0x6a, r[0x40] = 1, r[0x7c] = 1;
    r[0x21] = 100, r[0x22] = 190, r[0x25] = 50, r[0x26] = 40, r[0x27] = 0x80;
    memset(r + 0x28, 0xff, 8);
    r[0x2a] = 0x00, r[0x2b] = 0x0a;
    s = ask();
    expect_readings(&s, plain);
    assert_false(s.stands_by);

    r[0x40] = 0, r[0x7c] = 0, r[0x7d] = 0x20, r[0x25] = 0x80;
    s = ask();
    expect_readings(&s, shifted);
    assert_true(s.stands_by);
}

/* Two bytes for each of four, the low one first; the bytes after them are no fan's. */
TEST(adt7473_has_four_fans)
{
    static const int32_t turns[] = { 5400, 2700, 1800, 1350 };
    unsigned fans = 0;

    open_bench(0x0a, CHIP_G84);
    uint8_t *const r = fake.device.memory;
    r[0x3e] = 0x41, r[0x3f] = 0x6a, r[0x40] = 1, r[0x7c] = 1, r[0x25] = 50;
    r[0x28] = 0xe8, r[0x29] = 0x03, r[0x2a] = 0xd0, r[0x2b] = 0x07; /* 1000, 2000 */
    r[0x2c] = 0xb8, r[0x2d] = 0x0b, r[0x2e] = 0xa0, r[0x2f] = 0x0f; /* 3000, 4000 */
    r[0x30] = 0xe8, r[0x31] = 0x03;
    const struct sensor s = ask();

    for (unsigned i = 0; i < s.count; i++)
        if (s.readings[i].kind == READING_FAN) {
            assert_pairs(true, fans < 4, fans + 1, s.readings[i].number);
            assert_int_equal(turns[fans++], s.readings[i].value);
        }
    assert_int_equal(4, fans);
}

/* Entry of version 0x20: the device's number at +1, resistors from +5 on. */
TEST(power_of_three_channels)
{
    static const uint8_t table[] = { 0x20, 4, 11, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 20, 0 };
    /* 100 * 40 uV at 2 milliohms are 2 A, of 12 V; the second has no resistor; 50 * 40 uV at 20 are 100 mA */
    static const struct reading wanted[] = {
        { READING_RAIL, 1, false, 12000 },  { READING_CURRENT, 1, false, 2000 },
        { READING_POWER, 1, false, 24000 }, { READING_RAIL, 2, false, 5000 },
        { READING_RAIL, 3, false, 3304 },   { READING_CURRENT, 3, false, 100 },
        { READING_POWER, 3, false, 330 },   END,
    };

    open_bench(0x4e, CHIP_GT216);
    fake.rom[TOKEN_P + 0x28] = SHUNTS;
    memcpy(fake.rom + SHUNTS, table, sizeof(table));
    uint16_t *const w = fake.device.words;
    fake.device.wide = true;
    w[0xfe] = 0x5449, w[0xff] = 0x3220;
    w[1] = 100 << 3, w[2] = 1500 << 3, w[4] = 625 << 3, w[5] = 50 << 3, w[6] = 413 << 3;
    const struct sensor s = ask();
    expect_readings(&s, wanted);
}

TEST(another_chip_is_not_asked_further)
{
    open_bench(0x0b, CHIP_G84);
    fake.device.memory[0xfe] = 0x01;
    fake.device.memory[0xff] = 0x21; /* LM90 */
    const struct sensor s = ask();
    assert_pairs(s.state, SENSOR_OTHER, s.seen[0], 0x01, s.seen[1], 0x21, s.count, 0);
    assert_int_equal(fake.device.starts, 4); /* two registers, each after two starts */
}

/* §2.2: a device is asked for more only if its two numbers are those of the one listed, but for revisions. */
TEST(every_bit_of_a_devices_numbers_counts)
{
    static const struct {
        const char *name;
        uint8_t type, at[2];
        uint16_t numbers[2], fixed[2];
        unsigned registers; /* that are read of a device of the listed kind */
    } devices[] = {
        { "ADM1032", 0x01, { 0xfe, 0xff }, { 0x41, 0x40 }, { 0xff, 0xf0 }, 6 },
        { "MAX6649", 0x02, { 0xfe, 0xff }, { 0x4d, 0x59 }, { 0xff, 0xff }, 6 },
        { "LM99", 0x03, { 0xfe, 0xff }, { 0x01, 0x30 }, { 0xff, 0xf0 }, 6 },
        { "MAX1617", 0x06, { 0xfe, 0xff }, { 0x4d, 0x01 }, { 0xff, 0xff }, 5 },
        { "LM64", 0x07, { 0xfe, 0xff }, { 0x01, 0x51 }, { 0xff, 0xff }, 8 },
        { "ADT7473", 0x0a, { 0x3e, 0x3f }, { 0x41, 0x68 }, { 0xff, 0xf8 }, 19 },
        { "ADT7473", 0x70, { 0x3e, 0x3f }, { 0x41, 0x68 }, { 0xff, 0xf8 }, 19 },
        { "LM89", 0x0b, { 0xfe, 0xff }, { 0x01, 0x30 }, { 0xff, 0xf0 }, 6 },
        { "TMP411", 0x0c, { 0xfe, 0xff }, { 0x55, 0x10 }, { 0xff, 0xfc }, 6 },
        { "ADT7461", 0x0d, { 0xfe, 0xff }, { 0x41, 0x50 }, { 0xff, 0xf0 }, 6 },
        { "INA3221", 0x4e, { 0xfe, 0xff }, { 0x5449, 0x3220 }, { 0xffff, 0xffff }, 8 }
    };

    for (unsigned i = 0; i < ARRAY_SIZE(devices); i++) {
        const bool wide = devices[i].fixed[0] > 0xff;

        for (unsigned n = 0; n < 2; n++)
            for (unsigned bit = 0; bit <= (wide ? 16 : 8); bit++) { /* the last: none is wrong */
                const uint16_t wrong = (uint16_t)(bit < (wide ? 16 : 8) ? 1u << bit : 0);

                open_bench(devices[i].type, CHIP_GT215);
                fake.device.wide = wide;
                for (unsigned k = 0; k < 2; k++) {
                    const uint16_t number = devices[i].numbers[k] ^ (k == n ? wrong : 0);

                    fake.device.memory[devices[i].at[k]] = (uint8_t)number;
                    fake.device.words[devices[i].at[k]] = number;
                }
                const struct sensor s = ask();
                assert_string_equal(devices[i].name, s.name);
                assert_pairs(
                    wide, s.power, wrong & devices[i].fixed[n] ? SENSOR_OTHER : SENSOR_READ,
                    s.state, devices[i].numbers[n] ^ wrong, s.seen[n],
                    2 * (s.state == SENSOR_READ ? devices[i].registers : 2), fake.device.starts);
            }
    }
}

/* §2.3: asked twice, then left. The second time is 1 ms after the first, whose nine clocks of 20 us each come before it. */
TEST(a_silent_device_is_asked_once_more)
{
    open_bench(0x0b, CHIP_G84);
    fake.device.absent = true;
    assert_pairs(ask().state, SENSOR_SILENT, fake.device.starts, 2, fake.device.stops, 2);
    assert_true(fake.start_us[0] < 1000 && fake.start_us[1] - fake.start_us[0] >= 1000 + 9 * 20);
}

/* Its values until then are not reported: half of it would look like all of it. */
TEST(a_device_that_falls_silent_has_no_readings)
{
    for (unsigned i = 0; i < 2; i++) {
        open_bench(0x0b, CHIP_G84);
        fake.device.memory[0xfe] = 0x01, fake.device.memory[0xff] = 0x34;
        fake.stuck_after = i ? 9 : 0;
        fake.gone_after = i ? 0 : 5; /* two numbers, the configuration, two bytes of the diode */
        const struct sensor s = ask();

        assert_pairs(i ? SENSOR_SCL_LOW : SENSOR_SILENT, s.state, 0, s.count);
    }
}

/* However late it is that it holds the clock: six registers of an LM89, two STARTs each. */
TEST(readings_need_the_last_register_too)
{
    uint64_t end_us = 0;

    for (unsigned starts = 0; starts <= 12; starts++) {
        open_bench(0x0b, CHIP_G84);
        fake.device.memory[0xfe] = 0x01, fake.device.memory[0xff] = 0x34;
        fake.stuck_after = starts;
        const struct sensor s = ask();

        assert_pairs(starts ? SENSOR_SCL_LOW : SENSOR_READ, s.state, starts ? 0 : 2, s.count);
        if (!starts)
            end_us = fake.bench.now_us;
    }
    for (uint64_t before_us = 200; before_us < 1000; before_us += 100) {
        open_bench(0x0b, CHIP_G84);
        fake.device.memory[0xfe] = 0x01, fake.device.memory[0xff] = 0x34;
        card_deadline(&fake.bench.card, end_us - before_us);
        const struct sensor s = ask();

        assert_pairs(SENSOR_LATE, s.state, 0, s.count);
    }
}

/* Before GT215 the bits above the lines are no mode; whatever they are, they are so again afterwards. */
TEST(a_port_is_left_as_it_was)
{
    struct sensor s;

    open_bench(0x0b, CHIP_G84);
    fake.port = 0x4b;
    assert_true(sensor_find(&fake.v, 0, &s));
    sensor_read(&fake.bench.card, &fake.v, 0, &s);
    assert_pairs(s.state, SENSOR_OTHER, true, fake.device.starts > 0, fake.port, 0x4b);
}

TEST(a_line_that_is_held_is_said)
{
    for (unsigned clock = 0; clock < 2; clock++) {
        open_bench(0x0b, CHIP_G84);
        fake.device.holds_data = !clock;
        fake.device.holds_clock = clock;
        assert_pairs(ask().state, clock ? SENSOR_SCL_LOW : SENSOR_SDA_LOW, fake.device.starts, 0);
    }
    open_bench(0x0b, CHIP_G84);
    fake.device.other_master_from = 1;
    assert_pairs(ask().state, SENSOR_BUSY, fake.device.stops, 0);
}

/* Wherever in the transfers the time is over: the last thing on the wires is a STOP, the device waits for nothing and
 * holds no line (§2.3), and the port's register is as it was. */
TEST(a_transfer_that_is_broken_off_ends_with_a_stop)
{
    enum sensor_state last = SENSOR_LATE;
    unsigned broken_off = 0;

    for (uint64_t us = 1; last == SENSOR_LATE; us += in_full() ? 1 : 7) {
        open_bench(0x0b, CHIP_G84);
        fake.device.memory[0xfe] =
            0x01; /* zeros follow, which a device sends by holding the line */
        card_deadline(&fake.bench.card, us);
        last = ask().state;
        assert_true(fake.device.wires == 3 && !fake.device.pulls_low);
        if (fake.device.starts)
            assert_true(fake.device.stops && fake.device.phase == 0);
        broken_off += last == SENSOR_LATE && fake.device.stops;
    }
    assert_int_equal(last, SENSOR_OTHER); /* the numbers are no LM89's */
    assert_true(broken_off > 100);
}

/* §2.1: a port that is not ours, or that cannot be read, is not driven. */
TEST(ports_of_others_are_left_alone)
{
    struct sensor s;

    open_bench(0x0b, CHIP_G84);
    bench_set(&fake.bench, ENABLE, ~1u);
    assert_int_equal(ask().state, SENSOR_OFF);
    static const struct {
        uint8_t port, bit;
        uint32_t at;
    } inputs[] = { { 0, 16, 0xe138 }, { 1, 17, 0xe150 }, { 2, 18, 0xe168 },
                   { 3, 19, 0xe180 }, { 4, 32, 0xe254 }, { 5, 20, 0xe274 } };

    for (unsigned i = 0; i < ARRAY_SIZE(inputs); i++)
        for (unsigned bit = 16; bit < 21; bit++) {
            open_bench(0x0b, inputs[i].port < 4 ? CHIP_G84 : CHIP_G94);
            fake.rom[PORTS + 9] = inputs[i].port;
            fake.port_at = inputs[i].at;
            bench_set(&fake.bench, INPUTS, ~(1u << bit));
            assert_int_equal(bit == inputs[i].bit, ask().state == SENSOR_BLIND);
        }
    open_bench(0x0b, CHIP_G84);
    fake.rom[PORTS + 10] = 0x01; /* hybrid */
    assert_int_equal(ask().state, SENSOR_PAD);
    open_bench(0x0b, CHIP_G84);
    fake.rom[PORTS + 9] = 4; /* G84 has 0 to 3 */
    assert_int_equal(ask().state, SENSOR_NO_PORT);
    open_bench(0x0b, CHIP_GT215);
    fake.port = 0xb; /* mode 2: the PMU */
    assert_true(sensor_find(&fake.v, 0, &s));
    sensor_read(&fake.bench.card, &fake.v, 0, &s);
    assert_pairs(s.state, SENSOR_PMU, fake.port, 0xb, fake.device.starts, 0);
}

/* ---- the model's boards, asked by a whole run ---- */

TEST(nothing_of_the_model_is_written)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        struct rig *const rig = rig_new();

        rig->card.chip = &nv50_chips[chip].chip;
        rig->card.vram_size = 0;
        rig_run_suite(rig, "board");
        assert_int_equal(nv50_of(host_bus_card(rig->host, 0))->i2c->harm, 0);
        rig_free(rig);
    }
}

/* Knob i2c_posted; and what a board's own port gives. Each VBIOS has the resistors: 10 mV at 5 milliohms; 15 mV at 5,
 * 5 mV at 10, and a third channel without one. */
TEST(ports_that_are_not_ours_are_not_judged)
{
    /* clang-format off */
    static const struct {
        enum chipset_index chip;
        const char *knob, *suite, *said;
    } boards[] = {
        { CHIP_G84, "i2c_posted=blind", "board",
          "board.sensors # SKIP ADT7473 at 0x2e: not read, the input of its port is switched off" },
        { CHIP_GT215, "i2c_posted=pmu", "board",
          "board.sensors # SKIP LM64 at 0x18: not read, the card's own processor drives its port" },
        { CHIP_GT215, NULL, "board.power", "INA219 at 0x40: rail 1 12000 mV 2.0 A 24.0 W" },
        { CHIP_GT216, NULL, "board.power",
          "INA3221 at 0x40: rail 1 12000 mV 3.0 A 36.0 W, rail 2 3296 mV 0.5 A 1.6 W, rail 3 1504 mV" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(boards); i++) {
        struct rig *const rig = rig_new();

        rig->card.chip = &nv50_chips[boards[i].chip].chip;
        rig->card.knobs = boards[i].knob;
        assert_int_equal(VERDICT_PASS, rig_run_suite(rig, boards[i].suite));
        expect_said(rig->tap, boards[i].said);
        rig_free(rig);
    }
}

/* A VBIOS may list a device that a board does not have: nothing differs from documents then; the report says it. */
TEST(a_listed_device_that_is_not_fitted_is_no_difference)
{
    struct rig *const rig = rig_new();

    rig->config.model = false;
    rig->card.defects = "i2c-silent";
    rig_run_suite(rig, "board.sensors");
    expect_said(rig->tap, "board.sensors # SKIP ADT7473 at 0x2e: not read, nothing answers");
    assert_null(strstr(rig->tap, "differ"));
    assert_null(strstr(rig->tap, "TODO"));
}
