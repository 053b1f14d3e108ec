#include "suite/run/options.h"

#include <stdint.h>

#include "engines/text.h"

/* UEFI's characters have two bytes. */
static bool is_wide(const uint8_t *bytes, size_t size)
{
    for (size_t i = 1; i < size; i += 2)
        if (bytes[i])
            return false;
    return size >= 2 && size % 2 == 0;
}

static bool is_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

bool options_text(const void *options, size_t size, char *out, size_t out_size)
{
    const uint8_t *const bytes = options;
    const size_t step = is_wide(bytes, size) ? 2 : 1;
    struct text text = text_in(out, out_size);
    bool named = false; /* a word has a '=' */
    size_t word = 0;    /* where the word in hand begins in `out` */

    for (size_t i = 0; i < size && bytes[i]; i += step) {
        if (!is_blank(bytes[i]) && (bytes[i] < ' ' || bytes[i] > '~'))
            return false;
        if (!is_blank(bytes[i])) {
            named |= bytes[i] == '=';
            text_char(&text, (char)bytes[i]);
        } else if (text.used > word) {
            if (word || named)
                text_char(&text, '\n');
            else
                text.used = 0; /* the program's name */
            word = text.used;
        }
    }
    text.chars[text.used] = '\0';
    return named && !text.cut;
}
