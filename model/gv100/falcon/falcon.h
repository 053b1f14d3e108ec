/* model/gv100/falcon/falcon.h: the processors of SEC2 and of the power unit.
 *
 * Shape   memories for code and data behind their ports, a mailbox, an instance block. No program is run: what is
 *         started halts at once with 0 in its mailbox. One program's effect is there all the same, because other
 *         software asks for it afterwards: SEC2's loader protects the range of VRAM (WPR) that its descriptor names.
 * Source  docs/hardware/gv100.md §9.4. */
#ifndef MODEL_GV100_FALCON_FALCON_H
#define MODEL_GV100_FALCON_FALCON_H

#include <stdint.h>

#include "model/gv100/base/regs.h"

#define FALCON_MEMORY 0x10000 /* bytes, of code and of data */

struct falcon {
    uint8_t code[FALCON_MEMORY], data[FALCON_MEMORY];
};

struct falcons {
    struct falcon sec2, pmu;
    uint32_t wpr_first, wpr_last; /* of the protected range, >> 8; 0: none */
};

struct gv100;

extern const struct reg_block gv_falcon_regs;

void gv_falcon_power_on(struct gv100 *card);

#endif
