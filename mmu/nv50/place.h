/* mmu/nv50/place.h: where a block of VRAM lands: partition, subpartition, rank, row, bank, column.
 *
 * Shape   pure, both ways; blocks are 256 bytes, block = linear address >> 8, 24 bits.
 * Units   partitions are ordinals among the enabled ones.
 * Errors  placement_init: ERR_RANGE for a count, mask or geometry that cannot be, ERR_UNSUPPORTED
 *         for two subpartitions on a chipset that has none.
 * Source  docs/hardware/tesla-vm.md §6. */
#ifndef MMU_NV50_PLACE_H
#define MMU_NV50_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/addr.h"
#include "hw/err.h"
#include "hw/nv50/chip.h"
#include "mmu/nv50/rules.h"

/* Geometry of the memory chips, from CFG0 and CFG1 (tesla-vm.md §6.1). */
struct dram_geometry {
    uint8_t column_bits, bank_bits;
    uint8_t row_bits_a, row_bits_b; /* row_bits_b counts with two ranks only */
    bool two_ranks;
    bool times3; /* BANKCFG */
};

struct placement {
    const struct nv50_chip *chip;
    const struct mmu_rules *rules;
    uint8_t parts;       /* 1 to 8 */
    uint8_t subparts;    /* 1 or 2 */
    uint8_t select_mask; /* 0 to 7 */
    struct dram_geometry dram;
};

/* Tiled is every storage type but pitch; alternate is every type with long-range reordering. */
struct view {
    bool tiled;
    bool long_cycle;
    bool alternate_banks;
};

/* dram may be null where row, bank and column are not asked for. */
enum err placement_init(struct placement *p, const struct nv50_chip *chip,
                        const struct mmu_rules *rules, unsigned parts, unsigned subparts,
                        unsigned select_mask, const struct dram_geometry *dram) MUST_CHECK;

struct partition_block place_block(const struct placement *p, struct view view, uint32_t block);
/* The block of that view which lies there: place_block backwards. `there` needs part and block. */
uint32_t block_at(const struct placement *p, struct view view, struct partition_block there);

/* The same by part, subpart and subblock. */
uint32_t block_at_subpart(const struct placement *p, struct view view,
                          struct partition_block there);

/* The block of view `to` that occupies the memory which view `from` calls `block`. */
uint32_t block_alias(const struct placement *p, struct view from, struct view to, uint32_t block);

/* The memory cell of a linear VRAM address, and back. */
struct partition_addr place_byte(const struct placement *p, struct view view, uint32_t address);
uint32_t byte_at(const struct placement *p, struct view view, struct partition_addr there);

/* Bytes of VRAM that this geometry makes: tesla-vm.md §6.1. */
uint64_t dram_size(const struct dram_geometry *dram, unsigned parts);
/* Bytes after which the alternate bank cycle repeats: rows of all partitions, or three of them. */
uint64_t dram_period(const struct dram_geometry *dram, unsigned parts);

#endif
