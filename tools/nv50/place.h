/* tools/nv50/place.h: the answer of `barecard place` to one line; docs/host-command.md describes
 * it. */
#ifndef TOOLS_NV50_PLACE_H
#define TOOLS_NV50_PLACE_H

#include "tools/filter.h"

struct place_options {
    bool explain;
};

answer_line place_answer; /* context: struct place_options */

#endif
