#include "suite/nv50/element_code.h"

#include "suite/memory/patterns.h"
#include "suite/nv50/word_code.h"

_Static_assert(PIECE_WORDS == ELEMENT_THREADS && WAY_WORDS == ELEMENT_THREADS, "a word for each");

/* Registers; what is loaded at once lies at a multiple of its size. */
enum {
    LANE,
    PLACE, /* in g1[] */
    AT,    /* in g0[] */
    LANE_8,
    SEEN, /* two */
    SEEN_1,
    ZERO,
    MINUS_ONE,
    LIST, /* four, as struct element_entry */
    LEFT,
    TOKEN,
    UNUSED,
    END, /* four, as struct element_end */
    END_LEFT,
    END_SUM,
    END_PHYSID,
    WORDS, /* two: of the thread, at address 0 */
    WORDS_1,
    WORD, /* two: of the thread in this piece */
    WORD_1,
    OTHER, /* two: inverted */
    OTHER_1,
    X, /* two */
    X_1,
    FIRST, /* two: factors */
    FIRST_1,
    SECOND,
    SECOND_1,
    PIECE_AT,
    SUM,
    WRONG,
    BLOCK,
    FREE,
    FREE_1,
    FREE_2,
    FREE_3,
    REGISTERS
};

_Static_assert(REGISTERS <= ELEMENT_REGISTERS, "as many as a launch asks for");

/* ---- the words of a piece ---- */

static void put_inverted(struct shader_code *code, unsigned to, unsigned from)
{
    put_xor(code, to, from, UINT32_MAX);
    put_xor(code, to + 1, from + 1, UINT32_MAX);
}

static void put_copy(struct shader_code *code, unsigned to, unsigned from)
{
    put_add(code, to, from, 0);
    put_add(code, to + 1, from + 1, 0);
}

/* to = a - b */
static void put_difference(struct shader_code *code, unsigned to, unsigned a, unsigned b)
{
    put_xor(code, FREE, b, UINT32_MAX);
    put_add(code, FREE, FREE, 1);
    put_sum(code, to, a, FREE);
}

/* X ^ X >> by into SEEN; `by` is below 32. */
static void put_folded(struct shader_code *code, unsigned by)
{
    put_shift(code, SEEN, X, by, false);
    put_logic(code, LOGIC_XOR, SEEN, SEEN, X, 0);
    put_shift(code, FREE, X + 1, 32 - by, true);
    put_logic(code, LOGIC_XOR, SEEN, SEEN, FREE, 0);
    put_shift(code, SEEN + 1, X + 1, by, false);
    put_logic(code, LOGIC_XOR, SEEN + 1, SEEN + 1, X + 1, 0);
}

static void put_folded_product(struct shader_code *code, unsigned by, unsigned factor,
                               uint64_t value)
{
    const struct long_product product = { .low_a = SEEN,
                                          .high_a = SEEN + 1,
                                          .b = factor,
                                          .value_b = value,
                                          .low = X,
                                          .high = X + 1,
                                          .free = { FREE_1, FREE_2, FREE_3 },
                                          .minus_one = MINUS_ONE };

    put_folded(code, by);
    put_long_product(code, &product);
}

/* The background `mixed` of patterns.c, of which WORDS has the sum for address 0. */
static void put_mixed(struct shader_code *code)
{
    put_copy(code, X, WORDS);
    put_code(code, 0x20000001 | CODE_TO(X) | CODE_ONE(X),
             CODE_WIDE | CODE_THREE(PIECE_AT) | CODE_ALWAYS | SHADER_C_WRITE);
    put_code(code, 0x30400001 | CODE_TO(X + 1) | CODE_ONE(X + 1),
             CODE_WIDE | CODE_THREE(ZERO) | CODE_ALWAYS);
    put_folded_product(code, MIX_SHIFT_1, FIRST, MIX_1);
    put_folded_product(code, MIX_SHIFT_2, SECOND, MIX_2);
    put_folded(code, MIX_SHIFT_3);
    put_copy(code, WORD, SEEN);
}

/* Where the words are the same in all pieces they stand in WORD and OTHER before the first one. */
static void put_words(struct shader_code *code, enum way_words by)
{
    switch (by) {
    case WAY_FLIPPED:
        put_and(code, SEEN, PIECE_AT, ELEMENT_FLIPPED);
        put_difference(code, SEEN, ZERO, SEEN);
        put_logic(code, LOGIC_XOR, WORD, WORDS, SEEN, 0);
        put_logic(code, LOGIC_XOR, WORD + 1, WORDS + 1, SEEN, 0);
        break;
    case WAY_ADDRESS:
        put_sum(code, WORD, WORDS, PIECE_AT);
        put_difference(code, WORD + 1, WORDS + 1, PIECE_AT);
        break;
    case WAY_MIXED:
        put_mixed(code);
        break;
    default:
        return;
    }
    put_inverted(code, OTHER, WORD);
}

/* ---- operations ---- */

static bool is_read(uint8_t op)
{
    return op == READ_0 || op == READ_1;
}

static unsigned word_of(uint8_t op)
{
    return op == READ_1 || op == WRITE_1 ? OTHER : WORD;
}

/* Collects the wrong bits of reads that follow each other. $c0 tells whether there are any. */
static void put_read(struct shader_code *code, uint8_t op, bool first)
{
    put_global(code, false, 0, G_64, SEEN, AT);
    put_logic(code, LOGIC_XOR, SEEN, SEEN, word_of(op), 0);
    put_logic(code, LOGIC_XOR, SEEN + 1, SEEN + 1, word_of(op) + 1, 0);
    if (!first)
        put_logic(code, LOGIC_OR, WRONG, WRONG, SEEN, 0);
    put_logic(code, LOGIC_OR, WRONG, first ? (unsigned)SEEN : WRONG, SEEN + 1, SHADER_C_WRITE);
}

/* All threads stop if one has read a wrong word. They tell each other in s[], where a warp's load comes after its store. Gives the
 * jump, whose target is not known yet. */
static unsigned put_check(struct shader_code *code)
{
    put_code(code, 0x00000001 | CODE_ONE(ELEMENT_FLAG_AT / 4),
             0xe4000000 | CODE_SHARED_1 | CODE_THREE(WRONG) | CODE_ONLY(IF_SET));
    put_code(code,
             0xd0000001 | CODE_TO(FREE) | CODE_ONE(3u << 5 | ELEMENT_FLAG_AT / 4) | CODE_TWO(ZERO),
             CODE_WIDE | (uint32_t)LOGIC_OR << 14 | CODE_SHARED_1 | CODE_ALWAYS | SHADER_C_WRITE);
    return put_jump(code, 1, IF_SET);
}

/* A check that has to follow the reads up to and with this operation. */
static bool ends_reads(const uint8_t ops[WAY_OPS], unsigned i)
{
    return is_read(ops[i]) && (i + 1 == WAY_OPS || !is_read(ops[i + 1]));
}

/* Gives how many operations there are, and the jump of each check by the number of the first of its reads. */
static unsigned put_ops(struct shader_code *code, const uint8_t ops[WAY_OPS],
                        unsigned jumps[WAY_OPS])
{
    unsigned i = 0, first = 0;

    for (; i < WAY_OPS && ops[i] != OP_END; i++) {
        const bool begins = i == 0 || !is_read(ops[i - 1]);

        first = begins ? i : first;
        jumps[i] = 0;
        if (is_read(ops[i]))
            put_read(code, ops[i], begins);
        else
            put_global(code, true, 0, G_64, word_of(ops[i]), AT);
        if (ends_reads(ops, i))
            jumps[first] = put_check(code);
    }
    return i;
}

/* ---- the program ---- */

/* Constants of the loop are put into registers here, because the loop runs once for each piece. */
static void put_begin(struct shader_code *code, enum way_words by)
{
    put_number(code, ZERO, 0);
    put_number(code, MINUS_ONE, UINT32_MAX);
    put_number(code, SUM, 0);
    put_code(code, 0x00000001 | CODE_ONE(ELEMENT_FLAG_AT / 4),
             0xe4000000 | CODE_SHARED_1 | CODE_THREE(ZERO) | CODE_ALWAYS);
    put_block_number(code, BLOCK, ELEMENT_BLOCKS);
    put_shift(code, PLACE, BLOCK, 4, true);
    put_add(code, PLACE, PLACE, ELEMENT_ENTRIES_AT);
    put_global(code, false, 1, G_128, LIST, PLACE);
    put_shift(code, LANE_8, LANE, 3, true);
    put_add(code, PLACE, LANE_8, ELEMENT_WORDS_AT);
    put_global(code, false, 1, G_64, WORDS, PLACE);
    put_copy(code, WORD, WORDS);
    put_inverted(code, OTHER, WORD);
    if (by == WAY_MIXED) {
        put_long_number(code, FIRST, MIX_1);
        put_long_number(code, SECOND, MIX_2);
    }
}

static void put_end(struct shader_code *code)
{
    put_add(code, END, TOKEN, 0);
    put_add(code, END_LEFT, LEFT, 0);
    put_and(code, SUM, SUM, ~ELEMENT_NEXT);
    put_logic(code, LOGIC_OR, END_SUM, END_SUM, SUM, 0);
    put_code(code, 0x00000001 | CODE_TO(END_PHYSID), 0x60000780 | SHADER_SR_PHYSID << 14);
    put_shift(code, PLACE, BLOCK, 4, true);
    put_add(code, PLACE, PLACE, ELEMENT_ENDS_AT);
    put_global(code, true, 1, G_128, END, PLACE);
    put_exit(code, IF_ALWAYS);
}

/* Records the operation that comes next. Gives the jump to the end, whose target is not known yet. */
static unsigned put_stop(struct shader_code *code, unsigned next)
{
    put_number(code, END_SUM, next);
    return put_jump(code, 1, IF_ALWAYS);
}

/* Targets of jumps are set at the end, because the code that they lead to comes after them. */
void put_element_program(struct shader_code *code, const uint8_t ops[WAY_OPS], enum way_words by)
{
    unsigned jumps[WAY_OPS] = { 0 }, to_end[WAY_OPS + 1], stops = 0;

    put_begin(code, by);
    const uint32_t top = code_place(code);
    put_global(code, false, 1, G_32, PIECE_AT, LIST);
    put_add(code, LIST, LIST, 4);
    put_logic(code, LOGIC_XOR, SUM, SUM, PIECE_AT, 0);
    put_words(code, by);
    put_sum(code, AT, PIECE_AT, LANE_8);
    if (by == WAY_FLIPPED)
        put_and(code, AT, AT, ~(uint32_t)ELEMENT_FLIPPED);
    const unsigned count = put_ops(code, ops, jumps);
    put_code(code, 0x20000001 | CODE_TO(LEFT) | CODE_ONE(LEFT),
             CODE_WIDE | CODE_THREE(MINUS_ONE) | CODE_ALWAYS | SHADER_C_WRITE);
    set_target(code, put_jump(code, 1, IF_SET), top);
    to_end[stops++] = put_stop(code, 0);
    for (unsigned i = 0; i < count; i++) {
        if (!jumps[i])
            continue;
        set_target(code, jumps[i], code_place(code));
        to_end[stops++] = put_stop(code, i);
    }
    while (stops)
        set_target(code, to_end[--stops], code_place(code));
    put_end(code);
}
