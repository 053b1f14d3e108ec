/* Coefficients of PLLs from frequencies (docs/hardware/devinit.md §5): boards' limits at their edges, and the registers
 * written. The expected results of the searches were worked out from the text of §5.3 and §5.4, step by step. */
#include "engines/nv50/devinit/pll.h"
#include "tests/engines/nv50/devinit/devinit_rig.h"

enum search { SINGLE, DOUBLE, GT215, GT215_FRACTION };

/* Limits met exactly, missed by one, crossed or 0. A stage: oscillator, input, N, M; then the post divider. */
#define NO_SETTING ERR_RANGE, { 0 }, { 0 }, 0, 0, 0

// clang-format off
static const struct {
    enum search search;
    uint32_t khz, ref;
    struct pll_stage stage[2];
    struct pll_range p;
    enum err e;
    uint32_t n[2], m[2], post, fraction, got;
} searches[] = {
    { SINGLE, 148500, 27001, { { { 297001, 1000000 }, { 1, 27001 }, { 23, 255 }, { 1, 5 } } }, { 0, 1 },
      OK, { 33, 0 }, { 3, 0 }, 1, 0, 148506 },
    { SINGLE, 502000, 27000, { { { 400000, 500000 }, { 27000, 27000 }, { 8, 255 }, { 1, 1 } } }, { 0, 3 },
      OK, { 19, 0 }, { 1, 0 }, 0, 0, 513000 },
    { SINGLE, 13500, 100000, { { { 400000, 13567 }, { 50000, 100000 }, { 1, 1 }, { 1, 13 } } }, { 0, 2 },
      OK, { 1, 0 }, { 2, 0 }, 1, 0, 25000 },
    { SINGLE, 100000, 27000, { { { 800000, 1600000 }, { 27000, 27000 }, { 0, 255 }, { 1, 1 } } }, { 0, 3 },
      OK, { 30, 0 }, { 1, 0 }, 3, 0, 101250 },
    { SINGLE, 107157, 13500, { { { 400000, 1000000 }, { 1000, 27000 }, { 8, 255 }, { 1, 13 } } }, { 0, 6 },
      OK, { 127, 0 }, { 2, 0 }, 3, 0, 107157 },
    { SINGLE, 100000, 13500, { { { 100000, 200000 }, { 6750, 13500 }, { 1, 95 }, { 0, 13 } } }, { 0, 0 }, NO_SETTING },
    { SINGLE, 90000, 100000, { { { 180001, 360000 }, { 1, 6250 }, { 86, 86 }, { 3, 16 } } }, { 0, 1 }, NO_SETTING },
    { SINGLE, 0, 27000, { { { 137500, 274999 }, { 9000, 9000 }, { 0, 255 }, { 3, 16 } } }, { 0, 1 }, NO_SETTING },
    { SINGLE, 50000, 13500, { { { 400001, 1000000 }, { 6750, 13500 }, { 59, 59 }, { 1, 2 } } }, { 0, 3 }, NO_SETTING },
    { SINGLE, 400000, 100000, { { { 800000, 800000 }, { 1, 25000 }, { 1, 239 }, { 2, 4 } } }, { 0, 16 }, NO_SETTING },
    /* N1 8 and M1 1 give 216 MHz, N2 4 and M2 1 give 864 MHz, which is twice 432 MHz: lim = (1000 - 5) / 2 = 497.5 MHz,
     * 432 MHz > lim >> 1 = 248.75 MHz, so P is 1 */
    { DOUBLE, 432000, 27000, { { { 100000, 405000 }, { 5000, 27000 }, { 8, 8 }, { 1, 1 } },
        { { 400000, 1000000 }, { 50000, 400000 }, { 4, 31 }, { 1, 4 } } }, { 0, 7 },
      OK, { 8, 4 }, { 1, 1 }, 1, 0, 432000 },
    { DOUBLE, 250000, 27001, { { { 108005, 198004 }, { 5000, 27000 }, { 4, 12 }, { 1, 2 } },
        { { 400000, 1000000 }, { 54002, 400000 }, { 1, 255 }, { 2, 2 } } }, { 0, 7 },
      OK, { 12, 6 }, { 2, 2 }, 1, 0, 243009 },
    { DOUBLE, 500000, 13500, { { { 0, 27000 }, { 1000, 100000 }, { 4, 12 }, { 2, 3 } },
        { { 1000000, 1005000 }, { 1000, 27000 }, { 4, 4 }, { 1, 1 } } }, { 0, 7 },
      OK, { 4, 4 }, { 2, 1 }, 0, 0, 27000 },
    { DOUBLE, 432000, 27001, { { { 166008, 216008 }, { 27001, 27001 }, { 8, 8 }, { 1, 1 } },
        { { 432000, 432000 }, { 108004, 400000 }, { 4, 31 }, { 1, 2 } } }, { 0, 1 },
      OK, { 8, 4 }, { 1, 2 }, 0, 0, 432016 },
    { DOUBLE, 108000, 13500, { { { 100000, 405000 }, { 1000, 100000 }, { 16, 17 }, { 1, 1 } },
        { { 114750, 1000000 }, { 50000, 400000 }, { 1, 255 }, { 2, 2 } } }, { 0, 1 },
      OK, { 16, 2 }, { 1, 2 }, 1, 0, 108000 },
    { DOUBLE, 50000, 100000, { { { 100000, 405000 }, { 33333, 100000 }, { 4, 4 }, { 1, 3 } },
        { { 50000, 50000 }, { 400000, 400000 }, { 4, 5 }, { 0, 2 } } }, { 0, 0 }, NO_SETTING },
    { DOUBLE, 497500, 27000, { { { 432000, 433000 }, { 27000, 27000 }, { 8, 16 }, { 1, 1 } },
        { { 400000, 1000000 }, { 1000, 216000 }, { 2, 31 }, { 2, 2 } } }, { 0, 2 }, NO_SETTING },
    { DOUBLE, 250000, 14318, { { { 90000, 110000 }, { 1000, 100000 }, { 4, 4 }, { 1, 2 } },
        { { 400000, 500000 }, { 50000, 400000 }, { 4, 31 }, { 1, 2 } } }, { 0, 4 }, NO_SETTING },
    { DOUBLE, 100000, 14318, { { { 114544, 114544 }, { 14318, 14318 }, { 8, 8 }, { 1, 2 } },
        { { 100000, 100000 }, { 5000, 50000 }, { 4, 5 }, { 1, 4 } } }, { 0, 1 }, NO_SETTING },
    { DOUBLE, 200000, 14318, { { { 57272, 57272 }, { 5000, 27000 }, { 4, 4 }, { 1, 3 } },
        { { 400000, 1000000 }, { 1000, 57272 }, { 2, 31 }, { 1, 1 } } }, { 0, 15 }, NO_SETTING },
    { DOUBLE, 432000, 25000, { { { 150000, 200000 }, { 1000, 100000 }, { 8, 8 }, { 1, 2 } },
        { { 6200000, 1000000 }, { 200000, 400000 }, { 4, 31 }, { 1, 2 } } }, { 0, 2 }, NO_SETTING },
    { DOUBLE, 108000, 25000, { { { 150000, 200000 }, { 8333, 25000 }, { 8, 8 }, { 0, 3 } },
        { { 216000, 432000 }, { 1000, 100000 }, { 4, 31 }, { 2, 2 } } }, { 0, 2 }, NO_SETTING },
    { DOUBLE, 0, 14318, { { { 100000, 405000 }, { 14318, 14318 }, { 16, 17 }, { 1, 1 } },
        { { 0, 216000 }, { 50000, 400000 }, { 4, 4 }, { 1, 1 } } }, { 0, 2 }, NO_SETTING },
    { DOUBLE, 65000, 25000, { { { 90000, 110000 }, { 5000, 27000 }, { 8, 16 }, { 1, 2 } },
        { { 400000, 1000000 }, { 100000, 400000 }, { 1, 255 }, { 1, 4 } } }, { 0, 16 }, NO_SETTING },
    { DOUBLE, 131071, 131071, { { { 100000, 200000 }, { 100000, 200000 }, { 1, 1 }, { 1, 1 } },
        { { 200000, 270000 }, { 100000, 200000 }, { 1, 4 }, { 1, 1 } } }, { 0, 15 },
      OK, { 1, 2 }, { 1, 1 }, 1, 0, 131071 },
    { DOUBLE, 131072, 131072, { { { 100000, 200000 }, { 100000, 200000 }, { 1, 1 }, { 1, 1 } },
        { { 200000, 270000 }, { 100000, 200000 }, { 1, 4 }, { 1, 1 } } }, { 0, 15 }, NO_SETTING },
    { GT215, 108000, 27000, { { { 400000, 108540 }, { 1, 26999 }, { 24, 24 }, { 1, 1 } } }, { 6, 6 },
      OK, { 24, 0 }, { 1, 0 }, 6, 0, 108000 },
    { GT215, 100000, 14318, { { { 50000, 99999 }, { 4772, 14318 }, { 8, 255 }, { 3, 16 } } }, { 2, 4 },
      OK, { 42, 0 }, { 3, 0 }, 2, 0, 100226 },
    { GT215, 275000, 100000, { { { 1100000, 1150000 }, { 33334, 100000 }, { 8, 255 }, { 3, 16 } } }, { 6, 6 },
      OK, { 50, 0 }, { 3, 0 }, 6, 0, 277777 },
    { GT215, 148500, 0, { { { 400000, 1000000 }, { 27001, 27000 }, { 0, 255 }, { 1, 1 } } }, { 6, 6 }, NO_SETTING },
    { GT215, 100000, 27001, { { { 100000, 100000 }, { 27001, 27001 }, { 8, 255 }, { 2, 4 } } }, { 1, 6 }, NO_SETTING },
    { GT215, 500000, 14318, { { { 2000001, 8000000 }, { 1, 14318 }, { 0, 255 }, { 1, 1 } } }, { 1, 0 }, NO_SETTING },
    { GT215_FRACTION, 27000, 14318, { { { 400000, 1000000 }, { 5000, 27000 }, { 8, 255 }, { 2, 4 } } }, { 1, 7 },
      OK, { 25, 0 }, { 2, 0 }, 7, 7376, 25567 },
    { GT215_FRACTION, 65000, 100000, { { { 520001, 1000000 }, { 100000, 100000 }, { 4, 255 }, { 1, 2 } } }, { 1, 63 },
      OK, { 19, 0 }, { 2, 0 }, 15, 0, 63333 },
    { GT215_FRACTION, 500000, 25000, { { { 4000001, 1000000 }, { 1000, 27000 }, { 1, 300 }, { 0, 2 } } }, { 6, 6 },
      NO_SETTING },
    { GT215_FRACTION, 500000, 27000, { { { 500000, 500000 }, { 13500, 27000 }, { 0, 255 }, { 1, 13 } } }, { 1, 0 },
      NO_SETTING },
    { GT215_FRACTION, 502000, 27000, { { { 400000, 1000000 }, { 0, 27000 }, { 1, 3626 }, { 1, 13 } } }, { 1, 6 },
      NO_SETTING },
};
// clang-format on

static enum err look_for(enum search search, const struct pll_limits *limits, uint32_t khz,
                         struct pll_setting *out)
{
    switch (search) {
    case SINGLE:
        return pll_single(limits, khz, out);
    case DOUBLE:
        return pll_double(limits, khz, out);
    default:
        return pll_gt215(limits, khz, search == GT215_FRACTION, out);
    }
}

TEST(searches_keep_to_limits_at_their_edges, rig_up, rig_down)
{
    for (size_t i = 0; i < ARRAY_SIZE(searches); i++) {
        const struct pll_limits limits = { .ref_khz = searches[i].ref,
                                           .stage = { searches[i].stage[0], searches[i].stage[1] },
                                           .p = searches[i].p };
        struct pll_setting s = { 0 };

        if (look_for(searches[i].search, &limits, searches[i].khz, &s) != searches[i].e)
            fail_msg("row %zu, %u kHz: not %s", i, searches[i].khz, err_name(searches[i].e));
        if (s.n[0] != searches[i].n[0] || s.n[1] != searches[i].n[1] ||
            s.m[0] != searches[i].m[0] || s.m[1] != searches[i].m[1] || s.p != searches[i].post ||
            s.fraction != searches[i].fraction || s.khz != searches[i].got)
            fail_msg("row %zu, %u kHz: N %u %u, M %u %u, P %u, fN %u: %u kHz", i, searches[i].khz,
                     s.n[0], s.n[1], s.m[0], s.m[1], s.p, s.fraction, s.khz);
    }
}

/* §5.3: the second oscillator's end gives way to half a percent above 500 MHz, 502.5 MHz, from anything less. */
TEST(a_second_oscillator_that_nearly_reaches_gives_way_too, rig_up, rig_down)
{
    const struct pll_limits limits = {
        .ref_khz = 25125,
        .stage = { { { 90000, 110000 }, { 5000, 27000 }, { 4, 4 }, { 1, 1 } },
                   { { 400000, 502490 }, { 50000, 400000 }, { 5, 6 }, { 1, 1 } } },
    };
    struct pll_setting s = { 0 };

    assert_pairs(pll_double(&limits, 500000, &s), OK, s.khz, 502500);
}

/* §5.2: bits 22 and 6 of the straps name the crystal. */
TEST(straps_name_the_crystal, rig_up, rig_down)
{
    assert_pairs(pll_crystal_khz(0xffbfffbf), 13500, pll_crystal_khz(0x00000040), 14318,
                 pll_crystal_khz(0x00400000), 27000, pll_crystal_khz(0x00400040), 25000);
    rig_put32(rig, RIG_PLLS + 0x5c, 0);
    rig_set(rig, REF_PSTRAPS_0_PRIMARY, 0x00400000);
    rig_expect(rig, "88 01 80 1a 06 00", "R4028=10000 R402c=ed08");
}

/* A table of version 2.1 with the limits of one PLL, 400 to 1000 MHz from 27 MHz (§5.2), bias 5. */
static void put_old_limits(uint32_t reg)
{
    rig_put(rig, RIG_PLLS,
            "21 04 23 01 00 00 00 00 90 01 e8 03 00 00 00 00 01 00 00 00 1b 00 00 00 "
            "08 ff 01 0d 00 00 00 00 00 06 05 78 69 00 00");
    rig_put32(rig, RIG_PLLS + 4, reg);
}

TEST(limits_are_looked_for_as_far_as_the_table_goes, rig_up, rig_down)
{
    struct pll_limits limits = { 0 };

    rig_close(rig);
    assert_int_equal(vbios_parse(rig->rom, RIG_ROM, &rig->v), OK);
    rig->rom[RIG_PLLS + 0x58] = 1; /* the smallest P of a 3.0 record, which is not used */
    assert_pairs(pll_limits(&rig->v, 1, &limits), OK, limits.p.min, 0);
    /* A third entry after the two that the header counts; 0xff is the last id, 0x100 the first register. */
    rig_put(rig, RIG_PLLS + 18, "05 40 09 30 40 00 00");
    assert_int_equal(pll_limits(&rig->v, 5, &limits), ERR_NOT_FOUND);
    rig->rom[RIG_PLLS + 4] = 0xff;
    assert_pairs(pll_limits(&rig->v, 0xff, &limits), OK, limits.reg, 0x4028);

    /* Tables of 2.x have no ids, and the reference clock only in entries that are long enough. */
    put_old_limits(0x4028);
    assert_int_equal(pll_limits(&rig->v, 1, &limits), ERR_NOT_FOUND);
    rig->rom[RIG_PLLS] = 0x20;
    assert_pairs(pll_limits(&rig->v, 0x4028, &limits), OK, limits.ref_khz, 27000);
    rig->rom[RIG_PLLS + 2] = 0x22;
    assert_pairs(pll_limits(&rig->v, 0x4028, &limits), OK, limits.ref_khz, 0);

    rig->v.pll_limits = RIG_ROM - 8; /* an entry of 7 bytes, 4 before the end */
    rig_put(rig, RIG_ROM - 8, "30 04 07 01 01 00 00 28");
    assert_int_equal(pll_limits(&rig->v, 1, &limits), ERR_NOT_FOUND);
    rig->v.pll_limits = 0;
    rig_put(rig, 0, "30 04 07 01 01 40 09 28 40 00 00");
    assert_int_equal(pll_limits(&rig->v, 1, &limits), ERR_NOT_FOUND);
}

/* §5.5: which bits of a register are the PLL's; all others stay, and were all 1 before. */
TEST(only_the_fields_of_a_pll_are_written, rig_up, rig_down)
{
    static const struct {
        const char *bytes, *writes;
        uint32_t reg;
        unsigned chip;
    } rows[] = { { "88 01 80 1a 06 00", "R4028=fff9ffff R402c=ed08", 0x4028, CHIP_G84 },
                 { "88 02 80 1a 06 00", "R4020=fff9ffff R4024=ed08", 0x4020, CHIP_G84 },
                 { "88 05 80 1a 06 00", "R4030=fff9ffff R4034=ed08", 0x4030, CHIP_G84 },
                 { "88 04 80 1a 06 00", "R4008=fe69ffff R400c=ed08", 0x4008, CHIP_G84 },
                 { "88 81 80 1a 06 00", "R614900=10000611 R614904=ff08ffed R614908=9000ff00",
                   0x614900, CHIP_G84 },
                 { "4b 00 49 61 00 14 44 02 00", "R614900=50000610 R614904=ffc60241 R614908=1000",
                   0x614900, CHIP_GT215 } };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        devinit_rig_init(rig);
        rig->chip = rows[i].chip;
        put_old_limits(rows[i].reg);
        if (rows[i].chip ==
            CHIP_GT215) /* §5.4's first check value: one stage, M to 16, P 1 to 63 */
            rig_put(rig, RIG_PLLS + 16, "05 00 00 00 1b 00 00 00 08 ff 01 10 00 00 00 00 01 3f");
        for (unsigned word = 0; word < 3; word++)
            rig_set(rig, rows[i].reg + 4 * word, UINT32_MAX);
        rig_expect(rig, rows[i].bytes, rows[i].writes);
    }
}

/* From 3.0 on the table names the register, and the id alone tells the kind of PLL. 432 MHz of two stages is worked out
 * in §5.3's way: lim >> 1 is 248.75 MHz, so P is 1; 27 MHz times 8 times 4 is 864 MHz. */
TEST(new_tables_name_the_register, rig_up, rig_down)
{
    rig_put(rig, RIG_PLLS + 4, "01 40 09 18 40 00 00 04 40 09 10 40 00 00");
    rig_set(rig, 0x4010, UINT32_MAX);
    rig_expect(rig, "88 01 80 1a 06 00 88 04 80 1a 06 00",
               "R4018=10000 R401c=ed08 R4010=fe69ffff R4014=ed08");

    devinit_rig_init(rig);
    rig_put(rig, RIG_PLLS, "30 04 07 01 80 40 09 00 43 61 00");
    rig_put(rig, RIG_PLLS + 0x40,
            "64 00 95 01 90 01 e8 03 05 00 32 00 1b 00 90 01 "
            "08 08 01 01 04 1f 01 04 00 07 00 00 78 69 00 00");
    rig_set(rig, 0x614304, UINT32_MAX);
    rig_set(rig, 0x614308, UINT32_MAX);
    rig_expect(rig, "88 80 80 97 06 00", "R614300=10000611 R614304=ff01ff08 R614308=9001ff04");
}

/* §4.5: an entry of the list by bits 7:4 of CR3c, which are 2; beyond the list nothing is written. */
TEST(ports_pick_a_frequency_of_the_list, rig_up, rig_down)
{
    const struct devinit_rules none = { 0 };

    rig_expect(
        rig,
        "8a d4 03 3c f0 04 09 01 00 00 00 00 00 00 00 00 80 1a 06 00 00 00 00 00 00 00 00 00 "
        "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
        "R4028=10000 R402c=ed08");
    rig_expect(rig, "8a d4 03 3c f0 08 02 01 80 1a 06 00 00 00 00 00",
               "R4028=10000 R402c=ed08"); /* nothing is left of a byte */
    rig_expect(rig, "8a d4 03 3c f0 20 02 01 80 1a 06 00 00 00 00 00", "R4028=10000 R402c=ed08");
    rig->used = 0;
    assert_pairs(script_run(rig, "8a d4 03 3c f0 04 02 01 80 1a 06 00 80 1a 06 00", none),
                 DEVINIT_OK, rig->used, 0, rig->d.warning_count, 1, rig->d.warnings[0].kind,
                 DEVINIT_WARN_INDEX, rig->d.warnings[0].what, 2);
    assert_int_equal(script_run(rig, "88 77 80 1a 06 00", none), DEVINIT_PLL);
    assert_pairs(rig->d.end.expected, 400000, rig->d.end.error, ERR_NOT_FOUND);
}
