/* suite/report/scene_prompt.h: the content of the drawn screen at a prompt (mode=prompt), without its looks.
 *
 * Shape   the prompt fills it; texts that it points to live as long as it. */
#ifndef SUITE_REPORT_SCENE_PROMPT_H
#define SUITE_REPORT_SCENE_PROMPT_H

#include <stdbool.h>
#include <stdint.h>

#define SCENE_PROMPT_LINES  48 /* more than any screen has room for */
#define SCENE_PROMPT_LINE   160
#define SCENE_PROMPT_WRITES 4

enum prompt_kind {
    PROMPT_ENTERED, /* a line that was typed, or is of a script */
    PROMPT_ANSWER,
    PROMPT_DETAIL, /* fields of a word, below the answer */
    PROMPT_ASKED,  /* the action that a line will take */
    PROMPT_GOOD,
    PROMPT_BAD,
    PROMPT_HINT, /* possible next words of the line; gone with the next key */
    PROMPT_KINDS
};

struct scene_prompt_line {
    uint8_t kind; /* enum prompt_kind */
    char text[SCENE_PROMPT_LINE];
};

struct scene_prompt_write {
    char where[48], values[48];
};

struct scene_prompt {
    bool open; /* it is being worked */
    unsigned
        line_count; /* that there have been; the last SCENE_PROMPT_LINES are kept, line n at n % SCENE_PROMPT_LINES */
    struct scene_prompt_line lines[SCENE_PROMPT_LINES];
    const char *input; /* null: no question now */
    unsigned cursor;
    unsigned write_count; /* that will be put back; the last ones of them: */
    struct scene_prompt_write writes[SCENE_PROMPT_WRITES];
    unsigned command_count;
    const char *const (*commands)[2]; /* names, and their purposes */
};

#endif
