/* mmu/gv100/entry.h: page directory and page table entries of the GMMU, packed and unpacked.
 *
 * Shape   a PDE is one 64-bit word; PD0's dual PDE is two, the 64 KiB table's and the 4 KiB table's; a
 *         PTE is one word, at a 2 MiB page the lower word of the dual PDE.
 * Units   addresses in bytes.
 * Errors  *_pack: ERR_RANGE if a value does not fit its field, ERR_ALIGN if an address is not a multiple of the field's
 *         unit.
 *         ENCRYPTED and COMPTAGLINE, in which the chips differ, do not change where an access goes: only `decode` and
 *         `encode` have them (hw/gv100/structures_gmmu.c), and pack leaves them 0.
 * Source  docs/hardware/gv100.md §5.2 to §5.4, §13. */
#ifndef MMU_GV100_ENTRY_H
#define MMU_GV100_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/chip.h"
#include "hw/err.h"
#include "hw/gv100/gmmu.h"

struct gmmu_pde {
    uint8_t aperture; /* enum gmmu_pde_aperture */
    bool vol;         /* with aperture 0: sparse; in the small half never */
    bool no_ats;      /* of PD3 to PD1 and of the big half */
    uint64_t table;   /* bits 57:0; of aperture 1 bits 36:0 */
    uint8_t peer;     /* of aperture 1, else 0 */
};

struct gmmu_pte {
    bool valid;
    uint8_t aperture; /* enum gmmu_pte_aperture */
    bool vol;         /* with valid 0: sparse */
    bool privilege, read_only, atomic_disable;
    uint64_t page; /* bits 57:0; of apertures 0 and 1 bits 36:0 */
    uint8_t peer;  /* of apertures 0 and 1, else 0 */
    uint8_t kind;
};

/* PD3, PD2, PD1, and PD0's upper word. */
enum err gmmu_pde_pack(const struct gmmu_pde *pde, uint64_t *word) MUST_CHECK;
void gmmu_pde_unpack(uint64_t word, struct gmmu_pde *pde);
/* PD0's lower word, whose table is aligned to 256 bytes. With no_ats, bit 9 of the table's address, which
 * shares its bit, must be set (K07). */
enum err gmmu_big_pde_pack(const struct gmmu_pde *pde, uint64_t *word) MUST_CHECK;
void gmmu_big_pde_unpack(uint64_t word, struct gmmu_pde *pde);

/* `page_shift`: GMMU_PAGE_4K, _64K or _2M, which the address must be aligned to. */
enum err gmmu_pte_pack(const struct gmmu_pte *pte, unsigned page_shift, uint64_t *word) MUST_CHECK;
void gmmu_pte_unpack(uint64_t word, struct gmmu_pte *pte);

/* GMMU_KIND_IS_ of a kind of that chip. */
unsigned gmmu_kind_is(const struct chip *chip, uint8_t kind);

#endif
