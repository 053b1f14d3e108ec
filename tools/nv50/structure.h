/* tools/nv50/structure.h: `barecard decode` and `encode` without their command lines.
 *
 * Errors  "error: ..." on the output in place of the line; gives false. */
#ifndef TOOLS_NV50_STRUCTURE_H
#define TOOLS_NV50_STRUCTURE_H

#include <stdbool.h>

#include "hw/nv50/chip.h"
#include "hw/nv50/fields.h"
#include "tools/out.h"

const struct structure *structure_named(const char *name);

/* One line for each structure; `words` are arguments like "0x12345009". */
bool decode_words(const struct structure *s, const struct nv50_chip *chip, int count, char **words,
                  struct out *out);
/* The words of one structure; `pairs` are arguments like "target=VRAM". */
bool encode_pairs(const struct structure *s, const struct nv50_chip *chip, int count, char **pairs,
                  struct out *out);

/* Both commands' arguments: KIND, --chipset, the rest. Below 0: go on; else the exit status. */
struct structure_arguments {
    const struct structure *structure;
    const struct nv50_chip *chip;
    int count;
    char **rest;
};

int structure_parse(int argc, char **argv, const char *help, struct structure_arguments *out);

#endif
