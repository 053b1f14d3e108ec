/* suite/memory/order.h: all of VRAM in the order of the chips.
 *
 * Shape   ranks, banks, then row after row, so that a row is visited right after its neighbour; a row comes as
 *         pieces, in the order of columns. Partitions and their halves are different chips, so the pieces at
 *         the same place of each of them come together, as a batch: each chip sees its own order, and a
 *         batch mostly lies in one stretch of linear memory. Where a family cannot tell chips apart, batches
 *         follow linear memory.
 *         Pieces outside of the configured range or partition, hidden ones, holes and pieces past the end of VRAM are
 *         left out of their batch.
 * Units   a piece is 256 bytes, which never leave one row.
 * Source  docs/hardware/tesla-vm.md §6 (rows, banks and ranks: unverified E25, E36). */
#ifndef SUITE_MEMORY_ORDER_H
#define SUITE_MEMORY_ORDER_H

#include "suite/memory/errors.h"

#define PIECE_SHIFT 8
#define PIECE       (1u << PIECE_SHIFT)
#define PIECE_WORDS (PIECE / 8)

#define BATCH_PIECES (2 * CHIP_PARTS) /* each partition has one half or two */
#define BATCH_WORDS  (BATCH_PIECES * PIECE_WORDS)

struct chip_order {
    const struct memory_errors *errors;
    uint64_t count; /* batches of the geometry */
    uint64_t bytes; /* of all pieces that are to be tested */
};

struct piece {
    struct partition_addr at;
    uint64_t linear;
};

struct batch {
    unsigned count;
    struct piece pieces[BATCH_PIECES]; /* by linear address */
};

void order_init(struct chip_order *order, const struct memory_errors *errors);
/* The nth batch; false: nothing of it is to be tested. */
bool order_batch(const struct chip_order *order, uint64_t n, struct batch *out);

#endif
