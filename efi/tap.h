/* efi/tap.h: the report on the serial port.
 *
 * Shape   TAP wants its version line first. Comments that come earlier are held back until the
 *         first line of the report has gone out; a blank line separates the report from what the
 *         firmware wrote before. */
#ifndef EFI_TAP_H
#define EFI_TAP_H

#include <stdbool.h>
#include <stddef.h>

#include "efi/serial.h"

#define TAP_HELD_MAX 2048

struct tap {
    struct serial *serial;
    bool started; /* the version line has gone out */
    size_t held_size;
    char held[TAP_HELD_MAX];
};

void tap_open(struct tap *tap, struct serial *serial);
void tap_write(struct tap *tap, const char *text, size_t size);
void tap_comment(struct tap *tap, const char *line); /* without "# " and without "\n" */

#endif
