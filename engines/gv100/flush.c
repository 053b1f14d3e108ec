#include "engines/gv100/flush.h"

#include "engines/gv100/generation.h"
#include "hw/gv100/pmmu.h"
#include "hw/gv100/unlisted.h"

#define FLUSH_TIMEOUT_US 2000000 /* as drivers wait */
#define PDB_SYSTEM       2 /* bit 1 of the address: the table lies in system memory, not in VRAM */

static enum err flush(struct card *card, uint32_t reg, uint32_t pending)
{
    card_write32(card, reg, 1);
    return card_wait(card, reg, pending, 0, FLUSH_TIMEOUT_US);
}

enum err bar_flush(struct card *card)
{
    return flush(card, FLUSH_HOST, FLUSH_HOST_PENDING);
}

enum err system_flush(struct card *card)
{
    return flush(card, FLUSH_SYSTEM, FLUSH_SYSTEM_PENDING);
}

enum err l2_flush(struct card *card)
{
    return flush(card, FLUSH_L2, FLUSH_L2_PENDING);
}

static enum err name_space(struct card *card, linear_addr pdb)
{
    const uint32_t aperture = pdb.target == TARGET_VRAM ? 0 : PDB_SYSTEM;
    const enum err e = generation_write(card, gv100_places_of(card->chip)->invalidate_pdb,
                                        (uint32_t)(pdb.v >> 8) | aperture);

    card_write32(card, gv100_places_of(card->chip)->invalidate_upper_pdb, (uint32_t)(pdb.v >> 40));
    return e;
}

static void name_page(struct card *card, virtual_addr page)
{
    card_write32(card, PFB_PRI_MMU_INVALIDATE_VADDR,
                 (uint32_t)(page.v >> 8) & PFB_PRI_MMU_INVALIDATE_VADDR_BITS);
    card_write32(card, PFB_PRI_MMU_INVALIDATE_UPPER_VADDR, (uint32_t)(page.v >> 40));
}

enum err tlb_invalidate(struct card *card, const struct tlb_scope *scope)
{
    const uint32_t trigger = PFB_PRI_MMU_INVALIDATE_TRIGGER |
                             (scope->one_page ? 0 : PFB_PRI_MMU_INVALIDATE_ALL_VA) |
                             (scope->all_pdbs ? PFB_PRI_MMU_INVALIDATE_ALL_PDB : 0) |
                             (scope->hub_only ? PFB_PRI_MMU_INVALIDATE_HUBTLB_ONLY : 0) |
                             FIELD_PUT(PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL, (uint32_t)scope->level);
    enum err e = generation_await_room(card, FLUSH_TIMEOUT_US);

    if (e == OK && !scope->all_pdbs)
        e = name_space(card, scope->pdb);
    if (e != OK)
        return e;
    if (scope->one_page)
        name_page(card, scope->page);
    card_write32(card, gv100_places_of(card->chip)->invalidate, trigger);
    return generation_await_invalidate(card, FLUSH_TIMEOUT_US);
}
