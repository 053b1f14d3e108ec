/* BAR1 and BAR2 bound to address spaces: pages of all sizes, in VRAM and in system memory. */
#include "suite/gv100/groups.h"

#include "engines/window.h"
#include "hw/gv100/places.h"

#define MAPPED (4 * PAGE_64K)

/* Reads and writes at both ends of a page of some size land where its entry says. */
static bool expect_pages(struct gv_setup *setup, enum bar bar, uint64_t at, linear_addr there,
                         uint64_t size, uint64_t page)
{
    for (uint64_t offset = 0; offset < size; offset += page)
        if (!expect_bar_read(setup, bar, at + offset, linear_add(there, offset)) ||
            !expect_bar_read(setup, bar, at + offset + page - 4,
                             linear_add(there, offset + page - 4)) ||
            !expect_bar_write(setup, bar, at + offset + page / 2,
                              linear_add(there, offset + page / 2)))
            return false;
    return true;
}

/* Memory whose words carry their names only where expect_pages looks: 2 MiB pages are much memory. */
static bool named_pages(struct gv_setup *setup, uint64_t size, uint64_t page, linear_addr *out)
{
    if (!gv_setup_reserve(setup, TARGET_VRAM, size, page, out))
        return false;
    for (uint64_t offset = 0; offset < size; offset += page)
        if (!gv_setup_name(setup, linear_add(*out, offset)) ||
            !gv_setup_name(setup, linear_add(*out, offset + page / 2)) ||
            !gv_setup_name(setup, linear_add(*out, offset + page - 4)))
            return false;
    return true;
}

/* Virtual addresses that are not those of memory, so that a BAR that shows memory as it is, is found out. */
static void pages_of(struct test *t, unsigned page_shift)
{
    const uint64_t page = UINT64_C(1) << page_shift, at = PAGE_2M;
    const uint64_t size = page < PAGE_64K ? 8 * page : 2 * page;

    for (enum bar bar = BAR1; bar < BAR_COUNT; bar++) {
        struct gv_setup *const setup = gv_setup_open(t);
        linear_addr memory;

        if (!setup || !named_pages(setup, size, page, &memory) ||
            !gv_setup_map(setup, at, size, page_shift, memory) || !gv_setup_bind(setup, bar))
            return;
        if (!expect_pages(setup, bar, at, memory, size, page) ||
            !expect_no_record(setup, "accesses to mapped pages"))
            return;
    }
}

static void pages_of_4k(struct test *t)
{
    pages_of(t, GMMU_PAGE_4K);
}

static void pages_of_64k(struct test *t)
{
    pages_of(t, GMMU_PAGE_64K);
}

static void pages_of_2m(struct test *t)
{
    pages_of(t, GMMU_PAGE_2M);
}

/* Pages may lie in any order: each PTE counts for itself (§5.4). */
static void pages_in_any_order(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);
    linear_addr memory;

    if (!setup || !gv_setup_memory(setup, TARGET_VRAM, 16 * PAGE_4K, PAGE_4K, &memory))
        return;
    for (unsigned i = 0; i < 16; i++)
        if (!gv_setup_map(setup, i * PAGE_4K, PAGE_4K, GMMU_PAGE_4K,
                          linear_add(memory, (uint64_t)((i * 7 + 3) % 16) * PAGE_4K)))
            return;
    if (!gv_setup_bind(setup, BAR1))
        return;
    for (unsigned i = 0; i < 16; i++)
        expect_bar_read(setup, BAR1, i * PAGE_4K,
                        linear_add(memory, (uint64_t)((i * 7 + 3) % 16) * PAGE_4K));
}

/* Accesses of 1, 2 and 8 bytes reach the bytes that they name. */
static void narrow_and_wide_accesses(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);
    linear_addr memory;

    if (!setup || !gv_setup_memory(setup, TARGET_VRAM, PAGE_4K, PAGE_4K, &memory) ||
        !gv_setup_map(setup, 0, PAGE_4K, GMMU_PAGE_4K, memory) || !gv_setup_bind(setup, BAR1))
        return;
    const uint32_t first = name_at(memory), second = name_at(linear_add(memory, 4));

    expect_equal(t, first & 0xff, card_bar_read(t->card, 1, 0, 1), "a byte through BAR1");
    expect_equal(t, first >> 16, card_bar_read(t->card, 1, 2, 2), "a half word through BAR1");
    expect_equal(t, (uint64_t)second << 32 | first, card_bar_read(t->card, 1, 0, 8),
                 "8 bytes through BAR1");
    card_bar_write(t->card, 1, 1, 1, 0xa5);
    if (gv_setup_ok(setup, bar_flush(t->card), "flushing host writes"))
        expect_equal(t, (first & 0xffff00ff) | 0xa500, gv_setup_read(setup, memory),
                     "memory after a byte was written through BAR1");
}

/* PTEs of system memory, coherent and not (§5.4). */
static void system_pages(struct test *t)
{
    static const enum target targets[] = { TARGET_SYSRAM_SNOOP, TARGET_SYSRAM_NOSNOOP };

    for (unsigned i = 0; i < ARRAY_SIZE(targets); i++) {
        struct gv_setup *const setup = gv_setup_open(t);
        linear_addr memory;

        if (!setup || !gv_setup_memory(setup, targets[i], 2 * PAGE_4K, PAGE_4K, &memory) ||
            !gv_setup_map(setup, 0, 2 * PAGE_4K, GMMU_PAGE_4K, memory) ||
            !gv_setup_bind(setup, BAR1))
            return;
        if (!expect_pages(setup, BAR1, 0, memory, 2 * PAGE_4K, PAGE_4K))
            return;
    }
}

/* The tables themselves may lie in system memory, while the page that they map is in VRAM
 * (§5.2). */
static void tables_anywhere(struct test *t)
{
    static const enum target targets[] = { TARGET_SYSRAM_SNOOP, TARGET_SYSRAM_NOSNOOP };

    for (unsigned i = 0; i < ARRAY_SIZE(targets); i++) {
        struct gv_setup *const setup = gv_setup_open_in(t, targets[i]);
        linear_addr memory;

        if (!setup || !gv_setup_memory(setup, TARGET_VRAM, 2 * PAGE_64K, PAGE_64K, &memory) ||
            !gv_setup_map(setup, 0, PAGE_4K, GMMU_PAGE_4K, memory) ||
            !gv_setup_map(setup, PAGE_2M, PAGE_64K, GMMU_PAGE_64K, linear_add(memory, PAGE_64K)) ||
            !gv_setup_bind(setup, BAR1))
            return;
        expect_bar_read(setup, BAR1, 0x10, linear_add(memory, 0x10));
        expect_bar_read(setup, BAR1, PAGE_2M + 0x20, linear_add(memory, PAGE_64K + 0x20));
    }
}

/* All of a space's tables at 4 GiB or above: no upper bit of the page directory base and of directory entries is lost
 * (§3.1, §5.2). */
static void tables_above_4_gib(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);
    linear_addr memory, tables;

    if (!setup || !gv_setup_high_memory(setup, TARGET_SYSRAM_SNOOP, 8 * PAGE_4K, &tables) ||
        !gv_setup_ok(setup, space_open_at(&setup->space, t->card, tables, 8 * PAGE_4K),
                     "making page tables") ||
        !gv_setup_memory(setup, TARGET_VRAM, 2 * PAGE_64K, PAGE_64K, &memory) ||
        !gv_setup_map(setup, 0, PAGE_4K, GMMU_PAGE_4K, memory) ||
        !gv_setup_map(setup, PAGE_2M, PAGE_64K, GMMU_PAGE_64K, linear_add(memory, PAGE_64K)) ||
        !gv_setup_bind(setup, BAR1))
        return;
    expect_bar_read(setup, BAR1, 0x10, linear_add(memory, 0x10));
    expect_bar_read(setup, BAR1, PAGE_2M + 0x20, linear_add(memory, PAGE_64K + 0x20));
}

/* The block of a BAR may lie in system memory, too (§2.2). */
static void instance_anywhere(struct test *t)
{
    static const enum target targets[] = { TARGET_SYSRAM_SNOOP, TARGET_SYSRAM_NOSNOOP };

    for (unsigned i = 0; i < ARRAY_SIZE(targets); i++) {
        struct gv_setup *const setup = gv_setup_open(t);
        linear_addr memory;

        if (!setup || !gv_setup_memory(setup, TARGET_VRAM, PAGE_4K, PAGE_4K, &memory) ||
            !gv_setup_map(setup, 0, PAGE_4K, GMMU_PAGE_4K, memory) ||
            !gv_setup_ok(setup, instance_make(&setup->space, targets[i], NULL, &setup->instance),
                         "making an instance block") ||
            !gv_setup_forget(setup) ||
            !gv_setup_ok(setup, bar_bind(t->card, BAR1, setup->instance), "binding BAR1"))
            return;
        expect_bar_read(setup, BAR1, 0x40, linear_add(memory, 0x40));
    }
}

/* Two BARs, two spaces, one address: neither translation is the other's. */
static void bars_are_apart(struct test *t)
{
    struct gv_setup *const one = gv_setup_open(t), *const two = gv_setup_open(t);
    linear_addr first, second;

    if (!one || !two || !gv_setup_memory(one, TARGET_VRAM, PAGE_4K, PAGE_4K, &first) ||
        !gv_setup_memory(two, TARGET_VRAM, PAGE_4K, PAGE_4K, &second) ||
        !gv_setup_map(one, 0, PAGE_4K, GMMU_PAGE_4K, first) ||
        !gv_setup_map(two, 0, PAGE_4K, GMMU_PAGE_4K, second) || !gv_setup_bind(one, BAR1) ||
        !gv_setup_bind(two, BAR2))
        return;
    for (unsigned i = 0; i < 4; i++) {
        expect_bar_read(one, BAR1, 4 * i, linear_add(first, 4 * i));
        expect_bar_read(two, BAR2, 4 * i, linear_add(second, 4 * i));
    }
}

/* Another instance block is another space, as soon as the bind has ended (§2.2). */
static void rebinding_changes_the_space(struct test *t)
{
    for (enum bar bar = BAR1; bar < BAR_COUNT; bar++) {
        struct gv_setup *const one = gv_setup_open(t), *const two = gv_setup_open(t);
        linear_addr first, second;

        if (!one || !two || !gv_setup_memory(one, TARGET_VRAM, PAGE_4K, PAGE_4K, &first) ||
            !gv_setup_memory(two, TARGET_VRAM, PAGE_4K, PAGE_4K, &second) ||
            !gv_setup_map(one, 0, PAGE_4K, GMMU_PAGE_4K, first) ||
            !gv_setup_map(two, 0, PAGE_4K, GMMU_PAGE_4K, second) || !gv_setup_bind(one, bar))
            return;
        expect_bar_read(one, bar, 0, first);
        if (!gv_setup_bind(two, bar))
            return;
        expect_bar_read(two, bar, 0, second);
        if (!gv_setup_ok(one, bar_bind(t->card, bar, one->instance), "binding a BAR again"))
            return;
        expect_bar_read(one, bar, 0, first);
    }
}

/* In mode PHYSICAL, the state after reset, a BAR shows VRAM as it is (K15). */
static void physical_mode_shows_vram(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);
    linear_addr memory;

    if (!setup || !gv_setup_memory(setup, TARGET_VRAM, PAGE_4K, PAGE_4K, &memory))
        return;
    if (memory.v + PAGE_4K > bar_size(t->card, BAR1)) {
        test_skip(t, "no free VRAM within BAR1");
        return;
    }
    card_set32(t->card, gv100_places_of(t->card->chip)->bar1_block, 0);
    if (gv_setup_ok(setup, bar_settled(t->card, BAR1), "unbinding BAR1"))
        expect_bar_read(setup, BAR1, memory.v, memory);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.page.4k", .source = "gv100.md §5.4, §2.2", .run = pages_of_4k,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "window.vram" },
    { .name = "vm.page.64k", .source = "gv100.md §5.3, §5.4", .run = pages_of_64k,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "window.vram" },
    { .name = "vm.page.2m", .source = "gv100.md §5.3, §5.4", .run = pages_of_2m,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "window.vram" },
    { .name = "vm.page.order", .source = "gv100.md §5.4", .run = pages_in_any_order,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.page.4k" },
    { .name = "vm.page.width", .source = "gv100.md §2.2", .run = narrow_and_wide_accesses,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.page.4k" },
    { .name = "vm.page.system", .source = "gv100.md §5.4, PTE bits 2:1", .run = system_pages,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.page.4k,link.dma" },
    { .name = "vm.tables.system", .source = "gv100.md §5.2, PDE bits 2:1", .run = tables_anywhere,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.page.4k,vm.page.64k,link.dma" },
    { .name = "vm.tables.high", .source = "gv100.md §3.1, §5.2", .run = tables_above_4_gib,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.tables.system,link.dma.high" },
    { .name = "vm.instance.system", .source = "gv100.md §2.2", .run = instance_anywhere,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.page.4k,link.dma" },
    { .name = "vm.bars", .source = "gv100.md §2.2", .run = bars_are_apart,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.page.4k" },
    { .name = "vm.rebind", .source = "gv100.md §2.2", .run = rebinding_changes_the_space,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.page.4k" },
    { .name = "vm.physical", .source = "gv100.md §2.2", .run = physical_mode_shows_vram,
      .basis = UNVERIFIED, .experiment = "gv100.md §11 K15", .claim = CLAIM_VM, .needs = "window.vram" },
};
/* clang-format on */

const struct test_group gv100_bar_tests = { rows, ARRAY_SIZE(rows) };
