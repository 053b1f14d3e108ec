#include "tools/report/write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/save.h"

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

bool write_document(const char *file, const void *bytes, size_t size, char *error,
                    size_t error_size)
{
    struct save save;

    if (strcmp(file, "-") == 0)
        return write_stream(stdout, bytes, size) || complain("standard output", error, error_size);
    return (save_open(&save, file) && save_close(&save, write_stream(save.stream, bytes, size))) ||
           complain(file, error, error_size);
}

/* Characters that XML 1.0 forbids, all control characters but three, U+FFFE and U+FFFF; and those that it discourages,
 * DEL and the controls of C1, since a document may be printed on a terminal. The text is UTF-8. */
static size_t forbidden(const unsigned char *c)
{
    if (*c < 0x20)
        return *c != '\t' && *c != '\n' && *c != '\r';
    if (*c == 0x7f)
        return 1;
    if (c[0] == 0xc2 && c[1] < 0xa0)
        return 2;
    return c[0] == 0xef && c[1] == 0xbf && (c[2] == 0xbe || c[2] == 0xbf) ? 3 : 0;
}

/* Three bytes for each, because U+FFFD takes three in UTF-8. */
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
