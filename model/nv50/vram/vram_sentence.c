#include "model/nv50/vram/vram_sentence.h"

#include <stdarg.h>
#include <stdio.h>

void sentence_add(struct sentence *sentence, const char *format, ...)
{
    if (sentence->used >= sentence->size) {
        sentence->used++;
        return;
    }
    va_list list;
    va_start(list, format);
    const int length =
        vsnprintf(sentence->text + sentence->used, sentence->size - sentence->used, format, list);
    va_end(list);
    if (length > 0)
        sentence->used += (size_t)length;
}
