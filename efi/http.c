#include "efi/http.h"

#include "efi/tcp.h"

#define STEP_US   UINT64_C(5000000)
#define STATUS_OK 200
#define NOT_FOUND 404
#define GONE      410

static uint64_t step_end(struct network *network)
{
    const uint64_t end_us = clock_us(network->clock) + STEP_US;

    return end_us < network->until_us ? end_us : network->until_us;
}

/* Begins an exchange: the request has gone out. */
static enum err ask(struct tcp *tcp, struct network *network, const struct http_ask *what,
                    const char *body)
{
    char text[HTTP_ASK_MAX];
    size_t size = 0;
    enum err e = http_ask(text, what, &size);

    if (e == OK)
        e = tcp_open(tcp, network, what->url->host, what->url->port, step_end(network));
    if (e != OK)
        return e;
    e = tcp_send(tcp, text, size, step_end(network));
    if (e == OK && body != NULL && what->size)
        e = tcp_send(tcp, body, what->size, step_end(network));
    if (e != OK)
        tcp_close(tcp);
    return e;
}

/* Reads until the head is whole; `used` bytes are in `bytes` then, the first ones of the body among them. */
static enum err hear(struct tcp *tcp, char bytes[HTTP_HEAD_MAX], size_t *used,
                     struct http_answer *answer)
{
    const uint64_t until_us = step_end(tcp->network);
    bool whole = false;
    size_t length;
    enum err e = OK;

    *used = 0;
    while (e == OK && !whole) {
        if (*used == HTTP_HEAD_MAX)
            return ERR_RIG;
        e = tcp_receive(tcp, bytes + *used, HTTP_HEAD_MAX - *used, &length, until_us);
        if (e != OK)
            return e;
        if (length == 0)
            return ERR_TIMEOUT;
        *used += length;
        e = http_answer(answer, bytes, *used, &whole);
    }
    return e;
}

enum err http_request(struct network *network, const struct http_ask *what, const char *body,
                      struct http_answer *answer)
{
    char bytes[HTTP_HEAD_MAX];
    struct tcp tcp;
    size_t used;
    enum err e = ask(&tcp, network, what, body);

    if (e != OK)
        return e;
    e = hear(&tcp, bytes, &used, answer);
    tcp_close(&tcp);
    return e;
}

/* The rest of a body of which `used` bytes are there. */
static enum err hear_body(struct tcp *tcp, char *bytes, size_t used, size_t size)
{
    const uint64_t until_us = step_end(tcp->network);

    while (used < size) {
        size_t length = 0;
        const enum err e = tcp_receive(tcp, bytes + used, size - used, &length, until_us);

        if (e != OK)
            return e;
        if (length == 0)
            return ERR_RIG; /* cut */
        used += length;
    }
    return OK;
}

static enum err take_body(struct tcp *tcp, const struct http_answer *answer, const char *head,
                          size_t used, char *bytes, size_t size, size_t *length)
{
    size_t had = used - answer->head_size;

    if (answer->status == NOT_FOUND || answer->status == GONE)
        return ERR_NOT_FOUND;
    if (answer->status != STATUS_OK || answer->chunked || !answer->has_length)
        return ERR_RIG;
    if (answer->length > size)
        return ERR_RANGE;
    if (had > answer->length)
        had = answer->length;
    for (size_t i = 0; i < had; i++)
        bytes[i] = head[answer->head_size + i];
    *length = answer->length;
    return hear_body(tcp, bytes, had, answer->length);
}

enum err http_get(struct network *network, const struct url *url, char *bytes, size_t size,
                  size_t *length)
{
    const struct http_ask what = { .method = HTTP_GET, .url = url };
    char head[HTTP_HEAD_MAX];
    struct http_answer answer;
    struct tcp tcp;
    size_t used;
    enum err e = ask(&tcp, network, &what, NULL);

    if (e != OK)
        return e;
    e = hear(&tcp, head, &used, &answer);
    if (e == OK)
        e = take_body(&tcp, &answer, head, used, bytes, size, length);
    tcp_close(&tcp);
    return e;
}
