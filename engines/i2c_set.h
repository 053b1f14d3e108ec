/* engines/i2c_set.h: a set of devices on I2C, by their addresses.
 *
 * Units   7-bit addresses. */
#ifndef ENGINES_I2C_SET_H
#define ENGINES_I2C_SET_H

#include <stdbool.h>
#include <stdint.h>

#define I2C_ADDRESSES 128

struct i2c_set {
    uint32_t bits[I2C_ADDRESSES / 32];
};

static inline bool i2c_set_has(const struct i2c_set *set, unsigned address)
{
    return set->bits[address / 32 % 4] >> address % 32 & 1;
}

static inline void i2c_set_add(struct i2c_set *set, unsigned address)
{
    set->bits[address / 32 % 4] |= 1u << address % 32;
}

#endif
