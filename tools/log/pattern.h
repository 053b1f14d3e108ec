/* tools/log/pattern.h: whether a line of a log has a shape, and the texts in its fields.
 *
 * Shape   a pattern is text in which a blank matches one or more blanks, and {name:kind} a field:
 *           x  a hexadecimal number of up to 64 bits, with or without 0x
 *           d  a decimal number of up to 32 bits, with or without a minus
 *           b  any text up to the ] that closes the [ in front of the field; it may hold brackets itself
 *           n  names as nouveau writes them, one or more: capitals, digits, _ and blanks, a capital first
 *           t  the rest of the line
 *           w  (the default) text up to the pattern's next text; if that is a blank or nothing, a word
 *         A field without a name is not kept. The whole line must match, blanks at its end apart.
 * Errors  none: false is "another shape". Time is linear in the line. */
#ifndef TOOLS_LOG_PATTERN_H
#define TOOLS_LOG_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/input.h"

#define LOG_FIELDS 24

struct log_field {
    struct word name; /* in the pattern */
    struct word text; /* in the line */
    uint64_t number;  /* of x and d; a negative one in two's complement */
    bool decimal;
};

struct log_fields {
    unsigned count;
    struct log_field of[LOG_FIELDS];
};

bool log_match(const char *pattern, struct word line, struct log_fields *fields);

/* Null: the shape has no such field. */
const struct log_field *log_field(const struct log_fields *fields, const char *name);

#endif
