/* hw/nv50/shader.h: the instruction set of the shader cores, G80 to MCP89, as tables.
 *
 * Shape   an instruction is one word of 32 bits or two. Both are one number here, the first word lowest; a short
 *         one has 0 as its second. A row says which bits make the instruction, on which chipsets and in which
 *         programs it exists, and how it is written; the first row that fits is meant. How it is written:
 *           word        itself, also ( and )
 *           {a|b:N}     one of these by bit N; {a|b|c|d:N,M} by two bits, N the lower; {a:N} only if it is set;
 *                       `?` for a value that means nothing
 *           %name       the first row of shader_operands with that name that fits
 *         The language is that of envytools' assembler, which most listings are written in.
 * Units   bits from 0, bit 0 of the second word is 32.
 * Source  docs/hardware/tesla-isa.md. */
#ifndef HW_NV50_SHADER_H
#define HW_NV50_SHADER_H

#include <stdint.h>

#include "hw/bits.h"

/* Both words as one number. */
#define SHADER_WORDS(first, second) ((uint64_t)(second) << 32 | (first))

/* The two lowest bits of the first word, and of a long instruction's second (§2). */
#define SHADER_LONG      BIT(0) /* two words */
#define SHADER_CONTROL   BIT(1)
#define SHADER_TAIL      BITS(1, 0) /* of the second word */
#define SHADER_TAIL_EXIT 1
#define SHADER_TAIL_JOIN 2
#define SHADER_TAIL_IMM  3
#define SHADER_OPCODE    BITS(31, 28) /* of the first word */
#define SHADER_SECONDARY BITS(31, 29) /* of the second word */

/* Fields of long instructions: of the second word (§2). */
#define SHADER_PREDICATE   BITS(11, 7)
#define SHADER_PREDICATE_C BITS(13, 12)
#define SHADER_PREDICATES  32
#define SHADER_ALWAYS      15
#define SHADER_NEVER       0
#define SHADER_C_DST       BITS(5, 4)
#define SHADER_C_WRITE     BIT(6)
#define SHADER_DST_OUTPUT  BIT(3)
#define SHADER_DST_NOTHING 0x7f /* with that bit: the result goes nowhere */

/* Bits of a $c register (§3). */
#define SHADER_ZERO     BIT(0)
#define SHADER_SIGN     BIT(1)
#define SHADER_CARRY    BIT(2)
#define SHADER_OVERFLOW BIT(3)

/* Which programs have an instruction; 0 in a row: all. */
#define SHADER_VERTEX   BIT(0)
#define SHADER_GEOMETRY BIT(1)
#define SHADER_FRAGMENT BIT(2)
#define SHADER_COMPUTE  BIT(3)

struct shader_row {
    uint64_t value, mask;
    const char *text;
    uint16_t chips; /* 0: all */
    uint8_t programs;
};

enum shader_kind {
    SHADER_NOTHING,   /* is not written */
    SHADER_WORD,      /* `word` */
    SHADER_DISCARDED, /* # */
    SHADER_REGISTER,  /* $ `word` number */
    SHADER_HALF,      /* the lowest bit of its number is which half: l or h */
    SHADER_DOUBLE,    /* of 64 bits: d */
    SHADER_QUAD,      /* of 128 bits: q */
    SHADER_ADDRESS,   /* $a; $a0 is written 0 */
    SHADER_SPECIAL,   /* a special register */
    SHADER_NUMBER,
    SHADER_SIGNED,
    SHADER_IMMEDIATE, /* 32 bits in two fields: 21:16 and 59:34 */
    SHADER_TARGET,    /* of a branch, in bytes, in two fields: 26:11 and 51:46 */
    SHADER_MEMORY,    /* `word` [$a + offset] */
    SHADER_GLOBAL,    /* `word` space [$r] */
    SHADER_VECTOR,    /* as many registers as the field `space` says, and one */
    SHADER_MASKED,    /* four registers, those of which a mask (26:25, 47:46) has no bit left out */
    SHADER_LANES,     /* which lanes of a quad take part; all: not written */
    SHADER_CONDITION, /* the predicate and its $c */
};

/* Flags of memory operands. */
#define SHADER_A_SHORT BIT(0) /* $a by bits 27:26 */
#define SHADER_A_LONG  BIT(1) /* by bits 34, 27:26 */
#define SHADER_POST    BIT(2) /* the offset, signed if it is short, is added after the access */
#define SHADER_MINUS   BIT(3) /* the offset is signed */

struct shader_operand {
    const char *name;
    uint64_t value, mask;
    const char *word;
    uint16_t chips; /* 0: all */
    uint8_t programs;
    uint8_t kind;      /* enum shader_kind */
    uint8_t at, width; /* register's number, or memory's offset */
    uint8_t shift;     /* offset in log2 of bytes */
    uint8_t space, space_width;
    uint8_t flags;
    const char *size; /* memory: written before it; may be null */
};

extern const struct shader_row shader_short[], shader_immediate[], shader_long[], shader_control[],
    shader_control_short[];
extern const struct shader_operand shader_operands[]; /* each ends with a text, a name of null */

/* Of the 32 predicates; null: means nothing. */
extern const char *const shader_predicates[SHADER_PREDICATES];

/* Special registers by number; null: has no name. $sampleid is GT215's and newer. */
#define SHADER_SPECIALS 16
enum { SHADER_SR_PHYSID = 0, SHADER_SR_CLOCK = 1, SHADER_SR_SAMPLEID = 8 };
extern const char *const shader_specials[SHADER_SPECIALS];

/* $physid (§3). */
#define SHADER_PHYSID_THREAD BITS(7, 0)
#define SHADER_PHYSID_WARP   BITS(15, 8)
#define SHADER_PHYSID_MP     BITS(19, 16)
#define SHADER_PHYSID_TPC    BITS(23, 20)

#endif
