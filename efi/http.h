/* efi/http.h: files of a web server, a connection for each request. Plain HTTP: machines' firmware seldom supports TLS,
 * and a report holds no secrets of a bench.
 *
 * Units   each step (connection, sending, the answer) has five seconds, all of them until network->until_us.
 * Errors  http_get: as efi/folder.h says. */
#ifndef EFI_HTTP_H
#define EFI_HTTP_H

#include "efi/network.h"
#include "suite/net/http.h"

enum err http_get(struct network *network, const struct url *url, char *bytes, size_t size,
                  size_t *length) MUST_CHECK;
/* A request and the head of its answer; `body` may be null. ERR_TIMEOUT: no answer. */
enum err http_request(struct network *network, const struct http_ask *ask, const char *body,
                      struct http_answer *answer) MUST_CHECK;

#endif
