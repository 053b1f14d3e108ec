/* tests/run/test.h: what a self test sees, and what it can say.
 *
 * Shape   a test is a function over struct test and a row in a table. It acts through engines/ and
 *         says what it expected through the checks below; a check that fails does not end the test,
 *         and the first failure is the one that is reported in full.
 * Units   deadlines in seconds.
 * Errors  test_ok sorts an enum err: what the card did wrong is a failure, what the rig did is an
 *         error. */
#ifndef TESTS_RUN_TEST_H
#define TESTS_RUN_TEST_H

#include "engines/card.h"
#include "engines/nv50/aperture.h"
#include "engines/nv50/identify.h"
#include "engines/text.h"
#include "mmu/nv50/fault.h"
#include "tests/memory/chips.h"
#include "tests/run/config.h"

/* TEST_LACKS: the card has nothing that the claim is about. TEST_SKIP: it has, and it was not looked at,
 * which makes the verdict INCOMPLETE. Reports call both "skip". */
enum test_result { TEST_PASS, TEST_FAIL, TEST_LACKS, TEST_SKIP, TEST_ERROR };
#define TEST_RESULTS 5

#define TEST_COLD  (1u << 0) /* also on a card that its VBIOS has not initialised */
#define TEST_RISKY (1u << 1) /* may hang silicon: on a rig selected only with risky=1 */
#define TEST_EXTRA (1u << 2) /* not part of the default suite */
#define TEST_CHIPS (1u << 3) /* only where there are memory chips of the card's own */

#define TEST_DEADLINE_S 20
#define TEST_PUT_BACK_S 10

/* What is known of the claim that a test makes. */
#define PROVEN                 "proven"     /* stated by several sources and used by drivers */
#define DOCUMENTED             "documented" /* stated by the documents this project implements */
#define UNVERIFIED(experiment) "unverified " experiment

struct test;

struct test_case {
    const char *name;   /* "vm.pte.absent" */
    const char *source; /* "tesla-vm.md §1.7, PTE bit 0" */
    void (*run)(struct test *t);
    const char *basis;   /* PROVEN, DOCUMENTED or UNVERIFIED("E17") */
    uint32_t features;   /* FEATURE_ bits that the chipset must have */
    uint8_t flags;       /* TEST_ */
    uint16_t deadline_s; /* 0: TEST_DEADLINE_S */
};

#define TEST_SENTENCE_MAX 200
#define TEST_VALUE_MAX    240
#define TEST_LINE_MAX     280

struct test {
    struct card *card;
    const struct test_case *row;
    const struct run_config *config;
    const struct memory_config *memory;
    enum test_result result;
    unsigned failures;
    bool cause; /* the failure explains others: bad memory breaks every structure that lies in it */
    char sentence[TEST_SENTENCE_MAX]; /* of the first failure, or why it did not run */
    char expected[TEST_VALUE_MAX], actual[TEST_VALUE_MAX]; /* may be empty */
    char note[TEST_SENTENCE_MAX]; /* said with a pass: a figure, a limit of the method */
    uint64_t untested;            /* bytes of VRAM that a memory test had to leave out */
    /* What has to be put back before the card is cleaned up, whatever became of the test: runs after it,
     * after its deadline too, with TEST_PUT_BACK_S of its own. Null: nothing. */
    void (*put_back)(struct test *t);
    void *put_back_of;
    void *progress_sink;
    void (*progress)(struct test *t, uint64_t done, uint64_t all, const char *what);
    void (*say)(struct test *t, const char *line);
    struct chip_table chips; /* filled by a memory test that found errors; else without parts */
};

/* The sentence begins with the chipset: "G84 " is put in front. */
void test_fail(struct test *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* As test_fail, with both values in words. */
void test_differs(struct test *t, const char *expected, const char *actual, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The chipset, or this chip as it is fused and fitted, has nothing that the claim is about. */
void test_lacks(struct test *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Left out for any other reason: no PASS then. */
void test_skip(struct test *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The rig, or the surroundings, stand in the way. */
void test_error(struct test *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void test_note(struct test *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A line of the report beside the result. */
void test_say(struct test *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* What the memory chips gave. */
void test_chips(struct test *t, const struct chip_table *chips);

/* true if e is OK; else the test has failed (the card) or is an error (the rig). */
bool test_ok(struct test *t, enum err e, const char *doing) MUST_CHECK;

/* Compares words of a register or of memory. */
bool expect_equal(struct test *t, uint64_t expected, uint64_t actual, const char *what);

void test_progress(struct test *t, uint64_t done, uint64_t all, const char *what);

#endif
