/* suite/nv50/shader_work.h: the tasks that multiprocessors compute, unit by unit, and the right results.
 *
 * Shape   each thread leaves `rows` words; the word of a row and thread is known, or judged by its distance from one. The
 *         right results are computed by integers in plain C, never by the model or the card.
 * Source  docs/hardware/tesla-isa.md §4 to §6. */
#ifndef SUITE_NV50_SHADER_WORK_H
#define SUITE_NV50_SHADER_WORK_H

#include "engines/text.h"
#include "suite/kit/cores.h"
#include "suite/nv50/shader_code.h"

#define WORK_THREADS 128u

struct shader_work {
    enum core_unit unit;
    unsigned rows, patterns;
    unsigned registers;   /* of a thread */
    bool sample;          /* all at once, one warp each, and no more */
    bool fills_registers; /* the threads of a block are as many as the register file has room for */
    uint32_t (*texel)(unsigned x,
                      unsigned y); /* of an image that programs fetch from; null: none */
    void (*operands)(unsigned thread, uint32_t in[3]); /* null: none are read */
    void (*emit)(struct shader_code *code, unsigned threads, unsigned pattern);
    /* False: it is not known to the bit, and `accepts` judges. */
    bool (*wanted)(unsigned row, unsigned thread, unsigned threads, unsigned pattern,
                   uint32_t *word);
    bool (*accepts)(unsigned row, unsigned thread, uint32_t word);
    void (*name)(struct text *text, unsigned row, unsigned thread);
};

/* One instruction: operands in $r4 to $r6, the result in $r7. */
struct shader_operation {
    const char *name;
    uint32_t first, second;
    uint32_t (*gives)(uint32_t a, uint32_t b, uint32_t c);
};

#define SHADER_INTEGERS 15u
#define SHADER_FLOATS   9u
extern const struct shader_operation shader_integers[SHADER_INTEGERS], shader_floats[SHADER_FLOATS];
void shader_integer_operands(unsigned thread, uint32_t in[3]);
void shader_float_operands(unsigned thread, uint32_t in[3]);

extern const struct shader_work work_registers, work_shared, work_integer, work_float, work_sample,
    work_special, work_flow, work_texture;

#define WORK_IMAGE 16u /* texels of a row, and rows */

#endif
