#include "tools/gv100/probe_words.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "hw/gv100/board.h"
#include "hw/gv100/ptop.h"
#include "hw/gv100/refusal.h"
#include "hw/gv100/registers.h"
#include "hw/gv100/unlisted.h"

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

/* ECC takes a sixteenth. */
static void say_vram(uint32_t word, char *out, size_t size)
{
    const uint64_t all = (uint64_t)FIELD_GET(VRAM_RANGE_MAG, word)
                         << FIELD_GET(VRAM_RANGE_SCALE, word);

    snprintf(out, size, "%" PRIu64 " MiB%s", word & VRAM_RANGE_ECC ? all / 16 * 15 : all,
             word & VRAM_RANGE_ECC ? ", with ECC" : "");
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
    else if (strcmp(name, "TSENSOR") == 0)
        snprintf(out, size, word & TSENSOR_VALID ? "%u C" : "%u C, which is not valid",
                 (unsigned)FIELD_GET(TSENSOR_TEMP, word));
    else if (strcmp(name, "VRAM_RANGE") == 0)
        say_vram(word, out, size);
    else if (strcmp(name, "FUSE_DISPLAY_OFF") == 0)
        snprintf(out, size, "displays are %s",
                 word & FUSE_DISPLAY_OFF_ALL ? "fused off" : "not fused off");
    else
        return false;
    return true;
}

/* Graphics is type 0, which must not go unsaid. */
static bool is_said_at_0(const char *name, const struct field *field)
{
    return strcmp(name, "PTOP_DEVICE_INFO") == 0 && strcmp(field->name, "TYPE_ENUM") == 0;
}

/* Whether a field's conditions hold, of which a register has such as are of its own word. */
static bool holds(const struct field *field, uint32_t word)
{
    for (unsigned i = 0; i < FIELD_WHENS; i++) {
        const uint32_t mask = (uint32_t)field->when[i].mask;

        if (mask && !(field->when[i].values >> (word & mask) / (mask & -mask) & 1))
            return false;
    }
    return true;
}

/* The other fields of BAR1_BLOCK and its like divide MAP. */
static bool is_divided(const struct gv100_register *reg, const struct field *field, uint32_t word)
{
    uint64_t inside = 0;

    for (unsigned i = 0; i < reg->field_count; i++) {
        const uint64_t other = reg->fields[i].parts[0].mask;

        if (holds(&reg->fields[i], word) && other != field->parts[0].mask &&
            (other & field->parts[0].mask) == other)
            inside |= other;
    }
    return inside == field->parts[0].mask;
}

/* The fields that are not 0, by the manual's names; or why the register does not answer. */
void gv100_probe_words(const char *name, unsigned index, uint32_t word, char *out, size_t size)
{
    const struct gv100_register *const reg = find(name);
    size_t used = 0;

    if (is_refusal(word) && strcmp(name, "PROM") != 0) {
        snprintf(out, size, "no value: %s", refusal_words(word));
        return;
    }
    if (say_unlisted(name, index, word, out, size))
        return;
    out[0] = '\0';
    for (unsigned i = 0; reg && i < reg->field_count && used < size; i++) {
        const struct field *const field = &reg->fields[i];
        const uint32_t mask = (uint32_t)field->parts[0].mask;
        const uint32_t value = mask ? (word & mask) / (mask & -mask) : 0;
        const char *const known = value_name(field, value);

        if (is_divided(reg, field, word) || !holds(field, word) ||
            (!value && !is_said_at_0(name, field)))
            continue;
        used += (size_t)(known ? snprintf(out + used, size - used, "%s%s=%s", used ? " " : "",
                                          field->name, known)
                               : snprintf(out + used, size - used, "%s%s=0x%" PRIx32,
                                          used ? " " : "", field->name, value));
    }
    if (!used)
        snprintf(out, size, word ? "no field of it is known" : "no field is set");
}
