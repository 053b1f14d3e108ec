/* suite/nv50/alias.h: seeing placement by aliasing (tesla-vm.md §6.6 A).
 *
 * Shape   each 256-byte block is filled with its own number through a pitch, short-cycle view; read
 *         through another view, the block that appears at A' is the one that shares its place. The
 *         whole block carries one value, so the order inside a block does not matter. Blind where
 *         the two views are equal: there the check asserts identity.
 * Units   blocks of 256 bytes. */
#ifndef SUITE_NV50_ALIAS_H
#define SUITE_NV50_ALIAS_H

#include "mmu/nv50/place.h"
#include "suite/nv50/setup.h"

/* The pitch block that lies where `view` puts `block`, down to row, bank and column. */
uint32_t alias_shared_with(const struct placement *p, struct view view, uint32_t block);

/* A view was not as configured: the single other value of a configuration register that would explain it, as the
 * beginning of a sentence; empty where none does. BAR1 shows the view of `size` bytes from `start` on, each block
 * filled with its number through the pitch view. */
void alias_explain(struct test *t, const struct placement *configured, struct view view,
                   linear_addr start, uint64_t size, struct text *out);

/* The placement of the card under test; false: the test has ended. */
bool alias_placement(struct test *t, struct placement *placement);
/* Whether a view equals pitch, short cycle on this card, so that nothing can be seen. */
bool alias_is_blind(struct test *t, struct view view);

/* One 64 KiB page through a paged object: the view merged from both shows as `view`. */
void alias_check_page(struct test *t, const struct dmaobj *object, const struct pte *pte,
                      struct view view);

/* `size` bytes of VRAM through an unpaged object with that type and cycle. */
void alias_check_object(struct test *t, uint8_t type, uint8_t cycle, struct view view,
                        uint64_t size);

/* Two whole periods of the alternate bank cycle, through an object of that type. */
void alias_check_periods(struct test *t, uint8_t type, struct view view, uint64_t period);

/* Rewrites the select mask of subpartitions, looks, puts it back. */
void alias_check_select_mask(struct test *t);

/* Leaves one partition after the other alone, looks through PMEM, puts all of them back. */
void alias_check_part_mask(struct test *t);

#endif
