#include "suite/memory/card_order.h"

static bool is_read(uint8_t op)
{
    return op == READ_0 || op == READ_1;
}

void card_order_open(struct card_order *order, struct memory_view *view,
                     const struct algorithm *algorithm, uint64_t seed, bool broken)
{
    order->algorithm = algorithm;
    order->seed = seed;
    order->count = 0;
    march_of(algorithm, 0, seed, &order->march);
    card_work_open(&order->work, view, &order->march, broken);
}

void card_order_begin(struct card_order *order, unsigned element, unsigned pass)
{
    if (order->march.pass != pass)
        march_of(order->algorithm, pass, order->seed, &order->march);
    order->pass = pass;
    order->element = element;
}

/* ---- a piece that a program found wrong ---- */

static void words_of(const struct card_order *order, const struct memory_errors *errors,
                     uint64_t at, bool inverted, uint64_t words[PIECE_WORDS])
{
    struct piece piece = { .linear = at };

    if (errors->placed)
        (void)column_of(errors, at, &piece.at);
    for (unsigned i = 0; i < PIECE_WORDS; i++)
        words[i] = 0;
    if (order->algorithm->data)
        order->algorithm->data(&piece, order->pass, order->seed, words, PIECE_WORDS);
    for (unsigned i = 0; i < PIECE_WORDS && inverted; i++)
        words[i] = ~words[i];
}

/* The operations from `next` on, through BAR1. Only the first reads are those that the program has found wrong. */
static void finish_piece(struct card_order *order, struct memory_errors *errors, uint64_t at,
                         unsigned next)
{
    struct memory_view *const view = order->work.view;
    const uint8_t *const ops = order->march.ops[order->element];
    uint64_t words[PIECE_WORDS], seen[PIECE_WORDS];
    bool found = false, wrote = false;

    for (unsigned i = next; i < WAY_OPS && ops[i] != OP_END && order->work.on; i++) {
        words_of(order, errors, at, ops[i] == READ_1 || ops[i] == WRITE_1, words);
        if (!is_read(ops[i])) {
            view_write_block(view, at, words, PIECE);
            wrote = true;
            continue;
        }
        if (!view_read_block(view, at, seen, PIECE) || view_stopped(view))
            return;
        bool wrong = false;
        for (unsigned word = 0; word < PIECE_WORDS; word++)
            wrong |= seen[word] != words[word];
        const bool last = i + 1 == WAY_OPS || !is_read(ops[i + 1]);
        if (wrong || (!found && !wrote && last))
            found |= card_work_look(&order->work, errors, at, words, 1, seen, PIECE_WORDS);
    }
}

/* ---- all strands ---- */

static unsigned reads_of(const uint8_t ops[WAY_OPS])
{
    unsigned reads = 0;

    for (unsigned i = 0; i < WAY_OPS && ops[i] != OP_END; i++)
        reads += is_read(ops[i]);
    return reads;
}

static uint64_t first_left(const struct way_strands *strands)
{
    for (unsigned i = 0; i < WAY_STRANDS; i++)
        if (strands->of[i].done < strands->of[i].count)
            return strands->of[i].pieces[strands->of[i].done];
    return VIEW_NOTHING;
}

/* The strands go on after the pieces that have stopped them. */
static void finish_stopped(struct card_order *order, struct memory_errors *errors)
{
    for (unsigned i = 0; i < WAY_STRANDS && order->work.on; i++) {
        const unsigned done = order->strands.of[i].done;

        if (!order->strands.of[i].stopped)
            continue;
        order->strands.of[i].stopped = false;
        order->strands.of[i].done++;
        finish_piece(order, errors, order->strands.of[i].pieces[done] & ~(uint64_t)WAY_FLIP,
                     order->strands.of[i].next);
    }
}

void card_order_flush(struct card_order *order, struct memory_errors *errors)
{
    struct way_strands *const strands = &order->strands;
    struct memory_view *const view = order->work.view;

    test_read(view->t, (uint64_t)order->count * PIECE * reads_of(order->march.ops[order->element]));
    while (order->work.on && first_left(strands) != VIEW_NOTHING && !view_stopped(view)) {
        view_flush(view);
        const uint64_t at = first_left(strands) & ~(uint64_t)WAY_FLIP;
        if (!card_work_ended(&order->work,
                             view->way->march(view, &order->march, order->element, strands), at))
            finish_stopped(order, errors);
    }
    for (unsigned i = 0; i < WAY_STRANDS; i++)
        strands->of[i].count = strands->of[i].done = 0;
    order->count = 0;
}

/* Pieces that cannot be told apart by their chips follow each other. */
void card_order_add(struct card_order *order, struct memory_errors *errors,
                    const struct batch *batch)
{
    const unsigned subparts = errors->placed ? errors->shape.subparts : 1;

    if (order->count + batch->count > WAY_PIECES)
        card_order_flush(order, errors);
    for (unsigned i = 0; i < batch->count; i++) {
        const struct piece *const piece = &batch->pieces[i];
        const unsigned strand = (piece->at.part * subparts + piece->at.subpart) % WAY_STRANDS;
        const bool flipped = order->march.by == WAY_FLIPPED && (piece->at.row & 1);

        order->strands.of[strand].pieces[order->strands.of[strand].count++] =
            piece->linear | (flipped ? WAY_FLIP : 0);
    }
    order->count += batch->count;
}
