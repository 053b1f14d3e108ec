/* model/nv50/vram/vram.h: the card's memory: storage, the place of every byte, and defects.
 *
 * Shape   storage is one fixed order: the linear order of an untiled short-cycle mapping. A view
 *         (storage type, cycle) is a permutation of 256-byte blocks that the model's own placement
 *         computes (place.h). Memory defects act on physical cells, whichever view reaches them.
 * Units   bytes. Linear addresses have 32 bits and lie below the size; the caller has checked.
 * Errors  vram_new: null and a sentence.
 * Source  docs/hardware/tesla-vm.md §4 to §6, board.md §1, §3. */
#ifndef MODEL_NV50_VRAM_VRAM_H
#define MODEL_NV50_VRAM_VRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/nv50/chip.h"
#include "model/common/options.h"

struct vram;

struct vram_config {
    const struct nv50_chip *chip;
    uint64_t size;      /* partitions times a power of two, up to 4 GiB; 0: the default */
    unsigned part_mask; /* hardware partitions; 0: the default */
    unsigned subparts;  /* 0: the default */
    unsigned select_mask;
    unsigned ranks; /* 0: one */
    uint64_t seed;
    const struct options *options;
    uint64_t (*clock_ns)(void *opaque); /* for cells that fade */
    int (*celsius)(void *opaque);       /* for defects that show only when warm */
    void *opaque;
};

/* The memory as the configuration registers describe it right after power-on (tesla-vm.md §6.1);
 * vram_set_parts and vram_set_subparts do not change it. */
struct vram_geometry {
    uint64_t size;
    unsigned part_mask, parts, subparts, select_mask, ranks;
    unsigned column_bits, bank_bits, row_bits_a, row_bits_b;
    bool times3;
    unsigned ram_type; /* enum ram_type */
};

struct vram *vram_new(const struct vram_config *config, char *error, size_t error_size);
void vram_free(struct vram *vram);

const struct vram_geometry *vram_geometry(const struct vram *vram);
/* Page aligned; power-on content is seeded noise, never zero, one page set mapped copy-on-write. */
void *vram_storage(struct vram *vram);

/* An access by view; may cross blocks. */
void vram_read(struct vram *vram, uint32_t linear, uint8_t type, bool long_cycle, void *bytes,
               size_t size);
void vram_write(struct vram *vram, uint32_t linear, uint8_t type, bool long_cycle,
                const void *bytes, size_t size);

/* The hardware partition of a linear address seen by view; false: there is none. */
bool vram_partition(const struct vram *vram, uint32_t linear, uint8_t type, bool long_cycle,
                    unsigned *part);

/* Whether [linear, linear + size) seen as pitch, short cycle, is plain storage at the same offset:
 * no defect watches it, nothing is mapped out. */
bool vram_is_plain(const struct vram *vram, uint32_t linear, uint64_t size);

/* The card's configuration changed under way: partitions mapped out (part_mask of HWUNITS_0),
 * subpartition register rewritten. */
/* Whether the memory chips are refreshed. */
void vram_set_refresh(struct vram *vram, bool on);
void vram_set_parts(struct vram *vram, unsigned part_mask);
void vram_set_subparts(struct vram *vram, unsigned enable_mask, unsigned select_mask);

#endif
