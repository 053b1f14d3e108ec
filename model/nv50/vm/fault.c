#include "model/nv50/vm/fault.h"

#include "hw/nv50/pfb.h"
#include "hw/nv50/pfifo.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vm/translate.h"

#define MCP89_UNKNOWN BITS(28, 27) /* stored, meaning unknown (docs/hardware/tesla-vm.md §2.1) */

/* The bits that let faults of an engine be recorded; none of PFIFO, BAR and PEEPHOLE, whose faults are
 * (docs/hardware/tesla-vm.md §2.1). */
static uint32_t enable_bits(const bool *broken, unsigned engine)
{
    switch (engine) {
    case VM_ENGINE_PGRAPH:
        return broken[DEFECT_FAULT_ENABLE_FIRST_ONLY] ? BIT(0) : PFB_VM_FAULT_PGRAPH;
    case VM_ENGINE_PVP:
        return PFB_VM_FAULT_PVP;
    case VM_ENGINE_PME:
        return PFB_VM_FAULT_PME | PFB_VM_FAULT_PVCOMP;
    case VM_ENGINE_PMPEG:
        return PFB_VM_FAULT_PMPEG;
    case VM_ENGINE_PBSP:
        return PFB_VM_FAULT_PBSP;
    case VM_ENGINE_PCIPHER:
        return PFB_VM_FAULT_PCIPHER;
    case VM_ENGINE_PCOUNTER:
        return PFB_VM_FAULT_PCOUNTER;
    case VM_ENGINE_PCOPY:
        return PFB_VM_FAULT_PCOPY;
    case VM_ENGINE_PDAEMON:
        return PFB_VM_FAULT_PDAEMON;
    default:
        return 0;
    }
}

static bool recorded(const struct nv50 *card, unsigned engine)
{
    const uint32_t bits = enable_bits(card->broken, engine);
    return !bits || card_knob(card, KNOB_FAULT_ENABLE) != 0 ||
           card->broken[DEFECT_FAULT_ENABLE_IGNORED] || (reg_get(card, PFB_VM_FAULT) & bits);
}

/* Word 0: who asked, and why it failed; each a number whose lowest bit a defect may invert. */
static uint32_t status_word(const struct nv50 *card, const struct vm_access *access,
                            enum vm_fault_reason reason)
{
    const bool *broken = card->broken;
    const uint32_t engine = access->engine ^ broken[DEFECT_FAULT_ENGINE_WRONG];
    const uint32_t client = access->client ^ broken[DEFECT_FAULT_CLIENT_WRONG];
    const uint32_t slot = access->slot ^ broken[DEFECT_FAULT_SLOT_WRONG];
    const uint32_t code = (uint32_t)reason ^ broken[DEFECT_FAULT_REASON_WRONG];

    if (card->chip->fault_format == FAULT_FIELDS_4BIT)
        return FIELD_PUT(FAULT0_4BIT_ENGINE, engine) | FIELD_PUT(FAULT0_4BIT_REASON, code) |
               FIELD_PUT(FAULT0_4BIT_CLIENT, client) | FIELD_PUT(FAULT0_4BIT_SLOT, slot);
    return FIELD_PUT(FAULT0_8BIT_ENGINE, engine) | FIELD_PUT(FAULT0_8BIT_REASON, code) |
           FIELD_PUT(FAULT0_8BIT_CLIENT, client) | FIELD_PUT(FAULT0_8BIT_SLOT, slot);
}

static uint64_t broken_address(const struct nv50 *card, const struct vm_access *access, uint64_t at)
{
    if (card->broken[DEFECT_FAULT_ADDRESS_IS_OFFSET])
        at = access->logical;
    return card->broken[DEFECT_FAULT_ADDRESS_LOW_MISSING] ? at & ~UINT64_C(0xffff) : at;
}

/* Knob fault_bits: of the bits to which no source gives a meaning, every second one is set in each of the six
 * words. */
static void add_bits(const struct nv50 *card, uint32_t *words)
{
    static const uint32_t documented[FAULT_WORDS] = { 0xffff,
                                                      FAULT1_CHANNEL_LOW,
                                                      FAULT2_CHANNEL_HIGH,
                                                      FAULT3_ADDRESS_LOW,
                                                      FAULT4_ADDRESS_MID,
                                                      FAULT5_ADDRESS_HIGH | FAULT5_READ };

    if (card_knob(card, KNOB_FAULT_BITS) != FAULT_BITS_MORE)
        return;
    for (unsigned i = card->chip->fault_format == FAULT_FIELDS_4BIT ? 0 : 1; i < FAULT_WORDS; i++)
        words[i] |= 0xaaaaaaaa & ~documented[i];
}

static void break_record(const bool *broken, uint32_t *words)
{
    const uint32_t low = words[1];

    if (broken[DEFECT_FAULT_CHANNEL_SWAPPED]) {
        words[1] = words[2];
        words[2] = low;
    }
    if (broken[DEFECT_FAULT_TARGET_MISSING])
        words[2] &= 0xfff;
    if (broken[DEFECT_FAULT_READ_INVERTED])
        words[5] ^= FAULT5_READ;
}

/* The record of docs/hardware/tesla-vm.md §2.2. */
static void write_record(const struct nv50 *card, const struct vm_access *access,
                         enum vm_fault_reason reason, uint64_t at, uint32_t *words)
{
    static const uint64_t granules[] = { 1, 4, 32, 4096 };

    at = broken_address(card, access, at) & ~(granules[card_knob(card, KNOB_FAULT_ADDRESS)] - 1);
    words[0] = status_word(card, access, reason);
    words[1] = access->channel & 0xffff;
    words[2] = access->channel >> 16;
    words[3] = (uint32_t)at & FAULT3_ADDRESS_LOW;
    words[4] = (uint32_t)(at >> 16) & FAULT4_ADDRESS_MID;
    words[5] =
        FIELD_PUT(FAULT5_ADDRESS_HIGH, (uint32_t)(at >> 32)) | (access->write ? 0 : FAULT5_READ);
    add_bits(card, words);
    break_record(card->broken, words);
}

void fault_raise(struct nv50 *card, const struct vm_access *access, enum vm_fault_reason reason,
                 uint64_t at)
{
    struct fault_latch *latch = card->fault;

    shell_trace(&card->shell, "fault %u/%x/%u reason %x at %010llx", access->engine, access->client,
                access->slot, (unsigned)reason, (unsigned long long)at);
    if (card->broken[DEFECT_FAULT_NO_RECORD] || !recorded(card, access->engine))
        return;
    if (latch->pending && !card->broken[DEFECT_FAULT_SECOND_OVERWRITES])
        return;
    latch->pending = true;
    write_record(card, access, reason, at, latch->words);
}

void fault_reset(struct nv50 *card)
{
    *card->fault = (struct fault_latch){ 0 };
}

uint32_t fault_read_control(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return stored | FIELD_PUT(PFB_VM_FAULT_INDEX, (uint32_t)card->fault->index) |
           (card->fault->pending ? PFB_VM_FAULT_PENDING : 0);
}

void fault_write_control(struct nv50 *card, uint32_t offset, uint32_t value)
{
    card->fault->index = (uint8_t)FIELD_GET(PFB_VM_FAULT_INDEX, value);
    if (card->chip_bit == CHIP_BIT(CHIP_MCP89))
        reg_set(card, offset, value & (PFB_VM_FAULT_ENABLE | MCP89_UNKNOWN));
    const bool first = card->broken[DEFECT_FAULT_INDEX_ACKNOWLEDGES] && card->fault->index == 0;
    if (((value & PFB_VM_FAULT_PENDING) || first) && !card->broken[DEFECT_FAULT_ACK_IGNORED])
        card->fault->pending = false;
}

uint32_t fault_read_data(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return card->fault->index < FAULT_WORDS ? card->fault->words[card->fault->index] : 0;
}
