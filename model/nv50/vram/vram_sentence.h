/* model/nv50/vram/vram_sentence.h: an error sentence put together in the caller's buffer.
 *
 * Shape   `used` is 0 as long as there is no sentence; text that does not fit is dropped.
 * Units   size counts the terminator. */
#ifndef MODEL_NV50_VRAM_VRAM_SENTENCE_H
#define MODEL_NV50_VRAM_VRAM_SENTENCE_H

#include <stddef.h>

struct sentence {
    char *text;
    size_t size, used;
};

void sentence_add(struct sentence *sentence, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
