#include "engines/nv50/compute.h"

#include "engines/nv50/flush.h"
#include "engines/nv50/pgraph.h"
#include "engines/nv50/reset.h"
#include "hw/nv50/compute.h"
#include "hw/nv50/gr3d.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/texture.h"

#define SUBCHANNEL FIELD_PUT(PGRAPH_CMD_SUBCHANNEL, 3u) /* as register tests have it */
#define SPACES     16u
#define REGISTERS  8u
#define SHARED     0x40u
#define CONSTANTS  0x100u /* bytes of c0[] */

const struct compute_method compute_general[COMPUTE_GENERAL] = {
    { 0x320, 0 },
    { 0x324, 0 },
    { 0x328, 1 },
    { 0x364, 0 },
    { 0x228, 0xffff0 },
    { COMPUTE_CALL_LIMIT, 1 },
    { COMPUTE_WATCHDOG, 0 },
    { 0x290, 1 },
    { 0x2a0, 0 },
    { 0x2b0, 7 },
    { 0x2bc, 0 },
    { 0x2f0, 0 },
    { 0x370, 0 },
    { 0x36c, 0 },
};
/* The same of textures. */
static const struct compute_method textures[] = {
    { 0x378, 0 }, { 0x3bc, 0x22 }, { 0x32c, 0 },
    { 0x358, 1 }, { 0x3d0, 0x20 }, { COMPUTE_ISA_FLAGS, 0 },
};

/* One warp each of l[] and stack for a multiprocessor, of 16 bytes and 32 entries. */
static const struct compute_method sizes[] = {
    { COMPUTE_LOCAL_SIZE, 1 }, { COMPUTE_LOCAL_WARPS, 0 }, { COMPUTE_LOCAL_WARPS + 4, 0 },
    { COMPUTE_STACK_SIZE, 6 }, { COMPUTE_STACK_WARPS, 0 }, { COMPUTE_STACK_WARPS + 4, 0 },
};

enum err compute_send(struct compute *c, const struct compute_method *list, unsigned count)
{
    enum err e = OK;

    for (unsigned i = 0; i < count && e == OK; i++)
        e = graph_method(c->card, list[i].number | SUBCHANNEL, list[i].data);
    return e;
}

static enum err send_address(struct compute *c, uint32_t number, uint64_t at)
{
    const struct compute_method list[] = { { number, (uint32_t)(at >> 32) },
                                           { number + 4, (uint32_t)at } };

    return compute_send(c, list, ARRAY_SIZE(list));
}

enum err compute_prepare(struct compute *c, struct vm *vm, const struct compute_memory *memory)
{
    static const uint32_t words[DMAOBJ_WORDS] = { GRAPH_CLASS_COMPUTE };

    *c = (struct compute){ .card = vm->card, .channel = vm->descriptor, .memory = *memory };
    const enum err e = vm_object_words(vm, words, &c->object);
    return e == OK ? host_flush(vm->card) : e;
}

static enum err send_objects(struct compute *c)
{
    const struct compute_method list[] = {
        { GRAPH_OBJECT, c->object },
        { COMPUTE_DMA_NOTIFY, c->memory.global_object },
        { COMPUTE_DMA_QUERY, c->memory.global_object },
        { COMPUTE_DMA_GLOBAL, c->memory.global_object },
        { COMPUTE_DMA_LOCAL, c->memory.local_object },
        { COMPUTE_DMA_STACK, c->memory.stack_object },
        { COMPUTE_DMA_CODE_CB, c->memory.code_object },
    };

    return compute_send(c, list, ARRAY_SIZE(list));
}

static enum err send_spaces(struct compute *c)
{
    enum err e = OK;

    for (uint32_t i = 0; i < SPACES && e == OK; i++) {
        const uint32_t first = COMPUTE_GLOBAL + i * COMPUTE_GLOBAL_STRIDE;
        const struct compute_method list[] = {
            { first + COMPUTE_GLOBAL_PITCH, 0 },
            { first + COMPUTE_GLOBAL_LIMIT, c->memory.limit },
            { first + COMPUTE_GLOBAL_MODE, COMPUTE_GLOBAL_LINEAR },
        };

        e = send_address(c, first, i == 1 ? c->memory.second_global : c->memory.global);
        if (e == OK)
            e = compute_send(c, list, ARRAY_SIZE(list));
    }
    return e;
}

/* c0[] is buffer 0. */
static enum err send_places(struct compute *c)
{
    static const struct compute_method constants[] = { { COMPUTE_CB_SET, CONSTANTS },
                                                       { COMPUTE_BIND_CB, COMPUTE_BIND_CB_VALID } };
    enum err e = send_address(c, COMPUTE_CODE, c->memory.code);

    if (e == OK)
        e = send_address(c, COMPUTE_LOCAL, c->memory.local);
    if (e == OK)
        e = send_address(c, COMPUTE_STACK, c->memory.stack);
    if (e == OK)
        e = send_address(c, COMPUTE_CB_ADDRESS_HIGH, c->memory.constants);
    return e == OK ? compute_send(c, constants, ARRAY_SIZE(constants)) : e;
}

#define ENTRIES (0x1000u / TEXTURE_ENTRY_BYTES) /* of a table, which is a page */

/* Programs here use texture 0 and sampler 0 alone. */
static enum err send_textures(struct compute *c)
{
    const struct compute_memory *const memory = &c->memory;
    const struct compute_method list[] = {
        { COMPUTE_DMA_TIC, memory->texture_object },
        { COMPUTE_DMA_TSC, memory->texture_object },
        { COMPUTE_DMA_TEXTURE, memory->texture_object },
        { COMPUTE_TIC_LAST, ENTRIES - 1 },
        { COMPUTE_TSC_LAST, ENTRIES - 1 },
        { COMPUTE_BIND_TIC,
          COMPUTE_BIND_TIC_VALID | FIELD_PUT(COMPUTE_BIND_TIC_ENTRY, memory->image) },
        { COMPUTE_BIND_TSC, COMPUTE_BIND_TSC_VALID },
    };
    enum err e = send_address(c, COMPUTE_TIC, memory->tic);

    if (e == OK)
        e = send_address(c, COMPUTE_TSC, memory->tsc);
    return e == OK ? compute_send(c, list, ARRAY_SIZE(list)) : e;
}

enum err compute_flush(struct compute *c)
{
    static const struct compute_method flush[] = {
        { COMPUTE_CODE_FLUSH, 0 },
        { COMPUTE_TIC_FLUSH, 0 },
        { COMPUTE_TSC_FLUSH, 0 },
        { COMPUTE_TEXEL_FLUSH, COMPUTE_TEXEL_FLUSH_ALL },
    };

    return compute_send(c, flush, c->memory.texture_object ? ARRAY_SIZE(flush) : 1);
}

static enum err send_state(struct compute *c)
{
    enum err e = send_objects(c);

    if (e == OK)
        e = compute_send(c, compute_general, COMPUTE_GENERAL);
    if (e == OK)
        e = compute_send(c, textures, ARRAY_SIZE(textures));
    if (e == OK)
        e = send_spaces(c);
    if (e == OK)
        e = compute_send(c, sizes, ARRAY_SIZE(sizes));
    if (e == OK && c->memory.texture_object)
        e = send_textures(c);
    if (e == OK)
        e = compute_flush(c);
    return e == OK ? send_places(c) : e;
}

enum err compute_start(struct compute *c)
{
    pgraph_start(c->card);
    enum err e = vm_flush_tlb(c->card, VM_ENGINE_PGRAPH);
    if (e != OK)
        return e;
    pgraph_load(c->card, c->channel);
    e = send_state(c);
    return e == OK ? graph_settle(c->card) : e;
}

void compute_close(struct compute *c)
{
    engines_reset_pgraph(c->card);
}

/* COMPUTE_LAUNCH comes last, because it starts the grid with what was set until then. */
enum err compute_run_grid(struct compute *c, const struct compute_grid *grid,
                          struct graph_event *event)
{
    const struct compute_method list[] = {
        { COMPUTE_START, grid->start },
        { COMPUTE_SHARED_SIZE, grid->shared },
        { COMPUTE_BLOCK_XY, 0x10000 | grid->threads },
        { COMPUTE_BLOCK_Z, 1 },
        { COMPUTE_REGISTERS, grid->registers },
        { COMPUTE_ALLOC,
          FIELD_PUT(COMPUTE_ALLOC_BARS, 1u) | FIELD_PUT(COMPUTE_ALLOC_THREADS, grid->threads) },
        { COMPUTE_LANES_32, 1 },
        { COMPUTE_REG_MODE, 2 },
        { COMPUTE_BLOCK_LATCH, 1 },
        { COMPUTE_GRID_ID, 0 },
        { COMPUTE_GRID, 0x10000 | grid->blocks },
        { COMPUTE_PARAMS_HEADER, 0 },
        { COMPUTE_GRID_FLAGS, COMPUTE_GRID_WHOLE },
        { COMPUTE_LAUNCH, 0 },
    };
    const enum err e = compute_send(c, list, ARRAY_SIZE(list));

    return e == OK ? graph_take_event(c->card, event) : e;
}

enum err compute_run(struct compute *c, uint32_t threads, struct graph_event *event)
{
    return compute_run_grid(
        c,
        &(struct compute_grid){
            .blocks = 1, .threads = threads, .registers = REGISTERS, .shared = SHARED },
        event);
}

/* As a driver describes words in rows (§4.8); the alpha is 1. */
void texture_image(uint32_t words[TEXTURE_ENTRY_WORDS], uint64_t at, uint32_t pitch, uint32_t width,
                   uint32_t height)
{
    const uint32_t entry[TEXTURE_ENTRY_WORDS] = {
        TIC0_FORMAT_32 | TIC0_TYPES_UINT | FIELD_PUT(TIC0_RED, (uint32_t)TIC_SOURCE_FIRST) |
            FIELD_PUT(TIC0_ALPHA, (uint32_t)TIC_SOURCE_ONE),
        (uint32_t)at,
        TIC2_ALWAYS | TIC2_NO_BORDER | TIC2_LINEAR | FIELD_PUT(TIC2_KIND, TIC2_KIND_RECT) |
            FIELD_PUT(TIC2_ADDRESS_HIGH, (uint32_t)(at >> 32)),
        pitch,
        width,
        FIELD_PUT(TIC5_DEPTH, 1u) | FIELD_PUT(TIC5_HEIGHT, height),
    };

    for (unsigned i = 0; i < TEXTURE_ENTRY_WORDS; i++)
        words[i] = entry[i];
}

void texture_sampler(uint32_t words[TEXTURE_ENTRY_WORDS], uint32_t border)
{
    for (unsigned i = 0; i < TEXTURE_ENTRY_WORDS; i++)
        words[i] = i < TSC_BORDER ? 0 : border;
    words[0] = FIELD_PUT(TSC0_WRAP_S, TSC_WRAP_BORDER) | FIELD_PUT(TSC0_WRAP_T, TSC_WRAP_BORDER) |
               TSC0_SRGB;
    words[1] = TSC1_NEAREST;
}
