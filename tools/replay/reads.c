#include "tools/replay/reads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/replay/side.h"

#define LINE_MAX_BYTES 1024
#define CONFIG_SPACE   (UINT64_C(1) << 32)
#define RUN_MOST       0x100000u /* words of a line "run": more than any access of Barecard has */

/* A log that is being read. */
struct reading {
    struct replay log; /* for its lines */
    struct replay_reads *reads;
    bool words; /* the lines `run` and `data` that follow are the words read */
};

static bool add(struct replay_reads *reads, uint64_t place, uint64_t word)
{
    if (reads->count == reads->room) {
        const size_t room = reads->room ? 2 * reads->room : 1024;
        struct replay_read *const all = realloc(reads->all, room * sizeof(*all));

        if (!all)
            return false;
        reads->all = all;
        reads->room = room;
    }
    reads->all[reads->count] = (struct replay_read){ place, reads->count, (uint32_t)word, 0 };
    reads->count++;
    return true;
}

/* Of other BARs nothing is kept, because their contents depend on registers and tables. */
static bool add_at(struct reading *r, uint64_t at, uint64_t word)
{
    unsigned bar;
    uint64_t offset;

    if (!replay_find(&r->log, at, 4, &bar, &offset) || bar != NV_BAR_MMIO)
        return true;
    return add(r->reads, offset, word) || replay_broken(&r->log, "out of memory");
}

static bool take_read(struct reading *r)
{
    uint64_t size, at, value;

    if (!replay_number(&r->log, 1, &size) || !replay_number(&r->log, 4, &at) ||
        !replay_number(&r->log, 5, &value))
        return replay_broken(&r->log, "expected R WIDTH TIME MAP ADDRESS VALUE PC PID");
    return size != 4 || add_at(r, at, value);
}

static bool take_map(struct replay *log)
{
    struct mapping found;
    uint64_t id;

    if (!replay_number(log, 2, &id) || !replay_number(log, 3, &found.at) ||
        !replay_number(log, 5, &found.size) || id == 0 || id > PCI_BAR_COUNT)
        return replay_broken(
            log, "expected TIME ID ADDRESS VIRTUAL SIZE PC PID, ids as Barecard has them");
    log->maps[id - 1] = found;
    return true;
}

/* "run AT UNIT COUNT FIRST STEP" or "data AT UNIT WORD..." */
static bool take_content(struct reading *r)
{
    struct replay *const log = &r->log;
    const bool run = replay_word_is(log, 2, "run");
    uint64_t at, unit, count = log->count - 5, word = 0, step = 0;

    if (!replay_number(log, 3, &at) || !replay_number(log, 4, &unit) || log->count < 6 ||
        (run && (!replay_number(log, 5, &count) || !replay_number(log, 6, &word) ||
                 !replay_number(log, 7, &step) || count > RUN_MOST)))
        return replay_broken(log, "expected run AT UNIT COUNT FIRST STEP or data AT UNIT WORD...");
    for (unsigned i = 0; unit == 4 && i < count; i++) {
        if (!run && !replay_number(log, 5 + i, &word))
            return replay_broken(log, "a word is no number");
        if (!add_at(r, at + (uint64_t)4 * i, word))
            return false;
        word += step;
    }
    return true;
}

/* The kind of an announced block is kept, because its words come in later lines. */
static bool take_mark(struct reading *r)
{
    static const char *const announcing[] = { "words", "block", "march", "memory" };
    struct replay *const log = &r->log;
    uint64_t offset, size, value;

    for (unsigned i = 0; i < ARRAY_SIZE(announcing); i++)
        if (replay_word_is(log, 2, announcing[i]))
            r->words = i == 0 && replay_word_is(log, 3, "R");
    if (replay_word_is(log, 2, "card") && log->count > 3)
        snprintf(log->name, sizeof(log->name), "%s", log->words[3]);
    if (r->words && (replay_word_is(log, 2, "run") || replay_word_is(log, 2, "data")))
        return take_content(r);
    if (!replay_word_is(log, 2, "config") || !replay_word_is(log, 3, "=") ||
        !replay_word_is(log, 4, log->name))
        return true;
    if (!replay_number(log, 5, &offset) || !replay_number(log, 6, &size) ||
        !replay_number(log, 7, &value))
        return replay_broken(log, "expected config = PLACE OFFSET SIZE VALUE");
    return size != 4 || add(r->reads, CONFIG_SPACE | offset, value) ||
           replay_broken(log, "out of memory");
}

/* "PCIDEV bbdd vvvvdddd ...", of the first card of NVIDIA. */
static void take_ids(struct reading *r)
{
    const char *const ids = r->log.count > 2 ? r->log.words[2] : "";
    unsigned vendor, device;

    if (!r->reads->vendor && sscanf(ids, "%4x%4x", &vendor, &device) == 2 &&
        vendor == PCI_VENDOR_NVIDIA) {
        r->reads->vendor = (uint16_t)vendor;
        r->reads->device = (uint16_t)device;
    }
}

static bool take_line(struct reading *r)
{
    struct replay *const log = &r->log;

    if (!log->count || log->words[0][0] == '#')
        return true;
    if (replay_word_is(log, 0, "R"))
        return take_read(r);
    if (replay_word_is(log, 0, "PCIDEV"))
        take_ids(r);
    if (!log->kernel && replay_word_is(log, 0, "MAP"))
        return take_map(log);
    return log->kernel || !replay_word_is(log, 0, "MARK") || take_mark(r);
}

static bool read_all(struct reading *r, FILE *file)
{
    struct replay *const log = &r->log;
    char line[LINE_MAX_BYTES];
    bool good = true;

    while (good && fgets(line, sizeof(line), file)) {
        log->line++;
        if (!log->kernel && log->line == 1 && strncmp(line, "VERSION 20070824", 16) != 0)
            good = replay_broken(log, "no log of mmiotrace, version 20070824");
        else if (!strchr(line, '\n') && !feof(file))
            good = replay_broken(log, "longer than any line of a log");
        else {
            replay_split(log, line);
            good = take_line(r);
        }
    }
    return good;
}

static int by_place(const void *a, const void *b)
{
    const struct replay_read *const x = a, *const y = b;

    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static void sort(struct replay_reads *reads)
{
    if (reads->count)
        qsort(reads->all, reads->count, sizeof(*reads->all), by_place);
    for (size_t i = 0; i < reads->count && reads->all[i].place < CONFIG_SPACE; i++)
        reads->registers += !i || reads->all[i].place != reads->all[i - 1].place;
}

/* Sorted once at the end, because a prompt looks for the reads of one place. */
bool replay_reads_open(struct replay_reads *reads, char **argv, const char *path)
{
    struct replay other = { .argv = argv };
    struct reading r = { .log = { .argv = argv, .path = path, .shifted = &other }, .reads = reads };
    FILE *const file = fopen(path, "r");

    *reads = (struct replay_reads){ 0 };
    if (!file) {
        fprintf(stderr, "%s: cannot read %s\n", argv[0], path);
        return false;
    }
    const bool good =
        (replay_look_for_kernel(&r.log, file) ||
         replay_broken(&r.log, "no log of mmiotrace from which the BARs can be told")) &&
        read_all(&r, file);

    fclose(file);
    sort(reads);
    return good;
}

void replay_reads_close(struct replay_reads *reads)
{
    free(reads->all);
}

/* The first read of a place; null: it was not read. */
static struct replay_read *first_of(const struct replay_reads *reads, uint64_t place)
{
    size_t from = 0, to = reads->count;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;

        if (reads->all[middle].place < place)
            from = middle + 1;
        else
            to = middle;
    }
    return from < reads->count && reads->all[from].place == place ? &reads->all[from] : NULL;
}

static bool next_of(struct replay_reads *reads, uint64_t place, uint32_t *word)
{
    struct replay_read *const first = first_of(reads, place);

    if (!first || first + first->used == reads->all + reads->count ||
        first[first->used].place != place)
        return false;
    *word = first[first->used++].word;
    return true;
}

bool replay_reads_first(const struct replay_reads *reads, uint32_t at, uint32_t *word)
{
    const struct replay_read *const first = first_of(reads, at);

    if (first)
        *word = first->word;
    return first;
}

bool replay_reads_register(struct replay_reads *reads, uint32_t at, uint32_t *word)
{
    return next_of(reads, at, word);
}

bool replay_reads_config(struct replay_reads *reads, uint32_t offset, uint32_t *word)
{
    return next_of(reads, CONFIG_SPACE | offset, word);
}
