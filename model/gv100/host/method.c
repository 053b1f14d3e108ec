/* Methods: host's own, and the way to the engines (docs/hardware/gv100.md §4.3, §4.4, §4.7). */
#include "hw/gv100/methods.h"

#include <stdlib.h>

#include "hw/gv100/pb.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/ppbdma.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/host/fifo.h"

#define SOFTWARE_SUBCHANNELS 5 /* and above */
#define RETRY_NS             1000

/* ---- endings --------------------------------------------------------------------------------- */

static enum step done(struct pbdma *pbdma)
{
    pbdma->words[RAMFC_METHOD0] &= ~RAMFC_METHOD_VALID;
    return STEP_DONE;
}

/* The method stays in METHOD0 for software to look at; where the interrupt does not stall, it is dropped. */
enum step gv_pbdma_reject(struct gv100 *card, unsigned number, unsigned which, uint32_t bit)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];

    if (which == 1) {
        pbdma->hce_method = pbdma->words[RAMFC_METHOD0] & RAMFC_METHOD_ADDR;
        pbdma->hce_data = pbdma->words[RAMFC_DATA0];
    }
    gv_pbdma_raise(card, number, which, bit);
    return gv_pbdma_is_frozen(pbdma) ? STEP_FROZEN : done(pbdma);
}

/* A method that the copy engine's part of host refuses is dropped at once: software has nothing to put in its place
 * (§4.7). */
static enum step refuse(struct gv100 *card, unsigned number, uint32_t bit)
{
    const enum step step = gv_pbdma_reject(card, number, 1, bit);

    if (!card->broken[DEFECT_COPY_REFUSED_REPEATS])
        done(&card->fifo->pbdmas[number]);
    return step;
}

static enum step bad_method(struct gv100 *card, unsigned number)
{
    if (card->broken[DEFECT_HOST_METHOD_UNCHECKED])
        return done(&card->fifo->pbdmas[number]);
    return gv_pbdma_reject(card, number, 0, PPBDMA_INTR_0_METHOD);
}

/* ---- engines --------------------------------------------------------------------------------- */

/* A method below 5 goes to the runlist's engine; on the graphics runlist 4 is its copy engine. */
static const struct topology_engine *engine_for(struct gv100 *card, unsigned number,
                                                unsigned subchannel)
{
    const struct channel *channel = gv_pbdma_channel(card, number);
    const uint32_t wanted =
        FIELD_GET(RAMFC_TARGET_ENGINE, card->fifo->pbdmas[number].words[RAMFC_TARGET]);
    const struct topology_engine *engine =
        gv_topology_engine(&card->topology, (unsigned)channel->runlist, wanted);

    if (channel->runlist != 0)
        return engine;
    if (subchannel != COPY_SUBCHANNEL)
        return &card->topology.engine[0];
    return engine && engine->copies ? engine : gv_topology_lce(&card->topology, 0);
}

static bool has_context(const struct gv100 *card, const struct pbdma *pbdma,
                        const struct topology_engine *engine)
{
    const uint32_t bit = engine->copies ? RAMFC_TARGET_CE_CTX_VALID : RAMFC_TARGET_ENG_CTX_VALID;

    return (pbdma->words[RAMFC_TARGET] & bit) || card->broken[DEFECT_HOST_CONTEXT_UNCHECKED];
}

static struct copy_state *copies_of(struct gv100 *card, unsigned number)
{
    struct channel *channel = gv_pbdma_channel(card, number);
    const struct pbdma *pbdma = &card->fifo->pbdmas[number];

    if (!channel->copies) {
        channel->copies = malloc(sizeof(*channel->copies));
        if (!channel->copies)
            return NULL;
        gv_copy_state_init(card, channel->copies, (unsigned)pbdma->channel, &channel->space);
    }
    channel->copies->privileged = gv_pbdma_is_privileged(pbdma);
    return channel->copies;
}

/* A method of a copy engine. Host reports the engine's refusal as its own second interrupt word. */
static enum step copy_method(struct gv100 *card, unsigned number, unsigned lce, uint32_t method)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    struct copy_state *state = copies_of(card, number);

    if (!state)
        return STEP_BUSY;
    switch (gv_copy_method(card, lce, state, method, pbdma->words[RAMFC_DATA0],
                           pbdma->words[RAMFC_HCE_CTRL] & RAMFC_HCE_CTRL_PRIV_MODE)) {
    case COPY_TAKEN:
        card->fifo->engine_channel[card->topology.lce_engine[lce]] = pbdma->channel;
        card->fifo->engine_faulted[card->topology.lce_engine[lce]] = false;
        return done(pbdma);
    case COPY_BUSY:
        return STEP_BUSY;
    case COPY_NO_PRIVILEGE:
        return refuse(card, number, PPBDMA_INTR_1_HCE_PRIV);
    case COPY_ILLEGAL_OPERATION:
        return refuse(card, number, PPBDMA_INTR_1_HCE_RE_ILLEGAL_OP);
    case COPY_MISALIGNED:
        return refuse(card, number, PPBDMA_INTR_1_HCE_RE_ALIGNB);
    default:
        return refuse(card, number, PPBDMA_INTR_1_HCE_ILLEGAL_MTHD);
    }
}

/* METHOD_CRC takes 6 bytes of each engine method: subchannel, address, data; how they are packed is not given. */
static void add_to_crc(struct pbdma *pbdma, unsigned subchannel, uint32_t method)
{
    uint8_t bytes[6];

    bytes_put16(bytes, subchannel << 13 | method >> 2);
    bytes_put32(bytes + 2, pbdma->words[RAMFC_DATA0]);
    pbdma->words[RAMFC_METHOD_CRC] = gv_crc32(pbdma->words[RAMFC_METHOD_CRC], bytes, sizeof(bytes));
}

/* Knob context_load: an engine that has another TSG's context loads this one's first, and the time slice stands
 * still meanwhile. */
static bool context_is_loaded(struct gv100 *card, unsigned number,
                              const struct topology_engine *engine)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    struct fifo *fifo = card->fifo;
    int *const holder = &fifo->engine_channel[engine - card->topology.engine];
    const struct channel *channel = gv_pbdma_channel(card, number);
    const uint64_t load = gv_context_load_ns(card);

    if (!load || (*holder != NO_CHANNEL && fifo->channels[*holder].tsg == channel->tsg))
        return true;
    const uint64_t now = shell_now_ns(&card->shell);
    if (!pbdma->engine_ns) {
        pbdma->engine_ns = now + load;
        fifo->runlists[channel->runlist].timeslice_end += load;
        shell_wake_after(&card->shell, load);
    }
    if (now < pbdma->engine_ns)
        return false;
    pbdma->engine_ns = 0;
    *holder = pbdma->channel;
    return true;
}

/* Of a copy engine, on this chip. */
static uint32_t class_of(const struct gv100 *card)
{
    return card->broken[DEFECT_COPY_CLASS_OF_VOLTA] ? CLASS_VOLTA_DMA_COPY
                                                    : card->chip->places->copy_class;
}

/* An engine in reset takes nothing. */
static enum step engine_method(struct gv100 *card, unsigned number, unsigned subchannel,
                               uint32_t method)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];

    if (subchannel >= SOFTWARE_SUBCHANNELS && card->broken[DEFECT_HOST_SOFTWARE_DROPPED])
        return done(pbdma);
    if (subchannel >= SOFTWARE_SUBCHANNELS)
        return gv_pbdma_reject(card, number, 0, PPBDMA_INTR_0_DEVICE);
    const struct topology_engine *engine = engine_for(card, number, subchannel);
    if (!engine)
        return gv_pbdma_reject(card, number, 0, PPBDMA_INTR_0_DEVICE);
    if (gv_pbdma_channel(card, number)->runlist == 0 &&
        !gv_subchannel_changes(card, number, engine->copies))
        return STEP_BUSY;
    if (!has_context(card, pbdma, engine))
        return gv_pbdma_reject(card, number, 1, PPBDMA_INTR_1_CTXNOTVALID);
    if (!(gv_reg(card, PMC_ENABLE) >> engine->reset_bit & 1) ||
        !context_is_loaded(card, number, engine))
        return STEP_BUSY;
    if (!engine->copies && engine->runlist != 0)
        return STEP_BUSY; /* a falcon whose program nobody has loaded */
    if (!engine->copies)
        return gv_graphics_method(card, number, subchannel);
    if (method != HOST_SET_OBJECT) {
        const enum step step = copy_method(card, number, engine->lce, method);

        if (step == STEP_DONE)
            add_to_crc(pbdma, subchannel, method);
        return step;
    }
    if (FIELD_GET(HOST_SET_OBJECT_CLASS, pbdma->words[RAMFC_DATA0]) == class_of(card) ||
        card->broken[DEFECT_COPY_CLASS_UNCHECKED])
        return done(pbdma);
    return refuse(card, number, PPBDMA_INTR_1_HCE_ILLEGAL_CLASS);
}

/* ---- host ------------------------------------------------------------------------------------ */

static enum step store(struct pbdma *pbdma, unsigned word, uint32_t value)
{
    pbdma->words[word] = value;
    return done(pbdma);
}

static enum step set_reference(struct gv100 *card, unsigned number, uint32_t data)
{
    if (gv_pbdma_is_awaited(card, number))
        return STEP_BUSY;
    return store(&card->fifo->pbdmas[number], RAMFC_REF, data);
}

static enum step yield(struct gv100 *card, unsigned number, uint32_t data)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const struct channel *channel = gv_pbdma_channel(card, number);

    switch (FIELD_GET(HOST_YIELD_OP, data)) {
    case HOST_YIELD_OP_NOP:
        return done(pbdma);
    case HOST_YIELD_OP_RUNLIST:
        if (channel->runlist != NO_RUNLIST)
            card->fifo->runlists[channel->runlist].timeslice_over = true;
        return done(pbdma);
    case HOST_YIELD_OP_TSG:
        done(pbdma);
        return card->broken[DEFECT_HOST_YIELD_IGNORED] ? STEP_DONE : STEP_YIELDS;
    default:
        return bad_method(card, number);
    }
}

static enum step check_crc(struct gv100 *card, unsigned number, uint32_t data)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const uint32_t crc = pbdma->words[RAMFC_METHOD_CRC];

    pbdma->words[RAMFC_METHOD_CRC] = 0;
    if (data != crc)
        return gv_pbdma_reject(card, number, 0, PPBDMA_INTR_0_METHODCRC);
    return done(pbdma);
}

/* Looks once in a microsecond whether the bit is there to be cleared. */
static enum step clear_faulted(struct gv100 *card, unsigned number, uint32_t data)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    struct channel *target = &card->fifo->channels[FIELD_GET(HOST_CLEAR_FAULTED_CHID, data)];
    const uint32_t timeout = gv_reg(card, PFIFO_CLEAR_FAULTED_TIMEOUT);
    const uint64_t now = shell_now_ns(&card->shell);
    bool *const bit =
        data & HOST_CLEAR_FAULTED_ENG ? &target->engine_faulted : &target->pbdma_faulted;

    if (*bit) {
        *bit = false;
        pbdma->clear_ns = 0;
        return done(pbdma);
    }
    if (!pbdma->clear_ns)
        pbdma->clear_ns = now;
    if ((timeout & PFIFO_CLEAR_FAULTED_TIMEOUT_DETECTION) &&
        (now - pbdma->clear_ns) / 1000 > FIELD_GET(PFIFO_CLEAR_FAULTED_TIMEOUT_PERIOD, timeout)) {
        pbdma->clear_ns = 0;
        return gv_pbdma_reject(card, number, 0, PPBDMA_INTR_0_CLEAR_FAULTED_ERROR);
    }
    gv_pbdma_channel(card, number)->retry_ns = now + RETRY_NS;
    gv_pbdma_channel(card, number)->may_switch = true;
    return STEP_WAITS;
}

static enum step interrupt(struct gv100 *card, unsigned number)
{
    if (!card->broken[DEFECT_HOST_NO_CHANNEL_INTR])
        gv_fifo_raise(card, PFIFO_INTR_0_CHANNEL_INTR);
    return done(&card->fifo->pbdmas[number]);
}

/* Methods that only set a word. 0: it is none of them. */
static unsigned word_of(uint32_t method)
{
    switch (method) {
    case HOST_SEMAPHOREA:
    case HOST_SEM_ADDR_HI:
        return RAMFC_SEM_ADDR_HI;
    case HOST_SEMAPHOREB:
    case HOST_SEM_ADDR_LO:
        return RAMFC_SEM_ADDR_LO;
    case HOST_SEMAPHOREC:
    case HOST_SEM_PAYLOAD_LO:
        return RAMFC_SEM_PAYLOAD_LO;
    case HOST_SEM_PAYLOAD_HI:
        return RAMFC_SEM_PAYLOAD_HI;
    case HOST_MEM_OP_A:
        return RAMFC_MEM_OP_A;
    case HOST_MEM_OP_B:
        return RAMFC_MEM_OP_B;
    case HOST_MEM_OP_C:
        return RAMFC_MEM_OP_C;
    default:
        return 0;
    }
}

/* Most of host's own methods only set a word that a later one uses; these are the ones that do
 * something. */
static enum step host_method(struct gv100 *card, unsigned number, uint32_t method, uint32_t data)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];

    if (word_of(method))
        return store(pbdma, word_of(method), data);
    switch (method) {
    case HOST_NOP:
    case HOST_FB_FLUSH:
        return done(pbdma);
    case HOST_SEMAPHORED:
        return gv_semaphore_old(card, number, data);
    case HOST_SEM_EXECUTE:
        return gv_semaphore_execute(card, number, data);
    case HOST_NON_STALL_INTERRUPT:
        return interrupt(card, number);
    case HOST_MEM_OP_D:
        return gv_memop(card, number, data);
    case HOST_SET_REFERENCE:
        return set_reference(card, number, data);
    case HOST_WFI:
        return gv_pbdma_is_awaited(card, number) ? STEP_BUSY : done(pbdma);
    case HOST_CRC_CHECK:
        return check_crc(card, number, data);
    case HOST_YIELD:
        return yield(card, number, data);
    case HOST_CLEAR_FAULTED:
        return clear_faulted(card, number, data);
    default:
        return bad_method(card, number);
    }
}

enum step gv_pbdma_execute(struct gv100 *card, unsigned number)
{
    const struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const uint32_t word = pbdma->words[RAMFC_METHOD0];
    const uint32_t method = word & RAMFC_METHOD_ADDR;

    shell_trace(&card->shell, "method %u %u %03x %08x", (unsigned)pbdma->channel,
                (unsigned)FIELD_GET(RAMFC_METHOD_SUBCH, word), method, pbdma->words[RAMFC_DATA0]);
    if (method == HOST_SET_OBJECT || method >= PB_HOST_METHODS)
        return engine_method(card, number, FIELD_GET(RAMFC_METHOD_SUBCH, word), method);
    return host_method(card, number, method, pbdma->words[RAMFC_DATA0]);
}
