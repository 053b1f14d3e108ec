/* engines/gv100/bar.h: BAR1 and BAR2, the windows through which the CPU sees a virtual address space.
 *
 * Shape   a BAR shows its space from virtual address 0 on. Binding goes through the card's journal, so that the former
 *         binding comes back.
 * Units   bytes.
 * Errors  ERR_TIMEOUT: the bind did not end.
 * Source  docs/hardware/gv100.md §2.2. */
#ifndef ENGINES_GV100_BAR_H
#define ENGINES_GV100_BAR_H

#include "engines/card.h"

enum bar { BAR1, BAR2, BAR_COUNT };

/* "BAR1" */
const char *bar_name(enum bar bar);
/* The engine id in its fault records. */
uint16_t bar_engine(const struct card *card, enum bar bar);
uint64_t bar_size(const struct card *card, enum bar bar);

/* Lets the BAR show the space that an instance block names; waits for the bind. */
enum err bar_bind(struct card *card, enum bar bar, linear_addr instance) MUST_CHECK;
/* Mode PHYSICAL: no table is read for the BAR any more. */
enum err bar_unbind(struct card *card, enum bar bar) MUST_CHECK;
/* The same word again, as after a fault. */
enum err bar_rebind(struct card *card, enum bar bar) MUST_CHECK;
/* Waits until no bind of this BAR is under way. */
enum err bar_settled(struct card *card, enum bar bar) MUST_CHECK;
/* Whether a register is a BAR's block, and of which. */
bool bar_of_register(const struct card *card, uint32_t reg, enum bar *out);

uint32_t bar_read32(struct card *card, enum bar bar, virtual_addr at);
void bar_write32(struct card *card, enum bar bar, virtual_addr at, uint32_t value);

#endif
