/* linux/live.h: the view of a run on a terminal: TAP that scrolls, one line below it that is drawn anew, and at the end
 * the verdict.
 *
 * Shape   elsewhere than on a terminal TAP alone, and nothing in it that is not TAP. NO_COLOR switches colours off.
 * Source  https://no-color.org; TAP 13. */
#ifndef LINUX_LIVE_H
#define LINUX_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "suite/report/scene.h"

#define LINE_ROOM 512

struct live {
    bool terminal, colours;
    bool drawn;   /* the line is on the screen */
    bool open;    /* the last TAP text had no end of its line */
    bool started; /* TAP has its version line; comments before it wait */
    uint64_t shown_us;
    char line[LINE_ROOM]; /* as drawn last; empty: none */
    char held[2048];
    size_t held_used;
};

void live_open(struct live *live, int output);
void live_tap(struct live *live, const char *text, size_t size);
void live_comment(struct live *live, const char *line);
void live_show(struct live *live, struct scene *scene, uint64_t began_us, uint64_t now_us,
               bool now);
/* After the run; `folder`: where the report is, null: nowhere. */
void live_end(struct live *live, struct scene *scene, const char *folder);
/* A card is as it was; `driver`: that has it again, or "none". */
void live_put_back(struct live *live, const char *card, const char *driver);

#endif
