/* efi/post.h: a run's report on its way to a server's folder (report=URL), by HTTP or TFTP.
 *
 * Shape   tests/net/outbox.h decides what is sent when; here is what sends. What goes wrong is in `words`, for the screen.
 * Errors  post_open: ERR_NO_MEMORY; ERR_NOT_FOUND where the URL names no server and the image did not come over a network. */
#ifndef EFI_POST_H
#define EFI_POST_H

#include "efi/network.h"
#include "tests/net/outbox.h"

#define POST_WORDS_MAX 120
#define POST_ROOM      (8u << 20) /* bytes of the report of one run */

struct post {
    struct network *network;
    struct url folder;
    struct outbox_way way;
    struct outbox box;
    char *bytes;     /* null: no report is sent */
    unsigned status; /* that the server last refused with; 0: it was no answer at all */
    char words
        [POST_WORDS_MAX]; /* why the report is not on the server; empty: it is, as far as it goes */
};

/* `url`: a folder. Stays open for any number of runs. */
enum err post_open(struct post *post, struct network *network, const char *url) MUST_CHECK;
void post_close(struct post *post);
void post_begin(struct post *post, const struct report_name *name);
/* Takes four seconds at most, so that a server that is away is not taken for a card that does not answer. */
void post_line(struct post *post, const char *line, size_t size);
/* While a test runs and nothing is added: the same. */
void post_tick(struct post *post);
/* Sends what the server does not have yet; true: it has all. */
bool post_finish(struct post *post);
/* Whether post_finish may be tried again, after a pause that grows with what the last try took. */
bool post_is_due(struct post *post);

#endif
