/* tools/gv100/runlist.h: `barecard decode runlist --check`: the scheduler's judgement of a
 * runlist. */
#ifndef TOOLS_GV100_RUNLIST_H
#define TOOLS_GV100_RUNLIST_H

#include <stdint.h>

#include "hw/chip.h"
#include "tools/out.h"

/* `at` is the byte offset of the first word; where the list lies in memory is not known here. */
void gv100_check_runlist(const struct chip *chip, const uint32_t *words, uint64_t count,
                         uint64_t at, struct out *out);

#endif
