/* suite/run/options.h: a configuration from the words that an image is started with.
 *
 * Shape   pure. "suite=vm label=SN-4711" becomes a line for each word, for config_parse. A machine's boot menu and
 *         other programs may hand over anything: bytes that are no text, or a text without any KEY=VALUE, are not
 *         meant for Barecard. Shells put the program's own name in front, which is dropped.
 * Source  UEFI 2.10 §9.1 (LoadOptions has no form of its own). */
#ifndef SUITE_RUN_OPTIONS_H
#define SUITE_RUN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* Letters of one byte each, or of two with a zero as the second. false: nothing for Barecard, or `out` is too
 * small. */
bool options_text(const void *options, size_t size, char *out, size_t out_size);

#endif
