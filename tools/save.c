#include "tools/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder of a file, to be freed: "." where the name has none. */
static char *folder_of(const char *file)
{
    const char *const slash = strrchr(file, '/');

    return !slash ? strdup(".") : strndup(file, slash == file ? 1 : (size_t)(slash - file));
}

static const char *last_part(const char *file)
{
    const char *const slash = strrchr(file, '/');

    return slash ? slash + 1 : file;
}

/* The mode that open() would give a new file. */
static mode_t new_mode(void)
{
    const mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

/* mkostemp opens exclusively, so that no other file and no link there is written over. */
static FILE *open_part(struct save *save, mode_t mode)
{
    char *const folder = folder_of(save->target);
    const bool named = folder && asprintf(&save->part, "%s/.barecard-XXXXXX", folder) > 0;
    const int fd = named ? mkostemp(save->part, O_CLOEXEC) : -1;
    FILE *stream = fd < 0 || fchmod(fd, mode) != 0 ? NULL : fdopen(fd, "w");

    if (fd >= 0 && !stream) {
        const int why = errno;

        close(fd);
        unlink(save->part);
        errno = why;
    }
    free(folder);
    return stream;
}

static void forget(struct save *save)
{
    const int why = errno;

    free(save->target);
    free(save->part);
    *save = (struct save){ 0 };
    errno = why;
}

bool save_open(struct save *save, const char *file)
{
    struct stat there;
    const bool exists = stat(file, &there) == 0;

    *save = (struct save){ 0 };
    if (exists && !S_ISREG(there.st_mode)) {
        save->stream = fopen(file, "we");
    } else {
        save->target = exists ? realpath(file, NULL) : strdup(file);
        save->stream =
            save->target ? open_part(save, exists ? there.st_mode & 07777 : new_mode()) : NULL;
    }
    if (!save->stream)
        forget(save);
    return save->stream;
}

/* The first error is kept, because later ones follow from it; only a whole file replaces the old
 * one. */
bool save_close(struct save *save, bool good)
{
    int why = errno;

    if (fflush(save->stream) != 0 || ferror(save->stream)) {
        why = good ? errno : why;
        good = false;
    }
    if (fclose(save->stream) != 0 && good) {
        why = errno;
        good = false;
    }
    if (good && save->part && rename(save->part, save->target) != 0) {
        why = errno;
        good = false;
    }
    if (!good && save->part)
        unlink(save->part);
    errno = why;
    forget(save);
    return good;
}

static bool is_one_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool save_would_replace(const char *output, const struct stat *input)
{
    struct stat there;

    return stat(output, &there) == 0 && S_ISREG(there.st_mode) && is_one_file(&there, input);
}

bool save_is_same(const char *a, const char *b)
{
    struct stat at_a, at_b;
    const bool has_a = stat(a, &at_a) == 0, has_b = stat(b, &at_b) == 0;

    if (strcmp(a, b) == 0)
        return !has_a || S_ISREG(at_a.st_mode);
    if (has_a || has_b)
        return has_a && has_b && S_ISREG(at_a.st_mode) && is_one_file(&at_a, &at_b);
    char *const folder_a = folder_of(a), *const folder_b = folder_of(b);
    const bool same = folder_a && folder_b && stat(folder_a, &at_a) == 0 &&
                      stat(folder_b, &at_b) == 0 && is_one_file(&at_a, &at_b) &&
                      strcmp(last_part(a), last_part(b)) == 0;

    free(folder_a);
    free(folder_b);
    return same;
}
