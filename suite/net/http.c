#include "suite/net/http.h"

#include "engines/text.h"

static const char *const methods[] = {
    [HTTP_GET] = "GET", [HTTP_HEAD] = "HEAD", [HTTP_PUT] = "PUT"
};

/* "Connection: close", because a connection serves one request, and its end marks the end of a body
 * without a length. */
enum err http_ask(char text[HTTP_ASK_MAX], const struct http_ask *ask, size_t *size)
{
    struct text out = text_in(text, HTTP_ASK_MAX);

    text_format(&out, "%s %s HTTP/1.1\r\nHost: ", methods[ask->method], ask->url->path);
    url_server_words(ask->url, &out);
    text_string(&out, "\r\nUser-Agent: barecard\r\nConnection: close\r\n");
    if (ask->method == HTTP_PUT)
        text_format(&out, "Content-Type: application/x-ndjson\r\nContent-Length: %lu\r\n",
                    (unsigned long)ask->size);
    if (ask->create)
        text_string(&out, "If-None-Match: *\r\n");
    if (ask->part)
        text_format(&out, "Content-Range: bytes %lu-%lu/*\r\n", (unsigned long)ask->from,
                    (unsigned long)(ask->from + ask->size - 1));
    text_string(&out, "\r\n");
    if (out.cut)
        return ERR_RANGE;
    *size = out.used;
    return OK;
}

/* ---- the answer ---- */

struct line {
    const char *at, *end; /* without its line ending */
};

/* The next line of a head; false: it has not come yet. A lone LF ends a line too (RFC 9112 §2.2). */
static bool next_line(const char **at, const char *end, struct line *line)
{
    const char *c = *at;

    while (c < end && *c != '\n')
        c++;
    if (c == end)
        return false;
    *line = (struct line){ *at, c > *at && c[-1] == '\r' ? c - 1 : c };
    *at = c + 1;
    return true;
}

static char small(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* A header field of that name; `line` is then its value without blanks around it. */
static bool is_field(struct line *line, const char *name)
{
    const char *at = line->at;

    for (; *name; name++, at++)
        if (at == line->end || small(*at) != *name)
            return false;
    if (at == line->end || *at != ':')
        return false;
    for (at++; at < line->end && (*at == ' ' || *at == '\t');)
        at++;
    while (line->end > at && (line->end[-1] == ' ' || line->end[-1] == '\t'))
        line->end--;
    line->at = at;
    return true;
}

/* Decimal digits up to the end, of a number below 10^15; false: something else. */
static bool number_of(const struct line *value, uint64_t *out)
{
    *out = 0;
    for (const char *c = value->at; c < value->end; c++) {
        if (*c < '0' || *c > '9' || c - value->at >= 15)
            return false;
        *out = *out * 10 + (uint64_t)(*c - '0');
    }
    return value->at < value->end;
}

/* "HTTP/1.1 201 Created": a major version, a minor one, three digits, and words that are not
 * needed. */
static bool status_of(const struct line *line, unsigned *status)
{
    static const char form[] = "HTTP/1.d ddd";
    const char *c = line->at;

    *status = 0;
    for (unsigned i = 0; form[i]; i++, c++) {
        const bool digit = c < line->end && *c >= '0' && *c <= '9';

        if (c == line->end || (form[i] == 'd' ? !digit : *c != form[i]))
            return false;
        if (i > 8)
            *status = *status * 10 + (unsigned)(*c - '0');
    }
    return (c == line->end || *c == ' ') && *status >= 100 && *status < 600;
}

/* Two lengths that differ are refused, because a body cut by the wrong one would be half a file
 * (RFC 9112 §6.3). */
enum err http_answer(struct http_answer *answer, const char *bytes, size_t size, bool *whole)
{
    const char *at = bytes;
    struct http_answer out = { 0 };
    struct line line;

    *whole = false;
    if (!next_line(&at, bytes + size, &line))
        return OK;
    if (!status_of(&line, &out.status))
        return ERR_RIG;
    while (next_line(&at, bytes + size, &line)) {
        if (line.at == line.end) {
            out.head_size = (size_t)(at - bytes);
            *answer = out;
            *whole = true;
            return OK;
        }
        uint64_t length;

        if (is_field(&line, "content-length")) {
            if (!number_of(&line, &length) || (out.has_length && length != out.length))
                return ERR_RIG;
            out.has_length = true;
            out.length = length;
        } else if (is_field(&line, "transfer-encoding")) {
            out.chunked = true;
        }
    }
    return OK;
}

const char *http_refusal(unsigned status)
{
    switch (status) {
    case 401:
    case 403:
    case 405:
        return "not allowed";
    case 404:
    case 409:
        return "no such folder?";
    case 413:
        return "too large for it";
    case 500:
    case 507:
        return "disk full?";
    default:
        return status < 400 ? "it is elsewhere" : "see its log";
    }
}
