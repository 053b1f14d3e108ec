/* tools/nv50/translate.h: the answer of `barecard translate` to one line; docs/host-command.md
 * describes it. */
#ifndef TOOLS_NV50_TRANSLATE_H
#define TOOLS_NV50_TRANSLATE_H

#include "mmu/nv50/translate.h"
#include "tools/filter.h"
#include "tools/toolkit.h"

struct translate_options {
    struct mmu mmu;
    bool explain;
};

answer_line translate_answer; /* context: struct translate_options */

/* All lines of standard input; gives the exit status. */
int nv50_translate(const struct toolkit_dump *dump);

#endif
