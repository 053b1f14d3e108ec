#include "tests/engines/nv50/i2c_rig.h"

#include <string.h>

#define SCL 1u
#define SDA 2u

/* The next byte of a read: the high byte of a word comes first. */
static unsigned next_byte(const struct i2c_rig *b)
{
    if (b->wide)
        return b->sent % 2 ? b->words[b->pointer] & 0xff : b->words[b->pointer] >> 8;
    return b->memory[(uint8_t)(b->pointer + b->sent)];
}

static void byte_done(struct i2c_rig *b)
{
    if (b->phase == ADDRESS) {
        const bool mine = !b->absent && b->byte >> 1 == b->address;
        b->phase = mine ? (b->byte & 1 ? READING : REGISTER) : IDLE;
        b->pulls_low = mine;
        b->sent = 0;
    } else if (b->phase == REGISTER) {
        b->pointer = (uint8_t)b->byte;
        b->phase = WRITING;
        b->pulls_low = true;
    } else if (b->phase == WRITING) {
        b->memory[b->pointer++] = (uint8_t)b->byte;
        b->stores++;
        b->pulls_low = true;
    }
    b->acknowledging = true;
    b->card_acknowledges = false;
}

/* The device's level as the clock falls: the next bit that it sends, or an acknowledgement. */
static void clock_fell(struct i2c_rig *b)
{
    b->pulls_low = false;
    if (b->phase == IDLE)
        return;
    if (b->acknowledging) {
        b->acknowledging = false;
        b->bits = 0;
        if (b->card_acknowledges && b->refused)
            b->phase = IDLE;
        else if (b->phase == READING)
            b->pulls_low = !(next_byte(b) & 0x80);
        return;
    }
    if (b->bits == 8 && b->phase == READING) {
        b->acknowledging = b->card_acknowledges = true;
        b->sent++;
    } else if (b->bits == 8) {
        byte_done(b);
    } else if (b->phase == READING) {
        b->pulls_low = !(next_byte(b) << b->bits & 0x80);
    }
}

static void clock_rose(struct i2c_rig *b)
{
    if (b->phase == IDLE)
        return;
    if (b->acknowledging) {
        b->refused = b->wires & SDA;
        return;
    }
    b->byte = (b->byte << 1 | (b->wires & SDA ? 1 : 0)) & 0xff;
    b->bits++;
}

void i2c_rig_write(struct i2c_rig *b, uint32_t wires)
{
    const uint32_t before = b->wires;

    b->wires = wires & (SCL | SDA);
    b->races += (before ^ b->wires) == (SCL | SDA) && before && b->wires;
    if (before & b->wires & SCL) {
        if ((before & SDA) && !(b->wires & SDA)) {
            b->starts++;
            b->phase = ADDRESS;
            b->bits = b->byte = 0;
            b->acknowledging = false;
        } else if (!(before & SDA) && (b->wires & SDA)) {
            b->stops++;
            b->phase = IDLE;
        }
    } else if (!(before & SCL) && (b->wires & SCL)) {
        b->rises++;
        clock_rose(b);
    } else if ((before & SCL) && !(b->wires & SCL)) {
        /* The first fall belongs to the start condition. */
        if (b->bits || b->acknowledging)
            clock_fell(b);
    }
}

/* Another master pulls SDA from the given rise of the clock on. */
static bool others_pull(const struct i2c_rig *b)
{
    return b->other_master_from && b->rises >= b->other_master_from;
}

uint32_t i2c_rig_read(const struct i2c_rig *b)
{
    return (b->wires & SDA && !b->pulls_low && !b->holds_data && !others_pull(b) ? SDA : 0) |
           (b->wires & SCL && !b->holds_clock ? SCL : 0);
}

void i2c_rig_init(struct i2c_rig *b, uint8_t address)
{
    memset(b, 0, sizeof(*b));
    b->address = address;
    b->wires = SCL | SDA;
}
