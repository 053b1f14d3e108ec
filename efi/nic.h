/* efi/nic.h: network cards, and the firmware's drivers for them. Firmware connects the cards that it starts from, and often
 * no others.
 *
 * Source  UEFI 2.10 §7.3.12 (ConnectController). */
#ifndef EFI_NIC_H
#define EFI_NIC_H

#include "efi/uefi.h"

/* Lets the firmware's drivers take all network cards on PCI, and what builds on them; how many cards there are. */
unsigned nic_connect_all(EFI_BOOT_SERVICES *boot);

#endif
