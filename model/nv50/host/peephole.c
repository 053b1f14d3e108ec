#include "model/nv50/host/peephole.h"

#include "hw/nv50/pbus.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/host/pbus.h"
#include "model/nv50/host/windows.h"

#define VALID (PEEPHOLE_W_CTRL_ADDR_VALID | PEEPHOLE_W_CTRL_DATA_VALID)

static uint32_t write_port(const struct nv50 *card, uint32_t which)
{
    return reg_get(card, card->chip->peephole_write + which);
}

/* A 32-bit store of the bytes that `lanes` carries. */
static void store(struct nv50 *card, uint32_t address, uint32_t value, uint32_t lanes)
{
    uint8_t bytes[4];

    bytes_put(bytes, value, 4);
    if (lanes == UINT32_MAX) {
        window_write(card, windows_peephole(card), address, bytes, 4);
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        if (lanes >> (8 * i) & 0xff)
            window_write(card, windows_peephole(card), address + i, &bytes[i], 1);
}

/* The valid bits are the card's own; a change of mode starts a new pair. */
void peephole_write_ctrl(struct nv50 *card, uint32_t offset, uint32_t value)
{
    reg_set(card, offset, value & PEEPHOLE_W_CTRL_FREEFORM);
}

/* In pair mode the second of address and data does the store; two of a kind are an error. */
static void half_written(struct nv50 *card, uint32_t mine, uint32_t lanes)
{
    const uint32_t ctrl = reg_get(card, PEEPHOLE_W_CTRL);
    const uint32_t other = mine ^ VALID;

    if (ctrl & mine) {
        pbus_raise(card, PBUS_INTR_PEEPHOLE_PAIR);
    } else if (ctrl & other) {
        reg_set(card, PEEPHOLE_W_CTRL, ctrl & ~VALID);
        if (!card->broken[DEFECT_WINDOW_PEEPHOLE_PAIR_BROKEN])
            store(card, write_port(card, PEEPHOLE_ADDRESS), write_port(card, PEEPHOLE_DATA), lanes);
    } else {
        reg_set(card, PEEPHOLE_W_CTRL, ctrl | mine);
    }
}

void peephole_write_address(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    if (!(reg_get(card, PEEPHOLE_W_CTRL) & PEEPHOLE_W_CTRL_FREEFORM))
        half_written(card, PEEPHOLE_W_CTRL_ADDR_VALID, UINT32_MAX);
}

void peephole_write_data(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    const uint32_t lanes = card->shell.regs.lanes;

    if (!(reg_get(card, PEEPHOLE_W_CTRL) & PEEPHOLE_W_CTRL_FREEFORM))
        half_written(card, PEEPHOLE_W_CTRL_DATA_VALID, lanes);
    else if (!card->broken[DEFECT_WINDOW_PEEPHOLE_PORT_DEAD])
        store(card, write_port(card, PEEPHOLE_ADDRESS), write_port(card, PEEPHOLE_DATA), lanes);
}

static uint32_t rw_advance(struct nv50 *card)
{
    const uint32_t address = reg_get(card, card->chip->peephole_rw + PEEPHOLE_ADDRESS);
    if (!card->broken[DEFECT_WINDOW_PEEPHOLE_NO_INCREMENT])
        reg_set(card, card->chip->peephole_rw + PEEPHOLE_ADDRESS, address + 4);
    return address;
}

uint32_t peephole_rw_read(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    uint8_t bytes[4];

    window_read(card, windows_peephole(card), rw_advance(card), bytes, 4);
    return bytes_get32(bytes);
}

void peephole_rw_write(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    store(card, rw_advance(card), value, card->shell.regs.lanes);
}
