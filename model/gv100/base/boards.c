#include "model/gv100/base/boards.h"

#include <stdio.h>
#include <string.h>

#include "hw/bits.h"
#include "hw/pci.h"

#define SLICE_KIB     96 /* measured */
#define SHARE_OF_VRAM 64

/* clang-format off */
static const struct gv_board boards[] = {
    { .name = "titanv", .device = 0x1d81, .device_large = 0x1d81, .subsystem = 0x1218, .class_code = PCI_CLASS_VGA,
      .channels = 24, .ports = true, .outputs = true, .ltcs = 12 },
    { .name = "v100", .device = 0x1db1, .device_large = 0x1db5, .subsystem = 0x1212, .class_code = PCI_CLASS_3D,
      .channels = 32, .large_bar1 = true, .ecc = true, .ltcs = 16 },
};
/* clang-format on */

bool gv_board_choose(const struct gv_board **board, const char *name, char *error,
                     size_t error_size)
{
    for (unsigned i = 0; i < ARRAY_SIZE(boards); i++)
        if (!name || strcmp(name, boards[i].name) == 0) {
            *board = &boards[i];
            return true;
        }
    snprintf(error, error_size, "board %s: titanv or v100", name);
    return false;
}

unsigned gv_board_slice_kib(const struct gv_board *board, uint64_t vram_size)
{
    const uint64_t slices = (uint64_t)board->ltcs * LTC_SLICE_COUNT;
    const uint64_t kib = vram_size / SHARE_OF_VRAM / slices >> 10;

    if (kib >= SLICE_KIB)
        return SLICE_KIB;
    return kib ? (unsigned)kib : 1;
}
