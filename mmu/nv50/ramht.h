/* mmu/nv50/ramht.h: RAMHT, the hash table of a FIFO channel from the handles that a user gives to selectors.
 *
 * Shape   pure: tells where an entry belongs, the caller reads and writes it. An entry is two
 *         32-bit words; one whose second word is 0 is free.
 * Units   entries; a table has 2^bits of them, bits 9 to 12.
 * Errors  ERR_RANGE if a value does not fit, ERR_NOT_FOUND if the table has no such handle,
 *         ERR_NO_MEMORY if it is full.
 * Source  docs/hardware/tesla-mmio.md §4.4. */
#ifndef MMU_NV50_RAMHT_H
#define MMU_NV50_RAMHT_H

#include <stdint.h>

#include "hw/err.h"
#include "hw/nv50/ramfc.h"

#define RAMHT_BITS_MIN 9
#define RAMHT_BITS_MAX 12

struct ramht_entry {
    uint32_t handle;
    uint16_t selector;
    uint8_t engine; /* PFIFO's number of the engine, not the VM's */
};

enum err ramht_pack(const struct ramht_entry *entry, uint32_t words[RAMHT_WORDS]) MUST_CHECK;

/* Where the search for a handle starts. */
uint32_t ramht_hash(uint32_t handle, unsigned bits);

#endif
