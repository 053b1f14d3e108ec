/* suite/nv50/element_code.h: a program of the shader cores that does one element of a march.
 *
 * Shape   a block is one warp. It goes through a list of pieces of 256 bytes, 8 for each thread, and does all operations of the element
 *         on one before it goes on to the next. Where a thread reads a wrong word all of them stop before the next store: the piece is
 *         left as it was read. The block leaves a struct element_end.
 *         g0[] is all of VRAM, g1[] begins at the page that holds all of this.
 * Units   bytes; places in the page.
 * Source  docs/hardware/tesla-isa.md §2, §3, §5, §6; tesla-engines.md §4.8. */
#ifndef SUITE_NV50_ELEMENT_CODE_H
#define SUITE_NV50_ELEMENT_CODE_H

#include "suite/memory/way.h"
#include "suite/nv50/shader_code.h"

#define ELEMENT_BLOCKS    32u
#define ELEMENT_PIECES    512u /* of all blocks */
#define ELEMENT_THREADS   32u
#define ELEMENT_REGISTERS 44u

/* struct element_entry of each block */
#define ELEMENT_ENTRIES_AT 0x100u
/* struct way_background's words, one for each thread */
#define ELEMENT_WORDS_AT 0x300u
/* struct element_end of each block */
#define ELEMENT_ENDS_AT 0x400u
/* Addresses of pieces, 32 bits; ELEMENT_FLIPPED: the words are inverted there */
#define ELEMENT_LIST_AT 0x1000u
#define ELEMENT_FLIPPED 1u
#define ELEMENT_CODE_AT 0x900u
/* In s[]: not 0 once a thread has read a wrong word. */
#define ELEMENT_FLAG_AT 0x20u

struct element_entry {
    uint32_t list, count, token, unused; /* where the block's pieces stand, at least one of them */
};

/* `left` pieces are not done; in the first of them the operation of ELEMENT_NEXT and those after it. The rest of `sum` is the exclusive or
 * of all addresses that the block took from its list. */
struct element_end {
    uint32_t token, left, sum, physid;
};

#define ELEMENT_NEXT 0xffu

void put_element_program(struct shader_code *code, const uint8_t ops[WAY_OPS], enum way_words by);

#endif
