/* tests/efi/nic_test.c: network cards that the firmware is to drive (efi/nic.h). */
#include "efi/nic.h"
#include "tests/efi/uefi/function.h"
#include "tests/efi/uefi/net.h"

/* PCI class code 0x02: network. */
TEST(network_cards_are_connected, machine_up, machine_down)
{
    struct function cards[3] = { function_at(0, 1, 0, 0), function_at(0, 2, 0, 0),
                                 function_at(0, 3, 0, 0) };

    assert_int_equal(0, nic_connect_all(&machine->boot));
    cards[0].class = 0x03020000;
    cards[1].class = 0x020000ff;
    cards[2].class = 0x02800000;
    for (unsigned i = 0; i < 3; i++)
        machine_offer(machine_handle(1 + i), &pci_guid, &cards[i].io);
    assert_pairs(2, nic_connect_all(&machine->boot), 2, machine->connected.count);
    assert_ptr_equal(machine_handle(2), machine->connected.handles[0]);
    assert_ptr_equal(machine_handle(3), machine->connected.handles[1]);
}

static EFI_SIMPLE_NETWORK_MODE frames_mode;
static unsigned frames_begun;

static EFI_STATUS EFIAPI frames_start(EFI_SIMPLE_NETWORK_PROTOCOL *self)
{
    assert_int_equal(EfiSimpleNetworkStopped, self->Mode->State);
    self->Mode->State = EfiSimpleNetworkStarted;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI frames_initialize(EFI_SIMPLE_NETWORK_PROTOCOL *self, UINTN receive,
                                           UINTN transmit)
{
    assert_pairs(EfiSimpleNetworkStarted, self->Mode->State, 0, receive, 0, transmit);
    self->Mode->State = EfiSimpleNetworkInitialized;
    frames_begun++;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI connect_alone(EFI_HANDLE controller, EFI_HANDLE *drivers,
                                       EFI_DEVICE_PATH *rest, BOOLEAN recursive)
{
    assert_ptr_equal(machine_handle(1), controller);
    assert_true(!drivers && !rest && !recursive);
    machine->connected.count++;
    return EFI_SUCCESS;
}

static const EFI_GUID frames_guid = EFI_SIMPLE_NETWORK_PROTOCOL_GUID;
static EFI_SIMPLE_NETWORK_PROTOCOL frames = { .Start = frames_start,
                                              .Initialize = frames_initialize,
                                              .Mode = &frames_mode };

/* UEFI 2.10 §24.1: a network card is stopped, started or initialised, in this order. */
TEST(a_card_that_was_left_is_begun_again, machine_up, machine_down)
{
    struct card_path path = card_path(1, false);

    machine->boot.ConnectController = connect_alone;
    machine_offer(machine_handle(1), &path_guid, &path);
    nic_connect_path(&machine->boot, (EFI_DEVICE_PATH_PROTOCOL *)&path);
    assert_int_equal(0, machine->connected.count);
    machine_offer(machine_handle(1), &frames_guid, &frames);
    for (unsigned from = EfiSimpleNetworkStopped; from <= EfiSimpleNetworkInitialized; from++) {
        frames_mode.State = from;
        frames_begun = 0;
        nic_connect_path(&machine->boot, (EFI_DEVICE_PATH_PROTOCOL *)&path);
        assert_pairs(from != EfiSimpleNetworkInitialized, frames_begun, EfiSimpleNetworkInitialized,
                     frames_mode.State, from + 1, machine->connected.count);
    }
}

/* A card without the service is connected to the firmware's drivers, once, and one that has it is not. */
TEST(a_missing_service_is_looked_for_once, net_begin, net_end)
{
    EFI_GUID binding = EFI_TCP4_SERVICE_BINDING_PROTOCOL, guid = EFI_TCP4_PROTOCOL;
    struct network_child child;

    machine->boot.ConnectController = connect_alone;
    machine_offer(NET_CARD, &frames_guid, &frames);
    net_has_address();
    net_offer_service(&binding, &guid, &frames);
    assert_int_equal(OK, network_child(&net.network, &binding, &guid, &child));
    assert_ptr_equal(&frames, child.protocol);
    network_close(&child);
    net.child_status = EFI_DEVICE_ERROR;
    assert_int_equal(ERR_RIG, network_child(&net.network, &binding, &guid, &child));
    net.child_status = EFI_SUCCESS;
    machine_withdraw(NET_CHILD, &guid);
    assert_int_equal(ERR_RIG, network_child(&net.network, &binding, &guid, &child));
    assert_pairs(0, net.children, 0, machine->connected.count);
    machine_withdraw(NET_CARD, &binding);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(ERR_UNSUPPORTED, network_child(&net.network, &binding, &guid, &child));
    assert_int_equal(1, machine->connected.count);
}
