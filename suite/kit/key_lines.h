/* suite/kit/key_lines.h: a text of "key=value" lines and "#" comments, cut into its lines.
 *
 * Shape   pure; blanks around a key and a value do not count, the mark that some editors put at the start neither.
 * Errors  key_lines_parse: ERR_CONFIG and a sentence that names file and line, or the error of `take`, which ends it. */
#ifndef SUITE_KIT_KEY_LINES_H
#define SUITE_KIT_KEY_LINES_H

#include <stdint.h>

#include "engines/text.h"
#include "hw/err.h"

#define LINES_KEY_MAX   32
#define LINES_VALUE_MAX 128

typedef enum err key_lines_take(void *opaque, unsigned number, const char *key, const char *value);

enum err key_lines_parse(const char *file, const char *text, size_t size, size_t most,
                         key_lines_take *take, void *opaque, char *error,
                         size_t error_size) MUST_CHECK;

/* Decimal, or hexadecimal with 0x, up to its end, a dash or a comma, which the pointer that comes back stands at; null: no
 * number, or above 2^48, which no memory of any card reaches. */
const char *line_number(const char *text, uint64_t *out);

#endif
