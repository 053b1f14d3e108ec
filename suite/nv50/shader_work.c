/* suite/nv50/shader_work.c: integers, floats, special functions, program flow. Each row is an instruction, or a few, that leave their
 * result in R_RESULT. */
#include "suite/nv50/shader_work.h"

#include "hw/bits.h"
#include "suite/nv50/plain.h"

/* Numbers that look like chance; the first threads have those at which carries and signs change. */
static uint32_t mixed(uint32_t n)
{
    n = (n + 1) * UINT32_C(0x9e3779b1);
    n ^= n >> 15;
    n *= UINT32_C(0x85ebca77);
    return n ^ n >> 13;
}

static void put_operations(struct shader_code *code, const struct shader_operation *rows,
                           unsigned count, unsigned threads)
{
    for (unsigned i = 0; i < count; i++) {
        put_code(code, rows[i].first, rows[i].second);
        put_store(code, R_RESULT, 4 * threads);
    }
}

static void put_name(struct text *text, const char *name, const uint32_t in[3])
{
    text_format(text, "%s of 0x%x, 0x%x, 0x%x", name, in[0], in[1], in[2]);
}

/* ---- integers ---- */

void shader_integer_operands(unsigned thread, uint32_t in[3])
{
    static const uint32_t edges[] = { 0, UINT32_MAX, 0x7fffffff, 0x80000000, 1 };

    for (unsigned i = 0; i < 3; i++)
        in[i] = mixed(3 * thread + i);
    if (thread < ARRAY_SIZE(edges) * ARRAY_SIZE(edges)) {
        in[0] = edges[thread % ARRAY_SIZE(edges)];
        in[1] = in[2] = edges[thread / ARRAY_SIZE(edges)];
    }
}

static int32_t low24(uint32_t a)
{
    return (int32_t)(a << 8) >> 8;
}

static uint32_t sum(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b;
    return a + c;
}

static uint32_t difference(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b;
    return a - c;
}

static uint32_t product(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return (a & 0xffffff) * (b & 0xffffff);
}

static uint32_t product_high(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return (uint32_t)((uint64_t)(a & 0xffffff) * (b & 0xffffff) >> 16);
}

static uint32_t product_sum(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint32_t)((int64_t)low24(a) * low24(b)) + c;
}

static uint32_t apart(uint32_t a, uint32_t b, uint32_t c)
{
    return ((int32_t)a > (int32_t)b ? a - b : b - a) + c;
}

static uint32_t left(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b;
    (void)c;
    return a << 5;
}

static uint32_t right(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b;
    (void)c;
    return a >> 7;
}

static uint32_t right_signed(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b;
    (void)c;
    return a >> 3 | (a >> 31 ? UINT32_C(0xe0000000) : 0);
}

static uint32_t both(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return a & b;
}

static uint32_t either(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return a | b;
}

static uint32_t unlike(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return a ^ b;
}

static uint32_t larger(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return (int32_t)a > (int32_t)b ? a : b;
}

static uint32_t smaller(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return a < b ? a : b;
}

static uint32_t is_below(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return (int32_t)a < (int32_t)b ? UINT32_MAX : 0;
}

/* clang-format off */
const struct shader_operation shader_integers[SHADER_INTEGERS] = {
    { "add", 0x2000081d, 0x04018780, sum },
    { "sub", 0x2040081d, 0x04018780, difference },
    { "mul u24", 0x4005081d, 0x00010780, product },
    { "mul high u24", 0x4005081d, 0x00014780, product_high },
    { "mad s24", 0x6005081d, 0x80018780, product_sum },
    { "sad s32", 0x5005081d, 0x0c018780, apart },
    { "shl by 5", 0x3005081d, 0xc4100780, left },
    { "shr u32 by 7", 0x3007081d, 0xe4100780, right },
    { "shr s32 by 3", 0x3003081d, 0xec100780, right_signed },
    { "and", 0xd005081d, 0x04000780, both },
    { "or", 0xd005081d, 0x04004780, either },
    { "xor", 0xd005081d, 0x04008780, unlike },
    { "max s32", 0x3005081d, 0x8c000780, larger },
    { "min u32", 0x3005081d, 0xa4000780, smaller },
    { "set l s32", 0x3005081d, 0x6c004780, is_below },
};
/* clang-format on */

static void emit_integers(struct shader_code *code, unsigned threads, unsigned pattern)
{
    (void)pattern;
    put_operations(code, shader_integers, ARRAY_SIZE(shader_integers), threads);
}

static bool wanted_integer(unsigned row, unsigned thread, unsigned threads, unsigned pattern,
                           uint32_t *word)
{
    uint32_t in[3];

    (void)threads;
    (void)pattern;
    shader_integer_operands(thread, in);
    *word = shader_integers[row].gives(in[0], in[1], in[2]);
    return true;
}

static void name_integer(struct text *text, unsigned row, unsigned thread)
{
    uint32_t in[3];

    shader_integer_operands(thread, in);
    put_name(text, shader_integers[row].name, in);
}

const struct shader_work work_integer = { .unit = CORE_INTEGER,
                                          .rows = ARRAY_SIZE(shader_integers),
                                          .patterns = 1,
                                          .registers = 8,
                                          .operands = shader_integer_operands,
                                          .emit = emit_integers,
                                          .wanted = wanted_integer,
                                          .name = name_integer };

/* ---- floats ---- */

/* 24 bits of chance each, and exponents that lie within eight of each other, so that sums are exact in 64 bits (plain.h). */
void shader_float_operands(unsigned thread, uint32_t in[3])
{
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t chance = mixed(3 * thread + i + 1000);

        in[i] = (chance & 0x807fffff) | (123 + (chance >> 24) % 9) << 23;
    }
}

static uint32_t opposite(uint32_t a)
{
    return a ^ UINT32_C(0x80000000);
}

static uint32_t float_sum(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b;
    return plain_word(plain_add(plain_of(a), plain_of(c)), false);
}

static uint32_t float_difference(uint32_t a, uint32_t b, uint32_t c)
{
    return float_sum(a, b, opposite(c));
}

static uint32_t float_product(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return plain_word(plain_mul(plain_of(a), plain_of(b)), false);
}

/* The product is cut to 24 bits before it is added (§6). */
static uint32_t float_product_sum(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t cut = plain_word(plain_mul(plain_of(a), plain_of(b)), true);

    return plain_word(plain_add(plain_of(cut), plain_of(c)), false);
}

static uint32_t float_smaller(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return plain_less(a, b) ? a : b;
}

static uint32_t float_larger(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return plain_less(a, b) ? b : a;
}

static uint32_t float_is_below(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return plain_less(a, b) ? UINT32_MAX : 0;
}

static uint32_t float_whole(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b;
    (void)c;
    return (uint32_t)plain_whole(plain_of(a));
}

static uint32_t whole_float(uint32_t a, uint32_t b, uint32_t c)
{
    const bool minus = a >> 31;

    (void)b;
    (void)c;
    return plain_word((struct plain){ minus, 0, minus ? (uint32_t)-a : a }, false);
}

/* clang-format off */
const struct shader_operation shader_floats[SHADER_FLOATS] = {
    { "add f32", 0xb000081d, 0x00018780, float_sum },
    { "sub f32", 0xb000081d, 0x08018780, float_difference },
    { "mul f32", 0xc005081d, 0x00000780, float_product },
    { "mad f32", 0xe005081d, 0x00018780, float_product_sum },
    { "min f32", 0xb005081d, 0xa0000780, float_smaller },
    { "max f32", 0xb005081d, 0x80000780, float_larger },
    { "set l f32", 0xb005081d, 0x60004780, float_is_below },
    { "cvt s32 f32", 0xa000081d, 0x8c004780, float_whole },
    { "cvt f32 s32", 0xa000081d, 0x44014780, whole_float },
};
/* clang-format on */

static void emit_floats(struct shader_code *code, unsigned threads, unsigned pattern)
{
    (void)pattern;
    put_operations(code, shader_floats, ARRAY_SIZE(shader_floats), threads);
}

static bool wanted_float(unsigned row, unsigned thread, unsigned threads, unsigned pattern,
                         uint32_t *word)
{
    uint32_t in[3];

    (void)threads;
    (void)pattern;
    shader_float_operands(thread, in);
    *word = shader_floats[row].gives(in[0], in[1], in[2]);
    return true;
}

static void name_float(struct text *text, unsigned row, unsigned thread)
{
    uint32_t in[3];

    shader_float_operands(thread, in);
    put_name(text, shader_floats[row].name, in);
}

const struct shader_work work_float = { .unit = CORE_FLOAT,
                                        .rows = ARRAY_SIZE(shader_floats),
                                        .patterns = 1,
                                        .registers = 8,
                                        .operands = shader_float_operands,
                                        .emit = emit_floats,
                                        .wanted = wanted_float,
                                        .name = name_float };

#define SAMPLE_ROWS 4 /* the arithmetic of the rows above */

static void emit_sample(struct shader_code *code, unsigned threads, unsigned pattern)
{
    (void)pattern;
    put_operations(code, shader_floats, SAMPLE_ROWS, threads);
}

const struct shader_work work_sample = { .unit = CORE_FLOAT,
                                         .rows = SAMPLE_ROWS,
                                         .patterns = 1,
                                         .registers = 8,
                                         .sample = true,
                                         .operands = shader_float_operands,
                                         .emit = emit_sample,
                                         .wanted = wanted_float,
                                         .name = name_float };

/* ---- special functions: each thread has an entry of their tables ---- */

/* From 1 to 2, in 128 steps, and the same times 2. */
static void places(unsigned thread, uint32_t in[3])
{
    in[0] = 0x3f800000 | (uint32_t)(thread % 128) << 16 | (mixed(thread) & 0xffff);
    in[1] = in[0] + 0x00800000;
    in[2] = 0;
}

/* An instruction with R_RESULT, or another register, as operand and result. */
#define SPECIAL(r, to)  (0x90000001 | (uint32_t)(r) << 9 | (uint32_t)(to) << 2)
#define PREPARE(r, to)  (0xb0000001 | (uint32_t)(r) << 9 | (uint32_t)(to) << 2)
#define RCP             0x00000780u
#define RSQRT           0x40000780u
#define LG2             0x60000780u
#define SIN             0x80000780u
#define COS             0xa0000780u
#define EX2             0xc0000780u
#define PRESIN          0xc0000780u
#define PREEX2          0xc0004780u
#define OF_NEGATIVE     0x04000000u
#define MUL_RESULT_FREE 0xc0020e1d, 0x00000780 /* result = result * free */
#define MUL_RESULT      0xc0070e1d, 0x00000780 /* result = result * result */
#define MAD_FREE_RESULT 0xe002041d, 0x0001c780 /* result = free * free + result */

enum special_row {
    ROW_RCP,
    ROW_RSQRT,
    ROW_RSQRT_2,
    ROW_LG2_EX2,
    ROW_EX2,
    ROW_CIRCLE,
    ROW_SIN,
    ROW_COS,
    SPECIAL_ROWS
};

static const char *const special_names[SPECIAL_ROWS] = { "rcp",
                                                         "rsqrt",
                                                         "rsqrt (odd exponent)",
                                                         "ex2 of lg2",
                                                         "ex2 by ex2 of the negative",
                                                         "sin and cos squared",
                                                         "sin",
                                                         "cos" };

/* EX2, SIN and COS have their operand prepared first, because the unit takes it in a form of its own. */
static void emit_special_row(struct shader_code *code, unsigned row)
{
    switch (row) {
    case ROW_RCP:
        put_code(code, SPECIAL(R_A, R_RESULT), RCP);
        return;
    case ROW_RSQRT:
    case ROW_RSQRT_2:
        put_code(code, SPECIAL(row == ROW_RSQRT ? R_A : R_B, R_RESULT), RSQRT);
        return;
    case ROW_LG2_EX2:
        put_code(code, SPECIAL(R_A, R_RESULT), LG2);
        put_code(code, PREPARE(R_RESULT, R_RESULT), PREEX2);
        put_code(code, SPECIAL(R_RESULT, R_RESULT), EX2);
        return;
    case ROW_EX2:
        put_code(code, PREPARE(R_A, R_RESULT), PREEX2);
        put_code(code, SPECIAL(R_RESULT, R_RESULT), EX2);
        put_code(code, PREPARE(R_A, R_FREE), PREEX2 | OF_NEGATIVE);
        put_code(code, SPECIAL(R_FREE, R_FREE), EX2);
        put_code(code, MUL_RESULT_FREE);
        return;
    case ROW_CIRCLE:
        put_code(code, PREPARE(R_A, R_FREE), PRESIN);
        put_code(code, SPECIAL(R_FREE, R_RESULT), SIN);
        put_code(code, SPECIAL(R_FREE, R_FREE), COS);
        put_code(code, MUL_RESULT);
        put_code(code, MAD_FREE_RESULT);
        return;
    default:
        put_code(code, PREPARE(R_A, R_RESULT), PRESIN);
        put_code(code, SPECIAL(R_RESULT, R_RESULT), row == ROW_SIN ? SIN : COS);
        return;
    }
}

static void emit_special(struct shader_code *code, unsigned threads, unsigned pattern)
{
    (void)pattern;
    for (unsigned row = 0; row < SPECIAL_ROWS; row++) {
        emit_special_row(code, row);
        put_store(code, R_RESULT, 4 * threads);
    }
}

static bool wanted_special(unsigned row, unsigned thread, unsigned threads, unsigned pattern,
                           uint32_t *word)
{
    (void)row;
    (void)thread;
    (void)threads;
    (void)pattern;
    *word = 0;
    return false;
}

#define NEAR 18 /* bits in which a result must agree; tables give 22 to 23 */

/* The sine from 1 to 2 is above 0.84, the cosine below 0.55: neither can be taken for the other. */
static bool accepts_special(unsigned row, unsigned thread, uint32_t word)
{
    const struct plain one = { false, 0, 1 }, seen = plain_of(word);
    uint32_t in[3];

    places(thread, in);
    const struct plain a = plain_of(in[0]), b = plain_of(in[1]);
    const struct plain root = plain_of(plain_word(plain_mul(seen, seen), false));

    switch (row) {
    case ROW_RCP:
        return plain_near(plain_mul(seen, a), one, NEAR);
    case ROW_RSQRT:
        return !seen.minus && plain_near(plain_mul(root, a), one, NEAR);
    case ROW_RSQRT_2:
        return !seen.minus && plain_near(plain_mul(root, b), one, NEAR);
    case ROW_LG2_EX2:
        return plain_near(seen, a, NEAR);
    case ROW_SIN:
        return word > 0x3f570000 && word <= 0x3f800000;
    case ROW_COS:
        return plain_less(word, 0x3f0b0000) && plain_less(0xbed60000, word);
    default:
        return plain_near(seen, one, NEAR);
    }
}

static void name_special(struct text *text, unsigned row, unsigned thread)
{
    uint32_t in[3];

    places(thread, in);
    text_format(text, "%s of 0x%x", special_names[row], in[row == ROW_RSQRT_2]);
}

const struct shader_work work_special = { .unit = CORE_SPECIAL,
                                          .rows = SPECIAL_ROWS,
                                          .patterns = 1,
                                          .registers = 8,
                                          .operands = places,
                                          .emit = emit_special,
                                          .wanted = wanted_special,
                                          .accepts = accepts_special,
                                          .name = name_special };

/* ---- program flow ---- */

enum flow_row {
    FLOW_CARRY,
    FLOW_OVERFLOW,
    FLOW_ZERO,
    FLOW_BRANCH,
    FLOW_LOOP,
    FLOW_CALL,
    FLOW_BARRIER,
    FLOW_ROWS
};

static const char *const flow_names[FLOW_ROWS] = { "what a carry decides",
                                                   "what an overflow decides",
                                                   "what a zero decides",
                                                   "a branch by odd and even threads",
                                                   "a loop of one to eight turns",
                                                   "a call",
                                                   "a barrier" };

#define ADD_FLAGS    0x2000081d, 0x040187c0 /* result, $c0 = a + c */
#define MOVE_B_IF(p) 0x10000a1d, (0x0403c000 | (uint32_t)(p) << 7)
#define ADD_RESULT_A 0x20000e1d, 0x04010780 /* result = result + a */
#define XOR_A_C      0xd006081d, 0x04008780
#define SUB_A_C      0x2040081d, 0x04018780
#define NOP_JOIN     0xf0000001, 0xe0000782
#define BRA          1u
#define CALL         2u
#define RET          3u
#define PREBREAK     4u
#define BREAK        5u
#define JOINAT       10u
#define ONWARD       0x80u /* of shared memory: past the bytes that a launch leaves there */

static void emit_branch(struct shader_code *code)
{
    put_and(code, R_FREE, R_THREAD, 1);
    put_look(code, R_FREE);
    const unsigned join = put_jump(code, JOINAT, 0);
    const unsigned odd = put_jump(code, BRA, IF_SET);
    put_code(code, XOR_A_C);
    const unsigned over = put_jump(code, BRA, IF_ALWAYS);
    set_target(code, odd, code_place(code));
    put_code(code, SUB_A_C);
    set_target(code, join, code_place(code));
    set_target(code, over, code_place(code));
    put_code(code, NOP_JOIN);
}

static void emit_loop(struct shader_code *code)
{
    put_and(code, R_FREE, R_THREAD, 7);
    put_number(code, R_RESULT, 0);
    const unsigned end = put_jump(code, PREBREAK, 0);
    const uint32_t again = code_place(code);
    put_code(code, ADD_RESULT_A);
    put_look(code, R_FREE);
    put_jump(code, BREAK, IF_ZERO);
    put_add(code, R_FREE, R_FREE, UINT32_MAX);
    set_target(code, put_jump(code, BRA, IF_ALWAYS), again);
    set_target(code, end, code_place(code));
}

static void emit_call(struct shader_code *code)
{
    const unsigned call = put_jump(code, CALL, 0);
    const unsigned over = put_jump(code, BRA, IF_ALWAYS);
    set_target(code, call, code_place(code));
    put_code(code, XOR_A_C);
    put_jump(code, RET, IF_ALWAYS);
    set_target(code, over, code_place(code));
}

/* Each thread gives its operand to one of another warp. */
static void emit_barrier(struct shader_code *code)
{
    put_shift(code, R_FREE, R_THREAD, 2, true);
    put_address(code, R_FREE);
    put_shared_store(code, R_A, 0x40);
    put_barrier(code);
    put_xor(code, R_FREE, R_FREE, 4 * (WORK_THREADS - 1));
    put_address(code, R_FREE);
    put_shared_load(code, R_RESULT, 0x40);
}

static void emit_flow_row(struct shader_code *code, unsigned row)
{
    static const unsigned predicates[] = {
        [FLOW_CARRY] = IF_CARRY, [FLOW_OVERFLOW] = IF_OVERFLOW, [FLOW_ZERO] = IF_ZERO
    };
    static void (*const emits[])(struct shader_code * code) = { [FLOW_BRANCH] = emit_branch,
                                                                [FLOW_LOOP] = emit_loop,
                                                                [FLOW_CALL] = emit_call,
                                                                [FLOW_BARRIER] = emit_barrier };

    if (row <= FLOW_ZERO) {
        put_code(code, ADD_FLAGS);
        put_code(code, MOVE_B_IF(predicates[row]));
    } else {
        emits[row](code);
    }
}

static void emit_flow(struct shader_code *code, unsigned threads, unsigned pattern)
{
    (void)pattern;
    for (unsigned row = 0; row < FLOW_ROWS; row++) {
        emit_flow_row(code, row);
        put_store(code, R_RESULT, 4 * threads);
    }
}

/* Worked out in C without flags, because the program tests the flags. */
static bool wanted_flow(unsigned row, unsigned thread, unsigned threads, unsigned pattern,
                        uint32_t *word)
{
    uint32_t in[3], other[3];

    (void)pattern;
    shader_integer_operands(thread, in);
    shader_integer_operands(thread ^ (threads - 1), other);
    const uint32_t a = in[0], b = in[1], c = in[2], a_and_c = a + c;
    const bool over = !((a ^ c) >> 31) && (a ^ a_and_c) >> 31;

    switch (row) {
    case FLOW_CARRY:
        *word = a_and_c < a ? b : a_and_c;
        break;
    case FLOW_OVERFLOW:
        *word = over ? b : a_and_c;
        break;
    case FLOW_ZERO:
        *word = a_and_c ? a_and_c : b;
        break;
    case FLOW_BRANCH:
        *word = thread & 1 ? a - c : a ^ c;
        break;
    case FLOW_LOOP:
        *word = a * (thread % 8 + 1);
        break;
    case FLOW_CALL:
        *word = a ^ c;
        break;
    default:
        *word = other[0];
        break;
    }
    return true;
}

static void name_flow(struct text *text, unsigned row, unsigned thread)
{
    uint32_t in[3];

    shader_integer_operands(thread, in);
    put_name(text, flow_names[row], in);
}

const struct shader_work work_flow = { .unit = CORE_FLOW,
                                       .rows = FLOW_ROWS,
                                       .patterns = 1,
                                       .registers = 8,
                                       .operands = shader_integer_operands,
                                       .emit = emit_flow,
                                       .wanted = wanted_flow,
                                       .name = name_flow };
