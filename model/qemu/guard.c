/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/qemu/guard.h"

#include "model/qemu/guard_ports.h"

#define PAGE_LOG2 12
#define PAGE_MASK ((UINT64_C(1) << PAGE_LOG2) - 1)

/* QEMU itself lets DMA through a bridge whose bus mastering is off. */
static bool bridges_pass(PCIDevice *pci)
{
    for (PCIDevice *above = pci_get_bus(pci)->parent_dev; above;
         above = pci_get_bus(above)->parent_dev)
        if (!(pci_get_word(above->config + PCI_COMMAND) & PCI_COMMAND_MASTER))
            return false;
    return true;
}

static const struct guard_range *range_of(const struct guard *guard, uint64_t card_page)
{
    for (unsigned i = 0; i < GUARD_RANGES; i++)
        if (card_page - guard->ranges[i].card_page < guard->ranges[i].pages)
            return &guard->ranges[i];
    return NULL;
}

/* Where an access within one page goes; false: nowhere. */
static bool pass(struct guard *guard, uint64_t address, uint64_t *memory)
{
    const struct guard_range *range = NULL;

    *memory = address;
    if (!bridges_pass(guard->pci)) {
        guard->behind_bridge++;
        return false;
    }
    if (!guard->on)
        return true;
    range = range_of(guard, address >> PAGE_LOG2);
    if (!range) {
        guard->outside++;
        return false;
    }
    *memory = ((range->memory_page + ((address >> PAGE_LOG2) - range->card_page)) << PAGE_LOG2) |
              (address & PAGE_MASK);
    return true;
}

static size_t in_page(uint64_t address, size_t size)
{
    const size_t rest = (size_t)(PAGE_MASK + 1 - (address & PAGE_MASK));

    return size < rest ? size : rest;
}

bool guard_read(struct guard *guard, uint64_t address, void *bytes, size_t size)
{
    uint8_t *to = bytes;
    uint64_t memory;

    for (size_t some; size > 0; address += some, to += some, size -= some) {
        some = in_page(address, size);
        if (!pass(guard, address, &memory) ||
            pci_dma_read(guard->pci, memory, to, some) != MEMTX_OK)
            return false;
    }
    return true;
}

bool guard_write(struct guard *guard, uint64_t address, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    uint64_t memory;

    for (size_t some; size > 0; address += some, from += some, size -= some) {
        some = in_page(address, size);
        if (!pass(guard, address, &memory) ||
            pci_dma_write(guard->pci, memory, from, some) != MEMTX_OK)
            return false;
    }
    return true;
}

/* ---- the guest's ports ---- */

static void open_range(struct guard *guard, uint64_t pages)
{
    for (unsigned i = 0; i < GUARD_RANGES; i++)
        if (guard->ranges[i].pages == 0) {
            guard->ranges[i] = (struct guard_range){ guard->card_page, guard->memory_page, pages };
            guard->opened++;
            return;
        }
}

static void shut_range(struct guard *guard, uint64_t card_page)
{
    for (unsigned i = 0; i < GUARD_RANGES; i++)
        if (guard->ranges[i].pages != 0 && guard->ranges[i].card_page == card_page)
            guard->ranges[i].pages = 0;
}

static uint64_t port_read(void *opaque, hwaddr offset, unsigned size)
{
    (void)opaque;
    (void)offset;
    (void)size;
    return 0;
}

/* A range is announced in three writes, of which the last opens it: DMA to other places is
 * counted. */
static void port_write(void *opaque, hwaddr offset, uint64_t value, unsigned size)
{
    struct guard *guard = opaque;

    (void)size;
    switch (offset) {
    case GUARD_CARD_PAGE:
        guard->card_page = (uint32_t)value;
        break;
    case GUARD_MEMORY_PAGE:
        guard->memory_page = (uint32_t)value;
        break;
    case GUARD_OPEN:
        open_range(guard, value);
        break;
    default:
        shut_range(guard, value);
        break;
    }
}

static const MemoryRegionOps port_ops = {
    .read = port_read,
    .write = port_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 4, .max_access_size = 4 },
};

static unsigned still_open(const struct guard *guard)
{
    unsigned count = 0;

    for (unsigned i = 0; i < GUARD_RANGES; i++)
        count += guard->ranges[i].pages != 0;
    return count;
}

static void end_of_qemu(Notifier *notifier, void *data)
{
    const struct guard *guard = container_of(notifier, struct guard, at_end);

    (void)data;
    fprintf(stderr,
            "dma guard: %" PRIu64 " ranges opened, %u still open, %" PRIu64
            " accesses outside, %" PRIu64 " stopped by a bridge\n",
            guard->opened, still_open(guard), guard->outside, guard->behind_bridge);
}

void guard_realize(struct guard *guard, PCIDevice *pci, bool on)
{
    guard->pci = pci;
    guard->on = on;
    if (!on)
        return;
    memory_region_init_io(&guard->ports, OBJECT(pci), &port_ops, guard, "dma-guard",
                          GUARD_PORTS_SIZE);
    memory_region_add_subregion(get_system_io(), GUARD_PORTS, &guard->ports);
    guard->at_end.notify = end_of_qemu;
    qemu_add_exit_notifier(&guard->at_end);
}

void guard_unrealize(struct guard *guard)
{
    if (!guard->at_end.notify)
        return;
    qemu_remove_exit_notifier(&guard->at_end);
    memory_region_del_subregion(get_system_io(), &guard->ports);
}
