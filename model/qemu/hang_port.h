/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * model/qemu/hang_port.h: the I/O port, of 32 bits, by which a guest stops a card with hang=on: any write does. */
#ifndef MODEL_QEMU_HANG_PORT_H
#define MODEL_QEMU_HANG_PORT_H

#define HANG_PORT      0x530
#define HANG_PORT_SIZE 4

#endif
