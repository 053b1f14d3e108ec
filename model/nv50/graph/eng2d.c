#include "hw/nv50/eng2d.h"
#include "hw/least.h"

#include <string.h>

#include "hw/nv50/pgraph.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/draw.h"
#include "model/nv50/graph/pgraph.h"

#define LINES_MAX 0x10000u

uint32_t eng2d_word(const struct nv50 *card, uint32_t method)
{
    return card->pgraph->state.eng2d[(method - METHODS_FIRST) / 4];
}

static struct vm_user user_of(enum vm_client client, uint8_t slot)
{
    return (struct vm_user){ .engine = VM_ENGINE_PGRAPH,
                             .read_client = (uint8_t)client,
                             .write_client = (uint8_t)client,
                             .slot = slot };
}

/* docs/hardware/tesla-vm.md §1.1: 0/b/c destination, 0/a/0 source, 0/3/1 notify, 0/3/3 condition. */
void eng2d_init(struct nv50 *card)
{
    card->pgraph->eng2d[ENG2D_USER_NOTIFY] = user_of(VM_CLIENT_DISPATCH, 1);
    card->pgraph->eng2d[ENG2D_USER_DST] =
        user_of(VM_CLIENT_PROP, card->broken[DEFECT_ENG2D_SLOT] ? 8 : 0xc);
    card->pgraph->eng2d[ENG2D_USER_SRC] =
        user_of(card->broken[DEFECT_ENG2D_SOURCE_CLIENT] ? VM_CLIENT_PROP : VM_CLIENT_TEXTURE, 0);
    card->pgraph->eng2d[ENG2D_USER_COND] =
        user_of(VM_CLIENT_DISPATCH, card->broken[DEFECT_ENG2D_CONDITION_SLOT] ? 2 : 3);
}

void eng2d_rebind(struct nv50 *card)
{
    for (unsigned i = 0; i < ENG2D_USERS; i++)
        graph_bind(card, &card->pgraph->eng2d[i], eng2d_word(card, METHODS_FIRST + 4 * i), false);
}

void graph_trap_source(struct nv50 *card)
{
    graph_trap(card, PGRAPH_TRAP_TEX,
               graph_tpc_word(card, graph_first_tpc(card), PGRAPH_TPC_TEX_TRAP_G80,
                              PGRAPH_TPC_TEX_TRAP_G200),
               PGRAPH_TEX_TRAP_ANY | PGRAPH_TEX_TRAP_FAULT);
}

/* ---- points and rectangles ---- */

/* Approximate cost of a pixel in a line of neighbours, of one that is looked up alone, and of a
 * line. */
#define EFFORT_PIXEL       32
#define EFFORT_PIXEL_ALONE 256
#define EFFORT_LINE        256

/* Lines from the one on that is next. */
static bool rectangle_go_on(struct nv50 *card)
{
    struct graph_work *const work = &card->pgraph->work;
    const uint32_t corner = work->given, format = eng2d_word(card, ENG2D_DRAW_FORMAT);
    const struct surface_2d target = surface_2d_of(card, false);
    const uint32_t x = eng2d_word(card, corner - 8), y = eng2d_word(card, corner - 4);
    const uint32_t right = LEAST(eng2d_word(card, corner), target.width);
    const uint32_t bottom = LEAST(eng2d_word(card, corner + 4), target.height);
    const uint32_t width = right - LEAST(x, right), height = bottom - LEAST(y, bottom);
    uint32_t pixels[PIECE_PIXELS];

    for (uint32_t i = 0; i < PIECE_PIXELS; i++)
        pixels[i] = eng2d_word(card, ENG2D_DRAW_COLOR);
    for (; work->line < height; work->line++) {
        if (!graph_spend(card, EFFORT_LINE + (uint64_t)EFFORT_PIXEL * width))
            return false;
        for (uint32_t done = 0, run; done < width; done += run) {
            run = LEAST(width - done, PIECE_PIXELS);
            if (!draw_span(card, &target, (struct span){ x + done, y + work->line, run }, pixels,
                           format))
                return true;
        }
    }
    return true;
}

static int draw_rectangle(struct nv50 *card, uint32_t corner)
{
    const struct surface_2d target = surface_2d_of(card, false);
    const int error = draw_check(card, &target);

    if (error == GRAPH_DONE)
        graph_begin(card, GRAPH_WORK_RECTANGLE, corner);
    return error;
}

static int draw_point(struct nv50 *card, uint32_t corner)
{
    const struct surface_2d target = surface_2d_of(card, false);
    const struct span at = { eng2d_word(card, corner), eng2d_word(card, corner + 4), 1 };
    const uint32_t color = eng2d_word(card, ENG2D_DRAW_COLOR);
    const int error = draw_check(card, &target);

    if (error == GRAPH_DONE)
        draw_span(card, &target, at, &color, eng2d_word(card, ENG2D_DRAW_FORMAT));
    return error;
}

/* `corner` is complete. Of lines and triangles no source says which pixels they cover. */
static int draw_shape(struct nv50 *card, uint32_t corner)
{
    switch (eng2d_word(card, ENG2D_DRAW_SHAPE)) {
    case ENG2D_SHAPE_POINTS:
        return draw_point(card, corner);
    case ENG2D_SHAPE_RECTANGLES:
        return corner & 8 ? draw_rectangle(card, corner) : GRAPH_DONE;
    default:
        return DATA_ERROR_INVALID_OPERATION;
    }
}

/* ---- blit ---- */

static uint64_t fixed(const struct nv50 *card, uint32_t integer)
{
    return (uint64_t)eng2d_word(card, integer) << 32 | eng2d_word(card, integer - 4);
}

/* One line of source pixels, as wide as the destination's. */
static bool sample_line(struct nv50 *card, const struct surface_2d *source, uint32_t y,
                        uint32_t count, uint32_t *pixels)
{
    const uint64_t start = fixed(card, ENG2D_BLIT_SRC_X), step = fixed(card, ENG2D_BLIT_DU_DX);
    const uint32_t last = source->width - 1;

    if (y >= source->height)
        y = source->height - 1;
    if (step == UINT64_C(1) << 32 && (start >> 32) + count <= source->width)
        return surface_2d_read(card, source, (struct span){ (uint32_t)(start >> 32), y, count },
                               pixels);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t x = (start + i * step) >> 32;
        if (!surface_2d_read(card, source, (struct span){ (uint32_t)LEAST(x, last), y, 1 },
                             &pixels[i]))
            return false;
    }
    return true;
}

static bool blit_line(struct nv50 *card, const struct surface_2d *source,
                      const struct surface_2d *target, uint32_t line, uint32_t *pixels)
{
    const uint64_t y = (fixed(card, ENG2D_BLIT_SRC_Y) + line * fixed(card, ENG2D_BLIT_DV_DY)) >> 32;
    const struct span span = { eng2d_word(card, ENG2D_BLIT_DST_X),
                               eng2d_word(card, ENG2D_BLIT_DST_Y) + line,
                               eng2d_word(card, ENG2D_BLIT_DST_W) };

    if (!sample_line(card, source, (uint32_t)y, span.count, pixels)) {
        graph_trap_source(card);
        return false;
    }
    return draw_span(card, target, span, pixels, source->format);
}

static bool is_scaled(const struct nv50 *card)
{
    return fixed(card, ENG2D_BLIT_DU_DX) != UINT64_C(1) << 32;
}

/* Lines go down, or up where going down would read pixels already written. */
static bool blit_go_on(struct nv50 *card)
{
    struct graph_work *const work = &card->pgraph->work;
    const struct surface_2d source = surface_2d_of(card, true), target = surface_2d_of(card, false);
    const uint32_t lines = eng2d_word(card, ENG2D_BLIT_DST_H);
    const bool up = eng2d_word(card, ENG2D_BLIT_DST_Y) > eng2d_word(card, ENG2D_BLIT_SRC_Y);
    const uint64_t pixel = is_scaled(card) ? EFFORT_PIXEL_ALONE : EFFORT_PIXEL;

    for (; work->line < lines; work->line++) {
        const uint32_t line = up ? lines - 1 - work->line : work->line;

        if (!graph_spend(card, EFFORT_LINE + pixel * eng2d_word(card, ENG2D_BLIT_DST_W)))
            return false;
        if (!blit_line(card, &source, &target, line, card->line))
            return true;
    }
    return true;
}

static int blit(struct nv50 *card)
{
    const struct surface_2d source = surface_2d_of(card, true), target = surface_2d_of(card, false);
    const int error = draw_check(card, &target);

    if (error != GRAPH_DONE)
        return error;
    if (source.bytes == 0 || source.width == 0 || source.height == 0)
        return DATA_ERROR_FORMAT_MISMATCH_2D;
    if (eng2d_word(card, ENG2D_BLIT_DST_W) > GRAPH_LINE_PIXELS ||
        eng2d_word(card, ENG2D_BLIT_DST_H) > LINES_MAX)
        return DATA_ERROR_INVALID_VALUE;
    graph_begin(card, GRAPH_WORK_BLIT, 0);
    return GRAPH_DONE;
}

bool eng2d_go_on(struct nv50 *card)
{
    return card->pgraph->work.kind == GRAPH_WORK_BLIT ? blit_go_on(card) : rectangle_go_on(card);
}

/* ---- condition ---- */

/* Words 0 to 3 of the first record, 4 to 7 of the one after it. Of a result the second word counts, where a query has
 * its value (unverified, as is which words are compared). */
static bool condition_holds(enum graph_condition mode, const uint32_t *records)
{
    const bool equal = memcmp(records, records + 4, 16) == 0;

    if (mode == CONDITION_NOT_ZERO)
        return records[1] != 0;
    return equal == (mode == CONDITION_EQUAL);
}

/* Slot 0/3/3: the records are read when the mode is sent; never and always read nothing. */
int graph_condition(struct nv50 *card, const struct vm_user *user, uint64_t at, uint32_t mode,
                    uint32_t *undrawn)
{
    uint32_t records[8] = { 0 };

    if (mode > CONDITION_NOT_EQUAL)
        return DATA_ERROR_INVALID_ENUM;
    *undrawn = mode == CONDITION_NEVER;
    if (mode <= CONDITION_ALWAYS)
        return GRAPH_DONE;
    if (!vm_user_read(card, user, at, records, mode == CONDITION_NOT_ZERO ? 16 : sizeof(records))) {
        reg_set(card, PGRAPH_MISC, reg_get(card, PGRAPH_MISC) | PGRAPH_MISC_COND_FAULT);
        graph_trap(card, PGRAPH_TRAP_DISPATCH, PGRAPH_DISPATCH_TRAP, PGRAPH_DISPATCH_TRAP_FAULT);
        *undrawn = 1;
        return GRAPH_DONE;
    }
    *undrawn = !condition_holds((enum graph_condition)mode, records);
    return GRAPH_DONE;
}

static int set_condition(struct nv50 *card, uint32_t mode)
{
    const uint64_t at = (uint64_t)(eng2d_word(card, ENG2D_COND_ADDRESS_HIGH) & 0xff) << 32 |
                        eng2d_word(card, ENG2D_COND_ADDRESS_LOW);
    struct pgraph *const graph = card->pgraph;

    return graph_condition(card, &graph->eng2d[ENG2D_USER_COND], at, mode, &graph->state.undrawn);
}

/* ---- methods ---- */

static bool exists(uint32_t method)
{
    return (method >= ENG2D_DST && method < ENG2D_PATTERN_END) ||
           (method >= ENG2D_DRAW_SHAPE && method <= ENG2D_DRAW_POINT_LAST) ||
           (method >= ENG2D_SIFC_BITMAP && method <= ENG2D_BLIT_SRC_Y);
}

static bool ends_corner(uint32_t method)
{
    return method >= ENG2D_DRAW_POINT && method <= ENG2D_DRAW_POINT_LAST && (method & 4);
}

/* The first methods bind objects; every other one is kept, and the last of a group starts the group's operation. */
int eng2d_method(struct nv50 *card, uint32_t method, uint32_t data)
{
    struct pgraph *graph = card->pgraph;
    const unsigned user = (method - METHODS_FIRST) / 4;

    if (user < ENG2D_USERS) {
        const int error = graph_bind(card, &graph->eng2d[user], data, user == ENG2D_USER_DST);
        if (error != GRAPH_DONE)
            return error;
    } else if (!exists(method)) {
        return GRAPH_ILLEGAL;
    }
    graph->state.eng2d[(method - METHODS_FIRST) / 4] = data;
    if (method >= ENG2D_PATTERN_COLORS && method < ENG2D_PATTERN_END)
        pattern_method(card, method, data);
    if (method == ENG2D_COND_MODE)
        return set_condition(card, data);
    if (method == ENG2D_DRAW_POINT16)
        return DATA_ERROR_INVALID_OPERATION; /* how its points pair up no source says */
    if (ends_corner(method))
        return draw_shape(card, method - 4);
    if (method == ENG2D_BLIT_SRC_Y)
        return blit(card);
    if (method == ENG2D_SIFC_Y)
        graph->state.sifc_done = 0;
    if (method == ENG2D_SIFC_DATA)
        return sifc_data(card, data);
    return GRAPH_DONE;
}
