/* suite/gv100/prompt.h: what the prompt can do with a GV100. */
#ifndef SUITE_GV100_PROMPT_H
#define SUITE_GV100_PROMPT_H

#include "suite/prompt/family.h"

extern const struct prompt_family gv100_prompt;

#endif
