/* The table builder on the card: ranges in the largest blocks, holes cut into blocks, tables of different
 * page sizes side by side (tesla-vm.md §1.7). */
#include "suite/nv50/groups.h"

#include "engines/nv50/flush.h"
#include "engines/nv50/map.h"
#include "engines/window.h"

#define PAGE    0x1000
#define PAGES   45 /* from page 3 on: blocks of 1, 4, 8, 16 and 16 pages */
#define FIRST   3
#define NOWHERE ((linear_addr){ 0, TARGET_INVALID })

struct mapping {
    struct setup setup;
    struct pde table;
    linear_addr memory;
    uint16_t selector;
    struct map_report report;
};

static void open_mapping(struct mapping *m, struct test *t, enum pde_type type, uint64_t size)
{
    const struct dmaobj paged = object_paged();

    m->report = (struct map_report){ 0 };
    setup_open(&m->setup, t, TARGET_VRAM);
    m->memory = setup_memory(&m->setup, TARGET_VRAM, size, LARGE_PAGE);
    m->table = setup_table(&m->setup, (virtual_addr){ 0 }, type, TARGET_VRAM);
    m->selector = setup_object(&m->setup, &paged);
}

/* The first failure of a builder is kept, as the setup does. */
static void map(struct mapping *m, uint64_t page, uint64_t pages, uint64_t from)
{
    const struct pte pte = pte_of((linear_addr){ m->memory.v + from * PAGE, TARGET_VRAM });

    if (m->setup.err == OK)
        m->setup.err = vm_map(&m->setup.vm, &m->table, (virtual_addr){ page * PAGE }, pages * PAGE,
                              &pte, &m->report);
}

static void unmap(struct mapping *m, uint64_t page, uint64_t pages)
{
    if (m->setup.err == OK)
        m->setup.err = vm_unmap(&m->setup.vm, &m->table, (virtual_addr){ page * PAGE },
                                pages * PAGE, &m->report);
}

static bool bind(struct test *t, struct mapping *m)
{
    if (!setup_ready(&m->setup))
        return false;
    aperture_bind(t->card, APERTURE_BAR1, m->selector);
    return true;
}

static void expect_page_at(struct test *t, struct mapping *m, uint64_t page, uint64_t from)
{
    const uint64_t offset = 4 * page; /* another word of each page */

    expect_read(t, APERTURE_BAR1, (logical_addr){ page * PAGE + offset },
                (linear_addr){ m->memory.v + from * PAGE + offset, TARGET_VRAM });
}

/* A range that neither begins nor ends at a block's boundary. */
static void range_in_largest_blocks(struct test *t)
{
    static const uint32_t wanted[BLOCK_ORDERS] = { 1, 0, 1, 1, 2 };
    struct mapping m;

    open_mapping(&m, t, PDE_TYPE_4K, PAGES * PAGE);
    map(&m, FIRST, PAGES, 0);
    if (!bind(t, &m))
        return;
    for (unsigned i = 0; i < PAGES; i++)
        expect_page_at(t, &m, FIRST + i, i);
    for (unsigned order = 0; order < BLOCK_ORDERS; order++)
        expect_equal(t, wanted[order], m.report.blocks[order], "blocks of an order");
    expect_no_fault(t, "accesses to a mapped range");
}

/* A hole inside a block of 64 pages: the rest of the block stays where it was. */
static void hole_splits_a_block(struct test *t)
{
    enum { HOLE = 21, LENGTH = 6, ALL = 64 };
    struct mapping m;

    open_mapping(&m, t, PDE_TYPE_4K, ALL * PAGE);
    map(&m, ALL, ALL, 0);
    if (!bind(t, &m))
        return;
    expect_page_at(t, &m, ALL + HOLE, HOLE);
    unmap(&m, ALL + HOLE, LENGTH);
    if (!test_ok(t, m.setup.err, "unmapping") ||
        !test_ok(t, host_flush(t->card), "flushing host writes") ||
        !test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_BAR), "flushing a TLB"))
        return;
    expect_equal(t, 2, m.report.split, "blocks that were cut, one at each end of the hole");
    for (unsigned i = 0; i < ALL; i++) {
        const uint64_t at = (uint64_t)(ALL + i) * PAGE + 4 * i;

        if (i < HOLE || i >= HOLE + LENGTH)
            expect_page_at(t, &m, ALL + i, i);
        else
            expect_denied(t, &(struct denied){ .aperture = APERTURE_BAR1,
                                               .at = { at },
                                               .reason = FAULT_PAGE_NOT_PRESENT,
                                               .channel = m.setup.vm.descriptor,
                                               .guarded = NOWHERE });
    }
}

/* Another range over the middle of a block: the new one counts, its neighbours stay. */
static void mapping_over_a_block(struct test *t)
{
    struct mapping m;

    open_mapping(&m, t, PDE_TYPE_4K, 48 * PAGE);
    map(&m, 32, 32, 0);
    map(&m, 37, 9, 35);
    if (!bind(t, &m))
        return;
    for (unsigned i = 0; i < 32; i++)
        expect_page_at(t, &m, 32 + i, i >= 5 && i < 14 ? i + 30 : i);
}

/* A PDE fixes the page size of its table alone: 4 and 64 KiB pages in neighbouring PDEs. */
static void page_sizes_side_by_side(struct test *t)
{
    const uint64_t second = UINT64_C(1) << PD_SPAN_LOG2;
    struct dmaobj object = object_paged();
    struct mapping m;

    open_mapping(&m, t, PDE_TYPE_4K, 2 * LARGE_PAGE);
    map(&m, 0, 16, 0);
    const struct pte pte = pte_of((linear_addr){ m.memory.v + LARGE_PAGE, TARGET_VRAM });
    const struct pde large =
        setup_table(&m.setup, (virtual_addr){ second }, PDE_TYPE_64K, TARGET_VRAM);
    if (m.setup.err == OK)
        m.setup.err =
            vm_map(&m.setup.vm, &large, (virtual_addr){ second }, LARGE_PAGE, &pte, &m.report);
    object.base = second - LARGE_PAGE;
    m.selector = setup_object(&m.setup, &object);
    const struct dmaobj first = object_paged();
    const uint16_t small = setup_object(&m.setup, &first);
    if (!bind(t, &m))
        return;
    for (unsigned page = 0; page < 16; page++)
        expect_read(t, APERTURE_BAR1, (logical_addr){ LARGE_PAGE + page * PAGE },
                    (linear_addr){ m.memory.v + LARGE_PAGE + page * PAGE, TARGET_VRAM });
    aperture_bind(t->card, APERTURE_BAR1, small);
    for (unsigned page = 0; page < 16; page++)
        expect_page_at(t, &m, page, page);
}

/* clang-format off */
/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.map.blocks", .source = "tesla-vm.md §1.7", .run = range_in_largest_blocks,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.map.hole", .source = "tesla-vm.md §1.7", .run = hole_splits_a_block,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.map.over", .source = "tesla-vm.md §1.7", .run = mapping_over_a_block,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.map.mixed", .source = "tesla-vm.md §1.7", .run = page_sizes_side_by_side,
      .basis = PROVEN, .claim = CLAIM_VM },
};
/* clang-format on */
/* clang-format on */
const struct test_group map_tests = { rows, ARRAY_SIZE(rows) };
