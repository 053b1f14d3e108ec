/* Each count that an NV50 card has in its registers, at the bound that the firmware has for it, one beyond, and at the
 * largest number that the field can hold: the run ends with a verdict, and a good card is never FAIL. The bounds and
 * their reasons: docs/architecture.md, "Limits"; counts of a VBIOS have their tests in tests/engines/nv50/devinit.
 * Numbers are typed from docs/hardware/tesla-mmio.md §2.2, board.md §1 and §4. */
#include "reference/nv50.h"
#include "tests/suite/run_rig.h"

#define SUITE "identity,link,window,vram.quick,board,vm.page"

static struct {
    const char *suite, *defects, *record; /* null: SUITE, none, any */
    uint32_t also;                        /* reads as the row's register does; 0: none */
} said;

struct row {
    uint16_t id; /* of the chip */
    uint32_t reg, mask, value;
    enum verdict verdict;
    const char *words; /* null: nothing need be said */
};

static void expect_run(const struct row *row)
{
    struct rig *const rig = rig_new();

    for (unsigned i = 0; i < CHIP_COUNT; i++)
        if (nv50_chips[i].chip.id == row->id)
            rig->card.chip = &nv50_chips[i].chip;
    rig->card.vram_size = 16 << 20;
    rig->card.defects = said.defects;
    rig->config.risky = rig->card.media = said.defects;
    rig->config.model = false; /* on silicon */
    rig->forged = (const struct forged[]){ { row->reg, row->value },
                                           { said.also, said.also ? row->value : 0 },
                                           { 0 } };
    rig->unforged = ~row->mask;
    rig_run_suite(rig, said.suite ? said.suite : SUITE);
    if (rig->verdict != row->verdict || (row->words && !strstr(rig->tap, row->words)))
        fail_msg("0x%x, 0x%06x reads 0x%x: verdict %d, expected %d, and \"%s\", in:\n%s", row->id,
                 row->reg, row->value, (int)rig->verdict, (int)row->verdict,
                 row->words ? row->words : "", rig->tap);
    for (char *c = rig->records; (c = strchr(c, '"'));)
        *c = '\'';
    if (said.record)
        expect_said(rig->records, said.record);
    rig_free(rig);
}

TEST(counts)
{
    static const struct row rows[] = {
        /* clang-format off */
        /* HWUNITS_0: masks of 16 TPCs and 8 partitions, of a G84, which has two of each, and of a GT215, which has
         * four TPCs. */
        { 0x84, REF_PBUS_HWUNITS_0, 0xffff, 0x3, VERDICT_PASS, NULL }, { 0x84, REF_PBUS_HWUNITS_0, 0xffff, 0x7, VERDICT_PASS, NULL },
        { 0x84, REF_PBUS_HWUNITS_0, 0xffff, 0xffff, VERDICT_PASS, NULL }, { 0x84, REF_PBUS_HWUNITS_0, 0xffff, 0, VERDICT_PASS, NULL },
        { 0xa3, REF_PBUS_HWUNITS_0, 0xffff, 0xffff, VERDICT_PASS, NULL },
        { 0x84, REF_PBUS_HWUNITS_0, 0xf000000, 0xf000000, VERDICT_PASS, NULL }, /* MPs of a TPC */
        { 0x84, REF_PBUS_HWUNITS_0, 0xff0000, 0x070000, VERDICT_PASS, "16 MiB, 3 partitions" },
        { 0x84, REF_PBUS_HWUNITS_0, 0xff0000, 0xff0000, VERDICT_PASS, "16 MiB, 8 partitions" },
        { 0x84, REF_PBUS_HWUNITS_0, 0xff0000, 0, VERDICT_INCOMPLETE, "value out of range" },
        /* CFG0, CFG1, MEM_AMOUNT: rows, banks, columns, ranks and size. Of 16 MiB 0x100204 is 0x00119000: 9 bits of
         * rows. Each further bit doubles the geometry's size; no card has more than 4 GiB. */
        { 0x84, REF_PFB_CFG1, 0, 0, VERDICT_PASS, NULL }, { 0x84, REF_PFB_CFG1, 0xf0000, 0, VERDICT_PASS, NULL },
        { 0x84, REF_PFB_CFG1, 0xf0000, 0x20000, VERDICT_PASS, NULL }, { 0x84, REF_PFB_CFG1, 0xf0000, 0x90000, VERDICT_PASS, NULL },
        { 0x84, REF_PFB_CFG1, 0xf0000, 0xa0000, VERDICT_INCOMPLETE, "value out of range" },
        { 0x84, REF_PFB_CFG1, 0xf0000, 0xf0000, VERDICT_INCOMPLETE, "value out of range" },
        { 0x84, REF_PFB_CFG1, ~0u, ~0u, VERDICT_INCOMPLETE, "value out of range" },
        { 0x84, REF_PFB_CFG1, ~0u, 0, VERDICT_INCOMPLETE, "value out of range" }, { 0x84, REF_PFB_CFG0, ~0u, ~0u, VERDICT_PASS, NULL },
        { 0x84, REF_PFB_BANKCFG, ~0u, ~0u, VERDICT_PASS, NULL }, { 0x84, REF_PFB_MEM_AMOUNT, ~0u, 0x1000000, VERDICT_PASS, "16 MiB" },
        { 0x84, REF_PFB_MEM_AMOUNT, ~0u, ~0u, VERDICT_INCOMPLETE, "8191 MiB" },
        { 0x84, REF_PFB_MEM_AMOUNT, ~0u, 0, VERDICT_NOT_TESTED, "the memory has no size (0x10020c is 0)" },
        { 0x84, REF_PFB_RAM_TYPE, 7, 7, VERDICT_PASS, NULL },         /* a kind that is none */
        { 0x84, REF_PFB_COMP_MAX_TAG, ~0u, ~0u, VERDICT_PASS, NULL }, /* tags */
        { 0xac, REF_PFB_FAKEFB_BASE, ~0u, ~0u, VERDICT_PASS, NULL },  /* of stolen memory */
        /* Degrees: 139 are the most that are believed. Clocks: dividers of 0 and multipliers of 255. */
        { 0x84, REF_PTHERM_TEMPERATURE, ~0u, 139, VERDICT_INCOMPLETE, "still at 139 C" },
        { 0x84, REF_PTHERM_TEMPERATURE, ~0u, 140, VERDICT_PASS, NULL }, { 0x84, REF_PTHERM_TEMPERATURE, ~0u, ~0u, VERDICT_PASS, NULL },
        { 0x84, REF_PCLOCK_MPLL_COEF, ~0u, 0, VERDICT_NOT_TESTED, "the memory's clock is not set up" },
        { 0x84, REF_PCLOCK_MPLL_COEF, ~0u, ~0u, VERDICT_PASS, NULL }, { 0x84, REF_PCLOCK_ROOT_COEF, ~0u, ~0u, VERDICT_PASS, NULL },
        { 0x84, REF_PCLOCK_ROOT_COEF, ~0u, 0, VERDICT_PASS, NULL },
        /* clang-format on */
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        expect_run(&rows[i]);
}

/* "not judged, for no public tool shows what each MP gives": fewer than half of a card's MPs give something else than
 * the others (docs/after-fail.md). Where half of them do, or all, the card differs from the documents. A set of MPs has
 * four bits for each TPC: G84 has two TPCs of two MPs, G98 one of one, MCP79 one of two, G92 eight of two. */
TEST(cores_that_differ)
{
    /* clang-format off */
    static const struct {
        uint16_t id;
        enum verdict verdict;
        const char *suite, *defects, *words, *record;
    } rows[] = {
        { 0x84, VERDICT_INCOMPLETE, "shader.integer", "shader-logic",
          "in none of the other 3 MPs; not judged, for no public tool shows",
          "'core_tpcs':2,'core_mps':2,'core_there':'0x33','core_integer':'0x13 0x20'" },
        { 0xac, VERDICT_NOT_TESTED, "shader.integer", "shader-logic", "in none of the other 1 MP # TODO", NULL },
        { 0x92, VERDICT_NOT_TESTED, "shader.sample", "shader-all-mads", ", and so are 15 more MPs # TODO documented",
          "'manner':'wrong','core_tpcs':8,'core_mps':2,'core_there':'0x33333333','core_float':'0x0 0x33333333'" },
        { 0x98, VERDICT_NOT_TESTED, "shader.integer", "shader-traps", "at the test of its integers # TODO",
          "'cause':'shader-core','cores':['TPC 0, MP 0'],'unit':'integer','manner':'traps'" },
        { 0x98, VERDICT_FAIL, "shader.block", "shader-lane-dead", "in 16 of 512 threads of a block",
          "'actual':'0xffffffff','cause':'shader-core','cores':['TPC 0, MP 0'],'unit':'integer',"
          "'manner':'wrong','lane':11}" },
        { 0x98, VERDICT_FAIL, "shader.block", "shader-lane-floats", "TPC 0, MP 0 is wrong: add f32 of",
          "'unit':'float','manner':'wrong','lane':5}" },
        { 0x84, VERDICT_FAIL, "shader.block", "shader-warps", "one of 4 MPs is wrong", "'actual':'0xa7994aab','c" },
        { 0x84, VERDICT_INCOMPLETE, "shader.block", "vram-intermittent:rate=20000", "not read the same twice", NULL },
        { 0x84, VERDICT_INCOMPLETE, "shader.block", "shader-warps+vram-column:bank=1,column=40,value=0", "not hold", NULL },
        { 0x84, VERDICT_INCOMPLETE, "shader.block", "shader-warps+vram-column:bank=1,column=40,value=1", "not hold", NULL },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        said.suite = rows[i].suite;
        said.defects = rows[i].defects;
        said.record = rows[i].record;
        expect_run(
            &(struct row){ .id = rows[i].id, .verdict = rows[i].verdict, .words = rows[i].words });
    }
    said.suite = said.defects = said.record = NULL;
}

TEST(ids_that_differ)
{
    /* clang-format off */
    static const struct row rows[] = {
        /* Types of memory (tesla-mmio.md §2.1), device id bits, byte order (§3.1), and a timer that has bits below 5 (§3.5). */
        { 0x84, REF_PFB_RAM_TYPE, 7, 0, VERDICT_PASS, ".type: DDR1" }, { 0x84, REF_PFB_RAM_TYPE, 7, 1, VERDICT_PASS, ".type: DDR2 or DDR3" },
        { 0x84, REF_PFB_RAM_TYPE, 7, 2, VERDICT_PASS, ".type: GDDR3" }, { 0x84, REF_PFB_RAM_TYPE, 7, 3, VERDICT_PASS, ".type: GDDR4" },
        { 0xa3, REF_PFB_RAM_TYPE, 7, 4, VERDICT_PASS, "ok 8 - id.memory.type: GDDR5" },
        { 0x84, REF_PFB_RAM_TYPE, 7, 5, VERDICT_PASS, "G84 has memory type 5 in 0x100714, which names none" },
        { 0x84, REF_PMC_BOOT_0, 0xf0000, 0x20000, VERDICT_FAIL, "G84 has 0x2 in the device id bits of BOOT_0, expected 0x0" },
        { 0x92, REF_PMC_BOOT_0, 0xf8000, 0x88000, VERDICT_FAIL, "G92 has 0x11 in the device id bits of BOOT_0, expected 0x0" },
        { 0x84, REF_PMC_BOOT_1, 0, 0x01000001, VERDICT_PASS, "has 0x1000001 in ENDIAN, expected 0x0" }, { 0x84, REF_PTIMER_TIME_LOW, 0, 0x10, VERDICT_FAIL, "G84 has set bits below 5 in TIME_LOW" },
    };
    /* clang-format on */

    said.suite = "id";
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        expect_run(&rows[i]);
    /* tesla-engines.md §5.2: an input that is always 1 counts every cycle, one that never is none. */
    said.suite = "vram.count.cycles";
    said.also = REF_PCOUNTER_CTR_CYCLES;
    expect_run(&(struct row){ 0x84, REF_PCOUNTER_CTR_EVENT, ~0u, 0, VERDICT_NOT_TESTED,
                              "0 events in 0 cycles of domain 0, expected all of them" });
    expect_run(&(struct row){ 0x84, REF_PCOUNTER_CTR_EVENT, ~0u, 1, VERDICT_NOT_TESTED,
                              "1 events in 1 cycles of domain 0, expected none" });
    said.also = 0;
    said.defects = ""; /* with media, as good as any */
    said.suite = "vm.pcipher.context";
    expect_run(&(struct row){ 0x84, REF_PFIFO_INTR, ~0u, 1, VERDICT_NOT_TESTED,
                              "has 0x1 in PFIFO_INTR while PFIFO works, expected 0x0" });
    said.suite = said.defects = NULL;
}

/* Two partitions of one rank: each number of them that there can be, ranks, and a bit more or less. Two ranks may be one;
 * from GT215 on a partition has one subpartition or two, which is half of its memory or all. The longest sentence fits. */
TEST(one_field_would_do)
{
    static const struct {
        enum chipset_index chip;
        unsigned mib, ranks, subparts;
        uint32_t amount;
        const char *words;
    } rows[] = {
        /* clang-format off */
        { CHIP_G84, 2, 0, 0, 0x100000, "has a MEM_AMOUNT of 0x100000 bytes, but 2 partitions make 0x200000 bytes; would agree with 1 partition (HWUNITS_0), one address bit less (CFG1)\n" },
        { CHIP_G84, 2, 0, 0, 0x300000, "would agree with 3 partitions (HWUNITS_0)\n" },
        { CHIP_G84, 2, 0, 0, 0x400000, "would agree with 4 partitions (HWUNITS_0), 2 ranks (CFG0), one address bit more (CFG1)\n" },
        { CHIP_G84, 2, 0, 0, 0x800000, "would agree with 8 partitions (HWUNITS_0)\n" },
        { CHIP_G84, 2, 0, 0, 0x900000, "has a MEM_AMOUNT of 0x900000 bytes, but 2 partitions make 0x200000 bytes\n" },
        { CHIP_G84, 2, 0, 0, 0x180000, "has a MEM_AMOUNT of 0x180000 bytes, but 2 partitions make 0x200000 bytes\n" },
        { CHIP_G84, 2, 2, 0, 0x100000, "with 1 partition (HWUNITS_0), 1 rank (CFG0), one address bit less (CFG1)\n" },
        { CHIP_GT215, 2, 0, 2, 0x100000, "with 1 partition (HWUNITS_0), 1 subpartition (0x100268), one address bit less (CFG1)\n" },
        { CHIP_GT215, 2, 0, 1, 0x400000, "with 4 partitions (HWUNITS_0), 2 subpartitions (0x100268), 2 ranks (CFG0), one address bit more (CFG1)\n" },
        { CHIP_GT215, 2048, 0, 1, 1, "has a MEM_AMOUNT of 0x100000000 bytes, but 2 partitions make 0x80000000 bytes; would agree with 4 partitions (HWUNITS_0), 2 subpartitions (0x100268), 2 ranks (CFG0), one address bit more (CFG1)\n" },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct rig *const rig = rig_new();

        rig->card = (struct model_config){ .chip = &nv50_chips[rows[i].chip].chip,
                                           .vram_size = (uint64_t)rows[i].mib << 20,
                                           .ranks = rows[i].ranks,
                                           .subparts = rows[i].subparts };
        rig->forged =
            (const struct forged[]){ { .at = REF_PFB_MEM_AMOUNT, .value = rows[i].amount }, { 0 } };
        rig_run_suite(rig, "id.memory");
        expect_said(rig->tap, rows[i].words);
        rig_free(rig);
    }
}
