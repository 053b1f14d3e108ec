#include "efi/script_file.h"

#define FOLDER "experiments/" /* where the stick has those that are shipped */

_Static_assert(SCRIPT_ERROR_MAX <= CONFIG_ERROR_MAX,
               "both errors are one to the person at the rig");

void script_file_read(struct script_file *file, const struct folder *folder, const char *name,
                      char error[CONFIG_ERROR_MAX])
{
    char path[sizeof(FOLDER) + CONFIG_SCRIPT_MAX];
    struct text text = text_in(path, sizeof(path));
    size_t length = 0;

    file->script = (struct run_script){ 0 };
    if (name[0] == '\0')
        return;
    text_format(&text, FOLDER "%s", name);
    if (folder->read(folder->opaque, name, file->text, sizeof(file->text), &length) != OK &&
        folder->read(folder->opaque, path, file->text, sizeof(file->text), &length) != OK &&
        !folder_take(folder, "script", name, file->text, sizeof(file->text), &length, error))
        return;
    if (script_check(name, file->text, length, error) != OK)
        return;
    file->script = (struct run_script){ .name = name, .text = file->text, .size = length };
}

const struct run_script *script_file_loaded(const struct script_file *file)
{
    return file->script.text != NULL ? &file->script : NULL;
}
