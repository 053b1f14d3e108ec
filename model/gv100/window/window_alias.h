/* model/gv100/window/window_alias.h: parts of BARs that the machine's memory map serves from VRAM itself.
 *
 * Shape   offered after an access that has shown the way; dropped with any change of the window, of a binding or
 *         of the TLB. */
#ifndef MODEL_GV100_WINDOW_WINDOW_ALIAS_H
#define MODEL_GV100_WINDOW_WINDOW_ALIAS_H

#include <stdint.h>

#include "hw/addr.h"

struct gv100;

void gv_window_alias_init(struct gv100 *card);

/* All of a BAR shows VRAM from 0 on. */
void gv_window_alias_physical(struct gv100 *card, unsigned bar, uint64_t bar_size);
/* A page of 2 MiB that can be written. */
void gv_window_alias_page(struct gv100 *card, unsigned bar, uint64_t offset, linear_addr at);
/* PRAMIN shows VRAM from `base` on. */
void gv_window_alias_pramin(struct gv100 *card, uint64_t base);

#endif
