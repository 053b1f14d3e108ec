#include "tools/gv100/probe_words.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "hw/gv100/board.h"
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

/* The fields that are not 0, by the manual's names. */
void gv100_probe_words(const char *name, unsigned index, uint32_t word, char *out, size_t size)
{
    const struct gv100_register *const reg = find(name);
    size_t used = 0;

    if (say_unlisted(name, index, word, out, size))
        return;
    out[0] = '\0';
    for (unsigned i = 0; reg && i < reg->field_count && used < size; i++) {
        const struct field *const field = &reg->fields[i];
        const uint32_t mask = (uint32_t)field->parts[0].mask;
        const uint32_t value = mask ? (word & mask) / (mask & -mask) : 0;
        const char *const known = value_name(field, value);

        if (!value)
            continue;
        used += (size_t)(known ? snprintf(out + used, size - used, "%s%s=%s", used ? " " : "",
                                          field->name, known)
                               : snprintf(out + used, size - used, "%s%s=0x%" PRIx32,
                                          used ? " " : "", field->name, value));
    }
    if (!used)
        snprintf(out, size, word ? "no field of it is known" : "no field is set");
}
