#include "efi/archive.h"

#include "efi/memory.h"
#include "engines/text.h"

#define REPORT_PATH     L"\\report.jsonl"
#define TEXT_PATH       L"\\report.txt"
#define PROBE_PATH      L"\\probe.json"
#define ARCHIVE_SUM_MAX 640 /* the sum of several rounds, in words */
/* A run is kept whole or not at all: the next boot takes one without its end for one that was cut off. Only a report that
 * is as large can have filled the medium. */
#define RUN_ROOM  (UINT64_C(1) << 20)
#define SECOND_US UINT64_C(1000000)
#define END_S     60
#define SENT_TO   "the report is sent to "

/* ---- failures ---- */

/* For the screen in few words. */
static void say_lost(struct archive *archive, const char *why, const char *in_short)
{
    if (archive->monitor->lost != NULL)
        return;
    archive->monitor->lost = in_short;
    tap_comment(archive->tap, why);
}

/* Who reads the file later must not take the earlier run's verdict for this one's. */
static void say_no_text(struct archive *archive)
{
    if (!archive->said_no_text && archive->stick.root != NULL)
        tap_comment(archive->tap, archive->monitor->lost == NULL
                                      ? "report.txt could not be written: what it has is of an "
                                        "earlier run; report.jsonl has all of it"
                                      : "report.txt could not be written either: what it has is "
                                        "of an earlier run");
    archive->said_no_text = true;
}

/* On the screen at once, in TAP when it changes. `seconds`: that it will still be tried for, 0 for now. */
static void say_unsent(struct archive *archive, int seconds)
{
    const struct post *const post = &archive->post;
    const bool unsent = post->words[0] != '\0';
    struct text words = text_in(archive->unsent, sizeof(archive->unsent));

    text_string(&words, post->words);
    if (archive->stick.report != NULL)
        text_string(&words, "; the stick has it");
    if (seconds > 0)
        text_format(&words, "; again for %d s", seconds);
    archive->monitor->unsent = unsent ? archive->unsent : NULL;
    if (unsent == archive->said_unsent)
        return;
    archive->said_unsent = unsent;
    if (unsent)
        tap_comment(archive->tap, archive->unsent);
    else
        tap_comment(archive->tap, "the server has the report again");
}

/* ---- the stick ---- */

static size_t read_previous(void *opaque, uint64_t offset, char *bytes, size_t size)
{
    return stick_read_report(opaque, offset, bytes, size);
}

static void say_no_stick(struct archive *archive, enum err e)
{
    if (e == ERR_RANGE)
        say_lost(
            archive,
            "several volumes have a barecard.cfg, and none of them is the one that the firmware "
            "came from: none is read or written",
            "several volumes have a barecard.cfg");
    else if (!archive->network->served)
        say_lost(archive,
                 "no volume has a barecard.cfg, and the one that the firmware came from is not "
                 "Barecard's: nothing is read or written",
                 "no volume has a barecard.cfg");
}

/* A machine that was started over the network needs none. */
void archive_open_stick(struct archive *archive)
{
    struct stick *const stick = &archive->stick;
    enum err e;

    archive->previous = (struct resume_source){ 0 };
    archive->monitor->lost = NULL;
    archive->texted = false;
    if (archive->network->served)
        e = stick_find(stick, archive->boot);
    else
        e = stick_open(stick, archive->boot, archive->image, archive->build);
    if (e != OK) {
        say_no_stick(archive, e);
        return;
    }
    archive->previous = (struct resume_source){ .opaque = stick, .read = read_previous };
    if (stick_open_report(stick, REPORT_PATH, &archive->previous.size) != OK)
        say_lost(archive,
                 "report.jsonl cannot be opened for writing (read-only?); the report is "
                 "only here and on the screen",
                 "the CD or stick cannot be written");
    stick->full = archive->previous.size >= RUN_ROOM && stick_free(stick) < RUN_ROOM;
    if (stick->full)
        say_lost(archive,
                 "the stick is full: this run is not in report.jsonl, only in report.txt, here and "
                 "on the screen",
                 "the stick is full");
}

/* ---- rounds ---- */

void archive_begin_rounds(struct archive *archive)
{
    archive->rounds = 0;
    archive->now.used = archive->worst.used = 0;
    archive->now.cut = archive->worst.cut = false;
}

/* The worst round in full and the sum of all, whose verdict is the last line. */
static enum err write_rounds(struct archive *archive, const char *sum, const char *verdict)
{
    struct stick *const stick = &archive->stick;
    const struct archive_text *const worst = &archive->worst;
    char end[ARCHIVE_SUM_MAX];
    struct text text = text_in(end, sizeof(end));

    new_file_end(&stick->text);
    enum err e = new_file_begin(&stick->text, stick->root, TEXT_PATH);

    text_format(&text,
                "%s\r\nThat was the worst round.\r\nRounds   %s\r\nVerdict of all rounds: %s\r\n",
                worst->cut ? "(cut: report.jsonl has the rest)\r\n" : "", sum, verdict);
    if (e == OK)
        e = stick_write_new(&stick->text, worst->bytes, worst->used);
    if (e == OK)
        e = stick_write_new(&stick->text, end, text.used);
    new_file_end(&stick->text);
    return e;
}

void archive_end_round(struct archive *archive, bool worst, const char *sum, const char *verdict)
{
    archive->rounds++;
    if (worst)
        memcpy(&archive->worst, &archive->now, sizeof(archive->worst));
    archive->now.used = 0;
    archive->now.cut = false;
    if (write_rounds(archive, sum, verdict) != OK)
        say_no_text(archive);
}

/* ---- a run ---- */

/* While a network card waits for an address. */
static void show_waiting(void *opaque, unsigned seconds)
{
    struct archive *const archive = opaque;
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));
    const struct scene scene = { .question = letters };

    text_format(&words, "Waiting %u s for an address from the network, to send the report",
                seconds);
    monitor_show(archive->monitor, &scene, true);
}

/* A report that cannot be sent is no reason not to test: the screen says so, and the stick keeps it if there is one.
 * A machine without a network tries again for its next run: somebody may have plugged in a cable. */
static void open_post(struct archive *archive, const char *url)
{
    char letters[sizeof(SENT_TO) + URL_WORDS_MAX];
    struct text words = text_in(letters, sizeof(letters));

    if (url[0] == '\0' || archive->post.bytes != NULL ||
        post_open(&archive->post, archive->network, url, show_waiting, archive) != OK)
        return;
    text_string(&words, SENT_TO);
    url_words(&archive->post.folder, &words);
    tap_comment(archive->tap, letters);
}

static void say_saved(struct archive *archive)
{
    struct text words = text_in(archive->saved, sizeof(archive->saved));
    const bool sent = archive->post.bytes != NULL;

    if (archive->stick.report != NULL)
        text_string(&words, sent ? "stick, " : "report.jsonl");
    if (sent)
        url_server_words(&archive->post.folder, &words);
    archive->monitor->saved = archive->saved;
}

/* A stick says itself how the boot before has ended. */
static void recall(struct archive *archive)
{
    if (archive->stick.report != NULL || archive->post.bytes == NULL)
        return;
    const enum err e = post_recall(&archive->post, &archive->previous);

    if (e != OK && e != ERR_NOT_FOUND)
        tap_comment(archive->tap,
                    "the server does not say how the boot before ended: a test that has reset "
                    "this machine is not left out");
}

void archive_begin(struct archive *archive, const char *url, const struct report_name *name)
{
    open_post(archive, url);
    post_begin(&archive->post, name);
    recall(archive);
    archive->monitor->unsent = NULL;
    archive->said_unsent = false;
    archive->probed = false;
    if (archive->stick.report == NULL && url[0] == '\0')
        say_lost(archive, "no stick, and no report= in the configuration: the report is only here",
                 "there is no stick, and no report= in the configuration");
    say_saved(archive);
    say_unsent(archive, 0);
}

void archive_tick(struct archive *archive)
{
    post_tick(&archive->post);
    say_unsent(archive, 0);
}

void archive_end(struct archive *archive, const struct scene *scene)
{
    struct clock *const clock = archive->network->clock;
    const uint64_t end_us = clock_us(clock) + END_S * SECOND_US;

    if (archive->post.bytes == NULL)
        return;
    while (!post_finish(&archive->post)) {
        const uint64_t now_us = clock_us(clock);

        if (now_us >= end_us || archive->post.box.problem == REPLY_UNSUPPORTED)
            break;
        say_unsent(archive, (int)((end_us - now_us) / SECOND_US));
        monitor_show(archive->monitor, scene, true);
        clock_wait_us(clock, SECOND_US);
    }
    say_unsent(archive, 0);
    monitor_show(archive->monitor, scene, true);
}

bool archive_try_again(struct archive *archive)
{
    if (!post_is_due(&archive->post))
        return false;
    (void)post_finish(&archive->post);
    say_unsent(archive, 0);
    return true;
}

void archive_close(struct archive *archive)
{
    stick_close(&archive->stick);
    post_close(&archive->post);
}

/* ---- sinks ---- */

void archive_record(void *opaque, const char *line, size_t size)
{
    struct archive *const archive = opaque;
    const bool kept =
        archive->stick.root == NULL || stick_append(&archive->stick, line, size) == OK;

    post_line(&archive->post, line, size);
    if (!kept)
        say_lost(archive,
                 "report.jsonl could not be written to (full, read-only or pulled out?); "
                 "what follows is only here and on the screen",
                 "the stick is full, read-only or pulled out");
    say_unsent(archive, 0);
}

static void keep_text(struct archive_text *text, const char *line, size_t size)
{
    if (text->cut || size > sizeof(text->bytes) - text->used) {
        text->cut = true;
        return;
    }
    memcpy(text->bytes + text->used, line, size);
    text->used += size;
}

/* Begun by its first piece: who switches off before that has the text of the run before. */
static enum err add_piece(struct stick *stick, const CHAR16 *name, struct new_file *file,
                          bool *begun, const char *piece, size_t size)
{
    const enum err e = *begun ? OK : new_file_begin(file, stick->root, name);

    *begun = true;
    return e == OK ? stick_write_new(file, piece, size) : e;
}

void archive_text(void *opaque, const char *line, size_t size)
{
    struct archive *const archive = opaque;
    struct stick *const stick = &archive->stick;

    keep_text(&archive->now, line, size);
    if (archive->rounds == 0 &&
        add_piece(stick, TEXT_PATH, &stick->text, &archive->texted, line, size) != OK)
        say_no_text(archive);
}

void archive_probe(void *opaque, const char *text, size_t size)
{
    struct archive *const archive = opaque;
    struct stick *const stick = &archive->stick;
    const bool open = stick->probe.file != NULL;

    if ((open || !archive->probed) &&
        add_piece(stick, PROBE_PATH, &stick->probe, &archive->probed, text, size) != OK)
        tap_comment(archive->tap, "probe.json could not be written");
}

/* Of a file in the root of the volume. */
static void path_of(CHAR16 path[NEW_FILE_NAME_MAX], const char *name)
{
    unsigned i = 0;

    path[0] = L'\\';
    for (; name[i] && i + 2 < NEW_FILE_NAME_MAX; i++)
        path[i + 1] = (CHAR16)name[i];
    path[i + 1] = L'\0';
}

bool archive_keep(void *opaque, const char *name, const void *bytes, size_t size)
{
    struct archive *const archive = opaque;
    CHAR16 path[NEW_FILE_NAME_MAX];

    path_of(path, name);
    return stick_keep(&archive->stick, path, bytes, size) == OK;
}

uint64_t archive_log_open(struct archive *archive, const char *name)
{
    CHAR16 path[NEW_FILE_NAME_MAX];

    path_of(path, name);
    return stick_open_log(&archive->stick, path);
}

/* After this round's lines in report.txt; in later rounds the file is not open, and holds the sum of the rounds before.
 * A file that an earlier run has left gets no end from this one. */
static void end_text(struct archive *archive, const char *text, size_t size)
{
    struct stick *const stick = &archive->stick;
    enum err e = stick->text.file != NULL ? OK : ERR_NOT_FOUND;

    if (e != OK && archive->rounds != 0)
        e = stick_open_end(stick, TEXT_PATH, &stick->text);
    else if (e != OK && !archive->texted)
        e = new_file_begin(&stick->text, stick->root, TEXT_PATH);
    if (e == OK)
        (void)!new_file_write(&stick->text, text, size);
}

bool archive_crash(struct archive *archive, const char *record, size_t record_size,
                   const char *text, size_t text_size)
{
    struct stick *const stick = &archive->stick;

    if (stick_append(stick, record, record_size) != OK)
        return false;
    end_text(archive, text, text_size);
    return true;
}
