/* suite/nv50/word_code.h: instructions of programs that store and compare words of memory.
 *
 * Shape   registers are named by number; a value of 64 bits takes two, the lower half first, and begins at an even one. Registers that are loaded
 *         or stored at once begin at a multiple of its size. g0[] is all of VRAM, g1[] begins at the page of a struct shader_check.
 * Source  docs/hardware/tesla-isa.md §2, §4, §5. */
#ifndef SUITE_NV50_WORD_CODE_H
#define SUITE_NV50_WORD_CODE_H

#include "hw/bits.h"
#include "hw/nv50/shader.h"
#include "suite/nv50/shader_code.h"

#define CODE_ALWAYS   FIELD_PUT(SHADER_PREDICATE, (uint32_t)IF_ALWAYS)
#define CODE_ONLY(p)  FIELD_PUT(SHADER_PREDICATE, (uint32_t)(p))
#define CODE_WIDE     0x04000000u /* of the second word: 32 bits */
#define CODE_TO(r)    ((uint32_t)(r) << 2)
#define CODE_ONE(r)   ((uint32_t)(r) << 9)
#define CODE_TWO(r)   ((uint32_t)(r) << 16)
#define CODE_THREE(r) ((uint32_t)(r) << 14) /* of the second word */
#define CODE_SHARED_1 0x00200000u           /* of the second word: source 1 is s[] */

/* Sizes of g[]. */
enum { G_64 = 4, G_128 = 5, G_32 = 6 };

void put_global(struct shader_code *code, bool store, unsigned space, unsigned size, unsigned r,
                unsigned at);
void put_sum(struct shader_code *code, unsigned to, unsigned a, unsigned b);
/* 64 bits: the first becomes the sum; a register pair, a number. */
void put_long_sum(struct shader_code *code, unsigned to, unsigned b);
void put_long_number(struct shader_code *code, unsigned to, uint64_t number);

enum logic { LOGIC_AND = 0, LOGIC_OR = 1, LOGIC_XOR = 2 };
/* `flags`: SHADER_C_WRITE, so that predicates on $c0 tell of the result, or 0. */
void put_logic(struct shader_code *code, enum logic operation, unsigned to, unsigned a, unsigned b,
               uint32_t flags);

/* Registers of a product: a factor of which each half is a register anywhere, and a pair that holds a known number; where the halves of
 * the product go; and free ones. */
struct long_product {
    unsigned low_a, high_a, b;
    uint64_t value_b;
    unsigned low, high;
    unsigned free[3];
    unsigned minus_one; /* holds that */
};

/* The lower 64 bits of a product. low and high are none of the factors. */
void put_long_product(struct shader_code *code, const struct long_product *p);
/* The register of the block's number in the grid, below `blocks`, a power of two. */
void put_block_number(struct shader_code *code, unsigned to, unsigned blocks);

#endif
