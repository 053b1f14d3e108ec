/* tools/explain.h: one step of an answer, as one would do it on paper: "  DOCUMENT PARAGRAPH  TEXT". */
#ifndef TOOLS_EXPLAIN_H
#define TOOLS_EXPLAIN_H

#include <stdarg.h>

#include "tools/out.h"

void explain_line(struct out *out, const char *document, const char *paragraph, const char *format,
                  va_list list);

#endif
