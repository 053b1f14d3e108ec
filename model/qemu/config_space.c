/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/qemu/device.h"

#define CAPABILITIES_MAX 48 /* of 4 bytes each, between 0x40 and 0x100 */
#define MSI_BYTES_64BIT  14 /* flags, address low and high, data */

/* The bytes of the standard header that QEMU acts on; MSI's are found by its capability. */
static const struct {
    uint8_t offset, size;
} qemu_keeps[] = {
    { PCI_COMMAND, 4 },     { PCI_CACHE_LINE_SIZE, 1 }, { PCI_BASE_ADDRESS_0, 24 },
    { PCI_ROM_ADDRESS, 4 }, { PCI_INTERRUPT_LINE, 1 },
};

static bool kept_by_qemu(const struct card_device *device, unsigned offset)
{
    const unsigned msi = device->pci.msi_cap;

    for (size_t i = 0; i < G_N_ELEMENTS(qemu_keeps); i++)
        if (offset - qemu_keeps[i].offset < qemu_keeps[i].size)
            return true;
    return msi != 0 && offset - (msi + PCI_MSI_FLAGS) < MSI_BYTES_64BIT - PCI_MSI_FLAGS;
}

/* QEMU reads its own copy (bridges, `info pci`), so the card's bytes are copied into it. */
static void refresh(struct card_device *device, unsigned offset, unsigned size)
{
    for (unsigned i = offset; i < offset + size; i++)
        if (!kept_by_qemu(device, i))
            device->pci.config[i] = (uint8_t)model_config_read(device->card, i, 1);
}

/* 0 if the card has no such capability. */
static unsigned find_capability(struct model *card, uint8_t id)
{
    unsigned at = model_config_read(card, PCI_CAPABILITY_LIST, 1);

    for (unsigned i = 0; i < CAPABILITIES_MAX && at >= PCI_STD_HEADER_SIZEOF; i++) {
        if (model_config_read(card, at, 1) == id)
            return at;
        at = model_config_read(card, at + PCI_CAP_LIST_NEXT, 1);
    }
    return 0;
}

bool device_config_has_express(const struct card_device *device)
{
    return find_capability(device->card, PCI_CAP_ID_EXP) != 0;
}

/* The card's MSI capability in QEMU's hands. A machine without an MSI controller leaves it out. */
static bool take_msi(struct card_device *device, Error **errp)
{
    const unsigned at = find_capability(device->card, PCI_CAP_ID_MSI);
    Error *error = NULL;

    if (at == 0)
        return true;
    const int result = msi_init(&device->pci, (uint8_t)at, 1, true, false, &error);
    if (result == -ENOTSUP) {
        error_free(error);
        return true;
    }
    if (result < 0) {
        error_propagate(errp, error);
        return false;
    }
    return true;
}

/* The port above asks QEMU for the card's link by this. */
static void note_express(struct card_device *device)
{
    if (pci_is_express(&device->pci))
        device->pci.exp.exp_cap = (uint8_t)find_capability(device->card, PCI_CAP_ID_EXP);
}

/* QEMU's own write must leave alone the bytes that the card keeps. */
static void protect_card_bytes(struct card_device *device)
{
    for (unsigned i = 0; i < pci_config_size(&device->pci); i++) {
        if (kept_by_qemu(device, i))
            continue;
        device->pci.wmask[i] = 0;
        device->pci.w1cmask[i] = 0;
    }
}

bool device_config_realize(struct card_device *device, Error **errp)
{
    PCIDevice *pci = &device->pci;

    if (!take_msi(device, errp))
        return false;
    note_express(device);
    protect_card_bytes(device);
    refresh(device, 0, pci_config_size(pci));
    pci_set_word(pci->config + PCI_STATUS,
                 (uint16_t)model_config_read(device->card, PCI_STATUS, 2));
    return true;
}

void device_config_reset(struct card_device *device)
{
    refresh(device, 0, pci_config_size(&device->pci));
}

/* A value goes into QEMU's own part of configuration space, and QEMU acts on it: it moves a BAR, or switches
 * between INTA and MSI. */
static void write_qemu(struct card_device *device, uint32_t offset, uint32_t value, int size)
{
    const bool had_msi = msi_enabled(&device->pci);

    pci_default_write_config(&device->pci, offset, value, size);
    if (msi_enabled(&device->pci) != had_msi)
        device_interrupt_reroute(device);
}

void device_config_follow(struct card_device *device, unsigned offset)
{
    const unsigned at = offset & ~3u;

    if (at >= pci_config_size(&device->pci))
        return;
    write_qemu(device, at, model_config_read(device->card, at, 4), 4);
    refresh(device, 0, pci_config_size(&device->pci));
}

/* A card that reads ones here is off the bus: then nothing of QEMU's copy counts. */
static bool off_the_bus(const struct card_device *device)
{
    return model_config_read(device->card, PCI_VENDOR_ID, 2) == 0xffff;
}

uint32_t device_config_read(PCIDevice *pci, uint32_t offset, int size)
{
    if (hang_waits(&CARD_DEVICE(pci)->hang) || off_the_bus(CARD_DEVICE(pci)))
        return UINT32_MAX >> (32 - 8 * size);
    refresh(CARD_DEVICE(pci), offset, (unsigned)size);
    return pci_default_read_config(pci, offset, size);
}

void device_config_write(PCIDevice *pci, uint32_t offset, uint32_t value, int size)
{
    struct card_device *device = CARD_DEVICE(pci);

    if (hang_waits(&device->hang) || off_the_bus(device))
        return;
    model_config_write(device->card, offset, value, (unsigned)size);
    write_qemu(device, offset, value, size);
    refresh(device, offset, (unsigned)size);
}
