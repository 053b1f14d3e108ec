#include "mmu/nv50/ramht.h"

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

uint32_t ramht_hash(uint32_t handle, unsigned bits)
{
    uint32_t hash = 0;

    for (; handle; handle >>= bits)
        hash ^= handle & ((1u << bits) - 1);
    return hash;
}
