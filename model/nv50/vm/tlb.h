/* model/nv50/vm/tlb.h: one engine's cache of page translations.
 *
 * Shape   an entry holds a page, or a whole contiguous block, as the page table had it when it was
 *         walked; it answers until it is flushed or replaced, right or wrong by now. A DMA object's
 *         overrides are merged after the look-up.
 * Source  docs/hardware/tesla-vm.md §8.2. */
#ifndef MODEL_NV50_VM_TLB_H
#define MODEL_NV50_VM_TLB_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/addr.h"

struct nv50;

struct tlb_entry {
    bool valid;
    uint64_t at, span;  /* virtual, bytes */
    uint64_t pte;       /* of the page, or of the page of a block that was walked */
    linear_addr linear; /* of `at` */
    uint32_t channel;   /* the engine's when it was walked */
    uint64_t used;      /* when, for replacing the oldest */
    bool absent;        /* a cached failure (knob neg_cache) */
    uint8_t reason;
};

struct tlb {
    struct tlb_entry *entries;
    unsigned count;
    uint64_t clock;
    uint32_t channel;       /* the engine works for it now */
    uint64_t noise;         /* picks the entries that are lost (knob tlb_loses) */
    struct tlb_entry *last; /* answered last: looked at first */
};

bool tlb_init(struct nv50 *card); /* false: no memory */
void tlb_free(struct nv50 *card);

/* Null if nothing answers. */
const struct tlb_entry *tlb_find(struct nv50 *card, unsigned engine, uint64_t at);
void tlb_fill(struct nv50 *card, unsigned engine, const struct tlb_entry *entry);

/* The engine now works for this channel. */
void tlb_bind(struct nv50 *card, unsigned engine, uint32_t channel);
/* The register: the named engine's entries go. */
void tlb_flush(struct nv50 *card, unsigned engine);
void tlb_drop_all(struct nv50 *card);

#endif
