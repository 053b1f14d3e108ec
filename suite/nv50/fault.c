/* The fault record: requester, kind and address of the access, and that the first one stays
 * (tesla-vm.md §2). */
#include "suite/nv50/groups.h"

#include "engines/nv50/fault.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pmc.h"

#define PAGE    0x1000
#define NOWHERE ((linear_addr){ 0, TARGET_INVALID })

/* A channel whose PDE 1 has a short table with one page of each kind, and nothing else. */
enum { ABSENT_PAGE, READ_ONLY_PAGE, SUPERVISOR_PAGE, GOOD_PAGE, PAGES };

struct traps {
    struct setup setup;
    linear_addr memory;
    uint16_t selector;
};

#define TABLE_AT UINT64_C(0x20000000)

/* Four pages, three of which fault, each by one reason; the object's pages after them have no page
 * table. */
static bool set_traps(struct test *t, struct traps *traps)
{
    static const struct pte ptes[PAGES] = {
        [ABSENT_PAGE] = { .present = false },
        [READ_ONLY_PAGE] = { .present = true, .read_only = true },
        [SUPERVISOR_PAGE] = { .present = true, .supervisor = true },
        [GOOD_PAGE] = { .present = true },
    };
    struct dmaobj object = object_paged();

    setup_open(&traps->setup, t, TARGET_VRAM);
    traps->memory = setup_memory(&traps->setup, TARGET_VRAM, PAGES * PAGE, PAGE);
    const struct pde table =
        setup_table(&traps->setup, (virtual_addr){ TABLE_AT }, PDE_TYPE_4K, TARGET_VRAM);
    for (unsigned i = 0; i < PAGES; i++) {
        struct pte pte = ptes[i];

        pte.page = (linear_addr){ traps->memory.v + i * PAGE, TARGET_VRAM };
        setup_page(&traps->setup, &table, (virtual_addr){ TABLE_AT + i * PAGE }, &pte);
    }
    object.base = TABLE_AT;
    object.limit = 2 * TABLE_AT + 0xfff;
    traps->selector = setup_object(&traps->setup, &object);
    return setup_ready(&traps->setup);
}

/* The same trap through all three apertures, read and write: six requesters, six records. */
static void each_requester(struct test *t, uint64_t offset, uint8_t reason, bool reads)
{
    struct traps traps;

    if (!set_traps(t, &traps))
        return;
    for (unsigned i = 0; i < setup_apertures(t); i++) {
        aperture_bind(t->card, (enum aperture)i, traps.selector);
        for (unsigned write = reads ? 0 : 1; write < 2; write++)
            expect_denied(t, &(struct denied){ .aperture = (enum aperture)i,
                                               .at = { offset },
                                               .write = write,
                                               .reason = reason,
                                               .base = TABLE_AT,
                                               .channel = traps.setup.vm.descriptor,
                                               .guarded = NOWHERE });
    }
}

static void page_not_present(struct test *t)
{
    each_requester(t, ABSENT_PAGE * PAGE + 0x124, FAULT_PAGE_NOT_PRESENT, true);
}

static void page_read_only(struct test *t)
{
    each_requester(t, READ_ONLY_PAGE * PAGE + 0x7f8, FAULT_PAGE_READ_ONLY, false);
}

static void page_supervisor_only(struct test *t)
{
    each_requester(t, SUPERVISOR_PAGE * PAGE + 0xffc, FAULT_PAGE_SUPERVISOR_ONLY, true);
}

/* The traps past the table's end and in the next PDE lie 32 MiB and 512 MiB on: the base
 * follows. */
static void far_trap(struct test *t, uint64_t base, uint8_t reason, uint64_t limit)
{
    struct dmaobj object = object_paged();
    struct traps traps;

    if (!set_traps(t, &traps))
        return;
    object.base = base;
    object.limit = limit;
    const uint16_t selector = setup_object(&traps.setup, &object);
    if (!setup_ready(&traps.setup))
        return;
    for (unsigned i = 0; i < setup_apertures(t); i++) {
        aperture_bind(t->card, (enum aperture)i, selector);
        for (unsigned write = 0; write < 2; write++)
            expect_denied(t, &(struct denied){ .aperture = (enum aperture)i,
                                               .at = { 0x1bc },
                                               .write = write,
                                               .reason = reason,
                                               .base = base,
                                               .channel = traps.setup.vm.descriptor,
                                               .guarded = NOWHERE });
    }
}

static void pt_too_short(struct test *t)
{
    far_trap(t, TABLE_AT + (UINT64_C(32) << 20), FAULT_PT_TOO_SHORT, LIMIT_ALL);
}

static void pt_not_present(struct test *t)
{
    far_trap(t, UINT64_C(0xaa40000000), FAULT_PT_NOT_PRESENT, LIMIT_ALL);
}

static void dmaobj_limit(struct test *t)
{
    far_trap(t, UINT64_C(0x5500000000), FAULT_DMAOBJ_LIMIT, UINT64_C(0x5500000000));
}

static void null_dmaobj(struct test *t)
{
    struct traps traps;

    if (!set_traps(t, &traps))
        return;
    for (unsigned i = 0; i < setup_apertures(t); i++) {
        aperture_bind(t->card, (enum aperture)i, 0);
        for (unsigned write = 0; write < 2; write++)
            expect_denied(t, &(struct denied){ .aperture = (enum aperture)i,
                                               .at = { 0x8a4 },
                                               .write = write,
                                               .reason = FAULT_NULL_DMAOBJ,
                                               .channel = traps.setup.vm.descriptor,
                                               .guarded = NOWHERE });
    }
}

/* Only the first fault since the last acknowledge is kept; after it the next is (§2.2). */
static void first_fault_stays(struct test *t)
{
    struct traps traps;

    if (!set_traps(t, &traps))
        return;
    aperture_bind(t->card, APERTURE_BAR1, traps.selector);
    struct denied first = { .aperture = APERTURE_BAR1,
                            .at = { 0x10 },
                            .reason = FAULT_PAGE_NOT_PRESENT,
                            .base = TABLE_AT,
                            .channel = traps.setup.vm.descriptor,
                            .guarded = NOWHERE };
    aperture_read32(t->card, APERTURE_BAR1, first.at);
    struct vm_fault fault;
    aperture_write32(t->card, APERTURE_BAR1, (logical_addr){ READ_ONLY_PAGE * PAGE }, 0);
    if (test_compared(t, !fault_take(t->card, &fault))) {
        test_fail(t, "recorded no fault");
        return;
    }
    if (test_compared(t, fault.reason != FAULT_PAGE_NOT_PRESENT ||
                             fault.at.v != TABLE_AT + first.at.v))
        test_fail(t, "recorded the second of two faults, expected the first");
    fault_interrupts_take(t->card);
    first.at.v = 0x20;
    expect_denied(t, &first);
}

/* Bit 31 reads 1 while a record is latched; writing it acknowledges (§2.1). */
static void acknowledge_clears_pending(struct test *t)
{
    struct traps traps;

    if (!set_traps(t, &traps))
        return;
    aperture_bind(t->card, APERTURE_BAR1, traps.selector);
    expect_equal(t, 0, card_read32(t->card, PFB_VM_FAULT) & PFB_VM_FAULT_PENDING,
                 "PENDING before any fault");
    aperture_read32(t->card, APERTURE_BAR1, (logical_addr){ 0 });
    expect_equal(t, PFB_VM_FAULT_PENDING, card_read32(t->card, PFB_VM_FAULT) & PFB_VM_FAULT_PENDING,
                 "PENDING after a fault");
    const uint32_t keep = card_read32(t->card, PFB_VM_FAULT) & PFB_VM_FAULT_ENABLE;
    for (unsigned i = 0; i < FAULT_WORDS; i++) /* choosing a word is no acknowledge */
        card_write32(t->card, PFB_VM_FAULT, keep | FIELD_PUT(PFB_VM_FAULT_INDEX, i));
    expect_equal(t, PFB_VM_FAULT_PENDING, card_read32(t->card, PFB_VM_FAULT) & PFB_VM_FAULT_PENDING,
                 "PENDING after the record's words were chosen");
    struct vm_fault fault;
    fault_take(t->card, &fault);
    expect_equal(t, 0, card_read32(t->card, PFB_VM_FAULT) & PFB_VM_FAULT_PENDING,
                 "PENDING after the acknowledge");
    fault_interrupts_take(t->card);
}

/* The unit that asked raises its own interrupt: PFIFO's line of PMC for a BAR (§2.2). PMC's output to
 * the host stays off. */
static void fault_reaches_pmc(struct test *t)
{
    struct traps traps;

    if (!set_traps(t, &traps))
        return;
    card_set32(t->card, PMC_INTR_EN_HOST, 0);
    if (nv50_chip_of(t->card->chip)->features & FEATURE_INTR_MASK)
        card_set32(t->card, PMC_INTR_MASK_HOST,
                   card_read32(t->card, PMC_INTR_MASK_HOST) | PMC_INTR_PFIFO);
    card_set32(t->card, PFIFO_INTR_EN, PFIFO_INTR_BAR_FAULT);
    aperture_bind(t->card, APERTURE_BAR1, traps.selector);
    expect_equal(t, 0, card_read32(t->card, PMC_INTR_HOST) & PMC_INTR_PFIFO,
                 "PFIFO's line before a fault");
    aperture_read32(t->card, APERTURE_BAR1, (logical_addr){ ABSENT_PAGE * PAGE + 0x10 });
    expect_equal(t, PMC_INTR_PFIFO, card_read32(t->card, PMC_INTR_HOST) & PMC_INTR_PFIFO,
                 "PFIFO's line after a fault");
    struct vm_fault fault;
    fault_take(t->card, &fault);
    fault_interrupts_take(t->card);
    expect_equal(t, 0, card_read32(t->card, PMC_INTR_HOST) & PMC_INTR_PFIFO,
                 "PFIFO's line after the acknowledge");
}

/* A good access beside the traps leaves no record. */
static void good_access_leaves_none(struct test *t)
{
    struct traps traps;

    if (!set_traps(t, &traps))
        return;
    for (unsigned i = 0; i < setup_apertures(t); i++) {
        const linear_addr there = { traps.memory.v + GOOD_PAGE * PAGE, TARGET_VRAM };

        aperture_bind(t->card, (enum aperture)i, traps.selector);
        expect_read(t, (enum aperture)i, (logical_addr){ GOOD_PAGE * PAGE }, there);
        expect_write(t, (enum aperture)i, (logical_addr){ GOOD_PAGE * PAGE }, there);
        expect_no_fault(t, "a good access");
    }
}

/* Knob fault_address: the byte that failed, as the sum of base and offset; for a null object the
 * offset. The channel's words hold the whole descriptor (§2.2). */
static void record_is_exact(struct test *t)
{
    struct traps traps;

    if (!set_traps(t, &traps))
        return;
    struct denied denied = { .aperture = APERTURE_BAR1,
                             .at = { ABSENT_PAGE * PAGE + 0xabc },
                             .reason = FAULT_PAGE_NOT_PRESENT,
                             .base = TABLE_AT,
                             .channel = traps.setup.vm.descriptor,
                             .exact = true,
                             .guarded = NOWHERE };
    aperture_bind(t->card, APERTURE_BAR1, traps.selector);
    expect_denied(t, &denied);
    struct vm_fault fault;
    card_bar_read(t->card, NV_BAR_VRAM, ABSENT_PAGE * PAGE + 0xabf, 1);
    if (fault_take(t->card, &fault))
        expect_equal(t, TABLE_AT + ABSENT_PAGE * PAGE + 0xabf, fault.at.v,
                     "the recorded address of a byte (knob fault_address)");
    else
        test_fail(t, "recorded no fault for the read of one byte of an absent page");
    fault_interrupts_take(t->card);
    aperture_bind(t->card, APERTURE_BAR1, 0);
    denied.reason = FAULT_NULL_DMAOBJ;
    denied.base = 0;
    expect_denied(t, &denied);
}

/* A channel in system memory: its descriptor's target stands in word 2 bits 13:12 (§2.2). */
static void record_has_the_target(struct test *t)
{
    const struct dmaobj paged = object_paged();
    struct setup setup;

    setup_open(&setup, t, TARGET_SYSRAM_SNOOP);
    const uint16_t selector = setup_object(&setup, &paged);
    if (!setup_ready(&setup))
        return;
    aperture_bind(t->card, APERTURE_BAR1, selector);
    expect_denied(t, &(struct denied){ .aperture = APERTURE_BAR1,
                                       .at = { 0x44 },
                                       .reason = FAULT_PT_NOT_PRESENT,
                                       .channel = setup.vm.descriptor,
                                       .exact = true,
                                       .guarded = NOWHERE });
}

/* Knob bar_fault_value: the value that the CPU gets for a read that faulted (§2.4). */
static void faulting_read_gives_ones(struct test *t)
{
    struct traps traps;

    if (!set_traps(t, &traps))
        return;
    aperture_bind(t->card, APERTURE_BAR1, traps.selector);
    expect_equal(t, UINT32_MAX, aperture_read32(t->card, APERTURE_BAR1, (logical_addr){ 0x40 }),
                 "a BAR1 read that faulted (knob bar_fault_value)");
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.fault.none", .source = "tesla-vm.md §2.2", .run = good_access_leaves_none,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.fault.pt_not_present", .source = "tesla-vm.md §2.2, §2.3", .run = pt_not_present,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.fault.pt_too_short", .source = "tesla-vm.md §2.2, §2.3", .run = pt_too_short,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.fault.page_not_present", .source = "tesla-vm.md §2.2, §2.3", .run = page_not_present,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.fault.page_supervisor_only", .source = "tesla-vm.md §2.2, §2.3", .run = page_supervisor_only,
      .basis = UNVERIFIED, .experiment = "E08", .claim = CLAIM_VM },
    { .name = "vm.fault.page_read_only", .source = "tesla-vm.md §2.2, §2.3", .run = page_read_only,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.fault.null_dmaobj", .source = "tesla-vm.md §2.2, §2.3", .run = null_dmaobj,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.fault.dmaobj_limit", .source = "tesla-vm.md §2.2, §2.3", .run = dmaobj_limit,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.fault.first", .source = "tesla-vm.md §2.2", .run = first_fault_stays,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.fault.acknowledge", .source = "tesla-vm.md §2.1", .run = acknowledge_clears_pending,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.fault.interrupt", .source = "tesla-vm.md §2.2, tesla-mmio.md §6.1", .run = fault_reaches_pmc,
      .basis = DOCUMENTED, .claim = CLAIM_VM },
    { .name = "vm.fault.exact", .source = "tesla-vm.md §2.2", .run = record_is_exact,
      .basis = UNVERIFIED, .experiment = "E13", .claim = CLAIM_VM },
    { .name = "vm.fault.target", .source = "tesla-vm.md §2.2", .run = record_has_the_target,
      .basis = UNVERIFIED, .experiment = "E13", .claim = CLAIM_VM, .needs = "link.dma", .flags = TEST_RISKY },
    { .name = "vm.fault.value", .source = "tesla-vm.md §2.4", .run = faulting_read_gives_ones,
      .basis = UNVERIFIED, .experiment = "E12", .claim = CLAIM_VM },
};
/* clang-format on */
const struct test_group fault_tests = { rows, ARRAY_SIZE(rows) };
