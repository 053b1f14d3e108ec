#include "linux/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "linux/files.h"

bool write_all(int file, const char *bytes, size_t size)
{
    while (size) {
        const ssize_t written = write(file, bytes, size);

        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        }
    }
    return true;
}

/* Its own path and that of the older one. */
static bool paths_of(const struct new_file *file, char path[FILE_PATH_MAX],
                     char aside[FILE_PATH_MAX])
{
    const char *const dot = strrchr(file->name, '.');
    const int length = (int)(dot ? (size_t)(dot - file->name) : strlen(file->name));

    return file_path(path, file->folder, "%s", file->name) &&
           file_path(aside, file->folder, "%.*s.was", length, file->name);
}

static void move_back(const struct new_file *file)
{
    char path[FILE_PATH_MAX], aside[FILE_PATH_MAX];

    if (!paths_of(file, path, aside))
        return;
    if (file->older)
        (void)rename(aside, path);
    else
        unlink(path);
}

/* If an older file is aside already, the file of this name is a newer one that the machine's death has left unfinished. */
bool new_file_begin(struct new_file *file, const char *folder, const char *name)
{
    char path[FILE_PATH_MAX], aside[FILE_PATH_MAX];

    *file = (struct new_file){ .folder = folder, .file = -1, .opener = getpid() };
    snprintf(file->name, sizeof(file->name), "%s", name);
    if (!folder || !paths_of(file, path, aside)) {
        file->folder = NULL;
        return false;
    }
    file->older = access(aside, F_OK) == 0 || rename(path, aside) == 0;
    if (file->older || errno == ENOENT)
        file->file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file->file >= 0)
        return true;
    const int why = errno;

    if (file->older)
        move_back(file);
    file->folder = NULL;
    errno = why;
    return false;
}

bool new_file_write(struct new_file *file, const char *bytes, size_t size)
{
    char path[FILE_PATH_MAX], aside[FILE_PATH_MAX];

    if (!file->folder)
        return false;
    if (file->opener != getpid() && paths_of(file, path, aside)) {
        file->file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
        file->opener = getpid();
    }
    return file->file >= 0 && write_all(file->file, bytes, size);
}

static void close_file(struct new_file *file)
{
    if (file->file >= 0 && file->opener == getpid())
        close(file->file);
    file->file = -1;
}

void new_file_end(struct new_file *file)
{
    char path[FILE_PATH_MAX], aside[FILE_PATH_MAX];

    if (!file->folder)
        return;
    close_file(file);
    if (file->older && paths_of(file, path, aside))
        unlink(aside);
    file->folder = NULL;
}

void new_file_undo(struct new_file *file)
{
    if (!file->folder)
        return;
    close_file(file);
    move_back(file);
    file->folder = NULL;
}
