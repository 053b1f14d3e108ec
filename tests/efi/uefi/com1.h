/* tests/efi/uefi/com1.h: a machine with a report that has begun: TAP lines go over COM1, where machine_sent shows them. */
#pragma once

#include "efi/bus.h"
#include "tests/efi/uefi/machine.h"

extern struct com1 {
    struct clock clock;
    struct serial serial;
    struct tap tap;
} com1;
extern struct efi_bus bus;

/* Fixtures of TEST. The machine is made anew (machine_begin). TAP's version has been sent and taken. */
int com1_begin(void **state);
/* And the firmware's bus is open. */
int bus_begin(void **state);
void bus_open_again(void);
int bus_end(void **state);
