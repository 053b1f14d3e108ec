/* model/gv100/base/generation.h: the differences between GV100 and Turing that are more than another address or number:
 * here alone the model asks which of them a card is (hw/gv100/places.h).
 *
 * Source  docs/hardware/gv100.md §13. */
#ifndef MODEL_GV100_BASE_GENERATION_H
#define MODEL_GV100_BASE_GENERATION_H

#include <stdbool.h>
#include <stdint.h>

struct gv100;

/* Whether interrupts go through leaves and a top as well (§13.6). */
bool gv_has_leaves(const struct gv100 *card);
/* Whether the card's own firmware runs its VBIOS (§13.7). */
bool gv_starts_itself(const struct gv100 *card);

#define DOORBELL_NOBODY UINT32_MAX
#define DOORBELL_ANY    0xffu
/* Which channel a word written to the doorbell is for, and on which runlist it must be; DOORBELL_ANY: whichever it is on.
 * DOORBELL_NOBODY: doorbells are not let in. */
uint32_t gv_doorbell_channel(const struct gv100 *card, uint32_t value, unsigned *runlist);

#endif
