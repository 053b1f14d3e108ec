/* tests/efi/tftp_test.c: files of a TFTP server (efi/tftp.h), also as the folder beside the image (efi/folder.h). */
#include "efi/folder.h"
#include "efi/tftp.h"
#include "tests/efi/uefi/tftp_server.h"

static const struct url file = {
    .scheme = URL_TFTP, .has_host = true, .host = { 10, 0, 0, 1 }, .port = 69, .path = "/a/b"
};

static enum err read_file(size_t *length)
{
    char bytes[8] = "";

    *length = 77;
    return tftp_read(&net.network, &file, bytes, sizeof(bytes), length);
}

/* RFC 1350: opcode 5 is an error, code 1 "file not found", 2 "access violation". */
TEST(tftp_errors, tftp_begin, net_end)
{
    /* clang-format off */
    static const struct { EFI_STATUS status; uint16_t opcode, code, size; enum err e; } rows[] = {
        { EFI_BUFFER_TOO_SMALL, 0, 0, 4, ERR_RANGE }, { EFI_TIMEOUT, 0, 0, 4, ERR_TIMEOUT },
        { EFI_ICMP_ERROR, 0, 0, 4, ERR_TIMEOUT }, { EFI_TFTP_ERROR, 0, 0, 4, ERR_RIG },
        { EFI_TFTP_ERROR, 5, 1, 4, ERR_NOT_FOUND }, { EFI_TFTP_ERROR, 5, 2, 4, ERR_RIG },
        { EFI_TFTP_ERROR, 6, 1, 4, ERR_RIG }, { EFI_TFTP_ERROR, 5, 1, 3, ERR_RIG },
        { EFI_TFTP_ERROR, 5, 0x101, 4, ERR_RIG }
    };
    /* clang-format on */
    size_t length;

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        tftp.status = rows[i].status;
        tftp.opcode = rows[i].opcode;
        tftp.code = rows[i].code;
        tftp.packet_size = rows[i].size;
        assert_pairs(rows[i].e, read_file(&length), 77, length);
    }
    tftp.status = tftp.opcode = 0;
    assert_pairs(OK, read_file(&length), 5, length, 69, tftp.config.server_port, 4,
                 tftp.config.tries, 2, tftp.config.timeout_s, 0, tftp.config.use_default);
    assert_memory_equal(&net.network.station, &tftp.config.station, 4);
    assert_memory_equal(&net.network.mask, &tftp.config.mask, 4);
    assert_memory_equal(&net.network.gateway, &tftp.config.gateway, 4);
    assert_memory_equal(file.host, &tftp.config.server, 4);
    for (tftp.size = 8; tftp.size <= 9; tftp.size++) { /* there is room for 8 bytes */
        assert_int_equal(tftp.size == 8 ? OK : ERR_RANGE, read_file(&length));
        assert_int_equal(tftp.size == 8 ? 8 : 77, length);
    }
    tftp.begun = EFI_ACCESS_DENIED;
    assert_pairs(ERR_RIG, read_file(&length), ERR_RIG, tftp_write(&net.network, &file, "abc", 3));
    tftp.begun = EFI_SUCCESS;
    tftp.hangs = true;
    net.network.until_us = machine_us() + 1000;
    assert_pairs(ERR_TIMEOUT, read_file(&length), true, tftp.polls > 40 && !tftp.held);
    tftp.configure_status = EFI_DEVICE_ERROR;
    assert_int_equal(ERR_RIG, read_file(&length));
    tftp.configure_status = EFI_SUCCESS;
    tftp_withdraw();
    assert_int_equal(ERR_UNSUPPORTED, read_file(&length));
    assert_int_equal(ERR_UNSUPPORTED, tftp_write(&net.network, &file, "abc", 3));
}

TEST(no_event_for_a_transfer, tftp_begin, net_end)
{
    size_t length;

    for (unsigned i = 0; i < MACHINE_EVENTS; i++)
        machine_stub.events[i] = EVENT_WAITING;
    assert_int_equal(ERR_RIG, read_file(&length));
}

/* Files beside the image, by its server's protocol, within 20 s. */
TEST(a_place_on_a_server, tftp_begin, net_end)
{
#define READ folder.read(folder.opaque, "x.cfg", bytes, sizeof(bytes), &length)
    struct folder folder = server_folder(&net.network);
    char bytes[8], letters[64] = "";
    struct text words = text_in(letters, sizeof(letters));
    size_t length;

    net.network.folder = (struct url){
        .scheme = URL_TFTP, .has_host = true, .host = { 10, 0, 0, 1 }, .port = 69, .path = "/a/"
    };
    net.network.until_us = 0;
    assert_int_equal(OK, READ);
    assert_string_equal("a/x.cfg", tftp.name);
    folder.words(folder.opaque, "x.cfg", &words);
    assert_string_equal("tftp://10.0.0.1/a/x.cfg", letters);
    tftp.hangs = true;
    const uint64_t begun = machine_us();

    assert_int_equal(ERR_TIMEOUT, READ);
    assert_in_range(machine_us() - begun, 20000000, 20000100);
    net.network.folder.scheme = URL_HTTP; /* there is no TCP here */
    assert_int_equal(ERR_UNSUPPORTED, READ);
    memset(net.network.folder.path, 'a', URL_PATH_MAX - 2);
    assert_int_equal(ERR_NOT_FOUND, READ);
}
