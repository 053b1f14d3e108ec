/* tests/kit/tests.h: a test program is a file of tests, TEST(name) { ... }, which tests/kit/main.c runs in their order.
 *
 * Use     TEST(name), TEST(name, before) or TEST(name, before, after): a point of that name, between the two fixtures.
 *         FIXTURE(name) { ... }: the form of fixtures. GROUP(before, after): once, around all tests.
 *         tests_own: an object of the running test, released after it, also if it fails, or by tests_release before;
 *         a test with a fixture of its own after it releases it there.
 *         build/plain/FOLDER/PROGRAM_test NAME... runs those tests alone.
 *         PUT(wr, at, value, at, value): one write after the other, by wr.
 *         assert_pairs: an expected and a seen value, again and again, in order (main.c); a failure names the pair.
 *         assert_strings: texts. The C library's usual headers come with it.
 * Source  cmocka, whose checks (assert_int_equal and its kind) tests use. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A fixture, a stub and a hook have the parameters of their kind, and need not use each. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* A chipset of NV50 by its name, "g84", after #include "tools/nv50/chips.h". */
#define chipset_named(name) nv50_chip_named(word_of_text(name))

#define FIXTURE(name)                                                                              \
    static void name##_does(void **state);                                                         \
    static int name(void **state)                                                                  \
    {                                                                                              \
        name##_does(state);                                                                        \
        return 0;                                                                                  \
    }                                                                                              \
    static void name##_does(void **state)

/* A function of one expression, mostly a hook. */
#define STUB(type, name, value, ...)                                                               \
    static type name(__VA_ARGS__)                                                                  \
    {                                                                                              \
        return value;                                                                              \
    }

#define TEST(...) TEST_BETWEEN(__VA_ARGS__, NULL, NULL, )
#define TEST_BETWEEN(name, before, after, ...)                                                     \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void list_##name(void)                                     \
    {                                                                                              \
        tests_add((struct CMUnitTest){ #name, name, before, after, NULL });                        \
    }                                                                                              \
    static void name(void **state)

#define GROUP(before, after)                                                                       \
    __attribute__((constructor)) static void list_group(void)                                      \
    {                                                                                              \
        tests_between(before, after);                                                              \
    }

#define assert_pairs(...)                                                                          \
    tests_pairs((const uint64_t[]){ __VA_ARGS__ },                                                 \
                sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t), #__VA_ARGS__,        \
                __FILE__, __LINE__)

#define assert_strings(...)                                                                        \
    tests_strings((const char *const[]){ __VA_ARGS__ },                                            \
                  sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *), __FILE__,         \
                  __LINE__)

#define PUT(put, ...)                                                                              \
    tests_put(put, (const uint32_t[]){ __VA_ARGS__ },                                              \
              sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))

void tests_pairs(const uint64_t *values, size_t count, const char *words, const char *file,
                 int line);
void tests_strings(const char *const *texts, size_t count, const char *file, int line);
void tests_put(void (*put)(uint32_t at, uint32_t value), const uint32_t *pairs, size_t count);
void tests_add(struct CMUnitTest test);
void tests_between(CMFixtureFunction before, CMFixtureFunction after);
void tests_own(void *what, void (*release)(void *what));
void tests_release(void *what);
