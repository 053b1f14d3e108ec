/* model/nv50/vm/vm_user.h: a unit of the card that reads and writes through the VM.
 *
 * Shape   a user says who asks (engine, client, slot), for which channel, and through which DMA object;
 *         the object's words stay as they were when it was bound (docs/hardware/tesla-vm.md §8.2).
 * Units   bytes; offsets inside the DMA object.
 * Errors  false: some byte could not be reached. The fault is recorded, the bytes before that one are done, and the
 *         caller raises its unit's interrupt. */
#ifndef MODEL_NV50_VM_VM_USER_H
#define MODEL_NV50_VM_VM_USER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/nv50/vm.h"

struct nv50;

struct vm_user {
    uint8_t engine, read_client, write_client, slot;
    bool privileged; /* by a register of its own (tesla-vm.md §3) */
    uint16_t selector;
    uint32_t channel; /* descriptor */
    uint32_t object[DMAOBJ_WORDS];
};

/* Reads the six words of the object that the selector names in the channel. */
void vm_user_bind(struct nv50 *card, struct vm_user *user, uint32_t channel, uint16_t selector);

bool vm_user_read(struct nv50 *card, const struct vm_user *user, uint64_t offset, void *bytes,
                  size_t size);
bool vm_user_write(struct nv50 *card, const struct vm_user *user, uint64_t offset,
                   const void *bytes, size_t size);
bool vm_user_read32(struct nv50 *card, const struct vm_user *user, uint64_t offset,
                    uint32_t *value);
bool vm_user_write32(struct nv50 *card, const struct vm_user *user, uint64_t offset,
                     uint32_t value);

#endif
