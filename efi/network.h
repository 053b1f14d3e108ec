/* efi/network.h: the network that the image came over: this machine's address on it, and the folder of the server.
 *
 * Shape   nothing is asked on the network here: the firmware that loaded the image has left what it knows. Only IPv4.
 * Errors  network_find: ERR_NOT_FOUND if the image did not come over a network. network_child: ERR_UNSUPPORTED if the
 *         machine's firmware does not have the protocol, else ERR_RIG.
 * Source  UEFI 2.10 §10.3.4 (device paths), §24.3 (PXE base code), §11.6 (service binding);
 *         docs/hardware/uefi-on-machines.md §6. */
#ifndef EFI_NETWORK_H
#define EFI_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#include "efi/clock.h"
#include "efi/uefi.h"
#include "tests/net/names.h"
#include "tests/net/url.h"

struct network {
    EFI_BOOT_SERVICES *boot;
    struct clock *clock;
    EFI_DEVICE_PATH_PROTOCOL *path; /* of the network card; null: not started over a network */
    uint8_t mac[NAME_MAC_SIZE];
    EFI_IPv4_ADDRESS station, mask, gateway; /* gateway: zero if there is none */
    struct url folder;                       /* that the image came from */
    uint64_t until_us; /* when whoever uses the network must have an answer, whatever it is */
};

/* One user of a network service. */
struct network_child {
    EFI_SERVICE_BINDING *binding;
    EFI_HANDLE handle;
    void *protocol;
};

enum err network_find(struct network *network, EFI_BOOT_SERVICES *boot, struct clock *clock,
                      EFI_HANDLE image) MUST_CHECK;
enum err network_child(struct network *network, EFI_GUID *binding, EFI_GUID *protocol,
                       struct network_child *child) MUST_CHECK;
void network_close(struct network_child *child);

/* Lets the firmware's driver work until it signals the event; false: the time `until_us` of the clock has come.
 * `poll` is the protocol's own. */
bool network_wait(struct network *network, EFI_EVENT event, void (*poll)(void *protocol),
                  void *protocol, uint64_t until_us);

#endif
