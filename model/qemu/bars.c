/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/qemu/device.h"

#include "model/common/bytes.h"

static uint64_t bar_read(void *opaque, hwaddr offset, unsigned size)
{
    const struct device_bar *bar = opaque;

    if (hang_waits(&bar->device->hang))
        return bytes_ones(size);
    return model_read(bar->device->card, bar->index, offset, size);
}

static void bar_write(void *opaque, hwaddr offset, uint64_t value, unsigned size)
{
    const struct device_bar *bar = opaque;
    const uint64_t mirrored = offset - bar->device->card->ops->config_mirror;

    if (bar->device->hang.stopped) /* nobody waits for a write */
        return;
    model_write(bar->device->card, bar->index, offset, value, size);
    if (bar->index == 0 && mirrored < PCIE_CONFIG_SPACE_SIZE)
        device_config_follow(bar->device, (unsigned)mirrored);
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
    struct card_device *device = opaque;
    size_t rom_size;
    const uint8_t *rom = model_rom(device->card, &rom_size);

    if (hang_waits(&device->hang))
        return bytes_ones(size);
    return offset + size <= rom_size ? bytes_get(rom + offset, size) : bytes_ones(size);
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

static uint8_t bar_type(const struct model_bar *asked)
{
    if (asked->io)
        return PCI_BASE_ADDRESS_SPACE_IO;
    return (uint8_t)(PCI_BASE_ADDRESS_SPACE_MEMORY |
                     (asked->wide ? PCI_BASE_ADDRESS_MEM_TYPE_64 : 0) |
                     (asked->prefetch ? PCI_BASE_ADDRESS_MEM_PREFETCH : 0));
}

static void register_bar(struct card_device *device, unsigned index)
{
    struct device_bar *bar = &device->bars[index];
    g_autofree char *name = g_strdup_printf("card-bar%u", index);
    struct model_bar asked;

    if (!model_bar(device->card, index, &asked))
        return;
    bar->device = device;
    bar->index = index;
    memory_region_init_io(&bar->region, OBJECT(device), &bar_ops, bar, name, asked.size);
    pci_register_bar(&device->pci, (int)index, bar_type(&asked), &bar->region);
}

static void register_rom(struct card_device *device)
{
    size_t size;

    if (!model_rom(device->card, &size) || size == 0)
        return;
    memory_region_init_io(&device->rom, OBJECT(device), &rom_ops, device, "card-rom",
                          pow2ceil(size));
    pci_register_bar(&device->pci, PCI_ROM_SLOT, PCI_BASE_ADDRESS_SPACE_MEMORY, &device->rom);
}

bool device_bars_realize(struct card_device *device, Error **errp)
{
    uint64_t vram_size;
    void *storage = model_vram(device->card, &vram_size);

    if (!QEMU_IS_ALIGNED((uintptr_t)storage | vram_size, qemu_real_host_page_size())) {
        error_setg(errp, "the card's %" PRIu64 " bytes of VRAM are not whole pages", vram_size);
        return false;
    }
    memory_region_init_ram_ptr(&device->vram, OBJECT(device), "card-vram", vram_size, storage);
    for (unsigned i = 0; i < BAR_COUNT; i++)
        register_bar(device, i);
    register_rom(device);
    return true;
}

static void unmake_alias(struct device_alias *alias)
{
    if (!alias->made)
        return;
    memory_region_del_subregion(alias->region.container, &alias->region);
    object_unparent(OBJECT(&alias->region));
    alias->made = false;
}

void device_bars_unrealize(struct card_device *device)
{
    for (unsigned id = 0; id < MODEL_ALIASES_MAX; id++)
        unmake_alias(&device->aliases[id]);
}

/* ---- parts of a window that the guest reaches without the model ---- */

static bool alias_fits(struct card_device *device, unsigned id, unsigned bar, uint64_t offset,
                       uint64_t vram, uint64_t size)
{
    struct model_bar asked;
    const uint64_t bar_size =
        bar < BAR_COUNT && model_bar(device->card, bar, &asked) ? asked.size : 0;
    const uint64_t vram_size = memory_region_size(&device->vram);
    const uint64_t page_mask = qemu_real_host_page_size() - 1;

    return id < MODEL_ALIASES_MAX && size > 0 && ((offset | vram | size) & page_mask) == 0 &&
           offset < bar_size && size <= bar_size - offset && vram < vram_size &&
           size <= vram_size - vram;
}

/* It shows nothing yet. */
static void make_alias(struct card_device *device, unsigned id, unsigned bar)
{
    struct device_alias *alias = &device->aliases[id];
    g_autofree char *name = g_strdup_printf("card-alias%u", id);

    memory_region_init_alias(&alias->region, OBJECT(device), name, &device->vram, 0, 0);
    memory_region_set_enabled(&alias->region, false);
    memory_region_add_subregion_overlap(&device->bars[bar].region, 0, &alias->region, 1);
    alias->made = true;
    alias->bar = bar;
}

/* A region once made is kept for the next alias of its number: making one costs as much as showing it. An alias only
 * saves time: one that does not fit is left out, and the model serves the range. */
void device_alias_add(void *opaque, unsigned id, unsigned bar, uint64_t offset, uint64_t vram,
                      uint64_t size)
{
    struct card_device *device = opaque;

    if (!alias_fits(device, id, bar, offset, vram, size))
        return;

    struct device_alias *alias = &device->aliases[id];
    memory_region_transaction_begin();
    if (!alias->made || alias->bar != bar) {
        unmake_alias(alias);
        make_alias(device, id, bar);
    }
    memory_region_set_address(&alias->region, offset);
    memory_region_set_alias_offset(&alias->region, vram);
    memory_region_set_size(&alias->region, size);
    memory_region_set_enabled(&alias->region, true);
    memory_region_transaction_commit();
}

void device_alias_remove(void *opaque, unsigned id)
{
    struct card_device *device = opaque;

    if (id < MODEL_ALIASES_MAX && device->aliases[id].made)
        memory_region_set_enabled(&device->aliases[id].region, false);
}
