#include "mmu/nv50/pte.h"

static bool has_encryption(const struct nv50_chip *chip)
{
    return chip->features & FEATURE_ENCRYPTION;
}

static uint64_t address_mask(unsigned page_shift)
{
    return BITS64(ADDRESS_BITS - 1, page_shift);
}

static bool fits(const struct nv50_chip *chip, const struct pte *pte)
{
    return FIELD_FITS(PTE_ORDER, pte->order) && FIELD_FITS(PTE_TYPE, pte->type) &&
           FIELD_FITS(PTE_COMPRESSION, pte->compression) && FIELD_FITS(PTE_TAG, pte->tag) &&
           FIELD_FITS(PTE_TARGET, (unsigned)pte->page.target) && !(pte->page.v >> ADDRESS_BITS) &&
           (has_encryption(chip) || !pte->encrypted);
}

enum err pte_pack(const struct nv50_chip *chip, unsigned page_shift, const struct pte *pte,
                  uint64_t *word)
{
    if (!fits(chip, pte))
        return ERR_RANGE;
    if (pte->page.v & ~address_mask(page_shift))
        return ERR_ALIGN;
    *word = FIELD_PUT(PTE_PRESENT, (uint64_t)pte->present) |
            FIELD_PUT(PTE_READ_ONLY, (uint64_t)pte->read_only) |
            FIELD_PUT(PTE_TARGET, (uint64_t)pte->page.target) |
            FIELD_PUT(PTE_SUPERVISOR, (uint64_t)pte->supervisor) |
            FIELD_PUT(PTE_ORDER, (uint64_t)pte->order) | pte->page.v |
            FIELD_PUT(PTE_TYPE, (uint64_t)pte->type) |
            FIELD_PUT(PTE_COMPRESSION, (uint64_t)pte->compression) |
            FIELD_PUT(PTE_TAG, (uint64_t)pte->tag) |
            FIELD_PUT(PTE_LONG_CYCLE, (uint64_t)pte->long_cycle) |
            FIELD_PUT(PTE_ENCRYPTED, (uint64_t)pte->encrypted);
    return OK;
}

void pte_unpack(const struct nv50_chip *chip, unsigned page_shift, uint64_t word, struct pte *pte)
{
    *pte = (struct pte){
        .present = word & PTE_PRESENT,
        .read_only = word & PTE_READ_ONLY,
        .supervisor = word & PTE_SUPERVISOR,
        .order = (uint8_t)FIELD_GET(PTE_ORDER, word),
        .page = { .v = word & address_mask(page_shift),
                  .target = (enum target)FIELD_GET(PTE_TARGET, word) },
        .type = (uint8_t)FIELD_GET(PTE_TYPE, word),
        .compression = (uint8_t)FIELD_GET(PTE_COMPRESSION, word),
        .tag = (uint16_t)FIELD_GET(PTE_TAG, word),
        .long_cycle = word & PTE_LONG_CYCLE,
        .encrypted = has_encryption(chip) && (word & PTE_ENCRYPTED),
    };
}
