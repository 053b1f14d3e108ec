#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/kit/tests.h"

#define ROOM 256 /* no program has half as many */

static struct CMUnitTest listed[ROOM];
static size_t count;
static CMFixtureFunction first, last;

void tests_add(struct CMUnitTest test)
{
    if (count == ROOM) {
        fprintf(stderr, "a program has more than %d tests\n", ROOM);
        exit(2);
    }
    listed[count++] = test;
}

void tests_between(CMFixtureFunction before, CMFixtureFunction after)
{
    first = before;
    last = after;
}

/* Of the tests those alone that the command line names; false if there is none of a name. */
static bool choose(int names, char **name)
{
    size_t chosen = 0;

    for (size_t i = 0; i < count; i++) {
        for (int n = 0; n < names; n++) {
            if (strcmp(listed[i].name, name[n]) == 0) {
                listed[chosen++] = listed[i];
                break;
            }
        }
    }
    count = chosen;
    return chosen == (size_t)names;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !choose(argc - 1, argv + 1)) {
        fprintf(stderr, "%s: no test of such a name\n", argv[0]);
        return 2;
    }
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests("tests", listed, count, first, last);
}
