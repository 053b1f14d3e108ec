#include "suite/memory/order.h"

#include "suite/memory/wires_spot.h"

static unsigned pieces_of_row_log2(const struct memory_errors *errors)
{
    const unsigned column_log2 = errors->split ? 2 : 3;

    return errors->shape.column_bits + column_log2 - PIECE_SHIFT;
}

/* Takes the digit of `n` in a base off its lower end. */
static uint32_t take(uint64_t *n, uint64_t base)
{
    const uint64_t digit = *n % base;

    *n /= base;
    return (uint32_t)digit;
}

/* The place that the pieces of a batch have in common. */
static struct partition_addr place_of(const struct memory_errors *errors, uint64_t n)
{
    const struct vram_shape *const shape = &errors->shape;
    const unsigned pieces_log2 = pieces_of_row_log2(errors);
    const uint32_t rows_a = BIT(shape->row_bits[0]),
                   rows_b = shape->ranks == 2 ? BIT(shape->row_bits[1]) : 0;
    const uint32_t piece = take(&n, BIT64(pieces_log2));

    /* Rows of both ranks are one digit per bank; rank A's come first. */
    const uint32_t row = take(&n, rows_a + rows_b);
    struct partition_addr at = { .column = piece << (shape->column_bits - pieces_log2) };
    at.rank = row >= rows_a;
    at.row = row >= rows_a ? row - rows_a : row;
    at.bank = (uint8_t)n;
    return at;
}

static void insert(struct batch *batch, const struct piece *piece)
{
    unsigned i = batch->count++;

    for (; i && batch->pieces[i - 1].linear > piece->linear; i--)
        batch->pieces[i] = batch->pieces[i - 1];
    batch->pieces[i] = *piece;
}

/* Where chips cannot be told apart, batches are stretches of linear memory. */
static void linear_batch(const struct chip_order *order, uint64_t n, struct batch *out)
{
    const struct memory_view *const view = order->errors->view;

    for (unsigned i = 0; i < BATCH_PIECES; i++) {
        const struct piece piece = { .linear = (n * BATCH_PIECES + i) * PIECE };

        if (piece.linear + PIECE <= view->size && !view_left_out(view, piece.linear))
            insert(out, &piece);
    }
}

/* The place of batch n in each half of each partition, as far as it is to be tested. */
bool order_batch(const struct chip_order *order, uint64_t n, struct batch *out)
{
    const struct memory_errors *errors = order->errors;

    out->count = 0;
    if (!errors->placed) {
        linear_batch(order, n, out);
        return out->count;
    }
    struct piece piece = { .at = place_of(errors, n) };

    for (unsigned part = 0; part < errors->shape.parts; part++)
        for (unsigned sub = 0; sub < errors->shape.subparts; sub++) {
            piece.at.part = (uint8_t)part;
            piece.at.subpart = (uint8_t)sub;
            piece.linear = column_at(errors, piece.at);
            if (spot_usable(errors, piece.at))
                insert(out, &piece);
        }
    return out->count;
}

static uint64_t count_batches(const struct memory_errors *errors)
{
    const struct vram_shape *const shape = &errors->shape;
    const uint64_t rows_b = shape->ranks == 2 ? BIT64(shape->row_bits[1]) : 0;

    if (!errors->placed)
        return (errors->view->size + BATCH_PIECES * PIECE - 1) / (BATCH_PIECES * PIECE);
    return (BIT64(shape->row_bits[0]) + rows_b) << shape->bank_bits << pieces_of_row_log2(errors);
}

void order_init(struct chip_order *order, const struct memory_errors *errors)
{
    struct batch batch;

    *order = (struct chip_order){ .errors = errors, .count = count_batches(errors) };
    for (uint64_t n = 0; n < order->count; n++)
        if (order_batch(order, n, &batch))
            order->bytes += (uint64_t)batch.count * PIECE;
}
