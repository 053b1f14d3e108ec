#include "tests/efi/uefi/dhcp_server.h"

static const EFI_GUID dhcp_binding_guid = DHCP4_SERVICE_BINDING_GUID,
                      dhcp_guid = DHCP4_PROTOCOL_GUID;

struct dhcp_server dhcp;

static EFI_STATUS EFIAPI dhcp_configure(struct dhcp4 *self, struct dhcp4_config *config)
{
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
    dhcp.starts++;
    if (EFI_ERROR(dhcp.start_status))
        return dhcp.start_status;
    if (dhcp.hangs)
        dhcp.held = event;
    else
        machine_signal(event);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI dhcp_stop(struct dhcp4 *self)
{
    dhcp.stops++;
    if (dhcp.held)
        machine_signal(dhcp.held);
    dhcp.held = NULL;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI dhcp_mode(struct dhcp4 *self, struct dhcp4_mode *out)
{
    *out = (struct dhcp4_mode){ .state = dhcp.starts > dhcp.answers_after ? dhcp.state : 0,
                                .client = { { 10, 0, 0, 5 } },
                                .mask = { { 255, 0, 0, 0 } },
                                .router = { { 10, 0, 0, 6 } } };
    return dhcp.mode_status;
}

void dhcp_serve(void)
{
    memset(&dhcp, 0, sizeof(dhcp));
    dhcp.state = 4; /* UEFI 2.10 §29.2: Dhcp4Bound */
    dhcp.dhcp = (struct dhcp4){ .get_mode_data = dhcp_mode,
                                .configure = dhcp_configure,
                                .start = dhcp_start,
                                .stop = dhcp_stop };
    net_offer_service(&dhcp_binding_guid, &dhcp_guid, &dhcp.dhcp);
}

int dhcp_begin(void **state)
{
    net_begin(state);
    machine_offer(NET_CARD, &path_guid, &net.path);
    dhcp_serve();
    return 0;
}

void dhcp_withdraw(void)
{
    machine_withdraw(NET_CARD, &dhcp_binding_guid);
}

void dhcp_show(void *opaque, unsigned seconds)
{
    assert_ptr_equal(&dhcp, opaque);
    dhcp.shown[dhcp.shown_count++] = seconds;
}
