/* engines/nv50/scanout.h: which VRAM the display of a card shows.
 *
 * Shape   a head that is active shows the surface of its core channel, over that the one of its base
 *         channel; without a core channel it is the VGA's, which shows its 256 KiB. Where both channels
 *         have a surface both count.
 * Units   bytes of VRAM, to exclusive; not rounded.
 * Errors  none: surfaces that cannot be known are left out of the list.
 * Source  docs/hardware/tesla-mmio.md §3.10 (unverified tesla-mmio.md §3.10). */
#ifndef ENGINES_NV50_SCANOUT_H
#define ENGINES_NV50_SCANOUT_H

#include "engines/card.h"

#define SCANOUT_MAX 4 /* two heads, two surfaces each */

struct scanout {
    const char *what; /* "head 0", "VGA" */
    bool vga;         /* the VGA's 256 KiB, which every card shows after power-on */
    uint64_t from, to;
};

/* Reads only, and puts PMEM back, which it looks through; how many there are. PDISPLAY must be out of reset,
 * card->vram.size set. */
unsigned scanout_read(struct card *card, struct scanout list[SCANOUT_MAX]);

#endif
