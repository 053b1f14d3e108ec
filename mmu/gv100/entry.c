/* mmu/gv100/entry.c: PDE and PTE keep an address in one of two fields, as their aperture says: video memory's has
 * 37 bits with a peer's number above it, system memory's has all bits. Which one an entry uses decides which of its
 * other fields count. */
#include "mmu/gv100/entry.h"

#include "hw/gv100/places.h"

/* The address of a table: which mask it has, and how far it is shifted, differs between the two halves of
 * PD0. */
struct table_field {
    uint64_t sys, vid;
    unsigned shift; /* log2 of the field's unit in bytes */
};

static const struct table_field small_table = { GMMU_PDE_ADDRESS_SYS, GMMU_PDE_ADDRESS_VID,
                                                GMMU_PDE_ADDRESS_SHIFT };
static const struct table_field big_table = { GMMU_DUAL_ADDRESS_BIG_SYS, GMMU_DUAL_ADDRESS_BIG_VID,
                                              GMMU_DUAL_ADDRESS_BIG_SHIFT };

static enum err address_put(uint64_t mask, unsigned shift, uint64_t address, uint64_t *word)
{
    if (address & BITS64(shift - 1, 0))
        return ERR_ALIGN;
    if (!FIELD_FITS(mask, address >> shift))
        return ERR_RANGE;
    *word |= FIELD_PUT(mask, address >> shift);
    return OK;
}

static enum err pde_pack(const struct table_field *field, const struct gmmu_pde *pde,
                         uint64_t *word)
{
    const bool vid = pde->aperture == GMMU_PDE_VIDEO_MEMORY;
    uint64_t w;
    enum err e;

    if (!FIELD_FITS(GMMU_PDE_APERTURE, pde->aperture) ||
        !FIELD_FITS(GMMU_PDE_ADDRESS_VID_PEER, pde->peer) || (!vid && pde->peer))
        return ERR_RANGE;
    w = FIELD_PUT(GMMU_PDE_APERTURE, (uint64_t)pde->aperture) |
        FIELD_PUT(GMMU_PDE_VOL, (uint64_t)pde->vol) |
        FIELD_PUT(GMMU_PDE_ADDRESS_VID_PEER, (uint64_t)pde->peer);
    e = address_put(vid ? field->vid : field->sys, field->shift, pde->table, &w);
    if (e != OK)
        return e;
    /* Where the address has a bit in NO_ATS's place, the two must agree. */
    if (pde->no_ats && (field->sys & GMMU_PDE_NO_ATS) && !(w & GMMU_PDE_NO_ATS))
        return ERR_RANGE;
    *word = w | FIELD_PUT(GMMU_PDE_NO_ATS, (uint64_t)pde->no_ats);
    return OK;
}

static void pde_unpack(const struct table_field *field, uint64_t word, struct gmmu_pde *pde)
{
    const uint8_t aperture = (uint8_t)FIELD_GET(GMMU_PDE_APERTURE, word);
    const bool vid = aperture == GMMU_PDE_VIDEO_MEMORY;

    *pde = (struct gmmu_pde){
        .aperture = aperture,
        .vol = word & GMMU_PDE_VOL,
        .no_ats = word & GMMU_PDE_NO_ATS,
        .table = FIELD_GET(vid ? field->vid : field->sys, word) << field->shift,
        .peer = vid ? (uint8_t)FIELD_GET(GMMU_PDE_ADDRESS_VID_PEER, word) : 0,
    };
}

enum err gmmu_pde_pack(const struct gmmu_pde *pde, uint64_t *word)
{
    return pde_pack(&small_table, pde, word);
}

void gmmu_pde_unpack(uint64_t word, struct gmmu_pde *pde)
{
    pde_unpack(&small_table, word, pde);
}

enum err gmmu_big_pde_pack(const struct gmmu_pde *pde, uint64_t *word)
{
    return pde_pack(&big_table, pde, word);
}

void gmmu_big_pde_unpack(uint64_t word, struct gmmu_pde *pde)
{
    pde_unpack(&big_table, word, pde);
}

/* ---- PTE ---- */

static bool in_video_memory(uint8_t aperture)
{
    return aperture == GMMU_PTE_VIDEO_MEMORY || aperture == GMMU_PTE_PEER_MEMORY;
}

/* A peer exists only in video memory, where its bits are not the system address's. */
enum err gmmu_pte_pack(const struct gmmu_pte *pte, unsigned page_shift, uint64_t *word)
{
    const bool vid = in_video_memory(pte->aperture);
    uint64_t w;
    enum err e;

    if (!FIELD_FITS(GMMU_PTE_APERTURE, pte->aperture) ||
        !FIELD_FITS(GMMU_PTE_ADDRESS_VID_PEER, pte->peer) || (!vid && pte->peer))
        return ERR_RANGE;
    if (pte->page & BITS64(page_shift - 1, 0))
        return ERR_ALIGN;
    w = FIELD_PUT(GMMU_PTE_VALID, (uint64_t)pte->valid) |
        FIELD_PUT(GMMU_PTE_APERTURE, (uint64_t)pte->aperture) |
        FIELD_PUT(GMMU_PTE_VOL, (uint64_t)pte->vol) |
        FIELD_PUT(GMMU_PTE_PRIVILEGE, (uint64_t)pte->privilege) |
        FIELD_PUT(GMMU_PTE_READ_ONLY, (uint64_t)pte->read_only) |
        FIELD_PUT(GMMU_PTE_ATOMIC_DISABLE, (uint64_t)pte->atomic_disable) |
        FIELD_PUT(GMMU_PTE_ADDRESS_VID_PEER, (uint64_t)pte->peer) |
        FIELD_PUT(GMMU_PTE_KIND, (uint64_t)pte->kind);
    e = address_put(vid ? GMMU_PTE_ADDRESS_VID : GMMU_PTE_ADDRESS_SYS, GMMU_PTE_ADDRESS_SHIFT,
                    pte->page, &w);
    if (e == OK)
        *word = w;
    return e;
}

void gmmu_pte_unpack(uint64_t word, struct gmmu_pte *pte)
{
    const uint8_t aperture = (uint8_t)FIELD_GET(GMMU_PTE_APERTURE, word);
    const bool vid = in_video_memory(aperture);

    *pte = (struct gmmu_pte){
        .valid = word & GMMU_PTE_VALID,
        .aperture = aperture,
        .vol = word & GMMU_PTE_VOL,
        .privilege = word & GMMU_PTE_PRIVILEGE,
        .read_only = word & GMMU_PTE_READ_ONLY,
        .atomic_disable = word & GMMU_PTE_ATOMIC_DISABLE,
        .page = FIELD_GET(vid ? GMMU_PTE_ADDRESS_VID : GMMU_PTE_ADDRESS_SYS, word)
                << GMMU_PTE_ADDRESS_SHIFT,
        .peer = vid ? (uint8_t)FIELD_GET(GMMU_PTE_ADDRESS_VID_PEER, word) : 0,
        .kind = (uint8_t)FIELD_GET(GMMU_PTE_KIND, word),
    };
}

unsigned gmmu_kind_is(const struct chip *chip, uint8_t kind)
{
    unsigned is = 0;

    for (const struct gmmu_kind_range *range = gv100_places_of(chip)->kinds; range->is; range++)
        if (kind >= range->first && kind <= range->last)
            is |= range->is;
    return is;
}
