/* model/nv50/vm/tags.h: tag memory, and blocks of 256 bytes stored in fewer sectors (knob tag_state).
 *
 * Shape   with the knob at "abstract" nothing is ever compressed and nothing is kept here. With "real" a
 *         block whose eight sectors are equal is stored in two of them when it is written through a
 *         compressed mapping, and its tag says so; the other six keep their old bytes. Readers through such a mapping
 *         see the whole block, others the bytes in storage.
 * Source  docs/hardware/tesla-vm.md §5; which blocks compress and how they are stored is unknown
 *         (unverified E26). */
#ifndef MODEL_NV50_VM_TAGS_H
#define MODEL_NV50_VM_TAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/nv50/vm/memory.h"

bool tags_init(struct nv50 *card); /* false: no memory */
void tags_free(struct nv50 *card);

/* Whether accesses with this mapping go through tag memory. */
bool tags_count(const struct nv50 *card, struct mapping mapping);
/* Whether a write with it leaves other bytes (knob odd_types). */
bool tags_corrupt(const struct nv50 *card, struct mapping mapping);
/* An access that stays below the end of VRAM; may cross blocks. */
void tags_read(struct nv50 *card, uint32_t at, struct mapping mapping, uint8_t *bytes, size_t size);
void tags_write(struct nv50 *card, uint32_t at, struct mapping mapping, const uint8_t *bytes,
                size_t size);

#endif
