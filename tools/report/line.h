/* tools/report/line.h: sums over the reports of many cards: yield by rig and by board, and how often a chip of a board
 * was bad.
 *
 * Shape   line_count, then line_print or line_html, then line_free. A test is one card of one run, or of all rounds of one; a card that is
 *         tested twice counts twice, except in `known`, where its last test counts: it is known by its serial
 *         number, else by its label. A chip counts once for each test that ended in FAIL with wrong words in it.
 * Units   counts; a share is PASS / (PASS + FAIL), as only these two judge a card.
 * Source  docs/line.md. */
#ifndef TOOLS_REPORT_LINE_H
#define TOOLS_REPORT_LINE_H

#include <stdio.h>

#include "tools/report/html.h"
#include "tools/report/index.h"
#include "tools/report/write.h"

struct line_row {
    char *name;
    unsigned tests, pass, fail; /* the other tests judge no card */
    bool odd; /* a rig that fails more of its cards than chance among its neighbours allows */
};

struct line_table {
    struct line_row *rows;
    unsigned count, room;
    struct index
        index; /* name to the number of its row, from 1, while rows are counted: sorting moves them */
};

struct line {
    struct line_table rigs, boards, chips;
    unsigned tests, pass, fail;
    unsigned known, known_good;
    unsigned unread;
    char **remarks; /* on good cards that are unlike the others of their product */
    unsigned remark_count;
};

/* False: out of memory. */
bool line_count(struct line *line, const struct report_list *list);
void line_print(const struct line *line, FILE *to);
void line_html(const struct line *line, xml out);
void line_free(struct line *line);

#endif
