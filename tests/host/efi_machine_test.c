/* tests/host/efi_machine_test.c: what the firmware asks of the machine: its name (efi/machine.h), its time of day
 * (efi/calendar.h), machine checks, page tables, and how BARs are cached (efi/caching.h). */
#include <string.h>
#include <sys/mman.h>

#include "efi/caching.h"
#include "efi/calendar.h"
#include "efi/machine.h"
#include "efi/machine_check.h"
#include "efi/paging.h"
#include "tests/host/uefi/machine.h"

static struct machine_stub *machine;

static int begin(void **state)
{
    (void)state;
    machine = machine_begin();
    return 0;
}

static int end(void **state)
{
    (void)state;
    machine_end();
    return 0;
}

/* ---- SMBIOS ---------------------------------------------------------------------------------- */

/* SMBIOS 3.4 §5.2.2: the 64-bit entry point has the table's size at 0xc and its address at 0x10. §5.2.1: the 32-bit
 * one has a 16-bit size at 0x16 and a 32-bit address at 0x18. */
static const EFI_GUID smbios3_guid = SMBIOS3_TABLE_GUID, smbios_guid = SMBIOS_TABLE_GUID;
static EFI_CONFIGURATION_TABLE tables[3];
static uint8_t entry3[24], entry2[32];

static void put(uint8_t *at, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

static void has_smbios3(const void *bytes, size_t size)
{
    memset(entry3, 0, sizeof(entry3));
    memcpy(entry3, (uint8_t[]){ '_', 'S', 'M', '3', '_' }, 5);
    put(entry3 + 12, size, 4);
    put(entry3 + 16, (uintptr_t)bytes, 8);
    tables[1] = (EFI_CONFIGURATION_TABLE){ smbios3_guid, entry3 };
    machine->table.ConfigurationTable = tables;
    machine->table.NumberOfTableEntries = 2;
}

/* The table of a system: a BIOS record before it; strings 2, 1 and 4 of the system's are maker, product, serial. */
static const uint8_t system_table[] = "\x00\x06\x00\x00\x01\x02"
                                      "A maker\0of firmware\0\0"
                                      "\x01\x1b\x01\x00\x02\x01\x03\x04"
                                      "0123456789012345678"
                                      "Product\0Maker \x80!\0Version\0Serial-1\0\0"
                                      "\x7f\x04\x02\x00\0\0";

static void expect_machine(const char *name, const char *serial)
{
    struct machine found = { .qemu = true };

    memset(found.name, 'x', sizeof(found.name));
    memset(found.serial, 'x', sizeof(found.serial));
    machine_find(&found, &machine->table);
    assert_string_equal(name, found.name);
    assert_string_equal(serial, found.serial);
    assert_false(found.qemu);
}

static void a_machine_has_a_name(void **state)
{
    (void)state;
    expect_machine("unknown machine", "");
    has_smbios3(system_table, sizeof(system_table) - 1);
    expect_machine("Maker ?! Product", "Serial-1");
    entry3[3] = '2'; /* no entry point */
    expect_machine("unknown machine", "");
    has_smbios3(system_table, 0x40001); /* such tables are not believed */
    expect_machine("unknown machine", "");
    has_smbios3(NULL, sizeof(system_table) - 1);
    expect_machine("unknown machine", "");
}

static void a_table_of_the_largest_size(void **state)
{
    static uint8_t large[0x40000];

    (void)state;
    memcpy(large, system_table, sizeof(system_table));
    has_smbios3(large, sizeof(large));
    expect_machine("Maker ?! Product", "Serial-1");
}

/* The 32-bit entry point serves where there is no other. The address of its table has four bytes. */
static void an_older_entry_point(void **state)
{
    uint8_t *const low =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);

    (void)state;
    assert_ptr_not_equal(MAP_FAILED, low);
    memcpy(low, system_table, sizeof(system_table));
    memcpy(entry2, (uint8_t[]){ '_', 'S', 'M', '_' }, 4);
    put(entry2 + 0x14, 0xffff, 2); /* the size stands behind this */
    put(entry2 + 0x16, sizeof(system_table) - 1, 2);
    put(entry2 + 0x18, (uintptr_t)low, 4);
    tables[0] = (EFI_CONFIGURATION_TABLE){ smbios_guid, entry2 };
    machine->table.ConfigurationTable = tables;
    machine->table.NumberOfTableEntries = 1;
    expect_machine("Maker ?! Product", "Serial-1");
    memset(entry3, 0, sizeof(entry3)); /* a newer one that is none */
    tables[1] = (EFI_CONFIGURATION_TABLE){ smbios3_guid, entry3 };
    machine->table.NumberOfTableEntries = 2;
    expect_machine("Maker ?! Product", "Serial-1");
    put(entry2 + 0x16, 57, 2);
    expect_machine("Pro", "");
    entry2[2] = 'N';
    expect_machine("unknown machine", "");
    munmap(low, 4096);
}

/* A table that ends before its record says so, or in the middle of a string, is read no further. */
static void cut_tables(void **state)
{
    static const struct {
        size_t size;
        const char *name, *serial;
    } rows[] = {
        { 3, "unknown machine", "" },
        { 29, "unknown machine", "" },
        { 53, "unknown machine", "" }, /* the record has bytes 27 to 53 */
        { 57, "Pro", "" },
        { 66, "Make Product", "" },
        { 82, "Maker ?! Product", "Ser" },
    };

    (void)state;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        /* The byte behind it is none that may be read. */
        uint8_t *const bytes = (uint8_t *)test_malloc(rows[i].size);

        memcpy(bytes, system_table, rows[i].size);
        has_smbios3(bytes, rows[i].size);
        struct machine found = { .qemu = false };

        machine_find(&found, &machine->table);
        test_free(bytes);
        assert_string_equal(rows[i].serial, found.serial);
        assert_string_equal(rows[i].name, found.name);
    }
}

/* A record of fewer than four bytes, or the end's, ends the search; a string number of 0 is no string. */
static void odd_records(void **state)
{
    static const uint8_t ended[] = "\x7f\x04\x00\x00\0\0\x01\x08\x01\x00\x01\x02\0\0A\0B\0\0";
    static const uint8_t short_one[] = "\x00\x03\x00\0\0\x01\x08\x01\x00\x01\x02\0\0A\0B\0\0";
    static const uint8_t no_maker[] = "\x01\x08\x01\x00\x00\x02\0\0A\0B\0\0";
    static const uint8_t no_product[] = "\x01\x05\x01\x00\x01"
                                        "A\0\0";

    (void)state;
    has_smbios3(ended, sizeof(ended) - 1);
    expect_machine("unknown machine", "");
    has_smbios3(short_one, sizeof(short_one) - 1);
    expect_machine("unknown machine", "");
    has_smbios3(no_maker, sizeof(no_maker) - 1);
    expect_machine("B", "");
    has_smbios3(no_product, sizeof(no_product) - 1);
    expect_machine("A ", "");
}

/* ---- QEMU ------------------------------------------------------------------------------------ */

static uint32_t hypervisor;
static const char *signature;

static struct cpuid features(uint32_t leaf, uint32_t subleaf)
{
    assert_int_equal(1, leaf);
    assert_int_equal(0, subleaf);
    return (struct cpuid){ .ecx = hypervisor };
}

static uint8_t fw_cfg(uint16_t port)
{
    assert_int_equal(0x511, port);
    return (uint8_t)*signature++;
}

/* QEMU's fw_cfg: selector 0 at port 0x510, data at 0x511. Nobody asks there unless CPUID 1, ecx bit 31 says that a
 * hypervisor runs the machine. */
static void qemu_is_asked_for_its_signature(void **state)
{
    struct machine found;

    (void)state;
    machine->cpuid = features;
    machine->in8 = fw_cfg;
    hypervisor = 0x7fffffff;
    machine_find(&found, &machine->table);
    assert_false(found.qemu);
    assert_int_equal(0, machine->out16_count);

    static const char *const signatures[] = { "QEMU", "XEMU", "QXMU", "QEXU", "QEMX" };

    hypervisor = 0x80000000;
    for (unsigned i = 0; i < 5; i++) {
        signature = signatures[i];
        machine->out16_value = 1;
        machine_find(&found, &machine->table);
        assert_int_equal(i == 0, found.qemu);
        assert_int_equal(0x510, machine->out16_port);
        assert_int_equal(0, machine->out16_value);
    }
}

/* isa-debug-exit at 0x501: 0x10 and the status. */
static void qemu_is_left_with_a_status(void **state)
{
    static const uint8_t qemu[] = "\x01\x06\x01\x00\x01\x02QEMU\0PC\0\0";
    struct machine found;

    (void)state;
    has_smbios3(qemu, sizeof(qemu) - 1);
    machine_find(&found, &machine->table);
    assert_true(found.qemu);
    assert_string_equal("QEMU PC", found.name);
    machine_leave_qemu(&found, 2);
    assert_int_equal(0x501, machine->out16_port);
    assert_int_equal(0x12, machine->out16_value);
    assert_int_equal(1, machine->out16_count);
    found.qemu = false;
    machine_leave_qemu(&found, 2);
    assert_int_equal(1, machine->out16_count);
}

/* ---- time of day ----------------------------------------------------------------------------- */

static EFI_TIME now;
static EFI_STATUS now_status;

static EFI_STATUS EFIAPI get_time(EFI_TIME *out, EFI_TIME_CAPABILITIES *capabilities)
{
    (void)capabilities;
    *out = now;
    return now_status;
}

/* UEFI 2.10 §8.3: TimeZone is minutes west: local time and it are UTC; 0x7ff says nothing. */
static void the_zone_is_turned_round(void **state)
{
    (void)state;
    machine->runtime.GetTime = get_time;
    now = (EFI_TIME){
        .Year = 1970, .Month = 1, .Day = 2, .Hour = 3, .Minute = 4, .Second = 5, .TimeZone = -60
    };
    const struct moment moment = calendar_now(&machine->runtime);

    assert_true(moment.known);
    assert_int_equal(60, moment.zone);
    assert_int_equal((((24 + 3) * 60 + 4) * 60 + 5) * 1000, moment.ms);
    now.TimeZone = 0x7ff;
    assert_int_equal(MOMENT_NO_ZONE, calendar_now(&machine->runtime).zone);
    now_status = EFI_DEVICE_ERROR;
    assert_false(calendar_now(&machine->runtime).known);
    now_status = EFI_SUCCESS;
}

/* ---- machine checks -------------------------------------------------------------------------- */

static uint32_t check_features;
static uint64_t check_banks, check_status;

static struct cpuid check_cpuid(uint32_t leaf, uint32_t subleaf)
{
    assert_int_equal(1, leaf);
    (void)subleaf;
    return (struct cpuid){ .edx = check_features };
}

/* Intel SDM volume 3B §15.3: MCG_CAP 0x179, bits 7:0 banks; bank n has status 0x401 + 4n and address 0x402 + 4n. */
static uint64_t check_msr(uint32_t number)
{
    switch (number) {
    case 0x179:
        return check_banks;
    case 0x401 + 4 * 3:
        return check_status;
    case 0x402 + 4 * 3:
        return 0xfeed000;
    default:
        fail_msg("MSR 0x%x is read", number);
        return 0;
    }
}

static unsigned owned_banks(uint32_t edx, uint64_t banks)
{
    struct machine_check check;

    check_features = edx;
    check_banks = banks;
    machine->cr4 = 0x20;
    machine->cpuid = check_cpuid;
    machine->msr = check_msr;
    machine_check_own(&check);
    assert_int_equal((edx & 0x80) != 0, check.owned);
    assert_int_equal(edx & 0x80 ? 0x60 : 0x20, machine->cr4);
    machine_check_release(&check);
    assert_int_equal(0x20, machine->cr4);
    return check.banks;
}

static void machine_checks_are_owned(void **state)
{
    struct machine_check check;

    (void)state;
    assert_int_equal(0, owned_banks(0x4000, 4)); /* no machine checks at all */
    assert_int_equal(0, owned_banks(0x80, 4));   /* but no banks */
    assert_int_equal(
        6, owned_banks(0x4080, 0xffffff06)); /* other bits of MCG_CAP are none of the count */
    assert_int_equal(64, owned_banks(0x4080, 64));
    assert_int_equal(0, owned_banks(0x4080, 65));
    machine->cr4 = 0x60; /* the firmware has them on, and keeps them */
    machine_check_own(&check);
    assert_false(check.owned);
    machine_check_release(&check);
    assert_int_equal(0x60, machine->cr4);
}

static void expect_bank(uint64_t status, const char *words)
{
    const struct machine_check check = { .banks = 4 };
    char letters[128] = "";
    struct text text = text_in(letters, sizeof(letters));

    check_status = status;
    machine->msr = check_msr;
    assert_int_equal(*words != '\0', machine_check_bank(&check, 3, &text));
    assert_string_equal(words, letters);
    assert_false(machine_check_bank(&check, 4, &text));
}

/* Bit 63 valid, 61 uncorrected, 58 with an address. */
static void a_bank_says_what_it_holds(void **state)
{
    (void)state;
    expect_bank(UINT64_C(0x7fffffffffffffff), "");
    expect_bank(UINT64_C(0x8000000000000151), "machine check bank 3: status=0x8000000000000151");
    expect_bank(UINT64_C(0xa000000000000151),
                "machine check bank 3: status=0xa000000000000151 uncorrected");
    expect_bank(UINT64_C(0x8400000000000151),
                "machine check bank 3: status=0x8400000000000151 address=0xfeed000");
}

static uint8_t control;

static uint8_t control_port(uint16_t port)
{
    assert_int_equal(0x61, port);
    return control;
}

/* The PC's port 0x61: bit 7 SERR, bit 6 IOCHK. */
static void an_nmi_has_a_sender(void **state)
{
    static const char *const words[] = { "NMI: port 0x61 reads 0x3f: not from the bus",
                                         "NMI: port 0x61 reads 0x7f: IOCHK, an expansion card",
                                         "NMI: port 0x61 reads 0x80: SERR, an error on the bus" };

    (void)state;
    machine->in8 = control_port;
    for (unsigned i = 0; i < 3; i++) {
        char letters[128] = "";
        struct text text = text_in(letters, sizeof(letters));

        control = (const uint8_t[]){ 0x3f, 0x7f, 0x80 }[i];
        nmi_words(&text);
        assert_string_equal(words[i], letters);
    }
}

/* ---- page tables ----------------------------------------------------------------------------- */

static _Alignas(4096) uint64_t table5[512], table4[512], table3[512], table2[512], table1[512];

#define PRESENT 1u
#define LARGE   0x81u

static uint64_t to(const uint64_t *table)
{
    return (uintptr_t)table | PRESENT | UINT64_C(1) << 63; /* bit 63: not executable */
}

static bool covers(uint64_t address)
{
    struct paging paging = { { 0 } };

    return paging_covers(&paging, address);
}

/* Intel SDM volume 3A §4.5: four levels of 512 entries, bits 47:39, 38:30, 29:21, 20:12; bit 0 present, bit 7 of the two
 * in the middle a large page; entries hold bits 51:12 of an address. */
static void the_tables_are_walked(void **state)
{
    const uint64_t address = UINT64_C(0x123456789000);
    const unsigned at4 = 0x24, at3 = 0xd1, at2 = 0xb3, at1 = 0x189;

    (void)state;
    memset(table5, 0, sizeof(table5));
    memset(table4, 0, sizeof(table4));
    memset(table3, 0, sizeof(table3));
    memset(table2, 0, sizeof(table2));
    memset(table1, 0, sizeof(table1));
    machine->cr3 = (uintptr_t)table4 | 0x18; /* bits 4:3 are about caching */
    assert_false(covers(address));
    table4[at4] = to(table3);
    assert_false(covers(address));
    table3[at3] = LARGE;
    assert_true(covers(address));
    table3[at3] = to(table2);
    assert_false(covers(address));
    table2[at2] = LARGE;
    assert_true(covers(address));
    table2[at2] = to(table1);
    assert_false(covers(address));
    table1[at1] = PRESENT;
    assert_true(covers(address));
    assert_true(covers(address + 0xfff));
    assert_false(covers(address + 0x1000));
    assert_false(covers(address - 1));
    table4[at4] = UINT64_C(0x80) | to(table3); /* no large page at the top */
    assert_true(covers(address));

    /* Bit 12 of CR4: a fifth level above, bits 56:48. */
    table5[1] = to(table4);
    machine->cr3 = (uintptr_t)table5;
    machine->cr4 = 0x1000;
    assert_true(covers(address | UINT64_C(1) << 48));
    assert_false(covers(address));
    machine->cr4 = 0;
}

/* 2 MiB that are present to the last page are remembered; a part of them is not. */
static void whole_units_are_remembered(void **state)
{
    struct paging paging = { { 0 } };

    (void)state;
    memset(table4, 0, sizeof(table4));
    machine->cr3 = (uintptr_t)table4;
    table4[0] = to(table3);
    memset(table3, 0, sizeof(table3));
    table3[0] = to(table2);
    memset(table2, 0, sizeof(table2));
    table2[5] = to(table1);
    for (unsigned i = 0; i < 511; i++)
        table1[i] = PRESENT;
    table1[511] = 0;
    assert_true(paging_covers(&paging, 0xa00000));
    table1[0] = 0;
    assert_false(paging_covers(&paging, 0xa00000));
    table1[0] = table1[511] = PRESENT;
    assert_true(paging_covers(&paging, 0xa01000));
    table4[0] = 0; /* now it is remembered, to its end */
    assert_true(paging_covers(&paging, 0xa00000));
    assert_true(paging_covers(&paging, 0xbfffff));
    assert_false(paging_covers(&paging, 0xc00000));
    assert_false(paging_covers(&paging, 0x9fffff));
    assert_false(paging_covers(&paging, 0)); /* an empty place is no unit */
}

/* ---- caching --------------------------------------------------------------------------------- */

#define UC  1u
#define WC  2u
#define WB  8u
#define BAR UINT64_C(0xe0000000)

static struct gcd_memory space;
static unsigned alones, added;
static EFI_STATUS space_status, attribute_status, capability_status;
static uint64_t attribute_calls[8], capability_calls[8];
static unsigned attribute_count, capability_count;

static EFI_STATUS EFIAPI get_descriptor(EFI_PHYSICAL_ADDRESS base, struct gcd_memory *out)
{
    (void)base;
    *out = space;
    return space_status;
}

static EFI_STATUS EFIAPI set_attributes(EFI_PHYSICAL_ADDRESS base, UINT64 length, UINT64 attributes)
{
    assert_int_equal(BAR, base);
    assert_int_equal(0x100000, length);
    assert_int_equal(attribute_count + 1, alones); /* the others were sent home before each */
    attribute_calls[attribute_count++] = attributes;
    return attribute_status;
}

static EFI_STATUS EFIAPI set_capabilities(EFI_PHYSICAL_ADDRESS base, UINT64 length,
                                          UINT64 capabilities)
{
    assert_int_equal(BAR, base);
    assert_int_equal(0x100000, length);
    capability_calls[capability_count++] = capabilities;
    return capability_status;
}

static EFI_STATUS EFIAPI add_space(UINT32 type, EFI_PHYSICAL_ADDRESS base, UINT64 length,
                                   UINT64 capabilities)
{
    assert_int_equal(3, type); /* PI 1.7 volume 2 §7.2: EfiGcdMemoryTypeMemoryMappedIo */
    assert_int_equal(BAR, base);
    assert_int_equal(0x100000, length);
    assert_int_equal(UC, capabilities);
    added++;
    return EFI_SUCCESS;
}

static struct dxe_services dxe;

static void alone(void *opaque)
{
    assert_ptr_equal(&alones, opaque);
    alones++;
}

static struct caching open_caching(void)
{
    static const EFI_GUID guid = DXE_SERVICES_TABLE_GUID;
    struct caching caching;

    memset(&caching, 0xa5, sizeof(caching));
    dxe = (struct dxe_services){ .header = { .Signature = 0x565245535f455844u,
                                             .HeaderSize = sizeof(dxe) },
                                 .add_memory_space = add_space,
                                 .get_memory_space_descriptor = get_descriptor,
                                 .set_memory_space_attributes = set_attributes,
                                 .set_memory_space_capabilities = set_capabilities };
    space = (struct gcd_memory){ .base = BAR,
                                 .length = 0x100000,
                                 .capabilities = UC | WC,
                                 .attributes = 0x4000 | UC,
                                 .type = GCD_MEMORY_MAPPED_IO };
    space_status = attribute_status = capability_status = EFI_SUCCESS;
    alones = attribute_count = capability_count = added = 0;
    tables[0] = (EFI_CONFIGURATION_TABLE){ guid, &dxe };
    machine->table.ConfigurationTable = tables;
    machine->table.NumberOfTableEntries = 1;
    caching_open(&caching, &machine->table, alone, &alones);
    return caching;
}

static enum err combine(struct caching *caching)
{
    return caching_combine(caching, BAR, 0x100000);
}

static void a_range_is_combined_and_put_back(void **state)
{
    struct caching caching = open_caching();

    (void)state;
    assert_int_equal(OK, combine(&caching));
    assert_int_equal(1, attribute_count);
    assert_int_equal(0x4000 | WC, attribute_calls[0]); /* other attributes stay */
    assert_int_equal(0, capability_count);
    assert_null(caching.refusal);
    assert_int_equal(OK,
                     caching_uncache(&caching, BAR, 0x200000)); /* another range: nothing happens */
    assert_int_equal(OK, caching_uncache(&caching, BAR + 0x1000, 0x100000));
    assert_int_equal(1, attribute_count);
    assert_int_equal(OK, caching_uncache(&caching, BAR, 0x100000));
    assert_int_equal(2, attribute_count);
    assert_int_equal(0x4000 | UC, attribute_calls[1]);
    assert_int_equal(0, capability_count);
    caching_restore(&caching);
    assert_int_equal(2, attribute_count);

    assert_int_equal(OK, combine(&caching));
    attribute_status = EFI_DEVICE_ERROR;
    assert_int_equal(ERR_RIG, caching_uncache(&caching, BAR, 0x100000));
}

/* Firmware that has not declared it is asked to, and its declaration is taken back. */
static void capabilities_are_put_back(void **state)
{
    struct caching caching = open_caching();

    (void)state;
    space.capabilities = UC | WB;
    space.attributes = 0; /* MMIO that nobody has set up is uncached */
    assert_int_equal(OK, combine(&caching));
    assert_int_equal(1, capability_count);
    assert_int_equal(UC | WB | WC, capability_calls[0]);
    caching_restore(&caching);
    assert_int_equal(0, caching.count);
    assert_int_equal(2, attribute_count);
    assert_int_equal(UC, attribute_calls[1]);
    assert_int_equal(2, capability_count);
    assert_int_equal(UC | WB, capability_calls[1]);
}

static void expect_refusal(struct caching *caching, const char *service)
{
    assert_int_equal(ERR_UNSUPPORTED, combine(caching));
    assert_int_equal(0, caching->count);
    if (service == NULL) {
        assert_null(caching->refusal);
        return;
    }
    assert_string_equal(service, caching->refusal);
    assert_int_equal(EFI_UNSUPPORTED, caching->status);
}

static void a_refusal_says_which_service(void **state)
{
    struct caching caching = open_caching();

    (void)state;
    space_status = EFI_UNSUPPORTED;
    expect_refusal(&caching, "GetMemorySpaceDescriptor");
    space_status = EFI_SUCCESS;
    space.type = GCD_SYSTEM_MEMORY;
    expect_refusal(&caching, NULL);
    space.type = GCD_MEMORY_MAPPED_IO;
    space.length = 0xfffff; /* one byte short */
    expect_refusal(&caching, NULL);
    space.length = 0x100000;
    space.base = BAR + 1;
    expect_refusal(&caching, NULL);
    space.base = BAR;
    assert_int_equal(0, attribute_count);

    space.capabilities = UC;
    capability_status = EFI_UNSUPPORTED;
    expect_refusal(&caching, "SetMemorySpaceCapabilities");
    assert_int_equal(0, attribute_count);
    dxe.header.HeaderSize = sizeof(dxe) - 8; /* an older table, without the service */
    capability_count = 0;
    expect_refusal(&caching, NULL);
    assert_int_equal(0, capability_count);

    dxe.header.Signature++;
    caching_open(&caching, &machine->table, alone, &alones);
    expect_refusal(&caching, NULL);
    machine->table.NumberOfTableEntries = 0;
    caching_open(&caching, &machine->table, alone, &alones);
    expect_refusal(&caching, NULL);
}

static EFI_STATUS EFIAPI refuse_combining(EFI_PHYSICAL_ADDRESS base, UINT64 length,
                                          UINT64 attributes)
{
    (void)base;
    (void)length;
    attribute_calls[attribute_count++] = attributes;
    return attributes & WC ? EFI_UNSUPPORTED : attribute_status;
}

/* What was half done is undone; where even that fails, the rig is to blame. */
static void a_refused_attribute_is_undone(void **state)
{
    struct caching caching = open_caching();

    (void)state;
    dxe.set_memory_space_attributes = refuse_combining;
    expect_refusal(&caching, "SetMemorySpaceAttributes");
    assert_int_equal(2, attribute_count);
    assert_int_equal(0x4000 | UC, attribute_calls[1]);
    attribute_status = EFI_DEVICE_ERROR;
    assert_int_equal(ERR_RIG, combine(&caching));
}

static void ranges_run_out(void **state)
{
    struct caching caching = open_caching();

    (void)state;
    dxe.set_memory_space_attributes = refuse_combining;
    space.length = 0x10000000;
    caching.count = CACHING_RANGES_MAX;
    assert_int_equal(ERR_NO_MEMORY, combine(&caching));
    caching.count = CACHING_RANGES_MAX - 1;
    assert_int_equal(ERR_UNSUPPORTED, combine(&caching));
}

/* A BAR that nobody has mapped becomes MMIO, uncached. Memory is left alone. */
static void a_range_is_mapped(void **state)
{
    struct caching caching = open_caching();

    (void)state;
    caching_map(&caching, BAR, 0x100000);
    assert_int_equal(0, added);
    assert_int_equal(1, attribute_count);
    assert_int_equal(UC, attribute_calls[0]);
    space.type = GCD_NON_EXISTENT;
    caching_map(&caching, BAR, 0x100000);
    assert_int_equal(1, added);
    assert_int_equal(2, attribute_count);
    space.type = GCD_SYSTEM_MEMORY;
    caching_map(&caching, BAR, 0x100000);
    space.type = GCD_NON_EXISTENT;
    space_status = EFI_UNSUPPORTED;
    caching_map(&caching, BAR, 0x100000);
    caching.dxe = NULL;
    caching_map(&caching, BAR, 0x100000);
    assert_int_equal(1, added);
    assert_int_equal(2, attribute_count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_machine_has_a_name, begin, end),
        cmocka_unit_test_setup_teardown(a_table_of_the_largest_size, begin, end),
        cmocka_unit_test_setup_teardown(an_older_entry_point, begin, end),
        cmocka_unit_test_setup_teardown(cut_tables, begin, end),
        cmocka_unit_test_setup_teardown(odd_records, begin, end),
        cmocka_unit_test_setup_teardown(qemu_is_asked_for_its_signature, begin, end),
        cmocka_unit_test_setup_teardown(qemu_is_left_with_a_status, begin, end),
        cmocka_unit_test_setup_teardown(the_zone_is_turned_round, begin, end),
        cmocka_unit_test_setup_teardown(machine_checks_are_owned, begin, end),
        cmocka_unit_test_setup_teardown(a_bank_says_what_it_holds, begin, end),
        cmocka_unit_test_setup_teardown(an_nmi_has_a_sender, begin, end),
        cmocka_unit_test_setup_teardown(the_tables_are_walked, begin, end),
        cmocka_unit_test_setup_teardown(whole_units_are_remembered, begin, end),
        cmocka_unit_test_setup_teardown(a_range_is_combined_and_put_back, begin, end),
        cmocka_unit_test_setup_teardown(capabilities_are_put_back, begin, end),
        cmocka_unit_test_setup_teardown(a_refusal_says_which_service, begin, end),
        cmocka_unit_test_setup_teardown(a_refused_attribute_is_undone, begin, end),
        cmocka_unit_test_setup_teardown(ranges_run_out, begin, end),
        cmocka_unit_test_setup_teardown(a_range_is_mapped, begin, end),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
