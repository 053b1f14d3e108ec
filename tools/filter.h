/* tools/filter.h: commands that answer each line of their input with one line of output.
 *
 * Shape   the answer function writes its answer without the newline, or says line_error() and gives
 *         its false.
 * Errors  "error: line N: ..." in place of the answer; the status is then 2 after the last line. */
#ifndef TOOLS_FILTER_H
#define TOOLS_FILTER_H

#include <stdbool.h>

#include "tools/input.h"
#include "tools/out.h"

typedef bool answer_line(const struct line *line, const void *context, struct out *out);

/* Standard input to standard output; gives the exit status. */
int filter(answer_line *answer, const void *context);
/* The same from any file to any output, which is flushed at the end. */
int filter_file(int in, struct out *out, answer_line *answer, const void *context);

/* Writes the beginning of the answer line; gives false. */
bool line_error(const struct line *line, struct out *out, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Splits into exactly `count` words; `form` names them for the error. */
bool line_words(const struct line *line, struct word *words, unsigned count, const char *form,
                struct out *out);

#endif
