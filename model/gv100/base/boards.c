#include "model/gv100/base/boards.h"

#include <stdio.h>
#include <string.h>

#include "hw/bits.h"
#include "hw/gv100/chip.h"
#include "hw/pci.h"

#define SHARE_OF_VRAM 64

/* clang-format off */
#define CARD(label, chip, id, part, channel_count, ltc_count, kib, kind, version)                   \
    { .name = (label), .chips = CHIP_BIT(chip), .device = (id), .device_large = (id),               \
      .subsystem = (part), .class_code = PCI_CLASS_VGA, .channels = (channel_count), .ports = true, \
      .outputs = true, .ltcs = (ltc_count), .slice_kib = (kib), .memory = (kind), .rom_version = (version) }

static const struct gv_board boards[] = {
    { .name = "titanv", .chips = CHIPS_VOLTA, .device = 0x1d81, .device_large = 0x1d81, .subsystem = 0x1218, .sound = 0x10f2, .class_code = PCI_CLASS_VGA,
      .channels = 24, .ports = true, .outputs = true, .ltcs = 12, .slice_kib = 96, .memory = MEMORY_HBM2, .rom_version = 0x88000000 },
    { .name = "v100", .chips = CHIPS_VOLTA, .device = 0x1db1, .device_large = 0x1db5, .subsystem = 0x1212, .class_code = PCI_CLASS_3D,
      .channels = 32, .large_bar1 = true, .ecc = true, .ltcs = 16, .slice_kib = 96, .memory = MEMORY_HBM2, .rom_version = 0x88000000 },
    /* docs/hardware/gv100.md §13.1: the memory bus of each, and its L2 in slices of an FBPA's. */
    CARD("rtx2080ti", CHIP_TU102, 0x1e07, 0x12fa, 22, 11, 128, MEMORY_GDDR6, 0x90020000),
    CARD("rtx2080", CHIP_TU104, 0x1e87, 0x12f2, 16, 8, 128, MEMORY_GDDR6, 0x90040000),
    CARD("t4", CHIP_TU104, 0x1eb8, 0x12a2, 16, 8, 128, MEMORY_GDDR6, 0x90040000),
    CARD("rtx2060", CHIP_TU106, 0x1f08, 0x12fd, 12, 6, 128, MEMORY_GDDR6, 0x90060000),
    CARD("rtx2070", CHIP_TU106, 0x1f02, 0x12ad, 16, 8, 128, MEMORY_GDDR6, 0x90060000),
    CARD("gtx1660ti", CHIP_TU116, 0x2182, 0x12a5, 12, 6, 64, MEMORY_GDDR6, 0x90160000),
    CARD("gtx1650", CHIP_TU117, 0x1f82, 0x12d4, 8, 4, 64, MEMORY_GDDR5, 0x90170000),
};
/* clang-format on */

bool gv_board_choose(const struct gv_board **board, const struct chip *chip, const char *name,
                     char *error, size_t error_size)
{
    char names[80] = "";

    for (unsigned i = 0; i < ARRAY_SIZE(boards); i++) {
        if (!(boards[i].chips & chip_bit(chip)))
            continue;
        if (!name || strcmp(name, boards[i].name) == 0) {
            *board = &boards[i];
            return true;
        }
        snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s",
                 names[0] ? " or " : "", boards[i].name);
    }
    snprintf(error, error_size, "board %s: %s", name, names);
    return false;
}

unsigned gv_board_slice_kib(const struct gv_board *board, uint64_t vram_size)
{
    const uint64_t slices = (uint64_t)board->ltcs * LTC_SLICE_COUNT;
    const uint64_t kib = vram_size / SHARE_OF_VRAM / slices >> 10;

    if (kib >= board->slice_kib)
        return board->slice_kib;
    return kib ? (unsigned)kib : 1;
}
