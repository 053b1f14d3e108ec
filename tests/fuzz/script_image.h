/* tests/fuzz/script_image.h: a sound ROM around a script that is any bytes.
 *
 * Shape   one image: headers, a BIT, tables with two entries or more each, two lines, two I2C ports and the
 *         limits of three PLLs; the script stands at SCRIPT_AT and is the only one of the table. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define SCRIPT_AT   0x300u
#define SCRIPT_MAX  0x1000u
#define SCRIPT_UNIT 512u

/* Fills `image`, of SCRIPT_AT + SCRIPT_MAX bytes; gives how many of them there are then. */
size_t script_image(uint8_t *image, const uint8_t *script, size_t size);
