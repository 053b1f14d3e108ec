#include "efi/script_file.h"

_Static_assert(SCRIPT_ERROR_MAX <= CONFIG_ERROR_MAX,
               "both errors are one to the person at the rig");

void script_file_read(struct script_file *file, const struct place *place, const char *name,
                      char error[CONFIG_ERROR_MAX])
{
    size_t length = 0;

    file->script = (struct run_script){ 0 };
    if (name[0] == '\0' ||
        !place_take(place, "script", name, file->text, sizeof(file->text), &length, error) ||
        script_check(name, file->text, length, error) != OK)
        return;
    file->script = (struct run_script){ .name = name, .text = file->text, .size = length };
}

const struct run_script *script_file_loaded(const struct script_file *file)
{
    return file->script.text != NULL ? &file->script : NULL;
}
