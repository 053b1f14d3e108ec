/* tests/efi/uefi/tftp_server.h: a TFTP server behind the firmware's MTFTP: one file, and the bytes written. */
#pragma once

#include "efi/network_protocols.h"
#include "tests/efi/uefi/net.h"

struct tftp_server {
    struct mtftp4 mtftp;
    struct mtftp4_config config;
    EFI_STATUS configure_status, begun, status;
    bool hangs;
    uint16_t opcode, code; /* of a packet that is shown; opcode 0: none is */
    uint16_t packet_size;
    const char *file;
    uint64_t size;
    char name[64], written[64];
    unsigned cleared, polls;
    struct mtftp4_token *held; /* of a transfer that hangs; Configure(null) writes to it */
};

extern struct tftp_server tftp;

/* A test's setup: net_begin, with an address, a gateway, and a server whose file is "12345", for reads of 8 bytes. */
int tftp_begin(void **state);
/* There is TFTP no more. */
void tftp_withdraw(void);
/* Ends a transfer as `tftp` says, for a read or a write of a test's own. */
EFI_STATUS tftp_transfer(struct mtftp4_token *token);
