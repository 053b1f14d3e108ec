#include "efi/machine.h"

#include <stddef.h>

#include "efi/cpu.h"
#include "efi/tables.h"
#include "engines/text.h"

#define SMBIOS_SYSTEM       1
#define SMBIOS_END          127
#define SMBIOS_MANUFACTURER 4 /* offsets of string numbers in a system record */
#define SMBIOS_PRODUCT      5
#define SMBIOS_SERIAL       7
#define SMBIOS_MAX_BYTES    0x40000 /* larger tables are not believed */

#define FW_CFG_SELECTOR  0x510
#define FW_CFG_DATA      0x511
#define FW_CFG_SIGNATURE 0
#define DEBUG_EXIT       0x501
#define DEBUG_EXIT_BASE  0x10 /* written value of status 0 */

#define CPUID_FEATURES            1
#define CPUID_FEATURES_HYPERVISOR (UINT32_C(1) << 31) /* of ecx */

/* The records of an SMBIOS table: header, then strings, each ended by a zero byte. */
struct smbios {
    const uint8_t *bytes;
    size_t size;
};

static uint32_t word_at(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static struct smbios smbios_find(EFI_SYSTEM_TABLE *table)
{
    const uint8_t *entry = table_find(table, &(EFI_GUID)SMBIOS3_TABLE_GUID);
    struct smbios out = { NULL, 0 };

    if (entry != NULL && word_at(entry) == 0x334d535f) { /* "_SM3" */
        out.size = word_at(entry + 12);
        out.bytes =
            (const uint8_t *)(uintptr_t)(word_at(entry + 16) | (uint64_t)word_at(entry + 20) << 32);
    } else {
        entry = table_find(table, &(EFI_GUID)SMBIOS_TABLE_GUID);
        if (entry == NULL || word_at(entry) != 0x5f4d535f) /* "_SM_" */
            return out;
        out.size = word_at(entry + 20) >> 16;
        out.bytes = (const uint8_t *)(uintptr_t)word_at(entry + 24);
    }
    if (out.bytes == NULL || out.size > SMBIOS_MAX_BYTES)
        out.size = 0;
    return out;
}

/* Where the record after the one at `at` begins: after two zero bytes; the table's end if none. */
static size_t smbios_next(struct smbios table, size_t at)
{
    size_t next = at + table.bytes[at + 1];

    while (next + 1 < table.size && (table.bytes[next] != 0 || table.bytes[next + 1] != 0))
        next++;
    return next + 2 < table.size ? next + 2 : table.size;
}

/* Adds the string that the record's byte at `field` numbers (1 is the first). */
static void add_string(struct text *text, struct smbios table, size_t record, size_t end,
                       size_t field)
{
    const size_t length = table.bytes[record + 1];
    size_t at = record + length;

    if (field >= length || table.bytes[record + field] == 0)
        return;
    for (unsigned skip = 1; skip < table.bytes[record + field]; skip++) {
        while (at < end && table.bytes[at] != 0)
            at++;
        at++;
    }
    for (; at < end && table.bytes[at] != 0; at++) {
        const uint8_t byte = table.bytes[at];
        text_char(text, (char)(byte >= ' ' && byte <= '~' ? byte : '?'));
    }
}

static void add_system(struct text *text, struct text *serial, struct smbios table)
{
    size_t at = 0;

    while (at + 4 <= table.size && table.bytes[at] != SMBIOS_END && table.bytes[at + 1] >= 4) {
        const size_t end = smbios_next(table, at);
        if (table.bytes[at] == SMBIOS_SYSTEM && at + table.bytes[at + 1] <= table.size) {
            add_string(text, table, at, end, SMBIOS_MANUFACTURER);
            if (text->used != 0)
                text_char(text, ' ');
            add_string(text, table, at, end, SMBIOS_PRODUCT);
            add_string(serial, table, at, end, SMBIOS_SERIAL);
            return;
        }
        at = end;
    }
}

static bool begins_with_qemu(const char *name)
{
    return name[0] == 'Q' && name[1] == 'E' && name[2] == 'M' && name[3] == 'U';
}

/* Asked only under a hypervisor: on a real machine something else may lie at these ports. */
static bool fw_cfg_says_qemu(void)
{
    struct cpuid features;
    char signature[4];

    cpu_cpuid(CPUID_FEATURES, 0, &features);
    if ((features.ecx & CPUID_FEATURES_HYPERVISOR) == 0)
        return false;
    cpu_out16(FW_CFG_SELECTOR, FW_CFG_SIGNATURE);
    for (unsigned i = 0; i < sizeof(signature); i++)
        signature[i] = (char)cpu_in8(FW_CFG_DATA);
    return begins_with_qemu(signature);
}

void machine_find(struct machine *machine, EFI_SYSTEM_TABLE *table)
{
    struct text text = text_in(machine->name, sizeof(machine->name));
    struct text serial = text_in(machine->serial, sizeof(machine->serial));

    add_system(&text, &serial, smbios_find(table));
    machine->qemu = begins_with_qemu(machine->name) || fw_cfg_says_qemu();
    if (text.used == 0)
        text_string(&text, "unknown machine");
}

void machine_leave_qemu(const struct machine *machine, int status)
{
    if (machine->qemu)
        cpu_out16(DEBUG_EXIT, (uint16_t)(DEBUG_EXIT_BASE + status));
}
