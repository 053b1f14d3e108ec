/* suite/memory/channel_kind.h: from the equations of errors to their kind: a channel, or some part of one.
 *
 * Shape   pure: decides by which address bits the equations decide, and how many places bear them out. */
#ifndef SUITE_MEMORY_CHANNEL_KIND_H
#define SUITE_MEMORY_CHANNEL_KIND_H

#include "suite/memory/channels.h"

struct channel_evidence {
    const struct equations *equations; /* ordered */
    uint64_t bits;                     /* of addresses that could differ */
    unsigned places, sectors; /* windows of 64 KiB, and sectors of 32 bytes, that errors lie in */
    unsigned choice; /* log2 of how many ways there are to leave out the errors that do not agree */
    unsigned card;   /* channels; 0: not known */
};

/* Of SHARED, `of` is how many channels have the same equations, 0: not known. */
enum channel_kind channel_kind_of(const struct channel_evidence *evidence, unsigned *of);
/* Windows with errors that it takes to say which channel they lie in. */
unsigned channel_places_needed(const struct channel_evidence *evidence);

#endif
