/* efi/post.h: a run's report on its way to a server's folder (report=URL), by HTTP or TFTP.
 *
 * Shape   before each test a machine without a stick also leaves a trail of this boot for its next one on the server
 *         (suite/net/trail.h), and reads the trail of the boot before. suite/net/outbox.h decides when to send which
 *         bytes; here they are sent. Failures are in `words`, for the screen. A machine that was not started over a
 *         network asks for an address first (efi/dhcp_lease.h).
 * Errors  post_open: ERR_NO_MEMORY; ERR_CONFIG where the URL names no server and the image came from none; else those of
 *         lease_get. */
#ifndef EFI_POST_H
#define EFI_POST_H

#include "efi/network.h"
#include "suite/net/outbox.h"
#include "suite/net/trail.h"
#include "suite/run/resume.h"

#define POST_WORDS_MAX 120
#define POST_ROOM      (8u << 20) /* bytes of the report of one run */

struct post {
    struct network *network;
    struct url folder;
    struct outbox_way way;
    struct outbox box;
    char *bytes;                /* null: no report is sent */
    unsigned status;            /* that the server last refused with; 0: it was no answer at all */
    bool remembers;             /* the trail goes to the server */
    uint64_t trail_next_us;     /* not before, since the server has not taken it */
    struct trail trail, before; /* of this run, and of the one before */
    char words
        [POST_WORDS_MAX]; /* why the report is not on the server; empty: it is, as far as it goes */
};

/* `url`: a folder. Stays open for any number of runs. `show`: of lease_get. */
enum err post_open(struct post *post, struct network *network, const char *url,
                   void (*show)(void *opaque, unsigned seconds), void *opaque) MUST_CHECK;
void post_close(struct post *post);
/* The network card's address in the name is filled in here. */
void post_begin(struct post *post, const struct report_name *name);
/* For a machine without a stick, between post_begin and the first line: the trail of the run before on the server,
 * empty if there is none. From here on each run leaves such a trail. Any error but ERR_NOT_FOUND: the server does not
 * say. */
enum err post_recall(struct post *post, struct resume_source *previous) MUST_CHECK;
/* Takes four seconds at most, so that a server that is away is not taken for a card that does not answer. */
void post_line(struct post *post, const char *line, size_t size);
/* While a test runs and nothing is added: the same. */
void post_tick(struct post *post);
/* Sends the lines that the server does not have yet; true: it has all. */
bool post_finish(struct post *post);
/* Whether post_finish may be tried again, after a pause that grows with the length of the last
 * try. */
bool post_is_due(struct post *post);

#endif
