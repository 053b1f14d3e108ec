/* suite/nv50/prompt.h: the prompt's commands for a card of NV50's family. */
#ifndef SUITE_NV50_PROMPT_H
#define SUITE_NV50_PROMPT_H

#include "suite/prompt/family.h"

extern const struct prompt_family nv50_prompt;

#endif
