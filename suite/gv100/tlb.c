/* TLBs of the hub: a cached entry must go with an invalidate that covers it. */
#include "suite/gv100/groups.h"

#include "engines/window.h"
#include "hw/gv100/pmmu.h"

/* Two pages; the first is mapped at PAGE_2M and has been seen through a BAR, so it is cached. */
struct cached {
    struct gv_setup *setup;
    linear_addr pages[2];
    enum bar bar;
};

#define SEEN_AT PAGE_2M

static bool cache_a_page_by(struct test *t, struct cached *c, enum bar bar, enum target tables)
{
    struct gv_setup *const setup = c->setup = gv_setup_open_in(t, tables);

    c->bar = bar;
    if (!setup)
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (!gv_setup_memory(setup, TARGET_VRAM, PAGE_4K, PAGE_4K, &c->pages[i]))
            return false;
    return gv_setup_map(setup, SEEN_AT, PAGE_4K, GMMU_PAGE_4K, c->pages[0]) &&
           gv_setup_bind(setup, bar) && expect_bar_read(setup, bar, SEEN_AT, c->pages[0]);
}

static bool cache_a_page(struct test *t, struct cached *c, enum bar bar)
{
    return cache_a_page_by(t, c, bar, TARGET_VRAM);
}

static bool remap(struct cached *c)
{
    return gv_setup_map(c->setup, SEEN_AT, PAGE_4K, GMMU_PAGE_4K, c->pages[1]) &&
           gv_setup_ok(c->setup, bar_flush(c->setup->card), "flushing host writes");
}

static bool invalidate(struct cached *c, const struct tlb_scope *scope)
{
    return gv_setup_ok(c->setup, tlb_invalidate(c->setup->card, scope), "invalidating TLBs");
}

static struct tlb_scope own_space(const struct cached *c)
{
    return (struct tlb_scope){ .pdb = c->setup->space.root, .hub_only = true };
}

/* As drivers do it: their own space, all of it, and the level that they changed. */
static void invalidate_shows_the_new_page(struct test *t)
{
    static const uint8_t levels[] = { PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_PTE_ONLY,
                                      PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_UP_TO_PDE0,
                                      PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_UP_TO_PDE3 };

    for (enum bar bar = BAR1; bar < BAR_COUNT; bar++)
        for (unsigned i = 0; i < ARRAY_SIZE(levels); i++) {
            struct cached c;

            if (!cache_a_page(t, &c, bar) || !remap(&c))
                return;
            struct tlb_scope scope = own_space(&c);
            scope.level = levels[i];
            if (!invalidate(&c, &scope) || !expect_bar_read(c.setup, bar, SEEN_AT, c.pages[1]))
                return;
        }
}

/* The GPCs' TLBs come on top: the hub's are invalidated in any case (§6.1). */
static void invalidate_of_all_tlbs(struct test *t)
{
    struct cached c;

    if (!cache_a_page(t, &c, BAR1) || !remap(&c))
        return;
    struct tlb_scope scope = own_space(&c);
    scope.hub_only = false;
    if (invalidate(&c, &scope))
        expect_bar_read(c.setup, c.bar, SEEN_AT, c.pages[1]);
}

/* A page directory base in system memory is told from one in video memory by APERTURE of INVALIDATE_PDB (§6.1). */
static void invalidate_of_a_space_in_system_memory(struct test *t)
{
    static const enum target targets[] = { TARGET_SYSRAM_SNOOP, TARGET_SYSRAM_NOSNOOP };

    for (unsigned i = 0; i < ARRAY_SIZE(targets); i++) {
        struct cached c;

        if (!cache_a_page_by(t, &c, BAR1, targets[i]) || !remap(&c))
            return;
        const struct tlb_scope scope = own_space(&c);
        if (!invalidate(&c, &scope) || !expect_bar_read(c.setup, c.bar, SEEN_AT, c.pages[1]))
            return;
    }
}

/* ALL_PDB needs no address. */
static void invalidate_of_all_spaces(struct test *t)
{
    const struct tlb_scope scope = { .all_pdbs = true, .hub_only = true };
    struct cached c;

    if (cache_a_page(t, &c, BAR1) && remap(&c) && invalidate(&c, &scope))
        expect_bar_read(c.setup, c.bar, SEEN_AT, c.pages[1]);
}

/* One page by its address: that page is looked up anew. */
static void invalidate_of_one_page(struct test *t)
{
    struct cached c;

    if (!cache_a_page(t, &c, BAR1) || !remap(&c))
        return;
    struct tlb_scope scope = own_space(&c);
    scope.one_page = true;
    scope.page = (virtual_addr){ SEEN_AT };
    if (invalidate(&c, &scope))
        expect_bar_read(c.setup, c.bar, SEEN_AT, c.pages[1]);
}

/* A page that the TLB lost shows the new one, which is no error: a TLB may lose a page at any time, and one that keeps
 * nothing always does. */
static bool is_forgotten(const struct cached *c)
{
    const virtual_addr at = { SEEN_AT };

    return bar_read32(c->setup->card, c->bar, at) == gv_setup_read(c->setup, c->pages[1]);
}

/* Until an invalidate a TLB may keep its entry. */
static void stale_page_stays(struct test *t)
{
    struct cached c;

    if (!cache_a_page(t, &c, BAR1) || !remap(&c))
        return;
    if (is_forgotten(&c))
        test_note(t, "the TLB keeps no page until an invalidate");
    else
        expect_bar_read(c.setup, c.bar, SEEN_AT, c.pages[0]);
}

/* Another space, or another page, is not this one's business. */
static void other_invalidates_leave_it(struct test *t)
{
    struct cached c;
    linear_addr other;

    if (!cache_a_page(t, &c, BAR1) || !remap(&c) ||
        !gv_setup_reserve(c.setup, TARGET_VRAM, PAGE_4K, PAGE_4K, &other))
        return;
    if (is_forgotten(&c)) {
        test_note(t, "the TLB keeps no page, so none can be lost");
        return;
    }
    struct tlb_scope scope = own_space(&c);
    scope.pdb = other;
    if (!invalidate(&c, &scope) || !expect_bar_read(c.setup, c.bar, SEEN_AT, c.pages[0]))
        return;
    scope = own_space(&c);
    scope.one_page = true;
    scope.page = (virtual_addr){ SEEN_AT + PAGE_2M };
    if (invalidate(&c, &scope))
        expect_bar_read(c.setup, c.bar, SEEN_AT, c.pages[0]);
}

/* A directory entry has changed, and an invalidate up to its level makes that count. */
static void invalidate_of_directories(struct test *t)
{
    static const struct {
        enum gmmu_level level;
        uint8_t cache_level;
    } rows[] = {
        { GMMU_PD0, PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_UP_TO_PDE0 },
        { GMMU_PD1, PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_UP_TO_PDE1 },
        { GMMU_PD2, PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_UP_TO_PDE2 },
        { GMMU_PD3, PFB_PRI_MMU_INVALIDATE_CACHE_LEVEL_UP_TO_PDE3 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct cached c;
        struct space other;
        linear_addr entry, donor;
        uint64_t words[2] = { 0 };

        if (!cache_a_page(t, &c, BAR1))
            return;
        /* The other space maps the second page there, and its entry moves into ours. */
        const struct gmmu_pte pte = pte_to(c.pages[1]);
        const virtual_addr at = { SEEN_AT };
        const size_t size = gmmu_levels[rows[i].level].bytes;

        if (!gv_setup_ok(c.setup, space_open(&other, t->card, TARGET_VRAM), "making tables") ||
            !gv_setup_ok(c.setup, space_page(&other, at, GMMU_PAGE_4K, &pte), "making tables") ||
            !gv_setup_ok(c.setup, space_entry(&other, at, rows[i].level, &donor),
                         "finding an entry") ||
            !gv_setup_ok(c.setup, space_entry(&c.setup->space, at, rows[i].level, &entry),
                         "finding an entry") ||
            !gv_setup_ok(c.setup, card_memory_read(t->card, donor, words, size),
                         "reading an entry"))
            return;
        for (unsigned w = 0; w < size / 8; w++)
            if (!gv_setup_ok(c.setup,
                             space_write(&c.setup->space, linear_add(entry, 8 * w), words[w]),
                             "writing an entry"))
                return;
        struct tlb_scope scope = own_space(&c);
        scope.level = rows[i].cache_level;
        if (!gv_setup_ok(c.setup, bar_flush(t->card), "flushing host writes") ||
            !invalidate(&c, &scope) || !expect_bar_read(c.setup, c.bar, SEEN_AT, c.pages[1]))
            return;
    }
}

/* An entry that was invalid, looked up, and is valid now (K11: a TLB may cache a miss). */
static void new_page_counts_after_invalidate(struct test *t)
{
    struct cached c;

    if (!cache_a_page(t, &c, BAR1))
        return;
    bar_read32(t->card, BAR1, (virtual_addr){ SEEN_AT + PAGE_4K });
    struct gmmu_fault fault;
    if (test_compared(t, !fault_latch_take(t->card, &fault, NULL)))
        test_fail(t, "recorded no fault at an absent page");
    if (!gv_setup_ok(c.setup, bar_rebind(t->card, BAR1), "binding BAR1 again") ||
        !gv_setup_map(c.setup, SEEN_AT + PAGE_4K, PAGE_4K, GMMU_PAGE_4K, c.pages[1]) ||
        !gv_setup_forget(c.setup))
        return;
    expect_bar_read(c.setup, BAR1, SEEN_AT + PAGE_4K, c.pages[1]);
    expect_no_record(c.setup, "an access to a page that is there now");
}

/* The queue of invalidates says how much room it has, and that it is empty in the end (§6.1). */
static void queue_empties(struct test *t)
{
    struct cached c;

    if (!cache_a_page(t, &c, BAR1))
        return;
    const struct tlb_scope scope = own_space(&c);
    for (unsigned i = 0; i < 100; i++)
        if (!invalidate(&c, &scope))
            return;
    const uint32_t ctrl = card_read32(t->card, PFB_PRI_MMU_CTRL);
    expect_equal(t, PFB_PRI_MMU_CTRL_PRI_FIFO_EMPTY, ctrl & PFB_PRI_MMU_CTRL_PRI_FIFO_EMPTY,
                 "PRI_FIFO_EMPTY after all invalidates");
    expect_equal(t, 0, ctrl & PFB_PRI_MMU_CTRL_PRI_FIFO_ERROR, "PRI_FIFO_ERROR");
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.tlb.invalidate", .source = "gv100.md §6.1", .run = invalidate_shows_the_new_page,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.page.4k" },
    { .name = "vm.tlb.new", .source = "gv100.md §6.1", .run = new_page_counts_after_invalidate,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.tlb.invalidate" },
    { .name = "vm.tlb.all", .source = "gv100.md §6.1", .run = invalidate_of_all_tlbs,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.tlb.invalidate" },
    { .name = "vm.tlb.spaces", .source = "gv100.md §6.1", .run = invalidate_of_all_spaces,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.tlb.invalidate" },
    { .name = "vm.tlb.system", .source = "gv100.md §6.1", .run = invalidate_of_a_space_in_system_memory,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.tlb.invalidate,vm.tables.system" },
    { .name = "vm.tlb.page", .source = "gv100.md §6.1", .run = invalidate_of_one_page,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.tlb.invalidate" },
    { .name = "vm.tlb.levels", .source = "gv100.md §6.1", .run = invalidate_of_directories,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.tlb.invalidate" },
    { .name = "vm.tlb.queue", .source = "gv100.md §6.1", .run = queue_empties,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.tlb.invalidate" },
    { .name = "vm.tlb.stale", .source = "gv100.md §6.1", .run = stale_page_stays,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.tlb.invalidate" },
    { .name = "vm.tlb.others", .source = "gv100.md §6.1", .run = other_invalidates_leave_it,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.tlb.stale" },
};
/* clang-format on */

const struct test_group gv100_tlb_tests = { rows, ARRAY_SIZE(rows) };
