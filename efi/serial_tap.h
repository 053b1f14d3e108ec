/* efi/serial_tap.h: the report on the serial port.
 *
 * Shape   TAP wants its version line first. Comments that come earlier are held back until the
 *         first line of the report has gone out; a blank line separates the report from the firmware's own output. Few
 *         benches have a cable on that port, so comments also go to a listener (report.jsonl), which gets the earlier
 *         ones when it begins to listen. */
#ifndef EFI_SERIAL_TAP_H
#define EFI_SERIAL_TAP_H

#include <stdbool.h>
#include <stddef.h>

#include "efi/serial.h"

#define TAP_HELD_MAX 2048

struct tap {
    struct serial *serial;
    bool started;                                     /* the version line has gone out */
    void (*listener)(void *opaque, const char *line); /* null: nobody */
    void *opaque;
    size_t held_size; /* comments that no listener has got yet, each with its terminator */
    char held[TAP_HELD_MAX];
};

void tap_open(struct tap *tap, struct serial *serial);
void tap_write(struct tap *tap, const char *text, size_t size);
void tap_comment(struct tap *tap, const char *line); /* without "# " and without "\n" */
/* Once the report has started. Null: comments go to the port alone from now on. */
void tap_listen(struct tap *tap, void (*listener)(void *opaque, const char *line), void *opaque);

#endif
