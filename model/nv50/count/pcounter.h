/* model/nv50/count/pcounter.h: performance counters.
 *
 * Shape   a period counts pulses of signals, each in a cycle of its own, and time; an input's count
 *         follows from its four sources' pulses and its truth table. Single and quad mode; no delays,
 *         flags, thresholds, special counter modes or record mode. PRE, START and STOP of single mode
 *         act by their idle level only.
 * Units   bytes of memory; a cycle is 2 ns in every domain.
 * Source  docs/hardware/tesla-engines.md §5. */
#ifndef MODEL_NV50_COUNT_PCOUNTER_H
#define MODEL_NV50_COUNT_PCOUNTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/nv50/pcounter.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/vm_user.h"

struct nv50;
struct reg_block;

extern const struct reg_block pcounter_regs, pcounter_record_regs;

struct pcounter_domain {
    enum pcounter_state state; /* of single mode */
    unsigned quad_state;
    uint64_t since_ns; /* start of the period */
    uint64_t pulsed;   /* cycles of the period in which some signal pulsed */
    uint32_t pulses[PCOUNTER_SIGNALS];
};

struct pcounter {
    struct pcounter_domain domains[PCOUNTER_DOMAINS];
    struct vm_user recorder;       /* writes the packets of record mode */
    bool wedged[PCOUNTER_DOMAINS]; /* record mode after a fault, until the card is reset */
};

void pcounter_reset(struct nv50 *card);

/* pcounter_record.c: record mode, as far as one packet goes (docs/hardware/tesla-engines.md §5.5). */
void pcounter_record_reset(struct nv50 *card);

/* `size` bytes of VRAM are read or written through that mapping. */
void pcounter_traffic(struct nv50 *card, uint32_t at, const struct mapping *mapping, size_t size,
                      bool write);
/* PGRAPH's PM_TRIGGER was pulsed. */
void pcounter_trigger(struct nv50 *card);
/* The host flushed its writes. */
void pcounter_flush(struct nv50 *card);

#endif
