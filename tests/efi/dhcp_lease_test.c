/* tests/efi/dhcp_lease_test.c: an address for a machine that was not started over a network (efi/dhcp_lease.h). */
#include "efi/dhcp_lease.h"
#include "tests/efi/uefi/dhcp_server.h"

static enum err lease(void)
{
    dhcp.shown_count = 0;
    return lease_get(&net.network, dhcp_show, &dhcp);
}

TEST(a_server_gives_an_address, dhcp_begin, net_end)
{
    assert_int_equal(OK, lease());
    assert_memory_equal(((uint8_t[]){ 10, 0, 0, 5 }), &net.network.station, 4);
    assert_memory_equal(((uint8_t[]){ 255, 0, 0, 0 }), &net.network.mask, 4);
    assert_memory_equal(((uint8_t[]){ 10, 0, 0, 6 }), &net.network.gateway, 4);
    assert_memory_equal(net_mac, net.network.mac, 6);
    assert_int_equal(1, net.children); /* it keeps the address */
    assert_int_equal(0, dhcp.stops);
    lease_end(&net.network);
    assert_pairs(1, dhcp.stops, 1, dhcp.cleared);
    assert_null(net.network.path);
    lease_end(&net.network);
    assert_int_equal(1, dhcp.stops);
}

/* 30 s, of which each second is shown; a card that gave up asks again. */
TEST(nobody_gives_an_address, dhcp_begin, net_end)
{
    dhcp.hangs = true;
    const uint64_t begun = machine_us();

    assert_int_equal(ERR_TIMEOUT, lease());
    assert_in_range(machine_us() - begun, 30000000, 30020000);
    assert_int_equal(30, dhcp.shown_count); /* the first at once */
    assert_pairs(30, dhcp.shown[0], 1, dhcp.shown[dhcp.shown_count - 1], 1, dhcp.starts, 1,
                 dhcp.stops);
    assert_null(dhcp.held);

    dhcp.hangs = false;
    dhcp.starts = 0;
    dhcp.answers_after = 3;
    assert_pairs(OK, lease(), 4, dhcp.starts);
    lease_end(&net.network);

    dhcp.starts = 0;
    dhcp.start_status = EFI_NO_MEDIA; /* no cable: it is asked again every 10 ms */
    assert_int_equal(ERR_TIMEOUT, lease());
    assert_in_range(dhcp.starts, 2900, 3001);
    dhcp.start_status = EFI_SUCCESS;
    dhcp.mode_status = EFI_DEVICE_ERROR;
    assert_int_equal(ERR_TIMEOUT, lease());
}

TEST(no_card_for_an_address, dhcp_begin, net_end)
{
    dhcp.configure_status = EFI_DEVICE_ERROR;
    assert_int_equal(ERR_NOT_FOUND, lease());
    net_offer_function();
    assert_int_equal(ERR_UNSUPPORTED, lease());
    dhcp.configure_status = EFI_SUCCESS;
    machine_withdraw(NET_CARD, &path_guid);
    assert_int_equal(ERR_RIG, lease());
    net.path.mac.Header.SubType = 1; /* a path without a MAC address */
    machine_offer(NET_CARD, &path_guid, &net.path);
    assert_int_equal(ERR_RIG, lease());
    dhcp_withdraw();
    assert_int_equal(ERR_UNSUPPORTED, lease());
}
