/* Transfers on AUX channels (docs/hardware/devinit.md §2.5). */
#include "engines/nv50/devinit/board_pads.h"
#include "hw/nv50/pnvio.h"

#define BYTES_MAX   16
#define STEP_US     1
#define GRANT_STEPS 1000
#define REPLY_STEPS 2000
#define DEFER_US    400 /* how long a display that asks for patience is given */
#define DEFERS      32

static enum err read_reg(const struct devinit_world *world, uint32_t reg, uint32_t *value)
{
    return world->reg(world->context, false, reg, value);
}

static enum err write_reg(const struct devinit_world *world, uint32_t reg, uint32_t value)
{
    return world->reg(world->context, true, reg, &value);
}

/* Until (CTRL & mask) is `wanted`. */
static enum err wait_ctrl(const struct devinit_world *world, uint32_t base, uint32_t mask,
                          uint32_t wanted, unsigned steps)
{
    for (unsigned i = 0; i <= steps; i++) {
        uint32_t word;
        enum err e = read_reg(world, base + PNVIO_AUX_CTRL, &word);

        if (e == OK && (word & mask) == wanted)
            return OK;
        if (e == OK)
            e = world->wait(world->context, STEP_US);
        if (e != OK)
            return e;
    }
    return ERR_TIMEOUT;
}

/* The channel is asked for, and is ours once it says so. */
static enum err take(const struct devinit_world *world, uint32_t base)
{
    uint32_t word;
    enum err e = wait_ctrl(world, base, AUX_CTRL_GRANTED | AUX_CTRL_START, 0, GRANT_STEPS);

    if (e == OK)
        e = read_reg(world, base + PNVIO_AUX_CTRL, &word);
    if (e == OK)
        e = write_reg(world, base + PNVIO_AUX_CTRL, (word & ~AUX_CTRL_WANTED) | AUX_CTRL_WANTED_US);
    if (e == OK)
        e = wait_ctrl(world, base, AUX_CTRL_GRANTED, AUX_CTRL_GRANTED_US, GRANT_STEPS);
    if (e == OK)
        e = read_reg(world, base + PNVIO_AUX_STATUS, &word);
    return e == OK && !(word & AUX_STATUS_SINK) ? ERR_NOT_FOUND : e;
}

static enum err give_back(const struct devinit_world *world, uint32_t base)
{
    uint32_t word;
    const enum err e = read_reg(world, base + PNVIO_AUX_CTRL, &word);

    return e != OK ? e
                   : write_reg(world, base + PNVIO_AUX_CTRL,
                               word & ~(AUX_CTRL_WANTED | AUX_CTRL_START));
}

static enum err put_bytes(const struct devinit_world *world, uint32_t base, const uint8_t *bytes,
                          unsigned count)
{
    enum err e = OK;

    for (unsigned at = 0; at < BYTES_MAX && e == OK; at += 4) {
        uint32_t word = 0;

        for (unsigned i = at; i < at + 4 && i < count; i++)
            word |= (uint32_t)bytes[i] << (8 * (i - at));
        e = write_reg(world, base + PNVIO_AUX_OUT + at, word);
    }
    return e;
}

static enum err get_bytes(const struct devinit_world *world, uint32_t base, uint8_t *bytes,
                          unsigned count)
{
    uint32_t word = 0;
    enum err e = OK;

    for (unsigned i = 0; i < count && e == OK; i++) {
        if (i % 4 == 0)
            e = read_reg(world, base + PNVIO_AUX_IN + i, &word);
        bytes[i] = (uint8_t)(word >> (8 * (i % 4)));
    }
    return e;
}

/* Sends the transfer that is set up, once. `again`: the display wants more time, which also is
 * ERR_TIMEOUT. */
static enum err send_once(const struct devinit_world *world, uint32_t base, uint32_t ctrl,
                          bool *again)
{
    uint32_t status = 0;
    enum err e = write_reg(world, base + PNVIO_AUX_CTRL, ctrl | AUX_CTRL_RESET);

    *again = false;
    if (e == OK)
        e = write_reg(world, base + PNVIO_AUX_CTRL, ctrl);
    if (e == OK)
        e = write_reg(world, base + PNVIO_AUX_CTRL, ctrl | AUX_CTRL_START);
    if (e == OK)
        e = wait_ctrl(world, base, AUX_CTRL_START, 0, REPLY_STEPS);
    if (e == OK)
        e = read_reg(world, base + PNVIO_AUX_STATUS, &status);
    if (e != OK)
        return e;
    const uint32_t reply = FIELD_GET(AUX_STATUS_REPLY, status);
    *again = !(status & (AUX_STATUS_NO_REPLY | AUX_STATUS_ERRORS)) &&
             (reply == AUX_REPLY_DEFER || reply == AUX_REPLY_I2C_DEFER);
    if ((status & AUX_STATUS_NO_REPLY) || *again)
        return ERR_TIMEOUT;
    return (status & AUX_STATUS_ERRORS) || reply != AUX_REPLY_ACK ? ERR_NOT_FOUND : OK;
}

/* One transfer over the AUX channel. A monitor may answer "later" (defer), which is no error: the
 * same request is made again, a bounded number of times. */
static enum err send(const struct devinit_world *world, uint32_t base,
                     const struct devinit_i2c *transfer)
{
    const bool in = transfer->in_count;
    const unsigned count = in ? transfer->in_count : transfer->out_count;
    uint32_t ctrl;
    enum err e = in ? OK : put_bytes(world, base, transfer->out, count);

    if (e == OK)
        e = read_reg(world, base + PNVIO_AUX_CTRL, &ctrl);
    if (e == OK)
        e = write_reg(world, base + PNVIO_AUX_ADDRESS, transfer->address);
    if (e != OK)
        return e;
    ctrl &= ~(AUX_CTRL_START | AUX_CTRL_COMMAND | AUX_CTRL_SIZE);
    ctrl |= FIELD_PUT(AUX_CTRL_COMMAND, in ? AUX_COMMAND_READ : AUX_COMMAND_WRITE) |
            FIELD_PUT(AUX_CTRL_SIZE, count - 1);
    bool again;
    e = send_once(world, base, ctrl, &again);
    for (unsigned i = 0; i < DEFERS && again; i++) {
        e = world->wait(world->context, DEFER_US);
        again = false;
        if (e == OK)
            e = send_once(world, base, ctrl, &again);
    }
    return e == OK && in ? get_bytes(world, base, transfer->in, count) : e;
}

enum err pads_aux(const struct devinit_world *world, const struct devinit_i2c *transfer)
{
    const uint32_t base = transfer->port.port * PNVIO_AUX_STRIDE;
    enum err e = take(world, base);

    if (e == OK)
        e = send(world, base, transfer);
    const enum err end = give_back(world, base);
    return e != OK ? e : end;
}
