/* efi/serial.h: COM1 for the report, a 16550 driven by us and not by the firmware.
 *
 * Shape   115200 baud, 8 bits, no parity, no flow control.
 * Errors  no UART, or one that stops sending: writes are dropped from then on, nothing hangs.
 * Source  the 16550's data sheet; ports and clock as on every PC. */
#ifndef EFI_SERIAL_H
#define EFI_SERIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "efi/clock.h"

struct serial {
    struct clock *clock;
    bool present;
    unsigned fifo_bytes; /* that may be written when it is empty */
};

void serial_open(struct serial *serial, struct clock *clock);
void serial_write(struct serial *serial, const char *text, size_t size);
/* A byte that has come in, waiting for it so long; -1: none has. */
int serial_read(struct serial *serial, uint64_t wait_us);
void serial_drain(struct serial *serial); /* returns when the last byte is on the wire */

#endif
