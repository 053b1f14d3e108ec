#include "tools/register.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "mmu/fields.h"
#include "suite/kit/registers.h"

#define WORDS_MOST 1024

/* Drivers print a register without 0x as often as with it. */
static bool parse_hex(const char *text, uint64_t most, uint64_t *value)
{
    bool over;

    return word_bare_hex(word_of_text(text), value, &over) && !over && *value <= most;
}

static bool find_named(const struct toolkit *toolkit, const struct chip *chip, const char *name,
                       struct register_view *reg)
{
    return toolkit->registers->find(
        chip, &(struct register_query){ .name = name, .length = strlen(name) }, reg);
}

static void put_fields(const struct register_view *reg, const struct chip *chip, uint32_t value,
                       struct out *out)
{
    char words[WORDS_MOST];
    struct text text = text_in(words, sizeof(words));

    register_fields(&text, reg, chip, value);
    out_text(out, words);
}

bool put_register_fields(const struct toolkit *toolkit, const struct chip *chip, const char *name,
                         uint32_t value, struct out *out)
{
    struct register_view reg;

    if (!find_named(toolkit, chip, name, &reg))
        return false;
    put_fields(&reg, chip, value, out);
    return true;
}

uint32_t register_known(const struct toolkit *toolkit, const struct chip *chip, const char *name)
{
    struct register_view reg;
    uint32_t known = 0;

    if (!find_named(toolkit, chip, name, &reg))
        return 0;
    for (unsigned i = 0; i < reg.field_count; i++)
        if (field_on(&reg.fields[i], chip))
            known |= (uint32_t)reg.fields[i].parts[0].mask;
    return known;
}

static void put_register(const struct structure_arguments *a, const struct register_view *reg,
                         uint32_t value, struct out *out)
{
    char words[WORDS_MOST];
    struct text title = text_in(words, sizeof(words));

    register_title(&title, reg);
    out_text(out, words);
    out_format(out, " 0x%06" PRIx32 " = 0x%08" PRIx32 ":", reg->at, value);
    if (a->toolkit->register_words && a->toolkit->register_words(reg, value, words, sizeof(words)))
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
    const char *const why = a->toolkit->no_value && parse_hex(word, UINT32_MAX, &value)
                                ? a->toolkit->no_value(at, (uint32_t)value)
                                : NULL;

    if (!why)
        return false;
    out_format(out, "0x%06" PRIx32 " = 0x%08" PRIx64 ": no register is known there; no value: %s",
               at, value, why);
    out_end_line(out);
    return true;
}

/* A word at an unknown place is still explained if it is no value, because such words are alike
 * everywhere. */
static bool decode_pair(const struct structure_arguments *a, const char *place, const char *word,
                        struct out *out)
{
    struct register_view reg;
    uint64_t at = 0, value;

    if (!find_named(a->toolkit, a->chip, place, &reg)) {
        if (!parse_hex(place, UINT32_MAX, &at))
            return refuse(place, "no register of that name on ", a->chip->name, out);
        if (!a->toolkit->registers->find(a->chip, &(struct register_query){ .at = (uint32_t)at },
                                         &reg))
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
