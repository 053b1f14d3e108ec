#include "model/gv100/vm/tlb.h"

#include <stdlib.h>

#include "model/gv100/base/card.h"

#define PAGES_MAX 1024
#define PDES      32

struct tlb_page {
    bool used;
    linear_addr tables;
    uint64_t first; /* virtual address */
    struct page page;
};

struct tlb_pde {
    bool used;
    uint8_t level;
    linear_addr tables;
    uint64_t first;
    uint64_t entry[2];
};

struct tlb_part {
    unsigned next_page, next_pde; /* that give way */
    unsigned recent;              /* the page that was found last */
    struct tlb_page pages[PAGES_MAX];
    struct tlb_pde pdes[PDES];
};

struct tlb {
    struct tlb_part parts[TLB_GROUP_COUNT];
};

struct tlb *gv_tlb_new(void)
{
    return calloc(1, sizeof(struct tlb));
}

void gv_tlb_free(struct tlb *tlb)
{
    free(tlb);
}

void gv_tlb_drop_all(struct gv100 *card)
{
    *card->tlb = (struct tlb){ 0 };
    card->hooks->unalias(card);
}

static unsigned capacity(const struct gv100 *card)
{
    return gv_knob(card, KNOB_TLB_ENTRIES);
}

static bool same_tables(const struct gv100 *card, linear_addr a, linear_addr b)
{
    return card->broken[DEFECT_TLB_SPACES_MIXED] || (a.v == b.v && a.target == b.target);
}

static uint64_t round_down(uint64_t va, unsigned log2)
{
    return va >> log2 << log2;
}

static bool hits(const struct gv100 *card, const struct tlb_page *entry, linear_addr tables,
                 uint64_t va)
{
    return entry->used && round_down(va, entry->page.log2) == entry->first &&
           same_tables(card, entry->tables, tables);
}

const struct page *gv_tlb_find(struct gv100 *card, enum tlb_group group, linear_addr tables,
                               uint64_t va)
{
    struct tlb_part *part = &card->tlb->parts[group];

    if (hits(card, &part->pages[part->recent], tables, va))
        return &part->pages[part->recent].page;
    for (unsigned i = 0; i < capacity(card); i++) {
        if (!hits(card, &part->pages[i], tables, va))
            continue;
        part->recent = i;
        return &part->pages[i].page;
    }
    return NULL;
}

bool gv_tlb_serves_alone(const struct gv100 *card, enum tlb_group group, linear_addr tables,
                         uint64_t va, unsigned log2)
{
    const struct tlb_part *const part = &card->tlb->parts[group];
    const uint64_t first = round_down(va, log2);
    unsigned inside = 0, all = 0;

    for (unsigned i = 0; i < capacity(card); i++) {
        const struct tlb_page *const entry = &part->pages[i];

        if (!entry->used || !same_tables(card, entry->tables, tables))
            continue;
        inside += round_down(entry->first, log2) == first;
        all += entry->first == first && entry->page.log2 == log2;
    }
    return inside == 1 && all == 1;
}

/* An alias of a BAR shows the page of an entry, and ends with the entry: the next read walks the tables as they are
 * then. */
void gv_tlb_keep(struct gv100 *card, enum tlb_group group, linear_addr tables, uint64_t va,
                 const struct page *page)
{
    struct tlb_part *part = &card->tlb->parts[group];
    const bool found = page->valid || page->sparse;

    if (capacity(card) == 0 || (!found && gv_knob(card, KNOB_NEGATIVE) == NEGATIVE_DROPPED))
        return;
    part->next_page %= capacity(card);
    const struct tlb_page *const former = &part->pages[part->next_page];
    if (group == TLB_BARS && former->used && former->page.log2 == GMMU_PAGE_2M)
        card->hooks->unalias(card);
    part->recent = part->next_page;
    part->pages[part->next_page++] =
        (struct tlb_page){ true, tables, round_down(va, page->log2), *page };
}

static unsigned covers_log2(unsigned level)
{
    return gmmu_levels[level].va_low;
}

bool gv_tlb_find_pde(struct gv100 *card, enum tlb_group group, linear_addr tables,
                     enum gmmu_level level, uint64_t va, uint64_t entry[2])
{
    const struct tlb_part *part = &card->tlb->parts[group];

    for (unsigned i = 0; i < PDES && capacity(card); i++) {
        const struct tlb_pde *pde = &part->pdes[i];

        if (!pde->used || pde->level != level || pde->first != round_down(va, covers_log2(level)) ||
            !same_tables(card, pde->tables, tables))
            continue;
        entry[0] = pde->entry[0];
        entry[1] = pde->entry[1];
        return true;
    }
    return false;
}

void gv_tlb_keep_pde(struct gv100 *card, enum tlb_group group, linear_addr tables,
                     enum gmmu_level level, uint64_t va, const uint64_t entry[2])
{
    struct tlb_part *part = &card->tlb->parts[group];

    if (capacity(card) == 0)
        return;
    part->pdes[part->next_pde++ % PDES] = (struct tlb_pde){
        .used = true,
        .level = (uint8_t)level,
        .tables = tables,
        .first = round_down(va, covers_log2(level)),
        .entry = { entry[0], entry[1] },
    };
}

/* ---- invalidating ---------------------------------------------------------------------------- */

static bool meets_tables(const struct gv100 *card, const struct tlb_cut *cut, linear_addr tables)
{
    if (cut->all_tables || card->broken[DEFECT_TLB_PDB_UNCHECKED])
        return true;
    return cut->tables == tables.v && cut->in_system == (tables.target != TARGET_VRAM);
}

static bool meets_range(const struct tlb_cut *cut, uint64_t first, unsigned log2)
{
    const uint64_t size = UINT64_C(1) << log2;

    return cut->all_addresses || (first < cut->first + cut->size && cut->first < first + size);
}

/* The level of CACHE_LEVEL that first drops such an entry: PDE0, an entry of PD0, is 2. */
static unsigned level_of(unsigned level)
{
    return 2 + (GMMU_PD0 - level);
}

static bool spared(const struct gv100 *card, const struct tlb_cut *cut, unsigned level)
{
    if (card->broken[DEFECT_TLB_PDE_KEPT])
        return true;
    return cut->level != 0 && cut->level < level_of(level);
}

static void cut_part(struct gv100 *card, struct tlb_part *part, const struct tlb_cut *cut)
{
    for (unsigned i = 0; i < PAGES_MAX; i++) {
        struct tlb_page *entry = &part->pages[i];

        if (entry->used && meets_tables(card, cut, entry->tables) &&
            meets_range(cut, entry->first, entry->page.log2) &&
            !(entry->page.log2 == GMMU_PAGE_2M && card->broken[DEFECT_TLB_LARGE_KEPT]))
            entry->used = false;
    }
    for (unsigned i = 0; i < PDES; i++) {
        struct tlb_pde *pde = &part->pdes[i];

        if (pde->used && !spared(card, cut, pde->level) && meets_tables(card, cut, pde->tables) &&
            meets_range(cut, pde->first, covers_log2(pde->level)))
            pde->used = false;
    }
}

void gv_tlb_invalidate(struct gv100 *card, const struct tlb_cut *cut)
{
    for (unsigned group = 0; group < TLB_GROUP_COUNT; group++) {
        if ((group == TLB_COPIES && card->broken[DEFECT_TLB_COPIES_KEPT]) ||
            (group == TLB_BARS && card->broken[DEFECT_TLB_BARS_KEPT]))
            continue;
        cut_part(card, &card->tlb->parts[group], cut);
    }
    card->hooks->unalias(card);
}
