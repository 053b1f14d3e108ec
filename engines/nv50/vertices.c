#include "engines/nv50/vertices.h"

#include "hw/nv50/chip.h"
#include "hw/nv50/gr3d.h"

#define REGISTERS  4u
#define WORDS      (VERTEX_BYTES / 4)
#define MAP        0x03020100u /* result n is word n */
#define OUTPUT_MAP 0x83828180u /* and is written there */
#define ATTRIBUTE                                                                                  \
    (FIELD_PUT(GR3D_ATTRIBUTE_FORMAT, GR3D_ATTRIBUTE_32_32_32_32) |                                \
     FIELD_PUT(GR3D_ATTRIBUTE_TYPE, GR3D_ATTRIBUTE_UINT))

const uint32_t vertex_code[VERTEX_CODE_WORDS] = {
    0x10000001, 0x0423c788, /* mov b32 o[0x0] a[0x0] */
    0x10000205, 0x0423c788, /* mov b32 o[0x4] a[0x4] */
    0x10000409, 0x0423c788, /* mov b32 o[0x8] a[0x8] */
    0x1000060d, 0x0423c789, /* exit mov b32 o[0xc] a[0xc] */
};

/* Settings of the program that a draw here needs, as a driver has them: a watchdog, registers in stripes, all lanes; and
 * features that it does not need, switched off: built-in attributes, geometry programs, restarts, instances, l[], the stack in memory. */
static const struct render_method general[] = {
    { 0xde4, 0x18 },
    { 0x19a0, 2 },
    { 0x1400, 0xf },
    { GR3D_VP_REGISTERS, REGISTERS },
    { GR3D_VP_RESULTS, WORDS },
    { GR3D_VP_START, 0 },
    { GR3D_VP_ATTRIBUTES, 0xf },
    { GR3D_VP_ATTRIBUTES + 4, 0 },
    { GR3D_VP_MAP_SIZE, WORDS },
    { GR3D_VP_MAP, MAP },
    { 0x164c, 0 },
    { GR3D_GEOMETRY_ENABLE, 0 },
    { GR3D_RASTERIZE_ENABLE, 0 },
    { 0x1644, 0 },
    { 0x1434, 0 },
    { 0x1438, 0 },
    { 0x1000, 0 },
    { 0xd9c, 0 },
    { 0x12e0, 0 },
    { GR3D_ATTRIBUTE, ATTRIBUTE },
    { GR3D_CODE_FLUSH, 0 },
};

/* The first array has the vertices, the others are off. */
static enum err send_array(struct render *r, const struct vertices *v)
{
    const uint64_t last = v->from + (uint64_t)v->count * VERTEX_BYTES - 1;
    const struct render_method list[] = {
        { GR3D_ARRAY_START, (uint32_t)(v->from >> 32) },
        { GR3D_ARRAY_START + 4, (uint32_t)v->from },
        { GR3D_ARRAY_LIMIT, (uint32_t)(last >> 32) },
        { GR3D_ARRAY_LIMIT + 4, (uint32_t)last },
        { GR3D_RUNOUT, (uint32_t)(v->runout >> 32) },
        { GR3D_RUNOUT + 4, (uint32_t)v->runout },
        { GR3D_ARRAY, GR3D_ARRAY_ENABLE | VERTEX_BYTES },
        { GR3D_VP, (uint32_t)(v->code >> 32) },
        { GR3D_VP + 4, (uint32_t)v->code },
    };
    enum err e = OK;

    for (uint32_t i = 1; i < GR3D_ARRAYS && e == OK; i++)
        e = render_send(r, &(struct render_method){ GR3D_ARRAY + i * GR3D_ARRAY_STEP, 0 }, 1);
    return e == OK ? render_send(r, list, ARRAY_SIZE(list)) : e;
}

/* From G200 on a buffer ends by its bytes, before by primitives, as drivers have it. */
static enum err send_output(struct render *r, const struct vertices *v)
{
    const bool by_offset = CHIPS_G200_UP & CHIP_BIT(nv50_chip_of(r->card->chip) - nv50_chips);
    const uint32_t control =
        GR3D_STRMOUT_INTERLEAVED | FIELD_PUT(GR3D_STRMOUT_STRIDE, VERTEX_BYTES);
    const struct render_method list[] = {
        { GR3D_STRMOUT_ENABLE, 0 },
        { GR3D_STRMOUT_CONTROL, by_offset ? control | GR3D_STRMOUT_BY_OFFSET : control },
        { GR3D_STRMOUT_BUFFER, (uint32_t)(v->to >> 32) },
        { GR3D_STRMOUT_BUFFER + 4, (uint32_t)v->to },
        { GR3D_STRMOUT_WORDS, WORDS },
        { GR3D_STRMOUT_MAP, OUTPUT_MAP },
    };
    const struct render_method offsets[] = { { GR3D_STRMOUT_LIMIT, v->count * VERTEX_BYTES },
                                             { GR3D_STRMOUT_OFFSET, 0 } };
    const struct render_method primitives = { GR3D_STRMOUT_PRIMITIVES, v->count };
    const struct render_method start[] = { { GR3D_STRMOUT_LATCH, 1 }, { GR3D_STRMOUT_ENABLE, 1 } };
    enum err e = render_send(r, list, ARRAY_SIZE(list));

    if (e == OK)
        e = by_offset ? render_send(r, offsets, ARRAY_SIZE(offsets))
                      : render_send(r, &primitives, 1);
    return e == OK ? render_send(r, start, ARRAY_SIZE(start)) : e;
}

enum err vertices_draw(struct render *r, const struct vertices *v, struct graph_event *event)
{
    const struct render_method list[] = {
        { GR3D_ARRAY_FLUSH, 0 }, { GR3D_BEGIN, GR3D_BEGIN_POINTS },
        { GR3D_DRAW_FIRST, 0 },  { GR3D_DRAW_COUNT, v->count },
        { GR3D_END, 0 },
    };
    enum err e = render_send(r, general, ARRAY_SIZE(general));

    if (e == OK)
        e = send_array(r, v);
    if (e == OK)
        e = send_output(r, v);
    if (e == OK)
        e = render_send(r, list, ARRAY_SIZE(list));
    return e == OK ? graph_take_event(r->card, event) : e;
}
