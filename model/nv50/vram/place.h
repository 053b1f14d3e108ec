/* model/nv50/vram/place.h: where the card puts a block: partition, subpartition, rank, row, bank,
 * column.
 *
 * Shape   a struct place is one configuration of the memory controller; the functions are pure and
 *         take constant time, in both directions. A view is how a mapping asks for the memory.
 * Units   a block is 256 bytes: `block` = linear address >> 8, `pbi` and `sbi` are the block's
 *         index inside its partition and subpartition. A word is a column's bytes: 8, or 4 in a
 *         subpartition; `word` is its index inside the (sub)partition.
 * Errors  none: the caller has checked; indices past the end of a partition wrap, as the address
 *         bits that would tell them apart do not exist.
 * Source  docs/hardware/tesla-vm.md §6. */
#ifndef MODEL_NV50_VRAM_PLACE_H
#define MODEL_NV50_VRAM_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#define BLOCK_LOG2 8
#define BLOCK_SIZE 256u
#define PARTS_MAX  8

/* Knobs of docs/hardware/tesla-vm.md §11, in the order of the option table. */
enum part_numbering { PART_NUMBERING_ORDINAL, PART_NUMBERING_HARDWARE };
enum long_cycle_rule { LONG_CYCLE_G80_ONLY, LONG_CYCLE_ALL };
enum row_bank_column { ROW_BANK_COLUMN, ROW_BANK_COLUMN_XOR, ROW_BANK_COLUMN_INTERLEAVE };
enum lsr_direction { LSR_VIEW_TO_NATURAL, LSR_NATURAL_TO_VIEW };

struct place {
    uint8_t parts;               /* enabled; 0: nothing answers */
    uint8_t adjust_parts;        /* the partition count whose adjust tiled types get */
    uint8_t hardware[PARTS_MAX]; /* partition id to hardware partition */
    uint8_t id[PARTS_MAX];       /* and back; of enabled ones */
    bool long_cycle;             /* the chip honours the long partition cycle */
    bool long_bleeds;            /* ... even where a group straddles large pages */

    bool two_subparts;
    uint16_t select; /* bits of pbi whose parity is the subpartition */

    uint8_t word_log2, column_bits, bank_bits, row_bits; /* of one rank of one (sub)partition */
    bool two_ranks;
    uint8_t order;          /* enum row_bank_column */
    bool times3, alternate; /* alternate: false switches the bank cycle off */
    uint8_t direction;      /* enum lsr_direction */
};

struct place_view {
    bool tiled, long_cycle, alternate;
};

/* One word of DRAM inside a (sub)partition. */
struct place_cell {
    uint8_t rank, bank;
    uint32_t row, column;
};

/* Fills hardware[], id[], parts and adjust_parts from HWUNITS_0's PART_MASK. */
void place_set_parts(struct place *place, unsigned mask, enum part_numbering numbering);
/* Fills two_subparts and select from ENABLE_MASK and SELECT_MASK of register 0x100268. */
void place_set_subparts(struct place *place, unsigned enable_mask, unsigned select_mask);

/* Step 1, `parts` not 0: linear block to partition id and partition block. */
void place_to_partition(const struct place *place, struct place_view view, uint32_t block,
                        unsigned *id, uint32_t *pbi);

/* Step 2. */
void place_to_subpartition(const struct place *place, uint32_t pbi, unsigned *sub, uint32_t *sbi);
uint32_t place_from_subpartition(const struct place *place, unsigned sub, uint32_t sbi);

/* Step 3, rows, banks and columns of the normal bank cycle. */
struct place_cell place_split(const struct place *place, uint32_t word);
uint32_t place_join(const struct place *place, struct place_cell cell);

/* Step 4: the block of the normal bank cycle that the alternate one calls `sbi`, and back. */
uint32_t place_alternate(const struct place *place, uint32_t sbi);

/* log2 of the blocks in one (sub)partition. */
unsigned place_blocks_log2(const struct place *place);

/* The linear block of an untiled short-cycle mapping that lies there; the hardware partition must
 * be one of the enabled. */
uint32_t place_home(const struct place *place, unsigned hardware, unsigned sub, uint32_t sbi);

#endif
