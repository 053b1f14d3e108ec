#include "mmu/nv50/pde.h"

#include <stdbool.h>

static bool has_16k(const struct nv50_chip *chip)
{
    return chip->features & FEATURE_PAGES_16K;
}

enum err pde_pack(const struct nv50_chip *chip, const struct pde *pde, uint64_t *word)
{
    if (!FIELD_FITS(PDE_TYPE, pde->type) || !FIELD_FITS(PDE_SIZE, pde->size) ||
        !FIELD_FITS(PDE_TARGET, (unsigned)pde->table.target) || pde->table.v >> ADDRESS_BITS)
        return ERR_RANGE;
    if (pde->table.v & ~PDE_ADDRESS)
        return ERR_ALIGN;
    if (pde->type == PDE_TYPE_16K && !has_16k(chip))
        return ERR_UNSUPPORTED;
    *word = FIELD_PUT(PDE_TYPE, (uint64_t)pde->type) |
            FIELD_PUT(PDE_TARGET, (uint64_t)pde->table.target) |
            FIELD_PUT(PDE_SIZE, (uint64_t)pde->size) | pde->table.v;
    return OK;
}

/* Which types mean "no table" is pde_page_shift's to say; unpacking is the same on all chipsets. */
void pde_unpack(const struct nv50_chip *chip, uint64_t word, struct pde *pde)
{
    (void)chip;
    *pde = (struct pde){
        .type = (uint8_t)FIELD_GET(PDE_TYPE, word),
        .size = (uint8_t)FIELD_GET(PDE_SIZE, word),
        .table = { .v = word & PDE_ADDRESS, .target = (enum target)FIELD_GET(PDE_TARGET, word) },
    };
}

unsigned pde_page_shift(const struct nv50_chip *chip, const struct pde *pde)
{
    switch (pde->type) {
    case PDE_TYPE_64K:
        return PAGE_SHIFT_64K;
    case PDE_TYPE_16K:
        return has_16k(chip) ? PAGE_SHIFT_16K : 0;
    case PDE_TYPE_4K:
        return PAGE_SHIFT_4K;
    default:
        return 0;
    }
}

uint32_t pde_entries(const struct nv50_chip *chip, const struct pde *pde)
{
    const unsigned shift = pde_page_shift(chip, pde);

    if (!shift)
        return 0;
    /* The size code counts for 4 KiB tables only: tesla-vm.md §1.7, E05. */
    if (shift == PAGE_SHIFT_4K)
        return pde_coded_entries(pde->size);
    return UINT32_C(1) << (PD_SPAN_LOG2 - shift);
}

uint32_t pde_coded_entries(uint8_t size)
{
    switch (size) {
    case PDE_SIZE_128M:
        return 0x8000;
    case PDE_SIZE_64M:
        return 0x4000;
    case PDE_SIZE_32M:
        return 0x2000;
    default:
        return 0x20000;
    }
}
