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

        forge.amount = rows[i].amount;
        rig->card = (struct model_config){ .chip = &nv50_chips[rows[i].chip].chip,
                                           .vram_size = (uint64_t)rows[i].mib << 20,
                                           .ranks = rows[i].ranks,
                                           .subparts = rows[i].subparts };
        rig->prepare = forge_reads;
        rig_run_suite(rig, "id.memory");
        expect_said(rig->tap, rows[i].words);
        rig_free(rig);
    }
}
