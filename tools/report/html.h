/* tools/report/html.h: the parts of the HTML page, for the files that make it. */
#ifndef TOOLS_REPORT_HTML_H
#define TOOLS_REPORT_HTML_H

#include "tools/report/list.h"
#include "tools/report/xml.h"

extern const char report_style[];

/* The card with its memory chips, as SVG; nothing where the report names no partitions. */
void html_board(xml out, const struct report_card *card);

/* How a verdict is drawn: "pass", "fail", "none" (nothing was tested) or "part". */
const char *html_class(const char *verdict);

#endif
