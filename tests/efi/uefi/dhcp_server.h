/* tests/efi/uefi/dhcp_server.h: a server behind the firmware's DHCP: 10.0.0.5/8, router 10.0.0.6. */
#pragma once

#include "efi/network_protocols.h"
#include "tests/efi/uefi/net.h"

struct dhcp_server {
    struct dhcp4 dhcp;
    EFI_STATUS configure_status, start_status, mode_status;
    unsigned starts, stops, cleared,
        answers_after; /* answers_after: so many starts fail to get one */
    bool hangs;
    EFI_EVENT held; /* of a start that hangs: Stop signals it */
    uint32_t state;
    unsigned shown[64], shown_count; /* by dhcp_show */
};

extern struct dhcp_server dhcp;

/* The card has DHCP. */
void dhcp_serve(void);
/* A test's setup: net_begin, with the card's path and dhcp_serve. */
int dhcp_begin(void **state);
/* There is DHCP no more. */
void dhcp_withdraw(void);
/* For lease_get: keeps the seconds that are left. `opaque` is &dhcp. */
void dhcp_show(void *opaque, unsigned seconds);
