#include "model/nv50/host/i2c.h"

#include "hw/nv50/pnvio.h"
#include "hw/nv50/vbios.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"

#define LAST_BIT    7
#define ACKNOWLEDGE 8

/* ---- devices --------------------------------------------------------------------------------- */

/* Whether the device takes a read as its state, or could change the board by it. */
static bool may_be_asked(uint8_t type)
{
    return type != DEVICE_VT1103;
}

/* The address has come: the device that has it answers. */
static bool take_address(struct nv50 *card)
{
    const struct i2c_device *const list = sensors_of(card);
    struct i2c *const i2c = card->i2c;

    i2c->phase = I2C_DEAF;
    if (card->broken[DEFECT_I2C_SILENT])
        return false;
    for (unsigned i = 0; i < I2C_DEVICES_MAX && list[i].address; i++) {
        if (i2c->byte >> 1 != list[i].address)
            continue;
        i2c->harm += !may_be_asked(list[i].type);
        i2c->device = i;
        i2c->bytes = 0;
        i2c->phase = i2c->byte & 1 ? I2C_READ : I2C_WRITE;
        return true;
    }
    return false;
}

/* A byte has come; whether it is acknowledged. */
static bool take_byte(struct nv50 *card)
{
    struct i2c *const i2c = card->i2c;

    if (i2c->phase == I2C_ADDRESS)
        return take_address(card);
    if (i2c->phase != I2C_WRITE)
        return false;
    if (i2c->bytes++)
        i2c->harm += !card->board_is_given; /* whose scripts may set its devices up */
    else
        i2c->at[i2c->device] = i2c->byte;
    return true;
}

static uint8_t next_byte(struct nv50 *card)
{
    struct i2c *const i2c = card->i2c;

    return sensor_byte(card, &sensors_of(card)[i2c->device], i2c->at[i2c->device], i2c->bytes++);
}

/* ---- wires ----------------------------------------------------------------------------------- */

/* SDA fell while the clock was high. */
static void begin(struct i2c *i2c)
{
    i2c->phase = I2C_ADDRESS;
    i2c->bit = 0;
    i2c->byte = 0;
    i2c->pulled = false;
}

/* The clock rose: the listening side takes the bit. */
static void rise(struct i2c *i2c, bool sda)
{
    const bool listens = i2c->phase == I2C_ADDRESS || i2c->phase == I2C_WRITE;

    if (listens && i2c->bit <= LAST_BIT)
        i2c->byte = (uint8_t)(i2c->byte << 1 | sda);
    if (i2c->phase == I2C_READ && i2c->bit == ACKNOWLEDGE && sda)
        i2c->phase = I2C_DEAF; /* the master wants no more */
}

static void send_bit(struct i2c *i2c)
{
    i2c->pulled = !(i2c->byte >> (LAST_BIT - i2c->bit) & 1);
}

/* The clock fell after the acknowledgement: another byte begins. */
static void begin_byte(struct nv50 *card)
{
    struct i2c *const i2c = card->i2c;

    i2c->bit = 0;
    i2c->byte = 0;
    i2c->pulled = false;
    if (i2c->phase != I2C_READ)
        return;
    i2c->byte = next_byte(card);
    send_bit(i2c);
}

/* The clock fell: the next bit is put onto SDA. The first fall after a start belongs to no bit; `bit` counts those
 * that have been taken. */
static void fall(struct nv50 *card)
{
    struct i2c *const i2c = card->i2c;

    if (i2c->phase == I2C_IDLE || i2c->phase == I2C_DEAF) {
        i2c->pulled = false;
        return;
    }
    if (i2c->bit == ACKNOWLEDGE) {
        begin_byte(card);
        return;
    }
    i2c->bit++;
    if (i2c->phase == I2C_READ && i2c->bit <= LAST_BIT)
        send_bit(i2c);
    else if (i2c->phase == I2C_READ)
        i2c->pulled = false;
    else if (i2c->bit == ACKNOWLEDGE)
        i2c->pulled = take_byte(card);
}

static bool drives(uint32_t word, uint32_t wire)
{
    return (word & PNVIO_I2C_SOFTWARE) && !(word & wire);
}

static bool is_sda_high(const struct nv50 *card, uint32_t word)
{
    return !drives(word, PNVIO_I2C_SDA) && !card->i2c->pulled && !card->broken[DEFECT_I2C_SDA_LOW];
}

static bool is_scl_high(const struct nv50 *card, uint32_t word)
{
    return !drives(word, PNVIO_I2C_SCL) && !card->broken[DEFECT_I2C_SCL_LOW];
}

/* SDA is computed again at the end, because the device may have pulled it or let it go at this edge. */
void i2c_write(struct nv50 *card, uint32_t offset, uint32_t value)
{
    struct i2c *const i2c = card->i2c;

    if (offset != i2c->port)
        return;
    const bool scl = is_scl_high(card, value), sda = is_sda_high(card, value);
    const bool was_scl = i2c->scl, was_sda = i2c->sda;
    i2c->scl = scl;
    i2c->sda = sda;
    if (was_scl && scl && was_sda != sda) {
        if (sda)
            i2c->phase = I2C_IDLE;
        else
            begin(i2c);
        i2c->started = !sda;
        return;
    }
    if (!was_scl && scl)
        rise(i2c, sda);
    else if (was_scl && !scl && i2c->started)
        i2c->started = false;
    else if (was_scl && !scl)
        fall(card);
    i2c->sda = is_sda_high(card, value);
}

/* Levels of the wires whoever drives them; without its input the port reads none. */
uint32_t i2c_read(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    const bool mine = offset == card->i2c->port;
    uint32_t levels = stored & ~(PNVIO_I2C_SCL | PNVIO_I2C_SDA);

    if (mine && card_knob(card, KNOB_I2C_POSTED) == I2C_POSTED_BLIND)
        return levels;
    if (mine ? is_scl_high(card, stored) : !drives(stored, PNVIO_I2C_SCL))
        levels |= PNVIO_I2C_SCL;
    if (mine ? is_sda_high(card, stored) : !drives(stored, PNVIO_I2C_SDA))
        levels |= PNVIO_I2C_SDA;
    return levels;
}

/* The port that has the devices: the first one, or the one that a given board's ROM calls its primary. */
static uint32_t devices_port(const struct nv50 *card)
{
    static const uint32_t ports[] = PNVIO_I2C_PORTS;

    if (!card->board_is_given)
        return ports[0];
    const uint8_t *const rom = card->shell.rom; /* word pointers stay inside of it */
    const uint8_t *const list = rom + bytes_get(rom + bytes_get(rom + ROM_DCB, 2) + DCB_PORTS, 2);
    const unsigned primary = FIELD_GET(CCB_PRIMARY, list[CCB_DEFAULTS]);
    const unsigned port =
        FIELD_GET(CCB_PORT, bytes_get32(list + list[1] + CCB_ENTRY_SIZE * primary));
    return ports[port < ARRAY_SIZE(ports) ? port : 0];
}

/* A port that the VBIOS lists is left idle; on GT215 and later the card's own processor may have it. */
void i2c_power_on(struct nv50 *card)
{
    const uint32_t posted = card_knob(card, KNOB_I2C_POSTED);

    *card->i2c = (struct i2c){ .port = devices_port(card), .scl = true, .sda = true };
    if (card->shell.cold)
        return;
    if (sensors_of(card)->address)
        reg_set(card, card->i2c->port, PNVIO_I2C_IDLE);
    if (posted == I2C_POSTED_PMU && (card->chip_bit & CHIPS_GT215_UP))
        reg_set(card, card->i2c->port,
                FIELD_PUT(PNVIO_I2C_MODE, PNVIO_I2C_MODE_PMU) | PNVIO_I2C_SCL | PNVIO_I2C_SDA);
    if (posted == I2C_POSTED_BLIND)
        reg_set(card, PNVIO_INPUTS, ~PNVIO_INPUTS_PORT_0);
}
