#include "tests/memory/order.h"

#include "tests/memory/spot.h"

static unsigned pieces_of_row_log2(const struct memory_errors *errors)
{
    const unsigned column_log2 = errors->split ? 2 : 3;

    return errors->placement.dram.column_bits + column_log2 - BLOCK_SHIFT;
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
    const struct dram_geometry *dram = &errors->placement.dram;
    const unsigned pieces_log2 = pieces_of_row_log2(errors);
    const uint32_t rows_a = BIT(dram->row_bits_a),
                   rows_b = dram->two_ranks ? BIT(dram->row_bits_b) : 0;
    const uint32_t piece = take(&n, BIT64(pieces_log2));

    /* Rows of both ranks are one digit per bank; rank A's come first. */
    const uint32_t row = take(&n, rows_a + rows_b);
    struct partition_addr at = { .column = piece << (dram->column_bits - pieces_log2) };
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

bool order_batch(const struct chip_order *order, uint64_t n, struct batch *out)
{
    const struct memory_errors *errors = order->errors;
    struct piece piece = { .at = place_of(errors, n) };

    out->count = 0;
    for (unsigned part = 0; part < errors->placement.parts; part++)
        for (unsigned sub = 0; sub < errors->placement.subparts; sub++) {
            piece.at.part = (uint8_t)part;
            piece.at.subpart = (uint8_t)sub;
            piece.linear = column_at(errors, piece.at);
            if (spot_usable(errors, piece.at))
                insert(out, &piece);
        }
    return out->count;
}

void order_init(struct chip_order *order, const struct memory_errors *errors)
{
    const struct dram_geometry *dram = &errors->placement.dram;
    const uint64_t rows = BIT64(dram->row_bits_a) + (dram->two_ranks ? BIT64(dram->row_bits_b) : 0);
    struct batch batch;

    *order = (struct chip_order){ .errors = errors };
    order->count = rows << dram->bank_bits << pieces_of_row_log2(errors);
    for (uint64_t n = 0; n < order->count; n++)
        if (order_batch(order, n, &batch))
            order->bytes += (uint64_t)batch.count * PIECE;
}
