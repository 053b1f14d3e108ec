#include "engines/nv50/render.h"

#include "engines/nv50/flush.h"
#include "engines/nv50/pgraph.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/eng2d.h"
#include "hw/nv50/gr3d.h"
#include "hw/nv50/pgraph.h"

#define SUBCHANNEL FIELD_PUT(PGRAPH_CMD_SUBCHANNEL, 2u) /* as register tests have it */

#define MAP_STRAIGHT 0x0fac6880u /* of RT_CONTROL: each target is itself */
#define PITCH        0x100u
#define LAYERS       512u
#define DEPTH_WIDTH  (64u / 4) /* one gob */
#define DEPTH_HEIGHT (RENDER_PAGE / 64)

/* Features that no clear here needs are switched off: compression, samples, flips of the screen, offsets, culling, clip rectangles,
 * window ids, conditions. */
static const struct render_method general[] = {
    { 0x13ac, 0 },
    { 0xdf8, 0 },
    { 0xdfc, 0 },
    { 0x1590, 0x3f },
    { 0x15b4, 0 },
    { 0x1534, 0 },
    { GR3D_MULTISAMPLE, 0 },
    { 0x153c, 0 },
    { 0x194c, 0 },
    { 0x19cc, 0 },
    { 0x19e0, 0 },
    { 0x19e4, 0 },
    { 0x19e8, 0 },
    { 0x19ec, 0 },
    { 0x19f0, 0 },
    { 0x19f4, 0 },
    { 0x19f8, 0 },
    { 0x19fc, 0 },
    { GR3D_CLIPID_ENABLE, 0 },
    { GR3D_COND_MODE, CONDITION_ALWAYS },
    { GR3D_CLEAR_FLAGS, GR3D_CLEAR_BY_VIEWPORT },
    { GR3D_SCISSOR_ENABLE, 1 },
    { GR3D_SCISSOR_HORIZ, 8192u << 16 },
    { GR3D_SCISSOR_VERT, 8192u << 16 },
};

enum err render_send(struct render *r, const struct render_method *list, unsigned count)
{
    enum err e = OK;

    for (unsigned i = 0; i < count && e == OK; i++)
        e = graph_method(r->card, list[i].number | SUBCHANNEL, list[i].data);
    return e;
}

/* Drivers use the newest class of a chipset. */
static uint32_t class_of(const struct nv50_chip *chip)
{
    static const struct {
        uint32_t chips, class;
    } rows[] = {
        { CHIP_BIT(CHIP_MCP89), GRAPH_CLASS_3D_MCP89 },
        { CHIPS_GT215_UP, GRAPH_CLASS_3D_GT215 },
        { CHIPS_G200_UP, GRAPH_CLASS_3D_G200 },
        { CHIPS_G84_UP, GRAPH_CLASS_3D_G84 },
    };
    const uint32_t bit = CHIP_BIT(chip - nv50_chips);

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        if (rows[i].chips & bit)
            return rows[i].class;
    return GRAPH_CLASS_3D_G80;
}

enum err render_prepare(struct render *r, struct vm *vm, uint16_t objects)
{
    const uint32_t words[DMAOBJ_WORDS] = { class_of(nv50_chip_of(vm->card->chip)) };

    *r = (struct render){ .card = vm->card, .channel = vm->descriptor, .objects = objects };
    const enum err e = vm_object_words(vm, words, &r->class);
    return e == OK ? host_flush(vm->card) : e;
}

static enum err send_objects(struct render *r)
{
    static const uint32_t objects[] = { GR3D_DMA_NOTIFY, GR3D_DMA_ZETA,    GR3D_DMA_QUERY,
                                        GR3D_DMA_VERTEX, GR3D_DMA_CODE_CB, GR3D_DMA_STRMOUT,
                                        GR3D_DMA_CLIPID };
    const struct render_method bind = { GRAPH_OBJECT, r->class };
    enum err e = render_send(r, &bind, 1);

    for (unsigned i = 0; i < ARRAY_SIZE(objects) && e == OK; i++)
        e = render_send(r, &(struct render_method){ objects[i], r->objects }, 1);
    for (uint32_t i = 0; i < RENDER_TARGETS && e == OK; i++)
        e = render_send(r, &(struct render_method){ GR3D_DMA_COLOR + 4 * i, r->objects }, 1);
    return e;
}

enum err render_start(struct render *r)
{
    pgraph_start(r->card);
    enum err e = vm_flush_tlb(r->card, VM_ENGINE_PGRAPH);
    if (e != OK)
        return e;
    pgraph_load(r->card, r->channel);
    e = send_objects(r);
    if (e == OK)
        e = render_send(r, general, ARRAY_SIZE(general));
    return e == OK ? graph_settle(r->card) : e;
}

/* Screen and viewport are the surface. */
static enum err send_size(struct render *r, uint32_t width, uint32_t height)
{
    const struct render_method list[] = {
        { GR3D_SCREEN_HORIZ, width << 16 },
        { GR3D_SCREEN_VERT, height << 16 },
        { GR3D_VIEWPORT_HORIZ, width << 16 },
        { GR3D_VIEWPORT_VERT, height << 16 },
        { GR3D_RT_ARRAY, LAYERS },
    };

    return render_send(r, list, ARRAY_SIZE(list));
}

/* A target that nothing is drawn to, as a driver has it. */
static enum err send_no_target(struct render *r, uint32_t number)
{
    const uint32_t first = GR3D_RT + number * GR3D_RT_STRIDE;
    const uint32_t size = number * GR3D_RT_SIZE_STRIDE;
    const struct render_method list[] = { { first, 0 },
                                          { first + 4, 0 },
                                          { first + GR3D_RT_FORMAT, 0 },
                                          { first + GR3D_RT_BLOCK, 0 },
                                          { GR3D_RT_HORIZ + size, 64 },
                                          { GR3D_RT_VERT + size, 0 } };

    return render_send(r, list, ARRAY_SIZE(list));
}

/* A linear target, which must not meet a depth buffer. */
static enum err send_target(struct render *r, uint32_t number, uint64_t at)
{
    const uint32_t first = GR3D_RT + number * GR3D_RT_STRIDE;
    const uint32_t size = number * GR3D_RT_SIZE_STRIDE;
    const struct render_method list[] = {
        { first, (uint32_t)(at >> 32) },
        { first + 4, (uint32_t)at },
        { first + GR3D_RT_FORMAT, GR3D_FORMAT_R32_UINT },
        { first + GR3D_RT_BLOCK, 0 },
        { first + GR3D_RT_LAYER, 0 },
        { GR3D_RT_HORIZ + size, GR3D_RT_HORIZ_LINEAR | PITCH },
        { GR3D_RT_VERT + size, 1 },
        { GR3D_ZETA_ENABLE, 0 },
        { GR3D_RT_CONTROL, MAP_STRAIGHT | (number + 1) },
    };

    return render_send(r, list, ARRAY_SIZE(list));
}

/* Targets below `number` are set to none, because a card that clears another one than it was told must write
 * nowhere. */
enum err render_clear(struct render *r, unsigned number, uint64_t at, uint32_t words,
                      uint32_t value, struct graph_event *event)
{
    const struct render_method list[] = {
        { GR3D_CLEAR_COLOR, value },
        { GR3D_CLEAR_COLOR + 4, 0 },
        { GR3D_CLEAR_COLOR + 8, 0 },
        { GR3D_CLEAR_COLOR + 12, 0 },
        { GR3D_CLEAR, GR3D_CLEAR_RGBA | FIELD_PUT(GR3D_CLEAR_TARGET, (uint32_t)number) },
    };
    enum err e = send_size(r, words, 1);

    for (uint32_t i = 0; i < number && e == OK; i++)
        e = send_no_target(r, i);
    if (e == OK)
        e = send_target(r, number, at);
    if (e == OK)
        e = render_send(r, list, ARRAY_SIZE(list));
    return e == OK ? graph_take_event(r->card, event) : e;
}

enum err render_clear_depth(struct render *r, uint64_t at, uint32_t depth,
                            struct graph_event *event)
{
    const struct render_method list[] = {
        { GR3D_RT_CONTROL, MAP_STRAIGHT }, { GR3D_ZETA, (uint32_t)(at >> 32) },
        { GR3D_ZETA + 4, (uint32_t)at },   { GR3D_ZETA + GR3D_RT_FORMAT, GR3D_FORMAT_Z32_FLOAT },
        { GR3D_ZETA + GR3D_RT_BLOCK, 0 },  { GR3D_ZETA + GR3D_RT_LAYER, RENDER_PAGE / 4 },
        { GR3D_ZETA_ENABLE, 1 },           { GR3D_ZETA_HORIZ, DEPTH_WIDTH },
        { GR3D_ZETA_VERT, DEPTH_HEIGHT },  { GR3D_ZETA_ARRAY, 0x10001 },
        { GR3D_CLEAR_DEPTH, depth },       { GR3D_CLEAR, GR3D_CLEAR_Z },
    };
    enum err e = send_size(r, DEPTH_WIDTH, DEPTH_HEIGHT);

    if (e == OK)
        e = render_send(r, list, ARRAY_SIZE(list));
    return e == OK ? graph_take_event(r->card, event) : e;
}

static enum err send_ids(struct render *r, uint64_t at)
{
    const struct render_method list[] = {
        { GR3D_CLIPID, (uint32_t)(at >> 32) },
        { GR3D_CLIPID + 4, (uint32_t)at },
        { GR3D_CLIPID_WIDTH, RENDER_IDS },
        { GR3D_CLIPID_HEIGHT, RENDER_IDS },
    };

    return render_send(r, list, ARRAY_SIZE(list));
}

enum err render_fill_ids(struct render *r, uint64_t at, uint32_t lines, uint8_t number,
                         struct graph_event *event)
{
    const struct render_method list[] = {
        { GR3D_CLIPID_FILL_HORIZ, RENDER_IDS << 16 },
        { GR3D_CLIPID_FILL_VERT, lines << 16 },
        { GR3D_CLIPID_FILL, number },
    };
    enum err e = send_size(r, RENDER_IDS, RENDER_IDS);

    if (e == OK)
        e = send_ids(r, at);
    if (e == OK)
        e = render_send(r, list, ARRAY_SIZE(list));
    return e == OK ? graph_take_event(r->card, event) : e;
}

enum err render_ask_ids(struct render *r, uint64_t at, uint8_t number)
{
    const struct render_method list[] = { { GR3D_CLIPID_ENABLE, 1 }, { GR3D_CLIPID_ID, number } };
    const enum err e = send_ids(r, at);

    return e == OK ? render_send(r, list, ARRAY_SIZE(list)) : e;
}
