/* hw/chip.h: the members that a chipset of any family has; the family's own row begins with them.
 *
 * Shape   `struct nv50_chip` (hw/nv50/chip.h) and its like begin with a struct chip, so that neutral
 *         code carries the address of one and its family finds the rest of the row from there.
 * Units   `index` counts the chipsets inside the family, from 0; masks of chipsets are made of
 *         CHIP_BIT(index), so they mean something only together with a family. */
#ifndef HW_CHIP_H
#define HW_CHIP_H

#include <stdint.h>

#include "hw/bits.h"

/* The first register of BAR0 says which chipset it is (tesla-mmio.md §3.1, gv100.md §1.3). All ones: the card
 * has fallen off the bus, or does not decode memory. */
#define BOOT_0         0x000000
#define BOOT_0_CHIPSET BITS(28, 20)

enum family_id {
    FAMILY_NV50,
    FAMILY_GV100,
};

struct chip {
    uint16_t id;       /* BOOT_0_CHIPSET: 0x50 for G80 */
    const char *name;  /* on command lines: "g80" */
    const char *title; /* in sentences: "G80" */
    uint8_t family;    /* enum family_id */
    uint8_t index;     /* in the family's table */
};

#define CHIP_BIT(index) (1u << (index))

static inline uint32_t chip_bit(const struct chip *chip)
{
    return CHIP_BIT(chip->index);
}

#endif
