/* suite/run/config.h: \barecard.cfg, "key=value" lines and "#" comments.
 *
 * Shape   pure: bytes in, struct out.
 * Errors  config_parse: ERR_CONFIG, and a sentence with file, line, value and what is allowed; the
 *         struct is then as it was before the call. */
#ifndef TESTS_RUN_CONFIG_H
#define TESTS_RUN_CONFIG_H

#include <stddef.h>

#include "hw/err.h"
#include "suite/kit/settings.h"

#define CONFIG_MAX_BYTES 4096
#define CONFIG_ERROR_MAX 320

/* The name of a key, by its index; null past the last one. */
const char *config_key(unsigned index);
void config_defaults(struct run_config *config);
enum err config_parse(struct run_config *config, const char *file, const char *text, size_t size,
                      char error[CONFIG_ERROR_MAX]) MUST_CHECK;

#endif
