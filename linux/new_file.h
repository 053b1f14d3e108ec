/* linux/new_file.h: a file that takes the place of an older one of its name only when it is whole, as on a stick
 * (efi/new_file.h): the older one lies aside meanwhile, its name ending in `.was`.
 *
 * Shape   may lie in memory that processes share: one that has not opened the file opens it again to write after what it
 *         has.
 * Errors  false, and errno says why. After a failed begin the file is what it was; after a failed write it is, once
 *         new_file_undo is done. */
#ifndef LINUX_NEW_FILE_H
#define LINUX_NEW_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define NEW_FILE_NAME_MAX 64

struct new_file {
    const char *folder; /* null: not open */
    char name[NEW_FILE_NAME_MAX];
    int file;
    pid_t opener;
    bool older; /* there is one aside */
};

bool new_file_begin(struct new_file *file, const char *folder, const char *name)
    __attribute__((warn_unused_result));
bool new_file_write(struct new_file *file, const char *bytes, size_t size)
    __attribute__((warn_unused_result));
/* The new file is complete: the older one goes. Does nothing if no file is open. */
void new_file_end(struct new_file *file);
/* It is deleted. Nothing, if it is not open. */
void new_file_undo(struct new_file *file);

/* All of it, also after a signal, which ends a write early. */
bool write_all(int file, const char *bytes, size_t size) __attribute__((warn_unused_result));

#endif
