#include "tools/expect_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool expect_file(struct expectations *out, const char *name, char error[EXPECT_ERROR_MAX])
{
    char text[EXPECT_MAX_BYTES + 1];
    FILE *const file = fopen(name, "rb");
    const size_t size = file ? fread(text, 1, sizeof(text), file) : 0;
    const bool unread = !file || ferror(file);

    if (unread)
        snprintf(error, EXPECT_ERROR_MAX, "%s: %s", name, strerror(errno));
    if (file)
        fclose(file);
    return !unread && expect_parse(out, name, text, size, error) == OK;
}
