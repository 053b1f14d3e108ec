/* suite/memory/heat.h: warms a card before and during each step of a memory test, for faults that show only when it
 * is warm.
 *
 * Shape   the card's own engine copies a chunk of VRAM to another one, where the blocks lie in other partitions.
 *         Before a step it does so for as many seconds as the key heat= says, or until the card has the temperature at
 *         which a pause at max_temp would end; during a step, beside each compare, as long as it is not that warm. The
 *         copies' words are never compared: the caller writes that chunk anew first, so that a mistake of the engine is
 *         not taken for one of the memory. Without copies nothing is heated, and the report says so.
 * Units   bytes, microseconds, degrees C. */
#ifndef SUITE_MEMORY_HEAT_H
#define SUITE_MEMORY_HEAT_H

#include "suite/memory/progress.h"
#include "suite/memory/view.h"

struct heat {
    struct memory_view *view;
    struct progress *progress;
    bool on;
    uint64_t to; /* the chunk that is written */
    uint64_t bytes, us;
    bool
        beside; /* no structure of the way ever lies in that chunk, so copies may go there at any time */
    uint64_t beside_bytes;
    uint64_t group; /* of VIEW_LOAD bytes, that the sensor was last read in; VIEW_NOTHING: none */
    bool cool;      /* the last look found that the card may get warmer */
    bool dirty, passed; /* the chunk holds the copies' words; the step has gone over it */
    bool sensor;
    unsigned coolest, hottest; /* with a sensor */
};

void heat_begin(struct heat *heat, struct memory_view *view, struct progress *progress);
/* True: the chunk at heat->to has to be written anew. BAR1 shows it. */
bool heat_once(struct heat *heat) MUST_CHECK;
/* A step begins. */
void heat_step(struct heat *heat);
/* Around the work of a step on the chunk at `at`: the card copies meanwhile, unless that work may touch the chunk that
 * the copies write. */
void heat_beside(struct heat *heat, uint64_t at);
void heat_beside_end(struct heat *heat, uint64_t at);
/* Before the work on a chunk, and at the end of a step (VIEW_NOTHING): the chunk at heat->to has to be written anew. */
bool heat_spoilt(struct heat *heat, uint64_t at) MUST_CHECK;
/* Reports the heating, if it was asked for. */
void heat_end(const struct heat *heat);

#endif
