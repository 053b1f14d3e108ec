/* efi/terminal.h: takes COM1 away from the firmware's console and gives it back.
 *
 * The firmware's terminal driver writes escape sequences to the serial port and reads it; two
 * writers on one port would mix. Disconnecting it leaves the console on the screen only. */
#ifndef EFI_TERMINAL_H
#define EFI_TERMINAL_H

#include <stddef.h>

#include "efi/uefi.h"

#define TERMINALS_MAX 8

struct terminals {
    EFI_HANDLE disconnected[TERMINALS_MAX];
    size_t count;
};

void terminals_disconnect(struct terminals *terminals, EFI_BOOT_SERVICES *boot);
void terminals_reconnect(struct terminals *terminals, EFI_BOOT_SERVICES *boot);

#endif
