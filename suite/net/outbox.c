#include "suite/net/outbox.h"

#include "engines/text.h"

#define NAMES_MAX 99 /* tried for one report */
#define SHARE     5
#define PAUSE_US  UINT64_C(10000000)

void outbox_begin(struct outbox *box, const struct outbox_way *way, const struct report_name *name,
                  char *bytes, size_t room)
{
    *box = (struct outbox){ .way = way, .name = *name, .bytes = bytes, .room = room };
}

bool outbox_is_sent(const struct outbox *box)
{
    return box->sent == box->used && !box->problem && !box->cut;
}

static void next_name(struct outbox *box)
{
    box->file[0] = '\0';
    box->name.again = box->name.again ? box->name.again + 1 : 2;
}

/* The first name that the server has no file under. */
static enum reply choose_name(struct outbox *box)
{
    const struct outbox_way *const way = box->way;
    bool there = true;
    uint64_t size;

    while (!box->file[0]) {
        enum reply reply;

        if (box->name.again > NAMES_MAX)
            return REPLY_TAKEN;
        name_report(box->file, &box->name);
        reply = way->look(way->opaque, box->file, &there, &size);
        if (reply || there)
            box->file[0] = '\0';
        if (reply)
            return reply;
        if (!there)
            break;
        next_name(box);
    }
    return REPLY_OK;
}

static enum reply send_whole(struct outbox *box)
{
    const struct outbox_way *const way = box->way;
    const bool first = box->mode == OUTBOX_NEW;
    const enum reply reply = way->write(way->opaque, box->file, box->bytes, box->used, first);

    if (reply == REPLY_TAKEN &&
        first) /* since its name was looked for, or by a server that shows no files */
        next_name(box);
    if (reply == REPLY_SILENT &&
        first) /* the server may have it all the same: it is ours to write again */
        box->mode = OUTBOX_WHOLE;
    if (reply)
        return reply;
    box->sent = box->used;
    if (first)
        box->mode = way->append ? OUTBOX_TRY : OUTBOX_WHOLE;
    return REPLY_OK;
}

/* A server may take a part for the whole, so the file's length is asked for after the first one. */
static enum reply send_part(struct outbox *box)
{
    const struct outbox_way *const way = box->way;
    bool there = false;
    uint64_t size = 0;
    enum reply reply = way->append(way->opaque, box->file, box->bytes + box->sent, box->sent,
                                   box->used - box->sent);

    if (!reply && box->mode == OUTBOX_TRY) {
        reply = way->look(way->opaque, box->file, &there, &size);
        if (!reply && (!there || size != box->used))
            reply = REPLY_REFUSED;
    }
    if (reply == REPLY_SILENT)
        return reply;
    if (reply) {
        box->mode = OUTBOX_WHOLE;
        return send_whole(box);
    }
    box->mode = OUTBOX_APPENDS;
    box->sent = box->used;
    return REPLY_OK;
}

static enum reply send_rest(struct outbox *box)
{
    const enum reply reply = choose_name(box);

    if (reply || box->sent == box->used)
        return reply;
    return box->mode == OUTBOX_TRY || box->mode == OUTBOX_APPENDS ? send_part(box)
                                                                  : send_whole(box);
}

static void send_now(struct outbox *box)
{
    const struct outbox_way *const way = box->way;
    const uint64_t begun_us = way->time_us(way->opaque);

    box->problem = (uint8_t)send_rest(box);
    box->due = box->problem != REPLY_OK;
    const uint64_t ended_us = way->time_us(way->opaque);
    uint64_t pause_us = (ended_us - begun_us) * SHARE;

    if (box->problem && pause_us < PAUSE_US)
        pause_us = PAUSE_US;
    box->next_us = ended_us + pause_us;
}

/* Lines that must have been sent even if the report ends there: which test or step of the takeover
 * runs, and the verdict. */
static bool is_mark(const char *line)
{
    return string_starts(line, "{\"type\":\"start\"") ||
           string_starts(line, "{\"type\":\"phase\"") ||
           string_starts(line, "{\"type\":\"verdict\"");
}

/* The end of a test and the start of the next one come together. */
static bool has_mark(const char *lines, size_t size)
{
    bool begins = true;

    for (size_t at = 0; at < size; at++) {
        if (begins && is_mark(lines + at))
            return true;
        begins = lines[at] == '\n';
    }
    return false;
}

void outbox_add(struct outbox *box, const char *lines, size_t size)
{
    if (size > box->room - box->used) {
        box->cut = true;
        return;
    }
    for (size_t i = 0; i < size; i++)
        box->bytes[box->used++] = lines[i];
    box->checked = false;
    box->due |= has_mark(lines, size) || box->mode == OUTBOX_APPENDS;
    if (box->due && box->way->time_us(box->way->opaque) >= box->next_us)
        send_now(box);
}

void outbox_tick(struct outbox *box)
{
    if (box->due && !box->problem && box->way->time_us(box->way->opaque) >= box->next_us)
        send_now(box);
}

/* A server that cannot say the size is believed: it has said that it took all. */
static enum reply check(struct outbox *box)
{
    const struct outbox_way *const way = box->way;
    bool there = false;
    uint64_t size = 0;
    const enum reply reply = way->look(way->opaque, box->file, &there, &size);

    if (reply)
        return reply;
    box->checked = there && (size == REPLY_SIZE_UNKNOWN || size == box->used);
    return box->checked ? REPLY_OK : REPLY_SHORT;
}

bool outbox_finish(struct outbox *box)
{
    if (!box->used || (box->checked && outbox_is_sent(box)))
        return outbox_is_sent(box);
    send_now(box);
    if (!box->problem)
        box->problem = (uint8_t)check(box);
    if (box->problem == REPLY_SHORT) { /* next time, all of it again */
        box->mode = OUTBOX_WHOLE;
        box->sent = 0;
    }
    return outbox_is_sent(box);
}
