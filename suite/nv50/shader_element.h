/* suite/nv50/shader_element.h: elements of a march done by programs of the shader cores (element_code.h), in the page of a
 * struct shader_check.
 *
 * Units   bytes.
 * Errors  those of shader_check.h; ERR_RIG if a block has left nothing, or words that no program leaves. */
#ifndef SUITE_NV50_SHADER_ELEMENT_H
#define SUITE_NV50_SHADER_ELEMENT_H

#include "suite/nv50/element_code.h"
#include "suite/nv50/shader_check.h"

/* One launch: the pieces of block n follow those of block n - 1 in the list. */
struct element_launch {
    const struct way_march *march;
    unsigned element;
    unsigned blocks; /* each of at least one piece */
    unsigned counts[ELEMENT_BLOCKS];
    unsigned count; /* of all */
    uint32_t list[ELEMENT_PIECES];
    bool apart; /* each block takes a multiprocessor for itself */
};

#define ELEMENT_ASTRAY 0u /* as token of a block's end: it left what no program leaves */

enum err shader_element_run(struct shader_check *check, struct memory_view *view,
                            const struct element_launch *launch,
                            struct element_end ends[ELEMENT_BLOCKS]) MUST_CHECK;
/* Which multiprocessors do some element of the march wrong, or run nothing: with planted errors in each thread's words, and BAR1 beside
 * it. `chunk` is spoilt, and nothing of the check may lie near it. */
enum err shader_element_prove(struct shader_check *check, struct memory_view *view,
                              const struct way_march *march, uint64_t chunk,
                              uint64_t *bad) MUST_CHECK;

#endif
