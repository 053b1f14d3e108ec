#include "suite/nv50/check_code.h"

#include "hw/bits.h"
#include "hw/nv50/shader.h"
#include "suite/memory/patterns.h"

#define ALWAYS   FIELD_PUT(SHADER_PREDICATE, (uint32_t)IF_ALWAYS)
#define ONLY(p)  FIELD_PUT(SHADER_PREDICATE, (uint32_t)(p))
#define WIDE     0x04000000u /* of the second word: 32 bits */
#define TO(r)    ((uint32_t)(r) << 2)
#define ONE(r)   ((uint32_t)(r) << 9)
#define TWO(r)   ((uint32_t)(r) << 16)
#define THREE(r) ((uint32_t)(r) << 14) /* of the second word */
#define LOW(r)   (2 * (r))             /* halves of a register */
#define HIGH(r)  (2 * (r) + 1)

/* Sizes of g[]. */
enum { G_64 = 4, G_128 = 5, G_32 = 6 };

/* Registers; what is loaded at once lies at a multiple of its size. */
enum {
    LANE,
    PLACE, /* in g1[] */
    BLOCK,
    AT,    /* in g0[] */
    WORDS, /* four: what was loaded, or is stored */
    BASE = 8,
    STEP,
    TURNS,
    TOKEN,
    WORD, /* two */
    X = WORD + 2,
    OFFSET = 16,
    BLOCK_X, /* two, and an unused one */
    LANE_X = 20,
    WRONG = 22,
    FREE,
    MIX, /* of x; and of a product its parts: */
    P0,
    P1,
    P2,
    P3,
    FACTOR,             /* two */
    FORTH = FACTOR + 2, /* two: x from one word to the next */
    ON = FORTH + 2,     /* two: to the next step */
    MINUS_ONE = ON + 2,
    REGISTERS
};

_Static_assert(REGISTERS <= CHECK_REGISTERS, "as many as a launch asks for");

/* ---- instructions ---- */

static void put_global(struct shader_code *code, bool store, unsigned space, unsigned size,
                       unsigned r, unsigned at)
{
    put_code(code, 0xd0000001 | space << 16 | TO(r) | ONE(at),
             (store ? 0xa0000000 : 0x80000000) | (uint32_t)size << 21 | ALWAYS);
}

static void put_sum(struct shader_code *code, unsigned to, unsigned a, unsigned b)
{
    put_code(code, 0x20000001 | TO(to) | ONE(a), WIDE | THREE(b) | ALWAYS);
}

/* 64 bits, of two registers each. */
static void put_long_sum(struct shader_code *code, unsigned to, unsigned b)
{
    put_code(code, 0x20000001 | TO(to) | ONE(to), WIDE | THREE(b) | ALWAYS | SHADER_C_WRITE);
    put_code(code, 0x30400001 | TO(to + 1) | ONE(to + 1), WIDE | THREE(b + 1) | ALWAYS);
}

static void put_long_number(struct shader_code *code, unsigned to, uint64_t number)
{
    put_number(code, to, (uint32_t)number);
    put_number(code, to + 1, (uint32_t)(number >> 32));
}

enum logic { LOGIC_AND = 0, LOGIC_OR = 1, LOGIC_XOR = 2 };

static void put_logic(struct shader_code *code, enum logic operation, unsigned to, unsigned a,
                      unsigned b)
{
    put_code(code, 0xd0000001 | TO(to) | ONE(a) | TWO(b),
             WIDE | (uint32_t)operation << 14 | ALWAYS);
}

/* Products of halves. */
static void put_product(struct shader_code *code, unsigned to, unsigned a, unsigned b)
{
    put_code(code, 0x40000001 | TO(to) | ONE(a) | TWO(b), ALWAYS);
}

static void put_product_on(struct shader_code *code, unsigned to, unsigned a, unsigned b,
                           uint32_t flags)
{
    put_code(code, 0x60000001 | TO(to) | ONE(a) | TWO(b), THREE(to) | ALWAYS | flags);
}

static void put_half_sum(struct shader_code *code, unsigned to, unsigned b, uint32_t flags)
{
    put_code(code, 0x20000001 | TO(to) | ONE(to), THREE(b) | ALWAYS | flags);
}

/* ---- parts of programs ---- */

/* A struct of 16 bytes in g1[], from the block's place on; or of 8, from the thread's. */
static void put_entry(struct shader_code *code, unsigned to, unsigned number, unsigned log2,
                      uint32_t table)
{
    put_shift(code, PLACE, number, log2, true);
    put_add(code, PLACE, PLACE, table);
    put_global(code, false, 1, log2 == 4 ? G_128 : G_64, to, PLACE);
}

/* The block's number in the grid stands in s[], as 16 bits. No other number is taken for a place, whatever s[] gives. */
static void put_block_number(struct shader_code *code)
{
    put_code(code, 0x10000001 | TO(BLOCK) | ONE(1u << 5 | 0xc / 2),
             0x0003c000 | WIDE | 0x00200000 | ALWAYS);
    put_and(code, BLOCK, BLOCK, CHECK_BLOCKS - 1);
}

/* AT becomes the thread's first place. */
static void put_start(struct shader_code *code)
{
    put_number(code, PLACE, CHECK_PARAMS_AT);
    put_global(code, false, 1, G_128, BASE, PLACE);
    put_add(code, PLACE, PLACE, 16);
    put_global(code, false, 1, G_128, WORD, PLACE);
    put_block_number(code);
    put_entry(code, OFFSET, BLOCK, 4, CHECK_BLOCKS_AT);
    put_shift(code, AT, LANE, 4, true);
    put_sum(code, AT, AT, BASE);
    put_sum(code, AT, AT, OFFSET);
    put_number(code, MINUS_ONE, UINT32_MAX);
}

/* X becomes that of the thread's first word. */
static void put_mixed_start(struct shader_code *code)
{
    put_entry(code, LANE_X, LANE, 3, CHECK_LANES_AT);
    put_long_sum(code, X, BLOCK_X);
    put_long_sum(code, X, LANE_X);
    put_long_number(code, FACTOR, SCATTER_2);
    put_long_number(code, FORTH, 8 * SCATTER_1);
    put_long_number(code, ON, (CHECK_STEP - 8) * SCATTER_1);
}

/* The mixed word of X, in two registers: MIX and the upper half of X times FACTOR, modulo 2^64, by halves. `high` collects what
 * counts 2^32, P1 what counts 2^16, P3 what counts 2^48. */
static void put_mixed_word(struct shader_code *code, unsigned low, unsigned high)
{
    const unsigned a[] = { LOW(MIX), HIGH(MIX), LOW(X + 1), HIGH(X + 1) };
    const unsigned b[] = { LOW(FACTOR), HIGH(FACTOR), LOW(FACTOR + 1), HIGH(FACTOR + 1) };

    put_logic(code, LOGIC_XOR, MIX, X, X + 1);
    put_product(code, low, a[0], b[0]);
    put_product(code, P1, a[0], b[1]);
    put_product(code, high, a[1], b[1]);
    put_product_on(code, high, a[0], b[2], 0);
    put_product_on(code, high, a[2], b[0], 0);
    put_product(code, P3, a[0], b[3]);
    put_product_on(code, P3, a[1], b[2], 0);
    put_product_on(code, P3, a[2], b[1], 0);
    put_product_on(code, P3, a[3], b[0], 0);
    put_product_on(code, P1, a[1], b[0], SHADER_C_WRITE);
    put_code(code, 0x20400001 | TO(P3) | ONE(P3), /* less -1 */
             WIDE | THREE(MINUS_ONE) | ONLY(IF_CARRY));
    put_half_sum(code, HIGH(high), LOW(P3), 0);
    put_shift(code, P2, P1, 16, false);
    put_half_sum(code, HIGH(low), LOW(P1), SHADER_C_WRITE);
    put_code(code, 0x30400001 | TO(high) | ONE(high), WIDE | THREE(P2) | ALWAYS);
}

/* Goes back to `top` until all turns are done. */
static void put_turn(struct shader_code *code, uint32_t top)
{
    put_code(code, 0x20000001 | TO(TURNS) | ONE(TURNS),
             WIDE | THREE(MINUS_ONE) | ALWAYS | SHADER_C_WRITE);
    (void)put_jump(code, 1, IF_SET, top);
}

/* WRONG is 0 where all was right. Threads with the token come first, so that one which met a wrong word has the last one. */
static void put_end(struct shader_code *code, bool compares)
{
    put_code(code, 0x00000001 | TO(FREE), 0x60000780 | SHADER_SR_PHYSID << 14);
    put_shift(code, PLACE, BLOCK, 2, true);
    put_add(code, PLACE, PLACE, CHECK_PHYSIDS_AT);
    put_global(code, true, 1, G_32, FREE, PLACE);
    put_add(code, PLACE, PLACE, CHECK_RESULTS_AT - CHECK_PHYSIDS_AT);
    put_global(code, true, 1, G_32, TOKEN, PLACE);
    if (compares) {
        put_number(code, WORDS, CHECK_WRONG);
        put_logic(code, LOGIC_OR, FREE, FREE, WORDS);
        put_look(code, WRONG);
        put_code(code, 0xd0010001 | TO(FREE) | ONE(PLACE), 0xa0c00000 | ONLY(IF_SET));
    }
    put_exit(code, IF_ALWAYS);
}

/* ---- the programs ---- */

static void put_store_program(struct shader_code *code)
{
    put_start(code);
    for (unsigned i = 0; i < 4; i++)
        put_add(code, WORDS + i, WORD + i % 2, 0);
    const uint32_t top = code_place(code);
    for (unsigned i = 0; i < CHECK_UNROLLED; i++) {
        put_global(code, true, 0, G_128, WORDS, AT);
        put_sum(code, AT, AT, STEP);
    }
    put_turn(code, top);
    put_end(code, false);
}

/* WRONG collects ones among zeros; or zeros among ones, which it has as ones at the end. */
static void put_solid_program(struct shader_code *code, bool ones)
{
    put_start(code);
    put_number(code, WRONG, ones ? UINT32_MAX : 0);
    const uint32_t top = code_place(code);
    for (unsigned i = 0; i < CHECK_UNROLLED; i++) {
        put_global(code, false, 0, G_128, WORDS, AT);
        for (unsigned word = 0; word < 4; word++)
            put_logic(code, ones ? LOGIC_AND : LOGIC_OR, WRONG, WRONG, WORDS + word);
        put_sum(code, AT, AT, STEP);
    }
    put_turn(code, top);
    if (ones)
        put_xor(code, WRONG, WRONG, UINT32_MAX);
    put_end(code, true);
}

static void put_comparison(struct shader_code *code, unsigned word, unsigned with)
{
    put_logic(code, LOGIC_XOR, word, word, with);
    put_logic(code, LOGIC_OR, WRONG, WRONG, word);
}

/* Words move 16 bytes at a time, because that is the widest access; so two of them are made in a turn. */
static void put_mixed_program(struct shader_code *code, bool compares)
{
    put_start(code);
    put_mixed_start(code);
    put_number(code, WRONG, 0);
    const uint32_t top = code_place(code);
    if (compares)
        put_global(code, false, 0, G_128, WORDS, AT);
    for (unsigned i = 0; i < 2; i++) {
        const unsigned low = compares ? (unsigned)P0 : WORDS + 2 * i;
        const unsigned high = compares ? (unsigned)FREE : low + 1;

        put_mixed_word(code, low, high);
        if (compares) {
            put_comparison(code, low, WORDS + 2 * i);
            put_comparison(code, high, WORDS + 2 * i + 1);
        }
        put_long_sum(code, X, i ? ON : FORTH);
    }
    if (!compares)
        put_global(code, true, 0, G_128, WORDS, AT);
    put_sum(code, AT, AT, STEP);
    put_turn(code, top);
    put_end(code, compares);
}

void put_check_programs(struct shader_code *code, uint32_t starts[CHECK_PROGRAMS])
{
    starts[CHECK_STORE] = code_place(code);
    put_store_program(code);
    starts[CHECK_ZEROS] = code_place(code);
    put_solid_program(code, false);
    starts[CHECK_ONES] = code_place(code);
    put_solid_program(code, true);
    starts[CHECK_STORE_MIXED] = code_place(code);
    put_mixed_program(code, false);
    starts[CHECK_MIXED] = code_place(code);
    put_mixed_program(code, true);
}
