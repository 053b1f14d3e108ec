/* Tables of a VBIOS that are cut, too short or of an unknown version (docs/hardware/devinit.md §2.5, board-sensors.md
 * §1.1, §1.4, §1.6, §6.3): an image is made longer byte by byte, and each table is known from its own end on. */
#include "engines/nv50/devinit/dcb.h"
#include "engines/nv50/devinit/perf.h"
#include "tests/kit/tests.h"

/* Where the parts of the image lie. */
enum {
    DCB = 0x10,
    GPIO = 0x80,
    DEVICES = 0xa0,
    TOKEN = 0x100, /* the table of token P */
    SHUNTS = 0x140,
    VOLTAGES = 0x180,
    LEVELS = 0x1a0,
    IMAGE = 0x200,
};

static uint8_t bytes[IMAGE];
static struct vbios vbios;

static void put(unsigned at, const char *hex)
{
    char *end;

    for (unsigned long byte = strtoul(hex, &end, 16); end != hex; byte = strtoul(hex, &end, 16)) {
        bytes[at++] = (uint8_t)byte;
        hex = end;
    }
}

/* Two outputs, and after them bytes that look like a third one; three lines; two devices, and bytes before and after
 * them that belong to nothing. Token P of version 2 knows of all three tables. */
FIXTURE(make_image)
{
    memset(bytes, 0xff, sizeof(bytes));
    put(DCB, "40 1b 02 08 00 00 cb bd dc 4e 80 00 00 00 00 00 00 00 a0 00 00 00 00 00 00 00 00");
    put(DCB + 27, "00 01 00 01 00 00 00 00 10 02 00 02 00 00 00 00 20 01 00 04 00 00 00 00");
    put(GPIO, "40 06 03 04 00 00 05 04 00 08 09 09 00 43 03 ff 00 00");
    put(DEVICES, "40 05 02 04 00 0b 98 00 00 4c 80 10 00 01 9a 00 00");
    memset(bytes + TOKEN, 0, 0x40);
    put(TOKEN, "a0 01 00 00");
    put(TOKEN + 0x0c, "80 01 00 00");
    put(TOKEN + 0x28, "40 01 00 00");
    put(SHUNTS, "10 04 05 03 00 00 01 19 00 00 00 03 0a 40 00 00 04 00 00 00 00 09 0b 00");
    put(VOLTAGES, "20 06 03 02 00 07 64 00 69 01 6e 02");
    put(LEVELS, "30 06 02 10 00 00");
    memset(bytes + LEVELS + 6, 0, 0x20);
    put(LEVELS + 6 + 8, "90 01");
    vbios = (struct vbios){ .image = { bytes, IMAGE }, .dcb = DCB, .token_count = 1 };
    vbios.tokens[0] = (struct bit_token){ .id = 'P', .version = 2, .size = 0x2c, .at = TOKEN };
}

/* The question is answered from `end` bytes on, and with fewer it is `error`, or ERR_NOT_FOUND while not even the
 * header is there, up to `header` bytes. */
static void answered_from(enum err (*ask)(void), uint32_t header, enum err error, uint32_t end)
{
    for (uint32_t size = 0; size <= IMAGE; size++) {
        const enum err wanted = size >= end ? OK : size >= header ? error : ERR_NOT_FOUND;

        vbios.image.size = size;
        if (ask() != wanted)
            fail_msg("0x%x bytes: %d, expected %d", size, ask(), wanted);
    }
}

#define ASK(what, answer)                                                                          \
    static enum err ask_##what(void)                                                               \
    {                                                                                              \
        return answer;                                                                             \
    }

ASK(first_output, dcb_output(&vbios, 0, &(struct dcb_output){ 0 }))
ASK(second_output, dcb_output(&vbios, 1, &(struct dcb_output){ 0 }))
ASK(lines, dcb_gpio_count(&vbios, &(unsigned){ 0 }))
ASK(devices, dcb_device_count(&vbios, &(unsigned){ 0 }))
ASK(shunt, shunt_of(&vbios, 1, 0, &(uint8_t){ 0 }))
ASK(voltages, voltage_lines(&vbios, &(uint8_t){ 0 }))
ASK(levels, perf_read(&vbios, &(struct perf_table){ 0 }))

TEST(cut_tables_are_none, make_image)
{
    answered_from(ask_first_output, 0, ERR_NOT_FOUND, DCB + 27 + 8);
    answered_from(ask_second_output, 0, ERR_NOT_FOUND, DCB + 27 + 16);
    answered_from(ask_lines, 0, ERR_NOT_FOUND, GPIO + 6 + 12);
    answered_from(ask_devices, 0, ERR_NOT_FOUND, DEVICES + 5 + 8);
    answered_from(ask_shunt, 0, ERR_NOT_FOUND, SHUNTS + 4 + 5);
    answered_from(ask_levels, LEVELS + 6, ERR_RANGE, LEVELS + 6 + 0x20);
}

/* board-sensors.md §1.4: where count, size and first entry stand; 4.0 has 12 bytes and no entries. */
TEST(cut_voltages_are_out_of_range, make_image)
{
    uint8_t mask = 0;
    static const struct {
        const char *header;
        uint32_t end;
    } rows[] = {
        { "10 02 03 00 07", 5 + 6 }, { "12 03 02 00 07", 5 + 6 },    { "12 03 00 00 07", 6 },
        { "20 06 03 02 00 07", 12 }, { "20 08 03 01 00 07", 8 + 3 }, { "30 05 02 03 07", 5 + 6 },
        { "40 05 02 03 07", 12 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        put(VOLTAGES, rows[i].header);
        bytes[VOLTAGES + 0xb] = 7; /* 4.0's mask of lines; the others have theirs in the header */
        answered_from(ask_voltages, VOLTAGES + 6, ERR_RANGE, VOLTAGES + rows[i].end);
        assert_pairs(voltage_lines(&vbios, &mask), OK, mask, 7);
        mask = 0;
    }
}

/* board-sensors.md §1.4: units of 10 mV, with the lines' state after them, from bit 2 on in version 3.0. A state that
 * is not listed has no voltage. */
TEST(voltages_are_found_by_the_state_of_their_lines, make_image)
{
    static const struct {
        const char *header;
        uint8_t vid;
        enum err e;
        uint32_t uv;
    } rows[] = { { "20 06 03 02", 0, OK, 1000000 },       { "20 06 03 02", 2, OK, 1100000 },
                 { "20 06 02 02", 2, ERR_RANGE, 7 },      { "20 06 03 02", 0xff, ERR_RANGE, 7 },
                 { "30 06 02 03", 0, OK, 1000000 },       { "30 06 02 03", 0x3f, ERR_RANGE, 7 },
                 { "41 06 03 02", 0, ERR_UNSUPPORTED, 7 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t uv = 7;

        put(VOLTAGES, rows[i].header);
        assert_pairs(voltage_of(&vbios, rows[i].vid, &uv), rows[i].e, uv, rows[i].uv);
    }
}

/* A token is long enough for its pointer, and version 1 has the voltages' pointer at 0x10. */
TEST(tokens_end_behind_their_pointers, make_image)
{
    struct bit_token *const token = &vbios.tokens[0];

    for (uint16_t size = 0; size < 0x40; size++) {
        token->size = size;
        assert_int_equal(ask_levels(), size >= 4 ? OK : ERR_NOT_FOUND);
        assert_int_equal(ask_voltages(), size >= 0x10 ? OK : ERR_NOT_FOUND);
        assert_int_equal(ask_shunt(), size >= 0x2c ? OK : ERR_NOT_FOUND);
    }
    token->version = 1;
    assert_pairs(ask_shunt(), ERR_NOT_FOUND, ask_voltages(), ERR_NOT_FOUND);
    put(TOKEN + 0x10, "80 01");
    for (uint16_t size = 0; size < 0x40; size++) {
        token->size = size;
        assert_int_equal(ask_voltages(), size >= 0x14 ? OK : ERR_NOT_FOUND);
    }
    token->at = 0;
    assert_int_equal(ask_voltages(), ERR_NOT_FOUND);
    vbios.token_count = 0;
    assert_pairs(ask_levels(), ERR_NOT_FOUND, ask_voltages(), ERR_NOT_FOUND, ask_shunt(),
                 ERR_NOT_FOUND);
}

TEST(pointers_that_are_0_point_nowhere, make_image)
{
    put(TOKEN, "00 00");
    put(TOKEN + 0x0c, "00 00");
    put(TOKEN + 0x28, "00 00");
    put(DCB + 0x0a, "00 00");
    put(DCB + 0x12, "00 00");
    put(0, "10 04 05 03 00 00 01 19 00");
    assert_pairs(ask_levels(), ERR_NOT_FOUND, ask_voltages(), ERR_NOT_FOUND, ask_shunt(),
                 ERR_NOT_FOUND, ask_lines(), ERR_NOT_FOUND, ask_devices(), ERR_NOT_FOUND);
    vbios.dcb = 0;
    assert_int_equal(ask_first_output(), ERR_NOT_FOUND);
}

/* Counts: two outputs, the third row is none; 16 levels. A header of less than 0x14 bytes has no devices. */
TEST(tables_have_as_many_rows_as_they_say, make_image)
{
    struct dcb_output output;
    struct dcb_device device;
    struct perf_table table;
    unsigned count = 0;

    assert_int_equal(dcb_output(&vbios, 1, &output), OK);
    assert_pairs(output.port, 1, output.heads, 2, output.resources, 2);
    assert_pairs(dcb_output(&vbios, 2, &output), ERR_NOT_FOUND, dcb_device_count(&vbios, &count),
                 OK, count, 2, dcb_device(&vbios, 1, &device), OK, device.type, 0x4c,
                 device.address, 0x40, true, device.secondary);
    put(DCB + 1, "14");
    assert_int_equal(ask_devices(), OK);
    put(DCB + 1, "13");
    assert_pairs(ask_devices(), ERR_NOT_FOUND, perf_read(&vbios, &table), OK, table.count, 1,
                 table.levels[0].core_mhz, 400);
    put(LEVELS + 2, "10 01");
    assert_int_equal(perf_read(&vbios, &table), OK);
    put(LEVELS + 2, "11 01");
    assert_int_equal(perf_read(&vbios, &table), ERR_RANGE);
}

/* board-sensors.md §1.2: where each version has its clocks. One is enough for a level, but with the id 0xff. */
TEST(levels_have_clocks, make_image)
{
    /* clang-format off */
    static const struct { const char *table; unsigned count, core, shader, memory; } rows[] = {
        { "25 06 01 10 00 00 01 00 00 00 00 00 11 01 00 00 22 02 33 03", 1, 0x111, 0x222, 0x333 },
        { "30 06 01 10 00 00 01 00 00 00 00 00 00 00 11 01 22 02 33 03", 1, 0x111, 0x222, 0x333 },
        { "35 06 01 10 00 00 01 00 00 00 00 00 00 00 11 01 22 02 33 03", 1, 0x111, 0x222, 0x333 },
        { "40 07 04 03 03 01 00 01 00 00 00 11 c1 00 22 c2 00 33 c3 00", 1, 0x111, 0x222, 0x333 },
        { "30 06 01 10 00 00 00 00 00 00 00 00 00 00 11 01", 1, 0x111, 0, 0 },
        { "30 06 01 10 00 00 00 00 00 00 00 00 00 00 00 00 22 02", 1, 0, 0x222, 0 },
        { "30 06 01 10 00 00 00 00 00 00 00 00 00 00 00 00 00 00 33 03", 1, 0, 0, 0x333 },
        { "30 06 01 10 00 00 ff 00 00 00 00 00 00 00 11 01", 0, 0, 0, 0 }, { "30 06 01 10 00 00 00", 0, 0, 0, 0 },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct perf_table table;
        struct perf_top top;

        memset(bytes + LEVELS, 0, 0x20);
        put(LEVELS, rows[i].table);
        assert_pairs(OK, perf_read(&vbios, &table), rows[i].count, table.count, rows[i].core,
                     table.levels[0].core_mhz, rows[i].shader, table.levels[0].shader_mhz,
                     rows[i].memory, table.levels[0].memory_mhz, OK, perf_top(&vbios, &top),
                     rows[i].core, top.core_mhz, rows[i].memory, top.memory_mhz);
    }
}

/* board-sensors.md §1.6, §1.7: type 0xff and an address that is 0 or odd are no device; versions are 3.0 and 4.0. */
TEST(devices_that_are_none, make_image)
{
    static const char *const none[] = { "ff 98", "0b 00", "0b 99" };
    struct dcb_device device;

    for (unsigned i = 0; i < ARRAY_SIZE(none); i++) {
        put(DEVICES + 5, none[i]);
        assert_int_equal(dcb_device(&vbios, 0, &device), ERR_NOT_FOUND);
    }
    put(DEVICES, "30");
    assert_int_equal(ask_devices(), OK);
}

/* devinit.md §2.5, board-sensors.md §1.2, §1.6, §6.3: versions, signature, sizes; outputs that are none. */
TEST(other_tables_are_not_read, make_image)
{
    /* clang-format off */
    static const struct { enum err (*ask)(void); unsigned at; uint8_t byte; enum err e; } rows[] = {
        { ask_first_output, DCB, 0x30, ERR_UNSUPPORTED }, { ask_first_output, DCB + 3, 9, ERR_UNSUPPORTED },
        { ask_first_output, DCB + 6, 0xca, ERR_UNSUPPORTED }, { ask_first_output, DCB + 9, 0x4f, ERR_UNSUPPORTED },
        { ask_first_output, DCB + 27, 0x0e, ERR_NOT_FOUND }, { ask_first_output, DCB + 27, 0x0f, ERR_NOT_FOUND },
        { ask_first_output, DCB + 27, 0x0d, OK }, { ask_lines, GPIO, 0x41, ERR_UNSUPPORTED },
        { ask_lines, GPIO + 3, 5, ERR_UNSUPPORTED }, { ask_devices, DEVICES, 0x20, ERR_UNSUPPORTED },
        { ask_devices, DEVICES + 3, 3, ERR_UNSUPPORTED }, { ask_shunt, SHUNTS, 0x11, ERR_UNSUPPORTED },
        { ask_levels, LEVELS, 0x31, ERR_UNSUPPORTED }, { ask_levels, LEVELS, 0x41, ERR_UNSUPPORTED },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        make_image(NULL);
        bytes[rows[i].at] = rows[i].byte;
        assert_int_equal(rows[i].ask(), rows[i].e);
    }
}

/* board-sensors.md §6.3: version 0x10 has the device at +2, resistors from +3 on, 0x20 at +1 and from +5 on. Bit 6 after
 * a resistor says that its channel is off. */
TEST(shunts_are_found_by_device_and_channel, make_image)
{
    /* clang-format off */
    static const struct {
        const char *table;
        unsigned device, channel, milliohm; /* 0: none: off; of no resistance; after the last row; its row has one channel; ends in it */
    } rows[] = {
        { "10 04 05 03", 1, 0, 25 }, { "10 04 05 03", 3, 0, 0 }, { "10 04 05 03", 4, 0, 0 }, { "10 04 05 03", 9, 0, 0 },
        { "10 04 05 03", 1, 1, 0 }, { "10 04 04 03", 1, 0, 0 }, { "10 04 07 01 00 00 01 19 00 21 00", 1, 1, 33 },
        { "10 04 06 01 00 00 01 19 00 21 00", 1, 1, 0 }, { "10 05 05 01 00 00 00 01 1a 00", 1, 0, 26 },
        { "20 04 07 01 00 01 00 00 00 0f 00", 1, 0, 15 }, { "20 04 07 01 00 01 00 00 00 0f bf", 1, 0, 15 },
        { "20 04 07 01 00 02 01 01 01 0f 00", 1, 0, 0 }, { "20 04 09 01 00 01 00 00 00 0f 00 10 00", 1, 1, 16 },
        { "20 04 09 01 00 01 00 00 00 0f 00 10 40", 1, 1, 0 },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint8_t milliohm = 0;

        make_image(NULL);
        put(SHUNTS, rows[i].table);
        const enum err e = shunt_of(&vbios, rows[i].device, rows[i].channel, &milliohm);
        if (e != (rows[i].milliohm ? OK : ERR_NOT_FOUND) || milliohm != rows[i].milliohm)
            fail_msg("%s: %d, %u milliohm", rows[i].table, e, milliohm);
    }
}
