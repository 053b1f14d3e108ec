/* suite/net/trail.h: the few lines of a run's report that tell the machine's next boot how this one ended.
 *
 * Shape   pure. A rig without a stick leaves them on the server beside its reports, in a file that each boot overwrites,
 *         and reads them when it starts again (suite/run/resume.h): the machine, the tests left out and why, and the
 *         test or the step of the takeover that runs now, or the verdict. A test or step that has ended is forgotten,
 *         unless its line takes back one that is written there.
 * Units   bytes. */
#ifndef SUITE_NET_TRAIL_H
#define SUITE_NET_TRAIL_H

#include <stdbool.h>
#include <stddef.h>

#define TRAIL_ROOM 0x8000u

struct trail {
    size_t before; /* the other processors were asked for */
    size_t kept;   /* length of the lines that stay for the whole run */
    size_t used;   /* with the running test or step */
    bool cuts; /* it has a test that a person ended; a good end of that test takes the line back */
    bool full; /* no room: then there is no trail, so no test is left out */
    char bytes[TRAIL_ROOM];
};

void trail_begin(struct trail *trail);
/* Whole lines of the report; true: the server must have the trail before the test or step in them
 * begins. */
bool trail_add(struct trail *trail, const char *lines, size_t size);

#endif
