/* model/nv50/shader/grid.h: programs of the compute class, and vertex programs.
 *
 * Shape   PGRAPH's compute class gives the program to run (struct shader_launch); blocks go one after the other to the
 *         card's multiprocessors, each in turn. Work that does not fit into one turn goes on in the next. 3D's vertices are a
 *         block of one warp, whose threads read words of their own vertex and leave results.
 * Units   bytes; addresses are offsets in the DMA objects.
 * Source  docs/hardware/tesla-engines.md §4.8, tesla-isa.md. */
#ifndef MODEL_NV50_SHADER_GRID_H
#define MODEL_NV50_SHADER_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "model/nv50/vm/vm_user.h"

struct nv50;
struct shader;

#define SHADER_REGISTERS 128u
#define SHADER_SPACES    16u /* of g[], and of c[] */
#define SHADER_BUFFERS   128u
#define SHADER_PARAMS    64u
#define SHADER_TEXTURES  128u
#define SHADER_SAMPLERS  16u
#define SHADER_VERTICES  32u /* at once */
#define SHADER_INPUTS    64u /* words of a vertex */
#define SHADER_RESULTS   128u

struct shader_space {
    uint64_t at;
    uint32_t limit; /* the last byte */
    bool linear;
};

struct shader_buffer {
    uint64_t at;
    uint32_t size;
};

struct shader_launch {
    struct vm_user global, local, stack, code, tic, tsc, texel;
    uint64_t code_at, local_at, stack_at, tic_at, tsc_at;
    uint32_t tic_last, tsc_last;
    uint32_t start;                    /* of the program */
    uint32_t local_warps, stack_warps; /* of a multiprocessor that have room */
    uint32_t local_bytes;              /* of a thread; 0: none */
    uint32_t stack_entries;            /* of a warp; 0: those on the chip alone */
    uint32_t registers, threads, shared_bytes;
    uint32_t block_x, block_y, block_z, grid_x, grid_y, grid_id;
    uint32_t params[SHADER_PARAMS], param_count;
    struct shader_space spaces[SHADER_SPACES];
    struct shader_buffer buffers[SHADER_BUFFERS];
    uint8_t bound[SHADER_SPACES]; /* buffers; SHADER_BUFFERS: none */
    /* Entries of their tables, and 1; 0: none. */
    uint32_t textures[SHADER_TEXTURES], samplers[SHADER_SAMPLERS];
    bool vertices; /* a vertex program: of `threads` vertices */
};

/* By thread: a vertex program's inputs and results. */
struct shader_vertices {
    uint32_t inputs[SHADER_INPUTS][SHADER_VERTICES], results[SHADER_RESULTS][SHADER_VERTICES];
};

/* Bits of an MP's DECODE_ERROR and ERROR_CODE. */
enum shader_decode_error {
    DECODE_TRAP_INSTRUCTION = 1 << 0,
    DECODE_ILLEGAL_OPCODE = 1 << 1,
    DECODE_UNALIGNED_LONG = 1 << 8,
    DECODE_ILLEGAL_POSTINCR = 1 << 9,
    DECODE_MEMORY_SIZE = 1 << 25,
};

enum shader_mp_error {
    MP_STACK_UNDERFLOW = 1 << 0,
    MP_STACK_MISMATCH = 1 << 1,
    MP_DECODE = 1 << 4,
};

/* Which unit tells of it. */
enum shader_unit {
    SHADER_UNIT_NONE,
    SHADER_UNIT_CCACHE,
    SHADER_UNIT_TEX,
    SHADER_UNIT_PROP,
    SHADER_UNIT_MPC,
    SHADER_UNIT_MP
};

struct shader_trap {
    enum shader_unit unit;
    uint32_t bits;          /* of MPC's trap word */
    uint32_t error, decode; /* of the MP */
    uint32_t pc;
    unsigned tpc, mp, warp;
};

/* Made with the card. Null: no memory. */
struct shader *shader_make(void);
void shader_free(struct shader *shader);
/* The code cache is empty from now on. */
void shader_flush(struct shader *shader);
/* So are the cached entries of images, those of samplers, or the texels. */
enum texture_part { TEXTURE_IMAGES, TEXTURE_SAMPLERS, TEXTURE_TEXELS };
void shader_flush_textures(struct shader *shader, enum texture_part part);
/* The inputs of the vertices that begin next, the results of those that ended last. */
struct shader_vertices *shader_vertices(struct shader *shader);
void shader_begin(struct nv50 *card, struct shader *shader, const struct shader_launch *launch);
/* Goes on while `spend` gives effort. False: it has not come to its end. */
bool shader_go_on(struct shader *shader, bool (*spend)(struct nv50 *card, uint64_t effort),
                  struct shader_trap *trap);

#endif
