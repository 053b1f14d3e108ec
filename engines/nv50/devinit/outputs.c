/* Opcodes of scripts that belong to one display output. A boot script belongs to none: it stops at such an opcode, and
 * none of the generic conditions holds for it. */
#include "engines/nv50/devinit/state.h"
#include "hw/nv50/pdisplay.h"

#define DPCD_EDP_CONFIGURATION 0x0000d
#define DPCD_EDP_ASSR          BIT(0) /* the panel has another scrambler start */

/* Finds the AUX channel of the script's output. False: the output has none, or there is no output; that ends the
 * script. */
static bool find_aux(struct devinit *d, struct i2c_port *port)
{
    if (!d->output)
        devinit_fail(d, DEVINIT_CONTEXT, arg32(d, 1));
    if (devinit_ended(d))
        return false;
    if (dcb_aux(d->v, d->output->port, port) == OK)
        return true;
    devinit_warn(d, DEVINIT_WARN_AUX, d->output->port);
    return false;
}

/* With no monitor connected the byte counts as 0, as in drivers. */
static uint8_t aux_read(struct devinit *d, const struct i2c_port *port, uint32_t address)
{
    uint8_t value = 0;
    const struct devinit_i2c transfer = {
        .port = *port, .aux = true, .address = address, .in = &value, .in_count = 1
    };

    if (devinit_transfer(d, &transfer) == OK)
        return value;
    devinit_warn(d, DEVINIT_WARN_AUX, address);
    return 0;
}

static void aux_write(struct devinit *d, const struct i2c_port *port, uint32_t address,
                      uint8_t value)
{
    const struct devinit_i2c transfer = {
        .port = *port, .aux = true, .address = address, .out = &value, .out_count = 1
    };

    if (!d->rules.i2c_writes)
        devinit_fail(d, DEVINIT_I2C_CONSENT, address);
    if (!devinit_ended(d) && devinit_transfer(d, &transfer) != OK)
        devinit_warn(d, DEVINIT_WARN_AUX, address);
}

void op_dpcd_reg(struct devinit *d)
{
    struct i2c_port port;

    if (!find_aux(d, &port))
        return;
    for (uint32_t i = 0; i < arg8(d, 5) && !devinit_ended(d); i++) {
        const unsigned before = aux_read(d, &port, arg32(d, 1) + i);

        aux_write(d, &port, arg32(d, 1) + i,
                  (uint8_t)((before & arg8(d, 6 + 2 * i)) | arg8(d, 7 + 2 * i)));
    }
}

void op_zm_dpcd_reg(struct devinit *d)
{
    struct i2c_port port;

    if (!find_aux(d, &port))
        return;
    for (uint32_t i = 0; i < arg8(d, 5) && !devinit_ended(d); i++)
        aux_write(d, &port, arg32(d, 1) + i, arg8(d, 6 + i));
}

static void mask_outdev(struct devinit *d, bool set)
{
    if (!d->output) {
        devinit_fail(d, DEVINIT_CONTEXT, arg8(d, 1));
        return;
    }
    const unsigned bit = 1u << d->output->resource;
    const unsigned before = devinit_index_read(d, VGA_PORT_CRTC, arg8(d, 1));
    devinit_index_write(d, VGA_PORT_CRTC, arg8(d, 1),
                        (uint8_t)(set ? before | bit : before & ~bit));
}

void op_resetbit_outdev(struct devinit *d)
{
    mask_outdev(d, false);
}

void op_setbit_outdev(struct devinit *d)
{
    mask_outdev(d, true);
}

/* Whether the output's record in the DisplayPort table has this flag. An output without a record counts as having
 * it. */
static bool has_dp_flag(struct devinit *d, unsigned flag)
{
    if (d->output && !d->output->has_dp_flags)
        devinit_warn(d, DEVINIT_WARN_GENERIC, flag);
    return d->output && (!d->output->has_dp_flags || (d->output->dp_flags & flag));
}

static bool has_assr(struct devinit *d)
{
    struct i2c_port port;

    return d->output && find_aux(d, &port) &&
           (aux_read(d, &port, DPCD_EDP_CONFIGURATION) & DPCD_EDP_ASSR);
}

/* No source names a register for the calibration of a VCO. That condition, and any that is not known, changes
 * nothing. */
void op_generic_condition(struct devinit *d)
{
    const uint8_t id = arg8(d, 1);

    switch (id) {
    case GENERIC_INTERNAL_DP:
        d->skip = !d->output || !d->output->internal_dp;
        break;
    case GENERIC_SPPLL_0:
    case GENERIC_SPPLL_1:
        d->skip = !has_dp_flag(d, id);
        break;
    case GENERIC_ASSR:
        d->skip = !has_assr(d);
        break;
    case GENERIC_NO_PANEL_DELAYS:
        d->skip = true;
        break;
    default:
        devinit_warn(d, DEVINIT_WARN_GENERIC, id);
        break;
    }
}
