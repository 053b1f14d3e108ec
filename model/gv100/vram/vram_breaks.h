/* model/gv100/vram/vram_breaks.h: defects of the card's memory.
 *
 * Units   addresses in bytes; data bits inside sectors of 32 bytes, the unit that a channel of HBM2 moves at a time:
 *         bit 0 is the lowest of byte 0, 255 the highest of byte 31. */
#ifndef MODEL_GV100_VRAM_VRAM_BREAKS_H
#define MODEL_GV100_VRAM_VRAM_BREAKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/common/options.h"

#define VRAM_SECTOR 32u

struct vram_range {
    uint64_t first, size; /* size 0: nothing lies in it */
};

struct vram_breaks {
    bool any;
    uint64_t size;
    struct vram_range stuck; /* where data line `stuck_bit` holds `stuck_value` */
    unsigned stuck_bit;
    bool stuck_value;
    uint64_t line;               /* the address line that is dead, as a mask; 0: none */
    struct vram_range open_line; /* where the address line of `open_mask` is dead */
    uint64_t open_mask;
    struct vram_range cell; /* the byte whose bit `cell_bit` holds `cell_value` */
    unsigned cell_bit;
    bool cell_value;
    struct vram_range pair; /* the byte of which two bits, 0 and 4, hold 0 */
    uint64_t weak_one_in;   /* reads of a sector; 0: none is weak */
    struct vram_range dead, unwritten;
    bool half;
    uint64_t random;
};

void gv_breaks_take(struct vram_breaks *breaks, const struct options *options, uint64_t size,
                    uint64_t seed);

/* Where in storage the sector of an address really lies. */
uint64_t gv_breaks_place(const struct vram_breaks *breaks, uint64_t at);
/* Changes the bytes read from [at, at + size), which lies in one sector. */
void gv_breaks_read(struct vram_breaks *breaks, uint64_t at, uint8_t *bytes, size_t size);
/* Whether nothing of the sector answers, so that the bytes read are no memory's. */
bool gv_breaks_lost(const struct vram_breaks *breaks, uint64_t at);
/* Whether a write to that sector arrives. */
bool gv_breaks_takes(const struct vram_breaks *breaks, uint64_t at);
/* Whether reads and writes of [at, at + size) are those of storage alone. */
bool gv_breaks_spare(const struct vram_breaks *breaks, uint64_t at, uint64_t size);

#endif
