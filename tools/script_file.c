#include "tools/script_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool script_file(struct script_file *out, const char *name, char error[SCRIPT_ERROR_MAX])
{
    FILE *const file = fopen(name, "rb");
    const size_t size = file ? fread(out->text, 1, sizeof(out->text), file) : 0;
    const bool unread = !file || ferror(file);

    if (unread)
        snprintf(error, SCRIPT_ERROR_MAX, "%s: %s", name, strerror(errno));
    else if (size > PROMPT_SCRIPT_MAX)
        snprintf(error, SCRIPT_ERROR_MAX, "%s: larger than %u bytes", name, PROMPT_SCRIPT_MAX);
    if (file)
        fclose(file);
    if (unread || size > PROMPT_SCRIPT_MAX)
        return false;
    out->script = (struct run_script){ .name = name, .text = out->text, .size = size };
    return script_check(name, out->text, size, error) == OK;
}
