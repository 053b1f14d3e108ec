/* tools/bar0.h: a dump of a card's registers, as people make them.
 *
 * Shape   a file is one of:
 *           raw    BAR0 from its start: dd of sysfs' resource0. Holes of the file are places that were not read
 *           text   ADDRESS: WORD..., hexadecimal: nvapeek; or LABEL ADDRESS WORD, with 0x. Other lines are passed over, and
 *                  counted
 *           JSON   at any depth objects with "offset" (or "addr", "address") and "value" (or "hex"), or with members
 *                  "ADDRESS": "WORD", with 0x
 *         Words of 32 bits, little endian in a raw file.
 * Errors  a sentence in `why` that names the file and its fault. */
#ifndef TOOLS_BAR0_H
#define TOOLS_BAR0_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/image.h"

#define BAR0_BYTES (16u << 20)

struct bar0 {
    uint32_t *words;  /* BAR0_BYTES / 4; 0 where none was read */
    uint8_t *present; /* a bit each */
    uint32_t count;   /* words that were read */
    uint32_t passed;  /* lines of text that are none */
    bool raw;
};

bool bar0_load(const char *name, struct bar0 *out, char why[IMAGE_WHY]);
void bar0_close(struct bar0 *dump);

/* False: it was not read. */
bool bar0_word(const struct bar0 *dump, uint32_t at, uint32_t *word);
/* The VRAM that the window at 0x700000 shows, from its start to the first word that was not read: mapped memory, and where
 * in VRAM it lies. */
bool bar0_window(const struct bar0 *dump, struct image *out, const char *name, char why[IMAGE_WHY]);

#endif
