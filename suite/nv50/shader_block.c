/* suite/nv50/shader_block.c: programs of the shader cores in the one form that has run on real cards of every chipset: a register
 * test's, with its state method by method, its programs but for one instruction, one block of 512 threads (silicon-sequences.md
 * §6.2, §13). So a wrong result is the card's fault. Which multiprocessor has the block, the card decides. */
#include "suite/nv50/groups.h"

#include "engines/nv50/compute_plain.h"
#include "engines/nv50/flush.h"
#include "engines/nv50/pgraph.h"
#include "engines/window.h"
#include "hw/bits.h"
#include "hw/nv50/chip.h"
#include "suite/nv50/shader_lab.h"

#define THREADS    COMPUTE_PLAIN_THREADS
#define LANES      32u
#define CODE_BYTES 0x2000u /* fetched ahead: the bytes behind the program are ours too */
#define ARRAY      (4 * THREADS)
#define ARRAYS     4u /* three operands and $c; results lie over the first two */
#define AREA       (CODE_BYTES + ARRAYS * ARRAY)
#define MPS_MOST   32u

/* Addresses of the thread's words, operands into $r4 to $r6; $c0 all set, or of integers $c1 from memory. The instruction
 * stands behind this; then $r7 and $c are stored. */
static const uint32_t float_start[] = { 0x30020001, 0xc4100780, 0x20008005, 0x00000083, 0x20008009,
                                        0x00000103, 0x2000800d, 0x00000183, 0x100f8011, 0x00000003,
                                        0x00000801, 0xa0000780, 0xd0000011, 0x80c00780, 0xd0000215,
                                        0x80c00780, 0xd0000419, 0x80c00780 };
static const uint32_t float_end[] = { 0xd000001d, 0xa0c00780, 0x0000001d, 0x20000780,
                                      0xd000021d, 0xa0c00780, 0xf0000001, 0xe0000781 };
static const uint32_t integer_start[] = {
    0x30020001, 0xc4100780, 0x20008005, 0x00000083, 0x20008009, 0x00000103, 0x2000800d, 0x00000183,
    0x100f8011, 0x00000003, 0x00000801, 0xa0000790, 0xd0000011, 0x80c00780, 0xd0000215, 0x80c00780,
    0xd0000419, 0x80c00780, 0xd000061d, 0x80c00780, 0x00000e01, 0xa0000780
};
static const uint32_t integer_end[] = { 0xd000001d, 0xa0c00780, 0x0000001d, 0x20001780,
                                        0xd000021d, 0xa0c00780, 0xf0000001, 0xe0000781 };

/* The frame of an instruction; `flags`: bits of its second word that have it set $c. */
struct frame {
    const uint32_t *start, *end;
    unsigned start_words, end_words;
    uint32_t flags;
    void (*operands)(unsigned thread, uint32_t in[3]);
    enum core_unit unit;
};

static const struct frame integer_frame = {
    integer_start,           integer_end, ARRAY_SIZE(integer_start), ARRAY_SIZE(integer_end), 0x50,
    shader_integer_operands, CORE_INTEGER
};
static const struct frame float_frame = {
    float_start,           float_end, ARRAY_SIZE(float_start), ARRAY_SIZE(float_end), 0x40,
    shader_float_operands, CORE_FLOAT
};

/* Products of floats are left out: how a card rounds them is open (unverified S22). */
static const struct {
    const struct frame *frame;
    const char *name;
} instructions[] = {
    { &integer_frame, "add" },   { &integer_frame, "mad s24" }, { &integer_frame, "min u32" },
    { &float_frame, "add f32" }, { &float_frame, "mad f32" },   { &float_frame, "cvt s32 f32" },
};

struct shader_block {
    struct setup setup;
    struct compute c;
    linear_addr code, data;
    const struct frame *frame;
    const struct shader_operation *operation;
    /* Wrong results of one launch. */
    unsigned wrong, thread;
    uint32_t seen, lanes;
};

/* One object serves code, constants and data, because the test is about a block's results and not about objects. */
static bool build(struct shader_block *b, struct test *t)
{
    struct setup *const setup = &b->setup;
    uint16_t object = 0;

    setup_open(setup, t, TARGET_VRAM);
    b->code = setup_reserve(setup, AREA, 0x1000);
    b->data = linear_add(b->code, CODE_BYTES);
    if (setup->err == OK)
        setup->err = vm_object_words(&setup->vm, compute_plain_object, &object);
    const struct compute_memory memory = { .global_object = object,
                                           .local_object = object,
                                           .stack_object = object,
                                           .code_object = object,
                                           .global = b->data.v,
                                           .second_global = b->data.v,
                                           .limit = ARRAYS * ARRAY - 1,
                                           .local = b->code.v,
                                           .stack = b->code.v,
                                           .code = b->code.v,
                                           .constants = b->code.v,
                                           .tic = b->code.v,
                                           .tsc = b->code.v };
    if (setup->err == OK)
        setup->err = compute_prepare(&b->c, &setup->vm, &memory);
    return setup_ready(setup) &&
           test_ok(t, card_memory_fill(t->card, b->code, 0, AREA), "clearing memory");
}

static bool write_program(struct shader_block *b)
{
    const struct frame *const f = b->frame;
    const uint32_t words[] = { b->operation->first, b->operation->second | f->flags };
    struct test *const t = b->setup.t;
    const linear_addr at = linear_add(b->code, 4 * f->start_words);

    return test_ok(t, card_memory_write(t->card, b->code, f->start, 4 * f->start_words),
                   "writing a program") &&
           test_ok(t, card_memory_write(t->card, at, words, sizeof(words)), "writing a program") &&
           test_ok(
               t,
               card_memory_write(t->card, linear_add(at, sizeof(words)), f->end, 4 * f->end_words),
               "writing a program");
}

/* An array of a warp's words at a time, because the operands are made thread by thread. */
static bool write_operands(struct shader_block *b)
{
    struct test *const t = b->setup.t;
    uint32_t words[LANES];

    for (unsigned which = 0; which < 3; which++)
        for (unsigned first = 0; first < THREADS; first += LANES) {
            for (unsigned i = 0; i < LANES; i++) {
                uint32_t in[3];

                b->frame->operands(first + i, in);
                words[i] = in[which];
            }
            if (!test_ok(t,
                         card_memory_write(t->card, linear_add(b->data, which * ARRAY + 4 * first),
                                           words, sizeof(words)),
                         "writing operands"))
                return false;
        }
    return test_ok(t, host_flush(t->card), "flushing host writes");
}

/* Where a program stores nothing the first operand is still there. */
static bool read_results(struct shader_block *b, bool *stored)
{
    struct test *const t = b->setup.t;
    uint32_t words[LANES], in[3];

    *stored = false;
    b->wrong = 0;
    b->lanes = 0;
    for (unsigned thread = 0; thread < THREADS; thread++) {
        if (thread % LANES == 0 &&
            !test_ok(
                t, card_memory_read(t->card, linear_add(b->data, 4 * thread), words, sizeof(words)),
                "reading results"))
            return false;
        const uint32_t seen = words[thread % LANES];
        b->frame->operands(thread, in);
        *stored |= seen != in[0];
        if (seen == b->operation->gives(in[0], in[1], in[2]))
            continue;
        if (!b->wrong++) {
            b->thread = thread;
            b->seen = seen;
        }
        b->lanes |= UINT32_C(1) << thread % LANES;
    }
    return true;
}

/* ---- is it the core? ---- */

static bool holds(struct shader_block *b, uint32_t pattern, bool *good)
{
    struct test *const t = b->setup.t;
    uint32_t words[LANES];

    if (!test_ok(t, card_memory_fill(t->card, b->code, pattern, AREA), "filling memory") ||
        !test_ok(t, host_flush(t->card), "flushing host writes"))
        return false;
    for (uint64_t at = 0; at < AREA; at += sizeof(words)) {
        if (!test_ok(t, card_memory_read(t->card, linear_add(b->code, at), words, sizeof(words)),
                     "reading back"))
            return false;
        for (unsigned i = 0; i < LANES; i++)
            *good &= words[i] == pattern;
    }
    return true;
}

/* Program, operands and results lie in memory that holds each bit either way, and the result reads the same once more. False: the
 * test has ended. */
static bool memory_is_good(struct shader_block *b)
{
    struct test *const t = b->setup.t;
    uint32_t again;
    bool good = true;

    if (!test_ok(t, card_memory_read(t->card, linear_add(b->data, 4 * b->thread), &again, 4),
                 "reading a result again"))
        return false;
    const bool steady = again == b->seen;
    if (!holds(b, 0x5a5aa5a5, &good) || !holds(b, ~0x5a5aa5a5u, &good))
        return false;
    if (!steady || !good)
        test_skip(t, "the memory in which programs run %s; cores are not judged",
                  steady ? "does not hold what is written" : "does not read the same twice");
    return steady && good;
}

/* Where several MPs are there, none is named, because a single block does not say on which of them it ran. */
static void tell_wrong(struct shader_block *b, uint64_t there)
{
    const unsigned cores = cores_count(there);
    const struct finding finding = { .cause = CAUSE_SHADER_CORE,
                                     .cores = cores == 1 ? there : 0,
                                     .unit = (uint8_t)b->frame->unit,
                                     .manner = CORE_WRONG,
                                     .lane = only_lane(b->lanes) };
    char wanted[16], seen[16], where[24];
    struct text text = text_in(where, sizeof(where));
    uint32_t in[3];

    if (cores == 1)
        core_name(&text, lowest_bit_number(there));
    else
        text_format(&text, "one of %u MPs", cores);
    b->frame->operands(b->thread, in);
    text = text_in(wanted, sizeof(wanted));
    text_format(&text, "0x%x", b->operation->gives(in[0], in[1], in[2]));
    text = text_in(seen, sizeof(seen));
    text_format(&text, "0x%x", b->seen);
    test_find(b->setup.t, &finding);
    test_differs(
        b->setup.t, wanted, seen,
        "%s is wrong: %s of 0x%x, 0x%x, 0x%x gives %s, expected %s; in %u of %u threads of a "
        "block",
        where, b->operation->name, in[0], in[1], in[2], seen, wanted, b->wrong, THREADS);
}

/* False: the test has ended. A program that does not run at all is the way's fault as likely as the card's. */
static bool run_once(struct shader_block *b, uint64_t there)
{
    struct test *const t = b->setup.t;
    struct graph_event event = { 0 };
    bool stored;

    if (!write_operands(b))
        return false;
    const enum err e = compute_run(&b->c, THREADS, &event);
    if (e == ERR_TIMEOUT || event.interrupts) {
        test_skip(t, "programs %s by PGRAPH's port; not judged",
                  e == ERR_TIMEOUT ? "do not end" : "end in an error");
        return false;
    }
    if (!test_ok(t, e, "running a program") || !read_results(b, &stored))
        return false;
    if (!stored) {
        test_skip(t, "programs do not run by PGRAPH's port; not judged");
        return false;
    }
    if (test_compared(t, b->wrong == 0))
        return true;
    if (memory_is_good(b))
        tell_wrong(b, there);
    return false;
}

static const struct shader_operation *operation_named(const struct frame *frame, const char *name)
{
    const bool integer = frame->unit == CORE_INTEGER;
    const struct shader_operation *const all = integer ? shader_integers : shader_floats;
    unsigned i = 0;

    while (i + 1 < (integer ? SHADER_INTEGERS : SHADER_FLOATS) && !string_equal(all[i].name, name))
        i++;
    return &all[i];
}

/* As many launches of each as there are multiprocessors, because a card may give each of them one in turn. */
static bool run_all(struct shader_block *b, uint64_t there)
{
    struct test *const t = b->setup.t;

    for (unsigned i = 0; i < ARRAY_SIZE(instructions); i++) {
        b->frame = instructions[i].frame;
        b->operation = operation_named(b->frame, instructions[i].name);
        if (!write_program(b) || !test_ok(t, host_flush(t->card), "flushing host writes") ||
            !test_ok(t, compute_flush(&b->c), "flushing the code cache"))
            return false;
        for (unsigned k = 0; k < cores_count(there) && k < MPS_MOST; k++)
            if (!run_once(b, there))
                return false;
    }
    return true;
}

/* A port that does not take the class skips the test, because it says nothing of the shader cores. */
static void one_block_computes(struct test *t)
{
    const uint64_t there = pgraph_mps(t->card);
    struct shader_block b;

    if (!there) {
        test_lacks(t, "has no multiprocessor that is not fused off");
        return;
    }
    if (nv50_chip_of(t->card->chip)->features & FEATURE_IGP) {
        test_lacks(t, "has its memory in the machine's, where no public tool runs this program");
        return;
    }
    if (!build(&b, t))
        return;
    const enum err e = compute_plain_start(&b.c);
    if (e == ERR_TIMEOUT || e == ERR_UNSUPPORTED)
        test_skip(t, "the compute class cannot be set up by PGRAPH's port; not judged");
    else if (test_ok(t, e, "setting up compute") && run_all(&b, there))
        test_note(t, "integers and floats of one block, %u times",
                  (unsigned)ARRAY_SIZE(instructions) * cores_count(there));
    compute_close(&b.c);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "shader.block", .source = "silicon-sequences.md §6.2", .run = one_block_computes,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "link.dma", .flags = TEST_RISKY, .deadline_s = 60 },
};
/* clang-format on */
const struct test_group shader_block_tests = { rows, ARRAY_SIZE(rows) };
