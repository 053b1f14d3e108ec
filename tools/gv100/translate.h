/* tools/gv100/translate.h: the answer of `barecard translate` to one line about GV100; docs/host-command.md describes
 * it. */
#ifndef TOOLS_GV100_TRANSLATE_H
#define TOOLS_GV100_TRANSLATE_H

#include "mmu/gv100/walk.h"
#include "tools/filter.h"
#include "tools/toolkit.h"

struct gv100_translate_options {
    struct gmmu gmmu;
    bool explain;
};

answer_line gv100_translate_answer; /* context: struct gv100_translate_options */

/* All lines of standard input; gives the exit status. */
int gv100_translate(const struct toolkit_dump *dump);

/* "vid:0x1000": 4 KiB aligned, below 40 bits. False: *why names the mistake. */
bool gv100_parse_instance(struct word word, linear_addr *instance, const char **why);
/* "-" or 0 to 63. */
bool gv100_parse_veid(struct word word, int *veid);

/* The steps of an answer, each with its level, index, address, entry and meaning. */
void gv100_explain(const struct gmmu_access *access, const struct gmmu_result *result,
                   struct out *out);

#endif
