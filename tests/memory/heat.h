/* tests/memory/heat.h: warms a card before each step of a memory test, for faults that show only when it is warm.
 *
 * Shape   the card's own engine copies a chunk of VRAM to another one, where the blocks lie in other partitions,
 *         for as many seconds as the key heat= says, or until it is as warm as where a pause at max_temp would end.
 *         What the copies leave behind is not looked at: the caller writes that chunk anew, so that a mistake of
 *         the engine is never taken for one of the memory. Without copies nothing is heated, and the report says so.
 * Units   bytes, microseconds, degrees C. */
#ifndef TESTS_MEMORY_HEAT_H
#define TESTS_MEMORY_HEAT_H

#include "tests/memory/pace.h"
#include "tests/memory/view.h"

struct heat {
    struct memory_view *view;
    struct pace *pace;
    bool on;
    uint64_t to; /* the chunk that is written */
    uint64_t bytes, us;
    bool sensor;
    unsigned coolest, hottest; /* with a sensor */
};

void heat_begin(struct heat *heat, struct memory_view *view, struct pace *pace);
/* True: the chunk at heat->to has to be written anew. BAR1 shows it. */
bool heat_once(struct heat *heat) MUST_CHECK;
/* Says what has been done, if it was asked for. */
void heat_end(const struct heat *heat);

#endif
