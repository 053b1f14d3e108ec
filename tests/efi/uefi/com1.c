#include "tests/efi/uefi/com1.h"

void com1_begin(struct com1 *com1)
{
    machine_begin();

    com1->clock = machine_clock();
    serial_open(&com1->serial, &com1->clock);
    tap_open(&com1->tap, &com1->serial);
    tap_write(&com1->tap, "TAP version 13\n", 15);
    machine_sent();
}
