/* engines/nv50/devinit/dcb.h: the board's general purpose lines, ports and display outputs, from its display
 * configuration block 4.0. Pure.
 *
 * Errors  ERR_NOT_FOUND: there is no block, table or entry; ERR_UNSUPPORTED: a version that no card of
 *         the family has.
 * Source  docs/hardware/devinit.md §2.5, board-sensors.md §1.6, §6.3. */
#ifndef ENGINES_NV50_DEVINIT_DCB_H
#define ENGINES_NV50_DEVINIT_DCB_H

#include "engines/nv50/devinit/vbios.h"

/* One line as the board wants it at start. */
struct gpio_entry {
    uint8_t line, function;
    bool input; /* the card does not drive it */
    bool level; /* the level that it drives otherwise */
    bool nvio, sor;
    bool pwm;               /* it may carry pulses */
    bool on_data, off_data; /* the level that means "on", and the one for "off" */
};

/* How many entries the GPIO table has. */
enum err dcb_gpio_count(const struct vbios *v, unsigned *count) MUST_CHECK;
/* Entry number `index`, below the count. */
struct gpio_entry dcb_gpio(const struct vbios *v, unsigned index);

#define PAD_NONE 0xff
struct i2c_port {
    uint8_t port; /* of the card */
    uint8_t pad;  /* that it shares with an AUX channel, or PAD_NONE */
};

unsigned dcb_port_count(const struct vbios *v);
/* One of the board's display outputs. */
struct dcb_output {
    uint8_t type;      /* DCB_TYPE_... */
    uint8_t port;      /* its row of the table of ports */
    uint8_t heads;     /* bits: heads that may feed it */
    uint8_t resources; /* bits: DACs, SORs or PIORs that may drive it */
    uint8_t links;     /* bits: sub-links of a SOR */
    uint8_t location, external;
    uint8_t connector; /* type of its connector, 0xff: not said */
};

/* Output number `index`; ERR_NOT_FOUND: the list is shorter, or this row is none. */
enum err dcb_output(const struct vbios *v, unsigned index, struct dcb_output *out) MUST_CHECK;

/* The port that a script's operand names: a number of the table, or the board's primary or secondary
 * one. */
enum err dcb_port(const struct vbios *v, uint8_t operand, struct i2c_port *out) MUST_CHECK;
/* As above for row `index`, which must be an AUX channel. */
enum err dcb_aux(const struct vbios *v, unsigned index, struct i2c_port *out) MUST_CHECK;

/* A device on one of the card's I2C ports. */
struct dcb_device {
    uint8_t type;    /* DEVICE_... */
    uint8_t address; /* 7 bits */
    bool secondary;  /* it is on the board's second port, not on the first */
};

/* How many rows the table of devices has. */
enum err dcb_device_count(const struct vbios *v, unsigned *count) MUST_CHECK;
/* Row `index`, below the count; ERR_NOT_FOUND: the row is none. */
enum err dcb_device(const struct vbios *v, unsigned index, struct dcb_device *out) MUST_CHECK;

/* The resistor in milliohms at which channel `channel` of the device in row `index` measures a current;
 * ERR_NOT_FOUND: none is listed, or the channel is not used. */
enum err shunt_of(const struct vbios *v, unsigned index, unsigned channel,
                  uint8_t *milliohm) MUST_CHECK;

#endif
