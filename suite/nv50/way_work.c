/* VRAM stored and compared by programs of the shader cores. */
#include "suite/nv50/shader_element.h"
#include "suite/nv50/way_state.h"

/* PGRAPH has the programs and no copy. */
static enum err ready_to_work(struct memory_view *view)
{
    struct nv50_view *const state = view->state;
    struct card *const card = view->t->card;
    enum err e = way_turn_back(state);

    if (e == OK)
        e = channel_copy_leave(&state->channel_copy);
    if (state->copying)
        m2mf_close(&state->m2mf);
    state->copying = false;
    if (e != OK || !way_open_own_memory(view))
        return e == OK ? ERR_UNSUPPORTED : e;
    return shader_check_ready(&state->shader_check, view, nv50_memory(card)->parts,
                              &state->own_memory, state->near);
}

static bool in_the_way(const struct nv50_view *state, uint64_t at)
{
    return own_memory_is_in_the_way(&state->own_memory, at) ||
           own_memory_is_in_the_way(&state->shader_check.own_memory, at);
}

/* Makes room at the chunk at `at`. Gives in how many chunks from there on, in steps of `step` and `most` of them, nothing is in the
 * way then. */
static enum err room_for(struct memory_view *view, uint64_t at, int64_t step, unsigned most,
                         unsigned *count)
{
    struct nv50_view *const state = view->state;
    enum err e = way_make_room(view, at);

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
enum err way_do_work(struct memory_view *view, const struct way_work *work, uint64_t *wrong)
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
            return way_faulted(view, e, "a program", "");
        for (unsigned i = 0; i < launch.blocks; i++)
            *wrong |= (uint64_t)results.wrong[i] << (work->down ? next - i : next + i);
    }
    return OK;
}

/* As many of each strand's next pieces as may be touched while the structures lie where they do now. */
static void take_pieces(const struct nv50_view *state, const struct way_strands *strands,
                        struct element_launch *launch, unsigned of[ELEMENT_BLOCKS])
{
    launch->blocks = launch->count = 0;
    for (unsigned i = 0; i < WAY_STRANDS; i++) {
        const unsigned before = launch->count;

        for (unsigned n = strands->of[i].done;
             n < strands->of[i].count && !in_the_way(state, strands->of[i].pieces[n]); n++)
            launch->list[launch->count++] = (uint32_t)strands->of[i].pieces[n];
        if (launch->count == before)
            continue;
        of[launch->blocks] = i;
        launch->counts[launch->blocks++] = launch->count - before;
    }
}

/* False: all strands are done. */
static bool first_left(const struct way_strands *strands, uint64_t *at)
{
    for (unsigned i = 0; i < WAY_STRANDS; i++)
        if (strands->of[i].done < strands->of[i].count) {
            *at = strands->of[i].pieces[strands->of[i].done] & ~(uint64_t)WAY_FLIP;
            return true;
        }
    return false;
}

/* Launches go on until a block stops early, because a wrong word has to be looked at before its strand goes on. */
enum err way_do_march(struct memory_view *view, const struct way_march *march, unsigned element,
                      struct way_strands *strands)
{
    struct nv50_view *const state = view->state;
    struct element_launch launch = { .march = march, .element = element };
    struct element_end ends[ELEMENT_BLOCKS];
    unsigned of[ELEMENT_BLOCKS], room;
    bool stopped = false;
    uint64_t at;

    while (!stopped && first_left(strands, &at)) {
        enum err e = room_for(view, at, 0, 1, &room);
        if (e == OK) {
            take_pieces(state, strands, &launch, of);
            e = shader_element_run(&state->shader_check, view, &launch, ends);
        }
        if (e != OK)
            return way_faulted(view, e, "a program", "");
        for (unsigned i = 0; i < launch.blocks; i++) {
            strands->of[of[i]].done += launch.counts[i] - ends[i].left;
            strands->of[of[i]].next = ends[i].sum & ELEMENT_NEXT;
            stopped |= strands->of[of[i]].stopped = ends[i].left != 0;
        }
    }
    return OK;
}

enum err way_prove_work(struct memory_view *view, const struct way_march *march, uint64_t chunk,
                        uint64_t *bad)
{
    struct nv50_view *const state = view->state;
    enum err e = way_make_room(view, chunk);

    *bad = 0;
    if (e == OK)
        e = ready_to_work(view);
    if (e == OK)
        e = march ? shader_element_prove(&state->shader_check, view, march, chunk, bad)
                  : shader_check_prove(&state->shader_check, view, chunk, bad);
    return way_faulted(view, e, "a program", "");
}
