/* linux/session.h: shared by the files of one `barecard run`: the memory that its processes have in common, and each
 * file's calls.
 *
 * Shape   linux/run.c finds and opens the cards, linux/guardian.c makes the processes and ends the run, linux/tests.c is the
 *         run itself, in the child. Only these include this. */
#ifndef LINUX_SESSION_H
#define LINUX_SESSION_H

#include <sys/types.h>

#include "linux/bus.h"
#include "linux/keyboard.h"
#include "linux/live.h"
#include "linux/medium.h"
#include "linux/run.h"
#include "linux/typing.h"

#define STATUS_ELSE 2
#define AT_ONCE     77 /* the child's exit status when it was told to end at once */

/* All that child and guardian share. */
struct session {
    const struct linux_request *request;
    struct pci_access *access;
    struct linux_bus bus;
    struct medium medium;
    struct live live;
    struct keyboard keyboard;
    struct typing typing; /* in its place with mode=prompt */
    struct rounds rounds;
    struct run *run;               /* null: it has not begun, or has ended */
    pid_t guardian, child, keeper; /* 0: there is none */
    int alive[2];                  /* the keeper reads, the others hold the other end */
    enum verdict verdict;
    bool done; /* the child has ended the report */
    struct moment began;
    uint64_t began_us; /* later by every pause */
    struct scene_pause pause;
    int64_t slept_ns;     /* that the machine had slept when the run began */
    unsigned long sleeps; /* how often */
    char machine[200];
    struct linux_card found[CARDS_MAX];
    unsigned found_count;
    uint64_t arena[RUN_ARENA_SIZE / sizeof(uint64_t)];
};

/* A sentence on standard error; gives STATUS_ELSE. */
int session_complain(const struct linux_request *request, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A line of comment in TAP and report. `opaque`: the session. */
void session_say(void *opaque, const char *line);
/* Whether a person works on the cards line by line. */
bool session_prompts(const struct session *s);
bool session_has_rounds(const struct run_config *config);
/* All rounds, and the end of the report. */
void session_test(struct session *s);
/* Of a signal, in the child: ends after the step; the second time at once. */
void session_hear(int number);

/* Signals wait until each process has its handlers. */
void session_hold_signals(void);
/* The child tests, this process waits and puts everything back; gives the exit status. */
int session_guard(struct session *s);
/* The cards go back, and the report of the run is complete; gives the exit status. */
int session_end(struct session *s);

#endif
