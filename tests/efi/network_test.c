/* tests/efi/network_test.c: where the image came from, by the device path of its card and by PXE (efi/network.h). */
#include "tests/efi/uefi/net.h"

#define IMAGE machine_handle(3)

static const EFI_GUID pxe_guid = EFI_PXE_BASE_CODE_PROTOCOL_GUID;

static EFI_LOADED_IMAGE_PROTOCOL loaded = { 0 };

static enum err find(void)
{
    memset(&net.network, 0xa5, sizeof(net.network));
    return network_find(&net.network, &machine_stub.boot, &net.clock, IMAGE);
}

static void image_came_by(const char *uri)
{
    net.path = net_path(uri);
    loaded.DeviceHandle = NET_CARD;
    machine_offer(IMAGE, &loaded_guid, &loaded);
    machine_offer(NET_CARD, &path_guid, &net.path);
}

static void expect_server(const char *words)
{
    char letters[256] = "";
    struct text text = text_in(letters, sizeof(letters));

    url_words(&net.network.folder, &text);
    assert_string_equal(words, letters);
}

TEST(an_image_by_http, net_begin, net_end)
{
    assert_int_equal(ERR_NOT_FOUND, find());
    image_came_by("http://10.0.0.1:8080/boot/x.efi");
    assert_int_equal(OK, find());
    expect_server("http://10.0.0.1:8080/boot/");
    assert_true(net.network.served);
    assert_memory_equal(net_mac, net.network.mac, 6);
    assert_memory_equal(((uint8_t[]){ 10, 0, 0, 2 }), &net.network.station, 4);
    assert_memory_equal(((uint8_t[]){ 255, 255, 255, 0 }), &net.network.mask, 4);
    assert_memory_equal(((uint8_t[]){ 10, 0, 0, 254 }), &net.network.gateway, 4);
    assert_memory_equal(&net.path, net.network.path_bytes, sizeof(net.path));
    assert_ptr_equal(net.network.path_bytes, net.network.path);
    loaded.DeviceHandle = NULL;
    assert_int_equal(ERR_NOT_FOUND, find());
}

/* Each of these paths says too little. */
TEST(paths_that_say_too_little, net_begin, net_end)
{
    static uint8_t *const bytes = (uint8_t *)&net.path;
    /* clang-format off */
    static const struct { size_t at; uint8_t value; } rows[] = {
        { 0, 2 },  /* the MAC node is none of messaging */
        { 1, 13 }, /* or of another kind */
        { 2, 9 },  /* or cut: 4 bytes and 5 of the address; the next node is then wrong too */
        { offsetof(struct net_path, ipv4) + 1, 13 }, /* no IPv4 */
        { offsetof(struct net_path, uri) + 1, 25 },  /* no URI */
        { offsetof(struct net_path, uri) + 4, 'x' }, /* no URL */
    };
    /* clang-format on */

    image_came_by("http://10.0.0.1/x.efi");
    assert_int_equal(OK, find());
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const uint8_t was = bytes[rows[i].at];

        bytes[rows[i].at] = rows[i].value;
        assert_int_equal(ERR_NOT_FOUND, find());
        bytes[rows[i].at] = was;
    }
    net.path.ipv4[2] = 3; /* shorter than a node is */
    assert_int_equal(ERR_NOT_FOUND, find());
}

/* A path of 512 bytes is copied, a longer one is not; nor is one of more than 32 nodes. */
TEST(long_paths, net_begin, net_end)
{
    static struct {
        MAC_ADDR_DEVICE_PATH mac;
        uint8_t rest[1024];
    } __attribute__((packed)) path;
    const size_t room = 512 - sizeof(path.mac) - 4;

    path.mac = net_path("").mac;
    path.rest[0] = 4;
    path.rest[1] = 3;
    path.rest[2] = (uint8_t)room;
    path.rest[3] = (uint8_t)(room >> 8);
    memcpy(path.rest + room, &(EFI_DEVICE_PATH){ 0x7f, 0xff, { 4, 0 } }, 4);
    assert_true(network_take_path(&net.network, (void *)&path));
    assert_memory_equal(&path, net.network.path_bytes, 512);
    path.rest[2]++;
    memcpy(path.rest + room + 1, &(EFI_DEVICE_PATH){ 0x7f, 0xff, { 4, 0 } }, 4);
    assert_false(network_take_path(&net.network, (void *)&path));
    for (unsigned i = 0; i < 32; i++)
        memcpy(path.rest + 4 * i,
               &(EFI_DEVICE_PATH){ i == 30 ? 0x7f : 4, i == 30 ? 0xff : 3, { 4, 0 } }, 4);
    assert_true(network_take_path(&net.network, (void *)&path)); /* 32 nodes with the end */
    memcpy(path.rest + 4 * 30, &(EFI_DEVICE_PATH){ 4, 3, { 4, 0 } }, 4);
    memcpy(path.rest + 4 * 31, &(EFI_DEVICE_PATH){ 0x7f, 0xff, { 4, 0 } }, 4);
    assert_false(network_take_path(&net.network, (void *)&path));
}

/* ---- PXE ------------------------------------------------------------------------------------- */

static EFI_PXE_BASE_CODE_MODE mode;
static EFI_PXE_BASE_CODE pxe = { .Mode = &mode };

/* RFC 2131: server at 20, boot file at 108 of a BOOTP packet; RFC 2132: options after the cookie at 236; 3 is routers. */
static void packet(EFI_PXE_BASE_CODE_PACKET *out, uint8_t server, const char *file)
{
    static const uint8_t options[] = { 0x63, 0x82, 0x53, 0x63, 53, 1, 5, 3, 4, 10, 0, 0, 253, 255 };

    memset(out, 0, sizeof(*out));
    out->Raw[0] = 2;
    memcpy(out->Raw + 20, (uint8_t[]){ 10, 0, 0, server }, 4);
    snprintf((char *)out->Raw + 108, 128, "%s", file);
    memcpy(out->Raw + 236, options, sizeof(options));
}

TEST(an_image_by_pxe, net_begin, net_end)
{
    image_came_by("");
    machine_offer(NET_CARD, &pxe_guid, &pxe);
    mode = (EFI_PXE_BASE_CODE_MODE){ .Started = TRUE,
                                     .DhcpAckReceived = TRUE,
                                     .StationIp.v4 = { { 10, 0, 0, 7 } },
                                     .SubnetMask.v4 = { { 255, 255, 0, 0 } } };
    packet(&mode.DhcpAck, 3, "ack/x.efi");
    packet(&mode.ProxyOffer, 4, "proxy/x.efi");
    packet(&mode.PxeReply, 5, "reply/x.efi");
    assert_int_equal(OK, find());
    expect_server("tftp://10.0.0.3/ack/");
    assert_memory_equal(((uint8_t[]){ 10, 0, 0, 7 }), &net.network.station, 4);
    assert_memory_equal(((uint8_t[]){ 255, 255, 0, 0 }), &net.network.mask, 4);
    assert_memory_equal(((uint8_t[]){ 10, 0, 0, 253 }), &net.network.gateway, 4);
    mode.ProxyOfferReceived = TRUE;
    assert_int_equal(OK, find());
    expect_server("tftp://10.0.0.4/proxy/");
    mode.PxeReplyReceived = TRUE;
    assert_int_equal(OK, find());
    expect_server("tftp://10.0.0.5/reply/");
    memset(&mode.PxeReply, 0, sizeof(mode.PxeReply)); /* it names no file: the first one does */
    assert_int_equal(OK, find());
    expect_server("tftp://10.0.0.3/ack/");

    BOOLEAN *const wrong[] = { &mode.DhcpAckReceived, &mode.UsingIpv6, &mode.Started };
    for (unsigned i = 0; i < 3; i++) {
        *wrong[i] = !*wrong[i];
        assert_int_equal(ERR_NOT_FOUND, find());
        *wrong[i] = !*wrong[i];
    }
    mode.DhcpAck.Raw[244] = 2; /* a router of two bytes is none */
    assert_int_equal(OK, find());
    assert_memory_equal(((uint8_t[]){ 0, 0, 0, 0 }), &net.network.gateway, 4);
}
