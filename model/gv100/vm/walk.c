#include "model/gv100/vm/walk.h"

#include "hw/gv100/places.h"
#include "model/gv100/base/card.h"
#include "model/gv100/vm/memory.h"

/* A walk under way. */
struct walk {
    struct gv100 *card;
    enum tlb_group group;
    const struct space *space;
    uint64_t va;
    bool unseen; /* the TLB neither answers nor learns */
};

static struct page nothing(enum gmmu_fault_type fault, unsigned log2)
{
    return (struct page){ .fault = (uint8_t)fault, .log2 = (uint8_t)log2 };
}

static struct page sparse(unsigned log2)
{
    return (struct page){ .sparse = true, .log2 = (uint8_t)log2 };
}

/* ---- addresses in entries -------------------------------------------------------------------- */

static uint64_t system_address(const struct gv100 *card, uint64_t address)
{
    if (gv_knob(card, KNOB_SYS_HIGH) == SYS_HIGH_DROPPED)
        address &= BITS64(GMMU_SYS_BITS - 1, 0);
    return address;
}

/* PDE apertures: 0 is none, 1 VRAM, 2 and 3 system memory; a linear_addr has VRAM as 0. */
static enum target pde_target(const struct gv100 *card, uint64_t aperture)
{
    if (card->broken[DEFECT_VM_PDE_APERTURE_AS_PTE])
        aperture =
            aperture == GMMU_PDE_VIDEO_MEMORY ? GMMU_PDE_SYSTEM_COHERENT : GMMU_PDE_VIDEO_MEMORY;
    return aperture == GMMU_PDE_VIDEO_MEMORY ? TARGET_VRAM : (enum target)aperture;
}

/* Where a PDE of PD3, PD2, PD1 or the small half of PD0 leads. */
static linear_addr pde_address(const struct gv100 *card, uint64_t pde)
{
    const enum target target = pde_target(card, FIELD_GET(GMMU_PDE_APERTURE, pde));

    if (target != TARGET_VRAM)
        return (linear_addr){ system_address(card, FIELD_GET(GMMU_PDE_ADDRESS_SYS, pde)
                                                       << GMMU_PDE_ADDRESS_SHIFT),
                              target };
    uint64_t address = FIELD_GET(GMMU_PDE_ADDRESS_VID, pde) << GMMU_PDE_ADDRESS_SHIFT;
    if (card->broken[DEFECT_VM_PDE_BIT_STUCK])
        address |= 0x4000;
    return (linear_addr){ address, target };
}

/* The 64K table stands at any multiple of 256 bytes, so bit 5 is one of its address, unless it is NO_ATS alone. */
static linear_addr big_address(const struct gv100 *card, uint64_t pde)
{
    const enum target target = pde_target(card, FIELD_GET(GMMU_PDE_APERTURE, pde));

    if (gv_knob(card, KNOB_DUAL_BIT5) == DUAL_BIT5_NO_ATS)
        pde &= ~GMMU_PDE_NO_ATS;
    if (card->broken[DEFECT_VM_BIG_TABLE_4K])
        pde &= ~BITS64(7, 4);
    if (target == TARGET_VRAM)
        return (linear_addr){ FIELD_GET(GMMU_DUAL_ADDRESS_BIG_VID, pde)
                                  << GMMU_DUAL_ADDRESS_BIG_SHIFT,
                              target };
    return (linear_addr){ system_address(card, FIELD_GET(GMMU_DUAL_ADDRESS_BIG_SYS, pde)
                                                   << GMMU_DUAL_ADDRESS_BIG_SHIFT),
                          target };
}

/* ---- pages ----------------------------------------------------------------------------------- */

/* Apertures of PTEs have the numbers of a linear_addr's targets; 1 is a peer. */
static enum target pte_target(const struct gv100 *card, uint64_t pte)
{
    const uint64_t aperture = FIELD_GET(GMMU_PTE_APERTURE, pte);

    if (card->broken[DEFECT_VM_PTE_APERTURE_IGNORED])
        return TARGET_VRAM;
    return (enum target)aperture;
}

static uint64_t pte_address(const struct gv100 *card, uint64_t pte, enum target target)
{
    uint64_t address;

    if (target == TARGET_VRAM || target == TARGET_INVALID)
        address = FIELD_GET(GMMU_PTE_ADDRESS_VID, pte) << GMMU_PTE_ADDRESS_SHIFT;
    else
        address =
            system_address(card, FIELD_GET(GMMU_PTE_ADDRESS_SYS, pte) << GMMU_PTE_ADDRESS_SHIFT);
    if (card->broken[DEFECT_VM_PTE_BIT_STUCK])
        address |= 0x10000;
    return address;
}

static const struct gmmu_kind_range *kinds_of(const struct gv100 *card)
{
    return card->broken[DEFECT_VM_KINDS_OF_VOLTA] ? gmmu_kinds : card->chip->places->kinds;
}

/* The table has a row for each range of kinds and each of their properties (§5.6). A peer's memory is video memory. */
static bool kind_serves(const struct gv100 *card, uint8_t kind, enum target target)
{
    const bool video = target == TARGET_VRAM || target == TARGET_INVALID;
    const uint8_t wanted =
        video ? GMMU_KIND_IS_SUPPORTED : GMMU_KIND_IS_SUPPORTED | GMMU_KIND_IS_IN_SYSTEM;
    uint8_t is = 0;

    for (const struct gmmu_kind_range *range = kinds_of(card); range->is; range++)
        if (kind >= range->first && kind <= range->last)
            is |= range->is;
    return (is & wanted) == wanted;
}

static struct page page_of(const struct gv100 *card, uint64_t pte, unsigned log2)
{
    const enum target target = pte_target(card, pte);
    uint64_t address = pte_address(card, pte, target);

    if ((pte & GMMU_PTE_VOL) && card->broken[DEFECT_VM_VOL_IS_SPARSE])
        return sparse(log2);
    if (gv_knob(card, KNOB_LOW_BITS) == LOW_BITS_IGNORED)
        address = address >> log2 << log2;
    return (struct page){
        .valid = true,
        .log2 = (uint8_t)log2,
        .at = { address, target },
        .kind_serves = kind_serves(card, (uint8_t)FIELD_GET(GMMU_PTE_KIND, pte), target),
        .privileged = pte & GMMU_PTE_PRIVILEGE,
        .read_only = pte & GMMU_PTE_READ_ONLY,
        .no_atomics = pte & GMMU_PTE_ATOMIC_DISABLE,
    };
}

/* ---- tables ---------------------------------------------------------------------------------- */

static uint64_t index_of(const struct walk *walk, enum gmmu_level level)
{
    const struct gmmu_level_row *row = &gmmu_levels[level];
    uint64_t va = walk->va;

    if (walk->card->broken[DEFECT_VM_VA_TOP_IGNORED])
        va &= ~BITS64(48, 47);
    if (walk->card->broken[DEFECT_VM_PD0_INDEX_SHORT] && level == GMMU_PD0)
        va &= ~BIT64(28);
    if (walk->card->broken[DEFECT_VM_PT_INDEX_SHORT] && level == GMMU_PT_SMALL)
        va &= ~BIT64(18);
    return va >> row->va_low & (BIT64(row->va_high - row->va_low + 1) - 1);
}

static uint64_t read_entry(const struct walk *walk, linear_addr table, enum gmmu_level level)
{
    const linear_addr at = linear_add(table, index_of(walk, level) * gmmu_levels[level].bytes);

    if (at.target == TARGET_VRAM)
        strict_table(&walk->card->shell.strict, at.v, gmmu_levels[level].name);
    return gv_memory_read64(walk->card, at);
}

/* An entry of a page directory, from the TLB if it is there. One that leads nowhere is not kept by itself: the
 * page that was not found is. */
static void read_pde(const struct walk *walk, linear_addr table, enum gmmu_level level,
                     uint64_t entry[2])
{
    const linear_addr tables = walk->space->tables;

    if (!walk->unseen && gv_tlb_find_pde(walk->card, walk->group, tables, level, walk->va, entry))
        return;
    entry[0] = read_entry(walk, table, level);
    entry[1] = 0;
    if (level == GMMU_PD0)
        entry[1] = gv_memory_read64(
            walk->card, linear_add(table, index_of(walk, level) * gmmu_levels[level].bytes + 8));
    if (level == GMMU_PD0 && (entry[0] & GMMU_PDE_IS_PTE))
        return;
    if (!walk->unseen &&
        (FIELD_GET(GMMU_PDE_APERTURE, entry[0]) || FIELD_GET(GMMU_PDE_APERTURE, entry[1])))
        gv_tlb_keep_pde(walk->card, walk->group, tables, level, walk->va, entry);
}

static struct page small_page(const struct walk *walk, uint64_t pde)
{
    const uint64_t pte = read_entry(walk, pde_address(walk->card, pde), GMMU_PT_SMALL);

    if (pte & GMMU_PTE_VALID)
        return page_of(walk->card, pte, GMMU_PAGE_4K);
    if ((pte & GMMU_PTE_VOL) && !walk->card->broken[DEFECT_VM_SPARSE_FAULTS])
        return sparse(GMMU_PAGE_4K);
    return nothing(GMMU_FAULT_PTE, GMMU_PAGE_4K);
}

/* The page under a small half that may have no table (§5.5, step 6). */
static struct page below_big(const struct walk *walk, uint64_t pde)
{
    if (FIELD_GET(GMMU_PDE_APERTURE, pde))
        return small_page(walk, pde);
    return nothing(gv_knob(walk->card, KNOB_NO_SMALL) == NO_SMALL_PTE ? GMMU_FAULT_PTE
                                                                      : GMMU_FAULT_PDE,
                   GMMU_PAGE_64K);
}

/* A 64K PTE that is valid, unless the 4K PTE under it is the one that counts. */
static struct page valid_big(const struct walk *walk, uint64_t pte, uint64_t small)
{
    const bool small_wins = (gv_knob(walk->card, KNOB_BOTH_VALID) == BOTH_VALID_SMALL) !=
                            walk->card->broken[DEFECT_VM_BIG_SMALL_SWAPPED];

    if (small_wins && FIELD_GET(GMMU_PDE_APERTURE, small)) {
        const struct page page = small_page(walk, small);

        if (page.valid)
            return page;
    }
    return page_of(walk->card, pte,
                   walk->card->broken[DEFECT_VM_BIG_PAGE_4K] ? GMMU_PAGE_4K : GMMU_PAGE_64K);
}

/* Whether an invalid 64K PTE says that there is no 4K page under it either. */
static bool hides_small(const struct gv100 *card, uint64_t pte)
{
    if (card->broken[DEFECT_VM_BIG_HINT_ALWAYS])
        return true;
    return (pte & GMMU_PTE_PRIVILEGE) && !card->broken[DEFECT_VM_BIG_HINT_IGNORED];
}

/* The order of §5.5, step 5: valid, sparse, "nothing below", and only then the 4K table. */
static struct page big_page(const struct walk *walk, const uint64_t entry[2])
{
    const uint64_t pte = read_entry(walk, big_address(walk->card, entry[0]), GMMU_PT_BIG);

    if (pte & GMMU_PTE_VALID)
        return valid_big(walk, pte, entry[1]);
    if ((pte & GMMU_PTE_VOL) && !walk->card->broken[DEFECT_VM_SPARSE_FAULTS])
        return sparse(GMMU_PAGE_64K);
    if (hides_small(walk->card, pte))
        return nothing(GMMU_FAULT_PTE, GMMU_PAGE_64K);
    return below_big(walk, entry[1]);
}

/* The last directory decides between three: a page of 2 MiB, a table of large pages, a table of
 * small ones. Large pages are looked at first. */
static struct page under_pd0(const struct walk *walk, linear_addr table)
{
    uint64_t entry[2];

    read_pde(walk, table, GMMU_PD0, entry);
    if (entry[0] & GMMU_PDE_IS_PTE)
        return page_of(walk->card, entry[0],
                       walk->card->broken[DEFECT_VM_HUGE_PAGE_64K] ? GMMU_PAGE_64K : GMMU_PAGE_2M);
    if (walk->card->broken[DEFECT_VM_PD0_HALVES_SWAPPED]) {
        const uint64_t big = entry[0];

        entry[0] = entry[1];
        entry[1] = big;
    }
    if (walk->card->broken[DEFECT_VM_BIG_BESIDE_SMALL] && FIELD_GET(GMMU_PDE_APERTURE, entry[1]))
        entry[0] = 0;
    if (FIELD_GET(GMMU_PDE_APERTURE, entry[0]))
        return big_page(walk, entry);
    if (FIELD_GET(GMMU_PDE_APERTURE, entry[1]))
        return small_page(walk, entry[1]);
    if ((entry[0] & GMMU_PDE_VOL) && !walk->card->broken[DEFECT_VM_SPARSE_FAULTS])
        return sparse(GMMU_PAGE_2M);
    return nothing(GMMU_FAULT_PDE, GMMU_PAGE_2M);
}

/* An entry of PD3 to PD1 that leads to no table is a fault where bit 0 counts, else sparse or a fault. */
static struct page no_table(const struct walk *walk, uint64_t pde, unsigned log2)
{
    const bool is_pte =
        (pde & GMMU_PDE_IS_PTE) && gv_knob(walk->card, KNOB_PDE_BIT0) == PDE_BIT0_FAULT;

    if ((pde & GMMU_PDE_VOL) && !is_pte && !walk->card->broken[DEFECT_VM_SPARSE_FAULTS])
        return sparse(log2);
    return nothing(GMMU_FAULT_PDE, log2);
}

static bool leads_nowhere(const struct walk *walk, uint64_t pde)
{
    return !FIELD_GET(GMMU_PDE_APERTURE, pde) ||
           ((pde & GMMU_PDE_IS_PTE) && gv_knob(walk->card, KNOB_PDE_BIT0) == PDE_BIT0_FAULT);
}

/* PD3 to PD1, then the levels below. */
static struct page walk_tables(const struct walk *walk)
{
    linear_addr table = walk->space->tables;

    for (enum gmmu_level level = GMMU_PD3; level < GMMU_PD0; level++) {
        uint64_t entry[2];

        read_pde(walk, table, level, entry);
        if (leads_nowhere(walk, entry[0]))
            return no_table(walk, entry[0], gmmu_levels[level].va_low);
        table = pde_address(walk->card, entry[0]);
    }
    return under_pd0(walk, table);
}

/* Bits above the 49 (step 2). True: the walk ends with this page. */
static bool is_too_high(const struct gv100 *card, uint64_t va, struct page *page)
{
    if (va >> GMMU_VA_BITS == 0 || gv_knob(card, KNOB_VA_HIGH) == VA_HIGH_DROPPED)
        return false;
    *page = nothing(gv_knob(card, KNOB_VA_HIGH) == VA_HIGH_PDE ? GMMU_FAULT_PDE
                                                               : GMMU_FAULT_VA_LIMIT_VIOLATION,
                    GMMU_PAGE_4K);
    return true;
}

/* The defect tlb-changed-faults: a page that has changed in memory since it was kept is none. */
static struct page unchanged(const struct walk *walk, const struct page *kept)
{
    const struct page now = walk_tables(walk);

    if (now.at.v == kept->at.v && now.at.target == kept->at.target)
        return *kept;
    return nothing(GMMU_FAULT_PTE, GMMU_PAGE_4K);
}

static bool same_page(const struct page *a, const struct page *b, uint64_t va)
{
    const uint64_t of_a = a->at.v + (va & (BIT64(a->log2) - 1));
    const uint64_t of_b = b->at.v + (va & (BIT64(b->log2) - 1));

    if (a->valid != b->valid || a->sparse != b->sparse)
        return false;
    return !a->valid ||
           (of_a == of_b && a->at.target == b->at.target && a->privileged == b->privileged &&
            a->read_only == b->read_only && a->no_atomics == b->no_atomics);
}

/* Of a strict card: compares the TLB's answer with the tables as they are now. */
static void judge(const struct walk *walk, const struct page *page)
{
    struct walk unseen = *walk;

    if (!walk->card->shell.strict.on)
        return;
    unseen.unseen = true;
    walk->card->shell.strict.paused = true;
    const struct page now = walk_tables(&unseen);
    walk->card->shell.strict.paused = false;
    if (!same_page(page, &now, walk->va))
        strict_note(&walk->card->shell.strict, STRICT_STALE, walk->group,
                    "TLB %u at %013llx of page directory %012llx: kept %s %012llx, is %s %012llx",
                    walk->group, (unsigned long long)walk->va,
                    (unsigned long long)walk->space->tables.v, page->valid ? "valid" : "none",
                    (unsigned long long)page->at.v, now.valid ? "valid" : "none",
                    (unsigned long long)now.at.v);
}

/* The limit is asked before the TLB, because an entry knows nothing of the space's limit. */
struct page gv_walk(struct gv100 *card, enum tlb_group group, const struct space *space,
                    uint64_t va)
{
    struct walk walk = { card, group, space, va & BITS64(GMMU_VA_BITS - 1, 0), false };
    struct page page;

    if (is_too_high(card, va, &page))
        return page;
    if (walk.va > space->limit && gv_knob(card, KNOB_RAMIN_LIMIT) == RAMIN_LIMIT_COUNTS)
        return nothing(GMMU_FAULT_VA_LIMIT_VIOLATION, GMMU_PAGE_4K);
    const struct page *kept = gv_tlb_find(card, group, space->tables, walk.va);
    if (kept) {
        judge(&walk, kept);
        return card->broken[DEFECT_TLB_CHANGED_FAULTS] ? unchanged(&walk, kept) : *kept;
    }
    page = walk_tables(&walk);
    judge(&walk, &page);
    gv_tlb_keep(card, group, space->tables, walk.va, &page);
    return page;
}
