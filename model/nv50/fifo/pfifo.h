/* model/nv50/fifo/pfifo.h: PFIFO: the running channel, its pusher, its cache, its puller.
 *
 * Shape   one channel's state is in the registers, that of all others in RAMFC. pfifo_run works off
 *         all commands, channel by channel, and stops where an error, an unsatisfied semaphore or
 *         PGRAPH holds it up; code that changes one of these calls it again.
 * Source  docs/hardware/tesla-mmio.md §4. */
#ifndef MODEL_NV50_FIFO_PFIFO_H
#define MODEL_NV50_FIFO_PFIFO_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/addr.h"
#include "hw/nv50/pfifo.h"
#include "model/nv50/vm/vm_user.h"

struct nv50;
struct reg_block;

extern const struct reg_block pfifo_regs;

#define PFIFO_SAVED_MAX 48 /* registers that RAMFC has */

struct pfifo {
    bool running;     /* pfifo_run is under way */
    bool loaded;      /* the registers are those of a channel */
    bool stalled;     /* until its reset (knobs pfifo_alone, no_program) */
    bool acquiring;   /* a semaphore was not satisfied in this round */
    unsigned channel; /* its number */
    uint32_t descriptor;
    linear_addr ramfc;
    uint32_t as_loaded[PFIFO_SAVED_MAX]; /* RAMFC in memory, of a strict card */
    struct vm_user push, semaphore;
    uint8_t runlist[PFIFO_CHANNELS];
    unsigned listed, next;
    uint32_t cache[PFIFO_CACHE_ENTRIES][2];
    bool kicking; /* PGRAPH has to end its work before it gives the channel of `kicked` away */
    uint32_t kicked;
};

void pfifo_reset(struct nv50 *card);
void pfifo_run(struct nv50 *card);

/* A word of the channel's RAMFC, by offset: from its register if the channel is loaded, else from
 * memory. A channel that is not enabled reads 0. */
uint32_t fifo_word(struct nv50 *card, unsigned channel, uint32_t offset);
void fifo_set_word(struct nv50 *card, unsigned channel, uint32_t offset, uint32_t value);

/* fifo_channel.c */
/* How many entries of the cache wait in memory. */
uint32_t fifo_saved_methods(struct nv50 *card, unsigned channel);
bool fifo_is_enabled(const struct nv50 *card, unsigned channel);
void fifo_load(struct nv50 *card, unsigned channel);
void fifo_unload(struct nv50 *card);

/* fifo_pusher.c: fetches one word. false: nothing to fetch, or not allowed to. */
bool fifo_push(struct nv50 *card);
/* fifo_puller.c: executes one method. false: none there, or held up. */
bool fifo_pull(struct nv50 *card);

/* fifo_semaphore.c: the outcome of a host method. */
enum fifo_result { FIFO_DONE, FIFO_WAITS, FIFO_FAILED };
enum fifo_result fifo_semaphore_method(struct nv50 *card, uint32_t method, uint32_t data);

/* ramht.c: the handle's entry of the loaded channel. */
bool ramht_look_up(struct nv50 *card, uint32_t handle, uint32_t *context);

/* fifo_user.c: by offset from PFIFO_USER. */
uint32_t fifo_user_read(struct nv50 *card, uint32_t offset);
void fifo_user_write(struct nv50 *card, uint32_t offset, uint32_t value);

uint32_t fifo_cache_read(struct nv50 *card, uint32_t offset);
void fifo_cache_write(struct nv50 *card, uint32_t offset, uint32_t value);

/* Interrupt bits of PFIFO. */
void fifo_raise(struct nv50 *card, uint32_t bits);

#endif
