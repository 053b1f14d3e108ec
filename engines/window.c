#include "engines/window.h"

#include "hw/pbus.h"

/* Points PMEM at the granule of an address; returns the BAR0 offset where it appears. */
static uint32_t pmem_aim(struct card *card, linear_addr at)
{
    const uint32_t aim = FIELD_PUT(PBUS_PMEM_ADDRESS, (uint32_t)(at.v >> 16)) |
                         FIELD_PUT(PBUS_PMEM_TARGET, (uint32_t)at.target);

    if (!card->pmem_known || card->pmem != aim) {
        card_set32(card, PBUS_PMEM, aim);
        card->pmem = aim;
        card->pmem_known = true;
    }
    return PMEM_WINDOW + (uint32_t)(at.v & (PMEM_GRANULE - 1));
}

uint32_t pmem_read32(struct card *card, linear_addr at)
{
    return card_read32(card, pmem_aim(card, at));
}

void pmem_write32(struct card *card, linear_addr at, uint32_t value)
{
    card_write32(card, pmem_aim(card, at), value);
}

static void copy(uint8_t *to, const uint8_t *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        to[i] = from[i];
}

static enum err sysram_copy(struct card *card, linear_addr at, void *to, const void *from,
                            size_t size)
{
    uint8_t *const cpu = card_dma_cpu(card, at.v, size);

    if (!cpu)
        return ERR_OUTSIDE;
    if (at.target == TARGET_SYSRAM_NOSNOOP)
        card->bus->ops->cache_flush(card->bus, cpu, size);
    copy(to ? to : cpu, to ? cpu : from, size);
    if (from && at.target == TARGET_SYSRAM_NOSNOOP)
        card->bus->ops->cache_flush(card->bus, cpu, size);
    card->bus->ops->barrier(card->bus);
    return OK;
}

static bool is_in_vram(const struct card *card, linear_addr at, size_t size)
{
    return at.target == TARGET_VRAM && size <= card->vram_size && at.v <= card->vram_size - size;
}

/* BAR0 is made for aligned 32-bit accesses (tesla-mmio.md §0), so word by word. */
enum err card_memory_read(struct card *card, linear_addr at, void *bytes, size_t size)
{
    uint8_t *const to = bytes;

    if (at.target != TARGET_VRAM)
        return sysram_copy(card, at, bytes, NULL, size);
    if (!is_in_vram(card, at, size))
        return ERR_OUTSIDE;
    for (size_t i = 0; i < size; i += 4) {
        const uint32_t word = pmem_read32(card, (linear_addr){ at.v + i, TARGET_VRAM });

        copy(to + i, (const uint8_t *)&word, 4);
    }
    return card_expired(card) ? ERR_DEADLINE : OK;
}

enum err card_memory_write(struct card *card, linear_addr at, const void *bytes, size_t size)
{
    const uint8_t *const from = bytes;

    if (at.target != TARGET_VRAM)
        return sysram_copy(card, at, NULL, bytes, size);
    if (!is_in_vram(card, at, size))
        return ERR_OUTSIDE;
    for (size_t i = 0; i < size; i += 4) {
        uint32_t word;

        copy((uint8_t *)&word, from + i, 4);
        pmem_write32(card, (linear_addr){ at.v + i, TARGET_VRAM }, word);
    }
    return card_expired(card) ? ERR_DEADLINE : OK;
}

enum err card_memory_fill(struct card *card, linear_addr at, uint32_t word, size_t size)
{
    uint32_t words[256];

    for (unsigned i = 0; i < 256; i++)
        words[i] = word;
    while (size) {
        const size_t part = size < sizeof(words) ? size : sizeof(words);
        const enum err e = card_memory_write(card, at, words, part);

        if (e != OK)
            return e;
        at.v += part;
        size -= part;
    }
    return OK;
}

enum err host_flush(struct card *card)
{
    card->bus->ops->barrier(card->bus);
    card_write32(card, card->chip->host_flush, HOST_FLUSH_TRIGGER);
    return card_wait(card, card->chip->host_flush, HOST_FLUSH_TRIGGER | HOST_FLUSH_BUSY, 0,
                     HOST_FLUSH_TIMEOUT_US);
}
