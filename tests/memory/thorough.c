#include "tests/memory/thorough.h"

#include "engines/fault.h"
#include "tests/memory/diagnosis.h"
#include "tests/memory/pace.h"
#include "tests/memory/probe.h"

#define MODULO        20
#define HOLD_SHORT_US 50000u /* that a suspect is tried with where nothing was held */

struct thorough {
    struct test *t;
    struct memory_view view;
    struct memory_errors errors;
    struct damages damages;
    struct chip_order order;
    struct pace pace;
    const char *name;
    uint64_t seed, held_us;
    bool ended; /* before its end: time, temperature, deadline */
};

static bool going(const struct thorough *run)
{
    return !run->ended && !view_stopped(&run->view);
}

static void step(struct thorough *run)
{
    run->ended |= !pace_step(&run->pace, PIECE, run->name);
}

/* ---- one piece ------------------------------------------------------------------------------- */

static void write_piece(struct thorough *run, const struct piece *piece, const uint64_t *words)
{
    view_write_block(&run->view, piece->linear, words, PIECE);
}

static void check_piece(struct thorough *run, const struct piece *piece, const uint64_t *expected)
{
    struct bus *const bus = run->t->card->bus;
    uint64_t seen[PIECE_WORDS];

    if (!view_read_block(&run->view, piece->linear, seen, PIECE))
        return;
    for (size_t i = bus->ops->find_difference(bus, seen, expected, PIECE) / 8; i < PIECE_WORDS; i++)
        if (seen[i] != expected[i])
            memory_errors_add(&run->errors, piece->linear + 8 * i, expected[i], seen[i]);
}

static void do_ops(struct thorough *run, const struct algorithm *algorithm,
                   const struct march_element *element, const struct piece *piece, unsigned pass)
{
    uint64_t words[2][PIECE_WORDS];

    for (unsigned i = 0; i < PIECE_WORDS; i++) {
        words[0][i] = algorithm->data(piece, i, pass, run->seed);
        words[1][i] = ~words[0][i];
    }
    for (unsigned i = 0; i < ELEMENT_OPS && element->ops[i] != OP_END; i++) {
        const uint8_t op = element->ops[i];
        const uint64_t *data = words[op == READ_1 || op == WRITE_1];

        if (op == READ_0 || op == READ_1)
            check_piece(run, piece, data);
        else
            write_piece(run, piece, data);
    }
}

/* ---- one element ----------------------------------------------------------------------------- */

static void hold(struct thorough *run)
{
    struct bus *const bus = run->t->card->bus;

    view_flush(&run->view);
    run->held_us = run->t->config->hold * UINT64_C(1000000);
    bus->ops->wait_us(bus, run->held_us);
}

static void do_element(struct thorough *run, const struct algorithm *algorithm, unsigned number,
                       unsigned pass)
{
    const struct march_element *element = &algorithm->elements[number];
    struct piece piece;

    if (element->hold)
        hold(run);
    memory_errors_element(&run->errors);
    for (uint64_t n = 0; n < run->order.count && going(run); n++) {
        if (!order_piece(&run->order, element->down ? run->order.count - 1 - n : n, &piece))
            continue;
        do_ops(run, algorithm, element, &piece, pass);
        step(run);
    }
    view_flush(&run->view);
}

static void do_passes(struct thorough *run, const struct algorithm *algorithm)
{
    for (unsigned pass = 0; pass < algorithm->passes && going(run); pass++)
        for (unsigned i = 0; i < algorithm->element_count && going(run); i++)
            do_element(run, algorithm, i, pass);
}

/* Where an address line or a mask is broken, only memory that holds one word everywhere shows what else
 * is. */
static void look_behind_veils(struct thorough *run)
{
    if (!memory_errors_veiled(&run->errors))
        return;
    memory_errors_solid(&run->errors);
    pace_more(&run->pace, run->order.count * PIECE * solid_words.element_count);
    do_passes(run, &solid_words);
}

/* ---- modulo-20 ------------------------------------------------------------------------------- */

/* Words of the piece that are those of the offset: a bit each. */
static uint32_t chosen(uint64_t piece_number, unsigned offset)
{
    uint32_t mask = 0;

    for (unsigned i = 0; i < PIECE_WORDS; i++)
        if ((piece_number * PIECE_WORDS + i) % MODULO == offset)
            mask |= BIT(i);
    return mask;
}

/* Only the words of `mask`, in runs. */
static void write_some(struct thorough *run, const struct piece *piece, uint32_t mask,
                       uint64_t word)
{
    uint64_t words[PIECE_WORDS];

    for (unsigned i = 0; i < PIECE_WORDS; i++)
        words[i] = word;
    for (unsigned i = 0; i < PIECE_WORDS; i++) {
        const unsigned first = i;

        while (i < PIECE_WORDS && (mask >> i & 1))
            i++;
        if (i > first)
            view_write_block(&run->view, piece->linear + 8 * first, words, 8 * (i - first));
    }
}

static void check_some(struct thorough *run, const struct piece *piece, uint32_t mask,
                       uint64_t word)
{
    uint64_t seen[PIECE_WORDS];

    if (!view_read_block(&run->view, piece->linear, seen, PIECE))
        return;
    for (unsigned i = 0; i < PIECE_WORDS; i++)
        if ((mask >> i & 1) && seen[i] != word)
            memory_errors_add(&run->errors, piece->linear + 8 * i, word, seen[i]);
}

enum modulo_step { MODULO_CHOSEN, MODULO_OTHERS, MODULO_AGAIN, MODULO_CHECK };
#define MODULO_STEPS 4

static void do_modulo(struct thorough *run, unsigned offset, enum modulo_step what)
{
    const uint64_t word = offset % 2 ? UINT64_MAX : 0;
    struct piece piece;

    for (uint64_t n = 0; n < run->order.count && going(run); n++) {
        const uint32_t mask = chosen(n, offset);

        if (!order_piece(&run->order, n, &piece))
            continue;
        if (what == MODULO_CHECK)
            check_some(run, &piece, mask, word);
        else
            write_some(run, &piece, what == MODULO_CHOSEN ? mask : ~mask,
                       what == MODULO_CHOSEN ? word : ~word);
        step(run);
    }
    view_flush(&run->view);
}

/* ---- a whole test ---------------------------------------------------------------------------- */

static bool open_run(struct thorough *run, struct test *t, const char *name, unsigned elements)
{
    *run = (struct thorough){ .t = t, .name = name, .seed = t->config->seed };
    if (!view_open(&run->view, t) || !test_ok(t, memory_errors_open(&run->errors, &run->view),
                                              "reading the memory configuration"))
        return false;
    order_init(&run->order, &run->errors);
    t->untested += order_left_out(&run->order);
    pace_begin(&run->pace, t, run->order.count * PIECE * elements);
    view_save(&run->view);
    probe_wires(&run->errors, &run->damages);
    return true;
}

/* One time through an element is what an algorithm needs to have seen a byte at all. */
static void close_run(struct thorough *run, unsigned elements)
{
    struct test *const t = run->t;

    look_behind_veils(run);
    diagnose(&run->errors, &run->damages, HOLD_SHORT_US + run->held_us);
    expect_no_fault(t, run->name);
    pace_end(&run->pace);
    if (run->ended && run->pace.done < elements * (run->view.size - t->untested))
        t->untested = run->view.size - run->pace.done / elements;
    const uint64_t moved = run->view.link_read + run->view.link_written;
    const uint64_t hundredths = run->pace.done ? moved * 100 / run->pace.done : 0;
    test_note(
        t,
        "%s, %llu MiB in the order of the chips, through BAR1, %llu.%02llu bytes over the link "
        "for each byte and pass%s",
        run->name, (unsigned long long)(run->view.size >> 20),
        (unsigned long long)(hundredths / 100), (unsigned long long)(hundredths % 100),
        run->ended ? "; ended early" : "");
    diagnosis_report(&run->errors, &run->damages, t);
}

static struct thorough *allocate(struct test *t)
{
    struct dma_memory memory;

    /* Too large for a stack. */
    if (!test_ok(t, card_dma_alloc(t->card, sizeof(struct thorough), &memory),
                 "preparing a memory test"))
        return NULL;
    return memory.cpu;
}

void run_algorithm(struct test *t, const struct algorithm *algorithm)
{
    const unsigned elements = algorithm->passes * algorithm->element_count;
    struct thorough *const run = allocate(t);

    if (!run || !open_run(run, t, algorithm->name, elements))
        return;
    do_passes(run, algorithm);
    close_run(run, elements);
}

void run_modulo_20(struct test *t)
{
    struct thorough *const run = allocate(t);

    if (!run || !open_run(run, t, "modulo-20", MODULO * MODULO_STEPS))
        return;
    for (unsigned offset = 0; offset < MODULO && going(run); offset++) {
        memory_errors_element(&run->errors);
        for (unsigned what = 0; what < MODULO_STEPS && going(run); what++)
            do_modulo(run, offset, (enum modulo_step)what);
    }
    close_run(run, MODULO * MODULO_STEPS);
}
