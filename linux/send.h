/* linux/send.h: the report of a run, sent to the folder of report= (docs/network.md).
 *
 * Shape   one PUT of all of it when the run has ended, under a name that the server does not have yet.
 * Errors  false and a sentence; the report is then on the disk alone. */
#ifndef LINUX_SEND_H
#define LINUX_SEND_H

#include <sys/types.h>

#include "linux/check.h"
#include "suite/report/moment.h"

struct sending {
    const struct roots *roots;
    const char *folder; /* its URL */
    const char *label;
    struct moment began;
    int report; /* the file, and where in it this run begins */
    off_t from;
};

bool send_report(const struct sending *sending, char sentence[SENTENCE_MAX]);

#endif
