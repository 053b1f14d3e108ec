#include "tools/nv50/structure.h"

#include <string.h>
#include <unistd.h>

#include "hw/bits.h"
#include "mmu/fields.h"
#include "tools/commands.h"
#include "tools/lines.h"

static bool say(struct out *out, struct word pair, const char *what)
{
    char shown[WORD_SHOWN + 4];

    out_format(out, "error: %s: %s", word_shown(pair, shown), what);
    return false;
}

static const struct field *field_named(const struct structure *s, const struct nv50_chip *chip,
                                       struct word name)
{
    for (unsigned i = 0; i < s->field_count; i++)
        if (field_on(&s->fields[i], &chip->chip) && word_is(name, s->fields[i].name))
            return &s->fields[i];
    return NULL;
}

static bool say_names(const struct structure *s, const struct nv50_chip *chip, struct word pair,
                      struct out *out)
{
    say(out, pair, "no such field; there are");
    for (unsigned i = 0; i < s->field_count; i++)
        if (field_on(&s->fields[i], &chip->chip))
            out_format(out, " %s", s->fields[i].name);
    return false;
}

static bool say_values(const struct field *field, const struct nv50_chip *chip, struct word pair,
                       struct out *out)
{
    uint64_t value;

    say(out, pair, "a number with 0x");
    for (value = 0; field->value_count && value <= field_max(field) && value < 0x40; value++)
        if (field_value_name(field, &chip->chip, value))
            out_format(out, ", %s", field_value_name(field, &chip->chip, value));
    out_text(out, " wanted");
    return false;
}

static bool say_range(const struct field *field, struct word pair, enum err why, struct out *out)
{
    const uint64_t max = field_max(field);

    say(out, pair, why == ERR_ALIGN ? "not aligned: 0x0 to " : "does not fit: 0x0 to ");
    out_hex(out, max);
    if (field->shift) {
        out_text(out, " in steps of ");
        out_hex(out, FIELD_LOWEST(max));
    }
    return false;
}

/* "reserved" is the number that decode prints: digits from the right fill the words in order. */
static bool put_reserved(const struct structure *s, const struct nv50_chip *chip, struct word pair,
                         struct word digits, uint64_t *words, struct out *out)
{
    const size_t per_word = s->word_bits / 4;
    struct word last = digits;
    uint64_t value;
    bool over;

    if (!word_hex(digits, &value, &over))
        return say(out, pair, "a number with 0x wanted");
    for (unsigned i = 0; i < s->words && last.length > 2; i++) {
        const size_t n = last.length - 2 < per_word ? last.length - 2 : per_word;
        char chars[2 + 16] = "0x";

        memcpy(chars + 2, last.chars + last.length - n, n);
        last.length -= n;
        if (!word_hex((struct word){ chars, n + 2 }, &value, &over))
            return say(out, pair, "a number with 0x wanted");
        if (value & ~structure_reserved_mask(s, &chip->chip, words, i))
            return say(out, pair, "covers bits of fields");
        words[i] |= value;
    }
    for (size_t i = 2; i < last.length; i++)
        if (last.chars[i] != '0')
            return say(out, pair, "longer than the structure");
    return true;
}

static bool put_pair(const struct structure *s, const struct nv50_chip *chip, struct word pair,
                     uint64_t *seen, uint64_t *words, struct out *out)
{
    const char *const equals = memchr(pair.chars, '=', pair.length);
    struct word name = pair, text;
    const struct field *field;
    uint64_t value;
    enum err e;
    bool over = false;

    if (!equals)
        return say(out, pair, "NAME=VALUE wanted");
    name.length = (size_t)(equals - pair.chars);
    text = (struct word){ equals + 1, pair.length - name.length - 1 };
    if (word_is(name, "reserved"))
        return put_reserved(s, chip, pair, text, words, out);
    field = field_named(s, chip, name);
    if (!field)
        return say_names(s, chip, pair, out);
    if (*seen & BIT64(field - s->fields))
        return say(out, pair, "given twice");
    *seen |= BIT64(field - s->fields);
    if (!field_value_named(field, &chip->chip, text.chars, text.length, &value) &&
        !word_hex(text, &value, &over))
        return say_values(field, chip, pair, out);
    e = over ? ERR_RANGE : field_put(field, value, words);
    return e == OK || say_range(field, pair, e, out);
}

bool encode_pairs(const struct structure *s, const struct nv50_chip *chip, int count, char **pairs,
                  struct out *out)
{
    uint64_t words[STRUCTURE_MAX_WORDS] = { 0 }, seen = 0;
    bool good = true;

    for (int i = 0; i < count && good; i++)
        good = put_pair(s, chip, word_of_text(pairs[i]), &seen, words, out);
    for (unsigned i = 0; i < s->words && good; i++) {
        if (i)
            out_char(out, ' ');
        out_hex(out, words[i]);
    }
    out_end_line(out);
    return good;
}

static const char help[] =
    "usage: barecard encode dmaobj|pde|pte|channel|fault|ramfc|ramht [--chipset C] NAME=VALUE...\n"
    "\n"
    "Prints the words of one structure, lowest first, as 'barecard decode' takes them. Names and\n"
    "values are those that decode prints: a value is one of the field's names or a 0x number;\n"
    "addresses in bytes. Fields that are not named are 0.\n"
    "\n"
    "  barecard encode pte present=1 target=VRAM address=0x12345000 read_only=1\n"
    "\n"
    "  --chipset C  default g84\n";

int command_encode(int argc, char **argv)
{
    struct structure_arguments a;
    struct out out;
    int status = structure_parse(argc, argv, help, &a);

    if (status >= 0)
        return status;
    out_init(&out, STDOUT_FILENO);
    status = encode_pairs(a.structure, a.chip, a.count, a.rest, &out) ? STATUS_OK : STATUS_ERROR;
    out_flush(&out);
    return status;
}
