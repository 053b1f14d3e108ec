/* suite/nv50/shader_code.h: programs for the shader cores, put together instruction by instruction.
 *
 * Shape   register 0 is the thread's number, 1 where its next result goes in g1[], 2 and 7 are free, 3 is the address of its
 *         operands in g0[], which lie in 4 to 6.
 * Units   places of instructions in bytes from the program's start.
 * Source  docs/hardware/tesla-isa.md §2, §4, §5. */
#ifndef SUITE_NV50_SHADER_CODE_H
#define SUITE_NV50_SHADER_CODE_H

#include <stdbool.h>
#include <stdint.h>

#define CODE_WORDS 1536u

enum { R_THREAD, R_OUT, R_FREE, R_IN, R_A, R_B, R_C, R_RESULT };

/* Predicates on $c0. */
enum { IF_LESS = 1, IF_ZERO = 2, IF_SET = 5, IF_ALWAYS = 15, IF_OVERFLOW = 16, IF_CARRY = 17 };

struct shader_code {
    uint32_t words[CODE_WORDS];
    unsigned count;
};

void put_code(struct shader_code *code, uint32_t first, uint32_t second);
uint32_t code_place(const struct shader_code *code);
/* An instruction of control flow, whose target is set once it is known. Gives its index. */
unsigned put_jump(struct shader_code *code, uint32_t opcode, unsigned predicate);
void set_target(struct shader_code *code, unsigned index, uint32_t target);

void put_add(struct shader_code *code, unsigned to, unsigned from, uint32_t number);
void put_and(struct shader_code *code, unsigned to, unsigned from, uint32_t number);
void put_xor(struct shader_code *code, unsigned to, unsigned from, uint32_t number);
void put_number(struct shader_code *code, unsigned to, uint32_t number);
void put_shift(struct shader_code *code, unsigned to, unsigned from, unsigned by, bool left);
/* Whether a register is zero, into $c0. */
void put_look(struct shader_code *code, unsigned of);
/* Stores a register at R_OUT, and goes on by `step` bytes. */
void put_store(struct shader_code *code, unsigned from, uint32_t step);
void put_load(struct shader_code *code, unsigned to, unsigned at);
/* $a1 becomes a register; a word of s[] at $a1 and `offset`. */
void put_address(struct shader_code *code, unsigned from);
void put_shared_store(struct shader_code *code, unsigned from, uint32_t offset);
void put_shared_load(struct shader_code *code, unsigned to, uint32_t offset);
void put_barrier(struct shader_code *code);
void put_exit(struct shader_code *code, unsigned predicate);

#endif
