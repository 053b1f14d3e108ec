#include "suite/nv50/check_code.h"

#include "suite/memory/patterns.h"
#include "suite/nv50/word_code.h"

/* Registers; what is loaded at once lies at a multiple of its size. */
enum {
    LANE,
    PLACE, /* in g1[] */
    BLOCK,
    AT,    /* in g0[] */
    WORDS, /* four: what was loaded, or is stored */
    WORDS_1,
    WORDS_2,
    WORDS_3,
    BASE, /* four, as struct check_params */
    STEP,
    TURNS,
    TOKEN,
    WORD, /* two */
    WORD_1,
    X, /* two */
    X_1,
    OFFSET, /* four, as struct check_entry */
    BLOCK_X,
    BLOCK_X_1,
    UNUSED,
    LANE_X, /* two */
    LANE_X_1,
    WRONG,
    FREE,
    MIX, /* of x; and of a product its parts: */
    P0,
    P1,
    P2,
    P3,
    FACTOR, /* two */
    FACTOR_1,
    FORTH, /* two: x from one word to the next */
    FORTH_1,
    ON, /* two: to the next step */
    ON_1,
    MINUS_ONE,
    REGISTERS
};

_Static_assert(REGISTERS <= CHECK_REGISTERS, "as many as a launch asks for");

/* ---- parts of programs ---- */

/* A struct of 16 bytes in g1[], from the block's place on; or of 8, from the thread's. */
static void put_entry(struct shader_code *code, unsigned to, unsigned number, unsigned log2,
                      uint32_t table)
{
    put_shift(code, PLACE, number, log2, true);
    put_add(code, PLACE, PLACE, table);
    put_global(code, false, 1, log2 == 4 ? G_128 : G_64, to, PLACE);
}

/* AT becomes the thread's first place. */
static void put_start(struct shader_code *code)
{
    put_number(code, PLACE, CHECK_PARAMS_AT);
    put_global(code, false, 1, G_128, BASE, PLACE);
    put_add(code, PLACE, PLACE, 16);
    put_global(code, false, 1, G_128, WORD, PLACE);
    put_block_number(code, BLOCK, CHECK_BLOCKS);
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

/* The mixed word of X, in two registers: MIX and the upper half of X times FACTOR, modulo 2^64. */
static void put_mixed_word(struct shader_code *code, unsigned low, unsigned high)
{
    const struct long_product product = { .low_a = MIX,
                                          .high_a = X + 1,
                                          .b = FACTOR,
                                          .value_b = SCATTER_2,
                                          .low = low,
                                          .high = high,
                                          .free = { P1, P2, P3 },
                                          .minus_one = MINUS_ONE };

    put_logic(code, LOGIC_XOR, MIX, X, X + 1, 0);
    put_long_product(code, &product);
}

/* Goes back to `top` until all turns are done. */
static void put_turn(struct shader_code *code, uint32_t top)
{
    put_code(code, 0x20000001 | CODE_TO(TURNS) | CODE_ONE(TURNS),
             CODE_WIDE | CODE_THREE(MINUS_ONE) | CODE_ALWAYS | SHADER_C_WRITE);
    set_target(code, put_jump(code, 1, IF_SET), top);
}

/* WRONG is 0 where all was right. Threads with the token come first, so that one which met a wrong word has the last one. */
static void put_end(struct shader_code *code, bool compares)
{
    put_code(code, 0x00000001 | CODE_TO(FREE), 0x60000780 | SHADER_SR_PHYSID << 14);
    put_shift(code, PLACE, BLOCK, 2, true);
    put_add(code, PLACE, PLACE, CHECK_PHYSIDS_AT);
    put_global(code, true, 1, G_32, FREE, PLACE);
    put_add(code, PLACE, PLACE, CHECK_RESULTS_AT - CHECK_PHYSIDS_AT);
    put_global(code, true, 1, G_32, TOKEN, PLACE);
    if (compares) {
        put_number(code, WORDS, CHECK_WRONG);
        put_logic(code, LOGIC_OR, FREE, FREE, WORDS, 0);
        put_look(code, WRONG);
        put_code(code, 0xd0010001 | CODE_TO(FREE) | CODE_ONE(PLACE),
                 0xa0c00000 | CODE_ONLY(IF_SET));
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
            put_logic(code, ones ? LOGIC_AND : LOGIC_OR, WRONG, WRONG, WORDS + word, 0);
        put_sum(code, AT, AT, STEP);
    }
    put_turn(code, top);
    if (ones)
        put_xor(code, WRONG, WRONG, UINT32_MAX);
    put_end(code, true);
}

static void put_comparison(struct shader_code *code, unsigned word, unsigned with)
{
    put_logic(code, LOGIC_XOR, word, word, with, 0);
    put_logic(code, LOGIC_OR, WRONG, WRONG, word, 0);
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
