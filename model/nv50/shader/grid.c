#include "model/nv50/shader/grid.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "hw/least.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/shader.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/shader/mp.h"
#include "model/nv50/shader/warp.h"

/* The code cache: lines by place in the segment. It forgets nothing before a flush, as a card may. */
#define LINE_BYTES 256u
#define LINES      64u
#define NO_LINE    UINT32_MAX

/* How many instructions a warp executes before the next has its turn. */
#define SLICE 16u

#define EFFORT_STEP 200 /* approximate cost of an instruction */

struct code_line {
    uint32_t at;          /* NO_LINE: empty */
    uint64_t taken_apart; /* `instructions` has it: a bit for each word */
    uint8_t bytes[LINE_BYTES];
    struct instruction instructions[LINE_BYTES / 4];
};

struct shader {
    struct nv50 *card;
    struct shader_launch launch;
    bool (*spend)(struct nv50 *card, uint64_t effort);
    struct block block;
    struct shader_vertices vertices;
    struct code_line lines[LINES];
    struct textures textures;
    uint64_t unpaid; /* effort of the last slice */
    uint32_t next;   /* block of the grid */
    unsigned turn;   /* warp of the block */
    unsigned
        place; /* multiprocessor that the next block goes to, counted among those that are there */
    bool has_block;
};

struct shader *shader_make(void)
{
    struct shader *const shader = calloc(1, sizeof(*shader));

    if (shader)
        shader_flush(shader);
    return shader;
}

void shader_free(struct shader *shader)
{
    free(shader);
}

void shader_flush(struct shader *shader)
{
    for (unsigned i = 0; i < LINES; i++)
        shader->lines[i].at = NO_LINE;
}

void shader_flush_textures(struct shader *shader, enum texture_part part)
{
    struct textures *const textures = &shader->textures;

    switch (part) {
    case TEXTURE_IMAGES:
        memset(textures->images, 0, sizeof(textures->images));
        return;
    case TEXTURE_SAMPLERS:
        memset(textures->samplers, 0, sizeof(textures->samplers));
        return;
    default:
        memset(textures->texels, 0, sizeof(textures->texels));
        return;
    }
}

struct shader_vertices *shader_vertices(struct shader *shader)
{
    return &shader->vertices;
}

/* Code is cached by its place in the segment, so another segment begins with an empty cache. */
void shader_begin(struct nv50 *card, struct shader *shader, const struct shader_launch *launch)
{
    if (launch->code_at != shader->launch.code_at ||
        launch->code.selector != shader->launch.code.selector)
        shader_flush(shader);
    shader->card = card;
    shader->launch = *launch;
    shader->next = 0;
    shader->has_block = false;
}

/* ---- code ---- */

/* Slot 0/5/0. Null: it cannot be read. */
static struct code_line *fetch(struct shader *shader, uint32_t pc)
{
    const uint32_t at = pc & ~(LINE_BYTES - 1);
    struct code_line *const line = &shader->lines[at / LINE_BYTES % LINES];

    if (line->at != at) {
        if (!vm_user_read(shader->card, &shader->launch.code, shader->launch.code_at + at,
                          line->bytes, LINE_BYTES)) {
            line->at = NO_LINE;
            *shader->block.trap = (struct shader_trap){ .unit = SHADER_UNIT_CCACHE };
            return NULL;
        }
        line->at = at;
        line->taken_apart = 0;
    }
    return line;
}

static bool read_instruction(struct shader *shader, struct step *s)
{
    const uint32_t pc = s->warp->pc;
    struct code_line *const line = fetch(shader, pc);

    if (!line)
        return false;
    const unsigned place = (pc - line->at) / 4;
    struct instruction *const in = &line->instructions[place];
    s->in = in;
    if (!(line->taken_apart >> place & 1))
        take_apart(in, line->bytes + 4 * place, pc % 8 == 0);
    line->taken_apart |= UINT64_C(1) << place;
    if (in->is_long && pc % 8)
        return decode_trap(s, DECODE_UNALIGNED_LONG);
    s->warp->pc = (pc + (in->is_long ? 8 : 4)) % PROGRAM_BYTES;
    return true;
}

/* ---- one instruction ---- */

static uint32_t mask_of(const struct step *s)
{
    return s->in->predicated ? s->warp->active & condition_lanes(s) : s->warp->active;
}

static bool tail(struct step *s)
{
    if (s->in->tail == SHADER_TAIL_EXIT)
        return step_exit(s);
    return s->in->tail == SHADER_TAIL_JOIN ? step_join(s) : true;
}

static bool execute(const struct step *s)
{
    if (s->in->primary == 0x5 && core_broken(s->block, DEFECT_SHADER_TRAPS))
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    return s->in->execute(s);
}

/* The cost of an instruction. */
static uint64_t effort_of(const struct step *s)
{
    return s->block->owed +
           (s->in->each ? (uint64_t)s->in->each * (unsigned)__builtin_popcount(s->mask) : 0);
}

static bool do_instruction(struct step *s)
{
    if (!s->in->is_control)
        return execute(s) && (!s->block->used || finish_operands(s)) && tail(s);
    if (!s->in->is_long && s->in->primary != 0x9 && s->in->primary != 0xb)
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    return step_control(s);
}

static bool step_once(struct shader *shader, struct step *s)
{
    struct block *const block = s->block;

    if (!read_instruction(shader, s))
        return false;
    s->mask = mask_of(s);
    block->clock++;
    block->used = 0;
    block->owed = EFFORT_STEP;
    const bool good = do_instruction(s);
    shader->unpaid += effort_of(s);
    return good;
}

/* ---- blocks ---- */

static unsigned nth_bit(uint32_t mask, unsigned n)
{
    for (unsigned i = 0; i < 32; i++)
        if ((mask >> i & 1) && n-- == 0)
            return i;
    return 0;
}

/* TPC by TPC, and then the next multiprocessor of each. */
static void choose_mp(struct shader *shader)
{
    const uint32_t units = reg_get(shader->card, PBUS_HWUNITS_0);
    const uint32_t tpcs = FIELD_GET(PBUS_HWUNITS_0_TPCS, units),
                   mps = FIELD_GET(PBUS_HWUNITS_0_MPS, units);
    const unsigned tpc_count = (unsigned)__builtin_popcount(tpcs),
                   mp_count = (unsigned)__builtin_popcount(mps);
    const unsigned place = tpc_count && mp_count ? shader->place++ % (tpc_count * mp_count) : 0;

    shader->block.tpc = nth_bit(tpcs, tpc_count ? place % tpc_count : 0);
    shader->block.mp = nth_bit(mps, tpc_count ? place / tpc_count : 0);
    shader->block.last = place + 1 == tpc_count * mp_count;
    shader->block.last_tpc = tpc_count && place % tpc_count + 1 == tpc_count;
}

/* The start of s[]: 16-bit numbers of grid and block, then the parameters. */
static void fill_shared(struct block *block)
{
    const struct shader_launch *const launch = block->launch;
    const uint32_t words[8] = { launch->grid_id, launch->block_x, launch->block_y, launch->block_z,
                                launch->grid_x,  launch->grid_y,  block->x,        block->y };

    memset(block->shared, 0, LEAST(launch->shared_bytes, SHARED_BYTES));
    for (unsigned i = 0; i < 8; i++)
        bytes_put(block->shared + 2 * i, words[i], 2);
    for (unsigned i = 0; i < launch->param_count; i++)
        bytes_put(block->shared + 16 + 4 * i, launch->params[i], 4);
}

/* $r0 is the thread's place in the block: x, and above it y and z. */
static void fill_warp(struct block *block, unsigned number, uint32_t threads)
{
    const struct shader_launch *const launch = block->launch;
    struct warp *const warp = &block->warps[number];

    const size_t registers = LEAST(launch->registers, SHADER_REGISTERS);
    memset(warp->r, 0, registers * sizeof(warp->r[0]));
    memset(warp->a, 0, sizeof(*warp) - offsetof(struct warp, a));
    warp->pc = launch->start % PROGRAM_BYTES;
    if (launch->vertices) {
        warp->active = threads < WARP_LANES ? BIT(threads) - 1 : UINT32_MAX;
        for (unsigned lane = threads; lane < WARP_LANES; lane++)
            warp->state[lane] = LANE_EXITED;
        return;
    }
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        const uint32_t thread = number * WARP_LANES + lane;

        if (thread >= threads) {
            warp->state[lane] = LANE_EXITED;
            continue;
        }
        warp->active |= UINT32_C(1) << lane;
        warp->r[0][lane] = thread % launch->block_x |
                           thread / launch->block_x % launch->block_y << 16 |
                           thread / launch->block_x / launch->block_y << 26;
    }
    warp->ended = !warp->active || (number >= 8 && core_broken(block, DEFECT_SHADER_WARPS));
}

static bool is_sound(const struct block *block)
{
    bool broken = block->vertices;

    for (unsigned i = 0; i < DEFECT_COUNT; i++)
        broken |= block->last && block->card->broken[i];
    return !broken;
}

/* One struct serves all blocks in turn, so everything in it is set anew here. False: the grid has no more. */
static bool begin_block(struct shader *shader)
{
    const struct shader_launch *const launch = &shader->launch;
    struct block *const block = &shader->block;

    if (shader->next >= launch->grid_x * launch->grid_y)
        return false;
    block->launch = launch;
    block->card = shader->card;
    block->textures = &shader->textures;
    block->vertices = launch->vertices ? &shader->vertices : NULL;
    block->x = shader->next % launch->grid_x;
    block->y = shader->next / launch->grid_x;
    block->warp_count = (launch->threads + WARP_LANES - 1) / WARP_LANES;
    memset(block->arrived, 0, sizeof(block->arrived));
    choose_mp(shader);
    if (core_broken(block, DEFECT_SHADER_IDLE))
        choose_mp(shader);
    block->flags =
        reg_get(shader->card, mp_register(shader->card, block->tpc, block->mp, PGRAPH_MP_FLAGS));
    block->sound = is_sound(block);
    fill_shared(block);
    for (unsigned i = 0; i < block->warp_count; i++)
        fill_warp(block, i, launch->threads);
    shader->next++;
    shader->turn = 0;
    return true;
}

enum slice { SLICE_DONE, SLICE_BLOCKED, SLICE_TRAPPED, SLICE_UNPAID };

/* It is paid before the next one. */
static enum slice run_warp(struct shader *shader, unsigned number)
{
    struct block *const block = &shader->block;
    struct step s = { .block = block, .warp = &block->warps[number], .number = number };
    struct warp *const warp = s.warp;

    if (warp->waits && block->arrived[warp->barrier] == 0)
        warp->waits = false;
    if (warp->ended || warp->waits)
        return SLICE_BLOCKED;
    if (!shader->spend(shader->card, shader->unpaid))
        return SLICE_UNPAID;
    shader->unpaid = 0;
    for (unsigned i = 0; i < SLICE && !warp->ended && !warp->waits; i++)
        if (!step_once(shader, &s))
            return SLICE_TRAPPED;
    return SLICE_DONE;
}

static bool block_ended(const struct block *block)
{
    for (unsigned i = 0; i < block->warp_count; i++)
        if (!block->warps[i].ended)
            return false;
    return true;
}

/* All warps wait for one that never comes: the card would too, until it is reset. */
#define EFFORT_DEADLOCK (1u << 30)

static enum slice run_block(struct shader *shader)
{
    struct block *const block = &shader->block;
    unsigned blocked = 0;

    while (!block_ended(block)) {
        const enum slice slice = run_warp(shader, shader->turn);

        if (slice == SLICE_TRAPPED || slice == SLICE_UNPAID)
            return slice;
        blocked = slice == SLICE_BLOCKED ? blocked + 1 : 0;
        if (blocked > block->warp_count && !shader->spend(shader->card, EFFORT_DEADLOCK))
            return SLICE_UNPAID;
        shader->turn = shader->turn + 1 < block->warp_count ? shader->turn + 1 : 0;
    }
    return SLICE_DONE;
}

/* No source says how a program ends that the direct port has started, so the knob compute_port has each way
 * (S21). */
static enum slice run_as_port_does(struct shader *shader)
{
    if (shader->launch.vertices)
        return run_block(shader);
    switch (card_knob(shader->card, KNOB_COMPUTE_PORT)) {
    case COMPUTE_PORT_HANGS:
        while (shader->spend(shader->card, EFFORT_DEADLOCK))
            ;
        return SLICE_UNPAID;
    case COMPUTE_PORT_TRAPS:
        *shader->block.trap = (struct shader_trap){ .unit = SHADER_UNIT_MP,
                                                    .error = MP_DECODE,
                                                    .decode = DECODE_ILLEGAL_OPCODE,
                                                    .tpc = shader->block.tpc,
                                                    .mp = shader->block.mp };
        return SLICE_TRAPPED;
    default:
        return run_block(shader);
    }
}

/* A trap ends the grid. */
bool shader_go_on(struct shader *shader, bool (*spend)(struct nv50 *card, uint64_t effort),
                  struct shader_trap *trap)
{
    *trap = (struct shader_trap){ .unit = SHADER_UNIT_NONE };
    shader->block.trap = trap;
    shader->spend = spend;
    for (;;) {
        if (!shader->has_block && !begin_block(shader))
            return true;
        shader->has_block = true;
        switch (run_as_port_does(shader)) {
        case SLICE_UNPAID:
            return false;
        case SLICE_TRAPPED:
            shader->has_block = false;
            return true;
        default:
            shader->has_block = false;
        }
    }
}
