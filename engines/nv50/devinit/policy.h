/* engines/nv50/devinit/policy.h: which registers and ports a script may touch. Pure.
 *
 * Source  docs/hardware/devinit.md §4.2, §4.3, §8.2. */
#ifndef ENGINES_NV50_DEVINIT_POLICY_H
#define ENGINES_NV50_DEVINIT_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/nv50/chip.h"

enum policy {
    POLICY_ALLOWED,
    POLICY_UNEXPECTED, /* no block that start-up is known to program: needs the person's consent */
    POLICY_DENIED,     /* never: ROM, windows into memory, offsets past the registers */
};

enum policy policy_write(const struct nv50_chip *chip, uint32_t reg);
/* The bits of the register that a write may change: scripts write some back as they read, as a delay, or to
 * show straps that software has set (bit 31). Other values there would make another board of the card. */
uint32_t policy_bits(uint32_t reg);
/* Reads go anywhere but through the windows into ROM and memory. */
bool policy_may_read(uint32_t reg);
/* Whether a port belongs to the card's own VGA registers. */
bool policy_is_vga_port(uint16_t port);
/* On GT215 to GT218 with `parts` memory partitions: a register of one that the board lacks. Reads of it
 * give 0 and writes are dropped, because an access upsets the register interface for a while. */
bool policy_is_absent(const struct nv50_chip *chip, unsigned parts, uint32_t reg);

#endif
