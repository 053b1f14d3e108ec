/* tools/report.h: report.jsonl files as one list of cards and results, and what is made of it.
 *
 * Errors  report_read: false and a sentence with file and line. A last line without its end is what a
 *         power cut leaves: it is dropped, and the test that it cuts counts as not ended. The writers:
 *         false and a sentence; the file is then as it was. */
#ifndef TOOLS_REPORT_H
#define TOOLS_REPORT_H

#include <stdbool.h>
#include <stddef.h>

enum report_outcome { OUTCOME_PASS, OUTCOME_FAIL, OUTCOME_SKIP, OUTCOME_ERROR, OUTCOME_DIFFERS };
#define OUTCOMES 5

struct report_result {
    unsigned run;                                           /* index into runs */
    char *test, *basis, *reason, *expected, *actual, *note; /* null: not said */
    enum report_outcome outcome;
};

/* One run: from a machine record to its verdict. */
struct report_run {
    char *file, *version, *machine, *card;
    bool model;
    char *verdict, *verdict_reason; /* null: the run was cut off */
};

struct report_list {
    struct report_run *runs;
    unsigned run_count;
    struct report_result *results;
    unsigned result_count;
};

bool report_read(struct report_list *list, const char *file, char *error, size_t error_size);
void report_free(struct report_list *list);
const char *report_outcome_name(enum report_outcome outcome);

bool report_write_junit(const struct report_list *list, const char *file, char *error,
                        size_t error_size);
bool report_write_html(const struct report_list *list, const char *file, char *error,
                       size_t error_size);

#endif
