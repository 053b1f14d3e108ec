#include "tools/filter.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "tools/commands.h"

bool line_error(const struct line *line, struct out *out, const char *format, ...)
{
    char text[512];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof(text), format, list);
    va_end(list);
    out_text(out, "error: line ");
    out_decimal(out, line->number);
    out_text(out, ": ");
    out_text(out, text);
    return false;
}

bool line_words(const struct line *line, struct word *words, unsigned count, const char *form,
                struct out *out)
{
    unsigned found;

    if (line->too_long)
        return line_error(line, out, "longer than %d bytes", LINE_MOST);
    if (line->length && line->chars[line->length - 1] == '\r')
        return line_error(line, out, "ends with a carriage return; lines end with a newline alone");
    found = line_split(line, words, count);
    if (found == 0)
        return line_error(line, out, "blank; %s wanted", form);
    if (found < count)
        return line_error(line, out, "%u words; %s wanted", found, form);
    if (found > count)
        return line_error(line, out, "more than %u words; %s wanted", count, form);
    return true;
}

int filter_file(int in, struct out *out, answer_line *answer, const void *context)
{
    struct line_reader reader;
    struct line line;
    int status = STATUS_OK;

    line_reader_init(&reader, in);
    while (line_next(&reader, &line)) {
        if (!answer(&line, context, out))
            status = STATUS_ERROR;
        out_end_line(out);
    }
    out_flush(out);
    return reader.failed ? STATUS_ERROR : status;
}

int filter(answer_line *answer, const void *context)
{
    struct out out;

    out_init(&out, STDOUT_FILENO);
    return filter_file(STDIN_FILENO, &out, answer, context);
}
