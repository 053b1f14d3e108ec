/* model/gv100/window/ecc.h: registers that tell of check bits: of memory, of L2, and whether a start has scrubbed.
 *
 * Shape   counters cannot be cleared, and nothing interrupts: firmware reads them before and after. L2's count under its
 *         first slice.
 * Source  docs/hardware/gv100.md §1.9. */
#ifndef MODEL_GV100_WINDOW_ECC_H
#define MODEL_GV100_WINDOW_ECC_H

#include "model/gv100/base/regs.h"

extern const struct reg_block gv_ecc_regs;

/* The word of an FBPA's register that is not there; 0: it answers. */
uint32_t gv_ecc_refusal(const struct gv100 *card, uint32_t offset);

#endif
