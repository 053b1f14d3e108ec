/* A good card in a place that lacks something, or has little memory: parts are left out by name, nothing is bad. */
#include "tests/suite/run_rig.h"

#define NO_LINK_OF_CARD "# SKIP there is no PCI Express link here: the card shows none"
#define NO_LINK_OF_PORT "# SKIP there is no PCI Express link here: the port above is none"
#define NO_EXPRESS      "# SKIP an integrated chipset is no PCI Express device"

static struct rig *rig_of(const struct chip *chip, const char *suite)
{
    struct rig *rig = rig_new();

    rig->card = (struct model_config){ .chip = chip };
    rig_suite(rig, suite);
    return rig;
}

/* Card or port have no PCI Express capability (board.md §5): a missing width is neither narrow nor untested. */
TEST(width_of_no_link_is_not_judged)
{
    static const struct {
        const struct chip *chip;
        const char *defect;
        enum bridge_fault bridge;
        const char *says, *link; /* of the width; of the link */
    } rows[] = {
        { &nv50_chips[CHIP_G84].chip, NULL, BRIDGE_CONVENTIONAL, NO_LINK_OF_PORT, "x16 of x16" },
        { &nv50_chips[CHIP_GT218].chip, NULL, BRIDGE_CONVENTIONAL, NO_LINK_OF_PORT, "x16 of x16" },
        { &nv50_chips[CHIP_G84].chip, "pci-capability-cut", BRIDGE_CONVENTIONAL, NO_LINK_OF_CARD,
          NO_LINK_OF_PORT },
        { &nv50_chips[CHIP_MCP79].chip, NULL, BRIDGE_OPEN, NO_LINK_OF_CARD, NO_EXPRESS },
        { &nv50_chips[CHIP_MCP89].chip, NULL, BRIDGE_OPEN, NO_LINK_OF_CARD, NO_EXPRESS },
        { &gv100_chips[0].chip, NULL, BRIDGE_CONVENTIONAL, NO_LINK_OF_PORT, "" },
        { &gv100_chips[0].chip, "pci-capability-cut", BRIDGE_CONVENTIONAL, NO_LINK_OF_CARD, "" },
        { &gv100_chips[0].chip, "pci-capability-cut", BRIDGE_OPEN, NO_LINK_OF_CARD, "" },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct rig *rig =
            rig_of(rows[i].chip, rows[i].link[0] ? "link.pcie,link.width" : "link.width");

        rig->card.defects = rows[i].defect;
        rig->host_config.bridge = rows[i].bridge;
        rig_run(rig);
        expect_said(rig->tap, rows[i].says, rows[i].link);
        expect_unsaid(rig->tap, "not ok");
        expect_unsaid(rig->tap, SAYS_INCOMPLETE);
    }
}

/* The smallest memory beside a picture of 256 KiB: the largest block of pages that still has room beside its channel
 * and its table is the last one that is tried (free here: 0x40000 to 0xf0000; channel 32 KiB, block 256 KiB, table
 * 256 KiB). */
TEST(small_memory_beside_a_picture_is_tested)
{
    static const char *const displays[] = { "vga:0", "vga:0x80000" };

    for (unsigned i = 0; i < sizeof(displays) / sizeof(displays[0]); i++)
        for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
            struct rig *rig = rig_of(&nv50_chips[chip].chip, "vm.contig,vm.pde.size");

            rig->card.vram_size = 1 << 20;
            rig->card.part_mask = 1;
            rig->card.display = displays[i];
            rig_run(rig);
            if (rig->verdict != VERDICT_PASS)
                fail_msg("%s, %s:\n%s", nv50_chips[chip].chip.name, displays[i], rig->tap);
            if (i == 0 && chip == CHIP_GT218)
                expect_said(rig->tap, "vm.contig.16k: orders 0 to 4; larger blocks do not fit");
            rig_free(rig);
        }
}
