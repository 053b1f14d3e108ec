/* Any bytes as a network's answers: the head of an HTTP answer, a DHCP packet, a URL, and the decisions of a server
 * that answers as it likes while a report is sent to it. The first byte chooses. */
#include "hw/bits.h"
#include "suite/net/dhcp.h"
#include "suite/net/http.h"
#include "suite/net/outbox.h"
#include "tests/fuzz/feed.h"

#define LENGTH_END UINT64_C(1000000000000000) /* no length in a head is as long */

/* ---- heads of HTTP ---- */

/* On the heap and exactly as long, so that a byte read past the end is seen. */
static enum err read_head(const uint8_t *bytes, size_t size, struct http_answer *answer,
                          bool *whole)
{
    char *const copy = malloc(size ? size : 1);
    enum err e;

    require(copy != NULL);
    memcpy(copy, bytes, size);
    e = http_answer(answer, copy, size, whole);
    free(copy);
    return e;
}

/* Of a head that came whole, later bytes change nothing. */
static void fuzz_head(const uint8_t *bytes, size_t size)
{
    struct http_answer part = { 0 }, all = { 0 };
    bool part_whole = false, all_whole = false;

    if (size == 0)
        return;
    const size_t cut = bytes[0] < size - 1 ? bytes[0] : size - 1;
    const enum err part_e = read_head(bytes + 1, cut, &part, &part_whole);
    const enum err all_e = read_head(bytes + 1, size - 1, &all, &all_whole);

    require(part_e == OK || all_e == part_e);
    if (all_e == OK && all_whole) {
        require(all.head_size <= size - 1 && bytes[all.head_size] == '\n');
        require(all.status >= 100 && all.status < 600);
        require(!all.has_length || all.length < LENGTH_END);
        require(http_refusal(all.status)[0] != '\0');
    }
    if (part_e == OK && part_whole)
        require(all_whole && part.head_size == all.head_size && part.status == all.status &&
                part.has_length == all.has_length && part.length == all.length &&
                part.chunked == all.chunked);
}

/* ---- URLs ---- */

static void look_at_url(const struct url *url)
{
    char letters[URL_WORDS_MAX];
    struct text words = text_in(letters, sizeof(letters));
    struct url again, file;

    require(url->scheme == URL_HTTP || url->scheme == URL_TFTP);
    require(memchr(url->path, '\0', sizeof(url->path)) != NULL && url->path[0] == '/');
    require(url->port != 0);
    url_words(url, &words);
    require(!words.cut && url_parse(&again, letters, words.used) == OK);
    require(again.scheme == url->scheme && again.has_host == url->has_host &&
            !memcmp(again.host, url->host, sizeof(url->host)) && again.port == url->port &&
            !strcmp(again.path, url->path));
    url_folder(&again);
    require(again.path[strlen(again.path) - 1] == '/');
    if (url_file(&again, "525400123456.cfg", &file) == OK)
        require(strlen(file.path) == strlen(again.path) + 16);
}

static void fuzz_url(const uint8_t *bytes, size_t size)
{
    struct url url;

    if (url_parse(&url, (const char *)bytes, size) == OK)
        look_at_url(&url);
}

/* ---- DHCP ---- */

static void fuzz_packet(const uint8_t *bytes, size_t size)
{
    struct url url;

    for (unsigned code = 0; code < 256; code++) {
        size_t length = 0;
        const uint8_t *const value = dhcp_option(bytes, size, (uint8_t)code, &length);

        require(value == NULL || (value >= bytes && length <= size - (size_t)(value - bytes)));
    }
    if (dhcp_boot_file(bytes, size, &url)) {
        require(url.has_host);
        look_at_url(&url);
    }
}

/* ---- a server ---- */

#define FILES     4
#define FILE_MOST 4096
#define FOREIGN   "not ours"

/* It refuses, is silent, takes parts or not, and forgets to answer; but its size of a file is true. */
struct server {
    const uint8_t *bytes;
    size_t left;
    uint64_t now_us;
    bool appends; /* that it does so is only said by its answers */
    struct file {
        char name[NAME_MAX], bytes[FILE_MOST];
        size_t size;
        bool foreign;
    } files[FILES];
};

static unsigned decide(struct server *server)
{
    if (server->left == 0)
        return 0;
    server->left--;
    return *server->bytes++;
}

static struct file *file_of(struct server *server, const char *name)
{
    for (unsigned i = 0; i < FILES; i++)
        if (!strcmp(server->files[i].name, name))
            return &server->files[i];
    for (unsigned i = 0; i < FILES; i++)
        if (!server->files[i].name[0])
            return &server->files[i];
    return NULL;
}

static enum reply look(void *opaque, const char *name, bool *there, uint64_t *size)
{
    struct server *const server = opaque;
    const unsigned choice = decide(server);
    const struct file *const file = file_of(server, name);

    server->now_us += (uint64_t)(choice >> 4) * 100000;
    if ((choice & 7) == 7)
        return choice & 8 ? REPLY_SILENT : REPLY_REFUSED;
    *there = file != NULL && file->name[0] != '\0';
    *size = *there ? file->size : REPLY_SIZE_UNKNOWN;
    return REPLY_OK;
}

/* A server's action on a request, and its answer: silence may mean either. */
static enum reply answer(unsigned choice, bool *does)
{
    *does = (choice & 7) != 6 && (choice & 15) != 7;
    if ((choice & 7) == 6)
        return REPLY_REFUSED;
    return (choice & 7) == 7 ? REPLY_SILENT : REPLY_OK;
}

static void put(struct file *file, const char *name, const char *bytes, size_t at, size_t size)
{
    require(at + size <= FILE_MOST && strlen(name) < NAME_MAX);
    require(!file->foreign); /* a file of somebody else's is never written to */
    memcpy(file->name, name, strlen(name) + 1);
    memcpy(file->bytes + at, bytes, size);
    file->size = at + size;
}

static enum reply write_all(void *opaque, const char *name, const char *bytes, size_t size,
                            bool create)
{
    struct server *const server = opaque;
    const unsigned choice = decide(server);
    struct file *const file = file_of(server, name);
    bool does;
    const enum reply reply = answer(choice, &does);

    server->now_us += (uint64_t)(choice >> 4) * 100000;
    if (file == NULL)
        return REPLY_REFUSED;
    if (create && file->name[0])
        return REPLY_TAKEN;
    if (does)
        put(file, name, bytes, 0, size);
    return reply;
}

static enum reply append(void *opaque, const char *name, const char *bytes, size_t from,
                         size_t size)
{
    struct server *const server = opaque;
    const unsigned choice = decide(server);
    struct file *const file = file_of(server, name);
    bool does;
    const enum reply reply = answer(choice, &does);

    server->now_us += (uint64_t)(choice >> 4) * 100000;
    if (file == NULL || !file->name[0] || from > file->size || !server->appends)
        return REPLY_REFUSED;
    if (does)
        put(file, name, bytes, from, size);
    return reply;
}

static uint64_t time_us(void *opaque)
{
    const struct server *const server = opaque;

    return server->now_us;
}

/* A report is on the server when the outbox says so, whole and under a name of its own. */
static void fuzz_server(const uint8_t *bytes, size_t size)
{
    static const char *const lines[] = { "{\"type\":\"start\",\"test\":\"a\"}\n",
                                         "{\"type\":\"note\",\"text\":\"b\"}\n",
                                         "{\"type\":\"end\",\"test\":\"a\"}\n",
                                         "{\"type\":\"verdict\"}\n" };
    static struct server server;
    static char memory[FILE_MOST];
    const struct report_name name = { .card = "SN1" };
    const struct outbox_way way = { &server, look, write_all, append, time_us };
    struct outbox box;

    memset(&server, 0, sizeof(server));
    server.bytes = bytes;
    server.left = size;
    const unsigned first = decide(&server);

    server.appends = first & 1;
    if (first & 2) { /* a name that is taken */
        name_report(server.files[0].name, &name);
        memcpy(server.files[0].bytes, FOREIGN, sizeof(FOREIGN));
        server.files[0].size = sizeof(FOREIGN);
        server.files[0].foreign = true;
    }
    outbox_begin(&box, &way, &name, memory, first & 4 ? 200 : sizeof(memory));
    while (server.left > 0) {
        const unsigned step = decide(&server);
        const char *const line = lines[step % ARRAY_SIZE(lines)];

        server.now_us += (uint64_t)(step >> 4) * 1000000;
        if (step & 8)
            outbox_tick(&box);
        else
            outbox_add(&box, line, strlen(line));
        require(box.sent <= box.used && box.used <= box.room);
        if ((step & 15) != 15 || !outbox_finish(&box) || box.used == 0)
            continue;
        const struct file *const file = file_of(&server, box.file);

        require(!strncmp(file->name, "notime", 6) && file->size == box.used &&
                !memcmp(file->bytes, memory, box.used) && !box.cut);
    }
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    static void (*const ways[])(const uint8_t *bytes, size_t size) = { fuzz_head, fuzz_url,
                                                                       fuzz_packet, fuzz_server };

    if (size > 0)
        ways[bytes[0] % ARRAY_SIZE(ways)](bytes + 1, size - 1);
    return 0;
}
