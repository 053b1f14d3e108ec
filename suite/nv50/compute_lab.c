#include "suite/nv50/compute_lab.h"

#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/nv50/pgraph.h"

/* ---- memory ---- */

bool compute_lab_word(struct test *t, linear_addr page, unsigned word, uint32_t *seen)
{
    return test_ok(
        t, card_memory_read(t->card, (linear_addr){ page.v + 4 * word, page.target }, seen, 4),
        "reading back");
}

uint32_t compute_lab_name(linear_addr page, unsigned word)
{
    return name_of((linear_addr){ page.v + 4 * word, page.target });
}

bool compute_lab_name_again(struct test *t, linear_addr page)
{
    return test_ok(t, name_words(t->card, page, PAGE), "naming memory again");
}

/* The thread's numbers, then names. */
bool compute_lab_holds_numbers(struct test *t, linear_addr page, const char *what)
{
    for (unsigned i = 0; i < 2 * THREADS; i++) {
        uint32_t seen;

        if (!compute_lab_word(t, page, i, &seen) ||
            !expect_equal(t, i < THREADS ? i : compute_lab_name(page, i), seen, what))
            return false;
    }
    return compute_lab_name_again(t, page);
}

/* Where a thread's word lies is not known; each number is somewhere. */
bool compute_lab_has_number(struct test *t, linear_addr page, uint32_t number)
{
    for (unsigned i = 0; i < PAGE / 4; i++) {
        uint32_t seen;

        if (!compute_lab_word(t, page, i, &seen))
            return false;
        if (seen == number)
            return test_compared(t, true);
    }
    (void)!test_compared(t, false);
    test_fail(t, "has no word %u in the page that l[] shows", number);
    return false;
}

/* ---- programs and their pages ---- */

static void compute_lab_map(struct compute_lab *lab, uint64_t offset, linear_addr page)
{
    const struct pte pte = pte_of(page);

    setup_page(&lab->p.setup, &lab->p.table, (virtual_addr){ PAGES_AT + offset }, &pte);
}

/* Code is fetched ahead, so a page after the program is there too. */
void compute_lab_build(struct compute_lab *lab, struct test *t)
{
    struct setup *const setup = &lab->p.setup;

    pages_build(&lab->p, t, TARGET_VRAM);
    lab->result = setup_memory(setup, TARGET_VRAM, PAGE, PAGE);
    lab->code = setup_memory(setup, TARGET_VRAM, 2 * PAGE, PAGE);
    compute_lab_map(lab, RESULT_AT, lab->result);
    for (unsigned i = 0; i < 2; i++)
        compute_lab_map(lab, CODE_AT + i * PAGE,
                        (linear_addr){ lab->code.v + i * PAGE, lab->code.target });
    for (unsigned i = 0; i < SPREAD; i++)
        compute_lab_map(lab, SPREAD_AT + i * PAGE, lab->p.at[FROM]);
    const struct compute_memory memory = { .global_object = lab->p.selector,
                                           .local_object = lab->p.selector,
                                           .stack_object = lab->p.selector,
                                           .code_object = lab->p.selector,
                                           .global = FROM * PAGE,
                                           .second_global = RESULT_AT,
                                           .local = SPREAD_AT,
                                           .stack = SPREAD_AT,
                                           .code = CODE_AT,
                                           .constants = FROM * PAGE,
                                           .limit = PAGE - 1 };
    if (setup->err == OK)
        setup->err = compute_prepare(&lab->c, &setup->vm, &memory);
}

bool compute_lab_code(struct test *t, linear_addr at, const uint32_t *words, unsigned count)
{
    return test_ok(t, card_memory_write(t->card, at, words, 4 * count), "writing a program") &&
           test_ok(t, host_flush(t->card), "flushing host writes");
}

bool compute_lab_start(struct test *t, struct compute_lab *lab)
{
    return test_ok(t, compute_start(&lab->c), "setting up compute");
}

bool compute_lab_expect_run(struct test *t, struct compute_lab *lab, const struct compute_client *c,
                            linear_addr page)
{
    struct graph_event event;

    return test_ok(t, compute_run(&lab->c, THREADS, &event), c->what) &&
           expect_equal(t, 0, event.interrupts, "PGRAPH_INTR after a program") &&
           c->seen(t, lab, page);
}

/* FROM's page, and where that is spread all of them, becomes OTHER. */
bool compute_lab_move(struct test *t, struct compute_lab *lab, const struct compute_client *c)
{
    const linear_addr to = lab->p.at[OTHER];

    if (!c->spreads)
        return pages_remap(&lab->p, FROM, to);
    for (unsigned i = 0; i < SPREAD; i++)
        if (!pages_remap(&lab->p, (enum page)(SPREAD_AT / PAGE + i), to))
            return false;
    return test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PGRAPH), "flushing the TLB of PGRAPH");
}

static uint32_t in_one_word(const struct vm_fault *fault)
{
    return (uint32_t)fault->engine << 24 | (uint32_t)fault->client << 16 |
           (uint32_t)fault->slot << 8 | (uint32_t)fault->read << 4 | fault->reason;
}

/* Which thread comes first is not known, so neither is the address. */
bool compute_lab_expect_fault(struct test *t, struct compute_lab *lab,
                              const struct compute_client *c)
{
    const struct vm_fault wanted = { .engine = VM_ENGINE_PGRAPH,
                                     .client = c->client,
                                     .slot = c->slot,
                                     .read = c->read,
                                     .reason = FAULT_PAGE_NOT_PRESENT };
    struct graph_event event;
    struct vm_fault seen;

    if (!test_ok(t, compute_run(&lab->c, THREADS, &event), c->what))
        return false;
    if (!fault_take(t->card, &seen)) {
        (void)!test_compared(t, false);
        test_fail(t, "recorded no fault for %s where no page is", c->what);
        return false;
    }
    return expect_equal(t, in_one_word(&wanted), in_one_word(&seen),
                        "engine, client, slot, direction and reason of the record") &&
           expect_equal(t, PGRAPH_INTR_TRAP, event.interrupts, "PGRAPH_INTR after a fault") &&
           expect_equal(t, c->unit, event.traps & c->unit, "PGRAPH_TRAP after a fault");
}

bool compute_lab_aim(struct test *t, struct compute_lab *lab, const struct compute_client *c,
                     uint64_t at, uint64_t spread)
{
    c->aim(&lab->c.memory, at, spread);
    return compute_lab_start(t, lab);
}

/* The program runs once before the page is moved and once after, so that only a translation that is asked anew
 * gives both results; then it runs into an address without a page, and once more, because a fault must not
 * outlast its program. */
void compute_lab_goes_through(struct test *t, const struct compute_client *c,
                              bool (*prepare)(struct test *t, struct compute_lab *lab))
{
    struct compute_lab lab;

    compute_lab_build(&lab, t);
    if (!setup_ready(&lab.p.setup) || (prepare && !prepare(t, &lab)) ||
        !compute_lab_code(t, lab.code, c->code, c->words) || !compute_lab_start(t, &lab) ||
        !compute_lab_expect_run(t, &lab, c, lab.p.at[FROM]) || !compute_lab_move(t, &lab, c) ||
        !test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PGRAPH), "flushing the TLB of PGRAPH") ||
        !test_ok(t, compute_flush(&lab.c), "flushing what the card has cached") ||
        !compute_lab_expect_run(t, &lab, c, lab.p.at[OTHER]) ||
        (!prepare && !expect_content(t, lab.p.at[FROM], lab.p.at[FROM])))
        return;
    expect_no_fault(t, c->what);
    if (compute_lab_aim(t, &lab, c, NOTHING_AT, NOTHING_AT) &&
        compute_lab_expect_fault(t, &lab, c) &&
        compute_lab_aim(t, &lab, c, FROM * PAGE, SPREAD_AT) &&
        compute_lab_expect_run(t, &lab, c, lab.p.at[OTHER]))
        expect_no_fault(t, "a program after a fault");
}
