#include "hw/nv50/pcounter_record.h"

#include "model/nv50/base/card.h"
#include "model/nv50/count/pcounter.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vm/vm_user.h"

#define OF(name, domain) ((name) + 4 * (domain))

void pcounter_record_reset(struct nv50 *card)
{
    card->pcounter->recorder =
        (struct vm_user){ .engine = VM_ENGINE_PCOUNTER,
                          .write_client = VM_CLIENT_PCOUNTER,
                          .channel = FIELD_PUT(CHANNEL_DESC_TARGET, (uint32_t)TARGET_INVALID) };
}

/* The channel's write binds (docs/hardware/tesla-engines.md §5.5). */
static void write_channel(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (!(value & PCOUNTER_CHAN_VALID))
        return;
    tlb_bind(card, VM_ENGINE_PCOUNTER, value & PCOUNTER_CHAN_DESC);
    vm_user_bind(card, &card->pcounter->recorder, value & PCOUNTER_CHAN_DESC,
                 (uint16_t)reg_get(card, PCOUNTER_RECORD_DMA));
}

/* The first domain alone: of the others the model has no signals. */
static bool stops_periodically(const struct nv50 *card, unsigned domain)
{
    const uint32_t source = reg_get(card, PCOUNTER_STOP_SRC) & 0xff;

    for (unsigned i = 0; i < PCOUNTER_TRAILERS; i++)
        if (pcounter_trailers[i].chips & card->chip_bit)
            return domain == 0 && reg_get(card, PCOUNTER_STOP_OP) == PCOUNTER_OP_FIRST &&
                   source == (uint32_t)pcounter_trailers[i].first + PCOUNTER_PERIODIC;
    return false;
}

/* One packet, as if the first period had just passed: no signal of the model counts anything. */
static void write_start(struct nv50 *card, uint32_t offset, uint32_t value)
{
    const unsigned domain = (offset - PCOUNTER_RECORD_START) / 4;
    const uint32_t ctrl = reg_get(card, OF(PCOUNTER_CTRL, domain));
    const uint32_t size = ctrl & PCOUNTER_CTRL_SHORT ? PCOUNTER_PACKET_SHORT : PCOUNTER_PACKET_LONG;
    const uint64_t at =
        (uint64_t)(reg_get(card, OF(PCOUNTER_RECORD_HIGH, domain)) & 0xff) << 32 | value;
    uint8_t packet[PCOUNTER_PACKET_LONG] = { 0, 4, [6] = 1 }; /* 0x400 cycles, one stop */

    reg_set(card, OF(PCOUNTER_RECORD_STATUS, domain), 0);
    if (card->pcounter->wedged[domain] || FIELD_GET(PCOUNTER_CTRL_MODE, ctrl) != PCOUNTER_RECORD ||
        FIELD_GET(PCOUNTER_CTRL_PERIOD, ctrl) == 0 || !stops_periodically(card, domain))
        return;
    if (vm_user_write(card, &card->pcounter->recorder, at, packet, size)) {
        reg_set(card, OF(PCOUNTER_RECORD_STATUS, domain), size);
    } else {
        card->pcounter->wedged[domain] = true;
        if (!card->broken[DEFECT_MEDIA_INTERRUPT_LOST])
            reg_set(card, OF(PCOUNTER_RECORD_STATUS, domain), PCOUNTER_STATUS_FAULT);
    }
}

#define G92_UP (CHIPS_G84_UP & ~(CHIP_BIT(CHIP_G84) | CHIP_BIT(CHIP_G86)))
#define N      PCOUNTER_DOMAINS

/* clang-format off */
static const struct reg_row rows[] = {
    REG(PCOUNTER_RECORD_HIGH, .bits = BITS(7, 0), .count = N, .chips = G92_UP),
    REG(PCOUNTER_RECORD_STATUS, .count = N, .flags = VOL, .chips = CHIPS_G84_UP),
    REG(PCOUNTER_RECORD_LIMIT, .bits = RW, .count = N, .chips = CHIPS_G84_UP),
    REG(PCOUNTER_RECORD_START, .bits = RW, .count = N, .flags = VOL, .write = write_start, .chips = CHIPS_G84_UP),
    REG(PCOUNTER_RECORD_CHAN, .bits = PCOUNTER_CHAN_DESC | PCOUNTER_CHAN_VALID, .write = write_channel, .chips = CHIPS_G84_UP),
    REG(PCOUNTER_RECORD_DMA, .bits = BITS(15, 0), .chips = CHIPS_G84_UP),
    REG(PCOUNTER_GCTRL, .bits = BITS(12, 8), .chips = CHIPS_G84_UP),
};
/* clang-format on */

const struct reg_block pcounter_record_regs = { rows, ARRAY_SIZE(rows) };
