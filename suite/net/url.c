#include "suite/net/url.h"

#include "hw/bits.h"

static const struct scheme {
    const char *name; /* with the "://" before the host */
    uint16_t port;
} schemes[] = {
    [URL_NONE] = { "", 0 },
    [URL_HTTP] = { "http://", 80 },
    [URL_TFTP] = { "tftp://", 69 },
};

/* The unread rest of the text. */
struct rest {
    const char *at, *end;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Schemes are written in either case. */
static bool take_scheme(struct rest *rest, uint8_t *scheme)
{
    for (unsigned i = URL_HTTP; i < ARRAY_SIZE(schemes); i++) {
        const size_t length = string_length(schemes[i].name);
        size_t same = 0;

        if ((size_t)(rest->end - rest->at) < length)
            continue;
        while (same < length) {
            const char c = rest->at[same];

            if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != schemes[i].name[same])
                break;
            same++;
        }
        if (same == length) {
            rest->at += length;
            *scheme = (uint8_t)i;
            return true;
        }
    }
    return false;
}

/* Decimal, without a sign and without zeros in front, up to `most`. */
static bool take_number(struct rest *rest, unsigned most, unsigned *out)
{
    const char *const first = rest->at;

    for (*out = 0; rest->at < rest->end && is_digit(*rest->at); rest->at++) {
        *out = *out * 10 + (unsigned)(*rest->at - '0');
        if (*out > most)
            return false;
    }
    return rest->at > first && (*first != '0' || rest->at == first + 1);
}

static bool take_char(struct rest *rest, char c)
{
    if (rest->at == rest->end || *rest->at != c)
        return false;
    rest->at++;
    return true;
}

static bool take_host(struct rest *rest, uint8_t host[4])
{
    unsigned number;

    for (unsigned i = 0; i < 4; i++) {
        if ((i && !take_char(rest, '.')) || !take_number(rest, 255, &number))
            return false;
        host[i] = (uint8_t)number;
    }
    return true;
}

/* Characters that RFC 3986 allows in a path. A query or a fragment has no meaning for a folder of
 * files. */
static bool is_path_character(char c)
{
    static const char marks[] = "/-._~!$&'()*+,;=:@%";

    if (is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
        return true;
    for (unsigned i = 0; marks[i]; i++)
        if (c == marks[i])
            return true;
    return false;
}

static bool take_path(struct rest *rest, char path[URL_PATH_MAX])
{
    size_t used = 0;

    if (rest->at == rest->end)
        path[used++] = '/';
    else if (*rest->at != '/')
        return false;
    for (; rest->at < rest->end; rest->at++) {
        if (!is_path_character(*rest->at) || used + 1 >= URL_PATH_MAX)
            return false;
        path[used++] = *rest->at;
    }
    path[used] = '\0';
    return true;
}

/* The port of a scheme where none is written. */
static uint16_t url_port(enum url_scheme scheme)
{
    return schemes[scheme].port;
}

enum err url_parse(struct url *url, const char *text, size_t size)
{
    struct rest rest = { text, text + size };
    struct url out = { 0 };
    unsigned port;

    if (!take_scheme(&rest, &out.scheme))
        return ERR_CONFIG;
    port = schemes[out.scheme].port;
    out.has_host = rest.at < rest.end && *rest.at != '/';
    if (out.has_host && (!take_host(&rest, out.host) ||
                         (take_char(&rest, ':') && (!take_number(&rest, 0xffff, &port) || !port))))
        return ERR_CONFIG;
    out.port = (uint16_t)port;
    if (!take_path(&rest, out.path))
        return ERR_CONFIG;
    *url = out;
    return OK;
}

void url_folder(struct url *url)
{
    size_t end = 1;

    for (size_t i = 0; url->path[i]; i++)
        if (url->path[i] == '/')
            end = i + 1;
    url->path[end] = '\0';
}

enum err url_file(const struct url *folder, const char *name, struct url *file)
{
    struct url out = *folder;
    struct text path = text_in(out.path, sizeof(out.path));

    text_format(&path, "%s%s", folder->path, name);
    if (path.cut)
        return ERR_RANGE;
    *file = out;
    return OK;
}

void url_server_words(const struct url *url, struct text *words)
{
    text_format(words, "%u.%u.%u.%u", url->host[0], url->host[1], url->host[2], url->host[3]);
    if (url->port != url_port(url->scheme))
        text_format(words, ":%u", url->port);
}

void url_words(const struct url *url, struct text *words)
{
    text_string(words, schemes[url->scheme].name);
    if (url->has_host)
        url_server_words(url, words);
    text_string(words, url->path);
}
