/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/qemu/device.h"

#include "model/qemu/mirror.h"

static uint64_t bar_read(void *opaque, hwaddr offset, unsigned size)
{
    const struct nv50_bar *bar = opaque;

    return nv50_bar_read(bar->device->card, bar->index, offset, size);
}

static void bar_write(void *opaque, hwaddr offset, uint64_t value, unsigned size)
{
    const struct nv50_bar *bar = opaque;
    unsigned config_offset;

    nv50_bar_write(bar->device->card, bar->index, offset, value, size);
    if (bar->index == 0 && mirror_decode(offset, &config_offset))
        nv50_config_follow(bar->device, config_offset);
}

static const MemoryRegionOps bar_ops = {
    .read = bar_read,
    .write = bar_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 8 },
};

static uint64_t rom_read(void *opaque, hwaddr offset, unsigned size)
{
    const struct nv50_device *device = opaque;
    size_t rom_size;
    const uint8_t *rom = nv50_rom(device->card, &rom_size);
    uint64_t value = 0;

    for (unsigned i = 0; i < size; i++) {
        const uint8_t byte = offset + i < rom_size ? rom[offset + i] : 0xff;
        value |= (uint64_t)byte << (8 * i);
    }
    return value;
}

static void rom_write(void *opaque, hwaddr offset, uint64_t value, unsigned size)
{
    (void)opaque;
    (void)offset;
    (void)value;
    (void)size;
}

static const MemoryRegionOps rom_ops = {
    .read = rom_read,
    .write = rom_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
    .impl = { .min_access_size = 1, .max_access_size = 8 },
};

static uint8_t bar_type(const struct nv50 *card, unsigned index)
{
    if (nv50_bar_is_io(card, index))
        return PCI_BASE_ADDRESS_SPACE_IO;
    return (uint8_t)(PCI_BASE_ADDRESS_SPACE_MEMORY |
                     (nv50_bar_is_64bit(card, index) ? PCI_BASE_ADDRESS_MEM_TYPE_64 : 0) |
                     (nv50_bar_is_prefetchable(card, index) ? PCI_BASE_ADDRESS_MEM_PREFETCH : 0));
}

static void register_bar(struct nv50_device *device, unsigned index)
{
    struct nv50_bar *bar = &device->bars[index];
    const uint64_t size = nv50_bar_size(device->card, index);
    g_autofree char *name = g_strdup_printf("nv50-bar%u", index);

    if (size == 0)
        return;
    bar->device = device;
    bar->index = index;
    memory_region_init_io(&bar->region, OBJECT(device), &bar_ops, bar, name, size);
    pci_register_bar(&device->pci, (int)index, bar_type(device->card, index), &bar->region);
}

static void register_rom(struct nv50_device *device)
{
    size_t size;

    if (!nv50_rom(device->card, &size) || size == 0)
        return;
    memory_region_init_io(&device->rom, OBJECT(device), &rom_ops, device, "nv50-rom",
                          pow2ceil(size));
    pci_register_bar(&device->pci, PCI_ROM_SLOT, PCI_BASE_ADDRESS_SPACE_MEMORY, &device->rom);
}

bool nv50_bars_realize(struct nv50_device *device, Error **errp)
{
    uint64_t vram_size;
    void *storage = nv50_vram(device->card, &vram_size);

    if (!QEMU_IS_ALIGNED((uintptr_t)storage | vram_size, qemu_real_host_page_size())) {
        error_setg(errp, "the card's %" PRIu64 " bytes of VRAM are not whole pages", vram_size);
        return false;
    }
    memory_region_init_ram_ptr(&device->vram, OBJECT(device), "nv50-vram", vram_size, storage);
    for (unsigned i = 0; i < BAR_COUNT; i++)
        register_bar(device, i);
    register_rom(device);
    return true;
}

void nv50_bars_unrealize(struct nv50_device *device)
{
    for (unsigned id = 0; id < MODEL_ALIASES_MAX; id++)
        nv50_alias_remove(device, id);
}

/* ---- parts of a window that the guest reaches without the model ---- */

static bool alias_fits(struct nv50_device *device, unsigned id, unsigned bar, uint64_t offset,
                       uint64_t vram, uint64_t size)
{
    const uint64_t bar_size = bar < BAR_COUNT ? nv50_bar_size(device->card, bar) : 0;
    const uint64_t vram_size = memory_region_size(&device->vram);
    const uint64_t page_mask = qemu_real_host_page_size() - 1;

    return id < MODEL_ALIASES_MAX && size > 0 && ((offset | vram | size) & page_mask) == 0 &&
           offset < bar_size && size <= bar_size - offset && vram < vram_size &&
           size <= vram_size - vram;
}

/* An alias only saves time: one that does not fit is left out, and the model serves the range. */
void nv50_alias_add(void *opaque, unsigned id, unsigned bar, uint64_t offset, uint64_t vram,
                    uint64_t size)
{
    struct nv50_device *device = opaque;

    if (!alias_fits(device, id, bar, offset, vram, size))
        return;
    nv50_alias_remove(device, id);

    struct nv50_alias *alias = &device->aliases[id];
    g_autofree char *name = g_strdup_printf("nv50-alias%u", id);
    memory_region_init_alias(&alias->region, OBJECT(device), name, &device->vram, vram, size);
    memory_region_add_subregion_overlap(&device->bars[bar].region, offset, &alias->region, 1);
    alias->used = true;
    alias->bar = bar;
}

void nv50_alias_remove(void *opaque, unsigned id)
{
    struct nv50_device *device = opaque;
    struct nv50_alias *alias = id < MODEL_ALIASES_MAX ? &device->aliases[id] : NULL;

    if (!alias || !alias->used)
        return;
    memory_region_del_subregion(&device->bars[alias->bar].region, &alias->region);
    object_unparent(OBJECT(&alias->region));
    alias->used = false;
}
