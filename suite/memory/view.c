#include "suite/memory/view.h"

#include "engines/family.h"

bool view_stopped(const struct memory_view *view)
{
    return card_expired(view->t->card) || view->t->result == TEST_ERROR;
}

static bool make_room(struct memory_view *view, uint64_t chunk)
{
    if (chunk == view->chunk)
        return true;
    if (view->way->make_room &&
        !test_ok(view->t, view->way->make_room(view, chunk), "moving the way's own structures"))
        return false;
    view->chunk = chunk;
    return true;
}

bool view_make_room(struct memory_view *view, uint64_t at)
{
    return make_room(view, at / VIEW_CHUNK * VIEW_CHUNK);
}

void view_rest(struct memory_view *view)
{
    view_flush(view);
    (void)!make_room(view, VIEW_NOTHING);
    view->showing = false;
}

bool view_show(struct memory_view *view, uint64_t at)
{
    const uint64_t base = at / view->slice * view->slice;

    if (!view_make_room(view, at))
        return false;
    if (view->showing && base == view->shown)
        return true;
    if (!test_ok(view->t, view->way->show(view, base), "moving BAR1 over VRAM"))
        return false;
    view->shown = base;
    view->showing = true;
    return true;
}

/* Whether somebody is there whom the test must not disturb, or nothing at all. */
static bool is_out_of_bounds(const struct card *card, uint64_t chunk)
{
    for (unsigned i = 0; i < card->vram.owner_count; i++) {
        const struct vram_owner *const owner = &card->vram.owners[i];

        if (owner->use != VRAM_LEFT_ALONE && chunk < owner->to && owner->from < chunk + VIEW_CHUNK)
            return true;
    }
    return false;
}

static bool is_hidden(const struct memory_view *view, uint64_t chunk)
{
    const uint64_t offset = chunk % view->slice;

    if (is_out_of_bounds(view->t->card, chunk) || chunk >= view->reach)
        return true;
    return offset < view->hide_to && view->hide_from < offset + VIEW_CHUNK;
}

bool view_left_out(const struct memory_view *view, uint64_t at)
{
    const struct run_config *config = view->t->config;
    const uint64_t chunk = at / VIEW_CHUNK * VIEW_CHUNK;

    return is_hidden(view, chunk) ||
           (config->range_to && (chunk < config->range_from || chunk >= config->range_to));
}

uint64_t view_memory(const struct memory_view *view, uint64_t at, uint64_t size)
{
    const struct vram_map *const vram = &view->t->card->vram;
    uint64_t memory = size;

    for (unsigned i = 0; i < vram->owner_count; i++) {
        const struct vram_owner *const owner = &vram->owners[i];
        const uint64_t from = owner->from > at ? owner->from : at;
        const uint64_t to = owner->to < at + size ? owner->to : at + size;

        if (owner->use == VRAM_HOLE && from < to)
            memory -= to - from;
    }
    return memory;
}

/* A fill that fails leaves unwritten memory, which must not be taken for bad memory. */
static void fill_failed(struct memory_view *view, enum err e)
{
    if (e != ERR_DEADLINE)
        test_error(view->t, "%s stopped filling VRAM (%s); the memory is not judged",
                   view->way->copier, err_name(e));
}

void view_end_fills(struct memory_view *view)
{
    if (!view->filling)
        return;
    view->filling = false;
    const enum err e = view->way->filled(view);
    if (e != OK)
        fill_failed(view, e);
}

uint64_t view_read(struct memory_view *view, uint64_t at, uint8_t size)
{
    view_end_fills(view);
    if (!view_show(view, at))
        return UINT64_MAX >> (64 - 8 * size);
    if (view->combined)
        view->t->card->bus->ops->barrier(view->t->card->bus);
    return card_bar_read(view->t->card, NV_BAR_VRAM, at % view->slice, size);
}

void view_write(struct memory_view *view, uint64_t at, uint8_t size, uint64_t value)
{
    view_end_fills(view);
    view->written = true;
    if (view_show(view, at))
        card_bar_write(view->t->card, NV_BAR_VRAM, at % view->slice, size, value);
}

bool view_read_block(struct memory_view *view, uint64_t at, void *bytes, size_t size)
{
    view_end_fills(view);
    view->link_read += size;
    if (view->combined)
        view->t->card->bus->ops->barrier(view->t->card->bus);
    return view_show(view, at) &&
           card_bar_read_block(view->t->card, NV_BAR_VRAM, at % view->slice, bytes, size);
}

void view_write_block(struct memory_view *view, uint64_t at, const void *bytes, size_t size)
{
    view_end_fills(view);
    view->link_written += size;
    view->written = true;
    if (view_store(view, at, bytes, (uint32_t)size))
        return;
    if (view_show(view, at))
        card_bar_write_block(view->t->card, NV_BAR_VRAM, at % view->slice, bytes, size);
}

/* By the card itself where its copies work, too. */
static bool fill_by_card(struct memory_view *view, uint64_t at, uint64_t word, size_t size)
{
    if (!view->by_copy || !view->way->fill)
        return false;
    const enum err e = view->way->fill(view, at, word, size);

    view->written = view->filling = true;
    if (e != OK)
        fill_failed(view, e);
    return true;
}

void view_fill_block(struct memory_view *view, uint64_t at, uint64_t word, size_t size)
{
    if (fill_by_card(view, at, word, size))
        return;
    view->link_written += size;
    view->written = true;
    if (view_store_word(view, at, word, (uint32_t)size))
        return;
    if (view_show(view, at))
        card_bar_fill_block(view->t->card, NV_BAR_VRAM, at % view->slice, word, size);
}

static enum err set_caching(const struct memory_view *view, enum bus_caching caching)
{
    struct card *const card = view->t->card;
    const struct pci_bar *bar = &card->pci.bars[NV_BAR_VRAM];

    card->bus->ops->barrier(card->bus);
    return card->bus->ops->set_caching(card->bus, bar->at, view->slice, caching);
}

void view_combine(struct memory_view *view)
{
    const enum err e = set_caching(view, BUS_WRITE_COMBINED);

    view->combined = e == OK;
    if (!view->combined)
        test_say(view->t,
                 "%s: the firmware refuses write combining, stores through BAR1 stay uncached",
                 view->t->name);
}

void view_close(struct memory_view *view)
{
    view_end_load(view);
    view_end_fills(view);
    if (view->combined)
        (void)!test_ok(view->t, set_caching(view, BUS_UNCACHED), "putting BAR1's caching back");
    view->combined = false;
    view->by_copy = view->storing = false;
    view->way->close(view);
}

/* Each chunk of the reserved areas; false ends it. */
static void each_reserved(struct memory_view *view,
                          bool (*move)(struct memory_view *view, uint64_t at, uint8_t *cpu))
{
    const struct card *card = view->t->card;
    uint8_t *cpu = view->saved.cpu;

    for (unsigned i = 0; i < card->vram.owner_count; i++) {
        const struct vram_owner *const owner = &card->vram.owners[i];

        if (owner->use != VRAM_LEFT_ALONE)
            continue;
        for (uint64_t at = owner->from; at < owner->to; at += VIEW_CHUNK, cpu += VIEW_CHUNK)
            if (!move(view, at, cpu))
                return;
    }
}

static bool save_chunk(struct memory_view *view, uint64_t at, uint8_t *cpu)
{
    if (!is_hidden(view, at) && (!view_read_block(view, at, cpu, VIEW_CHUNK) || view_stopped(view)))
        return false;
    view->saved_bytes += VIEW_CHUNK;
    return true;
}

static bool restore_chunk(struct memory_view *view, uint64_t at, uint8_t *cpu)
{
    if (cpu == (uint8_t *)view->saved.cpu + view->saved_bytes)
        return false;
    if (!is_hidden(view, at))
        view_write_block(view, at, cpu, VIEW_CHUNK);
    return true;
}

/* Accesses after the deadline went nowhere, those that bound BAR1 among them. */
static void restore(struct test *t)
{
    struct memory_view *const view = t->put_back_of;

    view->showing = false;
    view->chunk = VIEW_NOTHING;
    each_reserved(view, restore_chunk);
    if (card_expired(t->card))
        test_say(t, "%s: what was saved of VRAM could not be put back", t->name);
}

void view_save(struct memory_view *view)
{
    view->t->put_back = restore;
    view->t->put_back_of = view;
    each_reserved(view, save_chunk);
}

static uint64_t reserved_size(const struct card *card)
{
    uint64_t size = 0;

    for (unsigned i = 0; i < card->vram.owner_count; i++)
        if (card->vram.owners[i].use == VRAM_LEFT_ALONE)
            size += card->vram.owners[i].to - card->vram.owners[i].from;
    return size;
}

static void say_out_of_bounds(struct test *t)
{
    for (unsigned i = 0; i < t->card->vram.owner_count; i++) {
        const struct vram_owner *owner = &t->card->vram.owners[i];
        const unsigned long long from = owner->from, to = owner->to;

        if (owner->use == VRAM_SHOWN || owner->use == VRAM_VGA)
            test_say(t, "%s: VRAM 0x%llx to 0x%llx is shown by %s, and left out", t->name, from, to,
                     owner->name);
        else if (owner->use == VRAM_HOLE)
            test_say(t, "%s: VRAM 0x%llx to 0x%llx is a hole (%s), and left out", t->name, from, to,
                     owner->name);
        else if (owner->use == VRAM_LOCKED)
            test_say(t, "%s: VRAM 0x%llx to 0x%llx is locked by the card (%s), and left out",
                     t->name, from, to, owner->name);
    }
}

/* The whole chunks that the picture of VGA lies in are no gap: every card that has one loses them. */
static void excuse_vga(struct memory_view *view)
{
    struct test *const t = view->t;

    for (unsigned i = 0; i < t->card->vram.owner_count; i++) {
        const struct vram_owner *const owner = &t->card->vram.owners[i];

        if (owner->use != VRAM_VGA)
            continue;
        const uint64_t from = owner->from / VIEW_CHUNK * VIEW_CHUNK;
        const uint64_t end = (owner->to + VIEW_CHUNK - 1) / VIEW_CHUNK * VIEW_CHUNK;
        const uint64_t to = end < view->size ? end : view->size;

        t->vga = (struct vram_owner){ owner->use, owner->name, from, to };
        t->excused = view_memory(view, from, to - from);
    }
}

/* The way opens first, because it sets `reach` and the range that the card hides. */
bool view_open(struct memory_view *view, struct test *t, const char *doing)
{
    *view = (struct memory_view){ .t = t,
                                  .way = t->way,
                                  .doing = doing,
                                  .size = t->card->vram.size,
                                  .reach = t->card->vram.size,
                                  .chunk = VIEW_NOTHING,
                                  .loaded = VIEW_NOTHING };
    const enum err e = view->way->open(view);
    if (t->result != TEST_PASS || !test_ok(t, e, "preparing to move BAR1 over VRAM"))
        return false;
    say_out_of_bounds(t);
    excuse_vga(view);
    if (!test_ok(t, card_work_alloc(t->card, VIEW_LOAD + VIEW_CHUNK, &view->buffer),
                 "preparing a buffer"))
        return false;
    return test_ok(t, card_work_alloc(t->card, reserved_size(t->card), &view->saved),
                   "saving what drivers leave alone");
}

void view_note(const struct memory_view *view, const char *what, uint64_t us, uint64_t bytes)
{
    const uint64_t moved = view->link_read + view->link_written;
    const uint64_t hundredths = bytes ? moved * 100 / bytes : 0;
    const bool limited = view->t->config->has_part || view->t->config->range_to;
    char words[TEST_VALUE_MAX];
    struct text text = text_in(words, sizeof(words));

    /* How many bytes of a part were gone over, nobody has counted. */
    if (bytes && !limited)
        text_format(&text, ", %llu.%02llu bytes over the link for each byte and pass",
                    (unsigned long long)(hundredths / 100), (unsigned long long)(hundredths % 100));
    test_note(view->t, "%s%s%llu MiB in %llu ms, %llu MB/s; reads by %s%s, stores %s%s", what,
              limited ? "part of " : "", (unsigned long long)(view->size >> 20),
              (unsigned long long)(us / 1000), (unsigned long long)(us ? moved / us : 0),
              view->by_card   ? view->way->worker
              : view->by_copy ? view->way->copier
                              : "BAR1",
              view->by_copy && !view->by_card ? view_feed(view) : "",
              view->by_card    ? "likewise"
              : view->combined ? "combined"
                               : "uncached",
              words);
}
