/* hw/gv100/chip.h: the chips of the GV100 family: one.
 *
 * Source  docs/hardware/gv100.md §1.1, §1.3. */
#ifndef HW_GV100_CHIP_H
#define HW_GV100_CHIP_H

#include "hw/chip.h"

enum gv100_chip_index { CHIP_GV100, GV100_CHIP_COUNT };

struct gv100_chip {
    struct chip chip;         /* its id is PMC BOOT_0 bits 28:20 */
    uint16_t device_id;       /* lowest PCI device id of its block */
    uint16_t device_id_count; /* how many ids the block has */
};

extern const struct gv100_chip gv100_chips[GV100_CHIP_COUNT];

#endif
