/* PGRAPH's own way to memory: m2mf copies through its DMA objects, its TLB, and its answer to objects that it must not
 * take (tesla-engines.md §4.1, §4.2). */
#include "suite/nv50/copier.h"
#include "suite/nv50/groups.h"

#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/nv50/m2mf.h"
#include "hw/nv50/pgraph.h"

/* A copy whose both ends go through the page tables (hwtest's way to PGRAPH, tesla-engines.md §4.1). */
static void copy_goes_through_both_objects(struct test *t)
{
    struct copier c;

    if (!copier_open(&c, t))
        return;
    expect_copy(t, &c, FROM, TO, c.p.at[FROM]);
    expect_copy(t, &c, FROM, OTHER, c.p.at[FROM]);
    expect_content(t, c.p.at[ABSENT], c.p.at[ABSENT]); /* the page after OTHER's */
    expect_no_fault(t, "copies by m2mf");
}

/* ---- objects ---- */

static bool expect_bound(struct test *t, struct copier *c, uint32_t method, uint16_t selector,
                         uint32_t error, const char *what)
{
    struct graph_event event;

    if (!test_ok(t, m2mf_bind(&c->m2mf, method, selector, &event), "binding a DMA object"))
        return false;
    if (!error)
        return expect_equal(t, 0, event.interrupts, what);
    return expect_equal(t, PGRAPH_INTR_DATA_ERROR, event.interrupts, what) &&
           expect_equal(t, error, event.data_error, what) &&
           expect_equal(t, method, event.method, what);
}

/* The engine, not the VM, looks at the class when an object is bound: read 2, write 3, both 0x3d
 * (tesla-vm.md §1.5 T5, tesla-mmio.md §5.6). */
static void class_is_checked_when_bound(struct test *t)
{
    uint16_t read, foreign;
    struct copier c;

    copier_build(&c, t);
    struct dmaobj object = object_unpaged(c.p.at[OTHER], PAGE);
    object.class_id = DMAOBJ_CLASS_READ;
    read = setup_object(&c.p.setup, &object);
    object.class_id = 0x5039; /* an object, but not one for memory */
    foreign = setup_object(&c.p.setup, &object);
    if (!copier_start(t, &c))
        return;
    expect_bound(t, &c, M2MF_DMA_IN, read, 0,
                 "PGRAPH after an object of class 2 was bound to read from");
    expect_bound(t, &c, M2MF_DMA_OUT, read, DATA_ERROR_READ_ONLY_OBJECT,
                 "PGRAPH after an object of class 2 was bound to write to");
    expect_bound(t, &c, M2MF_DMA_IN, foreign, DATA_ERROR_INVALID_OBJECT,
                 "PGRAPH after an object of class 0x5039 was bound to read from");
    expect_bound(t, &c, M2MF_DMA_OUT, c.p.selector, 0,
                 "PGRAPH after an object of class 0x3d was bound to write to");
    expect_no_fault(t, "binding objects");
}

/* Word 0 bit 31: a user's method must not name a supervisor's object (tesla-vm.md §3). */
static void supervisor_object_is_refused(struct test *t)
{
    struct copier c;

    copier_build(&c, t);
    struct dmaobj object = object_unpaged(c.p.at[OTHER], PAGE);
    object.supervisor = true;
    const uint16_t selector = setup_object(&c.p.setup, &object);
    if (copier_start(t, &c))
        expect_bound(t, &c, M2MF_DMA_IN, selector, DATA_ERROR_SUPERVISOR_OBJECT,
                     "PGRAPH after a user bound a supervisor object");
}

/* Knob base_alignment: many engines want the base of an object aligned, no source says how far
 * (tesla-vm.md §1.6). Tells the smallest one that m2mf takes; whatever it takes must count in full. */
static void base_alignment(struct test *t)
{
    struct graph_event event;
    unsigned smallest = 0;
    struct copier c;

    copier_build(&c, t);
    struct dmaobj object = object_unpaged(c.p.at[OTHER], PAGE);
    const uint16_t selector = setup_object(&c.p.setup, &object);
    if (!copier_start(t, &c))
        return;
    for (unsigned by = 4; by <= PAGE; by *= 4) {
        object.base = c.p.at[OTHER].v + by;
        object.limit = object.base + PAGE - 1;
        if (!test_ok(t, vm_object_change(&c.p.setup.vm, selector, &object),
                     "rewriting an object") ||
            !test_ok(t, host_flush(t->card), "flushing host writes") ||
            !test_ok(t, m2mf_bind(&c.m2mf, M2MF_DMA_IN, selector, &event), "binding an object"))
            return;
        if (event.interrupts)
            continue;
        smallest = smallest ? smallest : by;
        if (!test_ok(t, m2mf_copy(&c.m2mf, 0, TO * PAGE, PAGE), "copying by m2mf"))
            return;
        uint32_t seen = 0;
        if (!test_ok(t, card_memory_read(t->card, c.p.at[TO], &seen, 4), "reading back"))
            return;
        expect_equal(t, name_of((linear_addr){ object.base, TARGET_VRAM }), seen,
                     "the first word behind a base that m2mf took");
    }
    test_note(t, "m2mf takes bases that are multiples of %u (knob base_alignment)", smallest);
}

/* ---- TLB ---- */

/* The flush of engine 0 shows m2mf the new page (tesla-vm.md §8.2). */
static void flush_shows_the_new_page(struct test *t)
{
    struct copier c;

    if (!copier_open(&c, t) || !expect_copy(t, &c, FROM, TO, c.p.at[FROM]) ||
        !pages_remap(&c.p, FROM, c.p.at[OTHER]) ||
        !test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PGRAPH), "flushing a TLB"))
        return;
    expect_copy(t, &c, FROM, TO, c.p.at[OTHER]);
}

/* A TLB may lose an entry at any time, so on silicon this says how it is (E18); the flushes of BAR,
 * PEEPHOLE and PFIFO do not do it (E17). */
static void other_flushes_do_not_do_it(struct test *t)
{
    static const uint8_t others[] = { VM_ENGINE_BAR, VM_ENGINE_PEEPHOLE, VM_ENGINE_PFIFO };
    struct copier c;

    if (!copier_open(&c, t) || !expect_copy(t, &c, FROM, TO, c.p.at[FROM]) ||
        !pages_remap(&c.p, FROM, c.p.at[OTHER]))
        return;
    expect_copy(t, &c, FROM, TO, c.p.at[FROM]);
    for (unsigned i = 0; i < ARRAY_SIZE(others); i++) {
        if (!setup_may_flush(t, (enum vm_engine)others[i]))
            continue;
        if (!test_ok(t, vm_flush_tlb(t->card, (enum vm_engine)others[i]), "flushing a TLB"))
            return;
        expect_copy(t, &c, FROM, TO, c.p.at[FROM]);
    }
    if (test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PGRAPH), "flushing a TLB"))
        expect_copy(t, &c, FROM, TO, c.p.at[OTHER]);
}

/* PGRAPH's TLB is flushed while PGRAPH copies and may be fed: on a G86 only the guard keeps that from
 * hanging (tesla-vm.md §8.5). The copy arrives, and the guard leaves command fetch as it was. */
static void flush_under_load_is_guarded(struct test *t)
{
    struct copier c;

    if (!copier_open(&c, t))
        return;
    for (unsigned round = 0; round < 8; round++) {
        if (!test_ok(t, m2mf_launch(&c.m2mf, FROM * PAGE, TO * PAGE, PAGE), "starting a copy") ||
            !test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PGRAPH), "flushing a TLB"))
            return;
        expect_equal(t, PGRAPH_FIFO_CONTROL_PULL,
                     card_read32(t->card, PGRAPH_FIFO_CONTROL) & PGRAPH_FIFO_CONTROL_PULL,
                     "PGRAPH's command fetch after the flush");
        if (!test_ok(t, m2mf_finish(&c.m2mf), "waiting for a copy") ||
            !expect_content(t, c.p.at[TO], c.p.at[FROM]) ||
            !test_ok(t, name_words(t->card, c.p.at[TO], PAGE), "naming memory again"))
            return;
    }
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.graph.copy", .source = "tesla-engines.md §4.1, §4.2", .run = copy_goes_through_both_objects,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "link.dma" },
    { .name = "vm.graph.class", .source = "tesla-vm.md §1.5 T5, tesla-mmio.md §5.6", .run = class_is_checked_when_bound,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy" },
    { .name = "vm.graph.supervisor", .source = "tesla-vm.md §3", .run = supervisor_object_is_refused,
      .basis = UNVERIFIED, .experiment = "E08", .claim = CLAIM_ENGINE, .needs = "vm.graph.copy" },
    { .name = "vm.graph.base", .source = "tesla-vm.md §1.6", .run = base_alignment,
      .basis = UNVERIFIED, .experiment = "E01", .claim = CLAIM_ENGINE, .needs = "vm.graph.copy" },
    { .name = "vm.graph.flush", .source = "tesla-vm.md §8.2", .run = flush_shows_the_new_page,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy" },
    { .name = "vm.graph.other", .source = "tesla-vm.md §8.2, §8.3", .run = other_flushes_do_not_do_it,
      .basis = UNVERIFIED, .experiment = "E17", .claim = CLAIM_ENGINE, .needs = "vm.graph.copy" },
    { .name = "vm.graph.guard", .source = "tesla-vm.md §8.5", .run = flush_under_load_is_guarded,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "link.dma", .flags = TEST_RISKY },
};
/* clang-format on */
const struct test_group graph_tests = { rows, ARRAY_SIZE(rows) };
