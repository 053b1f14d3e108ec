#include "suite/memory/thorough.h"

#include "hw/least.h"
#include "suite/memory/card_order.h"
#include "suite/memory/copy_path.h"
#include "suite/memory/diagnosis.h"
#include "suite/memory/progress.h"
#include "suite/memory/wires.h"

#define MODULO 20
#define STRETCH                                                                                    \
    ((UINT64_C(32) << 20) / (BATCH_PIECES * PIECE)) /* batches, much more than a cache holds */
#define HOLD_LOOK_US  100000u                       /* between two looks whether the hold goes on */
#define HOLD_SHORT_US 50000u /* that a suspect is tried with where nothing was held */

struct thorough {
    struct test *t;
    struct memory_view view;
    struct memory_errors errors;
    struct damages damages;
    struct chip_order order;
    struct progress progress;
    const char *name;
    uint64_t seed, begun_us, held_us;
    struct card_order card;
    uint64_t void_bytes; /* gone through, which prove nothing */
    bool ended;          /* before its end: time, temperature, deadline */
    /* The current batch, and the words for its operations of 0 and of 1. */
    struct batch batch;
    uint64_t words[2][BATCH_WORDS];
};

static bool going(const struct thorough *run)
{
    return !run->ended && !run->card.work.halted && !view_stopped(&run->view);
}

static void step(struct thorough *run)
{
    run->ended |= !progress_step(&run->progress, (uint64_t)run->batch.count * PIECE, run->name);
}

/* ---- one batch ------------------------------------------------------------------------------- */

static void write_batch(struct thorough *run, const uint64_t *words)
{
    for (unsigned i = 0; i < run->batch.count; i++)
        view_write_block(&run->view, run->batch.pieces[i].linear, words + (size_t)i * PIECE_WORDS,
                         PIECE);
}

/* Contents of the batch, one piece after the other; null: stopped. */
static const uint64_t *read_batch(struct thorough *run)
{
    uint64_t at[BATCH_PIECES];

    for (unsigned i = 0; i < run->batch.count; i++)
        at[i] = run->batch.pieces[i].linear;
    return view_gather(&run->view, at, run->batch.count, PIECE);
}

static void add_error(struct thorough *run, size_t word, uint64_t expected, uint64_t seen)
{
    const struct piece *piece = &run->batch.pieces[word / PIECE_WORDS];

    memory_errors_add(&run->errors, piece->linear + word % PIECE_WORDS * 8, expected, seen);
}

static void check_batch(struct thorough *run, const uint64_t *expected)
{
    struct bus *const bus = run->t->card->bus;
    const size_t count = (size_t)run->batch.count * PIECE_WORDS;
    const uint64_t *seen = read_batch(run);

    if (!seen)
        return;
    test_read(run->t, 8 * count);
    for (size_t i = bus->ops->find_difference(bus, seen, expected, 8 * count) / 8; i < count; i++)
        if (seen[i] != expected[i])
            add_error(run, i, expected[i], seen[i]);
}

/* So many operations of an element, or all that are left of it. */
static void do_ops(struct thorough *run, const struct algorithm *algorithm, const uint8_t *ops,
                   unsigned count, unsigned pass)
{
    for (unsigned i = 0; i < run->batch.count && algorithm->data; i++)
        algorithm->data(&run->batch.pieces[i], pass, run->seed, run->words[0] + i * PIECE_WORDS,
                        PIECE_WORDS);
    for (unsigned i = 0; i < run->batch.count * PIECE_WORDS; i++) {
        run->words[0][i] = algorithm->data ? run->words[0][i] : 0;
        run->words[1][i] = ~run->words[0][i];
    }
    for (unsigned i = 0; i < count && ops[i] != OP_END; i++) {
        const uint8_t op = ops[i];
        const uint64_t *data = run->words[op == READ_1 || op == WRITE_1];

        if (op == READ_0 || op == READ_1)
            check_batch(run, data);
        else
            write_batch(run, data);
    }
}

/* ---- one element ----------------------------------------------------------------------------- */

static void hold(struct thorough *run)
{
    struct bus *const bus = run->t->card->bus;

    view_evict(&run->view, 0);
    view_rest(&run->view);
    run->held_us = run->t->config->hold * UINT64_C(1000000);
    const uint64_t end = bus->ops->time_us(bus) + run->held_us;
    while (bus->ops->time_us(bus) < end && test_goes_on(run->t))
        bus->ops->wait_us(bus, HOLD_LOOK_US);
}

static uint64_t stretch_of(const struct thorough *run)
{
    return run->view.way->evict ? STRETCH : 1;
}

/* How many operations are done on a batch before the next one has its turn: all of them. Where a cache lies before
 * memory, only those before a read of words just written, because the cache would answer it. */
static unsigned at_once(const struct thorough *run, const uint8_t *ops, unsigned left)
{
    unsigned n = 0;

    while (n < left && ops[n] != OP_END) {
        const bool wrote = n && (ops[n - 1] == WRITE_0 || ops[n - 1] == WRITE_1);

        if (run->view.way->evict && wrote && (ops[n] == READ_0 || ops[n] == READ_1))
            break;
        n++;
    }
    return n;
}

/* A stretch of batches, in the element's direction. */
static void do_stretch(struct thorough *run, const struct algorithm *algorithm,
                       const struct march_element *element, unsigned pass, uint64_t first)
{
    const uint64_t end = LEAST(first + stretch_of(run), run->order.count);

    for (unsigned op = 0, n; (n = at_once(run, element->ops + op, ELEMENT_OPS - op)); op += n) {
        const bool last = op + n >= ELEMENT_OPS || element->ops[op + n] == OP_END;

        for (uint64_t i = first; i < end && going(run); i++) {
            if (!order_batch(&run->order, element->down ? run->order.count - 1 - i : i,
                             &run->batch))
                continue;
            do_ops(run, algorithm, element->ops + op, n, pass);
            if (last)
                step(run);
        }
    }
}

/* A batch that waits for the next ones counts as gone through, so all of them are done even at an early end. */
static void do_element_by_card(struct thorough *run, const struct algorithm *algorithm,
                               unsigned number, unsigned pass)
{
    const bool down = algorithm->elements[number].down;

    card_order_begin(&run->card, number, pass);
    for (uint64_t i = 0; i < run->order.count && going(run); i++) {
        if (!order_batch(&run->order, down ? run->order.count - 1 - i : i, &run->batch))
            continue;
        card_order_add(&run->card, &run->errors, &run->batch);
        step(run);
    }
    card_order_flush(&run->card, &run->errors);
}

static void do_element(struct thorough *run, const struct algorithm *algorithm, unsigned number,
                       unsigned pass)
{
    const struct march_element *element = &algorithm->elements[number];
    if (element->hold)
        hold(run);
    memory_errors_element(&run->errors, DATA_MIXED);
    view_evict(&run->view, element->down ? run->view.size - VIEW_CHUNK : 0);
    if (run->card.work.on)
        do_element_by_card(run, algorithm, number, pass);
    else
        for (uint64_t first = 0; first < run->order.count && going(run); first += stretch_of(run))
            do_stretch(run, algorithm, element, pass, first);
    view_flush(&run->view);
}

static void do_passes(struct thorough *run, const struct algorithm *algorithm)
{
    for (unsigned pass = 0; pass < algorithm->passes && going(run); pass++)
        for (unsigned i = 0; i < algorithm->element_count && going(run); i++)
            do_element(run, algorithm, i, pass);
}

/* Where an address line or a mask is broken, only memory that holds one word everywhere shows other faults. */
static void look_behind_veils(struct thorough *run)
{
    if (!memory_errors_veiled(&run->errors))
        return;
    memory_errors_solid(&run->errors);
    progress_more(&run->progress, run->order.bytes * solid_words.element_count);
    do_passes(run, &solid_words);
}

/* ---- modulo-20 ------------------------------------------------------------------------------- */

/* Words of a piece that are those of the offset: a bit each. */
static uint32_t chosen(uint64_t number, unsigned offset)
{
    uint32_t mask = 0;

    for (unsigned i = 0; i < PIECE_WORDS; i++)
        if ((number * PIECE_WORDS + i) % MODULO == offset)
            mask |= BIT(i);
    return mask;
}

/* Only the words of `mask`, in runs. */
static void write_some(struct thorough *run, const struct piece *piece, uint32_t mask,
                       const uint64_t *words)
{
    for (unsigned i = 0; i < PIECE_WORDS; i++) {
        const unsigned first = i;

        while (i < PIECE_WORDS && (mask >> i & 1))
            i++;
        if (i > first)
            view_write_block(&run->view, piece->linear + 8 * first, words, 8 * (i - first));
    }
}

static void check_some(struct thorough *run, uint32_t mask, uint64_t word)
{
    const uint64_t *seen = read_batch(run);

    if (!seen)
        return;
    for (unsigned i = 0; i < run->batch.count * PIECE_WORDS; i++)
        if ((mask >> i % PIECE_WORDS & 1) && test_compared(run->t, seen[i] != word))
            add_error(run, i, word, seen[i]);
}

enum modulo_step { MODULO_CHOSEN, MODULO_OTHERS, MODULO_AGAIN, MODULO_CHECK };
#define MODULO_STEPS 4

/* One of the four steps of modulo-20 over all batches: write the chosen words, write the others, write them
 * again, check the chosen ones. */
static void do_modulo(struct thorough *run, unsigned offset, enum modulo_step what)
{
    const uint64_t kept = offset % 2 ? UINT64_MAX : 0;
    const uint64_t word = what == MODULO_CHOSEN ? kept : ~kept;

    for (unsigned i = 0; i < PIECE_WORDS; i++)
        run->words[0][i] = word;
    if (what == MODULO_CHECK)
        view_evict(&run->view, 0);
    for (uint64_t n = 0; n < run->order.count && going(run); n++) {
        const uint32_t mask = chosen(n, offset);

        if (!order_batch(&run->order, n, &run->batch))
            continue;
        for (unsigned i = 0; i < run->batch.count && what != MODULO_CHECK; i++)
            write_some(run, &run->batch.pieces[i], what == MODULO_CHOSEN ? mask : ~mask,
                       run->words[0]);
        if (what == MODULO_CHECK)
            check_some(run, mask, kept);
        step(run);
    }
    view_flush(&run->view);
}

/* ---- a whole test ---------------------------------------------------------------------------- */

static uint64_t now_us(const struct thorough *run)
{
    struct bus *const bus = run->t->card->bus;

    return bus->ops->time_us(bus);
}

/* Wires are tried before the card's own programs are opened, because these are used only where no wire is
 * broken. */
static bool open_run(struct thorough *run, struct test *t, const char *name,
                     const struct algorithm *algorithm, unsigned elements)
{
    *run = (struct thorough){ .t = t, .name = name, .seed = t->config->seed };
    if (!view_open(&run->view, t, name) || !memory_errors_begin(&run->errors, &run->view))
        return false;
    run->begun_us = now_us(run);
    order_init(&run->order, &run->errors);
    t->untested += view_memory(&run->view, 0, run->view.size) - run->order.bytes;
    progress_begin(&run->progress, t, run->order.bytes * elements);
    view_save(&run->view);
    view_try_copy(&run->view, true);
    wires_try(&run->errors, &run->damages);
    view_combine(&run->view);
    if (algorithm)
        card_order_open(&run->card, &run->view, algorithm, run->seed, run->damages.count);
    else if (t->config->by_shader)
        test_say(t, "%s: no programs of the card's own: %s goes by the other ways", t->name, name);
    return true;
}

/* Whether nothing that was found so far counts, because a processor that errs may have stored the words. */
static bool must_do_without_programs(struct thorough *run, unsigned elements)
{
    if (!card_work_close(&run->card.work) || !memory_errors_begin(&run->errors, &run->view))
        return false;
    run->damages = (struct damages){ .count = 0 };
    wires_try(&run->errors, &run->damages);
    progress_more(&run->progress, run->order.bytes * elements);
    run->void_bytes = run->progress.done;
    return true;
}

/* Whether all of it has to be done again by BAR1 alone; lanes that the wires hid are tested
 * before. */
static bool must_repeat(struct thorough *run, unsigned elements)
{
    look_behind_veils(run);
    if (!copy_settle(&run->errors))
        return false;
    test_say(run->t, "%s: all of it again by BAR1, because %s brought words that BAR1 contradicts",
             run->t->name, run->view.way->copier);
    progress_more(&run->progress, run->order.bytes * elements);
    run->void_bytes = run->progress.done;
    return true;
}

static void note(const struct thorough *run)
{
    char what[TEST_SENTENCE_MAX];
    struct text text = text_in(what, sizeof(what));

    text_format(&text, "%s in the order of the chips%s, ", run->name,
                run->ended ? ", ended early" : "");
    view_note(&run->view, what, now_us(run) - run->begun_us, run->progress.done);
}

/* Closes the test; a byte counts as tested once an element has gone over it. */
static void close_run(struct thorough *run, unsigned elements)
{
    struct test *const t = run->t;

    diagnose(&run->errors, &run->damages, HOLD_SHORT_US + run->held_us);
    note(run);
    view_close(&run->view);
    progress_end(&run->progress);
    const uint64_t whole = elements * run->order.bytes;
    const uint64_t proven = run->progress.done - run->void_bytes;

    if (run->ended && proven < whole) {
        t->untested = view_memory(&run->view, 0, run->view.size) - proven / elements;
        memory_errors_cut(&run->errors);
    }
    diagnosis_report(&run->errors, &run->damages, t);
    copy_report(&run->errors, t);
    card_work_report(&run->card.work, &run->errors, t);
}

static struct thorough *allocate(struct test *t)
{
    struct dma_memory memory;

    /* Too large for a stack. */
    if (!test_ok(t, card_work_alloc(t->card, sizeof(struct thorough), &memory),
                 "preparing a memory test"))
        return NULL;
    return memory.cpu;
}

void run_algorithm(struct test *t, const struct algorithm *algorithm)
{
    const unsigned elements = algorithm->passes * algorithm->element_count;
    struct thorough *const run = allocate(t);

    if (!run || !open_run(run, t, algorithm->name, algorithm, elements))
        return;
    do_passes(run, algorithm);
    if (must_do_without_programs(run, elements))
        do_passes(run, algorithm);
    if (must_repeat(run, elements))
        do_passes(run, algorithm);
    close_run(run, elements);
}

static void do_offsets(struct thorough *run)
{
    for (unsigned offset = 0; offset < MODULO && going(run); offset++) {
        memory_errors_element(&run->errors, DATA_MIXED);
        for (unsigned what = 0; what < MODULO_STEPS && going(run); what++)
            do_modulo(run, offset, (enum modulo_step)what);
    }
}

void run_modulo_20(struct test *t)
{
    struct thorough *const run = allocate(t);

    if (!run || !open_run(run, t, "modulo-20", NULL, MODULO * MODULO_STEPS))
        return;
    do_offsets(run);
    if (must_repeat(run, MODULO * MODULO_STEPS))
        do_offsets(run);
    close_run(run, MODULO * MODULO_STEPS);
}
