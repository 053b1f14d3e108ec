#include "tests/efi/uefi/web_server.h"

static const EFI_GUID tcp_binding_guid = EFI_TCP4_SERVICE_BINDING_PROTOCOL,
                      tcp_guid = EFI_TCP4_PROTOCOL;

struct web_server server;

/* The driver lets go of all that it holds: it writes to the tokens, and signals their events. */
static void end_held(void)
{
    if (server.held_data != NULL && server.late != NULL)
        memcpy(server.held_data->FragmentTable[0].FragmentBuffer, server.late, strlen(server.late));
    server.held_data = NULL;
    for (unsigned i = 0; i < WEB_TOKENS; i++)
        if (server.held[i] != NULL) {
            server.held[i]->Status = EFI_ABORTED;
            machine_signal(server.held[i]->Event);
            server.held[i] = NULL;
        }
}

static void hold(EFI_TCP4_COMPLETION_TOKEN *token)
{
    unsigned i = 0;

    while (server.held[i] != NULL)
        assert_true(++i < WEB_TOKENS);
    server.held[i] = token;
}

static EFI_STATUS EFIAPI tcp_configure(struct _EFI_TCP4 *self, EFI_TCP4_CONFIG_DATA *config)
{
    if (config == NULL) {
        end_held();
        server.cleared++;
        return EFI_SUCCESS;
    }
    server.config = *config;
    return server.configure_status;
}

static EFI_STATUS EFIAPI tcp_routes(struct _EFI_TCP4 *self, BOOLEAN remove, EFI_IPv4_ADDRESS *to,
                                    EFI_IPv4_ADDRESS *mask, EFI_IPv4_ADDRESS *by)
{
    assert_false(remove);
    assert_memory_equal(((uint8_t[4]){ 0 }), to, 4);
    assert_memory_equal(((uint8_t[4]){ 0 }), mask, 4);
    server.gateway = *by;
    server.routes++;
    return EFI_ACCESS_DENIED; /* nobody is stopped by that */
}

static EFI_STATUS finish(EFI_TCP4_COMPLETION_TOKEN *token, EFI_STATUS status, bool hangs)
{
    token->Status = status;
    if (hangs)
        hold(token);
    else
        machine_signal(token->Event);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI tcp_connect(struct _EFI_TCP4 *self, EFI_TCP4_CONNECTION_TOKEN *token)
{
    server.connections++;
    server.said = 0;
    if (EFI_ERROR(server.connect_status))
        return server.connect_status;
    return finish(&token->CompletionToken, server.connect_token, server.connect_hangs);
}

static EFI_STATUS EFIAPI tcp_close_connection(struct _EFI_TCP4 *self, EFI_TCP4_CLOSE_TOKEN *token)
{
    assert_true(token->AbortOnClose);
    server.closed++;
    if (!server.close_hangs)
        end_held();
    return finish(&token->CompletionToken, EFI_SUCCESS, server.close_hangs);
}

static EFI_STATUS EFIAPI tcp_transmit(struct _EFI_TCP4 *self, EFI_TCP4_IO_TOKEN *token)
{
    const EFI_TCP4_TRANSMIT_DATA *const data = token->Packet.TxData;
    const size_t size = data->FragmentTable[0].FragmentLength;

    assert_true(data->Push);
    assert_pairs(1, data->FragmentCount, size, data->DataLength);
    server.largest = size > server.largest ? size : server.largest;
    if (EFI_ERROR(server.transmit_status))
        return server.transmit_status;
    if (server.heard_size + size < sizeof(server.heard)) {
        memcpy(server.heard + server.heard_size, data->FragmentTable[0].FragmentBuffer, size);
        server.heard_size += size;
        server.heard[server.heard_size] = '\0';
    }
    return finish(&token->CompletionToken, server.transmit_token, server.transmit_hangs);
}

static EFI_STATUS EFIAPI tcp_receive_data(struct _EFI_TCP4 *self, EFI_TCP4_IO_TOKEN *token)
{
    EFI_TCP4_RECEIVE_DATA *const data = token->Packet.RxData;
    size_t size = strlen(server.answer + server.said);

    assert_pairs(1, data->FragmentCount, data->DataLength, data->FragmentTable[0].FragmentLength);
    if (EFI_ERROR(server.receive_status))
        return server.receive_status;
    if (size == 0 && server.no_end)
        server.held_data = data;
    if (size == 0)
        return server.no_end ? finish(&token->CompletionToken, EFI_SUCCESS, true)
                             : finish(&token->CompletionToken, EFI_CONNECTION_FIN, false);
    size = size > data->DataLength ? data->DataLength : size;
    size = server.piece && size > server.piece ? server.piece : size;
    memcpy(data->FragmentTable[0].FragmentBuffer, server.answer + server.said, size);
    server.said += size;
    data->DataLength = (UINT32)(size + server.lie);
    return finish(&token->CompletionToken, server.receive_token, server.receive_hangs);
}

static EFI_STATUS EFIAPI tcp_cancel(struct _EFI_TCP4 *self, EFI_TCP4_COMPLETION_TOKEN *token)
{
    server.cancelled++;
    if (!server.cancels)
        return EFI_UNSUPPORTED;
    for (unsigned i = 0; i < WEB_TOKENS; i++)
        if (server.held[i] == token)
            server.held[i] = NULL;
    server.held_data = NULL;
    token->Status = EFI_ABORTED;
    machine_signal(token->Event);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI tcp_poll(struct _EFI_TCP4 *self)
{
    server.polls++;
    return EFI_SUCCESS;
}

void web_serve(const char *answer)
{
    memset(&server, 0, sizeof(server));
    server.answer = answer;
    /* clang-format off */
    server.tcp = (struct _EFI_TCP4){ .Configure = tcp_configure, .Routes = tcp_routes, .Connect = tcp_connect, .Transmit = tcp_transmit,
                                     .Receive = tcp_receive_data, .Close = tcp_close_connection, .Cancel = tcp_cancel, .Poll = tcp_poll };
    /* clang-format on */
}

int web_begin(void **state)
{
    net_begin(state);
    web_serve("");
    net_has_address();
    net_offer_service(&tcp_binding_guid, &tcp_guid, &server.tcp);
    return 0;
}

void web_withdraw(void)
{
    machine_withdraw(NET_CARD, &tcp_binding_guid);
}
