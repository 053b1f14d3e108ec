/* engines/gv100/push.h: writes push buffers: methods, as words that the host understands.
 *
 * Shape   words pile up in a buffer of the caller's; words that do not fit are dropped and `full` says so, which
 *         channel_submit refuses.
 * Units   methods by byte address.
 * Source  docs/hardware/gv100.md §4.2 to §4.6. */
#ifndef ENGINES_GV100_PUSH_H
#define ENGINES_GV100_PUSH_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/addr.h"

#define PUSH_MAX 512

struct push {
    uint32_t words[PUSH_MAX];
    unsigned count;
    bool full;
};

void push_start(struct push *push);
void push_word(struct push *push, uint32_t word);
/* The header of `count` data words for consecutive methods; the caller adds them. */
void push_header(struct push *push, unsigned subchannel, unsigned method, unsigned count);
/* One method. */
void push_method(struct push *push, unsigned subchannel, unsigned method, uint32_t data);

/* The five methods of a host semaphore; `execute` is the word of SEM_EXECUTE. */
void push_semaphore(struct push *push, virtual_addr at, uint64_t payload, uint32_t execute);
/* The four methods of SEMAPHOREA to D. */
void push_semaphore_old(struct push *push, virtual_addr at, uint32_t payload, uint32_t operation);
/* A release as drivers end their work (gv100.md §12, host.release.old): the older methods, 16 bytes with the time in the
 * upper eight, on a boundary of 16, without waiting for idle. It proves only that all before it has been fetched. */
void push_fence(struct push *push, virtual_addr at, uint32_t payload);
/* The four methods of a memory operation. */
void push_mem_op(struct push *push, uint32_t a, uint32_t b, uint32_t c, uint32_t d);
/* Hub TLBs, or all, forget one address space, all of it; the channel must be privileged. */
void push_invalidate(struct push *push, linear_addr pdb, bool hub_only);

#endif
