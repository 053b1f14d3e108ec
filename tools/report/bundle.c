/* tools/report/bundle.c: barecard bundle: the files of a run as one archive that can be sent. tar makes it. */
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#include "tools/commands.h"
#include "tools/report/archive.h"
#include "tools/report/list.h"
#include "tools/report/private.h"
#include "tools/report/utf8.h"
#include "tools/report/write.h"
#include "tools/save.h"
#include "tools/version.h"

#define PATH_ROOM 4096
#define INNER     "barecard-run" /* the folder that the archive has */
#define MANIFEST  "bundle.json"

static const char help[] =
    "usage: barecard bundle DIR [--output FILE] [--serials]\n\n"
    "Packs the files of a run (report.jsonl, report.txt, logs, probe.json, "
    "barecard.cfg) that lie in DIR\n"
    "into one archive that can be sent, with a list of what is in it and of "
    "the versions that wrote it.\n"
    "Serial numbers and labels are taken out, of names of files too. Files that may hide one "
    "(pictures, ROMs, anything that is\n"
    "not text) are left out.\n\n"
    "  --output FILE  the archive (default: DIR.tar.gz)\n"
    "  --serials      pack all files of DIR as they are\n\n"
    "Status: 0, or 2 if a file cannot be read or written.\n";

struct bundle {
    char **argv;
    const char *from, *output;
    bool serials;
    char room[PATH_ROOM];      /* the temporary folder */
    char inner[2 * PATH_ROOM]; /* the packed folder, in it */
    struct hold hold;          /* signals that end the program, until the folder is removed */
    struct names names;
    unsigned renamed;
    json_t *packed, *left_out, *runs;
};

static bool complain(const struct bundle *b, const char *what)
{
    fprintf(stderr, "%s: %s: %s\n", b->argv[0], what, strerror(errno));
    return false;
}

static bool join(char path[PATH_ROOM], const char *folder, const char *name)
{
    if (snprintf(path, PATH_ROOM, "%s/%s", folder, name) < PATH_ROOM)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

/* ---- which files ----------------------------------------------------------------------------- */

static bool ends_with(const char *name, const char *end)
{
    const size_t length = strlen(name), wanted = strlen(end);

    return length > wanted && strcmp(name + length - wanted, end) == 0;
}

/* Files that the firmware and its scripts write as lines of text. */
static bool is_text(const char *name)
{
    static const char *const ends[] = { ".jsonl", ".json", ".txt", ".log", ".cfg" };

    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
        if (ends_with(name, ends[i]))
            return true;
    return false;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool is_taken(const struct bundle *b, const char *name)
{
    return b->serials || is_text(name);
}

typedef bool (*for_file)(struct bundle *b, const char *name, const char *path);

static bool visit(struct bundle *b, const char *name, for_file each)
{
    char path[PATH_ROOM];
    struct stat there;

    if (hold_is_over(&b->hold))
        return false;
    if (!join(path, b->from, name))
        return complain(b, name);
    if (stat(path, &there) != 0 || !S_ISREG(there.st_mode))
        return true;
    if (!save_would_replace(b->output, &there))
        return each(b, name, path);
    if (!is_taken(b, name))
        return true; /* the archive of the time before */
    fprintf(stderr, "%s: %s: is to be packed, and would be written over\n", b->argv[0], b->output);
    return false;
}

/* Calls `each` for every regular file of DIR, in the order of their names. */
static bool each_file(struct bundle *b, for_file each)
{
    struct dirent **list;
    const int count = scandir(b->from, &list, is_visible, alphasort);
    bool good = true;

    if (count < 0)
        return complain(b, b->from);
    for (int i = 0; i < count; i++) {
        good = good && visit(b, list[i]->d_name, each);
        free(list[i]);
    }
    free(list);
    return good;
}

/* ---- the contents ---------------------------------------------------------------------------- */

static void add_runs(struct bundle *b, const char *name, const char *path)
{
    struct report_list list = { 0 };
    char error[256];

    /* One that cannot be read is packed all the same: a damaged report is worth sending. */
    const bool good = report_read(&list, path, error, sizeof(error));
    for (unsigned i = 0; good && i < list.run_count; i++) {
        const struct report_run *const run = &list.runs[i];

        json_array_append_new(b->runs, json_pack("{s:s, s:i, s:s*, s:s*, s:s*}", "file", name,
                                                 "run", (int)run->number, "version", run->version,
                                                 "machine", run->machine, "verdict", run->verdict));
    }
    report_free(&list);
}

static bool look_at(struct bundle *b, const char *name, const char *path)
{
    if (is_text(name) && !b->serials && !names_collect(&b->names, path))
        return complain(b, path);
    return true;
}

/* Name of a file in the archive and in its list, to be freed: UTF-8, and without private names. */
static char *name_inside(struct bundle *b, const char *name)
{
    char *const private = b->serials ? strdup(name) : private_name(&b->names, name);
    char *const inside = utf8_name(private ? private : "");

    free(private);
    return inside;
}

/* Numbers the second of two files whose names differed only in private parts, which were taken
 * out. */
static bool place_inside(struct bundle *b, char **inside, char to[PATH_ROOM])
{
    struct stat there;

    if (!join(to, b->inner, *inside))
        return false;
    while (lstat(to, &there) == 0) {
        char *again = NULL;

        if (asprintf(&again, "%u-%s", ++b->renamed + 1, *inside) < 0 || !join(to, b->inner, again))
            return false;
        if (lstat(to, &there) == 0) {
            free(again);
            continue;
        }
        free(*inside);
        *inside = again;
    }
    return true;
}

static bool copy_bytes(const char *from, const char *to)
{
    FILE *const in = fopen(from, "r"), *const out = in ? fopen(to, "w") : NULL;
    char bytes[65536];
    size_t size;
    bool good = out;

    while (good && (size = fread(bytes, 1, sizeof(bytes), in)) > 0)
        good = fwrite(bytes, 1, size, out) == size;
    good = good && !ferror(in);
    if (in)
        fclose(in);
    if (out && fclose(out) != 0)
        good = false;
    return good;
}

static void leave_out(struct bundle *b, const char *name)
{
    char *const inside = name_inside(b, name), *const said = utf8_name(name);

    json_array_append_new(b->left_out, json_string(inside));
    fprintf(stderr, "%s: left out ", b->argv[0]);
    print_safe(stderr, said);
    fputs("; --serials packs it\n", stderr);
    free(inside);
    free(said);
}

static bool take(struct bundle *b, const char *name, const char *path)
{
    char to[PATH_ROOM];

    if (!is_taken(b, name)) {
        leave_out(b, name);
        return true;
    }
    char *inside = name_inside(b, name);
    const bool good = place_inside(b, &inside, to) &&
                      (b->serials ? copy_bytes(path, to) : private_copy(&b->names, path, to));
    if (good) {
        json_array_append_new(b->packed, json_string(inside));
        if (ends_with(name, ".jsonl"))
            add_runs(b, inside, path);
    }
    free(inside);
    return good || complain(b, path);
}

static bool write_manifest(struct bundle *b)
{
    char path[PATH_ROOM];
    json_t *const all =
        json_pack("{s:i, s:s, s:b, s:i, s:O, s:O, s:O}", "schema", 1, "barecard", version_text,
                  "serials", b->serials, "removed", (int)b->names.removed, "runs", b->runs, "files",
                  b->packed, "left_out", b->left_out);
    const bool good = join(path, b->inner, MANIFEST) &&
                      json_dump_file(all, path, JSON_INDENT(2) | JSON_PRESERVE_ORDER) == 0;

    json_decref(all);
    return good || complain(b, MANIFEST);
}

/* ---- the archive ----------------------------------------------------------------------------- */

static bool open_room(struct bundle *b)
{
    const char *const base = getenv("TMPDIR");

    if (!join(b->room, base && base[0] ? base : "/tmp", "barecard-XXXXXX") || !mkdtemp(b->room)) {
        b->room[0] = '\0';
        return complain(b, "a temporary folder");
    }
    snprintf(b->inner, sizeof(b->inner), "%s/" INNER, b->room);
    return mkdir(b->inner, 0755) == 0 || complain(b, b->inner);
}

static void close_room(struct bundle *b)
{
    struct dirent **list;
    const int count = b->room[0] ? scandir(b->inner, &list, NULL, NULL) : -1;
    char path[PATH_ROOM];

    for (int i = 0; i < count; i++) {
        if (join(path, b->inner, list[i]->d_name))
            unlink(path); /* not "." and "..", which are folders */
        free(list[i]);
    }
    if (count >= 0)
        free(list);
    if (b->room[0]) {
        rmdir(b->inner);
        rmdir(b->room);
    }
}

static bool make_bundle(struct bundle *b)
{
    if (!each_file(b, look_at) || !open_room(b) || !each_file(b, take))
        return false;
    if (!json_array_size(b->packed)) {
        fprintf(stderr, "%s: %s: no file of a run is there\n", b->argv[0], b->from);
        return false;
    }
    return write_manifest(b) && archive_write(b->argv, b->room, INNER, b->output, &b->hold);
}

/* Below 0: go on; else the exit status. */
static int parse_arguments(struct bundle *b, int argc, char **argv)
{
    static const struct option longs[] = { { "output", required_argument, NULL, 'o' },
                                           { "serials", no_argument, NULL, 's' },
                                           { "help", no_argument, NULL, 'h' },
                                           { 0 } };
    int option;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1)
        switch (option) {
        case 'o':
            b->output = optarg;
            break;
        case 's':
            b->serials = true;
            break;
        case 'h':
            fputs(help, stdout);
            return STATUS_OK;
        default:
            return usage_hint(argv);
        }
    if (argc - optind != 1)
        return usage_error(argv, "expected one folder");
    b->from = argv[optind];
    return -1;
}

/* DIR.tar.gz, beside DIR, which has a name also where it was given as "." or "..". */
static bool name_output(struct bundle *b, char output[PATH_ROOM])
{
    size_t length = strlen(b->from);

    if (b->output)
        return true;
    while (length > 1 && b->from[length - 1] == '/')
        length--;
    char *const given = strndup(b->from, length);
    const char *const slash = given ? strrchr(given, '/') : NULL;
    const char *const last = slash ? slash + 1 : given;
    const bool named = last && last[0] && strcmp(last, ".") != 0 && strcmp(last, "..") != 0;
    char *const whole = named ? strdup(given) : realpath(b->from, NULL);
    bool good = whole && strcmp(whole, "/") != 0;

    if (whole && !good)
        errno = EINVAL;
    if (good && snprintf(output, PATH_ROOM, "%s.tar.gz", whole) >= PATH_ROOM) {
        errno = ENAMETOOLONG;
        good = false;
    }
    free(given);
    b->output = output;
    good = good || complain(b, b->from);
    free(whole);
    return good;
}

/* Signals are held until the temporary folder is gone, so that Ctrl-C leaves none. */
int command_bundle(int argc, char **argv)
{
    struct bundle b = { .argv = argv, .from = "." };
    char output[PATH_ROOM];
    const int status = parse_arguments(&b, argc, argv);

    if (status >= 0)
        return status;
    b.packed = json_array();
    b.left_out = json_array();
    b.runs = json_array();
    b.hold = hold_signals();
    const bool good = name_output(&b, output) && make_bundle(&b);
    close_room(&b);
    hold_end(&b.hold);
    names_free(&b.names);
    json_decref(b.packed);
    json_decref(b.left_out);
    json_decref(b.runs);
    return good ? STATUS_OK : STATUS_ERROR;
}
