/* suite/prompt/family.h: a family's part of the prompt, which knows no family itself.
 *
 * Shape   a struct prompt_family is named by the family's suite. Each command gets the words of its line, which the table
 *         of commands has counted, prints its findings with prompt_say and friends (prompt.h), and keeps its state from
 *         one line to the next in prompt->state, PROMPT_STATE_MAX bytes that are zeros at first.
 * Errors  a line that cannot be done is refused with prompt_refuse. */
#ifndef SUITE_PROMPT_FAMILY_H
#define SUITE_PROMPT_FAMILY_H

#include "mmu/registers.h"
#include "suite/prompt/words.h"

struct prompt;

typedef void prompt_do(struct prompt *prompt, const struct words *words);

struct prompt_family {
    const struct register_map *registers;

    const char *experiments; /* a harmless script of questions that no source settles */

    prompt_do *channel;
    prompt_do *page;
    prompt_do *translate;
    prompt_do *map;
    prompt_do *object;
    prompt_do *method;
    prompt_do *flush;
    prompt_do *fault;
    /* The card is about to be given back, or a test of the suite runs: stops the engines that the commands above have
     * started. Called with a deadline of its own; prompt->state is zeros afterwards. */
    void (*close)(struct prompt *prompt);
};

#endif
