/* model/nv50/vm/translate.h: the card's own way from a logical address to memory.
 *
 * Shape   vm_translate makes the checks T1 to T21 of docs/hardware/tesla-vm.md §1.5 in that order; the
 *         page walk (T9 to T14) is vm_walk, whose results the TLB keeps.
 * Units   bytes.
 * Errors  vm_translate gives false: the fault is recorded, and the caller raises its unit's interrupt. */
#ifndef MODEL_NV50_VM_TRANSLATE_H
#define MODEL_NV50_VM_TRANSLATE_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/nv50/vm.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/tlb.h"

struct vm_access {
    uint8_t engine, client, slot;
    bool write;
    bool privileged;  /* by the method or the unit that asks; counts by knob priv_source */
    uint32_t channel; /* descriptor, 30 bits */
    uint16_t selector;
    const uint32_t *object; /* six words as they were when the selector was bound */
    uint64_t logical;
    unsigned size; /* of one bus access, 1 to 8 */
};

struct vm_result {
    linear_addr at;
    struct mapping mapping;
    bool read_only, supervisor, encrypted;
    uint8_t merged;      /* enum compression, as object and PTE ask for it */
    uint8_t compression; /* the one in effect: NONE for system memory */
    uint16_t tag;
    /* From here, so many bytes fare as this access does: never past the end of a 4 KiB page. */
    uint64_t run;
    const struct tlb_entry *entry; /* null: unpaged, or not cached */
    bool lands;                    /* a failed write reaches memory all the same (a defect) */
};

bool vm_translate(struct nv50 *card, const struct vm_access *access, struct vm_result *result);

/* T4: six words at the channel plus selector * 16. */
void vm_load_object(struct nv50 *card, uint32_t channel, uint16_t selector, uint32_t *words);

uint64_t vm_object_base(const struct nv50 *card, const uint32_t *object);
uint64_t vm_object_limit(const struct nv50 *card, const uint32_t *object);

/* walk.c: the page tables' answer for a virtual address; entry->absent with its reason if none. */
void vm_walk(struct nv50 *card, uint32_t channel, uint64_t at, struct tlb_entry *entry);
linear_addr vm_channel_base(uint32_t channel);

#endif
