/* suite/prompt/script.h: a script of the prompt: one command a line, from '#' on a comment.
 *
 * Shape   all lines are looked at before the first one is done: a word that is no command, or too few words after one,
 *         is an error, and nothing is done. A line that is refused while it is done ends the script. */
#ifndef SUITE_PROMPT_SCRIPT_H
#define SUITE_PROMPT_SCRIPT_H

#include "suite/prompt/prompt.h"

#define SCRIPT_ERROR_MAX 240

void script_run(struct prompt *prompt);
/* Whether the text is a script; else a sentence with the file's name and the line. */
enum err script_check(const char *name, const char *text, size_t size,
                      char error[SCRIPT_ERROR_MAX]) MUST_CHECK;

#endif
