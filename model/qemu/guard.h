/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * model/qemu/guard.h: the way of a card's DMA through the machine.
 *
 * Shape   every access goes through the bridges above the card, which pass it on only while they master
 *         the bus. With guard=on the machine also protects its memory: the card reaches only memory that the guest has
 *         opened through I/O ports (guard_ports.h), at the addresses that were given there. Anything else is dropped
 *         and counted, and QEMU says the count on stderr when it ends. There are ports for one guarded card in a
 *         machine. */
#ifndef MODEL_QEMU_GUARD_H
#define MODEL_QEMU_GUARD_H

#include "model/qemu/compat.h"

#define GUARD_RANGES 64

struct guard_range {
    uint64_t card_page, memory_page, pages; /* pages 0: not used */
};

struct guard {
    bool on;
    PCIDevice *pci;
    MemoryRegion ports;
    Notifier at_end;
    uint32_t card_page, memory_page; /* as last written */
    struct guard_range ranges[GUARD_RANGES];
    uint64_t opened, outside, behind_bridge;
};

void guard_realize(struct guard *guard, PCIDevice *pci, bool on);
void guard_unrealize(struct guard *guard);

bool guard_read(struct guard *guard, uint64_t address, void *bytes, size_t size);
bool guard_write(struct guard *guard, uint64_t address, const void *bytes, size_t size);

#endif
