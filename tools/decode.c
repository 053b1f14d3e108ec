#include "tools/structure.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hw/bits.h"
#include "mmu/fields.h"
#include "tools/commands.h"
#include "tools/image.h"
#include "tools/input.h"
#include "tools/register.h"

/* name=value, or name[index]=value of an array. */
static void put_field(const struct field *field, const struct chip *chip, unsigned index,
                      const uint64_t *words, struct out *out)
{
    const uint64_t value = field_get_at(field, index, words);
    const struct toolkit *const toolkit = toolkit_of(chip);
    const char *name = field_value_name(field, chip, value);

    if (!name && !field->values && toolkit->value_name)
        name = toolkit->value_name(field, chip, words);
    out_text(out, field->name);
    if (field->count) {
        out_char(out, '[');
        out_decimal(out, index);
        out_char(out, ']');
    }
    out_char(out, '=');
    if (name)
        out_text(out, name);
    else
        out_hex(out, value);
}

/* Arrays that follow each other in the table are printed member by member. */
static unsigned group_of(const struct structure *s, unsigned first)
{
    unsigned i = first + 1;

    while (s->fields[first].count && i < s->field_count &&
           s->fields[i].count == s->fields[first].count)
        i++;
    return i - first;
}

/* Whether nothing is set in member `index` of these arrays: neither in their fields nor in the words that
 * the member has for itself. */
static bool member_is_empty(const struct field *fields, unsigned count, unsigned index,
                            const uint64_t *words)
{
    unsigned lowest = UINT16_MAX, own = 0;

    for (unsigned i = 0; i < count; i++) {
        if (field_get_at(&fields[i], index, words))
            return false;
        if (fields[i].stride >= 32) {
            own = fields[i].stride / 32;
            lowest = fields[i].parts[0].word < lowest ? fields[i].parts[0].word : lowest;
        }
    }
    for (unsigned i = 0; i < own; i++)
        if (words[lowest + index * own + i])
            return false;
    return true;
}

static void put_members(const struct field *fields, unsigned count, const struct chip *chip,
                        const uint64_t *words, struct out *out)
{
    for (unsigned index = 0; index < fields->count; index++) {
        if (member_is_empty(fields, count, index, words))
            continue;
        for (unsigned i = 0; i < count; i++) {
            out_char(out, ' ');
            put_field(&fields[i], chip, index, words, out);
        }
    }
}

static void put_fields(const struct structure *s, const struct chip *chip, const uint64_t *words,
                       struct out *out)
{
    const char *separator = "";

    for (unsigned i = 0; i < s->field_count; i += group_of(s, i)) {
        const struct field *const field = &s->fields[i];

        if (field->count) {
            put_members(field, group_of(s, i), chip, words, out);
        } else if (field_present(field, chip, words)) {
            out_text(out, separator);
            put_field(field, chip, 0, words, out);
            separator = " ";
        }
    }
}

/* The reserved bits that are set, as one number: the first word is its lowest. */
static void put_reserved(const struct structure *s, const struct chip *chip, const uint64_t *words,
                         struct out *out)
{
    const int digits = s->word_bits / 4;
    bool any = false;

    for (unsigned i = s->words; i-- > 0;) {
        const uint64_t bits = words[i] ? words[i] & structure_reserved_mask(s, chip, words, i) : 0;

        if (!any && bits)
            out_format(out, " reserved=0x%llx", (unsigned long long)bits);
        else if (any)
            out_format(out, "%0*llx", digits, (unsigned long long)bits);
        any |= bits != 0;
    }
}

/* The line of one structure, without its end. */
static void decode_values(const struct structure *s, const struct chip *chip, const uint64_t *words,
                          struct out *out)
{
    put_fields(s, chip, words, out);
    put_reserved(s, chip, words, out);
}

static bool parse_word(unsigned word_bits, const char *text, uint64_t *value, struct out *out)
{
    char shown[WORD_SHOWN + 4];
    bool over;

    if (!word_bare_hex(word_of_text(text), value, &over)) {
        out_format(out, "error: %s: a hexadecimal number wanted",
                   word_shown(word_of_text(text), shown));
        return false;
    }
    if (over || *value > BITS64(word_bits - 1, 0)) {
        out_format(out, "error: %s: more than the %u bits of a word",
                   word_shown(word_of_text(text), shown), word_bits);
        return false;
    }
    return true;
}

static bool decode_one(const struct structure *s, const struct chip *chip, char **words,
                       struct out *out)
{
    uint64_t values[STRUCTURE_MAX_WORDS];

    for (unsigned i = 0; i < s->words; i++)
        if (!parse_word(s->word_bits, words[i], &values[i], out))
            return false;
    decode_values(s, chip, values, out);
    return true;
}

static bool say_rest(const struct structure *s, uint64_t count, struct out *out)
{
    if (!count)
        return true;
    out_format(out, "error: %" PRIu64 " of %u words of a %s", count, s->words, s->name);
    out_end_line(out);
    return false;
}

bool decode_words(const struct structure *s, const struct chip *chip, int count, char **words,
                  struct out *out)
{
    bool good = true;

    for (; count >= s->words; count -= s->words, words += s->words) {
        good &= decode_one(s, chip, words, out);
        out_end_line(out);
    }
    return say_rest(s, (uint64_t)count, out) && good;
}

/* ---- words of a file ---- */

static uint64_t word_at(const uint8_t *bytes, unsigned size)
{
    uint64_t word = 0;

    memcpy(&word, bytes, size); /* the host command runs on little-endian machines alone */
    return word;
}

/* Structures to the end of the file, or as many as were asked for; a part of one at the end is an error. */
static bool decode_bytes(const struct structure_arguments *a, const uint8_t *bytes, uint64_t size,
                         struct out *out)
{
    const struct structure *const s = a->structure;
    const unsigned word = s->word_bits / 8;
    uint64_t values[STRUCTURE_MAX_WORDS], left = a->most ? a->most : UINT64_MAX;

    for (; size / word >= s->words && left; left--) {
        for (unsigned i = 0; i < s->words; i++)
            values[i] = word_at(bytes + (size_t)i * word, word);
        decode_values(s, a->chip, values, out);
        out_end_line(out);
        bytes += (size_t)s->words * word;
        size -= (uint64_t)s->words * word;
    }
    return !left || say_rest(s, (size + word - 1) / word, out);
}

/* Prints the findings on structures that are checked together, after their lines. */
static void check_words(const struct structure_arguments *a, const uint32_t *words, uint64_t count,
                        struct out *out)
{
    const struct toolkit_check *const check = toolkit_check(a->toolkit, a->structure->name);

    if (a->most && count / a->structure->words > a->most)
        count = a->most * a->structure->words;
    check->check(a->chip, words, count, a->at, out);
}

static bool decode_stream(const struct structure_arguments *a, const uint32_t *words,
                          uint64_t count, struct out *out)
{
    const struct toolkit_words stream = {
        .words = words, .count = count, .at = a->at, .chip = a->chip, .program = a->program
    };

    return a->stream->decode(&stream, out);
}

static bool decode_stream_bytes(const struct structure_arguments *a, const uint8_t *bytes,
                                uint64_t size, struct out *out)
{
    uint64_t count = size / 4;

    if (a->most && a->most <= count)
        count = a->most;
    else if (size % 4) {
        out_format(out, "error: %" PRIu64 " bytes are no whole number of words", size);
        out_end_line(out);
        return false;
    }
    return decode_stream(a, (const uint32_t *)(const void *)bytes, count, out);
}

/* Structures that do not fill the file's end are an error line; all before it are decoded. */
static int decode_file(char **argv, const struct structure_arguments *a, struct out *out)
{
    struct images images = { 0 };
    struct image *const file = &images.vram;
    char why[IMAGE_WHY];
    bool good;

    if (a->count)
        return usage_error(argv, "either words or --file");
    if (!image_open(a->file, file, why))
        return usage_error(argv, "%s", why);
    if (a->at > file->size || a->at % 4) {
        images_close(&images);
        return usage_error(argv, "--at 0x%" PRIx64 ": %s", a->at,
                           a->at % 4 ? "not a multiple of 4" : "behind the end of the file");
    }
    good = (a->stream ? decode_stream_bytes : decode_bytes)(a, file->bytes + a->at,
                                                            file->size - a->at, out);
    if (a->check)
        check_words(a, (const uint32_t *)(const void *)(file->bytes + a->at),
                    (file->size - a->at) / 4, out);
    images_close(&images);
    return good ? STATUS_OK : STATUS_ERROR;
}

/* The arguments as words of 32 bits, to be freed; null, with an error line, if one is no such word. */
static uint32_t *words_of_arguments(const struct structure_arguments *a, struct out *out)
{
    uint32_t *const words = calloc((size_t)a->count, sizeof(*words));
    uint64_t value;

    if (!words)
        abort(); /* out of memory */
    for (int i = 0; i < a->count; i++) {
        if (!parse_word(32, a->rest[i], &value, out)) {
            out_end_line(out);
            free(words);
            return NULL;
        }
        words[i] = (uint32_t)value;
    }
    return words;
}

static bool decode_stream_words(const struct structure_arguments *a, struct out *out)
{
    uint32_t *const words = words_of_arguments(a, out);
    bool good;

    if (!words)
        return false;
    good = decode_stream(a, words, (uint64_t)a->count, out);
    free(words);
    return good;
}

static bool decode_arguments(const struct structure_arguments *a, struct out *out)
{
    bool good = decode_words(a->structure, a->chip, a->count, a->rest, out);
    uint32_t *words;

    if (!a->check || !good)
        return good;
    words = words_of_arguments(a, out);
    if (!words)
        return false;
    check_words(a, words, (uint64_t)a->count, out);
    free(words);
    return true;
}

static const char help[] =
    "usage: barecard decode KIND [--chipset C] WORD...\n"
    "       barecard decode KIND [--chipset C] --file F [--at OFFSET] [--count N]\n"
    "       barecard decode register [--chipset C] ADDRESS|NAME VALUE...\n"
    "\n"
    "Prints the fields of structures, one line for each structure: NAME=VALUE, the values as\n"
    "names where they have one, else as 0x numbers; addresses in bytes. Then reserved=0x.. if\n"
    "bits are set that no field covers (all words as one number, the first word lowest).\n"
    "\n"
    "  KIND  and the WORDs that it takes, hexadecimal, with 0x or as logs print them without,\n"
    "        lowest word first; several structures may follow each other\n"
    "        g80 to mcp89, 64 bits each: pde 1, pte 1; 32 bits: dmaobj 6 (at selector * 16),\n"
    "        channel 1 (the descriptor), fault 6 (by index), ramfc 64, ramht 2; shader any "
    "number:\n"
    "        instructions of the shader cores, one or two words each\n"
    "        gv100, 64 bits each: pd3 1, pd2 1, pd1 1, pd0 2, pte 1; 32 bits: ramin 1024,\n"
    "        ramfc 128, userd 128, runlist 4, gp 2, fault 8; pushbuffer any number\n"
    "  register  a register by its address in BAR0 or its name (of an array NAME[I]), and its\n"
    "        value: the fields that are set\n"
    "  --chipset C  default g84, or gv100 where only that has KIND\n"
    "  --file F     little-endian words of a file, to its end, from byte OFFSET on, N structures\n"
    "               (words of a push buffer or of a shader) at most\n"
    "  --program P  what the shader is: compute (default), vertex, geometry or fragment\n"
    "  --check      behind the entries of a runlist, what the scheduler would say of it\n";

/* Words of the command line and of a file go the same way from here on. */
int command_decode(int argc, char **argv)
{
    struct structure_arguments a;
    struct out out;
    bool good;
    int status = structure_parse(argc, argv, help, true, &a);

    if (status >= 0)
        return status;
    if (!a.count && !a.file)
        return usage_error(argv, "no words to decode");
    if (a.registers && a.file)
        return usage_error(argv, "register: pairs of ADDRESS or NAME and VALUE wanted, no --file");
    if (a.check && (!a.structure || !toolkit_check(a.toolkit, a.structure->name)))
        return usage_error(argv, "--check: runlist wanted");
    if (a.program && (!a.stream || !a.stream->programs))
        return usage_error(argv, "--program: shader wanted");
    out_init(&out, STDOUT_FILENO);
    if (a.file) {
        status = decode_file(argv, &a, &out);
    } else {
        good = (a.registers ? decode_registers
                : a.stream  ? decode_stream_words
                            : decode_arguments)(&a, &out);
        status = good ? STATUS_OK : STATUS_ERROR;
    }
    out_flush(&out);
    return status;
}
