#include "model/nv50/graph/gr3d.h"

#include "hw/nv50/eng2d.h"
#include "hw/nv50/gr3d.h"
#include "hw/nv50/pgraph.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/shader/grid.h"
#include "model/nv50/vm/vm_user.h"

/* Where the query of a class is. Nothing is counted, so all counts are 0. */
struct query_methods {
    uint32_t object, first, is_short, is_counter;
    bool waits; /* the class has a mode that waits for memory */
};

static const struct query_methods methods[] = {
    [GRAPH_QUERY_3D] = { GR3D_DMA_QUERY, GR3D_QUERY, GR3D_GET_SHORT, GR3D_GET_COUNTER, true },
    [GRAPH_QUERY_COMPUTE] = { COMPUTE_DMA_QUERY, COMPUTE_QUERY, COMPUTE_GET_SHORT, 0, false },
};

static void put(uint8_t *bytes, uint64_t value, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
}

/* Slot 0/3/2 (docs/hardware/tesla-vm.md §1.1). */
static int write_query(struct nv50 *card, const struct query_methods *of,
                       const struct graph_query *query)
{
    const uint32_t get = query->words[QUERY_GET];
    struct vm_user user = { .engine = VM_ENGINE_PGRAPH,
                            .read_client = VM_CLIENT_DISPATCH,
                            .write_client = VM_CLIENT_DISPATCH,
                            .slot = 2 };
    uint8_t record[QUERY_RECORD_BYTES] = { 0 };

    if (of->waits && FIELD_GET(GR3D_GET_MODE, get) == GR3D_GET_MODE_SYNC)
        return GRAPH_DONE;
    const int error = graph_bind(card, &user, query->object, true);
    if (error != GRAPH_DONE)
        return error;
    put(record, get & of->is_counter ? 0 : query->words[QUERY_SEQUENCE], 4);
    put(record + 8, ptimer_now(card), 8);
    const uint64_t at = (uint64_t)(query->words[QUERY_HIGH] & 0xff) << 32 | query->words[QUERY_LOW];
    const bool is_short = (get & of->is_short) && !card->broken[DEFECT_GRAPH_QUERY_LONG];
    if (!vm_user_write(card, &user, at, record, is_short ? 4 : sizeof(record)))
        graph_trap(card, PGRAPH_TRAP_DISPATCH, PGRAPH_DISPATCH_TRAP, PGRAPH_DISPATCH_TRAP_QUERY);
    return GRAPH_DONE;
}

static int take(struct nv50 *card, enum graph_query_class class, uint32_t method, uint32_t data)
{
    const struct query_methods *of = &methods[class];
    struct graph_query *query = &card->pgraph->state.queries[class];

    if (method == of->object)
        query->object = data;
    if (method < of->first || method >= of->first + 4 * QUERY_WORDS)
        return GRAPH_DONE;
    query->words[(method - of->first) / 4] = data;
    return method == of->first + 4 * QUERY_GET ? write_query(card, of, query) : GRAPH_DONE;
}

int compute_query(struct nv50 *card, uint32_t method, uint32_t data)
{
    return take(card, GRAPH_QUERY_COMPUTE, method, data);
}

/* ---- 3D ---- */

uint32_t gr3d_word(const struct nv50 *card, uint32_t method)
{
    return card->pgraph->state.gr3d[(method - METHODS_FIRST) / 4];
}

uint64_t gr3d_address(const struct nv50 *card, uint32_t method)
{
    return (uint64_t)(gr3d_word(card, method) & 0xff) << 32 | gr3d_word(card, method + 4);
}

int gr3d_bind(struct nv50 *card, struct vm_user *user, uint8_t client, uint8_t slot,
              uint32_t method)
{
    *user = (struct vm_user){
        .engine = VM_ENGINE_PGRAPH, .read_client = client, .write_client = client, .slot = slot
    };
    return graph_bind(card, user, gr3d_word(card, method),
                      method != GR3D_DMA_VERTEX && method != GR3D_DMA_CODE_CB &&
                          method != GR3D_DMA_QUERY);
}

bool gr3d_undrawn(const struct nv50 *card)
{
    return card->pgraph->state.undrawn_3d;
}

/* Slot 0/3/3, as of 2D. */
static int set_condition(struct nv50 *card, uint32_t mode)
{
    struct vm_user user;
    const int error = gr3d_bind(card, &user, VM_CLIENT_DISPATCH, 3, GR3D_DMA_QUERY);

    if (error != GRAPH_DONE && mode > CONDITION_ALWAYS)
        return error;
    return graph_condition(card, &user, gr3d_address(card, GR3D_COND), mode,
                           &card->pgraph->state.undrawn_3d);
}

/* Knob gr3d_port: 3D in a state that nobody has initialised. */
static bool answers(struct nv50 *card)
{
    const uint32_t knob = card_knob(card, KNOB_GR3D_PORT);

    if (!card->pgraph->by_port || knob == GR3D_PORT_DRAWS)
        return true;
    if (knob == GR3D_PORT_HANGS)
        graph_begin(card, GRAPH_WORK_STUCK, 0);
    return false;
}

/* Knob vertex_port: likewise, of vertices alone. */
static bool vertices_answer(struct nv50 *card)
{
    const uint32_t knob = card_knob(card, KNOB_VERTEX_PORT);

    if (!card->pgraph->by_port || knob == VERTEX_PORT_DRAWS)
        return true;
    if (knob == VERTEX_PORT_HANGS)
        graph_begin(card, GRAPH_WORK_STUCK, 0);
    return false;
}

static int draw(struct nv50 *card, uint32_t method, uint32_t data)
{
    if (!answers(card))
        return GRAPH_DONE;
    switch (method) {
    case GR3D_CLEAR:
        return clear_begin(card, data);
    case GR3D_CLIPID_FILL:
        return clipid_fill_begin(card, data);
    default:
        return vertices_answer(card) ? vertices_begin(card, data) : GRAPH_DONE;
    }
}

/* Buffers of constants are those of compute. */
static void set_buffer(struct nv50 *card, uint32_t data)
{
    card->pgraph->state.buffers[FIELD_GET(GR3D_CB_BUFFER, data)] =
        (struct graph_buffer){ .high = gr3d_word(card, GR3D_CB),
                               .low = gr3d_word(card, GR3D_CB + 4),
                               .size = FIELD_GET(GR3D_CB_SIZE, data) };
}

static void bind_buffer(struct nv50 *card, uint32_t data)
{
    if (FIELD_GET(GR3D_BIND_CB_PROGRAM, data) == 0)
        card->pgraph->state.bound_3d[FIELD_GET(GR3D_BIND_CB_INDEX, data)] =
            data & GR3D_BIND_CB_VALID ? FIELD_GET(GR3D_BIND_CB_BUFFER, data) + 1 : 0;
}

/* Methods that change something else than the words that are drawn by. */
static void change_state(struct nv50 *card, uint32_t method, uint32_t data)
{
    switch (method) {
    case GR3D_BEGIN:
    case GR3D_END:
        card->pgraph->state.begun = method == GR3D_BEGIN;
        return;
    case GR3D_STRMOUT_LATCH:
        strmout_latch(card);
        return;
    case GR3D_CODE_FLUSH:
        shader_flush(card->shader);
        return;
    case GR3D_CB_SET:
        set_buffer(card, data);
        return;
    case GR3D_BIND_CB:
        bind_buffer(card, data);
        return;
    default:
        return;
    }
}

/* Every method is taken and stored; what is not modelled has no effect beyond that. */
int gr3d_method(struct nv50 *card, uint32_t method, uint32_t data)
{
    const int result = take(card, GRAPH_QUERY_3D, method, data);

    if (method < METHODS_FIRST || method >= METHODS_FIRST + 4 * GR3D_METHODS)
        return result;
    card->pgraph->state.gr3d[(method - METHODS_FIRST) / 4] = data;
    change_state(card, method, data);
    switch (method) {
    case GR3D_COND_MODE:
        return set_condition(card, data);
    case GR3D_CLEAR:
    case GR3D_CLIPID_FILL:
    case GR3D_DRAW_COUNT:
        return draw(card, method, data);
    default:
        return result;
    }
}
