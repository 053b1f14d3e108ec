/* mmu/gv100/step.c: each function looks at one entry and says where it leads. The knobs of rules.h are asked in
 * this file and in the checks of walk.c, nowhere else. */
#include "mmu/gv100/step.h"

uint64_t gmmu_address_mask(const struct gmmu_rules *rules, uint8_t aperture)
{
    if (aperture == GMMU_PTE_VIDEO_MEMORY || aperture == GMMU_PTE_PEER_MEMORY)
        return BITS64(GMMU_VID_BITS - 1, 0);
    return BITS64(rules->system_bits - 1, 0);
}

uint64_t gmmu_page_address(const struct gmmu_rules *rules, const struct gmmu_pte *pte,
                           unsigned page_shift, uint64_t va)
{
    const uint64_t in_page = BITS64(page_shift - 1, 0);
    uint64_t base = pte->page;

    if (rules->low_bits == GMMU_LOW_BITS_IGNORED)
        base &= ~in_page;
    return (base + (va & in_page)) & gmmu_address_mask(rules, pte->aperture);
}

unsigned gmmu_entries(enum gmmu_level level)
{
    return 1u << (gmmu_levels[level].va_high - gmmu_levels[level].va_low + 1);
}

unsigned gmmu_index(enum gmmu_level level, uint64_t va)
{
    return (unsigned)(va >> gmmu_levels[level].va_low) & (gmmu_entries(level) - 1);
}

static struct gmmu_step faults(enum gmmu_fault_type type)
{
    return (struct gmmu_step){ .next = GMMU_NEXT_FAULT, .fault = (uint8_t)type };
}

static struct gmmu_step sparse(void)
{
    return (struct gmmu_step){ .next = GMMU_NEXT_SPARSE };
}

/* Translates between two numberings: video memory is 1 in a PDE and 0 (TARGET_VRAM) in a linear_addr. */
static linear_addr table_at(const struct gmmu_rules *rules, const struct gmmu_pde *pde)
{
    enum target target = TARGET_VRAM;

    if (pde->aperture == GMMU_PDE_SYSTEM_COHERENT)
        target = TARGET_SYSRAM_SNOOP;
    else if (pde->aperture == GMMU_PDE_SYSTEM_NON_COHERENT)
        target = TARGET_SYSRAM_NOSNOOP;
    return (linear_addr){ pde->table & gmmu_address_mask(rules, (uint8_t)target), target };
}

struct gmmu_step gmmu_step_pdb(const struct gmmu_rules *rules, const struct ramin_pdb *pdb)
{
    struct gmmu_step step = { .next = GMMU_NEXT_TABLES, .has_small = true };

    if (pdb->target == RAMIN_TARGET_INVALID || !pdb->ver2 || !pdb->big_64k)
        return faults(GMMU_FAULT_UNBOUND_INST_BLOCK);
    /* RAMIN's targets are numbered as places in memory are. */
    step.small.target = (enum target)pdb->target;
    step.small.v = pdb->base & gmmu_address_mask(rules, pdb->target);
    return step;
}

struct gmmu_step gmmu_step_pde(const struct gmmu_rules *rules, uint64_t word)
{
    struct gmmu_step step = { .next = GMMU_NEXT_TABLES, .has_small = true };
    struct gmmu_pde pde;

    if (rules->is_pte_faults && (word & GMMU_PDE_IS_PTE))
        return faults(GMMU_FAULT_PDE);
    gmmu_pde_unpack(word, &pde);
    if (pde.aperture == GMMU_PDE_INVALID)
        return pde.vol ? sparse() : faults(GMMU_FAULT_PDE);
    step.small = table_at(rules, &pde);
    return step;
}

/* PD0: 16 bytes, of which the lower 8 are either the page of 2 MiB or the table of 64 KiB pages, and the upper 8 the
 * table of 4 KiB pages. */
struct gmmu_step gmmu_step_dual(const struct gmmu_rules *rules, const uint64_t words[2])
{
    struct gmmu_step step = { .next = GMMU_NEXT_TABLES };
    struct gmmu_pde big, small;

    if (words[0] & GMMU_PDE_IS_PTE)
        return (struct gmmu_step){ .next = GMMU_NEXT_PAGE,
                                   .page_shift = GMMU_PAGE_2M,
                                   .pte = words[0] };
    gmmu_big_pde_unpack(words[0], &big);
    gmmu_pde_unpack(words[1], &small);
    if (rules->bit5 == GMMU_BIT5_NO_ATS)
        big.table &= ~(uint64_t)BIT(9);
    step.has_big = big.aperture != GMMU_PDE_INVALID;
    step.has_small = small.aperture != GMMU_PDE_INVALID;
    if (!step.has_big && !step.has_small)
        return big.vol ? sparse() : faults(GMMU_FAULT_PDE);
    if (step.has_big)
        step.big = table_at(rules, &big);
    if (step.has_small)
        step.small = table_at(rules, &small);
    return step;
}

static struct gmmu_step page(unsigned page_shift, uint64_t pte)
{
    return (
        struct gmmu_step){ .next = GMMU_NEXT_PAGE, .page_shift = (uint8_t)page_shift, .pte = pte };
}

/* In an invalid PTE of a 64 KiB page VOL says that it is sparse, PRIVILEGE that no 4 KiB page under it is
 * valid. */
bool gmmu_big_settles(const struct gmmu_rules *rules, uint64_t big)
{
    if (big & GMMU_PTE_VALID)
        return rules->table_wins == GMMU_BIG_WINS;
    return big & (GMMU_PTE_VOL | GMMU_PTE_PRIVILEGE);
}

/* gv100.md §5.5, steps 5 and 6. The caller has left out the 4 KiB PTE where the other settles it. */
struct gmmu_step gmmu_step_ptes(const struct gmmu_rules *rules, const uint64_t *big,
                                const uint64_t *small)
{
    if (big && !(*big & GMMU_PTE_VALID) && gmmu_big_settles(rules, *big))
        return *big & GMMU_PTE_VOL ? sparse() : faults(GMMU_FAULT_PTE);
    if (big && (*big & GMMU_PTE_VALID) &&
        (gmmu_big_settles(rules, *big) || !small || !(*small & GMMU_PTE_VALID)))
        return page(GMMU_PAGE_64K, *big);
    if (!small)
        return faults(rules->small_absent_is_pde ? GMMU_FAULT_PDE : GMMU_FAULT_PTE);
    if (*small & GMMU_PTE_VALID)
        return page(GMMU_PAGE_4K, *small);
    return *small & GMMU_PTE_VOL ? sparse() : faults(GMMU_FAULT_PTE);
}
