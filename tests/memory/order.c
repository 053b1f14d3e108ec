#include "tests/memory/order.h"

#include "tests/memory/spot.h"

static unsigned pieces_of_row_log2(const struct memory_errors *errors)
{
    const unsigned column_log2 = errors->split ? 2 : 3;

    return errors->placement.dram.column_bits + column_log2 - BLOCK_SHIFT;
}

void order_init(struct chip_order *order, const struct memory_errors *errors)
{
    const struct dram_geometry *dram = &errors->placement.dram;
    const uint64_t rows = BIT64(dram->row_bits_a) + (dram->two_ranks ? BIT64(dram->row_bits_b) : 0);

    *order = (struct chip_order){ .errors = errors };
    order->count = rows << dram->bank_bits << pieces_of_row_log2(errors);
    order->count *= errors->placement.parts * errors->placement.subparts;
}

bool order_in_range(const struct run_config *config, uint64_t linear)
{
    return !config->range_to || (linear >= config->range_from && linear < config->range_to);
}

/* Takes the digit of `n` in a base off its lower end. */
static uint32_t take(uint64_t *n, uint64_t base)
{
    const uint64_t digit = *n % base;

    *n /= base;
    return (uint32_t)digit;
}

bool order_piece(const struct chip_order *order, uint64_t n, struct piece *out)
{
    const struct memory_errors *errors = order->errors;
    const struct dram_geometry *dram = &errors->placement.dram;
    const unsigned pieces_log2 = pieces_of_row_log2(errors);
    const uint32_t rows_a = BIT(dram->row_bits_a),
                   rows_b = dram->two_ranks ? BIT(dram->row_bits_b) : 0;
    const uint32_t piece = take(&n, BIT64(pieces_log2));

    /* Rows of both ranks are one digit per bank; rank A's come first. */
    const uint32_t row = take(&n, rows_a + rows_b);
    out->at = (struct partition_addr){ .column = piece << (dram->column_bits - pieces_log2) };
    out->at.rank = row >= rows_a;
    out->at.row = row >= rows_a ? row - rows_a : row;
    out->at.bank = (uint8_t)take(&n, BIT64(dram->bank_bits));
    out->at.subpart = (uint8_t)take(&n, errors->placement.subparts);
    out->at.part = (uint8_t)n;
    out->linear = column_at(errors, out->at);
    return spot_usable(errors, out->at);
}

uint64_t order_left_out(const struct chip_order *order)
{
    uint64_t tested = 0;
    struct piece piece;

    for (uint64_t n = 0; n < order->count; n++)
        tested += order_piece(order, n, &piece) ? PIECE : 0;
    return order->errors->view->size - tested;
}
