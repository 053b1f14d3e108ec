#include "tools/log/find.h"

#include <string.h>

#include "hw/bits.h"

/* Whether a unit is one of those in a list with blanks between. */
static bool of_unit(const char *units, struct word unit)
{
    while (*units) {
        const size_t length = strcspn(units, " ");

        if (length == unit.length && memcmp(units, unit.chars, length) == 0)
            return true;
        units += length + (units[length] == ' ');
    }
    return false;
}

/* The first row of a family that has this shape. */
static bool find_row(const struct toolkit *toolkit, const struct log_line *line,
                     struct log_found *out)
{
    for (const struct log_row *row = toolkit->log; row && row->pattern; row++) {
        const bool unit = !row->units || of_unit(row->units, line->unit);

        if (unit && (log_match(row->pattern, line->message, &out->fields) ||
                     (!row->units && log_match(row->pattern, line->whole, &out->fields)))) {
            out->row = row;
            out->toolkit = toolkit;
            return true;
        }
    }
    return false;
}

bool log_find(const struct toolkit *toolkit, const struct log_line *line, struct log_found *out,
              bool *unnamed)
{
    *unnamed = false;
    if (toolkit)
        return find_row(toolkit, line, out);
    for (unsigned d = 0; toolkits[d]; d++)
        if (find_row(toolkits[d], line, out)) {
            if (out->row->alone)
                return true;
            *unnamed = true;
        }
    return false;
}

static struct word first_word(struct word names)
{
    const char *const blank = memchr(names.chars, ' ', names.length);

    return blank ? (struct word){ names.chars, (size_t)(blank - names.chars) } : names;
}

/* The meaning by its number, or where the line has only the driver's word, by that. */
const struct log_meaning *log_meaning_of(const struct log_found *found)
{
    const struct log_subject *const is = found->row->is;
    const struct log_fields *const fields = &found->fields;
    const struct log_field *const field = log_field(fields, is->field);
    const struct log_field *const said = log_field(fields, is->said);
    uint32_t value = field ? (uint32_t)field->number : 0;

    if (is->keep)
        value = FIELD_GET(is->keep, value);
    for (unsigned i = 0; i < is->count; i++) {
        const struct log_meaning *const m = &is->meanings[i];

        if (field ? is->bits ? (value & m->value) != 0 : value == m->value
                  : said && m->said && word_is(first_word(said->text), m->said))
            return m;
    }
    return NULL;
}

/* The driver prints none where it has none. A number that neither the driver nor the documents know is rubbish that
 * the card has read. */
bool log_agrees(const struct log_found *found)
{
    const struct log_subject *const is = found->row->is;
    const struct log_field *const field = log_field(&found->fields, is->field);
    const struct log_field *const said = log_field(&found->fields, is->said);
    const struct log_meaning *const meaning = log_meaning_of(found);
    const bool has_word = said && said->text.length;

    if (field && is->count && !meaning && !is->reg)
        return has_word;
    if (field && is->count && !meaning && !is->bits)
        return has_word;
    return is->bits || !has_word || !meaning || !meaning->said ||
           word_is(said->text, meaning->said);
}
