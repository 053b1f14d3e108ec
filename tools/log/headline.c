#include "tools/log/headline.h"

#include <inttypes.h>
#include <string.h>

#include "hw/bits.h"
#include "tools/register.h"

static void put_name(struct out *out, struct word name)
{
    char shown[WORD_SHOWN + 4];

    out_text(out, word_shown(name, shown));
}

static uint64_t number_at(const struct log_fields *fields, const char *name, uint64_t otherwise)
{
    const struct log_field *const field = log_field(fields, name);

    return field ? field->number : otherwise;
}

static void put_number(struct out *out, const char *name, const struct log_fields *fields)
{
    const struct log_field *const field = log_field(fields, name);

    if (!field)
        return;
    out_format(out, " %s ", name);
    if (field->decimal)
        out_format(out, "%" PRId64, (int64_t)field->number);
    else
        out_hex(out, field->number);
}

/* Parts common to many shapes: whose channel, which method. */
static void put_common(const struct log_fields *fields, struct out *out)
{
    static const char *const numbers[] = { "get",        "put",   "ib_get", "ib_put",
                                           "subchannel", "class", "method", "data" };
    const struct log_field *const client = log_field(fields, "client");
    const size_t before = out->used;

    out_char(out, ',');
    for (unsigned i = 0; i < ARRAY_SIZE(numbers); i++)
        put_number(out, numbers[i], fields);
    if ((int64_t)number_at(fields, "channel", 0) >= 0)
        put_number(out, "channel", fields);
    put_number(out, "instance", fields);
    if (client && client->text.length && !word_is(client->text, "unknown")) {
        out_text(out, " of ");
        put_name(out, client->text);
    }
    if (out->used == before + 1)
        out->used = before;
}

/* The driver's own words, where it gave no number. */
static void put_said(const struct log_field *said, struct out *out)
{
    out_text(out, ": ");
    for (size_t i = 0; i < said->text.length && i < 80; i++)
        out_char(out, (char)(said->text.chars[i] > ' ' && said->text.chars[i] < 0x7f
                                 ? said->text.chars[i]
                                 : ' '));
}

/* The names of the bits that are set in a word that is no register's, and the rest of them. */
static void put_bits(const struct log_subject *is, uint32_t value, struct out *out)
{
    out_char(out, ':');
    for (unsigned i = 0; i < is->count; i++)
        if (value & is->meanings[i].value) {
            out_format(out, " %s", is->meanings[i].said);
            value &= ~is->meanings[i].value;
        }
    if (value)
        out_format(out, " 0x%" PRIx32, value);
}

/* A status with bits that no document has and none that one has is no status: the card reads rubbish. */
static bool is_rubbish(const struct log_found *found, const struct chip *chip)
{
    const struct log_subject *const is = found->row->is;
    const struct log_field *const field = log_field(&found->fields, is->field);

    return field && is->reg && field->number &&
           !(field->number & register_known(found->toolkit, chip, is->reg));
}

/* The fault in the line, in the words of the register or of the document. */
static void put_reason(const struct log_found *found, const struct chip *chip,
                       const struct log_meaning *meaning, struct out *out)
{
    const struct log_subject *const is = found->row->is;
    const struct log_field *const field = log_field(&found->fields, is->field);
    const struct log_field *const said = log_field(&found->fields, is->said);

    if (field && is->reg) {
        out_char(out, ':');
        put_register_fields(found->toolkit, chip, is->reg, (uint32_t)field->number, out);
    } else if (field && is->bits) {
        put_bits(is, (uint32_t)field->number, out);
    } else if (field && meaning && meaning->said && meaning->said[0]) {
        out_format(out, ": %s", meaning->said);
    } else if (!field && said) {
        put_said(said, out);
    }
}

/* False: the line contradicts itself. */
bool log_headline(const struct log_card *card, const struct log_found *found, struct out *out)
{
    const struct log_subject *const is = found->row->is;
    /* Where the log does not name the chipset, one of the family stands for it: rows that need no chipset are of
     * registers that are alike on all. */
    const struct chip *const chip = card->chip ? card->chip : found->toolkit->log_chip;

    out->used = 0;
    out_format(out, "%s: %s", card->address, is->title);
    if (is->words)
        out_char(out, ':');
    if (is->words && !is->words(card->chip, &found->fields, out))
        return false;
    if (is_rubbish(found, chip))
        return false;
    put_reason(found, chip, log_meaning_of(found), out);
    put_common(&found->fields, out);
    return true;
}
