/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/qemu/device.h"
#include "migration/vmstate.h"

/* ---- the card's requests to its surroundings ---- */

/* QEMU's memory is coherent: a snooping access and one that does not snoop see the same bytes. */
static bool dma_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    struct card_device *device = opaque;

    (void)snoop;
    return guard_read(&device->guard, address, bytes, size);
}

static bool dma_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    struct card_device *device = opaque;

    (void)snoop;
    return guard_write(&device->guard, address, bytes, size);
}

static uint64_t clock_ns(void *opaque)
{
    (void)opaque;
    return (uint64_t)qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
}

static void wake(void *opaque, uint64_t at_ns)
{
    struct card_device *device = opaque;

    if (device->timer)
        timer_mod(device->timer, (int64_t)at_ns);
}

static void wake_expired(void *opaque)
{
    struct card_device *device = opaque;

    model_wake(device->card);
}

static void trace_line(void *opaque, const char *line)
{
    const struct card_device *device = opaque;
    const char *id = DEVICE(&device->pci)->id;

    qemu_log("%s: %s\n", id ? id : object_get_typename(OBJECT((void *)device)), line);
}

/* The processor that made the access waits, and with it all threads that want the machine
 * meanwhile. */
static void stall(void *opaque, uint64_t ns)
{
    (void)opaque;
    g_usleep(ns / 1000);
}

static struct model_host host_for(struct card_device *device)
{
    const bool may_alias = !memory_map_is_for_one_thread();

    return (struct model_host){
        .opaque = device,
        .dma_read = dma_read,
        .dma_write = dma_write,
        .clock_ns = clock_ns,
        .interrupt = device_interrupt,
        .wake = wake,
        .trace = trace_line,
        .stall = stall,
        .alias = may_alias ? device_alias_add : NULL,
        .unalias = may_alias ? device_alias_remove : NULL,
    };
}

/* ---- QEMU's device ---- */

/* QEMU's log is closed unless some -d is given; a trace that was asked for must come out. */
static bool open_log(Error **errp)
{
    return qemu_log_enabled() || qemu_set_log(LOG_TRACE, errp);
}

/* QEMU does not take its devices down when it ends, and the trace closes with a list of the
 * registers that the model does not know. No VRAM is aliased while tracing: nobody sees it go. */
static void end_of_qemu(Notifier *notifier, void *data)
{
    struct card_device *device = container_of(notifier, struct card_device, exit_notifier);

    (void)data;
    g_clear_pointer(&device->timer, timer_free);
    g_clear_pointer(&device->card, model_free);
}

/* The card comes before QEMU's own part of realize: it decides the size of configuration space. */
static void realize_early(DeviceState *qdev, Error **errp)
{
    struct card_device *device = CARD_DEVICE(qdev);
    const DeviceClass *parent = DEVICE_CLASS(object_class_by_name(TYPE_PCI_DEVICE));
    const struct model_host host = host_for(device);

    if ((device->properties.trace || device->properties.strict) && !open_log(errp))
        return;
    g_clear_pointer(&device->card, model_free);
    device->card = device_make_card(device, &host, errp);
    if (!device->card)
        return;
    if (device_config_has_express(device) && pci_bus_is_express(PCI_BUS(qdev->parent_bus)))
        device->pci.cap_present |= QEMU_PCI_CAP_EXPRESS;
    if (device_has_sound(device))
        device->pci.cap_present |= QEMU_PCI_CAP_MULTIFUNCTION;
    parent->realize(qdev, errp);
}

static void realize(PCIDevice *pci, Error **errp)
{
    struct card_device *device = CARD_DEVICE(pci);

    if (!device_config_realize(device, errp) || !device_bars_realize(device, errp) ||
        !device_sound_realize(device, errp))
        return;
    guard_realize(&device->guard, pci, device->properties.guard);
    hang_realize(&device->hang, pci, device->properties.hang);
    device->timer = timer_new_ns(QEMU_CLOCK_VIRTUAL, wake_expired, device);
    if (device->properties.trace || device->properties.strict) {
        device->exit_notifier.notify = end_of_qemu;
        qemu_add_exit_notifier(&device->exit_notifier);
    }
}

/* The card itself goes in finalize, when nobody looks at its VRAM through an old memory map. */
static void unrealize(PCIDevice *pci)
{
    struct card_device *device = CARD_DEVICE(pci);

    if (device->exit_notifier.notify)
        qemu_remove_exit_notifier(&device->exit_notifier);
    g_clear_pointer(&device->timer, timer_free);
    device_sound_unrealize(device);
    guard_unrealize(&device->guard);
    hang_unrealize(&device->hang);
    device_bars_unrealize(device);
    msi_uninit(pci);
}

static void finalize(Object *object)
{
    struct card_device *device = CARD_DEVICE(object);

    g_clear_pointer(&device->card, model_free);
    g_clear_pointer(&device->vbios, g_free);
}

/* A port resets all devices below it while this bit of its Bridge Control is set. */
static bool reset_by_port(PCIDevice *pci)
{
    const PCIDevice *const above = pci_get_bus(pci)->parent_dev;

    return above && (pci_get_word(above->config + PCI_BRIDGE_CONTROL) & PCI_BRIDGE_CTL_BUS_RESET);
}

static void reset(DeviceState *qdev)
{
    struct card_device *device = CARD_DEVICE(qdev);

    hang_reset(&device->hang);
    if (reset_by_port(&device->pci))
        model_hot_reset(device->card);
    else
        model_reset(device->card);
    device_config_reset(device);
}

/* A card is its VRAM, its registers and the unfinished work of its engines. None of it would be in a stream, so a guest
 * would go on with a card that was just switched on: QEMU refuses migration and snapshots instead. */
static const VMStateDescription not_migrated = {
    .name = "modelled card, whose VRAM and registers are kept nowhere",
    .unmigratable = 1,
};

static void class_init(ObjectClass *class, CLASS_DATA *data)
{
    DeviceClass *device_class = DEVICE_CLASS(class);
    PCIDeviceClass *pci_class = PCI_DEVICE_CLASS(class);

    pci_class->realize = realize;
    pci_class->exit = unrealize;
    pci_class->config_read = device_config_read;
    pci_class->config_write = device_config_write;
    device_class->realize = realize_early;
    device_class->vmsd = &not_migrated;
    CARD_CLASS(class)->ops = data;
    device_class->desc = CARD_CLASS(class)->ops->title;
    set_bit(DEVICE_CATEGORY_DISPLAY, device_class->categories);
    device_class_set_plain_reset(device_class, reset);
    device_properties_install(device_class);
}

static INTERFACES_CONST InterfaceInfo interfaces[] = {
    { INTERFACE_PCIE_DEVICE },
    { INTERFACE_CONVENTIONAL_PCI_DEVICE },
    {},
};

static const TypeInfo card_type = {
    .name = TYPE_CARD,
    .parent = TYPE_PCI_DEVICE,
    .abstract = true,
    .instance_size = sizeof(struct card_device),
    .instance_finalize = finalize,
    .class_size = sizeof(struct card_class),
    .interfaces = interfaces,
};

bool device_types_register(void)
{
    if (object_class_by_name(TYPE_CARD))
        return false;
    type_register_static(&card_type);
    for (unsigned i = 0; model_families[i]; i++) {
        const TypeInfo family = {
            .name = model_families[i]->name,
            .parent = TYPE_CARD,
            .class_init = class_init,
            .class_data = (CLASS_DATA *)model_families[i],
        };

        type_register_static(&family);
    }
    device_sound_register();
    return true;
}
