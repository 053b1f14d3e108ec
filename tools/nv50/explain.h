/* tools/nv50/explain.h: how an answer comes about, step by step, as one would do it on paper.
 *
 * Shape   indented lines that end before the answer's own line; each names its paragraph. */
#ifndef TOOLS_NV50_EXPLAIN_H
#define TOOLS_NV50_EXPLAIN_H

#include "mmu/nv50/place.h"
#include "mmu/nv50/translate.h"
#include "tools/out.h"

void explain_place(const struct placement *p, struct view view, uint32_t address, struct out *out);
void explain_translation(const struct mmu *mmu, const struct mmu_access *access,
                         const struct translation *t, struct out *out);

/* One line: "  tesla-vm.md PARAGRAPH  TEXT". */
void explain_step(struct out *out, const char *paragraph, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
