/* model/gv100/vram/vram_faults.h: faults by place: a channel, a data line of it, a bank, row or column.
 *
 * Shape   a fault hits each sector whose place agrees with it, in some data lines of each word of 8 bytes: all of
 *         them, or one. It may hit only one in so many of those sectors, always the same ones, and one in so many
 *         reads. Several faults at once are several defects.
 * Units   data lines of a channel: bit n of a word of 8 bytes comes over line n. */
#ifndef MODEL_GV100_VRAM_VRAM_FAULTS_H
#define MODEL_GV100_VRAM_VRAM_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/common/options.h"
#include "model/gv100/vram/spread.h"

#define VRAM_ANY UINT32_MAX

struct vram_fault {
    uint32_t channel, bank, row, column; /* VRAM_ANY: each; column in sectors of the row */
    uint64_t lines;
    bool value;      /* that they read */
    uint32_t one_in; /* of the sectors */
    uint32_t one_of; /* of the reads */
};

struct vram_faults {
    const struct gv_spread *spread;
    unsigned count;
    struct vram_fault all[DEFECTS_MAX];
    uint64_t random;
};

/* False and a sentence: the card has no such channel. */
bool gv_faults_take(struct vram_faults *faults, const struct options *options,
                    const struct gv_spread *spread, uint64_t seed, char *error, size_t error_size);
/* Changes the bytes read from [at, at + size), which lies in one sector. */
void gv_faults_read(struct vram_faults *faults, uint64_t at, uint8_t *bytes, size_t size);

#define VRAM_FAULT_DEFECTS 5
extern const struct defect_row gv_vram_fault_rows[VRAM_FAULT_DEFECTS];

#endif
