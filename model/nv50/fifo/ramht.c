#include "hw/nv50/ramfc.h"
#include "hw/nv50/vm.h"
#include "model/nv50/base/card.h"
#include "model/nv50/fifo/pfifo.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/translate.h"

#define BITS_SMALLEST   9   /* of 4 KiB tables */
#define SEARCH_SMALLEST 16u /* entries */

/* Slices of the handle as wide as the index, one xor-ed to the other (docs/hardware/tesla-mmio.md §4.4). */
static uint32_t hash(const struct nv50 *card, uint32_t handle, unsigned bits)
{
    const uint32_t mask = (1u << bits) - 1;
    uint32_t index = 0;

    if (card->broken[DEFECT_FIFO_RAMHT_HASH])
        return handle & mask;
    for (; handle != 0; handle >>= bits)
        index ^= handle & mask;
    return index;
}

/* From the hash on, entry by entry, until the handle, an empty entry, or as many as PFIFO_RAMHT allows. */
bool ramht_look_up(struct nv50 *card, uint32_t handle, uint32_t *context)
{
    const uint32_t word = reg_get(card, PFIFO_RAMHT);
    const unsigned bits = BITS_SMALLEST + FIELD_GET(RAMFC_RAMHT_SIZE, word);
    const uint32_t entries = 1u << bits, first = hash(card, handle, bits);
    const uint32_t probes = word & RAMFC_RAMHT_SEARCH_FULL
                                ? entries
                                : SEARCH_SMALLEST << FIELD_GET(RAMFC_RAMHT_SEARCH, word);
    linear_addr table = vm_channel_base(card->pfifo->descriptor);

    if (reg_get(card, PFIFO_DEBUG_1) & PFIFO_DEBUG_1_RAMHT_ALWAYS_FAIL)
        return false;
    table.v += (uint64_t)FIELD_GET(RAMFC_RAMHT_INSTANCE, word) << CHANNEL_SELECTOR_SHIFT;
    for (uint32_t i = 0; i < probes; i++) {
        const uint64_t offset = UINT64_C(8) * ((first + i) & (entries - 1));
        const uint64_t entry = memory_read64(card, (linear_addr){ table.v + offset, table.target });

        *context = (uint32_t)(entry >> 32);
        if (*context == 0)
            return false;
        if ((uint32_t)entry == handle)
            return true;
    }
    return false;
}
