/* engines/gv100/l2.h: the cache between everything on the card and its memory, which answers in place of memory.
 *
 * Shape   L2 is write back: a store is in memory only when its line has left, and a read comes from memory only when L2
 *         does not have the line. Nothing that is known to work on silicon takes a line of VRAM out of it, so other
 *         lines have to take its place.
 * Units   bytes; addresses in VRAM.
 * Source  docs/hardware/gv100.md §1.11. */
#ifndef ENGINES_GV100_L2_H
#define ENGINES_GV100_L2_H

#include "engines/card.h"

#define L2_LINE 128u

/* So many bytes have to be read elsewhere until none of the former lines is left. */
uint64_t l2_evict_size(struct card *card);
/* Where to begin with that, so that it meets `near` last. */
uint64_t l2_evict_from(const struct card *card, uint64_t near);
/* All that was stored until now is in memory, and the next read near that address comes from there. By the window in
 * BAR0, a word of each line. */
enum err l2_evict(struct card *card, uint64_t near) MUST_CHECK;

#endif
