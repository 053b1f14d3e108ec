#include "engines/gv100/fault.h"

#include "engines/gv100/generation.h"
#include "engines/window.h"
#include "hw/gv100/pmmu.h"

#define DROPPED                                                                                    \
    (PFB_PRI_MMU_FAULT_STATUS_DROPPED_BAR1_PHYS | PFB_PRI_MMU_FAULT_STATUS_DROPPED_BAR1_VIRT |     \
     PFB_PRI_MMU_FAULT_STATUS_DROPPED_BAR2_PHYS | PFB_PRI_MMU_FAULT_STATUS_DROPPED_BAR2_VIRT |     \
     PFB_PRI_MMU_FAULT_STATUS_DROPPED_IFB_PHYS | PFB_PRI_MMU_FAULT_STATUS_DROPPED_IFB_VIRT |       \
     PFB_PRI_MMU_FAULT_STATUS_DROPPED_OTHER_PHYS | PFB_PRI_MMU_FAULT_STATUS_DROPPED_OTHER_VIRT)

/* Registers of the latch, and of each ring, as they follow each other. */
enum { ADDR_LO = 0, ADDR_HI = 4, INST_LO = 8, INST_HI = 12, INFO = 16, STATUS = 20 };
enum { BUFFER_LO = 0, BUFFER_HI = 4, BUFFER_GET = 8, BUFFER_PUT = 12, BUFFER_SIZE = 16 };

#define VALID_AT 28 /* bytes from an entry's start to word 7, which has VALID in bit 31 */

static uint32_t latch_of(const struct card *card, uint32_t which)
{
    return gv100_places_of(card->chip)->fault + which;
}

static uint32_t buffer_of(const struct card *card, enum fault_kind kind, uint32_t which)
{
    const struct gv100_places *const places = gv100_places_of(card->chip);

    return places->fault_buffer + (uint32_t)kind * places->fault_buffer_stride + which;
}

/* The latch's registers hold the fields of an entry: INFO is word 7, and INST_LO also has the engine, which is word
 * 6. */
static void read_latch(struct card *card, struct gmmu_fault *out)
{
    const uint32_t inst = card_read32(card, latch_of(card, INST_LO));
    const uint32_t address = card_read32(card, latch_of(card, ADDR_LO));
    const uint32_t words[GMMU_FAULT_WORDS] = {
        [0] = FIELD_PUT(GMMU_FAULT0_INST_APERTURE,
                        FIELD_GET(PFB_PRI_MMU_FAULT_INST_LO_APERTURE, inst)) |
              (inst & PFB_PRI_MMU_FAULT_INST_LO_ADDR),
        [1] = card_read32(card, latch_of(card, INST_HI)),
        [2] = address,
        [3] = card_read32(card, latch_of(card, ADDR_HI)),
        [6] = FIELD_GET(PFB_PRI_MMU_FAULT_INST_LO_ENGINE_ID, inst),
        [7] = card_read32(card, latch_of(card, INFO)),
    };

    gmmu_fault_unpack(words, out);
}

bool fault_latch_take(struct card *card, struct gmmu_fault *out, uint32_t *status)
{
    const uint32_t seen = card_read32(card, latch_of(card, STATUS));

    if (card_expired(card))
        return false;
    if (status)
        *status = seen;
    if (!(seen & PFB_PRI_MMU_FAULT_STATUS_VALID))
        return false;
    read_latch(card, out);
    card_write32(card, latch_of(card, STATUS), PFB_PRI_MMU_FAULT_STATUS_VALID | (seen & DROPPED));
    return !card_expired(card);
}

/* SET_DEFAULT stays 1: where somebody has written it before, a card that takes it again shows no change. */
uint32_t fault_ring_default(struct card *card, enum fault_kind kind)
{
    const uint32_t size = buffer_of(card, kind, BUFFER_SIZE);

    if (card_read32(card, size) & PFB_PRI_MMU_FAULT_BUFFER_SIZE_SET_DEFAULT)
        card_set32(card, size, PFB_PRI_MMU_FAULT_BUFFER_SIZE_SET_DEFAULT);
    else
        generation_set(card, size, PFB_PRI_MMU_FAULT_BUFFER_SIZE_SET_DEFAULT);
    return FIELD_GET(PFB_PRI_MMU_FAULT_BUFFER_SIZE_VAL, card_read32(card, size));
}

/* The size register is changed first, because the journal undoes changes last first: its ENABLE comes back only after
 * the address. */
enum err fault_ring_open(struct fault_ring *ring, struct card *card, enum fault_kind kind,
                         linear_addr at, virtual_addr shown, uint32_t entries)
{
    *ring = (struct fault_ring){ .card = card, .kind = kind, .at = at, .entries = entries };
    const enum err e = card_memory_fill(card, at, 0, (size_t)entries * GMMU_FAULT_BYTES);

    if (e != OK)
        return e;
    card_set32(card, buffer_of(card, kind, BUFFER_SIZE), entries);
    card_set32(card, buffer_of(card, kind, BUFFER_HI), (uint32_t)(shown.v >> 32));
    card_set32(card, buffer_of(card, kind, BUFFER_LO),
               (uint32_t)shown.v & PFB_PRI_MMU_FAULT_BUFFER_LO_ADDR);
    generation_set(card, buffer_of(card, kind, BUFFER_SIZE),
                   entries | PFB_PRI_MMU_FAULT_BUFFER_SIZE_ENABLE);
    fault_ring_clear(ring);
    return card_expired(card) ? ERR_DEADLINE : OK;
}

uint32_t fault_put(struct card *card, enum fault_kind kind)
{
    return FIELD_GET(PFB_PRI_MMU_FAULT_BUFFER_PUT_PTR,
                     card_read32(card, buffer_of(card, kind, BUFFER_PUT)));
}

uint32_t fault_status_register(const struct card *card)
{
    return latch_of(card, STATUS);
}

/* VALID is cleared before GET moves on, because software knows a new entry by it when the ring comes round. */
bool fault_ring_take(struct fault_ring *ring, struct gmmu_fault *out)
{
    const uint32_t get_word =
        card_read32(ring->card, buffer_of(ring->card, ring->kind, BUFFER_GET));
    const uint32_t get = FIELD_GET(PFB_PRI_MMU_FAULT_BUFFER_GET_PTR, get_word);
    uint32_t words[GMMU_FAULT_WORDS];
    static const uint32_t none;
    const linear_addr at = linear_add(ring->at, (uint64_t)get * GMMU_FAULT_BYTES);

    if (card_expired(ring->card) || get >= ring->entries ||
        get == fault_put(ring->card, ring->kind) ||
        card_memory_read(ring->card, at, words, sizeof(words)) != OK)
        return false;
    gmmu_fault_unpack(words, out);
    if (card_memory_write(ring->card, linear_add(at, VALID_AT), &none, sizeof(none)) != OK)
        return false;
    card_write32(ring->card, buffer_of(ring->card, ring->kind, BUFFER_GET),
                 (get + 1) % ring->entries);
    return true;
}

bool fault_ring_overflown(struct fault_ring *ring)
{
    return card_read32(ring->card, buffer_of(ring->card, ring->kind, BUFFER_GET)) &
           PFB_PRI_MMU_FAULT_BUFFER_GET_OVERFLOW;
}

/* GET catches up with PUT, and both of its W1C bits go. */
void fault_ring_clear(struct fault_ring *ring)
{
    card_write32(ring->card, buffer_of(ring->card, ring->kind, BUFFER_GET),
                 fault_put(ring->card, ring->kind) | PFB_PRI_MMU_FAULT_BUFFER_GET_OVERFLOW |
                     PFB_PRI_MMU_FAULT_BUFFER_GET_GETPTR_CORRUPTED);
}

void fault_ring_close(struct fault_ring *ring)
{
    if (!ring->card)
        return;
    fault_ring_clear(ring);
    card_write32(ring->card, buffer_of(ring->card, ring->kind, BUFFER_SIZE), ring->entries);
    ring->card = NULL;
}

void faults_quiet(struct card *card)
{
    generation_quiet(card);
    card_write32(card, latch_of(card, STATUS), PFB_PRI_MMU_FAULT_STATUS_VALID | DROPPED);
}
