/* mmu/nv50/pte.h: page table entries, G80 to MCP89.
 *
 * Shape   one 64-bit little-endian word; a full table holds 0x20000 of them for 4 KiB pages, 0x8000
 *         for 16 KiB (GT215-), 0x2000 for 64 KiB.
 * Units   addresses in bytes; contiguous blocks in log2 of pages; tags in cells.
 * Errors  pte_pack: ERR_RANGE if a value does not fit its field or the chipset has no such field,
 *         ERR_ALIGN if the address is not aligned to the page.
 * Source  docs/hardware/tesla-vm.md §1.7. */
#ifndef MMU_NV50_PTE_H
#define MMU_NV50_PTE_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/addr.h"
#include "hw/err.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/vm.h"

struct pte {
    bool present;
    bool read_only;
    bool supervisor;     /* supervisor only */
    uint8_t order;       /* log2 of pages in the contiguous block, 0 to 7 */
    linear_addr page;    /* of the first page of the block */
    uint8_t type;        /* storage type */
    uint8_t compression; /* enum compression, not FROM_PTE */
    uint16_t tag;
    bool long_cycle;
    bool encrypted; /* G84+ */
};

/* page_shift: PAGE_SHIFT_4K, _16K or _64K, the size that the address must be aligned to. */
enum err pte_pack(const struct nv50_chip *chip, unsigned page_shift, const struct pte *pte,
                  uint64_t *word) MUST_CHECK;
void pte_unpack(const struct nv50_chip *chip, unsigned page_shift, uint64_t word, struct pte *pte);

#endif
