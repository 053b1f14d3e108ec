/* tests/suite/steps_rig.h: the runner's steps on a card and on its surroundings, a line for each:
 *
 *     watchdog 50            armed with so many seconds
 *     name id.boot0          the name in the exception handler from here on; "-": nothing
 *     command 2              the card's Command register, written; "enable 2": asked of the surroundings
 *     take, give back        the card, from the machine's firmware and to it; "take beside its drivers"
 *     1700=20                a register, written
 *     alloc, free            memory that the card reaches
 *     posted, 20 s           the family is asked, and so long the card's deadline is away; "never": there is none
 *
 * Shape   a stub's card (tests/suite/stub_rig.h) whose family and tests do nothing but say that they were called.
 * Errors  the test fails. */
#pragma once

#include "tests/suite/stub_rig.h"

#define STEPS_MAX 0x4000
#define STEPS_REG                                                                                  \
    0x000200 /* a register that keeps its value; 0x77 at first. The family's own is past it */

/* How a run goes wrong: results of the surroundings' and the family's calls, and steps in which something happens. */
struct mishaps {
    enum err taken, memory, quiet;
    bool unsound, small,
        crowded;               /* small: BAR0 has half its size; crowded: its configuration space */
    const char *why, *started; /* a card that is not posted; by whom it was started */
    const char *falls_off_in;  /* the step in which the card leaves the bus */
    const char *hides_in;      /* the same, but its registers answer */
    const char *refused_in;    /* a register gives a word that is no value */
    const char *slow;          /* takes an hour */
    const char *reset_in;      /* somebody resets it: no memory decoding, all ones */
    const char *hangs_in;      /* does not come back, once */
};

struct steps {
    struct stub *stub;
    struct rig *rig;
    char said[STEPS_MAX];
    struct family family;
    struct suite suite;
    const struct suite *suites[1];
    struct suites all;
    struct test_group group;
    const struct test_group *groups[1];
    struct test_case rows[3];
    uint32_t pmem, reg, familys;
    uint32_t
        link; /* status and control of its link, whose capability lies at 0x40; 0: it has none */
    void *workspace;  /* that the card was given */
    unsigned touched; /* reads of the card, and writes to configuration space */
    struct mishaps goes;
    jmp_buf hung; /* where a step goes that hangs */
};

/* The run has one test, "a"; with group.count 2 or 3 the same again as "b", "c". */
struct steps *steps_new(void (*run)(struct test *t));
void steps_run(struct steps *steps);
/* A step, with how far the card's deadline is. */
void steps_say(struct card *card, const char *what);
void expect_steps(const struct steps *steps, const char *wanted);
