#include "hw/nv50/gr3d.h"
#include "hw/nv50/pgraph.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/vm/vm_user.h"

/* Where the query of a class is. Nothing is drawn or computed, so all counts are 0. */
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

int gr3d_method(struct nv50 *card, uint32_t method, uint32_t data)
{
    return take(card, GRAPH_QUERY_3D, method, data);
}

int compute_query(struct nv50 *card, uint32_t method, uint32_t data)
{
    return take(card, GRAPH_QUERY_COMPUTE, method, data);
}
