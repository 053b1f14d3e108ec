#include "tests/efi/uefi/net.h"

#include "tests/efi/uefi/function.h"

struct net net;
const uint8_t net_mac[6] = { 0x52, 0x54, 0, 0x12, 0x34, 0x56 };

struct net_path net_path(const char *uri)
{
    struct net_path path = {
        .mac = { .Header = { 3, 11, { sizeof(path.mac), 0 } } },
        .ipv4 = { 3, 12, 27, 0, 10, 0,  0, 2, 10,  0,   0,   1,   0, 0,
                  0, 0,  0,  0, 0,  10, 0, 0, 254, 255, 255, 255, 0 },
        .uri = { 3, 24, (uint8_t)sizeof(path.uri) },
        .end = { END_DEVICE_PATH_TYPE, END_ENTIRE_DEVICE_PATH_SUBTYPE, { 4, 0 } },
    };

    memcpy(path.mac.MacAddress.Addr, net_mac, sizeof(net_mac));
    snprintf((char *)path.uri + 4, sizeof(path.uri) - 4, "%s", uri);
    return path;
}

int net_begin(void **state)
{
    machine_begin();

    machine->look_ticks = 10000;
    net = (struct net){ .clock = machine_clock(), .path = net_path("") };
    net.network =
        (struct network){ .boot = &machine->boot, .clock = &net.clock, .until_us = UINT64_MAX };
    return 0;
}

int net_end(void **state)
{
    assert_int_equal(0, net.children);
    machine_end();
    return 0;
}

static EFI_STATUS EFIAPI create_child(EFI_SERVICE_BINDING *self, EFI_HANDLE *child)
{
    if (EFI_ERROR(net.child_status))
        return net.child_status;
    net.children++;
    *child = NET_CHILD;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI destroy_child(EFI_SERVICE_BINDING *self, EFI_HANDLE child)
{
    assert_ptr_equal(NET_CHILD, child);
    net.children--;
    return EFI_SUCCESS;
}

static EFI_SERVICE_BINDING binding = { .CreateChild = create_child, .DestroyChild = destroy_child };

void net_has_address(void)
{
    machine_offer(NET_CARD, &path_guid, &net.path);
    assert_true(network_take_path(&net.network, (void *)&net.path));
    net.network.station = (EFI_IPv4_ADDRESS){ { 10, 0, 0, 2 } };
    net.network.mask = (EFI_IPv4_ADDRESS){ { 255, 255, 255, 0 } };
}

void net_offer_service(const EFI_GUID *binding_guid, const EFI_GUID *guid, void *protocol)
{
    machine_offer(NET_CARD, binding_guid, &binding);
    machine_offer(NET_CHILD, guid, protocol);
}

void net_offer_function(void)
{
    static struct function card;

    card = function_at(0, 1, 0, 0);
    card.class = 0x02000000;
    machine_offer(NET_CARD, &pci_guid, &card.io);
}
