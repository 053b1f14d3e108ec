/* TLBs: a cached entry must go with a flush, and only with one. */
#include "suite/nv50/groups.h"

#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/nv50/slots.h"
#include "mmu/fields.h"

#define PAGE 0x1000

/* Two pages; the first is mapped at 0 and has been seen through an aperture, so it is cached. */
struct cached {
    struct setup setup;
    struct pde table;
    linear_addr pages[2];
    enum aperture aperture;
    uint16_t selector;
};

static bool cache_a_page(struct test *t, struct cached *c, enum aperture aperture)
{
    const struct dmaobj paged = object_paged();

    *c = (struct cached){ .aperture = aperture };
    setup_open(&c->setup, t, TARGET_VRAM);
    for (unsigned i = 0; i < 2; i++)
        c->pages[i] = setup_memory(&c->setup, TARGET_VRAM, PAGE, PAGE);
    const struct pte pte = pte_of(c->pages[0]);
    c->table = setup_table(&c->setup, (virtual_addr){ 0 }, PDE_TYPE_4K, TARGET_VRAM);
    setup_page(&c->setup, &c->table, (virtual_addr){ 0 }, &pte);
    c->selector = setup_object(&c->setup, &paged);
    if (!setup_ready(&c->setup))
        return false;
    aperture_bind(t->card, aperture, c->selector);
    return expect_read(t, aperture, (logical_addr){ 0 }, c->pages[0]);
}

static bool remap(struct test *t, struct cached *c, const struct pte *pte)
{
    return test_ok(t, vm_pte(&c->setup.vm, &c->table, (virtual_addr){ 0 }, pte),
                   "rewriting a PTE") &&
           test_ok(t, host_flush(t->card), "flushing host writes");
}

static bool flush(struct test *t, uint8_t engine)
{
    return test_ok(t, vm_flush_tlb(t->card, (enum vm_engine)engine), "flushing a TLB");
}

static bool chip_has(const struct test *t, uint8_t engine)
{
    return value_name(vm_engine_names, VM_ENGINE_NAME_COUNT, chip_bit(t->card->chip), engine);
}

/* After a flush of the engine's TLB the new PTE counts (tesla-vm.md §8.2, §8.4). */
static void flush_shows_the_new_page(struct test *t)
{
    for (unsigned i = 0; i < setup_apertures(t); i++) {
        struct cached c;

        if (!cache_a_page(t, &c, (enum aperture)i))
            return;
        const struct pte second = pte_of(c.pages[1]);
        if (!remap(t, &c, &second) || !flush(t, aperture_engine(c.aperture)))
            return;
        expect_read(t, c.aperture, (logical_addr){ 0 }, c.pages[1]);
    }
}

/* Until the flush an engine may keep the old translation. A TLB may lose an entry at any time, so on
 * silicon this says how it is, not how it must be. */
static void stale_page_stays(struct test *t)
{
    for (unsigned i = 0; i < setup_apertures(t); i++) {
        struct cached c;

        if (!cache_a_page(t, &c, (enum aperture)i))
            return;
        const struct pte second = pte_of(c.pages[1]);
        if (!remap(t, &c, &second))
            return;
        expect_read(t, c.aperture, (logical_addr){ 0 }, c.pages[0]);
    }
}

/* The flush of another engine's TLB drops no entry of this one (tesla-vm.md §8.3; which ids share one is E17). */
static void other_flush_does_not_do_it(struct test *t)
{
    /* The last two differ from PEEPHOLE's and BAR's number in one bit. */
    static const uint8_t others[APERTURE_COUNT][4] = {
        [APERTURE_BAR1] = { VM_ENGINE_PEEPHOLE, VM_ENGINE_PFIFO, VM_ENGINE_PGRAPH,
                            VM_ENGINE_PDAEMON },
        [APERTURE_BAR3] = { VM_ENGINE_PEEPHOLE, VM_ENGINE_PFIFO, VM_ENGINE_PGRAPH,
                            VM_ENGINE_PDAEMON },
        [APERTURE_PEEPHOLE] = { VM_ENGINE_BAR, VM_ENGINE_PFIFO, VM_ENGINE_PGRAPH,
                                VM_ENGINE_PFIFO_BG },
    };

    for (unsigned i = 0; i < setup_apertures(t); i++) {
        struct cached c;

        if (!cache_a_page(t, &c, (enum aperture)i))
            return;
        const struct pte second = pte_of(c.pages[1]);
        if (!remap(t, &c, &second))
            return;
        for (unsigned k = 0; k < ARRAY_SIZE(others[i]); k++) {
            if (!setup_may_flush(t, (enum vm_engine)others[i][k]))
                continue;
            if (chip_has(t, others[i][k]) && !flush(t, others[i][k]))
                return;
            expect_read(t, c.aperture, (logical_addr){ 0 }, c.pages[0]);
        }
        if (!flush(t, aperture_engine(c.aperture)))
            return;
        expect_read(t, c.aperture, (logical_addr){ 0 }, c.pages[1]);
    }
}

static void expect_reason(struct test *t, struct cached *c, bool write, uint8_t reason)
{
    expect_denied(t, &(struct denied){ .aperture = c->aperture,
                                       .at = { 0x30 },
                                       .write = write,
                                       .reason = reason,
                                       .channel = c->setup.vm.descriptor,
                                       .guarded = { c->pages[0].v + 0x30, TARGET_VRAM } });
}

/* A stale hit also hides removed pages and lowered rights; the flush enforces them (§8.2). */
static void flush_enforces_rights(struct test *t)
{
    struct cached c;

    if (!cache_a_page(t, &c, APERTURE_BAR1))
        return;
    struct pte pte = pte_of(c.pages[0]);
    pte.read_only = true;
    if (!remap(t, &c, &pte) || !flush(t, VM_ENGINE_BAR))
        return;
    expect_reason(t, &c, true, FAULT_PAGE_READ_ONLY);
    pte = (struct pte){ .present = false };
    if (!remap(t, &c, &pte) || !flush(t, VM_ENGINE_BAR))
        return;
    expect_reason(t, &c, false, FAULT_PAGE_NOT_PRESENT);
}

/* A flush drops every entry of the engine, not only the last (§8.1). */
static void flush_drops_all_entries(struct test *t)
{
    enum { PAGES = 8 };
    const struct dmaobj paged = object_paged();
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    const linear_addr memory = setup_memory(&setup, TARGET_VRAM, 2 * PAGES * PAGE, PAGE);
    const struct pde table = setup_table(&setup, (virtual_addr){ 0 }, PDE_TYPE_4K, TARGET_VRAM);
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < PAGES; i++) {
            const struct pte pte =
                pte_of((linear_addr){ memory.v + (round * PAGES + i) * PAGE, TARGET_VRAM });

            setup_page(&setup, &table, (virtual_addr){ i * PAGE }, &pte);
        }
        const uint16_t selector = round ? 0 : setup_object(&setup, &paged);
        if (!round && setup_ready(&setup))
            aperture_bind(t->card, APERTURE_BAR1, selector);
        if (!test_ok(t, setup.err, setup.doing) ||
            !test_ok(t, host_flush(t->card), "flushing host writes") || !flush(t, VM_ENGINE_BAR))
            return;
        for (unsigned i = 0; i < PAGES; i++)
            expect_read(t, APERTURE_BAR1, (logical_addr){ i * PAGE },
                        (linear_addr){ memory.v + (round * PAGES + i) * PAGE, TARGET_VRAM });
    }
}

/* A changed PDE counts after the flush as a changed PTE does (§8.2). */
static void flush_shows_the_new_table(struct test *t)
{
    struct cached c;
    struct pde second;

    if (!cache_a_page(t, &c, APERTURE_BAR1))
        return;
    const struct pte pte = pte_of(c.pages[1]);
    second = setup_table(&c.setup, (virtual_addr){ 0 }, PDE_TYPE_4K, TARGET_VRAM);
    setup_page(&c.setup, &second, (virtual_addr){ 0 }, &pte);
    if (!test_ok(t, c.setup.err, c.setup.doing) ||
        !test_ok(t, host_flush(t->card), "flushing host writes") || !flush(t, VM_ENGINE_BAR))
        return;
    expect_read(t, APERTURE_BAR1, (logical_addr){ 0 }, c.pages[1]);
}

/* Knob neg_cache: a page that was absent and is mapped now is seen without a flush (§8.2). */
static void absence_is_not_cached(struct test *t)
{
    struct cached c;

    if (!cache_a_page(t, &c, APERTURE_BAR1))
        return;
    const struct pte second = pte_of(c.pages[1]);
    aperture_read32(t->card, APERTURE_BAR1, (logical_addr){ PAGE });
    struct vm_fault fault;
    if (test_compared(t, !fault_take(t->card, &fault) || fault.reason != FAULT_PAGE_NOT_PRESENT))
        test_fail(t, "did not record PAGE_NOT_PRESENT for an absent page");
    fault_interrupts_take(t->card);
    if (!test_ok(t, vm_pte(&c.setup.vm, &c.table, (virtual_addr){ PAGE }, &second),
                 "writing a PTE") ||
        !test_ok(t, host_flush(t->card), "flushing host writes"))
        return;
    expect_read(t, APERTURE_BAR1, (logical_addr){ PAGE }, c.pages[1]);
}

/* Knob bind_flush: writing 0x001704 drops the engine's entries (§8.2). */
static void channel_write_drops_entries(struct test *t)
{
    struct cached c;

    if (!cache_a_page(t, &c, APERTURE_BAR1))
        return;
    const struct pte second = pte_of(c.pages[1]);
    if (!remap(t, &c, &second))
        return;
    aperture_channel(t->card, c.setup.vm.descriptor);
    aperture_bind(t->card, APERTURE_BAR1, c.selector);
    expect_read(t, APERTURE_BAR1, (logical_addr){ 0 }, c.pages[1]);
}

static void flush_each(struct test *t, const uint8_t *engines, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (chip_has(t, engines[i]) && test_compared(t, !flush(t, engines[i])))
            return;
}

/* The flush of a unit in use ends (§8.1, §8.3). PGRAPH's belongs to vm.graph.flush: drivers flush it only once
 * it is set up (silicon-sequences.md §4). */
static void flushes_in_use_end(struct test *t)
{
    static const uint8_t engines[] = { VM_ENGINE_PFIFO, VM_ENGINE_BAR };

    flush_each(t, engines, ARRAY_SIZE(engines));
}

/* The first six are flushed by drivers while the unit works, which it does not here; the others by no driver
 * (§8.3, E34). A flush that waits for a unit without an answer would take all later flushes along. */
static void unused_flushes_end(struct test *t)
{
    static const uint8_t engines[] = { VM_ENGINE_PVP,    VM_ENGINE_PEEPHOLE, VM_ENGINE_PMPEG,
                                       VM_ENGINE_PBSP,   VM_ENGINE_PCIPHER,  VM_ENGINE_PCOPY,
                                       VM_ENGINE_PME,    VM_ENGINE_PCOUNTER, VM_ENGINE_PFIFO_BG,
                                       VM_ENGINE_PDAEMON };

    flush_each(t, engines, ARRAY_SIZE(engines));
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.tlb.ends", .source = "tesla-vm.md §8.1", .run = flushes_in_use_end,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.tlb.ends.unused", .source = "tesla-vm.md §8.3", .run = unused_flushes_end,
      .basis = UNVERIFIED, .experiment = "E34", .claim = CLAIM_VM, .flags = TEST_RISKY },
    { .name = "vm.tlb.flush", .source = "tesla-vm.md §8.2", .run = flush_shows_the_new_page,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.tlb.ends" },
    { .name = "vm.tlb.rights", .source = "tesla-vm.md §8.2", .run = flush_enforces_rights,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "vm.tlb.ends" },
    { .name = "vm.tlb.all", .source = "tesla-vm.md §8.1", .run = flush_drops_all_entries,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.tlb.ends" },
    { .name = "vm.tlb.pde", .source = "tesla-vm.md §8.2", .run = flush_shows_the_new_table,
      .basis = PROVEN, .claim = CLAIM_VM, .needs = "vm.tlb.ends" },
    { .name = "vm.tlb.stale", .source = "tesla-vm.md §8.2", .run = stale_page_stays,
      .basis = UNVERIFIED, .experiment = "E18", .claim = CLAIM_VM, .needs = "vm.tlb.ends" },
    { .name = "vm.tlb.other", .source = "tesla-vm.md §8.3", .run = other_flush_does_not_do_it,
      .basis = UNVERIFIED, .experiment = "E17", .claim = CLAIM_VM, .needs = "vm.tlb.ends" },
    { .name = "vm.tlb.absent", .source = "tesla-vm.md §8.2", .run = absence_is_not_cached,
      .basis = UNVERIFIED, .experiment = "E15", .claim = CLAIM_VM, .needs = "vm.tlb.ends" },
    { .name = "vm.tlb.bind", .source = "tesla-vm.md §8.2", .run = channel_write_drops_entries,
      .basis = UNVERIFIED, .experiment = "E16", .claim = CLAIM_VM, .needs = "vm.tlb.ends" },
};
/* clang-format on */
const struct test_group tlb_tests = { rows, ARRAY_SIZE(rows) };
