/* model/gv100/vram/l2.h: the cache between the card and its memory, as far as software can tell it from none.
 *
 * Shape   lines of 128 bytes in 16 ways; of a line each sector of 32 bytes is valid and dirty by itself. Written bytes
 *         stay here until the line has to leave or is cleaned, and errors of memory show when the sector is fetched
 *         again. The set of a line is an even spread over all sets, in which lines leave as they came. Lines of memory
 *         without a defect equal memory: they take their place (gv_l2_pass), and their bytes stay in storage, so that a
 *         good card is as fast as without a cache. So only an invalidate of lines that were never cleaned, and a
 *         bypass, which no driver of such a card does, show less of it than a card would.
 * Units   bytes.
 * Source  docs/hardware/gv100.md §1.11. */
#ifndef MODEL_GV100_VRAM_L2_H
#define MODEL_GV100_VRAM_L2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/gv100/vram/vram_breaks.h"

#define L2_WAYS 16
#define L2_LINE 128u

/* The memory that it caches, a whole sector at a time. `fetch` is false where the sector must not be kept. */
struct gv_l2_memory {
    bool (*fetch)(void *opaque, uint64_t at, uint8_t bytes[VRAM_SECTOR]);
    void (*store)(void *opaque, uint64_t at, const uint8_t bytes[VRAM_SECTOR]);
    void *opaque;
};

struct gv_l2;

/* `size` is rounded down to whole sets, one at least. Null: no memory. */
struct gv_l2 *gv_l2_new(uint64_t size, const struct gv_l2_memory *memory);
void gv_l2_free(struct gv_l2 *l2);

/* Within one sector. */
void gv_l2_read(struct gv_l2 *l2, uint64_t at, uint8_t *bytes, size_t size);
void gv_l2_write(struct gv_l2 *l2, uint64_t at, const uint8_t *bytes, size_t size);
/* An access to a line whose bytes are not kept here. */
void gv_l2_pass(struct gv_l2 *l2, uint64_t at);

/* Dirty lines go to memory, and stay here too. */
void gv_l2_clean(struct gv_l2 *l2);
/* Empties the cache; dirty lines are lost. */
void gv_l2_invalidate(struct gv_l2 *l2);
/* Whether accesses go past the cache from now on; its lines stay. */
void gv_l2_bypass(struct gv_l2 *l2, bool bypass);

#endif
