/* model/gv100/vram/vram.h: the card's memory: storage and defects.
 *
 * Shape   storage is in the order of physical addresses. spread.h gives the channel and partition of an address; a
 *         defect may be of a range of addresses (vram_breaks.h) or a place in a channel (vram_faults.h).
 * Units   bytes. Addresses lie below the size; the caller has checked.
 * Errors  gv_vram_new: null and a sentence.
 * Source  docs/hardware/gv100.md §1.4, §9.1. */
#ifndef MODEL_GV100_VRAM_VRAM_H
#define MODEL_GV100_VRAM_VRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/common/options.h"
#include "model/gv100/vram/ecc.h"
#include "model/gv100/vram/spread.h"

#define VRAM_LARGEST (UINT64_C(32) << 30)
#define VRAM_USUAL   (UINT64_C(256) << 20)

struct gv_vram;

struct gv_vram_config {
    uint64_t size;      /* a multiple of gv_spread_granule; 0: 256 MiB, or 8 MiB for each channel */
    unsigned channels;  /* 0: those of the spread */
    const char *spread; /* as gv_spread_choose; null: V100's */
    uint64_t locked;    /* bytes of a video-protected range that is locked; 0: none */
    bool ecc;           /* memory keeps check bits */
    bool unscrubbed;    /* which do not fit before a sector has been written */
    uint8_t poison;     /* enum ecc_poison */
    uint64_t l2;        /* bytes of the cache in front of it; 0: none */
    uint64_t seed;      /* of its contents at power-on, and of faults that come and go */
    const struct options *options;
};

struct gv_vram *gv_vram_new(const struct gv_vram_config *config, char *error, size_t error_size);
void gv_vram_free(struct gv_vram *vram);

uint64_t gv_vram_size(const struct gv_vram *vram);
/* Where addresses lie: gv_spread_place. */
const struct gv_spread *gv_vram_spread(const struct gv_vram *vram);
/* Page aligned, and as the cache has it; power-on content is seeded noise, never zero. */
void *gv_vram_storage(struct gv_vram *vram);
/* The range; size 0: there is none. */
void gv_vram_locked(const struct gv_vram *vram, uint64_t *first, uint64_t *size);

void gv_vram_read(struct gv_vram *vram, uint64_t at, void *bytes, size_t size);
void gv_vram_write(struct gv_vram *vram, uint64_t at, const void *bytes, size_t size);

/* The cache in front of it (l2.h), if there is one. */
void gv_vram_clean(struct gv_vram *vram);
void gv_vram_invalidate(struct gv_vram *vram);
void gv_vram_bypass(struct gv_vram *vram, bool bypass);

/* The counts of its check bits. */
const struct vram_ecc *gv_vram_ecc(const struct gv_vram *vram);
/* Whether an error that cannot be corrected was read since it was asked last. */
bool gv_vram_poisoned(struct gv_vram *vram);

/* Whether reads and writes of [at, at + size) are those of storage alone: no defect shows there, and nothing of it is
 * locked. */
bool gv_vram_is_plain(const struct gv_vram *vram, uint64_t at, uint64_t size);

/* Its defects. */
#define VRAM_DEFECTS 9
extern const struct defect_row gv_vram_defect_rows[VRAM_DEFECTS];

#endif
