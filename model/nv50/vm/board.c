#include "model/nv50/vm/board.h"

#include "hw/bits.h"
#include "model/nv50/base/card.h"

unsigned board_column(unsigned strap)
{
    return strap == 1 ? 2 : strap == 2 ? 1 : 3;
}

/* Timings, mode registers and clock differ in each column, so that a VBIOS that takes the wrong one is noticed
 * by any of them. */
void board_memory(const struct nv50 *card, unsigned column, struct board_memory *memory)
{
    static const struct {
        uint32_t khz, coef, p, gt215;
    } plls[BOARD_COLUMNS] = {
        { 500000, 0x2502, 0, 0x00012501 },
        { 275000, 0xa308, 1, 0x00022801 },
        { 400000, 0xed08, 1, 0x00031e01 },
        { 600000, 0xc809, 0, 0x00012d01 },
    };
    const bool gt215 = card->chip->features & FEATURE_PLL_GT215;

    for (uint32_t i = 0; i < PFB_TIMING_COUNT; i++)
        memory->timings[i] = 0x0a0b0c00u + 0x01010000u * column + i;
    memory->modes[0] = 0x0532u + (column << 4);
    memory->modes[1] = 0x2408u + column;
    memory->khz = plls[column].khz;
    memory->coef = gt215 ? plls[column].gt215 : plls[column].coef;
    memory->p = plls[column].p;
}
