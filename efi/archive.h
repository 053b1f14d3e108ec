/* efi/archive.h: where a run's report is kept: on the stick, on a server, or on both.
 *
 * Shape   one of the two may fail or be missing; the screen, TAP and the rest of the report name the failure. Lines
 *         that are not on the server when a run ends are sent again for a minute, and as long as the verdict is shown.
 *         The functions that take `opaque` are sinks of the run. */
#ifndef EFI_ARCHIVE_H
#define EFI_ARCHIVE_H

#include "efi/monitor.h"
#include "efi/post.h"
#include "efi/serial_tap.h"
#include "efi/stick.h"
#include "suite/run/resume.h"

#define ARCHIVE_WORDS_MAX (POST_WORDS_MAX + 64)
#define ARCHIVE_TEXT_ROOM (64u << 10) /* bytes of report.txt that are kept of a round */

/* report.txt of one round. */
struct archive_text {
    size_t used;
    bool cut; /* there was no room for all of it */
    char bytes[ARCHIVE_TEXT_ROOM];
};

struct archive {
    EFI_BOOT_SERVICES *boot;
    EFI_HANDLE image;
    const char *build; /* version of the firmware that runs */
    struct tap *tap;
    struct monitor *monitor;
    struct network *network;
    struct stick stick;
    struct post post;
    struct resume_source previous; /* report.jsonl as it was found; empty: there was none */
    char saved[64];                /* where the report is, for the screen */
    char unsent[ARCHIVE_WORDS_MAX];
    bool said_no_text; /* that report.txt cannot */
    bool said_unsent;  /* that the server does not have the report */
    bool texted;       /* report.txt has been begun */
    bool probed;       /* probe.json likewise */
    /* report.txt of several rounds is that of the worst one, and their sum. The first is written line by line; later ones
     * are kept here until they have ended, so that a power cut leaves the file as the round before left it. */
    unsigned rounds; /* that have ended */
    struct archive_text now, worst;
};

/* The stick, for a run or before its configuration is known. Again for each run. A second round finds report.txt as the
 * first has left it. */
void archive_open_stick(struct archive *archive);
/* Rounds begin, or a run that stands alone. */
void archive_begin_rounds(struct archive *archive);
/* A round has ended. `worst`: none before was as bad. `sum` and `verdict`: of all rounds so far. */
void archive_end_round(struct archive *archive, bool worst, const char *sum, const char *verdict);
/* A run begins. `url`: report= of the configuration, "" if there is none. */
void archive_begin(struct archive *archive, const char *url, const struct report_name *name);
/* Now and then while a test runs. */
void archive_tick(struct archive *archive);
/* The run has ended: waits for a server that is away. `scene`: is shown meanwhile. */
void archive_end(struct archive *archive, const struct scene *scene);
/* While nothing else is to be done; true: the screen has something new to say. */
bool archive_try_again(struct archive *archive);
void archive_close(struct archive *archive);
/* The firmware has failed: a last line for report.jsonl and the end of report.txt, on the stick alone. True: the line is on
 * it. Nothing else of the archive is used after that. */
bool archive_crash(struct archive *archive, const char *record, size_t record_size,
                   const char *text, size_t text_size);

void archive_record(void *opaque, const char *line, size_t size);
void archive_text(void *opaque, const char *line, size_t size);
void archive_probe(void *opaque, const char *text, size_t size);
bool archive_keep(void *opaque, const char *name, const void *bytes, size_t size);
/* As stick_open_log says; only a stick keeps it. */
uint64_t archive_log_open(struct archive *archive, const char *name);

#endif
