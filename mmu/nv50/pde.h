/* mmu/nv50/pde.h: page directory entries, G80 to MCP89.
 *
 * Shape   one 64-bit little-endian word; 0x800 of them, 512 MiB each.
 * Units   table address in bytes, 4 KiB aligned.
 * Errors  pde_pack: ERR_RANGE, ERR_ALIGN, ERR_UNSUPPORTED (16 KiB pages before GT215).
 * Source  docs/hardware/tesla-vm.md §1.7. */
#ifndef MMU_NV50_PDE_H
#define MMU_NV50_PDE_H

#include <stdint.h>

#include "hw/addr.h"
#include "hw/err.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/vm.h"

struct pde {
    uint8_t type; /* enum pde_type */
    uint8_t size; /* enum pde_size: counts for 4 KiB tables only */
    linear_addr table;
};

enum err pde_pack(const struct nv50_chip *chip, const struct pde *pde, uint64_t *word) MUST_CHECK;
void pde_unpack(const struct nv50_chip *chip, uint64_t word, struct pde *pde);

/* log2 of the page size in bytes, 0 if the type means "no table" on this chipset. */
unsigned pde_page_shift(const struct nv50_chip *chip, const struct pde *pde);
/* How many PTEs the table has (0 if there is none). */
uint32_t pde_entries(const struct nv50_chip *chip, const struct pde *pde);
/* How many PTEs a size code (enum pde_size) stands for. */
uint32_t pde_coded_entries(uint8_t size);

#endif
