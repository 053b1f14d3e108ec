/* suite/run/test.h: the tables that the runner calls self tests from.
 *
 * Shape   a test is a function and a row with its claim, the source of the claim, how sure it is, and the test's needs.
 *         Rows come in groups, one for each file of tests; a suite is all that there is for one family of cards, least
 *         harmful group first. suite/all.c lists the suites.
 * Units   deadlines in seconds. */
#ifndef SUITE_RUN_TEST_H
#define SUITE_RUN_TEST_H

#include "engines/family.h"
#include "suite/kit/test.h"
#include "suite/report/conditions.h"

#define TEST_COLD  (1u << 0) /* also on a card that its VBIOS has not initialised */
#define TEST_RISKY (1u << 1) /* may hang silicon: on a rig selected only with risky=1 */
#define TEST_EXTRA (1u << 2) /* not part of the default suite */
#define TEST_CHIPS (1u << 3) /* only where there are memory chips of the card's own */

/* It asks for more time with each piece of work that is done; where none gets done any more, that is an error of the
 * rig: a slow link, or a card that hangs, is no bad memory. */
#define TEST_EXTENDS (1u << 4)

#define TEST_DEADLINE_S 20

/* How sure a test's claim is. */
enum basis {
    PROVEN,     /* stated by several sources and used by drivers */
    DOCUMENTED, /* stated by the documents this project implements */
    UNVERIFIED, /* open until the experiment that the row names is made */
};

/* Subject of a claim. A whole suite passes a card only if tests of link, windows, translation and
 * VRAM did. */
enum claim {
    CLAIM_IDENTITY, /* which card it is, and how it is configured */
    CLAIM_LINK,     /* PCI Express, and registers across it */
    CLAIM_WINDOW,   /* the untranslated ways to memory, and how fast they are */
    CLAIM_VM,       /* translation, as the host's accesses meet it */
    CLAIM_ENGINE,   /* translation, as the accesses of an engine meet it */
    CLAIM_VRAM,     /* the memory itself, and how it is spread over the chips */
    CLAIM_BOARD,    /* other parts of the board: cooling */
    CLAIMS
};

struct test_case {
    const char *name;   /* "vm.pte.absent" */
    const char *source; /* "tesla-vm.md §1.7, PTE bit 0" */
    void (*run)(struct test *t);
    enum basis basis;
    const char *experiment; /* that an unverified claim waits for: "E17", or the paragraph */
    enum claim claim;
    const char *needs; /* tests that must not have failed before, separated by commas; null: none */
    const char
        *uses; /* tests of ways that this one takes only if they have not failed; null: none */
    uint32_t features;   /* of the family, that the chipset must have (struct family.features) */
    uint8_t flags;       /* TEST_ */
    enum part part;      /* of the card; all tests of a part have passed: it was tested */
    uint16_t deadline_s; /* 0: TEST_DEADLINE_S */
};

/* The tests of one file. */
struct test_group {
    const struct test_case *rows;
    unsigned count;
};

struct prompt_family;

struct suite {
    const struct family *family;
    const struct vram_way *way;
    const struct prompt_family *prompt;     /* actions of the prompt on such a card */
    uint8_t parts;                          /* of such a card, a bit each (enum part) */
    const struct test_group *const *groups; /* least harmful first */
    unsigned count;
};

/* More than any suite has; the runner refuses a larger one. */
#define TESTS_MAX 256

/* All rows of a suite in order; returns how many there are, and writes the first TESTS_MAX of them. */
unsigned suite_list(const struct suite *suite, const struct test_case *rows[TESTS_MAX]);

/* Whether a list of names, separated by commas, holds this one; null holds none. */
bool list_names(const char *list, const char *name);

/* "proven", "documented" or "unverified E17". */
void basis_words(struct text *text, const struct test_case *row);

#endif
