/* tests/host/efi_bus_test.c: accesses of the firmware (efi/bus.h), processors that compare with it (efi/crew.h), and
 * what an exception leaves on COM1 (efi/exceptions.h). */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "efi/bus.h"
#include "efi/exceptions.h"
#include "tests/host/uefi/machine.h"

#define PRESENT 1u
#define LARGE   0x81u /* 1 GiB in the third table */

static struct machine_stub *machine;
static struct clock time_of;
static struct serial serial;
static struct tap tap;
static struct efi_bus bus;

/* Tables of 4 KiB pages, as the processor walks them (efi_machine_test asks that of efi/paging.c). */
static _Alignas(4096) uint64_t table4[512], table3[512], table2[512], table1[512];

static void cover(const void *at)
{
    const uint64_t address = (uintptr_t)at;

    table4[address >> 39 & 511] = (uintptr_t)table3 | PRESENT;
    table3[address >> 30 & 511] = LARGE;
    table3[((address >> 30) + 1) & 511] = LARGE;
}

static _Alignas(4096) uint8_t device[3 * 4096]; /* what lies behind a BAR */

static int begin(void **state)
{
    (void)state;
    machine = machine_begin();
    time_of = machine_clock();
    serial_open(&serial, &time_of);
    tap_open(&tap, &serial);
    tap_write(&tap, "TAP version 13\n", 15);
    machine_sent();
    memset(table4, 0, sizeof(table4));
    memset(table3, 0, sizeof(table3));
    memset(device, 0, sizeof(device));
    machine->cr3 = (uintptr_t)table4;
    bus_open(&bus, machine_handle(9), &machine->table, &time_of, &tap);
    return 0;
}

static int end(void **state)
{
    (void)state;
    bus_close(&bus);
    machine_end();
    return 0;
}

static bus_addr at(size_t offset)
{
    return (bus_addr){ (uintptr_t)device + offset };
}

/* ---- accesses -------------------------------------------------------------------------------- */

static void expect_access(size_t offset, size_t size, bool write)
{
    assert_int_equal(at(offset).v, bus.access.at);
    assert_int_equal(size, bus.access.size);
    assert_int_equal(write, bus.access.write);
    assert_false(bus.access.under_way);
}

static void accesses_have_a_size(void **state)
{
    const struct bus_ops *const ops = bus.bus.ops;

    (void)state;
    cover(device);
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

static void blocks_and_words(void **state)
{
    const struct bus_ops *const ops = bus.bus.ops;
    uint64_t block[4] = { 1, 2, 3, 4 }, back[4] = { 0 };
    uint32_t words[7] = { 1, 2, 3, 4, 5, 6, 7 }, read[8] = { 0 };

    (void)state;
    cover(device);
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
static void a_march_ends_at_a_wrong_word(void **state)
{
    const struct bus_ops *const ops = bus.bus.ops;
    uint64_t *const words = (uint64_t *)device;
    uint64_t seen;

    (void)state;
    cover(device);
    assert_int_equal(64, ops->march(&bus.bus, at(0), 64, false, 0, 5, &seen));
    assert_int_equal(UINT64_MAX, seen);
    expect_access(0, 64, true);
    for (unsigned i = 0; i < 9; i++)
        assert_int_equal(i < 8 ? 5 : 0, words[i]);
    words[3] = 6;
    assert_int_equal(24, ops->march(&bus.bus, at(0), 64, false, 5, 7, &seen));
    assert_int_equal(6, seen);
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
static void what_is_not_mapped(void **state)
{
    const struct bus_ops *const ops = bus.bus.ops;
    uint64_t block[2] = { 1, 2 }, seen = 0;
    uint32_t words[2] = { 1, 2 };
    char expected[160];

    (void)state;
    assert_int_equal(0xff, ops->read(&bus.bus, at(8), 1));
    assert_true(UINT64_MAX == ops->read(&bus.bus, at(8), 8));
    snprintf(expected, sizeof(expected),
             "# MMIO at 0x%lx is outside the firmware's page tables, and it refused to map it\n",
             at(8).v);
    assert_string_equal(expected, machine_sent());
    ops->write(&bus.bus, at(8), 4, 1);
    ops->write_block(&bus.bus, at(8), block, 16);
    ops->fill_block(&bus.bus, at(8), 1, 16);
    ops->write_words(&bus.bus, at(8), words, 2);
    assert_int_equal(0, ops->march(&bus.bus, at(8), 16, false, 0, 1, &seen));
    assert_true(seen == UINT64_MAX);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(0, device[i]);
    assert_int_equal(0, bus.access.size);
    ops->read_block(&bus.bus, at(8), block, 16);
    assert_true(block[0] == UINT64_MAX && block[1] == UINT64_MAX);
    ops->read_words(&bus.bus, at(8), words, 2);
    assert_true(words[0] == UINT32_MAX && words[1] == UINT32_MAX);
    assert_string_equal("", machine_sent());
}

/* Each page of a block is looked at, and the firmware is asked to map what it leaves out. */
static unsigned asked;

static EFI_STATUS EFIAPI map_when_asked(EFI_PHYSICAL_ADDRESS base, UINT64 length, UINT64 attributes)
{
    assert_int_equal(0, base % 0x200000);
    assert_int_equal(0x200000, length);
    assert_int_equal(1, attributes);
    asked++;
    table1[((uintptr_t)device + 4096) >> 12 & 511] = PRESENT;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI describe(EFI_PHYSICAL_ADDRESS base, struct gcd_memory *out)
{
    *out = (struct gcd_memory){ .base = base, .type = GCD_MEMORY_MAPPED_IO };
    return EFI_SUCCESS;
}

static void the_firmware_is_asked_to_map(void **state)
{
    struct dxe_services dxe = { .get_memory_space_descriptor = describe,
                                .set_memory_space_attributes = map_when_asked };
    const uint64_t address = (uintptr_t)device;
    uint64_t block[1024];

    (void)state;
    /* One table serves whatever 2 MiB are asked for; of `device` all but its second page is there. */
    cover(device);
    table3[address >> 30 & 511] = table3[((address >> 30) + 1) & 511] = (uintptr_t)table2 | PRESENT;
    for (unsigned i = 0; i < 512; i++) {
        table2[i] = (uintptr_t)table1 | PRESENT;
        table1[i] = PRESENT;
    }
    table1[(address + 4096) >> 12 & 511] = 0;
    bus.caching.dxe = &dxe;
    asked = 0;
    bus.bus.ops->read_block(&bus.bus, at(4088), block, 8);
    assert_int_equal(0, asked);
    bus.bus.ops->read_block(&bus.bus, at(4088), block, 4096);
    assert_int_equal(1, asked);
    assert_int_equal(0, block[0]);
    assert_string_equal("", machine_sent());
}

static void time_and_lines(void **state)
{
    const struct bus_ops *const ops = bus.bus.ops;

    (void)state;
    machine->tsc += 5000000;
    assert_in_range(ops->time_us(&bus.bus), 5000, 5010);
    const uint64_t begun = machine_us();

    ops->wait_us(&bus.bus, 700);
    assert_in_range(machine_us() - begun, 700, 702);
    ops->log(&bus.bus, "a line");
    assert_string_equal("# a line\n", machine_sent());
    machine->barriers = 0;
    ops->barrier(&bus.bus);
    assert_int_equal(1, machine->barriers);
    /* Lines of 64 bytes: those that the bytes lie in. */
    machine->flushed_lines = 0;
    ops->cache_flush(&bus.bus, device + 60, 5);
    assert_int_equal(2, machine->flushed_lines);
    ops->cache_flush(&bus.bus, device + 64, 64);
    assert_int_equal(3, machine->flushed_lines);
    assert_int_equal(3, machine->barriers);
}

static void an_iommu_is_said(void **state)
{
    static const EFI_GUID guid = EDKII_IOMMU_PROTOCOL_GUID;

    (void)state;
    assert_string_equal("", machine_sent());
    bus_close(&bus);
    machine_offer(machine_handle(1), &guid, NULL);
    bus_open(&bus, machine_handle(9), &machine->table, &time_of, &tap);
    assert_string_equal("# the machine's firmware has an IOMMU protocol: memory is closed to cards "
                        "until it is mapped\n",
                        machine_sent());
}

/* ROM images: what the firmware has comes first, then the stick's, if there is one. */
static void roms_of_the_firmware_and_the_stick(void **state)
{
    static uint8_t image[8] = { 0x55, 0xaa, 1 };
    EFI_PCI_IO_PROTOCOL io = { .RomImage = image, .RomSize = sizeof(image) };
    struct stick stick = { 0 };
    uint8_t bytes[8] = { 0 };
    char name[BUS_ROM_NAME_MAX] = "x";

    (void)state;
    bus.taken.io = &io;
    assert_int_equal(
        8, bus.bus.ops->rom(&bus.bus, (struct pci_function){ .bus = 1 }, 0, bytes, 8, name));
    assert_memory_equal(image, bytes, 8);
    assert_string_equal("", name);
    assert_int_equal(
        0, bus.bus.ops->rom(&bus.bus, (struct pci_function){ .bus = 1 }, 1, bytes, 8, name));
    bus.stick = &stick; /* one without files */
    assert_int_equal(
        0, bus.bus.ops->rom(&bus.bus, (struct pci_function){ .bus = 1 }, 1, bytes, 8, name));
    bus.taken.io = NULL;
    assert_int_equal(
        0, bus.bus.ops->rom(&bus.bus, (struct pci_function){ .bus = 1 }, 0, bytes, 8, name));
    bus.stick = NULL;
}

static void a_card_without_a_protocol(void **state)
{
    const struct bus_ops *const ops = bus.bus.ops;
    struct pci_segment segment;

    (void)state;
    assert_int_equal(ERR_NOT_FOUND, ops->segment(&bus.bus, 0, &segment));
    assert_int_equal(ERR_NOT_FOUND, ops->take(&bus.bus, (struct pci_function){ .bus = 1 }, true));
    assert_string_equal("# the machine's firmware has no protocol for the card, which is driven "
                        "directly: DMA addresses "
                        "are taken to be the CPU's\n",
                        machine_sent());
    assert_true(bus.console_taken);
    assert_int_equal(POOL_PAGES, machine->pages);
    ops->give_back(&bus.bus, (struct pci_function){ .bus = 1 });
    assert_int_equal(0, machine->pages);
    assert_false(bus.console_taken);
    assert_int_equal(ERR_UNSUPPORTED, ops->set_caching(&bus.bus, at(0), 4096, BUS_WRITE_COMBINED));
    assert_string_equal("", machine_sent()); /* nobody was asked, so nobody has refused */
    assert_int_equal(OK, ops->set_caching(&bus.bus, at(0), 4096, BUS_UNCACHED));
}

/* ---- processors that compare ----------------------------------------------------------------- */

#define MEMBERS 2

static const EFI_GUID mp_guid = MP_SERVICES_PROTOCOL_GUID;
static pthread_t threads[MEMBERS];
static unsigned started, joined;
static UINTN enabled;
static void(EFIAPI *procedure)(void *argument);
static void *procedure_argument;

static EFI_STATUS EFIAPI count_processors(struct mp_services *self, UINTN *all, UINTN *out)
{
    (void)self;
    *all = enabled + 1;
    *out = enabled;
    return EFI_SUCCESS;
}

static void *member(void *argument)
{
    (void)argument;
    procedure(procedure_argument);
    return NULL;
}

static EFI_STATUS EFIAPI start_all(struct mp_services *self, void(EFIAPI *work)(void *argument),
                                   BOOLEAN one_after_the_other, EFI_EVENT finished,
                                   UINTN timeout_us, void *argument, UINTN **failed)
{
    (void)self;
    (void)failed;
    assert_false(one_after_the_other);
    assert_non_null(finished);
    assert_int_equal(0, timeout_us);
    procedure = work;
    procedure_argument = argument;
    started++;
    for (unsigned i = 0; i < MEMBERS; i++)
        assert_int_equal(0, pthread_create(&threads[i], NULL, member, NULL));
    return EFI_SUCCESS;
}

/* The firmware notices that all are back. */
static EFI_STATUS EFIAPI check_home(EFI_EVENT event)
{
    (void)event;
    for (unsigned i = 0; i < MEMBERS; i++)
        pthread_join(threads[i], NULL);
    joined++;
    return EFI_SUCCESS;
}

static size_t compare(uint64_t *words, size_t size)
{
    return bus.bus.ops->find_other(&bus.bus, words, 7, size);
}

static void processors_compare(void **state)
{
    static uint64_t words[16 * 16384 / 8]; /* sixteen pieces */
    struct mp_services mp = { .get_number_of_processors = count_processors,
                              .startup_all_aps = start_all };

    (void)state;
    bus_close(&bus);
    machine_offer(machine_handle(1), &mp_guid, &mp);
    machine->boot.CheckEvent = check_home;
    machine->look_ticks = 1; /* so that nobody is idle for four seconds */
    enabled = MEMBERS + 1;
    started = joined = 0;
    bus_open(&bus, machine_handle(9), &machine->table, &time_of, &tap);
    for (size_t i = 0; i < sizeof(words) / 8; i++)
        words[i] = 7;
    assert_int_equal(16384, compare(words, 16384)); /* too little for others */
    assert_int_equal(0, started);
    assert_int_equal(sizeof(words), compare(words, sizeof(words)));
    assert_int_equal(1, started);
    assert_string_equal("# compare: 64-bit, 3 processors\n", machine_sent());
    for (size_t i = 0; i < sizeof(words) / 8; i += 1001) {
        words[i] = 8;
        words[sizeof(words) / 8 - 1] = 9;
        assert_int_equal(8 * i, compare(words, sizeof(words)));
        words[i] = words[sizeof(words) / 8 - 1] = 7;
    }
    static uint64_t expected[sizeof(words) / 8];

    memcpy(expected, words, sizeof(words));
    expected[5000] = 1;
    assert_int_equal(40000, bus.bus.ops->find_difference(&bus.bus, words, expected, sizeof(words)));
    assert_int_equal(1, started);
    crew_send_home(&bus.crew);
    assert_int_equal(1, joined);
    assert_int_equal(sizeof(words), compare(words, sizeof(words)));
    assert_int_equal(2, started);
    assert_string_equal("", machine_sent());
    machine->boot.CheckEvent = check_home;
    bus_close(&bus);
    assert_int_equal(2, joined);
    assert_int_equal(0, machine->pages);
    assert_int_equal(0, machine->event_count);
    machine_withdraw(machine_handle(1), &mp_guid);
    bus_open(&bus, machine_handle(9), &machine->table, &time_of, &tap);
}

/* One processor alone, or a service that fails: this one compares. */
static void a_processor_alone(void **state)
{
    static uint64_t words[4 * 16384 / 8];
    struct mp_services mp = { .get_number_of_processors = count_processors };

    (void)state;
    for (size_t i = 0; i < sizeof(words) / 8; i++)
        words[i] = 7;
    words[3] = 1;
    assert_int_equal(24, compare(words, sizeof(words)));
    assert_string_equal("# compare: 64-bit, 1 processor\n", machine_sent());
    assert_int_equal(24, compare(words, sizeof(words)));
    assert_string_equal("", machine_sent());
    bus_close(&bus);
    machine_offer(machine_handle(1), &mp_guid, &mp);
    enabled = 1;
    bus_open(&bus, machine_handle(9), &machine->table, &time_of, &tap);
    assert_int_equal(24, compare(words, sizeof(words)));
    assert_string_equal("# compare: 64-bit, 1 processor\n", machine_sent());
}

/* ---- exceptions ------------------------------------------------------------------------------ */

/* Intel SDM volume 3A §6.14.1: a gate has offset 15:0, selector, flags, offset 31:16, offset 63:32. */
struct gate {
    uint16_t low, selector, flags, middle;
    uint32_t high, reserved;
};

/* As linker/exceptions.asm pushes it. */
struct exception_frame {
    uint64_t r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbp, rbx, rdx, rcx, rax, vector, error,
        rip, cs, rflags, rsp, ss;
};

_Noreturn void exception_report(struct exception_context *context,
                                const struct exception_frame *frame);
extern const uint8_t exception_entries[];

static uint64_t target(const struct gate *gate)
{
    return gate->low | (uint64_t)gate->middle << 16 | (uint64_t)gate->high << 32;
}

/* Vectors 1 and 3 (debugging), 20, 28 and 29 (memory encryption) stay with the machine's firmware, and all from 32 on. */
static bool is_firmwares(unsigned vector)
{
    return vector == 1 || vector == 3 || vector == 20 || vector == 28 || vector == 29 ||
           vector >= 32;
}

static void vectors_are_taken_and_given_back(void **state)
{
    static struct gate gates[256];
    const struct idt_register former = { 64 * sizeof(struct gate) - 1, (uintptr_t)gates };
    const struct exception_context context = { .tap = &tap };
    struct exception_page *page;

    (void)state;
    for (unsigned i = 0; i < 256; i++)
        gates[i] = (struct gate){ .low = (uint16_t)i, .selector = 0x10, .flags = 0x8f00 };
    machine->idt = former;
    machine->pages_refused = 1;
    assert_int_equal(ERR_NO_MEMORY, exceptions_install(&page, &machine->boot, &context));
    assert_null(page);
    assert_int_equal((uintptr_t)gates, machine->idt.base);
    assert_int_equal(OK, exceptions_install(&page, &machine->boot, &context));
    assert_int_equal((uintptr_t)page, machine->idt.base);
    assert_int_equal(4095, machine->idt.limit);
    assert_int_equal(0, (uintptr_t)page % 4096);
    const struct gate *const ours = (const struct gate *)page;

    for (unsigned i = 0; i < 256; i++) {
        if (is_firmwares(i)) {
            const struct gate none = { 0 };

            assert_memory_equal(i < 64 ? &gates[i] : &none, &ours[i],
                                sizeof(none)); /* it had 64 gates */
            continue;
        }
        assert_int_equal((uintptr_t)exception_entries + 16 * i, target(&ours[i]));
        assert_int_equal(MACHINE_CS, ours[i].selector);
        assert_int_equal(0x8e00, ours[i].flags);
        assert_int_equal(0, ours[i].reserved);
    }
    struct gate others[256];

    memset(others, 0xa5, sizeof(others));
    exceptions_stopping(others);
    for (unsigned i = 0; i < 256; i++)
        if (is_firmwares(i))
            assert_memory_equal(&ours[i], &others[i], sizeof(others[i]));
        else
            assert_int_equal((uintptr_t)cpu_stop, target(&others[i]));
    exceptions_remove(page, &machine->boot);
    assert_int_equal((uintptr_t)gates, machine->idt.base);
    assert_int_equal(former.limit, machine->idt.limit);
    assert_int_equal(0, machine->pages);
    exceptions_remove(NULL, &machine->boot);
    exceptions_set_running(NULL, "x");
    exceptions_say_old_checks(NULL);
}

static EFI_STATUS reset_status;
static unsigned resets;

static EFI_STATUS EFIAPI reset(EFI_RESET_TYPE type, EFI_STATUS status, UINTN size, CHAR16 *words)
{
    assert_int_equal(0, size);
    assert_null(words);
    assert_int_equal(EfiResetCold, type);
    reset_status = status;
    resets++;
    return EFI_SUCCESS;
}

static uint64_t stack[16];
static struct machine pc;
static const bool withheld = true;

static struct exception_context crash_context(void)
{
    return (struct exception_context){ .tap = &tap,
                                       .clock = &time_of,
                                       .machine = &pc,
                                       .boot = &machine->boot,
                                       .runtime = &machine->runtime,
                                       .access = &bus.access,
                                       .screen_withheld = &withheld,
                                       .image_base = 0x10000,
                                       .image_size = 0x2000,
                                       .running = "vm.pte" };
}

static const struct exception_frame registers = { 1,    2,       3,    4,     5,  6,   7,  8,
                                                  9,    10,      11,   12,    13, 14,  15, 6,
                                                  0x99, 0x11fff, 0x38, 0x246, 0,  0x30 };

/* Not inlined: what a caller's context holds after the jump would be undefined. */
static __attribute__((noinline)) const char *crash(struct exception_context *context,
                                                   const struct exception_frame *frame)
{
    machine->look_ticks = 1000000;
    machine->runtime.ResetSystem = reset;
    machine->stops = true;
    resets = 0;
    if (setjmp(machine->stopped) == 0)
        exception_report(context, frame);
    return machine_sent();
}

static void a_crash_is_told(void **state)
{
    struct exception_context context = crash_context();
    struct exception_frame frame = registers;

    (void)state;
    cover(stack);
    for (unsigned i = 0; i < 16; i++)
        stack[i] = 0x100 + i;
    frame.rsp = (uintptr_t)stack;
    machine->cr3 = (uintptr_t)table4;
    char rsp[32], cr3[32], expected[2048];

    snprintf(rsp, sizeof(rsp), "0x%lx", frame.rsp);
    snprintf(cr3, sizeof(cr3), "0x%lx", machine->cr3);
    snprintf(expected, sizeof(expected),
             "Bail out! exception 6 (invalid opcode) during vm.pte\n"
             "# rip=0x11fff is BOOTX64.elf 0x1fff, error code=0x99\n"
             "# rax=0xf rbx=0xc rcx=0xe\n# rdx=0xd rsi=0xa rdi=0x9\n# rbp=0xb rsp=%s r8=0x8\n"
             "# r9=0x7 r10=0x6 r11=0x5\n# r12=0x4 r13=0x3 r14=0x2\n# r15=0x1 cs=0x38 ss=0x30\n"
             "# flags=0x246 cr3=%s image=0x10000\n"
             "# stack+0x0: 0x100 0x101 0x102\n# stack+0x18: 0x103 0x104 0x105\n"
             "# stack+0x30: 0x106 0x107 0x108\n# stack+0x48: 0x109 0x10a 0x10b\n"
             "# verdict: INCOMPLETE: exception 6 (invalid opcode) during vm.pte\n",
             rsp, cr3);
    const uint64_t begun = machine_us();

    assert_string_equal(expected, crash(&context, &frame));
    /* The compiler takes it that nothing comes back from exception_report, so it is told to look. */
    assert_true(*(const volatile bool *)&context.reporting);
    assert_int_equal(1, resets);
    assert_true(reset_status == EFI_ABORTED);
    assert_int_equal(90, machine->watchdog_s); /* a minute to read it, half a one for the reset */
    assert_in_range(machine_us() - begun, 60000000, 60200000);
    assert_int_equal(0, machine->out16_count);

    /* A crash of the report itself says nothing more. */
    assert_string_equal("", crash(&context, &frame));
    assert_int_equal(1, resets);

    /* QEMU is left with the status of an incomplete run, twice where it does not go. */
    context = crash_context();
    pc.qemu = true;
    crash(&context, &frame);
    assert_int_equal(0x501, machine->out16_port);
    assert_int_equal(0x12, machine->out16_value);
    assert_int_equal(2, machine->out16_count);
    pc.qemu = false;
}

static void expect_line(const struct exception_frame *frame, const char *line)
{
    struct exception_context context = crash_context();
    const char *const said = crash(&context, frame);

    if (strstr(said, line) == NULL)
        fail_msg("no %s in %s", line, said);
}

/* Names as the processor's manuals have them (Intel SDM volume 3A, table 6-1). */
static void exceptions_have_names(void **state)
{
    static const struct {
        uint64_t vector;
        const char *line;
    } rows[] = {
        { 0, "exception 0 (divide error)" },
        { 1, "exception 1 (reserved)" },
        { 4, "exception 4 (overflow)" },
        { 5, "exception 5 (bound range exceeded)" },
        { 7, "exception 7 (no floating point unit)" },
        { 8, "exception 8 (double fault)" },
        { 10, "exception 10 (invalid TSS)" },
        { 11, "exception 11 (segment not present)" },
        { 12, "exception 12 (stack fault)" },
        { 13, "exception 13 (general protection)" },
        { 14, ", address=0xdead" },
        { 16, "exception 16 (floating point error)" },
        { 17, "exception 17 (alignment check)" },
        { 19, "exception 19 (SIMD error)" },
        { 21, "exception 21 (control protection)" },
        { 31, "exception 31 (reserved)" },
        { 32, "exception 32 (reserved)" },
        { 2, "# NMI: port 0x61 reads 0xff: SERR" },
    };
    struct exception_frame frame = registers;

    (void)state;
    machine->cr2 = 0xdead;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct exception_context context = crash_context();

        frame.vector = rows[i].vector;
        expect_line(&frame, rows[i].line);
        const char *const said = crash(&context, &frame);

        assert_int_equal(rows[i].vector == 14, strstr(said, "address=") != NULL);
        assert_int_equal(rows[i].vector == 2, strstr(said, "NMI: ") != NULL);
    }
}

static uint64_t banks(uint32_t number)
{
    return number == 0x401 + 4 ? UINT64_C(0x8000000000000001) : 0;
}

/* What the access was, where the processor was, and what its banks say. */
static void a_crash_has_a_place(void **state)
{
    struct exception_frame frame = registers;
    struct exception_context context = crash_context();

    (void)state;
    frame.rip = 0x12000;
    expect_line(&frame, "# rip=0x12000 is outside our image, error");
    frame.rip = 0xffff;
    expect_line(&frame, "# rip=0xffff is outside our image, error");
    frame.rip = 0x10000;
    expect_line(&frame, "# rip=0x10000 is BOOTX64.elf 0x0, error");
    bus.access.at = 0xe0000000;
    bus.access.size = 4;
    expect_line(&frame, "# last access: read of 4 bytes at 0xe0000000\n");
    bus.access.write = bus.access.under_way = true;
    expect_line(&frame, "# access under way: write of 4 bytes at 0xe0000000\n");
    frame.vector = 18;
    machine->msr = banks;
    context.check.banks = 3;
    assert_non_null(
        strstr(crash(&context, &frame), "# machine check bank 1: status=0x8000000000000001\n"));
    context = crash_context();
    context.check.banks = 3;
    frame.vector = 13; /* banks are asked about machine checks alone */
    assert_null(strstr(crash(&context, &frame), "bank"));
    /* A stack pointer that is not at a word, or where nothing is mapped, shows no stack. */
    assert_null(strstr(crash(&context, &frame), "stack+"));
    frame.rsp = (uintptr_t)stack + 4;
    cover(stack);
    context = crash_context();
    assert_null(strstr(crash(&context, &frame), "stack+"));
    context = crash_context();
    context.running[0] = '\0';
    assert_non_null(
        strstr(crash(&context, &frame), "Bail out! exception 13 (general protection)\n"));
}

/* Before the first line of TAP the version comes first; nobody listens to what a crash says. */
static void a_crash_before_the_report(void **state)
{
    struct exception_context context = crash_context();

    (void)state;
    tap_open(&tap, &serial);
    machine_sent();
    assert_memory_equal("TAP version 13\nBail out! ", crash(&context, &registers), 25);
}

/* The test that runs is told to the page that the handler finds; the longest name is cut, none is none. */
static void the_running_test_is_told(void **state)
{
    struct exception_context context = crash_context();
    struct exception_page *page;

    (void)state;
    assert_int_equal(OK, exceptions_install(&page, &machine->boot, &context));
    struct exception_context *const there =
        (struct exception_context *)((uint8_t *)page + EXCEPTION_TABLE_SIZE);

    exceptions_set_running(page, "vram.quick");
    assert_string_equal("vram.quick", there->running);
    assert_memory_equal("Bail out! exception 6 (invalid opcode) during vram.quick\n",
                        crash(there, &registers), 57);
    exceptions_set_running(page, NULL);
    assert_string_equal("", there->running);
    exceptions_remove(page, &machine->boot);
}

static void old_machine_checks_are_said(void **state)
{
    struct exception_context context = crash_context();
    struct exception_page *page;

    (void)state;
    assert_int_equal(OK, exceptions_install(&page, &machine->boot, &context));
    machine->msr = banks;
    exceptions_say_old_checks(page);
    assert_string_equal("", machine_sent()); /* a processor without banks */
    exceptions_remove(page, &machine->boot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(accesses_have_a_size, begin, end),
        cmocka_unit_test_setup_teardown(blocks_and_words, begin, end),
        cmocka_unit_test_setup_teardown(a_march_ends_at_a_wrong_word, begin, end),
        cmocka_unit_test_setup_teardown(what_is_not_mapped, begin, end),
        cmocka_unit_test_setup_teardown(the_firmware_is_asked_to_map, begin, end),
        cmocka_unit_test_setup_teardown(time_and_lines, begin, end),
        cmocka_unit_test_setup_teardown(an_iommu_is_said, begin, end),
        cmocka_unit_test_setup_teardown(roms_of_the_firmware_and_the_stick, begin, end),
        cmocka_unit_test_setup_teardown(a_card_without_a_protocol, begin, end),
        cmocka_unit_test_setup_teardown(processors_compare, begin, end),
        cmocka_unit_test_setup_teardown(a_processor_alone, begin, end),
        cmocka_unit_test_setup_teardown(vectors_are_taken_and_given_back, begin, end),
        cmocka_unit_test_setup_teardown(a_crash_is_told, begin, end),
        cmocka_unit_test_setup_teardown(exceptions_have_names, begin, end),
        cmocka_unit_test_setup_teardown(a_crash_has_a_place, begin, end),
        cmocka_unit_test_setup_teardown(a_crash_before_the_report, begin, end),
        cmocka_unit_test_setup_teardown(the_running_test_is_told, begin, end),
        cmocka_unit_test_setup_teardown(old_machine_checks_are_said, begin, end),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
