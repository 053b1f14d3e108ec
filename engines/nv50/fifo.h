/* engines/nv50/fifo.h: a channel of PFIFO with an indirect buffer, from nothing.
 *
 * Shape   the channel structure is a struct vm; PFIFO's own structures (RAMFC, cache, runlist) lie in VRAM. Commands
 *         are written to one page of memory, the ring, which PFIFO reads through
 *         a DMA object of the channel: the caller maps that page and says at which offset it lies.
 * Units   bytes; lengths of commands in words.
 * Errors  those of the builders; ERR_NO_MEMORY if the ring is full. PFIFO's complaints are data.
 * Source  docs/hardware/tesla-mmio.md §4.3 to §4.9, tesla-engines.md §6.1. */
#ifndef ENGINES_NV50_FIFO_H
#define ENGINES_NV50_FIFO_H

#include "engines/nv50/vm.h"

#define FIFO_RING     0x1000u
#define FIFO_COMMANDS 0x800u /* of the ring: where they begin, after the indirect buffer */

/* RAMFC, the cache and the runlist. */
#define FIFO_OWN_RAMFC   0x0000u
#define FIFO_OWN_CACHE   0x1000u
#define FIFO_OWN_RUNLIST 0x2000u
#define FIFO_OWN_SIZE    0x3000u

/* Where all of it lies. */
struct fifo_place {
    linear_addr own;  /* FIFO_OWN_SIZE bytes of 0, 4 KiB aligned */
    uint32_t ramht;   /* offset of the table of 512 handles in the channel */
    linear_addr ring; /* FIFO_RING bytes */
    uint64_t ring_at; /* in the DMA object */
};

struct fifo {
    struct card *card;
    bool second; /* of two channels */
    linear_addr channel, ramht;
    linear_addr own;
    linear_addr ring; /* in memory */
    uint64_t ring_at; /* in the DMA object */
    uint32_t entries; /* of the indirect buffer that were written: the next one's number */
    uint32_t pending; /* of them since fifo_prepare or fifo_rewind */
    uint32_t used;    /* bytes of the ring */
};

/* PFIFO's complaints; no interrupts: none. */
struct fifo_event {
    uint32_t interrupts; /* PFIFO_INTR */
    uint8_t pusher;      /* enum pfifo_pusher_error */
    uint8_t semaphore;   /* enum pfifo_semaphore_error */
    bool line;           /* PFIFO's line was up in PMC */
};

/* Writes RAMFC and the rest; `object` is the selector of the DMA object that shows the ring. */
enum err fifo_prepare(struct fifo *fifo, struct vm *vm, uint16_t object, linear_addr ring,
                      uint64_t ring_at) MUST_CHECK;
/* The same where the caller has the place. */
enum err fifo_lay(struct fifo *fifo, struct vm *vm, uint16_t object,
                  const struct fifo_place *place) MUST_CHECK;
/* Puts an object into the channel's table of handles: methods name objects by handle. `engine` is PFIFO's number of the
 * engine that takes the methods of a class object, or PFIFO_ENGINE_SOFTWARE for a DMA object. */
enum err fifo_handle(struct fifo *fifo, uint32_t handle, uint16_t selector,
                     uint8_t engine) MUST_CHECK;
/* PFIFO from reset, with this channel alone in the runlist. */
enum err fifo_start(struct fifo *fifo) MUST_CHECK;
/* The same with two channels, which take turns. */
enum err fifo_start_both(struct fifo *first, struct fifo *second) MUST_CHECK;

/* Commands into the ring, and an entry of the indirect buffer for them; PFIFO starts at once. */
enum err fifo_submit(struct fifo *fifo, const uint32_t *words, unsigned count) MUST_CHECK;
/* An entry alone, for words that lie elsewhere in the object. */
enum err fifo_entry(struct fifo *fifo, uint64_t at, unsigned count) MUST_CHECK;

/* All that was submitted has been done: commands go where the first ones lay. */
void fifo_rewind(struct fifo *fifo);
/* Waits until the puller has met method REF with this value, or has stopped. */
enum err fifo_wait(struct fifo *fifo, uint32_t ref) MUST_CHECK;
uint32_t fifo_ref(struct fifo *fifo);
/* The cause of its stop, read and acknowledged; it stays stopped until fifo_start. */
void fifo_take_event(struct fifo *fifo, struct fifo_event *event);

#endif
