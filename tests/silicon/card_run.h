/* tests/silicon/card_run.h: one run of the self tests on one modelled card, judged as on silicon.
 *
 * Shape   card_run, then look at its output: TAP as it would go out of the serial port, and the verdict. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/chip.h"
#include "suite/report/verdict.h"

#define SAID_MAX   (1u << 20)
#define KNOBS_TEXT 4096

struct card_given {
    const struct chip *chip;
    const char *defects, *knobs; /* as model_config has them; null or empty: none */
    const char *suite;           /* as \barecard.cfg has it; null: default */
    bool risky;                  /* the tests that may hang a card, too */
    unsigned part_mask;          /* 0: all that the chipset has */
    uint64_t part_size;          /* bytes of each partition; 0: 1 MiB, 16 MiB in all of a GV100 */
    unsigned subparts, select_mask, ranks; /* 0: the chipset's */
    unsigned seed;
    bool cold; /* nobody has started it: its own ROM's scripts do */
};

struct card_said {
    bool made; /* false: there can be no such card, and `tap` has the sentence */
    enum verdict verdict;
    size_t used;
    char tap[SAID_MAX];
};

void card_run(const struct card_given *given, struct card_said *said);

/* The last line, with the run's verdict and its reason; null: there is none. */
const char *card_last_line(const struct card_said *said);
