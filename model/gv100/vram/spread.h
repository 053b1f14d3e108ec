/* model/gv100/vram/spread.h: which channel, bank, row and column an address of the memory lies in.
 *
 * Shape   channels are a power of two, told apart by equations, times a remainder: memory is cut into lines of a
 *         few KiB, the number of the line modulo the remainder is one half of the channel's number, and the
 *         exclusive ors of address bits are the other. The rest of the address is the place in the channel: column in
 *         the low bits, then bank, then row.
 *         No source tells how a real card does it: V100's equations were measured by others on one card; the
 *         remainder, banks and rows are made up (docs/hardware/vram-spread.md).
 * Units   bytes; an equation is the mask of the address bits whose exclusive or is one bit of the channel.
 * Errors  gv_spread_choose: false and a sentence. */
#ifndef MODEL_GV100_VRAM_SPREAD_H
#define MODEL_GV100_VRAM_SPREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/spread.h"

#define SPREAD_CHANNELS_MAX 32
#define SPREAD_BANKS        16
#define SPREAD_ROW_BYTES    2048u
/* No two sectors of such a block lie in different channels, banks or rows. */
#define SPREAD_BLOCK 256u

struct gv_place {
    uint8_t channel;
    uint8_t fbpa,
        half; /* of the partition that drives the channel; logical numbers, none fused off */
    uint8_t bank;
    uint32_t row, column; /* column in bytes of the row */
};

struct gv_spread {
    unsigned channels, equations, remainder; /* channels = 2^equations * remainder */
    uint64_t equation[SPREAD_EQUATIONS_MAX];
    uint64_t pivots;    /* address bits that the equations determine, one for each */
    unsigned line_log2; /* above all pivots */
    unsigned shift;     /* of the line number that turns the remainder, by seed */
    bool banks_by_row;  /* bits of the row change the bank */
    unsigned fbpas;     /* partitions that are there */
    unsigned halves;    /* channels of each */
};

/* `channels` 1 to 32, 0: as the words say; `words`: v100 (also null), gp104, random, or equations as masks with '+'
 * between them; `seed` is that of random ones. */
bool gv_spread_choose(struct gv_spread *spread, unsigned channels, const char *words, uint64_t seed,
                      char *error, size_t error_size);

/* The size of the memory must be a multiple of this. */
uint64_t gv_spread_granule(const struct gv_spread *spread);

struct gv_place gv_spread_place(const struct gv_spread *spread, uint64_t at);

#endif
