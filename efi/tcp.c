#include "efi/tcp.h"

#define TIME_TO_LIVE 64
#define CLOSE_US     UINT64_C(1000000)
#define PIECE_MAX    0x10000u /* so that the deadline is looked at while much is sent */

static void poll(void *protocol)
{
    struct _EFI_TCP4 *const tcp4 = protocol;

    tcp4->Poll(tcp4);
}

/* An operation begun with a token ends, or stays the driver's: then only tcp_close may follow. */
static enum err finish(struct tcp *tcp, EFI_TCP4_COMPLETION_TOKEN *token, EFI_STATUS begun,
                       uint64_t until_us)
{
    struct _EFI_TCP4 *const tcp4 = tcp->child.protocol;

    if (EFI_ERROR(begun))
        return begun == EFI_CONNECTION_FIN ? OK : ERR_TIMEOUT;
    if (!network_wait(tcp->network, token->Event, poll, tcp4, until_us)) {
        (void)tcp4->Cancel(tcp4, token);
        return ERR_TIMEOUT;
    }
    return EFI_ERROR(token->Status) && token->Status != EFI_CONNECTION_FIN ? ERR_TIMEOUT : OK;
}

static enum err configure(struct tcp *tcp, const uint8_t host[4], uint16_t port)
{
    struct network *const network = tcp->network;
    struct _EFI_TCP4 *const tcp4 = tcp->child.protocol;
    EFI_TCP4_CONFIG_DATA config = { .TimeToLive = TIME_TO_LIVE,
                                    .AccessPoint = { .StationAddress = network->station,
                                                     .SubnetMask = network->mask,
                                                     .RemotePort = port,
                                                     .ActiveFlag = TRUE } };
    EFI_IPv4_ADDRESS all = { { 0 } };
    bool routed = false;

    for (unsigned i = 0; i < sizeof(all.Addr); i++) {
        config.AccessPoint.RemoteAddress.Addr[i] = host[i];
        routed |= network->gateway.Addr[i] != 0;
    }
    if (EFI_ERROR(tcp4->Configure(tcp4, &config)))
        return ERR_RIG;
    /* A server beside this machine is reached without it, so a gateway that is refused stops nobody. */
    if (routed)
        (void)tcp4->Routes(tcp4, FALSE, &all, &all, &network->gateway);
    return OK;
}

static enum err open_events(struct tcp *tcp)
{
    EFI_BOOT_SERVICES *const boot = tcp->network->boot;

    if (EFI_ERROR(boot->CreateEvent(0, TPL_CALLBACK, NULL, NULL, &tcp->event)))
        return ERR_RIG;
    if (!EFI_ERROR(boot->CreateEvent(0, TPL_CALLBACK, NULL, NULL, &tcp->closed)))
        return OK;
    boot->CloseEvent(tcp->event);
    return ERR_RIG;
}

/* A failed Connect ends with tcp_close, because the driver may still hold its token. */
enum err tcp_open(struct tcp *tcp, struct network *network, const uint8_t host[4], uint16_t port,
                  uint64_t until_us)
{
    *tcp = (struct tcp){ .network = network };
    enum err e = network_child(network, &(EFI_GUID)EFI_TCP4_SERVICE_BINDING_PROTOCOL,
                               &(EFI_GUID)EFI_TCP4_PROTOCOL, &tcp->child);

    if (e != OK)
        return e;
    e = open_events(tcp);
    if (e != OK) {
        network_close(&tcp->child);
        return e;
    }
    struct _EFI_TCP4 *const tcp4 = tcp->child.protocol;

    tcp->connect.CompletionToken.Event = tcp->event;
    e = configure(tcp, host, port);
    if (e == OK)
        e = finish(tcp, &tcp->connect.CompletionToken, tcp4->Connect(tcp4, &tcp->connect),
                   until_us);
    if (e != OK)
        tcp_close(tcp);
    return e;
}

/* At once, without the handshake of a closing connection: the answer is here, or no longer wanted. The server is told,
 * so that it does not wait either. Configuring it with null ends all operations that have not ended, which signals
 * their events: so the events are closed after that. */
void tcp_close(struct tcp *tcp)
{
    struct _EFI_TCP4 *const tcp4 = tcp->child.protocol;

    tcp->close =
        (EFI_TCP4_CLOSE_TOKEN){ .CompletionToken = { .Event = tcp->closed }, .AbortOnClose = TRUE };
    (void)finish(tcp, &tcp->close.CompletionToken, tcp4->Close(tcp4, &tcp->close),
                 clock_us(tcp->network->clock) + CLOSE_US);
    tcp4->Configure(tcp4, NULL);
    tcp->network->boot->CloseEvent(tcp->event);
    tcp->network->boot->CloseEvent(tcp->closed);
    network_close(&tcp->child);
}

/* In pieces, because the deadline is looked at between two of them. */
enum err tcp_send(struct tcp *tcp, const void *bytes, size_t size, uint64_t until_us)
{
    struct _EFI_TCP4 *const tcp4 = tcp->child.protocol;
    const uint8_t *at = bytes;
    enum err e = OK;

    while (size && e == OK) {
        const UINT32 piece = size < PIECE_MAX ? (UINT32)size : PIECE_MAX;

        tcp->sent =
            (EFI_TCP4_TRANSMIT_DATA){ .Push = TRUE, .DataLength = piece, .FragmentCount = 1 };
        tcp->sent.FragmentTable[0].FragmentLength = piece;
        tcp->sent.FragmentTable[0].FragmentBuffer = (void *)(uintptr_t)at;
        tcp->io = (EFI_TCP4_IO_TOKEN){ .CompletionToken = { .Event = tcp->event } };
        tcp->io.Packet.TxData = &tcp->sent;
        e = finish(tcp, &tcp->io.CompletionToken, tcp4->Transmit(tcp4, &tcp->io), until_us);
        at += piece;
        size -= piece;
    }
    return e;
}

enum err tcp_receive(struct tcp *tcp, void *bytes, size_t size, size_t *length, uint64_t until_us)
{
    struct _EFI_TCP4 *const tcp4 = tcp->child.protocol;

    tcp->received = (EFI_TCP4_RECEIVE_DATA){ .DataLength = (UINT32)size, .FragmentCount = 1 };
    tcp->received.FragmentTable[0].FragmentLength = (UINT32)size;
    tcp->received.FragmentTable[0].FragmentBuffer = bytes;
    tcp->io = (EFI_TCP4_IO_TOKEN){ .CompletionToken = { .Event = tcp->event } };
    tcp->io.Packet.RxData = &tcp->received;
    const EFI_STATUS begun = tcp4->Receive(tcp4, &tcp->io);
    const enum err e = finish(tcp, &tcp->io.CompletionToken, begun, until_us);

    if (e != OK)
        return e;
    const bool ended = EFI_ERROR(begun) || tcp->io.CompletionToken.Status == EFI_CONNECTION_FIN;

    *length = ended ? 0 : tcp->received.DataLength;
    return *length > size ? ERR_RIG : OK;
}
