/* suite/memory/own_memory.h: room in VRAM for a memory test's own structures, in the very memory that it tests.
 *
 * Shape   two places in VRAM, of which one is in use at a time. The contents of a place are kept, and put back when the
 *         structures leave it, so that no byte is spared from the test: before a chunk is written that holds the place
 *         in use, or that a few broken address lines could make one with it, the structures go to the other one. The
 *         two differ in all upper bits of their address in a partition, so no chunk is near both. A place is taken only
 *         if it holds words written to it. The structures use pieces of a stretch, such as those of a channel; the
 *         holes between them stay unused. Of a family whose spread of addresses over chips is unknown, `parts` is 1:
 *         the two places then differ in all bits of their addresses above the lowest 16.
 * Units   bytes; addresses are those of untiled VRAM.
 * Errors  those of PMEM's reads and writes.
 * Source  docs/hardware/tesla-vm.md §6.2 (NV50's partitions take turns every 256 bytes); silicon-sequences.md §14, 4
 *         (structures that the card reads for the host lie in VRAM). */
#ifndef SUITE_MEMORY_OWN_MEMORY_H
#define SUITE_MEMORY_OWN_MEMORY_H

#include "engines/card.h"

#define OWN_MEMORIES 2

struct own_memory_piece {
    uint32_t at, size; /* multiples of 4 */
};

struct own_memory_need {
    const struct own_memory_piece *pieces;
    unsigned count;
    uint32_t span;   /* where the last one ends */
    uint32_t before; /* bytes of VRAM in front of it, whose contents do not matter */
    bool
        block; /* all of it is one block of 256 bytes, whatever the partition; else it begins a page of 4 KiB */
    /* Where a cache lies before memory: makes memory answer the next reads around `near`. Null:
     * there is none. */
    enum err (*settle)(struct card *card, uint64_t near);
    uint64_t pattern; /* bits of the first place's address; other bits for each room of a card */
};

struct own_memory {
    struct card *card;
    const struct own_memory_need *need;
    const struct own_memory *other; /* that it stays clear of; null: none */
    unsigned parts;
    unsigned near; /* so many upper address bits may differ where broken lines are to be feared */
    linear_addr at[OWN_MEMORIES];
    unsigned used;
    bool lies;      /* the structures lie in at[used] */
    uint32_t *kept; /* as many words as the pieces have */
};

/* false: memory does not hold two such places. `kept` is the caller's, for as long as the room is in use. */
bool own_memory_open(struct own_memory *own_memory, struct card *card, unsigned parts,
                     const struct own_memory_need *need, const struct own_memory *other,
                     uint32_t *kept) MUST_CHECK;
/* Whether an address lies in a chunk that must not be touched while the structures lie in that place. */
bool own_memory_meets(const struct own_memory *own_memory, uint64_t at,
                      uint32_t span); /* one of its places */
bool own_memory_is_near(const struct own_memory *own_memory, unsigned which, uint64_t at);
/* Whether the structures lie where a chunk that holds this address must not be touched. */
bool own_memory_is_in_the_way(const struct own_memory *own_memory, uint64_t at);
/* Takes the place that is out of the chunk's way, at[used]; nothing is written there yet. */
enum err own_memory_enter(struct own_memory *own_memory, uint64_t at) MUST_CHECK;
/* Puts back the former contents of the place. Nothing may use the structures any more. */
enum err own_memory_leave(struct own_memory *own_memory) MUST_CHECK;

#endif
