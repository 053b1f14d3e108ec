/* tools/save.h: how an output of the host command reaches its file: whole, or not at all.
 *
 * Shape   save_open makes a temporary file with a name of its own in the folder of the file; `stream` writes to it;
 *         save_close renames it, with the mode that the file had before. A link stays a link, its target is replaced.
 *         An output that is no regular file (a pipe, a terminal, /dev/full) is written directly.
 * Errors  false, and errno says why; the file is then as it was, and no temporary file is left. */
#ifndef TOOLS_SAVE_H
#define TOOLS_SAVE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

struct save {
    FILE *stream;
    char *target, *part; /* part null: written as it is */
};

bool save_open(struct save *save, const char *file) __attribute__((warn_unused_result));
/* With `good` false, for an output that failed, the file stays as it was and the answer is false. */
bool save_close(struct save *save, bool good) __attribute__((warn_unused_result));

/* Whether an output would replace this file, which was read. */
bool save_would_replace(const char *output, const struct stat *input);
/* Whether two outputs go to one place, be it there yet or not. Devices and pipes may be named twice. */
bool save_is_same(const char *a, const char *b);

#endif
