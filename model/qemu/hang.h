/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * model/qemu/hang.h: a card that stops answering, as one does that breaks PCI Express' flow control: a processor that
 * reads from it waits for ever, and writes go nowhere. Only a reset of the machine ends that.
 *
 * Shape   the guest asks for it by an I/O port (hang_port.h), so that a test can choose the moment.
 * Source  docs/hardware/uefi-on-machines.md §3.3. */
#ifndef MODEL_QEMU_HANG_H
#define MODEL_QEMU_HANG_H

#include "model/qemu/compat.h"

struct hang {
    MemoryRegion port;
    bool on, stopped;
};

void hang_realize(struct hang *hang, PCIDevice *pci, bool on);
void hang_unrealize(struct hang *hang);
void hang_reset(struct hang *hang);

/* An access that needs an answer. If the card gives none it returns only when the machine is about to be reset, and
 * then true. The big lock is open meanwhile, so that the rest of the machine goes on. */
bool hang_waits(struct hang *hang);

#endif
