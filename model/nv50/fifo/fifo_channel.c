#include "hw/nv50/ramfc.h"
#include "hw/nv50/vm.h"
#include "model/nv50/base/card.h"
#include "model/nv50/fifo/pfifo.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vm/translate.h"
#include "model/nv50/vm/vm_user.h"

#define CACHE_POINTER_MASK 0x7fcu

struct saved {
    uint16_t offset; /* in RAMFC */
    uint32_t reg;
    uint32_t chips; /* mask of CHIP_BIT(); 0: all */
};

#define SAVED(offset_in_ramfc, pfifo_reg, ...)                                                     \
    {                                                                                              \
        .offset = (offset_in_ramfc), .reg = (pfifo_reg), __VA_ARGS__                               \
    }

/* docs/hardware/tesla-mmio.md §4.3 */
static const struct saved saved[] = {
    SAVED(RAMFC_IB_PUT, PFIFO_IB_PUT),
    SAVED(RAMFC_IB_GET, PFIFO_IB_GET),
    SAVED(RAMFC_DMA_PUT, PFIFO_DMA_PUT),
    SAVED(RAMFC_DMA_PUT_HIGH, PFIFO_DMA_PUT_HIGH),
    SAVED(RAMFC_DMA_GET, PFIFO_DMA_GET),
    SAVED(RAMFC_DMA_GET_HIGH, PFIFO_DMA_GET_HIGH),
    SAVED(RAMFC_DMA_MGET, PFIFO_DMA_MGET),
    SAVED(RAMFC_DMA_MGET_HIGH, PFIFO_DMA_MGET_HIGH),
    SAVED(RAMFC_GET_HIGH_READ, PFIFO_GET_HIGH_READ),
    SAVED(RAMFC_PUT_HIGH_READ, PFIFO_PUT_HIGH_READ),
    SAVED(RAMFC_PUT_HIGH_WRITE, PFIFO_PUT_HIGH_WRITE),
    SAVED(RAMFC_MGET_HIGH_READ, PFIFO_MGET_HIGH_READ),
    SAVED(RAMFC_DMA_STATE, PFIFO_DMA_STATE),
    SAVED(RAMFC_METHOD_COUNT, PFIFO_METHOD_COUNT),
    SAVED(RAMFC_DCOUNT_SHADOW, PFIFO_DCOUNT),
    SAVED(RAMFC_DMA_FETCH, PFIFO_DMA_FETCH),
    SAVED(RAMFC_SUBROUTINE, PFIFO_SUBROUTINE),
    SAVED(RAMFC_DMA_TIMESLICE, PFIFO_DMA_TIMESLICE),
    SAVED(RAMFC_DMA_INSTANCE, PFIFO_DMA_INSTANCE),
    SAVED(RAMFC_DMA_LIMIT, PFIFO_DMA_LIMIT),
    SAVED(RAMFC_IB_ADDRESS_LOW, PFIFO_IB_ADDRESS),
    SAVED(RAMFC_IB_CONFIG, PFIFO_IB_CONFIG),
    SAVED(RAMFC_ENGINE, PFIFO_ENGINE),
    SAVED(RAMFC_PULL1, PFIFO_PULL1),
    SAVED(RAMFC_ACQUIRE_TIMEOUT, PFIFO_ACQUIRE_TIMEOUT),
    SAVED(RAMFC_ACQUIRE_TIMESTAMP, PFIFO_ACQUIRE_TIMESTAMP),
    SAVED(RAMFC_ACQUIRE_VALUE, PFIFO_ACQUIRE_VALUE),
    SAVED(RAMFC_SEMAPHORE, PFIFO_SEMAPHORE),
    SAVED(RAMFC_COUNTER, PFIFO_COUNTER),
    SAVED(RAMFC_REF, PFIFO_REF),
    SAVED(RAMFC_DEBUG_2, PFIFO_DEBUG_2),
    SAVED(RAMFC_SLI, PFIFO_SLI),
    SAVED(RAMFC_RAMHT, PFIFO_RAMHT),
    SAVED(RAMFC_CACHE_INSTANCE, PFIFO_CACHE_INST, .chips = CHIPS_G84_UP),
    SAVED(RAMFC_SEMAPHORE_ADDRESS_HIGH, PFIFO_SEMAPHORE_HIGH, .chips = CHIPS_G84_UP),
    SAVED(RAMFC_SEMAPHORE_ADDRESS_LOW, PFIFO_SEMAPHORE_LOW, .chips = CHIPS_G84_UP),
    SAVED(RAMFC_SEMAPHORE_SEQUENCE, PFIFO_SEMAPHORE_SEQUENCE, .chips = CHIPS_G84_UP),
    SAVED(RAMFC_CHANNEL, PFIFO_CHAN_INST, .chips = CHIPS_G84_UP),
    SAVED(RAMFC_METHOD_28, PFIFO_METHOD_28, .chips = CHIP_BIT(CHIP_MCP89)),
    SAVED(RAMFC_METHOD_2C, PFIFO_METHOD_2C, .chips = CHIP_BIT(CHIP_MCP89)),
};

static bool is_saved(const struct nv50 *card, const struct saved *row)
{
    return !row->chips || (row->chips & card->chip_bit);
}

static bool is_g80(const struct nv50 *card)
{
    return card->chip->layout == CHANNEL_LAYOUT_G80;
}

static uint32_t table_entry(const struct nv50 *card, unsigned channel)
{
    return reg_get(card, PFIFO_CHAN_TABLE + 4 * channel);
}

bool fifo_is_enabled(const struct nv50 *card, unsigned channel)
{
    return table_entry(card, channel) & PFIFO_CHAN_ENABLE;
}

static linear_addr ramfc_of(const struct nv50 *card, unsigned channel)
{
    const uint32_t entry = table_entry(card, channel);

    if (is_g80(card))
        return vm_channel_base(entry & PFIFO_CHAN_G80_DESC);
    return (linear_addr){ (uint64_t)FIELD_GET(PFIFO_CHAN_G84_RAMFC, entry) << 8,
                          (enum target)FIELD_GET(PFIFO_CHAN_G84_TARGET, entry) };
}

static uint32_t register_for(const struct nv50 *card, uint32_t offset)
{
    for (unsigned i = 0; i < ARRAY_SIZE(saved); i++)
        if (saved[i].offset == offset && is_saved(card, &saved[i]))
            return saved[i].reg;
    return 0;
}

uint32_t fifo_word(struct nv50 *card, unsigned channel, uint32_t offset)
{
    if (card->pfifo->loaded && card->pfifo->channel == channel)
        return reg_get(card, register_for(card, offset));
    if (!fifo_is_enabled(card, channel))
        return 0;
    return memory_read32(card, linear_add(ramfc_of(card, channel), offset));
}

void fifo_set_word(struct nv50 *card, unsigned channel, uint32_t offset, uint32_t value)
{
    if (card->pfifo->loaded && card->pfifo->channel == channel)
        reg_set(card, register_for(card, offset), value);
    else if (fifo_is_enabled(card, channel))
        memory_write32(card, linear_add(ramfc_of(card, channel), offset), value);
}

/* ---- the cache ---- */

static linear_addr cache_area(const struct nv50 *card)
{
    const uint32_t word = reg_get(card, PFIFO_CACHE_INST);

    if (is_g80(card))
        return linear_add(vm_channel_base(card->pfifo->descriptor), CHANNEL_G80_CACHE);
    return (linear_addr){ (uint64_t)FIELD_GET(RAMFC_CACHE_INSTANCE_ADDRESS, word) << 10,
                          (enum target)FIELD_GET(RAMFC_CACHE_INSTANCE_TARGET, word) };
}

static void load_cache(struct nv50 *card)
{
    const uint32_t count = memory_read32(card, linear_add(card->pfifo->ramfc, RAMFC_CACHE_COUNT)) &
                           (PFIFO_CACHE_ENTRIES - 1);

    for (uint32_t i = 0; i < 2 * count; i++)
        card->pfifo->cache[i / 2][i % 2] = memory_read32(card, linear_add(cache_area(card), 4 * i));
    reg_set(card, PFIFO_GET, 0);
    reg_set(card, PFIFO_PUT, 4 * count);
}

static void save_cache(struct nv50 *card)
{
    const uint32_t get = reg_get(card, PFIFO_GET), put = reg_get(card, PFIFO_PUT);
    const uint32_t count = ((put - get) & CACHE_POINTER_MASK) / 4;

    for (uint32_t i = 0; i < 2 * count; i++) {
        const uint32_t entry = FIELD_GET(PFIFO_CACHE_POINTER, get + 4 * (i / 2));
        memory_write32(card, linear_add(cache_area(card), 4 * i), card->pfifo->cache[entry][i % 2]);
    }
    memory_write32(card, linear_add(card->pfifo->ramfc, RAMFC_CACHE_COUNT), count);
    reg_set(card, PFIFO_GET, 0);
    reg_set(card, PFIFO_PUT, 0);
}

uint32_t fifo_saved_methods(struct nv50 *card, unsigned channel)
{
    return memory_read32(card, linear_add(ramfc_of(card, channel), RAMFC_CACHE_COUNT)) &
           (PFIFO_CACHE_ENTRIES - 1);
}

/* ---- switching ---- */

static void bind_users(struct nv50 *card)
{
    struct pfifo *fifo = card->pfifo;

    fifo->push = (struct vm_user){ .engine = VM_ENGINE_PFIFO, .read_client = VM_CLIENT_PFIFO_READ };
    fifo->semaphore = (struct vm_user){ .engine = VM_ENGINE_PFIFO,
                                        .read_client = VM_CLIENT_PFIFO_READ,
                                        .write_client = VM_CLIENT_PFIFO_WRITE,
                                        .slot = 1 };
    vm_user_bind(card, &fifo->push, fifo->descriptor, (uint16_t)reg_get(card, PFIFO_DMA_INSTANCE));
    vm_user_bind(card, &fifo->semaphore, fifo->descriptor,
                 (uint16_t)FIELD_GET(RAMFC_SEMAPHORE_INSTANCE, reg_get(card, PFIFO_SEMAPHORE)));
}

_Static_assert(ARRAY_SIZE(saved) <= PFIFO_SAVED_MAX, "room for RAMFC");

/* Of a strict card: RAMFC as it was loaded, by the order of the registers. */
static void keep_ramfc(struct nv50 *card)
{
    for (unsigned i = 0; card->shell.strict.on && i < ARRAY_SIZE(saved); i++)
        if (is_saved(card, &saved[i]))
            card->pfifo->as_loaded[i] =
                memory_read32(card, linear_add(card->pfifo->ramfc, saved[i].offset));
}

static void judge_ramfc(struct nv50 *card)
{
    const struct pfifo *fifo = card->pfifo;

    for (unsigned i = 0; card->shell.strict.on && i < ARRAY_SIZE(saved); i++) {
        if (!is_saved(card, &saved[i]))
            continue;
        const uint32_t now = memory_read32(card, linear_add(fifo->ramfc, saved[i].offset));

        if (now != fifo->as_loaded[i])
            strict_note(&card->shell.strict, STRICT_CHANGED, 0x100 + saved[i].offset,
                        "RAMFC %02x of channel %u, which PFIFO has: was %08x, is %08x",
                        saved[i].offset, fifo->channel, fifo->as_loaded[i], now);
    }
}

/* Users of the VM are bound last, because their selectors are in the registers loaded here. */
void fifo_load(struct nv50 *card, unsigned channel)
{
    struct pfifo *fifo = card->pfifo;

    fifo->ramfc = ramfc_of(card, channel);
    for (unsigned i = 0; i < ARRAY_SIZE(saved); i++)
        if (is_saved(card, &saved[i]))
            reg_set(card, saved[i].reg,
                    memory_read32(card, linear_add(fifo->ramfc, saved[i].offset)));
    keep_ramfc(card);
    fifo->loaded = true;
    fifo->channel = channel;
    fifo->descriptor = is_g80(card) ? table_entry(card, channel) & PFIFO_CHAN_G80_DESC
                                    : reg_get(card, PFIFO_CHAN_INST) & BITS(29, 0);
    load_cache(card);
    reg_set(card, PFIFO_PUSH1, PFIFO_PUSH1_DMA | channel);
    reg_set(card, PFIFO_DMA_PUSH, PFIFO_DMA_PUSH_ACCESS);
    tlb_bind(card, VM_ENGINE_PFIFO, fifo->descriptor);
    tlb_bind(card, VM_ENGINE_PFIFO_BG, fifo->descriptor);
    bind_users(card);
}

void fifo_unload(struct nv50 *card)
{
    struct pfifo *fifo = card->pfifo;

    if (!fifo->loaded)
        return;
    judge_ramfc(card);
    for (unsigned i = 0; i < ARRAY_SIZE(saved); i++)
        if (is_saved(card, &saved[i]))
            memory_write32(card, linear_add(fifo->ramfc, saved[i].offset),
                           reg_get(card, saved[i].reg));
    save_cache(card);
    fifo->loaded = false;
    reg_set(card, PFIFO_PUSH1, PFIFO_PUSH1_NOBODY);
}
