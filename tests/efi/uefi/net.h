/* tests/efi/uefi/net.h: a network card, the device path of it, and services of it that have a server behind them
 * (web_server.h, tftp_server.h, dhcp_server.h).
 *
 * Shape   net_begin and net_end are a test's setup and teardown. Of each service a single child is made at a time. */
#pragma once

#include "efi/network.h"
#include "tests/efi/uefi/machine.h"

#define NET_CARD  machine_handle(1)
#define NET_CHILD machine_handle(2)

/* UEFI 2.10 §10.3.4: messaging nodes (type 3) 11 MAC address, 12 IPv4 (own at 4, gateway at 19, mask at 23), 24 URI. */
struct net_path {
    MAC_ADDR_DEVICE_PATH mac;
    uint8_t ipv4[27], uri[4 + 40];
    EFI_DEVICE_PATH end;
} __attribute__((packed));

struct net {
    struct clock clock;
    struct network network;  /* no address, no end of its time */
    struct net_path path;    /* of the card; no URI */
    int children;            /* that were made and not given back */
    EFI_STATUS child_status; /* of the next one */
};

extern struct net net;
extern const uint8_t net_mac[6];

/* Seconds pass soon: each look at the time takes 10 us. */
int net_begin(void **state);
/* Checks that no child is left. */
int net_end(void **state);
/* The card's path, with that URI; its own address is 10.0.0.2/24, the gateway 10.0.0.254. */
struct net_path net_path(const char *uri);
/* The card's device path is there, and the network has the address 10.0.0.2/24 on it. */
void net_has_address(void);
/* The card has a service, whose child has the protocol. */
void net_offer_service(const EFI_GUID *binding_guid, const EFI_GUID *guid, void *protocol);
/* The card's PCI function is there, and its class is a network card's. */
void net_offer_function(void);
