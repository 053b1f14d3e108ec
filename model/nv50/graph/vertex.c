/* model/nv50/graph/vertex.c: vertices that are drawn without a rasteriser: they are fetched, go through the vertex program, and
 * their results to stream output (docs/hardware/tesla-engines.md §4.6). With the rasteriser on nothing is drawn. */
#include "hw/least.h"
#include "hw/nv50/gr3d.h"
#include "hw/nv50/pgraph.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/gr3d.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/shader/grid.h"

/* Approximate cost of a vertex beside its program. */
#define EFFORT_VERTEX 8000
#define ATTRIBUTES    16u
#define FLOAT_ONE     0x3f800000u

/* ---- fetching ---- */

/* Words of an attribute; 0: a format that is not modelled, of which every word is 0. */
static unsigned words_of(uint32_t format)
{
    switch (format) {
    case GR3D_ATTRIBUTE_32_32_32_32:
        return 4;
    case GR3D_ATTRIBUTE_32_32_32:
        return 3;
    case GR3D_ATTRIBUTE_32_32:
        return 2;
    case GR3D_ATTRIBUTE_32:
        return 1;
    default:
        return 0;
    }
}

/* Four words of an attribute of a vertex: those of the array, filled up from 0, 0, 0, 1. Slot 0/9/0. */
static bool fetch_attribute(struct nv50 *card, const struct vm_user *user, uint32_t attribute,
                            uint32_t vertex, uint32_t words[4])
{
    const uint32_t row = gr3d_word(card, GR3D_ATTRIBUTE + 4 * attribute);
    const uint32_t array = FIELD_GET(GR3D_ATTRIBUTE_ARRAY, row);
    const uint32_t fetch = gr3d_word(card, GR3D_ARRAY + array * GR3D_ARRAY_STEP);
    const unsigned count = words_of(FIELD_GET(GR3D_ATTRIBUTE_FORMAT, row));
    uint8_t bytes[16] = { 0 };

    words[0] = words[1] = words[2] = 0;
    words[3] = FIELD_GET(GR3D_ATTRIBUTE_TYPE, row) == GR3D_ATTRIBUTE_FLOAT ? FLOAT_ONE : 1;
    if (count == 0 || (row & GR3D_ATTRIBUTE_CONSTANT) || !(fetch & GR3D_ARRAY_ENABLE))
        return true;
    const uint32_t stride =
        card->broken[DEFECT_GR3D_STRIDE_IGNORED] ? 0 : FIELD_GET(GR3D_ARRAY_STRIDE, fetch);
    uint64_t at = gr3d_address(card, GR3D_ARRAY_START + array * GR3D_ARRAY_STEP) +
                  (uint64_t)stride * vertex + FIELD_GET(GR3D_ATTRIBUTE_OFFSET, row);
    if (at + 4 * count - 1 > gr3d_address(card, GR3D_ARRAY_LIMIT + array * GR3D_ARRAY_LIMIT_STEP))
        at = gr3d_address(card, GR3D_RUNOUT);
    if (!vm_user_read(card, user, at, bytes, 4 * count))
        return false;
    for (unsigned i = 0; i < count; i++)
        words[i] = bytes_get32(bytes + 4 * i);
    return true;
}

/* The words that the program takes of all attributes follow each other. */
static bool fetch_vertex(struct nv50 *card, const struct vm_user *user, uint32_t vertex,
                         unsigned lane)
{
    struct shader_vertices *const to = shader_vertices(card->shader);
    unsigned next = 0;

    for (uint32_t i = 0; i < ATTRIBUTES; i++) {
        const uint32_t taken = gr3d_word(card, GR3D_VP_ATTRIBUTES + i / 8 * 4) >> (i % 8 * 4) & 0xf;
        uint32_t words[4];

        if (!taken)
            continue;
        if (!fetch_attribute(card, user, i, vertex, words))
            return false;
        for (unsigned c = 0; c < 4; c++)
            if (taken >> c & 1)
                to->inputs[next++][lane] = words[c];
    }
    return true;
}

/* ---- a batch of vertices ---- */

static uint32_t primitive_vertices(const struct nv50 *card)
{
    switch (FIELD_GET(GR3D_BEGIN_KIND, gr3d_word(card, GR3D_BEGIN))) {
    case GR3D_BEGIN_POINTS:
        return 1;
    case GR3D_BEGIN_LINES:
        return 2;
    case GR3D_BEGIN_TRIANGLES:
        return 3;
    default: /* strips and loops are not modelled */
        return 0;
    }
}

/* The bound state as one launch, because the shader cores know vertices only as the threads of a block. */
static int bind_program(struct nv50 *card, uint32_t count, struct shader_launch *launch)
{
    const struct graph_state *const state = &card->pgraph->state;
    const uint32_t registers = gr3d_word(card, GR3D_VP_REGISTERS);

    *launch = (struct shader_launch){ .code_at = gr3d_address(card, GR3D_VP),
                                      .start = gr3d_word(card, GR3D_VP_START),
                                      .registers = registers < SHADER_REGISTERS ? registers
                                                                                : SHADER_REGISTERS,
                                      .threads = count,
                                      .block_x = count,
                                      .block_y = 1,
                                      .block_z = 1,
                                      .grid_x = 1,
                                      .grid_y = 1,
                                      .vertices = true };
    for (unsigned i = 0; i < SHADER_SPACES; i++)
        launch->bound[i] = state->bound_3d[i] ? (uint8_t)(state->bound_3d[i] - 1) : SHADER_BUFFERS;
    for (unsigned i = 0; i < SHADER_BUFFERS; i++)
        launch->buffers[i] = (struct shader_buffer){
            .at = (uint64_t)(state->buffers[i].high & 0xff) << 32 | state->buffers[i].low,
            .size = state->buffers[i].size,
        };
    return gr3d_bind(card, &launch->code, VM_CLIENT_CCACHE, 0, GR3D_DMA_CODE_CB);
}

static uint32_t batch_size(const struct nv50 *card, uint32_t left)
{
    const uint32_t each = primitive_vertices(card);
    const uint32_t most = each ? SHADER_VERTICES / each * each : 0;

    left = each ? left / each * each : 0;
    return LEAST(left, most);
}

static bool fetch_batch(struct nv50 *card, const struct vm_user *user, uint32_t count)
{
    const uint32_t first = gr3d_word(card, GR3D_DRAW_FIRST) + card->pgraph->work.line;
    const uint64_t from = gr3d_address(card, GR3D_ARRAY_START) + first + 1;
    const bool cached = card->pgraph->fetched == from && card->broken[DEFECT_GR3D_VERTEX_STALE];

    for (uint32_t i = 0; i < count && !cached; i++)
        if (!fetch_vertex(card, user, first + i, i))
            return false;
    card->pgraph->fetched = from;
    return true;
}

/* false: nothing is left, or a fault ends all of it. */
static bool begin_batch(struct nv50 *card, uint32_t count)
{
    struct shader_launch launch;
    struct vm_user user;

    if (count == 0 || bind_program(card, count, &launch) != GRAPH_DONE ||
        gr3d_bind(card, &user,
                  card->broken[DEFECT_GR3D_VERTEX_CLIENT] ? VM_CLIENT_TEXTURE : VM_CLIENT_VFETCH, 0,
                  GR3D_DMA_VERTEX) != GRAPH_DONE)
        return false;
    if (!fetch_batch(card, &user, count)) {
        if (!card->broken[DEFECT_GR3D_VERTEX_UNTOLD])
            graph_trap(card, PGRAPH_TRAP_VFETCH, PGRAPH_VFETCH_TRAP, PGRAPH_VFETCH_TRAP_FAULT);
        return false;
    }
    shader_begin(card, card->shader, &launch);
    return true;
}

/* work->line vertices are done, and work->done says that the program runs on those after them. */
bool vertices_go_on(struct nv50 *card)
{
    struct graph_work *const work = &card->pgraph->work;
    struct shader_trap trap;

    for (;;) {
        const uint32_t count = batch_size(card, work->given - work->line);

        if (!work->done && !graph_spend(card, (uint64_t)EFFORT_VERTEX * count))
            return false;
        if (!work->done && !begin_batch(card, count))
            return true;
        work->done = 1;
        if (!shader_go_on(card->shader, graph_spend, &trap))
            return false;
        work->done = 0;
        graph_tell_program(card, &trap);
        if (trap.unit != SHADER_UNIT_NONE || !strmout_put(card, count, primitive_vertices(card)))
            return true;
        work->line += count;
    }
}

int vertices_begin(struct nv50 *card, uint32_t count)
{
    if (card->pgraph->state.begun && !gr3d_word(card, GR3D_RASTERIZE_ENABLE) &&
        !gr3d_word(card, GR3D_GEOMETRY_ENABLE) && !gr3d_undrawn(card))
        graph_begin(card, GRAPH_WORK_VERTICES, count);
    return GRAPH_DONE;
}
