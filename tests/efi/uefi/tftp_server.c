#include "tests/efi/uefi/tftp_server.h"

static const EFI_GUID tftp_binding_guid = MTFTP4_SERVICE_BINDING_GUID,
                      tftp_guid = MTFTP4_PROTOCOL_GUID;

struct tftp_server tftp;

static EFI_STATUS EFIAPI tftp_configure(struct mtftp4 *self, struct mtftp4_config *config)
{
    if (config == NULL) {
        tftp.cleared++;
        if (tftp.held) {
            tftp.held->status = EFI_ABORTED;
            machine_signal(tftp.held->event);
            tftp.held = NULL;
        }
        return EFI_SUCCESS;
    }
    tftp.config = *config;
    return tftp.configure_status;
}

EFI_STATUS tftp_transfer(struct mtftp4_token *token)
{
    struct mtftp4_packet packet = { .opcode = (UINT16)(tftp.opcode << 8),
                                    .code = (UINT16)(tftp.code << 8 | tftp.code >> 8) };

    if (EFI_ERROR(tftp.begun))
        return tftp.begun;
    snprintf(tftp.name, sizeof(tftp.name), "%s", (const char *)token->file_name);
    if (tftp.opcode)
        token->check_packet(&tftp.mtftp, token, tftp.packet_size, &packet);
    token->status = tftp.status;
    if (tftp.hangs)
        tftp.held = token;
    else
        machine_signal(token->event);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI tftp_read_file(struct mtftp4 *self, struct mtftp4_token *token)
{
    assert_int_equal(8, token->size);
    memcpy(token->buffer, tftp.file, strlen(tftp.file));
    token->size = tftp.size ? tftp.size : strlen(tftp.file);
    return tftp_transfer(token);
}

static EFI_STATUS EFIAPI tftp_write_file(struct mtftp4 *self, struct mtftp4_token *token)
{
    memcpy(tftp.written, token->buffer, token->size);
    return tftp_transfer(token);
}

static EFI_STATUS EFIAPI tftp_poll(struct mtftp4 *self)
{
    tftp.polls++;
    return EFI_SUCCESS;
}

int tftp_begin(void **state)
{
    net_begin(state);
    memset(&tftp, 0, sizeof(tftp));
    tftp.file = "12345";
    tftp.packet_size = 4;
    tftp.mtftp = (struct mtftp4){ .configure = tftp_configure,
                                  .read_file = tftp_read_file,
                                  .write_file = tftp_write_file,
                                  .poll = tftp_poll };
    net_has_address();
    net_offer_service(&tftp_binding_guid, &tftp_guid, &tftp.mtftp);
    net.network.gateway = (EFI_IPv4_ADDRESS){ { 10, 0, 0, 9 } };
    return 0;
}

void tftp_withdraw(void)
{
    machine_withdraw(NET_CARD, &tftp_binding_guid);
}
