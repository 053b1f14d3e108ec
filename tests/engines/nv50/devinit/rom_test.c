/* The ROM reader: image chains, information table, display configuration (docs/hardware/devinit.md §1.4,
 * §2), and the searches for PLL coefficients (§5). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engines/nv50/devinit/pll.h"
#include "reference/nv50.h"
#include "tests/engines/nv50/devinit/devinit_rig.h"

static enum err parse(size_t size)
{
    return vbios_parse(rig->rom, size, &rig->v);
}

TEST(a_rom_says_what_it_is, closed_rig_up, rig_down)
{
    const struct vbios *const v = &rig->v;

    assert_int_equal(parse(RIG_ROM), OK);
    assert_int_equal(v->images.count, 1);
    assert_true(v->images.complete);
    assert_int_equal(v->images.list[0].vendor, 0x10de);
    assert_int_equal(v->images.list[0].device, 0x0400);
    assert_int_equal(v->images.list[0].length, RIG_ROM);
    assert_true(v->images.list[0].sum_ok && !v->images.list[0].sums_differ);
    assert_int_equal(v->bit, RIG_BIT);
    assert_true(v->bit_sum_ok && v->versioned && v->startable);
    assert_memory_equal(v->version, ((uint8_t[]){ 0x60, 0x84, 0x34, 0x12, 0x05 }), 5);
    assert_string_equal(v->date, "01/02/07");
    assert_int_equal(v->board, 0x0400);
    assert_int_equal(v->strap_columns, 4);
    assert_int_equal(v->strap_table, RIG_STRAPS);
    assert_int_equal(v->scripts, RIG_SCRIPTS);
    assert_int_equal(v->arrays, RIG_ARRAYS);
    assert_int_equal(v->pll_limits, RIG_PLLS);
    assert_int_equal(v->dcb, RIG_DCB);
}

/* §2.1: the header says how many tokens there are, in their order; the bytes after them are none. */
TEST(tokens_are_as_many_as_the_header_says, closed_rig_up, rig_down)
{
    const struct vbios *const v = &rig->v;

    rig_put(rig, RIG_BIT + 48, "5a 01 01 00 00 02");
    assert_int_equal(parse(RIG_ROM), OK);
    assert_int_equal(6, v->token_count);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal("iIMCUd"[i], v -> tokens[i].id);
    assert_null(vbios_token(v, 'Z'));
    assert_int_equal(2, vbios_token(v, 'i')->version);
    assert_int_equal(0x19, vbios_token(v, 'i')->size);
    assert_int_equal(RIG_INFO, vbios_token(v, 'i')->at);
    assert_int_equal(RIG_DISPLAYS + 2, vbios_token(v, 'd')->at);
}

/* §2.2: token M has its columns and the pointer to the straps in bytes 2 to 4 in version 1, in bytes 0 to 2 in
 * version 2, where 7 bytes tell of an information table too. A token that ends before them says nothing. */
TEST(memory_tokens_are_long_enough, closed_rig_up, rig_down)
{
    static const struct {
        uint8_t version, size, columns;
        uint16_t straps, info;
    } rows[] = {
        { 1, 5, 0x33, 0x5544, 0 }, { 1, 4, 0, 0, 0 },         { 2, 3, 0x11, 0x3322, 0 },
        { 2, 2, 0, 0, 0 },         { 2, 6, 0x11, 0x3322, 0 }, { 2, 7, 0x11, 0x3322, 0x5544 },
        { 3, 9, 0, 0, 0 },         { 0, 9, 0, 0, 0 },
    };
    const struct vbios *const v = &rig->v;

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        devinit_rig_init(rig);
        rig_put(rig, RIG_MEMORY, "11 22 33 44 55 66 77");
        rig->rom[RIG_BIT + 25] = rows[i].version;
        rig->rom[RIG_BIT + 26] = rows[i].size;
        assert_int_equal(parse(RIG_ROM), OK);
        assert_int_equal(v->strap_columns, rows[i].columns);
        assert_int_equal(v->strap_table, rows[i].straps);
        assert_int_equal(v->memory_info, rows[i].info);
    }
}

/* Images of some chipsets have no token M or C. */
TEST(tokens_may_be_missing, closed_rig_up, rig_down)
{
    assert_int_equal(parse(RIG_ROM), OK);
    assert_int_equal(rig->v.pll_limits, RIG_PLLS);
    rig->rom[RIG_BIT + 24] = 'm';
    rig->rom[RIG_BIT + 30] = 'c';
    assert_int_equal(parse(RIG_ROM), OK);
    assert_int_equal(rig->v.pll_limits, 0);
    assert_int_equal(rig->v.strap_columns, 0);
}

/* §2.4 */
TEST(versions_name_the_chip, closed_rig_up, rig_down)
{
    static const struct {
        uint8_t major, chip;
        uint16_t id, other;
    } rows[] = {
        { 0x60, 0x80, 0x50, 0x84 }, { 0x60, 0x84, 0x84, 0x86 }, { 0x60, 0x86, 0x86, 0x84 },
        { 0x62, 0x92, 0x92, 0x94 }, { 0x62, 0x94, 0x94, 0x98 }, { 0x62, 0x94, 0x96, 0x98 },
        { 0x62, 0x98, 0x98, 0x94 }, { 0x62, 0x00, 0xa0, 0x00 }, { 0x62, 0x77, 0xaa, 0xac },
        { 0x62, 0x79, 0xac, 0xaa }, { 0x70, 0x15, 0xa3, 0xa5 }, { 0x70, 0x16, 0xa5, 0xa8 },
        { 0x70, 0x18, 0xa8, 0xaf }, { 0x70, 0x89, 0xaf, 0xa8 },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        rig->rom[RIG_INFO + 3] = rows[i].major;
        rig->rom[RIG_INFO + 2] = rows[i].chip;
        assert_int_equal(parse(RIG_ROM), OK);
        assert_true(vbios_is_for(&rig->v, rows[i].id));
        assert_false(vbios_is_for(&rig->v, rows[i].other));
    }
    rig->rom[RIG_INFO + 3] = 0x60; /* 60.15 is nothing */
    rig->rom[RIG_INFO + 2] = 0x15;
    assert_int_equal(parse(RIG_ROM), OK);
    assert_false(vbios_is_for(&rig->v, 0xa3));
}

TEST(damaged_images_are_known, closed_rig_up, rig_down)
{
    rig->rom[RIG_ROM - 2] ^= 1;
    assert_int_equal(parse(RIG_ROM), OK);
    assert_false(rig->v.images.list[0].sum_ok);
    rig->rom[RIG_ROM - 2] ^= 1;
    assert_int_equal(parse(RIG_ROM - 1), OK);
    assert_true(rig->v.images.list[0].cut && !rig->v.images.complete);
    assert_int_equal(rig->v.image.size, RIG_ROM - 1);
    rig->rom[RIG_BIT + 11] ^= 1;
    assert_int_equal(parse(RIG_ROM), OK);
    assert_false(rig->v.bit_sum_ok);
    rig->rom[RIG_BIT + 2] = 'b';
    assert_int_equal(parse(RIG_ROM), ERR_NOT_FOUND);
    rig->rom[0] = 0;
    assert_int_equal(parse(RIG_ROM), ERR_NOT_FOUND);
    assert_int_equal(parse(0), ERR_NOT_FOUND);
}

/* The header's byte says 1 KiB, whose bytes add up to 0; the chain says 4 KiB, whose bytes do not. */
TEST(either_checksum_is_enough, closed_rig_up, rig_down)
{
    uint8_t sum = 0;

    rig->rom[2] = 2;
    for (unsigned i = 0; i < 0x3ff; i++)
        sum = (uint8_t)(sum + rig->rom[i]);
    rig->rom[0x3ff] = (uint8_t)-sum;
    rig->rom[RIG_ROM - 1] = 0x77;
    assert_int_equal(parse(RIG_ROM), OK);
    assert_true(rig->v.images.list[0].sum_ok && rig->v.images.list[0].sums_differ);
}

/* An x86 image, not the last, and an EFI image after it. */
TEST(chains_have_several_images, closed_rig_up, rig_down)
{
    uint8_t rom[RIG_ROM + 0x400] = { 0 };
    struct vbios *const v = &rig->v;

    memcpy(rom, rig->rom, RIG_ROM);
    rom[RIG_PCIR + 0x15] = 0;
    memcpy(rom + RIG_ROM, "\x55\xaa\x02", 3);
    rom[RIG_ROM + 0x18] = 0x1c;
    memcpy(rom + RIG_ROM + 0x1c, "PCIR\xde\x10\x00\x04\x00\x00\x18\x00\x03", 13);
    rom[RIG_ROM + 0x1c + 0x10] = 2;
    rom[RIG_ROM + 0x1c + 0x14] = 3;
    rom[RIG_ROM + 0x1c + 0x15] = 0x80;
    assert_int_equal(vbios_parse(rom, sizeof(rom), v), OK);
    assert_int_equal(v->images.count, 2);
    assert_int_equal(v->images.list[1].type, 3);
    assert_int_equal(v->images.list[1].at, RIG_ROM);
    assert_true(v->images.complete);
    assert_int_equal(v->image.size, RIG_ROM);

    memcpy(rom + 0x60, "NPDE", 4); /* it says: 1 KiB, and the last one */
    rom[0x68] = 2;
    rom[0x6a] = 0x80;
    assert_int_equal(vbios_parse(rom, sizeof(rom), v), OK);
    assert_int_equal(v->images.count, 1);
    assert_int_equal(v->images.list[0].length, 0x400);
}

/* A chain that goes on past eight images is read no further, and not complete. */
TEST(chains_end_with_eight_images, closed_rig_up, rig_down)
{
    static const uint8_t start[] = { 0x55, 0xaa, 0x01 };
    static const uint8_t pcir[] = { 'P',  'C',  'I',  'R',  0xde, 0x10, 0x00,
                                    0x04, 0x00, 0x00, 0x18, 0x00, 0x03 };
    static uint8_t rom[10 * 0x200];
    struct rom_images images;
    const struct rom all = { rom, sizeof(rom) };

    for (unsigned i = 0; i < 10; i++) {
        uint8_t *const image = rom + i * 0x200;

        memcpy(image, start, sizeof(start));
        image[0x18] = 0x1c;
        memcpy(image + 0x1c, pcir, sizeof(pcir));
        image[0x1c + 0x10] = 1;
        image[0x1c + 0x15] = i == 9 ? 0x80 : 0;
    }
    assert_int_equal(rom_chain(&all, &images), OK);
    assert_int_equal(images.count, 8);
    assert_false(images.complete);
    rom[7 * 0x200 + 0x1c + 0x15] = 0x80;
    assert_int_equal(rom_chain(&all, &images), OK);
    assert_int_equal(images.count, 8);
    assert_true(images.complete);
}

TEST(a_preamble_is_passed_over, closed_rig_up, rig_down)
{
    uint8_t file[0x600 + RIG_ROM] = { 0 };
    const struct rom rom = { file, sizeof(file) };
    uint32_t at = 1;

    memcpy(file + 0x600, rig->rom, RIG_ROM);
    assert_int_equal(rom_find_start(&rom, &at), OK);
    assert_int_equal(at, 0x600);
    file[0x600] = 0;
    assert_int_equal(rom_find_start(&rom, &at), ERR_NOT_FOUND);
}

TEST(the_board_lists_its_lines_and_ports, closed_rig_up, rig_down)
{
    struct i2c_port port;
    unsigned count = 0;

    assert_int_equal(parse(RIG_ROM), OK);
    assert_int_equal(dcb_gpio_count(&rig->v, &count), OK);
    assert_int_equal(count, 3);
    const struct gpio_entry off = dcb_gpio(&rig->v, 0), on = dcb_gpio(&rig->v, 1);
    assert_true(off.line == 5 && off.function == 4 && off.level && !off.input && !off.nvio);
    assert_true(on.line == 9 && on.function == 9 && on.input && on.nvio && !on.sor);
    assert_int_equal(dcb_port(&rig->v, 0x80, &port), OK);
    assert_true(port.port == 2 && port.pad == PAD_NONE);
    assert_int_equal(dcb_port(&rig->v, 0x81, &port), OK);
    assert_true(port.port == 3 && port.pad == 3);
    assert_int_equal(dcb_port(&rig->v, 2, &port), ERR_NOT_FOUND);
    assert_int_equal(dcb_port(&rig->v, 3, &port), ERR_NOT_FOUND);
    rig->rom[RIG_GPIO] = 0x41;
    assert_int_equal(dcb_gpio_count(&rig->v, &count), ERR_UNSUPPORTED);
    rig->rom[RIG_DCB] = 0x30;
    assert_int_equal(dcb_port(&rig->v, 0, &port), ERR_UNSUPPORTED);
    rig_put16(rig, 0x36, 0);
    assert_int_equal(parse(RIG_ROM), OK);
    assert_int_equal(dcb_gpio_count(&rig->v, &count), ERR_NOT_FOUND);
}

/* ---- PLLs: check values of §5.3 and §5.4 */

TEST(single_stage_search_finds_the_check_values, closed_rig_up, rig_down)
{
    static const struct pll_limits crystal = {
        .ref_khz = 27000,
        .stage = { { { 400000, 1000000 }, { 1000, 27000 }, { 8, 255 }, { 1, 13 } } },
        .p = { 0, 6 },
    };
    static const struct pll_limits pcie = {
        .ref_khz = 100000,
        .stage = { { { 400000, 1200000 }, { 2000, 27000 }, { 8, 255 }, { 1, 13 } } },
        .p = { 0, 4 },
    };
    static const struct {
        const struct pll_limits *limits;
        uint32_t khz, n, m, p, got;
    } rows[] = {
        { &crystal, 100000, 237, 8, 3, 99984 },  { &crystal, 275000, 163, 8, 1, 275063 },
        { &crystal, 400000, 237, 8, 1, 399938 }, { &crystal, 500000, 37, 2, 0, 499500 },
        { &crystal, 600000, 200, 9, 0, 600000 }, { &pcie, 400000, 16, 4, 0, 400000 },
        { &pcie, 500000, 20, 4, 0, 500000 },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct pll_setting s = { 0 };

        assert_int_equal(pll_single(rows[i].limits, rows[i].khz, &s), OK);
        if (s.n[0] != rows[i].n || s.m[0] != rows[i].m || s.p != rows[i].p || s.khz != rows[i].got)
            fail_msg("%u kHz: N %u M %u P %u: %u", rows[i].khz, s.n[0], s.m[0], s.p, s.khz);
    }
}

/* §5.3, by hand: 90 MHz times 4 does not reach 400 MHz, so the oscillator may run at 90 times P max 2, 180 MHz, to 360:
 * with P 1 and M 3, N 20 gives 90 MHz. And 502 MHz is more than 500, which 502 and half a percent replace. */
TEST(single_stage_limits_give_way, closed_rig_up, rig_down)
{
    struct pll_limits limits = {
        .ref_khz = 27000,
        .stage = { { { 400000, 500000 }, { 1000, 27000 }, { 8, 255 }, { 1, 13 } } },
        .p = { 0, 2 },
    };
    struct pll_setting s = { 0 };

    assert_int_equal(pll_single(&limits, 90000, &s), OK);
    assert_true(s.n[0] == 20 && s.m[0] == 3 && s.p == 1);
    assert_int_equal(s.khz, 90000);
    assert_int_equal(pll_single(&limits, 502000, &s), OK);
    assert_int_equal(s.p, 0);
}

TEST(searches_without_a_candidate_fail, closed_rig_up, rig_down)
{
    struct pll_limits limits = {
        .ref_khz = 27000,
        .stage = { { { 400000, 1000000 }, { 1000, 27000 }, { 8, 9 }, { 1, 1 } } },
        .p = { 0, 6 },
    };
    struct pll_setting s;

    assert_int_equal(pll_single(&limits, 600000, &s), ERR_RANGE);
    assert_int_equal(pll_single(&limits, 0, &s), ERR_RANGE);
    limits.stage[0].m.min = 0;
    assert_int_equal(pll_single(&limits, 600000, &s), ERR_RANGE);
    assert_int_equal(pll_double(&limits, 600000, &s), ERR_RANGE);
    assert_int_equal(pll_gt215(&limits, 600000, false, &s), ERR_RANGE);
}

TEST(gt215_search_finds_the_check_values, closed_rig_up, rig_down)
{
    static const struct pll_limits limits = {
        .ref_khz = 27000,
        .stage = { { { 0, 1000000 }, { 5000, 27000 }, { 8, 255 }, { 1, 16 } } },
        .p = { 1, 63 },
    };
    static const struct {
        uint32_t khz;
        bool fractional;
        uint32_t n, m, p, fraction;
    } rows[] = {
        { 148500, true, 65, 2, 6, 4096 },
        { 148500, false, 66, 2, 6, 0 },
        { 65000, true, 71, 2, 15, 5916 },
        { 108000, true, 71, 2, 9, 4096 },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct pll_setting s = { 0 };

        assert_int_equal(pll_gt215(&limits, rows[i].khz, rows[i].fractional, &s), OK);
        if (s.n[0] != rows[i].n || s.m[0] != rows[i].m || s.p != rows[i].p ||
            s.fraction != rows[i].fraction)
            fail_msg("%u kHz: N %u M %u P %u fN %u", rows[i].khz, s.n[0], s.m[0], s.p, s.fraction);
    }
}

/* By hand, 27 MHz. A pair that begins with M 3: 148.5 MHz times P 6 times 3 is 99 times the reference, which a fraction
 * makes of N 98. 65 MHz without a fraction, P 15: M 2 to 4 give 64.8 MHz, M 5 with N 181 65.16 MHz, M 6 with N 217
 * 65.1 MHz, for 180.6 and 216.7 are rounded up. */
TEST(gt215_search_keeps_to_its_limits, closed_rig_up, rig_down)
{
    struct pll_limits limits = {
        .ref_khz = 27000,
        .stage = { { { 0, 1000000 }, { 5000, 27000 }, { 8, 255 }, { 3, 16 } } },
        .p = { 1, 63 },
    };
    struct pll_setting s = { 0 };

    assert_int_equal(pll_gt215(&limits, 148500, true, &s), OK);
    assert_true(s.n[0] == 98 && s.m[0] == 3 && s.p == 6 && s.fraction == 4096);
    limits.stage[0].m.min = 1;
    assert_int_equal(pll_gt215(&limits, 65000, false, &s), OK);
    assert_true(s.n[0] == 217 && s.m[0] == 6 && s.p == 15 && s.fraction == 0);
    assert_int_equal(s.khz, 65100);
}

/* §5.3: the second oscillator may go half a percent beyond a frequency that it just reaches: of 500 MHz come 502.5 MHz.
 * N1 4 and N2 5 make 500 MHz of 25 MHz. */
TEST(second_oscillators_may_go_a_little_too_fast, closed_rig_up, rig_down)
{
    static const struct {
        uint32_t ref, khz;
        enum err e;
    } rows[] = { { 25000, 500000, OK }, /* exact */
                 { 25125, 500000, OK }, /* 502.5 MHz */
                 { 25126, 500000, ERR_RANGE } };
    struct pll_limits limits = {
        .stage = { { { 90000, 110000 }, { 5000, 27000 }, { 4, 4 }, { 1, 1 } },
                   { { 400000, 500000 }, { 50000, 400000 }, { 5, 6 }, { 1, 1 } } },
        .p = { 0, 0 },
    };
    struct pll_setting s = { 0 };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        limits.ref_khz = rows[i].ref;
        assert_int_equal(pll_double(&limits, rows[i].khz, &s), rows[i].e);
    }
    /* Only one of two ranges has one value: the stage is not a fixed one, N2 is searched for. */
    limits.ref_khz = 25000;
    assert_int_equal(pll_double(&limits, 500000, &s), OK);
    assert_true(s.n[1] == 5 && s.m[1] == 1);
    assert_int_equal(s.khz, 500000);
    /* A fixed one divides by its own multiplier. */
    limits.stage[1].n.max = 5;
    assert_int_equal(pll_double(&limits, 500000, &s), OK);
    assert_int_equal(s.khz, 100000);
}

/* §5.3, two stages, worked by hand: 27 MHz; N1 8 and M1 1 give 216 MHz, N2 4 and M2 1 give 864 MHz, which
 * is twice 432 MHz: lim = (1000 - 5) / 2 = 497.5 MHz, 432 MHz > lim >> 1 = 248.75 MHz, so P is 1. */
TEST(two_stage_search_goes_through_both_vcos, closed_rig_up, rig_down)
{
    static const struct pll_limits limits = {
        .ref_khz = 27000,
        .stage = { { { 100000, 405000 }, { 5000, 27000 }, { 8, 8 }, { 1, 1 } },
                   { { 400000, 1000000 }, { 50000, 400000 }, { 4, 31 }, { 1, 4 } } },
        .p = { 0, 7 },
    };
    struct pll_setting s = { 0 };

    assert_int_equal(pll_double(&limits, 432000, &s), OK);
    assert_true(s.n[0] == 8 && s.m[0] == 1 && s.n[1] == 4 && s.m[1] == 1 && s.p == 1);
    assert_int_equal(s.khz, 432000);
}

/* §5.2: the same record in each version of the table. */
TEST(limits_are_read_from_every_version, closed_rig_up, rig_down)
{
    struct pll_limits limits;

    assert_int_equal(parse(RIG_ROM), OK);
    assert_int_equal(pll_limits(&rig->v, 4, &limits), OK);
    assert_true(limits.reg == REF_PCLOCK_MPLL && limits.ref_khz == 27000 && limits.bias == 5);
    assert_true(limits.stage[0].vco.min == 400000 && limits.stage[0].vco.max == 1000000);
    assert_true(limits.stage[0].input.min == 1000 && limits.stage[0].input.max == 27000);
    assert_true(limits.stage[0].n.max == 255 && limits.stage[0].m.max == 13 && limits.p.max == 6);
    assert_int_equal(pll_limits(&rig->v, 0x4028, &limits), OK);
    assert_int_equal(limits.id, 1);
    assert_int_equal(pll_limits(&rig->v, 2, &limits), ERR_NOT_FOUND);

    rig_put(rig, RIG_PLLS,
            "21 04 23 01 28 40 00 00 90 01 e8 03 f4 01 d0 07 01 00 32 00 1b 00 2c 01 "
            "08 ff 01 0d 02 1f 01 04 01 06 05 78 69 00 00");
    assert_int_equal(pll_limits(&rig->v, 0x4028, &limits), OK);
    assert_true(limits.stage[0].vco.max == 1000000 && limits.stage[1].vco.min == 500000 &&
                limits.stage[1].vco.max == 2000000);
    assert_true(limits.stage[0].input.min == 1000 && limits.stage[1].input.min == 50000 &&
                limits.stage[0].input.max == 27000 && limits.stage[1].input.max == 300000);
    assert_true(limits.stage[1].n.max == 0x1f && limits.p.min == 1 && limits.ref_khz == 27000);
    assert_int_equal(limits.bias, 5);

    rig_put(rig, RIG_PLLS, "40 04 0b 01 80 40 09 00 41 61 00 00 00 1b 00");
    rig_put(rig, RIG_PLLS + 0x40, "90 01 e8 03 05 00 1b 00 01 10 08 ff 01 3f");
    assert_int_equal(pll_limits(&rig->v, 0x80, &limits), OK);
    assert_true(limits.reg == REF_PCLOCK_VPLL && limits.ref_khz == 27000);
    assert_true(limits.stage[0].m.max == 16 && limits.stage[0].n.min == 8 && limits.p.max == 63);
    rig->rom[RIG_PLLS] = 0x50;
    assert_int_equal(pll_limits(&rig->v, 0x80, &limits), ERR_UNSUPPORTED);
}

/* §5.5: a head's PLL, on G84 by two stages, on GT215 with a fraction: 148.5 MHz is N 65, M 2, P 6. */
TEST(head_plls_have_their_own_layout, closed_rig_up, rig_down)
{
    rig_put(rig, RIG_PLLS, "40 04 0b 01 80 40 09 00 41 61 00 00 00 1b 00");
    rig_put(rig, RIG_PLLS + 0x40, "90 01 e8 03 05 00 1b 00 01 10 08 ff 01 3f");
    rig->chip = CHIP_GT215;
    rig_expect(rig, "88 80 14 44 02 00", "R614100=50000610 R614104=60241 R614108=1000");
    rig->used = 0;
    /* no source says how GT215's others are set */
    rig_put(rig, RIG_PLLS + 4, "04 40 09 00 40 00 00");
    assert_int_equal(script_run(rig, "88 04 14 44 02 00", (struct devinit_rules){ 0 }),
                     DEVINIT_PLL);
    assert_int_equal(rig->d.end.error, ERR_UNSUPPORTED);

    devinit_rig_init(rig);
    rig_put(rig, RIG_PLLS, "30 04 07 01 80 40 09 00 41 61 00");
    rig_put(rig, RIG_PLLS + 0x40,
            "64 00 95 01 90 01 e8 03 05 00 32 00 1b 00 90 01 "
            "08 08 01 01 04 1f 01 04 00 07 00 00 78 69 00 00");
    rig_expect(rig, "88 80 80 97 06 00", "R614100=10000611 R614104=10008 R614108=10010004");
}

/* A table of version 2.1 that has the limits of one PLL, 400 to 1000 MHz from 27 MHz (§5.2). */
static void put_old_limits(uint32_t reg)
{
    rig_put(rig, RIG_PLLS,
            "21 04 23 01 00 00 00 00 90 01 e8 03 00 00 00 00 01 00 00 00 1b 00 00 00 "
            "08 ff 01 0d 00 00 00 00 00 06 00 78 69 00 00");
    rig_put32(rig, RIG_PLLS + 4, reg);
}

/* §5.1: tables older than 3.0 name registers only, so that an id means the same register on each board. The first word
 * of a PLL is written first. */
TEST(ids_have_fixed_registers_in_old_tables, closed_rig_up, rig_down)
{
    static const struct {
        const char *bytes;
        uint32_t reg;
        unsigned chip;
    } rows[] = {
        { "88 01 80 1a 06 00", 0x004028, CHIP_G84 }, { "88 02 80 1a 06 00", 0x004020, CHIP_G84 },
        { "88 04 80 1a 06 00", 0x004008, CHIP_G84 }, { "88 05 80 1a 06 00", 0x004030, CHIP_G84 },
        { "88 80 80 1a 06 00", 0x614100, CHIP_G84 }, { "88 81 80 1a 06 00", 0x614900, CHIP_G84 },
        { "88 01 80 1a 06 00", 0x004028, CHIP_G80 }, { "88 81 80 1a 06 00", 0x614900, CHIP_G80 },
    };
    static const struct {
        const char *bytes;
        uint32_t reg;
        unsigned chip;
    } nowhere[] = {
        { "88 05 80 1a 06 00", 0x004030, CHIP_G80 },
        { "88 06 80 1a 06 00", 0x004030, CHIP_G84 },
        { "88 82 80 1a 06 00", 0x615100, CHIP_G84 },
        { "88 01 80 1a 06 00", 0x004020, CHIP_G84 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char first[20];

        devinit_rig_init(rig);
        rig->chip = rows[i].chip;
        put_old_limits(rows[i].reg);
        assert_int_equal(script_run(rig, rows[i].bytes, (struct devinit_rules){ 0 }), DEVINIT_OK);
        snprintf(first, sizeof(first), "R%x=", rows[i].reg);
        assert_memory_equal(first, rig->log, strlen(first));
    }
    for (size_t i = 0; i < sizeof(nowhere) / sizeof(nowhere[0]); i++) {
        devinit_rig_init(rig);
        rig->chip = nowhere[i].chip;
        put_old_limits(nowhere[i].reg);
        assert_int_equal(script_run(rig, nowhere[i].bytes, (struct devinit_rules){ 0 }),
                         DEVINIT_PLL);
        assert_int_equal(rig->d.end.error, ERR_NOT_FOUND);
        assert_string_equal("", rig->log);
    }
}
