/* mmu/nv50/channel.h: channel descriptors, and where things lie in a channel structure.
 *
 * Units   bytes.
 * Errors  ERR_RANGE if a value does not fit, ERR_ALIGN if the address is not 4 KiB aligned.
 * Source  docs/hardware/tesla-vm.md §1.3, §1.4. */
#ifndef MMU_NV50_CHANNEL_H
#define MMU_NV50_CHANNEL_H

#include <stdint.h>

#include "hw/addr.h"
#include "hw/err.h"
#include "hw/nv50/chip.h"

enum err channel_pack(linear_addr channel, uint32_t *descriptor) MUST_CHECK;
linear_addr channel_unpack(uint32_t descriptor);

/* Where the object of a selector and the page directory entry of an address lie. */
linear_addr channel_object(linear_addr channel, uint16_t selector);
linear_addr channel_pde(const struct nv50_chip *chip, linear_addr channel, virtual_addr at);

/* First byte of the structure that no fixed part (RAMFC, context objects, directory) uses. */
uint32_t channel_free_offset(const struct nv50_chip *chip);

#endif
