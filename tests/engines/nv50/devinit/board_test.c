/* Tables of a ROM at their ends (docs/hardware/devinit.md §1, §2): file, chain of images, BIT, ports. */
#include "tests/engines/nv50/devinit/devinit_rig.h"

FIXTURE(make_rig)
{
    closed_rig_up(NULL);
    assert_int_equal(vbios_parse(rig->rom, RIG_ROM, &rig->v), OK);
}

static void parse_again(void)
{
    rig_close(rig);
    assert_int_equal(vbios_parse(rig->rom, RIG_ROM, &rig->v), OK);
}

TEST(an_npde_has_the_last_word, make_rig, rig_down)
{
    const struct rom rom = { rig->rom, RIG_ROM };
    struct rom_images images;

    rig_put(rig, 0x60, "4e 50 44 45 00 00 00 00 04 00 00"); /* 2 KiB, and not the last */
    assert_pairs(rom_chain(&rom, &images), OK, images.list[0].length, 0x800);
    assert_false(images.complete);
    rig->rom[RIG_PCIR + 0x15] = 0;
    rig->rom[0x6a] = 0x80;
    assert_pairs(rom_chain(&rom, &images), OK, true, images.complete);
    rig->rom[0x6a] = 0x7f;
    assert_pairs(rom_chain(&rom, &images), OK, false, images.complete);
    rig->rom[0x60] = 0; /* none: the PCIR's 4 KiB, which is not marked */
    assert_pairs(rom_chain(&rom, &images), OK, images.list[0].length, 0x1000);
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
    assert_pairs(rig->v.boot_at, 0x0456, rig->v.boot_size, 0x0789);
}

/* §2.5: the table's header counts its rows; the card has ports 0 to 9, and 4 AUX channels. */
TEST(ports_are_those_that_the_header_counts, make_rig, rig_down)
{
    struct i2c_port port = { 0 };

    rig_put(rig, RIG_PORTS, "40 05 02 04 10");
    rig_put32(rig, RIG_PORTS + 5, 0x05000009);
    rig_put32(rig, RIG_PORTS + 9, 0x0500000a);
    rig_put32(rig, RIG_PORTS + 13, 0x05000002); /* after the last */
    assert_pairs(dcb_port_count(&rig->v), 2, dcb_port(&rig->v, 0, &port), OK, port.port, 9);
    assert_int_equal(dcb_port(&rig->v, 1, &port), ERR_RANGE);
    assert_int_equal(dcb_port(&rig->v, 2, &port), ERR_NOT_FOUND);
    rig_put32(rig, RIG_PORTS + 5, 0x06000003);
    rig_put32(rig, RIG_PORTS + 9, 0x06000004);
    assert_pairs(dcb_aux(&rig->v, 0, &port), OK, port.port, 3);
    assert_int_equal(dcb_aux(&rig->v, 1, &port), ERR_RANGE);

    /* A header of 4 bytes names no ports: both are the first row's. */
    rig_put(rig, RIG_PORTS, "40 04 02 04");
    rig_put32(rig, RIG_PORTS + 4, 0x05000006);
    rig_put32(rig, RIG_PORTS + 8, 0x05000007);
    assert_pairs(dcb_port(&rig->v, 0x80, &port), OK, port.port, 6);
    assert_pairs(dcb_port(&rig->v, 0x81, &port), OK, port.port, 6);
    rig->rom[RIG_DCB] = 0x30;
    assert_int_equal(dcb_port_count(&rig->v), 0);
}

/* A table of 4 bytes, or a connector's type, may be the last of an image. Types 0xe and 0xf: end, and no output. */
TEST(tables_may_be_the_last_of_an_image, make_rig, rig_down)
{
    struct dcb_output output;
    unsigned count = 9;

    rig_put16(rig, RIG_DCB + 0xa, RIG_ROM - 4);
    rig_put(rig, RIG_ROM - 4, "40 04 00 04");
    assert_pairs(dcb_gpio_count(&rig->v, &count), OK, count, 0);

    assert_pairs(dcb_output(&rig->v, 0, &output), OK, output.connector, 0x47);
    rig_put16(rig, RIG_DCB + 0x14, RIG_ROM - 5);
    rig_put(rig, RIG_ROM - 5, "40 04 01 01 31");
    assert_pairs(dcb_output(&rig->v, 0, &output), OK, output.connector, 0x31);
    rig_put(rig, RIG_DCB + 27, "3e");
    assert_int_equal(dcb_output(&rig->v, 0, &output), ERR_NOT_FOUND);
    rig_put(rig, RIG_DCB + 27, "3f");
    assert_int_equal(dcb_output(&rig->v, 0, &output), ERR_NOT_FOUND);

    /* A header of 0x16 bytes still points to connectors, one of 0x15 does not. */
    rig->rom[RIG_DCB + 1] = 0x16;
    rig_put(rig, RIG_DCB + 0x16, "36 03 00 04 20 00 00 00");
    assert_pairs(dcb_output(&rig->v, 0, &output), OK, output.connector, 0x31);
    rig->rom[RIG_DCB + 1] = 0x15;
    rig_put(rig, RIG_DCB + 0x15, "36 03 00 04 20 00 00 00");
    assert_pairs(dcb_output(&rig->v, 0, &output), OK, output.connector, 0xff);
}

/* §6.3: records are found by the output's type and by all bits of its heads, links and resource; of the header's count. */
TEST(records_of_outputs_are_found_in_their_list, make_rig, rig_down)
{
    struct output output;

    rig_put(rig, RIG_DISPLAYS + 0x04, "21 05 02 02 00 40 0a 50 0a 60 0a"); /* two of three */
    rig_put(rig, 0xa40, "06 00 84 02 00 00 00 03");                        /* not head 0 */
    rig_put(rig, 0xa50, "06 00 84 03 00 00 00 04");
    rig_put(rig, 0xa60, "06 00 84 03 00 00 00 05");
    assert_pairs(output_find(&rig->v, 0, &output), OK, output.script, 0x400);
    assert_true(output.resource == 2 && output.second_link && output.port == 3);
    assert_true(output.has_dp_flags && output.dp_flags == 2);
    rig_put(rig, RIG_DISPLAYS + 0x04, "21 05 03 02 00 40 0a ff 50 0a ff"); /* 3 bytes each */
    assert_pairs(output_find(&rig->v, 0, &output), OK, output.script, 0x400);
    rig_put(rig, 0xa50, "02 00"); /* another type */
    assert_pairs(output_find(&rig->v, 0, &output), OK, output.script, 0);
}

/* With no display on AUX a read counts as 0; that, and a write that nobody takes, are warned of. */
TEST(silent_displays_are_warned_of, make_rig, rig_down)
{
    static const struct output output = { .port = 3, .script = RIG_SCRIPT };

    rig->output = &output;
    rig->i2c_answer = ERR_NOT_FOUND;
    rig_expect(rig, "98 07 01 00 00 01 ff 02", "A1.107:? A1.107:02");
    assert_int_equal(rig->d.warning_count, 2);
    for (unsigned i = 0; i < 2; i++)
        assert_pairs(rig->d.warnings[i].kind, DEVINIT_WARN_AUX, rig->d.warnings[i].what, 0x107);
    rig->i2c_answer = OK;
    rig_expect(rig, "99 07 01 00 00 01 05", "A1.107:05");
    assert_int_equal(rig->d.warning_count, 0);
}
