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
    uint32_t chips;
    uint32_t reg;
};

#define ALL CHIPS_ALL
#define G84 CHIPS_G84_UP
#define M89 CHIP_BIT(CHIP_MCP89)

/* docs/hardware/tesla-mmio.md §4.3 */
static const struct saved saved[] = {
    { RAMFC_IB_PUT, ALL, PFIFO_IB_PUT },
    { RAMFC_IB_GET, ALL, PFIFO_IB_GET },
    { RAMFC_DMA_PUT, ALL, PFIFO_DMA_PUT },
    { RAMFC_DMA_PUT_HIGH, ALL, PFIFO_DMA_PUT_HIGH },
    { RAMFC_DMA_GET, ALL, PFIFO_DMA_GET },
    { RAMFC_DMA_GET_HIGH, ALL, PFIFO_DMA_GET_HIGH },
    { RAMFC_DMA_MGET, ALL, PFIFO_DMA_MGET },
    { RAMFC_DMA_MGET_HIGH, ALL, PFIFO_DMA_MGET_HIGH },
    { RAMFC_GET_HIGH_READ, ALL, PFIFO_GET_HIGH_READ },
    { RAMFC_PUT_HIGH_READ, ALL, PFIFO_PUT_HIGH_READ },
    { RAMFC_PUT_HIGH_WRITE, ALL, PFIFO_PUT_HIGH_WRITE },
    { RAMFC_MGET_HIGH_READ, ALL, PFIFO_MGET_HIGH_READ },
    { RAMFC_DMA_STATE, ALL, PFIFO_DMA_STATE },
    { RAMFC_METHOD_COUNT, ALL, PFIFO_METHOD_COUNT },
    { RAMFC_DCOUNT_SHADOW, ALL, PFIFO_DCOUNT },
    { RAMFC_DMA_FETCH, ALL, PFIFO_DMA_FETCH },
    { RAMFC_SUBROUTINE, ALL, PFIFO_SUBROUTINE },
    { RAMFC_DMA_TIMESLICE, ALL, 0x002044 },
    { RAMFC_DMA_INSTANCE, ALL, PFIFO_DMA_INSTANCE },
    { RAMFC_DMA_LIMIT, ALL, PFIFO_DMA_LIMIT },
    { RAMFC_IB_ADDRESS_LOW, ALL, PFIFO_IB_ADDRESS },
    { RAMFC_IB_CONFIG, ALL, PFIFO_IB_CONFIG },
    { RAMFC_ENGINE, ALL, PFIFO_ENGINE },
    { RAMFC_PULL1, ALL, PFIFO_PULL1 },
    { RAMFC_ACQUIRE_TIMEOUT, ALL, PFIFO_ACQUIRE_TIMEOUT },
    { RAMFC_ACQUIRE_TIMESTAMP, ALL, PFIFO_ACQUIRE_TIMESTAMP },
    { RAMFC_ACQUIRE_VALUE, ALL, PFIFO_ACQUIRE_VALUE },
    { RAMFC_SEMAPHORE, ALL, PFIFO_SEMAPHORE },
    { RAMFC_COUNTER, ALL, 0x0032e4 },
    { RAMFC_REF, ALL, PFIFO_REF },
    { RAMFC_DEBUG_2, ALL, 0x002088 },
    { RAMFC_SLI, ALL, 0x002058 },
    { RAMFC_RAMHT, ALL, PFIFO_RAMHT },
    { RAMFC_CACHE_INSTANCE, G84, PFIFO_CACHE_INST },
    { RAMFC_SEMAPHORE_ADDRESS_HIGH, G84, PFIFO_SEMAPHORE_HIGH },
    { RAMFC_SEMAPHORE_ADDRESS_LOW, G84, PFIFO_SEMAPHORE_LOW },
    { RAMFC_SEMAPHORE_SEQUENCE, G84, PFIFO_SEMAPHORE_SEQUENCE },
    { RAMFC_CHANNEL, G84, PFIFO_CHAN_INST },
    { RAMFC_METHOD_28, M89, 0x003500 },
    { RAMFC_METHOD_2C, M89, 0x003504 },
};

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

static linear_addr behind(linear_addr at, uint32_t offset)
{
    return (linear_addr){ at.v + offset, at.target };
}

static uint32_t register_for(const struct nv50 *card, uint32_t offset)
{
    for (unsigned i = 0; i < ARRAY_SIZE(saved); i++)
        if (saved[i].offset == offset && (saved[i].chips & card->chip_bit))
            return saved[i].reg;
    return 0;
}

uint32_t fifo_word(struct nv50 *card, unsigned channel, uint32_t offset)
{
    if (card->pfifo->loaded && card->pfifo->channel == channel)
        return reg_get(card, register_for(card, offset));
    if (!fifo_is_enabled(card, channel))
        return 0;
    return memory_read32(card, behind(ramfc_of(card, channel), offset));
}

void fifo_set_word(struct nv50 *card, unsigned channel, uint32_t offset, uint32_t value)
{
    if (card->pfifo->loaded && card->pfifo->channel == channel)
        reg_set(card, register_for(card, offset), value);
    else if (fifo_is_enabled(card, channel))
        memory_write32(card, behind(ramfc_of(card, channel), offset), value);
}

/* ---- the cache ---- */

static linear_addr cache_area(const struct nv50 *card)
{
    const uint32_t word = reg_get(card, PFIFO_CACHE_INST);

    if (is_g80(card))
        return behind(vm_channel_base(card->pfifo->descriptor), CHANNEL_G80_CACHE);
    return (linear_addr){ (uint64_t)FIELD_GET(RAMFC_CACHE_INSTANCE_ADDRESS, word) << 10,
                          (enum target)FIELD_GET(RAMFC_CACHE_INSTANCE_TARGET, word) };
}

static void load_cache(struct nv50 *card)
{
    const uint32_t count = memory_read32(card, behind(card->pfifo->ramfc, RAMFC_CACHE_COUNT)) &
                           (PFIFO_CACHE_ENTRIES - 1);

    for (uint32_t i = 0; i < 2 * count; i++)
        card->pfifo->cache[i / 2][i % 2] = memory_read32(card, behind(cache_area(card), 4 * i));
    reg_set(card, PFIFO_GET, 0);
    reg_set(card, PFIFO_PUT, 4 * count);
}

static void save_cache(struct nv50 *card)
{
    const uint32_t get = reg_get(card, PFIFO_GET), put = reg_get(card, PFIFO_PUT);
    const uint32_t count = ((put - get) & CACHE_POINTER_MASK) / 4;

    for (uint32_t i = 0; i < 2 * count; i++) {
        const uint32_t entry = FIELD_GET(PFIFO_CACHE_POINTER, get + 4 * (i / 2));
        memory_write32(card, behind(cache_area(card), 4 * i), card->pfifo->cache[entry][i % 2]);
    }
    memory_write32(card, behind(card->pfifo->ramfc, RAMFC_CACHE_COUNT), count);
    reg_set(card, PFIFO_GET, 0);
    reg_set(card, PFIFO_PUT, 0);
}

uint32_t fifo_saved_methods(struct nv50 *card, unsigned channel)
{
    return memory_read32(card, behind(ramfc_of(card, channel), RAMFC_CACHE_COUNT)) &
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

void fifo_load(struct nv50 *card, unsigned channel)
{
    struct pfifo *fifo = card->pfifo;

    fifo->ramfc = ramfc_of(card, channel);
    for (unsigned i = 0; i < ARRAY_SIZE(saved); i++)
        if (saved[i].chips & card->chip_bit)
            reg_set(card, saved[i].reg, memory_read32(card, behind(fifo->ramfc, saved[i].offset)));
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
    for (unsigned i = 0; i < ARRAY_SIZE(saved); i++)
        if (saved[i].chips & card->chip_bit)
            memory_write32(card, behind(fifo->ramfc, saved[i].offset), reg_get(card, saved[i].reg));
    save_cache(card);
    fifo->loaded = false;
    reg_set(card, PFIFO_PUSH1, PFIFO_PUSH1_NOBODY);
}
