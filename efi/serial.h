/* efi/serial.h: COM1 for the report, a 16550 driven by us and not by the firmware.
 *
 * Shape   115200 baud, 8 bits, no parity, no flow control.
 * Errors  no UART: nothing is written. One that stops sending is waited for, 2 s in all of a run and 50 ms each further
 *         time; then writes are dropped until it sends again, and a line says that something is missing. Nothing hangs.
 * Source  the 16550's data sheet; ports and clock as on every PC. */
#ifndef EFI_SERIAL_H
#define EFI_SERIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "efi/clock.h"

struct serial {
    struct clock *clock;
    bool present;
    bool stuck;           /* it was full for too long, and no look since has found room */
    uint64_t patience_us; /* that are left to wait for a stuck port */
    unsigned fifo_bytes;  /* that may be written when it is empty */
    bool overrun; /* bytes have come in that nobody read in time, since the last serial_read */
};

void serial_open(struct serial *serial, struct clock *clock);
void serial_write(struct serial *serial, const char *text, size_t size);
#define SERIAL_OVERRUN 0x100
/* A byte that has come in, waiting for it so long; -1: none has; SERIAL_OVERRUN: some have that are lost. */
int serial_read(struct serial *serial, uint64_t wait_us);
void serial_drain(struct serial *serial); /* returns when the last byte is on the wire */

#endif
