#include "model/nv50/fifo/pfifo.h"

#include <string.h>

#include "hw/least.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/ramfc.h"
#include "hw/nv50/vm.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/translate.h"

/* Words fetched and methods executed before the machine gets a turn, the time that so many take, at the speed of a
 * link, and how long until the next look at channels that wait for memory. */
#define RUN_STEPS (1u << 16)
#define AGAIN_NS  1000000
#define RETRY_NS  20000

#define KICK_PGRAPH BIT(0)

static void tell(struct nv50 *card)
{
    irq_follow(card, PMC_INTR_PFIFO, PFIFO_INTR, PFIFO_INTR_EN);
}

/* Knob fault_bits: PFIFO's status has more bits than are documented. */
#define INTR_BESIDE (BIT(8) | BIT(24))

void fifo_raise(struct nv50 *card, uint32_t bits)
{
    if (card_knob(card, KNOB_FAULT_BITS) == FAULT_BITS_MORE)
        bits |= INTR_BESIDE;
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

/* Knob pfifo_alone: PFIFO waits for an answer of PGRAPH, and only its own reset ends that. */
static bool stalls(struct nv50 *card)
{
    struct pfifo *const fifo = card->pfifo;

    if (card_knob(card, KNOB_PFIFO_ALONE) == PFIFO_ALONE_STALLS && (fifo->loaded || fifo->listed) &&
        !gate_is_open(card, PGRAPH_INTR))
        fifo->stalled = true;
    return fifo->stalled;
}

/* Goes round until everybody in turn had nothing to do. */
void pfifo_run(struct nv50 *card)
{
    struct pfifo *fifo = card->pfifo;
    unsigned budget = RUN_STEPS;

    if (fifo->running || !gate_is_open(card, PFIFO_INTR) || stalls(card))
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
        shell_wake_after(&card->shell, AGAIN_NS);
    else if (fifo->acquiring)
        shell_wake_after(&card->shell, RETRY_NS);
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
    bool stays = false;

    fifo->listed = LEAST(reg_get(card, PFIFO_RUNLIST_LENGTH), PFIFO_CHANNELS);
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
    return card->pfifo->kicking || card->pfifo->stalled ? UINT32_MAX : stored;
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

#define INTR_BITS                                                                                  \
    (PFIFO_INTR_CACHE_ERROR | PFIFO_INTR_BAR_FAULT | PFIFO_INTR_PEEPHOLE_FAULT |                   \
     PFIFO_INTR_DMA_PUSHER | PFIFO_INTR_SEMAPHORE | PFIFO_INTR_NOTIFY | INTR_BESIDE)

/* docs/hardware/tesla-mmio.md §4.2 */
/* clang-format off */
static const struct reg_row rows[] = {
    REG(PFIFO_DELAY, .bits = BITS(31, 28) | BITS(9, 0)),
    REG(PFIFO_DMA_TIMESLICE, .bits = BITS(31, 28) | BIT(24) | BITS(16, 0)),
    REG(PFIFO_C11_MIN_SLICE, .bits = BITS(18, 0), .reset = 0x10100),
    REG(PFIFO_TIMESLICE, .flags = VOL),
    REG(PFIFO_DELAY_1, .bits = BITS(9, 0), .reset = 2),
    REG(PFIFO_SLI, .bits = BITS(29, 28) | BITS(11, 0)),
    REG(PFIFO_PULL_FEATURE, .bits = RW, .chips = CHIPS_G84_UP),
    REG(PFIFO_DEBUG_0, .flags = VOL),
    REG(PFIFO_DEBUG_1, .bits = RW, .reset = 0x72f200),
    REG(PFIFO_DEBUG_2, .bits = RW),
    REG(PFIFO_DEBUG_3, .bits = RW),
    REG(PFIFO_DEBUG_4, .bits = RW, .reset = 0x443333, .chips = CHIPS_VP1),
    REG(PFIFO_DEBUG_4, .bits = RW, .reset = 0x33c43333, .chips = CHIPS_G84_UP),
    REG(PFIFO_ENG_IFACE, .bits = BITS(4, 0), .chips = CHIPS_G84_UP),
    REG(PFIFO_DEBUG_5, .bits = RW, .chips = CHIPS_G84_UP),
    REG(PFIFO_INTR, .w1c = INTR_BITS, .flags = VOL, .write = write_intr),
    REG(PFIFO_INTR_EN, .bits = RW, .write = write_intr_en),
    REG(PFIFO_RAMHT, .bits = BITS(28, 0)),
    REG(PFIFO_CACHES, .bits = BIT(8) | BIT(1) | BIT(0), .write = write_caches),
    REG(PFIFO_FREEZE, .bits = PFIFO_FREEZE_ENABLE, .read = read_freeze, .write = run_again),
    REG(PFIFO_CHSW_STAT, .flags = VOL),
    REG(PFIFO_CHSW_DEBUG_1, .bits = RW),
    REG(PFIFO_ENGINE_IDLE, .reset = 0x3f),
    REG(PFIFO_ENGINE_CTRL, .bits = RW, .chips = CHIPS_G84_UP),
    REG(PFIFO_CHAN_TABLE, .bits = RW, .count = PFIFO_CHANNELS, .write = write_table),
    REG(PFIFO_PUSH0, .bits = PFIFO_PUSH0_ACCESS, .write = run_again),
    REG(PFIFO_PUSH1, .bits = PFIFO_PUSH1_CHANNEL | PFIFO_PUSH1_DMA, .reset = PFIFO_PUSH1_NOBODY),
    REG(PFIFO_PUT, .bits = BITS(11, 2)),
    REG(PFIFO_STATUS, .flags = VOL, .read = read_status),
    REG(PFIFO_DMA_PUSH, .bits = PFIFO_DMA_PUSH_ACCESS, .write = run_again),
    REG(PFIFO_DMA_FETCH, .bits = RW),
    REG(PFIFO_DMA_STATE, .bits = RW),
    REG(PFIFO_DMA_INSTANCE, .bits = BITS(15, 0)),
    REG(PFIFO_DMA_LIMIT, .bits = RW),
    REG(PFIFO_DMA_PUT, .bits = RW),
    REG(PFIFO_DMA_GET, .bits = RW),
    REG(PFIFO_REF, .bits = RW),
    REG(PFIFO_SUBROUTINE, .bits = RW),
    REG(PFIFO_PULL0, .bits = RW, .write = run_again),
    REG(PFIFO_PULL1, .bits = RW),
    REG(PFIFO_HASH, .bits = BITS(15, 0)),
    REG(PFIFO_ACQUIRE_TIMEOUT, .bits = RW),
    REG(PFIFO_ACQUIRE_TIMESTAMP, .bits = RW),
    REG(PFIFO_ACQUIRE_VALUE, .bits = RW),
    REG(PFIFO_SEMAPHORE, .bits = RW),
    REG(PFIFO_GET, .bits = BITS(11, 2)),
    REG(PFIFO_ENGINE, .bits = RW),
    REG(PFIFO_DCOUNT, .bits = RW),
    REG(PFIFO_GET_JUMP, .bits = RW),
    REG(PFIFO_RSVD, .bits = RW),
    REG(PFIFO_LAST_DATA, .bits = RW),
    REG(PFIFO_COUNTER, .bits = RW),
    REG(PFIFO_RUNLIST_LENGTH, .bits = PFIFO_RUNLIST_LENGTH_G80, .write = write_runlist_length, .chips = CHIPS_VP1),
    REG(PFIFO_RUNLIST_LENGTH, .bits = PFIFO_RUNLIST_LENGTH_G84, .write = write_runlist_length, .chips = CHIPS_G84_UP),
    REG(PFIFO_CURRENT, .flags = VOL, .read = read_current),
    REG(PFIFO_RUNLIST, .bits = BITS(29, 0)),
    REG(PFIFO_KICK, .bits = RW, .read = read_kick, .write = write_kick),
    REG(PFIFO_3300, .bits = RW, .reset = 0x4004f, .chips = CHIPS_G84_UP),
    REG(PFIFO_3304, .reset = 3),
    REG(PFIFO_ENDIAN, .bits = BITS(1, 0)),
    REG(PFIFO_3318, .bits = BITS(2, 0), .reset = 2),
    REG(PFIFO_DMA_PUT_HIGH, .bits = PFIFO_ADDRESS_HIGH),
    REG(PFIFO_DMA_GET_HIGH, .bits = PFIFO_ADDRESS_HIGH),
    REG(PFIFO_IB_PUT, .bits = RW, .write = run_again),
    REG(PFIFO_IB_GET, .bits = RW),
    REG(PFIFO_IB_ADDRESS, .bits = RW),
    REG(PFIFO_IB_CONFIG, .bits = RW),
    REG(PFIFO_METHOD_COUNT, .bits = RW),
    REG(PFIFO_DMA_MGET, .bits = RW),
    REG(PFIFO_DMA_MGET_HIGH, .bits = RW),
    REG(PFIFO_GET_HIGH_READ, .bits = RW),
    REG(PFIFO_PUT_HIGH_READ, .bits = RW),
    REG(PFIFO_PUT_HIGH_WRITE, .bits = RW),
    REG(PFIFO_MGET_HIGH_READ, .bits = RW),
    REG(PFIFO_SEMAPHORE_HIGH, .bits = RW, .chips = CHIPS_G84_UP),
    REG(PFIFO_SEMAPHORE_LOW, .bits = RW, .chips = CHIPS_G84_UP),
    REG(PFIFO_SEMAPHORE_SEQUENCE, .bits = RW, .chips = CHIPS_G84_UP),
    REG(PFIFO_CACHE_INST, .bits = RW, .chips = CHIPS_G84_UP),
    REG(PFIFO_CHAN_INST, .bits = BITS(29, 0), .chips = CHIPS_G84_UP),
    REG(PFIFO_METHOD_28, .bits = RW, .chips = CHIP_BIT(CHIP_MCP89)),
    REG(PFIFO_METHOD_2C, .bits = RW, .chips = CHIP_BIT(CHIP_MCP89)),
};
/* clang-format on */

const struct reg_block pfifo_regs = { rows, ARRAY_SIZE(rows) };
