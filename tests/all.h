/* tests/all.h: every self test, least harmful first. */
#ifndef TESTS_ALL_H
#define TESTS_ALL_H

#include "tests/run/test.h"

#define TESTS_MAX 256

/* All rows in order; returns how many. */
unsigned tests_list(const struct test_case *rows[TESTS_MAX]);

#endif
