/* Faults of PGRAPH's own accesses: m2mf reads through slot 0/3/4, writes through 0/3/5, and tells its
 * end through 0/3/6 (tesla-vm.md §1.1). Each fault has a record, a trap word and PGRAPH's interrupt. */
#include "suite/nv50/copier.h"
#include "suite/nv50/groups.h"

#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/nv50/m2mf.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/pmc.h"

enum m2mf_slot { SLOT_IN = 4, SLOT_OUT = 5, SLOT_NOTIFY = 6 };

/* A copy that must fail: through which slot, why, and at which offset. */
struct refused {
    uint64_t in, out;
    enum m2mf_slot slot;
    uint8_t reason;
    uint64_t address;
};

static uint32_t trap_bit(enum m2mf_slot slot)
{
    return slot == SLOT_IN    ? PGRAPH_M2MF_TRAP_IN
           : slot == SLOT_OUT ? PGRAPH_M2MF_TRAP_OUT
                              : PGRAPH_M2MF_TRAP_NOTIFY;
}

static void listen(struct card *card)
{
    card_set32(card, PMC_INTR_EN_HOST, 0);
    if (nv50_chip_of(card->chip)->features & FEATURE_INTR_MASK)
        card_set32(card, PMC_INTR_MASK_HOST,
                   card_read32(card, PMC_INTR_MASK_HOST) | PMC_INTR_PGRAPH);
}

static bool expect_trap(struct test *t, const struct graph_event *event, enum m2mf_slot slot)
{
    return expect_equal(t, PGRAPH_INTR_TRAP, event->interrupts, "PGRAPH_INTR after a fault") &&
           expect_equal(t, PGRAPH_TRAP_M2MF, event->traps, "PGRAPH_TRAP after a fault of m2mf") &&
           expect_equal(t, trap_bit(slot), event->trapped, "M2MF_TRAP after a fault") &&
           expect_equal(t, 1, event->line, "PGRAPH's line in PMC after a fault");
}

/* Trap, record, and that PGRAPH copies again once it has been reset. */
static void expect_refused(struct test *t, struct copier *c, const struct refused *refused)
{
    const struct vm_fault wanted = { .engine = VM_ENGINE_PGRAPH,
                                     .client = VM_CLIENT_DISPATCH,
                                     .slot = (uint8_t)refused->slot,
                                     .reason = refused->reason,
                                     .channel = c->p.setup.vm.descriptor,
                                     .at = { refused->address },
                                     .read = refused->slot == SLOT_IN };
    struct graph_event event;

    listen(t->card);
    if (!test_ok(t, m2mf_try(&c->m2mf, refused->in, refused->out, &event), "copying by m2mf"))
        return;
    expect_record(t, &wanted, false);
    expect_trap(t, &event, refused->slot);
    (void)!copier_restart(t, c); /* it says why not */
}

static void expect_recovered(struct test *t, struct copier *c)
{
    expect_copy(t, c, FROM, TO, c->p.at[FROM]);
    expect_no_fault(t, "a copy after a fault");
}

/* Reads of m2mf (slot 0/3/4) and its writes (0/3/5): the same holes, and the read-only page for writes alone. */
static void faults_have_their_slot(struct test *t)
{
    static const struct {
        enum page in, out;
        enum m2mf_slot slot;
        uint8_t reason;
    } cells[] = {
        { ABSENT, TO, SLOT_IN, FAULT_PAGE_NOT_PRESENT },
        { FROM, ABSENT, SLOT_OUT, FAULT_PAGE_NOT_PRESENT },
        { FROM, READ_ONLY, SLOT_OUT, FAULT_PAGE_READ_ONLY },
    };
    struct copier c;

    if (!copier_open(&c, t))
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(cells); i++) {
        const enum page at = cells[i].slot == SLOT_IN ? cells[i].in : cells[i].out;

        expect_refused(t, &c,
                       &(struct refused){ .in = cells[i].in * PAGE,
                                          .out = cells[i].out * PAGE,
                                          .slot = cells[i].slot,
                                          .reason = cells[i].reason,
                                          .address = PAGES_AT + at * PAGE });
    }
    expect_copy(t, &c, READ_ONLY, TO, c.p.at[READ_ONLY]); /* reading it is allowed */
    expect_content(t, c.p.at[ABSENT], c.p.at[ABSENT]);
    expect_content(t, c.p.at[READ_ONLY], c.p.at[READ_ONLY]);
    expect_recovered(t, &c);
}

/* Beyond the table, and where no table is: offsets far from the object's base. */
static void faults_of_tables(struct test *t)
{
    const uint64_t beyond = UINT64_C(32) << 20, nowhere = UINT64_C(0xaa00000000);
    struct copier c;

    if (!copier_open(&c, t))
        return;
    expect_refused(
        t, &c,
        &(struct refused){ beyond, TO * PAGE, SLOT_IN, FAULT_PT_TOO_SHORT, PAGES_AT + beyond });
    expect_refused(
        t, &c,
        &(struct refused){ nowhere, TO * PAGE, SLOT_IN, FAULT_PT_NOT_PRESENT, PAGES_AT + nowhere });
    expect_refused(
        t, &c,
        &(struct refused){ FROM * PAGE, beyond, SLOT_OUT, FAULT_PT_TOO_SHORT, PAGES_AT + beyond });
    expect_recovered(t, &c);
}

/* A user's copy from a supervisor-only page (unverified E08: the condition under which PGRAPH's
 * accesses are a user's). */
static void supervisor_page_refuses_m2mf(struct test *t)
{
    struct copier c;

    if (!copier_open(&c, t))
        return;
    expect_refused(t, &c,
                   &(struct refused){ SUPERVISOR * PAGE, TO * PAGE, SLOT_IN,
                                      FAULT_PAGE_SUPERVISOR_ONLY, PAGES_AT + SUPERVISOR * PAGE });
    expect_recovered(t, &c);
}

/* The end of an unpaged object; and the record that every copy writes (slot 0/3/6), which goes nowhere
 * while the copy itself arrives. */
static void faults_of_objects(struct test *t)
{
    struct copier c;

    copier_build(&c, t);
    struct dmaobj one_page = object_unpaged(c.p.at[FROM], PAGE);
    const uint16_t limited = setup_object(&c.p.setup, &one_page);
    const uint16_t notify = c.m2mf.notify;
    if (!copier_start(t, &c))
        return;
    c.m2mf.in = limited;
    if (!copier_restart(t, &c))
        return;
    expect_refused(
        t, &c,
        &(struct refused){ PAGE, TO * PAGE, SLOT_IN, FAULT_DMAOBJ_LIMIT, c.p.at[FROM].v + PAGE });
    c.m2mf.in = c.p.selector;
    c.m2mf.notify = limited;
    m2mf_close(&c.m2mf);
    one_page.base += PAGE; /* nothing fits below the limit */
    if (!test_ok(t, vm_object_change(&c.p.setup.vm, limited, &one_page), "rewriting an object") ||
        !test_ok(t, host_flush(t->card), "flushing host writes") ||
        !test_ok(t, m2mf_start(&c.m2mf), "setting up m2mf again"))
        return;
    expect_refused(t, &c,
                   &(struct refused){ FROM * PAGE, TO * PAGE, SLOT_NOTIFY, FAULT_DMAOBJ_LIMIT,
                                      one_page.base + M2MF_NOTIFY_RECORD });
    expect_content(t, c.p.at[TO], c.p.at[FROM]);
    c.m2mf.notify = notify;
    if (copier_restart(t, &c))
        expect_recovered(t, &c);
}

/* Selector 0: NULL_DMAOBJ with the offset as address (tesla-vm.md §1.5 T3; that PGRAPH binds it without
 * complaint is unverified E13). */
static void null_object_faults(struct test *t)
{
    struct copier c;

    if (!copier_open(&c, t))
        return;
    c.m2mf.in = 0;
    if (!copier_restart(t, &c))
        return;
    expect_refused(t, &c,
                   &(struct refused){ 0x5000, TO * PAGE, SLOT_IN, FAULT_NULL_DMAOBJ, 0x5000 });
}

/* PGRAPH loses its channel while objects are bound: NO_CHANNEL (T1; that a channel is taken away in this way is
 * unverified E03). Which channel and address the record then has is not known. */
static void lost_channel_faults(struct test *t)
{
    struct graph_event event;
    struct vm_fault fault;
    struct copier c;

    if (!copier_open(&c, t))
        return;
    m2mf_forget_channel(&c.m2mf);
    if (!test_ok(t, m2mf_try(&c.m2mf, FROM * PAGE, TO * PAGE, &event), "copying by m2mf"))
        return;
    if (test_compared(t, !fault_take(t->card, &fault)))
        test_fail(t, "recorded no fault, expected NO_CHANNEL of PGRAPH");
    else
        expect_equal(t, FAULT_NO_CHANNEL << 8 | VM_ENGINE_PGRAPH, fault.reason << 8 | fault.engine,
                     "reason and engine of an access without a channel (knob no_channel_fault)");
    expect_content(t, c.p.at[TO], c.p.at[TO]);
}

/* Knob fault_enable: with PGRAPH's eleven bits clear its fault traps and leaves no record; each of them
 * by itself lets the record come (tesla-vm.md §2.1). */
static void enable_bits_gate_the_record(struct test *t)
{
    const uint32_t others =
        nv50_chip_of(t->card->chip)->fault_enable & PFB_VM_FAULT_ENABLE & ~PFB_VM_FAULT_PGRAPH;
    struct graph_event event;
    struct copier c;

    if (!copier_open(&c, t))
        return;
    listen(t->card);
    card_set32(t->card, PFB_VM_FAULT, others);
    if (!test_ok(t, m2mf_try(&c.m2mf, ABSENT * PAGE, TO * PAGE, &event), "copying by m2mf"))
        return;
    expect_trap(t, &event, SLOT_IN);
    expect_no_fault(t, "a fault of PGRAPH with its enable bits clear (knob fault_enable)");
    for (unsigned bit = 0; bit <= 10; bit++) {
        card_set32(t->card, PFB_VM_FAULT, others | BIT(bit));
        if (!copier_restart(t, &c))
            return;
        expect_refused(t, &c,
                       &(struct refused){ ABSENT * PAGE, TO * PAGE, SLOT_IN, FAULT_PAGE_NOT_PRESENT,
                                          PAGES_AT + ABSENT * PAGE });
    }
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.graph.fault.page", .source = "tesla-vm.md §2.2, §2.6", .run = faults_have_their_slot,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy" },
    { .name = "vm.graph.fault.table", .source = "tesla-vm.md §2.2, §2.6", .run = faults_of_tables,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy" },
    { .name = "vm.graph.fault.supervisor", .source = "tesla-vm.md §2.3, §3", .run = supervisor_page_refuses_m2mf,
      .basis = UNVERIFIED, .experiment = "E08", .claim = CLAIM_ENGINE, .needs = "vm.graph.copy" },
    { .name = "vm.graph.fault.object", .source = "tesla-vm.md §2.2, §2.6", .run = faults_of_objects,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy" },
    { .name = "vm.graph.channel", .source = "tesla-vm.md §1.5 T1", .run = lost_channel_faults,
      .basis = UNVERIFIED, .experiment = "E03", .claim = CLAIM_ENGINE, .needs = "vm.graph.copy", .flags = TEST_RISKY },
    { .name = "vm.graph.fault.null", .source = "tesla-vm.md §1.5 T3", .run = null_object_faults,
      .basis = UNVERIFIED, .experiment = "E13", .claim = CLAIM_ENGINE, .needs = "vm.graph.copy" },
    { .name = "vm.graph.fault.enable", .source = "tesla-vm.md §2.1", .run = enable_bits_gate_the_record,
      .basis = UNVERIFIED, .experiment = "E11", .claim = CLAIM_ENGINE, .flags = TEST_RISKY, .needs = "vm.graph.copy" },
};
/* clang-format on */
const struct test_group graph_fault_tests = { rows, ARRAY_SIZE(rows) };
