#include "engines/nv50/compute_plain.h"

#include "engines/nv50/flush.h"
#include "engines/nv50/pgraph.h"
#include "hw/nv50/compute.h"
#include "hw/nv50/gr3d.h"
#include "hw/nv50/pgraph.h"

#define SPACES     16u
#define BUFFERS    0x80u
#define BINDINGS   0x10u
#define LAST_ENTRY 0x7fu /* of the tables of images and samplers */

const uint32_t compute_plain_object[6] = { 0x0019003d, UINT32_MAX, 0, 0, 0, 0x00010000 };

/* Numbers without a name have no known meaning. */
static const struct compute_method local[] = { { COMPUTE_LOCAL_SIZE, 0 },
                                               { COMPUTE_LOCAL_WARPS, 7 },
                                               { COMPUTE_LOCAL_WARPS + 4, 0 } };
static const struct compute_method stack[] = { { COMPUTE_STACK_SIZE, 0 },
                                               { COMPUTE_STACK_WARPS, 7 },
                                               { COMPUTE_STACK_WARPS + 4, 0 } };
static const struct compute_method texture[] = { { 0x378, 0 },
                                                 { 0x3bc, 0x22 },
                                                 { 0x32c, 0 },
                                                 { 0x358, 1 },
                                                 { COMPUTE_TEXEL_FLUSH, COMPUTE_TEXEL_FLUSH_ALL },
                                                 { COMPUTE_ISA_FLAGS, 0 } };
static const struct compute_method samplers[] = { { COMPUTE_TSC_LAST, LAST_ENTRY },
                                                  { COMPUTE_TSC_FLUSH, 0 } };
static const struct compute_method images[] = { { COMPUTE_TIC_LAST, LAST_ENTRY },
                                                { COMPUTE_TIC_FLUSH, 0 } };

/* Each does nothing once one before it has failed. */
static void put(struct compute *c, enum err *e, uint32_t number, uint32_t data)
{
    if (*e == OK)
        *e = compute_send(c, &(struct compute_method){ number, data }, 1);
}

static void put_list(struct compute *c, enum err *e, const struct compute_method *list,
                     unsigned count)
{
    if (*e == OK)
        *e = compute_send(c, list, count);
}

static void put_address(struct compute *c, enum err *e, uint32_t number, uint64_t at)
{
    put(c, e, number, (uint32_t)(at >> 32));
    put(c, e, number + 4, (uint32_t)at);
}

static void put_global(struct compute *c, enum err *e)
{
    put(c, e, COMPUTE_DMA_GLOBAL, c->memory.global_object);
    for (uint32_t i = 0; i < SPACES; i++) {
        const uint32_t first = COMPUTE_GLOBAL + i * COMPUTE_GLOBAL_STRIDE;

        put_address(c, e, first, c->memory.global);
        put(c, e, first + COMPUTE_GLOBAL_PITCH, 0);
        put(c, e, first + COMPUTE_GLOBAL_LIMIT, c->memory.limit);
        put(c, e, first + COMPUTE_GLOBAL_MODE, COMPUTE_GLOBAL_LINEAR);
    }
}

/* Every buffer of constants is where the code is, and every c[] is the first of them: no program reads any. */
static void put_code_and_constants(struct compute *c, enum err *e)
{
    put(c, e, COMPUTE_DMA_CODE_CB, c->memory.code_object);
    put(c, e, COMPUTE_CODE_FLUSH, 0);
    put_address(c, e, COMPUTE_CODE, c->memory.code);
    put(c, e, COMPUTE_START, 0);
    put_address(c, e, COMPUTE_CB_ADDRESS_HIGH, c->memory.constants);
    for (uint32_t i = 0; i < BUFFERS; i++)
        put(c, e, COMPUTE_CB_SET, FIELD_PUT(COMPUTE_CB_BUFFER, i));
    for (uint32_t i = 0; i < BINDINGS; i++)
        put(c, e, COMPUTE_BIND_CB, FIELD_PUT(COMPUTE_BIND_CB_INDEX, i) | COMPUTE_BIND_CB_VALID);
}

static void put_table(struct compute *c, enum err *e, uint32_t object, uint32_t number, uint64_t at,
                      const struct compute_method list[2])
{
    put(c, e, object, c->memory.code_object);
    put_address(c, e, number, at);
    put_list(c, e, list, 2);
}

/* In the order of the register test. */
static enum err send_state(struct compute *c)
{
    const uint32_t object = c->memory.code_object;
    enum err e = OK;

    put(c, &e, GRAPH_OBJECT, c->object);
    put(c, &e, COMPUTE_DMA_NOTIFY, object);
    put(c, &e, COMPUTE_DMA_QUERY, object);
    put_list(c, &e, compute_general, COMPUTE_GENERAL);
    put_global(c, &e);
    put(c, &e, COMPUTE_DMA_LOCAL, object);
    put_address(c, &e, COMPUTE_LOCAL, c->memory.local);
    put_list(c, &e, local, ARRAY_SIZE(local));
    put(c, &e, COMPUTE_DMA_STACK, object);
    put_address(c, &e, COMPUTE_STACK, c->memory.stack);
    put_list(c, &e, stack, ARRAY_SIZE(stack));
    put_code_and_constants(c, &e);
    put(c, &e, COMPUTE_DMA_TEXTURE, object);
    put_list(c, &e, texture, ARRAY_SIZE(texture));
    put_table(c, &e, COMPUTE_DMA_TSC, COMPUTE_TSC, c->memory.tsc, samplers);
    put_table(c, &e, COMPUTE_DMA_TIC, COMPUTE_TIC, c->memory.tic, images);
    return e;
}

enum err compute_plain_start(struct compute *c)
{
    pgraph_start(c->card);
    enum err e =
        vm_flush_tlb(c->card, VM_ENGINE_PGRAPH); /* an older test's objects may be cached */
    if (e != OK)
        return e;
    pgraph_load(c->card, c->channel);
    e = send_state(c);
    if (e == OK)
        e = graph_settle(c->card);
    if (e == OK)
        pgraph_clear_mp_flags(c->card);
    return e;
}
