/* DMA objects: base, limit, target, and the fields of pages that they override. */
#include "suite/nv50/groups.h"

#include "engines/nv50/family.h"
#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "mmu/nv50/place.h"
#include "suite/nv50/alias.h"

#define PAGE    0x1000
#define NOWHERE ((linear_addr){ 0, TARGET_INVALID })

/* A channel with one page mapped at virtual address 0. */
struct one_page {
    struct setup setup;
    linear_addr page;
    struct pde table;
};

static void open_one_page(struct one_page *one, struct test *t, const struct pte *like)
{
    struct pte pte = *like;

    setup_open(&one->setup, t, TARGET_VRAM);
    one->page = setup_memory(&one->setup, TARGET_VRAM, PAGE, PAGE);
    one->table = setup_table(&one->setup, (virtual_addr){ 0 }, PDE_TYPE_4K, TARGET_VRAM);
    pte.page = one->page;
    setup_page(&one->setup, &one->table, (virtual_addr){ 0 }, &pte);
}

enum { PASSES = -1 }; /* instead of a fault's reason */

static void expect_access(struct test *t, struct one_page *one, uint16_t selector, bool write,
                          int reason)
{
    aperture_bind(t->card, APERTURE_BAR1, selector);
    if (reason >= 0)
        expect_denied(t, &(struct denied){ .aperture = APERTURE_BAR1,
                                           .at = { 0x40 },
                                           .write = write,
                                           .reason = (uint8_t)reason,
                                           .channel = one->setup.vm.descriptor,
                                           .guarded = { one->page.v + 0x40, TARGET_VRAM } });
    else if (write)
        expect_write(t, APERTURE_BAR1, (logical_addr){ 0x40 },
                     (linear_addr){ one->page.v + 0x40, TARGET_VRAM });
    else
        expect_read(t, APERTURE_BAR1, (logical_addr){ 0x40 },
                    (linear_addr){ one->page.v + 0x40, TARGET_VRAM });
}

/* Selector 0 is no object: NULL_DMAOBJ, with the offset as address (tesla-vm.md §1.5 T3, §2.2). */
static void null_object_faults(struct test *t)
{
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    if (!setup_ready(&setup))
        return;
    for (unsigned i = 0; i < setup_apertures(t); i++) {
        aperture_bind(t->card, (enum aperture)i, 0);
        for (unsigned write = 0; write < 2; write++)
            expect_denied(t, &(struct denied){ .aperture = (enum aperture)i,
                                               .at = { 0x2340 },
                                               .write = write,
                                               .reason = FAULT_NULL_DMAOBJ,
                                               .channel = setup.vm.descriptor,
                                               .guarded = NOWHERE });
    }
}

/* The base is added, all 40 bits of it (tesla-vm.md §1.5 T6). */
static void base_is_added(struct test *t)
{
    /* In PDE 0, at a page inside it; in PDE 8, above 4 GiB; in the last PDE. */
    static const uint64_t bases[] = { 0x5000, 0x100003000, 0xffe0007000 };

    for (unsigned i = 0; i < ARRAY_SIZE(bases); i++) {
        const virtual_addr at = { bases[i] + 0x2000 };
        struct dmaobj object = object_paged();
        struct setup setup;

        setup_open(&setup, t, TARGET_VRAM);
        const linear_addr page = setup_memory(&setup, TARGET_VRAM, PAGE, PAGE);
        const struct pte pte = pte_of(page);
        const struct pde table = setup_table(&setup, at, PDE_TYPE_4K, TARGET_VRAM);
        setup_page(&setup, &table, at, &pte);
        object.base = bases[i];
        const uint16_t selector = setup_object(&setup, &object);
        if (!setup_ready(&setup))
            return;

        for (unsigned a = 0; a < setup_apertures(t); a++) {
            aperture_bind(t->card, (enum aperture)a, selector);
            expect_read(t, (enum aperture)a, (logical_addr){ 0x2010 },
                        (linear_addr){ page.v + 0x10, TARGET_VRAM });
        }
    }
}

/* The limit is an absolute address in the space of the sum; drivers program start + size - 1. The last
 * aligned word passes, the next 4 KiB does not (tesla-vm.md §1.6: all readings that drivers allow
 * agree on both). */
static void limit_ends_the_object(struct test *t)
{
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    const linear_addr pages = setup_memory(&setup, TARGET_VRAM, 4 * PAGE, PAGE);
    const linear_addr start = { pages.v + PAGE, TARGET_VRAM };
    const struct dmaobj object = object_unpaged(start, 2 * PAGE);
    const uint16_t selector = setup_object(&setup, &object);
    if (!setup_ready(&setup))
        return;

    for (unsigned i = 0; i < setup_apertures(t); i++) {
        aperture_bind(t->card, (enum aperture)i, selector);
        expect_read(t, (enum aperture)i, (logical_addr){ 0 }, start);
        expect_read(t, (enum aperture)i, (logical_addr){ 2 * PAGE - 4 },
                    (linear_addr){ start.v + 2 * PAGE - 4, TARGET_VRAM });
        for (unsigned write = 0; write < 2; write++)
            expect_denied(t, &(struct denied){ .aperture = (enum aperture)i,
                                               .at = { 2 * PAGE },
                                               .write = write,
                                               .reason = FAULT_DMAOBJ_LIMIT,
                                               .base = start.v,
                                               .channel = setup.vm.descriptor,
                                               .guarded = { start.v + 2 * PAGE, TARGET_VRAM } });
    }
}

/* The limit holds for paged objects too, before the page tables are asked (T7 before T9). */
static void limit_comes_before_pages(struct test *t)
{
    struct dmaobj object = object_paged();
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    object.base = 0x100000000;
    object.limit = 0x100000fff;
    const uint16_t selector = setup_object(&setup, &object);
    if (!setup_ready(&setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    struct denied denied = { .aperture = APERTURE_BAR1,
                             .at = { 0x1000 },
                             .reason = FAULT_DMAOBJ_LIMIT,
                             .base = object.base,
                             .channel = setup.vm.descriptor,
                             .guarded = NOWHERE };
    expect_denied(t, &denied);
    denied.at.v = 0xffc;
    denied.reason = FAULT_PT_NOT_PRESENT;
    expect_denied(t, &denied);
}

/* Knob limit_rule: whether the byte at the limit itself is admitted (tesla-vm.md §1.6). */
static void limit_excludes_itself(struct test *t)
{
    struct vm_fault fault;
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    const linear_addr page = setup_memory(&setup, TARGET_VRAM, PAGE, PAGE);
    const struct dmaobj object = object_unpaged(page, 0x800);
    const uint16_t selector = setup_object(&setup, &object);
    if (!setup_ready(&setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    card_bar_read(t->card, NV_BAR_VRAM, 0x7fe, 1);
    expect_no_fault(t, "a byte below the limit (knob limit_rule)");
    card_bar_read(t->card, NV_BAR_VRAM, 0x7ff, 1);
    const bool refused = fault_take(t->card, &fault);
    if (test_compared(t, !refused || fault.reason != FAULT_DMAOBJ_LIMIT))
        test_fail(t, "admits the byte at the limit itself (knob limit_rule is not EXCL_FIRST)");
    fault_interrupts_take(t->card);
}

/* Knob sum_wrap: base + offset beyond 40 bits (tesla-vm.md §1.5 T6). */
static void carry_faults(struct test *t)
{
    struct dmaobj object = object_paged();
    struct one_page one;
    const struct pte pte = pte_of((linear_addr){ 0 });
    struct vm_fault fault;

    open_one_page(&one, t, &pte);
    object.base = 0xfffffff000;
    const uint16_t selector = setup_object(&one.setup, &object);
    if (!setup_ready(&one.setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    aperture_read32(t->card, APERTURE_BAR1, (logical_addr){ 0x1000 });
    if (test_compared(t, !fault_take(t->card, &fault) || fault.reason != FAULT_DMAOBJ_LIMIT))
        test_fail(t, "does not fault when base and offset carry out of bit 39 (knob sum_wrap)");
    fault_interrupts_take(t->card);
}

/* Word 0 bits 17:16: an unpaged object names VRAM 1, snooped memory 2, unsnooped memory 3. */
static void object_in(struct test *t, enum target target)
{
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    const linear_addr memory = setup_memory(&setup, target, 2 * PAGE, PAGE);
    const struct dmaobj object = object_unpaged(memory, 2 * PAGE);
    const uint16_t selector = setup_object(&setup, &object);
    if (!setup_ready(&setup))
        return;

    for (unsigned i = 0; i < setup_apertures(t); i++) {
        aperture_bind(t->card, (enum aperture)i, selector);
        expect_read(t, (enum aperture)i, (logical_addr){ 0x1010 },
                    (linear_addr){ memory.v + 0x1010, target });
        expect_write(t, (enum aperture)i, (logical_addr){ 0x1020 },
                     (linear_addr){ memory.v + 0x1020, target });
    }
}

static void object_in_vram(struct test *t)
{
    object_in(t, TARGET_VRAM);
}

static void object_in_snooped_memory(struct test *t)
{
    object_in(t, TARGET_SYSRAM_SNOOP);
}

static void object_in_unsnooped_memory(struct test *t)
{
    object_in(t, TARGET_SYSRAM_NOSNOOP);
}

/* Bits 39:32 of a linear VRAM address do not count (tesla-vm.md §1.7). */
static void high_vram_bits_are_dropped(struct test *t)
{
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    const linear_addr memory = setup_memory(&setup, TARGET_VRAM, PAGE, PAGE);
    struct dmaobj object =
        object_unpaged((linear_addr){ memory.v | 0x5500000000, TARGET_VRAM }, PAGE);
    const uint16_t selector = setup_object(&setup, &object);
    if (!setup_ready(&setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    expect_read(t, APERTURE_BAR1, (logical_addr){ 0x18 },
                (linear_addr){ memory.v + 0x18, TARGET_VRAM });
}

/* One cell of an override table: the settings of PTE and object, and the result of a write. */
struct override {
    bool pte;
    uint8_t object;
    int reason; /* of a write */
};

/* Word 0 bits 19:18 replace the PTE's read-only bit (tesla-vm.md §1.8). */
static void access_overrides_pages(struct test *t)
{
    static const struct override cells[] = {
        { false, DMAOBJ_ACCESS_FROM_PTE, PASSES },
        { true, DMAOBJ_ACCESS_FROM_PTE, FAULT_PAGE_READ_ONLY },
        { false, DMAOBJ_ACCESS_READ_ONLY, FAULT_PAGE_READ_ONLY },
        { true, DMAOBJ_ACCESS_READ_ONLY, FAULT_PAGE_READ_ONLY },
        { false, DMAOBJ_ACCESS_READ_WRITE, PASSES },
        { true, DMAOBJ_ACCESS_READ_WRITE, PASSES },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(cells); i++) {
        const struct pte pte = { .present = true, .read_only = cells[i].pte };
        struct dmaobj object = object_paged();
        struct one_page one;

        open_one_page(&one, t, &pte);
        object.access = cells[i].object;
        const uint16_t selector = setup_object(&one.setup, &object);
        if (!setup_ready(&one.setup))
            return;
        expect_access(t, &one, selector, true, cells[i].reason);
        expect_access(t, &one, selector, false, PASSES);
    }
}

/* Word 0 bits 21:20 replace the PTE's supervisor-only bit (tesla-vm.md §1.8). The object's own bit 31
 * is clear, so the access is a user's. */
static void privilege_overrides_pages(struct test *t)
{
    static const struct override cells[] = {
        { false, DMAOBJ_PRIVILEGE_FROM_PTE, PASSES },
        { true, DMAOBJ_PRIVILEGE_FROM_PTE, FAULT_PAGE_SUPERVISOR_ONLY },
        { false, DMAOBJ_PRIVILEGE_USER, PASSES },
        { true, DMAOBJ_PRIVILEGE_USER, PASSES },
        { false, DMAOBJ_PRIVILEGE_SUPERVISOR, FAULT_PAGE_SUPERVISOR_ONLY },
        { true, DMAOBJ_PRIVILEGE_SUPERVISOR, FAULT_PAGE_SUPERVISOR_ONLY },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(cells); i++) {
        const struct pte pte = { .present = true, .supervisor = cells[i].pte };
        struct dmaobj object = object_paged();
        struct one_page one;

        open_one_page(&one, t, &pte);
        object.privilege = cells[i].object;
        const uint16_t selector = setup_object(&one.setup, &object);
        if (!setup_ready(&one.setup))
            return;
        expect_access(t, &one, selector, false, cells[i].reason);
        expect_access(t, &one, selector, true, cells[i].reason);
    }
}

/* Knob priv_source: an access through an object with word 0 bit 31 is privileged (tesla-vm.md §3). */
static void supervisor_object_reaches_pages(struct test *t)
{
    const struct pte pte = { .present = true, .supervisor = true };
    struct dmaobj object = object_paged();
    struct one_page one;

    open_one_page(&one, t, &pte);
    object.supervisor = true;
    const uint16_t selector = setup_object(&one.setup, &object);
    if (!setup_ready(&one.setup))
        return;
    expect_access(t, &one, selector, false, PASSES);
    expect_access(t, &one, selector, true, PASSES);
}

/* An unpaged object that says read-only refuses writes (tesla-vm.md §1.5 T17: unstated). */
static void unpaged_read_only(struct test *t)
{
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    const linear_addr memory = setup_memory(&setup, TARGET_VRAM, PAGE, PAGE);
    struct dmaobj object = object_unpaged(memory, PAGE);
    object.access = DMAOBJ_ACCESS_READ_ONLY;
    const uint16_t selector = setup_object(&setup, &object);
    if (!setup_ready(&setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    expect_read(t, APERTURE_BAR1, (logical_addr){ 0x40 },
                (linear_addr){ memory.v + 0x40, TARGET_VRAM });
    expect_denied(t, &(struct denied){ .aperture = APERTURE_BAR1,
                                       .at = { 0x40 },
                                       .write = true,
                                       .reason = FAULT_PAGE_READ_ONLY,
                                       .base = memory.v,
                                       .channel = setup.vm.descriptor,
                                       .guarded = { memory.v + 0x40, TARGET_VRAM } });
}

/* Word 0 bits 28:22 replace the PTE's storage type. Seen by placement: through a tiled view another
 * block appears at most places (tesla-vm.md §6.2). */
static void type_overrides_pages(struct test *t)
{
    static const struct {
        uint8_t pte, object, merged;
    } cells[] = {
        { STORAGE_TYPE_PITCH, DMAOBJ_TYPE_FROM_PTE, STORAGE_TYPE_PITCH },
        { STORAGE_TYPE_BLOCKLINEAR, DMAOBJ_TYPE_FROM_PTE, STORAGE_TYPE_BLOCKLINEAR },
        { STORAGE_TYPE_PITCH, STORAGE_TYPE_BLOCKLINEAR, STORAGE_TYPE_BLOCKLINEAR },
        { STORAGE_TYPE_BLOCKLINEAR, STORAGE_TYPE_PITCH, STORAGE_TYPE_PITCH },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(cells); i++) {
        struct dmaobj object = object_paged();
        struct pte pte = { .present = true, .type = cells[i].pte };

        object.type = cells[i].object;
        alias_check_page(t, &object, &pte,
                         (struct view){ .tiled = cells[i].merged != STORAGE_TYPE_PITCH });
    }
    const unsigned parts = nv50_memory(t->card)->parts;

    if (alias_is_blind(t, (struct view){ .tiled = true }))
        test_note(t, "cannot tell tiled from pitch with %u partition%s", parts,
                  parts == 1 ? "" : "s");
}

/* Word 5 bits 17:16 replace the PTE's partition cycle (tesla-vm.md §1.8); an effect on G80 only. */
static void cycle_overrides_pages(struct test *t)
{
    static const struct {
        bool pte;
        uint8_t object;
        bool merged;
    } cells[] = {
        { false, DMAOBJ_CYCLE_FROM_PTE, false }, { true, DMAOBJ_CYCLE_FROM_PTE, true },
        { false, DMAOBJ_CYCLE_SHORT, false },    { true, DMAOBJ_CYCLE_SHORT, false },
        { false, DMAOBJ_CYCLE_LONG, true },      { true, DMAOBJ_CYCLE_LONG, true },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(cells); i++) {
        struct dmaobj object = object_paged();
        struct pte pte = { .present = true, .long_cycle = cells[i].pte };

        object.cycle = cells[i].object;
        alias_check_page(t, &object, &pte, (struct view){ .long_cycle = cells[i].merged });
    }
    if (alias_is_blind(t, (struct view){ .long_cycle = true }))
        test_note(t, "cannot tell long from short with %u partitions",
                  (unsigned)nv50_memory(t->card)->parts);
}

/* The VM ignores the class number (tesla-vm.md §1.5 T5): engines check it, not the host windows. */
static void class_is_ignored(struct test *t)
{
    static const uint16_t classes[] = { 0x0000, DMAOBJ_CLASS_READ, DMAOBJ_CLASS_WRITE, 0xffff };

    for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
        struct setup setup;

        setup_open(&setup, t, TARGET_VRAM);
        const linear_addr memory = setup_memory(&setup, TARGET_VRAM, PAGE, PAGE);
        struct dmaobj object = object_unpaged(memory, PAGE);
        object.class_id = classes[i];
        const uint16_t selector = setup_object(&setup, &object);
        if (!setup_ready(&setup))
            return;
        aperture_bind(t->card, APERTURE_BAR1, selector);
        expect_read(t, APERTURE_BAR1, (logical_addr){ 8 },
                    (linear_addr){ memory.v + 8, TARGET_VRAM });
        expect_write(t, APERTURE_BAR1, (logical_addr){ 12 },
                     (linear_addr){ memory.v + 12, TARGET_VRAM });
    }
}

/* Two pages and an object that names the first. */
struct moved {
    struct setup setup;
    linear_addr pages;
    uint16_t selector;
};

static bool move_object(struct test *t, struct moved *moved)
{
    setup_open(&moved->setup, t, TARGET_VRAM);
    moved->pages = setup_memory(&moved->setup, TARGET_VRAM, 2 * PAGE, PAGE);
    const struct dmaobj first = object_unpaged(moved->pages, PAGE);
    const struct dmaobj second =
        object_unpaged((linear_addr){ moved->pages.v + PAGE, TARGET_VRAM }, PAGE);
    moved->selector = setup_object(&moved->setup, &first);
    if (!setup_ready(&moved->setup))
        return false;
    aperture_bind(t->card, APERTURE_BAR1, moved->selector);
    expect_read(t, APERTURE_BAR1, (logical_addr){ 0 }, moved->pages);
    return test_ok(t, vm_object_change(&moved->setup.vm, moved->selector, &second),
                   "rewriting a DMA object") &&
           test_ok(t, host_flush(t->card), "flushing host writes") &&
           test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_BAR), "flushing a TLB");
}

/* Writing the selector register loads the object again (tesla-vm.md §8.2). */
static void rebinding_reloads_the_object(struct test *t)
{
    struct moved moved;

    if (!move_object(t, &moved))
        return;
    aperture_bind(t->card, APERTURE_BAR1, moved.selector);
    expect_read(t, APERTURE_BAR1, (logical_addr){ 0 },
                (linear_addr){ moved.pages.v + PAGE, TARGET_VRAM });
}

/* Until then the object is the one that was bound, a TLB flush or not (tesla-vm.md §8.2). */
static void bound_object_is_kept(struct test *t)
{
    struct moved moved;

    if (!move_object(t, &moved))
        return;
    expect_read(t, APERTURE_BAR1, (logical_addr){ 0 }, moved.pages);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.dmaobj.null", .source = "tesla-vm.md §1.5 T3", .run = null_object_faults,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.dmaobj.base", .source = "tesla-vm.md §1.5 T6", .run = base_is_added,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.dmaobj.limit", .source = "tesla-vm.md §1.6", .run = limit_ends_the_object,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.dmaobj.limit.paged", .source = "tesla-vm.md §1.5 T7", .run = limit_comes_before_pages,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.dmaobj.limit.exact", .source = "tesla-vm.md §1.6", .run = limit_excludes_itself,
      .basis = UNVERIFIED, .experiment = "E01", .claim = CLAIM_VM },
    { .name = "vm.dmaobj.carry", .source = "tesla-vm.md §1.6", .run = carry_faults,
      .basis = UNVERIFIED, .experiment = "E02", .claim = CLAIM_VM },
    { .name = "vm.dmaobj.vram", .source = "tesla-vm.md §1.5 T8", .run = object_in_vram,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.dmaobj.snoop", .source = "tesla-vm.md §1.5 T8", .run = object_in_snooped_memory,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "link.dma", .flags = TEST_RISKY },
    { .name = "vm.dmaobj.nosnoop", .source = "tesla-vm.md §1.5 T8", .run = object_in_unsnooped_memory,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "link.dma", .flags = TEST_RISKY },
    { .name = "vm.dmaobj.vram_bits", .source = "tesla-vm.md §1.7", .run = high_vram_bits_are_dropped,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .flags = TEST_RISKY },
    { .name = "vm.dmaobj.access", .source = "tesla-vm.md §1.8", .run = access_overrides_pages,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.dmaobj.privilege", .source = "tesla-vm.md §1.8", .run = privilege_overrides_pages,
      .basis = UNVERIFIED, .experiment = "E08", .claim = CLAIM_VM },
    { .name = "vm.dmaobj.supervisor", .source = "tesla-vm.md §3", .run = supervisor_object_reaches_pages,
      .basis = UNVERIFIED, .experiment = "E08", .claim = CLAIM_VM },
    { .name = "vm.dmaobj.unpaged_read_only", .source = "tesla-vm.md §1.5 T17", .run = unpaged_read_only,
      .basis = UNVERIFIED, .experiment = "E03", .claim = CLAIM_VM },
    { .name = "vm.dmaobj.type", .source = "tesla-vm.md §1.8, §6.2", .run = type_overrides_pages,
      .basis = UNVERIFIED, .experiment = "E19", .claim = CLAIM_VM, .flags = TEST_CHIPS },
    { .name = "vm.dmaobj.cycle", .source = "tesla-vm.md §1.8, §6.2", .run = cycle_overrides_pages,
      .basis = UNVERIFIED, .experiment = "E29", .claim = CLAIM_VM, .features = FEATURE_LONG_CYCLE },
    { .name = "vm.dmaobj.class", .source = "tesla-vm.md §1.5 T5", .run = class_is_ignored,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.dmaobj.reload", .source = "tesla-vm.md §8.2", .run = rebinding_reloads_the_object,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.dmaobj.kept", .source = "tesla-vm.md §8.2", .run = bound_object_is_kept,
      .basis = UNVERIFIED, .experiment = "E16", .claim = CLAIM_VM },
};
/* clang-format on */
const struct test_group dmaobj_tests = { rows, ARRAY_SIZE(rows) };
