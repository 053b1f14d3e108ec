/* tools/log/find.h: the shape of a line of nouveau, and its meaning. */
#ifndef TOOLS_LOG_FIND_H
#define TOOLS_LOG_FIND_H

#include <stdbool.h>

#include "tools/log/line.h"
#include "tools/log/pattern.h"
#include "tools/log/row.h"
#include "tools/toolkit.h"

struct log_found {
    const struct log_row *row;
    const struct toolkit *toolkit;
    struct log_fields fields;
};

/* In the rows of `toolkit`; null: of the family that alone writes such lines. `unnamed`: there are such shapes, but several
 * families write them. */
bool log_find(const struct toolkit *toolkit, const struct log_line *line, struct log_found *out,
              bool *unnamed);
/* Null: its number has no meaning of its own. */
const struct log_meaning *log_meaning_of(const struct log_found *found);
/* Whether the driver's word for a number is the one that the number has. */
bool log_agrees(const struct log_found *found);

#endif
