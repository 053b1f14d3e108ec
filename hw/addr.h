/* hw/addr.h: the kinds of address, as types that do not mix.
 *
 * Units   bytes, except partition coordinates, which count in the units of their comments.
 * Source  docs/hardware/tesla-vm.md §1, §6. */
#ifndef HW_ADDR_H
#define HW_ADDR_H

#include <stdint.h>

/* Where a linear address, a table, a channel or a page lies. Value 1 is not a place: it is undefined
 * in channel descriptors and PDEs and peer-to-peer in PTEs (tesla-vm.md §1.10). */
enum target {
    TARGET_VRAM = 0,
    TARGET_INVALID = 1,
    TARGET_SYSRAM_SNOOP = 2,
    TARGET_SYSRAM_NOSNOOP = 3,
};

typedef struct {
    uint64_t v;
} logical_addr; /* 40 bits, inside a DMA object */
typedef struct {
    uint64_t v;
} virtual_addr; /* looked up in page tables: 40 bits on NV50, 49 on GV100 */
typedef struct {
    uint64_t v;
    enum target target;
} linear_addr; /* in VRAM or SYSRAM: 40 bits on NV50; on GV100 as many as the pointer to it has */

static inline linear_addr linear_add(linear_addr at, uint64_t bytes)
{
    return (linear_addr){ at.v + bytes, at.target };
}

typedef struct {
    uint64_t v;
} bus_addr; /* an address on PCIe, or in a BAR */

/* A place in VRAM: step 1 and 2 of placement (tesla-vm.md §6.2, §6.3). Blocks are 256 bytes. */
struct partition_block {
    uint8_t part;      /* ordinal among the enabled partitions */
    uint8_t subpart;   /* 0 where there is only one */
    uint32_t block;    /* block index inside the partition */
    uint32_t subblock; /* block index inside the subpartition */
};

/* A place in the memory chips: step 3 and 4 of placement (tesla-vm.md §6.4, §6.5). */
struct partition_addr {
    uint8_t part, subpart, rank, bank;
    uint32_t row;
    uint32_t column; /* of 8 bytes; of 4 bytes where there are subpartitions */
    uint8_t byte;    /* inside the column */
};

#endif
