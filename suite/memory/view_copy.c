/* VRAM as the card's own copy brings it. */
#include "suite/memory/view.h"

#include "engines/family.h"

#define TRIAL_WORD UINT64_C(0x0123456789abcdef)
#define TRIAL_FILL UINT64_C(0x5d19c83e7a604bf2) /* its halves differ */
#define PAGE_WORDS 512u                         /* of the machine's memory */
#define MARKS      8u /* words at the start of each page that tell whether a copy has been there */

/* No memory test writes such words, so that none of them comes back from VRAM. */
static uint64_t untouched_word(uint32_t i)
{
    return UINT64_C(0x6e6f7420796574) << 8 ^ (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15);
}

static uint64_t *stage(const struct memory_view *view)
{
    return (uint64_t *)view->buffer.cpu + VIEW_LOAD / 8;
}

/* Copies the staged words to VRAM. */
static bool store(struct memory_view *view, uint64_t at, uint32_t size)
{
    if (!view_make_room(view, at))
        return false;
    const enum err e = view->way->store(view, VIEW_LOAD, at, size);

    if (e != OK)
        view_copy_failed(view, e, at);
    return e == OK;
}

bool view_store(struct memory_view *view, uint64_t at, const void *bytes, uint32_t size)
{
    const uint64_t *const words = bytes;

    if (!view->storing)
        return false;
    view->staged = 0;
    for (uint32_t i = 0; i < size / 8; i++)
        stage(view)[i] = words[i];
    return store(view, at, size);
}

bool view_store_word(struct memory_view *view, uint64_t at, uint64_t word, uint32_t size)
{
    if (!view->storing)
        return false;
    for (uint32_t i = 0; (view->staged < size || view->staged_word != word) && i < size / 8; i++)
        stage(view)[i] = word;
    view->staged = view->staged_word == word && view->staged > size ? view->staged : size;
    view->staged_word = word;
    return store(view, at, size);
}

void view_end_copies(struct memory_view *view)
{
    view_end_load(view);
    view_end_fills(view);
    view_end_stores(view);
    view->by_copy = false;
}

void view_end_stores(struct memory_view *view)
{
    view->stale |= view->storing;
    view->storing = false;
}

void view_flush(struct memory_view *view)
{
    view_end_load(view);
    view_end_fills(view);
    view->loaded = VIEW_NOTHING;
    view->written = false;
    (void)!test_ok(view->t, card_flush(view->t->card), "flushing host writes");
}

bool view_settle(struct memory_view *view, uint64_t at)
{
    if (!view->way->evict || view_stopped(view))
        return true;
    view_end_fills(view);
    enum err e = view->way->evict(view, at);
    if (e != OK && view->by_copy) { /* it goes another way without copies */
        view_copy_failed(view, e, at);
        e = view->way->evict(view, at);
    }
    return test_ok(view->t, e, "making memory answer and not its cache");
}

void view_evict(struct memory_view *view, uint64_t at)
{
    if (!view->way->evict || view_stopped(view))
        return;
    view_flush(view);
    (void)!view_settle(view, at);
}

/* Whether a copy brings most of the words that BAR1 reads: memory may be bad, and not say the same twice. */
static bool copies(struct memory_view *view, uint64_t chunk)
{
    const uint64_t *words = view->buffer.cpu;
    unsigned right = 0;

    for (unsigned i = 0; i < VIEW_CHUNK / 8; i++)
        view_write(view, chunk + 8 * i, 8, TRIAL_WORD ^ i);
    view_flush(view);
    if (view->way->copy(view, chunk, 0, VIEW_CHUNK) != OK)
        return false;
    for (unsigned i = 0; i < VIEW_CHUNK / 8; i++)
        right += words[i] == (TRIAL_WORD ^ i) || words[i] == view_read(view, chunk + 8 * i, 8);
    return right > VIEW_CHUNK / 16;
}

/* Whether the card's own fill, where there is one, has the same effect as stores through BAR1; compared with these,
 * because bad memory may hold other words than those stored. */
static bool fills(struct memory_view *view, uint64_t chunk)
{
    uint64_t *const stored = view->buffer.cpu, *const filled = stored + VIEW_CHUNK / 8;
    unsigned same = 0;

    if (!view->way->fill)
        return true;
    view_fill_block(view, chunk, TRIAL_FILL, VIEW_CHUNK);
    if (!view_read_block(view, chunk, stored, VIEW_CHUNK))
        return false;
    view_fill_block(view, chunk, ~TRIAL_FILL, VIEW_CHUNK);
    view_flush(view);
    if (view->way->fill(view, chunk, TRIAL_FILL, VIEW_CHUNK) != OK ||
        view->way->filled(view) != OK || !view_read_block(view, chunk, filled, VIEW_CHUNK))
        return false;
    for (unsigned i = 0; i < VIEW_CHUNK / 8; i++)
        same += stored[i] == filled[i];
    return same > VIEW_CHUNK / 16;
}

/* Whether a copy from the buffer to VRAM has the same effect as stores through BAR1. */
static bool stores(struct memory_view *view, uint64_t chunk)
{
    uint64_t *const words = view->buffer.cpu, *const stored = words + VIEW_CHUNK / 8;
    unsigned same = 0;

    for (uint32_t i = 0; i < VIEW_CHUNK / 8; i++)
        words[i] = TRIAL_FILL ^ (uint64_t)i << 32 ^ i;
    view_write_block(view, chunk, words, VIEW_CHUNK);
    if (!view_read_block(view, chunk, stored, VIEW_CHUNK))
        return false;
    view_fill_block(view, chunk, TRIAL_WORD, VIEW_CHUNK);
    view_flush(view);
    view->storing = true;
    view_write_block(view, chunk, words, VIEW_CHUNK);
    if (!view->storing || !view_read_block(view, chunk, words, VIEW_CHUNK))
        return false;
    for (unsigned i = 0; i < VIEW_CHUNK / 8; i++)
        same += stored[i] == words[i];
    return same > VIEW_CHUNK / 16;
}

static void mark_untouched(const struct memory_view *view)
{
    uint64_t *const words = view->buffer.cpu;

    for (uint32_t page = 0; page < (VIEW_LOAD + VIEW_CHUNK) / 8; page += PAGE_WORDS)
        for (uint32_t i = page; i < page + MARKS; i++)
            words[i] = untouched_word(i);
}

/* Whether some marked word of each page of the buffer is another than `untouched_word` has left there. */
static bool all_touched(const struct memory_view *view, uint32_t from, uint32_t size)
{
    const uint64_t *const words = view->buffer.cpu;

    for (uint32_t page = from / 8; page < (from + size) / 8; page += PAGE_WORDS) {
        unsigned left = 0;

        while (left < MARKS && words[page + left] == untouched_word(page + left))
            left++;
        if (left == MARKS) {
            card_log(view->t->card,
                     "%s wrote nothing into the machine's memory at byte 0x%x of a buffer",
                     view->way->copier, 8 * page);
            return false;
        }
    }
    return true;
}

/* As large a copy as any that follows, so that none of those is the first of its kind, and the piece after it. A
 * machine may have given the card the first page of a buffer and not the others, so each page must have been
 * written. */
static bool copies_much(struct memory_view *view, uint64_t chunk)
{
    const uint32_t size = view->size < VIEW_LOAD ? (uint32_t)view->size : VIEW_LOAD;

    mark_untouched(view);
    if (view->way->copy(view, 0, 0, size) != OK || !all_touched(view, 0, size))
        return false;
    return !view->way->make_room || /* then nothing is ever loaded past it */
           (view->way->copy(view, chunk, VIEW_LOAD, VIEW_CHUNK) == OK &&
            all_touched(view, VIEW_LOAD, VIEW_CHUNK));
}

const char *view_feed(const struct memory_view *view)
{
    return view->way->feeds ? view->way->feeds[view->feed] : "";
}

static bool is_last_feed(const struct memory_view *view)
{
    return !view->way->feeds || !view->way->feeds[view->feed + 1];
}

/* Each feed is proven by itself. */
static void try_feeds(struct memory_view *view, uint64_t chunk)
{
    for (;; view->feed++) {
        view->by_copy = copies(view, chunk) && copies_much(view, chunk) && fills(view, chunk);
        if (view->by_copy || view_stopped(view))
            return;
        card_log(view->t->card, "VRAM cannot be read by %s%s", view->way->copier, view_feed(view));
        if (is_last_feed(view))
            break;
    }
    card_log(view->t->card, "reads come back through BAR1");
}

/* The first one that is tested; the view's size: none is. */
static uint64_t trial_chunk(const struct memory_view *view)
{
    uint64_t chunk = 0;

    while (chunk < view->size && view_left_out(view, chunk))
        chunk += VIEW_CHUNK;
    return chunk;
}

void view_try_store(struct memory_view *view)
{
    const uint64_t chunk = trial_chunk(view);

    if (view->tried_storing || !view->by_copy || !view->way->store || chunk >= view->size)
        return;
    view->tried_storing = true;
    view_end_load(view);
    view->loaded = VIEW_NOTHING;
    view->storing = stores(view, chunk);
}

void view_try_copy(struct memory_view *view, bool scattered)
{
    const uint64_t chunk = trial_chunk(view);

    view->feed = scattered ? view->way->nimble_feed : 0;

    if (chunk >= view->size || !view->way->copy || view->t->config->no_copies)
        return;
    if (view->t->without) {
        test_say(view->t, "%s: without %s no %s, reads come back through BAR1", view->t->name,
                 view->t->without, view->way->copier);
        return;
    }
    try_feeds(view, chunk);
}
