/* model/gv100/vram/ecc.h: check bits of the memory: the errors that they correct, find and count.
 *
 * Shape   eight check bits stand beside each word of 8 bytes, four words in a sector of 32 bytes. No code is computed:
 *         the array knows both the written word and its form after a defect, so the bits that differ are counted. One
 *         of a word is corrected, two or more are found and poison the sector. A sector of a memory that nobody has
 *         scrubbed has check bits of chance until all of it has been written.
 *         Both halves of a partition count for themselves. Nothing writes a correction back.
 * Source  docs/hardware/gv100.md §1.9. */
#ifndef MODEL_GV100_VRAM_ECC_H
#define MODEL_GV100_VRAM_ECC_H

#include <stdbool.h>
#include <stdint.h>

#include "model/gv100/vram/spread.h"
#include "model/gv100/vram/vram_breaks.h"

#define ECC_FBPAS  16
#define ECC_HALVES 2

/* The result of reading a sector with an error that cannot be corrected (knob dbe). */
enum ecc_poison { ECC_POISON_FAULT, ECC_POISON_DATA, ECC_POISON_ONES };

struct ecc_counts {
    uint64_t corrected, uncorrected;
};

struct vram_ecc {
    bool on;
    uint8_t poison; /* enum ecc_poison */
    const struct gv_spread *spread;
    struct ecc_counts counts[ECC_FBPAS][ECC_HALVES];
    uint8_t *written; /* a bit for each sector, of memory that was not scrubbed; null: it was */
    bool poisoned;    /* since the last gv_vram_poisoned */
};

/* A whole sector at `at`: `bytes` comes from the array, and is corrected or poisoned for the card; `stored` was
 * written. `lost`: nothing of the array answers, its check bits neither. */
void gv_ecc_check(struct vram_ecc *ecc, uint64_t at, uint8_t bytes[VRAM_SECTOR],
                  const uint8_t stored[VRAM_SECTOR], bool lost);
/* All of the sector has been written. */
void gv_ecc_take(struct vram_ecc *ecc, uint64_t at);

#endif
