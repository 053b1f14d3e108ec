/* Channel RAM and the doorbell (docs/hardware/gv100.md §8.1, §8.2). */
#include <stdlib.h>

#include "hw/gv100/pccsr.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/ppbdma.h"
#include "model/gv100/base/card.h"
#include "model/gv100/host/fifo.h"
#include "model/gv100/vm/memory.h"

#define RUNLIST_FIELD BITS(19, 16) /* no field of the manual's, which software writes (K12) */

static void bind_error(struct gv100 *card, uint32_t code)
{
    const bool one = gv_knob(card, KNOB_BIND_CODES) == BIND_CODES_ONE;

    gv_set_reg(card, PFIFO_INTR_BIND_ERROR,
               one ? PFIFO_INTR_BIND_ERROR_CODE_INVALID_CTX_TGT : code);
    gv_fifo_raise(card, PFIFO_INTR_0_BIND_ERROR);
}

void gv_channel_forget(struct gv100 *card, struct channel *channel)
{
    if (channel->copies)
        gv_copy_forget(card, channel->copies);
    free(channel->copies);
    channel->copies = NULL;
}

/* ---- binding --------------------------------------------------------------------------------- */

static bool is_bound(const struct channel *channel)
{
    return channel->instance & PCCSR_CHANNEL_INST_BIND;
}

/* The defect vm-subcontext-for-host: the entry of the channel's VEID takes the place of words 128 and 129. */
static void use_subcontext(struct gv100 *card, struct space *space)
{
    const uint32_t info =
        gv_memory_read32(card, linear_add(space->block, 4 * RAMFC_SET_CHANNEL_INFO));
    const uint64_t entry =
        RAMIN_SC + RAMIN_SC_WORDS * (uint64_t)FIELD_GET(PPBDMA_SET_CHANNEL_INFO_VEID, info);
    const uint64_t word = gv_memory_read64(card, linear_add(space->block, 4 * entry));

    space->tables = (linear_addr){ word & ~(uint64_t)BITS(11, 0),
                                   (enum target)FIELD_GET(RAMIN_PDB_TARGET, (uint32_t)word) };
    space->bound = space->tables.target != TARGET_INVALID;
}

static void bind(struct gv100 *card, struct channel *channel, uint32_t value)
{
    const uint32_t target = FIELD_GET(PCCSR_CHANNEL_INST_TARGET, value);

    if (is_bound(channel) && !card->broken[DEFECT_HOST_BIND_UNCHECKED]) {
        bind_error(card, PFIFO_INTR_BIND_ERROR_CODE_BIND_NOT_UNBOUND);
        return;
    }
    if (target == TARGET_INVALID) {
        bind_error(card, PFIFO_INTR_BIND_ERROR_CODE_INVALID_CTX_TGT);
        return;
    }
    channel->instance = value;
    /* Measured: it is pending without a doorbell (§8.2). */
    channel->has_work = gv_knob(card, KNOB_BOUND_CHANNEL) == BOUND_CHANNEL_PENDING;
    gv_space_bind(card, &channel->space,
                  gv_space_block(FIELD_GET(PCCSR_CHANNEL_INST_PTR, value), target));
    if (card->broken[DEFECT_VM_SUBCONTEXT_FOR_HOST])
        use_subcontext(card, &channel->space);
}

static void unbind(struct gv100 *card, struct channel *channel, uint32_t value)
{
    if (is_bound(channel) && channel->pbdma != NO_PBDMA) {
        bind_error(card, PFIFO_INTR_BIND_ERROR_CODE_UNBIND_WHILE_RUNNING);
        return;
    }
    gv_channel_forget(card, channel);
    if (channel->space.block.v == card->fifo->subcontexts.block.v)
        gv_subcontexts_forget(&card->fifo->subcontexts);
    gv_space_unbind(&channel->space);
    channel->instance = value;
    channel->rung = channel->has_work = channel->waits = false;
}

/* ---- status ---------------------------------------------------------------------------------- */

static uint32_t status_of(const struct gv100 *card, const struct channel *channel)
{
    const bool working = gv_channel_is_working(card, channel);

    if (channel->pbdma != NO_PBDMA)
        return working ? PCCSR_CHANNEL_STATUS_ON_PBDMA_AND_ENG : PCCSR_CHANNEL_STATUS_ON_PBDMA;
    if (working)
        return channel->rung || channel->has_work ? PCCSR_CHANNEL_STATUS_ON_ENG_PENDING
                                                  : PCCSR_CHANNEL_STATUS_ON_ENG;
    if (channel->waits)
        return PCCSR_CHANNEL_STATUS_PENDING_ACQUIRE;
    return channel->rung || channel->has_work ? PCCSR_CHANNEL_STATUS_PENDING
                                              : PCCSR_CHANNEL_STATUS_IDLE;
}

static uint32_t channel_word(const struct gv100 *card, const struct channel *channel)
{
    const uint32_t status = status_of(card, channel);
    const bool busy = status != PCCSR_CHANNEL_STATUS_IDLE;
    uint32_t word = FIELD_PUT(PCCSR_CHANNEL_STATUS, status) | (busy ? PCCSR_CHANNEL_BUSY : 0) |
                    (channel->enabled ? PCCSR_CHANNEL_ENABLE : 0);

    if (channel->pbdma_faulted && !card->broken[DEFECT_HOST_FAULTED_UNSEEN])
        word |= PCCSR_CHANNEL_PBDMA_FAULTED;
    if (channel->engine_faulted && !card->broken[DEFECT_HOST_FAULTED_UNSEEN])
        word |= PCCSR_CHANNEL_ENG_FAULTED;
    if (gv_knob(card, KNOB_PCCSR_RUNLIST) == PCCSR_RUNLIST_STORED)
        word |= channel->runlist_field;
    return word;
}

uint32_t gv_pccsr_read(struct gv100 *card, uint32_t offset)
{
    const struct channel *channel = &card->fifo->channels[(offset >> 3) % FIFO_CHANNELS];
    const uint32_t value = offset & 4 ? channel_word(card, channel) : channel->instance;

    gv_trace_word(card, 'r', offset, value);
    return value;
}

/* A channel without a fault goes on where it stopped when host loads it again. */
static void clear_faults(struct channel *channel, uint32_t value)
{
    if (value & PCCSR_CHANNEL_PBDMA_FAULTED)
        channel->pbdma_faulted = false;
    if (value & PCCSR_CHANNEL_ENG_FAULTED)
        channel->engine_faulted = false;
}

static void write_channel(struct gv100 *card, struct channel *channel, uint32_t value)
{
    channel->runlist_field = value & RUNLIST_FIELD;
    if ((value & PCCSR_CHANNEL_ENABLE_SET) && !card->broken[DEFECT_HOST_ENABLE_STUCK])
        channel->enabled = true;
    if ((value & PCCSR_CHANNEL_ENABLE_CLR) && !card->broken[DEFECT_HOST_DISABLE_STUCK])
        channel->enabled = false;
    clear_faults(channel, value);
}

void gv_pccsr_write(struct gv100 *card, uint32_t offset, uint32_t value)
{
    struct channel *channel = &card->fifo->channels[(offset >> 3) % FIFO_CHANNELS];

    gv_trace_word(card, 'w', offset, value);
    if (offset & 4)
        write_channel(card, channel, value);
    else if (value & PCCSR_CHANNEL_INST_BIND)
        bind(card, channel, value);
    else
        unbind(card, channel, value);
    gv_fifo_run(card);
}

/* ---- doorbell and faults --------------------------------------------------------------------- */

void gv_fifo_doorbell(struct gv100 *card, uint32_t channel, unsigned runlist)
{
    if (channel >= FIFO_CHANNELS || card->broken[DEFECT_HOST_DOORBELL_DEAD] ||
        (runlist != DOORBELL_ANY && card->fifo->channels[channel].runlist != (int)runlist))
        return;
    card->fifo->channels[channel].rung = true;
    gv_fifo_run(card);
}

void gv_fifo_engine_faulted(struct gv100 *card, unsigned lce, unsigned number)
{
    struct channel *channel = &card->fifo->channels[number];

    channel->engine_faulted = true;
    card->fifo->engine_faulted[card->topology.lce_engine[lce]] = true;
}
