/* suite/gv100/bar1_slice.h: VRAM through BAR1, a slice at a time, in a space of BAR1's own.
 *
 * Shape   tables and instance block lie in system memory, so that no byte of VRAM is spared for them. Where the card
 *         does not find them there, because DMA protection lets nothing through, say, they lie in VRAM, and move out of
 *         the way of each access (suite/memory/own_memory.h).
 * Units   bytes; offsets in VRAM.
 * Errors  ERR_RIG: BAR1 does not show the same words as the BAR0 window, and the test has been told; else those of the
 *         window, of binding, of invalidating and of memory.
 * Source  docs/hardware/gv100.md §2.2, §5. */
#ifndef SUITE_GV100_BAR1_SLICE_H
#define SUITE_GV100_BAR1_SLICE_H

#include "engines/gv100/space.h"
#include "suite/memory/own_memory.h"
#include "suite/memory/view.h"

#define SLICE_TABLES 5u                             /* PD3 to PD0, and one of 64 KiB pages */
#define SLICE_BYTES  ((SLICE_TABLES + 1) * 0x1000u) /* with the instance block after them */

struct bar1_slice {
    struct space space;
    linear_addr instance;
    uint64_t base; /* of VRAM that BAR1 shows from */
    bool in_vram;  /* tables lie in `own_memory` */
    uint64_t near; /* the chunk that is worked on: they keep out of its way */
    struct own_memory own_memory;
    uint32_t kept[SLICE_BYTES / 4]; /* by it */
};

/* VRAM from `from` on at virtual address `at`, in 2 MiB pages, and 64 KiB ones after the last whole
 * 2 MiB. */
enum err bar1_slice_map(struct space *space, uint64_t at, uint64_t from, uint64_t size) MUST_CHECK;
/* Makes the space, lets BAR1 show the first slice, and sees that it does. */
enum err bar1_slice_open(struct bar1_slice *slice, struct memory_view *view) MUST_CHECK;
enum err bar1_slice_show(struct bar1_slice *slice, struct memory_view *view,
                         uint64_t base) MUST_CHECK;
/* As make_room of struct vram_way. */
enum err bar1_slice_make_room(struct bar1_slice *slice, struct memory_view *view,
                              uint64_t at) MUST_CHECK;

#endif
