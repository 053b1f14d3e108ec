#include "suite/nv50/way.h"

#include "engines/nv50/family.h"
#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/nv50/m2mf.h"
#include "engines/window.h"
#include "hw/nv50/m2mf.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pmc.h"
#include "suite/memory/refuge.h"
#include "suite/memory/view.h"
#include "suite/nv50/channel_copy.h"
#include "suite/nv50/kit.h"
#include "suite/nv50/shader_check.h"

_Static_assert(VIEW_LOAD <= M2MF_MAX, "one copy brings what a view loads at once");

#define WAY_WORDS 16
#define WAY_SPAN  0x100000u
#define WAY_VALUE 0x5a0ff1a5u
#define OBJECTS   256u /* bytes for the DMA objects of BAR1 and of the direct port */

/* How m2mf gets its commands: as from drivers, or by the port that only register tests use. */
enum feed { FEED_PFIFO, FEED_PORT };

/* From VRAM to the view's buffer, as m2mf is set up; within VRAM; from the buffer to VRAM. */
enum course { COURSE_OUT, COURSE_WITHIN, COURSE_IN };

static const char *const feeds[] = {
    [FEED_PFIFO] = " through PFIFO", [FEED_PORT] = " through its port", NULL
};

static const struct refuge_piece objects_piece = { 0, OBJECTS };
static const struct refuge_need objects_need = { .pieces = &objects_piece,
                                                 .count = 1,
                                                 .span = OBJECTS,
                                                 .before = VM_CHANNEL_SIZE,
                                                 .block = true,
                                                 .pattern = UINT64_C(0x5555555555555555) };

struct nv50_view {
    uint32_t refctrl; /* before the refresh was held off */
    bool direct;      /* BAR1 shows the first slice without translation */
    bool sheltered;   /* `refuge` is open */
    bool bound;       /* BAR1 shows memory through the object of `selector` */
    uint64_t base;    /* that the object begins at */
    uint64_t near;    /* the chunk that is worked on: the objects keep out of its way */
    struct refuge refuge;
    uint16_t selector;
    struct vm vm;               /* of the refuge */
    uint32_t kept[OBJECTS / 4]; /* by it */
    bool copying;               /* m2mf is set up, by the direct port */
    struct m2mf *turned;        /* that goes `course` now; null: none is set up, or it goes out */
    uint8_t course;             /* enum course */
    bool stirring;              /* its last copy may be under way */
    struct m2mf
        *begun; /* that brings what `begin` asked for; null: it has ended, as `begun_e` says */
    enum err begun_e;
    struct m2mf m2mf;
    struct channel_copy channel_copy;
    struct shader_check shader_check;
    struct placement placement;
};

#define VRAM_MOST                                                                                  \
    (UINT64_C(4) << 30) /* of any card: placement has 32 bits of address (tesla-vm.md §6) */

/* BAR1 shows memory untiled, by the short cycle and with normal banks. */
static const struct view pitch = { 0 };

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
static struct dmaobj whole(linear_addr at)
{
    struct dmaobj object = object_unpaged(at, VIEW_CHUNK);

    object.limit = LIMIT_ALL;
    return object;
}

/* A display shows it, so it is not written. */
static bool is_shown(const struct card *card, uint64_t at)
{
    for (unsigned i = 0; i < card->vram.owner_count; i++) {
        const struct vram_owner *const owner = &card->vram.owners[i];

        if ((owner->use == VRAM_SHOWN || owner->use == VRAM_VGA) && at >= owner->from &&
            at < owner->to)
            return true;
    }
    return false;
}

/* ---- the objects in VRAM ---- */

/* Places for the objects; false: memory does not hold them anywhere. */
static bool shelter(struct memory_view *view)
{
    struct nv50_view *const state = view->state;

    if (!state->sheltered)
        state->sheltered =
            refuge_open(&state->refuge, view->t->card, nv50_memory(view->t->card)->parts,
                        &objects_need, NULL, state->kept);
    return state->sheltered;
}

/* BAR1's object is the first of a new channel. */
static enum err enter(struct memory_view *view)
{
    struct nv50_view *const state = view->state;
    struct card *const card = view->t->card;
    const struct dmaobj object = whole((linear_addr){ state->base, TARGET_VRAM });
    enum err e = refuge_enter(&state->refuge, state->near);

    if (e == OK)
        e = vm_around(&state->vm, card, state->refuge.at[state->refuge.used]);
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

static enum err end_stir(struct nv50_view *state)
{
    if (!state->stirring)
        return OK;
    state->stirring = false;
    return m2mf_finish(state->turned);
}

/* Source and destination are the channel's two objects, in the order of the course, as long as it
 * lasts. */
static enum err set_course(struct m2mf *m2mf, enum course course)
{
    struct graph_event in = { 0 }, out = { 0 };
    enum err e = m2mf_bind(m2mf, M2MF_DMA_IN, course == COURSE_IN ? m2mf->out : m2mf->in, &in);

    if (e == OK && !in.interrupts)
        e = m2mf_bind(m2mf, M2MF_DMA_OUT, course == COURSE_OUT ? m2mf->out : m2mf->in, &out);
    return e == OK && (in.interrupts || out.interrupts) ? ERR_UNSUPPORTED : e;
}

/* Of the copy that `begin` asked for; what `end` says. */
static enum err end_begun(struct nv50_view *state)
{
    struct m2mf *const m2mf = state->begun;

    state->begun = NULL;
    if (m2mf)
        state->begun_e = m2mf_finish(m2mf);
    return state->begun_e;
}

/* Copies go to system memory again. */
static enum err turn_back(struct nv50_view *state)
{
    struct m2mf *const m2mf = state->turned;

    (void)end_begun(state);
    if (!m2mf)
        return OK;
    const enum err e = end_stir(state);
    state->turned = NULL;
    return e == OK ? set_course(m2mf, COURSE_OUT) : e;
}

/* An error of `stir` counts for the heating alone, because m2mf is set up anew before it copies
 * again. */
static enum err leave(struct memory_view *view)
{
    struct nv50_view *const state = view->state;

    (void)!turn_back(state);
    if (state->copying)
        m2mf_close(&state->m2mf);
    state->copying = false;
    enum err e = channel_copy_leave(&state->channel_copy);
    const enum err e_check = shader_check_leave(&state->shader_check);
    e = e == OK ? e_check : e;
    aperture_unbind(view->t->card, APERTURE_BAR1);
    const enum err e_objects = refuge_leave(&state->refuge);
    return e == OK ? e_objects : e;
}

static enum err bind(struct memory_view *view)
{
    struct nv50_view *const state = view->state;
    struct card *const card = view->t->card;
    const struct dmaobj object = whole((linear_addr){ state->base, TARGET_VRAM });
    enum err e =
        state->refuge.lies ? vm_object_change(&state->vm, state->selector, &object) : enter(view);

    if (e == OK)
        e = host_flush(card);
    if (e == OK)
        e = vm_flush_tlb(card, VM_ENGINE_BAR);
    if (e == OK)
        aperture_bind(card, APERTURE_BAR1, state->selector);
    return e;
}

static enum err show(struct memory_view *view, uint64_t base)
{
    struct nv50_view *const state = view->state;

    state->base = base;
    state->bound = base || !state->direct;
    if (state->bound)
        return shelter(view) ? bind(view) : ERR_UNSUPPORTED;
    aperture_unbind(view->t->card, APERTURE_BAR1);
    return OK;
}

/* Where the structures lie: a bit for each place of both refuges. */
static unsigned places_used(const struct nv50_view *state)
{
    const struct refuge *const objects = &state->refuge;
    const struct refuge *const channel = &state->channel_copy.refuge;

    return (objects->lies ? 1u << objects->used : 0) |
           (channel->lies ? 1u << (REFUGES + channel->used) : 0);
}

static bool is_stained(const struct memory_view *view, uint64_t at)
{
    const struct nv50_view *const state = view->state;

    for (unsigned i = 0; i < REFUGES; i++)
        if ((view->loaded_with >> i & 1 && refuge_is_near(&state->refuge, i, at)) ||
            (view->loaded_with >> (REFUGES + i) & 1 &&
             refuge_is_near(&state->channel_copy.refuge, i, at)))
            return true;
    return false;
}

static enum err make_room(struct memory_view *view, uint64_t at)
{
    struct nv50_view *const state = view->state;

    state->near = at;
    view->stained = at != VIEW_NOTHING && is_stained(view, at);
    if (at != VIEW_NOTHING && !refuge_in_the_way(&state->refuge, at) &&
        !refuge_in_the_way(&state->channel_copy.refuge, at) &&
        !refuge_in_the_way(&state->shader_check.refuge, at))
        return OK;
    const enum err e = leave(view);
    return e == OK && state->bound && at != VIEW_NOTHING ? bind(view) : e;
}

/* ---- proving it ---- */

/* Whether BAR1 reads a word as PMEM does, which no translation touches. One that a display shows is compared as
 * it is; any other gets a value that tells it from the rest, and its own back. */
static bool agrees(struct memory_view *view, uint64_t offset, uint32_t value)
{
    const struct nv50_view *const state = view->state;
    struct card *const card = view->t->card;
    const linear_addr at = { state->base + offset, TARGET_VRAM };
    const uint32_t before = pmem_read32(card, at);
    const bool shown = is_shown(card, at.v);
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
    const uint64_t span = (size < WAY_SPAN ? size : WAY_SPAN) / WAY_WORDS;
    unsigned agree = 0;

    for (unsigned i = 0; i < WAY_WORDS; i++)
        agree += agrees(view, (i * span + 8 * i) & ~UINT64_C(7), WAY_VALUE ^ (i * 0x01010101u));
    return agree;
}

/* BAR1 reaches as far as it says: its end shows no other memory than PMEM there. */
static bool ends_agree(struct memory_view *view, uint64_t size)
{
    unsigned places = 0, agree = 0;

    for (uint64_t at = WAY_SPAN; at < size; at *= 2, places++)
        agree += agrees(view, at, WAY_VALUE ^ (places * 0x10204081u));
    return 2 * agree >= places;
}

/* OK: BAR1 shows the slice from `base` on; *agree of WAY_WORDS words say so. */
static enum err try_slice(struct memory_view *view, uint64_t base, unsigned *agree)
{
    const uint64_t rest = view->size - base, size = rest < view->slice ? rest : view->slice;
    const enum err e = show(view, base);

    *agree = 0;
    if (e != OK)
        return e;
    *agree = words_agree(view, size);
    return *agree > WAY_WORDS / 2 && ends_agree(view, size) ? OK : ERR_RIG;
}

static enum err complain(struct memory_view *view, unsigned agree)
{
    struct vm_fault fault;

    fault_take(view->t->card, &fault); /* it belongs to the words above */
    test_blame(view->t, CAUSE_WINDOW);
    test_error(view->t,
               "BAR1 shows %u of %u words as PMEM does: the way to memory, or its translation; "
               "the memory is not judged",
               agree, WAY_WORDS);
    return ERR_RIG;
}

/* VRAM past the first slice is shown through an object, which needs a place in VRAM itself. */
static enum err prove_rest(struct memory_view *view)
{
    unsigned agree;

    if (view->size <= view->slice)
        return OK;
    if (!shelter(view)) {
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

/* The way to memory is proven before the memory is judged: faulty memory reads the same bad word both ways, a wrong
 * translation does not. A BAR1 that shows memory as the VBIOS leaves it needs nothing that memory could break, so it
 * comes first; the first slice through an object is the other way. */
static enum err prove_way(struct memory_view *view)
{
    struct nv50_view *const state = view->state;
    unsigned agree, agree_bound;

    state->direct = true;
    if (try_slice(view, 0, &agree) == OK)
        return prove_rest(view);
    state->direct = false;
    const enum err e = shelter(view) ? try_slice(view, 0, &agree_bound) : ERR_UNSUPPORTED;
    if (e == ERR_UNSUPPORTED || e == ERR_RIG)
        return complain(view, agree);
    return e == OK ? prove_rest(view) : e;
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
    return prove_way(view);
}

/* ---- copies ---- */

/* All of VRAM to read from, the view's buffer to write to. */
static enum err open_copy(struct memory_view *view)
{
    struct nv50_view *const state = view->state;
    struct vm *const vm = &state->vm;
    const linear_addr to = { view->buffer.bus.v, TARGET_SYSRAM_SNOOP };
    const struct dmaobj in = whole((linear_addr){ 0, TARGET_VRAM });
    const struct dmaobj out = whole(to);
    uint16_t in_selector = 0, out_selector = 0;
    enum err e = state->refuge.lies ? OK : enter(view);

    if (e == OK)
        e = vm_object(vm, &in, &in_selector);
    if (e == OK)
        e = vm_object(vm, &out, &out_selector);
    if (e != OK)
        return e;
    return state->m2mf.card ? m2mf_reopen(&state->m2mf, vm, in_selector, out_selector)
                            : m2mf_open(&state->m2mf, vm, in_selector, out_selector);
}

/* m2mf as the feed has it, set up. */
static enum err ready_to_copy(struct memory_view *view, struct m2mf **out)
{
    struct nv50_view *const state = view->state;
    struct card *const card = view->t->card;
    const struct channel_copy_to where = { .card = card,
                                           .parts = nv50_memory(card)->parts,
                                           .buffer = view->buffer.bus,
                                           .other = &state->refuge };

    if (!shelter(view))
        return ERR_UNSUPPORTED;
    *out = view->feed == FEED_PFIFO ? &state->channel_copy.m2mf : &state->m2mf;
    enum err e = shader_check_leave(&state->shader_check);
    if (e == OK && view->feed == FEED_PFIFO)
        return channel_copy_ready(&state->channel_copy, &where, state->near);
    if (e == OK)
        e = channel_copy_leave(&state->channel_copy);
    if (e != OK || state->copying)
        return e;
    e = open_copy(view);
    state->copying = state->m2mf.card != NULL;
    return e;
}

static void say_translation(const struct memory_view *view, const char *record)
{
    test_blame(view->t, CAUSE_TRANSLATION);
    test_error(view->t, "recorded %s after %s: that is translation, and no memory chip", record,
               view->doing);
}

/* Faulty memory under the structures of what PGRAPH does makes a unit fault that reads them, and so does a shader core that errs. Such a
 * fault is why it failed, and no more: reads then come another way. One of a BAR is of no engine. */
static enum err faulted(struct memory_view *view, enum err e, const char *what, const char *feed)
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

static enum err copied(struct memory_view *view, enum err e)
{
    return faulted(view, e, "m2mf", feeds[view->feed]);
}

static enum err begin(struct memory_view *view, uint64_t from, uint32_t to, uint32_t size)
{
    struct nv50_view *const state = view->state;
    struct m2mf *m2mf = NULL;
    enum err e = turn_back(state);

    if (e == OK)
        e = ready_to_copy(view, &m2mf);
    if (e == OK) {
        view->copied_with = places_used(state);
        e = m2mf_launch(m2mf, from, to, size);
    }
    state->begun = e == OK ? m2mf : NULL;
    state->begun_e = e;
    return copied(view, e);
}

static enum err end(struct memory_view *view)
{
    return copied(view, end_begun(view->state));
}

static enum err copy(struct memory_view *view, uint64_t from, uint32_t to, uint32_t size)
{
    const enum err e = begin(view, from, to, size);

    return e == OK ? end(view) : e;
}

/* Sets state->turned to that course, which is not COURSE_OUT, after its earlier commands have
 * ended. */
static enum err turn(struct memory_view *view, enum course course)
{
    struct nv50_view *const state = view->state;
    struct m2mf *m2mf;

    if (state->turned && state->course == course)
        return end_stir(state);
    enum err e = turn_back(state);
    if (e == OK)
        e = ready_to_copy(view, &m2mf);
    if (e == OK)
        e = set_course(m2mf, course);
    if (e != OK)
        return e;
    state->turned = m2mf;
    state->course = (uint8_t)course;
    return OK;
}

static enum err store(struct memory_view *view, uint32_t from, uint64_t at, uint32_t size)
{
    struct nv50_view *const state = view->state;
    enum err e = turn(view, COURSE_IN);

    if (e == OK)
        e = m2mf_copy(state->turned, from, at, size);
    return copied(view, e);
}

static enum err stir(struct memory_view *view, uint64_t from, uint64_t to, uint32_t size,
                     unsigned times)
{
    struct nv50_view *const state = view->state;
    enum err e = turn(view, COURSE_WITHIN);

    for (unsigned i = 0; i < times && e == OK; i++) {
        e = end_stir(state);
        if (e == OK)
            e = m2mf_launch(state->turned, from, to, size);
        state->stirring = e == OK;
    }
    return copied(view, e);
}

static enum err stirred(struct memory_view *view)
{
    return copied(view, end_stir(view->state));
}

static bool keeps(const struct memory_view *view, uint64_t at)
{
    const struct nv50_view *const state = view->state;
    bool near = false;

    for (unsigned i = 0; i < REFUGES; i++) {
        near |= state->sheltered && refuge_is_near(&state->refuge, i, at);
        near |= state->channel_copy.found && refuge_is_near(&state->channel_copy.refuge, i, at);
        near |= state->shader_check.found && refuge_is_near(&state->shader_check.refuge, i, at);
    }
    return near;
}

static bool lies(const struct memory_view *view, uint64_t at)
{
    const struct nv50_view *const state = view->state;

    return (state->sheltered && refuge_meets(&state->refuge, at, VIEW_CHUNK)) ||
           (state->channel_copy.found && refuge_meets(&state->channel_copy.refuge, at, VIEW_CHUNK));
}

/* ---- programs of the card's own ---- */

/* PGRAPH has the programs and no copy. */
static enum err ready_to_work(struct memory_view *view)
{
    struct nv50_view *const state = view->state;
    struct card *const card = view->t->card;
    enum err e = turn_back(state);

    if (e == OK)
        e = channel_copy_leave(&state->channel_copy);
    if (state->copying)
        m2mf_close(&state->m2mf);
    state->copying = false;
    if (e != OK || !shelter(view))
        return e == OK ? ERR_UNSUPPORTED : e;
    return shader_check_ready(&state->shader_check, view, nv50_memory(card)->parts, &state->refuge,
                              state->near);
}

static bool in_the_way(const struct nv50_view *state, uint64_t at)
{
    return refuge_in_the_way(&state->refuge, at) ||
           refuge_in_the_way(&state->shader_check.refuge, at);
}

/* Makes room at the chunk at `at`. Gives in how many chunks from there on, in steps of `step` and `most` of them, nothing is in the
 * way then. */
static enum err room_for(struct memory_view *view, uint64_t at, int64_t step, unsigned most,
                         unsigned *count)
{
    struct nv50_view *const state = view->state;
    enum err e = make_room(view, at);

    *count = 0;
    if (e == OK)
        e = ready_to_work(view);
    for (; e == OK && *count < most && !in_the_way(state, at); at += (uint64_t)step)
        ++*count;
    return e == OK && !*count ? ERR_UNSUPPORTED : e;
}

static enum check_program program_of(const struct way_work *work)
{
    if (work->stores)
        return work->mixed ? CHECK_STORE_MIXED : CHECK_STORE;
    if (work->mixed)
        return CHECK_MIXED;
    return work->ones ? CHECK_ONES : CHECK_ZEROS;
}

/* Its structures may have to move in between, so it goes in pieces, in the direction that is asked for. */
static enum err work(struct memory_view *view, const struct way_work *work, uint64_t *wrong)
{
    struct nv50_view *const state = view->state;
    const int64_t step = work->down ? -(int64_t)VIEW_CHUNK : (int64_t)VIEW_CHUNK;
    struct check_launch launch = { .program = program_of(work),
                                   .spread = work->down ? SPREAD_DOWN : SPREAD_UP,
                                   .bytes = VIEW_CHUNK,
                                   .ones = work->ones };
    struct check_results results = { 0 };

    *wrong = 0;
    for (unsigned done = 0; done < work->chunks; done += launch.blocks) {
        const unsigned next = work->down ? work->chunks - 1 - done : done;

        launch.base = work->at + (uint64_t)next * VIEW_CHUNK;
        enum err e = room_for(view, launch.base, step, work->chunks - done, &launch.blocks);
        if (e == OK)
            e = shader_check_run(&state->shader_check, view, &launch, &results);
        if (e != OK)
            return faulted(view, e, "a program", "");
        for (unsigned i = 0; i < launch.blocks; i++)
            *wrong |= (uint64_t)results.wrong[i] << (work->down ? next - i : next + i);
    }
    return OK;
}

static enum err prove(struct memory_view *view, uint64_t chunk, uint64_t *bad)
{
    struct nv50_view *const state = view->state;
    enum err e = make_room(view, chunk);

    *bad = 0;
    if (e == OK)
        e = ready_to_work(view);
    if (e == OK)
        e = shader_check_prove(&state->shader_check, view, chunk, bad);
    return faulted(view, e, "a program", "");
}

/* Chips of DDR2 and DDR3 mostly have 16 data lines, those of GDDR3 and later 32 (board.md §1.3). */
static uint8_t usual_width(uint8_t ram_type)
{
    return ram_type <= RAM_TYPE_DDR2_OR_DDR3 ? 16 : 32;
}

/* With holes in the mask a partition's number may be its place among those that are enabled, as this program has
 * it, or its hardware number; then those that no number names take the numbers whose partitions are off
 * (tesla-vm.md §6.2, unverified E35). */
static void add_others(struct vram_shape *shape)
{
    unsigned part = 0;

    for (unsigned hardware = 0; hardware < CHIP_PARTS; hardware++) {
        if (!(shape->part_mask >> hardware & 1))
            continue;
        const uint32_t named = (1u << shape->parts) - 1;
        const uint32_t may_be =
            shape->part_mask >> part & 1 ? 1u << part : shape->part_mask & ~named;

        shape->part_others[part++] = (uint8_t)(may_be & ~(1u << hardware));
    }
}

/* From the configuration registers, as the card was found. Rows, banks and columns that make more than any card has are
 * refused: their places have no addresses. */
static enum err shape(struct memory_view *view, struct vram_shape *out)
{
    struct nv50_view *const state = view->state;
    const struct nv50_chip *const chip = nv50_chip_of(view->t->card->chip);
    const struct memory_config *const m = nv50_memory(view->t->card);
    const bool split = chip->features & FEATURE_SUBPARTITIONS;

    if (m->predicted > VRAM_MOST)
        return ERR_RANGE;
    *out = (struct vram_shape){
        .part_mask = m->part_mask,
        .parts = m->parts,
        .subparts = m->subparts,
        .ranks = m->dram.two_ranks ? 2 : 1,
        .lanes = split ? (uint8_t)(32 * m->subparts) : 64,
        .chip_width = usual_width(m->ram_type),
        .column_bytes = split ? 4 : 8,
        .column_bits = m->dram.column_bits,
        .bank_bits = m->dram.bank_bits,
        .row_bits = { m->dram.row_bits_a, m->dram.two_ranks ? m->dram.row_bits_b : 0 },
        .open_place = "E25",
        .open_rank = "E36",
        .open_part = "E35",
    };
    add_others(out);
    return placement_init(&state->placement, chip, &mmu_rules_default, m->parts, m->subparts,
                          m->select_mask, &m->dram);
}

/* The family has 4 GiB at most, so its placement has 32 bits. Subpartitions that cannot be make every place a guess. */
static bool place(const struct memory_view *view, uint64_t at, struct partition_addr *out)
{
    const struct nv50_view *const state = view->state;

    *out = place_byte(&state->placement, pitch, (uint32_t)at);
    return at < VRAM_MOST && !nv50_memory(view->t->card)->subparts_odd;
}

static uint64_t find(const struct memory_view *view, struct partition_addr there)
{
    const struct nv50_view *const state = view->state;

    return byte_at(&state->placement, pitch, there);
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

    (void)!test_ok(view->t, leave(view), "putting back what lay under the DMA objects");
    if (fault_take(view->t->card, &fault)) {
        describe_fault(&words, view->t->card, &fault);
        say_translation(view, letters);
    }
}

const struct vram_way nv50_way = {
    .open = open_view,
    .show = show,
    .make_room = make_room,
    .copy = copy,
    .begin = begin,
    .end = end,
    .store = store,
    .stir = stir,
    .stirred = stirred,
    .work = work,
    .prove = prove,
    .worker = "shader programs",
    .refresh = refresh,
    .keeps = keeps,
    .lies = lies,
    .copier = "m2mf",
    .feeds = feeds,
    .nimble_feed = FEED_PORT,
    .copy_engine = "PGRAPH",
    .copy_line = M2MF_LINE,
    .shape = shape,
    .place = place,
    .find = find,
    .close = close_view,
};
