#include "tests/kit/tests.h"

#define ROOM 256 /* no program has half as many */

static struct CMUnitTest listed[ROOM];
static size_t count;
static CMFixtureFunction first, last;
static struct owned {
    void *what;
    void (*release)(void *what);
} owned[64];
static size_t owned_count;

void tests_between(CMFixtureFunction before, CMFixtureFunction after)
{
    first = before;
    last = after;
}

void tests_own(void *what, void (*release)(void *what))
{
    assert_true(owned_count < sizeof(owned) / sizeof(owned[0]));
    owned[owned_count++] = (struct owned){ what, release };
}

void tests_release(void *what)
{
    for (size_t i = 0; i < owned_count; i++)
        if (owned[i].what == what) {
            const struct owned found = owned[i];

            owned[i] = owned[--owned_count];
            found.release(what);
            return;
        }
    fail_msg("released twice, or never owned");
}

void tests_pairs(const uint64_t *values, size_t number, const char *words, const char *file,
                 int line)
{
    assert_int_equal(number % 2, 0);
    for (size_t i = 0; i < number; i += 2)
        if (values[i] != values[i + 1]) {
            print_error("0x%llx != 0x%llx, pair %zu of %s\n", (unsigned long long)values[i],
                        (unsigned long long)values[i + 1], i / 2 + 1, words);
            _fail(file, line);
        }
}

void tests_strings(const char *const *texts, size_t number, const char *file, int line)
{
    for (size_t i = 0; i < number; i += 2)
        _assert_string_equal(texts[i], texts[i + 1], file, line);
}

void tests_put(void (*put)(uint32_t at, uint32_t value), const uint32_t *pairs, size_t number)
{
    for (size_t i = 0; i < number; i += 2)
        put(pairs[i], pairs[i + 1]);
}

static int release_all(void **state)
{
    (void)state;
    while (owned_count)
        tests_release(owned[owned_count - 1].what);
    return 0;
}

void tests_add(struct CMUnitTest test)
{
    if (count == ROOM) {
        fprintf(stderr, "a program has more than %d tests\n", ROOM);
        exit(2);
    }
    if (!test.teardown_func)
        test.teardown_func = release_all;
    listed[count++] = test;
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

static uint64_t next_number(uint64_t *number)
{
    return ++*number;
}

int main(int argc, char **argv)
{
    /* C leaves open in which order the values of a list are worked out; assert_pairs needs that in which they stand. */
    uint64_t n = 0;
    const uint64_t seen[] = { next_number(&n), next_number(&n) };

    if (seen[0] != 1 || seen[1] != 2) {
        fprintf(stderr, "%s: the compiler works lists out in another order\n", argv[0]);
        return 2;
    }
    if (argc > 1 && !choose(argc - 1, argv + 1)) {
        fprintf(stderr, "%s: no test of such a name\n", argv[0]);
        return 2;
    }
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests("tests", listed, count, first, last);
}
