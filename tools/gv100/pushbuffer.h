/* tools/gv100/pushbuffer.h: `barecard decode pushbuffer`: a line for each entry of a push buffer, and for each
 * method that it makes. */
#ifndef TOOLS_GV100_PUSHBUFFER_H
#define TOOLS_GV100_PUSHBUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/out.h"

/* `at` is the byte offset of the first word. False: the last line is an error. */
bool gv100_decode_pushbuffer(const uint32_t *words, uint64_t count, uint64_t at, struct out *out);

#endif
