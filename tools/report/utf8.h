/* tools/report/utf8.h: UTF-8 in texts of others: reports and the names of files. */
#ifndef TOOLS_REPORT_UTF8_H
#define TOOLS_REPORT_UTF8_H

/* The text after the mark (EF BB BF) that some editors put at the start of a file. */
const char *utf8_after_mark(const char *text);
/* A copy, to be freed, for documents, whose text is UTF-8: a byte that is none comes out as \xe4. */
char *utf8_name(const char *name);

#endif
