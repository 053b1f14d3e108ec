/* efi/tcp.h: one connection to a server, by the machine firmware's own protocol.
 *
 * Units   bytes; microseconds of the clock.
 * Errors  tcp_open: ERR_UNSUPPORTED if the firmware has no TCP; ERR_TIMEOUT if the server does not answer or refuses the
 *         connection. tcp_send, tcp_receive: ERR_TIMEOUT if nothing moves until the deadline or the connection breaks.
 *         Else ERR_RIG. After an error only tcp_close may follow.
 *         An operation that has not ended stays the driver's until tcp_close, for drivers refuse Cancel (EDK2's Tcp4Dxe
 *         answers EFI_UNSUPPORTED to any): until then a struct tcp is not moved, and bytes that tcp_receive or tcp_send
 *         were given stay where they are.
 * Source  UEFI 2.10 §28.1. */
#ifndef EFI_TCP_H
#define EFI_TCP_H

#include "efi/network.h"

struct tcp {
    struct network *network;
    struct network_child child;
    EFI_EVENT event,
        closed; /* of the token in hand; of `close`, because another one may still end beside it */
    EFI_TCP4_CONNECTION_TOKEN connect;
    EFI_TCP4_IO_TOKEN io;
    union {
        EFI_TCP4_TRANSMIT_DATA sent;
        EFI_TCP4_RECEIVE_DATA received;
    };
    EFI_TCP4_CLOSE_TOKEN close;
};

enum err tcp_open(struct tcp *tcp, struct network *network, const uint8_t host[4], uint16_t port,
                  uint64_t until_us) MUST_CHECK;
void tcp_close(struct tcp *tcp);
enum err tcp_send(struct tcp *tcp, const void *bytes, size_t size, uint64_t until_us) MUST_CHECK;
/* The bytes that have come, at most `size`; 0: the server has ended the connection. */
enum err tcp_receive(struct tcp *tcp, void *bytes, size_t size, size_t *length,
                     uint64_t until_us) MUST_CHECK;

#endif
