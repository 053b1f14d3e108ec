/* tests/efi/tcp_test.c: connections (efi/tcp.h). */
#include "efi/tcp.h"
#include "tests/efi/uefi/web_server.h"

static const uint8_t host[4] = { 10, 0, 0, 1 };

TEST(a_connection, web_begin, net_end)
{
    struct tcp tcp;
    char bytes[8] = "";
    size_t length = 77;

    web_serve("hello there");
    server.piece = 6;
    assert_pairs(OK, tcp_open(&tcp, &net.network, host, 8080, 1000), 1, net.children, 64,
                 server.config.TimeToLive, true, server.config.AccessPoint.ActiveFlag, false,
                 server.config.AccessPoint.UseDefaultAddress);
    assert_memory_equal(&net.network.station, &server.config.AccessPoint.StationAddress, 4);
    assert_memory_equal(&net.network.mask, &server.config.AccessPoint.SubnetMask, 4);
    assert_memory_equal(host, &server.config.AccessPoint.RemoteAddress, 4);
    assert_pairs(8080, server.config.AccessPoint.RemotePort, 0, server.routes);
    assert_pairs(OK, tcp_send(&tcp, "abc", 3, 1000), OK, tcp_send(&tcp, "", 0, 1000));
    assert_string_equal("abc", server.heard);
    assert_pairs(OK, tcp_receive(&tcp, bytes, 8, &length, 1000), 6, length);
    assert_string_equal("hello ", bytes);
    assert_pairs(OK, tcp_receive(&tcp, bytes, 3, &length, 1000), 3, length);
    assert_pairs(OK, tcp_receive(&tcp, bytes, 8, &length, 1000), 2, length);
    assert_int_equal(OK, tcp_receive(&tcp, bytes, 8, &length, 1000)); /* the end */
    assert_int_equal(0, length);
    server.close_hangs = true; /* it is waited for, a second at most */
    const uint64_t begun = machine_us();

    tcp_close(&tcp);
    assert_pairs(1, server.closed, 1, server.cleared, 1, server.cancelled);
    assert_in_range(machine_us() - begun, 1000000, 1000100);
}

/* A gateway in any of its bytes is a route for all addresses. */
TEST(a_gateway_is_a_route, web_begin, net_end)
{
    struct tcp tcp;
    char byte;
    size_t length;

    for (unsigned i = 0; i < 4; i++) {
        net.network.gateway = (EFI_IPv4_ADDRESS){ { 0 } };
        net.network.gateway.Addr[i] = 9;
        assert_int_equal(OK, tcp_open(&tcp, &net.network, host, 80, 1000));
        assert_int_equal(OK,
                         tcp_receive(&tcp, &byte, 1, &length, 1000)); /* before anything is sent */
        tcp_close(&tcp);
        assert_int_equal(i + 1, server.routes);
        assert_memory_equal(&net.network.gateway, &server.gateway, 4);
    }
}

/* Much is sent in pieces of 64 KiB, each of which may fail. */
TEST(much_is_sent_in_pieces, web_begin, net_end)
{
    static char much[0x20001];
    struct tcp tcp;

    assert_pairs(OK, tcp_open(&tcp, &net.network, host, 80, 1000), OK,
                 tcp_send(&tcp, much, sizeof(much), 1000), 0x10000, server.largest);
    assert_int_equal(1, server.heard_size); /* the last piece alone fits here */
    server.transmit_status = EFI_ABORTED;
    assert_int_equal(ERR_TIMEOUT, tcp_send(&tcp, much, 3, 1000));
    tcp_close(&tcp);
}

/* A step that is refused, fails or hangs is ERR_TIMEOUT, and what hangs is taken back; the end of a stream is none. */
TEST(connections_that_break, web_begin, net_end)
{
    struct tcp tcp;
    char bytes[8];
    size_t length;

    for (unsigned i = 0; i < 4; i++) {
        server.configure_status = i == 0 ? EFI_NO_MAPPING : EFI_SUCCESS;
        server.connect_status = i == 1 ? EFI_ACCESS_DENIED : EFI_SUCCESS;
        server.connect_token = i == 2 ? EFI_CONNECTION_REFUSED : EFI_SUCCESS;
        server.connect_hangs = i == 3;
        const uint64_t begun = machine_us();

        assert_int_equal(i ? ERR_TIMEOUT : ERR_RIG,
                         tcp_open(&tcp, &net.network, host, 80, begun + 5000));
        assert_in_range(machine_us() - begun, i == 3 ? 5000 : 0, i == 3 ? 5100 : 1000);
        assert_pairs(i, server.connections, i + 1, server.closed, i == 3, server.cancelled);
    }
    assert_true(server.polls > 200);
    web_serve("hello");
    assert_int_equal(OK, tcp_open(&tcp, &net.network, host, 80, 1000));
    for (unsigned i = 0; i < 6; i++) {
        server.transmit_status = i == 0 ? EFI_CONNECTION_RESET : EFI_SUCCESS;
        server.transmit_token = i == 1 ? EFI_CONNECTION_RESET : EFI_SUCCESS;
        server.transmit_hangs = i == 2;
        server.receive_status =
            (EFI_STATUS[]){ [3] = EFI_CONNECTION_FIN, [4] = EFI_CONNECTION_RESET, [5] = 0 }[i];
        server.receive_token = i == 5 ? EFI_CONNECTION_RESET : EFI_SUCCESS;
        if (i < 3)
            assert_int_equal(ERR_TIMEOUT, tcp_send(&tcp, "a", 1, machine_us() + 10));
        else
            assert_int_equal(i == 3 ? OK : ERR_TIMEOUT, tcp_receive(&tcp, bytes, 8, &length, 1000));
        assert_true(i != 3 || length == 0);
    }
    web_serve("hello");
    server.lie = 4; /* more than it was asked for */
    assert_int_equal(ERR_RIG, tcp_receive(&tcp, bytes, 8, &length, 1000));
    tcp_close(&tcp);
}

/* Without its two events no connection is begun, and nothing of it stays. */
TEST(a_connection_without_events, web_begin, net_end)
{
    EFI_EVENT events[MACHINE_EVENTS];
    struct tcp tcp;

    for (unsigned i = 0; i < MACHINE_EVENTS; i++)
        machine->boot.CreateEvent(0, 0, NULL, NULL, &events[i]);
    for (unsigned i = 0; i <= 2; i++) {
        assert_int_equal(i < 2 ? ERR_RIG : OK, tcp_open(&tcp, &net.network, host, 80, 1000));
        assert_int_equal(i == 2, net.children);
        machine->boot.CloseEvent(events[i]);
    }
    tcp_close(&tcp);
    for (unsigned i = 3; i < MACHINE_EVENTS; i++)
        machine->boot.CloseEvent(events[i]);
}
