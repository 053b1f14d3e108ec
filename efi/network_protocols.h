/* efi/network_protocols.h: declarations for the network that GNU-EFI 3.0.15 lacks. Services that nothing here calls are
 * untyped.
 * Source  UEFI 2.10 §29.2 (DHCP4), §30.3 (MTFTP4). Its text gives the binding's GUID as 0x2e800be; edk2 and the firmware of machines
 *         have 0x2fe800be. */
#ifndef EFI_NETWORK_PROTOCOLS_H
#define EFI_NETWORK_PROTOCOLS_H

#include "efi/uefi.h"

/* clang-format off */
#define MTFTP4_SERVICE_BINDING_GUID                                                                \
    { 0x2fe800be, 0x8f01, 0x4aa6, { 0x94, 0x6b, 0xd7, 0x13, 0x88, 0xe1, 0x83, 0x3f } }
#define MTFTP4_PROTOCOL_GUID                                                                       \
    { 0x78247c57, 0x63db, 0x4708, { 0x99, 0xc2, 0xa8, 0xb4, 0xa9, 0xa6, 0x1f, 0x6b } }

#define DHCP4_SERVICE_BINDING_GUID                                                                 \
    { 0x9d9a39d8, 0xbd42, 0x4a73, { 0xa4, 0xd5, 0x8e, 0xe9, 0x4b, 0xe1, 0x13, 0x80 } }
#define DHCP4_PROTOCOL_GUID                                                                        \
    { 0x8a219718, 0x4ef5, 0x4761, { 0x91, 0xc8, 0xc0, 0xf0, 0x4b, 0xda, 0x9e, 0x56 } }

#define DHCP4_BOUND 4 /* of enum EFI_DHCP4_STATE: there is an address */

struct dhcp4_config {
    UINT32 discover_tries;
    UINT32 *discover_timeouts_s;
    UINT32 request_tries;
    UINT32 *request_timeouts_s;
    EFI_IPv4_ADDRESS client;
    void *callback, *context;
    UINT32 option_count;
    void *options;
};

struct dhcp4_mode {
    UINT32 state;
    struct dhcp4_config config;
    EFI_IPv4_ADDRESS client;
    EFI_MAC_ADDRESS client_mac;
    EFI_IPv4_ADDRESS server, router, mask;
    UINT32 lease_s;
    void *reply;
};

struct dhcp4 {
    EFI_STATUS(EFIAPI *get_mode_data)(struct dhcp4 *self, struct dhcp4_mode *mode);
    EFI_STATUS(EFIAPI *configure)(struct dhcp4 *self, struct dhcp4_config *config);
    /* With an event it returns at once. */
    EFI_STATUS(EFIAPI *start)(struct dhcp4 *self, EFI_EVENT completion);
    void *renew_rebind;
    EFI_STATUS(EFIAPI *release)(struct dhcp4 *self);
    EFI_STATUS(EFIAPI *stop)(struct dhcp4 *self);
    void *build, *transmit_receive, *parse;
};

#define MTFTP4_OPCODE_ERROR 5 /* of a packet; in network byte order */

struct mtftp4_config {
    BOOLEAN use_default;
    EFI_IPv4_ADDRESS station, mask;
    UINT16 local_port; /* 0: any */
    EFI_IPv4_ADDRESS gateway, server;
    UINT16 server_port, tries;
    UINT16 timeout_s; /* of one packet */
};

struct __attribute__((packed)) mtftp4_packet {
    UINT16 opcode, code; /* network byte order */
    UINT8 bytes[];
};

struct mtftp4;

struct mtftp4_token {
    EFI_STATUS status;
    EFI_EVENT event; /* null: the call waits */
    void *override;
    CHAR8 *file_name, *mode;
    UINT32 option_count;
    void *options;
    UINT64 size;
    void *buffer, *context;
    /* Of the packets with data, only errors and answers to options come by here. */
    EFI_STATUS(EFIAPI *check_packet)(struct mtftp4 *self, struct mtftp4_token *token, UINT16 size,
                                     struct mtftp4_packet *packet);
    void *timeout_callback, *packet_needed;
};

struct mtftp4 {
    void *get_mode_data;
    EFI_STATUS(EFIAPI *configure)(struct mtftp4 *self, struct mtftp4_config *config);
    void *get_info, *parse_options;
    EFI_STATUS(EFIAPI *read_file)(struct mtftp4 *self, struct mtftp4_token *token);
    EFI_STATUS(EFIAPI *write_file)(struct mtftp4 *self, struct mtftp4_token *token);
    void *read_directory;
    EFI_STATUS(EFIAPI *poll)(struct mtftp4 *self);
};
/* clang-format on */

#endif
