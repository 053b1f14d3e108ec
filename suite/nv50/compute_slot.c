/* The slots of PGRAPH that programs of the shader cores reach (tesla-engines.md §4.8): GLOBAL and LOCAL, written and read, code
 * and constants, and the stack where it does not fit on the chip. Of each, as of graph_slot.c: a good access is seen in memory, and
 * again when the page has moved; a page that is not there is a fault with this slot; after it PGRAPH runs programs
 * again. */
#include "suite/nv50/compute_lab.h"
#include "suite/nv50/groups.h"

#include "engines/nv50/flush.h"
#include "hw/nv50/pgraph.h"

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

static bool global_written(struct test *t, const struct compute_lab *lab, linear_addr page)
{
    (void)lab;
    return compute_lab_holds_numbers(t, page, "a word of g[] that threads write by their number");
}

static bool global_read(struct test *t, const struct compute_lab *lab, linear_addr page)
{
    for (unsigned i = 0; i < THREADS; i++) {
        uint32_t seen;

        if (!compute_lab_word(t, lab->result, i, &seen) ||
            !expect_equal(t, compute_lab_name(page, i), seen,
                          "what a thread has read from its word of g[]"))
            return false;
    }
    return compute_lab_name_again(t, lab->result);
}

static bool local_written(struct test *t, const struct compute_lab *lab, linear_addr page)
{
    return compute_lab_holds_numbers(t, lab->result,
                                     "what a thread has stored in l[] and read back") &&
           compute_lab_has_number(t, page, 1) && compute_lab_has_number(t, page, THREADS - 1) &&
           compute_lab_name_again(t, page);
}

static bool constant_read(struct test *t, const struct compute_lab *lab, linear_addr page)
{
    for (unsigned i = 0; i < THREADS; i += THREADS - 1) {
        uint32_t seen;

        if (!compute_lab_word(t, lab->result, i, &seen) ||
            !expect_equal(t, compute_lab_name(page, 0), seen, "what a thread has read from c0[0]"))
            return false;
    }
    return compute_lab_name_again(t, lab->result);
}

static bool result_written(struct test *t, const struct compute_lab *lab, linear_addr page)
{
    (void)page;
    return compute_lab_holds_numbers(t, lab->result,
                                     "a word that threads write behind the join points");
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

static void global_is_written(struct test *t)
{
    compute_lab_goes_through(t,
                             &(struct compute_client){ "a program that writes g[]", VM_CLIENT_PROP,
                                                       0xa, false, PGRAPH_TRAP_PROP, writes_global,
                                                       ARRAY_SIZE(writes_global), aim_global,
                                                       global_written, false },
                             NULL);
}

static void global_is_read(struct test *t)
{
    compute_lab_goes_through(t,
                             &(struct compute_client){ "a program that reads g[]", VM_CLIENT_PROP,
                                                       0xa, true, PGRAPH_TRAP_PROP, reads_global,
                                                       ARRAY_SIZE(reads_global), aim_global,
                                                       global_read, false },
                             NULL);
}

static void local_is_written(struct test *t)
{
    compute_lab_goes_through(t,
                             &(struct compute_client){ "a program that writes l[]", VM_CLIENT_PROP,
                                                       9, false, PGRAPH_TRAP_PROP, writes_local,
                                                       ARRAY_SIZE(writes_local), aim_local,
                                                       local_written, true },
                             NULL);
}

/* The words that it reads before it has written are unknown, so only the fault is checked. */
static void local_is_read(struct test *t)
{
    const struct compute_client c = {
        "a program that reads l[]", VM_CLIENT_PROP, 9,    true, PGRAPH_TRAP_PROP, reads_local,
        ARRAY_SIZE(reads_local),    aim_local,      NULL, true
    };
    struct compute_lab lab;

    compute_lab_build(&lab, t);
    if (setup_ready(&lab.p.setup) && compute_lab_code(t, lab.code, c.code, c.words) &&
        compute_lab_aim(t, &lab, &c, NOTHING_AT, NOTHING_AT))
        (void)!compute_lab_expect_fault(t, &lab, &c);
}

static void constants_are_read(struct test *t)
{
    compute_lab_goes_through(
        t,
        &(struct compute_client){ "a program that reads c0[]", VM_CLIENT_CCACHE, 0, true,
                                  PGRAPH_TRAP_CCACHE, reads_constant, ARRAY_SIZE(reads_constant),
                                  aim_constants, constant_read, false },
        NULL);
}

/* Programs in two pages, one that writes and one that reads: which of them runs says where it came from. */
static void code_is_read(struct test *t)
{
    const struct compute_client one = { "a program that a page holds",
                                        VM_CLIENT_CCACHE,
                                        0,
                                        true,
                                        PGRAPH_TRAP_CCACHE,
                                        writes_result,
                                        ARRAY_SIZE(writes_result),
                                        aim_constants,
                                        result_written,
                                        false };
    const struct compute_client other = { "a program of the page that has come in its place",
                                          VM_CLIENT_CCACHE,
                                          0,
                                          true,
                                          PGRAPH_TRAP_CCACHE,
                                          reads_constant,
                                          ARRAY_SIZE(reads_constant),
                                          aim_constants,
                                          constant_read,
                                          false };
    struct compute_lab lab;

    compute_lab_build(&lab, t);
    if (!setup_ready(&lab.p.setup) || !compute_lab_code(t, lab.code, one.code, one.words) ||
        !compute_lab_code(t, lab.p.at[OTHER], other.code, other.words) ||
        !compute_lab_start(t, &lab) || !compute_lab_expect_run(t, &lab, &one, lab.p.at[FROM]) ||
        !pages_remap(&lab.p, (enum page)(CODE_AT / PAGE), lab.p.at[OTHER]) ||
        !test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PGRAPH), "flushing the TLB of PGRAPH") ||
        !test_ok(t, compute_flush(&lab.c), "flushing code and constants") ||
        !compute_lab_expect_run(t, &lab, &other, lab.p.at[FROM]))
        return;
    expect_no_fault(t, other.what);
    lab.c.memory.code = NOTHING_AT;
    if (!compute_lab_start(t, &lab) || !compute_lab_expect_fault(t, &lab, &other))
        return;
    lab.c.memory.code = CODE_AT;
    if (compute_lab_start(t, &lab) && compute_lab_expect_run(t, &lab, &other, lab.p.at[FROM]))
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
    struct compute_client c = { "a program whose stack does not fit on the chip",
                                VM_CLIENT_PROP,
                                0xb,
                                false,
                                PGRAPH_TRAP_PROP,
                                code,
                                ARRAY_SIZE(code),
                                aim_stack,
                                result_written,
                                true };
    struct compute_lab lab;

    compute_lab_build(&lab, t);
    if (!setup_ready(&lab.p.setup) || !compute_lab_code(t, lab.code, c.code, c.words) ||
        !compute_lab_start(t, &lab) || !compute_lab_expect_run(t, &lab, &c, lab.p.at[FROM]) ||
        !compute_lab_has_number(t, lab.p.at[FROM], UINT32_MAX) ||
        !compute_lab_name_again(t, lab.p.at[FROM]) || !compute_lab_move(t, &lab, &c) ||
        !compute_lab_expect_run(t, &lab, &c, lab.p.at[OTHER]) ||
        !compute_lab_has_number(t, lab.p.at[OTHER], UINT32_MAX) ||
        !expect_content(t, lab.p.at[FROM], lab.p.at[FROM]))
        return;
    expect_no_fault(t, c.what);
    if (compute_lab_aim(t, &lab, &c, 0, NOTHING_AT) && compute_lab_expect_fault(t, &lab, &c) &&
        compute_lab_aim(t, &lab, &c, 0, SPREAD_AT) &&
        compute_lab_expect_run(t, &lab, &c, lab.p.at[OTHER]))
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
