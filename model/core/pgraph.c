#include "model/core/pgraph.h"

#include "hw/pgraph.h"
#include "model/core/card.h"

#define ALL CHIPS_ALL

bool pgraph_locks_up(const struct nv50 *card)
{
    return card_knob(card, KNOB_G86_LOCKUP) != 0 &&
           (reg_get(card, PGRAPH_FIFO_CONTROL) & PGRAPH_FIFO_CONTROL_PULL);
}

static uint32_t read_vstatus(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    return offset == PGRAPH_VSTATUS && pgraph_locks_up(card) ? PGRAPH_UNIT_BUSY : stored;
}

/* A PGRAPH that never works: idle, with its interrupt words and the bit that lets PFIFO feed it
 * (docs/hardware/tesla-mmio.md §5.1, tesla-vm.md §8.5). */
/* clang-format off */
static const struct reg_row rows[] = {
    { 0x400100, "PGRAPH_INTR", BITS(31, 0), 0, REG_VOLATILE | REG_W1C, ALL, 1, 0, 0 },
    { 0x400108, "PGRAPH_TRAP", BITS(31, 0), 0, REG_VOLATILE | REG_W1C, ALL, 1, 0, 0 },
    { 0x400138, "PGRAPH_TRAP_EN", BITS(31, 0), 0, 0, ALL, 1, 0, 0 },
    { 0x40013c, "PGRAPH_INTR_EN", BITS(31, 0), 0, 0, ALL, 1, 0, 0 },
    { PGRAPH_VSTATUS, "PGRAPH_VSTATUS", 0, 0, REG_VOLATILE, ALL, PGRAPH_VSTATUS_COUNT, read_vstatus, 0 },
    { PGRAPH_FIFO_CONTROL, "PGRAPH_FIFO_CONTROL", BIT(16) | PGRAPH_FIFO_CONTROL_PULL, 0, 0, ALL, 1, 0, 0 },
    { PGRAPH_STATUS, "PGRAPH_STATUS", 0, 0, REG_VOLATILE, ALL, 1, 0, 0 },
};
/* clang-format on */

const struct reg_block pgraph_regs = { rows, ARRAY_SIZE(rows) };
