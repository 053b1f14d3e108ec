#include "tests/fuzz/feed.h"

#include <sys/mman.h>
#include <unistd.h>

void feed(const uint8_t *bytes, size_t size, answer_line *answer, const void *context)
{
    const int file = memfd_create("lines", MFD_CLOEXEC);
    struct out out;

    if (file < 0 || write(file, bytes, size) != (ssize_t)size || lseek(file, 0, SEEK_SET))
        abort();
    out_init(&out, -1);
    filter_file(file, &out, answer, context);
    close(file);
}
