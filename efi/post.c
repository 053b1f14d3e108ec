#include "efi/post.h"

#include "efi/dhcp_lease.h"
#include "efi/http.h"
#include "efi/memory.h"
#include "efi/tftp.h"

#define PAGES(size)          (((size) + 0xfff) / 0x1000)
#define RUN_US               UINT64_C(4000000) /* a test has 20 s */
#define END_US               UINT64_C(20000000)
#define PAUSE_US             UINT64_C(10000000) /* after the server has not taken the trail */
#define HTTP_OK              200
#define HTTP_CREATED         201
#define HTTP_NO_CONTENT      204
#define HTTP_NOT_FOUND       404
#define HTTP_NOT_ALLOWED     405
#define HTTP_TAKEN           412
#define HTTP_NOT_IMPLEMENTED 501

static enum reply reply_of(enum err e)
{
    switch (e) {
    case OK:
        return REPLY_OK;
    case ERR_TIMEOUT:
        return REPLY_SILENT;
    case ERR_UNSUPPORTED:
        return REPLY_UNSUPPORTED;
    default:
        return REPLY_REFUSED;
    }
}

/* ---- HTTP ---- */

static enum reply exchange(struct post *post, const struct http_ask *ask, const char *name,
                           const char *body, struct http_answer *answer)
{
    struct http_ask whole = *ask;
    struct url url;
    enum err e = url_file(&post->folder, name, &url);

    whole.url = &url;
    if (e == OK)
        e = http_request(post->network, &whole, body, answer);
    post->status = e == OK ? answer->status : 0;
    return reply_of(e);
}

/* A server that takes files and shows none cannot say. */
static enum reply http_look(void *opaque, const char *name, bool *there, uint64_t *size)
{
    const struct http_ask ask = { .method = HTTP_HEAD };
    struct http_answer answer;
    const enum reply reply = exchange(opaque, &ask, name, NULL, &answer);

    if (reply)
        return reply;
    *there = answer.status == HTTP_OK;
    *size = answer.status == HTTP_OK && answer.has_length ? answer.length : REPLY_SIZE_UNKNOWN;
    return *there || answer.status == HTTP_NOT_FOUND || answer.status == HTTP_NOT_ALLOWED ||
                   answer.status == HTTP_NOT_IMPLEMENTED
               ? REPLY_OK
               : REPLY_REFUSED;
}

static enum reply put(struct post *post, const struct http_ask *ask, const char *name,
                      const char *bytes)
{
    struct http_answer answer;
    const enum reply done = exchange(post, ask, name, bytes, &answer);

    if (done)
        return done;
    if (answer.status == HTTP_TAKEN && ask->create)
        return REPLY_TAKEN;
    return answer.status == HTTP_OK || answer.status == HTTP_CREATED ||
                   answer.status == HTTP_NO_CONTENT
               ? REPLY_OK
               : REPLY_REFUSED;
}

static enum reply http_write(void *opaque, const char *name, const char *bytes, size_t size,
                             bool create)
{
    const struct http_ask ask = { .method = HTTP_PUT, .create = create, .size = size };

    return put(opaque, &ask, name, bytes);
}

static enum reply http_append(void *opaque, const char *name, const char *bytes, size_t from,
                              size_t size)
{
    const struct http_ask ask = { .method = HTTP_PUT, .part = true, .from = from, .size = size };

    return put(opaque, &ask, name, bytes);
}

/* ---- TFTP ---- */

/* No byte is wanted: a file that is there is too large for that. */
static enum reply tftp_look(void *opaque, const char *name, bool *there, uint64_t *size)
{
    struct post *const post = opaque;
    struct url url;
    size_t length;
    char byte;
    enum err e = url_file(&post->folder, name, &url);

    if (e == OK)
        e = tftp_read(post->network, &url, &byte, sizeof(byte), &length);
    *there = e == OK || e == ERR_RANGE;
    *size = REPLY_SIZE_UNKNOWN;
    post->status = 0;
    return *there || e == ERR_NOT_FOUND ? REPLY_OK : reply_of(e);
}

static enum reply tftp_write_all(void *opaque, const char *name, const char *bytes, size_t size,
                                 bool create)
{
    struct post *const post = opaque;
    struct url url;
    enum err e = url_file(&post->folder, name, &url);

    (void)create; /* TFTP has no word for it */
    if (e == OK)
        e = tftp_write(post->network, &url, bytes, size);
    post->status = 0;
    return reply_of(e);
}

static void allow(struct post *post, uint64_t us)
{
    post->network->until_us = clock_us(post->network->clock) + us;
}

static uint64_t time_us(void *opaque)
{
    const struct post *const post = opaque;

    return clock_us(post->network->clock);
}

/* ---- the report ---- */

/* A folder without its last slash is meant as one; a server that is not named is the one the image came from. */
static enum err find_folder(struct post *post, const char *text)
{
    struct url url;
    enum err e = url_parse(&url, text, string_length(text));
    struct text path;

    if (e != OK)
        return e;
    const size_t length = string_length(url.path);

    path = text_in(url.path + length, sizeof(url.path) - length);
    if (url.path[length - 1] != '/')
        text_char(&path, '/');
    if (!url.has_host) {
        if (!post->network->served)
            return ERR_CONFIG;
        const struct url *const from = &post->network->folder;

        for (unsigned i = 0; i < sizeof(url.host); i++)
            url.host[i] = from->host[i];
        url.has_host = true;
        if (url.scheme == from->scheme)
            url.port = from->port;
    }
    post->folder = url;
    return OK;
}

/* The reason, and a person's remedy for it. */
static void say_closed(struct post *post, enum err e)
{
    struct text words = text_in(post->words, sizeof(post->words));

    switch (e) {
    case ERR_NO_MEMORY:
        text_string(&words, "no memory for it");
        break;
    case ERR_CONFIG:
        text_string(&words, "report= names no server, and this machine was started from none");
        break;
    case ERR_NOT_FOUND:
        text_string(&words, "this machine has no network card");
        break;
    case ERR_UNSUPPORTED:
        text_string(&words, "this machine's firmware has no network: is it off in its setup?");
        break;
    case ERR_TIMEOUT:
        text_string(&words, "no DHCP server gives this machine an address: cable?");
        break;
    default:
        text_string(&words, "this machine's network does not start");
        break;
    }
}

static enum err open_folder(struct post *post, const char *url,
                            void (*show)(void *opaque, unsigned seconds), void *opaque)
{
    struct network *const network = post->network;
    EFI_PHYSICAL_ADDRESS at = 0;
    enum err e = find_folder(post, url);

    if (e == OK && network->path == NULL)
        e = lease_get(network, show, opaque);
    if (e != OK)
        return e;
    if (EFI_ERROR(
            network->boot->AllocatePages(AllocateAnyPages, EfiLoaderData, PAGES(POST_ROOM), &at)))
        return ERR_NO_MEMORY;
    post->bytes = (char *)(uintptr_t)at;
    return OK;
}

enum err post_open(struct post *post, struct network *network, const char *url,
                   void (*show)(void *opaque, unsigned seconds), void *opaque)
{
    *post = (struct post){ .network = network };
    const enum err e = open_folder(post, url, show, opaque);

    if (e != OK) {
        say_closed(post, e);
        return e;
    }
    post->way = post->folder.scheme == URL_HTTP
                    ? (struct outbox_way){ post, http_look, http_write, http_append, time_us }
                    : (struct outbox_way){ post, tftp_look, tftp_write_all, NULL, time_us };
    return OK;
}

void post_close(struct post *post)
{
    if (post->bytes != NULL)
        post->network->boot->FreePages((EFI_PHYSICAL_ADDRESS)(uintptr_t)post->bytes,
                                       PAGES(POST_ROOM));
    post->bytes = NULL;
}

void post_begin(struct post *post, const struct report_name *name)
{
    struct report_name whole = *name;

    if (post->bytes == NULL)
        return;
    post->words[0] = '\0';
    memcpy(whole.mac, post->network->mac, sizeof(whole.mac));
    outbox_begin(&post->box, &post->way, &whole, post->bytes, POST_ROOM);
}

/* "10.0.0.1 does not answer" */
static void say(struct post *post)
{
    struct text words = text_in(post->words, sizeof(post->words));

    if (!post->box.problem && !post->box.cut)
        return;
    url_server_words(&post->folder, &words);
    switch (post->box.problem) {
    case REPLY_OK:
        text_format(&words, " has the first %u MiB, the rest is too long", POST_ROOM >> 20);
        break;
    case REPLY_SILENT:
        text_string(&words, " does not answer");
        break;
    case REPLY_TAKEN:
        text_string(&words, " has too many reports of that name");
        break;
    case REPLY_SHORT:
        text_string(&words, " does not keep all of it");
        break;
    case REPLY_UNSUPPORTED:
        text_string(&words, " cannot be reached: this machine's firmware has no such protocol");
        break;
    default:
        text_string(&words, " refuses it");
        if (post->status)
            text_format(&words, " (HTTP %u, %s)", post->status, http_refusal(post->status));
        break;
    }
}

/* ---- the trail for the next boot ---- */

static size_t read_before(void *opaque, uint64_t offset, char *bytes, size_t size)
{
    const struct trail *const before = opaque;
    const size_t left = offset < before->used ? before->used - (size_t)offset : 0;
    const size_t count = size < left ? size : left;

    memcpy(bytes, before->bytes + (count != 0 ? offset : 0), count);
    return count;
}

static enum err fetch_before(struct post *post)
{
    struct trail *const before = &post->before;
    char name[NAME_MAX];
    struct url url;
    enum err e;

    name_trail(name, post->network->mac);
    e = url_file(&post->folder, name, &url);
    allow(post, END_US);
    if (e == OK)
        e = url.scheme == URL_HTTP
                ? http_get(post->network, &url, before->bytes, TRAIL_ROOM, &before->used)
                : tftp_read(post->network, &url, before->bytes, TRAIL_ROOM, &before->used);
    return e;
}

enum err post_recall(struct post *post, struct resume_source *previous)
{
    enum err e = OK;

    *previous = (struct resume_source){ 0 };
    if (post->bytes == NULL)
        return ERR_NOT_FOUND;
    if (post->remembers)
        memcpy(&post->before, &post->trail, sizeof(post->before));
    else
        e = fetch_before(post);
    post->remembers = true;
    trail_begin(&post->trail);
    if (e == OK)
        *previous = (struct resume_source){ &post->before, post->before.used, read_before };
    return e;
}

/* Sent before the test that the line announces is begun. Not while the server is away, because sending the report has
 * told the person so already. */
static void leave_trail(struct post *post, const char *line, size_t size)
{
    char name[NAME_MAX];

    if (!post->remembers || !trail_add(&post->trail, line, size) ||
        clock_us(post->network->clock) < post->trail_next_us)
        return;
    name_trail(name, post->network->mac);
    const enum reply reply =
        post->way.write(post, name, post->trail.bytes, post->trail.used, false);

    if (reply != REPLY_OK)
        post->trail_next_us = clock_us(post->network->clock) + PAUSE_US;
}

void post_line(struct post *post, const char *line, size_t size)
{
    if (post->bytes == NULL)
        return;
    allow(post, RUN_US);
    leave_trail(post, line, size);
    outbox_add(&post->box, line, size);
    say(post);
}

void post_tick(struct post *post)
{
    if (post->bytes == NULL)
        return;
    allow(post, RUN_US);
    outbox_tick(&post->box);
    say(post);
}

bool post_finish(struct post *post)
{
    if (post->bytes == NULL)
        return true;
    allow(post, END_US);
    const bool done = outbox_finish(&post->box);

    say(post);
    return done;
}

bool post_is_due(struct post *post)
{
    return post->bytes != NULL && !outbox_is_sent(&post->box) &&
           clock_us(post->network->clock) >= post->box.next_us;
}
