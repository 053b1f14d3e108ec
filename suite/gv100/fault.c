/* Faults of BAR accesses: the record in the latch, when it drops, and how a BAR recovers. */
#include "suite/gv100/groups.h"

#include "engines/vram.h"
#include "engines/window.h"
#include "hw/gv100/places.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/pmmu.h"
#include "hw/gv100/ram.h"
#include "hw/gv100/unlisted.h"

#define AT     (PAGE_2M + 0x3000u) /* the page that the tests are about */
#define OFFSET 0x124u
#define DROPPED_BARS                                                                               \
    (PFB_PRI_MMU_FAULT_STATUS_DROPPED_BAR1_VIRT | PFB_PRI_MMU_FAULT_STATUS_DROPPED_BAR2_VIRT)

/* The record of an access of the CPU through a BAR. */
static struct gmmu_fault bar_fault(const struct gv_setup *setup, enum bar bar, uint64_t at,
                                   bool write, uint8_t type)
{
    return (struct gmmu_fault){
        .instance = setup->instance.v,
        .address = at / PAGE_4K * PAGE_4K,
        .type = type,
        .engine = bar_engine(setup->card, bar),
        .client = GMMU_HUB_CLIENT_HOST_CPU,
        .from_hub = true,
        .access = write ? GMMU_ACCESS_VIRT_WRITE : GMMU_ACCESS_VIRT_READ,
    };
}

static void access_page(struct gv_setup *setup, enum bar bar, uint64_t at, bool write)
{
    if (write)
        bar_write32(setup->card, bar, (virtual_addr){ at }, 0xdeadbeef);
    else
        bar_read32(setup->card, bar, (virtual_addr){ at });
}

/* The access faults as it should, and the BAR works again after the same bind (§6.3). */
static bool expect_fault(struct gv_setup *setup, enum bar bar, uint64_t at, bool write,
                         uint8_t type)
{
    const struct gmmu_fault wanted = bar_fault(setup, bar, at, write, type);

    access_page(setup, bar, at, write);
    if (!gv_setup_ok(setup, bar_flush(setup->card), "flushing host writes"))
        return false;
    return expect_latched(setup, &wanted) &&
           gv_setup_ok(setup, bar_rebind(setup->card, bar), "binding a BAR again after a fault");
}

/* A space with one good page at 0; the test maps AT itself. */
static struct gv_setup *one_page(struct test *t, linear_addr *page)
{
    struct gv_setup *const setup = gv_setup_open(t);

    return setup && gv_setup_memory(setup, TARGET_VRAM, PAGE_64K, PAGE_64K, page) &&
                   gv_setup_map(setup, 0, PAGE_4K, GMMU_PAGE_4K, *page)
               ? setup
               : NULL;
}

/* Reads and writes, through both BARs; the good page still works afterwards. */
static void expect_fault_everywhere(struct gv_setup *setup, linear_addr page, uint8_t type)
{
    for (enum bar bar = BAR1; bar < BAR_COUNT; bar++) {
        if (!gv_setup_bind(setup, bar))
            return;
        for (unsigned write = 0; write < 2; write++)
            if (!expect_fault(setup, bar, AT + OFFSET, write, type))
                return;
        if (!expect_bar_read(setup, bar, 0x10, linear_add(page, 0x10)))
            return;
    }
}

/* No entry in PD0, while its neighbour has one. */
static void absent_directory_faults(struct test *t)
{
    linear_addr page;
    struct gv_setup *const setup = one_page(t, &page);

    if (setup)
        expect_fault_everywhere(setup, page, GMMU_FAULT_PDE);
}

/* A table whose neighbour entry is valid. */
static void absent_page_faults(struct test *t)
{
    linear_addr page;
    struct gv_setup *const setup = one_page(t, &page);

    if (setup &&
        gv_setup_map(setup, AT + PAGE_4K, PAGE_4K, GMMU_PAGE_4K, linear_add(page, PAGE_4K)))
        expect_fault_everywhere(setup, page, GMMU_FAULT_PTE);
}

/* The same in a table of 64 KiB pages. */
static void absent_big_page_faults(struct test *t)
{
    linear_addr page;
    struct gv_setup *const setup = one_page(t, &page);

    if (setup && gv_setup_map(setup, PAGE_2M + PAGE_64K, PAGE_64K, GMMU_PAGE_64K, page))
        expect_fault_everywhere(setup, page, GMMU_FAULT_PTE);
}

/* Reads pass, writes fault and go nowhere. */
static void read_only_page_faults_on_writes(struct test *t)
{
    linear_addr page;
    struct gv_setup *const setup = one_page(t, &page);

    if (!setup)
        return;
    struct gmmu_pte pte = pte_to(linear_add(page, PAGE_4K));
    pte.read_only = true;
    if (!gv_setup_pte(setup, AT, GMMU_PAGE_4K, &pte))
        return;
    for (enum bar bar = BAR1; bar < BAR_COUNT; bar++) {
        const linear_addr there = linear_add(page, PAGE_4K + OFFSET);

        if (!gv_setup_bind(setup, bar) || !expect_bar_read(setup, bar, AT + OFFSET, there) ||
            !expect_no_record(setup, "a read of a read-only page") ||
            !expect_fault(setup, bar, AT + OFFSET, true, GMMU_FAULT_RO_VIOLATION) ||
            !expect_name(setup, there, "a read-only page"))
            return;
    }
}

/* A kind that the chip has not (§5.6), and one that system memory has not. */
static void unsupported_kind_faults(struct test *t)
{
    linear_addr page;
    struct gv_setup *const setup = one_page(t, &page);

    if (!setup)
        return;
    struct gmmu_pte pte = pte_to(linear_add(page, PAGE_4K));
    pte.kind = gv100_places_of(t->card->chip)->kind_foreign;
    if (gv_setup_pte(setup, AT, GMMU_PAGE_4K, &pte))
        expect_fault_everywhere(setup, page, GMMU_FAULT_UNSUPPORTED_KIND);
}

/* ---- instance blocks that cannot be bound (§3.1, §5.5) --------------------------------------- */

/* The block's words of the page directory base are changed, and `bar` is bound to it. */
static void expect_bar_unbound(struct test *t, enum bar bar, uint32_t clear, uint32_t set)
{
    linear_addr page;
    struct gv_setup *const setup = one_page(t, &page);

    if (!setup ||
        !gv_setup_ok(setup, instance_make(&setup->space, TARGET_VRAM, NULL, &setup->instance),
                     "making an instance block"))
        return;
    const linear_addr word = linear_add(setup->instance, 4 * RAMIN_PAGE_DIR_BASE);
    if (!gv_setup_write(setup, word, (gv_setup_read(setup, word) & ~clear) | set) ||
        !gv_setup_forget(setup))
        return;
    const enum err e = bar_bind(t->card, bar, setup->instance);
    if (gv_setup_ok(setup, e, "binding a BAR to a block that cannot be bound"))
        expect_fault(setup, bar, 0, false, GMMU_FAULT_UNBOUND_INST_BLOCK);
}

static void expect_unbound(struct test *t, uint32_t clear, uint32_t set)
{
    for (enum bar bar = BAR1; bar < BAR_COUNT; bar++)
        expect_bar_unbound(t, bar, clear, set);
}

static void old_format_is_unbound(struct test *t)
{
    expect_unbound(t, RAMIN_PDB_USE_VER2_PT_FORMAT, 0);
}

static void old_page_size_is_unbound(struct test *t)
{
    expect_unbound(t, RAMIN_PDB_BIG_PAGE_SIZE, 0);
}

static void invalid_target_is_unbound(struct test *t)
{
    expect_unbound(t, RAMIN_PDB_TARGET, RAMIN_TARGET_INVALID);
}

/* ---- sparse (§5.5) --------------------------------------------------------------------------- */

/* No fault; reads show the debug page (K04), writes go to the other one. */
static void sparse_pages_do_not_fault(struct test *t)
{
    linear_addr page, read_page, write_page;
    struct gv_setup *const setup = one_page(t, &page);
    const struct gmmu_pte sparse = { .vol = true };

    if (!setup || !gv_setup_memory(setup, TARGET_VRAM, PAGE_64K, PAGE_64K, &read_page) ||
        !gv_setup_memory(setup, TARGET_VRAM, PAGE_64K, PAGE_64K, &write_page) ||
        !gv_setup_pte(setup, AT, GMMU_PAGE_4K, &sparse))
        return;
    card_set32(t->card, PFB_PRI_MMU_DEBUG_RD, (uint32_t)(read_page.v >> 8));
    card_set32(t->card, PFB_PRI_MMU_DEBUG_WR, (uint32_t)(write_page.v >> 8));
    for (enum bar bar = BAR1; bar < BAR_COUNT; bar++) {
        if (!gv_setup_bind(setup, bar))
            return;
        access_page(setup, bar, AT + OFFSET, false);
        access_page(setup, bar, AT + OFFSET, true);
        if (!gv_setup_ok(setup, bar_flush(t->card), "flushing host writes"))
            return;
        expect_no_record(setup, "accesses to a sparse page");
    }
    expect_name(setup, linear_add(page, OFFSET), "memory beside a sparse page");
    expect_name(setup, linear_add(read_page, OFFSET), "the debug page for reads");
}

static void sparse_reads_show_the_debug_page(struct test *t)
{
    linear_addr page, read_page;
    struct gv_setup *const setup = one_page(t, &page);
    const struct gmmu_pte sparse = { .vol = true };

    if (!setup || !gv_setup_memory(setup, TARGET_VRAM, PAGE_64K, PAGE_64K, &read_page) ||
        !gv_setup_pte(setup, AT, GMMU_PAGE_4K, &sparse))
        return;
    card_set32(t->card, PFB_PRI_MMU_DEBUG_RD, (uint32_t)(read_page.v >> 8));
    if (gv_setup_bind(setup, BAR1))
        expect_bar_read(setup, BAR1, AT + OFFSET, linear_add(read_page, OFFSET));
}

/* ---- the latch (§6.3) ------------------------------------------------------------------------ */

/* The first fault stays, a second one before its acknowledgement only leaves a bit, which is the BAR's own. */
static void expect_dropped(struct test *t, enum bar bar, uint32_t bit)
{
    linear_addr page;
    struct gv_setup *const setup = one_page(t, &page);
    struct gmmu_fault seen, none;
    uint32_t status = 0;

    if (!setup || !gv_setup_bind(setup, bar))
        return;
    const struct gmmu_fault first = bar_fault(setup, bar, AT, false, GMMU_FAULT_PDE);
    access_page(setup, bar, AT, false);
    access_page(setup, bar, AT + 4 * PAGE_2M, true);
    if (!gv_setup_ok(setup, bar_flush(t->card), "flushing host writes"))
        return;
    if (test_compared(t, !fault_latch_take(t->card, &seen, &status))) {
        test_fail(t, "recorded no fault at an absent page");
        return;
    }
    expect_same_fault(setup, &first, &seen);
    expect_equal(t, bit, status & DROPPED_BARS,
                 bar == BAR1 ? "FAULT_STATUS after two faults of BAR1"
                             : "FAULT_STATUS after two faults of BAR2");
    if (test_compared(t, fault_latch_take(t->card, &none, &status)))
        test_fail(t, "still holds a fault after it was acknowledged");
    expect_equal(t, 0, status & DROPPED_BARS, "FAULT_STATUS after its acknowledgement");
}

static void second_fault_is_dropped(struct test *t)
{
    expect_dropped(t, BAR1, PFB_PRI_MMU_FAULT_STATUS_DROPPED_BAR1_VIRT);
    expect_dropped(t, BAR2, PFB_PRI_MMU_FAULT_STATUS_DROPPED_BAR2_VIRT);
}

/* The fault is told to the CPU: by the hub's leaf, and by PMC or the top of the leaves (§1.3, §6.3, §13.6). */
static void latched_fault_interrupts(struct test *t)
{
    linear_addr page;
    struct gv_setup *const setup = one_page(t, &page);
    const struct mmu_signal signal = generation_signal(t->card, MMU_EVENT_LATCHED);
    struct gmmu_fault seen;
    char name[64];

    if (!setup || !gv_setup_bind(setup, BAR1))
        return;
    generation_listen(t->card, MMU_EVENT_LATCHED, true);
    access_page(setup, BAR1, AT, false);
    expect_equal(t, signal.first, card_read32(t->card, signal.first_at) & signal.first,
                 "the hub's interrupts after a fault of BAR1");
    expect_equal(t, signal.last, card_read32(t->card, signal.last_at) & signal.last,
                 signal_name(&signal, " after a fault of BAR1", name));
    if (test_compared(t, !fault_latch_take(t->card, &seen, NULL)))
        test_fail(t, "recorded no fault at an absent page");
    generation_acknowledge(t->card, MMU_EVENT_LATCHED);
    expect_equal(t, 0, card_read32(t->card, signal.first_at) & signal.first,
                 "the hub's interrupts after the acknowledgement");
    expect_equal(t, 0, card_read32(t->card, signal.last_at) & signal.last,
                 signal_name(&signal, " after the acknowledgement", name));
    generation_listen(t->card, MMU_EVENT_LATCHED, false);
}

/* Address bits of the record: pages at every bit that the BAR reaches. */
static void recorded_address_bits(struct test *t)
{
    linear_addr page;
    struct gv_setup *const setup = one_page(t, &page);
    const uint64_t reach = bar_size(t->card, BAR1);

    if (!setup || !gv_setup_bind(setup, BAR1))
        return;
    for (uint64_t bit = PAGE_4K; bit < reach; bit <<= 1)
        if (!expect_fault(setup, BAR1, bit, false, bit < PAGE_2M ? GMMU_FAULT_PTE : GMMU_FAULT_PDE))
            return;
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "fault.pde", .source = "gv100.md §5.5, §6.3", .run = absent_directory_faults,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.page.4k" },
    { .name = "fault.pte", .source = "gv100.md §5.5, §6.3", .run = absent_page_faults,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.page.4k" },
    { .name = "fault.pte.big", .source = "gv100.md §5.5, §11 K06", .run = absent_big_page_faults,
      .basis = UNVERIFIED, .experiment = "gv100.md §11 K06", .claim = CLAIM_VM, .needs = "vm.page.64k" },
    { .name = "fault.read_only", .source = "gv100.md §5.4, PTE bit 6", .run = read_only_page_faults_on_writes,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.page.4k" },
    { .name = "fault.kind", .source = "gv100.md §5.6", .run = unsupported_kind_faults,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.page.4k" },
    { .name = "fault.unbound.format", .source = "gv100.md §3.1, word 128 bit 10", .run = old_format_is_unbound,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.page.4k" },
    { .name = "fault.unbound.page_size", .source = "gv100.md §3.1, word 128 bit 11", .run = old_page_size_is_unbound,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.page.4k" },
    { .name = "fault.unbound.target", .source = "gv100.md §3.1, word 128 bits 1:0", .run = invalid_target_is_unbound,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.page.4k" },
    { .name = "fault.sparse", .source = "gv100.md §5.5", .run = sparse_pages_do_not_fault,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "fault.pte" },
    { .name = "fault.sparse.read", .source = "gv100.md §5.5", .run = sparse_reads_show_the_debug_page,
      .basis = UNVERIFIED, .experiment = "gv100.md §11 K04", .claim = CLAIM_VM, .needs = "fault.sparse" },
    { .name = "fault.dropped", .source = "gv100.md §6.3", .run = second_fault_is_dropped,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "fault.pde" },
    { .name = "fault.interrupt", .source = "gv100.md §6.3", .run = latched_fault_interrupts,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "fault.pde" },
    { .name = "fault.address", .source = "gv100.md §6.3", .run = recorded_address_bits,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "fault.pde,fault.pte" },
};
/* clang-format on */

const struct test_group gv100_fault_tests = { rows, ARRAY_SIZE(rows) };
