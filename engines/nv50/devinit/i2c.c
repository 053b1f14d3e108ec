/* Opcodes that talk to devices on I2C, and the one that drives the board's lines. */
#include "engines/nv50/devinit/devices.h"
#include "engines/nv50/devinit/state.h"
#include "hw/nv50/pnvio.h"

#define PORT_OF_OUTPUT_DDC      0xfe
#define PORT_OF_OUTPUT_EXTERNAL 0xff

/* A transfer with port and device of an opcode that has them at @1 and @2; false: there is no such port, or the run
 * has ended. */
static bool find_device(struct devinit *d, struct devinit_i2c *transfer)
{
    uint8_t operand = arg8(d, 1);

    if (devinit_ended(d))
        return false;
    if (operand == PORT_OF_OUTPUT_DDC && !d->output) {
        devinit_fail(d, DEVINIT_CONTEXT, operand);
        return false;
    }
    if (operand == PORT_OF_OUTPUT_DDC)
        operand = d->output->port;
    else if (operand ==
             PORT_OF_OUTPUT_EXTERNAL) /* the board's first one, with an output and without */
        operand = I2C_PORT_PRIMARY;
    *transfer = (struct devinit_i2c){ .device = arg8(d, 2) >> 1 };
    if (dcb_port(d->v, operand, &transfer->port) == OK)
        return true;
    devinit_warn(d, DEVINIT_WARN_I2C_PORT, operand);
    return false;
}

enum err devinit_transfer(struct devinit *d, const struct devinit_i2c *transfer)
{
    if (devinit_ended(d))
        return ERR_UNSUPPORTED;
    d->i2c_transfers++;
    return d->world->i2c(d->world->context, transfer);
}

/* Once for all registers of a device that an opcode names. */
static void warn_of(struct devinit *d, enum devinit_warning_kind kind, uint8_t device)
{
    const unsigned last = d->warning_count - 1;

    if (!d->warning_count || last >= DEVINIT_WARNINGS || d->warnings[last].kind != kind ||
        d->warnings[last].at != d->at || d->warnings[last].what != device)
        devinit_warn(d, kind, device);
}

/* Scripts go on when a device does not answer; a card that does not is the end. */
static bool has_answered(struct devinit *d, uint8_t device, enum err e)
{
    if (devinit_ended(d) || e == OK)
        return e == OK;
    warn_of(d, DEVINIT_WARN_I2C, device);
    if (e != ERR_NOT_FOUND && e != ERR_TIMEOUT) {
        devinit_fail(d, DEVINIT_WORLD, device);
        d->end.error = e;
    }
    return false;
}

/* The device's record, a new one if it has none yet; null: there is no room for it. */
static struct devinit_device *device_of(struct devinit *d, const struct devinit_i2c *i2c)
{
    unsigned i = 0;

    while (i < d->device_count && i < DEVINIT_DEVICES &&
           (d->devices[i].address != i2c->device || d->devices[i].port != i2c->port.port))
        i++;
    if (i == DEVINIT_DEVICES)
        return NULL;
    if (i == d->device_count) {
        d->devices[i] = (struct devinit_device){ .address = i2c->device, .port = i2c->port.port };
        d->devices[i].at = d->at;
        d->device_count++;
    }
    return &d->devices[i];
}

/* Writing needs consent, because some voltage regulators hang on it (§8.1), unless a real board is known to be written
 * so. A ninth device is not written to. */
static bool has_consent(struct devinit *d, const struct devinit_i2c *i2c, uint8_t reg)
{
    struct devinit_device *const device = device_of(d, i2c);
    const bool consent =
        device && (d->rules.i2c_writes || i2c_set_has(&d->rules.i2c_devices, i2c->device) ||
                   device_is_harmless(i2c->device, reg));

    if (device) {
        device->writes++;
        device->held |= !consent;
    }
    if (!consent)
        warn_of(d, DEVINIT_WARN_I2C_HELD, i2c->device);
    return consent;
}

static void write_device(struct devinit *d, struct devinit_i2c *i2c, const uint8_t *out,
                         unsigned count)
{
    if (!count || devinit_ended(d) || !has_consent(d, i2c, out[0]))
        return;
    i2c->out = out;
    i2c->out_count = count;
    i2c->in_count = 0;
    (void)has_answered(d, i2c->device, devinit_transfer(d, i2c));
}

static enum err read_device(struct devinit *d, struct devinit_i2c *i2c, const uint8_t *at,
                            unsigned count, uint8_t *value)
{
    i2c->out = at;
    i2c->out_count = count;
    i2c->in = value;
    i2c->in_count = 1;
    return devinit_transfer(d, i2c);
}

/* A register that cannot be read is not written. */
void op_alternating_i2c(struct devinit *d)
{
    struct devinit_i2c i2c;

    if (!find_device(d, &i2c))
        return;
    for (uint32_t i = 0; i < arg8(d, 3) && !devinit_ended(d); i++) {
        uint8_t bytes[2] = { arg8(d, 4 + 3 * i) };

        if (!has_answered(d, i2c.device, read_device(d, &i2c, bytes, 1, &bytes[1])))
            continue;
        bytes[1] = (uint8_t)((bytes[1] & arg8(d, 5 + 3 * i)) | arg8(d, 6 + 3 * i));
        write_device(d, &i2c, bytes, 2);
    }
}

void op_zm_alternating_i2c(struct devinit *d)
{
    struct devinit_i2c i2c;

    if (!find_device(d, &i2c))
        return;
    for (uint32_t i = 0; i < arg8(d, 3) && !devinit_ended(d); i++) {
        const uint8_t bytes[2] = { arg8(d, 4 + 2 * i), arg8(d, 5 + 2 * i) };

        write_device(d, &i2c, bytes, 2);
    }
}

/* The first of the bytes is the register's address. */
void op_zm_autoinc_i2c(struct devinit *d)
{
    struct devinit_i2c i2c;

    if (find_device(d, &i2c))
        write_device(d, &i2c, d->v->image.bytes + d->at + 4, arg8(d, 3));
}

static void i2c_condition(struct devinit *d, const uint8_t *at, unsigned count, uint32_t mask_at)
{
    struct devinit_i2c i2c;
    uint8_t value = 0;

    d->skip = true; /* as of a device that does not answer, if there is no such port */
    if (!find_device(d, &i2c))
        return;
    const bool read = has_answered(d, i2c.device, read_device(d, &i2c, at, count, &value));
    d->skip = !read || (value & arg8(d, mask_at)) != arg8(d, mask_at + 1);
}

void op_i2c_condition(struct devinit *d)
{
    const uint8_t at = arg8(d, 3);

    i2c_condition(d, &at, 1, 4);
}

/* The register's high byte goes first. */
void op_i2c16_condition(struct devinit *d)
{
    const uint8_t at[2] = { arg8(d, 4), arg8(d, 3) };

    i2c_condition(d, at, 2, 5);
}

/* One line of the board. No line may be driven both ways in one start. */
static void drive_line(struct devinit *d, const struct gpio_entry *entry)
{
    const bool many = d->chip->features & FEATURE_GPIO_32;
    const uint32_t bit = BIT(entry->line);
    const uint32_t driven = entry->input ? 0 : bit, level = entry->level ? driven : 0;

    if (entry->line >= (many ? GPIO_LINES_G94 : GPIO_LINES_G80) ||
        ((d->gpio_known & bit) &&
         ((d->gpio_driven & bit) != driven || (d->gpio_level & bit) != level))) {
        devinit_fail(d, DEVINIT_GPIO, entry->line);
        return;
    }
    d->gpio_known |= bit;
    d->gpio_driven |= driven;
    d->gpio_level |= level;
    const enum err e = d->world->gpio(d->world->context, entry);
    if (e != OK) {
        devinit_fail(d, DEVINIT_WORLD, entry->line);
        d->end.error = e;
    }
}

void op_gpio_all(struct devinit *d)
{
    unsigned count = 0;
    const enum err e = dcb_gpio_count(d->v, &count);

    if (e == ERR_NOT_FOUND)
        devinit_warn(d, DEVINIT_WARN_NO_GPIO, 0);
    else if (e != OK)
        devinit_fail(d, DEVINIT_GPIO, 0);
    for (unsigned i = 0; i < count && !devinit_ended(d); i++) {
        const struct gpio_entry entry = dcb_gpio(d->v, i);

        if (entry.function != GPIO_UNUSED)
            drive_line(d, &entry);
    }
}
