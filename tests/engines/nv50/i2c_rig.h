/* tests/engines/nv50/i2c_rig.h: a device on I2C that looks at two wires: 256 registers at one address; the first byte written
 * is the register's number, later ones are stored.
 *
 * Units   wires as in a port's register: bit 0 is the clock, bit 1 the data; a 0 pulls. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct i2c_rig {
    uint8_t address; /* 7 bits */
    bool absent, holds_clock, holds_data;
    unsigned other_master_from; /* rise of the clock: somebody else pulls the data; 0: never */
    bool wide;                  /* registers are words, high byte first */
    uint8_t memory[256];
    uint16_t words[256];

    unsigned starts, stops, rises;
    unsigned races;  /* one wire rose as the other fell: who sees it first sees another bit */
    unsigned stores; /* bytes written to registers */

    uint8_t pointer;
    uint32_t wires; /* as the card drives them */
    bool pulls_low; /* the device holds the data down */
    enum { IDLE, ADDRESS, REGISTER, WRITING, READING } phase;
    unsigned bits, byte, sent;
    bool acknowledging, card_acknowledges, refused;
};

void i2c_rig_init(struct i2c_rig *b, uint8_t address);
/* The card's side of the wires, and the levels it reads. */
void i2c_rig_write(struct i2c_rig *b, uint32_t wires);
uint32_t i2c_rig_read(const struct i2c_rig *b);
