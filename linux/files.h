/* linux/files.h: small files of the kernel's (sysfs, procfs), and where they are.
 *
 * Shape   paths are made by a format, below the root that `roots` has for them, so that tests lay out a machine in a
 *         folder of their own.
 * Errors  file_read: below 0 where there is no such file; file_write: 0, or an errno. */
#ifndef LINUX_FILES_H
#define LINUX_FILES_H

#include <stdbool.h>
#include <stddef.h>

#define FILE_PATH_MAX 512

struct roots {
    const char *sys, *proc, *dev;
    const char *run; /* for files that must not outlive this boot of the machine */
    const char *lib; /* for files that must */
};

extern const struct roots linux_roots;

/* A path; false: it is too long, and then empty. */
bool file_path(char path[FILE_PATH_MAX], const char *root, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The text of the file, without the line's end, cut to `size`; returns its length. */
int file_read(char *out, size_t size, const char *root, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int file_write(const char *text, const char *root, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool file_there(const char *root, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The last part of where a symbolic link leads; empty, and false, where there is none. */
bool file_link(char *out, size_t size, const char *root, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
