/* suite/net/url.h: where something lies on a server: "http://10.0.0.1:8080/reports/".
 *
 * Shape   pure. The host is an IPv4 address, because looking up names needs a service that machines' firmware
 *         seldom offers; left out ("http:///reports/") it is the server that the image came from. A URL without a
 *         path has the path "/".
 * Errors  url_parse: ERR_CONFIG for any other text, and for characters that a URL may not have.
 * Source  RFC 3986 §3; RFC 3617 (tftp). */
#ifndef SUITE_NET_URL_H
#define SUITE_NET_URL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engines/text.h"
#include "hw/err.h"

#define URL_PATH_MAX  192
#define URL_WORDS_MAX (URL_PATH_MAX + 32)

enum url_scheme { URL_NONE, URL_HTTP, URL_TFTP };

struct url {
    uint8_t scheme; /* enum url_scheme */
    bool has_host;
    uint8_t host[4];
    uint16_t port;
    char path[URL_PATH_MAX]; /* begins with a slash */
};

/* `size` bytes, without a terminator. */
enum err url_parse(struct url *url, const char *text, size_t size) MUST_CHECK;
/* Cuts the path after its last slash: the folder of a file. */
void url_folder(struct url *url);
/* A file of that folder; ERR_RANGE: its path is too long. */
enum err url_file(const struct url *folder, const char *name, struct url *file) MUST_CHECK;
void url_words(const struct url *url, struct text *words);
/* "10.0.0.1", and the port unless it is the usual one. */
void url_server_words(const struct url *url, struct text *words);

#endif
