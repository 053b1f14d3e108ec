/* suite/nv50/media_pages.h: the pages of pages.h for engines that have registers alone, and the checks that all their tests make.
 *
 * Source  docs/hardware/tesla-engines.md §3. */
#ifndef SUITE_NV50_MEDIA_PAGES_H
#define SUITE_NV50_MEDIA_PAGES_H

#include "engines/nv50/vp2.h"
#include "suite/nv50/pages.h"

/* Faults of a unit are recorded, and its line shows in PMC. */
void media_listen(struct test *t, uint32_t record, uint32_t line);
/* The pages, which the unit's context object shows too. Its TLB is not flushed yet. */
bool media_open(struct test *t, struct pages *p, const struct media_unit *unit);
/* Each unit of a kind that the card has, with pages that the unit's context object shows too; none: the card lacks it. */
void media_each(struct test *t, enum media_kind kind,
                void (*body)(struct test *t, struct pages *p, const struct media_unit *unit));

bool media_expect_fault(struct test *t, const struct pages *p, const struct media_unit *unit,
                        uint8_t slot, uint8_t reason, uint64_t at, bool read);
/* The unit has these interrupts, and its line is up. */
bool media_expect_told(struct test *t, const struct vp2_event *event, uint32_t interrupts,
                       const char *what);

#endif
