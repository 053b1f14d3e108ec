/* model/nv50/vram/vram_cells.h: defects of the memory cells and the wires to them.
 *
 * Shape   an access to a block that a defect meets goes word by word, a column each; a defect changes the place of a
 *         word, the word that is read, or the word that a write leaves. Lanes are the data
 *         lines D0..D63 of a partition; subpartition 1 has D32..D63.
 * Units   words as in place.h; nanoseconds.
 * Errors  none.
 * Source  docs/hardware/board.md §1.2, §3.2. */
#ifndef MODEL_NV50_VRAM_VRAM_CELLS_H
#define MODEL_NV50_VRAM_VRAM_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/common/options.h"
#include "model/nv50/vram/place.h"
#include "model/nv50/vram/vram_block.h"

enum cell_fault {
    CELL_NONE,         /* a defect of the placement: no cell has it */
    CELL_DEAD,         /* where `mask` and `match` agree, `lanes` read as `value` */
    CELL_SHORT,        /* the two lanes read as both-and, or both-or if `value` */
    CELL_ALIAS,        /* `lanes` find their cell at (cell & mask) | match */
    CELL_STARVED,      /* the one cell becomes `value` when the refresh was off for `hold_ns` */
    CELL_FADE,         /* the one cell becomes `value` when it was not written for `hold_ns` */
    CELL_COUPLING,     /* a change of the one cell flips the same one in the neighbour row */
    CELL_INTERMITTENT, /* `rate` of a million words read have one of `lanes` flipped */
    CELL_LATE,         /* the lane keeps the level of the beat before when it has to switch */
    CELL_PULLED,       /* the lane switches along with the one of `beside`, when it should stay */
    CELL_SLIP,         /* once in `rate` bursts `lanes` come a beat late */
    CELL_MASK,         /* writes of less than a sector drive all bytes of `lanes` */
};

struct cell_defect {
    enum cell_fault fault;
    uint8_t parts; /* hardware partitions, a mask */
    bool value;
    uint64_t lanes;
    uint64_t beside; /* other lanes that decide whether it shows */
    bool half;       /* CELL_LATE: only when at least half of the lanes of `beside` switch */
    bool streaming;  /* ... only in a burst that follows another one at once */
    bool slips;      /* CELL_SLIP: in the burst that is read now */
    struct place_cell mask, match;
    uint64_t hold_ns, written_ns;
    bool starved; /* CELL_STARVED: it has lost its charge, until it is written */
    uint64_t random;
    uint32_t rate;
    uint64_t quiet; /* CELL_INTERMITTENT: words that are still read right before it begins */
    int above;      /* degrees C: it shows only when the card is warmer; 0: always */
};

struct cells {
    const struct place *wired; /* as at power-on; storage is laid out by it */
    uint8_t *storage;
    uint64_t (*clock_ns)(void *opaque);
    int (*celsius)(void *opaque);
    void *opaque;
    bool starving;        /* the refresh is off */
    uint64_t starving_ns; /* since then */
    uint8_t watched;      /* hardware partitions that any defect touches, a mask */
    uint8_t moved;        /* those of them with a CELL_ALIAS */
    uint8_t masked;       /* those of them with a CELL_MASK */
    unsigned count;
    struct cell_defect defects[DEFECTS_MAX];
    struct cell_block block; /* the last one met */
};

/* Part of one block: bytes from `offset` of block `sbi` of a subpartition that exists. */
struct cell_span {
    unsigned part, sub; /* the hardware partition */
    uint32_t sbi;
    unsigned offset;
};

/* The refresh goes off, or comes again. */
void cells_refresh(struct cells *cells, bool on);
void cells_read(struct cells *cells, const struct cell_span *span, uint8_t *bytes, size_t size);
void cells_write(struct cells *cells, const struct cell_span *span, const uint8_t *bytes,
                 size_t size);

#endif
