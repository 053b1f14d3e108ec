#include "engines/nv50/graph2d.h"

#include "engines/nv50/flush.h"
#include "engines/nv50/pgraph.h"
#include "engines/nv50/reset.h"
#include "hw/nv50/gr3d.h"
#include "hw/nv50/pgraph.h"

/* Subchannels as register tests have them (tesla-engines.md §4.1). */
#define SUBCHANNEL_2D      FIELD_PUT(PGRAPH_CMD_SUBCHANNEL, 1u)
#define SUBCHANNEL_COMPUTE FIELD_PUT(PGRAPH_CMD_SUBCHANNEL, 3u)

#define ROP_XOR 0x66 /* source and destination, by the truth table of eng2d.h */

struct method {
    uint32_t number, data;
};

static enum err send(struct graph2d *g, uint32_t subchannel, const struct method *list,
                     unsigned count)
{
    enum err e = OK;

    for (unsigned i = 0; i < count && e == OK; i++)
        e = graph_method(g->card, list[i].number | subchannel, list[i].data);
    return e;
}

enum err graph2d_prepare(struct graph2d *g, struct vm *vm, const struct graph2d_objects *objects)
{
    static const uint32_t engine2d[DMAOBJ_WORDS] = { GRAPH_CLASS_2D },
                          compute[DMAOBJ_WORDS] = { GRAPH_CLASS_COMPUTE };

    *g = (struct graph2d){ .card = vm->card, .channel = vm->descriptor, .objects = *objects };
    enum err e = vm_object_words(vm, engine2d, &g->engine2d);
    if (e == OK)
        e = vm_object_words(vm, compute, &g->compute);
    return e == OK ? host_flush(vm->card) : e;
}

/* A surface of one line; where it lies each access says. */
static enum err set_surface(struct graph2d *g, uint32_t base)
{
    const struct method list[] = {
        { base + ENG2D_SURFACE_FORMAT, ENG2D_FORMAT_A8R8G8B8 },
        { base + ENG2D_SURFACE_LAYOUT, 1 },
        { base + ENG2D_SURFACE_PITCH, GRAPH2D_LINE },
        { base + ENG2D_SURFACE_WIDTH, GRAPH2D_LINE / 4 },
        { base + ENG2D_SURFACE_HEIGHT, 1 },
    };

    return send(g, SUBCHANNEL_2D, list, ARRAY_SIZE(list));
}

static enum err place_surface(struct graph2d *g, uint32_t base, uint64_t at)
{
    const struct method list[] = {
        { base + ENG2D_SURFACE_ADDRESS_HIGH, (uint32_t)(at >> 32) },
        { base + ENG2D_SURFACE_ADDRESS_LOW, (uint32_t)at },
    };

    return send(g, SUBCHANNEL_2D, list, ARRAY_SIZE(list));
}

/* Condition, clip rectangle and colour key are switched off here, because their state after a reset
 * is not known. */
static enum err bind_all(struct graph2d *g)
{
    const struct method drawing[] = {
        { GRAPH_OBJECT, g->engine2d },
        { ENG2D_DMA_NOTIFY, g->objects.notify },
        { ENG2D_DMA_DST, g->objects.destination },
        { ENG2D_DMA_SRC, g->objects.source },
        { ENG2D_DMA_COND, g->objects.condition },
        { ENG2D_COND_ADDRESS_HIGH, 0 },
        { ENG2D_COND_ADDRESS_LOW, 0 },
        { ENG2D_COND_MODE, CONDITION_ALWAYS },
        { ENG2D_CLIP_ENABLE, 0 },
        { ENG2D_COLOR_KEY_ENABLE, 0 },
        { ENG2D_DRAW_SHAPE, ENG2D_SHAPE_RECTANGLES },
        { ENG2D_DRAW_FORMAT, ENG2D_FORMAT_A8R8G8B8 },
    };
    const struct method computing[] = { { GRAPH_OBJECT, g->compute },
                                        { COMPUTE_DMA_QUERY, g->objects.query } };
    enum err e = send(g, SUBCHANNEL_2D, drawing, ARRAY_SIZE(drawing));

    if (e == OK)
        e = set_surface(g, ENG2D_DST);
    if (e == OK)
        e = set_surface(g, ENG2D_SRC);
    return e == OK ? send(g, SUBCHANNEL_COMPUTE, computing, ARRAY_SIZE(computing)) : e;
}

enum err graph2d_start(struct graph2d *g)
{
    pgraph_start(g->card);
    enum err e = vm_flush_tlb(g->card, VM_ENGINE_PGRAPH);
    if (e != OK)
        return e;
    pgraph_load(g->card, g->channel);
    e = bind_all(g);
    return e == OK ? graph_settle(g->card) : e;
}

enum err graph2d_fill(struct graph2d *g, uint64_t at, uint32_t words, uint32_t colour, bool reads,
                      struct graph_event *event)
{
    const struct method list[] = {
        { ENG2D_OPERATION, reads ? ENG2D_OPERATION_ROP : ENG2D_OPERATION_SRCCOPY },
        { ENG2D_ROP, ROP_XOR },
        { ENG2D_DRAW_COLOR, colour },
        { ENG2D_DRAW_POINT, 0 },
        { ENG2D_DRAW_POINT + 4, 0 },
        { ENG2D_DRAW_POINT + 8, words },
        { ENG2D_DRAW_POINT + 12, 1 },
    };
    enum err e = place_surface(g, ENG2D_DST, at);

    if (e == OK)
        e = send(g, SUBCHANNEL_2D, list, ARRAY_SIZE(list));
    return e == OK ? graph_take_event(g->card, event) : e;
}

/* Each coordinate is sent, fractions too, because PGRAPH keeps those of the blit before. */
enum err graph2d_blit(struct graph2d *g, uint64_t to, uint64_t from, struct graph_event *event)
{
    const struct method list[] = {
        { ENG2D_OPERATION, ENG2D_OPERATION_SRCCOPY },
        { ENG2D_BLIT_OVERLAP, 1 },
        { ENG2D_BLIT_FILTER, 0 },
        { ENG2D_BLIT_DST_X, 0 },
        { ENG2D_BLIT_DST_Y, 0 },
        { ENG2D_BLIT_DST_W, GRAPH2D_LINE / 4 },
        { ENG2D_BLIT_DST_H, 1 },
        { ENG2D_BLIT_DU_DX - 4, 0 },
        { ENG2D_BLIT_DU_DX, 1 },
        { ENG2D_BLIT_DV_DY - 4, 0 },
        { ENG2D_BLIT_DV_DY, 1 },
        { ENG2D_BLIT_SRC_X - 4, 0 },
        { ENG2D_BLIT_SRC_X, 0 },
        { ENG2D_BLIT_SRC_Y - 4, 0 },
        { ENG2D_BLIT_SRC_Y, 0 },
    };
    enum err e = place_surface(g, ENG2D_DST, to);

    if (e == OK)
        e = place_surface(g, ENG2D_SRC, from);
    if (e == OK)
        e = send(g, SUBCHANNEL_2D, list, ARRAY_SIZE(list));
    return e == OK ? graph_take_event(g->card, event) : e;
}

/* The record is written when the method after the one that asks for it is done. */
enum err graph2d_notify(struct graph2d *g, uint16_t object, struct graph_event *event)
{
    const struct method list[] = { { ENG2D_DMA_NOTIFY, object },
                                   { GRAPH_NOTIFY, 0 },
                                   { GRAPH_NOP, 0 } };
    const enum err e = send(g, SUBCHANNEL_2D, list, ARRAY_SIZE(list));

    return e == OK ? graph_take_event(g->card, event) : e;
}

enum err graph2d_query(struct graph2d *g, uint64_t at, uint32_t sequence, struct graph_event *event)
{
    const struct method list[] = {
        { COMPUTE_QUERY + 4 * QUERY_HIGH, (uint32_t)(at >> 32) },
        { COMPUTE_QUERY + 4 * QUERY_LOW, (uint32_t)at },
        { COMPUTE_QUERY + 4 * QUERY_SEQUENCE, sequence },
        { COMPUTE_QUERY + 4 * QUERY_GET, COMPUTE_GET_SHORT },
    };
    const enum err e = send(g, SUBCHANNEL_COMPUTE, list, ARRAY_SIZE(list));

    return e == OK ? graph_take_event(g->card, event) : e;
}

enum err graph2d_condition(struct graph2d *g, uint64_t at, enum graph_condition condition)
{
    const struct method list[] = {
        { ENG2D_COND_ADDRESS_HIGH, (uint32_t)(at >> 32) },
        { ENG2D_COND_ADDRESS_LOW, (uint32_t)at },
        { ENG2D_COND_MODE, condition },
    };

    return send(g, SUBCHANNEL_2D, list, ARRAY_SIZE(list));
}
