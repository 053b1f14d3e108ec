/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Function 1 of a card that plays its outputs' sound: a second PCI device, which the card makes beside itself. */
#include "model/qemu/device.h"

#define TYPE_SOUND "barecard-sound"
#define SOUND(o)   OBJECT_CHECK(struct card_sound, (o), TYPE_SOUND)
#define BAR_SIZE   0x4000

struct card_sound {
    PCIDevice pci; /* first: QEMU casts */
    struct card_device *device;
    MemoryRegion registers;
};

/* Nothing is behind the BAR: the controller plays nothing. */
static uint64_t registers_read(void *opaque, hwaddr offset, unsigned size)
{
    (void)opaque, (void)offset, (void)size;
    return 0;
}

static void registers_write(void *opaque, hwaddr offset, uint64_t value, unsigned size)
{
    (void)opaque, (void)offset, (void)value, (void)size;
}

static const MemoryRegionOps registers_ops = {
    .read = registers_read,
    .write = registers_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
};

/* QEMU keeps the Command register, the BARs and the interrupt line, the card every other byte. */
static bool kept_by_qemu(unsigned offset)
{
    return (offset >= PCI_COMMAND && offset < PCI_REVISION_ID) || offset == PCI_CACHE_LINE_SIZE ||
           (offset >= PCI_BASE_ADDRESS_0 && offset < PCI_CARDBUS_CIS) ||
           offset == PCI_INTERRUPT_LINE;
}

static void refresh(struct card_sound *sound, unsigned offset, unsigned size)
{
    for (unsigned i = offset; i < offset + size; i++)
        if (!kept_by_qemu(i))
            sound->pci.config[i] = (uint8_t)model_sound_read(sound->device->card, i, 1);
}

static bool answers(struct card_sound *sound)
{
    return sound->device && !hang_waits(&sound->device->hang) &&
           model_sound_read(sound->device->card, PCI_VENDOR_ID, 2) != 0xffff;
}

static uint32_t config_read(PCIDevice *pci, uint32_t offset, int size)
{
    if (!answers(SOUND(pci)))
        return UINT32_MAX >> (32 - 8 * size);
    refresh(SOUND(pci), offset, (unsigned)size);
    return pci_default_read_config(pci, offset, size);
}

static void config_write(PCIDevice *pci, uint32_t offset, uint32_t value, int size)
{
    struct card_sound *const sound = SOUND(pci);

    if (!answers(sound))
        return;
    model_sound_write(sound->device->card, offset, value, (unsigned)size);
    pci_default_write_config(pci, offset, value, size);
    refresh(sound, 0, pci_config_size(pci));
}

static void realize(PCIDevice *pci, Error **errp)
{
    struct card_sound *const sound = SOUND(pci);

    (void)errp;
    for (unsigned i = 0; i < pci_config_size(pci); i++)
        if (!kept_by_qemu(i))
            pci->wmask[i] = pci->w1cmask[i] = 0;
    refresh(sound, 0, pci_config_size(pci));
    pci_set_word(pci->config + PCI_STATUS, PCI_STATUS_CAP_LIST);
    memory_region_init_io(&sound->registers, OBJECT(pci), &registers_ops, sound, "card-sound",
                          BAR_SIZE);
    pci_register_bar(pci, 0, PCI_BASE_ADDRESS_SPACE_MEMORY, &sound->registers);
}

bool device_has_sound(const struct card_device *device)
{
    return model_sound_read(device->card, PCI_VENDOR_ID, 2) != 0xffff;
}

/* QEMU lets no function follow when function 0 of a running machine is there. */
bool device_sound_realize(struct card_device *device, Error **errp)
{
    PCIDevice *const pci = &device->pci;
    PCIBus *const bus = pci_get_bus(pci);

    if (!device_has_sound(device) || PCI_FUNC(pci->devfn) != 0 || DEVICE(pci)->hotplugged ||
        pci_find_device(bus, pci_bus_num(bus), (uint8_t)(pci->devfn + 1)))
        return true;
    DeviceState *const made = qdev_new(TYPE_SOUND);

    device->sound = made;
    SOUND(made)->device = device;
    PCI_DEVICE(made)->cap_present |= pci->cap_present & QEMU_PCI_CAP_EXPRESS;
    qdev_prop_set_int32(made, "addr", pci->devfn + 1);
    return qdev_realize_and_unref(made, BUS(bus), errp);
}

void device_sound_unrealize(struct card_device *device)
{
    if (device->sound)
        object_unparent(OBJECT(device->sound));
}

/* Taken away by itself, or with the card. */
static void unrealize(PCIDevice *pci)
{
    struct card_sound *const sound = SOUND(pci);

    if (sound->device)
        sound->device->sound = NULL;
    sound->device = NULL;
}

static void class_init(ObjectClass *class, CLASS_DATA *data)
{
    PCIDeviceClass *const pci_class = PCI_DEVICE_CLASS(class);

    (void)data;
    pci_class->realize = realize;
    pci_class->exit = unrealize;
    pci_class->config_read = config_read;
    pci_class->config_write = config_write;
    DEVICE_CLASS(class)->user_creatable = false;
    DEVICE_CLASS(class)->desc = "Function 1 of a card of Barecard's model";
}

static INTERFACES_CONST InterfaceInfo interfaces[] = {
    { INTERFACE_PCIE_DEVICE },
    { INTERFACE_CONVENTIONAL_PCI_DEVICE },
    {},
};

void device_sound_register(void)
{
    static const TypeInfo type = {
        .name = TYPE_SOUND,
        .parent = TYPE_PCI_DEVICE,
        .instance_size = sizeof(struct card_sound),
        .class_init = class_init,
        .interfaces = interfaces,
    };

    type_register_static(&type);
}
