/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/qemu/device.h"

#include "model/qemu/plugin.h"

/* ---- what the card asks of its surroundings ---- */

/* QEMU's memory is coherent: a snooping access and one that does not snoop see the same bytes. */
static bool dma_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    struct nv50_device *device = opaque;

    (void)snoop;
    return guard_read(&device->guard, address, bytes, size);
}

static bool dma_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    struct nv50_device *device = opaque;

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
    struct nv50_device *device = opaque;

    if (device->timer)
        timer_mod(device->timer, (int64_t)at_ns);
}

static void wake_expired(void *opaque)
{
    struct nv50_device *device = opaque;

    nv50_wake(device->card);
}

static void trace_line(void *opaque, const char *line)
{
    const struct nv50_device *device = opaque;
    const char *id = DEVICE(&device->pci)->id;

    qemu_log("%s: %s\n", id ? id : TYPE_NV50, line);
}

static struct model_host host_for(struct nv50_device *device)
{
    return (struct model_host){
        .opaque = device,
        .dma_read = dma_read,
        .dma_write = dma_write,
        .clock_ns = clock_ns,
        .interrupt = nv50_interrupt,
        .wake = wake,
        .trace = trace_line,
        .alias = nv50_alias_add,
        .unalias = nv50_alias_remove,
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
    struct nv50_device *device = container_of(notifier, struct nv50_device, exit_notifier);

    (void)data;
    g_clear_pointer(&device->timer, timer_free);
    g_clear_pointer(&device->card, nv50_free);
}

/* The card comes before QEMU's own part of realize: it decides the size of configuration space. */
static void realize_early(DeviceState *qdev, Error **errp)
{
    struct nv50_device *device = NV50_DEVICE(qdev);
    const DeviceClass *parent = DEVICE_CLASS(object_class_by_name(TYPE_PCI_DEVICE));
    const struct model_host host = host_for(device);

    if (device->properties.trace && !open_log(errp))
        return;
    g_clear_pointer(&device->card, nv50_free);
    device->card = nv50_from_properties(device, &host, errp);
    if (!device->card)
        return;
    if (nv50_config_has_express(device) && pci_bus_is_express(PCI_BUS(qdev->parent_bus)))
        device->pci.cap_present |= QEMU_PCI_CAP_EXPRESS;
    parent->realize(qdev, errp);
}

static void realize(PCIDevice *pci, Error **errp)
{
    struct nv50_device *device = NV50_DEVICE(pci);

    if (!nv50_config_realize(device, errp) || !nv50_bars_realize(device, errp))
        return;
    guard_realize(&device->guard, pci, device->properties.guard);
    device->timer = timer_new_ns(QEMU_CLOCK_VIRTUAL, wake_expired, device);
    if (device->properties.trace) {
        device->exit_notifier.notify = end_of_qemu;
        qemu_add_exit_notifier(&device->exit_notifier);
    }
}

/* The card itself goes in finalize, when nobody looks at its VRAM through an old memory map. */
static void unrealize(PCIDevice *pci)
{
    struct nv50_device *device = NV50_DEVICE(pci);

    if (device->exit_notifier.notify)
        qemu_remove_exit_notifier(&device->exit_notifier);
    g_clear_pointer(&device->timer, timer_free);
    guard_unrealize(&device->guard);
    nv50_bars_unrealize(device);
    msi_uninit(pci);
}

static void finalize(Object *object)
{
    struct nv50_device *device = NV50_DEVICE(object);

    g_clear_pointer(&device->card, nv50_free);
    g_clear_pointer(&device->vbios, g_free);
}

static void reset(DeviceState *qdev)
{
    struct nv50_device *device = NV50_DEVICE(qdev);

    nv50_reset(device->card);
    nv50_config_reset(device);
}

static void class_init(ObjectClass *class, CLASS_DATA *data)
{
    DeviceClass *device_class = DEVICE_CLASS(class);
    PCIDeviceClass *pci_class = PCI_DEVICE_CLASS(class);

    (void)data;
    pci_class->realize = realize;
    pci_class->exit = unrealize;
    pci_class->config_read = nv50_config_read_hook;
    pci_class->config_write = nv50_config_write_hook;
    device_class->realize = realize_early;
    device_class->desc = "NVIDIA card of the NV50 family (Barecard's model)";
    set_bit(DEVICE_CATEGORY_DISPLAY, device_class->categories);
    device_class_set_plain_reset(device_class, reset);
    nv50_properties_install(device_class);
}

static INTERFACES_CONST InterfaceInfo interfaces[] = {
    { INTERFACE_PCIE_DEVICE },
    { INTERFACE_CONVENTIONAL_PCI_DEVICE },
    {},
};

const TypeInfo nv50_type_info = {
    .name = TYPE_NV50,
    .parent = TYPE_PCI_DEVICE,
    .instance_size = sizeof(struct nv50_device),
    .instance_finalize = finalize,
    .class_init = class_init,
    .interfaces = interfaces,
};
