#include "engines/window.h"

#include "engines/vram.h"
#include "hw/least.h"
#include "hw/window.h"

/* Whether PMEM shows an address as it is set now, and how far after its start. */
static bool pmem_shows(const struct card *card, linear_addr at, uint32_t *offset)
{
    const uint64_t base = (uint64_t)FIELD_GET(PBUS_PMEM_ADDRESS, card->pmem) * PMEM_GRANULE;

    *offset = (uint32_t)(at.v - base);
    return card->pmem_known && FIELD_GET(PBUS_PMEM_TARGET, card->pmem) == (uint32_t)at.target &&
           at.v - base < PMEM_WINDOW_SIZE;
}

enum err pmem_point(struct card *card, uint32_t word)
{
    const enum err e = card_set32(card, PBUS_PMEM, word);

    card->pmem = word;
    card->pmem_known = e == OK;
    return e;
}

/* In steps of the window's size, as a driver moves it on silicon of both families (silicon-sequences.md §3,
 * gv100.md §2.1): that it can do smaller ones is a claim for a test, on which nothing else is built. */
static uint32_t word_for(linear_addr at)
{
    const uint64_t base = at.v & ~(uint64_t)(PMEM_WINDOW_SIZE - 1);

    return FIELD_PUT(PBUS_PMEM_ADDRESS, (uint32_t)(base / PMEM_GRANULE)) |
           FIELD_PUT(PBUS_PMEM_TARGET, (uint32_t)at.target);
}

void pmem_rest(struct card *card)
{
    linear_addr start;

    if (vram_alloc(card, PMEM_GRANULE, PMEM_GRANULE, &start) == OK)
        (void)!pmem_point(card, word_for(start));
    card->pmem_known = false;
    vram_arena_reset(card);
}

/* Points PMEM at an address unless it shows it already; *out is the offset in BAR0 where
 * the address appears. After an error PMEM may show other memory, which must not be touched. */
static enum err pmem_aim(struct card *card, linear_addr at, uint32_t *out)
{
    uint32_t offset;
    enum err e = OK;

    if (!pmem_shows(card, at, &offset)) {
        e = pmem_point(card, word_for(at));
        offset = (uint32_t)(at.v & (PMEM_WINDOW_SIZE - 1));
    }
    *out = PMEM_WINDOW + offset;
    return e;
}

uint32_t pmem_read32(struct card *card, linear_addr at)
{
    uint32_t offset;

    return pmem_aim(card, at, &offset) == OK ? card_read32(card, offset) : UINT32_MAX;
}

void pmem_write32(struct card *card, linear_addr at, uint32_t value)
{
    uint32_t offset;

    if (pmem_aim(card, at, &offset) == OK)
        card_write32(card, offset, value);
}

/* One of the functions that compilers call on their own, so it is there without a library. */
static void copy(uint8_t *to, const uint8_t *from, size_t size)
{
    __builtin_memcpy(to, from, size);
}

static enum err sysram_copy(struct card *card, linear_addr at, void *to, const void *from,
                            size_t size)
{
    uint8_t *const cpu = card_dma_cpu(card, at.v, size);

    if (!cpu)
        return ERR_OUTSIDE;
    if (at.target == TARGET_SYSRAM_NOSNOOP)
        card->bus->ops->cache_flush(card->bus, cpu, size);
    if (to)
        copy(to, cpu, size);
    else if (from)
        copy(cpu, from, size);
    if (from && at.target == TARGET_SYSRAM_NOSNOOP)
        card->bus->ops->cache_flush(card->bus, cpu, size);
    card->bus->ops->barrier(card->bus);
    return OK;
}

static bool is_in_vram(const struct card *card, linear_addr at, size_t size)
{
    return at.target == TARGET_VRAM && size <= card->vram.size && at.v <= card->vram.size - size;
}

/* Words up to the end of the granule, which PMEM shows whole wherever it begins, of those that are left. */
static size_t words_at(linear_addr at, size_t left)
{
    const size_t here = (size_t)(PMEM_GRANULE - (at.v & (PMEM_GRANULE - 1))) / 4;
    const size_t most = LEAST(here, CARD_WORDS_MAX);

    return LEAST(left, most);
}

static bool is_whole_words(linear_addr at, size_t size)
{
    return !((at.v | size) & 3);
}

/* BAR0 is made for aligned 32-bit accesses (tesla-mmio.md §0), so word by word. */
enum err card_memory_read(struct card *card, linear_addr at, void *bytes, size_t size)
{
    uint8_t *to = bytes;

    if (!is_whole_words(at, size))
        return ERR_RANGE;
    if (at.target != TARGET_VRAM)
        return sysram_copy(card, at, bytes, NULL, size);
    if (!is_in_vram(card, at, size))
        return ERR_OUTSIDE;
    for (size_t left = size / 4, count; left; left -= count) {
        uint32_t words[CARD_WORDS_MAX], offset;
        const enum err e = pmem_aim(card, at, &offset);

        if (e != OK)
            return e;
        count = words_at(at, left);
        card_read_words(card, offset, words, count);
        copy(to, (const uint8_t *)words, 4 * count);
        to += 4 * count;
        at.v += 4 * count;
    }
    return card_expired(card) ? ERR_DEADLINE : OK;
}

/* VRAM is written in pieces, because PMEM shows one MiB at a time. */
enum err card_memory_write(struct card *card, linear_addr at, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;

    if (!is_whole_words(at, size))
        return ERR_RANGE;
    if (at.target != TARGET_VRAM)
        return sysram_copy(card, at, NULL, bytes, size);
    if (!is_in_vram(card, at, size))
        return ERR_OUTSIDE;
    for (size_t left = size / 4, count; left; left -= count) {
        uint32_t words[CARD_WORDS_MAX], offset;
        const enum err e = pmem_aim(card, at, &offset);

        if (e != OK)
            return e;
        count = words_at(at, left);
        copy((uint8_t *)words, from, 4 * count);
        card_write_words(card, offset, words, count);
        from += 4 * count;
        at.v += 4 * count;
    }
    return card_expired(card) ? ERR_DEADLINE : OK;
}

enum err card_memory_fill(struct card *card, linear_addr at, uint32_t word, size_t size)
{
    uint32_t words[256];

    for (unsigned i = 0; i < 256; i++)
        words[i] = word;
    while (size) {
        const size_t part = LEAST(size, sizeof(words));
        const enum err e = card_memory_write(card, at, words, part);

        if (e != OK)
            return e;
        at.v += part;
        size -= part;
    }
    return OK;
}
