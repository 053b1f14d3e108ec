/* The words of id.memory where MEM_AMOUNT does not agree with the geometry: which one field of the registers would make
 * it right (docs/hardware/tesla-vm.md §6.1). The modelled cards have 1 MiB in each partition; MEM_AMOUNT is made up. */

#include "reference/nv50.h"
#include "tests/kit/bus_tap.h"
#include "tests/kit/tests.h"
#include "tests/suite/run_rig.h"

#define MEM_AMOUNT REF_PFB_MEM_AMOUNT

static struct {
    struct bus_tap tap;
    uint32_t amount;
} forge;

static uint64_t read_amount(struct bus *bus, bus_addr at, uint8_t size)
{
    return (at.v & 0xffffff) == MEM_AMOUNT ? forge.amount : forge.tap.real->read(bus, at, size);
}

static void forge_reads(struct rig *rig)
{
    struct bus *const bus = host_bus(rig->host);

    bus_tap(&forge.tap, bus);
    forge.tap.ops.read = read_amount;
}

static void expect_words(const struct model_config *card, uint32_t amount, const char *words)
{
    struct rig *const rig = rig_new();

    forge.amount = amount;
    rig->card = *card;
    rig->prepare = forge_reads;
    rig_run_suite(rig, "id.memory");
    expect_said(rig->tap, words);
    rig_free(rig);
}

/* Two partitions of one rank: each number of them that there can be, ranks, and a bit more or less. */
TEST(partitions_and_ranks_would_do)
{
    static const struct {
        uint32_t amount;
        const char *words;
    } rows[] = {
        { 0x100000, "has a MEM_AMOUNT of 0x100000 bytes, but 2 partitions make 0x200000 bytes; "
                    "would agree with 1 partition (HWUNITS_0), one address bit less (CFG1)\n" },
        { 0x300000, "would agree with 3 partitions (HWUNITS_0)\n" },
        { 0x400000, "would agree with 4 partitions (HWUNITS_0), 2 ranks (CFG0), one address bit "
                    "more (CFG1)\n" },
        { 0x800000, "would agree with 8 partitions (HWUNITS_0)\n" },
        { 0x900000, "has a MEM_AMOUNT of 0x900000 bytes, but 2 partitions make 0x200000 bytes\n" },
        { 0x180000, "has a MEM_AMOUNT of 0x180000 bytes, but 2 partitions make 0x200000 bytes\n" },
    };
    const struct model_config card = { .chip = &nv50_chips[CHIP_G84].chip, .vram_size = 2 << 20 };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        expect_words(&card, rows[i].amount, rows[i].words);
}

TEST(two_ranks_may_be_one)
{
    const struct model_config card = { .chip = &nv50_chips[CHIP_G84].chip,
                                       .vram_size = 2 << 20,
                                       .ranks = 2 };

    expect_words(
        &card, 0x100000,
        "would agree with 1 partition (HWUNITS_0), 1 rank (CFG0), one address bit less (CFG1)\n");
}

/* The longest sentence that there is fits. */
TEST(no_words_are_cut)
{
    const struct model_config card = { .chip = &nv50_chips[CHIP_GT215].chip,
                                       .vram_size = 2048u << 20,
                                       .subparts = 1 };

    expect_words(&card, 1,
                 "has a MEM_AMOUNT of 0x100000000 bytes, but 2 partitions make 0x80000000 bytes; "
                 "would agree with 4 partitions (HWUNITS_0), 2 subpartitions (0x100268), 2 ranks "
                 "(CFG0), one address bit more (CFG1)\n");
}

/* From GT215 on a partition has one subpartition or two, which is half of its memory or all. */
TEST(subpartitions_would_do)
{
    const struct model_config two = { .chip = &nv50_chips[CHIP_GT215].chip,
                                      .vram_size = 2 << 20,
                                      .subparts = 2 };
    const struct model_config one = { .chip = &nv50_chips[CHIP_GT215].chip,
                                      .vram_size = 2 << 20,
                                      .subparts = 1 };

    expect_words(&two, 0x100000,
                 "would agree with 1 partition (HWUNITS_0), 1 subpartition (0x100268), one address "
                 "bit less (CFG1)\n");
    expect_words(&one, 0x400000,
                 "would agree with 4 partitions (HWUNITS_0), 2 subpartitions (0x100268), 2 ranks "
                 "(CFG0), one address bit more (CFG1)\n");
}
