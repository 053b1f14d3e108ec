#include "hw/nv50/pcounter_record.h"

#include "model/nv50/base/card.h"
#include "model/nv50/count/pcounter.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vm/vm_user.h"

#define REG(name, domain) ((name) + 4 * (domain))

void pcounter_record_reset(struct nv50 *card)
{
    card->pcounter->recorder =
        (struct vm_user){ .engine = VM_ENGINE_PCOUNTER,
                          .write_client = VM_CLIENT_PCOUNTER,
                          .channel = FIELD_PUT(CHANNEL_DESC_TARGET, (uint32_t)TARGET_INVALID) };
    for (unsigned i = 0; i < PCOUNTER_DOMAINS; i++)
        card->pcounter->wedged[i] = false;
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
    const uint32_t ctrl = reg_get(card, REG(PCOUNTER_CTRL, domain));
    const uint32_t size = ctrl & PCOUNTER_CTRL_SHORT ? PCOUNTER_PACKET_SHORT : PCOUNTER_PACKET_LONG;
    const uint64_t at =
        (uint64_t)(reg_get(card, REG(PCOUNTER_RECORD_HIGH, domain)) & 0xff) << 32 | value;
    uint8_t packet[PCOUNTER_PACKET_LONG] = { 0, 4, [6] = 1 }; /* 0x400 cycles, one stop */

    reg_set(card, REG(PCOUNTER_RECORD_STATUS, domain), 0);
    if (card->pcounter->wedged[domain] || FIELD_GET(PCOUNTER_CTRL_MODE, ctrl) != PCOUNTER_RECORD ||
        FIELD_GET(PCOUNTER_CTRL_PERIOD, ctrl) == 0 || !stops_periodically(card, domain))
        return;
    if (vm_user_write(card, &card->pcounter->recorder, at, packet, size)) {
        reg_set(card, REG(PCOUNTER_RECORD_STATUS, domain), size);
    } else {
        card->pcounter->wedged[domain] = true;
        if (!card->broken[DEFECT_MEDIA_INTERRUPT_LOST])
            reg_set(card, REG(PCOUNTER_RECORD_STATUS, domain), PCOUNTER_STATUS_FAULT);
    }
}

#define RW  BITS(31, 0)
#define VOL REG_VOLATILE
#define G84 CHIPS_G84_UP
#define G92 (G84 & ~(CHIP_BIT(CHIP_G84) | CHIP_BIT(CHIP_G86)))
#define N   PCOUNTER_DOMAINS

/* clang-format off */
static const struct reg_row rows[] = {
    { PCOUNTER_RECORD_HIGH, "PCOUNTER_RECORD_HIGH", BITS(7, 0), 0, 0, G92, N, 0, 0 },
    { PCOUNTER_RECORD_STATUS, "PCOUNTER_RECORD_STATUS", 0, 0, VOL, G84, N, 0, 0 },
    { PCOUNTER_RECORD_LIMIT, "PCOUNTER_RECORD_LIMIT", RW, 0, 0, G84, N, 0, 0 },
    { PCOUNTER_RECORD_START, "PCOUNTER_RECORD_START", RW, 0, VOL, G84, N, 0, write_start },
    { PCOUNTER_RECORD_CHAN, "PCOUNTER_RECORD_CHAN", PCOUNTER_CHAN_DESC | PCOUNTER_CHAN_VALID, 0, 0, G84, 1, 0, write_channel },
    { PCOUNTER_RECORD_DMA, "PCOUNTER_RECORD_DMA", BITS(15, 0), 0, 0, G84, 1, 0, 0 },
    { PCOUNTER_GCTRL, "PCOUNTER_GCTRL", BITS(12, 8), 0, 0, G84, 1, 0, 0 },
};
/* clang-format on */

const struct reg_block pcounter_record_regs = { rows, ARRAY_SIZE(rows) };
