/* engines/gv100/copy.h: the methods of a copy engine: linear copies and fills, followed by a semaphore.
 *
 * Shape   the words go into a push buffer of a channel that was made with `copies`.
 * Units   bytes.
 * Source  docs/hardware/gv100.md §7. */
#ifndef ENGINES_GV100_COPY_H
#define ENGINES_GV100_COPY_H

#include "engines/gv100/push.h"

struct copy {
    virtual_addr from, to; /* 49 bits; or physical addresses, as `launch` says */
    uint32_t bytes;        /* of a line */
    uint32_t lines;        /* 0 or 1: one line, without pitches */
    uint32_t pitch_in, pitch_out;
    uint32_t launch; /* bits of COPY_LAUNCH_ beside those of an ordinary copy */
    virtual_addr semaphore;
    uint32_t payload;
    bool has_semaphore; /* one word, written when the copy is done */
};

void push_copy(struct push *push, const struct copy *copy);
/* Fills [to, to + 8 * words) with a word of 8 bytes. */
void push_fill(struct push *push, virtual_addr to, uint32_t words, uint64_t word);
/* The same fill at another place. Since the last push_fill nothing but fills went into this push buffer: the engine
 * keeps their parameters. */
void push_fill_more(struct push *push, virtual_addr to);
/* A word of four bytes, released by the copy engine when all before it is done. */
void push_copy_done(struct push *push, virtual_addr semaphore, uint32_t payload);

#endif
