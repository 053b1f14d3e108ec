/* tools/script_file.h: a script of the prompt from a disk (suite/prompt/script.h).
 *
 * Errors  false, and a sentence that names the file and the line. */
#ifndef TOOLS_SCRIPT_FILE_H
#define TOOLS_SCRIPT_FILE_H

#include <stdbool.h>

#include "suite/prompt/script.h"
#include "suite/run/run.h"

struct script_file {
    struct run_script script; /* of `text` */
    char text[PROMPT_SCRIPT_MAX + 1];
};

bool script_file(struct script_file *out, const char *name, char error[SCRIPT_ERROR_MAX]);

#endif
