#include "tools/out.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void out_init(struct out *out, int fd)
{
    signal(SIGPIPE, SIG_IGN); /* so that write() says EPIPE */
    out->fd = fd;
    out->by_line = fd >= 0 && isatty(fd);
    out->used = 0;
}

static void write_failed(void)
{
    if (errno == EPIPE)
        _exit(0);
    fprintf(stderr, "barecard: cannot write: %s\n", strerror(errno));
    _exit(2);
}

void out_flush(struct out *out)
{
    size_t done = 0;

    while (out->fd >= 0 && done < out->used) {
        const ssize_t n = write(out->fd, out->bytes + done, out->used - done);

        if (n > 0)
            done += (size_t)n;
        else if (n < 0 && errno != EINTR)
            write_failed();
    }
    out->used = 0;
}

void out_bytes(struct out *out, const char *bytes, size_t length)
{
    while (length) {
        size_t part = sizeof(out->bytes) - out->used;

        if (!part) {
            out_flush(out);
            continue;
        }
        if (part > length)
            part = length;
        memcpy(out->bytes + out->used, bytes, part);
        out->used += part;
        bytes += part;
        length -= part;
    }
}

void out_char(struct out *out, char c)
{
    if (out->used == sizeof(out->bytes))
        out_flush(out);
    out->bytes[out->used++] = c;
}

void out_text(struct out *out, const char *text)
{
    out_bytes(out, text, strlen(text));
}

void out_hex(struct out *out, uint64_t value)
{
    char digits[18];
    unsigned at = sizeof(digits);

    do {
        digits[--at] = "0123456789abcdef"[value & 15];
        value >>= 4;
    } while (value);
    digits[--at] = 'x';
    digits[--at] = '0';
    out_bytes(out, digits + at, sizeof(digits) - at);
}

void out_decimal(struct out *out, uint64_t value)
{
    char digits[20];
    unsigned at = sizeof(digits);

    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    out_bytes(out, digits + at, sizeof(digits) - at);
}

void out_format(struct out *out, const char *format, ...)
{
    char *text;
    va_list list;
    int length;

    va_start(list, format);
    length = vasprintf(&text, format, list);
    va_end(list);
    if (length < 0)
        abort(); /* out of memory */
    out_bytes(out, text, (size_t)length);
    free(text);
}

void out_end_line(struct out *out)
{
    out_char(out, '\n');
    if (out->by_line)
        out_flush(out);
}
