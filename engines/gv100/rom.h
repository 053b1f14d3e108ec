/* engines/gv100/rom.h: the bytes that PROM shows, which dump=vbios keeps.
 *
 * Shape   up to the last byte that is not erased. PROM shows the ROM's chip while the shadow bit is off, so the bit is
 *         put back afterwards. Nothing is made of the bytes here.
 * Errors  null: there is no expansion ROM, it does not read the same twice, or the time is over.
 * Source  docs/hardware/gv100.md §8.5. */
#ifndef ENGINES_GV100_ROM_H
#define ENGINES_GV100_ROM_H

#include "engines/card.h"

/* "GDDR6": the kind of memory on this board, by the ROM; null: the ROM does not tell. Reads only the bytes needed for
 * it. */
const char *gv100_memory_kind(struct card *card);

/* In the card's workspace, until the next card. */
const uint8_t *gv100_rom(struct card *card, size_t *size);

#endif
