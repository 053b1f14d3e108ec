/* Loads: VRAM comes into the view's buffer by the card's own copy, else through BAR1. */
#include "suite/memory/view.h"

/* No copy may write into the buffer any more once BAR1 reads into it. */
void view_copy_failed(struct memory_view *view, enum err e, uint64_t at)
{
    if (view->coming)
        (void)!view->way->end(view);
    view->coming = view->by_copy = false;
    view_end_stores(view);
    view->stopped_copying = e != ERR_DEADLINE;
    view->stopped_at = at;
}

/* ---- loads, a part beside the compare of the one before --------------------------------------- */

static unsigned part_of(uint64_t at)
{
    return (unsigned)(at % VIEW_LOAD / VIEW_PART);
}

/* Of the load at `base`: all of VIEW_LOAD, or the rest of VRAM. */
static uint32_t load_size(const struct memory_view *view, uint64_t base)
{
    const uint64_t rest = view->size - base;

    return (uint32_t)(rest < VIEW_LOAD ? rest : VIEW_LOAD);
}

static unsigned part_count(const struct memory_view *view, uint64_t base)
{
    return (load_size(view, base) + VIEW_PART - 1) / VIEW_PART;
}

static uint32_t part_size(const struct memory_view *view, uint64_t base, unsigned part)
{
    const uint32_t rest = load_size(view, base) - part * VIEW_PART;

    return rest < VIEW_PART ? rest : VIEW_PART;
}

/* A part that belongs to no load any more is in the buffer, and counts for nothing. */
void view_end_load(struct memory_view *view)
{
    if (!view->coming)
        return;
    view->coming = false;
    const enum err e = view->way->end(view);
    if (e != OK) {
        view_copy_failed(view, e, view->coming_of + (uint64_t)view->coming_part * VIEW_PART);
        return;
    }
    view->link_read += part_size(view, view->coming_of, view->coming_part);
    if (view->loaded == view->coming_of)
        view->arrived |= 1u << view->coming_part;
}

static void begin_part(struct memory_view *view, unsigned part)
{
    const uint64_t from = view->loaded + (uint64_t)part * VIEW_PART;

    view_end_fills(view);
    const enum err e =
        view->way->begin(view, from, part * VIEW_PART, part_size(view, view->loaded, part));

    view->loaded_with |= view->copied_with;
    if (e != OK) {
        view_copy_failed(view, e, from);
        return;
    }
    view->coming = true;
    view->coming_of = view->loaded;
    view->coming_part = part;
}

/* The part after the current one, in the direction that memory is gone over. */
static void begin_next(struct memory_view *view, unsigned part)
{
    if (part != view->part)
        view->down = part < view->part;
    view->part = part;
    const unsigned next = view->down ? part - 1 : part + 1;

    if (next < part_count(view, view->loaded) && !(view->arrived >> next & 1))
        begin_part(view, next);
}

/* To the buffer; a copy that fails says nothing about memory: reads then come back through BAR1 for the rest
 * of the test. */
static bool copy(struct memory_view *view, uint64_t at, uint32_t to, uint32_t size)
{
    view_end_load(view);
    view_end_fills(view);
    if (!view->by_copy)
        return false;
    const enum err e = view->way->copy(view, at, to, size);

    if (e == OK) {
        view->link_read += size;
        return true;
    }
    view_copy_failed(view, e, at);
    return false;
}

/* The buffer holds this part of its load. */
static void fetch_part(struct memory_view *view, unsigned part)
{
    const bool is_coming =
        view->coming && view->coming_of == view->loaded && view->coming_part == part;

    if (!is_coming)
        view_end_load(view);
    if (!is_coming && view->by_copy)
        begin_part(view, part);
    view_end_load(view);
}

/* The same where the way does all of a copy at once: the whole load comes. */
static void fetch_all(struct memory_view *view)
{
    if (!copy(view, view->loaded, 0, load_size(view, view->loaded)))
        return;
    view->arrived = UINT32_MAX;
    view->loaded_with = view->copied_with;
}

/* Down where the last part is asked for first. */
static void start_load(struct memory_view *view, uint64_t base, unsigned part)
{
    view_end_load(view);
    view->loaded = base;
    view->arrived = 0;
    view->loaded_with = 0;
    view->part = part;
    view->down = part && part == part_count(view, base) - 1;
}

/* The buffer holds the part with `at`, of the VIEW_LOAD bytes from `base` on, and the next part is on its way. */
static bool fetch(struct memory_view *view, uint64_t base, uint64_t at)
{
    const unsigned part = part_of(at);

    if (view->loaded != base)
        start_load(view, base, part);
    if (!(view->arrived >> part & 1)) {
        if (view->way->begin)
            fetch_part(view, part);
        else
            fetch_all(view);
    }
    const bool here = view->arrived >> part & 1;
    if (here && view->way->begin && view->by_copy && !view->coming)
        begin_next(view, part);
    return here;
}

/* The contents of a piece that the loaded copy does not show truly. */
static const uint64_t *load_again(struct memory_view *view, uint64_t at, size_t size)
{
    view->staged = 0;
    return copy(view, at, VIEW_LOAD, (uint32_t)size)
               ? (const uint64_t *)view->buffer.cpu + VIEW_LOAD / 8
               : NULL;
}

const uint64_t *view_load(struct memory_view *view, uint64_t at, size_t size)
{
    const uint64_t base = at / VIEW_LOAD * VIEW_LOAD;
    uint64_t *const words = view->buffer.cpu;
    const uint64_t *again = NULL;

    if (!view_make_room(view, at))
        return NULL;
    if (view->by_copy && view->stained && view->loaded == base)
        again = load_again(view, at, size);
    if (again)
        return again;
    if (view->by_copy && fetch(view, base, at))
        return words + (at - base) / 8;
    return view_read_block(view, at, words, size) ? words : NULL;
}

/* How many of the blocks lie one after the other in VRAM, as far as one line reaches. */
static unsigned together(const struct memory_view *view, const uint64_t at[], unsigned count,
                         uint32_t size)
{
    unsigned n = 1;

    while (n < count && at[n] == at[n - 1] + size && (n + 1) * size <= view->way->copy_line)
        n++;
    return n;
}

const uint64_t *view_gather(struct memory_view *view, const uint64_t at[], unsigned count,
                            uint32_t size)
{
    uint8_t *const bytes = view->buffer.cpu;
    unsigned done = 0;

    view_end_load(view);
    view->loaded = VIEW_NOTHING;
    if (view->by_copy && view->written)
        view_flush(view);
    while (view->by_copy && done < count) {
        const unsigned n = together(view, at + done, count - done, size);

        if (!view_make_room(view, at[done]))
            return NULL;
        if (copy(view, at[done], done * size, n * size))
            done += n;
    }
    if (!view->by_copy) /* BAR1 also reads again the words that copies brought before they ended */
        done = 0;
    for (; done < count; done++)
        if (!view_read_block(view, at[done], bytes + (size_t)done * size, size))
            return NULL;
    return view->buffer.cpu;
}
