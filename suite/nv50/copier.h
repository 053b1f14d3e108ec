/* suite/nv50/copier.h: the fixture of PGRAPH's tests: pages (pages.h), and m2mf to copy between them.
 *
 * Shape   the line that m2mf copies at once is one page. */
#ifndef SUITE_NV50_COPIER_H
#define SUITE_NV50_COPIER_H

#include "engines/nv50/m2mf.h"
#include "suite/nv50/pages.h"

struct copier {
    struct pages p;
    struct m2mf m2mf;
};

/* Builds all but the setup's last step, so that a test can add objects; starts PGRAPH; does both. */
void copier_build(struct copier *c, struct test *t);
bool copier_start(struct test *t, struct copier *c) MUST_CHECK;
bool copier_open(struct copier *c, struct test *t) MUST_CHECK;
/* PGRAPH from reset, with the selectors that stand in c->m2mf by now. */
bool copier_restart(struct test *t, struct copier *c) MUST_CHECK;

/* One line copied between two pages arrives with the names of `holds`; `to` is then named again. */
bool expect_copy(struct test *t, struct copier *c, enum page from, enum page to, linear_addr holds);

#endif
