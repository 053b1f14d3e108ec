/* suite/nv50/check_code.h: programs of the shader cores that store words in VRAM, or compare the words there.
 *
 * Shape   a block is one warp. It works on a stretch of its own, 512 bytes at a time, 16 for each thread, and leaves one word:
 *         the launch's token, or if any word was another one CHECK_WRONG and where it ran ($physid).
 *         g0[] is all of VRAM, g1[] begins at the page that holds all of this.
 * Units   bytes; places in the page.
 * Source  docs/hardware/tesla-isa.md §2, §3, §5, §6; tesla-engines.md §4.8. */
#ifndef SUITE_NV50_CHECK_CODE_H
#define SUITE_NV50_CHECK_CODE_H

#include "suite/nv50/shader_code.h"

enum check_program {
    CHECK_STORE, /* one word everywhere */
    CHECK_ZEROS,
    CHECK_ONES,
    CHECK_STORE_MIXED, /* those of mixed_addresses (suite/memory/patterns.h) */
    CHECK_MIXED,
    CHECK_PROGRAMS
};

#define CHECK_BLOCKS    64u
#define CHECK_STEP      512u /* of a warp */
#define CHECK_UNROLLED  2u   /* steps of one turn of the loops over one word; mixed words: 1 */
#define CHECK_REGISTERS 40u
#define CHECK_WRONG     0x80000000u /* a token has that bit clear */

/* struct check_params */
#define CHECK_PARAMS_AT 0x100u
/* x of mixed_addresses that each thread adds: 64 bits */
#define CHECK_LANES_AT 0x200u
/* each block's result, and its $physid: 32 bits */
#define CHECK_RESULTS_AT 0x300u
#define CHECK_PHYSIDS_AT 0x400u
/* struct check_entry of each block */
#define CHECK_BLOCKS_AT 0x500u
#define CHECK_CODE_AT   0x900u
#define CHECK_PAGE      0x1800u

struct check_params {
    uint32_t base, step, turns, token; /* the step is negative downwards */
    uint32_t word_low, word_high;
    uint32_t x_low, x_high; /* at the base */
};

struct check_entry {
    uint32_t offset, x_low, x_high, unused; /* from the base */
};

/* All programs, one after the other; where each begins goes to starts[]. */
void put_check_programs(struct shader_code *code, uint32_t starts[CHECK_PROGRAMS]);

#endif
