/* suite/report/advice.h: headline and next steps of a finding, for the screen and for all reports.
 *
 * Shape   pure. A row of suite/kit/cause_list.h for each cause: a headline of at most 32 characters and up to three
 *         steps. The headline of a finding that names chips is made of their names and of their fault.
 * Source  docs/report.md "What to do next", docs/hardware/board.md §1. */
#ifndef SUITE_REPORT_ADVICE_H
#define SUITE_REPORT_ADVICE_H

#include "suite/kit/finding.h"

#define ADVICE_STEPS        3
#define ADVICE_HEADLINE_MAX 32
#define HEADLINE_MAX        (2 * FINDING_CHIPS_MAX + 64) /* with its terminator: it is never cut */

struct advice {
    const char *headline;            /* without the name of a chip */
    const char *steps[ADVICE_STEPS]; /* null: no such step */
};

/* Never null. */
const struct advice *advice_of(enum cause cause);
/* Of a finding: several faults in several chips ask for other steps than one of them. */
const struct advice *advice_on(const struct finding *finding);
/* "Chip B1: bit 37 stuck at 0", "Chips A0 A1 B1 are bad: 2 faults", "The card fell off the bus". */
void headline_words(struct text *text, const struct finding *finding);

#endif
