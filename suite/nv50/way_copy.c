/* VRAM copied by m2mf, told by PFIFO or by PGRAPH's direct port. */
#include "suite/nv50/way_state.h"

#include "engines/nv50/flush.h"
#include "hw/nv50/m2mf.h"

/* From VRAM to the view's buffer, as m2mf is set up; within VRAM; from the buffer to VRAM. */
enum course { COURSE_OUT, COURSE_WITHIN, COURSE_IN };

_Static_assert(VIEW_LOAD <= M2MF_MAX, "one copy brings what a view loads at once");

const char *const way_feeds[] = {
    [FEED_PFIFO] = " through PFIFO", [FEED_PORT] = " through its port", NULL
};

/* Where the structures lie: a bit for each place of both rooms. */
static unsigned places_used(const struct nv50_view *state)
{
    const struct own_memory *const objects = &state->own_memory;
    const struct own_memory *const channel = &state->channel_copy.own_memory;

    return (objects->lies ? 1u << objects->used : 0) |
           (channel->lies ? 1u << (OWN_MEMORIES + channel->used) : 0);
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

/* The result of the copy that `begin` asked for, as `end` gives it. */
static enum err end_begun(struct nv50_view *state)
{
    struct m2mf *const m2mf = state->begun;

    state->begun = NULL;
    if (m2mf)
        state->begun_e = m2mf_finish(m2mf);
    return state->begun_e;
}

/* Copies go to system memory again. */
enum err way_turn_back(struct nv50_view *state)
{
    struct m2mf *const m2mf = state->turned;

    (void)end_begun(state);
    if (!m2mf)
        return OK;
    const enum err e = end_stir(state);
    state->turned = NULL;
    return e == OK ? set_course(m2mf, COURSE_OUT) : e;
}

/* All of VRAM to read from, the view's buffer to write to. */
static enum err open_copy(struct memory_view *view)
{
    struct nv50_view *const state = view->state;
    struct vm *const vm = &state->vm;
    const linear_addr to = { view->buffer.bus.v, TARGET_SYSRAM_SNOOP };
    const struct dmaobj in = way_whole((linear_addr){ 0, TARGET_VRAM });
    const struct dmaobj out = way_whole(to);
    uint16_t in_selector = 0, out_selector = 0;
    enum err e = state->own_memory.lies ? OK : way_enter(view);

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
                                           .other = &state->own_memory };

    if (!way_open_own_memory(view))
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

static enum err copied(struct memory_view *view, enum err e)
{
    return way_faulted(view, e, "m2mf", way_feeds[view->feed]);
}

enum err way_begin_copy(struct memory_view *view, uint64_t from, uint32_t to, uint32_t size)
{
    struct nv50_view *const state = view->state;
    struct m2mf *m2mf = NULL;
    enum err e = way_turn_back(state);

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

enum err way_end_copy(struct memory_view *view)
{
    return copied(view, end_begun(view->state));
}

enum err way_copy(struct memory_view *view, uint64_t from, uint32_t to, uint32_t size)
{
    const enum err e = way_begin_copy(view, from, to, size);

    return e == OK ? way_end_copy(view) : e;
}

/* Sets state->turned to that course, which is not COURSE_OUT, after its earlier commands have
 * ended. */
static enum err turn(struct memory_view *view, enum course course)
{
    struct nv50_view *const state = view->state;
    struct m2mf *m2mf;

    if (state->turned && state->course == course)
        return end_stir(state);
    enum err e = way_turn_back(state);
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

enum err way_store(struct memory_view *view, uint32_t from, uint64_t at, uint32_t size)
{
    struct nv50_view *const state = view->state;
    enum err e = turn(view, COURSE_IN);

    if (e == OK)
        e = m2mf_copy(state->turned, from, at, size);
    return copied(view, e);
}

enum err way_stir(struct memory_view *view, uint64_t from, uint64_t to, uint32_t size,
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

enum err way_stirred(struct memory_view *view)
{
    return copied(view, end_stir(view->state));
}
