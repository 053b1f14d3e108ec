/* tools/out.h: buffered output of the host command.
 *
 * Shape   line-buffered when it goes to a terminal, else in blocks. A reader that has gone away
 *         ends the program quietly with status 0.
 * Errors  any other write error ends the program: a message on stderr, status 2. */
#ifndef TOOLS_OUT_H
#define TOOLS_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct out {
    int fd; /* below 0: everything is dropped (fuzzing) */
    bool by_line;
    size_t used;
    char bytes[1 << 16];
};

void out_init(struct out *out, int fd);
void out_flush(struct out *out);

void out_char(struct out *out, char c);
void out_text(struct out *out, const char *text);
void out_bytes(struct out *out, const char *bytes, size_t length);
/* 0x and lower-case digits without leading zeros. */
void out_hex(struct out *out, uint64_t value);
void out_decimal(struct out *out, uint64_t value);
void out_format(struct out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void out_end_line(struct out *out);

#endif
