#include "model/common/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/bits.h"
#include "model/common/numbers.h"

struct span {
    const char *text;
    size_t length;
};

struct message {
    char *text;
    size_t size;
};

/* The part of *rest before the separator; *rest moves past it. False at the end. */
static bool next_span(struct span *rest, char separator, struct span *out)
{
    *out = (struct span){ "", 0 };
    if (!rest->text)
        return false;
    const char *end = memchr(rest->text, separator, rest->length);
    out->text = rest->text;
    out->length = end ? (size_t)(end - rest->text) : rest->length;
    if (end)
        *rest = (struct span){ end + 1, rest->length - out->length - 1 };
    else
        rest->text = NULL;
    return true;
}

static struct span span_of(const char *text)
{
    return (struct span){ text, strlen(text) };
}

static bool span_is(struct span span, const char *text)
{
    return strlen(text) == span.length && memcmp(span.text, text, span.length) == 0;
}

static bool span_number(struct span span, uint64_t *out)
{
    return number_parse(span.text, span.length, out);
}

static const struct defect_row *defect_row(const struct option_tables *tables, unsigned index)
{
    for (unsigned i = 0; i < tables->defect_tables; i++) {
        if (index < tables->defects[i].count)
            return &tables->defects[i].rows[index];
        index -= tables->defects[i].count;
    }
    return NULL;
}

const struct model_option *options_defect_at(const struct option_tables *tables, unsigned index)
{
    const struct defect_row *row = defect_row(tables, index);
    return row ? &row->option : NULL;
}

const struct model_option *options_knob_at(const struct option_tables *tables, unsigned index)
{
    return index < tables->knob_count ? &tables->knobs[index].option : NULL;
}

static const struct defect_row *find_defect(const struct option_tables *tables, struct span name)
{
    const struct defect_row *row;
    for (unsigned i = 0; (row = defect_row(tables, i)) != NULL; i++)
        if (span_is(name, row->option.name))
            return row;
    return NULL;
}

static bool spans_equal(struct span a, struct span b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

/* "lo..hi"; anything else bounds nothing. */
static bool range_admits(struct span range, uint64_t value)
{
    struct span low;
    uint64_t first, last;

    next_span(&range, '.', &low);
    if (!range.text || range.length < 2 || !span_number(low, &first))
        return true;
    if (!span_number((struct span){ range.text + 1, range.length - 1 }, &last))
        return true;
    return value >= first && value <= last;
}

/* Whether "key=lo..hi" of `parameters` admits the value. */
static bool parameter_allowed(const char *parameters, struct span key, uint64_t value)
{
    struct span rest = span_of(parameters), range, name;

    while (next_span(&rest, ',', &range)) {
        next_span(&range, '=', &name);
        if (spans_equal(name, key))
            return !range.text || range_admits(range, value);
    }
    return false;
}

/* "key=number" of a defect: the number must be in the range that the defect's row gives for the key. */
static bool parse_parameter(struct defect *defect, struct span text, struct message error)
{
    struct span rest = text, key;
    struct defect_parameter *out = &defect->parameters[defect->parameter_count];
    uint64_t value;

    next_span(&rest, '=', &key);
    if (defect->parameter_count == OPTION_PARAMETERS_MAX || !rest.text ||
        key.length >= sizeof(out->key) || !span_number(rest, &value) ||
        !parameter_allowed(defect->option->parameters, key, value)) {
        snprintf(error.text, error.size, "defect %s: %.*s is not one of its parameters: %s",
                 defect->option->name, (int)text.length, text.text,
                 defect->option->parameters[0] ? defect->option->parameters : "it has none");
        return false;
    }
    memcpy(out->key, key.text, key.length);
    out->key[key.length] = '\0';
    out->value = value;
    defect->parameter_count++;
    return true;
}

/* "name:key=value,...": the name must be in the tables, and the chipset able to have it. */
static bool parse_defect(struct options *options, const struct option_tables *tables,
                         const struct chip *chip, struct span text, struct message error)
{
    struct span rest = text, name, one;
    next_span(&rest, ':', &name);
    const struct defect_row *row = find_defect(tables, name);

    if (!row) {
        snprintf(error.text, error.size, "there is no defect %.*s; barecard defects lists them",
                 (int)name.length, name.text);
        return false;
    }
    if (row->chips && !(row->chips & chip_bit(chip))) {
        snprintf(error.text, error.size, "defect %s: %s cannot have it", row->option.name,
                 chip->title);
        return false;
    }
    if (options->defect_count == DEFECTS_MAX) {
        snprintf(error.text, error.size, "more than %d defects at once", DEFECTS_MAX);
        return false;
    }
    struct defect *defect = &options->defects[options->defect_count++];
    *defect = (struct defect){ .option = &row->option };
    while (next_span(&rest, ',', &one))
        if (!parse_parameter(defect, one, error))
            return false;
    return true;
}

static bool knob_value(const struct knob_row *row, struct span text, uint32_t *out)
{
    if (!row->values) {
        uint64_t number;
        if (!span_number(text, &number) || !range_admits(span_of(row->option.parameters), number))
            return false;
        *out = (uint32_t)number;
        return true;
    }
    struct span rest = span_of(row->values), word;
    for (uint32_t i = 0; next_span(&rest, '|', &word); i++) {
        if (spans_equal(word, text)) {
            *out = i;
            return true;
        }
    }
    return false;
}

static bool parse_knob(struct options *options, const struct option_tables *tables,
                       struct span text, struct message error)
{
    struct span rest = text, name;
    next_span(&rest, '=', &name);
    for (unsigned i = 0; i < tables->knob_count; i++) {
        if (!span_is(name, tables->knobs[i].option.name))
            continue;
        if (rest.text && knob_value(&tables->knobs[i], rest, &options->knobs[i]))
            return true;
        snprintf(error.text, error.size, "knob %.*s: allowed is %s", (int)text.length, text.text,
                 tables->knobs[i].option.parameters);
        return false;
    }
    snprintf(error.text, error.size, "there is no knob %.*s; barecard defects lists them",
             (int)name.length, name.text);
    return false;
}

/* Knobs begin with their initial values; then each of the two lists is taken apart at its "+". */
bool options_parse(struct options *options, const struct option_tables *tables,
                   const struct chip *chip, const char *defects, const char *knobs, char *error,
                   size_t error_size)
{
    struct message message = { error, error_size };
    struct span rest, one;

    *options = (struct options){ 0 };
    for (unsigned i = 0; i < tables->knob_count; i++)
        options->knobs[i] = tables->knobs[i].initial;

    rest = defects && *defects ? span_of(defects) : (struct span){ 0 };
    while (next_span(&rest, '+', &one))
        if (!parse_defect(options, tables, chip, one, message))
            return false;
    rest = knobs && *knobs ? span_of(knobs) : (struct span){ 0 };
    while (next_span(&rest, '+', &one))
        if (!parse_knob(options, tables, one, message))
            return false;
    return true;
}

const struct defect *options_defect(const struct options *options, const char *name, unsigned nth)
{
    for (unsigned i = 0; i < options->defect_count; i++)
        if (!strcmp(options->defects[i].option->name, name) && nth-- == 0)
            return &options->defects[i];
    return NULL;
}

bool options_broken(const struct options *options, const struct defect_row *rows, unsigned count,
                    bool *broken)
{
    bool cold = false;

    for (unsigned i = 0; i < count; i++) {
        broken[i] = options_defect(options, rows[i].option.name, 0) != NULL;
        cold |= broken[i] && rows[i].cold;
    }
    return cold;
}

uint64_t defect_parameter(const struct defect *defect, const char *key, uint64_t fallback)
{
    for (unsigned i = 0; i < defect->parameter_count; i++)
        if (!strcmp(defect->parameters[i].key, key))
            return defect->parameters[i].value;
    return fallback;
}
