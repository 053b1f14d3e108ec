/* suite/run/resume.h: lessons from the reports of earlier boots for this one.
 *
 * Shape   pure. Reads the last run of the report on the medium, from its `machine` record on, if that
 *         is in the last RESUME_SEARCH_MAX bytes. If that run has no verdict, the test or the phase of the takeover that it ended in
 *         reset the machine. This boot leaves the test out for that card, or leaves the card alone; so
 *         it does with all that the run before had left out, which run_open notes in the new run before
 *         anything is touched. So each reset adds an entry, none is lost, and the resets end.
 *         A machine that starts again sooner than the watchdog waits was switched off or reset by a person: the test
 *         that this happened in is run again, unless it happened in RESUME_CUTS_MAX boots in a row. That person may
 *         have ended a hang: only they can tell, so they are asked; without an answer the test is left out. Where
 *         several cards were tested at the same time, several tests may have no end, and it is unknown in which of them
 *         the machine hung: none is left out then, and `together` asks for one card after the other, so that the next
 *         hang names its test.
 * Errors  a report that is cut, unreadable or not ours leaves nothing out.
 *         With RESUME_MAX entries `full` is set: the run must then test nothing. */
#ifndef SUITE_RUN_RESUME_H
#define SUITE_RUN_RESUME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "suite/report/moment.h"
#include "suite/report/record.h"

#define RESUME_MAX      64
#define RESUME_NAME_MAX 64
#define RESUME_CUTS_MAX 3
/* Bytes at the end of a report in which the last run is looked for: a report that is longer by zeros or garbage, as a
 * power cut leaves it, costs seconds and no more. */
#define RESUME_SEARCH_MAX (UINT64_C(16) << 20)

/* The report on the medium. `read` gives how many bytes it read, fewer than asked only at the end of
 * the file or on an error. */
struct resume_source {
    void *opaque;
    uint64_t size;
    size_t (*read)(void *opaque, uint64_t offset, char *bytes, size_t size);
};

struct resume_entry {
    struct card_key card;
    bool phase;                 /* a phase of the takeover, not a test */
    char name[RESUME_NAME_MAX]; /* of the test, or of the takeover's phase */
    unsigned cuts; /* boots in a row that a person ended in this test; 0: it reset the machine */
    bool crashed;  /* the firmware itself has failed in it, and has recorded that */
    bool again;    /* a person has decided that it shall run nevertheless */
};

struct resume {
    unsigned run; /* number of the run before this one; 0: there was none, or it does not say */
    unsigned count;
    bool full;
    bool together;
    bool unknown; /* there is a report, and no run in its last RESUME_SEARCH_MAX bytes */
    struct resume_entry entries[RESUME_MAX];
};

/* `began`: this boot, by the machine's clock. */
void resume_read(struct resume *resume, const struct resume_source *source,
                 const struct moment *began);

/* Whether the test is left out for this card. */
bool resume_leaves_out(const struct resume *resume, const struct card_key *card, const char *test);
/* Boots in a row that a person ended in this test; 0: none, or it reset the machine. */
unsigned resume_cuts(const struct resume *resume, const struct card_key *card, const char *test);
/* A person has decided that the test shall run on this card in this boot. */
void resume_run_again(struct resume *resume, const struct card_key *card, const char *test);
/* Whether the firmware has failed in this test, or in this phase of the card's takeover. */
bool resume_crashed(const struct resume *resume, const struct card_key *card, const char *name);
/* Whether the machine's firmware hung when it was asked for the other processors: that costs them, and no test. */
bool resume_lacks_processors(const struct resume *resume);
/* The phase of this card's takeover that reset the machine; null: none did. */
const char *resume_phase(const struct resume *resume, const struct card_key *card);

#endif
