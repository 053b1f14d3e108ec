#include "efi/board_file.h"

_Static_assert(EXPECT_ERROR_MAX <= CONFIG_ERROR_MAX,
               "both errors are one to the person at the rig");

void board_file_read(struct board_file *file, const struct folder *folder, const char *name,
                     char error[CONFIG_ERROR_MAX])
{
    size_t length = 0;

    file->loaded = false;
    if (name[0] == '\0')
        return;
    file->loaded =
        folder_take(folder, "expect", name, file->text, sizeof(file->text), &length, error) &&
        expect_parse(&file->expected, name, file->text, length, error) == OK;
}

const struct expectations *board_file_loaded(const struct board_file *file)
{
    return file->loaded ? &file->expected : NULL;
}
