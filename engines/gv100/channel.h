/* engines/gv100/channel.h: a channel from nothing: instance block, RAMFC, USERD, ring, push buffer, doorbell.
 *
 * Shape   a channel's memory is one window of CHANNEL_WINDOW bytes in its space: ring, a page for semaphores, push
 *         buffer. The runlist is the caller's business (host_schedule), for a test may want several channels in it.
 * Units   bytes; push buffers in words.
 * Errors  ERR_NO_MEMORY also if the push buffer or the ring is full; the host's complaints are data.
 * Source  docs/hardware/gv100.md §3, §4.1, §8. */
#ifndef ENGINES_GV100_CHANNEL_H
#define ENGINES_GV100_CHANNEL_H

#include "engines/gv100/host.h"
#include "engines/gv100/push.h"

#define CHANNEL_WINDOW    0x10000u
#define CHANNEL_RING      0x0000u /* offsets in the window */
#define CHANNEL_SEMAPHORE 0x1000u
#define CHANNEL_PUSH      0x2000u

/* A channel to be made; all zeros: an ordinary one in VRAM. */
struct channel_form {
    uint16_t id;
    uint8_t runlist;
    uint8_t engine;       /* host's id of the engine that it uses */
    bool runqueue;        /* the second PBDMA of the runlist */
    bool copies;          /* it uses a copy engine */
    bool privileged;      /* it may invalidate TLBs */
    bool physical;        /* its copies may name physical addresses */
    bool all_subdevices;  /* its methods are not filtered by subdevice (CHANNEL_DMA off) */
    uint16_t signature;   /* 0: the usual one */
    enum target where;    /* window and USERD */
    enum target instance; /* instance block */
    uint8_t ring_log2;    /* of entries; 0: CHANNEL_RING_LOG2 */
    uint8_t veid;         /* subcontext that it says it belongs to */
    uint32_t acquire;     /* RAMFC word ACQUIRE; 0: the usual one, without a time-out */
    virtual_addr at;      /* of its window, below 2^40 */
};

#define CHANNEL_RING_LOG2 9

struct channel {
    struct host *host;
    struct space *space;
    struct channel_form form;
    linear_addr instance, userd, window;
    uint32_t ring_entries, gp_put;
    uint32_t push_used; /* bytes */
};

/* Built and bound, not enabled. */
enum err channel_make(struct channel *channel, struct host *host, struct space *space,
                      const struct channel_form *form) MUST_CHECK;
/* Unbound and bound again, so that changes in its instance block take effect. It must not have run yet. */
enum err channel_rebind(struct channel *channel) MUST_CHECK;
void channel_enable(struct channel *channel);
void channel_disable(struct channel *channel);
/* PCCSR_CHANNEL. */
uint32_t channel_state(struct channel *channel);

/* Its entry for a runlist, and the header of a TSG. */
struct runlist_entry channel_entry(const struct channel *channel);
struct runlist_entry tsg_entry(uint16_t tsgid, uint8_t length);
/* Alone in a TSG of its own id, alone in its runlist; enabled. */
enum err channel_run_alone(struct channel *channel) MUST_CHECK;

/* Words into the push buffer, an entry for them, and the doorbell. */
enum err channel_submit(struct channel *channel, const struct push *push) MUST_CHECK;
/* The parts of that: words, without an entry; where they lie; an entry as it is; and telling the host. */
enum err channel_write(struct channel *channel, const uint32_t *words, unsigned count,
                       virtual_addr *out) MUST_CHECK;
enum err channel_add_entry(struct channel *channel, const uint32_t words[2]) MUST_CHECK;
enum err channel_kick(struct channel *channel) MUST_CHECK;
/* The doorbell alone. */
void channel_ring(struct channel *channel);

/* Words of the page for semaphores: their addresses for the card, and their values. */
virtual_addr channel_semaphore(const struct channel *channel, unsigned offset);
uint32_t channel_semaphore_read(struct channel *channel, unsigned offset);
enum err channel_semaphore_write(struct channel *channel, unsigned offset,
                                 uint32_t value) MUST_CHECK;
/* Where the channel stands, in words, for a message about one that does not get on: "the channel is off", ...
 * (PCCSR and SCHED_ERROR, docs/hardware/gv100.md §8.2, §8.4). */
const char *channel_stands(struct channel *channel);
/* Waits until a word of that page has a value. ERR_TIMEOUT: it has not, and the log tells the host's state. */
enum err channel_wait(struct channel *channel, unsigned offset, uint32_t value,
                      uint32_t timeout_us) MUST_CHECK;

/* A word of USERD, by its number. */
uint32_t channel_userd(struct channel *channel, unsigned word);
/* The PBDMA that runs it. */
unsigned channel_pbdma(struct channel *channel);
/* Waits until that PBDMA has an interrupt, of either register. */
enum err channel_wait_event(struct channel *channel, struct pbdma_event *out,
                            uint32_t timeout_us) MUST_CHECK;

#endif
