/* engines/gv100/starter.h: the program of a GV100's ROM that would start the card, checked before a byte of it goes
 * anywhere.
 *
 * Shape   pure: reads the ROM's bytes alone. The program is signed, and its signature is in it, so that nothing here is
 *         changed or carried out by ourselves: it is handed to the PMU as it is, or not at all.
 * Units   offsets in the ROM, addresses in the PMU's memories; bytes.
 * Errors  `wrong`: the first check that does not hold, for a sentence that begins with "its ROM ".
 * Source  docs/hardware/gv100.md §1.10. */
#ifndef ENGINES_GV100_STARTER_H
#define ENGINES_GV100_STARTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engines/gv100/images.h"

struct pmu_program {
    uint32_t plain_at, plain_size, secure_at, secure_size, data_at, data_size; /* in the ROM */
    uint32_t code_base, data_base; /* of its plain code, the secure code after it; of its data */
    uint32_t entry;
    uint32_t interface; /* in its data memory */
};

struct starter {
    const char *wrong; /* null: all of it holds */
    char version[ROM_VERSION_MAX];
    struct pmu_program program, pre_os;
    bool has_pre_os;
    uint32_t tables_at, tables_size, scripts_at, scripts_size; /* in the ROM */
    uint32_t tables_to, scripts_to;                            /* in its data memory */
};

/* The PMU has memories of that many bytes for code and data. */
bool starter_read(struct starter *out, const uint8_t *rom, size_t size, uint32_t code_room,
                  uint32_t data_room);

#endif
