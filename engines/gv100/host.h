/* engines/gv100/host.h: the unit that runs channels: PBDMAs, runlists, preemption, and their memory in BAR2's space.
 *
 * Shape   a struct host is made by a test that uses engines, and closed by it. It binds BAR2 to a space of its
 *         own, where the ring of fault records and the method buffers of copy channels lie, because engines
 *         address both through BAR2. host_close takes down all that was started, in the manual's order.
 * Units   bytes; runlists by their id.
 * Errors  ERR_TIMEOUT: the card did not do it in time, and the log names the register.
 * Source  docs/hardware/gv100.md §3.4, §3.5, §4.7, §6.2, §8.3. */
#ifndef ENGINES_GV100_HOST_H
#define ENGINES_GV100_HOST_H

#include "engines/gv100/fault.h"
#include "engines/gv100/space.h"
#include "engines/gv100/topology.h"
#include "mmu/gv100/runlist.h"

#define HOST_CHANNELS_MAX 16
#define HOST_WAIT_US      2000000u /* as drivers wait for runlists and preemption */

struct host {
    struct card *card;
    const struct topology *topology;
    enum target where; /* of tables, ring, method buffers and runlists */
    struct space bar2;
    virtual_addr bar2_next; /* where BAR2's space is free */
    struct fault_ring faults;
    uint32_t runlists; /* that were given channels */
    unsigned channel_count;
    uint16_t channels[HOST_CHANNELS_MAX]; /* ids that were bound */
};

/* PFIFO from reset, with every PBDMA on and nothing to run. Part of the takeover, and after each test. */
enum err host_reset(struct card *card, uint32_t engine_resets) MUST_CHECK;
/* How many PBDMAs PFIFO says that it has; it has registers for PFIFO_PBDMA_MAP_COUNT, and no more are used. */
unsigned host_pbdmas_told(struct card *card);

/* `ring_entries`: of the ring of fault records. Everything that the card needs lies at `where`: system memory is for
 * tests of VRAM itself. */
enum err host_open(struct host *host, struct card *card, const struct topology *topology,
                   enum target where, uint32_t ring_entries) MUST_CHECK;
/* Shows memory in BAR2's space; sizes are rounded up to 4 KiB. */
enum err host_show(struct host *host, linear_addr at, uint64_t size, virtual_addr *out) MUST_CHECK;
/* However the test has ended: stops channels, unbinds them, empties runlists. ERR_TIMEOUT: one hung, and its engine was
 * reset. */
enum err host_close(struct host *host);

/* A new runlist; waits until the hardware has read it. */
enum err host_schedule(struct host *host, uint8_t runlist, const struct runlist_entry *entries,
                       unsigned count) MUST_CHECK;
/* The same from a place of its own. */
enum err host_schedule_from(struct host *host, uint8_t runlist, const struct runlist_entry *entries,
                            unsigned count, enum target where) MUST_CHECK;
void host_disable(struct card *card, uint8_t runlist, bool disabled);

enum err host_preempt_channel(struct card *card, uint16_t chid) MUST_CHECK;
enum err host_preempt_tsg(struct card *card, uint16_t tsgid) MUST_CHECK;
enum err host_preempt_runlist(struct card *card, uint8_t runlist) MUST_CHECK;

/* The state in which a PBDMA stopped. */
struct pbdma_event {
    uint32_t interrupts, interrupts_1; /* PPBDMA_INTR_0, _1 */
    uint32_t method, data;             /* METHOD0, DATA0 */
    uint32_t header;                   /* HDR_SHADOW */
    uint16_t channel;
};

void pbdma_read(struct card *card, unsigned pbdma, struct pbdma_event *out);
/* The method at which the PBDMA stopped becomes a NOP, its interrupts are acknowledged, and it goes on. */
void pbdma_drop_method(struct card *card, unsigned pbdma);
/* Acknowledges the PBDMA's interrupts; it goes on with the method at which it stopped. */
void pbdma_acknowledge(struct card *card, unsigned pbdma);

#endif
