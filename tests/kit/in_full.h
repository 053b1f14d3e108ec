/* tests/kit/in_full.h: how much of its work a test does. */
#pragma once

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Whether all is wanted, as in `make test-long`, and not the sample that `make test` takes. */
static inline bool in_full(void)
{
    const char *const asked = getenv("LONG");

    return asked && strcmp(asked, "1") == 0;
}
