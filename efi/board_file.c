#include "efi/board_file.h"

_Static_assert(EXPECT_ERROR_MAX <= CONFIG_ERROR_MAX,
               "both errors are one to the person at the rig");

static void complain(const struct place *place, const char *name, enum err e,
                     char error[CONFIG_ERROR_MAX])
{
    struct text text = text_in(error, CONFIG_ERROR_MAX);

    text_format(&text, "expect=%s: ", name);
    place->words(place->opaque, name, &text);
    if (e == ERR_NOT_FOUND)
        text_string(&text, " is not there");
    else if (e == ERR_RANGE)
        text_format(&text, " is larger than %u bytes", EXPECT_MAX_BYTES);
    else
        text_string(&text, e == ERR_TIMEOUT ? ": the server does not answer" : " cannot be read");
}

void board_file_read(struct board_file *file, const struct place *place, const char *name,
                     char error[CONFIG_ERROR_MAX])
{
    size_t length = 0;

    file->loaded = false;
    if (name[0] == '\0')
        return;
    const enum err e = place->read(place->opaque, name, file->text, sizeof(file->text), &length);

    if (e != OK)
        complain(place, name, e, error);
    else
        file->loaded = expect_parse(&file->expected, name, file->text, length, error) == OK;
}

const struct expectations *board_file_loaded(const struct board_file *file)
{
    return file->loaded ? &file->expected : NULL;
}
