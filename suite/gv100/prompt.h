/* suite/gv100/prompt.h: the prompt's commands for a GV100. */
#ifndef SUITE_GV100_PROMPT_H
#define SUITE_GV100_PROMPT_H

#include "suite/prompt/family.h"

extern const struct prompt_family gv100_prompt;

#endif
