/* The schedule of channels (docs/hardware/gv100.md §3.4, §3.5, §8.1, §8.2).
 *
 * A runlist has one TSG at a time. Each of its channels may have a PBDMA of the runlist, which keeps the channel
 * when it has run dry. The next TSG comes when this one has nothing to do, when its slice is over, or when a
 * channel yields. Before a TSG goes, its channels leave their PBDMAs. */
#include "hw/gv100/pfifo.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/ppbdma.h"
#include "hw/gv100/unlisted.h"
#include "model/gv100/base/card.h"
#include "model/gv100/host/fifo.h"

/* Units of work of one call, and how much of the card's time they take: the next call comes after it. */
#define BUDGET  8192
#define SOON_NS 50000

#define QUEUE_SHIFT   15
#define STEP_UNITS    1
#define SWITCH_UNITS  400   /* cost of loading or saving a channel: some microseconds */
#define LOOK_AGAIN_NS 20000 /* of knob idle_channel */

static struct runlist *runlist_at(struct gv100 *card, unsigned number)
{
    return &card->fifo->runlists[number];
}

static struct channel *member(struct gv100 *card, const struct runlist *runlist,
                              const struct tsg *tsg, unsigned i)
{
    return &card->fifo->channels[runlist->channels[tsg->first + i] & CHANNEL_ID];
}

static unsigned number_of(const struct gv100 *card, const struct channel *channel)
{
    return (unsigned)(channel - card->fifo->channels);
}

bool gv_channel_is_working(const struct gv100 *card, const struct channel *channel)
{
    (void)card;
    return channel->copies && channel->copies->job.active && !channel->copies->job.stopped;
}

/* Without a context in any engine there may be no engine to report that it is idle. */
bool gv_pbdma_is_awaited(struct gv100 *card, unsigned number)
{
    const uint32_t contexts = RAMFC_TARGET_CE_CTX_VALID | RAMFC_TARGET_ENG_CTX_VALID;

    if (gv_knob(card, KNOB_NO_CONTEXT_WFI) == NO_CONTEXT_WFI_WAITS &&
        !(card->fifo->pbdmas[number].words[RAMFC_TARGET] & contexts))
        return true;
    return gv_channel_is_working(card, gv_pbdma_channel(card, number));
}

/* ---- who may run ----------------------------------------------------------------------------- */

static bool is_faulted(const struct channel *channel)
{
    return channel->pbdma_faulted || channel->engine_faulted;
}

/* One faulted channel stops its whole TSG (§6.3). */
static bool tsg_is_stopped(struct gv100 *card, const struct runlist *runlist, const struct tsg *tsg)
{
    for (unsigned i = 0; i < tsg->count; i++)
        if (is_faulted(member(card, runlist, tsg, i)))
            return true;
    return false;
}

static bool wants_to_run(const struct gv100 *card, const struct channel *channel)
{
    if (!(channel->instance >> 31) || !channel->enabled || is_faulted(channel))
        return false;
    if (channel->waits && card->fifo->round_ns < channel->retry_ns)
        return false;
    return channel->rung || channel->has_work;
}

/* Whether a channel on its PBDMA still has something to do there now. */
static bool is_active(const struct gv100 *card, const struct channel *channel)
{
    const struct pbdma *pbdma = &card->fifo->pbdmas[channel->pbdma];

    if (pbdma->state == STEP_WAITS)
        return card->fifo->round_ns >= channel->retry_ns;
    return pbdma->state != STEP_DRY || channel->rung;
}

/* A channel that waits for a semaphore makes room for another one of its TSG even when its next look is due, because
 * otherwise the one that is off the PBDMA would never get a look, and may be the one that can go on. */
static bool keeps_pbdma(const struct gv100 *card, const struct channel *channel)
{
    return card->fifo->pbdmas[channel->pbdma].state != STEP_WAITS && is_active(card, channel);
}

/* A channel that waits for a semaphore keeps its TSG where the acquire does not allow another one. */
static bool holds_tsg(const struct gv100 *card, const struct channel *channel)
{
    return is_active(card, channel) ||
           (card->fifo->pbdmas[channel->pbdma].state == STEP_WAITS && !channel->may_switch);
}

static bool tsg_wants_to_run(struct gv100 *card, const struct runlist *runlist,
                             const struct tsg *tsg)
{
    if (tsg_is_stopped(card, runlist, tsg))
        return false;
    if (tsg != runlist->tsgs && card->broken[DEFECT_HOST_TSG_FIRST_ONLY])
        return false;
    card->fifo->extra += tsg->count / 16u;
    for (unsigned i = 0; i < tsg->count; i++) {
        const struct channel *channel = member(card, runlist, tsg, i);

        if (channel->pbdma != NO_PBDMA ? holds_tsg(card, channel) : wants_to_run(card, channel))
            return true;
    }
    return false;
}

/* ---- on and off the PBDMAs ------------------------------------------------------------------- */

static bool can_leave(const struct gv100 *card, unsigned number)
{
    const struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const struct channel *channel = &card->fifo->channels[pbdma->channel];

    return !gv_pbdma_is_frozen(pbdma) && !gv_channel_is_working(card, channel);
}

/* Takes a channel off its PBDMA: RAMFC and USERD are written. */
static void gv_fifo_unload(struct gv100 *card, unsigned number)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    struct channel *channel = gv_pbdma_channel(card, number);

    gv_pbdma_save(card, number);
    card->fifo->extra += SWITCH_UNITS;
    channel->has_work =
        pbdma->state != STEP_DRY || (channel->copies && channel->copies->job.active);
    channel->pbdma = NO_PBDMA;
    pbdma->channel = NO_CHANNEL;
}

/* The context that an engine has goes with the TSG. */
static void release_engines(struct gv100 *card, const struct channel *channel)
{
    for (unsigned i = 0; i < card->topology.engines; i++)
        if (card->fifo->engine_channel[i] == (int)number_of(card, channel))
            card->fifo->engine_channel[i] = NO_CHANNEL;
}

/* True: no channel of the TSG is on a PBDMA any more. */
static bool unload_tsg(struct gv100 *card, const struct runlist *runlist, const struct tsg *tsg)
{
    bool gone = true;

    for (unsigned i = 0; i < tsg->count; i++) {
        struct channel *channel = member(card, runlist, tsg, i);

        if (channel->pbdma == NO_PBDMA)
            continue;
        if (can_leave(card, (unsigned)channel->pbdma)) {
            gv_fifo_unload(card, (unsigned)channel->pbdma);
            release_engines(card, channel);
        } else {
            gone = false;
        }
    }
    return gone;
}

/* A channel that is taken up looks at its ring at once: a doorbell that rang while it was away is
 * not lost. */
static void load(struct gv100 *card, unsigned number, struct channel *channel)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];

    channel->pbdma = (int16_t)number;
    pbdma->channel = (int)number_of(card, channel);
    pbdma->loaded_ns = shell_now_ns(&card->shell);
    pbdma->ready_ns = gv_context_load_ns(card) ? pbdma->loaded_ns + gv_context_load_ns(card) : 0;
    pbdma->state = STEP_DONE;
    channel->waits = false;
    card->fifo->extra += SWITCH_UNITS;
    if (channel->copies)
        gv_copy_resume(card, channel->copies);
    if (!gv_pbdma_load(card, number, number_of(card, channel)))
        return;
    channel->rung = false;
    pbdma->unlooked = gv_knob(card, KNOB_GP_PUT) == GP_PUT_RAMFC;
    if (!pbdma->unlooked)
        gv_pbdma_look(card, number);
    if (gv_context_load_ns(card))
        shell_wake_after(&card->shell, gv_context_load_ns(card));
}

static bool is_enabled(const struct gv100 *card, unsigned pbdma)
{
    const uint32_t enable = card->chip->places->pbdma_enable;

    return !enable || (gv_reg(card, enable) >> pbdma & 1);
}

/* A channel that wants to run takes its PBDMA from one that has nothing to do there. */
static bool place_channel(struct gv100 *card, unsigned runlist, const struct tsg *tsg, unsigned i)
{
    const struct runlist *list = runlist_at(card, runlist);
    struct channel *channel = member(card, list, tsg, i);
    const unsigned queue = list->channels[tsg->first + i] >> QUEUE_SHIFT;
    const int number = gv_topology_pbdma(&card->topology, runlist, queue);

    if (queue && card->broken[DEFECT_HOST_RUNQUEUE_DEAD])
        return false;
    if (number < 0 || !is_enabled(card, (unsigned)number) || channel->pbdma != NO_PBDMA ||
        !wants_to_run(card, channel))
        return false;
    const int holder = card->fifo->pbdmas[number].channel;
    if (holder != NO_CHANNEL) {
        if (keeps_pbdma(card, &card->fifo->channels[holder]) || !can_leave(card, (unsigned)number))
            return false;
        gv_fifo_unload(card, (unsigned)number);
    }
    load(card, (unsigned)number, channel);
    return true;
}

/* ---- preempts -------------------------------------------------------------------------------- */

static bool is_preempted(const struct gv100 *card, const struct channel *channel)
{
    const struct preempt *preempt = &card->fifo->preempt;

    if (channel->runlist != NO_RUNLIST && (card->fifo->preempt_runlists >> channel->runlist & 1))
        return true;
    return preempt->pending &&
           (preempt->of_tsg ? channel->tsg : number_of(card, channel)) == preempt->id;
}

static bool must_leave(const struct gv100 *card, const struct channel *channel)
{
    return !channel->enabled || is_faulted(channel) || channel->runlist == NO_RUNLIST ||
           is_preempted(card, channel);
}

/* Takes a channel off whose time there is over. False: it cannot leave yet. */
static bool take_off(struct gv100 *card, unsigned number)
{
    struct channel *channel = gv_pbdma_channel(card, number);
    const bool asked = is_preempted(card, channel);

    if (!must_leave(card, channel) || (asked && card->broken[DEFECT_HOST_PREEMPT_IGNORED]))
        return true;
    if (!can_leave(card, number))
        return !asked;
    gv_fifo_unload(card, number);
    release_engines(card, channel);
    return true;
}

/* A preempt is done when nothing is left that it asked for. */
static void serve_preempts(struct gv100 *card)
{
    struct fifo *fifo = card->fifo;
    bool done = !card->broken[DEFECT_HOST_PREEMPT_STUCK];

    for (unsigned i = 0; i < card->topology.pbdmas; i++)
        if (fifo->pbdmas[i].channel != NO_CHANNEL)
            done &= take_off(card, i);
    if (!done)
        return;
    fifo->preempt.pending = false;
    fifo->preempt_runlists = 0;
}

/* ---- the TSG of a runlist -------------------------------------------------------------------- */

static struct tsg *current_tsg(struct runlist *runlist)
{
    return runlist->tsg_count ? &runlist->tsgs[runlist->current % runlist->tsg_count] : NULL;
}

/* The next TSG that has something to do, from the one after the present; the present one last. */
static bool next_tsg(struct gv100 *card, struct runlist *runlist, unsigned *next)
{
    for (unsigned i = 1; i <= runlist->tsg_count; i++) {
        *next = (runlist->current + i) % runlist->tsg_count;
        if (tsg_wants_to_run(card, runlist, &runlist->tsgs[*next]))
            return true;
    }
    return false;
}

/* A round is short, so one look at the clock is enough for all its steps. */
static bool slice_is_over(const struct gv100 *card, const struct runlist *runlist)
{
    return runlist->timeslice_over || (card->fifo->round_ns >= runlist->timeslice_end &&
                                       !card->broken[DEFECT_HOST_SLICE_ENDLESS]);
}

static void start_slice(struct gv100 *card, struct runlist *runlist)
{
    runlist->timeslice_end = shell_now_ns(&card->shell) + current_tsg(runlist)->timeslice_ns;
    runlist->timeslice_over = false;
    runlist->timeslice_is_new = true;
}

/* Of a defect: whether a channel of the TSG waits for a semaphore on its PBDMA. */
static bool has_waiter(struct gv100 *card, const struct runlist *runlist, const struct tsg *tsg)
{
    for (unsigned i = 0; i < tsg->count; i++) {
        const struct channel *channel = member(card, runlist, tsg, i);

        if (channel->pbdma != NO_PBDMA && card->fifo->pbdmas[channel->pbdma].state == STEP_WAITS)
            return true;
    }
    return false;
}

/* Changes the TSG where that is due. */
static void choose_tsg(struct gv100 *card, struct runlist *runlist)
{
    struct tsg *now = current_tsg(runlist);
    unsigned next;

    if (!now || (tsg_wants_to_run(card, runlist, now) && !slice_is_over(card, runlist)))
        return;
    if (card->broken[DEFECT_HOST_WAITER_KEPT] && has_waiter(card, runlist, now))
        return;
    if (!next_tsg(card, runlist, &next))
        return;
    if (next != runlist->current && !unload_tsg(card, runlist, now))
        return;
    runlist->current = next;
    start_slice(card, runlist);
}

static bool is_on(const struct gv100 *card, unsigned runlist)
{
    if (card->broken[DEFECT_HOST_SCHED_DISABLE_IGNORED])
        return true;
    return !(gv_reg(card, PFIFO_SCHED_DISABLE) >> runlist & 1);
}

/* The channels of the TSG, from the one whose turn it is. */
static void place_tsg(struct gv100 *card, unsigned number)
{
    struct runlist *runlist = runlist_at(card, number);

    choose_tsg(card, runlist);
    struct tsg *tsg = current_tsg(runlist);
    if (!tsg || tsg_is_stopped(card, runlist, tsg))
        return;
    const unsigned count = card->broken[DEFECT_HOST_CHANNEL_FIRST_ONLY] ? 1 : tsg->count;
    bool loaded = false;
    for (unsigned i = 0; i < count; i++)
        loaded |= place_channel(card, number, tsg, (tsg->turn + i) % count);
    if (loaded && runlist->timeslice_is_new)
        runlist->timeslice_end += gv_context_load_ns(card);
    runlist->timeslice_is_new = false;
}

/* ---- running --------------------------------------------------------------------------------- */

/* The next channel of the TSG has its turn: this one goes to the end, and off its PBDMA. */
static void yield_turn(struct gv100 *card, struct channel *channel)
{
    struct runlist *runlist =
        channel->runlist == NO_RUNLIST ? NULL : runlist_at(card, (unsigned)channel->runlist);
    struct tsg *tsg = runlist ? current_tsg(runlist) : NULL;

    if (!tsg || tsg->count < 2)
        return;
    tsg->turn = (tsg->turn + 1) % tsg->count;
    if (can_leave(card, (unsigned)channel->pbdma))
        gv_fifo_unload(card, (unsigned)channel->pbdma);
}

/* Whether a look at the PBDMA would find it able to go on. */
static bool can_step(struct gv100 *card, unsigned number)
{
    const struct pbdma *pbdma = &card->fifo->pbdmas[number];

    if (pbdma->channel == NO_CHANNEL || !is_enabled(card, number) || gv_pbdma_is_frozen(pbdma) ||
        card->fifo->round_ns < pbdma->ready_ns)
        return false;
    struct channel *channel = gv_pbdma_channel(card, number);
    if (channel->runlist == NO_RUNLIST || is_faulted(channel))
        return false;
    if (pbdma->state == STEP_DRY && channel->rung) {
        channel->rung = false;
        gv_pbdma_look(card, number);
        if (card->broken[DEFECT_HOST_DOORBELL_EMPTY] &&
            pbdma->words[RAMFC_GP_PUT] == pbdma->words[RAMFC_GP_GET])
            gv_pbdma_raise(card, number, 0, PPBDMA_INTR_0_GPPTR);
        return !gv_pbdma_is_frozen(pbdma);
    }
    if (pbdma->state == STEP_WAITS)
        return card->fifo->round_ns >= channel->retry_ns;
    return pbdma->state != STEP_DRY;
}

static void write_back_if_dry(struct gv100 *card, unsigned number)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];

    if (pbdma->state == STEP_DRY && (pbdma->words[RAMFC_CONFIG] & RAMFC_CONFIG_USERD_WRITEBACK))
        gv_pbdma_write_back(card, number);
}

/* Settles the channel after the steps' end, which tells whether it waits or yields. */
static void settle(struct gv100 *card, unsigned number)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    struct channel *channel = gv_pbdma_channel(card, number);

    write_back_if_dry(card, number);
    if (pbdma->state == STEP_WAITS) {
        channel->waits = true;
        shell_wake_after(&card->shell, channel->retry_ns - shell_now_ns(&card->shell));
    } else if (pbdma->state == STEP_YIELDS) {
        pbdma->state = STEP_DONE;
        yield_turn(card, channel);
    }
}

/* Steps until something stops it, or until the slice is over. True: it came further. */
static bool run_pbdma(struct gv100 *card, unsigned number, int *budget)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const enum step before = pbdma->state;
    bool moved = false;

    if (!can_step(card, number))
        return false;
    const struct runlist *runlist =
        runlist_at(card, (unsigned)gv_pbdma_channel(card, number)->runlist);
    do {
        pbdma->state = gv_pbdma_step(card, number);
        if (pbdma->state == STEP_DRY && pbdma->unlooked) {
            pbdma->unlooked = false;
            gv_pbdma_look(card, number);
            pbdma->state = STEP_DONE;
        }
        *budget -= STEP_UNITS;
        moved |= pbdma->state == STEP_DONE || pbdma->state == STEP_YIELDS;
    } while (*budget > 0 && pbdma->state == STEP_DONE && !slice_is_over(card, runlist));
    moved |= pbdma->state != before;
    settle(card, number);
    return moved;
}

/* Knob idle_channel: host looks at GP_PUT of channels that ran dry by itself. */
static void look_at_idle(struct gv100 *card)
{
    if (gv_knob(card, KNOB_IDLE_CHANNEL) != IDLE_POLLED)
        return;
    for (unsigned i = 0; i < card->topology.pbdmas; i++) {
        if (card->fifo->pbdmas[i].channel == NO_CHANNEL)
            continue;
        const uint32_t *const words = card->fifo->pbdmas[i].words;

        gv_pbdma_look(card, i);
        if (words[RAMFC_GP_PUT] != words[RAMFC_GP_GET])
            gv_pbdma_channel(card, i)->rung = true;
    }
}

/* The next look, while there is a channel to look at. */
static void look_again_later(struct gv100 *card)
{
    if (gv_knob(card, KNOB_IDLE_CHANNEL) != IDLE_POLLED)
        return;
    for (unsigned i = 0; i < card->topology.pbdmas; i++)
        if (card->fifo->pbdmas[i].channel != NO_CHANNEL)
            shell_wake_after(&card->shell, LOOK_AGAIN_NS);
}

static bool run_engines(struct gv100 *card, int *budget)
{
    bool moved = false;

    for (unsigned i = 0; i < card->topology.lces; i++)
        if (gv_reg(card, PMC_ENABLE) >> gv_topology_lce(&card->topology, i)->reset_bit & 1)
            moved |= gv_copy_run(card, i, budget);
    return moved;
}

/* One round: runlists place their channels, PBDMAs step, engines work. */
static bool run_once(struct gv100 *card, int *budget)
{
    bool moved = false;

    card->fifo->round_ns = shell_now_ns(&card->shell);
    serve_preempts(card);
    for (unsigned i = 0; i < card->topology.runlists; i++)
        if (is_on(card, i))
            place_tsg(card, i);
    for (unsigned i = 0; i < card->topology.pbdmas; i++)
        moved |= run_pbdma(card, i, budget);
    moved |= run_engines(card, budget);
    serve_preempts(card);
    *budget -= (int)card->fifo->extra;
    card->fifo->extra = 0;
    return moved;
}

void gv_fifo_run(struct gv100 *card)
{
    int budget = BUDGET;

    if (card->fifo->running || !(gv_reg(card, PMC_ENABLE) & PMC_ENABLE_PFIFO))
        return;
    card->fifo->running = true;
    look_at_idle(card);
    while (budget > 0 && run_once(card, &budget)) {
    }
    card->fifo->running = false;
    look_again_later(card);
    if (budget <= 0)
        shell_wake_after(&card->shell, SOON_NS);
}
