/* suite/nv50/pages.h: the fixture of the engines' tests: pages of every kind in one paged object.
 *
 * Shape   page p is mapped at offset p * PAGE of an object whose base is PAGES_AT, so that an offset is
 *         never a virtual address. TO lies in system memory, the others in VRAM; all hold self-naming
 *         words (setup.h), the pages that cannot be reached too.
 * Units   bytes. */
#ifndef SUITE_NV50_PAGES_H
#define SUITE_NV50_PAGES_H

#include "suite/nv50/setup.h"

#define PAGE     0x1000u
#define PAGES_AT UINT64_C(0x20000000)

enum page { FROM, TO, OTHER, ABSENT, READ_ONLY, SUPERVISOR, PAGES };

struct pages {
    struct setup setup;
    struct pde table;
    linear_addr at[PAGES];
    uint16_t selector;
};

/* All but the setup's last step, so that a test can add objects. `to` is the memory of page TO: VRAM, but for tests
 * that are about system memory and need link.dma. */
void pages_build(struct pages *p, struct test *t, enum target to);
/* Another PTE for a page, host flush included, TLB flush not. */
bool pages_rewrite(struct pages *p, enum page page, const struct pte *pte) MUST_CHECK;
bool pages_remap(struct pages *p, enum page page, linear_addr to) MUST_CHECK;

/* A word of a page in memory, by its number; `what` says whose it is. */
bool expect_word_of(struct test *t, linear_addr page, unsigned word, uint32_t wanted,
                    const char *what);
/* The words of a page in memory are the names of another page's. */
bool expect_content(struct test *t, linear_addr page, linear_addr named);

#endif
