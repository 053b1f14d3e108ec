/* Which parts of a report are sent when, to servers that append, or not, that are away, full, or lie; HTTP. */
#include "hw/bits.h"
#include "suite/net/http.h"
#include "suite/net/outbox.h"
#include "tests/kit/tests.h"

#define FILES    4
#define ROOM     4096
#define SECOND   UINT64_C(1000000)
#define FIRST    "20261122T103005-525400123456-SN1.jsonl"
#define SECOND_1 "20261122T103005.2-525400123456-SN1.jsonl"

struct file {
    char name[NAME_MAX];
    char bytes[ROOM];
    size_t size;
};

/* A server with a folder, a clock, and its possible faults. */
struct server {
    struct file files[FILES];
    uint64_t now_us, cost_us; /* of one request */
    bool away, full;          /* does not answer; refuses to write */
    bool no_append, replaces; /* refuses a part; takes a part for the whole */
    bool forgets_answer;      /* does the next write, and its answer is lost */
    size_t keeps;             /* of a write, where that is not 0 */
    bool shy;                 /* lists no files, but knows them */
    unsigned requests, writes, appends;
    struct outbox_way way;
    struct outbox box;
    char memory[ROOM];
};

static struct file *file_of(struct server *s, const char *name)
{
    struct file *empty = NULL;

    for (unsigned i = 0; i < FILES; i++) {
        if (!strcmp(s->files[i].name, name))
            return &s->files[i];
        if (!s->files[i].name[0] && !empty)
            empty = &s->files[i];
    }
    return empty;
}

static bool answers(struct server *s)
{
    s->requests++;
    s->now_us += s->cost_us;
    return !s->away;
}

static enum reply look(void *opaque, const char *name, bool *there, uint64_t *size)
{
    struct server *const s = opaque;

    if (!answers(s))
        return REPLY_SILENT;
    const struct file *const file = file_of(s, name);

    *there = !s->shy && !strcmp(file->name, name);
    *size = *there ? file->size : REPLY_SIZE_UNKNOWN;
    return REPLY_OK;
}

static void put(struct server *s, struct file *file, const char *name, const char *bytes, size_t at,
                size_t size)
{
    snprintf(file->name, sizeof(file->name), "%s", name);
    memcpy(file->bytes + at, bytes, size);
    file->size = at + size;
    if (s->keeps && file->size > s->keeps)
        file->size = s->keeps;
}

static enum reply write_all(void *opaque, const char *name, const char *bytes, size_t size,
                            bool create)
{
    struct server *const s = opaque;

    if (!answers(s))
        return REPLY_SILENT;
    struct file *const file = file_of(s, name);

    if (s->full)
        return REPLY_REFUSED;
    if (create && file->name[0])
        return REPLY_TAKEN;
    s->writes++;
    put(s, file, name, bytes, 0, size);
    if (!s->forgets_answer)
        return REPLY_OK;
    s->forgets_answer = false;
    return REPLY_SILENT;
}

static enum reply append(void *opaque, const char *name, const char *bytes, size_t from,
                         size_t size)
{
    struct server *const s = opaque;

    if (!answers(s))
        return REPLY_SILENT;
    if (s->no_append || s->full)
        return REPLY_REFUSED;
    s->appends++;
    put(s, file_of(s, name), name, bytes, s->replaces ? 0 : from, size);
    return REPLY_OK;
}

static uint64_t time_us(void *opaque)
{
    const struct server *const s = opaque;

    return s->now_us;
}

static void begin(struct server *s)
{
    const struct moment_date date = { 2026, 11, 22, 10, 30, 5 };
    const struct report_name name = { .began = moment_of(&date, 0),
                                      .mac = { 0x52, 0x54, 0x00, 0x12, 0x34, 0x56 },
                                      .card = "SN1" };

    s->way = (struct outbox_way){ s, look, write_all, append, time_us };
    outbox_begin(&s->box, &s->way, &name, s->memory, sizeof(s->memory));
}

static void add(struct server *s, const char *line)
{
    outbox_add(&s->box, line, strlen(line));
    s->now_us += SECOND;
}

#define START   "{\"type\":\"start\",\"test\":\"a\"}\n"
#define NOTE    "{\"type\":\"note\",\"text\":\"b\"}\n"
#define END     "{\"type\":\"end\",\"test\":\"a\"}\n"
#define VERDICT "{\"type\":\"verdict\"}\n"

static void assert_file(struct server *s, const char *name, const char *text)
{
    const struct file *const file = file_of(s, name);

    assert_string_equal(name, file->name);
    assert_int_equal(strlen(text), file->size);
    assert_memory_equal(text, file->bytes, file->size);
}

static struct server s;

/* After another line; parts of the report in the file. */
static void then_holds(const char *line, const char *text)
{
    add(&s, line);
    assert_file(&s, FIRST, text);
}

static void serve(struct server server)
{
    s = server;
    begin(&s);
}

TEST(where_a_server_appends_each_line_is_sent)
{
    serve((struct server){ .cost_us = 1000 });
    then_holds(START, START);
    then_holds(NOTE, START); /* no mark yet: whether it appends is tried at the next one */
    then_holds(START, START NOTE START);
    then_holds(NOTE, START NOTE START NOTE);
    then_holds(END, START NOTE START NOTE END);
    assert_pairs(1, s.writes, 3, s.appends);
    assert_pairs(true, outbox_finish(&s.box), 3, s.appends);
}

/* nginx refuses a part. */
TEST(where_it_cannot_the_whole_is_sent_at_each_mark)
{
    serve((struct server){ .cost_us = 1000, .no_append = true });
    add(&s, START);
    add(&s, NOTE);
    then_holds(START, START NOTE START);
    add(&s, NOTE);
    then_holds(END, START NOTE START);
    then_holds(VERDICT, START NOTE START NOTE END VERDICT);
    assert_int_equal(0, s.appends);
    assert_pairs(true, outbox_finish(&s.box), true, outbox_is_sent(&s.box));
}

TEST(a_part_that_replaced_the_whole_is_noticed)
{
    serve((struct server){ .replaces = true });
    add(&s, START);
    then_holds(START, START START);
    then_holds(START, START START START);
    assert_int_equal(1, s.appends);
}

/* Two runs within a second, or a clock that stands. */
TEST(a_name_that_is_taken_is_left_alone)
{
    s = (struct server){ 0 };
    put(&s, &s.files[0], FIRST, "another", 0, 7);
    begin(&s);
    then_holds(START, "another");
    assert_file(&s, SECOND_1, START);

    /* A server that shows no files says so when the file is to be made. */
    s = (struct server){ .shy = true };
    put(&s, &s.files[0], FIRST, "another", 0, 7);
    begin(&s);
    add(&s, START);
    assert_int_equal(REPLY_TAKEN, s.box.problem);
    assert_file(&s, FIRST, "another");
    s.shy = false; /* only so that the end can be seen */
    assert_true(outbox_finish(&s.box));
    assert_file(&s, SECOND_1, START);
}

TEST(a_server_that_was_never_there_gets_all_at_the_end)
{
    serve((struct server){ .away = true });
    add(&s, START);
    add(&s, VERDICT);
    assert_pairs(false, outbox_finish(&s.box), false, outbox_is_sent(&s.box));
    s.away = false;
    assert_true(outbox_finish(&s.box));
    assert_file(&s, FIRST, START VERDICT);
}

TEST(a_lost_answer_makes_no_second_report)
{
    serve((struct server){ .forgets_answer = true });
    add(&s, START);
    assert_int_equal(REPLY_SILENT, s.box.problem);
    assert_true(outbox_finish(&s.box));
    assert_file(&s, FIRST, START);
    assert_string_equal("", s.files[1].name);
}

TEST(a_full_disk_is_said_and_tried_again)
{
    serve((struct server){ 0 });
    add(&s, START);
    add(&s, START); /* it appends */
    s.full = true;
    add(&s, NOTE);
    assert_int_equal(REPLY_REFUSED, s.box.problem);
    assert_file(&s, FIRST, START START);
    assert_false(outbox_finish(&s.box));
    s.full = false;
    assert_true(outbox_finish(&s.box));
    assert_file(&s, FIRST, START START NOTE);
}

TEST(a_server_that_keeps_a_part_is_not_believed)
{
    serve((struct server){ .no_append = true, .keeps = 20 });
    add(&s, VERDICT VERDICT);
    assert_pairs(false, outbox_finish(&s.box), REPLY_SHORT, s.box.problem);
    s.keeps = 0;
    assert_true(outbox_finish(&s.box));
    assert_file(&s, FIRST, VERDICT VERDICT);
}

/* A request of 0.1 s leaves the run 0.5 s before the next one. */
TEST(sending_takes_a_sixth_of_the_time_at_most)
{
    serve((struct server){ .no_append = true, .cost_us = SECOND / 10 });
    s.box.mode = OUTBOX_WHOLE;
    snprintf(s.box.file, sizeof(s.box.file), "%s", FIRST);
    for (unsigned i = 0; i < 60; i++) { /* tests of 20 ms */
        outbox_add(&s.box, START, strlen(START));
        s.now_us += SECOND / 50;
    }
    assert_in_range(s.writes, 2, 3); /* 1.2 s of tests */
    assert_pairs(true, outbox_finish(&s.box), 60 * strlen(START), file_of(&s, FIRST)->size);
}

/* A test that begins within the pause is on the server as soon as it says anything. */
TEST(what_came_in_a_pause_goes_with_the_next_line)
{
    serve((struct server){ .no_append = true, .cost_us = SECOND });
    add(&s, START); /* two requests: ten seconds of pause, of which one goes by */
    add(&s, START);
    then_holds(NOTE, START);
    s.now_us += 10 * SECOND;
    then_holds(NOTE, START START NOTE NOTE);
    s.now_us += 100 * SECOND;
    then_holds(NOTE, START START NOTE NOTE); /* nothing is due */
    outbox_tick(&s.box);
    assert_file(&s, FIRST, START START NOTE NOTE);
    add(&s, START);
    add(&s, START);
    outbox_tick(&s.box); /* still in the pause */
    assert_file(&s, FIRST, START START NOTE NOTE NOTE START);
    s.now_us += 10 * SECOND;
    outbox_tick(&s.box);
    assert_file(&s, FIRST, START START NOTE NOTE NOTE START START);
}

TEST(a_report_that_is_too_long_is_cut_between_lines)
{
    serve((struct server){ 0 });
    for (unsigned i = 0; i <= ROOM / strlen(START); i++)
        add(&s, START);
    assert_true(s.box.cut);
    assert_false(outbox_finish(&s.box));
    assert_int_equal(ROOM / strlen(START) * strlen(START), file_of(&s, FIRST)->size);
}

/* ---- HTTP's text ---- */

#define FIRST_LINES                                                                                \
    "/r/a HTTP/1.1\r\nHost: 10.0.0.1:81\r\nUser-Agent: barecard\r\nConnection: close\r\n"
#define OF_5_BYTES "Content-Type: application/x-ndjson\r\nContent-Length: 5\r\n"
TEST(a_request_reads_as_rfc_9110_has_it)
{
    static const struct {
        struct http_ask ask;
        const char *text;
    } rows[] = {
        { { .method = HTTP_GET }, "GET " FIRST_LINES "\r\n" },
        { { .method = HTTP_PUT, .create = true, .size = 5 },
          "PUT " FIRST_LINES OF_5_BYTES "If-None-Match: *\r\n\r\n" },
        { { .method = HTTP_PUT, .part = true, .from = 10, .size = 5 },
          "PUT " FIRST_LINES OF_5_BYTES "Content-Range: bytes 10-14/*\r\n\r\n" },
    };
    char text[HTTP_ASK_MAX];
    struct url url;
    size_t size;

    assert_int_equal(OK, url_parse(&url, "http://10.0.0.1:81/r/a", 22));
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct http_ask ask = rows[i].ask;

        ask.url = &url;
        assert_int_equal(OK, http_ask(text, &ask, &size));
        assert_string_equal(rows[i].text, text);
        assert_int_equal(strlen(text), size);
    }
}

/* A head may come in any pieces; only the last one makes it whole. */
TEST(an_answer_is_read_in_pieces)
{
    static const char text[] = "HTTP/1.1 200 OK\r\nServer: x\r\nCONTENT-LENGTH:  42 \r\n\r\nbody";
    const size_t head = sizeof(text) - 1 - 4;
    struct http_answer answer;
    bool whole;

    for (size_t size = 0; size < sizeof(text) - 1; size++) {
        char *const cut = test_malloc(size ? size : 1);

        memcpy(cut, text, size);
        assert_pairs(OK, http_answer(&answer, cut, size, &whole), size >= head, whole);
        test_free(cut);
    }
    assert_pairs(200, answer.status, true, answer.has_length, 42, answer.length, head,
                 answer.head_size, false, answer.chunked);

    assert_int_equal(
        OK, http_answer(&answer, "HTTP/1.0 404\nTransfer-Encoding: chunked\n\n", 41, &whole));
    assert_pairs(true, whole && answer.chunked && !answer.has_length, 404, answer.status);
}

TEST(an_answer_that_is_none_is_refused)
{
    /* clang-format off */
    static const char *const bad[] = {
        "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/2 200\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 099 No\r\n\r\n", "HTTP/1.1 600 No\r\n\r\n", "HTTP/1.1 2000\r\n\r\n", "\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 12345678901234567890\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"
    };
    /* clang-format on */
    struct http_answer answer;
    bool whole;

    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++)
        if (http_answer(&answer, bad[i], strlen(bad[i]), &whole) != ERR_RIG)
            fail_msg("taken: %s", bad[i]);
}

/* As the run hands them on: the end of one part and the begin of the next in one piece. */
TEST(a_start_behind_an_end_is_sent)
{
    serve((struct server){ .no_append = true });
    add(&s, START);
    s.now_us += 100 * SECOND;
    then_holds(NOTE NOTE, START);
    then_holds(END START, START NOTE NOTE END START);
}
