/* suite/net/http.h: the text of HTTP: requests, and the heads of answers.
 *
 * Shape   pure. A connection serves one request. Of an answer only its status, the length of its body and whether it
 *         comes in chunks count; the rest of its head is passed over.
 * Units   bytes.
 * Errors  http_ask: ERR_RANGE if the text does not fit. http_answer: ERR_RIG for bytes that are no head of HTTP.
 * Source  RFC 9110 §9.3 (methods), §13.1.2 (If-None-Match), §14.4 (Content-Range), §14.5 (partial PUT); RFC 9112. */
#ifndef SUITE_NET_HTTP_H
#define SUITE_NET_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "suite/net/url.h"

#define HTTP_ASK_MAX  640
#define HTTP_HEAD_MAX 4096 /* of an answer */

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_PUT };

struct http_ask {
    uint8_t method; /* enum http_method */
    const struct url *url;
    bool create;   /* PUT: only if nothing has that name */
    bool part;     /* PUT: the bytes go to the place `from`, which is the end of the present file */
    uint64_t from; /* bytes */
    uint64_t size; /* of the body */
};

struct http_answer {
    unsigned status; /* 100 to 599 */
    bool has_length, chunked;
    uint64_t length;  /* of the body, as the head says it */
    size_t head_size; /* with the empty line that ends it */
};

enum err http_ask(char text[HTTP_ASK_MAX], const struct http_ask *ask, size_t *size) MUST_CHECK;
/* Whether the bytes hold a whole head; `whole` is false while more of it may come. */
enum err http_answer(struct http_answer *answer, const char *bytes, size_t size,
                     bool *whole) MUST_CHECK;
/* Advice for a person on a status that is no success: "disk full?", never null. */
const char *http_refusal(unsigned status);

#endif
