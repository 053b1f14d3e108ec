/* engines/vram.h: who holds which part of VRAM, and memory for the structures that a test builds.
 *
 * Shape   ranges that no test may take (enum vram_use) are reserved once by the card's family; each test then
 *         draws from one arena that is empty again at its end. `target` chooses VRAM or system memory, so
 *         that the same builder makes page tables in any of the three places.
 * Units   bytes.
 * Errors  ERR_NO_MEMORY. */
#ifndef ENGINES_VRAM_H
#define ENGINES_VRAM_H

#include "engines/card.h"

#define VRAM_SMALLEST (1024u * 1024) /* the tests' structures need that much */

/* Names a range of card->vram that the arena must not use. */
enum err vram_reserve(struct card *card, enum vram_use use, const char *owner, uint64_t from,
                      uint64_t size) MUST_CHECK;

/* Opens an empty arena over the free ranges. */
void vram_arena_reset(struct card *card);
enum err vram_alloc(struct card *card, uint64_t size, uint64_t align, linear_addr *out) MUST_CHECK;

/* The whole range is VRAM that nobody has reserved; a test may have taken it from the arena. */
bool vram_is_free(const struct card *card, uint64_t from, uint64_t size);
/* A display shows the byte, so it is not written. */
bool vram_is_shown(const struct card *card, uint64_t at);

/* Memory for a structure in any place that the card reaches; zeroed in system memory only. */
enum err memory_alloc(struct card *card, enum target target, uint64_t size, uint64_t align,
                      linear_addr *out) MUST_CHECK;

#endif
