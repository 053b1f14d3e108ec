#include "mmu/nv50/ramht.h"

#include <stdbool.h>

#include "hw/bits.h"

enum err ramht_pack(const struct ramht_entry *entry, uint32_t words[RAMHT_WORDS])
{
    if (!FIELD_FITS(RAMHT1_ENGINE, (uint32_t)entry->engine))
        return ERR_RANGE;
    words[0] = entry->handle;
    words[1] = FIELD_PUT(RAMHT1_INSTANCE, (uint32_t)entry->selector) |
               FIELD_PUT(RAMHT1_ENGINE, (uint32_t)entry->engine);
    return OK;
}

void ramht_unpack(const uint32_t words[RAMHT_WORDS], struct ramht_entry *entry)
{
    *entry = (struct ramht_entry){ .handle = words[0],
                                   .selector = (uint16_t)FIELD_GET(RAMHT1_INSTANCE, words[1]),
                                   .engine = (uint8_t)FIELD_GET(RAMHT1_ENGINE, words[1]) };
}

uint32_t ramht_hash(uint32_t handle, unsigned bits)
{
    uint32_t hash = 0;

    for (; handle; handle >>= bits)
        hash ^= handle & ((1u << bits) - 1);
    return hash;
}

/* The first entry from the hash on, around the end, that holds the handle or is free. */
static enum err search(const uint32_t *table, unsigned bits, uint32_t handle, uint32_t *index)
{
    const uint32_t count = 1u << bits, start = ramht_hash(handle, bits);

    for (uint32_t probe = 0; probe < count; probe++) {
        const uint32_t at = (start + probe) % count;
        const uint32_t *const words = table + at * RAMHT_WORDS;

        if (words[1] && words[0] != handle)
            continue;
        *index = at;
        return OK;
    }
    return ERR_NO_MEMORY;
}

static bool bits_fit(unsigned bits)
{
    return bits >= RAMHT_BITS_MIN && bits <= RAMHT_BITS_MAX;
}

enum err ramht_find(const uint32_t *table, unsigned bits, uint32_t handle, uint32_t *index)
{
    uint32_t at;

    if (!bits_fit(bits))
        return ERR_RANGE;
    if (search(table, bits, handle, &at) != OK || !table[at * RAMHT_WORDS + 1])
        return ERR_NOT_FOUND;
    *index = at;
    return OK;
}

enum err ramht_place(const uint32_t *table, unsigned bits, uint32_t handle, uint32_t *index)
{
    return bits_fit(bits) ? search(table, bits, handle, index) : ERR_RANGE;
}
