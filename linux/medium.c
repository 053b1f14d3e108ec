#include "linux/medium.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suite/report/verdict.h"

#define REPORT     "report.jsonl"
#define TEXT       "report.txt"
#define WORST_NAME ".report.worst"
#define LOG_MOST   (UINT64_C(256) << 20)

static int open_in(const char *folder, const char *name, int flags)
{
    char path[FILE_PATH_MAX];

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
bool medium_open(struct medium *medium, const struct roots *roots, const char *folder,
                 char sentence[SENTENCE_MAX])
{
    *medium = (struct medium){ .folder = folder, .report = -1 };
    mkdir(roots->lib, 0755);
    medium->journal = open_report(roots->lib);
    if (folder) {
        mkdir(folder, 0755);
        medium->report = open_report(folder);
    }
    if (folder && (medium->report < 0 || !new_file_begin(&medium->text, folder, TEXT))) {
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
    char text[FILE_PATH_MAX], kept[FILE_PATH_MAX];

    if (medium->rounds && file_path(text, medium->folder, TEXT) &&
        file_path(kept, medium->folder, WORST_NAME))
        (void)rename(kept, text);
}

void medium_end_tests(struct medium *medium)
{
    new_file_end(&medium->probe);
    new_file_end(&medium->log);
}

/* Files that the tests did not live to end. Every line of a log of accesses counts; a part of probe.json is of no use. */
void medium_close(struct medium *medium)
{
    if (medium->texted)
        new_file_end(&medium->text);
    new_file_undo(&medium->text);
    new_file_undo(&medium->probe);
    new_file_end(&medium->log);
    end_rounds(medium);
    close_file(&medium->journal);
    close_file(&medium->report);
}

void medium_end_last(struct medium *medium)
{
    static const char line[] =
        "{\"type\":\"verdict\",\"verdict\":\"" WORD_INCOMPLETE "\",\"reason\":\"barecard was "
        "killed, and nobody was left to end its report\"}\n";

    medium_record(medium, line, sizeof(line) - 1);
    medium->previous.size += medium->previous.size ? sizeof(line) - 1 : 0;
}

/* The report of the worst round is kept beside the file that the next one writes. */
void medium_end_round(struct medium *medium, bool worst)
{
    char text[FILE_PATH_MAX], kept[FILE_PATH_MAX];

    find_previous(medium);
    if (!medium->text.folder || !file_path(text, medium->folder, TEXT) ||
        !file_path(kept, medium->folder, WORST_NAME))
        return;
    new_file_end(&medium->text);
    medium->texted = false;
    medium->rounds = true;
    if (worst)
        (void)rename(text, kept);
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

/* A file that cannot be written whole is undone. */
static bool add(struct new_file *file, const char *text, size_t size)
{
    if (new_file_write(file, text, size))
        return true;
    new_file_undo(file);
    return false;
}

/* Later rounds begin it with their first line. */
void medium_text(struct medium *medium, const char *line, size_t size)
{
    if (!medium->folder)
        return;
    const bool begins = medium->rounds && !medium->texted;
    const bool good = !begins || new_file_begin(&medium->text, medium->folder, TEXT);

    medium->texted = true;
    if (!good || (medium->text.folder && !add(&medium->text, line, size)))
        medium->lost = "report.txt could not be written (is the disk full?): what it has is of an "
                       "earlier run";
}

void medium_probe(struct medium *medium, const char *text, size_t size)
{
    const bool good = medium->probed || !medium->folder ||
                      new_file_begin(&medium->probe, medium->folder, "probe.json");

    medium->probed = true;
    if (!good || (medium->probe.folder && !add(&medium->probe, text, size)))
        medium->lost = "probe.json could not be written (is the disk full?)";
}

bool medium_keep(const struct medium *medium, const char *name, const void *bytes, size_t size)
{
    struct new_file file;
    const bool written = new_file_begin(&file, medium->folder, name) && add(&file, bytes, size);

    new_file_end(&file);
    return written;
}

uint64_t medium_log_open(struct medium *medium, const char *name)
{
    new_file_end(&medium->log);
    return new_file_begin(&medium->log, medium->folder, name) ? LOG_MOST : 0;
}

/* A log that takes nothing more is kept as it is: its last line says what was under way. */
bool medium_log_write(struct medium *medium, uint64_t at, const char *text, size_t size)
{
    return medium->log.folder && pwrite(medium->log.file, text, size, (off_t)at) == (ssize_t)size &&
           fdatasync(medium->log.file) == 0;
}
