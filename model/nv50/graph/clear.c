/* model/nv50/graph/clear.c: 3D's clears of colour targets, depth and stencil (docs/hardware/tesla-engines.md §4.5). */
#include "hw/nv50/gr3d.h"
#include "hw/nv50/pgraph.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/color.h"
#include "model/nv50/graph/gr3d.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/graph/target.h"
#include "model/nv50/vm/vm_user.h"

#define SLOT_ZETA 8

/* ---- what, and where ---- */

static struct area clear_area(const struct nv50 *card, const struct target *target)
{
    struct area area = area_of(target->width, target->height);

    if (card->broken[DEFECT_GR3D_RECTANGLE_IGNORED])
        return area;
    area_cut_to_screen(card, &area);
    if (gr3d_word(card, GR3D_CLEAR_FLAGS) & GR3D_CLEAR_BY_VIEWPORT)
        area_cut_to_size(&area, gr3d_word(card, GR3D_VIEWPORT_HORIZ),
                         gr3d_word(card, GR3D_VIEWPORT_VERT));
    else if (gr3d_word(card, GR3D_SCISSOR_ENABLE))
        area_cut_to_ends(&area, gr3d_word(card, GR3D_SCISSOR_HORIZ),
                         gr3d_word(card, GR3D_SCISSOR_VERT));
    return area;
}

/* The target that a clear means, by the map of RT_CONTROL; GR3D_TARGETS: none. */
static unsigned target_of(const struct nv50 *card, uint32_t what)
{
    const uint32_t control = gr3d_word(card, GR3D_RT_CONTROL);
    const uint32_t number = FIELD_GET(GR3D_CLEAR_TARGET, what);

    if (number >= GR3D_TARGETS || number >= FIELD_GET(GR3D_RT_CONTROL_COUNT, control))
        return GR3D_TARGETS;
    if (card->broken[DEFECT_GR3D_TARGET_FIRST])
        return 0;
    return control >> (GR3D_RT_CONTROL_MAP + 3 * number) & 7;
}

static void lay_out(struct target *target, uint32_t block, unsigned pixel_bytes)
{
    target->surface = (struct surface){ .block_width = FIELD_GET(GR3D_BLOCK_WIDTH, block) & 7,
                                        .block_height = FIELD_GET(GR3D_BLOCK_HEIGHT, block) & 7,
                                        .block_depth = FIELD_GET(GR3D_BLOCK_DEPTH, block) & 7,
                                        .width = target->width * pixel_bytes,
                                        .height = target->height };
}

/* Layers of an array lie a stride apart; those of a surface with depth in its blocks. */
static void choose_layer(const struct nv50 *card, struct target *target, uint32_t stride,
                         uint32_t what)
{
    const uint32_t layer = FIELD_GET(GR3D_CLEAR_LAYER, what);

    if (gr3d_word(card, GR3D_RT_ARRAY) & GR3D_RT_ARRAY_3D)
        target->layer = layer;
    else
        target->at += (uint64_t)layer * stride * 4;
}

/* Slots 0/b/0 to 0/b/7. */
static int take_color(struct nv50 *card, uint32_t what, unsigned number, unsigned pixel_bytes,
                      struct target *target)
{
    const uint32_t first = GR3D_RT + number * GR3D_RT_STRIDE;
    const uint32_t size = number * GR3D_RT_SIZE_STRIDE;
    const uint32_t horizontal = gr3d_word(card, GR3D_RT_HORIZ + size);
    const unsigned slot = card->broken[DEFECT_GR3D_TARGET_SLOT] ? number + 1 : number;

    *target = (struct target){
        .at = gr3d_address(card, first),
        .tiled = !(horizontal & GR3D_RT_HORIZ_LINEAR),
        .pitch = FIELD_GET(GR3D_RT_HORIZ_SIZE, horizontal),
        .height = gr3d_word(card, GR3D_RT_VERT + size),
    };
    target->width = target->tiled ? target->pitch : target->pitch / pixel_bytes;
    lay_out(target, gr3d_word(card, first + GR3D_RT_BLOCK), pixel_bytes);
    choose_layer(card, target, gr3d_word(card, first + GR3D_RT_LAYER), what);
    return gr3d_bind(card, &target->user, VM_CLIENT_PROP, (uint8_t)slot,
                     GR3D_DMA_COLOR + 4 * number);
}

/* Slot 0/b/8. */
static int take_zeta(struct nv50 *card, uint32_t what, unsigned pixel_bytes, struct target *target)
{
    *target = (struct target){
        .at = gr3d_address(card, GR3D_ZETA),
        .tiled = true,
        .width = gr3d_word(card, GR3D_ZETA_HORIZ),
        .height = gr3d_word(card, GR3D_ZETA_VERT),
    };
    lay_out(target, gr3d_word(card, GR3D_ZETA + GR3D_RT_BLOCK), pixel_bytes);
    target->at += (uint64_t)FIELD_GET(GR3D_CLEAR_LAYER, what) *
                  gr3d_word(card, GR3D_ZETA + GR3D_RT_LAYER) * 4;
    return gr3d_bind(card, &target->user, VM_CLIENT_PROP,
                     card->broken[DEFECT_GR3D_ZETA_SLOT] ? 9 : SLOT_ZETA, GR3D_DMA_ZETA);
}

/* ---- one line, and all of them ---- */

static void trap(struct nv50 *card, const struct target *target)
{
    const uint32_t prop = graph_tpc_word(card, graph_first_tpc(card), PGRAPH_TPC_PROP_TRAP_G80,
                                         PGRAPH_TPC_PROP_TRAP_G200);

    if (!card->broken[DEFECT_GR3D_TRAP_LOST])
        graph_trap(card, PGRAPH_TRAP_PROP, prop,
                   target->user.slot >= SLOT_ZETA ? PGRAPH_PROP_TRAP_ZETA : PGRAPH_PROP_TRAP_RT);
}

/* Pixels with the same clip id are written together, because a look at each would cost more than the clear. */
static bool clear_line(struct nv50 *card, const struct target *target, const struct area *area,
                       uint32_t y, const struct pixel *pixel)
{
    const uint32_t off = card->broken[DEFECT_GR3D_PIXEL_OFF] && area->right < target->width;
    struct target ids;

    if (clipid_is_asked(card) && clipid_take(card, &ids) != GRAPH_DONE)
        return true;
    for (uint32_t x = area->left, count; x < area->right; x += count) {
        bool passes = true;

        count = area->right - x;
        if (clipid_is_asked(card) && !clipid_look(card, &ids, x, y, &count, &passes)) {
            clipid_trap(card);
            return false;
        }
        if (passes && !target_write(card, target, x + off, y, count, pixel)) {
            trap(card, target);
            return false;
        }
    }
    return true;
}

struct job {
    struct target target;
    struct pixel pixel;
    struct area area;
};

static struct pixel color_pixel(const struct nv50 *card, uint32_t what, unsigned number)
{
    const uint32_t format = gr3d_word(card, GR3D_RT + number * GR3D_RT_STRIDE + GR3D_RT_FORMAT);
    uint32_t values[4];

    for (uint32_t i = 0; i < ARRAY_SIZE(values); i++)
        values[i] = gr3d_word(card, GR3D_CLEAR_COLOR + 4 * i);
    return pixel_of_color(format, values, FIELD_GET(GR3D_CLEAR_RGBA, what));
}

static struct pixel zeta_pixel(const struct nv50 *card, uint32_t what)
{
    return pixel_of_zeta(gr3d_word(card, GR3D_ZETA + GR3D_RT_FORMAT),
                         gr3d_word(card, GR3D_CLEAR_DEPTH), gr3d_word(card, GR3D_CLEAR_STENCIL),
                         what & GR3D_CLEAR_Z, what & GR3D_CLEAR_S);
}

/* The first part of a clear is the colour, the second depth and stencil. A job without pixels has nothing to do. */
static int take_job(struct nv50 *card, uint32_t what, bool zeta, struct job *job)
{
    const unsigned number = target_of(card, what);
    int error = GRAPH_DONE;

    *job = (struct job){ 0 };
    if (zeta && gr3d_word(card, GR3D_ZETA_ENABLE)) {
        job->pixel = zeta_pixel(card, what);
        if (job->pixel.wanted)
            error = take_zeta(card, what, job->pixel.size, &job->target);
    } else if (!zeta && number < GR3D_TARGETS) {
        job->pixel = color_pixel(card, what, number);
        if (job->pixel.wanted)
            error = take_color(card, what, number, job->pixel.size, &job->target);
    }
    job->area = clear_area(card, &job->target);
    return error;
}

/* Lines from work->line on; those of a job begin at `first`. false: no effort left, or the end of all by a fault, which
 * `faulted` tells apart. */
static bool do_job(struct nv50 *card, const struct job *job, uint32_t first, bool *faulted)
{
    struct graph_work *const work = &card->pgraph->work;
    const uint32_t lines = area_lines(&job->area);

    for (; work->line - first < lines; work->line++) {
        if (!graph_spend(card, target_effort(card, job->area.right - job->area.left, &job->pixel)))
            return false;
        if (!clear_line(card, &job->target, &job->area, job->area.top + work->line - first,
                        &job->pixel)) {
            *faulted = true;
            return false;
        }
    }
    return true;
}

bool clear_go_on(struct nv50 *card)
{
    const uint32_t what = card->pgraph->work.given;
    struct job color, zeta;
    bool faulted = false;

    if (take_job(card, what, false, &color) != GRAPH_DONE ||
        take_job(card, what, true, &zeta) != GRAPH_DONE)
        return true;
    const uint32_t lines = area_lines(&color.area);
    if (card->pgraph->work.line < lines && !do_job(card, &color, 0, &faulted))
        return faulted;
    return do_job(card, &zeta, lines, &faulted) || faulted;
}

int clear_begin(struct nv50 *card, uint32_t what)
{
    struct job job;
    int error = take_job(card, what, false, &job);

    if (error == GRAPH_DONE)
        error = take_job(card, what, true, &job);
    if (error == GRAPH_DONE && !gr3d_undrawn(card))
        graph_begin(card, GRAPH_WORK_CLEAR, what);
    return error;
}
