/* hw/nv50/storage.h: storage types ("kinds"), one row for each valid value.
 *
 * Source  docs/hardware/tesla-vm.md §4.1. */
#ifndef HW_NV50_STORAGE_H
#define HW_NV50_STORAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/nv50/chip.h"

/* Bank cycle of a storage type (tesla-vm.md §6.5). */
enum bank_cycle { BANK_CYCLE_NORMAL, BANK_CYCLE_ALTERNATE };

struct storage_type {
    uint8_t type;
    bool tiled;     /* false for pitch only */
    uint8_t banks;  /* enum bank_cycle */
    uint32_t chips; /* CHIP_BIT mask by rnndb; nouveau admits all everywhere (K16) */
    const char *name;
};

#define STORAGE_TYPE_COUNT 65

extern const struct storage_type storage_types[STORAGE_TYPE_COUNT];

#endif
