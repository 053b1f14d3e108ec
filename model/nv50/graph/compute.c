/* model/nv50/graph/compute.c: the compute class: its methods set up a grid of blocks, which a launch runs
 * (docs/hardware/tesla-engines.md §4.8). */
#include "hw/nv50/compute.h"

#include <string.h>

#include "hw/nv50/gr3d.h"
#include "hw/nv50/pgraph.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/shader/grid.h"
#include "model/nv50/shader/mp.h"

#define THREADS_MOST 512u

static uint32_t word(const struct nv50 *card, uint32_t method)
{
    return card->pgraph->state.compute[(method - METHODS_FIRST) / 4];
}

static uint64_t address(const struct nv50 *card, uint32_t method)
{
    return (uint64_t)(word(card, method) & 0xff) << 32 | word(card, method + 4);
}

/* ---- set-up before a launch ---- */

static void set_buffer(struct nv50 *card, uint32_t data)
{
    card->pgraph->state.buffers[FIELD_GET(COMPUTE_CB_BUFFER, data)] = (struct graph_buffer){
        .high = word(card, COMPUTE_CB_ADDRESS_HIGH),
        .low = word(card, COMPUTE_CB_ADDRESS_HIGH + 4),
        .size = FIELD_GET(COMPUTE_CB_SIZE, data),
    };
}

static void bind_buffer(struct nv50 *card, uint32_t data)
{
    card->pgraph->state.bound[FIELD_GET(COMPUTE_BIND_CB_INDEX, data)] =
        (data & COMPUTE_BIND_CB_VALID) ? FIELD_GET(COMPUTE_BIND_CB_BUFFER, data) + 1 : 0;
}

static void bind_texture(struct nv50 *card, uint32_t data)
{
    card->pgraph->state.textures[FIELD_GET(COMPUTE_BIND_TIC_TEXTURE, data) % SHADER_TEXTURES] =
        data & COMPUTE_BIND_TIC_VALID ? FIELD_GET(COMPUTE_BIND_TIC_ENTRY, data) + 1 : 0;
}

static void bind_sampler(struct nv50 *card, uint32_t data)
{
    card->pgraph->state.samplers[FIELD_GET(COMPUTE_BIND_TSC_SAMPLER, data)] =
        data & COMPUTE_BIND_TSC_VALID ? FIELD_GET(COMPUTE_BIND_TSC_ENTRY, data) + 1 : 0;
}

static void flush_textures(struct nv50 *card, uint32_t method, uint32_t data)
{
    if (method == COMPUTE_TIC_FLUSH && !card->broken[DEFECT_TEXTURE_TIC_STALE])
        shader_flush_textures(card->shader, TEXTURE_IMAGES);
    if (method == COMPUTE_TSC_FLUSH && !card->broken[DEFECT_TEXTURE_TSC_STALE])
        shader_flush_textures(card->shader, TEXTURE_SAMPLERS);
    if (method == COMPUTE_TEXEL_FLUSH && (data & COMPUTE_TEXEL_FLUSH_ALL) &&
        !card->broken[DEFECT_TEXTURE_TEXELS_STALE])
        shader_flush_textures(card->shader, TEXTURE_TEXELS);
}

/* ---- a launch ---- */

static int bind(struct nv50 *card, struct vm_user *user, enum vm_client client, uint8_t slot,
                uint32_t method, bool written)
{
    *user = (struct vm_user){ .engine = VM_ENGINE_PGRAPH,
                              .read_client = (uint8_t)client,
                              .write_client = (uint8_t)client,
                              .slot = slot };
    return graph_bind(card, user, word(card, method), written);
}

/* The objects are those that were named last: which of them is missing only an access finds out. */
static int bind_users(struct nv50 *card, struct shader_launch *launch)
{
    int error = bind(card, &launch->code, VM_CLIENT_CCACHE, 0, COMPUTE_DMA_CODE_CB, false);

    if (error == GRAPH_DONE)
        error = bind(card, &launch->local, VM_CLIENT_PROP,
                     card->broken[DEFECT_COMPUTE_LOCAL_SLOT] ? 0xa : 9, COMPUTE_DMA_LOCAL, true);
    if (error == GRAPH_DONE)
        error =
            bind(card, &launch->global, VM_CLIENT_PROP,
                 card->broken[DEFECT_COMPUTE_GLOBAL_SLOT] ? 0xb : 0xa, COMPUTE_DMA_GLOBAL, true);
    if (error == GRAPH_DONE)
        error = bind(card, &launch->stack, VM_CLIENT_PROP, 0xb, COMPUTE_DMA_STACK, true);
    if (error == GRAPH_DONE)
        error = bind(card, &launch->tic, VM_CLIENT_CCACHE,
                     card->broken[DEFECT_TEXTURE_TIC_SLOT] ? 2 : 1, COMPUTE_DMA_TIC, false);
    if (error == GRAPH_DONE)
        error = bind(card, &launch->tsc, VM_CLIENT_CCACHE, 2, COMPUTE_DMA_TSC, false);
    if (error == GRAPH_DONE)
        error = bind(card, &launch->texel,
                     card->broken[DEFECT_TEXTURE_CLIENT] ? VM_CLIENT_CCACHE : VM_CLIENT_TEXTURE, 0,
                     COMPUTE_DMA_TEXTURE, false);
    return error;
}

/* They are copied when the launch begins, because methods that come later belong to the next one. */
static void take_spaces(const struct nv50 *card, struct shader_launch *launch)
{
    const struct graph_state *const state = &card->pgraph->state;

    for (uint32_t i = 0; i < SHADER_SPACES; i++) {
        const uint32_t first = COMPUTE_GLOBAL + i * COMPUTE_GLOBAL_STRIDE;

        launch->spaces[i] = (struct shader_space){
            .at = address(card, first),
            .limit = word(card, first + COMPUTE_GLOBAL_LIMIT),
            .linear = word(card, first + COMPUTE_GLOBAL_MODE) & COMPUTE_GLOBAL_LINEAR,
        };
        launch->bound[i] = state->bound[i] ? (uint8_t)(state->bound[i] - 1) : SHADER_BUFFERS;
    }
    for (unsigned i = 0; i < SHADER_BUFFERS; i++)
        launch->buffers[i] = (struct shader_buffer){
            .at = (uint64_t)(state->buffers[i].high & 0xff) << 32 | state->buffers[i].low,
            .size = state->buffers[i].size,
        };
}

static void take_textures(const struct nv50 *card, struct shader_launch *launch)
{
    launch->tic_at = address(card, COMPUTE_TIC);
    launch->tic_last = word(card, COMPUTE_TIC_LAST);
    launch->tsc_at = address(card, COMPUTE_TSC);
    launch->tsc_last = word(card, COMPUTE_TSC_LAST);
    memcpy(launch->textures, card->pgraph->state.textures, sizeof(launch->textures));
    memcpy(launch->samplers, card->pgraph->state.samplers, sizeof(launch->samplers));
}

/* 7 stands for 32. */
static uint32_t warps_of(uint32_t log2)
{
    return log2 < 5 ? 1u << log2 : 32;
}

/* Without bit 8 of 384 only the first block is run. */
static void take_sizes(const struct nv50 *card, struct shader_launch *launch)
{
    const bool whole = word(card, COMPUTE_GRID_FLAGS) & COMPUTE_GRID_WHOLE;
    const uint32_t grid = word(card, COMPUTE_GRID), block = word(card, COMPUTE_BLOCK_XY);
    const uint32_t local = word(card, COMPUTE_LOCAL_SIZE) & 15;
    const uint32_t stack = word(card, COMPUTE_STACK_SIZE) & 15;

    launch->block_x = block & 0xffff;
    launch->block_y = block >> 16;
    launch->block_z = word(card, COMPUTE_BLOCK_Z);
    launch->grid_x = whole ? grid & 0xffff : 1;
    launch->grid_y = whole ? grid >> 16 : 1;
    launch->grid_id = word(card, COMPUTE_GRID_ID);
    launch->threads = FIELD_GET(COMPUTE_ALLOC_THREADS, word(card, COMPUTE_ALLOC));
    launch->registers = word(card, COMPUTE_REGISTERS);
    launch->shared_bytes = word(card, COMPUTE_SHARED_SIZE);
    launch->local_warps = warps_of(word(card, COMPUTE_LOCAL_WARPS));
    launch->stack_warps = warps_of(word(card, COMPUTE_STACK_WARPS));
    launch->local_bytes = local ? 8u << local : 0;
    launch->stack_entries = stack ? 1u << (stack - 1) : 0;
    launch->param_count = FIELD_GET(COMPUTE_PARAM_COUNT, word(card, COMPUTE_PARAMS_HEADER));
}

static bool sizes_fit(const struct shader_launch *launch)
{
    const uint64_t threads = (uint64_t)launch->block_x * launch->block_y * launch->block_z;

    return launch->threads && launch->threads <= threads && threads <= THREADS_MOST &&
           launch->registers && launch->registers <= SHADER_REGISTERS &&
           launch->shared_bytes <= 0x4000 && launch->param_count <= SHADER_PARAMS;
}

/* The grid gets copies of all settings, because methods sent while it runs belong to the next launch. */
static int launch(struct nv50 *card)
{
    struct shader_launch grid = { 0 };
    const int error = bind_users(card, &grid);

    if (error != GRAPH_DONE)
        return error;
    take_sizes(card, &grid);
    if (!sizes_fit(&grid) || !word(card, COMPUTE_BLOCK_LATCH))
        return DATA_ERROR_INVALID_VALUE;
    take_spaces(card, &grid);
    take_textures(card, &grid);
    grid.code_at = address(card, COMPUTE_CODE);
    grid.local_at = address(card, COMPUTE_LOCAL);
    grid.stack_at = address(card, COMPUTE_STACK);
    grid.start = word(card, COMPUTE_START);
    memcpy(grid.params, &card->pgraph->state.compute[(COMPUTE_PARAMS - METHODS_FIRST) / 4],
           sizeof(grid.params));
    if (card_knob(card, KNOB_COMPUTE_PORT) == COMPUTE_PORT_SILENT)
        return GRAPH_DONE;
    shader_begin(card, card->shader, &grid);
    graph_begin(card, GRAPH_WORK_GRID, 0);
    return GRAPH_DONE;
}

/* ---- how it ends ---- */

static uint32_t mp_bit(unsigned mp)
{
    static const uint32_t mps[] = { PGRAPH_MPC_TRAP_MP0, PGRAPH_MPC_TRAP_MP1, PGRAPH_MPC_TRAP_MP2 };

    return mps[mp < ARRAY_SIZE(mps) ? mp : 0];
}

static void tell_mp(struct nv50 *card, const struct shader_trap *trap)
{
    reg_set(card, mp_register(card, trap->tpc, trap->mp, PGRAPH_MP_ERROR), trap->error);
    reg_set(card, mp_register(card, trap->tpc, trap->mp, PGRAPH_MP_DECODE), trap->decode);
    reg_set(card, mp_register(card, trap->tpc, trap->mp, PGRAPH_MP_DECODE_AT),
            FIELD_PUT(PGRAPH_MP_DECODE_AT_PC, trap->pc) |
                FIELD_PUT(PGRAPH_MP_DECODE_WARP, (uint32_t)trap->warp));
}

/* The reason goes into the trap word of the unit that trapped, because handlers look for it there. */
void graph_tell_program(struct nv50 *card, const struct shader_trap *trap)
{
    const uint32_t mpc =
        graph_tpc_word(card, trap->tpc, PGRAPH_TPC_MPC_TRAP_G80, PGRAPH_TPC_MPC_TRAP_G200);

    if (card->broken[DEFECT_COMPUTE_TRAP_LOST])
        return;
    switch (trap->unit) {
    case SHADER_UNIT_CCACHE:
        graph_trap(card, PGRAPH_TRAP_CCACHE, PGRAPH_CCACHE_TRAP, PGRAPH_CCACHE_TRAP_FAULT);
        return;
    case SHADER_UNIT_TEX:
        graph_trap(
            card, PGRAPH_TRAP_TEX,
            graph_tpc_word(card, trap->tpc, PGRAPH_TPC_TEX_TRAP_G80, PGRAPH_TPC_TEX_TRAP_G200),
            PGRAPH_TEX_TRAP_ANY | PGRAPH_TEX_TRAP_FAULT);
        return;
    case SHADER_UNIT_PROP:
        graph_trap(
            card, PGRAPH_TRAP_PROP,
            graph_tpc_word(card, trap->tpc, PGRAPH_TPC_PROP_TRAP_G80, PGRAPH_TPC_PROP_TRAP_G200),
            PGRAPH_PROP_TRAP_CUDA);
        return;
    case SHADER_UNIT_MPC:
        graph_trap(card, PGRAPH_TRAP_MP, mpc, trap->bits);
        return;
    case SHADER_UNIT_MP:
        tell_mp(card, trap);
        graph_trap(card, PGRAPH_TRAP_MP, mpc, mp_bit(trap->mp));
        return;
    default:
        return;
    }
}

bool compute_go_on(struct nv50 *card)
{
    struct shader_trap trap;

    if (!shader_go_on(card->shader, graph_spend, &trap))
        return false;
    graph_tell_program(card, &trap);
    return true;
}

/* ---- methods ---- */

/* Every method of the range is stored, also one that does nothing else, because launches and queries read them there.
 * */
int compute_method(struct nv50 *card, uint32_t method, uint32_t data)
{
    const int result = compute_query(card, method, data);

    if (method < METHODS_FIRST || method >= METHODS_FIRST + 4 * COMPUTE_METHODS)
        return result;
    card->pgraph->state.compute[(method - METHODS_FIRST) / 4] = data;
    switch (method) {
    case COMPUTE_CB_SET:
        set_buffer(card, data);
        return GRAPH_DONE;
    case COMPUTE_BIND_CB:
        bind_buffer(card, data);
        return GRAPH_DONE;
    case COMPUTE_CODE_FLUSH:
        if (!card->broken[DEFECT_COMPUTE_CODE_STALE])
            shader_flush(card->shader);
        return GRAPH_DONE;
    case COMPUTE_BIND_TIC:
        bind_texture(card, data);
        return GRAPH_DONE;
    case COMPUTE_BIND_TSC:
        bind_sampler(card, data);
        return GRAPH_DONE;
    case COMPUTE_TIC_FLUSH:
    case COMPUTE_TSC_FLUSH:
    case COMPUTE_TEXEL_FLUSH:
        flush_textures(card, method, data);
        return GRAPH_DONE;
    case COMPUTE_ISA_FLAGS:
        mp_set_flags(card, data);
        return GRAPH_DONE;
    case COMPUTE_LAUNCH:
        return launch(card);
    default:
        return result;
    }
}
