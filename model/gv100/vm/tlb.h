/* model/gv100/vm/tlb.h: the hub's TLBs, whose entries stay until an invalidate covers them.
 *
 * Shape   each group of clients has entries of pages, also of walks that found nothing, and of page directory
 *         entries. The oldest entry gives way. Of graphics there is the front end, a client of the hub.
 * Units   addresses in bytes.
 * Source  docs/hardware/gv100.md §6.1. */
#ifndef MODEL_GV100_VM_TLB_H
#define MODEL_GV100_VM_TLB_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/addr.h"
#include "hw/gv100/gmmu.h"

struct gv100;

enum tlb_group { TLB_BARS, TLB_HOST, TLB_COPIES, TLB_GRAPHICS, TLB_GROUP_COUNT };

/* The page that a walk found, or the reason why it found none. */
struct page {
    bool valid;
    bool sparse;
    uint8_t fault;    /* enum gmmu_fault_type, of a page that is neither */
    uint8_t log2;     /* of its size */
    linear_addr at;   /* of its first byte */
    bool kind_serves; /* its kind is supported where it lies */
    bool privileged, read_only, no_atomics;
};

/* Which entries an invalidate drops. */
struct tlb_cut {
    bool all_tables, all_addresses;
    uint64_t tables; /* address of PD3 */
    bool in_system;  /* where it lies */
    uint64_t first, size;
    unsigned level; /* 0: all; 1: pages; 2 .. 5: and PDE0 .. PDE3; more are all */
};

struct tlb *gv_tlb_new(void);
void gv_tlb_free(struct tlb *tlb);
void gv_tlb_drop_all(struct gv100 *card);

/* Null: none is kept. */
const struct page *gv_tlb_find(struct gv100 *card, enum tlb_group group, linear_addr tables,
                               uint64_t va);
/* Whether one entry alone serves every address of so many bits from this one on. Where a table has changed, and not all
 * of that has been invalidated, older entries lie beside it. */
bool gv_tlb_serves_alone(const struct gv100 *card, enum tlb_group group, linear_addr tables,
                         uint64_t va, unsigned log2);
void gv_tlb_keep(struct gv100 *card, enum tlb_group group, linear_addr tables, uint64_t va,
                 const struct page *page);

/* Entries of page directories, PD3 to PD0. `entry` has two words, of which only PD0 uses the second. */
bool gv_tlb_find_pde(struct gv100 *card, enum tlb_group group, linear_addr tables,
                     enum gmmu_level level, uint64_t va, uint64_t entry[2]);
void gv_tlb_keep_pde(struct gv100 *card, enum tlb_group group, linear_addr tables,
                     enum gmmu_level level, uint64_t va, const uint64_t entry[2]);

void gv_tlb_invalidate(struct gv100 *card, const struct tlb_cut *cut);

#endif
