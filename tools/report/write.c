#include "tools/report/write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool complain(const char *file, char *error, size_t error_size)
{
    snprintf(error, error_size, "%s: %s", file, strerror(errno));
    return false;
}

static bool write_stream(FILE *stream, const void *bytes, size_t size)
{
    const bool good = fwrite(bytes, 1, size, stream) == size;

    return fflush(stream) == 0 && good;
}

/* Beside the file that a link names, not beside the link. */
static bool write_beside(const char *file, const void *bytes, size_t size)
{
    char *const target = realpath(file, NULL); /* null: there is no such file yet */
    char part[4096];
    const size_t used = (size_t)snprintf(part, sizeof(part), "%s.part", target ? target : file);
    FILE *const stream = used < sizeof(part) ? fopen(part, "w") : NULL;
    bool good = stream && write_stream(stream, bytes, size);

    if (stream && fclose(stream) != 0)
        good = false;
    good = good && rename(part, target ? target : file) == 0;
    if (!good && stream) {
        const int why = errno;

        unlink(part);
        errno = why;
    }
    free(target);
    return good;
}

bool write_document(const char *file, const void *bytes, size_t size, char *error,
                    size_t error_size)
{
    struct stat there;
    FILE *stream;

    if (strcmp(file, "-") == 0)
        return write_stream(stdout, bytes, size) || complain("standard output", error, error_size);
    if (stat(file, &there) != 0 || S_ISREG(there.st_mode))
        return write_beside(file, bytes, size) || complain(file, error, error_size);
    stream = fopen(file, "w");
    if (!stream)
        return complain(file, error, error_size);
    bool good = write_stream(stream, bytes, size) || complain(file, error, error_size);
    if (fclose(stream) != 0 && good)
        good = complain(file, error, error_size);
    return good;
}

/* What XML 1.0 allows: not the control characters but three, not U+FFFE and U+FFFF. The text is UTF-8. */
static size_t forbidden(const unsigned char *c)
{
    if (*c < 0x20)
        return *c != '\t' && *c != '\n' && *c != '\r';
    return c[0] == 0xef && c[1] == 0xbf && (c[2] == 0xbe || c[2] == 0xbf) ? 3 : 0;
}

char *xml_text(const char *text)
{
    const size_t size = text ? strlen(text) : 0;
    char *const copy = malloc(3 * size + 1), *to = copy;

    if (!copy) {
        fputs("barecard report: out of memory\n", stderr);
        exit(2);
    }
    for (size_t i = 0; i < size;) {
        const size_t bad = forbidden((const unsigned char *)text + i);

        if (bad)
            to = mempcpy(to, "\xef\xbf\xbd", 3);
        else
            *to++ = text[i];
        i += bad ? bad : 1;
    }
    *to = '\0';
    return copy;
}

void print_safe(FILE *to, const char *text)
{
    const unsigned char *c = (const unsigned char *)text;

    for (; *c; c++)
        if (*c < 0x20 || *c == 0x7f)
            fprintf(to, "\\x%02x", *c);
        else if (c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
            fprintf(to, "\\x%02x", *++c);
        else
            fputc(*c, to);
}
