/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * model/qemu/mirror.h: the copy of configuration space in BAR0.
 *
 * Shape   a file of its own, without QEMU's headers, whose PCI names hw/pci.h has too.
 * Source  docs/hardware/tesla-mmio.md §1.5. */
#ifndef MODEL_QEMU_MIRROR_H
#define MODEL_QEMU_MIRROR_H

#include <stdbool.h>
#include <stdint.h>

/* Whether an offset in BAR0 lies in the mirror; *config_offset is then where it leads. */
bool mirror_decode(uint64_t bar0_offset, unsigned *config_offset);

#endif
