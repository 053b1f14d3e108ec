/* efi/folder.h: a folder that files are read from: the stick, or where a server keeps the image.
 *
 * Errors  read: ERR_NOT_FOUND if there is no such file, ERR_RANGE if it is larger than the buffer, ERR_TIMEOUT if
 *         the server does not answer, else ERR_RIG. */
#ifndef EFI_FOLDER_H
#define EFI_FOLDER_H

#include "efi/network.h"
#include "efi/stick.h"
#include "engines/text.h"
#include "suite/run/config.h"

struct folder {
    void *opaque;
    enum err (*read)(void *opaque, const char *name, char *bytes, size_t size,
                     size_t *length) MUST_CHECK;
    /* The file as a person knows it: its name, or its URL. */
    void (*words)(void *opaque, const char *name, struct text *words);
};

/* A file that a key of the configuration names, of at most `size` - 1 bytes. False: `error` says why it is not there. */
bool folder_take(const struct folder *folder, const char *key, const char *name, char *bytes,
                 size_t size, size_t *length, char error[CONFIG_ERROR_MAX]);

struct folder stick_folder(struct stick *stick);
/* The folder that the image came from. */
struct folder server_folder(struct network *network);

#endif
