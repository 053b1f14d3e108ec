/* suite/run/config.h: \barecard.cfg, "key=value" lines and "#" comments.
 *
 * Shape   pure: bytes in, struct out.
 * Errors  config_parse: ERR_CONFIG, and a sentence with file, line, value and the allowed values;
 *         the struct is then unchanged. */
#ifndef SUITE_RUN_CONFIG_H
#define SUITE_RUN_CONFIG_H

#include <stddef.h>

#include "engines/text.h"
#include "hw/err.h"
#include "suite/kit/settings.h"

#define CONFIG_MAX_BYTES 4096
#define CONFIG_ERROR_MAX 320

void config_defaults(struct run_config *config);
/* All keys in their order; null past the last one. The values of each, "off, vbios, regs or all", and its default;
 * empty: no value. */
const char *config_key(unsigned index);
const char *config_key_word(unsigned index,
                            unsigned number); /* those allowed; null past the last */
void config_key_words(unsigned index, struct text *allowed, struct text *usual);
/* One key. ERR_CONFIG, and a sentence with key, value and the allowed values. */
enum err config_set(struct run_config *config, const char *name, const char *value,
                    struct text *error) MUST_CHECK;
enum err config_parse(struct run_config *config, const char *file, const char *text, size_t size,
                      char error[CONFIG_ERROR_MAX]) MUST_CHECK;

#endif
