/* tests/nv50/refuge.h: the DMA objects of a memory test, in the very memory that it tests.
 *
 * Shape   two blocks of VRAM, of which one is in use at a time. What a block held is kept, and put back when the
 *         objects leave it, so that no byte is spared from the test: before a chunk is written that holds the
 *         block in use, or that a few broken address lines could make one with it, the objects go to the other
 *         block. The two differ in all upper bits of their address in a partition, so no chunk is near both.
 *         A block is taken only if it holds what is written to it.
 * Units   bytes; addresses are those of untiled VRAM.
 * Errors  those of PMEM's reads and writes.
 * Source  docs/hardware/tesla-vm.md §6.2 (partitions take turns every 256 bytes); silicon-sequences.md §14, 4
 *         (what the card reads for the host lies in VRAM). */
#ifndef TESTS_NV50_REFUGE_H
#define TESTS_NV50_REFUGE_H

#include "engines/nv50/vm.h"

#define REFUGE_BYTES 256u
#define REFUGES      2

struct refuge {
    struct card *card;
    unsigned parts;
    unsigned near; /* so many upper address bits may differ where broken lines are to be feared */
    linear_addr at[REFUGES];
    unsigned used;
    bool lies; /* the objects lie in at[used]; `vm` is theirs */
    struct vm vm;
    uint32_t kept[REFUGE_BYTES / 4];
};

/* false: memory does not hold two such blocks. */
bool refuge_open(struct refuge *refuge, struct card *card, unsigned parts) MUST_CHECK;
/* Whether an address lies in a chunk that must not be touched while the objects lie in that block. */
bool refuge_is_near(const struct refuge *refuge, unsigned which, uint64_t at);
/* Whether the objects lie where a chunk that holds this address must not be touched. */
bool refuge_in_the_way(const struct refuge *refuge, uint64_t at);
/* Takes the block that is out of the chunk's way; refuge->vm has no objects yet. */
enum err refuge_enter(struct refuge *refuge, uint64_t at) MUST_CHECK;
/* Puts back what the block held. Nothing may use the objects any more. */
enum err refuge_leave(struct refuge *refuge) MUST_CHECK;

#endif
