/* efi/network.h: this machine's address on a network, and the folder of the server that the image came from.
 *
 * Shape   where the image came over a network, the firmware that loaded it has left all of that, and nothing is asked
 *         (network_find). Else a DHCP server gives an address when one is needed (efi/dhcp_lease.h). Only IPv4. An image
 *         that ipxe.efi has loaded finds none of the firmware's services above iPXE's network card: they are connected
 *         when the first of them is wanted.
 * Errors  network_find: ERR_NOT_FOUND if the image did not come over a network. network_open, network_child:
 *         ERR_UNSUPPORTED if the machine's firmware does not have the protocol, else ERR_RIG.
 * Source  UEFI 2.10 §10.3.4 (device paths), §24.3 (PXE base code), §11.6 (service binding);
 *         docs/hardware/uefi-on-machines.md §6. */
#ifndef EFI_NETWORK_H
#define EFI_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#include "efi/clock.h"
#include "efi/uefi.h"
#include "suite/net/names.h"
#include "suite/net/url.h"

#define NETWORK_PATH_MAX 512

/* One user of a network service. */
struct network_child {
    EFI_SERVICE_BINDING *binding;
    EFI_HANDLE handle;
    void *protocol;
};

struct network {
    EFI_BOOT_SERVICES *boot;
    struct clock *clock;
    bool served;                    /* the image came over it */
    bool connected;                 /* a service was missing, and nic_connect_path was tried */
    EFI_DEVICE_PATH_PROTOCOL *path; /* of the network card, a copy; null: there is no network yet */
    uint8_t path_bytes[NETWORK_PATH_MAX];
    struct network_child
        lease; /* the child that keeps the address; null: the image's loader has fetched it */
    uint8_t mac[NAME_MAC_SIZE];
    EFI_IPv4_ADDRESS station, mask, gateway; /* gateway: zero if there is none */
    struct url folder;                       /* that the image came from */
    uint64_t until_us; /* when the network's user must have an answer, good or bad */
};

enum err network_find(struct network *network, EFI_BOOT_SERVICES *boot, struct clock *clock,
                      EFI_HANDLE image) MUST_CHECK;
/* Takes a copy of the device path of a network card, and its address from it; false: it has none, or is too long. */
bool network_take_path(struct network *network, const EFI_DEVICE_PATH_PROTOCOL *path) MUST_CHECK;
/* One user of a service that a card's handle offers. */
enum err network_open(EFI_BOOT_SERVICES *boot, EFI_HANDLE card, EFI_GUID *binding,
                      EFI_GUID *protocol, struct network_child *child) MUST_CHECK;
/* Of the card that this machine has its address on. */
enum err network_child(struct network *network, EFI_GUID *binding, EFI_GUID *protocol,
                       struct network_child *child) MUST_CHECK;
void network_close(struct network_child *child);

/* Lets the firmware's driver work until it signals the event; false: the time `until_us` of the clock has come.
 * `poll` is the protocol's own. */
bool network_wait(struct network *network, EFI_EVENT event, void (*poll)(void *protocol),
                  void *protocol, uint64_t until_us);

#endif
