/* tests/run/config.h: \barecard.cfg, "key=value" lines and "#" comments.
 *
 * Shape   pure: bytes in, struct out.
 * Errors  config_parse: ERR_CONFIG, and a sentence with file, line, value and what is allowed; the
 *         struct is then as it was before the call. */
#ifndef TESTS_RUN_CONFIG_H
#define TESTS_RUN_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/err.h"

#define CONFIG_MAX_BYTES 4096
#define CONFIG_SUITE_MAX 128
#define CONFIG_ERROR_MAX 160
#define RANGE_GRANULE    0x10000u

struct run_config {
    char suite[CONFIG_SUITE_MAX];  /* "default", "all", or name prefixes separated by commas */
    bool use_console;              /* console=use: test a card that drives the console too */
    bool risky;                    /* risky=1: tests that may hang silicon */
    bool model;                    /* device=model: the card is the device model */
    uint8_t chip_width;            /* bits of one memory chip: 16 or 32; 0: by RAM type */
    uint8_t max_temp;              /* degrees C at which the memory test pauses */
    bool has_part;                 /* the memory tests are limited to a partition: */
    uint8_t part;                  /* its ordinal */
    uint64_t range_from, range_to; /* bytes of VRAM, of RANGE_GRANULE, to exclusive; to 0: all */
    uint32_t seconds;              /* that a memory test may take; 0: as long as it needs */
    uint8_t hold;                  /* seconds that bit fade waits */
    uint32_t seed;                 /* of random data */
};

void config_defaults(struct run_config *config);
enum err config_parse(struct run_config *config, const char *file, const char *text, size_t size,
                      char error[CONFIG_ERROR_MAX]) MUST_CHECK;

#endif
