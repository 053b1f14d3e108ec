#include "tools/gv100/probe_words.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "hw/gv100/board.h"
#include "hw/gv100/ptop.h"
#include "hw/gv100/refusal.h"
#include "hw/gv100/registers.h"

static const struct gv100_register *find(const char *name)
{
    for (unsigned i = 0; i < GV100_REGISTER_BLOCKS; i++)
        for (const struct gv100_register *reg = gv100_registers[i]; reg->name; reg++)
            if (strcmp(reg->name, name) == 0)
                return reg;
    return NULL;
}

static const char *value_name(const struct field *field, uint64_t value)
{
    for (unsigned i = 0; i < field->value_count; i++)
        if (field->values[i].value == value)
            return field->values[i].name;
    return NULL;
}

/* Words of registers that no manual lists (docs/hardware/gv100.md §1.4, §8.5). False: it is none of these. */
static bool say_unlisted(const char *name, unsigned index, uint32_t word, char *out, size_t size)
{
    if (strcmp(name, "PROM") == 0 && index == 0)
        snprintf(out, size, "%s",
                 (word & 0xffff) == PROM_SIGNATURE ? "a ROM begins here" : "no ROM begins here");
    else if (strcmp(name, "PROM") == 0)
        out[0] = '\0';
    else if (strcmp(name, "STRAPS") == 0)
        snprintf(out, size, "crystal %s 27 MHz, memory type in row %u",
                 word & STRAPS_CRYSTAL_27MHZ ? "of" : "not of",
                 (unsigned)FIELD_GET(STRAPS_MEMORY, word));
    else if (strcmp(name, "FUSE_DISPLAY_OFF") == 0)
        snprintf(out, size, "displays are %s",
                 word & FUSE_DISPLAY_OFF_ALL ? "fused off" : "not fused off");
    else
        return false;
    return true;
}

/* A word of PTOP's table has the fields of its kind alone, which bits 1:0 name (§1.4). */
static bool is_of_kind(const char *name, const struct field *field, uint32_t word)
{
    static const char *const numbers[] = { "ENGINE", "RUNLIST", "INTR", "RESET" };
    uint32_t kind = PTOP_DEVICE_INFO_ENTRY_NOT_VALID;

    if (strcmp(name, "PTOP_DEVICE_INFO") != 0 || strcmp(field->name, "CHAIN") == 0 ||
        strcmp(field->name, "ENTRY") == 0)
        return true;
    if (strncmp(field->name, "DATA_", 5) == 0)
        kind = PTOP_DEVICE_INFO_ENTRY_DATA;
    else if (strcmp(field->name, "TYPE_ENUM") == 0)
        kind = PTOP_DEVICE_INFO_ENTRY_ENGINE_TYPE;
    for (unsigned i = 0; i < ARRAY_SIZE(numbers); i++)
        if (strncmp(field->name, numbers[i], strlen(numbers[i])) == 0)
            kind = PTOP_DEVICE_INFO_ENTRY_ENUM;
    return kind && kind == FIELD_GET(PTOP_DEVICE_INFO_ENTRY, word);
}

/* Graphics is type 0, which must not go unsaid. */
static bool is_said_at_0(const char *name, const struct field *field)
{
    return strcmp(name, "PTOP_DEVICE_INFO") == 0 && strcmp(field->name, "TYPE_ENUM") == 0;
}

/* The fields that are not 0, by the manual's names; or why the register does not answer. */
void gv100_probe_words(const char *name, unsigned index, uint32_t word, char *out, size_t size)
{
    const struct gv100_register *const reg = find(name);
    size_t used = 0;

    if (say_unlisted(name, index, word, out, size))
        return;
    if (is_refusal(word)) {
        snprintf(out, size, "no value: %s", refusal_words(word));
        return;
    }
    out[0] = '\0';
    for (unsigned i = 0; reg && i < reg->field_count && used < size; i++) {
        const struct field *const field = &reg->fields[i];
        const uint32_t mask = (uint32_t)field->parts[0].mask;
        const uint32_t value = mask ? (word & mask) / (mask & -mask) : 0;
        const char *const known = value_name(field, value);

        if (!is_of_kind(name, field, word) || (!value && !is_said_at_0(name, field)))
            continue;
        used += (size_t)(known ? snprintf(out + used, size - used, "%s%s=%s", used ? " " : "",
                                          field->name, known)
                               : snprintf(out + used, size - used, "%s%s=0x%" PRIx32,
                                          used ? " " : "", field->name, value));
    }
    if (!used)
        snprintf(out, size, word ? "no field of it is known" : "no field is set");
}
