/* Which cards the model makes and which it refuses, the memory registers of a card of the shape asked for, and the
 * machine around it. Expected values are typed from docs/hardware/tesla-vm.md §5, §6.1 and §6.6. */
#include <stdio.h>
#include <string.h>

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/model_rig.h"

/* ---- refused shapes -------------------------------------------------------------------------- */

#define FOUR    "vm-base-ignored+vm-base-ignored+vm-base-ignored+vm-base-ignored"
#define SIXTEEN FOUR "+" FOUR "+" FOUR "+" FOUR

static const struct {
    const char *chip;
    struct model_config config;
    const char *says; /* null: such a card is made */
} wishes[] = {
    { "g84", { .part_mask = 0x100 }, "parts 0x100: the mask has 8 bits" },
    { "g84", { .part_mask = 0x81 }, NULL },
    { "gt215", { .subparts = 3 }, "subparts 3: 1 or 2" },
    { "gt215", { .subparts = 2 }, NULL },
    { "g84", { .subparts = 2 }, "has no subpartitions, GT215 and later have" },
    { "g84", { .subparts = 1 }, NULL },
    { "gt215", { .select_mask = 8 }, "selmask 8: 0 to 7" },
    { "gt215", { .select_mask = 7 }, NULL },
    { "g84", { .ranks = 3 }, "ranks 3: 1 or 2" },
    { "g84", { .ranks = 2 }, NULL },
    { "g84", { .vram_size = 3 * MIB }, "vram 0x300000: with 2 partitions one of" },
    { "g98", { .vram_size = 3 * MIB }, "vram 0x300000: with 1 partition one of" },
    { "g84", { .bar1_size = 32 * MIB }, "bar1 0x2000000: a power of two from 64M to 64G" },
    { "g84", { .bar1_size = 96 * MIB }, "bar1 0x6000000: a power of two from 64M to 64G" },
    { "g84", { .bar1_size = MIB << 17 }, "bar1 0x2000000000: a power of two from 64M to 64G" },
    { "g84", { .bar1_size = 64 * MIB }, NULL },
    { "g84", { .bar1_size = MIB << 16 }, NULL },
    { "g84", { .strap = 3 }, "strap 3: 1 or 2" },
    { "g84", { .strap = 2 }, NULL },
    { "g84", { .display = "evo" }, "display evo: evo:ADDRESS or vga:ADDRESS" },
    { "g84", { .defects = SIXTEEN "+vm-base-ignored" }, "more than 16 defects at once" },
    { "g84", { .defects = SIXTEEN }, NULL },
    { "g92",
      { .part_mask = 7, .defects = "vram-place-parts:parts=2" },
      "an odd number of partitions cannot be adjusted by 2 or 6" },
    { "g92",
      { .part_mask = 7, .defects = "vram-place-parts:parts=6" },
      "an odd number of partitions cannot be adjusted by 2 or 6" },
    { "g92",
      { .part_mask = 7, .defects = "vram-place-parts:parts=3" },
      "that is the partition count this card has" },
    { "g92", { .part_mask = 7, .defects = "vram-place-parts:parts=4" }, NULL },
    { "g92", { .part_mask = 0xf, .defects = "vram-place-parts" }, NULL }, /* as if it had 8 */
    { "g92", { .part_mask = 3, .defects = "vram-place-parts:parts=6" }, NULL },
    { "g92",
      { .part_mask = 5, .defects = "vram-stuck:partition=1" },
      "that partition is not enabled" },
    { "g92", { .part_mask = 5, .defects = "vram-stuck:partition=2" }, NULL },
    { "g84", { .defects = "vram-chip:width=24" }, "width is 8, 16, 32 or 64" },
    { "g84", { .defects = "vram-chip:width=64" }, NULL },
    { "gt215", { .subparts = 1, .defects = "vram-chip:width=64" }, "width" },
    { "gt215", { .subparts = 1, .defects = "vram-chip:width=32" }, NULL },
};

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

/* §5: the largest tag; §6.5: a power of two of partitions goes with three rows, bit 0 of BANKCFG. */
TEST(tags_and_bank_cycle_follow_the_partitions, NULL, close_rig)
{
    static const uint32_t tags[] = { 511, 1023, 1535, 2047, 2559, 3071, 3583, 4095 };
    static const uint32_t cycle[] = { 1, 1, 0, 1, 0, 0, 0, 1 };

    for (unsigned parts = 1; parts <= 8; parts++) {
        open_shape("g200", &(struct model_config){ .part_mask = (1u << parts) - 1,
                                                   .vram_size = parts * 16 * MIB });
        assert_int_equal(rd(REF_PFB_COMP_MAX_TAG), tags[parts - 1]);
        assert_int_equal(rd(REF_PFB_BANKCFG), cycle[parts - 1]);
        assert_int_equal(rd(REF_PBUS_HWUNITS_0) >> 16 & 0xff, (1u << parts) - 1);
        assert_int_equal(rd(REF_PFB_MEM_AMOUNT), parts * 16 * MIB);
        close_rig(state);
    }
}

/* §6.1: P * banks * 2^columns * 8 bytes are a row, and rows of rank A and, with bit 2 of CFG0, of rank B are the
 * memory. */
TEST(geometry_multiplies_out_to_the_size, NULL, close_rig)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++)
        for (unsigned ranks = 1; ranks <= 2; ranks++) {
            if (nv50_chips[chip].features & FEATURE_IGP)
                continue;
            open_shape(nv50_chips[chip].chip.name, &(struct model_config){ .ranks = ranks });
            const uint32_t cfg1 = rd(REF_PFB_CFG1);
            const uint64_t row =
                (uint64_t)(unsigned)__builtin_popcount(rd(REF_PBUS_HWUNITS_0) >> 16 & 0xff)
                << ((cfg1 >> 24 & 3) + 2 + (cfg1 >> 12 & 15) + 3);
            const uint64_t size = (row << ((cfg1 >> 16 & 15) + 8)) +
                                  (ranks == 2 ? row << ((cfg1 >> 20 & 15) + 8) : 0);

            assert_int_equal(rd(REF_PFB_CFG0) >> 2 & 1, ranks - 1);
            assert_true(size == rd(REF_PFB_MEM_AMOUNT));
            close_rig(state);
        }
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
        wr(REF_PFB_CFG0, rows[i].cfg0);
        wr(REF_PFB_CFG1,
           1 << 24 | (rows[i].rows_b - 8) << 20 | (rows[i].rows_a - 8) << 16 | 9 << 12);
        assert_int_equal(rd(REF_PFB_MEM_AMOUNT), rows[i].amount);
    }
    wr(REF_PFB_CFG1, 0);
    assert_int_equal(rd(REF_PFB_MEM_AMOUNT), 0);
    close_rig(state);
}

/* Register 0x100268: 10:8 the mask, 29:28 the subpartitions, of which 1 and 3 are valid. */
TEST(subpartitions_are_shown_as_asked_for, NULL, close_rig)
{
    static const struct {
        struct model_config shape;
        uint32_t word;
    } rows[] = {
        { { .subparts = 1 }, 0x10000000 },
        { { .subparts = 2 }, 0x30000000 },
        { { .select_mask = 5 }, 0x30000500 },
        { { .subparts = 1, .select_mask = 7 }, 0x10000700 },
        { { .defects = "pfb-subparts-wrong" }, 0x10000000 },
        { { .defects = "pfb-subparts-invalid" }, 0x20000000 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_shape("gt215", &rows[i].shape);
        assert_int_equal(rd(REF_PFB_SUBPART), rows[i].word);
        close_rig(state);
    }
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
        close_rig(state);
    }
}

/* ---- the machine ----------------------------------------------------------------------------- */

#define WORDS 8

static void expect_words(uint64_t at, const uint64_t *words)
{
    for (unsigned i = 0; i < WORDS; i++)
        assert_true(rig.bus->ops->read(rig.bus, (bus_addr){ at + 8 * i }, 8) == words[i]);
}

/* Up to the wrong word, which is left; down to it; and all that are right, with the value of the last one. */
static void check_march(uint64_t at)
{
    const struct bus_ops *const ops = rig.bus->ops;
    const bus_addr from = { at };
    uint64_t seen;

    ops->fill_block(rig.bus, from, 0, 8 * WORDS);
    assert_int_equal(ops->march(rig.bus, from, 8 * WORDS, false, 0, 5, &seen), 8 * WORDS);
    assert_true(seen == 0);
    expect_words(at, (const uint64_t[WORDS]){ 5, 5, 5, 5, 5, 5, 5, 5 });
    ops->write(rig.bus, (bus_addr){ at + 24 }, 8, 9);
    assert_int_equal(ops->march(rig.bus, from, 8 * WORDS, false, 5, 7, &seen), 24);
    assert_true(seen == 9);
    expect_words(at, (const uint64_t[WORDS]){ 7, 7, 7, 9, 5, 5, 5, 5 });
    assert_int_equal(ops->march(rig.bus, from, 8 * WORDS, true, 5, 8, &seen), 24);
    assert_true(seen == 9);
    expect_words(at, (const uint64_t[WORDS]){ 7, 7, 7, 9, 8, 8, 8, 8 });
    assert_int_equal(ops->march(rig.bus, (bus_addr){ at + 8 }, 16, true, 7, 7, &seen), 16);
    assert_true(seen == 7);
    assert_int_equal(ops->march(rig.bus, (bus_addr){ at + 32 }, 32, true, 8, 3, &seen), 32);
    expect_words(at, (const uint64_t[WORDS]){ 7, 7, 7, 9, 3, 3, 3, 3 });
}

/* BAR1 over VRAM, which storage serves, and the PMEM window over system memory, which only the card reaches. */
TEST(a_march_stops_at_the_wrong_word, NULL, close_rig)
{
    struct dma_memory memory;
    uint64_t seen = 0;

    open_card("g84", NULL, NULL);
    config_put32(0x04, 6);
    check_march(rig.bar1 + 0x10000);
    assert_int_equal(rig.bus->ops->dma_alloc(rig.bus, 0x20000, &memory), OK);
    wr(REF_PBUS_PMEM, 2u << 24 | (uint32_t)(memory.bus.v >> 16));
    check_march(rig.bar0 + 0x700000 + (memory.bus.v & 0xffff));
    assert_int_equal(rig.bus->ops->march(rig.bus, (bus_addr){ 0x1000 }, 64, false, 0, 1, &seen), 0);
    assert_true(seen == UINT64_MAX);
    rig.bus->ops->dma_free(rig.bus, &memory);
}

/* All ones, byte for byte, and nothing beside them. */
TEST(nobody_reads_as_ones, NULL, close_rig)
{
    uint8_t bytes[24];

    open_card("g84", NULL, NULL);
    memset(bytes, 0x5a, sizeof bytes);
    rig.bus->ops->read_block(rig.bus, (bus_addr){ 0x1000 }, bytes + 8, 8);
    for (unsigned i = 0; i < sizeof bytes; i++)
        assert_int_equal(bytes[i], i >= 8 && i < 16 ? 0xff : 0x5a);
}

static uint64_t time_of_read(uint64_t at)
{
    const uint64_t before = rig.bus->ops->time_us(rig.bus);

    rig.bus->ops->read(rig.bus, (bus_addr){ at }, 4);
    return rig.bus->ops->time_us(rig.bus) - before;
}

/* A card that hangs makes the CPU wait a second for each register, and for nothing else. */
TEST(registers_that_hang_take_a_second, NULL, close_rig)
{
    for (unsigned hangs = 0; hangs < 2; hangs++) {
        const struct model_config card = { .chip = &chipset_named("g84")->chip, .seed = 1 };
        const struct host_bus_config machine = { .cards = &card, .count = 1, .hang = hangs };
        char error[200] = "";

        rig = (struct rig){ .at = { .bus = 1 } };
        rig.host = host_bus_new(&machine, error, sizeof error);
        assert_non_null(rig.host);
        rig.bus = host_bus(rig.host);
        const uint64_t bar0 = config32(0x10) & ~15u, bar1 = config32(0x14) & ~15u;
        const uint64_t took = time_of_read(bar0);
        if (hangs)
            assert_in_range(took, 1000000, 1000100);
        else
            assert_in_range(took, 0, 100);
        assert_in_range(time_of_read(bar1), 0, 100);
        assert_in_range(time_of_read(0x1000), 0, 100);
        close_rig(state);
    }
}
