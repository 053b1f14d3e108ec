/* efi/dhcp_lease.h: an address for a machine that was not started over a network, from the first DHCP server that answers on
 * any of its network cards.
 *
 * Shape   the address is kept by the firmware until lease_end. Nothing of the machine's settings is changed.
 * Errors  lease_get: ERR_NOT_FOUND if there is no network card, ERR_UNSUPPORTED if the firmware has no network stack, or
 *         it is switched off in the machine's setup, ERR_TIMEOUT if no server answers, else ERR_RIG.
 * Source  UEFI 2.10 §29.2 (DHCP4). */
#ifndef EFI_DHCP_LEASE_H
#define EFI_DHCP_LEASE_H

#include "efi/network.h"

/* Half a minute at most; each second `show` says how many are left. */
enum err lease_get(struct network *network, void (*show)(void *opaque, unsigned seconds),
                   void *opaque) MUST_CHECK;
void lease_end(struct network *network);

#endif
