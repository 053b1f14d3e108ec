#include "linux/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const struct roots linux_roots = { .sys = "/sys",
                                   .proc = "/proc",
                                   .dev = "/dev",
                                   .run = "/run/barecard",
                                   .lib = "/var/lib/barecard" };

static bool path_of(char path[FILE_PATH_MAX], const char *root, const char *format, va_list list)
{
    char rest[FILE_PATH_MAX];
    const int made = vsnprintf(rest, sizeof(rest), format, list);

    return made >= 0 && made < FILE_PATH_MAX &&
           snprintf(path, FILE_PATH_MAX, "%s/%s", root, rest) < FILE_PATH_MAX;
}

#define PATH_IN(path, root, format)                                                                \
    char path[FILE_PATH_MAX];                                                                      \
    va_list list;                                                                                  \
                                                                                                   \
    va_start(list, format);                                                                        \
    const bool fits = path_of(path, root, format, list);                                           \
    va_end(list)

bool file_path(char path[FILE_PATH_MAX], const char *root, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const bool fits = path_of(path, root, format, list);
    va_end(list);
    if (!fits)
        path[0] = '\0';
    return fits;
}

int file_read(char *out, size_t size, const char *root, const char *format, ...)
{
    PATH_IN(path, root, format);
    const int file = fits ? open(path, O_RDONLY | O_CLOEXEC) : -1;

    out[0] = '\0';
    if (file < 0)
        return -1;
    ssize_t length = 0, more;
    while ((size_t)length < size - 1 &&
           (more = read(file, out + length, size - 1 - (size_t)length)) > 0)
        length += more;
    close(file);
    while (length > 0 && out[length - 1] == '\n')
        length--;
    out[length] = '\0';
    return (int)length;
}

int file_write(const char *text, const char *root, const char *format, ...)
{
    PATH_IN(path, root, format);
    const int file = fits ? open(path, O_WRONLY | O_CLOEXEC) : -1;

    if (file < 0)
        return fits ? errno : ENAMETOOLONG;
    const ssize_t written = write(file, text, strlen(text));
    const int error = written < 0 ? errno : 0;
    close(file);
    return error;
}

bool file_there(const char *root, const char *format, ...)
{
    PATH_IN(path, root, format);

    return fits && access(path, F_OK) == 0;
}

bool file_link(char *out, size_t size, const char *root, const char *format, ...)
{
    char target[FILE_PATH_MAX];
    PATH_IN(path, root, format);
    const ssize_t length = fits ? readlink(path, target, sizeof(target) - 1) : -1;

    out[0] = '\0';
    if (length <= 0)
        return false;
    target[length] = '\0';
    const char *const last = strrchr(target, '/');
    snprintf(out, size, "%s", last ? last + 1 : target);
    return true;
}
