/* Page directories and page tables: sizes, places, rights, absence. */
#include "suite/nv50/groups.h"

#include "engines/nv50/fault.h"
#include "engines/vram.h"
#include "engines/window.h"

#define PAGE    0x1000
#define NOWHERE ((linear_addr){ 0, TARGET_INVALID })

/* Reads and writes near both ends of a page that is mapped at `at` of the object. */
static void expect_page(struct test *t, logical_addr at, linear_addr page, uint64_t size)
{
    expect_read(t, APERTURE_BAR1, at, page);
    expect_read(t, APERTURE_BAR1, (logical_addr){ at.v + size - 4 },
                (linear_addr){ page.v + size - 4, page.target });
    expect_write(t, APERTURE_BAR1, (logical_addr){ at.v + size / 2 },
                 (linear_addr){ page.v + size / 2, page.target });
}

/* A page of one size, the second one of its table (tesla-vm.md §1.7). */
static void pages_of(struct test *t, enum pde_type type, unsigned shift, enum target target)
{
    const uint64_t size = UINT64_C(1) << shift;
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    const linear_addr page = setup_memory(&setup, target, size, size);
    const uint16_t selector =
        setup_one_page(&setup, type, TARGET_VRAM, (virtual_addr){ size }, page);
    if (!setup_ready(&setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    expect_page(t, (logical_addr){ size }, page, size);
    expect_no_fault(t, "accesses to a present page");
    vram_arena_reset(t->card);
}

/* No driver reads system memory through a BAR, where the read comes back over the link that the CPU waits
 * on (silicon-sequences.md §14, 4), so these are tests of their own. */
static void system_pages_of(struct test *t, enum pde_type type, unsigned shift)
{
    pages_of(t, type, shift, TARGET_SYSRAM_SNOOP);
    pages_of(t, type, shift, TARGET_SYSRAM_NOSNOOP);
}

static void pages_of_4k(struct test *t)
{
    pages_of(t, PDE_TYPE_4K, PAGE_SHIFT_4K, TARGET_VRAM);
}

static void system_pages_of_4k(struct test *t)
{
    system_pages_of(t, PDE_TYPE_4K, PAGE_SHIFT_4K);
}

static void pages_of_16k(struct test *t)
{
    pages_of(t, PDE_TYPE_16K, PAGE_SHIFT_16K, TARGET_VRAM);
}

static void system_pages_of_16k(struct test *t)
{
    system_pages_of(t, PDE_TYPE_16K, PAGE_SHIFT_16K);
}

static void pages_of_64k(struct test *t)
{
    pages_of(t, PDE_TYPE_64K, PAGE_SHIFT_64K, TARGET_VRAM);
}

static void system_pages_of_64k(struct test *t)
{
    system_pages_of(t, PDE_TYPE_64K, PAGE_SHIFT_64K);
}

/* PDE bits 3:2: a page table may lie in any memory, whatever the channel does (tesla-vm.md §1.4). */
static void table_in(struct test *t, enum target where)
{
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    const linear_addr page = setup_memory(&setup, TARGET_VRAM, PAGE, PAGE);
    const uint16_t selector =
        setup_one_page(&setup, PDE_TYPE_4K, where, (virtual_addr){ 7 * PAGE }, page);
    if (!setup_ready(&setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    expect_page(t, (logical_addr){ 7 * PAGE }, page, PAGE);
}

static void table_in_vram(struct test *t)
{
    table_in(t, TARGET_VRAM);
}

static void table_in_snooped_memory(struct test *t)
{
    table_in(t, TARGET_SYSRAM_SNOOP);
}

static void table_in_unsnooped_memory(struct test *t)
{
    table_in(t, TARGET_SYSRAM_NOSNOOP);
}

/* Only PDE bits 1:0 say whether there is a table; drivers leave junk above (tesla-vm.md §1.7). */
static void absent_table_faults(struct test *t)
{
    static const uint64_t words[] = { 0, UINT64_C(0xdeadcafe00000000),
                                      UINT64_C(0xfffffffffffffffc) };

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        const struct dmaobj paged = object_paged();
        struct setup setup;

        setup_open(&setup, t, TARGET_VRAM);
        const uint16_t selector = setup_object(&setup, &paged);
        if (setup.err == OK)
            setup.err = vm_pde_word(&setup.vm, (virtual_addr){ 0 }, words[i]);
        if (!setup_ready(&setup))
            return;
        aperture_bind(t->card, APERTURE_BAR1, selector);
        expect_denied(t, &(struct denied){ .aperture = APERTURE_BAR1,
                                           .at = { 0x3004 },
                                           .reason = FAULT_PT_NOT_PRESENT,
                                           .channel = setup.vm.descriptor,
                                           .guarded = NOWHERE });
    }
}

/* The size code of a 4 KiB table: the last page inside is there, the next is PT_TOO_SHORT
 * (tesla-vm.md §1.7). BAR1 may be smaller than the range of the table, so the object's base
 * moves. */
static void size_code_ends_the_table(struct test *t)
{
    static const uint8_t codes[] = { PDE_SIZE_32M, PDE_SIZE_64M, PDE_SIZE_128M };
    static const uint64_t covers[] = { UINT64_C(32) << 20, UINT64_C(64) << 20,
                                       UINT64_C(128) << 20 };

    for (unsigned i = 0; i < ARRAY_SIZE(codes); i++) {
        struct pde pde = { .type = PDE_TYPE_4K, .size = codes[i] };
        struct dmaobj object = object_paged();
        struct setup setup;

        setup_open(&setup, t, TARGET_VRAM);
        const linear_addr page = setup_memory(&setup, TARGET_VRAM, PAGE, PAGE);
        const struct pte pte = pte_of(page);
        if (setup.err == OK)
            setup.err = vm_table(&setup.vm, (virtual_addr){ 0 }, &pde, TARGET_VRAM);
        setup_page(&setup, &pde, (virtual_addr){ covers[i] - PAGE }, &pte);
        object.base = covers[i] - PAGE;
        const uint16_t selector = setup_object(&setup, &object);
        if (!setup_ready(&setup))
            return;
        aperture_bind(t->card, APERTURE_BAR1, selector);
        expect_page(t, (logical_addr){ 0 }, page, PAGE);
        expect_denied(t, &(struct denied){ .aperture = APERTURE_BAR1,
                                           .at = { PAGE },
                                           .reason = FAULT_PT_TOO_SHORT,
                                           .base = object.base,
                                           .channel = setup.vm.descriptor,
                                           .guarded = NOWHERE });
        vram_arena_reset(t->card); /* one table at a time: a small card has no room for all */
    }
}

/* Tables of 64 KiB pages are always full, whatever the size code (tesla-vm.md §1.7; a driver of 2010
 * wrote code 3 and used all of the table). */
static void size_code_spares_large_tables(struct test *t)
{
    struct pde pde = { .type = PDE_TYPE_64K, .size = PDE_SIZE_512M };
    const uint64_t at = UINT64_C(0x1fff) << PAGE_SHIFT_64K;
    struct dmaobj object = object_paged();
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    const linear_addr page = setup_memory(&setup, TARGET_VRAM, LARGE_PAGE, LARGE_PAGE);
    const struct pte pte = pte_of(page);
    if (setup.err == OK)
        setup.err = vm_table(&setup.vm, (virtual_addr){ 0 }, &pde, TARGET_VRAM);
    pde.size = PDE_SIZE_32M;
    if (setup.err == OK)
        setup.err = vm_pde(&setup.vm, (virtual_addr){ 0 }, &pde);
    setup_page(&setup, &pde, (virtual_addr){ at }, &pte);
    object.base = at;
    const uint16_t selector = setup_object(&setup, &object);
    if (!setup_ready(&setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    expect_page(t, (logical_addr){ 0 }, page, LARGE_PAGE);
}

/* Every bit of the index counts: the last page of a full table is accessed. A page that is half a table below it is
 * mapped too, to other memory, and would answer if the index's top bit were lost (tesla-vm.md §1.7). */
static void last_page_of(struct test *t, enum pde_type type, unsigned shift)
{
    const uint64_t span = UINT64_C(1) << PD_SPAN_LOG2, size = UINT64_C(1) << shift;
    struct pde pde = { .type = (uint8_t)type, .size = PDE_SIZE_512M };
    struct dmaobj object = object_paged();
    linear_addr pages[2];
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    for (unsigned i = 0; i < 2; i++)
        pages[i] = setup_memory(&setup, TARGET_VRAM, size, size);
    if (setup.err == OK)
        setup.err = vm_table(&setup.vm, (virtual_addr){ 0 }, &pde, TARGET_SYSRAM_SNOOP);
    for (unsigned i = 0; i < 2; i++) {
        const struct pte pte = pte_of(pages[i]);
        setup_page(&setup, &pde, (virtual_addr){ span / (i + 1) - size }, &pte);
    }
    object.base = span - size;
    const uint16_t selector = setup_object(&setup, &object);
    if (!setup_ready(&setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    expect_page(t, (logical_addr){ 0 }, pages[0], size);
    vram_arena_reset(t->card);
}

static void last_pages_of_full_tables(struct test *t)
{
    last_page_of(t, PDE_TYPE_4K, PAGE_SHIFT_4K);
    last_page_of(t, PDE_TYPE_64K, PAGE_SHIFT_64K);
    if (nv50_chip_of(t->card->chip)->features & FEATURE_PAGES_16K)
        last_page_of(t, PDE_TYPE_16K, PAGE_SHIFT_16K);
}

/* Knob pde_type2_before_gt215: type 2 is no table there (tesla-vm.md §1.5 T10). */
static void type_2_is_absent_before_gt215(struct test *t)
{
    const struct dmaobj paged = object_paged();
    uint64_t word = 0;
    struct setup setup;

    if (nv50_chip_of(t->card->chip)->features & FEATURE_PAGES_16K) {
        test_lacks(t, "this chipset has 16 KiB pages");
        return;
    }
    setup_open(&setup, t, TARGET_VRAM);
    const linear_addr page = setup_memory(&setup, TARGET_VRAM, LARGE_PAGE, LARGE_PAGE);
    const struct pte pte = pte_of(page);
    const struct pde table = setup_table(&setup, (virtual_addr){ 0 }, PDE_TYPE_4K, TARGET_VRAM);
    setup_page(&setup, &table, (virtual_addr){ 0 }, &pte);
    const uint16_t selector = setup_object(&setup, &paged);
    if (setup.err == OK)
        setup.err = pde_pack(nv50_chip_of(t->card->chip), &table, &word);
    if (setup.err == OK)
        setup.err = vm_pde_word(&setup.vm, (virtual_addr){ 0 },
                                (word & ~PDE_TYPE) | FIELD_PUT(PDE_TYPE, UINT64_C(2)));
    if (!setup_ready(&setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    expect_denied(t, &(struct denied){ .aperture = APERTURE_BAR1,
                                       .at = { 0x40 },
                                       .reason = FAULT_PT_NOT_PRESENT,
                                       .channel = setup.vm.descriptor,
                                       .guarded = NOWHERE });
}

/* A present and an absent page side by side, seen through each page size. */
static void absent_page_of(struct test *t, enum pde_type type, unsigned shift)
{
    const uint64_t size = UINT64_C(1) << shift;
    const struct dmaobj paged = object_paged();
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    const linear_addr page = setup_memory(&setup, TARGET_VRAM, size, size);
    const struct pte present = pte_of(page);
    struct pte absent = pte_of(page);
    absent.present = false; /* everything but the present bit is as in the other */
    const struct pde table = setup_table(&setup, (virtual_addr){ 0 }, type, TARGET_VRAM);
    setup_page(&setup, &table, (virtual_addr){ 0 }, &present);
    setup_page(&setup, &table, (virtual_addr){ size }, &absent);
    const uint16_t selector = setup_object(&setup, &paged);
    if (!setup_ready(&setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    expect_read(t, APERTURE_BAR1, (logical_addr){ 0x10 },
                (linear_addr){ page.v + 0x10, TARGET_VRAM });
    for (unsigned write = 0; write < 2; write++)
        expect_denied(t, &(struct denied){ .aperture = APERTURE_BAR1,
                                           .at = { size + 0x10 },
                                           .write = write,
                                           .reason = FAULT_PAGE_NOT_PRESENT,
                                           .channel = setup.vm.descriptor,
                                           .guarded = { page.v + 0x10, TARGET_VRAM } });
    vram_arena_reset(t->card);
}

/* Bit 0 of a PTE is "page present". An access through an absent page does not reach memory. */
static void absent_page_faults(struct test *t)
{
    absent_page_of(t, PDE_TYPE_4K, PAGE_SHIFT_4K);
    absent_page_of(t, PDE_TYPE_64K, PAGE_SHIFT_64K);
}

/* PTE bit 3 and bit 6 through each aperture, both directions (tesla-vm.md §1.5 T16, T17). */
static void rights_are_kept(struct test *t, const struct pte *like, uint8_t reason, bool reads_too)
{
    const struct dmaobj paged = object_paged();
    struct pte pte = *like;
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    pte.page = setup_memory(&setup, TARGET_VRAM, PAGE, PAGE);
    const struct pde table = setup_table(&setup, (virtual_addr){ 0 }, PDE_TYPE_4K, TARGET_VRAM);
    setup_page(&setup, &table, (virtual_addr){ 0 }, &pte);
    const uint16_t selector = setup_object(&setup, &paged);
    if (!setup_ready(&setup))
        return;

    for (unsigned i = 0; i < setup_apertures(t); i++) {
        struct denied denied = { .aperture = (enum aperture)i,
                                 .at = { 0x20 },
                                 .write = true,
                                 .reason = reason,
                                 .channel = setup.vm.descriptor,
                                 .guarded = { pte.page.v + 0x20, TARGET_VRAM } };

        aperture_bind(t->card, denied.aperture, selector);
        expect_denied(t, &denied);
        denied.write = false;
        if (reads_too)
            expect_denied(t, &denied);
        else
            expect_read(t, denied.aperture, denied.at, denied.guarded);
    }
}

static void read_only_page_refuses_writes(struct test *t)
{
    rights_are_kept(t, &(struct pte){ .present = true, .read_only = true }, FAULT_PAGE_READ_ONLY,
                    false);
}

static void supervisor_page_refuses_users(struct test *t)
{
    rights_are_kept(t, &(struct pte){ .present = true, .supervisor = true },
                    FAULT_PAGE_SUPERVISOR_ONLY, true);
}

/* Virtual address bits 39:29 choose the PDE: four tables, four pages (tesla-vm.md §1.5 T9). */
static void directory_entries_are_separate(struct test *t)
{
    static const uint64_t entries[] = { 0, 1, 2, 0x400, 0x7ff };
    linear_addr pages[ARRAY_SIZE(entries)];
    uint16_t selectors[ARRAY_SIZE(entries)];
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    for (unsigned i = 0; i < ARRAY_SIZE(entries); i++) {
        const virtual_addr at = { entries[i] << PD_SPAN_LOG2 };
        struct dmaobj object = object_paged();

        pages[i] = setup_memory(&setup, TARGET_VRAM, PAGE, PAGE);
        const struct pte pte = pte_of(pages[i]);
        const struct pde table = setup_table(&setup, at, PDE_TYPE_4K, TARGET_VRAM);
        setup_page(&setup, &table, at, &pte);
        object.base = at.v;
        selectors[i] = setup_object(&setup, &object);
    }
    if (!setup_ready(&setup))
        return;

    for (unsigned i = 0; i < ARRAY_SIZE(entries); i++) {
        aperture_bind(t->card, APERTURE_BAR1, selectors[i]);
        expect_read(t, APERTURE_BAR1, (logical_addr){ 0 }, pages[i]);
    }
}

/* A page mapped by raw words, to set bits that the packers refuse. */
static void raw_page(struct test *t, enum pde_type type, unsigned shift, uint64_t pde_bits,
                     uint64_t pte_bits)
{
    const uint64_t size = UINT64_C(1) << shift;
    const struct dmaobj paged = object_paged();
    uint64_t pde_word = 0, pte_word = 0;
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    const linear_addr page = setup_memory(&setup, TARGET_VRAM, size, size);
    const struct pte pte = pte_of(page);
    const struct pde table = setup_table(&setup, (virtual_addr){ 0 }, type, TARGET_VRAM);
    if (setup.err == OK)
        setup.err = pde_pack(nv50_chip_of(t->card->chip), &table, &pde_word);
    if (setup.err == OK)
        setup.err = vm_pde_word(&setup.vm, (virtual_addr){ 0 }, pde_word | pde_bits);
    if (setup.err == OK)
        setup.err = pte_pack(nv50_chip_of(t->card->chip), shift, &pte, &pte_word);
    if (setup.err == OK)
        setup.err = vm_pte_word(&setup.vm, &table, (virtual_addr){ 0 }, pte_word | pte_bits);
    const uint16_t selector = setup_object(&setup, &paged);
    if (!setup_ready(&setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    expect_page(t, (logical_addr){ 0 }, page, size);
    expect_no_fault(t, "reserved bits");
    vram_arena_reset(t->card);
}

/* Knob reserved_bits: bits without a known meaning do not matter (tesla-vm.md §1.7). */
static void reserved_bits_are_ignored(struct test *t)
{
    raw_page(t, PDE_TYPE_4K, PAGE_SHIFT_4K, PDE_UNKNOWN, 0);
    raw_page(t, PDE_TYPE_4K, PAGE_SHIFT_4K, PDE_IGNORED, 0);
    raw_page(t, PDE_TYPE_4K, PAGE_SHIFT_4K, 0, PTE_UNKNOWN | PTE_UNKNOWN_63);
    raw_page(t, PDE_TYPE_64K, PAGE_SHIFT_64K, 0, BITS64(15, 12));
}

/* Bits 39:32 of a VRAM page and of a VRAM page table do not count (tesla-vm.md §1.7). */
static void high_vram_bits_are_dropped(struct test *t)
{
    raw_page(t, PDE_TYPE_4K, PAGE_SHIFT_4K, 0, BITS64(39, 32));
    raw_page(t, PDE_TYPE_4K, PAGE_SHIFT_4K, BITS64(39, 32), 0);
    raw_page(t, PDE_TYPE_64K, PAGE_SHIFT_64K, 0, BITS64(35, 33));
}

/* A page beyond the end of VRAM (tesla-vm.md §1.11). */
static void page_beyond_vram_faults(struct test *t)
{
    const struct dmaobj paged = object_paged();
    struct pte pte = pte_of((linear_addr){ t->card->vram.size, TARGET_VRAM });
    struct setup setup;

    if (t->card->vram.size >> 32) {
        test_lacks(t, "VRAM fills all 32 address bits");
        return;
    }
    setup_open(&setup, t, TARGET_VRAM);
    const struct pde table = setup_table(&setup, (virtual_addr){ 0 }, PDE_TYPE_4K, TARGET_VRAM);
    setup_page(&setup, &table, (virtual_addr){ 0 }, &pte);
    const uint16_t selector = setup_object(&setup, &paged);
    if (!setup_ready(&setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    expect_denied(t, &(struct denied){ .aperture = APERTURE_BAR1,
                                       .at = { 0x10 },
                                       .reason = FAULT_VRAM_LIMIT,
                                       .channel = setup.vm.descriptor,
                                       .guarded = NOWHERE });
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.pte.4k", .source = "tesla-vm.md §1.7", .run = pages_of_4k,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.pte.4k.sysram", .source = "tesla-vm.md §1.7", .run = system_pages_of_4k,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "link.dma", .flags = TEST_RISKY },
    { .name = "vm.pte.64k.sysram", .source = "tesla-vm.md §1.7", .run = system_pages_of_64k,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "link.dma", .flags = TEST_RISKY },
    { .name = "vm.pte.16k", .source = "tesla-vm.md §1.7", .run = pages_of_16k,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .flags = TEST_RISKY, .features = FEATURE_PAGES_16K },
    { .name = "vm.pte.16k.sysram", .source = "tesla-vm.md §1.7", .run = system_pages_of_16k,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "link.dma", .flags = TEST_RISKY, .features = FEATURE_PAGES_16K },
    { .name = "vm.pte.64k", .source = "tesla-vm.md §1.7", .run = pages_of_64k,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.pde.vram", .source = "tesla-vm.md §1.7, PDE bits 3:2", .run = table_in_vram,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.pde.snoop", .source = "tesla-vm.md §1.7, PDE bits 3:2", .run = table_in_snooped_memory,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "link.dma", .flags = TEST_RISKY },
    { .name = "vm.pde.nosnoop", .source = "tesla-vm.md §1.7, PDE bits 3:2", .run = table_in_unsnooped_memory,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "link.dma", .flags = TEST_RISKY },
    { .name = "vm.pde.absent", .source = "tesla-vm.md §1.7, PDE bits 1:0", .run = absent_table_faults,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.pde.entries", .source = "tesla-vm.md §1.5 T9", .run = directory_entries_are_separate,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.pde.size", .source = "tesla-vm.md §1.7, PDE bits 6:5", .run = size_code_ends_the_table,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.pde.size.64k", .source = "tesla-vm.md §1.7", .run = size_code_spares_large_tables,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.pte.last", .source = "tesla-vm.md §1.7", .run = last_pages_of_full_tables,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "link.dma", .flags = TEST_RISKY },
    { .name = "vm.pde.type2", .source = "tesla-vm.md §1.5 T10", .run = type_2_is_absent_before_gt215,
      .basis = UNVERIFIED, .experiment = "E04", .claim = CLAIM_VM },
    { .name = "vm.pte.absent", .source = "tesla-vm.md §1.7, PTE bit 0", .run = absent_page_faults,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.pte.read_only", .source = "tesla-vm.md §1.7, PTE bit 3", .run = read_only_page_refuses_writes,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.pte.supervisor", .source = "tesla-vm.md §1.7, PTE bit 6", .run = supervisor_page_refuses_users,
      .basis = UNVERIFIED, .experiment = "E08", .claim = CLAIM_VM },
    { .name = "vm.pte.vram_bits", .source = "tesla-vm.md §1.7", .run = high_vram_bits_are_dropped,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .flags = TEST_RISKY },
    { .name = "vm.pte.reserved", .source = "tesla-vm.md §1.7", .run = reserved_bits_are_ignored,
      .basis = UNVERIFIED, .experiment = "E06", .claim = CLAIM_VM },
    { .name = "vm.pte.vram_limit", .source = "tesla-vm.md §1.11", .run = page_beyond_vram_faults,
      .basis = UNVERIFIED, .experiment = "E09", .claim = CLAIM_VM, .flags = TEST_RISKY },
};
/* clang-format on */
const struct test_group page_tests = { rows, ARRAY_SIZE(rows) };
