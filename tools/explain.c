#include "tools/explain.h"

#include <stdio.h>
#include <string.h>

void explain_line(struct out *out, const char *document, const char *paragraph, const char *format,
                  va_list list)
{
    char text[512];

    vsnprintf(text, sizeof(text), format, list);
    out_text(out, "  ");
    out_text(out, document);
    out_char(out, ' ');
    out_text(out, paragraph);
    /* The paragraph sign is two bytes wide and one column. */
    for (size_t i = strlen(paragraph); i < sizeof("§1.5 T13a"); i++)
        out_char(out, ' ');
    out_text(out, text);
    out_end_line(out);
}
