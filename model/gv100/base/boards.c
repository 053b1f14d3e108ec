#include "model/gv100/base/boards.h"

#include <stdio.h>
#include <string.h>

#include "hw/bits.h"
#include "hw/pci.h"

/* clang-format off */
static const struct gv_board boards[] = {
    { .name = "titanv", .device = 0x1d81, .device_large = 0x1d81, .subsystem = 0x1218, .class_code = PCI_CLASS_VGA,
      .channels = 24, .ports = true, .outputs = true },
    { .name = "v100", .device = 0x1db1, .device_large = 0x1db5, .subsystem = 0x1212, .class_code = PCI_CLASS_3D,
      .channels = 32, .large_bar1 = true, .ecc = true },
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
