/* suite/run/run.h: one run of the self tests over every card that the bus has.
 *
 * Shape   the surroundings (efi/ or the host command) fill a run_setup, open a run, hand it one bus
 *         after the other, or all of them, and close it. On each bus it finds the cards, runs the tests that are selected
 *         of their family's suite, least harmful first, reports, and leaves each card as it was.
 * Errors  none are returned: they are in the report and in the verdict. */
#ifndef SUITE_RUN_RUN_H
#define SUITE_RUN_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pci/bus.h"
#include "suite/report/moment.h"
#include "suite/report/sinks.h"
#include "suite/report/verdict.h"
#include "suite/run/config.h"
#include "suite/run/resume.h"
#include "suite/run/rounds.h"
#include "suite/run/test.h"

/* The families that are known, each with its self tests. */
struct suites {
    const struct suite *const *all;
    unsigned count;
};

struct confirmed;
struct expectations;
struct run_workers;

/* A script of the prompt, as it was read. */
struct run_script {
    const char *name, *text;
    size_t size;
};

struct run_framebuffer {
    bus_addr from;
    uint64_t size;
};

struct run_setup {
    const struct suites *suites;
    const struct run_config *config;
    const char *config_error; /* not null: the configuration file was bad, nothing is tested */
    const struct run_sinks *sinks;
    const char *version; /* "0.1.0 3f2a..." : version and build id */
    const char *machine; /* the machine's name, for the report */
    struct moment began; /* by the machine's clock */
    /* The report on the medium as it was before this boot; null: there was none. */
    const struct resume_source *previous;
    const struct expectations *board_file; /* of the boards; null: nothing is expected */
    const struct confirmed
        *confirmed; /* claims that good cards confirmed; null: the list built in */
    /* Whether the firmware's console is drawn by this function; null: no card is. */
    bool (*drives_console)(void *opaque, struct pci_function at);
    /* Memory that the firmware's console on this function is drawn into, as the processor addresses it: its outputs by
     * index, false past the last one. Null: nobody says. */
    bool (*framebuffer)(void *opaque, struct pci_function at, unsigned index,
                        struct run_framebuffer *out);
    /* The next key that was pressed (suite/report/keys.h), KEY_NONE if none was. Null: there is no
     * keyboard. */
    int (*key)(void *opaque);
    /* The same key by key as it was typed, capitals and control characters too, for a line of text (mode=prompt). Null:
     * there is no keyboard. */
    int (*typed)(void *opaque);
    const struct run_script *script; /* that mode=prompt does; null: lines are typed */
    /* Why the surroundings want the run to end, which it then does as if a person had stopped it; it is asked again and
     * again. Null: they never do, or not now. */
    const char *(*halt)(void *opaque);
    /* An event outside that disturbed the card: it is being taken away, say, or the machine has slept. The run ends,
     * and the current test's findings are no evidence against the card, because the event may have caused them. Asked
     * again and again. Null: there is none. */
    const char *(*disturbed)(void *opaque);
    void *opaque;
    const struct run_workers *workers; /* for jobs= (suite/run/workers.h); null: there are none */
    /* The rounds that this run is one of: it adds its result, and reports the sum. Null: it stands
     * alone. */
    struct rounds *rounds;
};

/* Working memory for a run, 8-byte aligned. */
#define RUN_ARENA_SIZE (256 * 1024 + CARD_WORKSPACE)

struct run;

/* The setup and its sinks are copied, so they may be gone when this returns. The configuration, the texts and the
 * object that `opaque` points to live as long as the arena is used: the scene and run_note come back to them after
 * run_close. */
struct run *run_open(const struct run_setup *setup, void *arena);
void run_bus(struct run *run, struct bus *bus);
/* The same of several buses, of which cards may be tested at the same time. */
void run_buses(struct run *run, struct bus *const buses[], unsigned count);
/* A comment, in TAP and in the records. */
void run_remark(struct run *run, const char *line);
/* A line that the surroundings have put into TAP as a comment: also for the records. */
void run_note(struct run *run, const char *line);
/* Before the surroundings ask the machine's firmware for its other processors, and once it has come back from that: a
 * record of its own, so that a hang there is told from one of the test. False: they shall not ask. */
bool run_processors_start(struct run *run);
void run_processors_started(struct run *run);
enum verdict run_close(struct run *run);
/* Instead of run_close, by a process that shares the memory of one that has died in run_bus: gives the card in hand
 * back as far as the run has noted its changes, and ends the report. `why` is the verdict's reason. */
enum verdict run_abandon(struct run *run, const char *why);
/* Whether the person at the rig has ended the run. */
bool run_stopped(const struct run *run);
/* The scene of the screen, also after run_close, for views that a person asks for. */
struct scene *run_scene(struct run *run);

#endif
