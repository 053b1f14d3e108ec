/* tools/structure.h: `barecard decode` and `encode` without their command lines.
 *
 * Errors  "error: ..." on the output in place of the line; gives false. */
#ifndef TOOLS_STRUCTURE_H
#define TOOLS_STRUCTURE_H

#include <stdbool.h>

#include "hw/chip.h"
#include "hw/fields.h"
#include "tools/out.h"
#include "tools/toolkit.h"

/* One line for each structure; `words` are arguments like "0x12345009". */
bool decode_words(const struct structure *s, const struct chip *chip, int count, char **words,
                  struct out *out);
/* The words of one structure; `pairs` are arguments like "target=VRAM". */
bool encode_pairs(const struct structure *s, const struct chip *chip, int count, char **pairs,
                  struct out *out);

/* Both commands' arguments: KIND, --chipset, for decode --file, --at, --count, --check and --program, and
 * the rest. */
struct structure_arguments {
    const struct toolkit *toolkit;
    const struct chip *chip;
    const struct structure *structure; /* null: it is a stream, or registers */
    const struct toolkit_stream *stream;
    bool registers;      /* neither: pairs of a register and its value */
    const char *file;    /* null: the words are arguments */
    uint64_t at;         /* bytes into the file */
    uint64_t most;       /* structures, or words of a stream; 0: all */
    bool check;          /* --check */
    const char *program; /* --program; null: not given */
    int count;
    char **rest;
};

/* `files`: whether --file and its like are taken. Below 0: go on; else the exit status. */
int structure_parse(int argc, char **argv, const char *help, bool files,
                    struct structure_arguments *out);

#endif
