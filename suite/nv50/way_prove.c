/* Whether BAR1 shows VRAM, which is proven before any memory is judged. */
#include "engines/nv50/fault.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "suite/nv50/way_state.h"

#define AGREE_WORDS 16
#define AGREE_SPAN  0x100000u
#define AGREE_VALUE 0x5a0ff1a5u

/* Whether BAR1 reads a word as PMEM does, which no translation touches. One that a display shows is compared as
 * it is; any other gets a value that tells it from the rest, and its own back. */
static bool agrees(struct memory_view *view, uint64_t offset, uint32_t value)
{
    const struct nv50_view *const state = view->state;
    struct card *const card = view->t->card;
    const linear_addr at = { state->base + offset, TARGET_VRAM };
    const uint32_t before = pmem_read32(card, at);
    const bool shown = vram_is_shown(card, at.v);
    bool same = false;

    if (!shown)
        pmem_write32(card, at, value);
    if (card_flush(card) == OK)
        same =
            pmem_read32(card, at) == aperture_read32(card, APERTURE_BAR1, (logical_addr){ offset });
    if (!shown)
        pmem_write32(card, at, before);
    return same;
}

/* Near the start of the slice, as every card has memory there, whatever its registers say of its size. */
static unsigned words_agree(struct memory_view *view, uint64_t size)
{
    const uint64_t span = (size < AGREE_SPAN ? size : AGREE_SPAN) / AGREE_WORDS;
    unsigned agree = 0;

    for (unsigned i = 0; i < AGREE_WORDS; i++)
        agree += agrees(view, (i * span + 8 * i) & ~UINT64_C(7), AGREE_VALUE ^ (i * 0x01010101u));
    return agree;
}

/* BAR1 reaches as far as it says: its end shows no other memory than PMEM there. */
static bool ends_agree(struct memory_view *view, uint64_t size)
{
    unsigned places = 0, agree = 0;

    for (uint64_t at = AGREE_SPAN; at < size; at *= 2, places++)
        agree += agrees(view, at, AGREE_VALUE ^ (places * 0x10204081u));
    return 2 * agree >= places;
}

/* OK: BAR1 shows the slice from `base` on; *agree of AGREE_WORDS words say so. */
static enum err try_slice(struct memory_view *view, uint64_t base, unsigned *agree)
{
    const uint64_t rest = view->size - base, size = rest < view->slice ? rest : view->slice;
    const enum err e = way_show(view, base);

    *agree = 0;
    if (e != OK)
        return e;
    *agree = words_agree(view, size);
    return *agree > AGREE_WORDS / 2 && ends_agree(view, size) ? OK : ERR_RIG;
}

static enum err complain(struct memory_view *view, unsigned agree)
{
    struct vm_fault fault;

    fault_take(view->t->card, &fault); /* it belongs to the words above */
    test_blame(view->t, CAUSE_WINDOW);
    test_error(view->t,
               "BAR1 shows %u of %u words as PMEM does: the way to memory, or its translation; "
               "the memory is not judged",
               agree, AGREE_WORDS);
    return ERR_RIG;
}

/* VRAM past the first slice is shown through an object, which needs a place in VRAM itself. */
static enum err prove_rest(struct memory_view *view)
{
    unsigned agree;

    if (view->size <= view->slice)
        return OK;
    if (!way_open_own_memory(view)) {
        view->reach = view->slice;
        test_say(view->t,
                 "%s: no place in VRAM holds a DMA object, so what lies behind 0x%llx is left out",
                 view->t->name, (unsigned long long)view->reach);
        return OK;
    }
    for (uint64_t base = view->slice; base < view->size; base += view->slice) {
        const enum err e = try_slice(view, base, &agree);

        if (e != OK)
            return e == ERR_RIG ? complain(view, agree) : e;
    }
    return OK;
}

/* The way to memory is proven before the memory is judged: bad memory reads the same bad word both ways, a wrong
 * translation does not. A BAR1 that shows memory as the VBIOS leaves it needs nothing that memory could break, so it
 * comes first; the first slice through an object is the other way. */
enum err way_prove(struct memory_view *view)
{
    struct nv50_view *const state = view->state;
    unsigned agree, agree_bound;

    state->direct = true;
    if (try_slice(view, 0, &agree) == OK)
        return prove_rest(view);
    state->direct = false;
    const enum err e =
        way_open_own_memory(view) ? try_slice(view, 0, &agree_bound) : ERR_UNSUPPORTED;
    if (e == ERR_UNSUPPORTED || e == ERR_RIG)
        return complain(view, agree);
    return e == OK ? prove_rest(view) : e;
}
