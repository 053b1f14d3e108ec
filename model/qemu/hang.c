/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/qemu/device.h"

#include "model/qemu/hang_port.h"

#define LOOK_US 1000

static uint64_t port_read(void *opaque, hwaddr offset, unsigned size)
{
    (void)offset;
    (void)size;
    return ((const struct hang *)opaque)->stopped;
}

static void port_write(void *opaque, hwaddr offset, uint64_t value, unsigned size)
{
    struct hang *hang = opaque;
    struct card_device *device = container_of(hang, struct card_device, hang);

    (void)offset;
    (void)value;
    (void)size;
    hang->stopped = true;
    for (unsigned id = 0; id < MODEL_ALIASES_MAX; id++) /* their memory would still answer */
        device_alias_remove(device, id);
}

static const MemoryRegionOps port_ops = {
    .read = port_read,
    .write = port_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 4, .max_access_size = 4 },
};

void hang_realize(struct hang *hang, PCIDevice *pci, bool on)
{
    hang->on = on;
    if (!on)
        return;
    memory_region_init_io(&hang->port, OBJECT(pci), &port_ops, hang, "card-hang", HANG_PORT_SIZE);
    memory_region_add_subregion(get_system_io(), HANG_PORT, &hang->port);
}

void hang_unrealize(struct hang *hang)
{
    if (hang->on)
        memory_region_del_subregion(get_system_io(), &hang->port);
}

void hang_reset(struct hang *hang)
{
    hang->stopped = false;
}

/* Before a reset QEMU asks each processor to stop, and waits until it does. A debugger's access has no processor. */
bool hang_waits(struct hang *hang)
{
    if (!hang->stopped)
        return false;
    while (hang->stopped && current_cpu && !current_cpu->stop && !current_cpu->unplug) {
        bql_unlock();
        g_usleep(LOOK_US);
        bql_lock();
    }
    return true;
}
