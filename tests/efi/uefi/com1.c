#include "tests/efi/uefi/com1.h"

struct com1 com1;
struct efi_bus bus;

int com1_begin(void **state)
{
    machine_up(state);
    com1.clock = machine_clock();
    serial_open(&com1.serial, &com1.clock);
    tap_open(&com1.tap, &com1.serial);
    tap_write(&com1.tap, "TAP version 13\n", 15);
    machine_sent();
    return 0;
}

void bus_open_again(void)
{
    bus_open(&bus, machine_handle(9), &machine->table, &com1.clock, &com1.tap);
}

int bus_begin(void **state)
{
    com1_begin(state);
    bus_open_again();
    return 0;
}

int bus_end(void **state)
{
    bus_close(&bus);
    return machine_down(state);
}
