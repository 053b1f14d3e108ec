/* The slots of PGRAPH that programs of the shader cores reach (tesla-engines.md §4.8): GLOBAL and LOCAL, written and read, code
 * and constants, and the stack where it does not fit on the chip. Of each, as of graph_slot.c: a good access is seen in memory, and
 * again when the page has moved; a page that is not there is a fault with this slot; after it PGRAPH runs programs
 * again. */
#include "suite/nv50/groups.h"
#include "suite/nv50/pages.h"

#include "engines/nv50/compute.h"
#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/nv50/pgraph.h"

#define THREADS 32u

/* Offsets in the object after the pages of pages.h. l[] and the stack are spread by multiprocessor in a way that no
 * source tells, so many of their pages are mapped to one page of memory. */
#define RESULT_AT  (48 * PAGE)
#define CODE_AT    (50 * PAGE)
#define SPREAD_AT  (64 * PAGE)
#define SPREAD     16u
#define NOTHING_AT (256 * PAGE)

/* Programs (tesla-isa.md; the words of tesla-engines.md §4.8). $r0 is the thread's number. */
#define SHL_R1_R0_2 0x30020005, 0xc4100780 /* the thread's word */
#define ST_G0_R0    0xd0000201, 0xa0c00780
#define LD_R2_G0    0xd0000209, 0x80c00780
#define ST_G1_R2    0xd0010209, 0xa0c00780
#define ST_L0_R0    0xd0000001, 0x60c00780
#define LD_R2_L0    0xd0000009, 0x40c00780
#define LD_R2_C0    0x10000009, 0x2400c780
#define ST_G1_R0    0xd0010201, 0xa0c00780
#define NOP_JOIN    0xf0000001, 0xe0000782
#define NOP_EXIT    0xf0000001, 0xe0000781

static const uint32_t writes_global[] = { SHL_R1_R0_2, ST_G0_R0, NOP_EXIT };
static const uint32_t reads_global[] = { SHL_R1_R0_2, LD_R2_G0, ST_G1_R2, NOP_EXIT };
static const uint32_t writes_local[] = { SHL_R1_R0_2, ST_L0_R0, LD_R2_L0, ST_G1_R2, NOP_EXIT };
static const uint32_t reads_local[] = { SHL_R1_R0_2, LD_R2_L0, ST_G1_R2, NOP_EXIT };
static const uint32_t reads_constant[] = { SHL_R1_R0_2, LD_R2_C0, ST_G1_R2, NOP_EXIT };
static const uint32_t writes_result[] = { SHL_R1_R0_2, ST_G1_R0, NOP_EXIT };

/* 16 entries of a stack lie on the chip. */
#define JOINS 20u

struct lab {
    struct pages p;
    struct compute c;
    linear_addr result, code;
};

struct client {
    const char *what;
    uint8_t client, slot;
    bool read;
    uint32_t unit; /* PGRAPH_TRAP */
    const uint32_t *code;
    unsigned words;
    /* Lets the space that is looked at begin there. */
    void (*aim)(struct compute_memory *memory, uint64_t at, uint64_t spread);
    bool (*seen)(struct test *t, const struct lab *lab, linear_addr page);
    bool spreads;
};

/* ---- memory ---- */

static bool word_at(struct test *t, linear_addr page, unsigned word, uint32_t *seen)
{
    return test_ok(
        t, card_memory_read(t->card, (linear_addr){ page.v + 4 * word, page.target }, seen, 4),
        "reading back");
}

static uint32_t name_at(linear_addr page, unsigned word)
{
    return name_of((linear_addr){ page.v + 4 * word, page.target });
}

static bool name_again(struct test *t, linear_addr page)
{
    return test_ok(t, name_words(t->card, page, PAGE), "naming memory again");
}

/* The thread's numbers, then names. */
static bool holds_numbers(struct test *t, linear_addr page, const char *what)
{
    for (unsigned i = 0; i < 2 * THREADS; i++) {
        uint32_t seen = 0;

        if (!word_at(t, page, i, &seen) ||
            !expect_equal(t, i < THREADS ? i : name_at(page, i), seen, what))
            return false;
    }
    return name_again(t, page);
}

static bool global_written(struct test *t, const struct lab *lab, linear_addr page)
{
    (void)lab;
    return holds_numbers(t, page, "a word of g[] that threads write by their number");
}

static bool global_read(struct test *t, const struct lab *lab, linear_addr page)
{
    for (unsigned i = 0; i < THREADS; i++) {
        uint32_t seen = 0;

        if (!word_at(t, lab->result, i, &seen) ||
            !expect_equal(t, name_at(page, i), seen, "what a thread has read from its word of g[]"))
            return false;
    }
    return name_again(t, lab->result);
}

/* Where a thread's word lies is not known; each number is somewhere. */
static bool has_number(struct test *t, linear_addr page, uint32_t number)
{
    for (unsigned i = 0; i < PAGE / 4; i++) {
        uint32_t seen = 0;

        if (!word_at(t, page, i, &seen))
            return false;
        if (seen == number)
            return test_compared(t, true);
    }
    (void)!test_compared(t, false);
    test_fail(t, "has no word %u in the page that l[] shows", number);
    return false;
}

static bool local_written(struct test *t, const struct lab *lab, linear_addr page)
{
    return holds_numbers(t, lab->result, "what a thread has stored in l[] and read back") &&
           has_number(t, page, 1) && has_number(t, page, THREADS - 1) && name_again(t, page);
}

static bool constant_read(struct test *t, const struct lab *lab, linear_addr page)
{
    for (unsigned i = 0; i < THREADS; i += THREADS - 1) {
        uint32_t seen = 0;

        if (!word_at(t, lab->result, i, &seen) ||
            !expect_equal(t, name_at(page, 0), seen, "what a thread has read from c0[0]"))
            return false;
    }
    return name_again(t, lab->result);
}

static bool result_written(struct test *t, const struct lab *lab, linear_addr page)
{
    (void)page;
    return holds_numbers(t, lab->result, "a word that threads write behind the join points");
}

static void aim_global(struct compute_memory *memory, uint64_t at, uint64_t spread)
{
    (void)spread;
    memory->global = at;
}

static void aim_local(struct compute_memory *memory, uint64_t at, uint64_t spread)
{
    (void)at;
    memory->local = spread;
}

static void aim_constants(struct compute_memory *memory, uint64_t at, uint64_t spread)
{
    (void)spread;
    memory->constants = at;
}

static void aim_stack(struct compute_memory *memory, uint64_t at, uint64_t spread)
{
    (void)at;
    memory->stack = spread;
}

/* ---- claims for each of them ---- */

static void map_page(struct lab *lab, uint64_t offset, linear_addr page)
{
    const struct pte pte = pte_of(page);

    kit_page(&lab->p.kit, &lab->p.table, (virtual_addr){ PAGES_AT + offset }, &pte);
}

/* Code is fetched ahead, so a page after the program is there too. */
static void build(struct lab *lab, struct test *t)
{
    struct kit *const kit = &lab->p.kit;

    pages_build(&lab->p, t, TARGET_VRAM);
    lab->result = kit_memory(kit, TARGET_VRAM, PAGE, PAGE);
    lab->code = kit_memory(kit, TARGET_VRAM, 2 * PAGE, PAGE);
    map_page(lab, RESULT_AT, lab->result);
    for (unsigned i = 0; i < 2; i++)
        map_page(lab, CODE_AT + i * PAGE,
                 (linear_addr){ lab->code.v + i * PAGE, lab->code.target });
    for (unsigned i = 0; i < SPREAD; i++)
        map_page(lab, SPREAD_AT + i * PAGE, lab->p.at[FROM]);
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
    if (kit->err == OK)
        kit->err = compute_prepare(&lab->c, &kit->vm, &memory);
}

static bool write_code(struct test *t, linear_addr at, const uint32_t *words, unsigned count)
{
    return test_ok(t, card_memory_write(t->card, at, words, 4 * count), "writing a program") &&
           test_ok(t, host_flush(t->card), "flushing host writes");
}

static bool start(struct test *t, struct lab *lab)
{
    return test_ok(t, compute_start(&lab->c), "setting up compute");
}

static bool expect_run(struct test *t, struct lab *lab, const struct client *c, linear_addr page)
{
    struct graph_event event = { 0 };

    return test_ok(t, compute_run(&lab->c, THREADS, &event), c->what) &&
           expect_equal(t, 0, event.interrupts, "PGRAPH_INTR after a program") &&
           c->seen(t, lab, page);
}

/* FROM's page, and where that is spread all of them, becomes OTHER. */
static bool move_page(struct test *t, struct lab *lab, const struct client *c)
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
static bool expect_fault(struct test *t, struct lab *lab, const struct client *c)
{
    const struct vm_fault wanted = { .engine = VM_ENGINE_PGRAPH,
                                     .client = c->client,
                                     .slot = c->slot,
                                     .read = c->read,
                                     .reason = FAULT_PAGE_NOT_PRESENT };
    struct graph_event event = { 0 };
    struct vm_fault seen = { 0 };

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

static bool aim_and_start(struct test *t, struct lab *lab, const struct client *c, uint64_t at,
                          uint64_t spread)
{
    c->aim(&lab->c.memory, at, spread);
    return start(t, lab);
}

static void goes_through_its_slot(struct test *t, const struct client *c)
{
    struct lab lab;

    build(&lab, t);
    if (!kit_ready(&lab.p.kit) || !write_code(t, lab.code, c->code, c->words) || !start(t, &lab) ||
        !expect_run(t, &lab, c, lab.p.at[FROM]) || !move_page(t, &lab, c) ||
        !test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PGRAPH), "flushing the TLB of PGRAPH") ||
        !test_ok(t, compute_flush(&lab.c), "flushing code and constants") ||
        !expect_run(t, &lab, c, lab.p.at[OTHER]) ||
        !expect_content(t, lab.p.at[FROM], lab.p.at[FROM]))
        return;
    expect_no_fault(t, c->what);
    if (aim_and_start(t, &lab, c, NOTHING_AT, NOTHING_AT) && expect_fault(t, &lab, c) &&
        aim_and_start(t, &lab, c, FROM * PAGE, SPREAD_AT) &&
        expect_run(t, &lab, c, lab.p.at[OTHER]))
        expect_no_fault(t, "a program after a fault");
}

static void global_is_written(struct test *t)
{
    goes_through_its_slot(t, &(struct client){ "a program that writes g[]", VM_CLIENT_PROP, 0xa,
                                               false, PGRAPH_TRAP_PROP, writes_global,
                                               ARRAY_SIZE(writes_global), aim_global,
                                               global_written, false });
}

static void global_is_read(struct test *t)
{
    goes_through_its_slot(t, &(struct client){ "a program that reads g[]", VM_CLIENT_PROP, 0xa,
                                               true, PGRAPH_TRAP_PROP, reads_global,
                                               ARRAY_SIZE(reads_global), aim_global, global_read,
                                               false });
}

static void local_is_written(struct test *t)
{
    goes_through_its_slot(t, &(struct client){ "a program that writes l[]", VM_CLIENT_PROP, 9,
                                               false, PGRAPH_TRAP_PROP, writes_local,
                                               ARRAY_SIZE(writes_local), aim_local, local_written,
                                               true });
}

/* The words that it reads before it has written are unknown, so only the fault is checked. */
static void local_is_read(struct test *t)
{
    const struct client c = {
        "a program that reads l[]", VM_CLIENT_PROP, 9,    true, PGRAPH_TRAP_PROP, reads_local,
        ARRAY_SIZE(reads_local),    aim_local,      NULL, true
    };
    struct lab lab;

    build(&lab, t);
    if (kit_ready(&lab.p.kit) && write_code(t, lab.code, c.code, c.words) &&
        aim_and_start(t, &lab, &c, NOTHING_AT, NOTHING_AT))
        expect_fault(t, &lab, &c);
}

static void constants_are_read(struct test *t)
{
    goes_through_its_slot(t, &(struct client){ "a program that reads c0[]", VM_CLIENT_CCACHE, 0,
                                               true, PGRAPH_TRAP_CCACHE, reads_constant,
                                               ARRAY_SIZE(reads_constant), aim_constants,
                                               constant_read, false });
}

/* Programs in two pages, one that writes and one that reads: which of them runs says where it came from. */
static void code_is_read(struct test *t)
{
    const struct client one = { "a program that a page holds",
                                VM_CLIENT_CCACHE,
                                0,
                                true,
                                PGRAPH_TRAP_CCACHE,
                                writes_result,
                                ARRAY_SIZE(writes_result),
                                aim_constants,
                                result_written,
                                false };
    const struct client other = { "a program of the page that has come in its place",
                                  VM_CLIENT_CCACHE,
                                  0,
                                  true,
                                  PGRAPH_TRAP_CCACHE,
                                  reads_constant,
                                  ARRAY_SIZE(reads_constant),
                                  aim_constants,
                                  constant_read,
                                  false };
    struct lab lab;

    build(&lab, t);
    if (!kit_ready(&lab.p.kit) || !write_code(t, lab.code, one.code, one.words) ||
        !write_code(t, lab.p.at[OTHER], other.code, other.words) || !start(t, &lab) ||
        !expect_run(t, &lab, &one, lab.p.at[FROM]) ||
        !pages_remap(&lab.p, (enum page)(CODE_AT / PAGE), lab.p.at[OTHER]) ||
        !test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PGRAPH), "flushing the TLB of PGRAPH") ||
        !test_ok(t, compute_flush(&lab.c), "flushing code and constants") ||
        !expect_run(t, &lab, &other, lab.p.at[FROM]))
        return;
    expect_no_fault(t, other.what);
    lab.c.memory.code = NOTHING_AT;
    if (!start(t, &lab) || !expect_fault(t, &lab, &other))
        return;
    lab.c.memory.code = CODE_AT;
    if (start(t, &lab) && expect_run(t, &lab, &other, lab.p.at[FROM]))
        expect_no_fault(t, "a program after a fault");
}

/* Join points one inside the other, then as many joins: entries that do not fit on the chip go to memory and come back
 * (unverified E42: the depth, and that it is written through). */
static void stack_is_written(struct test *t)
{
    static const uint32_t rest[] = { SHL_R1_R0_2, ST_G1_R0, NOP_EXIT }, join[] = { NOP_JOIN };
    uint32_t code[4 * JOINS + ARRAY_SIZE(rest)];

    for (uint32_t i = 0; i < JOINS; i++) {
        const uint32_t target = 8 * (2 * JOINS - 1 - i); /* of the join that belongs to it */

        code[2 * i] = 0xa0000003 | target / 4 << 11;
        code[2 * i + 1] = 0;
        code[2 * (JOINS + i)] = join[0];
        code[2 * (JOINS + i) + 1] = join[1];
    }
    for (unsigned i = 0; i < ARRAY_SIZE(rest); i++)
        code[4 * JOINS + i] = rest[i];
    struct client c = { "a program whose stack does not fit on the chip",
                        VM_CLIENT_PROP,
                        0xb,
                        false,
                        PGRAPH_TRAP_PROP,
                        code,
                        ARRAY_SIZE(code),
                        aim_stack,
                        result_written,
                        true };
    struct lab lab;

    build(&lab, t);
    if (!kit_ready(&lab.p.kit) || !write_code(t, lab.code, c.code, c.words) || !start(t, &lab) ||
        !expect_run(t, &lab, &c, lab.p.at[FROM]) || !has_number(t, lab.p.at[FROM], UINT32_MAX) ||
        !name_again(t, lab.p.at[FROM]) || !move_page(t, &lab, &c) ||
        !expect_run(t, &lab, &c, lab.p.at[OTHER]) || !has_number(t, lab.p.at[OTHER], UINT32_MAX) ||
        !expect_content(t, lab.p.at[FROM], lab.p.at[FROM]))
        return;
    expect_no_fault(t, c.what);
    if (aim_and_start(t, &lab, &c, 0, NOTHING_AT) && expect_fault(t, &lab, &c) &&
        aim_and_start(t, &lab, &c, 0, SPREAD_AT) && expect_run(t, &lab, &c, lab.p.at[OTHER]))
        expect_no_fault(t, "a program after a fault");
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.compute.global", .source = "tesla-engines.md §4.8", .run = global_is_written,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy", .flags = TEST_RISKY },
    { .name = "vm.compute.global_read", .source = "tesla-engines.md §4.8", .run = global_is_read,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.compute.global", .flags = TEST_RISKY },
    { .name = "vm.compute.code", .source = "tesla-engines.md §4.8", .run = code_is_read,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.compute.global", .flags = TEST_RISKY },
    { .name = "vm.compute.constant", .source = "tesla-engines.md §4.8", .run = constants_are_read,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.compute.global", .flags = TEST_RISKY },
    { .name = "vm.compute.local", .source = "tesla-engines.md §4.8", .run = local_is_written,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.compute.global", .flags = TEST_RISKY },
    { .name = "vm.compute.local_read", .source = "tesla-engines.md §4.8", .run = local_is_read,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.compute.local", .flags = TEST_RISKY },
    { .name = "vm.compute.stack", .source = "tesla-engines.md §4.8", .run = stack_is_written,
      .basis = UNVERIFIED, .experiment = "E42", .claim = CLAIM_ENGINE, .needs = "vm.compute.global", .flags = TEST_RISKY },
};
/* clang-format on */
const struct test_group compute_slot_tests = { rows, ARRAY_SIZE(rows) };
