/* tests/efi/bus_test.c: accesses of the firmware (efi/bus.h). */
#include "efi/memory_map.h"
#include "tests/efi/uefi/com1.h"
#include "tests/efi/uefi/cover.h"
#include "tests/efi/uefi/function.h"
#include "tests/efi/uefi/volume.h"

static struct cover cover;
static _Alignas(4096) uint8_t device[3 * 4096]; /* the memory of a BAR */

FIXTURE(begin)
{
    bus_begin(state);
    cover_begin(&cover);
    memset(device, 0, sizeof(device));
}

static bus_addr at(size_t offset)
{
    return (bus_addr){ (uintptr_t)device + offset };
}

static void expect_access(size_t offset, size_t size, bool write)
{
    assert_pairs(at(offset).v, bus.access.at, size, bus.access.size, write, bus.access.write);
    assert_false(bus.access.under_way);
}

TEST(accesses_have_a_size, begin, bus_end)
{
    const struct bus_ops *const ops = bus.bus.ops;

    cover_add(&cover, device);
    for (unsigned size = 1; size <= 8; size *= 2) {
        static const uint8_t bytes[16] = { 0x11, 0x22, 0x33, 0x44, 0x55,
                                           0x66, 0x77, 0x88, 0x99, 0xaa };

        memcpy(device, bytes, sizeof(bytes));
        assert_true(UINT64_C(0x8877665544332211) << (64 - 8 * size) >> (64 - 8 * size) ==
                    ops->read(&bus.bus, at(0), (uint8_t)size));
        expect_access(0, size, false);
        memset(device, 0xee, 16);
        ops->write(&bus.bus, at(0), (uint8_t)size, UINT64_C(0x8877665544332211));
        expect_access(0, size, true);
        assert_memory_equal(bytes, device, size);
        for (unsigned i = size; i < 16; i++)
            assert_int_equal(0xee, device[i]);
    }
}

TEST(blocks_and_words, begin, bus_end)
{
    const struct bus_ops *const ops = bus.bus.ops;
    uint64_t block[4] = { 1, 2, 3, 4 }, back[4] = { 0 };
    uint32_t words[7] = { 1, 2, 3, 4, 5, 6, 7 }, read[8] = { 0 };

    cover_add(&cover, device);
    ops->write_block(&bus.bus, at(8), block, 24);
    expect_access(8, 24, true);
    ops->read_block(&bus.bus, at(8), back, 32);
    expect_access(8, 32, false);
    assert_memory_equal(((uint64_t[]){ 1, 2, 3, 0 }), back, 32);
    ops->fill_block(&bus.bus, at(16), UINT64_C(0x123456789abcdef0), 16);
    expect_access(16, 16, true);
    ops->read_block(&bus.bus, at(8), back, 32);
    assert_memory_equal(
        ((uint64_t[]){ 1, UINT64_C(0x123456789abcdef0), UINT64_C(0x123456789abcdef0), 0 }), back,
        32);

    for (unsigned count = 0; count <= 7; count++) {
        memset(device, 0, 64);
        ops->write_words(&bus.bus, at(4), words, count);
        expect_access(4, 4 * count, true);
        ops->read_words(&bus.bus, at(4), read, 8);
        expect_access(4, 32, false);
        for (unsigned i = 0; i < 8; i++)
            assert_int_equal(i < count ? i + 1 : 0, read[i]);
    }
}

/* Expect, then write: up or down; the first word that is wrong ends it. */
TEST(a_march_ends_at_a_wrong_word, begin, bus_end)
{
    const struct bus_ops *const ops = bus.bus.ops;
    uint64_t *const words = (uint64_t *)device;
    uint64_t seen;

    cover_add(&cover, device);
    assert_pairs(64, ops->march(&bus.bus, at(0), 64, false, 0, 5, &seen), UINT64_MAX, seen);
    expect_access(0, 64, true);
    for (unsigned i = 0; i < 9; i++)
        assert_int_equal(i < 8 ? 5 : 0, words[i]);
    words[3] = 6;
    assert_pairs(24, ops->march(&bus.bus, at(0), 64, false, 5, 7, &seen), 6, seen);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(i < 3 ? 7 : i == 3 ? 6 : 5, words[i]);
    assert_int_equal(24, ops->march(&bus.bus, at(0), 64, true, 5, 8, &seen));
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(i < 3 ? 7 : i == 3 ? 6 : 8, words[i]);
    for (unsigned i = 0; i < 8; i++)
        words[i] = 9;
    assert_int_equal(64, ops->march(&bus.bus, at(0), 64, true, 9, 9, &seen));
    expect_access(0, 64, false); /* nothing but reads */
}

/* A BAR that the firmware's page tables leave out reads as ones and takes nothing, and that is said once. */
TEST(what_is_not_mapped, begin, bus_end)
{
    const struct bus_ops *const ops = bus.bus.ops;
    uint64_t block[2] = { 1, 2 }, seen = 0;
    uint32_t words[2] = { 1, 2 };
    char expected[160];

    assert_int_equal(0xff, ops->read(&bus.bus, at(8), 1));
    assert_true(UINT64_MAX == ops->read(&bus.bus, at(8), 8));
    snprintf(expected, sizeof(expected),
             "# MMIO at 0x%lx is outside the firmware's page tables, and it refused to map it\n",
             at(8).v);
    assert_said(expected);
    ops->write(&bus.bus, at(8), 4, 1);
    ops->write_block(&bus.bus, at(8), block, 16);
    ops->fill_block(&bus.bus, at(8), 1, 16);
    ops->write_words(&bus.bus, at(8), words, 2);
    assert_pairs(0, ops->march(&bus.bus, at(8), 16, false, 0, 1, &seen), true, seen == UINT64_MAX);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(0, device[i]);
    assert_int_equal(0, bus.access.size);
    ops->read_block(&bus.bus, at(8), block, 16);
    assert_true(block[0] == UINT64_MAX && block[1] == UINT64_MAX);
    ops->read_words(&bus.bus, at(8), words, 2);
    assert_true(words[0] == UINT32_MAX && words[1] == UINT32_MAX);
    assert_said("");
}

/* Each page of a block is looked at, and the firmware is asked to map those that it leaves out. */
static _Alignas(4096) uint64_t table2[512], table1[512];
static unsigned asked, missing; /* a page of the device */

static EFI_STATUS EFIAPI map_when_asked(EFI_PHYSICAL_ADDRESS base, UINT64 length, UINT64 attributes)
{
    assert_pairs(0, base % 0x200000, 0x200000, length, 1, attributes);
    asked++;
    table1[(((uintptr_t)device >> 12) + missing) & 511] = COVER_PRESENT;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI describe(EFI_PHYSICAL_ADDRESS base, struct gcd_memory *out)
{
    *out = (struct gcd_memory){ .base = base, .type = GCD_MEMORY_MAPPED_IO };
    return asked == 2 ? EFI_UNSUPPORTED : EFI_SUCCESS;
}

TEST(the_firmware_is_asked_to_map, begin, bus_end)
{
    struct dxe_services dxe = { .get_memory_space_descriptor = describe,
                                .set_memory_space_attributes = map_when_asked };
    const uint64_t address = (uintptr_t)device;
    uint64_t block[1024];

    /* One table serves whatever 2 MiB are asked for; of `device` only its first page is there. */
    cover_add(&cover, device);
    cover.table3[address >> 30 & 511] = cover.table3[((address >> 30) + 1) & 511] =
        (uintptr_t)table2 | COVER_PRESENT;
    for (unsigned i = 0; i < 512; i++) {
        table2[i] = (uintptr_t)table1 | COVER_PRESENT;
        table1[i] = COVER_PRESENT;
    }
    table1[(address + 4096) >> 12 & 511] = table1[(address + 8192) >> 12 & 511] = 0;
    bus.caching.dxe = &dxe;
    asked = 0;
    missing = 2;
    assert_pairs(0, bus.bus.ops->read(&bus.bus, at(8195), 1), 1, asked);
    asked = 0;
    missing = 1;
    bus.bus.ops->read_block(&bus.bus, at(4088), block, 8);
    assert_int_equal(0, asked);
    bus.bus.ops->read_block(&bus.bus, at(4088), block, 4096);
    assert_pairs(1, asked, 0, block[0]);
    assert_said("");
    bus.caching.ranges[bus.caching.count++] = /* is uncached again at the end */
        (struct caching_range){ .size = 0x200000, .capabilities = 2, .attributes = 1 };
    bus_close(&bus);
    assert_int_equal(2, asked);
    assert_int_equal(ERR_UNSUPPORTED, bus.bus.ops->set_caching(&bus.bus, (bus_addr){ 0x200000 },
                                                               4096, BUS_WRITE_COMBINED));
    assert_said("# write combining of 0x200000: GetMemorySpaceDescriptor 0x8000000000000003\n");
    bus_open_again();
}

TEST(time_and_lines, begin, bus_end)
{
    const struct bus_ops *const ops = bus.bus.ops;

    machine->tsc += 5000000;
    assert_in_range(ops->time_us(&bus.bus), 5000, 5010);
    const uint64_t begun = machine_us();

    ops->wait_us(&bus.bus, 700);
    assert_in_range(machine_us() - begun, 700, 702);
    assert_int_equal(0, machine->halted);
    ops->wait_us(&bus.bus, 10000); /* as long as a tick: halted */
    assert_int_not_equal(0, machine->halted);
    ops->log(&bus.bus, "a line");
    assert_said("# a line\n");
    machine->barriers = 0;
    ops->barrier(&bus.bus);
    assert_int_equal(1, machine->barriers);
    /* Lines of 64 bytes: those that the bytes lie in. */
    machine->flushed_lines = 0;
    ops->cache_flush(&bus.bus, device + 60, 5);
    assert_int_equal(2, machine->flushed_lines);
    ops->cache_flush(&bus.bus, device + 64, 64);
    assert_pairs(3, machine->flushed_lines, 3, machine->barriers);
}

static struct {
    UINT32 kind;
    UINTN entry_size;
    EFI_STATUS status[2];
    unsigned asked;
} map;

/* It grows by an entry when it is asked again, since the buffer was allocated from it. */
static EFI_STATUS EFIAPI memory_map(UINTN *size, EFI_MEMORY_DESCRIPTOR *out, UINTN *key,
                                    UINTN *entry_size, UINT32 *version)
{
    const EFI_MEMORY_DESCRIPTOR entries[] = {
        { .Type = map.kind, .PhysicalStart = 0x10000, .NumberOfPages = 3 },
        { .Type = EfiMemoryMappedIO, .PhysicalStart = 0x20000, .NumberOfPages = 7 },
        { .Type = map.kind, .PhysicalStart = 0x30000 },
        { .Type = map.kind, .PhysicalStart = 0x80000, .NumberOfPages = 2 }
    };
    const UINTN had = *size, all = (3 + map.asked) * map.entry_size;

    *key = *version = 1;
    *entry_size = map.entry_size;
    *size = all;
    for (unsigned i = 0; had >= all && i < 4; i++)
        memcpy((uint8_t *)out + i * map.entry_size, &entries[i], sizeof(entries[i]));
    return map.status[map.asked++];
}

static uint64_t ask_map(UINT32 kind, uint64_t from, uint64_t size)
{
    map.kind = kind;
    map.asked = 0;
    return size ? bus.bus.ops->is_memory(&bus.bus, (bus_addr){ from }, size)
                : free_pages(&machine->boot);
}

/* UEFI 2.10 §7.2: code and data of a loader, of boot and of runtime services, free memory, ACPI's tables and what its
 * firmware keeps are memory (1 to 7, 9, 10). An entry may be longer than its fields. */
TEST(memory_is_where_the_map_has_it, begin, bus_end)
{
    machine->boot.GetMemoryMap = memory_map;
    map.entry_size = 48;
    map.status[0] = EFI_BUFFER_TOO_SMALL;
    map.status[1] = EFI_SUCCESS;
    for (unsigned kind = 0; kind < 40; kind++)
        assert_int_equal(kind < 32 && (0x6fe >> kind & 1), ask_map(kind, 0x10000, 1));
    assert_pairs(0, ask_map(7, 0xf000, 0x1000), 1, ask_map(7, 0xf000, 0x1001), 1,
                 ask_map(7, 0x12fff, 1), 0, ask_map(7, 0x13000, 0xd000), 0,
                 ask_map(7, 0x2f000, 0x2000), 1, ask_map(7, 0x11000, 2), 1, ask_map(7, 0, 1 << 24),
                 1, ask_map(7, 0x81fff, 1), 5, ask_map(7, 0, 0), 0, ask_map(6, 0, 0));
    map.entry_size = 4000; /* a map of four pages */
    assert_int_equal(5, ask_map(7, 0, 0));
    map.entry_size = sizeof(EFI_MEMORY_DESCRIPTOR) - 8; /* older than ours */
    assert_int_equal(0, ask_map(7, 0, 0));
    map.entry_size = 48;
    map.status[1] = EFI_DEVICE_ERROR;
    assert_int_equal(0, ask_map(7, 0, 0));
    map.status[0] = EFI_UNSUPPORTED;
    assert_int_equal(0, ask_map(7, 0, 0));
    map.status[0] = EFI_BUFFER_TOO_SMALL;
    machine->pages_refused = 1;
    assert_pairs(0, ask_map(7, 0, 0), 1, map.asked);
}

static char rom_name[BUS_ROM_NAME_MAX];

static size_t rom(unsigned index, uint8_t bytes[8], size_t size)
{
    rom_name[0] = 'x';
    return bus.bus.ops->rom(&bus.bus, (struct pci_function){ .bus = 1 }, index, bytes, size,
                            rom_name);
}

/* PCI 3.0 §6.1: vendor at 0, device at 2, vendor and number of the board at 0x2c and 0x2e. */
static EFI_STATUS EFIAPI read_id(EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL *io,
                                 EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL_WIDTH width, UINT64 address,
                                 UINTN count, VOID *out)
{
    assert_pairs(EfiPciIoWidthUint16, width, 1, count, 1, address >> 24);
    *(uint32_t *)out = 0x1000u + (address & 0xffff);
    return EFI_SUCCESS;
}

/* ROM images: the firmware's comes first, if it has one, then the stick's, if there is one. */
TEST(roms_of_the_firmware_and_the_stick, begin, bus_end)
{
    static uint8_t image[8] = { 0x55, 0xaa, 1, 4, 5, 6, 7, 8 };
    EFI_PCI_IO_PROTOCOL io = { .RomImage = image, .RomSize = sizeof(image) };
    struct stick stick = { 0 };
    uint8_t bytes[8] = { 0 };

    bus.taken.io = &io;
    assert_int_equal(8, rom(0, bytes, 2));
    assert_memory_equal(((uint8_t[]){ 0x55, 0xaa, 0, 0 }), bytes, 4);
    assert_int_equal(8, rom(0, bytes, 8));
    assert_memory_equal(image, bytes, 8);
    assert_int_equal(0, rom(1, bytes, 8));
    bus.stick = &stick; /* one without files */
    assert_int_equal(0, rom(1, bytes, 8));
    assert_string_equal("", rom_name);
    EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL root = { .Pci = { .Read = read_id } };
    static struct volume volume;

    volume_begin(&volume);
    volume_offer(&volume, VOLUME);
    volume_put(&volume, L"\\barecard.cfg", "");
    volume_put(&volume, L"\\vbios\\1000-1002-102c-102e.rom", "own");
    volume_put(&volume, L"\\vbios", "")->folder = true;
    assert_int_equal(OK, stick_find(&stick, &machine->boot));
    bus.config.bridges[bus.config.count++] = (struct root_bridge){ &root, { .last_bus = 1 } };
    assert_pairs(3, rom(1, bytes, 8), 0, rom(2, bytes, 8));
    assert_memory_equal("own", bytes, 3);
    stick_close(&stick);
    io.RomSize = 0;
    assert_int_equal(0, rom(0, bytes, 8));
    io = (EFI_PCI_IO_PROTOCOL){ .RomSize = 8 };
    assert_int_equal(0, rom(0, bytes, 8));
    bus.taken.io = NULL;
    assert_int_equal(0, rom(0, bytes, 8));
    bus.stick = NULL;
}

TEST(a_card_without_a_protocol, begin, bus_end)
{
    const struct bus_ops *const ops = bus.bus.ops;
    struct pci_segment segment;

    assert_int_equal(ERR_NOT_FOUND, ops->segment(&bus.bus, 0, &segment));
    assert_int_equal(ERR_NOT_FOUND, ops->take(&bus.bus, (struct pci_function){ .bus = 1 }, true));
    assert_string_equal("# the machine's firmware has no protocol for the card, which is driven "
                        "directly: DMA addresses are taken to be the CPU's\n",
                        machine_sent());
    assert_pairs(true, bus.console_taken, POOL_PAGES, machine->pages);
    ops->give_back(&bus.bus, (struct pci_function){ .bus = 1 });
    assert_pairs(0, machine->pages, false, bus.console_taken);
    assert_int_equal(ERR_UNSUPPORTED, ops->set_caching(&bus.bus, at(0), 4096, BUS_WRITE_COMBINED));
    assert_said(""); /* nobody was asked, so nobody has refused */
    assert_int_equal(OK, ops->set_caching(&bus.bus, at(0), 4096, BUS_UNCACHED));
}

static const struct pci_function place = { .bus = 1 };

/* Attributes enabled for the card are off again when the firmware has it back, and its protocol is closed. */
TEST(a_card_is_given_back, begin, bus_end)
{
    struct function function = function_at(0, 1, 0, 0);

    machine_offer(machine_handle(1), &pci_guid, &function.io);
    assert_pairs(OK, bus.bus.ops->take(&bus.bus, place, false), 1, machine->opened.count);
    bus.bus.ops->enable(&bus.bus, place, 6);
    assert_int_not_equal(0, function.attributes);
    bus.bus.ops->give_back(&bus.bus, place);
    assert_pairs(0, function.attributes, 1, machine->closed.count);
    assert_null(bus.taken.io);
    machine_sent();
}

static EFI_STATUS EFIAPI nobody_uses(EFI_HANDLE handle, EFI_GUID *guid,
                                     EFI_OPEN_PROTOCOL_INFORMATION_ENTRY **users, UINTN *count)
{
    return EFI_NOT_FOUND;
}

/* A card whose drivers stay keeps its picture, and one that is not let go of gets no memory. Of QEMU it is known that
 * nothing but an IOMMU stands between card and memory. */
TEST(a_card_is_taken_in_many_ways, begin, bus_end)
{
    const EFI_GUID iommu_guid = EDKII_IOMMU_PROTOCOL_GUID;

    machine->boot.OpenProtocolInformation = nobody_uses;
    for (unsigned i = 0; i < 16; i++) {
        const bool qemu = i & 1, keep = i & 2, refuses = i & 4, iommu = i & 8;
        struct function function = function_at(0, 1, 0, 0);

        function.device_base = 0x80000000;
        machine_offer(machine_handle(1), &pci_guid, &function.io);
        if (iommu)
            machine_offer(machine_handle(2), &iommu_guid, NULL);
        bus_open_again();
        assert_int_equal(iommu, strstr(machine_sent(), "has an IOMMU protocol") != NULL);
        bus.qemu = qemu;
        machine->disconnect_status = refuses ? EFI_ACCESS_DENIED : EFI_SUCCESS;
        assert_int_equal(refuses && !keep ? ERR_RIG : OK, bus.bus.ops->take(&bus.bus, place, keep));
        assert_pairs(keep, bus.console_taken, qemu && !iommu, bus.dma.flat, keep || !refuses,
                     function.buffers);
        bus.bus.ops->give_back(&bus.bus, place);
        machine_withdraw(machine_handle(1), &pci_guid);
        if (iommu)
            machine_withdraw(machine_handle(2), &iommu_guid);
        bus_close(&bus);
    }
    bus_open_again();
}

static uint32_t features;

static struct cpuid feature_leaf(uint32_t number, uint32_t subleaf)
{
    assert_int_equal(0, subleaf);
    return (struct cpuid){ .ecx = number == 1 ? features : ~features };
}

/* Intel SDM volume 2A: SSE4.1, which has loads that stream, is bit 19 of ECX of leaf 1. */
TEST(loads_stream_where_the_processor_can, begin, bus_end)
{
    machine->cpuid = feature_leaf;
    for (unsigned bit = 18; bit <= 20; bit++) {
        features = 1u << bit;
        bus_close(&bus);
        bus_open_again();
        assert_int_equal(bit == 19, bus.streams);
    }
}
