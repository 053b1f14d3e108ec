#include "tools/nv50/explain.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void explain_step(struct out *out, const char *paragraph, const char *format, ...)
{
    char text[512];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof(text), format, list);
    va_end(list);
    out_text(out, "  tesla-vm.md ");
    out_text(out, paragraph);
    /* The paragraph sign is two bytes wide and one column. */
    for (size_t i = strlen(paragraph); i < sizeof("§1.5 T13a"); i++)
        out_char(out, ' ');
    out_text(out, text);
    out_end_line(out);
}
