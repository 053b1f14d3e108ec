/* tools/report/write.h: the documents that are made of a list of runs, and how they reach a file.
 *
 * Shape   a document is built in memory, then saved whole (tools/save.h); "-" is standard output.
 * Errors  the writers: false and a sentence that names the file; it is then as it was. */
#ifndef TOOLS_REPORT_WRITE_H
#define TOOLS_REPORT_WRITE_H

#include <stdio.h>

#include "tools/report/list.h"

bool report_write_junit(const struct report_list *list, const char *file, char *error,
                        size_t error_size);
bool report_write_html(const struct report_list *list, const char *file, char *error,
                       size_t error_size);
bool report_write_csv(const struct report_list *list, const char *file, char *error,
                      size_t error_size);

bool write_document(const char *file, const void *bytes, size_t size, char *error,
                    size_t error_size);

/* A copy, to be freed, with U+FFFD for characters that XML cannot hold. Null gives an empty
 * text. */
char *xml_text(const char *text);
/* Prints a text made safe for a terminal: control characters come out as \x1b. */
void print_safe(FILE *to, const char *text);

#endif
