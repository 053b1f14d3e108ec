#include "model/nv50/fifo/pfifo.h"

#include <string.h>

#include "hw/nv50/pmc.h"
#include "hw/nv50/ramfc.h"
#include "hw/nv50/vm.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/translate.h"

/* Words fetched and methods executed before the machine gets a turn, and how long until the next
 * look at what waits for memory. */
#define RUN_STEPS (1u << 16)
#define AGAIN_NS  1000
#define RETRY_NS  20000

#define KICK_PGRAPH BIT(0)

static void tell(struct nv50 *card)
{
    irq_follow(card, PMC_INTR_PFIFO, PFIFO_INTR, PFIFO_INTR_EN);
}

void fifo_raise(struct nv50 *card, uint32_t bits)
{
    reg_set(card, PFIFO_INTR, reg_get(card, PFIFO_INTR) | bits);
    tell(card);
}

void pfifo_reset(struct nv50 *card)
{
    memset(card->pfifo, 0, sizeof(*card->pfifo));
    reg_set(card, PFIFO_PUSH1, PFIFO_PUSH1_NOBODY);
    tell(card);
}

/* ---- the scheduler ---- */

static bool has_work(struct nv50 *card, unsigned channel)
{
    return fifo_word(card, channel, RAMFC_IB_GET) != fifo_word(card, channel, RAMFC_IB_PUT) ||
           fifo_word(card, channel, RAMFC_DMA_GET) != fifo_word(card, channel, RAMFC_DMA_PUT) ||
           fifo_word(card, channel, RAMFC_DMA_GET_HIGH) !=
               fifo_word(card, channel, RAMFC_DMA_PUT_HIGH) ||
           (fifo_saved_methods(card, channel) != 0);
}

/* A channel whose pusher or puller has stopped for its handler is not taken away
 * (docs/hardware/tesla-mmio.md §4.8). */
static bool may_switch(const struct nv50 *card)
{
    return (reg_get(card, PFIFO_CACHES) & PFIFO_CACHES_REASSIGN) &&
           !(reg_get(card, PFIFO_FREEZE) & PFIFO_FREEZE_ENABLE) &&
           (reg_get(card, PFIFO_PUSH0) & PFIFO_PUSH0_ACCESS) &&
           (reg_get(card, PFIFO_PULL0) & PFIFO_PULL0_ACCESS) &&
           (!card->pfifo->loaded || (reg_get(card, PFIFO_DMA_PUSH) & PFIFO_DMA_PUSH_ACCESS));
}

static bool run_loaded(struct nv50 *card, unsigned *budget)
{
    const unsigned before = *budget;

    while (*budget && (fifo_pull(card) || fifo_push(card)))
        --*budget;
    return *budget != before;
}

/* The next listed channel gets the registers, if it has anything to do. */
static bool take_turn(struct nv50 *card, unsigned *budget)
{
    struct pfifo *fifo = card->pfifo;
    const unsigned channel = fifo->runlist[fifo->next];

    fifo->next = (fifo->next + 1) % fifo->listed;
    if (!fifo_is_enabled(card, channel))
        return false;
    if (!fifo->loaded || fifo->channel != channel) {
        if (!has_work(card, channel))
            return false;
        fifo_unload(card);
        fifo_load(card, channel);
    }
    return run_loaded(card, budget);
}

static void go_on_kicking(struct nv50 *card)
{
    if (card->pfifo->kicking && pgraph_unload(card, card->pfifo->kicked))
        card->pfifo->kicking = false;
}

/* Goes round until everybody in turn had nothing to do. */
void pfifo_run(struct nv50 *card)
{
    struct pfifo *fifo = card->pfifo;
    unsigned budget = RUN_STEPS;

    if (fifo->running || !regs_enabled(card, PFIFO_INTR))
        return;
    go_on_kicking(card);
    pgraph_begin_turn(card);
    fifo->running = true;
    fifo->acquiring = false;
    run_loaded(card, &budget);
    for (unsigned idle = 0; budget && idle < fifo->listed && may_switch(card);)
        idle = take_turn(card, &budget) ? 0 : idle + 1;
    fifo->running = false;
    if (!budget)
        card_wake_after(card, AGAIN_NS);
    else if (fifo->acquiring)
        card_wake_after(card, RETRY_NS);
}

/* ---- registers ---- */

static void run_again(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    pfifo_run(card);
}

/* An error that is acknowledged lets PFIFO go on, which may raise the next one at once. */
static void write_intr(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    pfifo_run(card);
    tell(card);
}

static void write_intr_en(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    tell(card);
}

/* §4.5: the list is taken at once, so that nothing is ever pending, and a channel that is not in it is
 * unloaded. */
static void take_runlist(struct nv50 *card)
{
    struct pfifo *fifo = card->pfifo;
    const linear_addr list = vm_channel_base(reg_get(card, PFIFO_RUNLIST));
    const uint32_t length = reg_get(card, PFIFO_RUNLIST_LENGTH);
    bool stays = false;

    fifo->listed = length < PFIFO_CHANNELS ? length : PFIFO_CHANNELS;
    fifo->next = 0;
    for (unsigned i = 0; i < fifo->listed; i++) {
        const linear_addr at = { list.v + UINT64_C(4) * i, list.target };
        fifo->runlist[i] = (uint8_t)(memory_read32(card, at) & (PFIFO_CHANNELS - 1));
        stays |= fifo->runlist[i] == fifo->channel;
    }
    if (!stays)
        fifo_unload(card);
}

static void write_runlist_length(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    if (card_knob(card, KNOB_RUNLIST_TAKEN) != RUNLIST_TAKEN_BY_LENGTH)
        return;
    take_runlist(card);
    pfifo_run(card);
}

static void write_caches(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if ((value & PFIFO_CACHES_COMMIT) &&
        card_knob(card, KNOB_RUNLIST_TAKEN) == RUNLIST_TAKEN_BY_CACHES)
        take_runlist(card);
    pfifo_run(card);
}

static uint32_t read_freeze(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)card, (void)offset;
    return stored & PFIFO_FREEZE_ENABLE ? stored | PFIFO_FREEZE_FROZEN : stored;
}

static void write_table(struct nv50 *card, uint32_t offset, uint32_t value)
{
    const unsigned channel = (offset - PFIFO_CHAN_TABLE) / 4;

    if (!(value & PFIFO_CHAN_ENABLE) && card->pfifo->channel == channel)
        fifo_unload(card);
    else
        pfifo_run(card);
}

/* §4.5: the channel leaves the registers, and the engines that are asked for. KICK reads all ones until they
 * have let it go. */
static void write_kick(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    struct pfifo *const fifo = card->pfifo;
    const bool all = card->chip->layout == CHANNEL_LAYOUT_G80;

    fifo->kicked = value & BITS(29, 0);
    if (fifo->loaded && fifo->descriptor == fifo->kicked)
        fifo_unload(card);
    fifo->kicking = all || (reg_get(card, PFIFO_ENGINE_CTRL) & KICK_PGRAPH);
    go_on_kicking(card);
}

static uint32_t read_kick(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return card->pfifo->kicking ? UINT32_MAX : stored;
}

static uint32_t read_status(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    const uint32_t waiting =
        FIELD_GET(PFIFO_CACHE_POINTER, reg_get(card, PFIFO_PUT) - reg_get(card, PFIFO_GET));
    return waiting == 0                         ? PFIFO_STATUS_EMPTY
           : waiting == PFIFO_CACHE_ENTRIES - 1 ? PFIFO_STATUS_FULL
                                                : 0;
}

static uint32_t read_current(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return card->pfifo->loaded ? card->pfifo->channel : PFIFO_PUSH1_NOBODY;
}

static uint32_t cache_word(struct nv50 *card, uint32_t offset, uint32_t **word)
{
    *word = &card->pfifo->cache[(offset - PFIFO_CACHE) / 8][offset / 4 % 2];
    return **word;
}

uint32_t fifo_cache_read(struct nv50 *card, uint32_t offset)
{
    uint32_t *word;
    return cache_word(card, offset, &word);
}

void fifo_cache_write(struct nv50 *card, uint32_t offset, uint32_t value)
{
    uint32_t *word;
    cache_word(card, offset, &word);
    *word = value;
}

#define ALL CHIPS_ALL
#define G84 CHIPS_G84_UP
#define NEW CHIPS_GT215_UP
#define RW  BITS(31, 0)
#define VOL REG_VOLATILE

#define INTR_BITS                                                                                  \
    (PFIFO_INTR_CACHE_ERROR | PFIFO_INTR_BAR_FAULT | PFIFO_INTR_PEEPHOLE_FAULT |                   \
     PFIFO_INTR_DMA_PUSHER | PFIFO_INTR_SEMAPHORE | PFIFO_INTR_NOTIFY)

/* docs/hardware/tesla-mmio.md §4.2 */
/* clang-format off */
static const struct reg_row rows[] = {
    { 0x002040, "PFIFO_DELAY", BITS(31, 28) | BITS(9, 0), 0, 0, ALL, 1, 0, 0 },
    { 0x002044, "PFIFO_DMA_TIMESLICE", BITS(31, 28) | BIT(24) | BITS(16, 0), 0, 0, ALL, 1, 0, 0 },
    { 0x002048, "PFIFO_C11_MIN_SLICE", BITS(18, 0), 0x10100, 0, ALL, 1, 0, 0 },
    { 0x00204c, "PFIFO_TIMESLICE", 0, 0, VOL, ALL, 1, 0, 0 },
    { 0x002054, "PFIFO_DELAY_1", BITS(9, 0), 2, 0, ALL, 1, 0, 0 },
    { 0x002058, "PFIFO_SLI", BITS(29, 28) | BITS(11, 0), 0, 0, ALL, 1, 0, 0 },
    { 0x002070, "PFIFO_PULL_FEATURE", RW, 0, 0, G84, 1, 0, 0 },
    { 0x002080, "PFIFO_DEBUG_0", 0, 0, VOL, ALL, 1, 0, 0 },
    { PFIFO_DEBUG_1, "PFIFO_DEBUG_1", RW, 0x72f200, 0, ALL, 1, 0, 0 },
    { 0x002088, "PFIFO_DEBUG_2", RW, 0, 0, ALL, 1, 0, 0 },
    { 0x00208c, "PFIFO_DEBUG_3", RW, 0, 0, ALL, 1, 0, 0 },
    { 0x002090, "PFIFO_DEBUG_4", RW, 0x443333, 0, CHIPS_VP1, 1, 0, 0 },
    { 0x002090, "PFIFO_DEBUG_4", RW, 0x33c43333, 0, G84, 1, 0, 0 },
    { 0x002094, "PFIFO_ENG_IFACE", BITS(4, 0), 0, 0, G84, 1, 0, 0 },
    { 0x002098, "PFIFO_DEBUG_5", RW, 0, 0, G84, 1, 0, 0 },
    { PFIFO_INTR, "PFIFO_INTR", INTR_BITS, 0, VOL | REG_W1C, ALL, 1, 0, write_intr },
    { PFIFO_INTR_EN, "PFIFO_INTR_EN", RW, 0, 0, ALL, 1, 0, write_intr_en },
    { PFIFO_RAMHT, "PFIFO_RAMHT", BITS(28, 0), 0, 0, ALL, 1, 0, 0 },
    { PFIFO_CACHES, "PFIFO_CACHES", BIT(8) | BIT(1) | BIT(0), 0, 0, ALL, 1, 0, write_caches },
    { PFIFO_FREEZE, "PFIFO_FREEZE", PFIFO_FREEZE_ENABLE, 0, 0, ALL, 1, read_freeze, run_again },
    { 0x002508, "PFIFO_CHSW_STAT", 0, 0, VOL, ALL, 1, 0, 0 },
    { 0x00250c, "PFIFO_CHSW_DEBUG_1", RW, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_ENGINE_IDLE, "PFIFO_ENGINE_IDLE", 0, 0x3f, 0, ALL, 1, 0, 0 },
    { PFIFO_ENGINE_CTRL, "PFIFO_ENGINE_CTRL", RW, 0, 0, G84, 1, 0, 0 },
    { PFIFO_CHAN_TABLE, "PFIFO_CHAN_TABLE", RW, 0, 0, ALL, PFIFO_CHANNELS, 0, write_table },
    { PFIFO_PUSH0, "PFIFO_PUSH0", PFIFO_PUSH0_ACCESS, 0, 0, ALL, 1, 0, run_again },
    { PFIFO_PUSH1, "PFIFO_PUSH1", PFIFO_PUSH1_CHANNEL | PFIFO_PUSH1_DMA, PFIFO_PUSH1_NOBODY, 0, ALL, 1, 0, 0 },
    { PFIFO_PUT, "PFIFO_PUT", BITS(11, 2), 0, 0, ALL, 1, 0, 0 },
    { PFIFO_STATUS, "PFIFO_STATUS", 0, 0, VOL, ALL, 1, read_status, 0 },
    { PFIFO_DMA_PUSH, "PFIFO_DMA_PUSH", PFIFO_DMA_PUSH_ACCESS, 0, 0, ALL, 1, 0, run_again },
    { PFIFO_DMA_FETCH, "PFIFO_DMA_FETCH", RW, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_DMA_STATE, "PFIFO_DMA_STATE", RW, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_DMA_INSTANCE, "PFIFO_DMA_INSTANCE", BITS(15, 0), 0, 0, ALL, 1, 0, 0 },
    { PFIFO_DMA_LIMIT, "PFIFO_DMA_LIMIT", RW, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_DMA_PUT, "PFIFO_DMA_PUT", RW, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_DMA_GET, "PFIFO_DMA_GET", RW, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_REF, "PFIFO_REF", RW, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_SUBROUTINE, "PFIFO_SUBROUTINE", RW, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_PULL0, "PFIFO_PULL0", RW, 0, 0, ALL, 1, 0, run_again },
    { PFIFO_PULL1, "PFIFO_PULL1", RW, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_HASH, "PFIFO_HASH", BITS(15, 0), 0, 0, ALL, 1, 0, 0 },
    { PFIFO_ACQUIRE_TIMEOUT, "PFIFO_ACQUIRE", RW, 0, 0, ALL, 3, 0, 0 },
    { PFIFO_SEMAPHORE, "PFIFO_SEMAPHORE", RW, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_GET, "PFIFO_GET", BITS(11, 2), 0, 0, ALL, 1, 0, 0 },
    { PFIFO_ENGINE, "PFIFO_ENGINE", RW, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_DCOUNT, "PFIFO_DMA_SHADOW", RW, 0, 0, ALL, 4, 0, 0 },
    { 0x0032e4, "PFIFO_COUNTER", RW, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_RUNLIST_LENGTH, "PFIFO_RUNLIST_LENGTH", PFIFO_RUNLIST_LENGTH_G80, 0, 0, CHIPS_VP1, 1, 0, write_runlist_length },
    { PFIFO_RUNLIST_LENGTH, "PFIFO_RUNLIST_LENGTH", PFIFO_RUNLIST_LENGTH_G84, 0, 0, G84, 1, 0, write_runlist_length },
    { 0x0032f0, "PFIFO_CURRENT", 0, 0, VOL, ALL, 1, read_current, 0 },
    { PFIFO_RUNLIST, "PFIFO_RUNLIST", BITS(29, 0), 0, 0, ALL, 1, 0, 0 },
    { PFIFO_KICK, "PFIFO_KICK", RW, 0, 0, ALL, 1, read_kick, write_kick },
    { 0x003300, "PFIFO_3300", RW, 0x4004f, 0, G84, 1, 0, 0 },
    { 0x003304, "PFIFO_3304", 0, 3, 0, ALL, 1, 0, 0 },
    { 0x003314, "PFIFO_ENDIAN", BITS(1, 0), 0, 0, ALL, 1, 0, 0 },
    { 0x003318, "PFIFO_3318", BITS(2, 0), 2, 0, ALL, 1, 0, 0 },
    { PFIFO_DMA_PUT_HIGH, "PFIFO_DMA_PUT_HIGH", PFIFO_ADDRESS_HIGH, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_DMA_GET_HIGH, "PFIFO_DMA_GET_HIGH", PFIFO_ADDRESS_HIGH, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_IB_PUT, "PFIFO_IB_PUT", RW, 0, 0, ALL, 1, 0, run_again },
    { PFIFO_IB_GET, "PFIFO_IB_GET", RW, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_IB_ADDRESS, "PFIFO_IB_ADDRESS", RW, 0, 0, ALL, 2, 0, 0 },
    { PFIFO_METHOD_COUNT, "PFIFO_METHOD_COUNT", RW, 0, 0, ALL, 1, 0, 0 },
    { PFIFO_DMA_MGET, "PFIFO_DMA_MGET", RW, 0, 0, ALL, 2, 0, 0 },
    { PFIFO_GET_HIGH_READ, "PFIFO_HIGH_SHADOW", RW, 0, 0, ALL, 4, 0, 0 },
    { PFIFO_SEMAPHORE_HIGH, "PFIFO_SEMAPHORE_NEW", RW, 0, 0, G84, 3, 0, 0 },
    { PFIFO_CACHE_INST, "PFIFO_CACHE_INST", RW, 0, 0, G84, 1, 0, 0 },
    { PFIFO_CHAN_INST, "PFIFO_CHAN_INST", BITS(29, 0), 0, 0, G84, 1, 0, 0 },
    { 0x003500, "PFIFO_METHOD_28", RW, 0, 0, CHIP_BIT(CHIP_MCP89), 2, 0, 0 },
};
/* clang-format on */

const struct reg_block pfifo_regs = { rows, ARRAY_SIZE(rows) };
