#include "hw/least.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/pgraph.h"

/* A machine that is emulated stands still while the model works, so one access or wake does no more than some
 * milliseconds' worth. The rest waits until the machine has had its turn. */
#define TURN_EFFORT (4u << 20)
#define AGAIN_NS    100000

void pgraph_begin_turn(struct nv50 *card)
{
    card->pgraph->work.effort = TURN_EFFORT;
}

bool graph_spend(struct nv50 *card, uint64_t effort)
{
    uint32_t *const left = &card->pgraph->work.effort;

    if (*left == 0)
        return false;
    *left -= (uint32_t)LEAST(effort, *left);
    return true;
}

bool pgraph_works(const struct nv50 *card)
{
    return card->pgraph->work.kind != GRAPH_WORK_NONE;
}

static bool work_ends(struct nv50 *card)
{
    switch (card->pgraph->work.kind) {
    case GRAPH_WORK_COPY:
        return m2mf_go_on(card);
    case GRAPH_WORK_GRID:
        return compute_go_on(card);
    case GRAPH_WORK_CLEAR:
        return clear_go_on(card);
    case GRAPH_WORK_CLIPID:
        return clipid_go_on(card);
    case GRAPH_WORK_VERTICES:
        return vertices_go_on(card);
    case GRAPH_WORK_STUCK:
        return false;
    default:
        return eng2d_go_on(card);
    }
}

static void go_on(struct nv50 *card)
{
    if (work_ends(card))
        card->pgraph->work.kind = GRAPH_WORK_NONE;
    else
        shell_wake_after(&card->shell, AGAIN_NS);
}

void graph_begin(struct nv50 *card, enum graph_work_kind kind, uint32_t given)
{
    struct graph_work *const work = &card->pgraph->work;

    *work = (struct graph_work){
        .kind = kind, .given = given, .class = work->class, .effort = work->effort
    };
    go_on(card);
}

void pgraph_wake(struct nv50 *card)
{
    if (!pgraph_works(card))
        return;
    pgraph_begin_turn(card);
    go_on(card);
    if (pgraph_works(card))
        return;
    if (card->pgraph->notify_asked)
        graph_finish_notify(card, card->pgraph->work.class);
    graph_run_port(card);
}
