/* model/nv50/host/i2c.h: the wires of the card's I2C ports, and the sensors that boards have on the first of them.
 *
 * Shape   a port's register lets each of two wires go or pulls it down; a device pulls too, and a read gives the
 *         resulting level. Devices see the edges: start, stop, their address, bytes. One whose registers can be written
 *         takes the first byte as the number of a register. Accesses that no careful reader makes are counted
 *         (harm): a byte written to a register, and any access to a device that must not be asked.
 *         Which sensors a board has is the model's own choice, one chipset each; a board that nobody has started, and
 *         one without a VBIOS of ours, lists none of them. The memory temperature of a card goes for its board too.
 * Units   as hw/nv50/sensors.h.
 * Source  docs/hardware/board-sensors.md §2.1, §2.2, §3, §6.3, §12. */
#ifndef MODEL_NV50_HOST_I2C_H
#define MODEL_NV50_HOST_I2C_H

#include <stdbool.h>
#include <stdint.h>

struct nv50;

#define I2C_DEVICES_MAX 2

/* A device on a board. */
struct i2c_device {
    uint8_t type;    /* of the VBIOS's table (hw/nv50/vbios.h) */
    uint8_t address; /* 7 bits; 0: none */
};

enum i2c_phase { I2C_IDLE, I2C_ADDRESS, I2C_WRITE, I2C_READ, I2C_DEAF };

/* The port that the devices are on. */
struct i2c {
    uint32_t port; /* its register */
    bool scl, sda; /* as they were last */
    bool pulled;   /* by the device, SDA */
    bool started;  /* the clock has not fallen yet since the start */
    enum i2c_phase phase;
    unsigned bit; /* of the byte under way, 8 is its acknowledgement */
    uint8_t byte;
    unsigned device;             /* that is spoken to */
    unsigned bytes;              /* since the address */
    uint8_t at[I2C_DEVICES_MAX]; /* the register that each reads next */
    unsigned harm;
};

void i2c_power_on(struct nv50 *card);
/* A port's register is read, and was written. */
uint32_t i2c_read(struct nv50 *card, uint32_t offset, uint32_t stored);
void i2c_write(struct nv50 *card, uint32_t offset, uint32_t value);
/* The devices of this card's board, a row with address 0 after the last; and the bytes that they give (sensors.c). */
const struct i2c_device *sensors_of(const struct nv50 *card);
uint8_t sensor_byte(struct nv50 *card, const struct i2c_device *device, uint8_t at, unsigned byte);

#endif
