/* suite/prompt/line.h: a line of text while it is typed: cursor, history.
 *
 * Shape   pure. Keys go in one after the other (suite/report/keys.h), the effect of each comes out.
 * Units   characters; a line has LINE_MAX of them at most, more are counted and not kept. */
#ifndef SUITE_PROMPT_LINE_H
#define SUITE_PROMPT_LINE_H

#include <stdbool.h>

#include "suite/report/keys.h"

#define LINE_MAX     240
#define LINE_HISTORY 16

enum line_event {
    LINE_NOTHING,
    LINE_APPENDED, /* one character, at the end */
    LINE_CHANGED,
    LINE_DONE,      /* Enter: the line is whole; or its rest is lost: then it has a gap */
    LINE_COMPLETE,  /* Tab */
    LINE_CANCELLED, /* Ctrl-C, or Esc where something was typed: the line is empty again */
    LINE_LEAVE,     /* Esc or Ctrl-D on an empty line, or no key will come any more */
};

struct line_editor {
    char text[LINE_MAX + 1];
    unsigned used, cursor;
    unsigned lost;                            /* characters for which there was no room */
    bool gap;                                 /* its rest was lost on the way */
    char history[LINE_HISTORY][LINE_MAX + 1]; /* the newest at (kept - 1) % LINE_HISTORY */
    unsigned kept, back;      /* lines that were kept; how many back is shown, 0: none of them */
    char draft[LINE_MAX + 1]; /* the unfinished line, before the first step back */
};

enum line_event line_key(struct line_editor *line, int key);
/* Text at the cursor, as if it were typed. */
void line_insert(struct line_editor *line, const char *text);
/* The line becomes part of the history, unless it is empty or the same as the one before; then it is empty. */
void line_keep(struct line_editor *line);

#endif
