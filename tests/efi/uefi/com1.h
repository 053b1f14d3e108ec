/* tests/efi/uefi/com1.h: a machine with a report that has begun: TAP lines go over COM1, where machine_sent shows them. */
#ifndef TESTS_EFI_UEFI_COM1_H
#define TESTS_EFI_UEFI_COM1_H

#include "tests/efi/uefi/machine.h"

struct com1 {
    struct clock clock;
    struct serial serial;
    struct tap tap;
};

/* Makes the machine anew (machine_begin). TAP's first line, the version, has been sent and taken from machine_sent. */
void com1_begin(struct com1 *com1);

#endif
