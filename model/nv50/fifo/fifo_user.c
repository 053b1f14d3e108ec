#include "hw/nv50/pfifo.h"
#include "hw/nv50/ramfc.h"
#include "model/nv50/base/card.h"
#include "model/nv50/fifo/pfifo.h"

/* Reading a low word keeps the high one for the read that follows (docs/hardware/tesla-mmio.md §4.6). */
static uint32_t latch(struct nv50 *card, unsigned channel, uint32_t low, uint32_t high,
                      uint32_t shadow)
{
    fifo_set_word(card, channel, shadow, fifo_word(card, channel, high));
    return fifo_word(card, channel, low);
}

static uint32_t call_get(struct nv50 *card, unsigned channel)
{
    return fifo_word(card, channel, RAMFC_DMA_STATE) & PFIFO_DMA_STATE_SUBROUTINE
               ? fifo_word(card, channel, RAMFC_SUBROUTINE)
               : fifo_word(card, channel, RAMFC_DMA_GET);
}

/* Each word of the control area is a word of RAMFC; reading a low half keeps the high one. */
static uint32_t read_word(struct nv50 *card, unsigned channel, uint32_t offset)
{
    switch (offset) {
    case PFIFO_USER_DMA_PUT:
        return latch(card, channel, RAMFC_DMA_PUT, RAMFC_DMA_PUT_HIGH, RAMFC_PUT_HIGH_READ);
    case PFIFO_USER_DMA_GET:
        return latch(card, channel, RAMFC_DMA_GET, RAMFC_DMA_GET_HIGH, RAMFC_GET_HIGH_READ);
    case PFIFO_USER_DMA_MGET:
        return latch(card, channel, RAMFC_DMA_MGET, RAMFC_DMA_MGET_HIGH, RAMFC_MGET_HIGH_READ);
    case PFIFO_USER_REF:
        return fifo_word(card, channel, RAMFC_REF);
    case PFIFO_USER_DMA_PUT_HIGH:
        return fifo_word(card, channel, RAMFC_PUT_HIGH_READ);
    case PFIFO_USER_DMA_CGET:
        return call_get(card, channel);
    case PFIFO_USER_DMA_MGET_HIGH:
        return fifo_word(card, channel, RAMFC_MGET_HIGH_READ);
    case PFIFO_USER_DMA_GET_HIGH:
        return fifo_word(card, channel, RAMFC_GET_HIGH_READ);
    case PFIFO_USER_IB_GET:
        return fifo_word(card, channel, RAMFC_IB_GET);
    case PFIFO_USER_IB_PUT:
        return fifo_word(card, channel, RAMFC_IB_PUT);
    default:
        return 0;
    }
}

uint32_t fifo_user_read(struct nv50 *card, uint32_t offset)
{
    const unsigned channel = offset / PFIFO_USER_STRIDE;
    const uint32_t value = read_word(card, channel, offset % PFIFO_USER_STRIDE);

    shell_trace(&card->shell, "r %06x %08x PFIFO_USER[%u].%02x", PFIFO_USER + offset, value,
                channel, offset % PFIFO_USER_STRIDE);
    return value;
}

/* New PUT pointers let PFIFO run; the other words of the control area take no writes. */
void fifo_user_write(struct nv50 *card, uint32_t offset, uint32_t value)
{
    const unsigned channel = offset / PFIFO_USER_STRIDE;

    shell_trace(&card->shell, "w %06x %08x PFIFO_USER[%u].%02x", PFIFO_USER + offset, value,
                channel, offset % PFIFO_USER_STRIDE);
    switch (offset % PFIFO_USER_STRIDE) {
    case PFIFO_USER_DMA_PUT_HIGH:
        fifo_set_word(card, channel, RAMFC_PUT_HIGH_WRITE, value);
        return;
    case PFIFO_USER_DMA_PUT:
        fifo_set_word(card, channel, RAMFC_DMA_PUT_HIGH,
                      fifo_word(card, channel, RAMFC_PUT_HIGH_WRITE));
        fifo_set_word(card, channel, RAMFC_DMA_PUT, value);
        break;
    case PFIFO_USER_IB_PUT:
        fifo_set_word(card, channel, RAMFC_IB_PUT, value);
        break;
    default:
        return;
    }
    pfifo_run(card);
}
