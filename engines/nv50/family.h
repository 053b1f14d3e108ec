/* engines/nv50/family.h: the NV50 family, G80 to MCP89, as neutral code reaches it. */
#ifndef ENGINES_NV50_FAMILY_H
#define ENGINES_NV50_FAMILY_H

#include "engines/family.h"
#include "engines/nv50/identify.h"

extern const struct family nv50_family;

/* The memory configuration as nv50_family.memory has read it. */
const struct memory_config *nv50_memory(const struct card *card);

#endif
