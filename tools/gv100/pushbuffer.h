/* tools/gv100/pushbuffer.h: `barecard decode pushbuffer`: a line for each entry of a push buffer, and for each
 * method that it makes. */
#ifndef TOOLS_GV100_PUSHBUFFER_H
#define TOOLS_GV100_PUSHBUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/out.h"
#include "tools/toolkit.h"

/* False: the last line is an error. */
bool gv100_decode_pushbuffer(const struct toolkit_words *stream, struct out *out);

#endif
