/* BAR1 shows VRAM a slice at a time (suite/gv100/bar1_slice.h), and copy engines see all of it through a space of their own.
 * Its tables, rings and push buffers lie in system memory: no byte of VRAM is spared for them. */
#include "suite/gv100/way.h"

#include "engines/gv100/family.h"
#include "engines/gv100/flush.h"
#include "engines/gv100/l2.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/gv100/methods.h"
#include "hw/gv100/pb.h"
#include "hw/least.h"
#include "suite/gv100/bar1_slice.h"
#include "suite/gv100/ecc.h"
#include "suite/gv100/ecc_find.h"
#include "suite/gv100/setup.h"

#define WAY_RING     64                  /* of fault records */
#define WAY_CHANNELS 8                   /* copy engines that copy side by side */
#define VRAM_AT      (UINT64_C(1) << 40) /* virtual addresses of the copy engines' space */
#define BUFFER_AT    UINT64_C(0x40000000)
#define WINDOWS_AT   UINT64_C(0x10000000)
#define DONE         0x10u /* offset of each channel's semaphore */
#define COPY_US      10000000u
#define ENGINE_US    1000000u /* for the first answer of an engine */
#define SPLIT        0x10000u /* copies are divided among the engines in pieces of that */
#define SHARE        0x80000u /* that is worth an engine's doorbell */
#define FILL_WORDS   16       /* of a push buffer, that one fill takes at most */
#define SECTOR       32u
#define STIR_BATCH   32 /* copies within VRAM in one push buffer, of 11 words each */

struct gv100_view {
    struct bar1_slice slice;
    struct ecc_watch ecc;
    struct space copies; /* the copy engines' */
    struct host host;
    unsigned channel_count; /* 0: copies were not asked for yet */
    struct channel channels[WAY_CHANNELS];
    uint32_t number; /* of the last copy or fill */
    struct push push;
    uint64_t fill_word, fill_size; /* of the last fill in it, where it holds anything */
    struct push stir;              /* of copies within VRAM, on the last channel */
    uint32_t stir_number;          /* of the last of them that was sent */
    bool stirring;                 /* it may be under way */
    unsigned
        first; /* channel of the next copy: its shares go round, so that each engine has some */
    unsigned begun_first,
        begun; /* channels with shares of what `begin` asked for; none: it has ended, as `begun_e` says */
    uint32_t begun_number;
    enum err begun_e;
};

/* ---- BAR1 ------------------------------------------------------------------------------------ */

static enum err show(struct memory_view *view, uint64_t base)
{
    struct gv100_view *const state = view->state;

    return bar1_slice_show(&state->slice, view, base);
}

static enum err make_room(struct memory_view *view, uint64_t at)
{
    struct gv100_view *const state = view->state;

    ecc_watch_move(&state->ecc, at);
    return bar1_slice_make_room(&state->slice, view, at);
}

/* A locked range whose bounds are known is left out, and the rest is tested. Where they make no sense, writes are
 * refused somewhere, and memory cannot be judged. */
static bool is_locked(struct memory_view *view)
{
    uint64_t from, to;

    if (!gv100_vpr_locked(view->t->card) ||
        gv100_protected_range(view->t->card, PROTECTED_VPR, &from, &to))
        return false;
    const enum silent silent = gv100_silent(view->t->card, &from, &to);
    if (silent == SILENT_FOUND || silent == SILENT_NONE)
        return false;
    test_skip(
        view->t,
        "a part of VRAM is locked for protected video (VPR), the card does not say where, and "
        "what stores nothing is no one stretch; a driver that unlocks it must have run before");
    return true;
}

/* Memory of partitions that do not say how large they are is not in `size`, so no test reads it. */
static void doubt_size(struct memory_view *view)
{
    struct fb_size size;

    gv100_fb_size(view->t->card, &size);
    if (size.missing)
        test_doubt(view->t, CAUSE_REFUSED,
                   "memory partitions 0x%x do not answer with a size: their memory is not tested",
                   size.refused);
}

static enum err open_view(struct memory_view *view)
{
    struct card *const card = view->t->card;
    struct dma_memory memory;

    if (is_locked(view))
        return ERR_UNSUPPORTED;
    doubt_size(view);
    enum err e = card_work_alloc(card, sizeof(struct gv100_view), &memory);
    if (e != OK)
        return e;
    view->state = memory.cpu;
    struct gv100_view *const state = view->state;
    e = bar1_slice_open(&state->slice, view);
    if (e == OK)
        ecc_watch_open(&state->ecc, view->t, view->size);
    return e;
}

/* ---- faults ---------------------------------------------------------------------------------- */

/* The ring has no card where host_open stopped before it got to the ring. */
static bool take_fault(struct memory_view *view, struct gmmu_fault *out)
{
    struct gv100_view *const state = view->state;

    return fault_latch_take(view->t->card, out, NULL) ||
           (state->host.faults.card && fault_ring_take(&state->host.faults, out));
}

/* An error beyond correction may end a copy, or an access of BAR1, with a record of its own kind (§1.9): it is memory. */
static bool is_poison(const struct gmmu_fault *fault)
{
    return fault->type == GMMU_FAULT_POISONED;
}

static void say_poison(struct memory_view *view, const char *record)
{
    struct gv100_view *const state = view->state;

    view->poisoned = true;
    if (ecc_watch_has_lost(&state->ecc)) /* then the counters say more */
        return;
    test_doubt(view->t, CAUSE_ECC_LOST,
               "recorded %s after %s: memory errors that ECC cannot correct", record, view->doing);
}

static void say_translation(const struct memory_view *view, const char *record)
{
    test_blame(view->t, CAUSE_TRANSLATION);
    test_error(view->t, "recorded %s after %s: that is translation, and no memory chip", record,
               view->doing);
}

/* Faults of host or of a copy engine are why a copy or fill failed, and no more: memory is then reached another way,
 * and the tests of translation and of copies judge them. One of BAR1 is of no copy. */
static void explain(struct memory_view *view, const struct gmmu_fault *fault)
{
    char letters[TEST_VALUE_MAX];
    struct text words = text_in(letters, sizeof(letters));

    seen_words(&words, fault);
    if (fault->engine == bar_engine(view->t->card, BAR1) && !is_poison(fault))
        say_translation(view, letters);
    else if (is_poison(fault))
        say_poison(view, letters);
    else
        card_log(view->t->card, "the copy engines recorded %s", letters);
}

static enum err explained(struct memory_view *view, enum err e)
{
    struct gv100_view *const state = view->state;
    struct gmmu_fault fault;

    for (unsigned i = 0; e != OK && i < WAY_RING && take_fault(view, &fault); i++)
        explain(view, &fault);
    if (e != OK && ecc_watch_has_lost(&state->ecc))
        view->poisoned = true;
    return e;
}

/* ---- copies and fills ------------------------------------------------------------------------ */

/* Directories for all of VRAM, one for each 512 MiB, and a few above and for the rest. */
static enum err open_space(struct memory_view *view)
{
    struct gv100_view *const state = view->state;
    const struct gmmu_pte buffer = pte_to((linear_addr){ view->buffer.bus.v, TARGET_SYSRAM_SNOOP });
    enum err e = space_open(&state->copies, view->t->card, TARGET_SYSRAM_SNOOP);

    if (e == OK)
        e = space_pool(&state->copies, (unsigned)(view->size >> 29) + 24);
    if (e == OK)
        e = bar1_slice_map(&state->copies, VRAM_AT, 0, view->size);
    return e == OK ? space_map(&state->copies, (virtual_addr){ BUFFER_AT }, VIEW_LOAD + VIEW_CHUNK,
                               GMMU_PAGE_4K, &buffer)
                   : e;
}

/* Sends the contents of the push buffer; the channel has done all earlier work. */
static enum err send(struct gv100_view *state, struct push *push, struct channel *channel)
{
    push_copy_done(push, channel_semaphore(channel, DONE), state->number);
    channel->push_used = 0;
    const enum err e = channel_submit(channel, push);

    push_start(push);
    return e;
}

/* A channel on the nth engine, which has to answer: that each of them is served is not proven (gv100.md §11 K38). */
static enum err open_channel(struct memory_view *view, unsigned n, const struct engine *engine)
{
    struct gv100_view *const state = view->state;
    struct channel *const channel = &state->channels[state->channel_count];
    const struct channel_form form = { .id = (uint16_t)(1 + n),
                                       .runlist = engine->runlist,
                                       .engine = engine->engine,
                                       .copies = true,
                                       .where = TARGET_SYSRAM_SNOOP,
                                       .instance = TARGET_SYSRAM_SNOOP,
                                       .at = { WINDOWS_AT + n * (uint64_t)CHANNEL_WINDOW } };
    enum err e = channel_make(channel, &state->host, &state->copies, &form);

    if (e == OK)
        e = channel_run_alone(channel);
    state->number++;
    if (e == OK)
        e = send(state, &state->push, channel);
    return e == OK ? channel_wait(channel, DONE, state->number, ENGINE_US) : e;
}

/* Each engine that has a runlist of its own, and answers. */
static enum err open_copies(struct memory_view *view)
{
    struct gv100_view *const state = view->state;
    const struct topology *const topology = gv100_topology(view->t->card);
    const struct engine *engine;
    enum err last = ERR_UNSUPPORTED;
    enum err e = host_open(&state->host, view->t->card, topology, TARGET_SYSRAM_SNOOP, WAY_RING);
    uint32_t runlists = 0;

    if (e == OK)
        e = open_space(view);
    for (unsigned i = 0;
         e == OK && state->channel_count < WAY_CHANNELS && (engine = topology_copy(topology, i));
         i++) {
        if (runlists & BIT(engine->runlist))
            continue;
        runlists |= BIT(engine->runlist);
        last = open_channel(view, i, engine);
        state->channel_count += last == OK;
        if (last != OK)
            card_log(view->t->card, "LCE%u does not copy (%s)", (unsigned)engine->instance,
                     err_name(last));
    }
    return e == OK && !state->channel_count ? last : e;
}

/* Copy engines have their tables and rings in system memory, too: where BAR1's are not found there, neither are those. */
static enum err ready(struct memory_view *view)
{
    struct gv100_view *const state = view->state;

    if (state->slice.in_vram)
        return ERR_UNSUPPORTED;
    return state->channel_count ? OK : open_copies(view);
}

/* Of the channel that stirs, the last one: where there is no other, copies and fills wait for it too. */
static enum err end_stir(struct gv100_view *state)
{
    if (!state->stirring)
        return OK;
    state->stirring = false;
    return channel_wait(&state->channels[state->channel_count - 1], DONE, state->stir_number,
                        COPY_US);
}

/* Of the copy that `begin` asked for, on all of its channels; the result that `end` gives. */
static enum err end_begun(struct gv100_view *state)
{
    for (unsigned i = 0; i < state->begun; i++) {
        const unsigned n = (state->begun_first + i) % state->channel_count;
        const enum err e = channel_wait(&state->channels[n], DONE, state->begun_number, COPY_US);

        state->begun_e = state->begun_e == OK ? e : state->begun_e;
    }
    state->begun = 0;
    return state->begun_e;
}

static enum err filled(struct memory_view *view)
{
    struct gv100_view *const state = view->state;

    if (!state->push.count)
        return OK;
    (void)end_begun(state);
    enum err e = state->channel_count == 1 ? end_stir(state) : OK;
    if (e != OK)
        return e;
    state->number++;
    e = send(state, &state->push, &state->channels[0]);
    if (e == OK)
        e = channel_wait(&state->channels[0], DONE, state->number, COPY_US);
    return explained(view, e);
}

/* Fills pile up in the push buffer, in their order. */
static enum err fill(struct memory_view *view, uint64_t at, uint64_t word, uint64_t size)
{
    struct gv100_view *const state = view->state;
    enum err e = ready(view);

    if (e == OK && state->push.count + 2 * FILL_WORDS > PUSH_MAX)
        e = filled(view);
    if (e != OK)
        return e;
    const virtual_addr to = { VRAM_AT + at };
    if (state->push.count && state->fill_word == word && state->fill_size == size)
        push_fill_more(&state->push, to);
    else
        push_fill(&state->push, to, (uint32_t)(size / 8), word);
    state->fill_word = word;
    state->fill_size = size;
    return OK;
}

/* A share of a copy for one engine. */
static enum err copy_share(struct gv100_view *state, unsigned n, uint64_t from, uint32_t to,
                           uint32_t size)
{
    const struct copy share = { .from = { VRAM_AT + from },
                                .to = { BUFFER_AT + to },
                                .bytes = size };

    push_copy(&state->push, &share);
    return send(state, &state->push, &state->channels[n]);
}

/* Copy engines take a share each, in whole pieces, and the last one the rest. */
static enum err begin_shares(struct gv100_view *state, uint64_t from, uint32_t to, uint32_t size)
{
    const unsigned pieces = (size + SPLIT - 1) / SPLIT;
    const unsigned engines = LEAST((size + SHARE - 1) / SHARE, state->channel_count);
    const uint32_t share = (pieces + engines - 1) / engines * SPLIT;
    enum err e = OK;

    state->begun_number = ++state->number;
    state->begun_first = state->first;
    state->begun_e = OK;
    for (uint32_t done = 0; done < size && e == OK; done += share, state->begun++) {
        e = copy_share(state, state->first, from + done, to + done, LEAST(size - done, share));
        state->first = (state->first + 1) % state->channel_count;
    }
    state->begun = e == OK ? state->begun : 0;
    return e;
}

static enum err begin(struct memory_view *view, uint64_t from, uint32_t to, uint32_t size)
{
    struct gv100_view *const state = view->state;
    enum err e = ready(view);

    (void)end_begun(state);
    if (e == OK)
        e = end_stir(state);
    if (e == OK)
        e = filled(view);
    if (e == OK)
        e = begin_shares(state, from, to, size);
    return explained(view, e);
}

static enum err end(struct memory_view *view)
{
    return explained(view, end_begun(view->state));
}

static enum err copy(struct memory_view *view, uint64_t from, uint32_t to, uint32_t size)
{
    const enum err e = begin(view, from, to, size);

    return e == OK ? end(view) : e;
}

static enum err send_stir(struct gv100_view *state)
{
    (void)end_begun(state);
    const enum err e = end_stir(state);

    if (e != OK)
        return e;
    state->stir_number = ++state->number;
    state->stirring = true;
    return send(state, &state->stir, &state->channels[state->channel_count - 1]);
}

/* One push buffer of copies is sent when the one before has been done. */
static enum err stir(struct memory_view *view, uint64_t from, uint64_t to, uint32_t size,
                     unsigned times)
{
    struct gv100_view *const state = view->state;
    const struct copy one = { .from = { VRAM_AT + from }, .to = { VRAM_AT + to }, .bytes = size };
    enum err e = ready(view);

    if (e == OK && state->channel_count == 1)
        e = filled(view);
    for (unsigned done = 0; done < times && e == OK; done += STIR_BATCH) {
        const unsigned left = times - done;

        for (unsigned i = 0; i < left && i < STIR_BATCH; i++)
            push_copy(&state->stir, &one);
        e = send_stir(state);
    }
    return explained(view, e);
}

static enum err stirred(struct memory_view *view)
{
    return explained(view, end_stir(view->state));
}

/* ---- L2 -------------------------------------------------------------------------------------- */

/* Reads of copy engines, into the piece after the view's buffer, which no load uses here: a sector of each line, so
 * that little goes over the link. */
static enum err evict_by_copies(struct memory_view *view, uint64_t at)
{
    struct gv100_view *const state = view->state;
    const uint64_t from = l2_evict_from(view->t->card, at), size = l2_evict_size(view->t->card);
    enum err e = filled(view);

    for (uint64_t done = 0; done < size && e == OK;) {
        for (unsigned i = 0; i < STIR_BATCH && done < size; i++, done += VIEW_CHUNK) {
            const struct copy one = { .from = { VRAM_AT + (from + done) % view->size },
                                      .to = { BUFFER_AT + VIEW_LOAD },
                                      .bytes = SECTOR,
                                      .lines = VIEW_CHUNK / L2_LINE,
                                      .pitch_in = L2_LINE,
                                      .pitch_out = SECTOR };

            push_copy(&state->stir, &one);
        }
        e = send_stir(state);
    }
    view->link_read += size / L2_LINE * SECTOR;
    return e == OK ? end_stir(state) : e;
}

/* Words written so far are in memory once their line has left L2. Where copies are not used, reads through the window
 * make it leave. */
static enum err evict(struct memory_view *view, uint64_t at)
{
    struct gv100_view *const state = view->state;
    enum err e = l2_flush(view->t->card);

    ecc_watch_pause(&state->ecc);
    if (e == OK)
        e = view->by_copy ? explained(view, evict_by_copies(view, at))
                          : l2_evict(view->t->card, at);
    if (e == OK)
        ecc_watch_resume(&state->ecc);
    return e;
}

/* The search for an uncorrectable error comes first, because it still reads VRAM through the view. */
static void close_view(struct memory_view *view)
{
    struct gv100_view *const state = view->state;
    char letters[TEST_VALUE_MAX];
    struct text words = text_in(letters, sizeof(letters));
    struct gmmu_fault fault;
    (void)end_begun(state);
    (void)!end_stir(state);
    ecc_find(view, &state->ecc);
    const bool any = take_fault(view, &fault);

    if (state->host.card)
        (void)!host_close(&state->host);
    (void)!bar1_slice_make_room(&state->slice, view, VIEW_NOTHING);
    ecc_watch_close(&state->ecc);
    if (!any)
        return;
    seen_words(&words, &fault);
    if (is_poison(&fault))
        say_poison(view, letters);
    else
        say_translation(view, letters);
}

/* Each partition drives two of HBM2's channels (docs/hardware/vram-spread.md §2). */
static unsigned channels_of(const struct memory_view *view)
{
    struct fb_size size;

    gv100_fb_size(view->t->card, &size);
    return size.mixed ? 0 : 2 * size.partitions;
}

const struct vram_way gv100_way = {
    .open = open_view,
    .show = show,
    .make_room = make_room,
    .copy = copy,
    .begin = begin,
    .end = end,
    .fill = fill,
    .filled = filled,
    .stir = stir,
    .stirred = stirred,
    .evict = evict,
    .copier = "the copy engines",
    .copy_engine = "a copy engine",
    .copy_line = VIEW_LOAD,
    .channels = channels_of,
    .close = close_view,
};
