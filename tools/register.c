#include "tools/register.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "mmu/fields.h"

#define WORDS_MOST 512

/* Drivers print a register without 0x as often as with it. */
static bool parse_hex(const char *text, uint64_t most, uint64_t *value)
{
    bool over;

    return word_bare_hex(word_of_text(text), value, &over) && !over && *value <= most;
}

/* Whether others of the register's fields divide this one, which then says nothing that they do not. */
static bool is_divided(const struct desk_register *reg, const struct field *field,
                       const struct chip *chip)
{
    const uint64_t mask = field->parts[0].mask;
    uint64_t inside = 0;

    for (unsigned i = 0; i < reg->field_count; i++) {
        const uint64_t other = reg->fields[i].parts[0].mask;

        if (field_on(&reg->fields[i], chip) && other != mask && (other & mask) == other)
            inside |= other;
    }
    return inside == mask;
}

/* The fields that are set, and those of which 0 has a name; then the bits that no field covers. */
static void put_fields(const struct desk_register *reg, const struct chip *chip, uint32_t value,
                       struct out *out)
{
    const uint64_t word = value;
    uint32_t reserved = value;
    bool any = false;

    for (unsigned i = 0; i < reg->field_count; i++) {
        const struct field *const field = &reg->fields[i];
        const uint64_t number = field_get(field, &word);
        const char *const name = field_value_name(field, chip, number);

        if (!field_on(field, chip) || is_divided(reg, field, chip))
            continue;
        reserved &= (uint32_t)~field->parts[0].mask;
        if (!number && !name)
            continue;
        out_format(out, " %s=", field->name);
        if (name)
            out_text(out, name);
        else
            out_hex(out, number);
        any = true;
    }
    if (reg->field_count && reserved)
        out_format(out, " reserved=0x%" PRIx32, reserved);
    else if (!any)
        out_text(out, reg->field_count ? " no field is set" : " no field of it is known");
}

bool register_fields(const struct desk *desk, const struct chip *chip, const char *name,
                     uint32_t value, struct out *out)
{
    struct desk_register reg;

    if (!desk->find_register(chip, &(struct desk_place){ .name = word_of_text(name) }, &reg))
        return false;
    put_fields(&reg, chip, value, out);
    return true;
}

uint32_t register_known(const struct desk *desk, const struct chip *chip, const char *name)
{
    struct desk_register reg;
    uint32_t known = 0;

    if (!desk->find_register(chip, &(struct desk_place){ .name = word_of_text(name) }, &reg))
        return 0;
    for (unsigned i = 0; i < reg.field_count; i++)
        if (field_on(&reg.fields[i], chip))
            known |= (uint32_t)reg.fields[i].parts[0].mask;
    return known;
}

void register_title(const struct desk_register *reg, char *out, size_t size)
{
    const char *const unit = reg->unit ? reg->unit : "";

    if (reg->many)
        snprintf(out, size, "%s%s%s[%u]", unit, reg->unit ? "_" : "", reg->name, reg->index);
    else
        snprintf(out, size, "%s%s%s", unit, reg->unit ? "_" : "", reg->name);
}

static void put_register(const struct structure_arguments *a, const struct desk_register *reg,
                         uint32_t value, struct out *out)
{
    char words[WORDS_MOST];

    register_title(reg, words, sizeof(words));
    out_text(out, words);
    out_format(out, " 0x%06" PRIx32 " = 0x%08" PRIx32 ":", reg->at, value);
    if (a->desk->register_words && a->desk->register_words(reg, value, words, sizeof(words)))
        out_format(out, " %s", words);
    else
        put_fields(reg, a->chip, value, out);
}

static bool refuse(const char *text, const char *why, const char *more, struct out *out)
{
    char shown[WORD_SHOWN + 4];

    out_format(out, "error: %s: %s%s", word_shown(word_of_text(text), shown), why, more);
    out_end_line(out);
    return false;
}

/* A read where no register is known may still say why it gave no value. */
static bool put_no_value(const struct structure_arguments *a, uint32_t at, const char *word,
                         struct out *out)
{
    uint64_t value;
    const char *const why = a->desk->no_value && parse_hex(word, UINT32_MAX, &value)
                                ? a->desk->no_value(at, (uint32_t)value)
                                : NULL;

    if (!why)
        return false;
    out_format(out, "0x%06" PRIx32 " = 0x%08" PRIx64 ": no register is known there; no value: %s",
               at, value, why);
    out_end_line(out);
    return true;
}

static bool decode_pair(const struct structure_arguments *a, const char *place, const char *word,
                        struct out *out)
{
    struct desk_register reg;
    uint64_t at = 0, value;

    if (!a->desk->find_register(a->chip, &(struct desk_place){ .name = word_of_text(place) },
                                &reg)) {
        if (!parse_hex(place, UINT32_MAX, &at))
            return refuse(place, "no register of that name on ", a->chip->name, out);
        if (!a->desk->find_register(a->chip, &(struct desk_place){ .at = (uint32_t)at }, &reg))
            return put_no_value(a, (uint32_t)at, word, out) ||
                   refuse(place, "no register is known there on ", a->chip->name, out);
    }
    if (!parse_hex(word, UINT32_MAX, &value))
        return refuse(word, "a hexadecimal number of 32 bits wanted", "", out);
    put_register(a, &reg, (uint32_t)value, out);
    out_end_line(out);
    return true;
}

bool decode_registers(const struct structure_arguments *a, struct out *out)
{
    bool good = true;

    for (int i = 0; i + 1 < a->count; i += 2)
        good &= decode_pair(a, a->rest[i], a->rest[i + 1], out);
    if (a->count % 2)
        return refuse(a->rest[a->count - 1], "its VALUE is missing", "", out);
    return good;
}

/* ---- names ---- */

struct word register_in_unit(struct word name, const char *unit)
{
    const size_t length = strlen(unit);

    if (name.length <= length + 1 || memcmp(name.chars, unit, length) != 0 ||
        name.chars[length] != '_')
        return (struct word){ name.chars, 0 };
    return (struct word){ name.chars + length + 1, name.length - length - 1 };
}

bool register_named(struct word word, const char *name, unsigned count, unsigned *index)
{
    const size_t length = strlen(name);
    struct word digits;
    uint32_t number;

    *index = 0;
    if (word.length < length || strncmp(word.chars, name, length) != 0)
        return false;
    if (word.length == length)
        return true;
    if (word.chars[length] != '[' || word.chars[word.length - 1] != ']' || word.length < length + 3)
        return false;
    digits = (struct word){ word.chars + length + 1, word.length - length - 2 };
    if (!word_decimal(digits, &number) || number >= count)
        return false;
    *index = number;
    return true;
}
