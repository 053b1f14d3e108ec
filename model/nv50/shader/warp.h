/* model/nv50/shader/warp.h: one multiprocessor's state of a block, and the part that an instruction sees.
 *
 * Shape   a block is up to 16 warps of 32 threads; registers lie by number and thread. An instruction is executed for all threads
 *         of a warp that are active and whose predicate holds.
 * Errors  bool: false is a trap, which the block's `trap` says.
 * Source  docs/hardware/tesla-isa.md; tesla-engines.md §4.8. */
#ifndef MODEL_NV50_SHADER_WARP_H
#define MODEL_NV50_SHADER_WARP_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/nv50/shader.h"
#include "model/nv50/base/card.h"
#include "model/nv50/shader/grid.h"

#define WARP_LANES    32u
#define BLOCK_WARPS   16u
#define SHARED_BYTES  0x4000u
#define STACK_ON_CHIP 16u
#define STACK_MOST    (1u << 13)
#define BARRIERS      16u
#define ADDRESSES     8u
#define PROGRAM_BYTES 0x1000000u

enum lane_state { LANE_RUNS, LANE_BROKE, LANE_RETURNED, LANE_EXITED };

enum stack_kind {
    STACK_BRANCH = 1,
    STACK_CALL = 2,
    STACK_BREAK = 4,
    STACK_JOIN = 6,
};

struct stack_entry {
    uint32_t pc, mask;
    uint8_t kind; /* enum stack_kind */
};

/* A $c register: the threads in which each flag is set. */
struct condition {
    uint32_t zero, sign, carry, overflow;
};

struct warp {
    uint32_t r[SHADER_REGISTERS][WARP_LANES];
    uint16_t a[ADDRESSES][WARP_LANES];
    struct condition c[4];
    uint8_t state[WARP_LANES]; /* enum lane_state */
    struct stack_entry stack[STACK_ON_CHIP];
    uint32_t depth; /* entries; those past the 16th lie in memory */
    uint32_t pc, active;
    bool ended, waits;
    bool stored; /* in g[], the last time at: */
    uint8_t stored_space;
    uint32_t stored_at; /* by its first thread */
    uint8_t barrier;    /* that it waits for */
};

/* The caches of the texture units: entries of the tables of images and samplers, and texels in lines, each until its
 * own flush. */
#define TEXTURE_WORDS   8u
#define TEXTURE_ENTRIES 16u
#define TEXEL_LINES     64u
#define TEXEL_BYTES     32u

struct texture_entry {
    bool there;
    uint32_t number, words[TEXTURE_WORDS];
};

struct texel_line {
    bool there;
    uint64_t at;
    uint8_t bytes[TEXEL_BYTES];
};

struct textures {
    struct texture_entry images[TEXTURE_ENTRIES], samplers[TEXTURE_ENTRIES];
    struct texel_line texels[TEXEL_LINES];
};

struct block {
    const struct shader_launch *launch;
    struct textures *textures;
    struct nv50 *card;
    struct shader_trap *trap;
    struct shader_vertices *vertices; /* null: of a compute program */
    struct warp warps[BLOCK_WARPS];
    uint8_t shared[SHARED_BYTES];
    uint32_t arrived[BARRIERS]; /* warps */
    uint32_t x, y;              /* in the grid */
    unsigned warp_count, tpc, mp;
    bool last; /* of the card's multiprocessors: the one that defects break */
    bool last_tpc;
    uint32_t flags; /* PGRAPH_MP_FLAGS of the multiprocessor */
    bool sound;     /* nothing is broken that instructions without memory could show */
    uint8_t
        used; /* operands 1 to 3 that the instruction under way has taken from s[] or c[]: their bits */
    uint64_t clock;
    uint64_t slips[2]; /* loads and stores of g[] by a multiprocessor that may err in them */
    uint32_t slip;     /* bits that the access under way has wrong in lane SLIP_LANE */
    uint64_t owed;     /* effort of the accesses to memory of the instruction under way */
};

struct step;
typedef bool execute_function(const struct step *s);

/* Taken apart once for as long as the code cache keeps it. */
struct instruction {
    uint32_t first, second;
    bool is_long, is_immediate, is_control;
    bool predicated; /* by something that is not always true */
    unsigned primary, secondary;
    uint8_t number[4]; /* of the registers that the destination and operands 1 to 3 may be */
    uint8_t in_memory; /* operands 1 to 3 in s[] or c[]: their bits */
    uint8_t tail;      /* what happens after it */
    uint16_t each;     /* what it costs for each thread */
    execute_function *execute; /* null: of control */
    execute_function *general; /* what that falls back upon where it does not hold */
};

/* One instruction of a warp, at the threads of `mask`. */
struct step {
    struct block *block;
    struct warp *warp;
    unsigned number; /* of the warp */
    const struct instruction *in;
    uint32_t mask;
};

static inline uint32_t bits(uint32_t word, unsigned at, unsigned width)
{
    return word >> at & ((UINT32_C(1) << width) - 1);
}

#define ALL_LANES UINT32_MAX
#define SLIP_LANE 7u

#define EACH_LANE(lane, mask)                                                                      \
    for (unsigned lane = 0; lane < WARP_LANES; lane++)                                             \
        if ((mask) >> lane & 1)

/* Whether the multiprocessor that executes it has this defect. */
static inline bool core_broken(const struct block *block, unsigned defect)
{
    return block->last && block->card->broken[defect];
}

/* ---- decode.c ---- */

/* Both words of a long instruction, which begins at a multiple of its size: `aligned`. */
void take_apart(struct instruction *in, const uint8_t *bytes, bool aligned);

/* ---- operand.c ---- */

/* Where operands come from. */
void find_operands(struct instruction *in);

uint32_t lane_register(const struct step *s, unsigned number, unsigned lane);
void set_register(const struct step *s, unsigned number, unsigned lane, uint32_t value);
/* Operands 1 to 3: a register, a half of one (16 bits), shared or constant memory, an immediate. */
bool operand(const struct step *s, unsigned which, bool half, unsigned lane, uint32_t *value);
/* The same of all threads of the warp, which may lie in `values`; those that the step leaves out may have any value. Null: a trap. */
const uint32_t *operands(const struct step *s, unsigned which, bool half,
                         uint32_t values[WARP_LANES]);
/* The same of halves: `shift` and the lower 16 bits after it. False: a trap. */
struct halves {
    const uint32_t *from;
    unsigned shift;
};
bool half_operands(const struct step *s, unsigned which, uint32_t values[WARP_LANES],
                   struct halves *out);
/* The result, and its flags into a $c register if the instruction asks for them. */
void put_result(const struct step *s, unsigned lane, uint32_t value, bool half);
void put_results(const struct step *s, const uint32_t values[WARP_LANES], bool half);
static inline bool wants_flags(const struct step *s)
{
    return s->in->is_long && !s->in->is_immediate && (s->in->second & SHADER_C_WRITE);
}
void set_flags(struct condition *c, unsigned lane, uint32_t flags);
void put_flags(const struct step *s, unsigned lane, uint8_t flags);
void put_all_flags(const struct step *s, const struct condition *flags);
/* The threads whose value has its top bit. */
uint32_t lanes_with_top(const uint32_t values[WARP_LANES]);
/* Zero and sign of results of 32 bits or 16. */
struct condition condition_of(const uint32_t values[WARP_LANES], bool half);
uint8_t flags_of(uint32_t value, bool half); /* zero and sign */
/* $a plus the offset of a load or store, of 24:9 in units of 1 << shift; the post-increment is done. */
bool full_address(const struct step *s, unsigned lane, unsigned shift, uint32_t *address);
/* Once an instruction is done: the post-increment of an operand in memory. */
bool finish_operands(const struct step *s);
/* Threads whose predicate is true. */
uint32_t condition_lanes(const struct step *s);

/* ---- memory.c ---- */

/* Bits of MPC's trap word. */
enum mpc_limit {
    LOCAL_LIMIT_READ = 1 << 0,
    LOCAL_LIMIT_WRITE = 1 << 4,
    STACK_LIMIT = 1 << 6,
    GLOBAL_LIMIT_READ = 1 << 8,
    GLOBAL_LIMIT_WRITE = 1 << 12,
    GLOBAL_LIMIT_RED = 1 << 18,
    GLOBAL_LIMIT_ATOM = 1 << 22,
};

#define EFFORT_ACCESS 600 /* of a thread's access to g[] or l[] */

struct shader_space;
/* Where a thread's address of g[] lies. False: beyond the space. */
bool global_place(const struct step *s, const struct shader_space *space, unsigned lane,
                  unsigned size, uint64_t *at);

bool constant_read(struct block *block, unsigned space, uint32_t address, unsigned size,
                   uint32_t *value);
uint32_t shared_read(const struct block *block, uint32_t address, unsigned size);
bool step_local(const struct step *s, bool store);
bool step_global(const struct step *s, bool store);
bool step_atomic(const struct step *s, bool gives);
bool step_shared(const struct step *s, bool store);
bool step_constant(const struct step *s);
/* An error of memory, told by this unit. */
bool memory_trap(const struct step *s, enum shader_unit unit, uint32_t trapped);
bool stack_store(const struct step *s, uint32_t index, const struct stack_entry *entry);
bool stack_load(const struct step *s, uint32_t index, struct stack_entry *entry);

/* ---- the instructions, by their operands ---- */

bool step_data(const struct step *s); /* move.c: primary 0, 1 */
/* integer.c: 2 to 7, logic operations, $a */
execute_function *integer_execute(const struct instruction *in);
/* plain.c. Null: the instruction has no such form. */
execute_function *plain_execute(const struct instruction *in);
bool step_float(const struct step *s); /* floats.c: 9, b, c, e */
uint32_t shader_saturate(const struct block *block,
                         uint32_t value); /* of a float, by the MP's flags */
bool step_convert(const struct step *s);  /* convert.c: a */
bool step_double(const struct step *s);   /* doubles.c: e from secondary 2 on */
bool step_double_convert(const struct step *s);
bool step_texture(const struct step *s); /* texture.c */
bool step_control(struct step *s);       /* control.c */
/* After an instruction with such a tail. */
bool step_join(struct step *s);
bool step_exit(struct step *s);

bool decode_trap(const struct step *s, enum shader_decode_error error);
bool mp_trap(const struct step *s, enum shader_mp_error error);

#endif
