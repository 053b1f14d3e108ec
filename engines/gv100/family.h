/* engines/gv100/family.h: GV100 (Volta) as neutral code drives it; its tests ask for more.
 *
 * Source  docs/hardware/gv100.md §1, §9.1. */
#ifndef ENGINES_GV100_FAMILY_H
#define ENGINES_GV100_FAMILY_H

#include "engines/family.h"
#include "engines/gv100/silent.h"
#include "engines/gv100/topology.h"

extern const struct family gv100_family;

/* The engines of the card, as they were read at the takeover. */
const struct topology *gv100_topology(const struct card *card);

/* Whether counters of corrected or uncorrectable errors have grown in this run, so that they count. */
bool *gv100_ecc_counted(struct card *card);

/* VRAM by the registers of the memory partitions. */
struct fb_size {
    uint64_t bytes;      /* that lie at 0 and up, and have addresses */
    uint64_t told_bytes; /* by the sizes that the partitions say */
    unsigned
        told; /* partitions that PTOP counts; those after the first FBPA_SIZE_COUNT are left out */
    unsigned partitions; /* that are enabled */
    uint32_t mask;
    uint32_t
        refused; /* partitions that should be there and whose register says no size: left out */
    bool
        missing; /* with `refused`: the card's own figure is larger than `told_bytes`, or is not told */
    bool mixed; /* they differ in size: memory above `bytes` lies elsewhere */
};

void gv100_fb_size(struct card *card, struct fb_size *out);

/* Ranges of VRAM that the card itself keeps others from: for protected video, and two that nobody may write. */
enum gv100_protected { PROTECTED_WPR1, PROTECTED_WPR2, PROTECTED_VPR, PROTECTED_COUNT };

/* False: there is none, or its bounds make no sense in this VRAM; then `from` is not 0. VPR counts only where it is
 * locked. */
bool gv100_protected_range(struct card *card, enum gv100_protected which, uint64_t *from,
                           uint64_t *to);
const char *gv100_protected_name(enum gv100_protected which);
/* Part of VRAM is locked for protected video. */
bool gv100_vpr_locked(struct card *card);
/* Result of the search for it, where its bounds make no sense. */
enum silent gv100_silent(const struct card *card, uint64_t *from, uint64_t *to);

#endif
