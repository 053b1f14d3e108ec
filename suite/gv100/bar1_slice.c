#include "suite/gv100/bar1_slice.h"

#include "engines/family.h"
#include "engines/gv100/bar.h"
#include "engines/gv100/fault.h"
#include "engines/gv100/flush.h"
#include "engines/gv100/l2.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "suite/gv100/setup.h"

#define SLICE_MAX UINT64_C(0x10000000)
#define TRY_WORDS 16
#define TRY_SPAN  0x100000u
#define TRY_VALUE 0x5a0ff1a5u

static const struct own_memory_piece piece = { 0, SLICE_BYTES };
static const struct own_memory_need need = { .pieces = &piece,
                                             .count = 1,
                                             .span = SLICE_BYTES,
                                             .settle = l2_evict,
                                             .pattern = UINT64_C(0x5555555555555555) };

enum err bar1_slice_map(struct space *space, uint64_t at, uint64_t from, uint64_t size)
{
    const uint64_t whole = size / PAGE_2M * PAGE_2M;
    const struct gmmu_pte huge = pte_to((linear_addr){ from, TARGET_VRAM });
    const struct gmmu_pte big = pte_to((linear_addr){ from + whole, TARGET_VRAM });
    enum err e = space_map(space, (virtual_addr){ at }, whole, GMMU_PAGE_2M, &huge);

    if (e == OK)
        e = space_map(space, (virtual_addr){ at + whole }, size - whole, GMMU_PAGE_64K, &big);
    return e;
}

/* An empty space and its instance block, one after the other in the memory that comes next. */
static enum err make(struct bar1_slice *slice, struct card *card, enum target where)
{
    enum err e = space_open(&slice->space, card, where);

    if (e == OK)
        e = space_pool(&slice->space, SLICE_TABLES - 1);
    return e == OK ? instance_make(&slice->space, where, NULL, &slice->instance) : e;
}

/* The slice's pages, for a TLB that may know others at their addresses. */
static enum err map_slice(struct bar1_slice *slice, struct memory_view *view)
{
    struct card *const card = view->t->card;
    const uint64_t rest = view->size - slice->base;
    const struct tlb_scope scope = { .pdb = slice->space.root, .hub_only = true };
    enum err e =
        bar1_slice_map(&slice->space, 0, slice->base, rest < view->slice ? rest : view->slice);

    if (e == OK)
        e = bar_flush(card);
    return e == OK ? tlb_invalidate(card, &scope) : e;
}

/* Tables are made anew in the place of own_memory that is out of the way. */
static enum err enter(struct bar1_slice *slice, struct memory_view *view)
{
    struct card *const card = view->t->card;
    const uint64_t next = card->vram_next;
    enum err e = own_memory_enter(&slice->own_memory, slice->near);

    if (e != OK)
        return e;
    card->vram_next = slice->own_memory.at[slice->own_memory.used].v;
    e = make(slice, card, TARGET_VRAM);
    card->vram_next = next;
    if (e == OK)
        e = map_slice(slice, view);
    return e == OK ? bar_bind(card, BAR1, slice->instance) : e;
}

/* BAR1 is unbound first, so that it reads no table once the place gets its former contents back. */
static enum err leave(struct bar1_slice *slice, struct card *card)
{
    if (!slice->own_memory.lies)
        return OK;
    const enum err e = bar_unbind(card, BAR1);

    return e == OK ? own_memory_leave(&slice->own_memory) : e;
}

enum err bar1_slice_show(struct bar1_slice *slice, struct memory_view *view, uint64_t base)
{
    slice->base = base;
    return slice->in_vram && !slice->own_memory.lies ? enter(slice, view) : map_slice(slice, view);
}

enum err bar1_slice_make_room(struct bar1_slice *slice, struct memory_view *view, uint64_t at)
{
    slice->near = at;
    if (!slice->own_memory.lies ||
        (at != VIEW_NOTHING && !own_memory_is_in_the_way(&slice->own_memory, at)))
        return OK;
    const enum err e = leave(slice, view->t->card);

    return e == OK && at != VIEW_NOTHING ? enter(slice, view) : e;
}

/* Words to try lie in a stretch of the first slice that has no owner, a display least of all. Where there is none, they
 * are those at its start. */
static uint64_t try_base(const struct memory_view *view)
{
    const uint64_t end = view->size < view->slice ? view->size : view->slice;

    for (uint64_t base = 0; base + TRY_SPAN <= end; base += TRY_SPAN)
        if (vram_is_free(view->t->card, base, TRY_SPAN))
            return base;
    return 0;
}

/* Whether BAR1 reads a word as the window does, which no translation touches. A word with an owner is compared as it
 * is; any other gets a value that tells it from the rest, and its own back. */
static bool agrees(struct card *card, linear_addr at, uint32_t value)
{
    const uint32_t before = pmem_read32(card, at);
    const bool free = vram_is_free(card, at.v, 4);
    bool same = false;

    if (free)
        pmem_write32(card, at, value);
    if (card_flush(card) == OK)
        same = pmem_read32(card, at) == bar_read32(card, BAR1, (virtual_addr){ at.v });
    if (free)
        pmem_write32(card, at, before);
    return same;
}

static unsigned words_agree(const struct memory_view *view)
{
    const uint64_t base = try_base(view);
    const uint64_t span = (view->size < TRY_SPAN ? view->size : TRY_SPAN) / TRY_WORDS;
    unsigned agree = 0;

    for (unsigned i = 0; i < TRY_WORDS; i++) {
        const linear_addr at = { base + ((i * span + 8 * i) & ~UINT64_C(7)), TARGET_VRAM };

        agree += agrees(view->t->card, at, TRY_VALUE ^ (i * 0x01010101u));
    }
    return agree;
}

/* *agree: of TRY_WORDS words of the first slice. */
static enum err try_first(struct bar1_slice *slice, struct memory_view *view, unsigned *agree)
{
    struct gmmu_fault fault;
    const enum err e = bar1_slice_show(slice, view, 0);

    *agree = 0;
    if (e != OK)
        return e;
    *agree = words_agree(view);
    if (*agree > TRY_WORDS / 2)
        return OK;
    fault_latch_take(view->t->card, &fault, NULL); /* it belongs to the words above */
    return ERR_RIG;
}

/* Tables in VRAM need nothing of the machine. */
static enum err move_to_vram(struct bar1_slice *slice, struct memory_view *view, unsigned *agree)
{
    if (!own_memory_open(&slice->own_memory, view->t->card, 1, &need, NULL, slice->kept))
        return ERR_RIG;
    slice->in_vram = true;
    slice->near = try_base(view);
    const enum err e = try_first(slice, view, agree);
    if (e == OK)
        test_say(view->t,
                 "%s: BAR1's tables lie in VRAM, for the card does not find them in the machine's "
                 "memory",
                 view->t->name);
    return e;
}

/* The way to memory is proven before the memory is judged: bad memory reads the same bad word both ways, a wrong
 * translation does not. */
static enum err prove(struct bar1_slice *slice, struct memory_view *view)
{
    unsigned agree, agree_in_vram = 0;
    enum err e = try_first(slice, view, &agree);

    if (e == ERR_RIG)
        e = move_to_vram(slice, view, &agree_in_vram);
    test_blame(view->t, e == ERR_RIG ? CAUSE_WINDOW : CAUSE_NONE);
    if (e == ERR_RIG)
        test_error(
            view->t,
            "BAR1 shows %u of %u words as the BAR0 window does: translation, or DMA protection of "
            "the rig; the memory is not judged",
            agree > agree_in_vram ? agree : agree_in_vram, TRY_WORDS);
    return e;
}

/* Where the card is lent no memory there is nothing else to try. */
static enum err prove_in_vram(struct bar1_slice *slice, struct memory_view *view)
{
    unsigned agree = 0;
    const enum err e = move_to_vram(slice, view, &agree);

    if (e == ERR_RIG)
        test_error(view->t,
                   "BAR1 shows %u of %u words as the BAR0 window does: translation; the memory is "
                   "not judged",
                   agree, TRY_WORDS);
    return e;
}

enum err bar1_slice_open(struct bar1_slice *slice, struct memory_view *view)
{
    struct card *const card = view->t->card;
    const uint64_t bar = bar_size(card, BAR1);

    view->slice = bar < SLICE_MAX ? bar : SLICE_MAX;
    enum err e = make(slice, card, TARGET_SYSRAM_SNOOP);
    if (e == ERR_NO_DMA)
        return prove_in_vram(slice, view);
    if (e == OK)
        e = bar_bind(card, BAR1, slice->instance);
    return e == OK ? prove(slice, view) : e;
}
