#include "tools/nv50/structure.h"

#include <unistd.h>

#include "hw/bits.h"
#include "mmu/fields.h"
#include "tools/commands.h"
#include "tools/lines.h"

static void put_fields(const struct structure *s, const struct nv50_chip *chip,
                       const uint64_t *words, struct out *out)
{
    const char *separator = "";

    for (unsigned i = 0; i < s->field_count; i++) {
        const struct field *const field = &s->fields[i];
        const char *name;
        uint64_t value;

        if (!field_on(field, &chip->chip))
            continue;
        value = field_get(field, words);
        name = field_value_name(field, &chip->chip, value);
        out_format(out, "%s%s=", separator, field->name);
        if (name)
            out_text(out, name);
        else
            out_hex(out, value);
        separator = " ";
    }
}

/* The reserved bits that are set, as one number: the first word is its lowest. */
static void put_reserved(const struct structure *s, const struct nv50_chip *chip,
                         const uint64_t *words, struct out *out)
{
    const int digits = s->word_bits / 4;
    bool any = false;

    for (unsigned i = s->words; i-- > 0;) {
        const uint64_t bits = words[i] & structure_reserved_mask(s, &chip->chip, words, i);

        if (!any && bits)
            out_format(out, " reserved=0x%llx", (unsigned long long)bits);
        else if (any)
            out_format(out, "%0*llx", digits, (unsigned long long)bits);
        any |= bits != 0;
    }
}

static bool parse_word(const struct structure *s, const char *text, uint64_t *value,
                       struct out *out)
{
    char shown[WORD_SHOWN + 4];
    bool over;

    if (!word_hex(word_of_text(text), value, &over)) {
        out_format(out, "error: %s: a number with 0x wanted",
                   word_shown(word_of_text(text), shown));
        return false;
    }
    if (over || *value > BITS64(s->word_bits - 1, 0)) {
        out_format(out, "error: %s: more than the %u bits of a word",
                   word_shown(word_of_text(text), shown), s->word_bits);
        return false;
    }
    return true;
}

static bool decode_one(const struct structure *s, const struct nv50_chip *chip, char **words,
                       struct out *out)
{
    uint64_t values[STRUCTURE_MAX_WORDS];

    for (unsigned i = 0; i < s->words; i++)
        if (!parse_word(s, words[i], &values[i], out))
            return false;
    put_fields(s, chip, values, out);
    put_reserved(s, chip, values, out);
    return true;
}

bool decode_words(const struct structure *s, const struct nv50_chip *chip, int count, char **words,
                  struct out *out)
{
    bool good = true;

    for (; count >= s->words; count -= s->words, words += s->words) {
        good &= decode_one(s, chip, words, out);
        out_end_line(out);
    }
    if (count) {
        out_format(out, "error: %d of %u words of a %s", count, s->words, s->name);
        out_end_line(out);
    }
    return good && !count;
}

static const char help[] =
    "usage: barecard decode dmaobj|pde|pte|channel|fault|ramfc|ramht [--chipset C] WORD...\n"
    "\n"
    "Prints the fields of structures, one line for each structure: NAME=VALUE, the values as\n"
    "names where they have one, else as 0x numbers; addresses in bytes. Then reserved=0x.. if\n"
    "bits are set that no field covers (all words as one number, the first word lowest).\n"
    "\n"
    "  WORD  with 0x, lowest word first: 64 bits each for pde and pte, else 32 bits:\n"
    "        dmaobj 6 (at selector * 16), channel 1 (the descriptor), fault 6 (by index),\n"
    "        ramfc 64, ramht 2; several structures may follow each other\n"
    "  --chipset C  default g84\n";

int command_decode(int argc, char **argv)
{
    struct structure_arguments a;
    struct out out;
    int status = structure_parse(argc, argv, help, &a);

    if (status >= 0)
        return status;
    if (!a.count)
        return usage_error(argv, "no words to decode");
    out_init(&out, STDOUT_FILENO);
    status = decode_words(a.structure, a.chip, a.count, a.rest, &out) ? STATUS_OK : STATUS_ERROR;
    out_flush(&out);
    return status;
}
