/* Opcodes that talk to devices on I2C, and the one that drives the board's lines. */
#include "engines/nv50/devinit/state.h"
#include "hw/nv50/pnvio.h"

#define PORT_OF_OUTPUT_DDC      0xfe
#define PORT_OF_OUTPUT_EXTERNAL 0xff

/* A transfer with port and device of an opcode that has them at @1 and @2; false: the run has ended. */
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
    const enum err e = dcb_port(d->v, operand, &transfer->port);
    if (e != OK) {
        devinit_fail(d, DEVINIT_I2C, operand);
        d->end.error = e;
        return false;
    }
    return true;
}

enum err devinit_transfer(struct devinit *d, const struct devinit_i2c *transfer)
{
    if (devinit_ended(d))
        return ERR_UNSUPPORTED;
    d->i2c_transfers++;
    return d->world->i2c(d->world->context, transfer);
}

/* Writing needs consent, because some voltage regulators hang on it (§8.1), and an answer. */
static void write_device(struct devinit *d, struct devinit_i2c *i2c, const uint8_t *out,
                         unsigned count)
{
    if (!d->rules.i2c_writes)
        devinit_fail(d, DEVINIT_I2C_CONSENT, i2c->device);
    i2c->out = out;
    i2c->out_count = count;
    i2c->in_count = 0;
    const enum err e = devinit_transfer(d, i2c);
    if (e != OK && !devinit_ended(d)) {
        devinit_fail(d, DEVINIT_I2C, i2c->device);
        d->end.error = e;
    }
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

void op_alternating_i2c(struct devinit *d)
{
    struct devinit_i2c i2c;

    if (!find_device(d, &i2c))
        return;
    for (uint32_t i = 0; i < arg8(d, 3) && !devinit_ended(d); i++) {
        uint8_t bytes[2] = { arg8(d, 4 + 3 * i) };
        const enum err e = read_device(d, &i2c, bytes, 1, &bytes[1]);

        if (e != OK) {
            devinit_fail(d, DEVINIT_I2C, i2c.device);
            d->end.error = e;
        }
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

    if (!find_device(d, &i2c))
        return;
    const enum err e = read_device(d, &i2c, at, count, &value);
    if (e != OK)
        devinit_warn(d, DEVINIT_WARN_I2C, i2c.device);
    d->skip = e != OK || (value & arg8(d, mask_at)) != arg8(d, mask_at + 1);
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
