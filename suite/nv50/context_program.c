/* PGRAPH's context, slot 0/3/0 (tesla-engines.md §4.7): a program of nine words keeps one register of a channel in its context object,
 * and takes it back (unverified E46: no public tool starts such a program by hand). */
#include "suite/nv50/groups.h"
#include "suite/nv50/pages.h"

#include "engines/nv50/context_program.h"
#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/nv50/graph_port.h"
#include "engines/nv50/pgraph.h"
#include "engines/nv50/reset.h"
#include "engines/window.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/slots.h"

#define WORD 1u /* of the context, where the program's register lies */
#define MARK UINT32_C(0x2a17c0d6)

static uint16_t context_selector(const struct card *card)
{
    for (unsigned i = 0; i < VM_CONTEXT_COUNT; i++)
        if (vm_contexts[i].engine == VM_ENGINE_PGRAPH &&
            (vm_contexts[i].chips & chip_bit(card->chip)))
            return vm_contexts[i].selector;
    return 0;
}

/* The context begins at page FROM. */
static bool build(struct pages *p, struct test *t)
{
    struct dmaobj object = object_paged();

    pages_build(p, t, TARGET_VRAM);
    object.class_id = DMAOBJ_CLASS_READ_WRITE;
    object.base = PAGES_AT;
    if (p->setup.err == OK)
        p->setup.err = vm_object_change(&p->setup.vm, context_selector(t->card), &object);
    return setup_ready(&p->setup);
}

static bool start(struct test *t, const struct pages *p)
{
    pgraph_start(t->card);
    if (!test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PGRAPH), "flushing the TLB of PGRAPH"))
        return false;
    pgraph_load(t->card, p->setup.vm.descriptor);
    return true;
}

static bool is_named(struct test *t, linear_addr page, unsigned word)
{
    return expect_word_of(t, page, word, name_of((linear_addr){ page.v + 4 * word, page.target }),
                          "a word of the context that nothing should have written");
}

static bool run(struct test *t, bool save, struct graph_event *event)
{
    return test_ok(t, context_program_run(t->card, save), "running a context program") &&
           test_ok(t, graph_take_event(t->card, event), "running a context program");
}

/* A register may keep only some bits of a word; those must come back. */
static bool expect_saved(struct test *t, linear_addr page, uint32_t mark)
{
    struct graph_event event;

    card_write32(t->card, PGRAPH_FLAGS_1, mark);
    const uint32_t kept = card_read32(t->card, PGRAPH_FLAGS_1);
    return run(t, true, &event) &&
           expect_equal(t, 0, event.interrupts, "PGRAPH_INTR after a context program") &&
           expect_word_of(t, page, WORD, kept, "the register that a context program has saved") &&
           is_named(t, page, WORD - 1) && is_named(t, page, WORD + 1);
}

static bool expect_loaded(struct test *t, uint32_t kept)
{
    struct graph_event event;

    card_write32(t->card, PGRAPH_FLAGS_1, 0);
    return run(t, false, &event) &&
           expect_equal(t, 0, event.interrupts, "PGRAPH_INTR after a context program") &&
           expect_equal(t, kept, card_read32(t->card, PGRAPH_FLAGS_1),
                        "the register that a context program has loaded");
}

/* Saved, and taken back: word 1 of the page is read again, not remembered. */
static bool expect_both(struct test *t, linear_addr page, uint32_t mark)
{
    card_write32(t->card, PGRAPH_FLAGS_1, mark);
    const uint32_t other = card_read32(t->card, PGRAPH_FLAGS_1);

    card_write32(t->card, PGRAPH_FLAGS_1, ~mark);
    const uint32_t kept = card_read32(t->card, PGRAPH_FLAGS_1);

    /* Such a register would make every program right. */
    if (kept == other) {
        test_fail(t, "PGRAPH_FLAGS_1 reads 0x%08x whatever is written", (unsigned)kept);
        return false;
    }
    return expect_saved(t, page, mark) &&
           test_ok(t,
                   card_memory_write(t->card, (linear_addr){ page.v + 4 * WORD, page.target },
                                     &kept, 4),
                   "writing the context") &&
           test_ok(t, host_flush(t->card), "flushing host writes") && expect_loaded(t, kept) &&
           test_ok(t, name_words(t->card, page, PAGE), "naming memory again");
}

static bool expect_fault(struct test *t, const struct pages *p, bool save)
{
    const struct vm_fault wanted = { .engine = VM_ENGINE_PGRAPH,
                                     .client = VM_CLIENT_DISPATCH,
                                     .slot = 0,
                                     .reason = FAULT_PAGE_NOT_PRESENT,
                                     .channel = p->setup.vm.descriptor,
                                     .at = { PAGES_AT + 4 * WORD },
                                     .read = !save };
    struct graph_event event;

    return start(t, p) && run(t, save, &event) && expect_record(t, &wanted, false) &&
           expect_equal(t, PGRAPH_INTR_TRAP, event.interrupts, "PGRAPH_INTR after a fault") &&
           expect_equal(t, 1, (event.dispatch & PGRAPH_DISPATCH_TRAP_CONTEXT) != 0,
                        "DISPATCH's trap word tells of the context");
}

static void register_is_kept(struct test *t, struct pages *p)
{
    const struct pte absent = { .present = false };

    if (!start(t, p) || !expect_both(t, p->at[FROM], MARK) || !pages_remap(p, FROM, p->at[OTHER]) ||
        !test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PGRAPH), "flushing the TLB of PGRAPH") ||
        !expect_both(t, p->at[OTHER], ~MARK) || !expect_content(t, p->at[FROM], p->at[FROM]))
        return;
    expect_no_fault(t, "context programs");
    if (pages_rewrite(p, FROM, &absent) && expect_fault(t, p, true) && expect_fault(t, p, false) &&
        pages_remap(p, FROM, p->at[OTHER]) && start(t, p) && expect_both(t, p->at[OTHER], MARK))
        expect_no_fault(t, "a context program after a fault");
}

static void context_program_keeps_a_register(struct test *t)
{
    struct pages p;

    if (!build(&p, t))
        return;
    register_is_kept(t, &p);
    engines_reset_pgraph(t->card); /* the program is no driver's: nothing may run it */
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.graph.context", .source = "tesla-engines.md §4.7", .run = context_program_keeps_a_register,
      .basis = UNVERIFIED, .experiment = "E46", .claim = CLAIM_ENGINE, .needs = "vm.graph.copy", .flags = TEST_RISKY },
};
/* clang-format on */
const struct test_group context_program_tests = { rows, ARRAY_SIZE(rows) };
