/* suite/nv50/compute_lab.h: a program of one warp, the pages that it reaches, and the claims about the slot that it uses.
 *
 * Shape   as of graph_slot.c: a good access is seen in memory, and again when the page has moved; a page that is not there is a
 *         fault with this slot; after it PGRAPH runs programs again.
 * Units   offsets in the object of pages.h; words by number.
 * Source  docs/hardware/tesla-engines.md §4.8. */
#ifndef SUITE_NV50_COMPUTE_LAB_H
#define SUITE_NV50_COMPUTE_LAB_H

#include "engines/nv50/compute.h"
#include "suite/nv50/pages.h"

#define THREADS 32u

/* Offsets in the object after the pages of pages.h. l[] and the stack are spread by multiprocessor in a way that no
 * source tells, so many of their pages are mapped to one page of memory. */
#define RESULT_AT  (48 * PAGE)
#define CODE_AT    (50 * PAGE)
#define SPREAD_AT  (64 * PAGE)
#define SPREAD     16u
#define NOTHING_AT (256 * PAGE)

struct compute_lab {
    struct pages p;
    struct compute c;
    linear_addr result, code;
};

struct compute_client {
    const char *what;
    uint8_t client, slot;
    bool read;
    uint32_t unit; /* PGRAPH_TRAP */
    const uint32_t *code;
    unsigned words;
    /* Lets the space that is looked at begin there. */
    void (*aim)(struct compute_memory *memory, uint64_t at, uint64_t spread);
    bool (*seen)(struct test *t, const struct compute_lab *lab, linear_addr page);
    bool spreads;
};

bool compute_lab_word(struct test *t, linear_addr page, unsigned word, uint32_t *seen) MUST_CHECK;
uint32_t compute_lab_name(linear_addr page, unsigned word);
bool compute_lab_name_again(struct test *t, linear_addr page) MUST_CHECK;
/* The thread's numbers, then names. */
bool compute_lab_holds_numbers(struct test *t, linear_addr page, const char *what) MUST_CHECK;
bool compute_lab_has_number(struct test *t, linear_addr page, uint32_t number) MUST_CHECK;

/* All but the setup's last step. */
void compute_lab_build(struct compute_lab *lab, struct test *t);
bool compute_lab_code(struct test *t, linear_addr at, const uint32_t *words,
                      unsigned count) MUST_CHECK;
bool compute_lab_start(struct test *t, struct compute_lab *lab) MUST_CHECK;
bool compute_lab_expect_run(struct test *t, struct compute_lab *lab, const struct compute_client *c,
                            linear_addr page) MUST_CHECK;
bool compute_lab_move(struct test *t, struct compute_lab *lab,
                      const struct compute_client *c) MUST_CHECK;
bool compute_lab_expect_fault(struct test *t, struct compute_lab *lab,
                              const struct compute_client *c) MUST_CHECK;
bool compute_lab_aim(struct test *t, struct compute_lab *lab, const struct compute_client *c,
                     uint64_t at, uint64_t spread) MUST_CHECK;
/* All claims. `prepare` writes more than names into FROM and OTHER; null: FROM must keep its names. */
void compute_lab_goes_through(struct test *t, const struct compute_client *c,
                              bool (*prepare)(struct test *t, struct compute_lab *lab));

#endif
