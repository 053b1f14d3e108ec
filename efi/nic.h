/* efi/nic.h: network cards, and the firmware's drivers for them. Firmware connects the cards that it starts from, and often
 * no others; ipxe.efi puts a card of its own above the firmware's, and connects nothing to it.
 *
 * Source  UEFI 2.10 §7.3.12 (ConnectController), §24.1 (EFI_SIMPLE_NETWORK_PROTOCOL);
 *         docs/hardware/uefi-on-machines.md §6.4. */
#ifndef EFI_NIC_H
#define EFI_NIC_H

#include "efi/uefi.h"

/* Lets the firmware's drivers take all network cards on PCI, with the protocols above them; how many cards there
 * are. */
unsigned nic_connect_all(EFI_BOOT_SERVICES *boot);
/* Lets the firmware's drivers build on the network card at that device path, and switches it on: they have found it claimed
 * by iPXE before, and do not try that again. */
void nic_connect_path(EFI_BOOT_SERVICES *boot, EFI_DEVICE_PATH_PROTOCOL *path);

#endif
