/* PFIFO's registers (docs/hardware/gv100.md §3.5, §8.5). */
#include "hw/gv100/pfifo.h"

#include <stdlib.h>

#include "hw/gv100/pb.h"
#include "hw/gv100/pccsr.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/refusal.h"
#include "hw/gv100/unlisted.h"
#include "hw/gv100/usermode.h"
#include "model/gv100/base/card.h"
#include "model/gv100/host/fifo.h"

#define FIRST_FAULT_ID 32u
#define OVERDUE_NS     20000 /* until overdue work is looked at again */
#define STORED_INTRS                                                                               \
    (PFIFO_INTR_0_BIND_ERROR | PFIFO_INTR_0_SCHED_ERROR | PFIFO_INTR_0_CHSW_ERROR |                \
     PFIFO_INTR_0_MEMOP_TIMEOUT | PFIFO_INTR_0_LB_ERROR | PFIFO_INTR_0_CHANNEL_INTR)
/* Measured: no other bit of the enables stores. */
#define ALL_INTRS       (STORED_INTRS | PFIFO_INTR_0_PBDMA_INTR | PFIFO_INTR_0_RUNLIST_EVENT)
#define REGISTERS_FIRST 0x002000u
#define REGISTERS_LAST  0x003fffu

struct fifo *gv_fifo_new(void)
{
    return calloc(1, sizeof(struct fifo));
}

void gv_fifo_free(struct fifo *fifo)
{
    if (!fifo)
        return;
    for (unsigned i = 0; i < TOPOLOGY_RUNLISTS_MAX; i++)
        gv_runlist_clear(&fifo->runlists[i]);
    for (unsigned i = 0; i < FIFO_CHANNELS; i++)
        free(fifo->channels[i].copies);
    free(fifo);
}

/* ---- interrupts ------------------------------------------------------------------------------ */

static uint32_t pbdmas_pending(const struct gv100 *card)
{
    uint32_t pending = 0;

    for (unsigned i = 0; i < card->topology.pbdmas; i++) {
        const struct pbdma *pbdma = &card->fifo->pbdmas[i];

        if ((pbdma->intr[0] & pbdma->enabled[0]) || (pbdma->intr[1] & pbdma->enabled[1]))
            pending |= BIT(i);
    }
    return pending;
}

static uint32_t status_of(const struct gv100 *card)
{
    return gv_reg(card, PFIFO_INTR_0) | (pbdmas_pending(card) ? PFIFO_INTR_0_PBDMA_INTR : 0) |
           (gv_reg(card, PFIFO_INTR_RUNLIST) ? PFIFO_INTR_0_RUNLIST_EVENT : 0);
}

void gv_fifo_tell(struct gv100 *card)
{
    const uint32_t status = status_of(card);
    const uint32_t first = gv_reg(card, PFIFO_INTR_EN_0), second = gv_reg(card, PFIFO_INTR_EN_1);
    const bool both = gv_knob(card, KNOB_PMC_TREE) == PMC_TREE_BOTH;

    gv_irq_set(card, 0, PMC_INTR_PFIFO, status & (both ? first | second : first));
    gv_irq_set(card, 1, PMC_INTR_PFIFO, status & (both ? first | second : second));
}

void gv_fifo_raise(struct gv100 *card, uint32_t bit)
{
    gv_set_reg(card, PFIFO_INTR_0, gv_reg(card, PFIFO_INTR_0) | bit);
    gv_fifo_tell(card);
}

/* ---- reset ----------------------------------------------------------------------------------- */

/* gv_fifo_tell comes last, because it computes the line's level from the registers reset before. */
void gv_fifo_reset(struct gv100 *card)
{
    struct fifo *fifo = card->fifo;

    for (unsigned i = 0; i < FIFO_CHANNELS; i++) {
        gv_channel_forget(card, &fifo->channels[i]);
        fifo->channels[i] = (struct channel){ .pbdma = NO_PBDMA, .runlist = NO_RUNLIST };
    }
    for (unsigned i = 0; i < TOPOLOGY_RUNLISTS_MAX; i++)
        gv_runlist_clear(&fifo->runlists[i]);
    for (unsigned i = 0; i < TOPOLOGY_PBDMAS_MAX; i++) {
        fifo->pbdmas[i].channel = NO_CHANNEL;
        gv_fifo_reset_pbdma(card, i);
    }
    for (unsigned i = 0; i < TOPOLOGY_ENGINES_MAX; i++) {
        fifo->engine_channel[i] = NO_CHANNEL;
        fifo->engine_faulted[i] = false;
    }
    gv_subcontexts_forget(&fifo->subcontexts);
    fifo->preempt = (struct preempt){ 0 };
    fifo->preempt_runlists = 0;
    gv_regs_reset_range(card, REGISTERS_FIRST, REGISTERS_LAST);
    gv_fifo_tell(card);
}

void gv_fifo_engine_reset(struct gv100 *card, unsigned engine)
{
    card->fifo->engine_faulted[engine] = false;
    card->fifo->engine_channel[engine] = NO_CHANNEL;
    if (engine == 0) /* graphics */
        gv_subcontexts_forget(&card->fifo->subcontexts);
}

/* ---- runlists -------------------------------------------------------------------------------- */

void gv_fifo_poll(struct gv100 *card)
{
    const uint64_t now = shell_now_ns(&card->shell);

    for (unsigned i = 0; i < card->topology.runlists; i++) {
        struct runlist *runlist = &card->fifo->runlists[i];

        if (!runlist->pending || now < runlist->pending_ns ||
            card->broken[DEFECT_HOST_RUNLIST_STUCK])
            continue;
        gv_runlist_judge(card, i);
        runlist->pending = false;
        if (!card->broken[DEFECT_HOST_NO_RUNLIST_EVENT])
            gv_set_reg(card, PFIFO_INTR_RUNLIST, gv_reg(card, PFIFO_INTR_RUNLIST) | BIT(i));
        gv_fifo_tell(card);
    }
}

/* How often host writes USERD of a channel that has not run dry; 0: only when it does (§3.3). */
static uint64_t write_back_ns(const struct gv100 *card)
{
    const uint32_t word = gv_reg(card, PFIFO_USERD_WRITEBACK);

    return ((uint64_t)FIELD_GET(PFIFO_USERD_WRITEBACK_TIMER, word)
            << FIELD_GET(PFIFO_USERD_WRITEBACK_TIMESCALE, word)) *
           1000;
}

static bool is_under_way(const struct pbdma *pbdma)
{
    return pbdma->channel != NO_CHANNEL &&
           (pbdma->state == STEP_DONE || pbdma->state == STEP_BUSY || pbdma->state == STEP_WAITS);
}

/* Writes the channels that are due, and asks for a wake for the next one. */
static void write_back_due(struct gv100 *card)
{
    const uint64_t interval = write_back_ns(card), now = shell_now_ns(&card->shell);

    for (unsigned i = 0; i < card->topology.pbdmas && interval; i++) {
        struct pbdma *pbdma = &card->fifo->pbdmas[i];

        if (!is_under_way(pbdma) || !(pbdma->words[RAMFC_CONFIG] & RAMFC_CONFIG_USERD_WRITEBACK))
            continue;
        if (now - pbdma->written_ns >= interval)
            gv_pbdma_write_back(card, i);
        shell_wake_after(&card->shell, interval);
    }
}

uint64_t gv_context_load_ns(const struct gv100 *card)
{
    return 1000 * (uint64_t)gv_knob(card, KNOB_CONTEXT_LOAD);
}

/* A time that has passed since the last wake must not be forgotten, so it becomes OVERDUE_NS from
 * now. */
static uint64_t until(uint64_t then, uint64_t now)
{
    return then > now ? then - now : OVERDUE_NS;
}

static bool may_be_retried(const struct channel *channel)
{
    return channel->waits && channel->enabled && channel->runlist != NO_RUNLIST &&
           !channel->pbdma_faulted && !channel->engine_faulted;
}

/* The card is woken at the nearest time only, so each unit asks again at a wake that comes before its own time. */
void gv_fifo_plan_wake(struct gv100 *card)
{
    const uint64_t now = shell_now_ns(&card->shell);

    for (unsigned i = 0; i < card->topology.runlists; i++) {
        const struct runlist *list = &card->fifo->runlists[i];

        if (list->pending && !card->broken[DEFECT_HOST_RUNLIST_STUCK])
            shell_wake_after(&card->shell, until(list->pending_ns, now));
        for (unsigned c = 0; c < list->channel_count; c++) {
            const struct channel *channel = &card->fifo->channels[list->channels[c] & CHANNEL_ID];

            if (may_be_retried(channel))
                shell_wake_after(&card->shell, until(channel->retry_ns, now));
        }
    }
    write_back_due(card);
    for (unsigned i = 0; i < card->topology.pbdmas; i++) {
        const struct pbdma *pbdma = &card->fifo->pbdmas[i];

        if (pbdma->ready_ns > now)
            shell_wake_after(&card->shell, pbdma->ready_ns - now);
        if (pbdma->engine_ns > now)
            shell_wake_after(&card->shell, pbdma->engine_ns - now);
    }
}

static void write_runlist(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    const uint32_t base = gv_reg(card, PFIFO_RUNLIST_BASE);

    gv_runlist_submit(card, FIELD_GET(PFIFO_RUNLIST_ID, value),
                      gv_space_block(FIELD_GET(PFIFO_RUNLIST_BASE_PTR, base),
                                     FIELD_GET(PFIFO_RUNLIST_BASE_TARGET, base)),
                      FIELD_GET(PFIFO_RUNLIST_LENGTH, value), base);
}

/* From Turing on each runlist has four words: its place, its length and the offset that host begins at, and its
 * outcome. */
static void write_own_runlist(struct gv100 *card, uint32_t offset, uint32_t value)
{
    const unsigned i = (offset - PFIFO_RUNLIST_SUBMIT(0)) / 16;
    const uint32_t low = gv_reg(card, PFIFO_RUNLIST_BASE_LO(i));
    const uint64_t high = gv_reg(card, PFIFO_RUNLIST_BASE_HI(i));
    const linear_addr at = { high << 32 | (low & PFIFO_RUNLIST_BASE_LO_PTR_LO),
                             (enum target)FIELD_GET(PFIFO_RUNLIST_BASE_LO_TARGET, low) };

    gv_runlist_submit(card, card->broken[DEFECT_HOST_RUNLIST_NEIGHBOUR] ? i + 1 : i, at,
                      FIELD_GET(PFIFO_RUNLIST_SUBMIT_LENGTH, value), low);
}

static uint32_t read_submit_info(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const struct runlist *runlist =
        &card->fifo->runlists[(offset - PFIFO_RUNLIST_SUBMIT_INFO(0)) / 16];

    (void)stored;
    gv_fifo_poll(card);
    return runlist->pending ? PFIFO_RUNLIST_SUBMIT_INFO_PENDING : 0;
}

static uint32_t read_runlist(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const struct runlist *runlist = &card->fifo->runlists[(offset - PFIFO_ENG_RUNLIST_BASE(0)) / 8];

    (void)stored;
    gv_fifo_poll(card);
    if (!(offset & 4))
        return runlist->base;
    return runlist->length | (runlist->pending ? PFIFO_ENG_RUNLIST_PENDING : 0);
}

static uint32_t read_map(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const unsigned i = (offset - PFIFO_PBDMA_MAP(0)) / 4;

    (void)stored;
    return i < card->topology.pbdmas ? card->topology.pbdma_runlists[i] : 0;
}

static uint32_t read_config(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    if (offset == PFIFO_CFG1)
        return card->broken[DEFECT_HOST_CHANNELS_WRONG] ? FIFO_CHANNELS / 2 : FIFO_CHANNELS;
    if (offset == PFIFO_CFG2)
        return card->broken[DEFECT_HOST_CLASS_OF_VOLTA] ? CLASS_VOLTA_CHANNEL_GPFIFO
                                                        : card->chip->places->channel_class;
    return FIELD_PUT(PFIFO_CFG0_NUM_PBDMA, card->topology.pbdmas) |
           FIELD_PUT(PFIFO_CFG0_PBDMA_FAULT_ID, FIRST_FAULT_ID);
}

/* ---- preempting ------------------------------------------------------------------------------ */

static void write_sched_disable(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    gv_fifo_run(card);
}

static void write_preempt(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    card->fifo->preempt = (struct preempt){
        .pending = true,
        .of_tsg = FIELD_GET(PFIFO_PREEMPT_TYPE, value) == PFIFO_PREEMPT_TYPE_TSG,
        .id = (uint16_t)FIELD_GET(PFIFO_PREEMPT_ID, value),
    };
    gv_fifo_run(card);
}

static uint32_t read_preempt(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    gv_fifo_run(card);
    return stored | (card->fifo->preempt.pending ? PFIFO_PREEMPT_PENDING : 0);
}

static void write_runlist_preempt(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    card->fifo->preempt_runlists |= value & PFIFO_RUNLIST_PREEMPT_RUNLISTS;
    gv_fifo_run(card);
}

static uint32_t read_runlist_preempt(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    gv_fifo_run(card);
    return card->fifo->preempt_runlists;
}

/* ---- status ---------------------------------------------------------------------------------- */

static uint32_t read_intr(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    gv_fifo_poll(card);
    return status_of(card);
}

static void write_intr(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    gv_fifo_tell(card);
}

static uint32_t read_pbdma_id(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return pbdmas_pending(card);
}

/* The TSG whose channel is on a PBDMA or an engine. Where none is, the status says so, and of the ids only their type
 * counts: TSG (measured, §1.6). */
static uint32_t holder_word(const struct gv100 *card, int channel, uint32_t offset)
{
    if (channel == NO_CHANNEL)
        return (gv_undefined(card, offset) &
                (PFIFO_ENGINE_STATUS_ID | PFIFO_ENGINE_STATUS_NEXT_ID)) |
               PFIFO_ENGINE_STATUS_ID_TYPE | PFIFO_ENGINE_STATUS_NEXT_ID_TYPE;
    return FIELD_PUT(PFIFO_ENGINE_STATUS_ID, (uint32_t)card->fifo->channels[channel].tsg) |
           PFIFO_ENGINE_STATUS_ID_TYPE |
           FIELD_PUT(PFIFO_ENGINE_STATUS_CTX_STATUS,
                     (uint32_t)PFIFO_ENGINE_STATUS_CTX_STATUS_VALID);
}

/* Where none is, VALID is 0 and the rest means nothing. */
static uint32_t instance_word(const struct gv100 *card, int channel, uint32_t offset)
{
    if (channel == NO_CHANNEL)
        return gv_undefined(card, offset) & ~PFIFO_ENGINE_STATUS_INST_VALID;
    return card->fifo->channels[channel].instance;
}

static uint32_t read_engine(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const unsigned i = (offset - PFIFO_ENGINE_STATUS(0)) / 8;

    (void)stored;
    if (i >= card->topology.engines)
        return 0;
    const struct topology_engine *const engine = &card->topology.engine[i];
    const bool busy = engine->copies && card->copies[engine->lce].owner;
    return holder_word(card, card->fifo->engine_channel[i], offset) |
           (card->fifo->engine_faulted[i] && !card->broken[DEFECT_COPY_FAULTED_UNSEEN]
                ? PFIFO_ENGINE_STATUS_FAULTED
                : 0) |
           (busy ? PFIFO_ENGINE_STATUS_ENGINE : 0);
}

static uint32_t read_engine_instance(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const unsigned i = (offset - PFIFO_ENGINE_STATUS_INST(0)) / 4;

    (void)stored;
    return i < card->topology.engines ? instance_word(card, card->fifo->engine_channel[i], offset)
                                      : 0;
}

static uint32_t read_pbdma(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const struct pbdma *pbdma = &card->fifo->pbdmas[(offset - PFIFO_PBDMA_STATUS(0)) / 4];
    const uint32_t word = holder_word(card, pbdma->channel, offset);

    (void)stored;
    if (pbdma->channel == NO_CHANNEL || shell_now_ns(&card->shell) >= pbdma->ready_ns)
        return word;
    return (word & ~PFIFO_PBDMA_STATUS_CHAN_STATUS) |
           FIELD_PUT(PFIFO_PBDMA_STATUS_CHAN_STATUS,
                     (uint32_t)PFIFO_PBDMA_STATUS_CHAN_STATUS_CHSW_LOAD);
}

static uint32_t read_pbdma_instance(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const int channel = card->fifo->pbdmas[(offset - PFIFO_PBDMA_STATUS_INST(0)) / 4].channel;

    (void)stored;
    return instance_word(card, channel, offset);
}

/* Software asks for a fault of an engine, so that a channel that hangs there is stopped (§8.5). */
static void write_ask(struct gv100 *card, uint32_t offset, uint32_t value)
{
    const unsigned i = (offset - PFIFO_ASK_FAULT(0)) / 4;

    if ((value & PFIFO_ASK_FAULT_GO) && i < card->topology.engines)
        card->fifo->engine_faulted[i] = true;
}

static uint32_t read_write_only(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)card, (void)offset, (void)stored;
    return REFUSAL_HOST_NO_REGISTER;
}

void gv_fifo_ring(struct gv100 *card, uint32_t value)
{
    unsigned runlist;
    const uint32_t channel = gv_doorbell_channel(card, value, &runlist);

    if (channel != DOORBELL_NOBODY && (gv_reg(card, PMC_ENABLE) & PMC_ENABLE_PFIFO))
        gv_fifo_doorbell(card, channel, runlist);
}

static void write_doorbell(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    gv_fifo_ring(card, value);
}

#define ENG_TIMEOUT_RESET (PFIFO_ENG_TIMEOUT_DETECTION | 0x003fffff)
#define CLEAR_RESET       (PFIFO_CLEAR_FAULTED_TIMEOUT_DETECTION | 0x3ff)

/* clang-format off */
static const struct reg_row rows[] = {
    REG(PFIFO_CFG0, .read = read_config),
    REG(PFIFO_CFG1, .read = read_config),
    REG(PFIFO_CFG2, .read = read_config),
    REG(PFIFO_INTR_0, .w1c = STORED_INTRS, .flags = VOL, .read = read_intr, .write = write_intr),
    REG(PFIFO_INTR_EN_0, .bits = ALL_INTRS, .write = write_intr),
    REG(PFIFO_INTR_EN_1, .bits = ALL_INTRS, .write = write_intr),
    REG(PFIFO_INTR_STALL, .bits = ALL_INTRS, .reset = STORED_INTRS & ~PFIFO_INTR_0_CHANNEL_INTR),
    REG(PFIFO_INTR_BIND_ERROR, .flags = VOL),
    REG(PFIFO_INTR_SCHED_ERROR, .flags = VOL),
    REG(PFIFO_INTR_CHSW_ERROR, .flags = VOL),
    REG(PFIFO_INTR_LB_ERROR, .flags = VOL),
    REG(PFIFO_INTR_PBDMA_ID, .flags = VOL, .read = read_pbdma_id),
    REG(PFIFO_INTR_RUNLIST, .w1c = PFIFO_SCHED_DISABLE_RUNLIST_MASK, .flags = VOL, .write = write_intr),
    REG(PFIFO_ACQ_PRETEST, .bits = PFIFO_ACQ_PRETEST_TIMEOUT | PFIFO_ACQ_PRETEST_TIMESCALE, .reset = 8),
    REG(PFIFO_USERD_WINDOW, .bits = RW),
    REG(PFIFO_USERD_WRITEBACK, .bits = PFIFO_USERD_WRITEBACK_TIMER | PFIFO_USERD_WRITEBACK_TIMESCALE, .reset = PFIFO_USERD_WRITEBACK_TIMER_100US),
    REG(PFIFO_RUNLIST_BASE, .bits = PFIFO_RUNLIST_BASE_PTR | PFIFO_RUNLIST_BASE_TARGET, .flags = VOL, .chips = CHIPS_VOLTA),
    REG(PFIFO_RUNLIST, .bits = PFIFO_RUNLIST_LENGTH | PFIFO_RUNLIST_ID, .undefined = PFIFO_RUNLIST_ID, .flags = VOL, .write = write_runlist, .chips = CHIPS_VOLTA),
    MANY(PFIFO_ENG_RUNLIST_BASE, 8, .flags = VOL, .read = read_runlist, .chips = CHIPS_VOLTA),
    MANY(PFIFO_ENG_RUNLIST, 8, .flags = VOL, .read = read_runlist, .chips = CHIPS_VOLTA),
    MANY(PFIFO_RUNLIST_BASE_LO, 16, .bits = PFIFO_RUNLIST_BASE_LO_PTR_LO | PFIFO_RUNLIST_BASE_LO_TARGET, .flags = VOL, .chips = CHIPS_TURING),
    MANY(PFIFO_RUNLIST_BASE_HI, 16, .bits = PFIFO_RUNLIST_BASE_HI_PTR_HI, .flags = VOL, .chips = CHIPS_TURING),
    MANY(PFIFO_RUNLIST_SUBMIT, 16, .bits = RW, .flags = VOL, .write = write_own_runlist, .chips = CHIPS_TURING),
    MANY(PFIFO_RUNLIST_SUBMIT_INFO, 16, .flags = VOL, .read = read_submit_info, .chips = CHIPS_TURING),
    REG(PFIFO_INTR_CTXSW_TIMEOUT, .flags = VOL, .chips = CHIPS_TURING),
    MANY(PFIFO_PBDMA_MAP, 4, .read = read_map),
    REG(PFIFO_RECOVERED, .bits = RW, .flags = VOL, .read = read_write_only),
    REG(PFIFO_2A04, .bits = RW, .reset = 0x80003c00),
    REG(PFIFO_SCHED_DISABLE, .bits = PFIFO_SCHED_DISABLE_RUNLIST_MASK, .write = write_sched_disable),
    REG(PFIFO_PREEMPT, .bits = PFIFO_PREEMPT_ID | PFIFO_PREEMPT_TYPE, .flags = VOL, .read = read_preempt, .write = write_preempt),
    REG(PFIFO_RUNLIST_PREEMPT, .flags = VOL, .read = read_runlist_preempt, .write = write_runlist_preempt),
    REG(PFIFO_SCHED_STATUS, .flags = VOL),
    MANY(PFIFO_ENGINE_STATUS, 8, .flags = VOL, .read = read_engine),
    MANY(PFIFO_ENGINE_STATUS_INST, 4, .flags = VOL, .read = read_engine_instance),
    MANY(PFIFO_PBDMA_STATUS, 4, .flags = VOL, .read = read_pbdma),
    MANY(PFIFO_PBDMA_STATUS_INST, 4, .flags = VOL, .read = read_pbdma_instance),
    REG(PFIFO_ENG_TIMEOUT, .bits = RW, .reset = ENG_TIMEOUT_RESET),
    REG(PFIFO_CLEAR_FAULTED_TIMEOUT, .bits = PFIFO_CLEAR_FAULTED_TIMEOUT_PERIOD | PFIFO_CLEAR_FAULTED_TIMEOUT_DETECTION, .reset = CLEAR_RESET),
    MANY(PFIFO_ASK_FAULT, 4, .bits = PFIFO_ASK_FAULT_ID | PFIFO_ASK_FAULT_GO, .flags = VOL, .read = read_write_only, .write = write_ask, .chips = CHIPS_VOLTA),
    REG(USERMODE_NOTIFY_CHANNEL_PENDING, .write = write_doorbell),
};
/* clang-format on */

const struct reg_block gv_fifo_regs = { rows, ARRAY_SIZE(rows) };
