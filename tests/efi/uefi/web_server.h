/* tests/efi/uefi/web_server.h: a server behind TCP (EFI_TCP4_PROTOCOL): its bytes to a connection, in pieces, and the
 * bytes it has received. Statuses make the services fail, or their tokens. */
#pragma once

#include "tests/efi/uefi/net.h"

#define WEB_TOKENS 4

struct web_server {
    struct _EFI_TCP4 tcp;
    EFI_STATUS configure_status, connect_status, connect_token, transmit_status, transmit_token,
        receive_status, receive_token;
    bool connect_hangs, transmit_hangs, receive_hangs, close_hangs,
        no_end;                                  /* no_end: the connection stays open */
    bool cancels;                                /* Cancel works; EDK2's driver refuses it */
    EFI_TCP4_COMPLETION_TOKEN *held[WEB_TOKENS]; /* that hang, until something ends them */
    const char *late; /* the text that then comes for one that receives */
    EFI_TCP4_RECEIVE_DATA *held_data;
    unsigned polls, connections, closed, cancelled, routes, cleared;
    EFI_TCP4_CONFIG_DATA config;
    EFI_IPv4_ADDRESS gateway;
    const char *answer;      /* of each connection */
    size_t piece, said, lie; /* piece: most bytes at once; lie: more than it was asked for */
    char heard[4096];
    size_t heard_size, largest;
};

extern struct web_server server;

/* A server that has heard nothing yet, and gives this answer to each connection, then closes it. */
void web_serve(const char *answer);
/* A test's setup: net_begin, with an address and a server that answers nothing. */
int web_begin(void **state);
/* There is TCP no more. */
void web_withdraw(void);
