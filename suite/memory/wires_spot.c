#include "suite/memory/wires_spot.h"

bool spot_usable(const struct memory_errors *errors, struct partition_addr at)
{
    const uint64_t linear = column_at(errors, at);
    const struct run_config *config = errors->view->t->config;

    return linear + 8 <= errors->view->size && (!config->has_part || config->part == at.part) &&
           !view_left_out(errors->view, linear);
}

/* The n-th place of a rank where wires are tried. Banks are taken from both ends in turn; rows and columns lie in
 * equal parts of the whole, shifted by an eighth, so that their addresses differ in high and in low bits. */
bool spot_at(const struct memory_errors *errors, unsigned part, unsigned sub, unsigned rank,
             unsigned n, struct partition_addr *out)
{
    const struct vram_shape *const shape = &errors->shape;
    const uint32_t rows = BIT(shape->row_bits[rank]);
    const uint32_t columns = BIT(shape->column_bits), banks = BIT(shape->bank_bits);

    *out = (struct partition_addr){ .part = (uint8_t)part,
                                    .subpart = (uint8_t)sub,
                                    .rank = (uint8_t)rank,
                                    .bank = (uint8_t)(n % 2 ? banks - 1 - n / 2 : n / 2),
                                    .row = rows / SPOTS * n + rows / 8 + n,
                                    .column = (columns / SPOTS * n + columns / 8) & ~7u };
    return spot_usable(errors, *out);
}

uint64_t spot_read(struct memory_errors *errors, struct partition_addr at)
{
    return view_read(errors->view, column_at(errors, at), (uint8_t)column_size(errors));
}

void spot_write(struct memory_errors *errors, struct partition_addr at, uint64_t value)
{
    view_write(errors->view, column_at(errors, at), (uint8_t)column_size(errors),
               value & spot_mask(errors));
}

uint64_t spot_mask(const struct memory_errors *errors)
{
    return UINT64_MAX >> (64 - 8 * column_size(errors));
}

uint64_t spot_bytes(const struct memory_errors *errors, uint8_t byte)
{
    return (byte * UINT64_C(0x0101010101010101)) & spot_mask(errors);
}
