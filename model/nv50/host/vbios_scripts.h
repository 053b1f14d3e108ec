/* model/nv50/host/vbios_scripts.h: the init scripts of the model's own ROM, and the tables they use.
 *
 * Shape   three scripts in the boot list, a fourth that the second one calls, and a private script:
 *           0  engines off and on again; the RAM strap goes to CRTC register 0x3c
 *           1  calls the fourth: clocks; then the lines of the board, and CRTC register 0x3d = 0x80
 *           2  the memory, if 0x3d says that the clocks are there and the strap is one that exists:
 *              geometry, type, timings, precharge, two refreshes, mode registers, refresh on
 *         Every write of theirs is needed: without any one of them the memory stays dead (vm/start.h).
 *         An integrated chipset has no memory to start; its ROM has script 0 alone.
 * Source  docs/hardware/devinit.md §4.5, §7.1. */
#ifndef MODEL_NV50_HOST_VBIOS_SCRIPTS_H
#define MODEL_NV50_HOST_VBIOS_SCRIPTS_H

#include "model/nv50/host/vbios_image.h"

struct nv50;

/* Where things were put; 0: nowhere. */
struct vbios_tables {
    unsigned scripts, macro_index, macros, conditions, io_conditions, io_flags, private_script,
        arrays;
    unsigned tables_at, tables_end, boot_at, boot_end;
    unsigned straps, memory_info, pll_limits;
};

void vbios_put_scripts(const struct nv50 *card, struct image *image, struct vbios_tables *tables);

#endif
