/* Which cards the model makes and which it refuses, the memory registers of a card of the shape asked for, and the
 * machine around it. Expected values are typed from docs/hardware/tesla-vm.md §5, §6.1 and §6.6. */
#include "tests/model/model_rig.h"

/* ---- refused shapes -------------------------------------------------------------------------- */

#define FOUR    "vm-base-ignored+vm-base-ignored+vm-base-ignored+vm-base-ignored"
#define SIXTEEN FOUR "+" FOUR "+" FOUR "+" FOUR

/* clang-format off */
static const struct {
    const char *chip;
    struct model_config config;
    const char *says; /* null: such a card is made */
} wishes[] = {
    { "g84", { .part_mask = 0x100 }, "parts 0x100: the mask has 8 bits" },
    { "g84", { .part_mask = 0x81 }, NULL }, { "gt215", { .subparts = 3 }, "subparts 3: 1 or 2" },
    { "gt215", { .subparts = 2 }, NULL }, { "g84", { .subparts = 2 }, "has no subpartitions, GT215 and later have" },
    { "g84", { .subparts = 1 }, NULL }, { "gt215", { .select_mask = 8 }, "selmask 8: 0 to 7" },
    { "gt215", { .select_mask = 7 }, NULL }, { "g84", { .ranks = 3 }, "ranks 3: 1 or 2" },
    { "g84", { .ranks = 2 }, NULL }, { "g84", { .vram_size = 3 * MIB }, "vram 0x300000: with 2 partitions one of" },
    { "g80", { .part_mask = 0x3f, .vram_size = 256 * MIB },
      "with 6 partitions one of 6M 12M 24M 48M 96M 192M 384M 768M 1536M 3072M" },
    { "g98", { .vram_size = 3 * MIB }, "vram 0x300000: with 1 partition one of" },
    { "g84", { .bar1_size = 32 * MIB }, "bar1 0x2000000: a power of two from 64M to 64G" },
    { "g84", { .bar1_size = 96 * MIB }, "bar1 0x6000000: a power of two from 64M to 64G" },
    { "g84", { .bar1_size = MIB << 17 }, "bar1 0x2000000000: a power of two from 64M to 64G" },
    { "g84", { .bar1_size = 64 * MIB }, NULL }, { "g84", { .bar1_size = MIB << 16 }, NULL },
    { "g84", { .strap = 3 }, "strap 3: 1 or 2" }, { "g84", { .strap = 2 }, NULL },
    { "g84", { .tpcs = 4 }, "tpcs 0x4: G84 has 2" }, { "g84", { .tpcs = 3 }, NULL },
    { "g84", { .boot_0 = 0x086200a2 }, "its chipset is not G84" },
    { "g84", { .spread = "v100" }, "g84 has no board, channels or spread" },
    { "g84", { .defects = "vm-nonsense" }, "there is no defect vm-nonsense" },
    { "g84", { .defects = "vm-medium-page-small" }, "defect vm-medium-page-small: G84 cannot have it" },
    { "g84", { .defects = "vm-base-ignored:bit=3" }, "defect vm-base-ignored: bit=3 is not one" },
    { "g84", { .knobs = "limit_rule=often" }, "FIRST|INCL" }, { "g84", { .knobs = "tlb_entries=5000" }, "0..1024" },
    { "g84", { .display = "evo" }, "display evo: evo:ADDRESS or vga:ADDRESS" },
    { "g84", { .defects = SIXTEEN "+vm-base-ignored" }, "more than 16 defects at once" },
    { "g84", { .defects = SIXTEEN }, NULL },
    { "g92", { .part_mask = 7, .defects = "vram-place-parts:parts=2" }, "an odd number of partitions cannot be adjusted by 2 or 6" },
    { "g92", { .part_mask = 7, .defects = "vram-place-parts:parts=6" }, "an odd number of partitions cannot be adjusted by 2 or 6" },
    { "g92", { .part_mask = 7, .defects = "vram-place-parts:parts=3" }, "that is the partition count this card has" },
    { "g92", { .part_mask = 7, .defects = "vram-place-parts:parts=4" }, NULL },
    { "g92", { .part_mask = 0xf, .defects = "vram-place-parts" }, NULL }, /* as if it had 8 */
    { "g92", { .part_mask = 3, .defects = "vram-place-parts:parts=6" }, NULL },
    { "g92", { .part_mask = 5, .defects = "vram-stuck:partition=1" }, "that partition is not enabled" },
    { "g92", { .part_mask = 5, .defects = "vram-stuck:partition=2" }, NULL },
    { "g84", { .defects = "vram-chip:width=64" }, NULL },
    { "gt215", { .subparts = 1, .defects = "vram-chip:width=64" }, "width=0x40, legal are 0x8 to 0x20" },
    { "gt215", { .subparts = 1, .defects = "vram-chip:width=32+vram-mask:byte=3" }, NULL },
    { "gt215", { .subparts = 1, .defects = "vram-mask:byte=4" }, "byte=0x4, legal are 0x0 to 0x3" },
};
/* clang-format on */

TEST(a_card_that_cannot_be_is_refused_in_a_sentence)
{
    for (unsigned i = 0; i < ARRAY_SIZE(wishes); i++) {
        struct model_config config = wishes[i].config;
        const struct host_bus_config machine = { .cards = &config, .count = 1 };
        char error[400] = "";

        config.chip = &chipset_named(wishes[i].chip)->chip;
        struct host_bus *const host = host_bus_new(&machine, error, sizeof error);
        if ((host == NULL) != (wishes[i].says != NULL) ||
            !strstr(error, wishes[i].says ? wishes[i].says : ""))
            fail_msg("wish %u: %s, \"%s\"", i, host ? "made" : "refused", error);
        host_bus_free(host);
    }
}

TEST(eight_cards_fit)
{
    static struct model_config cards[9];
    char error[200] = "";

    for (unsigned i = 0; i < ARRAY_SIZE(cards); i++)
        cards[i] =
            (struct model_config){ .chip = &chipset_named("g98")->chip, .vram_size = 32 * MIB };
    const struct host_bus_config eight = { .cards = cards, .count = 8 },
                                 nine = { .cards = cards, .count = 9 };
    struct host_bus *const host = host_bus_new(&eight, error, sizeof error);
    assert_non_null(host);
    assert_non_null(host_bus_card(host, 7));
    assert_null(host_bus_card(host, 8));
    host_bus_free(host);
    assert_null(host_bus_new(&nine, error, sizeof error));
    assert_string_equal(error, "9 cards: at most 8 fit on the bus");
}

/* ---- a card's memory registers --------------------------------------------------------------- */

static void open_shape(const char *chip, const struct model_config *shape)
{
    struct model_config config = *shape;

    config.chip = &chipset_named(chip)->chip;
    config.seed = 1;
    open_rig(&config);
}

/* tesla-mmio.md §3.1: a board's BOOT_0 says the low bits of its device id, four of G80, five later. */
TEST(boot_0_chooses_the_device, NULL, close_rig)
{
    open_shape("g80", &(struct model_config){ .boot_0 = 0x050600a2 });
    assert_int_equal(config32(0), 0x019610de);
    open_shape("g92", &(struct model_config){ .boot_0 = 0x092900a2 });
    assert_pairs(0x061210de, config32(0), 0x092900a2, rd(REF_PMC_BOOT_0));
}

/* The example of §6.1, six partitions of G80 with 8 banks and 9 column bits, and the words that a script may write. */
TEST(size_follows_what_is_written_to_the_geometry, NULL, close_rig)
{
    static const struct {
        uint32_t cfg0, rows_a, rows_b, amount;
    } rows[] = {
        { 0, 12, 12, 0x30000000 }, /* 768 MiB */
        { 0, 12, 13, 0x30000000 }, { 4, 12, 12, 0x60000000 },
        { 4, 12, 13, 0x90000000 },                           /* 768 and 1536 MiB */
        { 4, 12, 10, 0x3c000000 },                           /* 768 and 192 MiB */
        { 4, 10, 11, 0x24000000 }, { 0, 15, 8, 0x80000001 }, /* 6 GiB: bit 0 is bit 32 */
    };

    open_shape("g80", &(struct model_config){ .part_mask = 0x3f });
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        PUT(wr, REF_PFB_CFG0, rows[i].cfg0, REF_PFB_CFG1,
            1 << 24 | (rows[i].rows_b - 8) << 20 | (rows[i].rows_a - 8) << 16 | 9 << 12);
        assert_int_equal(rd(REF_PFB_MEM_AMOUNT), rows[i].amount);
    }
    wr(REF_PFB_CFG1, 0);
    assert_int_equal(rd(REF_PFB_MEM_AMOUNT), 0);
}

/* One partition less, in the mask and in the size, unless there is but one; and a mask that is one place too high. */
TEST(a_partition_less_is_shown, NULL, close_rig)
{
    static const struct {
        const char *chip, *defect;
        unsigned mask, shown;
        uint32_t amount;
    } rows[] = {
        { "g92", "pfb-parts-fewer", 4, 4, 0x2000000 },
        { "g84", "pfb-parts-fewer", 3, 1, 0x2000000 },
        { "g92", "pfb-parts-fewer", 5, 1, 0x2000000 },
        { "g92", "pfb-parts-fewer", 7, 3, 0x4000000 },
        { "g200", "pfb-parts-fewer", 0xff, 0x7f, 0xe000000 },
        { "g84", "pfb-parts-shifted", 3, 6, 0x4000000 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_shape(rows[i].chip,
                   &(struct model_config){ .part_mask = rows[i].mask,
                                           .vram_size = (unsigned)__builtin_popcount(rows[i].mask) *
                                                        32 * MIB,
                                           .defects = rows[i].defect });
        if ((rd(REF_PBUS_HWUNITS_0) >> 16 & 0xff) != rows[i].shown ||
            rd(REF_PFB_MEM_AMOUNT) != rows[i].amount)
            fail_msg("row %u: 0x%08x, 0x%08x", i, rd(REF_PBUS_HWUNITS_0), rd(REF_PFB_MEM_AMOUNT));
    }
}
