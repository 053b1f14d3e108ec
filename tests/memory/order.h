/* tests/memory/order.h: all of VRAM in the order of the chips.
 *
 * Shape   partitions, subpartitions, ranks, banks, then row after row, so that a row is visited right
 *         after its neighbour; a row comes as pieces of one block each, in the order of columns.
 *         Pieces outside of the configured range or partition, under VRAM_HIDE or past the end of VRAM
 *         are passed over.
 * Units   a piece is 256 bytes, which never leave one row.
 * Source  docs/hardware/tesla-vm.md §6 (rows, banks and ranks: unverified E25, E36). */
#ifndef TESTS_MEMORY_ORDER_H
#define TESTS_MEMORY_ORDER_H

#include "tests/memory/errors.h"

#define PIECE       256u
#define PIECE_WORDS (PIECE / 8)

struct chip_order {
    const struct memory_errors *errors;
    uint64_t count; /* pieces of the geometry */
};

struct piece {
    struct partition_addr at;
    uint64_t linear;
};

void order_init(struct chip_order *order, const struct memory_errors *errors);
/* The nth piece; false: it is not to be tested. */
bool order_piece(const struct chip_order *order, uint64_t n, struct piece *out);
/* Bytes that are passed over although they are VRAM. */
uint64_t order_left_out(const struct chip_order *order);

/* Whether the configuration lets a linear address be tested. */
bool order_in_range(const struct run_config *config, uint64_t linear);

#endif
