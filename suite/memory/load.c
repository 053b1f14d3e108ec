#include "suite/memory/load.h"

#include "hw/least.h"
#include "suite/memory/copy_path.h"
#include "suite/memory/diagnosis.h"
#include "suite/memory/patterns.h"
#include "suite/memory/progress.h"

#define CHUNK_WORDS (VIEW_CHUNK / 8)
#define SECOND_US   UINT64_C(1000000)
#define LOAD_US     (10 * SECOND_US)
#define GENERATIONS 20u                  /* at least, on a real card */
#define SMALL       (UINT64_C(64) << 20) /* no real card has less memory; such a model ends after those */
/* Of each half, on the device model: together more than its cache holds, if it has one. */
#define MODEL_CHUNKS 8u
#define MODEL_SHARE  64u
#define SAMPLES      64u /* places that are asked whether their partner is in the same chip */
#define RETESTS      4u  /* chunks that are tried again by BAR1 */
#define ROUNDS       16u /* of each */
#define EVENTS       6u  /* chunks with wrong words, to believe that they are one chip's */

struct load {
    struct test *t;
    struct memory_view view;
    struct memory_errors errors;
    struct damages damages;
    struct progress progress;
    uint64_t apart; /* of partners */
    bool same_chip; /* partners lie in the same chip */
    uint64_t end;   /* of the used memory */
    uint64_t half;  /* bytes of one half that are used */
    unsigned generations;
    uint64_t copied_us, begun_us;
    bool ended;              /* before its end: time, temperature, a key, a copy that stopped */
    enum err stopped;        /* why a copy did */
    uint64_t one_half;       /* words that are wrong in one half alone */
    unsigned events;         /* chunks with wrong words */
    uint64_t wrong[RETESTS]; /* the first of them */
    uint64_t words[CHUNK_WORDS];
};

/* A stretch of lower places, whose partners lie `apart` further on. */
struct stretch {
    uint64_t at, size;
};

static uint64_t now_us(const struct load *load)
{
    struct bus *const bus = load->t->card->bus;

    return bus->ops->time_us(bus);
}

static bool going(const struct load *load)
{
    return !load->ended && !view_stopped(&load->view);
}

/* ---- the used memory ------------------------------------------------------------------------- */

static bool is_free(const struct memory_view *view, uint64_t at)
{
    return !view_left_out(view, at) && !(view->way->lies && view->way->lies(view, at));
}

/* Of halves or quarters, from the first on. */
static bool is_lower(uint64_t at, uint64_t apart)
{
    return at / apart % 2 == 0;
}

static bool is_pair(const struct load *load, uint64_t at)
{
    return is_lower(at, load->apart) && at + load->apart < load->view.size &&
           is_free(&load->view, at) && is_free(&load->view, at + load->apart);
}

/* From `from` on; false: there is none any more. */
static bool next_stretch(const struct load *load, uint64_t from, struct stretch *out)
{
    uint64_t at = from, size = 0;

    while (at < load->end && !is_pair(load, at))
        at += VIEW_CHUNK;
    while (at + size < load->end && size < VIEW_LOAD && is_pair(load, at + size))
        size += VIEW_CHUNK;
    *out = (struct stretch){ at, size };
    return size;
}

static bool share_chips(const struct memory_errors *errors, uint64_t size, uint64_t apart)
{
    for (unsigned i = 0; i < SAMPLES; i++) {
        const uint64_t at = (size - apart) / SAMPLES * i / 8 * 8;
        struct partition_addr one, other;

        if (!is_lower(at, apart))
            continue;
        if (!column_of(errors, at, &one) || !column_of(errors, at + apart, &other) ||
            one.part != other.part || one.rank != other.rank || one.subpart != other.subpart)
            return false;
    }
    return true;
}

/* Halves, or quarters where the upper half is another rank. */
static void choose(struct load *load)
{
    const uint64_t size = load->view.size;
    const bool cached = load->view.way->evict;
    const uint64_t model = MODEL_CHUNKS + (cached ? size / VIEW_CHUNK / MODEL_SHARE : 0);
    const uint64_t limit = load->t->config->model ? model : UINT64_MAX;

    load->apart = size / 2 / VIEW_CHUNK * VIEW_CHUNK;
    for (unsigned parts = 2; parts <= 4 && load->errors.placed && !load->same_chip; parts *= 2) {
        const uint64_t apart = size / parts / VIEW_CHUNK * VIEW_CHUNK;

        load->same_chip = apart && share_chips(&load->errors, size, apart);
        load->apart = load->same_chip ? apart : load->apart;
    }
    for (uint64_t at = 0, chunks = 0; at < size && chunks < limit; at += VIEW_CHUNK) {
        load->end = at + VIEW_CHUNK;
        if (load->apart && is_pair(load, at))
            chunks++, load->half += VIEW_CHUNK;
    }
}

/* ---- store, copy, compare -------------------------------------------------------------------- */

static void name_words(struct load *load, uint64_t at)
{
    const struct piece stretch = { .linear = at };

    mixed_addresses.data(&stretch, 0, 0, load->words, CHUNK_WORDS);
}

static void step(struct load *load, uint64_t bytes, const char *what)
{
    load->ended |= !progress_step(&load->progress, bytes, what);
}

static void store(struct load *load)
{
    for (uint64_t at = 0; at < load->end && going(load); at += VIEW_CHUNK) {
        if (!is_pair(load, at))
            continue;
        name_words(load, at);
        view_write_block(&load->view, at, load->words, VIEW_CHUNK);
        step(load, VIEW_CHUNK, "storing mixed words");
    }
    view_flush(&load->view);
}

static void note_end(struct load *load, enum err e)
{
    if (e == OK)
        return;
    load->ended = true;
    load->stopped = load->stopped == OK ? e : load->stopped;
}

/* All of one half to the other; false: it did not come to its end. */
static bool copy_half(struct load *load, bool back)
{
    const struct vram_way *const way = load->view.way;
    struct stretch one;

    for (uint64_t at = 0; going(load) && next_stretch(load, at, &one); at = one.at + one.size) {
        const uint64_t upper = one.at + load->apart;

        note_end(load, way->stir(&load->view, back ? upper : one.at, back ? one.at : upper,
                                 (uint32_t)one.size, 1));
        step(load, 2 * one.size, "copies from half to half");
    }
    note_end(load, way->stirred(&load->view));
    return going(load);
}

static bool is_enough(const struct load *load)
{
    const struct run_config *const config = load->t->config;
    const uint64_t most_us = config->heat ? config->heat * SECOND_US : LOAD_US;

    if (now_us(load) - load->begun_us >= most_us)
        return true;
    if (config->heat)
        return false;
    return config->model || (load->view.size < SMALL && load->generations >= GENERATIONS);
}

/* In pairs, so that both halves have been read and written as often. */
static void copy_generations(struct load *load)
{
    const uint64_t begun_us = now_us(load);

    do {
        progress_more(&load->progress, 4 * load->half);
        if (!copy_half(load, false))
            break;
        load->generations++;
        if (!copy_half(load, true))
            break;
        load->generations++;
    } while (!is_enough(load));
    load->copied_us = now_us(load) - begun_us;
    load->view.loaded = VIEW_NOTHING;
}

/* Every word of the chunk at `at` is that of its lower partner. Returns how many are wrong. */
static uint64_t check(struct load *load, uint64_t at)
{
    const uint64_t *const seen = view_load(&load->view, at, VIEW_CHUNK);
    struct bus *const bus = load->t->card->bus;

    if (!seen)
        return 0;
    test_read(load->t, VIEW_CHUNK);
    const size_t i = bus->ops->find_difference(bus, seen, load->words, VIEW_CHUNK) / 8;
    return memory_errors_add_span(&load->errors, at + 8 * i, &load->words[i], 1, &seen[i],
                                  CHUNK_WORDS - i);
}

static void note_event(struct load *load, uint64_t at)
{
    if (load->events < RETESTS)
        load->wrong[load->events] = at;
    load->events++;
}

/* A load that was ended early is compared all the same, because both halves hold the same words
 * after each generation. */
static void compare(struct load *load)
{
    view_evict(&load->view, 0);
    for (unsigned upper = 0; upper < (load->generations ? 2 : 1); upper++)
        for (uint64_t at = 0; at < load->end && !view_stopped(&load->view); at += VIEW_CHUNK) {
            const uint64_t here = at + upper * load->apart;

            if (!is_pair(load, at))
                continue;
            name_words(load, at);
            if (view_make_room(&load->view, here) && check(load, here))
                note_event(load, here);
            (void)!progress_step(&load->progress, VIEW_CHUNK, "comparing both halves");
        }
}

/* ---- memory or copier ------------------------------------------------------------------------ */

/* The chunk by BAR1 alone, with these words and with their opposite. */
static bool fails_by_bar1(struct load *load, uint64_t at)
{
    const uint64_t before = load->errors.count;

    for (unsigned round = 0; round < ROUNDS && !view_stopped(&load->view); round++) {
        name_words(load, at);
        for (unsigned i = 0; i < CHUNK_WORDS && round % 2; i++)
            load->words[i] = ~load->words[i];
        view_write_block(&load->view, at, load->words, VIEW_CHUNK);
        view_flush(&load->view);
        view_evict(&load->view, at);
        (void)check(load, at);
        test_extend(load->t);
    }
    return load->errors.count > before;
}

/* All wrong words lie in one partition, or one chip, of several: no engine knows those, so it is not the copier that
 * errs. */
static bool is_one_place(const struct load *load)
{
    const struct chip_table *const chips = &load->errors.chips;
    unsigned wrong_parts = 0, wrong_chips = 0;

    for (unsigned part = 0; part < chips->parts; part++) {
        const unsigned before = wrong_chips;

        for (unsigned rank = 0; rank < chips->ranks; rank++)
            for (unsigned chip = 0; chip < chip_count(chips); chip++)
                wrong_chips += chips->wrong[part][rank][chip] != 0;
        wrong_parts += wrong_chips > before;
    }
    return load->same_chip && load->events >= EVENTS && wrong_parts == 1 &&
           (chips->parts > 1 || (wrong_chips == 1 && chips->ranks * chip_count(chips) > 1));
}

static bool is_memory(struct load *load)
{
    bool found = is_one_place(load);

    view_end_copies(&load->view);
    for (unsigned i = 0; i < load->events && i < RETESTS && !found; i++)
        found = fails_by_bar1(load, load->wrong[i]);
    return found;
}

/* Whole chips: an error may have come from either partner, and lanes that failed once are few of those that may. */
static void blame_chips(struct load *load)
{
    struct chip_table *const chips = &load->errors.chips;

    for (unsigned part = 0; part < chips->parts && load->same_chip; part++)
        for (unsigned rank = 0; rank < chips->ranks; rank++) {
            const struct damage damage = { .kind = DAMAGE_LOAD,
                                           .part = (uint8_t)part,
                                           .ranks = (uint8_t)(1u << rank),
                                           .lanes = chip_table_wrong(chips, part, rank) };

            if (!damage.lanes)
                continue;
            chip_table_mark(chips, part, rank, damage.lanes);
            damages_add(&load->damages, &damage);
        }
}

static void judge(struct load *load)
{
    struct test *const t = load->t;
    const unsigned long long wrong = load->errors.count;

    if (!wrong)
        return;
    test_say(t,
             "%s: %llu words were wrong after %u generations of copies, in %u chunks of 64 KiB; "
             "BAR1 reads them so too",
             t->name, wrong, load->generations, load->events);
    if (is_memory(load)) {
        blame_chips(load);
        return;
    }
    load->errors.count = 0; /* of which none is proven to be memory's */
    if (t->config->model)
        test_fail(
            t,
            "left %llu wrong words after %u generations of copies by %s, and memory is right by "
            "BAR1: memory under load, or %s",
            wrong, load->generations, load->view.way->copier, load->view.way->copy_engine);
    else
        test_error(
            t,
            "%llu words were wrong after %u generations of copies by %s, and memory is right by "
            "BAR1: memory under load, or %s; test the card again, with heat= or loop=",
            wrong, load->generations, load->view.way->copier, load->view.way->copy_engine);
}

/* ---- the test -------------------------------------------------------------------------------- */

static void note(const struct load *load)
{
    const uint64_t moved = 2 * load->generations * load->half;
    const uint64_t us = load->copied_us ? load->copied_us : 1;
    char what[TEST_SENTENCE_MAX];
    struct text text = text_in(what, sizeof(what));

    text_format(&text,
                "%u generations of copies, %llu MiB read and written in %llu ms, %llu MB/s; ",
                load->generations, (unsigned long long)(moved >> 20),
                (unsigned long long)(us / 1000), (unsigned long long)(moved / us));
    view_note(&load->view, what, now_us(load) - load->begun_us, moved);
}

/* A card on which nothing copies lacks this test and does not fail it, because copies are not
 * proven on every card. */
static bool open_load(struct load *load, struct test *t)
{
    load->t = t;
    if (!view_open(&load->view, t, "copying within VRAM") ||
        !memory_errors_begin(&load->errors, &load->view))
        return false;
    load->begun_us = now_us(load);
    view_save(&load->view);
    view_try_copy(&load->view, false);
    if (!load->view.by_copy || !load->view.way->stir) {
        test_lacks(t, "nothing copies within VRAM: not proven on this card");
        view_close(&load->view);
        return false;
    }
    choose(load);
    if (load->half)
        return true;
    test_lacks(t, "no two places that nothing of the copier's own lies in");
    view_close(&load->view);
    return false;
}

static void run(struct load *load)
{
    memory_errors_element(&load->errors, DATA_MIXED);
    progress_begin(&load->progress, load->t, 3 * load->half);
    progress_plan(&load->progress, 2 * load->half, true, false);
    view_combine(&load->view);
    store(load);
    if (going(load))
        copy_generations(load);
    compare(load);
}

/* One partition alone cannot be loaded, because the engine copies from half to half of all memory. */
void memory_load(struct test *t)
{
    struct dma_memory memory;

    if (t->config->has_part) {
        test_lacks(t, "one partition alone is asked for");
        return;
    }
    if (!test_ok(t, card_dma_alloc(t->card, sizeof(struct load), &memory), "preparing copies"))
        return;
    struct load *const load = memory.cpu;

    if (!open_load(load, t))
        return;
    run(load);
    note(load);
    judge(load);
    (void)!copy_settle(&load->errors);
    view_close(&load->view);
    progress_end(&load->progress);
    if (load->stopped != OK && load->stopped != ERR_DEADLINE)
        test_say(t, "%s: %s stopped copying within VRAM (%s) after %u generations", t->name,
                 load->view.way->copier, err_name(load->stopped), load->generations);
    diagnosis_report(&load->errors, &load->damages, t);
    copy_report(&load->errors, t);
}
