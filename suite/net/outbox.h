/* suite/net/outbox.h: a report on its way to a server: when its parts are sent, and how much the server has.
 *
 * Shape   pure; the surroundings send (`struct outbox_way`). The whole report of a run stays in memory, so that
 *         nothing is lost while the server is away. Where a server can append to a file, each line is sent; else the
 *         whole report is, when a test or a step of the takeover begins, which is also the end of the one before,
 *         and at the verdict. Between two sendings five times as long passes as the first of them took, so that they
 *         take at most a sixth of a run, and parts that became due meanwhile go as soon as that is over; after one that
 *         failed, ten seconds pass.
 *         Whether a server can append is tried once, and believed only if the file is then as long as it must be.
 *         A name that the server has a file under is never written to: the next one is tried.
 * Units   bytes; microseconds. */
#ifndef SUITE_NET_OUTBOX_H
#define SUITE_NET_OUTBOX_H

#include "suite/net/names.h"

enum reply {
    REPLY_OK,
    REPLY_TAKEN,       /* something has that name already */
    REPLY_SILENT,      /* no answer, or the connection broke */
    REPLY_REFUSED,     /* the server says no */
    REPLY_SHORT,       /* the server has taken it, and does not have all of it */
    REPLY_UNSUPPORTED, /* the machine's firmware lacks a protocol for it */
};

#define REPLY_SIZE_UNKNOWN UINT64_MAX

struct outbox_way {
    void *opaque;
    /* Whether the server has a file of that name, and its size. */
    enum reply (*look)(void *opaque, const char *name, bool *there, uint64_t *size);
    /* All of a file; `create`: only if nothing has that name, as far as the server can tell. */
    enum reply (*write)(void *opaque, const char *name, const char *bytes, size_t size,
                        bool create);
    /* Bytes for the end of a file that has `from` of them. Null: there is no such thing. */
    enum reply (*append)(void *opaque, const char *name, const char *bytes, size_t from,
                         size_t size);
    uint64_t (*time_us)(void *opaque);
};

enum outbox_mode { OUTBOX_NEW, OUTBOX_TRY, OUTBOX_APPENDS, OUTBOX_WHOLE };

struct outbox {
    const struct outbox_way *way;
    struct report_name name;
    char file[NAME_MAX]; /* empty: no free name was found yet */
    char *bytes;
    size_t room, used, sent; /* sent: so many of them the server has */
    bool cut;                /* there was no room for all of the report */
    bool due;                /* something was added that a report must not end without */
    bool checked;            /* the server has said that it has all */
    uint8_t mode;            /* enum outbox_mode */
    uint8_t problem;         /* enum reply, of the last sending */
    uint64_t next_us;
};

/* The way, and `room` bytes of memory, stay as long as the outbox is in use. */
void outbox_begin(struct outbox *box, const struct outbox_way *way, const struct report_name *name,
                  char *bytes, size_t room);
/* Whole lines of the report. Sends if it is time to. */
void outbox_add(struct outbox *box, const char *lines, size_t size);
/* Nothing was added: sends the parts that are due if it is time to, and if the server answered last
 * time. */
void outbox_tick(struct outbox *box);
/* Sends all that the server does not have, now, and asks it whether it has all. */
bool outbox_finish(struct outbox *box);
/* Whether everything that was added is on the server. */
bool outbox_is_sent(const struct outbox *box);

#endif
