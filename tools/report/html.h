/* tools/report/html.h: the parts of the HTML page, for the files that make it. */
#ifndef TOOLS_REPORT_HTML_H
#define TOOLS_REPORT_HTML_H

#include "tools/report/list.h"
#include "tools/report/xml.h"

extern const char report_style[];

bool html_has_board(const struct report_card *card);
/* The card with its memory chips, or with its memory as one box, as SVG; nothing where the report names no partitions and
 * no test has looked at memory (html_has_board). */
void html_board(xml out, const struct report_card *card);

/* The shader cores by TPC; nothing where no test has looked at them. */
void html_cores(xml out, const struct report_card *card);

/* Where in VRAM words were wrong; how warm the card was and how fast its memory was read. Nothing where the report does
 * not say it. */
void html_strips(xml out, const struct report_card *card);
/* In which part of memory the errors lie, where no chips are known. */
void html_channels(xml out, const struct report_card *card);
void html_curves(xml out, const struct report_card *card);

/* How a verdict is drawn: "pass", "fail", "none" (nothing was tested) or "part". */
const char *html_class(const char *verdict);

#endif
