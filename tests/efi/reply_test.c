/* tests/efi/reply_test.c: the meaning of a server's answers to a report (efi/post.h). */
#include "efi/post.h"
#include "tests/efi/uefi/dhcp_server.h"
#include "tests/efi/uefi/tftp_server.h"
#include "tests/efi/uefi/web_server.h"

static struct post post;

static enum err open_post(const char *where)
{
    return post_open(&post, &net.network, where, dhcp_show, &dhcp);
}

/* A web server's answers, and their effect. 405 and 501 do not show files. */
TEST(answers_of_a_web_server, web_begin, net_end)
{
    /* clang-format off */
    static const struct { const char *answer; enum reply look, create, write; bool there; uint64_t size; } rows[] = {
        { "200 A\r\nContent-Length: 9", REPLY_OK, REPLY_OK, REPLY_OK, true, 9 },
        { "200 A", REPLY_OK, REPLY_OK, REPLY_OK, true, REPLY_SIZE_UNKNOWN },
        { "201 A", REPLY_REFUSED, REPLY_OK, REPLY_OK, false, REPLY_SIZE_UNKNOWN },
        { "204 A", REPLY_REFUSED, REPLY_OK, REPLY_OK, false, REPLY_SIZE_UNKNOWN },
        { "404 A\r\nContent-Length: 9", REPLY_OK, REPLY_REFUSED, REPLY_REFUSED, false, REPLY_SIZE_UNKNOWN },
        { "405 A", REPLY_OK, REPLY_REFUSED, REPLY_REFUSED, false, REPLY_SIZE_UNKNOWN },
        { "501 A", REPLY_OK, REPLY_REFUSED, REPLY_REFUSED, false, REPLY_SIZE_UNKNOWN },
        { "412 A", REPLY_REFUSED, REPLY_TAKEN, REPLY_REFUSED, false, REPLY_SIZE_UNKNOWN },
        { "403 A", REPLY_REFUSED, REPLY_REFUSED, REPLY_REFUSED, false, REPLY_SIZE_UNKNOWN } };
    /* clang-format on */
    bool there;
    uint64_t size;

    assert_int_equal(OK, open_post("http://10.0.0.1/r/"));
    const struct outbox_way *const way = &post.way;

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char answer[64];

        snprintf(answer, sizeof(answer), "HTTP/1.1 %s\r\n\r\n", rows[i].answer);
        web_serve(answer);
        there = !rows[i].there;
        assert_int_equal(rows[i].look, way->look(way->opaque, "n", &there, &size));
        assert_pairs(rows[i].there, there, rows[i].size, size);
        assert_memory_equal("HEAD /r/n HTTP", server.heard, 14);
        web_serve(answer);
        assert_int_equal(rows[i].create, way->write(way->opaque, "n", "abc", 3, true));
        assert_memory_equal("PUT /r/n HTTP", server.heard, 13);
        assert_non_null(strstr(server.heard, "If-None-Match: *"));
        web_serve(answer);
        assert_int_equal(rows[i].write, way->write(way->opaque, "n", "abc", 3, false));
        assert_null(strstr(server.heard, "If-None-Match"));
        assert_non_null(strstr(server.heard, "\r\n\r\nabc"));
        web_serve(answer);
        assert_int_equal(rows[i].write, way->append(way->opaque, "n", "abc", 7, 3));
        assert_non_null(strstr(server.heard, "Content-Range: bytes 7-9/"));
    }
    web_serve("");
    assert_pairs(REPLY_SILENT, way->look(way->opaque, "n", &there, &size), REPLY_SILENT,
                 way->write(way->opaque, "n", "abc", 3, false), 0, post.status);
    web_serve("SSH\r\n\r\n");
    assert_int_equal(REPLY_REFUSED, way->write(way->opaque, "n", "abc", 3, false));
    machine_stub.tsc = 5000000;
    assert_in_range(way->time_us(way->opaque), 5000, 5010);
    web_withdraw();
    assert_int_equal(REPLY_UNSUPPORTED, way->write(way->opaque, "n", "abc", 3, false));
    post_close(&post);
}

static EFI_STATUS EFIAPI tftp_read_byte(struct mtftp4 *self, struct mtftp4_token *token)
{
    assert_int_equal(1, token->size);
    return tftp_transfer(token);
}

TEST(answers_of_a_tftp_server, tftp_begin, net_end)
{
    /* clang-format off */
    static const struct { EFI_STATUS status; uint16_t opcode, code; enum reply look, write; bool there; } rows[] = {
        { EFI_SUCCESS, 0, 0, REPLY_OK, REPLY_OK, true },
        { EFI_BUFFER_TOO_SMALL, 0, 0, REPLY_OK, REPLY_REFUSED, true },
        { EFI_TFTP_ERROR, 5, 1, REPLY_OK, REPLY_REFUSED, false },
        { EFI_TFTP_ERROR, 5, 2, REPLY_REFUSED, REPLY_REFUSED, false },
        { EFI_TIMEOUT, 0, 0, REPLY_SILENT, REPLY_SILENT, false } };
    /* clang-format on */
    bool there;
    uint64_t size;

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
        assert_pairs(rows[i].there, there, REPLY_SIZE_UNKNOWN, size, 0, post.status);
        post.status = 7;
        assert_pairs(rows[i].write, way->write(way->opaque, "n", "abc", 3, false), 0, post.status);
        assert_string_equal("r/n", tftp.name);
    }
    post_close(&post);
}
