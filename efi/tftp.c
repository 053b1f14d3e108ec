#include "efi/tftp.h"

#include "efi/network_protocols.h"

#define TRIES          4 /* of one packet */
#define PACKET_S       2
#define CODE_NONE      0xffffu
#define CODE_NOT_FOUND 1 /* RFC 1350, appendix */

/* One transfer, and the code with which the server has refused it. */
struct transfer {
    struct network *network;
    struct network_child child;
    struct mtftp4_token token;
    unsigned code; /* CODE_NONE: it has not */
};

static unsigned swapped(UINT16 value)
{
    return (unsigned)(value >> 8 | (value & 0xff) << 8);
}

static EFI_STATUS EFIAPI check_packet(struct mtftp4 *self, struct mtftp4_token *token, UINT16 size,
                                      struct mtftp4_packet *packet)
{
    struct transfer *const transfer = token->context;

    (void)self;
    if (size >= sizeof(*packet) && swapped(packet->opcode) == MTFTP4_OPCODE_ERROR)
        transfer->code = swapped(packet->code);
    return EFI_SUCCESS;
}

static void poll(void *protocol)
{
    struct mtftp4 *const mtftp = protocol;

    mtftp->poll(mtftp);
}

/* The child and its event live for one transfer. A failure here closes all that was opened
 * before. */
static enum err open_transfer(struct transfer *transfer, struct network *network,
                              const struct url *file, void *bytes, size_t size)
{
    EFI_IPv4_ADDRESS server;
    enum err e;

    for (unsigned i = 0; i < sizeof(server.Addr); i++)
        server.Addr[i] = file->host[i];
    *transfer = (struct transfer){ .network = network, .code = CODE_NONE };
    transfer->token = (struct mtftp4_token){ .file_name = (CHAR8 *)(uintptr_t)(file->path + 1),
                                             .buffer = bytes,
                                             .size = size,
                                             .context = transfer,
                                             .check_packet = check_packet };
    e = network_child(network, &(EFI_GUID)MTFTP4_SERVICE_BINDING_GUID,
                      &(EFI_GUID)MTFTP4_PROTOCOL_GUID, &transfer->child);
    if (e != OK)
        return e;
    struct mtftp4 *const mtftp = transfer->child.protocol;
    struct mtftp4_config config = { .station = network->station,
                                    .mask = network->mask,
                                    .gateway = network->gateway,
                                    .server = server,
                                    .server_port = file->port,
                                    .tries = TRIES,
                                    .timeout_s = PACKET_S };

    if (!EFI_ERROR(mtftp->configure(mtftp, &config)) &&
        !EFI_ERROR(network->boot->CreateEvent(0, TPL_CALLBACK, NULL, NULL, &transfer->token.event)))
        return OK;
    network_close(&transfer->child);
    return ERR_RIG;
}

static enum err outcome(const struct transfer *transfer)
{
    switch (transfer->token.status) {
    case EFI_SUCCESS:
        return OK;
    case EFI_BUFFER_TOO_SMALL:
        return ERR_RANGE;
    case EFI_TIMEOUT:
    case EFI_ICMP_ERROR:
        return ERR_TIMEOUT;
    default:
        return transfer->code == CODE_NOT_FOUND ? ERR_NOT_FOUND : ERR_RIG;
    }
}

/* Configuring it with null ends a transfer that has not ended, so that the driver lets go of the
 * token. */
static enum err end_transfer(struct transfer *transfer, EFI_STATUS begun)
{
    struct mtftp4 *const mtftp = transfer->child.protocol;
    enum err e = ERR_RIG;

    if (!EFI_ERROR(begun))
        e = network_wait(transfer->network, transfer->token.event, poll, mtftp,
                         transfer->network->until_us)
                ? outcome(transfer)
                : ERR_TIMEOUT;
    mtftp->configure(mtftp, NULL);
    transfer->network->boot->CloseEvent(transfer->token.event);
    network_close(&transfer->child);
    return e;
}

enum err tftp_read(struct network *network, const struct url *file, char *bytes, size_t size,
                   size_t *length)
{
    struct transfer transfer;
    enum err e = open_transfer(&transfer, network, file, bytes, size);

    if (e != OK)
        return e;
    struct mtftp4 *const mtftp = transfer.child.protocol;

    e = end_transfer(&transfer, mtftp->read_file(mtftp, &transfer.token));
    if (e == OK && transfer.token.size > size)
        e = ERR_RANGE;
    if (e == OK)
        *length = transfer.token.size;
    return e;
}

enum err tftp_write(struct network *network, const struct url *file, const char *bytes, size_t size)
{
    struct transfer transfer;
    const enum err e = open_transfer(&transfer, network, file, (void *)(uintptr_t)bytes, size);

    if (e != OK)
        return e;
    struct mtftp4 *const mtftp = transfer.child.protocol;

    return end_transfer(&transfer, mtftp->write_file(mtftp, &transfer.token));
}
