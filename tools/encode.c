#include "tools/structure.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hw/bits.h"
#include "mmu/fields.h"
#include "tools/commands.h"
#include "tools/input.h"

/* One NAME=VALUE on its way into the words. */
struct pair {
    struct word text, name, value;
    unsigned index;            /* of an array */
    bool indexed;              /* NAME[index] */
    const struct field *field; /* null until it is put */
    uint64_t number;
};

struct encoding {
    const struct structure *s;
    const struct chip *chip;
    struct pair *pairs;
    int count;
    uint64_t words[STRUCTURE_MAX_WORDS];
    struct out *out;
};

static bool say(struct out *out, struct word pair, const char *what)
{
    char shown[WORD_SHOWN + 4];

    out_format(out, "error: %s: %s", word_shown(pair, shown), what);
    return false;
}

static bool say_names(struct encoding *e, struct word pair)
{
    const char *last = "";

    say(e->out, pair, "no such field; there are");
    for (unsigned i = 0; i < e->s->field_count; i++) {
        const struct field *const field = &e->s->fields[i];

        if (!field_on(field, e->chip) || strcmp(field->name, last) == 0)
            continue;
        out_format(e->out, " %s%s", field->name, field->count ? "[i]" : "");
        last = field->name;
    }
    return false;
}

static bool say_values(const struct field *field, const struct chip *chip, struct word pair,
                       struct out *out)
{
    uint64_t value;

    say(out, pair, "a number with 0x");
    for (value = 0; field->value_count && value <= field_max(field) && value < 0x40; value++)
        if (field_value_name(field, chip, value))
            out_format(out, ", %s", field_value_name(field, chip, value));
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
static bool put_reserved(struct encoding *e, const struct pair *pair)
{
    const size_t per_word = e->s->word_bits / 4;
    struct word last = pair->value;
    uint64_t value;
    bool over;

    if (!word_hex(last, &value, &over))
        return say(e->out, pair->text, "a number with 0x wanted");
    for (unsigned i = 0; i < e->s->words && last.length > 2; i++) {
        const size_t n = last.length - 2 < per_word ? last.length - 2 : per_word;
        char chars[2 + 16] = "0x";

        memcpy(chars + 2, last.chars + last.length - n, n);
        last.length -= n;
        if (!word_hex((struct word){ chars, n + 2 }, &value, &over))
            return say(e->out, pair->text, "a number with 0x wanted");
        if (value && (value & ~structure_reserved_mask(e->s, e->chip, e->words, i)))
            return say(e->out, pair->text, "covers bits of fields");
        e->words[i] |= value;
    }
    for (size_t i = 2; i < last.length; i++)
        if (last.chars[i] != '0')
            return say(e->out, pair->text, "longer than the structure");
    return true;
}

/* ---- names and values ---- */

/* Cuts the index off NAME[index]; false if it is none. */
static bool cut_index(struct pair *pair)
{
    const char *const open = memchr(pair->name.chars, '[', pair->name.length);
    struct word digits;
    uint32_t index;

    if (!open)
        return true;
    digits.chars = open + 1;
    digits.length = (size_t)(pair->name.chars + pair->name.length - digits.chars);
    pair->name.length = (size_t)(open - pair->name.chars);
    if (!digits.length || digits.chars[digits.length - 1] != ']')
        return false;
    digits.length--;
    pair->indexed = true;
    if (!word_decimal(digits, &index))
        return false;
    pair->index = index;
    return true;
}

static bool is_reserved(const struct pair *pair)
{
    return word_is(pair->name, "reserved") && !pair->indexed;
}

static bool is_field(const struct encoding *e, const struct pair *pair, const struct field *field)
{
    return field_on(field, e->chip) && word_is(pair->name, field->name) &&
           (field->count != 0) == pair->indexed;
}

/* NAME=VALUE or NAME[INDEX]=VALUE; `reserved` is accepted because decode prints it, and is checked
 * later. */
static bool parse_pair(struct encoding *e, struct pair *pair, const char *argument)
{
    const char *const equals = strchr(argument, '=');

    pair->text = word_of_text(argument);
    if (!equals)
        return say(e->out, pair->text, "NAME=VALUE wanted");
    pair->name = (struct word){ argument, (size_t)(equals - argument) };
    pair->value = word_of_text(equals + 1);
    if (!cut_index(pair))
        return say(e->out, pair->text, "NAME[INDEX]=VALUE wanted, INDEX decimal");
    if (is_reserved(pair))
        return true;
    for (unsigned i = 0; i < e->s->field_count; i++)
        if (is_field(e, pair, &e->s->fields[i])) {
            if (!pair->indexed || pair->index < e->s->fields[i].count)
                return true;
            say(e->out, pair->text, "there are only ");
            out_format(e->out, "%u", e->s->fields[i].count);
            return false;
        }
    return say_names(e, pair->text);
}

/* A name of a value, or one that the family knows from the other fields. */
static bool named_value(const struct encoding *e, struct pair *pair, const struct field *field)
{
    const struct toolkit *const toolkit = toolkit_of(e->chip);

    return field_value_named(field, e->chip, pair->value.chars, pair->value.length,
                             &pair->number) ||
           (!field->values && toolkit->value_named &&
            toolkit->value_named(field, e->chip, pair->value, &pair->number));
}

static bool put_value(struct encoding *e, struct pair *pair, const struct field *field)
{
    bool over = false;
    enum err why;

    for (const struct pair *other = e->pairs; other < pair; other++)
        if (other->index == pair->index && other->name.length == pair->name.length &&
            memcmp(other->name.chars, pair->name.chars, pair->name.length) == 0)
            return say(e->out, pair->text, "given twice");
    if (!named_value(e, pair, field) && !word_hex(pair->value, &pair->number, &over))
        return say_values(field, e->chip, pair->text, e->out);
    why = over ? ERR_RANGE : field_put_at(field, pair->index, pair->number, e->words);
    pair->field = field;
    return why == OK || say_range(field, pair->text, why, e->out);
}

static unsigned conditions(const struct field *field)
{
    unsigned count = 0;

    while (count < FIELD_WHENS && field->when[count].mask)
        count++;
    return count;
}

/* Fields without a condition first: they decide which of the others are there. */
static bool put_pairs(struct encoding *e, unsigned wanted)
{
    for (struct pair *pair = e->pairs; pair < e->pairs + e->count; pair++)
        for (unsigned i = 0; i < e->s->field_count && !pair->field; i++) {
            const struct field *const field = &e->s->fields[i];

            if (is_field(e, pair, field) && conditions(field) == wanted &&
                field_present(field, e->chip, e->words) && !put_value(e, pair, field))
                return false;
        }
    return true;
}

/* Every given field must exist and hold the given value, because some fields share bits. */
static bool check_pairs(struct encoding *e)
{
    for (const struct pair *pair = e->pairs; pair < e->pairs + e->count; pair++) {
        if (is_reserved(pair))
            continue;
        if (!pair->field || !field_present(pair->field, e->chip, e->words))
            return say(e->out, pair->text, "no field of this form: another field decides that");
        if (field_get_at(pair->field, pair->index, e->words) != pair->number)
            return say(e->out, pair->text, "another field given has some of these bits");
    }
    for (const struct pair *pair = e->pairs; pair < e->pairs + e->count; pair++)
        if (is_reserved(pair) && !put_reserved(e, pair))
            return false;
    return true;
}

/* Pairs are put by how many conditions their fields have: fields that decide about others come before them, in any
 * order of the arguments. */
static bool encode(struct encoding *e, char **arguments)
{
    for (int i = 0; i < e->count; i++)
        if (!parse_pair(e, &e->pairs[i], arguments[i]))
            return false;
    for (unsigned wanted = 0; wanted <= FIELD_WHENS; wanted++)
        if (!put_pairs(e, wanted))
            return false;
    return check_pairs(e);
}

bool encode_pairs(const struct structure *s, const struct chip *chip, int count, char **pairs,
                  struct out *out)
{
    struct encoding e = { .s = s, .chip = chip, .count = count, .out = out };
    bool good;

    e.pairs = calloc((size_t)count + 1, sizeof(*e.pairs));
    if (!e.pairs)
        abort(); /* out of memory */
    good = encode(&e, pairs);
    free(e.pairs);
    for (unsigned i = 0; i < s->words && good; i++) {
        if (i)
            out_char(out, ' ');
        out_hex(out, e.words[i]);
    }
    out_end_line(out);
    return good;
}

static const char help[] =
    "usage: barecard encode KIND [--chipset C] NAME=VALUE...\n"
    "\n"
    "Prints the words of one structure, lowest first, as 'barecard decode' takes them. KIND, "
    "names\n"
    "and values are those of decode: a value is one of the field's names or a 0x number; "
    "addresses\n"
    "in bytes; NAME[i] is one of several. Fields that are not named are 0.\n"
    "\n"
    "  barecard encode pte present=1 target=VRAM address=0x12345000 ro=1\n"
    "  barecard encode pd1 --chipset gv100 aperture=VIDEO_MEMORY address_vid=0x12345000\n"
    "\n"
    "  --chipset C  default g84, or gv100 where only that has KIND\n";

int command_encode(int argc, char **argv)
{
    struct structure_arguments a;
    struct out out;
    int status = structure_parse(argc, argv, help, false, &a);

    if (status >= 0)
        return status;
    if (!a.structure)
        return usage_error(argv, "%s is decoded only", a.stream ? a.stream->name : "register");
    out_init(&out, STDOUT_FILENO);
    status = encode_pairs(a.structure, a.chip, a.count, a.rest, &out) ? STATUS_OK : STATUS_ERROR;
    out_flush(&out);
    return status;
}
