#include "engines/nv50/devinit/board_pads.h"

#include "hw/nv50/pnvio.h"

/* 100 kHz, or 50 where we are careful; and how often we look, that far apart, at a clock that a device holds. */
#define HALF_BIT_US         5
#define CLOCK_TRIES         2200
#define CAREFUL_HALF_BIT_US 10
#define CAREFUL_CLOCK_TRIES 220

static enum err mask_register(const struct devinit_world *world, uint32_t reg, uint32_t mask,
                              uint32_t value)
{
    uint32_t word;
    const enum err e = world->reg(world->context, false, reg, &word);

    if (e != OK)
        return e;
    word = (word & ~mask) | value;
    return world->reg(world->context, true, reg, &word);
}

enum err pads_gpio(const struct devinit_world *world, const struct gpio_entry *entry)
{
    static const uint32_t nibbles[] = { PNVIO_GPIO_0, PNVIO_GPIO_8, PNVIO_GPIO_16, PNVIO_GPIO_24 };
    static const uint32_t modes[] = { PNVIO_GPIO_MODE_0, PNVIO_GPIO_MODE_16 };
    const unsigned shift = entry->line % GPIO_LINES_EACH * 4, bit = entry->line % 16u;
    const uint32_t nibble =
        (entry->input ? 0 : GPIO_NIBBLE_DRIVE) | (entry->level ? GPIO_NIBBLE_OUT : 0);
    const enum err e =
        mask_register(world, nibbles[entry->line / GPIO_LINES_EACH],
                      (GPIO_NIBBLE_DRIVE | GPIO_NIBBLE_OUT) << shift, nibble << shift);

    if (e != OK)
        return e;
    return mask_register(world, modes[entry->line / 16], (BIT(0) | BIT(16)) << bit,
                         ((entry->nvio ? BIT(0) : 0) | (entry->sor ? BIT(16) : 0)) << bit);
}

/* One port while a transfer is under way. The first error ends it; the rest of the calls do nothing. */
struct wires {
    const struct devinit_world *world;
    uint32_t reg;
    uint32_t levels; /* SCL and SDA as we let them be */
    bool careful;    /* struct devinit_i2c */
    enum err error;
};

static uint32_t half_bit_us(const struct wires *w)
{
    return w->careful ? CAREFUL_HALF_BIT_US : HALF_BIT_US;
}

/* Pulls wires down, or lets them go. */
static void drive(struct wires *w, uint32_t wires, bool high)
{
    w->levels = high ? w->levels | wires : w->levels & ~wires;
    uint32_t word = w->levels | PNVIO_I2C_SOFTWARE;
    if (w->error == OK)
        w->error = w->world->reg(w->world->context, true, w->reg, &word);
    if (w->error == OK)
        w->error = w->world->wait(w->world->context, half_bit_us(w));
}

static bool level(struct wires *w, uint32_t wire)
{
    uint32_t word;

    if (w->error != OK)
        return false;
    w->error = w->world->reg(w->world->context, false, w->reg, &word);
    return w->error == OK && (word & wire);
}

/* Lets the clock rise and waits until it has: a slow device holds it down. */
static void raise_clock(struct wires *w)
{
    drive(w, PNVIO_I2C_SCL, true);
    for (unsigned i = 0; !level(w, PNVIO_I2C_SCL) && w->error == OK; i++) {
        if (i == (w->careful ? CAREFUL_CLOCK_TRIES : CLOCK_TRIES))
            w->error = ERR_TIMEOUT;
        else
            w->error = w->world->wait(w->world->context, half_bit_us(w));
    }
}

static void start(struct wires *w)
{
    drive(w, PNVIO_I2C_SDA, true);
    raise_clock(w);
    drive(w, PNVIO_I2C_SDA, false);
    drive(w, PNVIO_I2C_SCL, false);
}

/* Also after an error, because the port must not be left in the middle of a transfer. If another master drives the
 * lines, they are only let go, because its transfer must not be broken off. */
static void stop(struct wires *w)
{
    const enum err before = w->error;

    w->error = OK;
    if (before == ERR_RIG && w->careful) {
        drive(w, PNVIO_I2C_SCL | PNVIO_I2C_SDA, true);
        w->error = before;
        return;
    }
    drive(w, PNVIO_I2C_SDA, false);
    raise_clock(w);
    const enum err clock = w->error;
    if (clock == ERR_TIMEOUT)
        w->error = OK; /* a device that holds the clock: we pull nothing */
    drive(w, PNVIO_I2C_SDA, true);
    if (w->error == OK)
        w->error = clock;
    if (before != OK)
        w->error = before;
}

#define RELEASE_CLOCKS 9

/* A device that was sending holds the data line until it has been clocked to the end of its byte, which nobody
 * acknowledges (board-sensors.md §2.3). */
static void release_data(struct wires *w)
{
    drive(w, PNVIO_I2C_SCL, false);
    drive(w, PNVIO_I2C_SDA, true);
    for (unsigned i = 0; i < RELEASE_CLOCKS && !level(w, PNVIO_I2C_SDA); i++) {
        raise_clock(w);
        drive(w, PNVIO_I2C_SCL, false);
    }
    drive(w, PNVIO_I2C_SDA, false);
}

static void break_off(void *opaque)
{
    struct wires *const w = opaque;

    w->error = OK;
    release_data(w);
    stop(w);
}

static void put_bit(struct wires *w, bool bit)
{
    drive(w, PNVIO_I2C_SDA, bit);
    raise_clock(w);
    if (w->careful && bit && w->error == OK && !level(w, PNVIO_I2C_SDA) && w->error == OK)
        w->error = ERR_RIG; /* somebody else pulls the line that we have let go */
    drive(w, PNVIO_I2C_SCL, false);
}

static bool get_bit(struct wires *w)
{
    drive(w, PNVIO_I2C_SDA, true);
    raise_clock(w);
    const bool bit = level(w, PNVIO_I2C_SDA);
    drive(w, PNVIO_I2C_SCL, false);
    return bit;
}

static void put_byte(struct wires *w, uint8_t byte)
{
    for (unsigned i = 0; i < 8; i++)
        put_bit(w, byte & 0x80 >> i);
    if (get_bit(w) && w->error == OK)
        w->error = ERR_NOT_FOUND; /* nobody has acknowledged it */
}

static uint8_t get_byte(struct wires *w, bool last)
{
    unsigned byte = 0;

    for (unsigned i = 0; i < 8; i++)
        byte = byte << 1 | get_bit(w);
    put_bit(w, last);
    return (uint8_t)byte;
}

static void transfer_bytes(struct wires *w, const struct devinit_i2c *transfer)
{
    if (transfer->out_count) {
        start(w);
        put_byte(w, (uint8_t)(transfer->device << 1));
        for (unsigned i = 0; i < transfer->out_count && w->error == OK; i++)
            put_byte(w, transfer->out[i]);
    }
    if (transfer->in_count && w->error == OK) {
        start(w);
        put_byte(w, (uint8_t)(transfer->device << 1 | 1));
        for (unsigned i = 0; i < transfer->in_count && w->error == OK; i++)
            transfer->in[i] = get_byte(w, i + 1 == transfer->in_count);
    }
}

/* A pad that I2C and an AUX channel share is switched to one of them for the transfer. */
static enum err switch_pad_on(const struct devinit_world *world, uint8_t pad, uint32_t mode)
{
    const uint32_t at = (uint32_t)pad * PNVIO_PAD_STRIDE;

    if (pad == PAD_NONE)
        return OK;
    const enum err e = mask_register(world, PNVIO_PAD_MODE + at, PNVIO_PAD_MODE_MASK, mode);
    return e != OK ? e : mask_register(world, PNVIO_PAD_OFF + at, PNVIO_PAD_OFF_BIT, 0);
}

static enum err switch_pad_off(const struct devinit_world *world, uint8_t pad)
{
    const uint32_t at = (uint32_t)pad * PNVIO_PAD_STRIDE;

    return pad == PAD_NONE
               ? OK
               : mask_register(world, PNVIO_PAD_OFF + at, PNVIO_PAD_OFF_BIT, PNVIO_PAD_OFF_BIT);
}

static enum err transfer_i2c(const struct devinit_world *world, const struct devinit_i2c *transfer)
{
    static const uint32_t ports[] = PNVIO_I2C_PORTS;
    struct wires wires = { .world = world,
                           .reg = ports[transfer->port.port],
                           .levels = PNVIO_I2C_SCL | PNVIO_I2C_SDA,
                           .careful = transfer->careful };

    transfer_bytes(&wires, transfer);
    if (wires.error != ERR_DEADLINE)
        stop(&wires);
    if (wires.error != ERR_DEADLINE)
        return wires.error;
    /* Nobody may find the device waiting for the rest of it. */
    if (world->past_deadline)
        world->past_deadline(world->context, break_off, &wires);
    return ERR_DEADLINE;
}

enum err pads_i2c(const struct devinit_world *world, const struct devinit_i2c *transfer)
{
    enum err e = switch_pad_on(world, transfer->port.pad,
                               transfer->aux ? PNVIO_PAD_MODE_AUX : PNVIO_PAD_MODE_I2C);

    if (e != OK)
        return e;
    e = transfer->aux ? pads_aux(world, transfer) : transfer_i2c(world, transfer);
    const enum err end = switch_pad_off(world, transfer->port.pad);
    return e != OK ? e : end;
}
