/* The ROM reader: image chains, information table, display configuration (docs/hardware/devinit.md §1.4,
 * §2), and the limits of PLLs (§5). */
#include "engines/nv50/devinit/pll.h"
#include "tests/engines/nv50/devinit/devinit_rig.h"

static enum err parse(size_t size)
{
    return vbios_parse(rig->rom, size, &rig->v);
}

TEST(a_rom_says_what_it_is, closed_rig_up, rig_down)
{
    const struct vbios *const v = &rig->v;

    assert_pairs(parse(RIG_ROM), OK, v->images.count, 1);
    assert_true(v->images.complete);
    assert_pairs(v->images.list[0].vendor, 0x10de, v->images.list[0].device, 0x0400,
                 v->images.list[0].length, RIG_ROM);
    assert_true(v->images.list[0].sum_ok && !v->images.list[0].sums_differ);
    assert_int_equal(v->bit, RIG_BIT);
    assert_true(v->bit_sum_ok && v->versioned && v->startable);
    assert_memory_equal(v->version, ((uint8_t[]){ 0x60, 0x84, 0x34, 0x12, 0x05 }), 5);
    assert_string_equal(v->date, "01/02/07");
    assert_pairs(v->board, 0x0400, v->strap_columns, 4, v->strap_table, RIG_STRAPS, v->scripts,
                 RIG_SCRIPTS, v->arrays, RIG_ARRAYS, v->pll_limits, RIG_PLLS, v->dcb, RIG_DCB);
}

/* §1.4: which words begin an image and which its data structure, whose offset is a multiple of 4, and not 0. */
TEST(images_begin_with_their_signatures, rig_up, rig_down)
{
    /* clang-format off */
    static const struct { const char *name; uint32_t signature, offset; enum err e; } rows[] = {
        { "PCIR", 0xaa55, 0x40, OK }, { "PCIR", 0xbb77, 0x40, OK }, { "PCIR", 0x4e56, 0x40, OK },
        { "PCIR", 0xab55, 0x40, ERR_NOT_FOUND }, { "RGIS", 0xaa55, 0x40, OK }, { "NPDS", 0xaa55, 0x40, OK },
        { "PCIS", 0xaa55, 0x40, ERR_NOT_FOUND }, { "PCIR", 0xaa55, 0x42, ERR_NOT_FOUND },
        { "PCIR", 0xaa55, 0xff8, ERR_NOT_FOUND },
    };
    /* clang-format on */

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t at = 1;

        devinit_rig_init(rig);
        rig_put16(rig, 0, rows[i].signature);
        rig_put16(rig, 0x18, rows[i].offset);
        memcpy(rig->rom + rows[i].offset, rows[i].name, 4);
        assert_pairs(rom_find_start(&(struct rom){ rig->rom, RIG_ROM }, &at), rows[i].e, at,
                     rows[i].e != OK);
    }
}

/* §2.1: the header says how many tokens there are, in their order; the bytes after them are none. */
TEST(tokens_are_as_many_as_the_header_says, closed_rig_up, rig_down)
{
    const struct vbios *const v = &rig->v;

    rig_put(rig, RIG_BIT + 48, "5a 01 01 00 00 02");
    assert_pairs(parse(RIG_ROM), OK, 6, v->token_count);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal("iIMCUd"[i], v -> tokens[i].id);
    assert_null(vbios_token(v, 'Z'));
    assert_pairs(2, vbios_token(v, 'i')->version, 0x19, vbios_token(v, 'i')->size, RIG_INFO,
                 vbios_token(v, 'i')->at, RIG_DISPLAYS + 2, vbios_token(v, 'd')->at);
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
        assert_pairs(parse(RIG_ROM), OK, v->strap_columns, rows[i].columns, v->strap_table,
                     rows[i].straps, v->memory_info, rows[i].info);
    }
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
        assert_pairs(parse(RIG_ROM), OK, true, vbios_is_for(&rig->v, rows[i].id), false,
                     vbios_is_for(&rig->v, rows[i].other));
    }
    rig->rom[RIG_INFO + 3] = 0x60; /* 60.15 is nothing */
    rig->rom[RIG_INFO + 2] = 0x15;
    assert_pairs(parse(RIG_ROM), OK, false, vbios_is_for(&rig->v, 0xa3));
}

/* ---- PLLs */

/* §5.2: the same record in each version of the table. */
TEST(limits_are_read_from_every_version, closed_rig_up, rig_down)
{
    struct pll_limits limits;

    assert_pairs(parse(RIG_ROM), OK, pll_limits(&rig->v, 4, &limits), OK);
    assert_true(limits.reg == REF_PCLOCK_MPLL && limits.ref_khz == 27000 && limits.bias == 5);
    assert_true(limits.stage[0].vco.min == 400000 && limits.stage[0].vco.max == 1000000);
    assert_true(limits.stage[0].input.min == 1000 && limits.stage[0].input.max == 27000);
    assert_true(limits.stage[0].n.max == 255 && limits.stage[0].m.max == 13 && limits.p.max == 6);
    assert_pairs(pll_limits(&rig->v, 0x4028, &limits), OK, limits.id, 1);
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
