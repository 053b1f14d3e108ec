/* model/nv50/card/vm_ask.h: the outcome that an access of any unit would have in the VM; for tests of the model.
 *
 * Shape   a narrow way past the units: the requester, channel, selector and address are given, the
 *         translation is the one that every unit goes through. It moves no data. It fills the
 *         engine's TLB and latches a fault record as a real access does.
 * Units   bytes.
 * Errors  nv50_vm_ask: false if the access faults; the reason stands in VM_FAULT, which is the only
 *         place where a card says it.
 * Source  docs/hardware/tesla-vm.md §1.1, §1.5. */
#ifndef MODEL_NV50_CARD_VM_ASK_H
#define MODEL_NV50_CARD_VM_ASK_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/addr.h"

struct model;

struct nv50_vm_access {
    uint8_t engine, client, slot;
    bool write;
    uint32_t channel; /* descriptor, 30 bits */
    uint16_t selector;
    uint64_t logical;
    unsigned size; /* 1 to 8 */
};

struct nv50_vm_answer {
    linear_addr at;
    bool read_only, supervisor, long_cycle, encrypted;
    uint8_t type, compression;
    uint16_t tag;
};

/* The object is read anew, as when a selector has just been bound. */
bool nv50_vm_ask(struct model *model, const struct nv50_vm_access *access,
                 struct nv50_vm_answer *answer);

/* The engine goes to this channel, as by its own register or a channel switch. */
void nv50_vm_bind(struct model *model, unsigned engine, uint32_t channel);

#endif
