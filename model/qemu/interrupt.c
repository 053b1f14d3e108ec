/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/qemu/device.h"

/* The card itself holds messages back until they are re-armed (docs/hardware/tesla-mmio.md §6.2),
 * so each rise that it tells of is one message. */
void device_interrupt(void *opaque, bool asserted)
{
    struct card_device *device = opaque;

    device->pending = asserted;
    if (!msi_enabled(&device->pci))
        pci_set_irq(&device->pci, asserted);
    else if (asserted)
        msi_notify(&device->pci, 0);
}

void device_interrupt_reroute(struct card_device *device)
{
    pci_set_irq(&device->pci, device->pending && !msi_enabled(&device->pci));
}
