/* tests/suite/report/judged.h: verdicts for tests that hand them over. */
#pragma once

#include "suite/report/verdict.h"
#include "tests/kit/tests.h"

/* Lives until the next call. */
static inline const struct judgement *judged(enum verdict verdict, enum cause cause,
                                             const char *reason)
{
    static struct judgement judgement;

    judgement = (struct judgement){ .verdict = verdict, .finding = { .cause = (uint8_t)cause } };
    struct text text = text_in(judgement.reason, sizeof(judgement.reason));

    text_string(&text, reason);
    return &judgement;
}

/* One stuck line of chip B1, of 32 lanes. */
static inline struct finding stuck_line_of_b1(void)
{
    /* clang-format off */
    return (struct finding){ .cause = CAUSE_DATA_LINE, .faults = 1, .width = 32, .ranks = 1,
        .lanes = { [1] = UINT64_C(1) << 37 }, .chips = { [1] = { 2 } } };
    /* clang-format on */
}
