/* tools/report/index.h: a number for each of many texts, found in a time that hardly grows with their number. A report
 * may have tens of thousands of cards, and a folder as many rigs.
 *
 * Shape   all zeros is an empty index; index_free makes it one again.
 * Errors  none; out of memory ends the program. */
#ifndef TOOLS_REPORT_INDEX_H
#define TOOLS_REPORT_INDEX_H

struct index {
    void *tree;
};

/* The number of that text, to be read and set; 0 the first time. */
unsigned *index_number(struct index *index, const char *text);
void index_free(struct index *index);

#endif
