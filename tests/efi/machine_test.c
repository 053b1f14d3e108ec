/* tests/efi/machine_test.c: the machine's name (efi/machine.h), and its time of day (efi/calendar.h). */
#include <sys/mman.h>

#include "efi/calendar.h"
#include "efi/machine.h"
#include "tests/efi/uefi/machine.h"

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
    assert_strings(name, found.name, serial, found.serial);
    assert_false(found.qemu);
}

TEST(a_machine_has_a_name, machine_up, machine_down)
{
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

TEST(a_table_of_the_largest_size, machine_up, machine_down)
{
    static uint8_t large[0x40000];

    memcpy(large, system_table, sizeof(system_table));
    has_smbios3(large, sizeof(large));
    expect_machine("Maker ?! Product", "Serial-1");
}

/* The 32-bit entry point serves where there is no other. The address of its table has four bytes. */
TEST(an_older_entry_point, machine_up, machine_down)
{
    uint8_t *const low =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);

    assert_ptr_not_equal(MAP_FAILED, low);
    memcpy(low, system_table, sizeof(system_table));
    memcpy(entry2, (uint8_t[]){ '_', 'S', 'M', '_' }, 4);
    put(entry2 + 0x14, 0xffff, 2); /* the size stands after this */
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
TEST(cut_tables, machine_up, machine_down)
{
    static const struct {
        size_t size;
        const char *name, *serial;
    } rows[] = { /* the record has bytes 27 to 53 */
                 { 3, "unknown machine", "" },  { 29, "unknown machine", "" },
                 { 53, "unknown machine", "" }, { 57, "Pro", "" },
                 { 66, "Make Product", "" },    { 82, "Maker ?! Product", "Ser" }
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        /* The byte after it is none that may be read. */
        uint8_t *const bytes = (uint8_t *)test_malloc(rows[i].size);

        memcpy(bytes, system_table, rows[i].size);
        has_smbios3(bytes, rows[i].size);
        struct machine found = { .qemu = false };

        machine_find(&found, &machine->table);
        test_free(bytes);
        assert_strings(rows[i].serial, found.serial, rows[i].name, found.name);
    }
}

/* A record of fewer than four bytes, or the end's, ends the search; a string number of 0 is no string. */
TEST(odd_records, machine_up, machine_down)
{
#define EXPECT(bytes, name) (has_smbios3(bytes, sizeof(bytes) - 1), expect_machine(name, ""))
    EXPECT("\x7f\x04\x00\x00\0\0\x01\x08\x01\x00\x01\x02\0\0A\0B\0\0", "unknown machine");
    EXPECT("\x00\x03\x00\0\0\x01\x08\x01\x00\x01\x02\0\0A\0B\0\0", "unknown machine");
    EXPECT("\x01\x08\x01\x00\x00\x02\0\0A\0B\0\0", "B");
    /* A number that the record has no string for: the bytes after its end are another's. */
    EXPECT("\x01\x06\x01\x00\x01\x03\x41\0\0X", "A ");
    EXPECT("\x01\x05\x01\x00\x01\x41\0\0", "A ");
}

/* ---- QEMU ------------------------------------------------------------------------------------ */

/* isa-debug-exit at 0x501: 0x10 and the status. */
TEST(qemu_is_left_with_a_status, machine_up, machine_down)
{
    static const uint8_t qemu[] = "\x01\x06\x01\x00\x01\x02QEMU\0PC\0\0";
    struct machine found;

    has_smbios3(qemu, sizeof(qemu) - 1);
    machine_find(&found, &machine->table);
    assert_true(found.qemu);
    assert_string_equal("QEMU PC", found.name);
    machine_leave_qemu(&found, 2);
    assert_pairs(0x501, machine->out16_port, 0x12, machine->out16_value, 1, machine->out16_count);
    found.qemu = false;
    machine_leave_qemu(&found, 2);
    assert_int_equal(1, machine->out16_count);
}

static const char *fw_cfg;

static uint8_t read_fw_cfg(uint16_t port)
{
    assert_pairs(0x511, port, 0x510, machine->out16_port, 0, machine->out16_value);
    return (uint8_t)*fw_cfg++;
}

static struct cpuid hypervisor(uint32_t number, uint32_t subleaf)
{
    return (struct cpuid){ .ecx = number == 1 ? 1u << 31 : 0 };
}

/* QEMU's fw_cfg: key 0, chosen by a word at port 0x510, reads "QEMU" at 0x511. Bit 31 of ECX is a hypervisor's. */
TEST(qemu_says_so_whatever_its_name, machine_up, machine_down)
{
    static const char *const says[] = { "QEMU", "qEMU", "QeMU", "QEmU", "QEMu", "QEMU" };
    struct machine found;

    machine->in8 = read_fw_cfg;
    machine->out16_value = 1;
    for (unsigned i = 0; i < 6; i++) {
        fw_cfg = says[i];
        machine->cpuid = i < 5 ? hypervisor : NULL;
        machine_find(&found, &machine->table);
        assert_pairs(i == 0, found.qemu, i < 5 ? 4 : 0, fw_cfg - says[i]);
    }
}

/* ---- time of day ----------------------------------------------------------------------------- */

static EFI_TIME now;
static EFI_STATUS now_status;

static EFI_STATUS EFIAPI get_time(EFI_TIME *out, EFI_TIME_CAPABILITIES *capabilities)
{
    *out = now;
    return now_status;
}

/* UEFI 2.10 §8.3: TimeZone is minutes west: UTC is local time plus it; 0x7ff says nothing. */
TEST(the_zone_is_turned_round, machine_up, machine_down)
{
    machine->runtime.GetTime = get_time;
    now = (EFI_TIME){
        .Year = 1970, .Month = 1, .Day = 2, .Hour = 3, .Minute = 4, .Second = 5, .TimeZone = -60
    };
    const struct moment moment = calendar_now(&machine->runtime);

    assert_true(moment.known);
    assert_pairs(60, moment.zone, (((24 + 3) * 60 + 4) * 60 + 5) * 1000, moment.ms);
    now.TimeZone = 0x7ff;
    assert_int_equal(MOMENT_NO_ZONE, calendar_now(&machine->runtime).zone);
    now_status = EFI_DEVICE_ERROR;
    assert_false(calendar_now(&machine->runtime).known);
    now_status = EFI_SUCCESS;
}
