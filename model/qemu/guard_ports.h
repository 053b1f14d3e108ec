/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * model/qemu/guard_ports.h: the I/O ports through which a guest opens memory to a guarded card; 32 bits
 * each. Numbers are of pages of 4 KiB. */
#ifndef MODEL_QEMU_GUARD_PORTS_H
#define MODEL_QEMU_GUARD_PORTS_H

#define GUARD_PORTS       0x520
#define GUARD_CARD_PAGE   0x0 /* write: the first page as the card addresses it */
#define GUARD_MEMORY_PAGE 0x4 /* write: the first page of the machine's memory */
#define GUARD_OPEN        0x8 /* write: how many pages; opens them */
#define GUARD_CLOSE       0xc /* write: the first card page of an opened range; closes it */
#define GUARD_PORTS_SIZE  0x10

#endif
