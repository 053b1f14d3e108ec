/* linux/medium.h: where a run's report is kept.
 *
 * Shape   report.jsonl only grows, in roots->lib, so that the next start finds the last step of a machine that died,
 *         and in the folder of --out too, where report.txt, probe.json, logs and ROMs have the last run alone, as on a
 *         stick: each takes the place of an older one when it is whole. A line that announces a step is on the disk
 *         when its sink returns.
 * Errors  medium_open: false and a sentence. A file that fails later is said once, and left alone. */
#ifndef LINUX_MEDIUM_H
#define LINUX_MEDIUM_H

#include <stdio.h>
#include <sys/types.h>

#include "linux/check.h"
#include "linux/new_file.h"
#include "suite/run/resume.h"

struct medium {
    const char *folder;  /* of --out; null: none */
    int journal, report; /* report.jsonl in roots->lib, and in the folder; below 0: none */
    struct new_file text, probe, log;
    bool texted, probed; /* have been begun, by a first piece */
    int previous_file;
    struct resume_source previous; /* size 0: there was none */
    off_t from;                    /* where in the journal this run begins */
    bool rounds;                   /* one has ended */
    const char *lost;              /* why a file of the folder is not whole; null: it is */
};

bool medium_open(struct medium *medium, const struct roots *roots, const char *folder,
                 char sentence[SENTENCE_MAX]);
void medium_close(struct medium *medium);
/* All tests have come to their end. */
void medium_end_tests(struct medium *medium);
/* The last run of the report has no verdict, although the machine has not been restarted: its process was ended. */
void medium_end_last(struct medium *medium);

/* A round has ended, and another may follow. `worst`: report.txt is to be of this one. */
void medium_end_round(struct medium *medium, bool worst);

void medium_record(struct medium *medium, const char *lines, size_t size);
void medium_text(struct medium *medium, const char *line, size_t size);
void medium_probe(struct medium *medium, const char *text, size_t size);
bool medium_keep(const struct medium *medium, const char *name, const void *bytes, size_t size);
uint64_t medium_log_open(struct medium *medium, const char *name);
bool medium_log_write(struct medium *medium, uint64_t at, const char *text, size_t size);

#endif
