#include "suite/nv50/way_state.h"

#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pmc.h"
#include "suite/nv50/way.h"

static const struct own_memory_piece objects_piece = { 0, WAY_OBJECTS };
static const struct own_memory_need objects_need = { .pieces = &objects_piece,
                                                     .count = 1,
                                                     .span = WAY_OBJECTS,
                                                     .before = VM_CHANNEL_SIZE,
                                                     .block = true,
                                                     .pattern = UINT64_C(0x5555555555555555) };

/* VRAM_HIDE: the host reads 0 there, whatever is stored (tesla-vm.md §1.2). */
static void read_hide(struct memory_view *view)
{
    const uint32_t low = card_read32(view->t->card, PMC_VRAM_HIDE_LOW);
    const uint32_t high = card_read32(view->t->card, PMC_VRAM_HIDE_HIGH);

    if (!(low & PMC_VRAM_HIDE_ENABLE))
        return;
    view->hide_from = low & PMC_VRAM_HIDE_ADDRESS & ~3u;
    view->hide_to = (high & PMC_VRAM_HIDE_ADDRESS) + 1;
}

/* An object without a limit, as in the register test that runs on cards, because limits are the business of other
 * tests. */
struct dmaobj way_whole(linear_addr at)
{
    struct dmaobj object = object_unpaged(at, VIEW_CHUNK);

    object.limit = LIMIT_ALL;
    return object;
}

/* ---- the objects in VRAM ---- */

/* Places for the objects; false: memory does not hold them anywhere. */
bool way_open_own_memory(struct memory_view *view)
{
    struct nv50_view *const state = view->state;

    if (!state->own_is_open)
        state->own_is_open =
            own_memory_open(&state->own_memory, view->t->card, nv50_memory(view->t->card)->parts,
                            &objects_need, NULL, state->kept);
    return state->own_is_open;
}

/* BAR1's object is the first of a new channel. */
enum err way_enter(struct memory_view *view)
{
    struct nv50_view *const state = view->state;
    struct card *const card = view->t->card;
    const struct dmaobj object = way_whole((linear_addr){ state->base, TARGET_VRAM });
    enum err e = own_memory_enter(&state->own_memory, state->near);

    if (e == OK)
        e = vm_around(&state->vm, card, state->own_memory.at[state->own_memory.used]);
    if (e == OK)
        e = vm_object(&state->vm, &object, &state->selector);
    if (e == OK)
        e = host_flush(card);
    if (e == OK)
        e = vm_flush_tlb(card, VM_ENGINE_BAR);
    if (e == OK)
        aperture_channel(card, state->vm.descriptor);
    return e;
}

/* An error of `stir` counts for the heating alone, because m2mf is set up anew before it copies
 * again. */
/* Everything leaves VRAM. */
static enum err way_leave(struct memory_view *view)
{
    struct nv50_view *const state = view->state;

    (void)!way_turn_back(state);
    if (state->copying)
        m2mf_close(&state->m2mf);
    state->copying = false;
    enum err e = channel_copy_leave(&state->channel_copy);
    const enum err e_check = shader_check_leave(&state->shader_check);
    e = e == OK ? e_check : e;
    aperture_unbind(view->t->card, APERTURE_BAR1);
    const enum err e_objects = own_memory_leave(&state->own_memory);
    return e == OK ? e_objects : e;
}

static enum err bind(struct memory_view *view)
{
    struct nv50_view *const state = view->state;
    struct card *const card = view->t->card;
    const struct dmaobj object = way_whole((linear_addr){ state->base, TARGET_VRAM });
    enum err e = state->own_memory.lies ? vm_object_change(&state->vm, state->selector, &object)
                                        : way_enter(view);

    if (e == OK)
        e = host_flush(card);
    if (e == OK)
        e = vm_flush_tlb(card, VM_ENGINE_BAR);
    if (e == OK)
        aperture_bind(card, APERTURE_BAR1, state->selector);
    return e;
}

enum err way_show(struct memory_view *view, uint64_t base)
{
    struct nv50_view *const state = view->state;

    state->base = base;
    state->bound = base || !state->direct;
    if (state->bound)
        return way_open_own_memory(view) ? bind(view) : ERR_UNSUPPORTED;
    aperture_unbind(view->t->card, APERTURE_BAR1);
    return OK;
}

static bool is_stained(const struct memory_view *view, uint64_t at)
{
    const struct nv50_view *const state = view->state;

    for (unsigned i = 0; i < OWN_MEMORIES; i++)
        if ((view->loaded_with >> i & 1 && own_memory_is_near(&state->own_memory, i, at)) ||
            (view->loaded_with >> (OWN_MEMORIES + i) & 1 &&
             own_memory_is_near(&state->channel_copy.own_memory, i, at)))
            return true;
    return false;
}

enum err way_make_room(struct memory_view *view, uint64_t at)
{
    struct nv50_view *const state = view->state;

    state->near = at;
    view->stained = at != VIEW_NOTHING && is_stained(view, at);
    if (at != VIEW_NOTHING && !own_memory_is_in_the_way(&state->own_memory, at) &&
        !own_memory_is_in_the_way(&state->channel_copy.own_memory, at) &&
        !own_memory_is_in_the_way(&state->shader_check.own_memory, at))
        return OK;
    const enum err e = way_leave(view);
    return e == OK && state->bound && at != VIEW_NOTHING ? bind(view) : e;
}

static enum err open_view(struct memory_view *view)
{
    struct dma_memory memory;
    const enum err e = card_work_alloc(view->t->card, sizeof(struct nv50_view), &memory);

    if (e != OK)
        return e;
    view->state = memory.cpu;
    *(struct nv50_view *)view->state = (struct nv50_view){ .near = 0 };
    view->slice = aperture_size(view->t->card, APERTURE_BAR1);
    read_hide(view);
    return way_prove(view);
}

static bool keeps(const struct memory_view *view, uint64_t at)
{
    const struct nv50_view *const state = view->state;
    bool near = false;

    for (unsigned i = 0; i < OWN_MEMORIES; i++) {
        near |= state->own_is_open && own_memory_is_near(&state->own_memory, i, at);
        near |=
            state->channel_copy.found && own_memory_is_near(&state->channel_copy.own_memory, i, at);
        near |=
            state->shader_check.found && own_memory_is_near(&state->shader_check.own_memory, i, at);
    }
    return near;
}

static bool lies(const struct memory_view *view, uint64_t at)
{
    const struct nv50_view *const state = view->state;

    return (state->own_is_open && own_memory_meets(&state->own_memory, at, VIEW_CHUNK)) ||
           (state->channel_copy.found &&
            own_memory_meets(&state->channel_copy.own_memory, at, VIEW_CHUNK));
}

static void say_translation(const struct memory_view *view, const char *record)
{
    test_blame(view->t, CAUSE_TRANSLATION);
    test_error(view->t, "recorded %s after %s: that is translation, and no memory chip", record,
               view->doing);
}

/* Bad memory under PGRAPH's structures makes the unit that reads them fault, and so does a shader core that errs. Such a fault
 * explains why the work failed and proves no more, so reads then come another way. A fault of a BAR is of no engine. */
enum err way_faulted(struct memory_view *view, enum err e, const char *what, const char *feed)
{
    char letters[TEST_VALUE_MAX];
    struct text words = text_in(letters, sizeof(letters));
    struct vm_fault fault;

    if (e == OK || !fault_take(view->t->card, &fault))
        return e;
    describe_fault(&words, view->t->card, &fault);
    if (fault.engine == VM_ENGINE_PGRAPH || fault.engine == VM_ENGINE_PFIFO)
        card_log(view->t->card, "%s%s recorded %s", what, feed, letters);
    else
        say_translation(view, letters);
    return e;
}

/* As nouveau does before it changes the memory's clock: rows closed, refreshed twice, then no refresh comes by itself. */
static enum err refresh(struct memory_view *view, bool on)
{
    struct nv50_view *const state = view->state;
    struct card *const card = view->t->card;

    if (on) {
        card_set32(card, PFB_REFCTRL, state->refctrl);
        return OK;
    }
    state->refctrl = card_read32(card, PFB_REFCTRL);
    card_write32(card, PFB_PRECHARGE, 1);
    card_write32(card, PFB_REFRESH, 1);
    card_write32(card, PFB_REFRESH, 1);
    card_set32(card, PFB_REFCTRL, 0);
    return OK;
}

static void close_view(struct memory_view *view)
{
    char letters[TEST_VALUE_MAX];
    struct text words = text_in(letters, sizeof(letters));
    struct vm_fault fault;

    (void)!test_ok(view->t, way_leave(view), "putting back what lay under the DMA objects");
    if (fault_take(view->t->card, &fault)) {
        describe_fault(&words, view->t->card, &fault);
        say_translation(view, letters);
    }
}

const struct vram_way nv50_way = {
    .open = open_view,
    .show = way_show,
    .make_room = way_make_room,
    .copy = way_copy,
    .begin = way_begin_copy,
    .end = way_end_copy,
    .store = way_store,
    .stir = way_stir,
    .stirred = way_stirred,
    .work = way_do_work,
    .march = way_do_march,
    .prove = way_prove_work,
    .worker = "shader programs",
    .refresh = refresh,
    .keeps = keeps,
    .lies = lies,
    .copier = "m2mf",
    .feeds = way_feeds,
    .nimble_feed = FEED_PORT,
    .copy_engine = "PGRAPH",
    .copy_line = M2MF_LINE,
    .shape = way_shape,
    .place = way_place,
    .find = way_find,
    .close = close_view,
};
