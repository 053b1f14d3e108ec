/* tests/run/tally.h: from results to the verdict.
 *
 * Shape   pure. FAIL if a proven or documented claim failed (on the model any claim); INCOMPLETE for
 *         errors, deadlines of the rig, bytes and cards not tested, and tests that were skipped for
 *         another reason than what the card lacks; NOT TESTED if nothing was tested; PASS only if the
 *         translation and VRAM suites ran and nothing else happened. */
#ifndef TESTS_RUN_TALLY_H
#define TESTS_RUN_TALLY_H

#include "tests/run/run.h"
#include "tests/run/test.h"

#define TALLY_REASON_MAX 200

struct tally {
    unsigned cards, tested_cards, console_cards;
    unsigned passed, failed, errors, skipped; /* what a card lacks is not counted */
    bool vm_passed, vram_passed;
    uint64_t untested_bytes;
    char first_failure[TALLY_REASON_MAX];
    char first_cause[TALLY_REASON_MAX]; /* the first failure that explains others */
    char first_error[TALLY_REASON_MAX];
    char first_skip[TALLY_REASON_MAX];
    char first_obstacle[TALLY_REASON_MAX]; /* why a card was not tested */
};

void tally_test(struct tally *tally, const struct test *t, bool judged);
/* A card that could not be tested, and why. */
void tally_card(struct tally *tally, const char *why);
/* The card that shows the report, which is left alone unless asked for: no obstacle to a PASS. */
void tally_console(struct tally *tally);
void tally_tested(struct tally *tally);
enum verdict tally_verdict(const struct tally *tally, const char *suite,
                           char reason[TALLY_REASON_MAX]);

#endif
