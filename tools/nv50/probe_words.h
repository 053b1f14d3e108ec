/* tools/nv50/probe_words.h: the registers of mode=probe in words. */
#ifndef TOOLS_NV50_PROBE_WORDS_H
#define TOOLS_NV50_PROBE_WORDS_H

#include <stddef.h>
#include <stdint.h>

/* As struct toolkit's probe_words. */
void nv50_probe_words(const char *name, unsigned index, uint32_t word, char *out, size_t size);

#endif
