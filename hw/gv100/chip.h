/* hw/gv100/chip.h: the chips of the GV100 family: GV100, and Turing's TU102 to TU117.
 *
 * Shape   a chip's own facts are in its row; those that it shares with the others of its generation are in the places
 *         that the row points to (hw/gv100/places.h). A chip that differs by values alone is a row.
 * Source  docs/hardware/gv100.md §1.1, §1.3, §13. */
#ifndef HW_GV100_CHIP_H
#define HW_GV100_CHIP_H

#include "hw/chip.h"

enum gv100_chip_index {
    CHIP_GV100,
    CHIP_TU102,
    CHIP_TU104,
    CHIP_TU106,
    CHIP_TU116,
    CHIP_TU117,
    GV100_CHIP_COUNT
};

/* Masks for `chips` of hw/fields.h. */
#define CHIPS_VOLTA     CHIP_BIT(CHIP_GV100)
#define CHIPS_TURING    (CHIP_BIT(GV100_CHIP_COUNT) - CHIP_BIT(CHIP_TU102))
#define GV100_CHIPS_ALL (CHIPS_VOLTA | CHIPS_TURING)

struct gv100_places;

struct gv100_chip {
    struct chip chip;         /* its id is PMC BOOT_0 bits 28:20 */
    uint16_t device_id;       /* lowest PCI device id of its block */
    uint16_t device_id_count; /* how many ids the block has */
    uint8_t fbpas;            /* with none of them off */
    uint16_t fbpa_bits;       /* of the memory bus, for each FBPA */
    const struct gv100_places *places;
};

extern const struct gv100_chip gv100_chips[GV100_CHIP_COUNT];

static inline const struct gv100_chip *gv100_chip_of(const struct chip *chip)
{
    return &gv100_chips[chip->index];
}

#endif
