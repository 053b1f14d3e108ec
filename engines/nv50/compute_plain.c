#include "engines/nv50/compute_plain.h"

#include "engines/nv50/pgraph.h"
#include "hw/nv50/compute.h"
#include "hw/nv50/gr3d.h"
#include "hw/nv50/pgraph.h"

#define SUBCHANNEL FIELD_PUT(PGRAPH_CMD_SUBCHANNEL, 3u)
#define SPACES     16u
#define BUFFERS    0x80u
#define BINDINGS   0x10u
#define LAST_ENTRY 0x7fu /* of the tables of images and samplers */

const uint32_t compute_plain_object[6] = { 0x0019003d, UINT32_MAX, 0, 0, 0, 0x00010000 };

struct method {
    uint32_t number, data;
};

/* Numbers without a name have no known meaning. */
static const struct method general[] = {
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
static const struct method local[] = { { COMPUTE_LOCAL_SIZE, 0 },
                                       { COMPUTE_LOCAL_WARPS, 7 },
                                       { COMPUTE_LOCAL_WARPS + 4, 0 } };
static const struct method stack[] = { { COMPUTE_STACK_SIZE, 0 },
                                       { COMPUTE_STACK_WARPS, 7 },
                                       { COMPUTE_STACK_WARPS + 4, 0 } };
static const struct method texture[] = { { 0x378, 0 },
                                         { 0x3bc, 0x22 },
                                         { 0x32c, 0 },
                                         { 0x358, 1 },
                                         { COMPUTE_TEXEL_FLUSH, COMPUTE_TEXEL_FLUSH_ALL },
                                         { COMPUTE_ISA_FLAGS, 0 } };
static const struct method samplers[] = { { COMPUTE_TSC_LAST, LAST_ENTRY },
                                          { COMPUTE_TSC_FLUSH, 0 } };
static const struct method images[] = { { COMPUTE_TIC_LAST, LAST_ENTRY },
                                        { COMPUTE_TIC_FLUSH, 0 } };

/* Each does nothing once one before it has failed. */
static void put(struct compute *c, enum err *e, uint32_t number, uint32_t data)
{
    if (*e == OK)
        *e = graph_method(c->card, number | SUBCHANNEL, data);
}

static void put_list(struct compute *c, enum err *e, const struct method *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        put(c, e, list[i].number, list[i].data);
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
                      const struct method list[2])
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
    put_list(c, &e, general, ARRAY_SIZE(general));
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
    pgraph_load(c->card, c->channel);
    enum err e = send_state(c);
    if (e == OK)
        e = graph_settle(c->card);
    if (e == OK)
        pgraph_clear_mp_flags(c->card);
    return e;
}
