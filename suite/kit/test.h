/* suite/kit/test.h: inputs and results of a self test of any family.
 *
 * Shape   a test acts on its card through engines/ and checks its expectations with the calls below. A check that fails
 *         does not end the test; the first failure is the one that is reported in full. suite/run/test.h has the table
 *         rows, from which the runner calls tests.
 * Errors  test_ok sorts an enum err: a fault of the card is a failure, one of the rig is an error. */
#ifndef SUITE_KIT_TEST_H
#define SUITE_KIT_TEST_H

#include "engines/card.h"
#include "engines/text.h"
#include "suite/kit/board_table.h"
#include "suite/kit/channel_finding.h"
#include "suite/kit/expect.h"
#include "suite/kit/finding.h"
#include "suite/kit/settings.h"

/* TEST_LACKS: the card has nothing that the claim is about. TEST_SKIP: it has, and it was not looked at,
 * so the run is not whole (VERDICT_INCOMPLETE). Reports call both "skip". */
enum test_result { TEST_PASS, TEST_FAIL, TEST_LACKS, TEST_SKIP, TEST_ERROR };
#define TEST_RESULTS 5

#define TEST_SENTENCE_MAX 448
#define TEST_VALUE_MAX    240
#define TEST_LINE_MAX     400
#define TEST_PLAN_MAX     96

struct vram_way;
struct prompt_setup;

/* How a long test is getting on, about once a second. */
struct test_sample {
    unsigned percent, mb_per_s;
    bool sensor;
    unsigned celsius;  /* with a sensor */
    const char *words; /* the same for people, a line of the report; null: for records alone */
};

struct test {
    const char *name; /* "vm.pte.absent" */
    struct card *card;
    const struct vram_way *way; /* how this card's family moves VRAM (suite/memory/way.h) */
    const struct run_config *config;
    bool
        judged; /* a failure fails the card; on silicon such a test makes only accesses that a driver makes */
    const char *without; /* the first of the tests that it needs which did not pass; null: none */
    enum test_result result;
    unsigned failures;
    /* How much the test looked at, so that one which looks at less than it claims is noticed: calls of test_ok that
     * found no error, and values held against their expected ones (of memory: words of 8 bytes, each time). */
    unsigned steps;
    uint64_t compared;
    uint64_t read; /* bytes of VRAM that a memory test has read and compared, each time */
    bool sensor;   /* a memory test watched the temperature: */
    unsigned coolest, hottest; /* in degrees C */
    struct finding
        finding; /* cause of the result; CAUSE_NONE: the runner takes it from the claim */
    char sentence[TEST_SENTENCE_MAX]; /* of the first failure, or why it did not run */
    char expected[TEST_VALUE_MAX], actual[TEST_VALUE_MAX]; /* may be empty */
    char note[TEST_SENTENCE_MAX]; /* said with a pass: a figure, a limit of the method */
    bool ecc; /* of a memory test: memory keeps check bits, and has corrected so many errors */
    uint64_t ecc_corrected;
    uint8_t doubt; /* enum cause: why a pass is none; CAUSE_NONE: it is one */
    char doubt_words[TEST_SENTENCE_MAX];
    const struct prompt_setup *prompt;     /* of the test that a person works in; null: any other */
    void *prompt_of;                       /* with it: memory for a struct prompt */
    struct facts *facts;                   /* facts of the card found so far */
    const struct expectations *board_file; /* the expected card; null: any */
    struct board_table board;              /* with it, once they were compared */
    uint64_t untested;                     /* bytes of VRAM that a memory test had to leave out */
    uint64_t excused;                      /* those of them that a picture of VGA lies in */
    const char *
        not_heated; /* why heat= was not done, or not to the end; null: it was, or is not asked for */
    struct vram_owner vga; /* where, by whole chunks; its name is null where there is none */
    /* Puts back the test's changes before the card is cleaned up, whatever its result. The runner calls it after the
     * test, after its deadline too, with a deadline of its own. Null: nothing. */
    void (*put_back)(struct test *t);
    void *put_back_of;
    uint64_t deadline_us; /* for the test, from its start or its last test_extend on */
    void *progress_sink;
    /* Whether a failure of that claim's test would count on this card. Null: as `judged` says. */
    bool (*claim_counts)(const struct test *t, const char *claim);
    void (*progress)(struct test *t, uint64_t done, uint64_t all, const char *what);
    void (*say)(struct test *t, const char *line);
    bool (*goes_on)(struct test *t);
    void (*sample)(struct test *t, const struct test_sample *sample);
    /* For a view of the test while it runs: the chips as they are so far, until the test ends (null: no chips),
     * temperature in degrees C, rate in MB/s and bytes of memory that were tested; 0: not known. */
    const struct chip_table *watched;
    unsigned celsius, rate;
    uint64_t tested;
    char plan
        [TEST_PLAN_MAX]; /* of one that takes more than a minute: "32.0 GiB over x1: 21 min"; else empty */
    uint64_t left_s;         /* with it: until its end */
    const bool *hurry;       /* the person at the rig wants it shorter (M); null: nobody can */
    bool shortens;           /* ... and can be */
    bool shortened;          /* it left out parts, and still went over all of memory */
    struct chip_table chips; /* filled by a memory test that found errors; else without parts */
    struct vram_strip strip; /* filled by a memory test; else without parts */
    struct core_table cores; /* filled by a test of shader cores; else without any */
    struct channel_findings
        channels; /* of a memory test that found errors where chips cannot be told apart */
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

/* Cause of the next failure, error or skip; ignored after the first of them. */
void test_blame(struct test *t, enum cause cause);
void test_find(struct test *t, const struct finding *finding);

/* Something that is no failure by itself, and keeps a test that finds nothing worse from passing: it is a skip then. */
void test_doubt(struct test *t, enum cause cause, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* When the test has ended. */
void test_settle_doubt(struct test *t);

/* Whether a finding that rests on another test's claim may fail the card. */
bool test_claim_counts(const struct test *t, const char *claim);

/* A line of the report beside the result. */
void test_say(struct test *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Facts that the test has found out about the card (suite/kit/facts.h). */
void test_fact(struct test *t, enum fact fact, uint64_t number);
void test_fact_word(struct test *t, enum fact fact, const char *word);
/* Results of the memory chips. */
void test_chips(struct test *t, const struct chip_table *chips);

/* true if e is OK; else the test has failed (the card) or is an error (the rig). */
bool test_ok(struct test *t, enum err e, const char *doing) MUST_CHECK;

/* The same, where its success is the test's claim: counts as a comparison too. */
bool test_works(struct test *t, enum err e, const char *doing) MUST_CHECK;

/* Counts a comparison that the test makes by itself, and returns its outcome. */
bool test_compared(struct test *t, bool outcome);

/* The same of memory, word by word. */
void test_read(struct test *t, uint64_t bytes);

/* Compares words of a register or of memory. */
bool expect_equal(struct test *t, uint64_t expected, uint64_t actual, const char *what);

void test_sample(struct test *t, const struct test_sample *sample);
/* Of a test whose row says that it may (TEST_EXTENDS): a piece of its work is done, so its deadline begins anew. */
void test_extend(struct test *t);

/* Asked by a test that can be shortened, where it can be: whether a person wants that. It says so
 * in its result then. */
bool test_hurries(struct test *t);
void test_progress(struct test *t, uint64_t done, uint64_t all, const char *what);
/* Asked by a long test where it can wait. False: the person at the rig wants it to end; its findings so far count. It
 * may take as long as the person wants. */
bool test_goes_on(struct test *t) MUST_CHECK;

#endif
