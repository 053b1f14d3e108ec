#include "hw/pfifo.h"

#include "model/core/card.h"

#define ALL CHIPS_ALL

#define INTR_BITS                                                                                  \
    (PFIFO_INTR_CACHE_ERROR | PFIFO_INTR_BAR_FAULT | PFIFO_INTR_PEEPHOLE_FAULT |                   \
     PFIFO_INTR_DMA_PUSHER | PFIFO_INTR_SEMAPHORE)

/* docs/hardware/tesla-mmio.md §4.2: what is stored there, without the scheduler behind it. */
/* clang-format off */
static const struct reg_row rows[] = {
    { 0x002040, "PFIFO_DELAY", BITS(31, 28) | BITS(9, 0), 0, 0, ALL, 1, 0, 0 },
    { 0x002044, "PFIFO_DMA_TIMESLICE", BITS(31, 28) | BIT(24) | BITS(16, 0), 0, 0, ALL, 1, 0, 0 },
    { 0x002048, "PFIFO_C11_MIN_SLICE", BITS(18, 0), 0x10100, 0, ALL, 1, 0, 0 },
    { 0x002054, "PFIFO_DELAY_1", BITS(9, 0), 2, 0, ALL, 1, 0, 0 },
    { 0x002058, "PFIFO_SLI", BITS(29, 28) | BITS(11, 0), 0, 0, ALL, 1, 0, 0 },
    { PFIFO_INTR, "PFIFO_INTR", INTR_BITS, 0, REG_VOLATILE | REG_W1C, ALL, 1, 0, 0 },
    { PFIFO_INTR_EN, "PFIFO_INTR_EN", BITS(31, 0), 0, 0, ALL, 1, 0, 0 },
    { 0x002210, "PFIFO_RAMHT", BITS(28, 0), 0, 0, ALL, 1, 0, 0 },
    { 0x002500, "PFIFO_CACHES", BITS(8, 8) | BIT(1) | BIT(0), 0, 0, ALL, 1, 0, 0 },
    { 0x00250c, "PFIFO_CHSW_DEBUG_1", BITS(31, 0), 0, 0, ALL, 1, 0, 0 },
    { 0x002600, "PFIFO_CHAN_TABLE", BITS(31, 0), 0, 0, ALL, 128, 0, 0 },
};
/* clang-format on */

const struct reg_block pfifo_regs = { rows, ARRAY_SIZE(rows) };
