/* Tables of a ROM at their ends (docs/hardware/devinit.md §1, §2): the file's content, images in a chain, BIT tokens,
 * and the board's ports, connectors and devices. */
#include <stdlib.h>
#include <string.h>

#include "engines/nv50/devinit/dcb.h"
#include "engines/nv50/devinit/rom.h"
#include "tests/engines/nv50/devinit/devinit_rig.h"

FIXTURE(make_rig)
{
    closed_rig_up(NULL);
    assert_int_equal(vbios_parse(rig->rom, RIG_ROM, &rig->v), OK);
    return 0;
}

static void parse_again(void)
{
    rig_close(rig);
    assert_int_equal(vbios_parse(rig->rom, RIG_ROM, &rig->v), OK);
}

TEST(nothing_is_read_past_the_file, make_rig, rig_down)
{
    static const uint8_t bytes[] = { 1, 2, 3, 4, 5 };
    const struct rom rom = { bytes, 4 };

    assert_true(rom_holds(&rom, 4, 0));
    assert_false(rom_holds(&rom, 5, 0));
    assert_false(rom_holds(&rom, 4, 1));
    assert_int_equal(rom_u8(&rom, 3), 4);
    assert_int_equal(rom_u8(&rom, 4), 0);
    assert_int_equal(rom_u16(&rom, 2), 0x0403);
    assert_int_equal(rom_u16(&rom, 3), 0);
    assert_int_equal(rom_u32(&rom, 0), 0x04030201);
    assert_int_equal(rom_u32(&rom, 1), 0);
}

/* §2.5: each bit of a line's entry by itself, with the line's state at the start "off", then "on" (bit 24). */
TEST(a_lines_bits_are_apart, make_rig, rig_down)
{
    for (unsigned on = 0; on < 2; on++)
        for (unsigned bit = 0; bit < 32; bit++) {
            const uint32_t entry = 1u << bit | on << 24;

            rig_put32(rig, RIG_GPIO + 6, entry);
            const struct gpio_entry line = dcb_gpio(&rig->v, 0);
            const bool starts_on = on || bit == 24;
            assert_int_equal(line.line, entry & 0x1f);
            assert_int_equal(line.function, entry >> 8 & 0xff);
            assert_int_equal(line.nvio, bit == 25);
            assert_int_equal(line.sor, bit == 26);
            assert_int_equal(line.off_data, bit == 27);
            assert_int_equal(line.on_data, bit == 29);
            assert_int_equal(line.level, bit == (starts_on ? 29 : 27));
            assert_int_equal(line.input, bit == (starts_on ? 30 : 28));
            assert_int_equal(line.pwm, bit == 31);
        }
}

/* Without a table of resistors the image's own first bytes are none: 203 rows of 8 bytes from 0xaa on, if they were. */
TEST(without_a_table_there_are_no_resistors, make_rig, rig_down)
{
    uint8_t milliohm = 0x77;

    rig_put(rig, 0xaa + 100 * 8, "00 05 00 00 00 0a 00 00");
    parse_again();
    assert_int_equal(shunt_of(&rig->v, 5, 0, &milliohm), ERR_NOT_FOUND);
    assert_int_equal(milliohm, 0x77);
}

/* §1.1 to §1.4: signatures of images and of their structures, in units of 512 bytes; an NPDE's length and mark of the last
 * image count instead of the PCIR's. */
TEST(images_have_one_of_several_signatures, make_rig, rig_down)
{
    static const struct {
        const char *structure;
        unsigned count;
        uint16_t image;
        uint16_t offset; /* of the structure */
    } rows[] = {
        { "50 43 49 52", 1, 0xaa55, 0x40 }, { "52 47 49 53", 1, 0xbb77, 0x40 },
        { "4e 50 44 53", 1, 0x4e56, 0x40 }, { "50 43 49 52", 0, 0xaa56, 0x40 },
        { "50 43 49 53", 0, 0xaa55, 0x40 }, { "50 43 49 52", 0, 0xaa55, 0x42 },
        { "50 43 49 52", 0, 0xaa55, 0 },    { "50 43 49 52", 0, 0xaa55, 0xfff0 },
    };
    struct rom_images images;

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct rom rom = { rig->rom, RIG_ROM };

        devinit_rig_init(rig);
        if (rows[i].offset != 0x40 && rows[i].offset < RIG_ROM - 4)
            memmove(rig->rom + rows[i].offset, rig->rom + RIG_PCIR, 0x18);
        if (rows[i].offset < RIG_ROM - 4)
            rig_put(rig, rows[i].offset, rows[i].structure);
        rig_put16(rig, 0, rows[i].image);
        rig_put16(rig, 0x18, rows[i].offset);
        if (rom_chain(&rom, &images) != (rows[i].count ? OK : ERR_NOT_FOUND) ||
            images.count != rows[i].count)
            fail_msg("row %zu: %u images", i, images.count);
    }
}

TEST(an_npde_has_the_last_word, make_rig, rig_down)
{
    const struct rom rom = { rig->rom, RIG_ROM };
    struct rom_images images;

    rig_put(rig, 0x60, "4e 50 44 45 00 00 00 00 04 00 00"); /* 2 KiB, and not the last */
    assert_int_equal(rom_chain(&rom, &images), OK);
    assert_int_equal(images.list[0].length, 0x800);
    assert_false(images.complete);
    rig->rom[RIG_PCIR + 0x15] = 0;
    rig->rom[0x6a] = 0x80;
    assert_int_equal(rom_chain(&rom, &images), OK);
    assert_true(images.complete);
    rig->rom[0x6a] = 0x7f;
    assert_int_equal(rom_chain(&rom, &images), OK);
    assert_false(images.complete);
    rig->rom[0x60] = 0; /* none: the PCIR's 4 KiB, which is not marked */
    assert_int_equal(rom_chain(&rom, &images), OK);
    assert_int_equal(images.list[0].length, 0x1000);
    assert_false(images.complete);
}

/* §2.1 to §2.3: token 'C' has the limits' pointer at 8 in version 1 and at 0 in version 2; 'i' has 8 characters of a date
 * at 0xf; 'I' the boot scripts' place and size at 0x18. */
TEST(tokens_have_their_words_at_fixed_places, make_rig, rig_down)
{
    rig_put16(rig, RIG_CLOCK, 0x1234);
    rig->rom[RIG_BIT + 31] = 2;
    parse_again();
    assert_int_equal(rig->v.pll_limits, 0x1234);
    rig->rom[RIG_BIT + 31] = 3;
    parse_again();
    assert_int_equal(rig->v.pll_limits, 0);

    memcpy(rig->rom + RIG_INFO + 0xf, " ~12\x7f\x1f\xff.", 8);
    rig_put16(rig, RIG_BIT + 14, 0x17);
    rig->rom[RIG_INFO + 0x17] = '9';
    parse_again();
    assert_memory_equal(rig->v.date, " ~12\0\0\0.\0", 9);
    assert_int_equal(rig->v.board, 0);
    rig_put16(rig, RIG_BIT + 14, 0x16);
    parse_again();
    assert_int_equal(rig->v.date[0], 0);
    assert_true(rig->v.versioned);
    rig_put16(rig, RIG_BIT + 14, 4); /* too short for the version's fifth part */
    parse_again();
    assert_false(rig->v.versioned);

    rig_put16(rig, RIG_INIT + 0x18, 0x0456);
    rig_put16(rig, RIG_INIT + 0x1a, 0x0789);
    parse_again();
    assert_int_equal(rig->v.boot_at, 0x0456);
    assert_int_equal(rig->v.boot_size, 0x0789);
}

/* §2.5: the table's header counts its rows; the card has ports 0 to 9, and 4 AUX channels. */
TEST(ports_are_those_that_the_header_counts, make_rig, rig_down)
{
    struct i2c_port port = { 0 };

    rig_put(rig, RIG_PORTS, "40 05 02 04 10");
    rig_put32(rig, RIG_PORTS + 5, 0x05000009);
    rig_put32(rig, RIG_PORTS + 9, 0x0500000a);
    rig_put32(rig, RIG_PORTS + 13, 0x05000002); /* after the last */
    assert_int_equal(dcb_port_count(&rig->v), 2);
    assert_int_equal(dcb_port(&rig->v, 0, &port), OK);
    assert_int_equal(port.port, 9);
    assert_int_equal(dcb_port(&rig->v, 1, &port), ERR_RANGE);
    assert_int_equal(dcb_port(&rig->v, 2, &port), ERR_NOT_FOUND);
    rig_put32(rig, RIG_PORTS + 5, 0x06000003);
    rig_put32(rig, RIG_PORTS + 9, 0x06000004);
    assert_int_equal(dcb_aux(&rig->v, 0, &port), OK);
    assert_int_equal(port.port, 3);
    assert_int_equal(dcb_aux(&rig->v, 1, &port), ERR_RANGE);

    /* A header of 4 bytes names no ports: both are the first row's. */
    rig_put(rig, RIG_PORTS, "40 04 02 04");
    rig_put32(rig, RIG_PORTS + 4, 0x05000006);
    rig_put32(rig, RIG_PORTS + 8, 0x05000007);
    assert_int_equal(dcb_port(&rig->v, 0x80, &port), OK);
    assert_int_equal(port.port, 6);
    assert_int_equal(dcb_port(&rig->v, 0x81, &port), OK);
    assert_int_equal(port.port, 6);
    rig->rom[RIG_DCB] = 0x30;
    assert_int_equal(dcb_port_count(&rig->v), 0);
}

/* A table of 4 bytes may be the last of an image, and a connector's type its last byte. Types 0xe and 0xf of an output are
 * the end and a row to leave out. */
TEST(tables_may_be_the_last_of_an_image, make_rig, rig_down)
{
    struct dcb_output output;
    unsigned count = 9;

    rig_put16(rig, RIG_DCB + 0xa, RIG_ROM - 4);
    rig_put(rig, RIG_ROM - 4, "40 04 00 04");
    assert_int_equal(dcb_gpio_count(&rig->v, &count), OK);
    assert_int_equal(count, 0);

    assert_int_equal(dcb_output(&rig->v, 0, &output), OK);
    assert_int_equal(output.connector, 0x47);
    rig_put16(rig, RIG_DCB + 0x14, RIG_ROM - 5);
    rig_put(rig, RIG_ROM - 5, "40 04 01 01 31");
    assert_int_equal(dcb_output(&rig->v, 0, &output), OK);
    assert_int_equal(output.connector, 0x31);
    rig_put(rig, RIG_DCB + 27, "3e");
    assert_int_equal(dcb_output(&rig->v, 0, &output), ERR_NOT_FOUND);
    rig_put(rig, RIG_DCB + 27, "3f");
    assert_int_equal(dcb_output(&rig->v, 0, &output), ERR_NOT_FOUND);

    /* A header of 0x16 bytes still points to connectors, one of 0x15 does not. */
    rig->rom[RIG_DCB + 1] = 0x16;
    rig_put(rig, RIG_DCB + 0x16, "36 03 00 04 20 00 00 00");
    assert_int_equal(dcb_output(&rig->v, 0, &output), OK);
    assert_int_equal(output.connector, 0x31);
    rig->rom[RIG_DCB + 1] = 0x15;
    rig_put(rig, RIG_DCB + 0x15, "36 03 00 04 20 00 00 00");
    assert_int_equal(dcb_output(&rig->v, 0, &output), OK);
    assert_int_equal(output.connector, 0xff);
}

/* board-sensors.md §1.7: type, address of 8 bits, flags; a row of type 0xff, or with no address or an odd one, is none. */
TEST(devices_are_rows_with_an_even_address, make_rig, rig_down)
{
    struct dcb_device device;
    uint8_t milliohm = 0;

    assert_int_equal(dcb_device(&rig->v, 0, &device), ERR_NOT_FOUND); /* no such table */
    rig_put16(rig, RIG_DCB + 0x12, 0xa00);
    rig_put(rig, 0xa00,
            "40 05 05 04 00 0d 98 00 00 ff 98 00 00 0d 00 00 00 0d 99 00 00 0a 5c 10 00");
    assert_int_equal(dcb_device(&rig->v, 0, &device), OK);
    assert_true(device.type == 0x0d && device.address == 0x4c && !device.secondary);
    for (unsigned i = 1; i < 4; i++)
        assert_int_equal(dcb_device(&rig->v, i, &device), ERR_NOT_FOUND);
    assert_int_equal(dcb_device(&rig->v, 4, &device), OK);
    assert_true(device.type == 0x0a && device.address == 0x2e && device.secondary);
    assert_int_equal(shunt_of(&rig->v, 0, 0, &milliohm), ERR_NOT_FOUND); /* no token 'P' */
}

/* §6.3: records are found by the output's type and by all bits of its heads, links and resource; of the header's count. */
TEST(records_of_outputs_are_found_in_their_list, make_rig, rig_down)
{
    struct output output;

    rig_put(rig, RIG_DISPLAYS + 0x04, "21 05 02 02 00 40 0a 50 0a 60 0a"); /* two of three */
    rig_put(rig, 0xa40, "06 00 84 02 00 00 00 03");                        /* not head 0 */
    rig_put(rig, 0xa50, "06 00 84 03 00 00 00 04");
    rig_put(rig, 0xa60, "06 00 84 03 00 00 00 05");
    assert_int_equal(output_find(&rig->v, 0, &output), OK);
    assert_int_equal(output.script, 0x400);
    assert_true(output.resource == 2 && output.second_link && output.port == 3);
    assert_true(output.has_dp_flags && output.dp_flags == 2);
    rig_put(rig, RIG_DISPLAYS + 0x04, "21 05 03 02 00 40 0a ff 50 0a ff"); /* 3 bytes each */
    assert_int_equal(output_find(&rig->v, 0, &output), OK);
    assert_int_equal(output.script, 0x400);
    rig_put(rig, 0xa50, "02 00"); /* another type */
    assert_int_equal(output_find(&rig->v, 0, &output), OK);
    assert_int_equal(output.script, 0);
}

/* With no display on AUX a read counts as 0; that, and a write that nobody takes, are warned of. */
TEST(silent_displays_are_warned_of, make_rig, rig_down)
{
    static const struct output output = { .port = 3, .script = RIG_SCRIPT };

    rig->output = &output;
    rig->i2c_answer = ERR_NOT_FOUND;
    rig_expect(rig, "98 07 01 00 00 01 ff 02", "A1.107:? A1.107:02");
    assert_int_equal(rig->d.warning_count, 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(rig->d.warnings[i].kind, DEVINIT_WARN_AUX);
        assert_int_equal(rig->d.warnings[i].what, 0x107);
    }
    rig->used = 0;
    rig->i2c_answer = OK;
    rig_expect(rig, "99 07 01 00 00 01 05", "A1.107:05");
    assert_int_equal(rig->d.warning_count, 0);
}
