/* suite/run/confirmed.h: claims that good cards have shown to be true, so that they count as proven.
 *
 * Shape   a table that tools/confirmed.pl makes of docs/hardware/confirmed.tsv when the program is built. A
 *         row is about one chipset, and says nothing of any other. */
#ifndef SUITE_RUN_CONFIRMED_H
#define SUITE_RUN_CONFIRMED_H

#include <stdbool.h>

struct confirmed {
    const char *chipset; /* "g84"; null ends the table */
    const char *test;    /* "vm.pte.64k" */
};

extern const struct confirmed confirmed_claims[];

/* Whether the table has a row for this test on this chipset. */
bool confirmed_has(const struct confirmed *table, const char *chipset, const char *test);

#endif
