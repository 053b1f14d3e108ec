#include "linux/medium.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REPORT     "report.jsonl"
#define WORST_NAME ".report.worst"
#define LOG_MOST   (UINT64_C(256) << 20)

/* Also after a signal, which ends a write early. */
static bool write_all(int file, const char *bytes, size_t size)
{
    while (size) {
        const ssize_t written = write(file, bytes, size);

        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        }
    }
    return true;
}

static int open_in(const char *folder, const char *name, int flags)
{
    char path[PLACE_MAX];

    if (!folder || !file_path(path, folder, "%s", name))
        return -1;
    return open(path, flags | O_CLOEXEC, 0644);
}

/* A machine that died in the middle of a line has left it open: ours begins a new one. */
static int open_report(const char *folder)
{
    const int file = open_in(folder, REPORT, O_RDWR | O_CREAT | O_APPEND);
    const off_t size = file < 0 ? 0 : lseek(file, 0, SEEK_END);
    char last = '\n';

    if (size > 0 && pread(file, &last, 1, size - 1) == 1 && last != '\n' &&
        !write_all(file, "\n", 1))
        last = '\n';
    return file;
}

/* ---- reports of earlier runs ----------------------------------------------------------------- */

static size_t read_previous(void *opaque, uint64_t offset, char *bytes, size_t size)
{
    const struct medium *const medium = opaque;
    const ssize_t got = pread(medium->previous_file, bytes, size, (off_t)offset);

    return got < 0 ? 0 : (size_t)got;
}

static time_t changed(int file)
{
    struct stat about;

    return file >= 0 && fstat(file, &about) == 0 && about.st_size ? about.st_mtime : 0;
}

/* Of the two the one that was written last: the folder may be on a stick that other machines write to as well, and a live
 * system has forgotten its own. */
static void find_previous(struct medium *medium)
{
    struct stat about;

    medium->previous_file =
        changed(medium->report) > changed(medium->journal) ? medium->report : medium->journal;
    if (medium->previous_file < 0 || fstat(medium->previous_file, &about) || !about.st_size)
        return;
    medium->previous = (struct resume_source){ .opaque = medium,
                                               .size = (uint64_t)about.st_size,
                                               .read = read_previous };
}

/* Only a failure of --out ends the run; without a journal the next start merely knows less, because
 * the verdict does not depend on it. */
bool medium_open(struct medium *medium, const struct places *places, const char *folder,
                 char sentence[SENTENCE_MAX])
{
    *medium = (struct medium){ .folder = folder, .report = -1, .text = -1, .probe = -1, .log = -1 };
    mkdir(places->lib, 0755);
    medium->journal = open_report(places->lib);
    if (folder) {
        mkdir(folder, 0755);
        medium->report = open_report(folder);
        medium->text = open_in(folder, "report.txt", O_WRONLY | O_CREAT | O_TRUNC);
    }
    if (folder && (medium->report < 0 || medium->text < 0)) {
        snprintf(sentence, SENTENCE_MAX, "--out %s: nothing can be written there: %s", folder,
                 strerror(errno));
        medium_close(medium);
        return false;
    }
    find_previous(medium);
    if (medium->journal >= 0)
        medium->from = lseek(medium->journal, 0, SEEK_END);
    return true;
}

static void close_file(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

static void end_rounds(const struct medium *medium)
{
    char text[PLACE_MAX], kept[PLACE_MAX];

    if (medium->rounds && file_path(text, medium->folder, "report.txt") &&
        file_path(kept, medium->folder, WORST_NAME))
        (void)rename(kept, text);
}

void medium_close(struct medium *medium)
{
    end_rounds(medium);
    close_file(&medium->journal);
    close_file(&medium->report);
    close_file(&medium->text);
    close_file(&medium->probe);
    close_file(&medium->log);
}

void medium_end_last(struct medium *medium)
{
    static const char line[] =
        "{\"type\":\"verdict\",\"verdict\":\"INCOMPLETE\",\"reason\":\"barecard was "
        "killed, and nobody was left to end its report\"}\n";

    medium_record(medium, line, sizeof(line) - 1);
    medium->previous.size += medium->previous.size ? sizeof(line) - 1 : 0;
}

/* The report of the worst round is kept beside the file that the next one writes. */
void medium_end_round(struct medium *medium, bool worst)
{
    char text[PLACE_MAX], kept[PLACE_MAX];

    find_previous(medium);
    if (medium->text < 0 || !file_path(text, medium->folder, "report.txt") ||
        !file_path(kept, medium->folder, WORST_NAME))
        return;
    close_file(&medium->text);
    medium->rounds = true;
    if (worst)
        (void)rename(text, kept);
}

static void begin_text(struct medium *medium)
{
    if (medium->text < 0 && medium->rounds)
        medium->text = open_in(medium->folder, "report.txt", O_WRONLY | O_CREAT | O_TRUNC);
}

/* ---- sinks ----------------------------------------------------------------------------------- */

/* Lines that may be the machine's last words. */
static bool must_be_kept(const char *lines, size_t size)
{
    static const char *const types[] = { "\"type\":\"start\"", "\"type\":\"phase\"",
                                         "\"type\":\"verdict\"" };

    for (unsigned i = 0; i < ARRAY_SIZE(types); i++)
        if (memmem(lines, size, types[i], strlen(types[i])))
            return true;
    return false;
}

static bool append(int *file, const char *lines, size_t size)
{
    if (*file < 0)
        return true;
    if (write_all(*file, lines, size) &&
        (!must_be_kept(lines, size) || fdatasync(*file) == 0 || errno == EINVAL))
        return true;
    close_file(file);
    return false;
}

void medium_record(struct medium *medium, const char *lines, size_t size)
{
    append(&medium->journal, lines, size);
    if (!append(&medium->report, lines, size))
        medium->lost = "report.jsonl cannot be written to any more (is the disk full?)";
}

void medium_text(struct medium *medium, const char *line, size_t size)
{
    begin_text(medium);
    if (medium->text >= 0 && !write_all(medium->text, line, size))
        medium->lost = "report.txt cannot be written to any more (is the disk full?)";
}

void medium_probe(struct medium *medium, const char *text, size_t size)
{
    if (medium->probe < 0)
        medium->probe = open_in(medium->folder, "probe.json", O_WRONLY | O_CREAT | O_TRUNC);
    if (medium->probe >= 0 && !write_all(medium->probe, text, size))
        medium->lost = "probe.json cannot be written to any more (is the disk full?)";
}

bool medium_keep(const struct medium *medium, const char *name, const void *bytes, size_t size)
{
    int file = open_in(medium->folder, name, O_WRONLY | O_CREAT | O_TRUNC);
    const bool written = file >= 0 && write_all(file, bytes, size);

    close_file(&file);
    return written;
}

uint64_t medium_log_open(struct medium *medium, const char *name)
{
    close_file(&medium->log);
    medium->log = open_in(medium->folder, name, O_WRONLY | O_CREAT | O_TRUNC);
    return medium->log < 0 ? 0 : LOG_MOST;
}

bool medium_log_write(struct medium *medium, uint64_t at, const char *text, size_t size)
{
    return medium->log >= 0 && pwrite(medium->log, text, size, (off_t)at) == (ssize_t)size &&
           fdatasync(medium->log) == 0;
}
