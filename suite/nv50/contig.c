/* Contiguous blocks: 2^order equal PTEs stand for that many pages in a row (tesla-vm.md §1.7). */
#include "suite/nv50/groups.h"

#include "engines/vram.h"
#include "engines/window.h"

#define ORDERS 8

/* Names the words that expect_block looks at; a block of 8 MiB is too much to name all of it. */
static void name_block(struct setup *setup, linear_addr start, unsigned shift, unsigned order)
{
    const uint64_t size = UINT64_C(1) << (shift + order);

    for (unsigned bit = 0; bit <= order && setup->err == OK; bit++) {
        const uint64_t page = UINT64_C(1) << (shift + bit);

        setup->err = name_words(setup->t->card, (linear_addr){ start.v + page - 8, start.target },
                                page < size ? 16 : 8);
    }
    if (setup->err == OK)
        setup->err = name_words(setup->t->card, start, 8);
}

/* Offsets inside a block that tell an order from its neighbours: each page that only this order
 * reaches, its first and its last word. */
static void expect_block(struct test *t, uint64_t at, linear_addr start, unsigned shift,
                         unsigned order)
{
    const uint64_t size = UINT64_C(1) << (shift + order);

    for (unsigned bit = 0; bit <= order; bit++) {
        const uint64_t offset = (UINT64_C(1) << (shift + bit)) - 4;
        const uint64_t next = offset + 4 < size ? offset + 4 : 0;

        expect_read(t, APERTURE_BAR1, (logical_addr){ at + offset },
                    (linear_addr){ start.v + offset, start.target });
        expect_read(t, APERTURE_BAR1, (logical_addr){ at + next },
                    (linear_addr){ start.v + next, start.target });
    }
    expect_write(t, APERTURE_BAR1, (logical_addr){ at + size - 8 },
                 (linear_addr){ start.v + size - 8, start.target });
}

/* A table for the first pages of the space, as setup_table makes it. */
static uint64_t table_bytes(const struct test *t, enum pde_type type)
{
    const struct pde table = { .type = (uint8_t)type,
                               .size = type == PDE_TYPE_4K ? PDE_SIZE_32M : PDE_SIZE_512M };

    return UINT64_C(8) * pde_entries(nv50_chip_of(t->card->chip), &table);
}

/* The largest block has to fit into memory beside its channel and its table, and beside the picture of a display;
 * larger orders are left to larger cards. Tries it by the allocations of one_block, and frees them. */
static bool fits(struct test *t, enum pde_type type, unsigned shift, unsigned order)
{
    const uint64_t page = UINT64_C(1) << shift, size = page << order;
    struct card *const card = t->card;
    linear_addr at;

    const bool room = vram_alloc(card, VM_CHANNEL_SIZE, CHANNEL_ALIGN, &at) == OK &&
                      vram_alloc(card, size, page, &at) == OK &&
                      vram_alloc(card, table_bytes(t, type), 0x1000, &at) == OK;
    vram_arena_reset(card);
    return room && size <= aperture_size(card, APERTURE_BAR1) / 2;
}

static void one_block(struct test *t, enum pde_type type, unsigned shift, unsigned order,
                      uint64_t skew)
{
    const uint64_t page = UINT64_C(1) << shift, size = page << order;
    const struct dmaobj paged = object_paged();
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    /* The virtual block is aligned to its size; the linear one to a page only. */
    const linear_addr memory = setup_reserve(&setup, size + skew, page);
    const linear_addr start = { memory.v + skew, TARGET_VRAM };
    name_block(&setup, start, shift, order);
    struct pte pte = pte_of(start);
    const struct pde table = setup_table(&setup, (virtual_addr){ 0 }, type, TARGET_VRAM);
    pte.order = (uint8_t)order;
    setup_block(&setup, &table, (virtual_addr){ size }, &pte);
    const uint16_t selector = setup_object(&setup, &paged);
    if (!setup_ready(&setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    expect_block(t, size, start, shift, order);
    expect_no_fault(t, "accesses to a contiguous block");
    vram_arena_reset(t->card);
}

static void blocks_of(struct test *t, enum pde_type type, unsigned shift)
{
    unsigned order = 0;

    for (; order < ORDERS && fits(t, type, shift, order); order++)
        one_block(t, type, shift, order, 0);
    if (!order)
        test_skip(t, "not even one page fits this card's memory, beside its table");
    else if (order < ORDERS)
        test_note(t, "orders 0 to %u; larger blocks do not fit this card's memory", order - 1);
}

static void blocks_of_4k_pages(struct test *t)
{
    blocks_of(t, PDE_TYPE_4K, PAGE_SHIFT_4K);
}

static void blocks_of_16k_pages(struct test *t)
{
    blocks_of(t, PDE_TYPE_16K, PAGE_SHIFT_16K);
}

static void blocks_of_64k_pages(struct test *t)
{
    blocks_of(t, PDE_TYPE_64K, PAGE_SHIFT_64K);
}

/* linear = PTE address + (V mod block): an addition, not an or (tesla-vm.md §1.7, X4). The linear
 * start has bits set that the offset has too. */
static void offset_is_added(struct test *t)
{
    one_block(t, PDE_TYPE_4K, PAGE_SHIFT_4K, 3, 0x1000);
    one_block(t, PDE_TYPE_4K, PAGE_SHIFT_4K, 3, 0x5000);
    one_block(t, PDE_TYPE_64K, PAGE_SHIFT_64K, 1, 0x10000);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.contig.4k", .source = "tesla-vm.md §1.7", .run = blocks_of_4k_pages,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.contig.16k", .source = "tesla-vm.md §1.7", .run = blocks_of_16k_pages,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .features = FEATURE_PAGES_16K },
    { .name = "vm.contig.64k", .source = "tesla-vm.md §1.7", .run = blocks_of_64k_pages,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.contig.add", .source = "tesla-vm.md §1.7, X4", .run = offset_is_added,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
};
/* clang-format on */
const struct test_group contig_tests = { rows, ARRAY_SIZE(rows) };
