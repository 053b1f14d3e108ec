#include "engines/nv50/devinit/devices.h"

#include <stddef.h>

#include "hw/bits.h"

const char *device_guess(uint8_t address)
{
    static const struct {
        uint8_t first, last;
        const char *what;
    } rows[] = {
        { 0x18, 0x1a, "a sensor" },          { 0x29, 0x2b, "a sensor" },
        { 0x2c, 0x2e, "a fan controller" },  { 0x38, 0x39, "a DVI transmitter" },
        { 0x40, 0x47, "a current monitor" }, { 0x48, 0x4f, "a sensor" },
        { 0x50, 0x57, "an EEPROM" },         { 0x69, 0x6a, "a clock generator" },
        { 0x70, 0x73, "a regulator" },       { 0x75, 0x76, "a TV encoder" },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        if (address >= rows[i].first && address <= rows[i].last)
            return rows[i].what;
    return NULL;
}

/* VBIOS 62.94.11.00.03 (G94) sets the fan controller of its board up: an ADT7473 with those registers for the
 * fans' duty (0x30, 0x31: full speed), its configuration (0x40, 0x78) and the behaviour of its outputs. */
bool device_is_harmless(uint8_t address, uint8_t reg)
{
    static const struct {
        uint8_t address, regs[8];
    } rows[] = {
        { 0x2e, { 0x30, 0x31, 0x40, 0x5c, 0x5d, 0x5f, 0x60, 0x78 } },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        for (unsigned k = 0; k < ARRAY_SIZE(rows[i].regs); k++)
            if (rows[i].address == address && rows[i].regs[k] == reg)
                return true;
    return false;
}
