/* model/gv100/window/pbus.h: PBUS: windows, flushes, scratch words, errors of the bus; PTIMER's record of them.
 *
 * Source  docs/hardware/gv100.md §1.5, §2. */
#ifndef MODEL_GV100_WINDOW_PBUS_H
#define MODEL_GV100_WINDOW_PBUS_H

#include <stdbool.h>
#include <stdint.h>

struct gv100;
struct reg_block;

extern const struct reg_block gv_pbus_regs;

/* No unit answers at this offset: PBUS_INTR_0, and the first such access in PTIMER_PRI_TIMEOUT_SAVE. */
void gv_pbus_refused(struct gv100 *card, uint32_t offset, bool write, uint32_t value);

#endif
