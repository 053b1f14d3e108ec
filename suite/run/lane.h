/* suite/run/lane.h: one card of several that are tested at the same time, as its worker sees it.
 *
 * Shape   a lane has a struct run of its own, of which nothing but the card in hand is used. Its records go to the
 *         medium as errands, before the steps that they announce; its TAP and its report.txt wait in the lane until
 *         those of the cards before it are out, so that a reader finds one card after the other. Wishes of the boot
 *         processor for the card's tests (a stop, a pause) are set here and looked for by the worker.
 * Units   microseconds of workers->time_us. */
#ifndef SUITE_RUN_LANE_H
#define SUITE_RUN_LANE_H

#include "suite/run/errand.h"
#include "suite/run/run_state.h"

#define LANE_TEXT_SIZE 0x40000u /* bytes of TAP and report.txt that wait; a power of two */
#define LANE_NAME_MAX  64

/* Text on its way to the boot processor: pieces, each with its kind and its size. Counters go on for ever. */
struct lane_text {
    uint32_t written, read; /* atomic */
    uint8_t bytes[LANE_TEXT_SIZE];
};

struct lane {
    struct errand errand;
    struct run *of;     /* the run of all cards */
    struct bus *below;  /* that the card was found on */
    struct bus *direct; /* by which the worker drives it */
    struct bus bus;     /* the bus of its run: `direct`, or an errand */
    struct pci_card found;
    unsigned place;              /* of the card on the screen, from 0 */
    struct pci_path path;        /* shut bridges above it were opened before any card was taken, */
    struct pci_link link;        /* and the ends of its link silenced: others share them */
    uint32_t done;               /* atomic: the card has its verdict, and is given back */
    uint64_t armed_us;           /* atomic; when it has said that it is alive */
    uint32_t armed_s;            /* atomic; how long that is good for; 0: for ever */
    char running[LANE_NAME_MAX]; /* the test, or the step of the takeover */
    uint64_t shown_us;           /* when it showed the screen something last */
    /* Wishes of the person at the rig, each atomic: counts, of which a change says that it is wished again. */
    uint32_t skip, hurry, pause, stop, disturbed;
    uint32_t skipped, hurried; /* that were done */
    char why[STOPPED_MAX];     /* with `stop` */
    struct lane_text text;
    _Alignas(8) uint8_t run[RUN_ARENA_SIZE];
};

struct run *lane_run(struct lane *lane);
/* A lane for the card `found` of `below`, of which the other members are set: nothing is touched yet. */
void lane_open(struct lane *lane, struct run *of, const struct run_workers *workers,
               uint32_t *bell);
/* The bus that goes by errands where it has to. */
void lane_bus_open(struct lane *lane, struct bus *direct);
/* The work of a worker: takes the card, tests it and gives it back. */
void lane_drive(void *lane);
/* By the worker: takes over the wishes made meanwhile. */
void lane_look(struct run *run);
/* By the boot processor: text that waits goes to the sinks of the run of all cards. */
bool lane_drain(struct lane *lane);
/* By the boot processor, in place of a worker that has not come back: lines of its run go out at once from now on, and
 * its text follows the worker's. `to` is a lane for that. */
void lane_hand_over(struct lane *lane, struct lane *to);

#endif
