#include "suite/memory/refresh.h"

#include "suite/memory/copy_path.h"
#include "suite/memory/diagnosis.h"
#include "suite/memory/patterns.h"
#include "suite/memory/progress.h"

#define CHUNK_WORDS (VIEW_CHUNK / 8)
#define ROUNDS      2u /* mixed words, and their opposite: a cell loses one of its values */

struct refresh {
    struct test *t;
    struct memory_view view;
    struct memory_errors errors;
    struct damages damages;
    struct progress progress;
    bool ended;
    uint64_t words[CHUNK_WORDS];
};

static bool going(const struct refresh *r)
{
    return !r->ended && !view_stopped(&r->view);
}

static void name_words(struct refresh *r, uint64_t at, unsigned round)
{
    const struct piece stretch = { .linear = at };

    mixed_addresses.data(&stretch, 0, 0, r->words, CHUNK_WORDS);
    for (unsigned i = 0; round && i < CHUNK_WORDS; i++)
        r->words[i] = ~r->words[i];
}

static void store_chunk(struct refresh *r, uint64_t at)
{
    view_write_block(&r->view, at, r->words, VIEW_CHUNK);
}

static void check_chunk(struct refresh *r, uint64_t at)
{
    const uint64_t *const seen = view_load(&r->view, at, VIEW_CHUNK);
    struct bus *const bus = r->t->card->bus;

    if (!seen)
        return;
    test_read(r->t, VIEW_CHUNK);
    const size_t i = bus->ops->find_difference(bus, seen, r->words, VIEW_CHUNK) / 8;
    (void)memory_errors_add_span(&r->errors, at + 8 * i, &r->words[i], 1, &seen[i],
                                 CHUNK_WORDS - i);
}

static void each_chunk(struct refresh *r, unsigned round, const char *what,
                       void (*work)(struct refresh *r, uint64_t at))
{
    for (uint64_t at = 0; at < r->view.size && going(r); at += VIEW_CHUNK) {
        if (!view_show(&r->view, at))
            return;
        if (!view_left_out(&r->view, at)) {
            name_words(r, at, round);
            work(r, at);
        }
        r->ended |= !progress_step(&r->progress, VIEW_CHUNK, what);
    }
    view_flush(&r->view);
}

/* Nothing is asked of memory meanwhile. The journal of registers puts the refresh back even if this
 * fails. */
static bool hold_off(struct refresh *r)
{
    const struct vram_way *const way = r->view.way;
    struct bus *const bus = r->t->card->bus;

    view_rest(&r->view);
    if (!test_ok(r->t, way->refresh(&r->view, false), "holding the refresh off"))
        return false;
    bus->ops->wait_us(bus, (uint64_t)r->t->config->refresh * 1000);
    return test_ok(r->t, way->refresh(&r->view, true), "letting the refresh come again");
}

/* Whole chips: how long one holds is its own, more than a cell's. */
static void blame_chips(struct refresh *r)
{
    struct chip_table *const chips = &r->errors.chips;

    for (unsigned part = 0; part < chips->parts; part++)
        for (unsigned rank = 0; rank < chips->ranks; rank++) {
            const struct damage damage = { .kind = DAMAGE_STARVED,
                                           .part = (uint8_t)part,
                                           .ranks = (uint8_t)(1u << rank),
                                           .hold_ms = r->t->config->refresh,
                                           .lanes = chip_table_wrong(chips, part, rank) };

            if (!damage.lanes)
                continue;
            chip_table_mark(chips, part, rank, damage.lanes);
            damages_add(&r->damages, &damage);
        }
}

static bool open_refresh(struct refresh *r, struct test *t)
{
    r->t = t;
    if (!view_open(&r->view, t, "holding the refresh off") ||
        !memory_errors_begin(&r->errors, &r->view))
        return false;
    view_save(&r->view);
    view_try_copy(&r->view, false);
    view_combine(&r->view);
    memory_errors_element(&r->errors, DATA_ADDRESSES);
    progress_begin(&r->progress, t, 2 * ROUNDS * r->view.size);
    progress_plan(&r->progress, r->view.size, r->view.by_copy, false);
    return true;
}

/* Runs only where refresh= asks for it, because nobody promises that good memory holds that long. */
void memory_refresh(struct test *t)
{
    struct dma_memory memory;

    if (!t->config->refresh || !t->way->refresh) {
        test_lacks(t, t->way->refresh ? "nobody has asked for it: refresh=MS"
                                      : "no source says how this card's refresh is held off");
        return;
    }
    if (!test_ok(t, card_dma_alloc(t->card, sizeof(struct refresh), &memory), "preparing"))
        return;
    struct refresh *const r = memory.cpu;

    if (!open_refresh(r, t))
        return;
    for (unsigned round = 0; round < ROUNDS && going(r); round++) {
        each_chunk(r, round, "storing mixed words", store_chunk);
        if (going(r) && hold_off(r))
            each_chunk(r, round, "comparing what was not refreshed", check_chunk);
    }
    test_note(t, "%u ms without refresh, %u times", t->config->refresh, ROUNDS);
    if (!copy_settle(&r->errors))
        blame_chips(r);
    view_close(&r->view);
    progress_end(&r->progress);
    diagnosis_report(&r->errors, &r->damages, t);
    copy_report(&r->errors, t);
}
