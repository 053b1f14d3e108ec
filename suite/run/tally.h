/* suite/run/tally.h: from results to verdicts: first of each card, then of the run.
 *
 * Shape   pure. A card is FAIL if a claim failed that counts on it; VERDICT_INCOMPLETE for errors, deadlines of the
 *         rig, bytes not tested, and tests skipped although the card has the feature; NOT TESTED if nothing was tested;
 *         PASS only if link, windows, memory and translation were tested (where the whole suite is asked for) and
 *         nothing else happened. The run is as bad as its worst card; it is not whole if some cards were tested and
 *         others were not. A card that shows the report, one of another family, and one that has nothing that was asked
 *         for, are no gap beside a card that passes. */
#ifndef SUITE_RUN_TALLY_H
#define SUITE_RUN_TALLY_H

#include "suite/report/verdict.h"
#include "suite/run/test.h"

/* The first result of a kind: its test, sentence and finding. */
struct tally_first {
    const char *test; /* null: the runner found it */
    char words[REASON_MAX];
    struct finding finding;
};

#define PART_TESTS_MAX 8 /* of a part of the card */

/* Of one card; zeros at first. */
struct tally {
    bool tested;                              /* it could be taken over */
    bool on_console;                          /* it shows the report, and was left alone */
    bool foreign;                             /* it is of no family that is tested */
    unsigned passed, failed, errors, skipped; /* features a card lacks are counted apart */
    unsigned lacked;
    unsigned differs;                                     /* failures that do not count */
    bool passed_of[CLAIMS];                               /* a test of the claim passed */
    const struct test_case *parts[PARTS][PART_TESTS_MAX]; /* tests of each part that passed */
    uint64_t untested_bytes; /* without those of a picture of VGA, which are named instead */
    const char *not_heated;  /* why a memory test was not, where heat= asks for it; null: it was */
    struct vram_owner vga; /* where that was left out of a memory test; its name is null: nowhere */
    const char *shortened; /* the first test that the person at the rig has shortened; null: none */
    struct conditions conditions;
    struct tally_first failure;
    struct tally_first
        memory; /* the first failure that explains others, with the chips of all of them */
    struct tally_first error, skip;
    struct tally_first obstacle; /* why the card was not tested */
};

/* counts: a failure fails the card, and is not only a difference from the documents. */
void tally_test(struct tally *tally, const struct test_case *row, const struct test *t,
                bool counts);
/* Parts of the card, a bit each, of which a suite has no test, or one that has not passed. */
uint8_t tally_unseen(const struct tally *tally, const struct suite *suite);
/* The card could not be tested, and why. */
void tally_obstacle(struct tally *tally, enum cause cause, const char *why);
/* The card could not be tested to the end, and why: no verdict of its own, even if tests have
 * passed. */
void tally_error(struct tally *tally, enum cause cause, const char *why);
/* The card is of no family that is tested, and which it is. */
void tally_foreign(struct tally *tally, const char *why);
/* The card shows the report, and is left alone unless asked for. */
void tally_console(struct tally *tally);
void tally_tested(struct tally *tally);
void tally_verdict(const struct tally *tally, const char *suite, struct judgement *out);

/* Of all cards; zeros at first. */
struct tallies {
    unsigned cards, tested, on_console, idle; /* idle: had nothing that was asked for */
    unsigned foreign;
    struct judgement first_foreign;
    unsigned
        of[VERDICT_INCOMPLETE + 1]; /* cards by verdict; on_console, idle and foreign ones not */
    struct judgement first[VERDICT_INCOMPLETE + 1];
    struct conditions passed;               /* of all cards that passed */
    char where[VERDICT_INCOMPLETE + 1][24]; /* bus address of the first card with that verdict */
};

/* `at` is the bus address of the card, `judgement` is tally_verdict's result for its tally. */
void tallies_add(struct tallies *all, const char *at, const struct tally *tally,
                 const struct judgement *judgement);
/* With several cards the reason begins with the address of the card that it speaks of. */
void tallies_verdict(const struct tallies *all, struct judgement *out);

#endif
