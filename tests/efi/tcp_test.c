/* tests/efi/tcp_test.c: connections (efi/tcp.h). */
#include "efi/tcp.h"
#include "tests/efi/uefi/web_server.h"

static const EFI_GUID tcp_guid = EFI_TCP4_PROTOCOL;
static const uint8_t host[4] = { 10, 0, 0, 1 };

TEST(a_connection, web_begin, net_end)
{
    struct tcp tcp;
    char bytes[8] = "";
    size_t length = 77;

    web_serve("hello there");
    server.piece = 6;
    assert_int_equal(OK, tcp_open(&tcp, &net.network, host, 8080, 1000));
    assert_int_equal(1, net.children);
    assert_int_equal(64, server.config.TimeToLive);
    assert_true(server.config.AccessPoint.ActiveFlag);
    assert_false(server.config.AccessPoint.UseDefaultAddress);
    assert_memory_equal(&net.network.station, &server.config.AccessPoint.StationAddress, 4);
    assert_memory_equal(&net.network.mask, &server.config.AccessPoint.SubnetMask, 4);
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
TEST(a_gateway_is_a_route, web_begin, net_end)
{
    struct tcp tcp;

    net.network.gateway = (EFI_IPv4_ADDRESS){ { 0, 0, 0, 9 } };
    assert_int_equal(OK, tcp_open(&tcp, &net.network, host, 80, 1000));
    tcp_close(&tcp);
    assert_int_equal(1, server.routes);
    assert_memory_equal(&net.network.gateway, &server.gateway, 4);
    net.network.gateway = (EFI_IPv4_ADDRESS){ { 9, 0, 0, 0 } };
    assert_int_equal(OK, tcp_open(&tcp, &net.network, host, 80, 1000));
    tcp_close(&tcp);
    assert_int_equal(2, server.routes);
}

TEST(no_connection, web_begin, net_end)
{
    struct tcp tcp;

    server.configure_status = EFI_NO_MAPPING;
    assert_int_equal(ERR_RIG, tcp_open(&tcp, &net.network, host, 80, 1000));
    assert_int_equal(0, server.connections);
    server.configure_status = EFI_SUCCESS;
    server.connect_status = EFI_ACCESS_DENIED;
    assert_int_equal(ERR_TIMEOUT, tcp_open(&tcp, &net.network, host, 80, 1000));
    server.connect_status = EFI_SUCCESS;
    server.connect_token = EFI_CONNECTION_REFUSED;
    assert_int_equal(ERR_TIMEOUT, tcp_open(&tcp, &net.network, host, 80, 1000));
    server.connect_token = EFI_SUCCESS;
    server.connect_hangs = true;
    assert_int_equal(0, server.cancelled);
    assert_int_equal(ERR_TIMEOUT, tcp_open(&tcp, &net.network, host, 80, machine_us() + 5000));
    assert_in_range(machine_us(), 5000, 5100);
    assert_true(server.polls > 200);
    assert_int_equal(1, server.cancelled);
    assert_int_equal(3 + 1, server.closed);

    net.child_status = EFI_OUT_OF_RESOURCES;
    assert_int_equal(ERR_RIG, tcp_open(&tcp, &net.network, host, 80, 1000));
    net.child_status = EFI_SUCCESS;
    machine_withdraw(NET_CHILD, &tcp_guid);
    assert_int_equal(ERR_RIG, tcp_open(&tcp, &net.network, host, 80, 1000));
    web_withdraw();
    assert_int_equal(ERR_UNSUPPORTED, tcp_open(&tcp, &net.network, host, 80, 1000));
}

/* Every event of the machine is taken. */
TEST(no_event_for_a_connection, web_begin, net_end)
{
    struct tcp tcp;

    for (unsigned i = 0; i < MACHINE_EVENTS; i++)
        machine_stub.events[i] = EVENT_WAITING;
    assert_int_equal(ERR_RIG, tcp_open(&tcp, &net.network, host, 80, 1000));
}

TEST(connections_that_break, web_begin, net_end)
{
    struct tcp tcp;
    char bytes[8];
    size_t length;

    web_serve("hello");
    assert_int_equal(OK, tcp_open(&tcp, &net.network, host, 80, 1000));
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
    web_serve("hello");
    server.lie = 4; /* more than it was asked for */
    assert_int_equal(ERR_RIG, tcp_receive(&tcp, bytes, 8, &length, 1000));
    tcp_close(&tcp);
}

/* EDK2's Tcp4Dxe refuses every Cancel: the token, and the buffer of a receive, stay the driver's until the connection is
 * configured with nothing, which ends them. A late answer must find its token and its buffer, whatever step hangs. */
TEST(a_driver_that_takes_nothing_back, web_begin, net_end)
{
    for (unsigned step = 0; step < 16; step++) {
        char bytes[8] = "";
        size_t length;
        struct tcp tcp;

        web_serve("");
        server.no_end = true;
        server.cancels = step >= 8;
        server.late = "late";
        server.connect_hangs = step % 4 == 0;
        server.transmit_hangs = step % 4 == 1;
        server.close_hangs = step / 4 % 2;
        const enum err opened = tcp_open(&tcp, &net.network, host, 80, machine_us() + 10);

        assert_int_equal(server.connect_hangs ? ERR_TIMEOUT : OK, opened);
        if (opened == OK) {
            assert_int_equal(server.transmit_hangs ? ERR_TIMEOUT : OK,
                             tcp_send(&tcp, "a", 1, machine_us() + 10));
            if (step % 4 == 2)
                assert_int_equal(ERR_TIMEOUT,
                                 tcp_receive(&tcp, bytes, 8, &length, machine_us() + 10));
            tcp_close(&tcp);
        }
        assert_string_equal(step % 4 == 2 && !server.cancels ? "late" : "", bytes);
        for (unsigned i = 0; i < WEB_TOKENS; i++)
            assert_null(server.held[i]);
    }
}

/* Much is sent in pieces of 64 KiB, each of which may fail. */
TEST(much_is_sent_in_pieces, web_begin, net_end)
{
    static char much[0x20001];
    struct tcp tcp;

    assert_int_equal(OK, tcp_open(&tcp, &net.network, host, 80, 1000));
    assert_int_equal(OK, tcp_send(&tcp, much, sizeof(much), 1000));
    assert_int_equal(0x10000, server.largest);
    assert_int_equal(1, server.heard_size); /* the last piece alone fits here */
    tcp_close(&tcp);
}
