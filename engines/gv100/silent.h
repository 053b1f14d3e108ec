/* engines/gv100/silent.h: the part of VRAM that stores nothing, where the card locks one and does not say which.
 *
 * Shape   a word of each MiB takes two values and has to keep one of them; then the edges are looked at in steps of
 *         SILENT_STEP. All of it twice. Each word gets its old value back.
 * Units   bytes of VRAM.
 * Source  docs/hardware/gv100.md §9.1. */
#ifndef ENGINES_GV100_SILENT_H
#define ENGINES_GV100_SILENT_H

#include "engines/card.h"

#define SILENT_STEP 0x20000u

enum silent {
    SILENT_UNKNOWN, /* nobody has looked */
    SILENT_NONE,    /* all of it stores */
    SILENT_FOUND,   /* one stretch, both times the same, of at most a quarter of the memory */
    SILENT_ODD,     /* neither: scattered, too much, or not twice the same */
};

enum silent silent_find(struct card *card, uint64_t *from, uint64_t *to);

#endif
