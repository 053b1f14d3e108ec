/* engines/gv100/family.h: GV100 (Volta) as neutral code drives it; its tests ask for more.
 *
 * Source  docs/hardware/gv100.md §1, §9.1. */
#ifndef ENGINES_GV100_FAMILY_H
#define ENGINES_GV100_FAMILY_H

#include "engines/family.h"
#include "engines/gv100/topology.h"

extern const struct family gv100_family;

/* The engines of the card, as they were read at the takeover. */
const struct topology *gv100_topology(const struct card *card);

/* VRAM by the registers of the memory partitions. */
struct fb_size {
    uint64_t bytes;      /* that lie at 0 and up */
    unsigned partitions; /* that are enabled */
    uint32_t mask;
    bool mixed; /* they differ in size: what is above `bytes` lies elsewhere */
};

void gv100_fb_size(struct card *card, struct fb_size *out);

/* The range that the card itself protects against writes; false: none. */
bool gv100_wpr(struct card *card, uint64_t *from, uint64_t *to);
/* Part of VRAM is locked for protected video, and no source says where. */
bool gv100_vpr_locked(struct card *card);

#endif
