/* model/gv100/falcon/falcon.h: the processors of SEC2 and of the power unit.
 *
 * Shape   memories for code and data, reached through ports, a mailbox, an instance block. No program is run: a started
 *         one halts at once with 0 in its mailbox. One program's effect is there all the same, because other software
 *         asks for it afterwards: SEC2's loader protects the range of VRAM (WPR) that its descriptor names.
 * Source  docs/hardware/gv100.md §9.4. */
#ifndef MODEL_GV100_FALCON_FALCON_H
#define MODEL_GV100_FALCON_FALCON_H

#include <stdbool.h>
#include <stdint.h>

#include "model/gv100/base/regs.h"

#define FALCON_MEMORY 0x10000 /* bytes, of code and of data */
#define FALCON_BLOCK  0x100   /* bytes of code that share a tag */

struct falcon {
    uint8_t code[FALCON_MEMORY], data[FALCON_MEMORY];
    /* Of each block of code: its tag, and whether it was written as secure. */
    uint32_t tags[FALCON_MEMORY / FALCON_BLOCK];
    bool secure[FALCON_MEMORY / FALCON_BLOCK];
};

struct falcons {
    struct falcon sec2, pmu;
    uint32_t wpr_first, wpr_last; /* of the protected range, >> 8; 0: none */
};

struct gv100;

extern const struct reg_block gv_falcon_regs;

void gv_falcon_power_on(struct gv100 *card);

#endif
