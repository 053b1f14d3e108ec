/* efi/new_file.h: a file that takes the place of an older one of its name only when it is whole.
 *
 * Shape   new_file_begin moves the older file aside: its name then ends in `.was`. new_file_end deletes it, new_file_undo
 *         puts it back. A hang or a power cut leaves both: under the name what the new file had got so far, because that
 *         says how far the run came, and the older one aside. There it stays until a new one is whole.
 *         The ending is no longer than those of the files that we write, so the folder needs no room for the new name,
 *         which a full volume would not have; EDK2's FAT driver loses a file whose new name does not fit.
 * Errors  ERR_RIG. After a failed begin the file is what it was; after a failed write it is, once new_file_undo is done. */
#ifndef EFI_NEW_FILE_H
#define EFI_NEW_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "efi/uefi.h"
#include "hw/err.h"

#define NEW_FILE_NAME_MAX 64 /* characters, with the backslash and the 0 at the end */

struct new_file {
    EFI_FILE_HANDLE root;
    EFI_FILE_HANDLE file; /* null: not open */
    bool older;           /* there is one aside */
    CHAR16 name[NEW_FILE_NAME_MAX];
};

/* An empty file in the root of the volume. One that is open must have been ended before. */
enum err new_file_begin(struct new_file *file, EFI_FILE_HANDLE root, const CHAR16 *name) MUST_CHECK;
/* On the medium when it returns. */
enum err new_file_write(struct new_file *file, const char *bytes, size_t size) MUST_CHECK;
/* The new file is complete: the older one goes. Does nothing if no file is open. */
void new_file_end(struct new_file *file);
/* It is deleted. Nothing, if it is not open. */
void new_file_undo(struct new_file *file);

#endif
