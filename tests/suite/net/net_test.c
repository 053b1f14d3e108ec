/* The parts of the network that need no UEFI: URLs, DHCP's answers, names, and words that an image is started with. */
#include "hw/bits.h"
#include "suite/net/dhcp.h"
#include "suite/net/names.h"
#include "suite/net/url.h"
#include "suite/run/options.h"
#include "tests/kit/tests.h"

static enum err parse(struct url *url, const char *text)
{
    return url_parse(url, text, strlen(text));
}

TEST(a_url_has_its_parts)
{
    static const struct {
        const char *text;
        struct url parts;
    } rows[] = {
        { "http://10.0.2.200:8080/a/b.c", { URL_HTTP, true, { 10, 0, 2, 200 }, 8080, "/a/b.c" } },
        { "TFTP://192.168.1.1", { URL_TFTP, true, { 192, 168, 1, 1 }, 69, "/" } },
        { "http:///reports/", { URL_HTTP, false, { 0 }, 80, "/reports/" } },
    };
    struct url url;

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        assert_int_equal(OK, parse(&url, rows[i].text));
        assert_memory_equal(&rows[i].parts, &url, sizeof(url));
    }
}

TEST(a_url_that_cannot_be_is_refused)
{
    /* clang-format off */
    static const char *const bad[] = {
        "", "http", "http:", "https://10.0.0.1/", "ftp://10.0.0.1/", "http://server/",
        "http://10.0.0/", "http://10.0.0.256/", "http://10.0.0.1.2/", "http://10.0.0.01/",
        "http://10.0.0.1:/", "http://10.0.0.1:0/", "http://10.0.0.1:65536/", "http://10.0.0.1:80x/",
        "http://10.0.0.1reports", "http://user@10.0.0.1/", "http://[::1]/", "http://10.0.0.1/a b",
        "http://10.0.0.1/a?b", "http://10.0.0.1/a\r\nHost: x", "http://10.0.0.1/\x80"
    };
    /* clang-format on */
    struct url url;

    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++)
        if (parse(&url, bad[i]) != ERR_CONFIG)
            fail_msg("taken: %s", bad[i]);
}

/* A path has 191 characters at most; one more is refused, and so is a file whose path would have more. */
TEST(a_path_has_an_end)
{
    char text[16 + URL_PATH_MAX + 1] = "http://10.0.0.1/";
    struct url url, file;

    memset(text + 16, 'a', 190);
    text[16 + 190] = '\0';
    assert_pairs(OK, parse(&url, text), 191, strlen(url.path));
    text[16 + 190] = 'a';
    text[16 + 191] = '\0';
    assert_int_equal(ERR_CONFIG, parse(&url, text));

    url_folder(&url);
    assert_string_equal("/", url.path);
    assert_pairs(OK, url_file(&url, text + 16 + 1, &file), 191, strlen(file.path));
    assert_int_equal(ERR_RANGE, url_file(&url, text + 16, &file));
}

TEST(a_url_is_said_as_it_was_written)
{
    static const char *const good[] = { "http://10.0.0.1/", "http://10.0.0.1:81/a/b",
                                        "tftp://1.2.3.4/x", "http:///reports/" };
    char letters[URL_WORDS_MAX];
    struct url url;

    for (unsigned i = 0; i < ARRAY_SIZE(good); i++) {
        struct text words = text_in(letters, sizeof(letters));

        assert_int_equal(OK, parse(&url, good[i]));
        url_words(&url, &words);
        assert_string_equal(good[i], letters);
    }
    assert_int_equal(OK, parse(&url, "http://10.0.0.1/a/b/c.efi"));
    url_folder(&url);
    assert_string_equal("/a/b/", url.path);
}

/* A packet as QEMU's own server sends it, cut to the fields that count. */
struct packet {
    uint8_t bytes[300];
};

static struct packet packet_with(const char *file, const uint8_t *options, size_t size)
{
    struct packet p = { { 2, 1, 6 } };

    memcpy(p.bytes + 20, "\x0a\x00\x02\x02", 4); /* siaddr */
    memcpy(p.bytes + 108, file, strlen(file));
    memcpy(p.bytes + 236, "\x63\x82\x53\x63", 4);
    memcpy(p.bytes + 240, options, size);
    return p;
}

#define OPTIONS(text) (const uint8_t *)(text), sizeof(text) - 1

static void assert_boots(struct packet p, size_t size, const char *wanted)
{
    char letters[URL_WORDS_MAX] = "";
    struct text words = text_in(letters, sizeof(letters));
    struct url url;

    if (dhcp_boot_file(p.bytes, size, &url))
        url_words(&url, &words);
    assert_string_equal(wanted, letters);
}

TEST(dhcp_says_where_the_image_is)
{
    assert_boots(packet_with("boot/a.efi", OPTIONS("\xff")), 300, "tftp://10.0.2.2/boot/a.efi");
    assert_boots(packet_with("/boot/a.efi", OPTIONS("\xff")), 300, "tftp://10.0.2.2/boot/a.efi");
    /* Option 67 goes before the field, also after options that are not looked for. */
    assert_boots(packet_with("x", OPTIONS("\x35\x01\x05\0\0\x43\x05"
                                          "b.efi\xff")),
                 300, "tftp://10.0.2.2/b.efi");
    /* The field holds options (52 with bit 0), so it is no name. */
    assert_boots(packet_with("x", OPTIONS("\x34\x01\x01\xff")), 300, "");
    assert_boots(packet_with("", OPTIONS("\xff")), 300, "");
    /* iPXE's own: a URL instead of a name. One without a server is a name like others. */
    assert_boots(packet_with("http://10.0.0.9:8080/b/a.ipxe", OPTIONS("\xff")), 300,
                 "http://10.0.0.9:8080/b/a.ipxe");
    assert_boots(packet_with("http:///a.ipxe", OPTIONS("\xff")), 300,
                 "tftp://10.0.2.2/http:///a.ipxe");

    struct packet p = packet_with("a", OPTIONS("\x36\x04\x0a\x01\x02\x03\xff"));

    memset(p.bytes + 20, 0, 4);
    assert_boots(p, 300, "tftp://10.1.2.3/a");
    memset(p.bytes + 240, 0xff, 1);
    assert_boots(p, 300, "");
}

/* No length in a packet leads outside it. The copy on the heap lets AddressSanitizer see that. */
TEST(a_packet_that_lies_is_left_alone)
{
    const struct packet whole = packet_with("a.efi", OPTIONS("\x35\x01\x05\x43\xff"));
    struct url url;
    size_t length;

    for (size_t size = 0; size <= sizeof(whole); size++) {
        uint8_t *const cut = test_malloc(size ? size : 1);

        memcpy(cut, whole.bytes, size);
        assert_int_equal(size >= 240, dhcp_boot_file(cut, size, &url));
        assert_null(dhcp_option(cut, size, 3, &length));
        test_free(cut);
    }
    struct packet p = whole;

    p.bytes[237] ^= 1; /* not DHCP's magic number */
    assert_boots(p, sizeof(p), "");
}

TEST(configurations_are_looked_for_by_name)
{
    static const uint8_t mac[] = { 0x52, 0x54, 0x00, 0x12, 0x34, 0xab };
    struct config_names names;

    name_configs(&names, "../SN 4711/a", mac);
    assert_int_equal(3, names.count);
    assert_string_equal("_._SN_4711_a.cfg", names.names[0]);
    assert_string_equal("5254001234ab.cfg", names.names[1]);
    assert_string_equal("barecard.cfg", names.names[2]);
    name_configs(&names, "", mac);
    assert_int_equal(2, names.count);
    name_configs(&names, "To Be Filled By O.E.M.", NULL);
    assert_int_equal(1, names.count);
    assert_string_equal("barecard.cfg", names.names[0]);
}

TEST(a_filler_is_no_serial_number)
{
    assert_pairs(false, name_is_serial(""), false, name_is_serial("Default string"), false,
                 name_is_serial("00000000"), false, name_is_serial(" . "), true,
                 name_is_serial("0001"), true, name_is_serial("CZC1234567"));
}

TEST(a_report_is_named_by_time_machine_and_card)
{
    const struct moment_date date = { 2026, 11, 22, 10, 30, 5 };
    struct report_name name = { .began = moment_of(&date, 0),
                                .mac = { 0x52, 0x54, 0x00, 0x12, 0x34, 0xab },
                                .card = "SN-4711/b" };
    char out[NAME_MAX];

    name_report(out, &name);
    assert_string_equal("20261122T103005-5254001234ab-SN-4711_b.jsonl", out);
    name.again = 2;
    name.card = "";
    name_report(out, &name);
    assert_string_equal("20261122T103005.2-5254001234ab-unnamed.jsonl", out);
    name.began.known = false;
    name.again = 0;
    name_report(out, &name);
    assert_string_equal("notime-5254001234ab-unnamed.jsonl", out);
}

static const char *taken(const void *bytes, size_t size)
{
    static char out[64];

    return options_text(bytes, size, out, sizeof(out)) ? out : NULL;
}

TEST(words_at_the_start_are_a_configuration)
{
    static const uint8_t wide[] = "s\0u\0i\0t\0e\0=\0v\0m\0 \0a\0=\0b\0\0";

    assert_string_equal("suite=vm\nlabel=SN", taken("suite=vm label=SN", 17));
    assert_string_equal("suite=vm", taken("BOOTX64.EFI suite=vm", 20));
    assert_string_equal("suite=vm\nrisky",
                        taken("suite=vm  risky", 15)); /* config_parse complains */
    assert_string_equal("suite=vm\na=b", taken(wide, sizeof(wide)));
    assert_string_equal("a=b", taken("a=b\0c=d", 7));
    assert_string_equal("s=1", taken("s=12", 3)); /* and nothing past its end */
    assert_string_equal("label=~}", taken("label=~}", 8));
    assert_string_equal("a=b\nc", taken("prog x a=b c", 12));
    assert_string_equal("=", taken("=", 2));
}

TEST(other_options_are_not_meant_for_us)
{
    static const uint8_t guid[] = {
        0x4e, 0xac, 0x08, 0x81, 0x11, 0x9f, 0x59, 0x4d, 0x85, 0x0e, 0xe2
    };
    char small[8];

    assert_null(taken("", 0));
    assert_null(taken("BOOTX64.EFI", 11));
    assert_null(taken("quiet splash", 12));
    assert_null(taken(guid, sizeof(guid)));
    assert_null(taken("a=\x01", 3));
    assert_null(taken("a\0=", 3));              /* letters of two bytes have an even number */
    assert_null(taken("b\0s\0=\0\x41\x01", 8)); /* a letter of another alphabet */
    assert_false(options_text("suite=default", 13, small, sizeof(small)));
}
