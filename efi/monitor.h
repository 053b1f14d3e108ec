/* efi/monitor.h: the picture for the person at the rig: the scene, drawn where that is possible, else in characters.
 *
 * Shape   a scene that soon changes again is shown at most MONITOR_PER_SECOND times a second, so that the tests
 *         are not slower for being watched. While the card in hand is the one that draws the console, nothing
 *         is drawn: the picture would go through the memory that is tested. */
#ifndef EFI_MONITOR_H
#define EFI_MONITOR_H

#include <stdbool.h>

#include "efi/clock.h"
#include "efi/display.h"
#include "efi/painter.h"
#include "suite/report/moment.h"
#include "suite/report/scene.h"

#define MONITOR_PER_SECOND 4

struct monitor {
    struct clock *clock;
    const bool *withheld; /* nothing may be drawn now */
    struct display display;
    struct painter painter;
    struct screen screen;
    struct scene scene;
    const char *rounds; /* the words about several rounds; null: there is one */
    const char *saved;  /* where the report is kept */
    const char *lost;   /* why it is not; null: it is */
    const char *unsent; /* why a server does not have it; null: it has, or there is none */
    uint64_t all_begun_us, begun_us; /* all: the first of several rounds; later by every pause */
    struct scene_pause pause;
    uint64_t drawn_us;
    uint64_t ended_us; /* when the run was last seen to go on */
    char time[MOMENT_WORDS_MAX];
};

void monitor_open(struct monitor *monitor, EFI_SYSTEM_TABLE *table, struct clock *clock,
                  const bool *withheld);
void monitor_close(struct monitor *monitor);
/* The first of several rounds begins, or a run that stands alone. */
void monitor_begin_rounds(struct monitor *monitor);
/* The run begins now: its time of day, and where elapsed time counts from. Its verdict is shown with the time of all
 * rounds. */
void monitor_begin(struct monitor *monitor, struct moment began);
void monitor_show(struct monitor *monitor, const struct scene *scene, bool now);

#endif
