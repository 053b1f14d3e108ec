/* The levels of the GMMU's tables: which entry is looked at, where it leads, and which wins of two
 * possible ones. */
#include "suite/gv100/groups.h"

#include "engines/vram.h"
#include "engines/window.h"
#include "mmu/gv100/ramin.h"
#include "mmu/gv100/rules.h"
#include "mmu/gv100/walk.h"

/* Two entries of PD0 lead to two tables: the same place in either is another page (§5.1). */
static void entries_of_pd0(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);
    linear_addr memory;

    if (!setup || !gv_setup_memory(setup, TARGET_VRAM, 8 * PAGE_4K, PAGE_4K, &memory))
        return;
    for (unsigned i = 0; i < 8; i++)
        if (!gv_setup_map(setup, (uint64_t)i * PAGE_2M, PAGE_4K, GMMU_PAGE_4K,
                          linear_add(memory, i * PAGE_4K)))
            return;
    if (!gv_setup_bind(setup, BAR1))
        return;
    for (unsigned i = 0; i < 8; i++)
        expect_bar_read(setup, BAR1, (uint64_t)i * PAGE_2M + 4,
                        linear_add(memory, i * PAGE_4K + 4));
}

/* Every index bit of the small and the big table counts, and so do those of PD0 that a BAR reaches. */
static void index_bits_count(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);
    const uint64_t reach = bar_size(t->card, BAR1);
    linear_addr memory;
    unsigned n = 0;

    if (!setup || !gv_setup_memory(setup, TARGET_VRAM, 40 * PAGE_4K, PAGE_4K, &memory))
        return;
    for (uint64_t bit = PAGE_4K; bit < reach; bit <<= 1, n++)
        if (!gv_setup_map(setup, bit, PAGE_4K, GMMU_PAGE_4K, linear_add(memory, n * PAGE_4K)))
            return;
    if (!gv_setup_bind(setup, BAR1))
        return;
    n = 0;
    for (uint64_t bit = PAGE_4K; bit < reach; bit <<= 1, n++)
        expect_bar_read(setup, BAR1, bit + 8, linear_add(memory, n * PAGE_4K + 8));
}

/* The highest address of a power of two that VRAM has a free page of `size` at or above; 0: none. */
static uint64_t place_at_bit(struct card *card, unsigned bit, uint64_t size)
{
    const uint64_t at = UINT64_C(1) << bit;

    return vram_is_free(card, at, size) ? at : 0;
}

/* A page whose address has one bit set, and the page at the address without it, which must not be met. */
static void address_bits_of_pages(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);

    if (!setup || !gv_setup_bind(setup, BAR1))
        return;
    for (unsigned bit = GMMU_PAGE_4K; bit < GMMU_VID_BITS; bit++) {
        const linear_addr there = { place_at_bit(t->card, bit, PAGE_4K), TARGET_VRAM };

        if (!there.v || there.v < t->card->vram_next)
            continue;
        const uint32_t before = gv_setup_read(setup, there);
        if (!gv_setup_name(setup, there) || !gv_setup_map(setup, 0, PAGE_4K, GMMU_PAGE_4K, there) ||
            !gv_setup_forget(setup))
            return;
        expect_bar_read(setup, BAR1, 0, there);
        if (!gv_setup_write(setup, there, before))
            return;
    }
}

/* The whole path of one address, whose tables lie at `at` one after the other: instance block, PD3 to PD0, small
 * table. */
static bool path_at(struct gv_setup *setup, linear_addr at, linear_addr page)
{
    struct card *const card = setup->card;
    const uint64_t next = card->vram_next;
    struct space space = { 0 };

    card->vram_next = at.v;
    const struct gmmu_pte pte = pte_to(page);
    const bool made =
        gv_setup_ok(setup, space_open(&space, card, TARGET_VRAM), "making tables") &&
        gv_setup_ok(setup, space_page(&space, (virtual_addr){ 0 }, GMMU_PAGE_4K, &pte),
                    "making tables") &&
        gv_setup_ok(setup, instance_make(&space, TARGET_VRAM, NULL, &setup->instance),
                    "making an instance block") &&
        gv_setup_ok(setup, bar_flush(card), "flushing host writes") &&
        gv_setup_ok(setup, tlb_invalidate(card, &(struct tlb_scope){ .pdb = space.root }),
                    "invalidating TLBs") &&
        gv_setup_ok(setup, bar_bind(card, BAR1, setup->instance), "binding BAR1");

    card->vram_next = next;
    return made;
}

/* Tables and instance blocks at addresses with one bit set: a bit that PDE, PDB or BAR block loses leads
 * elsewhere (§2.2, §3.1, §5.2). */
static void address_bits_of_tables(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);
    linear_addr page;

    if (!setup || !gv_setup_memory(setup, TARGET_VRAM, PAGE_4K, PAGE_4K, &page))
        return;
    for (unsigned bit = GMMU_PAGE_2M; bit < GMMU_VID_BITS; bit++) {
        const linear_addr there = { place_at_bit(t->card, bit, 8 * PAGE_4K), TARGET_VRAM };

        if (!there.v || there.v < t->card->vram_next)
            continue;
        if (!path_at(setup, there, page) ||
            !expect_bar_read(setup, BAR1, 0x30, linear_add(page, 0x30)))
            return;
    }
}

/* ---- both kinds of table under one entry of PD0 (§5.3 to §5.5) ------------------------------- */

struct mixed {
    struct gv_setup *setup;
    linear_addr big, small; /* pages of 64 KiB */
    linear_addr big_entry, small_entry;
};

/* Address 0 has a PTE in either table. */
static bool mixed_open(struct test *t, struct mixed *m)
{
    struct gv_setup *const setup = m->setup = gv_setup_open(t);

    return setup && gv_setup_memory(setup, TARGET_VRAM, PAGE_64K, PAGE_64K, &m->big) &&
           gv_setup_memory(setup, TARGET_VRAM, PAGE_64K, PAGE_64K, &m->small) &&
           gv_setup_map(setup, 0, PAGE_64K, GMMU_PAGE_64K, m->big) &&
           gv_setup_map(setup, 0, PAGE_64K, GMMU_PAGE_4K, m->small) &&
           gv_setup_ok(setup,
                       space_entry(&setup->space, (virtual_addr){ 0 }, GMMU_PT_BIG, &m->big_entry),
                       "finding a PTE") &&
           gv_setup_ok(
               setup,
               space_entry(&setup->space, (virtual_addr){ 0 }, GMMU_PT_SMALL, &m->small_entry),
               "finding a PTE");
}

static bool put_word(struct mixed *m, linear_addr entry, uint64_t word)
{
    return gv_setup_ok(m->setup, space_write(&m->setup->space, entry, word), "writing a PTE");
}

static void big_page_counts_alone(struct test *t)
{
    struct mixed m;

    if (mixed_open(t, &m) && put_word(&m, m.small_entry, 0) && gv_setup_bind(m.setup, BAR1))
        expect_bar_read(m.setup, BAR1, 0x124, linear_add(m.big, 0x124));
}

static void small_page_counts_alone(struct test *t)
{
    struct mixed m;

    if (mixed_open(t, &m) && put_word(&m, m.big_entry, 0) && gv_setup_bind(m.setup, BAR1))
        expect_bar_read(m.setup, BAR1, 0x124, linear_add(m.small, 0x124));
}

static void big_page_wins(struct test *t)
{
    struct mixed m;

    if (mixed_open(t, &m) && gv_setup_bind(m.setup, BAR1))
        expect_bar_read(m.setup, BAR1, 0x124, linear_add(m.big, 0x124));
}

/* An invalid 64K PTE with PRIVILEGE says that nothing under it is valid, whatever the 4K table holds. */
static void privilege_hint_hides_small_pages(struct test *t)
{
    struct mixed m;

    if (!mixed_open(t, &m) || !put_word(&m, m.big_entry, GMMU_PTE_PRIVILEGE) ||
        !gv_setup_bind(m.setup, BAR1))
        return;
    bar_read32(t->card, BAR1, (virtual_addr){ 0x124 });
    expect_latched(m.setup, &(struct gmmu_fault){ .instance = m.setup->instance.v,
                                                  .type = GMMU_FAULT_PTE,
                                                  .engine = bar_engine(t->card, BAR1),
                                                  .client = GMMU_HUB_CLIENT_HOST_CPU,
                                                  .from_hub = true,
                                                  .access = GMMU_ACCESS_VIRT_READ });
}

#define BIG_TABLE 0x100u /* bytes of a table of 64 KiB pages */

/* Entry `i` of PD0 leads to the ith of the tables that are packed into one page; page 0 of it is `page`. */
static bool pack_table(struct gv_setup *setup, unsigned i, linear_addr tables, linear_addr page)
{
    const linear_addr table = linear_add(tables, i * BIG_TABLE);
    const struct gmmu_pde pde = { .aperture = GMMU_PDE_VIDEO_MEMORY, .table = table.v };
    const struct gmmu_pte pte = pte_to(page);
    linear_addr entry;
    uint64_t pde_word = 0, pte_word = 0;

    return gv_setup_ok(setup, gmmu_big_pde_pack(&pde, &pde_word), "packing an entry") &&
           gv_setup_ok(setup, gmmu_pte_pack(&pte, GMMU_PAGE_64K, &pte_word), "packing an entry") &&
           gv_setup_ok(setup,
                       space_entry(&setup->space, (virtual_addr){ (uint64_t)i * PAGE_2M }, GMMU_PD0,
                                   &entry),
                       "finding an entry") &&
           gv_setup_ok(setup, space_write(&setup->space, entry, pde_word), "writing an entry") &&
           gv_setup_ok(setup, space_write(&setup->space, table, pte_word), "writing an entry");
}

/* 64K tables lie at any multiple of 256 bytes: those packed into one page are told apart. `step` 4 leaves bits 9:8
 * of their addresses alone. */
static void packed_tables(struct test *t, unsigned step)
{
    struct gv_setup *const setup = gv_setup_open(t);
    linear_addr memory, tables;

    if (!setup ||
        !gv_setup_memory(setup, TARGET_VRAM, 16 * (uint64_t)PAGE_64K, PAGE_64K, &memory) ||
        !gv_setup_reserve(setup, TARGET_VRAM, PAGE_4K, PAGE_4K, &tables) ||
        !gv_setup_ok(setup, card_memory_fill(t->card, tables, 0, PAGE_4K), "clearing tables"))
        return;
    for (unsigned i = 0; i < 16; i += step)
        if (!pack_table(setup, i, tables, linear_add(memory, (uint64_t)i * PAGE_64K)))
            return;
    if (!gv_setup_bind(setup, BAR1))
        return;
    for (unsigned i = 0; i < 16; i += step)
        expect_bar_read(setup, BAR1, (uint64_t)i * PAGE_2M + 0x44,
                        linear_add(memory, (uint64_t)i * PAGE_64K + 0x44));
}

static void big_tables_are_packed(struct test *t)
{
    packed_tables(t, 4);
}

/* Bit 9 of such an address is bit 5 of the entry, which has a meaning of its own elsewhere (K07). */
static void big_tables_are_packed_tightly(struct test *t)
{
    packed_tables(t, 1);
}

/* A page of 2 MiB beside entries with tables. */
static void huge_page_beside_tables(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);
    linear_addr huge, small, big;

    if (!setup || !gv_setup_reserve(setup, TARGET_VRAM, PAGE_2M, PAGE_2M, &huge) ||
        !gv_setup_memory(setup, TARGET_VRAM, PAGE_4K, PAGE_4K, &small) ||
        !gv_setup_memory(setup, TARGET_VRAM, PAGE_64K, PAGE_64K, &big) ||
        !gv_setup_map(setup, 0, PAGE_4K, GMMU_PAGE_4K, small) ||
        !gv_setup_map(setup, PAGE_2M, PAGE_2M, GMMU_PAGE_2M, huge) ||
        !gv_setup_map(setup, 2 * PAGE_2M, PAGE_64K, GMMU_PAGE_64K, big) ||
        !gv_setup_name(setup, linear_add(huge, 0x1ff000)) || !gv_setup_name(setup, huge) ||
        !gv_setup_bind(setup, BAR1))
        return;
    expect_bar_read(setup, BAR1, 0x10, linear_add(small, 0x10));
    expect_bar_read(setup, BAR1, PAGE_2M, huge);
    expect_bar_read(setup, BAR1, PAGE_2M + 0x1ff000, linear_add(huge, 0x1ff000));
    expect_bar_read(setup, BAR1, 2 * PAGE_2M + 0xf00, linear_add(big, 0xf00));
}

/* ---- random tables against the reference's walk ---------------------------------------------- */

#define RANDOM_PAGES 48

static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    return *state ^= *state << 5;
}

static bool read_tables(const struct mmu_memory *memory, linear_addr at, void *bytes, size_t size)
{
    return card_memory_read(memory->context, at, bytes, size) == OK;
}

/* The BAR translates an address as the walk of mmu/ does. */
static bool expect_as_walked(struct gv_setup *setup, uint64_t at)
{
    const struct mmu_memory memory = { read_tables, setup->card };
    const struct gmmu gmmu = { &gmmu_rules_default, &memory, setup->card->chip };
    const struct gmmu_access access = { .instance = setup->instance,
                                        .veid = GMMU_NO_VEID,
                                        .va = at };
    struct gmmu_result result = { 0 };

    gmmu_translate(&gmmu, &access, &result);
    if (result.outcome != GMMU_OK) {
        test_error(setup->t, "the tables of the test map nothing at 0x%llx",
                   (unsigned long long)at);
        return false;
    }
    return expect_bar_read(setup, BAR1, at, (linear_addr){ result.address, TARGET_VRAM });
}

/* Pages of three sizes at random places within the BAR. */
static void random_pages(struct test *t)
{
    static const unsigned shifts[] = { GMMU_PAGE_4K, GMMU_PAGE_4K, GMMU_PAGE_64K };
    struct gv_setup *const setup = gv_setup_open(t);
    const uint64_t entries = bar_size(t->card, BAR1) / PAGE_2M;
    uint32_t random = 0x1b873593u ^ t->config->seed;
    uint64_t at[RANDOM_PAGES];
    linear_addr memory;

    if (!setup || !gv_setup_memory(setup, TARGET_VRAM, 8 * (uint64_t)PAGE_64K, PAGE_64K, &memory))
        return;
    for (unsigned i = 0; i < RANDOM_PAGES; i++) {
        const unsigned shift = shifts[next_random(&random) % ARRAY_SIZE(shifts)];
        const uint64_t page = UINT64_C(1) << shift;
        const uint64_t there = next_random(&random) % (8 * PAGE_64K / page) * page;

        at[i] = next_random(&random) % entries * PAGE_2M;
        at[i] += next_random(&random) % (PAGE_2M / page) * page;
        if (!gv_setup_map(setup, at[i], page, shift, linear_add(memory, there)))
            return;
        at[i] += next_random(&random) % page & ~3u;
    }
    if (!gv_setup_bind(setup, BAR1))
        return;
    for (unsigned i = 0; i < RANDOM_PAGES; i++)
        if (!expect_as_walked(setup, at[i]))
            return;
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.pd0", .source = "gv100.md §5.1", .run = entries_of_pd0,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.page.4k" },
    { .name = "vm.index", .source = "gv100.md §5.1", .run = index_bits_count,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.pd0" },
    { .name = "vm.address", .source = "gv100.md §5.4", .run = address_bits_of_pages,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.page.4k,vram.size" },
    { .name = "vm.tables.address", .source = "gv100.md §2.2, §3.1, §5.2", .run = address_bits_of_tables,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.page.4k,vram.size" },
    { .name = "vm.mixed.big", .source = "gv100.md §5.4", .run = big_page_counts_alone,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.page.64k,vm.page.4k" },
    { .name = "vm.mixed.small", .source = "gv100.md §5.5, step 5", .run = small_page_counts_alone,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.page.64k,vm.page.4k" },
    { .name = "vm.mixed.both", .source = "gv100.md §5.5", .run = big_page_wins,
      .basis = UNVERIFIED, .experiment = "gv100.md §11 K01", .claim = CLAIM_VM,
      .needs = "vm.mixed.big,vm.mixed.small" },
    { .name = "vm.mixed.hint", .source = "gv100.md §5.5, step 5", .run = privilege_hint_hides_small_pages,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.mixed.small" },
    { .name = "vm.mixed.packed", .source = "gv100.md §5.3", .run = big_tables_are_packed,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.page.64k" },
    { .name = "vm.mixed.tight", .source = "gv100.md §5.3", .run = big_tables_are_packed_tightly,
      .basis = UNVERIFIED, .experiment = "gv100.md §11 K07", .claim = CLAIM_VM, .needs = "vm.mixed.packed" },
    { .name = "vm.mixed.huge", .source = "gv100.md §5.3", .run = huge_page_beside_tables,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.page.2m,vm.page.64k" },
    { .name = "vm.random", .source = "gv100.md §5.5", .run = random_pages,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.pd0,vm.mixed.packed" },
};
/* clang-format on */

const struct test_group gv100_table_tests = { rows, ARRAY_SIZE(rows) };
