/* tests/copier.h: what the tests of PGRAPH build: pages, and m2mf to copy between them.
 *
 * Shape   page p is mapped at offset p * COPIER_PAGE of one paged object, whose base is COPIER_AT, so
 *         that an offset is never a virtual address. Sources lie in VRAM, the page TO in system memory;
 *         all hold self-naming words (kit.h).
 * Units   bytes. */
#ifndef TESTS_COPIER_H
#define TESTS_COPIER_H

#include "engines/m2mf.h"
#include "tests/kit.h"

#define COPIER_PAGE M2MF_LINE
#define COPIER_AT   UINT64_C(0x20000000)

enum copier_page { FROM, TO, OTHER, ABSENT, READ_ONLY, SUPERVISOR, COPIER_PAGES };

struct copier {
    struct kit kit;
    struct pde table;
    linear_addr pages[COPIER_PAGES];
    uint16_t paged;
    struct m2mf m2mf;
};

/* Builds all but the kit's last step, so that a test can add objects; starts PGRAPH; does both. */
void copier_build(struct copier *c, struct test *t);
bool copier_start(struct test *t, struct copier *c) MUST_CHECK;
bool copier_open(struct copier *c, struct test *t) MUST_CHECK;
/* PGRAPH from reset, with the selectors that stand in c->m2mf by now. */
bool copier_restart(struct test *t, struct copier *c) MUST_CHECK;

/* The words of a page in memory are the names of another page's. */
bool expect_content(struct test *t, linear_addr page, linear_addr named);
/* One line copied between two pages arrives with the names of `holds`; `to` is then named again. */
bool expect_copy(struct test *t, struct copier *c, enum copier_page from, enum copier_page to,
                 linear_addr holds);

#endif
