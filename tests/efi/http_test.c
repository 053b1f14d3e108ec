/* tests/efi/http_test.c: files of a web server, and requests with a body (efi/http.h). */
#include "efi/http.h"
#include "tests/efi/uefi/web_server.h"

static const struct url url = {
    .scheme = URL_HTTP, .has_host = true, .host = { 10, 0, 0, 1 }, .port = 80, .path = "/a/b"
};

static enum err get(const char *answer, size_t piece, char *bytes, size_t size, size_t *length)
{
    web_serve(answer);
    server.piece = piece;
    const enum err e = http_get(&net.network, &url, bytes, size, length);

    assert_pairs(server.connections, server.closed, 0, net.children);
    return e;
}

static void expect_get(enum err e, const char *answer)
{
    char bytes[8];
    size_t length = 77;

    for (size_t piece = 0; piece < 9; piece++) {
        memset(bytes, '.', sizeof(bytes));
        assert_int_equal(e, get(answer, piece, bytes, 5, &length));
        if (e == OK) {
            assert_int_equal(5, length);
            assert_memory_equal("12345...", bytes, 8);
        }
    }
}

/* RFC 9112: head, an empty line, the body that the head gives the length of. */
TEST(files_of_a_web_server, web_begin, net_end)
{
    expect_get(OK, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n12345");
    assert_memory_equal("GET /a/b HTTP/1.1\r\n", server.heard, 19);
    expect_get(OK, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n12345and more");
    expect_get(ERR_RANGE, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n123456");
    expect_get(ERR_RIG, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n1234"); /* cut */
    expect_get(ERR_RIG, "HTTP/1.1 200 OK\r\n\r\n12345");
    expect_get(ERR_RIG,
               "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n12345");
    expect_get(ERR_RIG, "HTTP/1.1 500 No\r\nContent-Length: 5\r\n\r\n12345");
    expect_get(ERR_NOT_FOUND, "HTTP/1.1 404 No\r\nContent-Length: 5\r\n\r\n12345");
    expect_get(ERR_NOT_FOUND, "HTTP/1.1 410 No\r\nContent-Length: 5\r\n\r\n12345");
    expect_get(ERR_TIMEOUT, "HTTP/1.1 200 OK\r\nContent-Le"); /* cut in its head */
    expect_get(ERR_TIMEOUT, "");
    expect_get(ERR_RIG, "SSH-2.0-OpenSSH\r\n\r\n");
}

/* Each step has five seconds, all of them together the caller's time. */
TEST(a_server_that_is_silent, web_begin, net_end)
{
    static const struct {
        uint64_t until, from, to;
    } rows[] = { { UINT64_MAX, 5000000, 5000100 }, { 3000000, 3000000, 3000100 } };
    char bytes[8];
    size_t length;

    for (unsigned i = 0; i < 2; i++)
        for (unsigned step = 0; step < 3; step++) {
            const uint64_t begun = machine_us();

            web_serve("");
            server.connect_hangs = step == 0;
            server.transmit_hangs = step == 1;
            server.no_end = step == 2;
            net.network.until_us = rows[i].until == UINT64_MAX ? UINT64_MAX : begun + rows[i].until;
            assert_int_equal(ERR_TIMEOUT, http_get(&net.network, &url, bytes, 5, &length));
            assert_in_range(machine_us() - begun, rows[i].from, rows[i].to);
        }
    web_serve("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n123");
    server.no_end = true;
    net.network.until_us = UINT64_MAX;
    assert_int_equal(ERR_TIMEOUT, http_get(&net.network, &url, bytes, 5, &length));
}

/* A head of 4 KiB is heard; no more. */
TEST(long_heads, web_begin, net_end)
{
    static char head[5000];
    char bytes[8];
    size_t length;
    int used = sprintf(head, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: ");

    memset(head + used, 'x', 4096 - 4 - (size_t)used);
    memcpy(head + 4092, "\r\n\r\n", 5);
    assert_pairs(OK, get(head, 1000, bytes, 5, &length), 0, length);
    memset(head + used, 'x', 4097 - 4 - (size_t)used);
    memcpy(head + 4093, "\r\n\r\n", 5);
    assert_int_equal(ERR_RIG, get(head, 1000, bytes, 5, &length));
}

TEST(a_request_with_a_body, web_begin, net_end)
{
    const struct http_ask ask = { .method = HTTP_PUT, .url = &url, .size = 3 };
    struct http_answer answer;

    web_serve("HTTP/1.1 201 Made\r\n\r\n");
    assert_pairs(OK, http_request(&net.network, &ask, "abcd", &answer), 201, answer.status);
    assert_string_equal("\r\n\r\nabc", strstr(server.heard, "\r\n\r\n"));
    assert_int_equal(1, server.closed);
    web_serve("");
    assert_pairs(ERR_TIMEOUT, http_request(&net.network, &ask, "abcd", &answer), 1, server.closed);
    web_withdraw();
    assert_int_equal(ERR_UNSUPPORTED, http_request(&net.network, &ask, "abcd", &answer));
}
