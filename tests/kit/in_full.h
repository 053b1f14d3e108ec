/* tests/kit/in_full.h: how much of its work a test does. */
#ifndef TESTS_KIT_IN_FULL_H
#define TESTS_KIT_IN_FULL_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Whether all is wanted, as in `make test-long`, and not the sample that `make test` takes. */
static inline bool in_full(void)
{
    const char *const asked = getenv("LONG");

    return asked && strcmp(asked, "1") == 0;
}

#endif
