/* tools/report/list.h: report.jsonl files as one list of runs, cards and results.
 *
 * Shape   a run goes from a machine record to the next; each card of it has the results that its bus
 *         address stands in, and a verdict of its own. Texts are those of the file, null where it has none.
 * Units   milliseconds; bytes.
 * Errors  report_read: false and a sentence if the file cannot be read or holds no run. A line that is not
 *         ours is counted and left out. A last line without its end was cut by a loss of power: it is dropped, and its
 *         test counts as not ended.
 * Source  docs/report.md. */
#ifndef TOOLS_REPORT_LIST_H
#define TOOLS_REPORT_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "suite/kit/facts.h"
#include "suite/kit/finding.h"

enum report_outcome { OUTCOME_PASS, OUTCOME_FAIL, OUTCOME_SKIP, OUTCOME_ERROR, OUTCOME_DIFFERS };
#define OUTCOMES 5

struct report_result {
    char *test, *basis, *reason, *expected, *actual, *note;
    char *chip_words; /* "A0=65536 B1=3": wrong words */
    unsigned chip_width;
    int64_t ms; /* -1: not said */
    enum report_outcome outcome;
};

/* A reading of the tests of the group "board": clocks, fan, voltage; null: a result of another
 * group. */
const char *report_reading(const struct report_result *result);

/* How a memory test was getting on. */
struct report_sample {
    uint64_t up;           /* ms since the run began */
    int celsius, mb_per_s; /* -1: not said */
};

/* A partition's memory from its lowest address to its highest, in 64 characters (docs/report.md). */
#define REPORT_PIECES 64
struct report_strip {
    char *name, *pieces;
};

/* The finding from the addresses of wrong words, where chips cannot be told apart. */
struct report_fault {
    char *test, *kind, *words, *equations; /* never null */
    uint64_t lines;
};

/* How memory was tested, as the verdict says it; 0: it does not. Bytes, kHz, lanes. */
struct report_tested {
    uint64_t bytes_read, memory_khz, memory_top_khz, link_width, link_card_width, bound_log10;
};

struct report_card {
    char *at;    /* "0000:01:00.0"; null: the run has no card */
    char *words; /* the card's line, from its bus address on */
    char *id, *chipset, *serial, *vbios;
    uint64_t vram;
    unsigned partitions, partition_mask;
    char *verdict, *reason; /* null: cut off before it */
    char *headline,
        *test; /* of the verdict, and the test that it rests on; null: it does not say */
    char *tested, *not_tested; /* of a PASS: its conditions, and the untested parts; or null */
    struct finding finding;    /* of the verdict */
    struct report_tested how;  /* of any verdict */
    struct core_table cores;   /* of all tests of shader cores */
    struct report_result *results;
    struct report_sample *samples;
    struct report_strip *strips;
    struct report_fault *faults;
    struct facts *facts; /* null: the report says none */
    char **notes;        /* comments of the serial port */
    unsigned result_count, room;
    unsigned sample_count, sample_room, strip_count, strip_room, note_count, note_room;
    unsigned fault_count, fault_room;
    unsigned counts[OUTCOMES];
};

struct report_run {
    char *file;
    unsigned
        number; /* of the run on its stick, or, where it does not say one, in its file; from 1 */
    unsigned round; /* of several of one test of the same cards, from 1; 0: there is only one */
    char *version, *machine, *time, *label, *suite;
    char *rig; /* where it ran, as its file is called or lies (folder.h); null: by `machine` */
    bool model;
    char *verdict, *reason; /* of all cards; null: the run was cut off */
    char *headline, *test;
    struct finding finding;
    struct report_card
        *cards; /* never none: a run that no card tells all of has an entry without `at` */
    unsigned card_count, room;
    unsigned bad_lines, first_bad; /* lines that could not be read, and the number of the first */
    char *bad_why;
};

struct report_list {
    struct report_run *runs;
    unsigned run_count, room;
    struct stat *inputs; /* all files that were opened, also those that could not be read */
    unsigned input_count, input_room;
    bool folder;     /* a line's: a folder was given */
    unsigned unread; /* files of a folder that could not be read */
};

/* "-" is standard input. */
bool report_read(struct report_list *list, const char *file, char *error, size_t error_size);
void report_free(struct report_list *list);

/* The name of the rig that a run comes from; never null. */
const char *report_rig(const struct report_run *run);
const char *report_outcome_name(enum report_outcome outcome);
/* PASS 0, FAIL 1, anything else, also a run without a verdict, 2. */
int report_status(const char *verdict);
/* The worst of all runs and of their cards: a FAIL before all else. */
int report_list_status(const struct report_list *list);

#endif
