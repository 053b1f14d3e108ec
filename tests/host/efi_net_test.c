/* tests/host/efi_net_test.c: servers, by the protocols of the machine's firmware: where the image came from
 * (efi/network.h), addresses (efi/lease.h), connections (efi/tcp.h), files of a web server (efi/http.h) and of a TFTP
 * server (efi/tftp.h), and the report on its way (efi/post.h). */
#include <stdio.h>
#include <string.h>

#include "efi/http.h"
#include "efi/lease.h"
#include "efi/memory.h"
#include "efi/network_protocols.h"
#include "efi/place.h"
#include "efi/post.h"
#include "efi/tcp.h"
#include "efi/tftp.h"
#include "tests/host/uefi/machine.h"

#define CARD  machine_handle(1)
#define CHILD machine_handle(2)
#define IMAGE machine_handle(3)

static const EFI_GUID path_guid = EFI_DEVICE_PATH_PROTOCOL_GUID,
                      loaded_guid = EFI_LOADED_IMAGE_PROTOCOL_GUID,
                      pxe_guid = EFI_PXE_BASE_CODE_PROTOCOL_GUID,
                      pci_guid = EFI_PCI_IO_PROTOCOL_GUID,
                      tcp_binding_guid = EFI_TCP4_SERVICE_BINDING_PROTOCOL,
                      tcp_guid = EFI_TCP4_PROTOCOL, tftp_binding_guid = MTFTP4_SERVICE_BINDING_GUID,
                      tftp_guid = MTFTP4_PROTOCOL_GUID,
                      dhcp_binding_guid = DHCP4_SERVICE_BINDING_GUID,
                      dhcp_guid = DHCP4_PROTOCOL_GUID;

static struct machine_stub *machine;
static struct clock time_of;
static struct network network;
static int children;

/* ---- device paths ---------------------------------------------------------------------------- */

/* UEFI 2.10 §10.3.4: messaging nodes (type 3) 11 MAC address, 12 IPv4 (own address at 4, gateway at 19, mask at 23),
 * 24 URI. */
struct card_path {
    MAC_ADDR_DEVICE_PATH mac;
    uint8_t ipv4[27], uri[4 + 40];
    EFI_DEVICE_PATH end;
} __attribute__((packed));

static const uint8_t mac[6] = { 0x52, 0x54, 0, 0x12, 0x34, 0x56 };

static struct card_path path_with(const char *uri)
{
    struct card_path path = {
        .mac = { .Header = { 3, 11, { sizeof(path.mac), 0 } } },
        .ipv4 = { 3, 12, 27, 0, 10, 0,  0, 2, 10,  0,   0,   1,   0, 0,
                  0, 0,  0,  0, 0,  10, 0, 0, 254, 255, 255, 255, 0 },
        .uri = { 3, 24, (uint8_t)sizeof(path.uri) },
        .end = { END_DEVICE_PATH_TYPE, END_ENTIRE_DEVICE_PATH_SUBTYPE, { 4, 0 } },
    };

    memcpy(path.mac.MacAddress.Addr, mac, sizeof(mac));
    snprintf((char *)path.uri + 4, sizeof(path.uri) - 4, "%s", uri);
    return path;
}

static EFI_LOADED_IMAGE_PROTOCOL loaded = { 0 };
static struct card_path image_path;

static enum err find(void)
{
    memset(&network, 0xa5, sizeof(network));
    return network_find(&network, &machine->boot, &time_of, IMAGE);
}

static void image_came_by(const char *uri)
{
    image_path = path_with(uri);
    loaded.DeviceHandle = CARD;
    machine_offer(IMAGE, &loaded_guid, &loaded);
    machine_offer(CARD, &path_guid, &image_path);
}

static int begin(void **state)
{
    (void)state;
    machine = machine_begin();
    machine->look_ticks = 10000; /* so that seconds pass soon */
    time_of = machine_clock();
    children = 0;
    image_path = path_with("");
    network = (struct network){ .boot = &machine->boot, .clock = &time_of, .until_us = UINT64_MAX };
    return 0;
}

static int end(void **state)
{
    (void)state;
    assert_int_equal(0, children);
    machine_end();
    return 0;
}

static void expect_server(const char *words)
{
    char letters[256] = "";
    struct text text = text_in(letters, sizeof(letters));

    url_words(&network.folder, &text);
    assert_string_equal(words, letters);
}

static void an_image_by_http(void **state)
{
    (void)state;
    assert_int_equal(ERR_NOT_FOUND, find());
    image_came_by("http://10.0.0.1:8080/boot/x.efi");
    assert_int_equal(OK, find());
    expect_server("http://10.0.0.1:8080/boot/");
    assert_true(network.served);
    assert_memory_equal(mac, network.mac, 6);
    assert_memory_equal(((uint8_t[]){ 10, 0, 0, 2 }), &network.station, 4);
    assert_memory_equal(((uint8_t[]){ 255, 255, 255, 0 }), &network.mask, 4);
    assert_memory_equal(((uint8_t[]){ 10, 0, 0, 254 }), &network.gateway, 4);
    assert_memory_equal(&image_path, network.path_bytes, sizeof(image_path));
    assert_ptr_equal(network.path_bytes, network.path);
    loaded.DeviceHandle = NULL;
    assert_int_equal(ERR_NOT_FOUND, find());
}

/* Each of these paths says too little. */
static void paths_that_say_too_little(void **state)
{
    static uint8_t *const bytes = (uint8_t *)&image_path;
    static const struct {
        size_t at;
        uint8_t value;
    } rows[] = {
        { 0, 2 },  /* the MAC node is none of messaging */
        { 1, 13 }, /* or of another kind */
        { 2, 9 },  /* or cut: 4 bytes and 5 of the address; what follows is then wrong too */
        { offsetof(struct card_path, ipv4) + 1, 13 }, /* no IPv4 */
        { offsetof(struct card_path, uri) + 1, 25 },  /* no URI */
        { offsetof(struct card_path, uri) + 4, 'x' }, /* no URL */
    };

    (void)state;
    image_came_by("http://10.0.0.1/x.efi");
    assert_int_equal(OK, find());
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const uint8_t was = bytes[rows[i].at];

        bytes[rows[i].at] = rows[i].value;
        assert_int_equal(ERR_NOT_FOUND, find());
        bytes[rows[i].at] = was;
    }
    image_path.ipv4[2] = 3; /* shorter than a node is */
    assert_int_equal(ERR_NOT_FOUND, find());
}

/* An IPv4 node of 19 bytes, as UEFI 2.3 had it, has no gateway and no mask. */
static void an_old_ipv4_node(void **state)
{
    struct {
        MAC_ADDR_DEVICE_PATH mac;
        uint8_t ipv4[19], uri[4 + 24];
        EFI_DEVICE_PATH end;
    } __attribute__((packed)) path = { .ipv4 = { 3, 12, 19 }, .uri = { 3, 24, 28 } };
    const struct card_path whole = path_with("");

    (void)state;
    path.mac = whole.mac;
    path.end = whole.end;
    snprintf((char *)path.uri + 4, sizeof(path.uri) - 4, "http://10.0.0.1/x.efi");
    loaded.DeviceHandle = CARD;
    machine_offer(IMAGE, &loaded_guid, &loaded);
    machine_offer(CARD, &path_guid, &path);
    assert_int_equal(ERR_NOT_FOUND, find());
}

/* A path of 512 bytes is copied, a longer one is not; nor is one of more than 32 nodes. */
static void long_paths(void **state)
{
    static struct {
        MAC_ADDR_DEVICE_PATH mac;
        uint8_t rest[1024];
    } __attribute__((packed)) path;
    const size_t room = 512 - sizeof(path.mac) - 4;

    (void)state;
    path.mac = path_with("").mac;
    path.rest[0] = 4;
    path.rest[1] = 3;
    path.rest[2] = (uint8_t)room;
    path.rest[3] = (uint8_t)(room >> 8);
    memcpy(path.rest + room, &(EFI_DEVICE_PATH){ 0x7f, 0xff, { 4, 0 } }, 4);
    assert_true(network_take_path(&network, (void *)&path));
    assert_memory_equal(&path, network.path_bytes, 512);
    path.rest[2]++;
    memcpy(path.rest + room + 1, &(EFI_DEVICE_PATH){ 0x7f, 0xff, { 4, 0 } }, 4);
    assert_false(network_take_path(&network, (void *)&path));
    for (unsigned i = 0; i < 32; i++)
        memcpy(path.rest + 4 * i,
               &(EFI_DEVICE_PATH){ i == 30 ? 0x7f : 4, i == 30 ? 0xff : 3, { 4, 0 } }, 4);
    assert_true(network_take_path(&network, (void *)&path)); /* 32 nodes with the end */
    memcpy(path.rest + 4 * 30, &(EFI_DEVICE_PATH){ 4, 3, { 4, 0 } }, 4);
    memcpy(path.rest + 4 * 31, &(EFI_DEVICE_PATH){ 0x7f, 0xff, { 4, 0 } }, 4);
    assert_false(network_take_path(&network, (void *)&path));
}

/* ---- PXE ------------------------------------------------------------------------------------- */

static EFI_PXE_BASE_CODE_MODE mode;
static EFI_PXE_BASE_CODE pxe = { .Mode = &mode };

/* RFC 2131: server at 20, boot file at 108 of a BOOTP packet; RFC 2132: options behind the cookie at 236; 3 is routers. */
static void packet(EFI_PXE_BASE_CODE_PACKET *out, uint8_t server, const char *file)
{
    static const uint8_t options[] = { 0x63, 0x82, 0x53, 0x63, 53, 1, 5, 3, 4, 10, 0, 0, 253, 255 };

    memset(out, 0, sizeof(*out));
    out->Raw[0] = 2;
    memcpy(out->Raw + 20, (uint8_t[]){ 10, 0, 0, server }, 4);
    snprintf((char *)out->Raw + 108, 128, "%s", file);
    memcpy(out->Raw + 236, options, sizeof(options));
}

static void an_image_by_pxe(void **state)
{
    (void)state;
    image_came_by("");
    machine_offer(CARD, &pxe_guid, &pxe);
    mode = (EFI_PXE_BASE_CODE_MODE){ .Started = TRUE,
                                     .DhcpAckReceived = TRUE,
                                     .StationIp.v4 = { { 10, 0, 0, 7 } },
                                     .SubnetMask.v4 = { { 255, 255, 0, 0 } } };
    packet(&mode.DhcpAck, 3, "ack/x.efi");
    packet(&mode.ProxyOffer, 4, "proxy/x.efi");
    packet(&mode.PxeReply, 5, "reply/x.efi");
    assert_int_equal(OK, find());
    expect_server("tftp://10.0.0.3/ack/");
    assert_memory_equal(((uint8_t[]){ 10, 0, 0, 7 }), &network.station, 4);
    assert_memory_equal(((uint8_t[]){ 255, 255, 0, 0 }), &network.mask, 4);
    assert_memory_equal(((uint8_t[]){ 10, 0, 0, 253 }), &network.gateway, 4);
    mode.ProxyOfferReceived = TRUE;
    assert_int_equal(OK, find());
    expect_server("tftp://10.0.0.4/proxy/");
    mode.PxeReplyReceived = TRUE;
    assert_int_equal(OK, find());
    expect_server("tftp://10.0.0.5/reply/");
    memset(&mode.PxeReply, 0, sizeof(mode.PxeReply)); /* it names no file: the first one does */
    assert_int_equal(OK, find());
    expect_server("tftp://10.0.0.3/ack/");

    mode.DhcpAckReceived = FALSE;
    assert_int_equal(ERR_NOT_FOUND, find());
    mode.DhcpAckReceived = TRUE;
    mode.UsingIpv6 = TRUE;
    assert_int_equal(ERR_NOT_FOUND, find());
    mode.UsingIpv6 = FALSE;
    mode.Started = FALSE;
    assert_int_equal(ERR_NOT_FOUND, find());
    mode.Started = TRUE;
    mode.DhcpAck.Raw[244] = 2; /* a router of two bytes is none */
    assert_int_equal(OK, find());
    assert_memory_equal(((uint8_t[]){ 0, 0, 0, 0 }), &network.gateway, 4);
}

/* ---- services of a card ---------------------------------------------------------------------- */

static EFI_STATUS child_status;

static EFI_STATUS EFIAPI create_child(EFI_SERVICE_BINDING *self, EFI_HANDLE *child)
{
    (void)self;
    if (EFI_ERROR(child_status))
        return child_status;
    children++;
    *child = CHILD;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI destroy_child(EFI_SERVICE_BINDING *self, EFI_HANDLE child)
{
    (void)self;
    assert_ptr_equal(CHILD, child);
    children--;
    return EFI_SUCCESS;
}

static EFI_SERVICE_BINDING binding = { .CreateChild = create_child, .DestroyChild = destroy_child };

static void has_address(void)
{
    assert_true(network_take_path(&network, (void *)&image_path));
    network.station = (EFI_IPv4_ADDRESS){ { 10, 0, 0, 2 } };
    network.mask = (EFI_IPv4_ADDRESS){ { 255, 255, 255, 0 } };
}

static void offer_service(const EFI_GUID *binding_guid, const EFI_GUID *guid, void *protocol)
{
    machine_offer(CARD, &path_guid, &image_path);
    machine_offer(CARD, binding_guid, &binding);
    machine_offer(CHILD, guid, protocol);
    has_address();
}

/* ---- TCP ------------------------------------------------------------------------------------- */

/* A server: what it says to a connection, in pieces; what it has heard. */
static struct {
    struct _EFI_TCP4 tcp;
    EFI_STATUS configure_status, connect_status, connect_token, transmit_status, transmit_token,
        receive_status, receive_token;
    bool connect_hangs, transmit_hangs, receive_hangs,
        no_end; /* no_end: the connection stays open */
    unsigned polls, connections, closed, cancelled, routes, cleared;
    EFI_TCP4_CONFIG_DATA config;
    EFI_IPv4_ADDRESS gateway;
    const char *answer;      /* of each connection */
    size_t piece, said, lie; /* piece: most bytes at once; lie: more than it was asked for */
    char heard[4096];
    size_t heard_size, largest;
} server;

static EFI_STATUS EFIAPI tcp_configure(struct _EFI_TCP4 *self, EFI_TCP4_CONFIG_DATA *config)
{
    (void)self;
    if (config == NULL) {
        server.cleared++;
        return EFI_SUCCESS;
    }
    server.config = *config;
    return server.configure_status;
}

static EFI_STATUS EFIAPI tcp_routes(struct _EFI_TCP4 *self, BOOLEAN remove, EFI_IPv4_ADDRESS *to,
                                    EFI_IPv4_ADDRESS *mask, EFI_IPv4_ADDRESS *by)
{
    (void)self;
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
    if (!hangs)
        machine_signal(token->Event);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI tcp_connect(struct _EFI_TCP4 *self, EFI_TCP4_CONNECTION_TOKEN *token)
{
    (void)self;
    server.connections++;
    server.said = 0;
    if (EFI_ERROR(server.connect_status))
        return server.connect_status;
    return finish(&token->CompletionToken, server.connect_token, server.connect_hangs);
}

static EFI_STATUS EFIAPI tcp_close_connection(struct _EFI_TCP4 *self, EFI_TCP4_CLOSE_TOKEN *token)
{
    (void)self;
    assert_true(token->AbortOnClose);
    server.closed++;
    return finish(&token->CompletionToken, EFI_SUCCESS, false);
}

static EFI_STATUS EFIAPI tcp_transmit(struct _EFI_TCP4 *self, EFI_TCP4_IO_TOKEN *token)
{
    const EFI_TCP4_TRANSMIT_DATA *const data = token->Packet.TxData;
    const size_t size = data->FragmentTable[0].FragmentLength;

    (void)self;
    assert_true(data->Push);
    assert_int_equal(1, data->FragmentCount);
    assert_int_equal(size, data->DataLength);
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

    (void)self;
    assert_int_equal(1, data->FragmentCount);
    assert_int_equal(data->DataLength, data->FragmentTable[0].FragmentLength);
    if (EFI_ERROR(server.receive_status))
        return server.receive_status;
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
    (void)self;
    (void)token;
    server.cancelled++;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI tcp_poll(struct _EFI_TCP4 *self)
{
    (void)self;
    server.polls++;
    return EFI_SUCCESS;
}

static void serve(const char *answer)
{
    memset(&server, 0, sizeof(server));
    server.answer = answer;
    server.tcp = (struct _EFI_TCP4){ .Configure = tcp_configure,
                                     .Routes = tcp_routes,
                                     .Connect = tcp_connect,
                                     .Transmit = tcp_transmit,
                                     .Receive = tcp_receive_data,
                                     .Close = tcp_close_connection,
                                     .Cancel = tcp_cancel,
                                     .Poll = tcp_poll };
}

static int begin_tcp(void **state)
{
    begin(state);
    serve("");
    offer_service(&tcp_binding_guid, &tcp_guid, &server.tcp);
    return 0;
}

static const uint8_t host[4] = { 10, 0, 0, 1 };

static void a_connection(void **state)
{
    struct tcp tcp;
    char bytes[8] = "";
    size_t length = 77;

    (void)state;
    serve("hello there");
    server.piece = 6;
    assert_int_equal(OK, tcp_open(&tcp, &network, host, 8080, 1000));
    assert_int_equal(1, children);
    assert_int_equal(64, server.config.TimeToLive);
    assert_true(server.config.AccessPoint.ActiveFlag);
    assert_false(server.config.AccessPoint.UseDefaultAddress);
    assert_memory_equal(&network.station, &server.config.AccessPoint.StationAddress, 4);
    assert_memory_equal(&network.mask, &server.config.AccessPoint.SubnetMask, 4);
    assert_memory_equal(host, &server.config.AccessPoint.RemoteAddress, 4);
    assert_int_equal(8080, server.config.AccessPoint.RemotePort);
    assert_int_equal(0, server.routes);
    assert_int_equal(OK, tcp_send(&tcp, "abc", 3, 1000));
    assert_int_equal(OK, tcp_send(&tcp, "", 0, 1000));
    assert_string_equal("abc", server.heard);
    assert_int_equal(OK, tcp_receive(&tcp, bytes, 8, &length, 1000));
    assert_int_equal(6, length);
    assert_string_equal("hello ", bytes);
    assert_int_equal(OK, tcp_receive(&tcp, bytes, 3, &length, 1000));
    assert_int_equal(3, length);
    assert_int_equal(OK, tcp_receive(&tcp, bytes, 8, &length, 1000));
    assert_int_equal(2, length);
    assert_int_equal(OK, tcp_receive(&tcp, bytes, 8, &length, 1000)); /* the end */
    assert_int_equal(0, length);
    tcp_close(&tcp);
    assert_int_equal(1, server.closed);
    assert_int_equal(1, server.cleared);
}

/* A gateway in any of its bytes is a route for all addresses. */
static void a_gateway_is_a_route(void **state)
{
    struct tcp tcp;

    (void)state;
    network.gateway = (EFI_IPv4_ADDRESS){ { 0, 0, 0, 9 } };
    assert_int_equal(OK, tcp_open(&tcp, &network, host, 80, 1000));
    tcp_close(&tcp);
    assert_int_equal(1, server.routes);
    assert_memory_equal(&network.gateway, &server.gateway, 4);
    network.gateway = (EFI_IPv4_ADDRESS){ { 9, 0, 0, 0 } };
    assert_int_equal(OK, tcp_open(&tcp, &network, host, 80, 1000));
    tcp_close(&tcp);
    assert_int_equal(2, server.routes);
}

static void no_connection(void **state)
{
    struct tcp tcp;

    (void)state;
    server.configure_status = EFI_NO_MAPPING;
    assert_int_equal(ERR_RIG, tcp_open(&tcp, &network, host, 80, 1000));
    assert_int_equal(0, server.connections);
    server.configure_status = EFI_SUCCESS;
    server.connect_status = EFI_ACCESS_DENIED;
    assert_int_equal(ERR_TIMEOUT, tcp_open(&tcp, &network, host, 80, 1000));
    server.connect_status = EFI_SUCCESS;
    server.connect_token = EFI_CONNECTION_REFUSED;
    assert_int_equal(ERR_TIMEOUT, tcp_open(&tcp, &network, host, 80, 1000));
    server.connect_token = EFI_SUCCESS;
    server.connect_hangs = true;
    assert_int_equal(0, server.cancelled);
    assert_int_equal(ERR_TIMEOUT, tcp_open(&tcp, &network, host, 80, machine_us() + 5000));
    assert_in_range(machine_us(), 5000, 5100);
    assert_true(server.polls > 200);
    assert_int_equal(1, server.cancelled);
    assert_int_equal(3 + 1, server.closed);

    child_status = EFI_OUT_OF_RESOURCES;
    assert_int_equal(ERR_RIG, tcp_open(&tcp, &network, host, 80, 1000));
    child_status = EFI_SUCCESS;
    machine_withdraw(CHILD, &tcp_guid);
    assert_int_equal(ERR_RIG, tcp_open(&tcp, &network, host, 80, 1000));
    machine_withdraw(CARD, &tcp_binding_guid);
    assert_int_equal(ERR_UNSUPPORTED, tcp_open(&tcp, &network, host, 80, 1000));
}

/* Every event of the machine is taken. */
static void no_event_for_a_connection(void **state)
{
    struct tcp tcp;

    (void)state;
    for (unsigned i = 0; i < MACHINE_EVENTS; i++)
        machine->events[i] = EVENT_WAITING;
    assert_int_equal(ERR_RIG, tcp_open(&tcp, &network, host, 80, 1000));
}

static void connections_that_break(void **state)
{
    struct tcp tcp;
    char bytes[8];
    size_t length;

    (void)state;
    serve("hello");
    assert_int_equal(OK, tcp_open(&tcp, &network, host, 80, 1000));
    server.transmit_status = EFI_CONNECTION_RESET;
    assert_int_equal(ERR_TIMEOUT, tcp_send(&tcp, "a", 1, 1000));
    server.transmit_status = EFI_SUCCESS;
    server.transmit_token = EFI_CONNECTION_RESET;
    assert_int_equal(ERR_TIMEOUT, tcp_send(&tcp, "a", 1, 1000));
    server.transmit_token = EFI_SUCCESS;
    server.transmit_hangs = true;
    assert_int_equal(ERR_TIMEOUT, tcp_send(&tcp, "a", 1, machine_us() + 10));
    server.receive_status = EFI_CONNECTION_FIN; /* an end that is said at once */
    assert_int_equal(OK, tcp_receive(&tcp, bytes, 8, &length, 1000));
    assert_int_equal(0, length);
    server.receive_status = EFI_CONNECTION_RESET;
    assert_int_equal(ERR_TIMEOUT, tcp_receive(&tcp, bytes, 8, &length, 1000));
    server.receive_status = EFI_SUCCESS;
    server.receive_token = EFI_CONNECTION_RESET;
    assert_int_equal(ERR_TIMEOUT, tcp_receive(&tcp, bytes, 8, &length, 1000));
    serve("hello");
    server.lie = 4; /* more than it was asked for */
    assert_int_equal(ERR_RIG, tcp_receive(&tcp, bytes, 8, &length, 1000));
    tcp_close(&tcp);
}

/* Much is sent in pieces of 64 KiB, each of which may fail. */
static void much_is_sent_in_pieces(void **state)
{
    static char much[0x20001];
    struct tcp tcp;

    (void)state;
    assert_int_equal(OK, tcp_open(&tcp, &network, host, 80, 1000));
    assert_int_equal(OK, tcp_send(&tcp, much, sizeof(much), 1000));
    assert_int_equal(0x10000, server.largest);
    assert_int_equal(1, server.heard_size); /* the last piece alone fits here */
    tcp_close(&tcp);
}

/* ---- HTTP ------------------------------------------------------------------------------------ */

static const struct url url = {
    .scheme = URL_HTTP, .has_host = true, .host = { 10, 0, 0, 1 }, .port = 80, .path = "/a/b"
};

static enum err get(const char *answer, size_t piece, char *bytes, size_t size, size_t *length)
{
    serve(answer);
    server.piece = piece;
    const enum err e = http_get(&network, &url, bytes, size, length);

    assert_int_equal(server.connections, server.closed);
    assert_int_equal(0, children);
    return e;
}

static void expect_get(enum err e, const char *answer)
{
    char bytes[8];
    size_t length = 77;

    for (size_t piece = 0; piece < 9; piece++) {
        memset(bytes, '.', sizeof(bytes));
        assert_int_equal(e, get(answer, piece, bytes, 5, &length));
        if (e == OK) {
            assert_int_equal(5, length);
            assert_memory_equal("12345...", bytes, 8);
        }
    }
}

/* RFC 9112: head, an empty line, the body that the head gives the length of. */
static void files_of_a_web_server(void **state)
{
    (void)state;
    expect_get(OK, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n12345");
    assert_memory_equal("GET /a/b HTTP/1.1\r\n", server.heard, 19);
    expect_get(OK, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n12345and more");
    expect_get(ERR_RANGE, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n123456");
    expect_get(ERR_RIG, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n1234"); /* cut */
    expect_get(ERR_RIG, "HTTP/1.1 200 OK\r\n\r\n12345");
    expect_get(ERR_RIG,
               "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n12345");
    expect_get(ERR_RIG, "HTTP/1.1 500 No\r\nContent-Length: 5\r\n\r\n12345");
    expect_get(ERR_NOT_FOUND, "HTTP/1.1 404 No\r\nContent-Length: 5\r\n\r\n12345");
    expect_get(ERR_NOT_FOUND, "HTTP/1.1 410 No\r\nContent-Length: 5\r\n\r\n12345");
    expect_get(ERR_TIMEOUT, "HTTP/1.1 200 OK\r\nContent-Le"); /* cut in its head */
    expect_get(ERR_TIMEOUT, "");
    expect_get(ERR_RIG, "SSH-2.0-OpenSSH\r\n\r\n");
}

/* Each step has five seconds, all of them together what the caller gives. */
static void a_server_that_is_silent(void **state)
{
    static const struct {
        uint64_t until, from, to;
    } rows[] = { { UINT64_MAX, 5000000, 5000100 }, { 3000000, 3000000, 3000100 } };
    char bytes[8];
    size_t length;

    (void)state;
    for (unsigned i = 0; i < 2; i++)
        for (unsigned step = 0; step < 3; step++) {
            const uint64_t begun = machine_us();

            serve("");
            server.connect_hangs = step == 0;
            server.transmit_hangs = step == 1;
            server.no_end = step == 2;
            network.until_us = rows[i].until == UINT64_MAX ? UINT64_MAX : begun + rows[i].until;
            assert_int_equal(ERR_TIMEOUT, http_get(&network, &url, bytes, 5, &length));
            assert_in_range(machine_us() - begun, rows[i].from, rows[i].to);
        }
    serve("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n123");
    server.no_end = true;
    network.until_us = UINT64_MAX;
    assert_int_equal(ERR_TIMEOUT, http_get(&network, &url, bytes, 5, &length));
}

/* A head of 4 KiB is heard; no more. */
static void long_heads(void **state)
{
    static char head[5000];
    char bytes[8];
    size_t length;
    int used = sprintf(head, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: ");

    (void)state;
    memset(head + used, 'x', 4096 - 4 - (size_t)used);
    memcpy(head + 4092, "\r\n\r\n", 5);
    assert_int_equal(OK, get(head, 1000, bytes, 5, &length));
    assert_int_equal(0, length);
    memset(head + used, 'x', 4097 - 4 - (size_t)used);
    memcpy(head + 4093, "\r\n\r\n", 5);
    assert_int_equal(ERR_RIG, get(head, 1000, bytes, 5, &length));
}

static void a_request_with_a_body(void **state)
{
    const struct http_ask ask = { .method = HTTP_PUT, .url = &url, .size = 3 };
    struct http_answer answer;

    (void)state;
    serve("HTTP/1.1 201 Made\r\n\r\n");
    assert_int_equal(OK, http_request(&network, &ask, "abcd", &answer));
    assert_int_equal(201, answer.status);
    assert_string_equal("\r\n\r\nabc", strstr(server.heard, "\r\n\r\n"));
    assert_int_equal(1, server.closed);
    serve("");
    assert_int_equal(ERR_TIMEOUT, http_request(&network, &ask, "abcd", &answer));
    assert_int_equal(1, server.closed);
    machine_withdraw(CARD, &tcp_binding_guid);
    assert_int_equal(ERR_UNSUPPORTED, http_request(&network, &ask, "abcd", &answer));
}

/* ---- TFTP ------------------------------------------------------------------------------------ */

static struct {
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
} tftp;

static EFI_STATUS EFIAPI tftp_configure(struct mtftp4 *self, struct mtftp4_config *config)
{
    (void)self;
    if (config == NULL) {
        tftp.cleared++;
        return EFI_SUCCESS;
    }
    tftp.config = *config;
    return tftp.configure_status;
}

static EFI_STATUS transfer(struct mtftp4_token *token)
{
    struct mtftp4_packet packet = { .opcode = (UINT16)(tftp.opcode << 8),
                                    .code = (UINT16)(tftp.code << 8 | tftp.code >> 8) };

    if (EFI_ERROR(tftp.begun))
        return tftp.begun;
    snprintf(tftp.name, sizeof(tftp.name), "%s", (const char *)token->file_name);
    if (tftp.opcode)
        token->check_packet(&tftp.mtftp, token, tftp.packet_size, &packet);
    token->status = tftp.status;
    if (!tftp.hangs)
        machine_signal(token->event);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI tftp_read_file(struct mtftp4 *self, struct mtftp4_token *token)
{
    (void)self;
    assert_int_equal(8, token->size);
    memcpy(token->buffer, tftp.file, strlen(tftp.file));
    token->size = tftp.size ? tftp.size : strlen(tftp.file);
    return transfer(token);
}

static EFI_STATUS EFIAPI tftp_write_file(struct mtftp4 *self, struct mtftp4_token *token)
{
    (void)self;
    memcpy(tftp.written, token->buffer, token->size);
    return transfer(token);
}

static EFI_STATUS EFIAPI tftp_poll(struct mtftp4 *self)
{
    (void)self;
    tftp.polls++;
    return EFI_SUCCESS;
}

static int begin_tftp(void **state)
{
    begin(state);
    memset(&tftp, 0, sizeof(tftp));
    tftp.file = "12345";
    tftp.packet_size = 4;
    tftp.mtftp = (struct mtftp4){ .configure = tftp_configure,
                                  .read_file = tftp_read_file,
                                  .write_file = tftp_write_file,
                                  .poll = tftp_poll };
    offer_service(&tftp_binding_guid, &tftp_guid, &tftp.mtftp);
    network.gateway = (EFI_IPv4_ADDRESS){ { 10, 0, 0, 9 } };
    return 0;
}

static const struct url file = {
    .scheme = URL_TFTP, .has_host = true, .host = { 10, 0, 0, 1 }, .port = 69, .path = "/a/b"
};

static enum err read_file(size_t *length)
{
    char bytes[8] = "";

    *length = 77;
    return tftp_read(&network, &file, bytes, sizeof(bytes), length);
}

static void files_by_tftp(void **state)
{
    size_t length;

    (void)state;
    assert_int_equal(OK, read_file(&length));
    assert_int_equal(5, length);
    assert_string_equal("a/b", tftp.name);
    assert_false(tftp.config.use_default);
    assert_memory_equal(&network.station, &tftp.config.station, 4);
    assert_memory_equal(&network.mask, &tftp.config.mask, 4);
    assert_memory_equal(&network.gateway, &tftp.config.gateway, 4);
    assert_memory_equal(host, &tftp.config.server, 4);
    assert_int_equal(69, tftp.config.server_port);
    assert_int_equal(4, tftp.config.tries);
    assert_int_equal(2, tftp.config.timeout_s);
    assert_int_equal(1, tftp.cleared);
    tftp.size = 9; /* more than there is room for */
    assert_int_equal(ERR_RANGE, read_file(&length));
    assert_int_equal(77, length);
    tftp.size = 8;
    assert_int_equal(OK, read_file(&length));
    assert_int_equal(OK, tftp_write(&network, &file, "abc", 3));
    assert_string_equal("abc", tftp.written);
}

/* RFC 1350: opcode 5 is an error, code 1 "file not found", 2 "access violation". */
static void tftp_errors(void **state)
{
    static const struct {
        EFI_STATUS status;
        uint16_t opcode, code, size;
        enum err e;
    } rows[] = {
        { EFI_BUFFER_TOO_SMALL, 0, 0, 4, ERR_RANGE }, { EFI_TIMEOUT, 0, 0, 4, ERR_TIMEOUT },
        { EFI_ICMP_ERROR, 0, 0, 4, ERR_TIMEOUT },     { EFI_TFTP_ERROR, 0, 0, 4, ERR_RIG },
        { EFI_TFTP_ERROR, 5, 1, 4, ERR_NOT_FOUND },   { EFI_TFTP_ERROR, 5, 2, 4, ERR_RIG },
        { EFI_TFTP_ERROR, 6, 1, 4, ERR_RIG },         { EFI_TFTP_ERROR, 5, 1, 3, ERR_RIG },
        { EFI_TFTP_ERROR, 5, 0x101, 4, ERR_RIG },
    };
    size_t length;

    (void)state;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        tftp.status = rows[i].status;
        tftp.opcode = rows[i].opcode;
        tftp.code = rows[i].code;
        tftp.packet_size = rows[i].size;
        assert_int_equal(rows[i].e, read_file(&length));
        assert_int_equal(77, length);
    }
    tftp.begun = EFI_ACCESS_DENIED;
    tftp.status = EFI_SUCCESS;
    assert_int_equal(ERR_RIG, read_file(&length));
    assert_int_equal(ERR_RIG, tftp_write(&network, &file, "abc", 3));
    tftp.begun = EFI_SUCCESS;
    tftp.hangs = true;
    network.until_us = machine_us() + 1000;
    assert_int_equal(ERR_TIMEOUT, read_file(&length));
    assert_true(tftp.polls > 40);
    tftp.configure_status = EFI_DEVICE_ERROR;
    assert_int_equal(ERR_RIG, read_file(&length));
    tftp.configure_status = EFI_SUCCESS;
    machine_withdraw(CARD, &tftp_binding_guid);
    assert_int_equal(ERR_UNSUPPORTED, read_file(&length));
    assert_int_equal(ERR_UNSUPPORTED, tftp_write(&network, &file, "abc", 3));
}

static void no_event_for_a_transfer(void **state)
{
    size_t length;

    (void)state;
    for (unsigned i = 0; i < MACHINE_EVENTS; i++)
        machine->events[i] = EVENT_WAITING;
    assert_int_equal(ERR_RIG, read_file(&length));
}

/* Files beside the image, by its server's protocol, within 20 s. */
static void a_place_on_a_server(void **state)
{
    struct place place = place_server(&network);
    char bytes[8], letters[64] = "";
    struct text words = text_in(letters, sizeof(letters));
    size_t length;

    (void)state;
    network.folder = (struct url){
        .scheme = URL_TFTP, .has_host = true, .host = { 10, 0, 0, 1 }, .port = 69, .path = "/a/"
    };
    network.until_us = 0;
    assert_int_equal(OK, place.read(place.opaque, "x.cfg", bytes, sizeof(bytes), &length));
    assert_string_equal("a/x.cfg", tftp.name);
    place.words(place.opaque, "x.cfg", &words);
    assert_string_equal("tftp://10.0.0.1/a/x.cfg", letters);
    tftp.hangs = true;
    const uint64_t begun = machine_us();

    assert_int_equal(ERR_TIMEOUT, place.read(place.opaque, "x.cfg", bytes, sizeof(bytes), &length));
    assert_in_range(machine_us() - begun, 20000000, 20000100);
    network.folder.scheme = URL_HTTP; /* there is no TCP here */
    assert_int_equal(ERR_UNSUPPORTED,
                     place.read(place.opaque, "x.cfg", bytes, sizeof(bytes), &length));
    memset(network.folder.path, 'a', URL_PATH_MAX - 2);
    assert_int_equal(ERR_NOT_FOUND,
                     place.read(place.opaque, "x.cfg", bytes, sizeof(bytes), &length));
}

/* ---- an address ------------------------------------------------------------------------------ */

static struct {
    struct dhcp4 dhcp;
    EFI_STATUS configure_status, start_status, mode_status;
    unsigned starts, stops, cleared,
        answers_after; /* answers_after: so many starts fail to get one */
    bool hangs;
    uint32_t state;
} dhcp;

static EFI_STATUS EFIAPI dhcp_configure(struct dhcp4 *self, struct dhcp4_config *config)
{
    (void)self;
    if (config == NULL) {
        dhcp.cleared++;
        return EFI_SUCCESS;
    }
    assert_int_equal(3, config->discover_tries);
    assert_memory_equal(((UINT32[]){ 2, 4, 8 }), config->discover_timeouts_s, 12);
    assert_int_equal(2, config->request_tries);
    assert_memory_equal(((UINT32[]){ 2, 4 }), config->request_timeouts_s, 8);
    return dhcp.configure_status;
}

static EFI_STATUS EFIAPI dhcp_start(struct dhcp4 *self, EFI_EVENT event)
{
    (void)self;
    dhcp.starts++;
    if (EFI_ERROR(dhcp.start_status))
        return dhcp.start_status;
    if (!dhcp.hangs)
        machine_signal(event);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI dhcp_stop(struct dhcp4 *self)
{
    (void)self;
    dhcp.stops++;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI dhcp_mode(struct dhcp4 *self, struct dhcp4_mode *out)
{
    (void)self;
    *out = (struct dhcp4_mode){ .state = dhcp.starts > dhcp.answers_after ? dhcp.state : 0,
                                .client = { { 10, 0, 0, 5 } },
                                .mask = { { 255, 0, 0, 0 } },
                                .router = { { 10, 0, 0, 6 } } };
    return dhcp.mode_status;
}

static EFI_STATUS EFIAPI network_class(EFI_PCI_IO_PROTOCOL *io, EFI_PCI_IO_PROTOCOL_WIDTH width,
                                       UINT32 offset, UINTN count, VOID *out)
{
    const uint32_t class = 0x02000000;

    (void)io;
    (void)width;
    (void)offset;
    (void)count;
    memcpy(out, &class, 4);
    return EFI_SUCCESS;
}

static int begin_dhcp(void **state)
{
    begin(state);
    memset(&dhcp, 0, sizeof(dhcp));
    dhcp.state = 4; /* UEFI 2.10 §29.2: Dhcp4Bound */
    dhcp.dhcp = (struct dhcp4){ .get_mode_data = dhcp_mode,
                                .configure = dhcp_configure,
                                .start = dhcp_start,
                                .stop = dhcp_stop };
    machine_offer(CARD, &path_guid, &image_path);
    machine_offer(CARD, &dhcp_binding_guid, &binding);
    machine_offer(CHILD, &dhcp_guid, &dhcp.dhcp);
    return 0;
}

static unsigned shown[64], shown_count;

static void show(void *opaque, unsigned seconds)
{
    assert_ptr_equal(shown, opaque);
    shown[shown_count++] = seconds;
}

static enum err lease(void)
{
    shown_count = 0;
    return lease_get(&network, show, shown);
}

static void a_server_gives_an_address(void **state)
{
    (void)state;
    assert_int_equal(OK, lease());
    assert_memory_equal(((uint8_t[]){ 10, 0, 0, 5 }), &network.station, 4);
    assert_memory_equal(((uint8_t[]){ 255, 0, 0, 0 }), &network.mask, 4);
    assert_memory_equal(((uint8_t[]){ 10, 0, 0, 6 }), &network.gateway, 4);
    assert_memory_equal(mac, network.mac, 6);
    assert_int_equal(1, children); /* it keeps the address */
    assert_int_equal(0, dhcp.stops);
    lease_end(&network);
    assert_int_equal(1, dhcp.stops);
    assert_int_equal(1, dhcp.cleared);
    assert_null(network.path);
    lease_end(&network);
    assert_int_equal(1, dhcp.stops);
}

/* 30 s, of which each second is shown; a card that gave up asks again. */
static void nobody_gives_an_address(void **state)
{
    (void)state;
    dhcp.hangs = true;
    const uint64_t begun = machine_us();

    assert_int_equal(ERR_TIMEOUT, lease());
    assert_in_range(machine_us() - begun, 30000000, 30020000);
    assert_int_equal(30, shown_count); /* the first at once */
    assert_int_equal(30, shown[0]);
    assert_int_equal(1, shown[shown_count - 1]);
    assert_int_equal(1, dhcp.starts);
    assert_int_equal(1, dhcp.stops);

    dhcp.hangs = false;
    dhcp.starts = 0;
    dhcp.answers_after = 3;
    assert_int_equal(OK, lease());
    assert_int_equal(4, dhcp.starts);
    lease_end(&network);

    dhcp.starts = 0;
    dhcp.start_status = EFI_NO_MEDIA; /* no cable: it is asked again every 10 ms */
    assert_int_equal(ERR_TIMEOUT, lease());
    assert_in_range(dhcp.starts, 2900, 3001);
    dhcp.start_status = EFI_SUCCESS;
    dhcp.mode_status = EFI_DEVICE_ERROR;
    assert_int_equal(ERR_TIMEOUT, lease());
}

static void no_card_for_an_address(void **state)
{
    EFI_PCI_IO_PROTOCOL card = { .Pci = { .Read = network_class } };

    (void)state;
    dhcp.configure_status = EFI_DEVICE_ERROR;
    assert_int_equal(ERR_NOT_FOUND, lease());
    machine_offer(CARD, &pci_guid, &card);
    assert_int_equal(ERR_UNSUPPORTED, lease());
    dhcp.configure_status = EFI_SUCCESS;
    machine_withdraw(CARD, &path_guid);
    assert_int_equal(ERR_RIG, lease());
    image_path.mac.Header.SubType = 1; /* a path without a MAC address */
    machine_offer(CARD, &path_guid, &image_path);
    assert_int_equal(ERR_RIG, lease());
    machine_withdraw(CARD, &dhcp_binding_guid);
    assert_int_equal(ERR_UNSUPPORTED, lease());
}

/* ---- the report ------------------------------------------------------------------------------ */

static struct post post;

static enum err open_post(const char *where)
{
    return post_open(&post, &network, where, show, shown);
}

static void begin_report(void)
{
    const struct report_name name = { .card = "" };

    post_begin(&post, &name);
}

static void line(const char *text)
{
    post_line(&post, text, strlen(text));
}

#define OK_EMPTY "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

static void a_report_is_sent(void **state)
{
    struct resume_source previous;

    (void)state;
    assert_int_equal(OK, open_post("http://10.0.0.1:81/r"));
    assert_int_equal((POST_ROOM + 0xfff) / 0x1000, machine->pages);
    begin_report();
    serve("HTTP/1.1 404 No\r\n\r\n");
    assert_int_equal(ERR_NOT_FOUND, post_recall(&post, &previous));
    assert_int_equal(81, server.config.AccessPoint.RemotePort);
    assert_memory_equal("GET /r/", server.heard, 7); /* a folder without its last slash is one */
    assert_true(post_is_due(&post) || post.box.next_us == 0);
    post_close(&post);
    assert_int_equal(0, machine->pages);
    post_close(&post);
}

/* What a person reads where a report cannot be sent. */
static void a_report_without_a_way(void **state)
{
    (void)state;
    assert_int_equal(ERR_CONFIG, open_post("http:///r/"));
    assert_string_equal("report= names no server, and this machine was started from none",
                        post.words);
    machine->pages_refused = 1;
    assert_int_equal(ERR_NO_MEMORY, open_post("http://10.0.0.1/r/"));
    assert_string_equal("no memory for it", post.words);
    network.path = NULL;
    assert_int_equal(ERR_NOT_FOUND, open_post("http://10.0.0.1/r/"));
    assert_string_equal("this machine has no network card", post.words);
    EFI_PCI_IO_PROTOCOL card = { .Pci = { .Read = network_class } };

    machine_offer(CARD, &pci_guid, &card);
    assert_int_equal(ERR_UNSUPPORTED, open_post("http://10.0.0.1/r/"));
    assert_string_equal("this machine's firmware has no network: is it off in its setup?",
                        post.words);
    machine_offer(CARD, &dhcp_binding_guid, &binding);
    memset(&dhcp, 0, sizeof(dhcp));
    dhcp.dhcp = (struct dhcp4){ .get_mode_data = dhcp_mode,
                                .configure = dhcp_configure,
                                .start = dhcp_start,
                                .stop = dhcp_stop };
    dhcp.hangs = true;
    machine_offer(CHILD, &dhcp_guid, &dhcp.dhcp);
    shown_count = 0;
    assert_int_equal(ERR_TIMEOUT, open_post("http://10.0.0.1/r/"));
    assert_string_equal("no DHCP server gives this machine an address: cable?", post.words);

    /* Nothing is sent, and nobody is asked. */
    struct resume_source previous;

    begin_report();
    line("{}\n");
    post_tick(&post);
    assert_true(post_finish(&post));
    assert_false(post_is_due(&post));
    assert_int_equal(ERR_NOT_FOUND, post_recall(&post, &previous));
    assert_int_equal(0, server.connections);
}

/* A server that is not named is the one that the image came from, with its port if the scheme is the same. */
static void the_server_of_the_image(void **state)
{
    (void)state;
    network.served = true;
    network.folder = (struct url){
        .scheme = URL_HTTP, .has_host = true, .host = { 10, 0, 0, 3 }, .port = 8080, .path = "/i/"
    };
    assert_int_equal(OK, open_post("http:///r/"));
    assert_memory_equal(((uint8_t[]){ 10, 0, 0, 3 }), post.folder.host, 4);
    assert_true(post.folder.has_host);
    assert_int_equal(8080, post.folder.port);
    assert_string_equal("/r/", post.folder.path);
    post_close(&post);
    network.folder.scheme = URL_TFTP;
    network.folder.port = 6969;
    assert_int_equal(OK, open_post("http:///r/"));
    assert_int_equal(80, post.folder.port);
    post_close(&post);
    assert_int_equal(OK, open_post("tftp:///r/"));
    assert_int_equal(6969, post.folder.port);
    assert_null(post.way.append);
    post_close(&post);
}

/* What a web server answers, and what becomes of it. 405 and 501 do not show files. */
static void answers_of_a_web_server(void **state)
{
    static const struct {
        const char *answer;
        enum reply look, create, write;
        bool there;
        uint64_t size;
    } rows[] = {
        { "HTTP/1.1 200 A\r\nContent-Length: 9\r\n\r\n", REPLY_OK, REPLY_OK, REPLY_OK, true, 9 },
        { "HTTP/1.1 200 A\r\n\r\n", REPLY_OK, REPLY_OK, REPLY_OK, true, REPLY_SIZE_UNKNOWN },
        { "HTTP/1.1 201 A\r\n\r\n", REPLY_REFUSED, REPLY_OK, REPLY_OK, false, REPLY_SIZE_UNKNOWN },
        { "HTTP/1.1 204 A\r\n\r\n", REPLY_REFUSED, REPLY_OK, REPLY_OK, false, REPLY_SIZE_UNKNOWN },
        { "HTTP/1.1 404 A\r\nContent-Length: 9\r\n\r\n", REPLY_OK, REPLY_REFUSED, REPLY_REFUSED,
          false, REPLY_SIZE_UNKNOWN },
        { "HTTP/1.1 405 A\r\n\r\n", REPLY_OK, REPLY_REFUSED, REPLY_REFUSED, false,
          REPLY_SIZE_UNKNOWN },
        { "HTTP/1.1 501 A\r\n\r\n", REPLY_OK, REPLY_REFUSED, REPLY_REFUSED, false,
          REPLY_SIZE_UNKNOWN },
        { "HTTP/1.1 412 A\r\n\r\n", REPLY_REFUSED, REPLY_TAKEN, REPLY_REFUSED, false,
          REPLY_SIZE_UNKNOWN },
        { "HTTP/1.1 403 A\r\n\r\n", REPLY_REFUSED, REPLY_REFUSED, REPLY_REFUSED, false,
          REPLY_SIZE_UNKNOWN },
    };
    bool there;
    uint64_t size;

    (void)state;
    assert_int_equal(OK, open_post("http://10.0.0.1/r/"));
    const struct outbox_way *const way = &post.way;

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        serve(rows[i].answer);
        there = !rows[i].there;
        assert_int_equal(rows[i].look, way->look(way->opaque, "n", &there, &size));
        assert_int_equal(rows[i].there, there);
        assert_int_equal(rows[i].size, size);
        assert_memory_equal("HEAD /r/n HTTP", server.heard, 14);
        serve(rows[i].answer);
        assert_int_equal(rows[i].create, way->write(way->opaque, "n", "abc", 3, true));
        assert_memory_equal("PUT /r/n HTTP", server.heard, 13);
        assert_non_null(strstr(server.heard, "If-None-Match: *"));
        serve(rows[i].answer);
        assert_int_equal(rows[i].write, way->write(way->opaque, "n", "abc", 3, false));
        assert_null(strstr(server.heard, "If-None-Match"));
        assert_non_null(strstr(server.heard, "\r\n\r\nabc"));
        serve(rows[i].answer);
        assert_int_equal(rows[i].write, way->append(way->opaque, "n", "abc", 7, 3));
        assert_non_null(strstr(server.heard, "Content-Range: bytes 7-9/"));
    }
    serve("");
    assert_int_equal(REPLY_SILENT, way->look(way->opaque, "n", &there, &size));
    assert_int_equal(REPLY_SILENT, way->write(way->opaque, "n", "abc", 3, false));
    assert_int_equal(0, post.status);
    serve("SSH\r\n\r\n");
    assert_int_equal(REPLY_REFUSED, way->write(way->opaque, "n", "abc", 3, false));
    machine->tsc = 5000000;
    assert_in_range(way->time_us(way->opaque), 5000, 5010);
    machine_withdraw(CARD, &tcp_binding_guid);
    assert_int_equal(REPLY_UNSUPPORTED, way->write(way->opaque, "n", "abc", 3, false));
    post_close(&post);
}

static EFI_STATUS EFIAPI tftp_read_byte(struct mtftp4 *self, struct mtftp4_token *token)
{
    (void)self;
    assert_int_equal(1, token->size);
    return transfer(token);
}

static void answers_of_a_tftp_server(void **state)
{
    static const struct {
        EFI_STATUS status;
        uint16_t opcode, code;
        enum reply look, write;
        bool there;
    } rows[] = {
        { EFI_SUCCESS, 0, 0, REPLY_OK, REPLY_OK, true },
        { EFI_BUFFER_TOO_SMALL, 0, 0, REPLY_OK, REPLY_REFUSED, true },
        { EFI_TFTP_ERROR, 5, 1, REPLY_OK, REPLY_REFUSED, false },
        { EFI_TFTP_ERROR, 5, 2, REPLY_REFUSED, REPLY_REFUSED, false },
        { EFI_TIMEOUT, 0, 0, REPLY_SILENT, REPLY_SILENT, false },
    };
    bool there;
    uint64_t size;

    (void)state;
    tftp.mtftp.read_file = tftp_read_byte;
    assert_int_equal(OK, open_post("tftp://10.0.0.1/r"));
    const struct outbox_way *const way = &post.way;

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        tftp.status = rows[i].status;
        tftp.opcode = rows[i].opcode;
        tftp.code = rows[i].code;
        there = !rows[i].there;
        post.status = 7;
        assert_int_equal(rows[i].look, way->look(way->opaque, "n", &there, &size));
        assert_int_equal(rows[i].there, there);
        assert_int_equal(REPLY_SIZE_UNKNOWN, size);
        assert_int_equal(0, post.status);
        post.status = 7;
        assert_int_equal(rows[i].write, way->write(way->opaque, "n", "abc", 3, false));
        assert_int_equal(0, post.status);
        assert_string_equal("r/n", tftp.name);
    }
    post_close(&post);
}

/* The words for the screen. */
static void words_about_a_report(void **state)
{
    static const struct {
        enum reply problem;
        unsigned status;
        bool cut;
        const char *words;
    } rows[] = {
        { REPLY_OK, 0, false, "" },
        { REPLY_OK, 0, true, "10.0.0.1:81 has the first 8 MiB, the rest is too long" },
        { REPLY_SILENT, 0, false, "10.0.0.1:81 does not answer" },
        { REPLY_TAKEN, 0, false, "10.0.0.1:81 has too many reports of that name" },
        { REPLY_SHORT, 0, false, "10.0.0.1:81 does not keep all of it" },
        { REPLY_REFUSED, 0, false, "10.0.0.1:81 refuses it" },
        { REPLY_UNSUPPORTED, 0, false,
          "10.0.0.1:81 cannot be reached: this machine's firmware has no such protocol" },
    };

    (void)state;
    assert_int_equal(8u << 20, POST_ROOM);
    assert_int_equal(OK, open_post("http://10.0.0.1:81/r/"));
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        begin_report();
        assert_string_equal("", post.words);
        post.box.problem = (uint8_t)rows[i].problem;
        post.box.cut = rows[i].cut;
        post.status = rows[i].status;
        post_tick(&post);
        assert_string_equal(rows[i].words, post.words);
    }
    begin_report();
    post.box.problem = REPLY_REFUSED;
    post.status = 507;
    post_tick(&post);
    assert_memory_equal("10.0.0.1:81 refuses it (HTTP 507, ", post.words, 34);
    post_close(&post);
}

/* The trail of the boot before comes from the server once; later runs remember it themselves. */
static void the_boot_before(void **state)
{
    struct resume_source previous;
    char bytes[8] = "";

    (void)state;
    assert_int_equal(OK, open_post("http://10.0.0.1/r/"));
    begin_report();
    serve("");
    assert_int_equal(ERR_TIMEOUT, post_recall(&post, &previous));
    assert_null(previous.read);
    post.remembers = false;
    serve("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n{\"a\"}\n");
    assert_int_equal(OK, post_recall(&post, &previous));
    assert_memory_equal("GET /r/", server.heard, 7);
    assert_non_null(strstr(server.heard, "525400123456.boot"));
    assert_int_equal(6, previous.size);
    assert_int_equal(4, previous.read(previous.opaque, 2, bytes, 8));
    assert_memory_equal("a\"}\n", bytes, 4);
    assert_int_equal(2, previous.read(previous.opaque, 1, bytes, 2));
    assert_memory_equal("\"a", bytes, 2);
    assert_int_equal(0, previous.read(previous.opaque, 6, bytes, 8));
    assert_int_equal(0, previous.read(previous.opaque, 7, bytes, 8));
    serve("");
    assert_int_equal(OK, post_recall(&post, &previous)); /* what this run has left */
    assert_int_equal(0, server.connections);
    assert_int_equal(0, previous.size);
    post_close(&post);
}

/* Before a test begins, the server has its name, so that the next boot knows which one reset the machine; while the
 * server is away it is asked again after ten seconds. */
static void a_trail_is_left(void **state)
{
    static const char start[] =
        "{\"type\":\"start\",\"test\":\"vm.pte\",\"card\":\"0000:01:00.0\"}\n";
    struct resume_source previous;

    (void)state;
    assert_int_equal(OK, open_post("http://10.0.0.1/r/"));
    begin_report();
    serve("HTTP/1.1 404 No\r\n\r\n");
    assert_int_equal(ERR_NOT_FOUND, post_recall(&post, &previous));
    serve("HTTP/1.1 201 Made\r\n\r\n");
    line(start);
    const char *const put = strstr(server.heard, "\r\n\r\n");

    assert_memory_equal("PUT /r/", server.heard, 7);
    assert_non_null(strstr(server.heard, "525400123456.boot"));
    assert_memory_equal(start, put + 4, strlen(start));
    assert_int_equal(0, post.trail_next_us);

    serve("");
    line(start);
    assert_in_range(post.trail_next_us, machine_us() + 9000000, machine_us() + 10000000);
    const unsigned asked = server.connections;

    post.box.next_us = UINT64_MAX;
    line(start);
    assert_int_equal(asked, server.connections);
    machine->tsc += UINT64_C(10000000) * 1000;
    line(start);
    assert_int_equal(asked + 1, server.connections);
    post.remembers = false;
    machine->tsc += UINT64_C(10000000) * 1000;
    line(start);
    assert_int_equal(asked + 1, server.connections);
    post_close(&post);
}

/* A run gives the server 4 s at a time, a verdict 20 s. */
static void a_server_has_its_time(void **state)
{
    (void)state;
    assert_int_equal(OK, open_post("http://10.0.0.1/r/"));
    begin_report();
    serve("");
    server.no_end = true;
    uint64_t begun = machine_us();

    line("{\"type\":\"verdict\"}\n");
    assert_in_range(machine_us() - begun, 4000000, 4000100);
    /* Five times as long as that took passes before the next. */
    machine->tsc += UINT64_C(19999000) * 1000;
    assert_false(post_is_due(&post));
    machine->tsc += UINT64_C(2000) * 1000;
    assert_true(post_is_due(&post));
    begun = machine_us();
    post_tick(&post);
    assert_true(machine_us() - begun <= 4000100);
    network.until_us = 0;
    begun = machine_us();
    assert_false(post_finish(&post));
    assert_true(machine_us() - begun >= 5000000);
    assert_in_range(network.until_us, begun + 20000000, begun + 20000100);
    assert_string_equal("10.0.0.1 does not answer", post.words);
    post_close(&post);
    assert_false(post_is_due(&post));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_image_by_http, begin, end),
        cmocka_unit_test_setup_teardown(paths_that_say_too_little, begin, end),
        cmocka_unit_test_setup_teardown(an_old_ipv4_node, begin, end),
        cmocka_unit_test_setup_teardown(long_paths, begin, end),
        cmocka_unit_test_setup_teardown(an_image_by_pxe, begin, end),
        cmocka_unit_test_setup_teardown(a_connection, begin_tcp, end),
        cmocka_unit_test_setup_teardown(a_gateway_is_a_route, begin_tcp, end),
        cmocka_unit_test_setup_teardown(no_connection, begin_tcp, end),
        cmocka_unit_test_setup_teardown(no_event_for_a_connection, begin_tcp, end),
        cmocka_unit_test_setup_teardown(connections_that_break, begin_tcp, end),
        cmocka_unit_test_setup_teardown(much_is_sent_in_pieces, begin_tcp, end),
        cmocka_unit_test_setup_teardown(files_of_a_web_server, begin_tcp, end),
        cmocka_unit_test_setup_teardown(a_server_that_is_silent, begin_tcp, end),
        cmocka_unit_test_setup_teardown(long_heads, begin_tcp, end),
        cmocka_unit_test_setup_teardown(a_request_with_a_body, begin_tcp, end),
        cmocka_unit_test_setup_teardown(files_by_tftp, begin_tftp, end),
        cmocka_unit_test_setup_teardown(tftp_errors, begin_tftp, end),
        cmocka_unit_test_setup_teardown(no_event_for_a_transfer, begin_tftp, end),
        cmocka_unit_test_setup_teardown(a_place_on_a_server, begin_tftp, end),
        cmocka_unit_test_setup_teardown(a_server_gives_an_address, begin_dhcp, end),
        cmocka_unit_test_setup_teardown(nobody_gives_an_address, begin_dhcp, end),
        cmocka_unit_test_setup_teardown(no_card_for_an_address, begin_dhcp, end),
        cmocka_unit_test_setup_teardown(a_report_is_sent, begin_tcp, end),
        cmocka_unit_test_setup_teardown(a_report_without_a_way, begin_tcp, end),
        cmocka_unit_test_setup_teardown(the_server_of_the_image, begin_tcp, end),
        cmocka_unit_test_setup_teardown(answers_of_a_web_server, begin_tcp, end),
        cmocka_unit_test_setup_teardown(answers_of_a_tftp_server, begin_tftp, end),
        cmocka_unit_test_setup_teardown(words_about_a_report, begin_tcp, end),
        cmocka_unit_test_setup_teardown(the_boot_before, begin_tcp, end),
        cmocka_unit_test_setup_teardown(a_trail_is_left, begin_tcp, end),
        cmocka_unit_test_setup_teardown(a_server_has_its_time, begin_tcp, end),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
