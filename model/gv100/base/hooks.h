/* model/gv100/base/hooks.h: the few calls that go from a folder of model/gv100/ to one above it.
 *
 * Shape   a folder calls the ones below it by name. Where the hardware's own wires run the other way, it
 *         calls a hook, and card/ says who answers (card/units.c). */
#ifndef MODEL_GV100_BASE_HOOKS_H
#define MODEL_GV100_BASE_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

struct gv100;

struct hooks {
    /* base -> card: the word that a read at this offset of BAR0 gives because no unit answers; 0: one answers. */
    uint32_t (*refused_word)(const struct gv100 *card, uint32_t offset);
    /* base -> window: software reached for a unit that does not answer. `value` is the word of a write. */
    void (*refused)(struct gv100 *card, uint32_t offset, bool write, uint32_t value);
    /* vm -> window: memory or its translation has changed for the windows, so that no part of a BAR may be
     * served by the surroundings any longer. */
    void (*unalias)(struct gv100 *card);
    /* falcon -> card: a program of the card's ROM has started it. */
    void (*started)(struct gv100 *card);
    /* copy -> host: a copy engine that waited for software may go on. */
    void (*engine_moved)(struct gv100 *card, unsigned lce);
    /* copy -> host: a copy engine's access for that channel has faulted. */
    void (*engine_faulted)(struct gv100 *card, unsigned lce, unsigned channel);
};

#endif
