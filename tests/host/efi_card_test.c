/* tests/host/efi_card_test.c: a card as the machine's firmware has it: taken and given back by its protocol
 * (efi/pci_io.h), its DMA memory (efi/dma.h), configuration space (efi/config_space.h), and whose picture it shows
 * (efi/console.h). */
#include <string.h>

#include "efi/config_space.h"
#include "efi/console.h"
#include "efi/dma.h"
#include "efi/nic.h"
#include "efi/pci_io.h"
#include "efi/protocols.h"
#include "tests/host/uefi/machine.h"

static const EFI_GUID pci_guid = EFI_PCI_IO_PROTOCOL_GUID,
                      bridge_guid = EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL_GUID,
                      path_guid = EFI_DEVICE_PATH_PROTOCOL_GUID,
                      output_guid = EFI_GRAPHICS_OUTPUT_PROTOCOL_GUID,
                      console_guid = CONSOLE_OUT_DEVICE_GUID,
                      name_guid = EFI_COMPONENT_NAME2_PROTOCOL_GUID;

static struct machine_stub *machine;
static struct clock time_of;
static struct serial serial;
static struct tap tap;

static int begin(void **state)
{
    (void)state;
    machine = machine_begin();
    time_of = machine_clock();
    serial_open(&serial, &time_of);
    tap_open(&tap, &serial);
    tap_write(&tap, "TAP version 13\n", 15);
    machine_sent();
    return 0;
}

static int end(void **state)
{
    (void)state;
    machine_end();
    return 0;
}

/* ---- a function of PCI ----------------------------------------------------------------------- */

struct function {
    EFI_PCI_IO_PROTOCOL io;
    UINTN segment, bus, device, number;
    UINT64 attributes, supported;
    EFI_STATUS get_status, supported_status;
    /* Memory. */
    EFI_STATUS map_status, unmap_status;
    size_t map_less;      /* bytes that are not mapped */
    uint64_t device_base; /* what the card sees it at; 0: its own address */
    EFI_MEMORY_TYPE kind;
    unsigned buffers, mappings;
    uint32_t class;
};

static struct function *of(EFI_PCI_IO_PROTOCOL *io)
{
    return (struct function *)io;
}

static EFI_STATUS EFIAPI get_location(EFI_PCI_IO_PROTOCOL *io, UINTN *segment, UINTN *bus,
                                      UINTN *device, UINTN *function)
{
    *segment = of(io)->segment;
    *bus = of(io)->bus;
    *device = of(io)->device;
    *function = of(io)->number;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI attributes(EFI_PCI_IO_PROTOCOL *io,
                                    EFI_PCI_IO_PROTOCOL_ATTRIBUTE_OPERATION operation, UINT64 bits,
                                    UINT64 *out)
{
    struct function *const function = of(io);

    switch (operation) {
    case EfiPciIoAttributeOperationGet:
        *out = function->attributes;
        return function->get_status;
    case EfiPciIoAttributeOperationSupported:
        *out = function->supported;
        return function->supported_status;
    case EfiPciIoAttributeOperationEnable:
        function->attributes |= bits;
        return EFI_SUCCESS;
    case EfiPciIoAttributeOperationDisable:
        function->attributes &= ~bits;
        return EFI_SUCCESS;
    default:
        return EFI_UNSUPPORTED;
    }
}

static EFI_STATUS EFIAPI allocate_buffer(EFI_PCI_IO_PROTOCOL *io, EFI_ALLOCATE_TYPE type,
                                         EFI_MEMORY_TYPE kind, UINTN pages, VOID **out, UINT64 bits)
{
    EFI_PHYSICAL_ADDRESS at = 0;
    const EFI_STATUS status = machine->boot.AllocatePages(type, kind, pages, &at);

    assert_int_equal(0, bits);
    of(io)->kind = kind;
    if (EFI_ERROR(status))
        return status;
    of(io)->buffers++;
    *out = machine_pointer(at);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI free_buffer(EFI_PCI_IO_PROTOCOL *io, UINTN pages, VOID *at)
{
    of(io)->buffers--;
    return machine->boot.FreePages((uintptr_t)at, pages);
}

static EFI_STATUS EFIAPI map(EFI_PCI_IO_PROTOCOL *io, EFI_PCI_IO_PROTOCOL_OPERATION operation,
                             VOID *at, UINTN *size, EFI_PHYSICAL_ADDRESS *device, VOID **mapping)
{
    struct function *const function = of(io);

    assert_int_equal(EfiPciIoOperationBusMasterCommonBuffer, operation);
    if (EFI_ERROR(function->map_status))
        return function->map_status;
    *size -= function->map_less;
    *device = function->device_base ? function->device_base : (uintptr_t)at;
    *mapping = machine_handle(7);
    function->mappings++;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI unmap(EFI_PCI_IO_PROTOCOL *io, VOID *mapping)
{
    assert_ptr_equal(machine_handle(7), mapping);
    of(io)->mappings--;
    return of(io)->unmap_status;
}

static EFI_STATUS EFIAPI read_class(EFI_PCI_IO_PROTOCOL *io, EFI_PCI_IO_PROTOCOL_WIDTH width,
                                    UINT32 offset, UINTN count, VOID *out)
{
    assert_int_equal(EfiPciIoWidthUint32, width);
    assert_int_equal(8, offset);
    assert_int_equal(1, count);
    memcpy(out, &of(io)->class, 4);
    return EFI_SUCCESS;
}

static struct function function_at(UINTN segment, UINTN bus, UINTN device, UINTN number)
{
    return (struct function){ .io = { .GetLocation = get_location,
                                      .Attributes = attributes,
                                      .AllocateBuffer = allocate_buffer,
                                      .FreeBuffer = free_buffer,
                                      .Map = map,
                                      .Unmap = unmap,
                                      .Pci = { .Read = read_class } },
                              .segment = segment,
                              .bus = bus,
                              .device = device,
                              .number = number,
                              .supported = UINT64_MAX };
}

static const struct pci_function at = { .segment = 1, .bus = 2, .device = 3, .function = 4 };

static struct pci_io open_taken(void)
{
    struct pci_io taken;

    memset(&taken, 0xa5, sizeof(taken));
    pci_io_open(&taken, &machine->boot, machine_handle(9), &tap);
    return taken;
}

/* ---- taking ---------------------------------------------------------------------------------- */

/* UEFI 2.10 §14.4: attribute bits 9 memory, 10 bus master. What was on before stays on. */
static void a_card_is_taken_and_given_back(void **state)
{
    struct function near[5] = { function_at(0, 2, 3, 4), function_at(1, 3, 3, 4),
                                function_at(1, 2, 4, 4), function_at(1, 2, 3, 5),
                                function_at(1, 2, 3, 4) };
    struct pci_io taken = open_taken();

    (void)state;
    assert_int_equal(ERR_NOT_FOUND, pci_io_take(&taken, at, false));
    for (unsigned i = 0; i < 4; i++)
        machine_offer(machine_handle(10 + i), &pci_guid, &near[i].io);
    assert_int_equal(ERR_NOT_FOUND, pci_io_take(&taken, at, false));
    assert_null(taken.io);
    machine_offer(machine_handle(14), &pci_guid, &near[4].io);
    near[4].attributes = 0x300;
    assert_int_equal(OK, pci_io_take(&taken, at, false));
    assert_ptr_equal(&near[4].io, taken.io);
    assert_int_equal(1, machine->disconnected.count);
    assert_ptr_equal(machine_handle(14), machine->disconnected.handles[0]);
    assert_ptr_equal(machine_handle(14), machine->opened.handles[0]);
    assert_int_equal(0x20, machine->open_attributes); /* UEFI 2.10 §7.3: exclusive */

    near[4].attributes = 0xf00;
    pci_io_give_back(&taken);
    assert_int_equal(0xb00, near[4].attributes); /* bus mastering was ours */
    assert_int_equal(1, machine->closed.count);
    assert_ptr_equal(machine_handle(14), machine->closed.handles[0]);
    assert_null(taken.io);
    assert_null(taken.handle);
    pci_io_give_back(&taken);
    assert_int_equal(1, machine->closed.count);
    assert_string_equal("", machine_sent());
}

/* Where nobody says what was on, nothing is turned off. */
static void unknown_attributes_stay(void **state)
{
    struct function card = function_at(1, 2, 3, 4);
    struct pci_io taken = open_taken();

    (void)state;
    machine_offer(machine_handle(1), &pci_guid, &card.io);
    card.get_status = EFI_UNSUPPORTED;
    assert_int_equal(OK, pci_io_take(&taken, at, false));
    card.attributes = 0xf00;
    pci_io_give_back(&taken);
    assert_int_equal(0xf00, card.attributes);
}

static void a_card_of_the_console_keeps_its_driver(void **state)
{
    struct function card = function_at(1, 2, 3, 4);
    struct pci_io taken = open_taken();

    (void)state;
    machine_offer(machine_handle(1), &pci_guid, &card.io);
    assert_int_equal(OK, pci_io_take(&taken, at, true));
    assert_int_equal(0, machine->disconnected.count);
    assert_int_equal(0, machine->opened.count);
    pci_io_give_back(&taken);
    assert_int_equal(0, machine->closed.count);
}

/* ---- who does not let go --------------------------------------------------------------------- */

static EFI_OPEN_PROTOCOL_INFORMATION_ENTRY users[4];
static EFI_STATUS users_status;

static EFI_STATUS EFIAPI open_information(EFI_HANDLE handle, EFI_GUID *guid,
                                          EFI_OPEN_PROTOCOL_INFORMATION_ENTRY **out, UINTN *count)
{
    EFI_HANDLE *pool = NULL;

    assert_ptr_equal(machine_handle(1), handle);
    assert_memory_equal(&pci_guid, guid, sizeof(pci_guid));
    if (EFI_ERROR(users_status))
        return users_status;
    machine->boot.LocateHandleBuffer(ByProtocol, guid, NULL, count, &pool); /* any pool will do */
    *count = 4;
    memcpy(pool, users, sizeof(users));
    *out = (void *)pool;
    return EFI_SUCCESS;
}

static CHAR16 driver_words[80];

static EFI_STATUS EFIAPI driver_name(EFI_COMPONENT_NAME2_PROTOCOL *self, CHAR8 *language,
                                     CHAR16 **out)
{
    (void)self;
    assert_string_equal("en", (const char *)language);
    *out = driver_words[0] ? driver_words : NULL;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI no_driver_name(EFI_COMPONENT_NAME2_PROTOCOL *self, CHAR8 *language,
                                        CHAR16 **out)
{
    (void)self;
    (void)language;
    *out = driver_words;
    return EFI_UNSUPPORTED;
}

static void words(const char *text)
{
    memset(driver_words, 0, sizeof(driver_words));
    for (unsigned i = 0; text[i]; i++)
        driver_words[i] = (CHAR16)(uint8_t)text[i];
}

/* UEFI 2.10 §7.3: open attributes 0x10 by driver, 0x20 exclusive; 4 only asks. */
static void who_holds_a_card_is_named(void **state)
{
    struct function card = function_at(1, 2, 3, 4);
    struct pci_io taken = open_taken();
    EFI_COMPONENT_NAME2_PROTOCOL named = { .GetDriverName = driver_name },
                                 nameless = { .GetDriverName = no_driver_name };

    (void)state;
    machine_offer(machine_handle(1), &pci_guid, &card.io);
    machine_offer(machine_handle(2), &name_guid, &named);
    machine_offer(machine_handle(4), &name_guid, &nameless);
    machine->boot.OpenProtocolInformation = open_information;
    machine->disconnect_status = EFI_ACCESS_DENIED;
    users[0] = (EFI_OPEN_PROTOCOL_INFORMATION_ENTRY){ .AgentHandle = machine_handle(2),
                                                      .Attributes = 0x10 };
    users[1] = (EFI_OPEN_PROTOCOL_INFORMATION_ENTRY){ .AgentHandle = machine_handle(3),
                                                      .Attributes = 0x20 };
    users[2] = (EFI_OPEN_PROTOCOL_INFORMATION_ENTRY){ .AgentHandle = machine_handle(2),
                                                      .Attributes = 0x0c };
    users[3] = (EFI_OPEN_PROTOCOL_INFORMATION_ENTRY){ .AgentHandle = machine_handle(4),
                                                      .Attributes = 0x10 };
    words("Some \x7f Driver~");
    assert_int_equal(ERR_RIG, pci_io_take(&taken, at, false));
    assert_string_equal("# the machine's firmware does not let go of the card "
                        "(0x800000000000000f): Some ? Driver~: "
                        "a driver without a name: a driver without a name\n",
                        machine_sent());
    assert_null(taken.io);
    assert_int_equal(0, machine->opened.count);

    /* 64 letters of a name; opening alone may be what is refused. */
    machine->disconnect_status = EFI_SUCCESS;
    machine->open_status = EFI_ACCESS_DENIED;
    users[1].Attributes = users[3].Attributes = 0;
    words("0123456789012345678901234567890123456789012345678901234567890123x");
    assert_int_equal(ERR_RIG, pci_io_take(&taken, at, false));
    assert_string_equal(
        "# the machine's firmware does not let go of the card (0x800000000000000f): "
        "0123456789012345678901234567890123456789012345678901234567890123\n",
        machine_sent());
    words("");
    assert_int_equal(ERR_RIG, pci_io_take(&taken, at, false));
    assert_string_equal("# the machine's firmware does not let go of the card "
                        "(0x800000000000000f): a driver without a "
                        "name\n",
                        machine_sent());
    users_status = EFI_NOT_FOUND;
    assert_int_equal(ERR_RIG, pci_io_take(&taken, at, false));
    assert_string_equal(
        "# the machine's firmware does not let go of the card (0x800000000000000f)\n",
        machine_sent());
    users_status = EFI_SUCCESS;
}

/* Bits 1 memory and 2 master of the Command register; only what the function can. */
static void bits_are_enabled_by_the_protocol(void **state)
{
    static const struct {
        uint16_t bits;
        UINT64 supported, on;
    } rows[] = { { 2, UINT64_MAX, 0x200 },
                 { 4, UINT64_MAX, 0x400 },
                 { 6, UINT64_MAX, 0x600 },
                 { 6, 0x200, 0x200 },
                 { 1, UINT64_MAX, 0 } };
    struct function card = function_at(1, 2, 3, 4);
    const struct pci_io taken = open_taken();

    (void)state;
    pci_io_enable(&taken, at, 6); /* without the protocol nothing happens */
    machine_offer(machine_handle(1), &pci_guid, &card.io);
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        card.attributes = 0;
        card.supported = rows[i].supported;
        pci_io_enable(&taken, at, rows[i].bits);
        assert_int_equal(rows[i].on, card.attributes);
    }
    card.attributes = 0;
    card.supported_status = EFI_UNSUPPORTED; /* it does not say: all are tried */
    pci_io_enable(&taken, at, 6);
    assert_int_equal(0x600, card.attributes);
}

/* ---- DMA memory ------------------------------------------------------------------------------ */

#define PAGE 0x1000u

static bool is_zero(const struct dma_memory *memory, size_t size)
{
    const uint8_t *const bytes = memory->cpu;

    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

/* Small pieces come from one block that the machine's firmware maps once. */
static void memory_comes_from_one_block(void **state)
{
    struct function card = function_at(1, 2, 3, 4);
    struct dma_memory first, second, large;
    struct dma dma;

    (void)state;
    card.device_base = UINT64_C(0x8000000000);
    dma_open(&dma, &machine->boot, &tap, &card.io);
    assert_int_equal(1, card.buffers);
    assert_int_equal(EfiBootServicesData, card.kind);
    assert_int_equal(OK, dma_take(&dma, PAGE + 1, &first));
    assert_int_equal(OK, dma_take(&dma, 1, &second));
    assert_int_equal(1, card.buffers);
    assert_int_equal(card.device_base, first.bus.v);
    assert_int_equal(PAGE + 1, first.size);
    assert_int_equal(card.device_base + 2 * PAGE, second.bus.v);
    assert_ptr_equal((uint8_t *)first.cpu + 2 * PAGE, second.cpu);
    assert_true(is_zero(&first, 2 * PAGE));
    assert_true(is_zero(&second, PAGE));

    /* What does not fit has a mapping of its own. */
    assert_int_equal(OK, dma_take(&dma, (POOL_PAGES + 1) * PAGE - 1, &large));
    assert_int_equal(2, card.buffers);
    assert_int_equal(2, card.mappings);
    assert_true(is_zero(&large, large.size));
    assert_int_equal(POOL_PAGES + POOL_PAGES + 1, machine->pages);
    dma_give(&dma, &large);
    assert_null(large.cpu);
    assert_int_equal(1, card.buffers);
    dma_give(&dma, &first);
    assert_null(first.cpu);
    dma_give(&dma, &first);
    assert_int_equal(OK, dma_take(&dma, 2 * PAGE, &first));
    assert_int_equal(card.device_base, first.bus.v);
    dma_give(&dma, &first);
    dma_give(&dma, &second);
    assert_int_equal(1, card.buffers);
    dma_close(&dma);
    assert_int_equal(0, card.buffers);
    assert_int_equal(0, card.mappings);
    dma_close(&dma);
    assert_string_equal("", machine_sent());
}

/* Nothing is used that the card does not reach with its 40 bits, that is smaller, or not at a page. */
static void a_useless_mapping_is_refused(void **state)
{
    static const struct {
        uint64_t base;
        size_t less;
        EFI_STATUS status;
        const char *words;
    } rows[] = {
        { 0, 0, EFI_DEVICE_ERROR,
          "# the machine's firmware refuses to map memory for the card (0x8000000000000007)\n" },
        { 0, 1, 0, "# the machine's firmware maps less memory than it gave (0xfff)\n" },
        { UINT64_C(0x10000000000), 0, 0,
          "# the machine's firmware maps memory where the card does not reach it "
          "(0x10000000000)\n" },
        { UINT64_C(0xfffffff800), 0, 0,
          "# the machine's firmware maps memory where the card does not reach it "
          "(0xfffffff800)\n" },
        { 0x80000800, 0, 0,
          "# the machine's firmware maps memory where the card does not reach it (0x80000800)\n" },
    };

    (void)state;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct function card = function_at(1, 2, 3, 4);
        struct dma_memory memory = { .size = 77 };
        struct dma dma = { .boot = &machine->boot, .tap = &tap, .io = &card.io };

        card.map_status = rows[i].status;
        card.map_less = rows[i].less;
        card.device_base = rows[i].base;
        assert_int_equal(ERR_RIG, dma_take(&dma, 1, &memory));
        assert_string_equal(rows[i].words, machine_sent());
        assert_int_equal(ERR_RIG, dma_take(&dma, 1, &memory)); /* said once */
        assert_string_equal("", machine_sent());
        assert_int_equal(77, memory.size);
        assert_int_equal(0, card.buffers);
        assert_int_equal(0, card.mappings);
        dma_close(&dma);
    }
}

static void the_last_page_that_a_card_reaches(void **state)
{
    struct function card = function_at(1, 2, 3, 4);
    struct dma_memory memory;
    struct dma dma = { .boot = &machine->boot, .tap = &tap, .io = &card.io };

    (void)state;
    card.device_base = UINT64_C(0xfffffff000);
    assert_int_equal(OK, dma_take(&dma, PAGE, &memory));
    assert_int_equal(card.device_base, memory.bus.v);
    card.unmap_status = EFI_DEVICE_ERROR;
    dma_give(&dma, &memory);
    assert_string_equal(
        "# the machine's firmware does not take a mapping back (0x8000000000000007)\n",
        machine_sent());
    assert_int_equal(0, card.buffers);
    machine->pages_refused = 1;
    assert_int_equal(ERR_NO_MEMORY, dma_take(&dma, PAGE, &memory));
    dma_close(&dma);
}

/* Without a block each piece has its own. */
static void a_block_that_is_refused(void **state)
{
    struct function card = function_at(1, 2, 3, 4);
    struct dma_memory memory;
    struct dma dma;

    (void)state;
    card.device_base = 0x80000000;
    machine->pages_refused = 1;
    dma_open(&dma, &machine->boot, &tap, &card.io);
    assert_null(dma.block.cpu);
    assert_int_equal(OK, dma_take(&dma, PAGE, &memory));
    assert_int_equal(1, machine->pages);
    dma_give(&dma, &memory);
    assert_int_equal(0, machine->pages);
    dma_close(&dma);
}

/* Above 4 GiB (uefi-on-machines.md §1.3): the pages are asked for by address, and mapped while the device says that it
 * reaches so far. What is mapped below is given back; where nothing stands between card and memory it is used as it is. */
static void memory_above_4_gib(void **state)
{
    struct function card = function_at(1, 2, 3, 4);
    struct dma dma = { .boot = &machine->boot, .tap = &tap, .io = &card.io };
    struct dma_memory memory = { .size = 77 };

    (void)state;
    card.device_base = UINT64_C(0x200000000);
    assert_int_equal(OK, dma_take_high(&dma, PAGE + 1, &memory));
    assert_int_equal(AllocateAddress, machine->pages_type);
    assert_int_equal(UINT64_C(0x100000000), machine->pages_limit);
    assert_int_equal(card.device_base, memory.bus.v);
    assert_int_equal(PAGE + 1, memory.size);
    assert_true(is_zero(&memory, 2 * PAGE));
    assert_int_equal(0, card.attributes & 0x8000);
    assert_int_equal(1, card.mappings);
    dma_give(&dma, &memory);
    assert_int_equal(0, card.mappings);
    assert_int_equal(0, machine->pages);

    card.device_base = 0xfffff000;
    assert_int_equal(ERR_UNSUPPORTED, dma_take_high(&dma, PAGE, &memory));
    card.map_status = EFI_UNSUPPORTED;
    assert_int_equal(ERR_UNSUPPORTED, dma_take_high(&dma, PAGE, &memory));
    assert_int_equal(0, card.mappings);
    assert_int_equal(0, machine->pages);
    dma.flat = true;
    assert_int_equal(OK, dma_take_high(&dma, PAGE, &memory));
    assert_int_equal((uintptr_t)memory.cpu, memory.bus.v);
    dma_give(&dma, &memory);
    assert_int_equal(0, machine->pages);
    machine->pages_refused = 16;
    assert_int_equal(ERR_UNSUPPORTED, dma_take_high(&dma, PAGE, &memory));
    assert_string_equal("", machine_sent());
    dma_close(&dma);
}

/* A card that has no protocol sees memory where the processor does: below 4 GiB, else below its 40 bits. */
static void memory_without_a_protocol(void **state)
{
    struct dma dma = { .boot = &machine->boot, .tap = &tap };
    struct dma_memory memory = { .size = 77 };

    (void)state;
    assert_int_equal(OK, dma_take(&dma, PAGE + 1, &memory));
    assert_int_equal(AllocateMaxAddress, machine->pages_type);
    assert_int_equal(UINT64_C(0xffffffff), machine->pages_limit);
    assert_int_equal((uintptr_t)memory.cpu, memory.bus.v);
    assert_int_equal(PAGE + 1, memory.size);
    assert_int_equal(2, machine->pages);
    dma_give(&dma, &memory);
    machine->pages_refused = 1;
    assert_int_equal(OK, dma_take(&dma, PAGE, &memory));
    assert_int_equal(UINT64_C(0xffffffffff), machine->pages_limit);
    dma_give(&dma, &memory);
    machine->pages_refused = 2;
    assert_int_equal(ERR_NO_MEMORY, dma_take(&dma, PAGE, &memory));
    dma_open(&dma, &machine->boot, &tap, NULL);
    assert_int_equal(POOL_PAGES, machine->pages);
    dma_close(&dma);
    assert_int_equal(0, machine->pages);
}

/* ---- configuration space --------------------------------------------------------------------- */

struct bridge {
    EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL io;
    void *resources; /* null: it does not say */
    EFI_STATUS status;
};

static struct {
    const void *io;
    unsigned width;
    uint64_t address;
    uint32_t value;
    bool write;
} access;

static EFI_STATUS access_status;

static EFI_STATUS EFIAPI config_read(EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL *io,
                                     EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL_WIDTH width, UINT64 address,
                                     UINTN count, VOID *out)
{
    assert_int_equal(1, count);
    access.io = io;
    access.width = width;
    access.address = address;
    access.write = false;
    memcpy(out, &access.value, 4);
    return access_status;
}

static EFI_STATUS EFIAPI config_write(EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL *io,
                                      EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL_WIDTH width, UINT64 address,
                                      UINTN count, VOID *in)
{
    assert_int_equal(1, count);
    access.io = io;
    access.width = width;
    access.address = address;
    access.write = true;
    memcpy(&access.value, in, 4);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI configuration(EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL *io, VOID **out)
{
    *out = ((struct bridge *)io)->resources;
    return ((struct bridge *)io)->status;
}

static struct bridge bridge_of(uint32_t segment, void *resources)
{
    return (struct bridge){ .io = { .Pci = { .Read = config_read, .Write = config_write },
                                    .Configuration = configuration,
                                    .SegmentNumber = segment },
                            .resources = resources };
}

/* ACPI 6.4 §6.4.3.5.1: a QWORD descriptor: tag 0x8a, length 43, type 2 is a bus range, minimum at 14, maximum at 22. */
static void buses(uint8_t *out, uint8_t type, uint64_t first, uint64_t last)
{
    memset(out, 0, 46);
    out[0] = 0x8a;
    out[1] = 43;
    out[3] = type;
    memcpy(out + 14, &first, 8);
    memcpy(out + 22, &last, 8);
}

static void a_bridge_says_which_buses_it_has(void **state)
{
    static uint8_t resources[3 * 46 + 2], wide[2 * 46 + 2];
    struct bridge known = bridge_of(0, resources), silent = bridge_of(5, NULL),
                  broken = bridge_of(6, resources), strange = bridge_of(7, wide);
    struct config_space space;

    (void)state;
    config_space_open(&space, &machine->boot);
    assert_int_equal(0, space.count);
    buses(resources, 0, 1, 2); /* memory */
    buses(resources + 46, 2, 0x20, 0x3f);
    resources[92] = 0x79;
    buses(resources + 93, 2, 1, 1); /* behind the end */
    buses(wide, 2, 0, 256);         /* no such bus */
    wide[46] = 0x79;
    broken.status = EFI_UNSUPPORTED;
    machine_offer(machine_handle(1), &bridge_guid, &known.io);
    machine_offer(machine_handle(2), &bridge_guid, &silent.io);
    machine_offer(machine_handle(3), &bridge_guid, &broken.io);
    machine_offer(machine_handle(4), &bridge_guid, &strange.io);
    config_space_open(&space, &machine->boot);
    assert_int_equal(4, space.count);
    assert_int_equal(0x20, space.bridges[0].buses.first_bus);
    assert_int_equal(0x3f, space.bridges[0].buses.last_bus);
    for (unsigned i = 1; i < 4; i++) {
        assert_int_equal(4 + i, space.bridges[i].buses.segment);
        assert_int_equal(0, space.bridges[i].buses.first_bus);
        assert_int_equal(255, space.bridges[i].buses.last_bus);
    }

    /* The bridge of a function, by segment and bus. */
    access.value = 0x12345678;
    assert_int_equal(0x12345678,
                     config_space_read(&space, (struct pci_function){ .bus = 0x20 }, 0, 4));
    assert_ptr_equal(&known.io, access.io);
    assert_int_equal(0x12345678,
                     config_space_read(&space, (struct pci_function){ .bus = 0x3f }, 0, 4));
    assert_int_equal(0xffffffff,
                     config_space_read(&space, (struct pci_function){ .bus = 0x40 }, 0, 4));
    assert_int_equal(0xffff, config_space_read(&space, (struct pci_function){ .bus = 0x1f }, 0, 2));
    assert_int_equal(
        0xff, config_space_read(&space, (struct pci_function){ .segment = 4, .bus = 0x20 }, 0, 1));
    access.io = NULL;
    config_space_write(&space, (struct pci_function){ .bus = 0x1f }, 0, 4, 0);
    assert_null(access.io);
    config_space_read(&space, (struct pci_function){ .segment = 6 }, 0, 4);
    assert_ptr_equal(&broken.io, access.io);
}

/* UEFI 2.10 §14.2: function in 15:8, device in 23:16, bus in 31:24; the register in 7:0, an extended one in 63:32. */
static void configuration_space_is_addressed(void **state)
{
    const struct pci_function function = {
        .segment = 0, .bus = 0x12, .device = 0x1f, .function = 7
    };
    struct bridge bridge = bridge_of(0, NULL);
    struct config_space space;

    (void)state;
    machine_offer(machine_handle(1), &bridge_guid, &bridge.io);
    config_space_open(&space, &machine->boot);
    access.value = 0xa1b2c3d4;
    assert_int_equal(0xd4, config_space_read(&space, function, 0xff, 1));
    assert_int_equal(0x121f07ff, access.address);
    assert_int_equal(0, access.width);
    assert_int_equal(0xc3d4, config_space_read(&space, function, 0x100, 2));
    assert_int_equal(UINT64_C(0x100121f0700), access.address);
    assert_int_equal(1, access.width);
    assert_int_equal(0xa1b2c3d4, config_space_read(&space, function, 0xffc, 4));
    assert_int_equal(UINT64_C(0xffc121f0700), access.address);
    assert_int_equal(2, access.width);
    access_status = EFI_DEVICE_ERROR;
    assert_int_equal(0xffff, config_space_read(&space, function, 0, 2));
    access_status = EFI_SUCCESS;
    config_space_write(&space, function, 4, 2, 0x1234);
    assert_true(access.write);
    assert_int_equal(0x121f0704, access.address);
    assert_int_equal(0x1234, access.value);
    assert_int_equal(1, access.width);
}

/* ---- the console's cards --------------------------------------------------------------------- */

struct card_path {
    PCI_DEVICE_PATH card, output;
    EFI_DEVICE_PATH end;
};

static struct card_path card_path(uint8_t device, bool with_output)
{
    const EFI_DEVICE_PATH end = { END_DEVICE_PATH_TYPE,
                                  END_ENTIRE_DEVICE_PATH_SUBTYPE,
                                  { sizeof(end), 0 } };
    struct card_path path = { .end = end };

    path.card = path.output = (PCI_DEVICE_PATH){
        .Header = { HARDWARE_DEVICE_PATH, HW_PCI_DP, { sizeof(PCI_DEVICE_PATH), 0 } },
        .Device = device
    };
    if (!with_output)
        memcpy(&path.output, &end, sizeof(end));
    return path;
}

static struct picture {
    EFI_GRAPHICS_OUTPUT_PROTOCOL output;
    EFI_GRAPHICS_OUTPUT_PROTOCOL_MODE mode;
    EFI_GRAPHICS_OUTPUT_MODE_INFORMATION info;
} pictures[3];

static void offer_output(unsigned number, struct card_path *path, uint64_t base)
{
    struct picture *const picture = &pictures[number];

    picture->info.PixelFormat = PixelBlueGreenRedReserved8BitPerColor;
    picture->mode = (EFI_GRAPHICS_OUTPUT_PROTOCOL_MODE){ .Info = &picture->info,
                                                         .FrameBufferBase = base,
                                                         .FrameBufferSize = 0x1000 };
    picture->output.Mode = &picture->mode;
    machine_offer(machine_handle(20 + number), &output_guid, &picture->output);
    if (path != NULL)
        machine_offer(machine_handle(20 + number), &path_guid, path);
}

static const struct pci_function card_a = { .bus = 1, .device = 2 }, card_b = { .bus = 3 };

/* Two cards with an output below each; a third output is the console's own, without a path. */
static void a_console_is_drawn_by_its_outputs(void **state)
{
    struct function a = function_at(0, 1, 2, 0), b = function_at(0, 3, 0, 0);
    struct card_path path_a = card_path(1, false), path_b = card_path(2, false),
                     output_a = card_path(1, true), output_b = card_path(2, true);
    struct console_cards cards;

    (void)state;
    console_find(&cards, &machine->boot);
    assert_int_equal(0, cards.count);
    machine_offer(machine_handle(1), &pci_guid, &a.io);
    machine_offer(machine_handle(1), &path_guid, &path_a);
    machine_offer(machine_handle(2), &pci_guid, &b.io);
    machine_offer(machine_handle(2), &path_guid, &path_b);
    offer_output(0, &output_a, 0xd0000000);
    offer_output(1, &output_b, 0xe0000000);
    offer_output(2, NULL, 0xf0000000);
    console_find(&cards, &machine->boot); /* nobody says which: all are taken for the console's */
    assert_int_equal(2, cards.count);
    assert_true(console_drawn_by(&cards, card_a));
    assert_true(console_drawn_by(&cards, card_b));

    machine_offer(machine_handle(21), &console_guid, NULL);
    console_find(&cards, &machine->boot);
    assert_int_equal(1, cards.count);
    assert_false(console_drawn_by(&cards, card_a));
    assert_true(console_drawn_by(&cards, card_b));
    assert_false(console_drawn_by(&cards, (struct pci_function){ .segment = 1, .bus = 3 }));
    assert_false(console_drawn_by(&cards, (struct pci_function){ .bus = 2 }));
    assert_false(console_drawn_by(&cards, (struct pci_function){ .bus = 3, .device = 1 }));
    assert_false(console_drawn_by(&cards, (struct pci_function){ .bus = 3, .function = 1 }));
}

/* The framebuffers of a card, one after the other; an output that only takes copies has none. */
static void framebuffers_of_a_card(void **state)
{
    struct function a = function_at(0, 1, 2, 0);
    struct card_path path_a = card_path(1, false), output_a = card_path(1, true);
    struct console_cards cards;

    (void)state;
    machine_offer(machine_handle(1), &pci_guid, &a.io);
    machine_offer(machine_handle(1), &path_guid, &path_a);
    offer_output(0, &output_a, 0xd0000000);
    offer_output(1, &output_a, 0xe0000000);
    offer_output(2, &output_a, 0xf0000000);
    pictures[0].info.PixelFormat = PixelBltOnly;
    console_find(&cards, &machine->boot);
    assert_int_equal(3, cards.count);
    assert_int_equal(0xe0000000, console_framebuffer(&cards, card_a, 0)->from);
    assert_int_equal(0x1000, console_framebuffer(&cards, card_a, 0)->size);
    assert_int_equal(0xf0000000, console_framebuffer(&cards, card_a, 1)->from);
    assert_null(console_framebuffer(&cards, card_a, 2));
    assert_null(console_framebuffer(&cards, card_b, 0));
    pictures[1].mode.Info = NULL;
    pictures[2].output.Mode = NULL;
    console_find(&cards, &machine->boot);
    assert_int_equal(3, cards.count);
    assert_null(console_framebuffer(&cards, card_a, 0));
}

/* PCI class code 0x02: network. */
static void network_cards_are_connected(void **state)
{
    struct function cards[3] = { function_at(0, 1, 0, 0), function_at(0, 2, 0, 0),
                                 function_at(0, 3, 0, 0) };

    (void)state;
    assert_int_equal(0, nic_connect_all(&machine->boot));
    cards[0].class = 0x03020000;
    cards[1].class = 0x020000ff;
    cards[2].class = 0x02800000;
    for (unsigned i = 0; i < 3; i++)
        machine_offer(machine_handle(1 + i), &pci_guid, &cards[i].io);
    assert_int_equal(2, nic_connect_all(&machine->boot));
    assert_int_equal(2, machine->connected.count);
    assert_ptr_equal(machine_handle(2), machine->connected.handles[0]);
    assert_ptr_equal(machine_handle(3), machine->connected.handles[1]);
}

static EFI_SIMPLE_NETWORK_MODE frames_mode;
static unsigned frames_begun;

static EFI_STATUS EFIAPI frames_start(EFI_SIMPLE_NETWORK_PROTOCOL *self)
{
    assert_int_equal(EfiSimpleNetworkStopped, self->Mode->State);
    self->Mode->State = EfiSimpleNetworkStarted;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI frames_initialize(EFI_SIMPLE_NETWORK_PROTOCOL *self, UINTN receive,
                                           UINTN transmit)
{
    assert_int_equal(EfiSimpleNetworkStarted, self->Mode->State);
    assert_int_equal(0, receive);
    assert_int_equal(0, transmit);
    self->Mode->State = EfiSimpleNetworkInitialized;
    frames_begun++;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI connect_alone(EFI_HANDLE controller, EFI_HANDLE *drivers,
                                       EFI_DEVICE_PATH *rest, BOOLEAN recursive)
{
    assert_ptr_equal(machine_handle(1), controller);
    assert_null(drivers);
    assert_null(rest);
    assert_false(recursive);
    machine->connected.count++;
    return EFI_SUCCESS;
}

/* UEFI 2.10 §24.1: a network card is stopped, started or initialised, in this order. */
static void a_card_that_was_left_is_begun_again(void **state)
{
    static const EFI_GUID frames_guid = EFI_SIMPLE_NETWORK_PROTOCOL_GUID;
    EFI_SIMPLE_NETWORK_PROTOCOL frames = { .Start = frames_start,
                                           .Initialize = frames_initialize,
                                           .Mode = &frames_mode };
    struct card_path path = card_path(1, false);

    (void)state;
    machine->boot.ConnectController = connect_alone;
    machine_offer(machine_handle(1), &path_guid, &path);
    nic_connect_path(&machine->boot, (EFI_DEVICE_PATH_PROTOCOL *)&path);
    assert_int_equal(0, machine->connected.count);
    machine_offer(machine_handle(1), &frames_guid, &frames);
    for (unsigned from = EfiSimpleNetworkStopped; from <= EfiSimpleNetworkInitialized; from++) {
        frames_mode.State = from;
        frames_begun = 0;
        nic_connect_path(&machine->boot, (EFI_DEVICE_PATH_PROTOCOL *)&path);
        assert_int_equal(from != EfiSimpleNetworkInitialized, frames_begun);
        assert_int_equal(EfiSimpleNetworkInitialized, frames_mode.State);
        assert_int_equal(from + 1, machine->connected.count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_card_is_taken_and_given_back, begin, end),
        cmocka_unit_test_setup_teardown(unknown_attributes_stay, begin, end),
        cmocka_unit_test_setup_teardown(a_card_of_the_console_keeps_its_driver, begin, end),
        cmocka_unit_test_setup_teardown(who_holds_a_card_is_named, begin, end),
        cmocka_unit_test_setup_teardown(bits_are_enabled_by_the_protocol, begin, end),
        cmocka_unit_test_setup_teardown(memory_comes_from_one_block, begin, end),
        cmocka_unit_test_setup_teardown(a_useless_mapping_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(the_last_page_that_a_card_reaches, begin, end),
        cmocka_unit_test_setup_teardown(a_block_that_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(memory_above_4_gib, begin, end),
        cmocka_unit_test_setup_teardown(memory_without_a_protocol, begin, end),
        cmocka_unit_test_setup_teardown(a_bridge_says_which_buses_it_has, begin, end),
        cmocka_unit_test_setup_teardown(configuration_space_is_addressed, begin, end),
        cmocka_unit_test_setup_teardown(a_console_is_drawn_by_its_outputs, begin, end),
        cmocka_unit_test_setup_teardown(framebuffers_of_a_card, begin, end),
        cmocka_unit_test_setup_teardown(network_cards_are_connected, begin, end),
        cmocka_unit_test_setup_teardown(a_card_that_was_left_is_begun_again, begin, end),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
