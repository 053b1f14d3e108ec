#include "efi/bus.h"

#include "efi/cpu.h"
#include "efi/memory.h"
#include "efi/memory_map.h"
#include "efi/protocols.h"
#include "engines/text.h"
#include "hw/pci.h"
#include "suite/run/errand.h"

#define PAGE_SIZE  UINT64_C(0x1000)
#define UNIT_SIZE  UINT64_C(0x200000)
#define LINE_MAX   128
#define CACHE_LINE 64 /* no x86-64 processor has a shorter one */

static struct efi_bus *self(struct bus *bus)
{
    return (struct efi_bus *)bus;
}

static enum err bus_segment(struct bus *bus, unsigned index, struct pci_segment *out)
{
    const struct config_space *config = &self(bus)->config;

    if (index >= config->count)
        return ERR_NOT_FOUND;
    *out = config->bridges[index].buses;
    return OK;
}

static uint32_t bus_config_read(struct bus *bus, struct pci_function at, uint16_t offset,
                                uint8_t size)
{
    return config_space_read(&self(bus)->config, at, offset, size);
}

static void bus_config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                             uint32_t value)
{
    config_space_write(&self(bus)->config, at, offset, size, value);
}

static void say_unmapped(struct efi_bus *bus, uint64_t address)
{
    char line[LINE_MAX];
    struct text text = text_in(line, sizeof(line));

    if (bus->said_unmapped)
        return;
    bus->said_unmapped = true;
    text_format(&text,
                "MMIO at 0x%lx is outside the firmware's page tables, and it refused to map it",
                address);
    tap_comment(bus->tap, line);
}

/* A unit that the page tables lack. */
struct unit {
    struct caching *caching;
    uint64_t base;
};

static void map_unit(void *of)
{
    const struct unit *const unit = of;

    caching_map(unit->caching, unit->base, UNIT_SIZE);
}

static bool reachable(struct efi_bus *bus, uint64_t address)
{
    struct unit unit = { &bus->caching, address & ~(UNIT_SIZE - 1) };

    if (paging_covers(&bus->paging, address))
        return true;
    if (bus->errand != NULL)
        errand_ask(bus->errand, map_unit, &unit);
    else
        map_unit(&unit);
    if (paging_covers(&bus->paging, address))
        return true;
    say_unmapped(bus, address);
    return false;
}

/* A whole range, unit by unit. */
static bool range_reachable(struct efi_bus *bus, uint64_t address, size_t size)
{
    for (uint64_t at = address; at < address + size; at = (at & ~(PAGE_SIZE - 1)) + PAGE_SIZE)
        if (!reachable(bus, at))
            return false;
    return true;
}

/* Said before each access and after it: a machine check or an NMI may come in between. */
static void begin(struct efi_bus *bus, bus_addr at, size_t size, bool write)
{
    bus->access.at = at.v;
    bus->access.size = size;
    bus->access.write = write;
    bus->access.under_way = true;
}

static void end(struct efi_bus *bus)
{
    bus->access.under_way = false;
}

static uint64_t load(uintptr_t address, uint8_t size)
{
    switch (size) {
    case 1:
        return *(const volatile uint8_t *)address;
    case 2:
        return *(const volatile uint16_t *)address;
    case 4:
        return *(const volatile uint32_t *)address;
    default:
        return *(const volatile uint64_t *)address;
    }
}

static uint64_t bus_read(struct bus *bus, bus_addr at, uint8_t size)
{
    if (!reachable(self(bus), at.v))
        return UINT64_MAX >> (64 - 8 * size);
    begin(self(bus), at, size, false);
    const uint64_t value = load((uintptr_t)at.v, size);
    end(self(bus));
    return value;
}

static void store(uintptr_t address, uint8_t size, uint64_t value)
{
    switch (size) {
    case 1:
        *(volatile uint8_t *)address = (uint8_t)value;
        break;
    case 2:
        *(volatile uint16_t *)address = (uint16_t)value;
        break;
    case 4:
        *(volatile uint32_t *)address = (uint32_t)value;
        break;
    default:
        *(volatile uint64_t *)address = value;
        break;
    }
}

static void bus_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    if (!reachable(self(bus), at.v))
        return;
    begin(self(bus), at, size, true);
    store((uintptr_t)at.v, size, value);
    end(self(bus));
}

static void bus_read_block(struct bus *bus, bus_addr at, void *bytes, size_t size)
{
    if (!range_reachable(self(bus), at.v, size)) {
        memset(bytes, 0xff, size);
        return;
    }
    begin(self(bus), at, size, false);
    (self(bus)->streams ? cpu_stream_in : cpu_copy_in)(bytes, (const void *)(uintptr_t)at.v, size);
    end(self(bus));
}

static void bus_write_block(struct bus *bus, bus_addr at, const void *bytes, size_t size)
{
    if (!range_reachable(self(bus), at.v, size))
        return;
    begin(self(bus), at, size, true);
    cpu_copy_out((void *)(uintptr_t)at.v, bytes, size);
    end(self(bus));
}

static void bus_fill_block(struct bus *bus, bus_addr at, uint64_t word, size_t size)
{
    if (!range_reachable(self(bus), at.v, size))
        return;
    begin(self(bus), at, size, true);
    cpu_fill_out((void *)(uintptr_t)at.v, word, size);
    end(self(bus));
}

static void bus_read_words(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    const volatile uint32_t *const from = (const volatile uint32_t *)(uintptr_t)at.v;
    const bool there = range_reachable(self(bus), at.v, 4 * count);

    begin(self(bus), at, 4 * count, false);
    for (size_t i = 0; i < count; i++)
        words[i] = there ? from[i] : UINT32_MAX;
    end(self(bus));
}

static void bus_write_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count)
{
    volatile uint32_t *const to = (volatile uint32_t *)(uintptr_t)at.v;

    if (!range_reachable(self(bus), at.v, 4 * count))
        return;
    begin(self(bus), at, 4 * count, true);
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        to[i] = words[i];
        to[i + 1] = words[i + 1];
        to[i + 2] = words[i + 2];
        to[i + 3] = words[i + 3];
    }
    for (; i < count; i++)
        to[i] = words[i];
    end(self(bus));
}

/* How many bytes are right; `seen`: the first wrong word. */
static size_t march(volatile uint64_t *words, size_t size, bool down, uint64_t expect,
                    uint64_t next, uint64_t *seen)
{
    for (size_t i = 0; i < size / 8; i++) {
        const size_t word = down ? size / 8 - 1 - i : i;
        const uint64_t found = words[word];

        if (found != expect) {
            *seen = found;
            return 8 * word;
        }
        if (next != expect)
            words[word] = next;
    }
    return size;
}

static size_t bus_march(struct bus *bus, bus_addr at, size_t size, bool down, uint64_t expect,
                        uint64_t next, uint64_t *seen)
{
    *seen = UINT64_MAX;
    if (!range_reachable(self(bus), at.v, size))
        return 0;
    begin(self(bus), at, size, next != expect);
    const size_t right =
        march((volatile uint64_t *)(uintptr_t)at.v, size, down, expect, next, seen);
    end(self(bus));
    return right;
}

static void say_refusal(struct efi_bus *bus, uint64_t at)
{
    char line[LINE_MAX];
    struct text text = text_in(line, sizeof(line));

    if (bus->caching.refusal == NULL)
        return;
    text_format(&text, "write combining of 0x%lx: %s 0x%lx", at, bus->caching.refusal,
                (uint64_t)bus->caching.status);
    tap_comment(bus->tap, line);
}

static enum err bus_set_caching(struct bus *bus, bus_addr at, size_t size, enum bus_caching caching)
{
    struct caching *ranges = &self(bus)->caching;
    const struct bus_range *const combined = &self(bus)->combined;

    if (self(bus)->errand != NULL) /* it stays as it was set up for all processors */
        return caching == BUS_UNCACHED ||
                       (at.v >= combined->base && at.v + size <= combined->base + combined->size)
                   ? OK
                   : ERR_UNSUPPORTED;
    if (caching == BUS_UNCACHED)
        return caching_uncache(ranges, at.v, size);
    const enum err e = caching_combine(ranges, at.v, size);
    if (e != OK)
        say_refusal(self(bus), at.v);
    return e;
}

/* Whether something may stand between cards and memory. */
static bool has_iommu(const struct efi_bus *bus)
{
    void *iommu = NULL;

    return !EFI_ERROR(
        bus->boot->LocateProtocol(&(EFI_GUID)EDKII_IOMMU_PROTOCOL_GUID, NULL, &iommu));
}

static enum err bus_take(struct bus *bus, struct pci_function at, bool keep_drivers)
{
    struct efi_bus *const efi = self(bus);
    const enum err e = pci_io_take(&efi->taken, at, keep_drivers);

    if (e == ERR_NOT_FOUND)
        tap_comment(efi->tap,
                    "the machine's firmware has no protocol for the card, which is driven "
                    "directly: DMA addresses are taken to be the CPU's");
    efi->console_taken = keep_drivers && e != ERR_RIG;
    if (e != ERR_RIG)
        dma_open(&efi->dma, efi->boot, efi->tap, efi->taken.io);
    efi->dma.flat = efi->qemu && !has_iommu(efi);
    return e;
}

static enum err bus_connect(struct bus *bus, struct pci_function at)
{
    (void)at;
    return pci_io_connect(&self(bus)->taken);
}

static void bus_give_back(struct bus *bus, struct pci_function at)
{
    (void)at;
    dma_close(&self(bus)->dma);
    pci_io_give_back(&self(bus)->taken);
    self(bus)->console_taken = false;
}

static void bus_enable(struct bus *bus, struct pci_function at, uint16_t bits)
{
    pci_io_enable(&self(bus)->taken, at, bits);
}

static enum err bus_dma_alloc(struct bus *bus, size_t size, struct dma_memory *out)
{
    return dma_take(&self(bus)->dma, size, out);
}

static enum err bus_dma_alloc_high(struct bus *bus, size_t size, struct dma_memory *out)
{
    return dma_take_high(&self(bus)->dma, size, out);
}

static void bus_dma_free(struct bus *bus, struct dma_memory *memory)
{
    dma_give(&self(bus)->dma, memory);
}

/* Another processor that drives a card compares by itself. */
static size_t compare(struct efi_bus *bus, const struct comparison *comparison)
{
    if (bus->errand == NULL)
        return comparers_compare(&bus->comparers, comparison);
    if (!bus->has_way)
        bus->comparers.way = compare_best();
    bus->has_way = true;
    return compare_first_difference(bus->comparers.way, comparison);
}

static size_t bus_find_other(struct bus *bus, const uint64_t *words, uint64_t expected, size_t size)
{
    const struct comparison comparison = { .words = words, .value = expected, .size = size };

    return compare(self(bus), &comparison);
}

static size_t bus_find_difference(struct bus *bus, const uint64_t *words, const uint64_t *expected,
                                  size_t size)
{
    const struct comparison comparison = { .words = words, .expected = expected, .size = size };

    return compare(self(bus), &comparison);
}

static void bus_cache_flush(struct bus *bus, const void *bytes, size_t size)
{
    const uintptr_t from = (uintptr_t)bytes & ~(uintptr_t)(CACHE_LINE - 1);

    (void)bus;
    for (uintptr_t line = from; line < (uintptr_t)bytes + size; line += CACHE_LINE)
        cpu_flush_line((const void *)line);
    cpu_barrier();
}

static void bus_barrier(struct bus *bus)
{
    (void)bus;
    cpu_barrier();
}

static uint64_t bus_time_us(struct bus *bus)
{
    return clock_us(self(bus)->clock);
}

static void bus_wait_us(struct bus *bus, uint64_t us)
{
    if (self(bus)->errand != NULL)
        clock_wait_us(self(bus)->clock, us);
    else
        clock_rest_us(self(bus)->clock, self(bus)->boot, us);
}

static void bus_log(struct bus *bus, const char *line)
{
    tap_comment(self(bus)->tap, line);
}

static void send_comparers_home(void *opaque)
{
    struct efi_bus *const bus = opaque;

    comparers_send_home(&bus->comparers);
}

/* Who reads of failing DMA wants to know. */
static void say_iommu(struct efi_bus *bus)
{
    if (has_iommu(bus))
        tap_comment(bus->tap, "the machine's firmware has an IOMMU protocol: memory is closed to "
                              "cards until it is mapped");
}

static size_t bus_rom(struct bus *bus, struct pci_function at, unsigned index, void *bytes,
                      size_t size, char name[BUS_ROM_NAME_MAX])
{
    struct efi_bus *self = (struct efi_bus *)bus;

    name[0] = '\0';
    if (index == 0)
        return rom_firmware_read(&self->taken, bytes, size);
    if (self->stick == NULL)
        return 0;
    const uint16_t ids[4] = {
        (uint16_t)bus_config_read(bus, at, PCI_VENDOR_ID, 2),
        (uint16_t)bus_config_read(bus, at, PCI_DEVICE_ID, 2),
        (uint16_t)bus_config_read(bus, at, PCI_SUBSYSTEM, 2),
        (uint16_t)bus_config_read(bus, at, PCI_SUBSYSTEM + 2, 2),
    };
    return rom_file_read(self->stick, ids, index - 1, bytes, size, name);
}

static bool bus_is_memory(struct bus *bus, bus_addr at, uint64_t size)
{
    return memory_in_range(self(bus)->boot, at.v, size);
}

/* Loads that fetch whole lines of memory that is mapped write combined (Intel SDM volume 1 §12.10.3). */
static bool has_sse41(void)
{
    struct cpuid features = { 0 };

    cpu_cpuid(1, 0, &features);
    return features.ecx & BIT(19);
}

/* Caching gets send_comparers_home, because the firmware changes attributes on all processors and needs them back for it.
 * */
void bus_open(struct efi_bus *bus, EFI_HANDLE image, EFI_SYSTEM_TABLE *table, struct clock *clock,
              struct tap *tap)
{
    static const struct bus_ops ops = {
        .segment = bus_segment,
        .config_read = bus_config_read,
        .config_write = bus_config_write,
        .read = bus_read,
        .write = bus_write,
        .read_block = bus_read_block,
        .write_block = bus_write_block,
        .fill_block = bus_fill_block,
        .read_words = bus_read_words,
        .write_words = bus_write_words,
        .march = bus_march,
        .set_caching = bus_set_caching,
        .is_memory = bus_is_memory,
        .take = bus_take,
        .connect = bus_connect,
        .give_back = bus_give_back,
        .enable = bus_enable,
        .dma_alloc = bus_dma_alloc,
        .dma_alloc_high = bus_dma_alloc_high,
        .dma_free = bus_dma_free,
        .find_other = bus_find_other,
        .find_difference = bus_find_difference,
        .cache_flush = bus_cache_flush,
        .barrier = bus_barrier,
        .rom = bus_rom,
        .time_us = bus_time_us,
        .wait_us = bus_wait_us,
        .log = bus_log,
    };

    *bus = (struct efi_bus){
        .bus = { .ops = &ops },
        .boot = table->BootServices,
        .clock = clock,
        .tap = tap,
    };
    bus->streams = has_sse41();
    config_space_open(&bus->config, bus->boot);
    caching_open(&bus->caching, table, send_comparers_home, bus);
    pci_io_open(&bus->taken, bus->boot, image, tap);
    say_iommu(bus);
    comparers_open(&bus->comparers, bus->boot, clock, tap);
}

void bus_close(struct efi_bus *bus)
{
    comparers_close(&bus->comparers);
    caching_restore(&bus->caching);
}

void bus_copy(struct efi_bus *copy, const struct efi_bus *bus, struct errand *errand,
              struct clock *clock, struct tap *tap)
{
    memcpy(copy, bus, sizeof(*copy));
    copy->clock = clock;
    copy->tap = copy->taken.tap = copy->dma.tap = copy->comparers.tap = tap;
    copy->errand = errand;
    copy->comparers.mp = NULL;
    copy->comparers.room = NULL;
}
