/* engines/nv50/devinit/devices.h: devices on I2C that init scripts write to. Pure.
 *
 * Units   7-bit addresses.
 * Source  docs/hardware/devinit.md §8.1, board-sensors.md §3. */
#ifndef ENGINES_NV50_DEVINIT_DEVICES_H
#define ENGINES_NV50_DEVINIT_DEVICES_H

#include <stdbool.h>
#include <stdint.h>

/* The device that most often has that address on a board: "a fan controller"; null: not known. */
const char *device_guess(uint8_t address);
/* Whether a real VBIOS is known to write this register of this device at each start, to no harm. */
bool device_is_harmless(uint8_t address, uint8_t reg);

#endif
