/* tools/nv50/shader.h: `barecard decode shader`.
 *
 * Errors  a last line `error: ...`; gives false. */
#ifndef TOOLS_NV50_SHADER_H
#define TOOLS_NV50_SHADER_H

#include "tools/toolkit.h"

/* A line for each instruction: its byte offset, its words, and how envytools' assembler writes it. */
bool nv50_decode_shader(const struct toolkit_words *words, struct out *out);

#endif
