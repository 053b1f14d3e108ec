#include "engines/gv100/channel.h"

#include "engines/gv100/flush.h"
#include "engines/gv100/generation.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/gv100/pccsr.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/ppbdma.h"
#include "hw/gv100/unlisted.h"
#include "hw/gv100/usermode.h"
#include "mmu/gv100/pb.h"
#include "mmu/gv100/ramfc.h"

/* Words that drivers write into RAMFC (§3.2). */
#define ACQUIRE_NO_TIMEOUT 0x7ffff902u
#define HEADER_START       0x20400000u
#define SUBDEVICE_ALL      0x30000001u
#define UNKNOWN_3E         62 /* a word that GV100's manual lacks */
#define UNKNOWN_3E_VALUE   0x10003080u

#define PAGE             0x1000u
#define USERD_BYTES      0x200u
#define TIMESLICE_SCALE  3 /* as is customary (§3.4) */
#define TIMESLICE_PERIOD 128

/* ---- building -------------------------------------------------------------------------------- */

/* A method buffer as large as a driver computes it (§3.1). */
static uint64_t method_buffer_bytes(struct card *card)
{
    const uint32_t map = FIELD_GET(CE_PCE_MAP_PCES, card_read32(card, CE_PCE_MAP));

    return 27 * 5 * (13 * (uint64_t)bits_count(map) + 2);
}

static enum err add_method_buffer(struct host *host, uint64_t *shown)
{
    const uint64_t size = (method_buffer_bytes(host->card) + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    linear_addr memory;
    virtual_addr at;
    enum err e = memory_alloc(host->card, host->where, size, PAGE, &memory);

    if (e == OK)
        e = host_show(host, memory, size, &at);
    if (e == OK)
        *shown = at.v;
    return e;
}

/* The words that host loads when it takes the channel up; the others start at zero. */
static void fill_ramfc(const struct channel *channel, struct ramfc *out)
{
    const struct channel_form *const form = &channel->form;

    *out = (struct ramfc){
        .gp_base = form->at.v + CHANNEL_RING,
        .gp_limit2 = form->ring_log2,
        .userd = channel->userd.v,
        .userd_target = (uint8_t)channel->userd.target,
        .signature = form->signature,
        .acquire = form->acquire,
        .pb_header = HEADER_START,
        .subdevice =
            form->all_subdevices ? SUBDEVICE_ALL & ~RAMFC_SUBDEVICE_CHANNEL_DMA : SUBDEVICE_ALL,
        .target = FIELD_PUT(RAMFC_TARGET_ENGINE, (uint32_t)form->engine) |
                  (form->copies ? RAMFC_TARGET_CE_CTX_VALID : 0),
        .hce_ctrl = form->physical ? RAMFC_HCE_CTRL_PRIV_MODE : 0,
        .config = RAMFC_CONFIG_USERD_WRITEBACK | (form->privileged ? RAMFC_CONFIG_AUTH_LEVEL : 0),
        .set_channel_info = FIELD_PUT(RAMFC_CHANNEL_INFO_VEID, (uint32_t)form->veid),
    };
}

static enum err make_instance(struct channel *channel)
{
    struct instance_form form = { 0 };
    uint32_t words[RAMFC_WORDS];
    struct ramfc ramfc;
    enum err e = OK;

    fill_ramfc(channel, &ramfc);
    if (channel->form.copies)
        e = add_method_buffer(channel->host, &form.method_buffer);
    if (e == OK)
        e = ramfc_pack(&ramfc, words);
    if (e != OK)
        return e;
    words[UNKNOWN_3E] = UNKNOWN_3E_VALUE;
    form.ramfc = words;
    return instance_make(channel->space, channel->form.instance, &form, &channel->instance);
}

static enum err make_memory(struct channel *channel)
{
    struct card *const card = channel->host->card;
    const enum target where = channel->form.where;
    enum err e = memory_alloc(card, where, CHANNEL_WINDOW, PAGE, &channel->window);

    if (e == OK)
        e = card_memory_fill(card, channel->window, 0, CHANNEL_PUSH);
    if (e == OK)
        e = memory_alloc(card, where, USERD_BYTES, USERD_ALIGN, &channel->userd);
    if (e == OK)
        e = card_memory_fill(card, channel->userd, 0, USERD_BYTES);
    const struct gmmu_pte pte = pte_to(channel->window);
    return e == OK ? space_map(channel->space, channel->form.at, CHANNEL_WINDOW, GMMU_PAGE_4K, &pte)
                   : e;
}

static enum err bind(struct channel *channel)
{
    struct host *const host = channel->host;

    card_write32(host->card, PCCSR_CHANNEL_INST(channel->form.id),
                 FIELD_PUT(PCCSR_CHANNEL_INST_PTR, (uint32_t)(channel->instance.v >> 12)) |
                     FIELD_PUT(PCCSR_CHANNEL_INST_TARGET, (uint32_t)channel->instance.target) |
                     PCCSR_CHANNEL_INST_BIND);
    return card_expired(host->card) ? ERR_DEADLINE : OK;
}

static enum err bind_first(struct channel *channel)
{
    struct host *const host = channel->host;

    if (host->channel_count == HOST_CHANNELS_MAX)
        return ERR_NO_MEMORY;
    host->channels[host->channel_count++] = channel->form.id;
    return bind(channel);
}

enum err channel_rebind(struct channel *channel)
{
    const enum err e = bar_flush(channel->host->card);

    if (e != OK)
        return e;
    card_write32(channel->host->card, PCCSR_CHANNEL_INST(channel->form.id), 0);
    return bind(channel);
}

/* As drivers do it, TLBs forget the space after it has changed, because an earlier one may have had its root at the
 * same place. */
enum err channel_make(struct channel *channel, struct host *host, struct space *space,
                      const struct channel_form *form)
{
    *channel = (struct channel){ .host = host, .space = space, .form = *form };
    struct channel_form *const own = &channel->form;

    own->ring_log2 = form->ring_log2 ? form->ring_log2 : CHANNEL_RING_LOG2;
    own->signature = form->signature ? form->signature : RAMFC_SIGNATURE_HW_FACE;
    own->acquire = form->acquire ? form->acquire : ACQUIRE_NO_TIMEOUT;
    channel->ring_entries = BIT(own->ring_log2);
    const struct tlb_scope scope = { .pdb = space->root };
    enum err e = make_memory(channel);

    if (e == OK)
        e = make_instance(channel);
    if (e == OK)
        e = bar_flush(host->card);
    if (e == OK)
        e = tlb_invalidate(host->card, &scope);
    return e == OK ? bind_first(channel) : e;
}

void channel_enable(struct channel *channel)
{
    card_write32(channel->host->card, PCCSR_CHANNEL(channel->form.id), PCCSR_CHANNEL_ENABLE_SET);
}

void channel_disable(struct channel *channel)
{
    card_write32(channel->host->card, PCCSR_CHANNEL(channel->form.id), PCCSR_CHANNEL_ENABLE_CLR);
}

uint32_t channel_state(struct channel *channel)
{
    return card_read32(channel->host->card, PCCSR_CHANNEL(channel->form.id));
}

/* ---- scheduling ------------------------------------------------------------------------------ */

struct runlist_entry channel_entry(const struct channel *channel)
{
    return (struct runlist_entry){
        .channel = { .runqueue = channel->form.runqueue,
                     .inst_target = (uint8_t)channel->instance.target,
                     .userd_target = (uint8_t)channel->userd.target,
                     .userd = channel->userd.v,
                     .inst = channel->instance.v,
                     .chid = channel->form.id },
    };
}

struct runlist_entry tsg_entry(uint16_t tsgid, uint8_t length)
{
    return (struct runlist_entry){
        .is_tsg = true,
        .tsg = { .timeslice_scale = TIMESLICE_SCALE,
                 .timeslice_timeout = TIMESLICE_PERIOD,
                 .length = length,
                 .tsgid = tsgid },
    };
}

/* Enabled again once it is in the runlist, as a driver does it (§8.3). */
enum err channel_run_alone(struct channel *channel)
{
    const struct runlist_entry list[] = { tsg_entry(channel->form.id, 1), channel_entry(channel) };
    enum err e;

    channel_enable(channel);
    e = host_schedule(channel->host, channel->form.runlist, list, ARRAY_SIZE(list));
    channel_enable(channel);
    return e;
}

/* ---- submitting ------------------------------------------------------------------------------ */

enum err channel_write(struct channel *channel, const uint32_t *words, unsigned count,
                       virtual_addr *out)
{
    const uint32_t at = CHANNEL_PUSH + channel->push_used;

    if (at + 4 * count > CHANNEL_WINDOW)
        return ERR_NO_MEMORY;
    channel->push_used += 4 * count;
    *out = (virtual_addr){ channel->form.at.v + at };
    return card_memory_write(channel->host->card, linear_add(channel->window, at), words,
                             4 * (size_t)count);
}

enum err channel_add_entry(struct channel *channel, const uint32_t words[2])
{
    const linear_addr at =
        linear_add(channel->window, CHANNEL_RING + 8 * (uint64_t)channel->gp_put);

    channel->gp_put = (channel->gp_put + 1) % channel->ring_entries;
    return card_memory_write(channel->host->card, at, words, 8);
}

void channel_ring(struct channel *channel)
{
    struct card *const card = channel->host->card;

    card_write32(card, USERMODE_NOTIFY_CHANNEL_PENDING,
                 generation_doorbell(card, channel->form.id, channel->form.runlist));
}

/* GP_PUT is read back, so that it and all before it have arrived when the doorbell rings. */
enum err channel_kick(struct channel *channel)
{
    struct card *const card = channel->host->card;
    const linear_addr at = linear_add(channel->userd, 4 * USERD_GP_PUT);
    uint32_t seen;
    enum err e = bar_flush(card);

    if (e == OK)
        e = card_memory_write(card, at, &channel->gp_put, 4);
    if (e == OK)
        e = card_memory_read(card, at, &seen, 4);
    if (e == OK)
        channel_ring(channel);
    return e;
}

enum err channel_submit(struct channel *channel, const struct push *push)
{
    struct gp_entry gp = { .length = push->count };
    uint32_t words[GP_WORDS];
    virtual_addr at;
    enum err e = push->full ? ERR_NO_MEMORY : channel_write(channel, push->words, push->count, &at);

    if (e != OK)
        return e;
    gp.get = at.v;
    e = gp_pack(&gp, words);
    if (e == OK)
        e = channel_add_entry(channel, words);
    return e == OK ? channel_kick(channel) : e;
}

/* ---- looking --------------------------------------------------------------------------------- */

virtual_addr channel_semaphore(const struct channel *channel, unsigned offset)
{
    return (virtual_addr){ channel->form.at.v + CHANNEL_SEMAPHORE + offset };
}

static uint32_t read_word(struct card *card, linear_addr at)
{
    uint32_t word;

    return card_memory_read(card, at, &word, sizeof(word)) == OK ? word : UINT32_MAX;
}

uint32_t channel_semaphore_read(struct channel *channel, unsigned offset)
{
    return read_word(channel->host->card, linear_add(channel->window, CHANNEL_SEMAPHORE + offset));
}

enum err channel_semaphore_write(struct channel *channel, unsigned offset, uint32_t value)
{
    return card_memory_write(channel->host->card,
                             linear_add(channel->window, CHANNEL_SEMAPHORE + offset), &value,
                             sizeof(value));
}

uint32_t channel_userd(struct channel *channel, unsigned word)
{
    return read_word(channel->host->card, linear_add(channel->userd, 4 * (uint64_t)word));
}

unsigned channel_pbdma(struct channel *channel)
{
    const uint32_t all = runlist_pbdmas(channel->host->card, channel->form.runlist);
    const uint32_t second = all & (all - 1);
    uint32_t pick = channel->form.runqueue && second ? second : all;
    unsigned i = 0;

    while (pick && !(pick & 1)) {
        pick >>= 1;
        i++;
    }
    return i;
}

/* The registers from which a person can tell where the host stopped (§8.3, step 14). */
static void log_state(struct channel *channel)
{
    struct card *const card = channel->host->card;
    const unsigned pbdma = channel_pbdma(channel);

    card_log(card,
             "channel %u: 0x%06x reads 0x%08x (PCCSR), PBDMA %u: INTR_0 0x%08x INTR_1 0x%08x "
             "METHOD0 0x%08x GP_GET %u of %u",
             (unsigned)channel->form.id, (unsigned)PCCSR_CHANNEL(channel->form.id),
             channel_state(channel), pbdma, card_read32(card, PPBDMA_INTR_0(pbdma)),
             card_read32(card, PPBDMA_INTR_1(pbdma)), card_read32(card, PPBDMA_METHOD0(pbdma)),
             card_read32(card, PPBDMA_GP_GET(pbdma)), channel->gp_put);
    card_log(card,
             "channel %u: PBDMA_STATUS 0x%08x ENGINE_STATUS 0x%08x PFIFO_INTR_0 0x%08x "
             "SCHED_ERROR 0x%x",
             (unsigned)channel->form.id, card_read32(card, PFIFO_PBDMA_STATUS(pbdma)),
             card_read32(card, PFIFO_ENGINE_STATUS(channel->form.engine)),
             card_read32(card, PFIFO_INTR_0), card_read32(card, PFIFO_INTR_SCHED_ERROR));
}

const char *channel_stands(struct channel *channel)
{
    const uint32_t state = channel_state(channel);

    if (!(state & PCCSR_CHANNEL_ENABLE))
        return "the channel is off";
    if (card_read32(channel->host->card, PFIFO_INTR_0) & PFIFO_INTR_0_SCHED_ERROR)
        return "the scheduler reports an error";
    switch (FIELD_GET(PCCSR_CHANNEL_STATUS, state)) {
    case PCCSR_CHANNEL_STATUS_IDLE:
        return "the channel has nothing to do";
    case PCCSR_CHANNEL_STATUS_PENDING:
        return "the channel waits for its turn";
    default:
        return "the channel is at work";
    }
}

/* The deadline is asked before the value is believed: a test whose time is over reads all ones, which may be the
 * value it waits for. */
enum err channel_wait(struct channel *channel, unsigned offset, uint32_t value, uint32_t timeout_us)
{
    struct card *const card = channel->host->card;
    const uint64_t give_up = card->bus->ops->time_us(card->bus) + timeout_us;

    for (;;) {
        const uint32_t seen = channel_semaphore_read(channel, offset);

        if (card_expired(card))
            return ERR_DEADLINE;
        if (seen == value)
            return OK;
        if (card->bus->ops->time_us(card->bus) < give_up)
            continue;
        card_log(card, "semaphore of channel %u: wanted 0x%08x, seen 0x%08x after %u us",
                 (unsigned)channel->form.id, value, seen, timeout_us);
        log_state(channel);
        return ERR_TIMEOUT;
    }
}

/* The deadline is asked first, because all ones, which is read after it, would look like an interrupt. */
enum err channel_wait_event(struct channel *channel, struct pbdma_event *out, uint32_t timeout_us)
{
    struct card *const card = channel->host->card;
    const unsigned pbdma = channel_pbdma(channel);
    const uint64_t give_up = card->bus->ops->time_us(card->bus) + timeout_us;

    for (;;) {
        pbdma_read(card, pbdma, out);
        if (card_expired(card))
            return ERR_DEADLINE;
        if (out->interrupts || out->interrupts_1)
            return OK;
        if (card->bus->ops->time_us(card->bus) >= give_up)
            break;
    }
    card_log(card, "PBDMA %u: wanted an interrupt in 0x%06x or 0x%06x, seen none after %u us",
             pbdma, (unsigned)PPBDMA_INTR_0(pbdma), (unsigned)PPBDMA_INTR_1(pbdma), timeout_us);
    log_state(channel);
    return ERR_TIMEOUT;
}
