/* tests/efi/post_test.c: the report on its way to a server, and the trail of the boot before (efi/post.h). */
#include "efi/post.h"
#include "tests/efi/uefi/dhcp_server.h"
#include "tests/efi/uefi/web_server.h"

static struct post post;

static enum err open_post(const char *where)
{
    return post_open(&post, &net.network, where, dhcp_show, &dhcp);
}

static void begin_report(void)
{
    const struct report_name name = { .card = "" };

    post_begin(&post, &name);
}

static void line(const char *text)
{
    post_line(&post, text, strlen(text));
}

TEST(a_report_is_sent, web_begin, net_end)
{
    struct resume_source previous;

    assert_int_equal(OK, open_post("http://10.0.0.1:81/r"));
    assert_int_equal((POST_ROOM + 0xfff) / 0x1000, machine_stub.pages);
    begin_report();
    web_serve("HTTP/1.1 404 No\r\n\r\n");
    assert_int_equal(ERR_NOT_FOUND, post_recall(&post, &previous));
    assert_int_equal(81, server.config.AccessPoint.RemotePort);
    assert_memory_equal("GET /r/", server.heard, 7); /* a folder without its last slash is one */
    assert_true(post_is_due(&post) || post.box.next_us == 0);
    post_close(&post);
    assert_int_equal(0, machine_stub.pages);
    post_close(&post);
}

#define REFUSES(e, why)                                                                            \
    assert_int_equal(e, open_post("http://10.0.0.1/r/"));                                          \
    assert_string_equal(why, post.words)

/* The sentences of a report that cannot be sent. */
TEST(a_report_without_a_way, web_begin, net_end)
{
    assert_int_equal(ERR_CONFIG, open_post("http:///r/"));
    assert_string_equal("report= names no server, and this machine was started from none",
                        post.words);
    machine_stub.pages_refused = 1;
    REFUSES(ERR_NO_MEMORY, "no memory for it");
    net.network.path = NULL;
    REFUSES(ERR_NOT_FOUND, "this machine has no network card");
    net_offer_function();
    REFUSES(ERR_UNSUPPORTED, "this machine's firmware has no network: is it off in its setup?");
    dhcp_serve();
    dhcp.hangs = true;
    REFUSES(ERR_TIMEOUT, "no DHCP server gives this machine an address: cable?");
    dhcp.hangs = false;
    machine_withdraw(NET_CARD, &path_guid);
    REFUSES(ERR_RIG, "this machine's network does not start");

    /* Nothing is sent, and nobody is asked. */
    struct resume_source previous;

    begin_report();
    line("{}\n");
    post_tick(&post);
    assert_pairs(true, post_finish(&post), false, post_is_due(&post), ERR_NOT_FOUND,
                 post_recall(&post, &previous), 0, server.connections);
}

/* A server that is not named is the one that the image came from, with its port if the scheme is the same. */
TEST(the_server_of_the_image, web_begin, net_end)
{
    net.network.served = true;
    net.network.folder = (struct url){
        .scheme = URL_HTTP, .has_host = true, .host = { 10, 0, 0, 3 }, .port = 8080, .path = "/i/"
    };
    assert_int_equal(OK, open_post("http:///r/"));
    assert_memory_equal(((uint8_t[]){ 10, 0, 0, 3 }), post.folder.host, 4);
    assert_pairs(true, post.folder.has_host, 8080, post.folder.port);
    assert_string_equal("/r/", post.folder.path);
    post_close(&post);
    net.network.folder.scheme = URL_TFTP;
    net.network.folder.port = 6969;
    assert_pairs(OK, open_post("http:///r/"), 80, post.folder.port);
    post_close(&post);
    assert_pairs(OK, open_post("tftp:///r/"), 6969, post.folder.port);
    assert_null(post.way.append);
    post_close(&post);
}

/* The words for the screen. */
TEST(words_about_a_report, web_begin, net_end)
{
    /* clang-format off */
    static const struct { enum reply problem; unsigned status; bool cut; const char *words; } rows[] = {
        { REPLY_OK, 0, false, "" }, { REPLY_OK, 0, true, "10.0.0.1:81 has the first 8 MiB, the rest is too long" },
        { REPLY_SILENT, 0, false, "10.0.0.1:81 does not answer" },
        { REPLY_TAKEN, 0, false, "10.0.0.1:81 has too many reports of that name" },
        { REPLY_SHORT, 0, false, "10.0.0.1:81 does not keep all of it" },
        { REPLY_REFUSED, 0, false, "10.0.0.1:81 refuses it" },
        { REPLY_UNSUPPORTED, 0, false, "10.0.0.1:81 cannot be reached: this machine's firmware has no such protocol" },
    };
    /* clang-format on */

    assert_int_equal(8u << 20, POST_ROOM);
    assert_int_equal(OK, open_post("http://10.0.0.1:81/r/"));
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        begin_report();
        assert_string_equal("", post.words);
        post.box.problem = (uint8_t)rows[i].problem;
        post.box.cut = rows[i].cut;
        post.status = rows[i].status;
        post_tick(&post);
        assert_string_equal(rows[i].words, post.words);
    }
    begin_report();
    post.box.problem = REPLY_REFUSED;
    post.status = 507;
    post_tick(&post);
    assert_memory_equal("10.0.0.1:81 refuses it (HTTP 507, ", post.words, 34);
    post_close(&post);
}

/* The trail of the boot before comes from the server once; later runs remember it themselves. */
TEST(the_boot_before, web_begin, net_end)
{
    struct resume_source previous;
    char bytes[8] = "";

    assert_int_equal(OK, open_post("http://10.0.0.1/r/"));
    begin_report();
    web_serve("");
    assert_int_equal(ERR_TIMEOUT, post_recall(&post, &previous));
    assert_null(previous.read);
    post.remembers = false;
    web_serve("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n{\"a\"}\n");
    assert_int_equal(OK, post_recall(&post, &previous));
    assert_memory_equal("GET /r/", server.heard, 7);
    assert_non_null(strstr(server.heard, "525400123456.boot"));
    assert_pairs(6, previous.size, 4, previous.read(previous.opaque, 2, bytes, 8));
    assert_memory_equal("a\"}\n", bytes, 4);
    assert_int_equal(2, previous.read(previous.opaque, 1, bytes, 2));
    assert_memory_equal("\"a", bytes, 2);
    assert_int_equal(0, previous.read(previous.opaque, 6, bytes, 8));
    assert_int_equal(0, previous.read(previous.opaque, 7, bytes, 8));
    web_serve("");
    assert_int_equal(OK, post_recall(&post, &previous)); /* the records of this run */
    assert_pairs(0, server.connections, 0, previous.size);
    post_close(&post);
}

/* Before a test begins, the server has its name, so that the next boot knows which one reset the machine; while the
 * server is away it is asked again after ten seconds. */
TEST(a_trail_is_left, web_begin, net_end)
{
    static const char start[] =
        "{\"type\":\"start\",\"test\":\"vm.pte\",\"card\":\"0000:01:00.0\"}\n";
    struct resume_source previous;

    assert_int_equal(OK, open_post("http://10.0.0.1/r/"));
    begin_report();
    web_serve("HTTP/1.1 404 No\r\n\r\n");
    assert_int_equal(ERR_NOT_FOUND, post_recall(&post, &previous));
    web_serve("HTTP/1.1 201 Made\r\n\r\n");
    line(start);
    const char *const put = strstr(server.heard, "\r\n\r\n");

    assert_memory_equal("PUT /r/", server.heard, 7);
    assert_non_null(strstr(server.heard, "525400123456.boot"));
    assert_memory_equal(start, put + 4, strlen(start));
    assert_int_equal(0, post.trail_next_us);

    web_serve("");
    line(start);
    assert_in_range(post.trail_next_us, machine_us() + 9000000, machine_us() + 10000000);
    const unsigned asked = server.connections;

    post.box.next_us = UINT64_MAX;
    line(start);
    assert_int_equal(asked, server.connections);
    machine_stub.tsc += UINT64_C(10000000) * 1000;
    line(start);
    assert_int_equal(asked + 1, server.connections);
    post.remembers = false;
    machine_stub.tsc += UINT64_C(10000000) * 1000;
    line(start);
    assert_int_equal(asked + 1, server.connections);
    post_close(&post);
}

/* A run gives the server 4 s at a time, a verdict 20 s. */
TEST(a_server_has_its_time, web_begin, net_end)
{
    assert_int_equal(OK, open_post("http://10.0.0.1/r/"));
    begin_report();
    web_serve("");
    server.no_end = true;
    uint64_t begun = machine_us();

    line("{\"type\":\"verdict\"}\n");
    assert_in_range(machine_us() - begun, 4000000, 4000100);
    /* Five times as long as that took passes before the next. */
    machine_stub.tsc += UINT64_C(19999000) * 1000;
    assert_false(post_is_due(&post));
    machine_stub.tsc += UINT64_C(2000) * 1000;
    assert_true(post_is_due(&post));
    begun = machine_us();
    post.box.problem = REPLY_OK;
    net.network.until_us = 0;
    post_tick(&post);
    assert_in_range(machine_us() - begun, 4000000, 4000100);
    net.network.until_us = 0;
    begun = machine_us();
    assert_pairs(false, post_finish(&post), true, machine_us() - begun >= 5000000);
    assert_in_range(net.network.until_us, begun + 20000000, begun + 20000100);
    assert_string_equal("10.0.0.1 does not answer", post.words);
    post_close(&post);
    assert_false(post_is_due(&post));
}
