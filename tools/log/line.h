/* tools/log/line.h: which lines of a kernel's log are nouveau's, and each one's card and message.
 *
 * Shape   nouveau has written its lines in three ways:
 *           nouveau 0000:01:00.0: fifo: MESSAGE                   since Linux 4.3
 *           nouveau E[   PFIFO][0000:01:00.0] MESSAGE             3.7 to 4.2; E[     DRM] is of no card
 *           [drm] nouveau 0000:01:00.0: PGRAPH - MESSAGE          before
 *         The text before it (time, host, "kernel:") may be anything. */
#ifndef TOOLS_LOG_LINE_H
#define TOOLS_LOG_LINE_H

#include <stdbool.h>

#include "tools/input.h"

struct log_line {
    struct word card;    /* "0000:01:00.0"; empty: the line names none */
    struct word unit;    /* "fifo", "PFIFO"; empty: none */
    struct word message; /* after the unit */
    struct word whole;   /* after the card */
};

/* Without the marks that mail and serial lines put around it. */
struct word log_line_text(struct word line);
/* False: not of nouveau. */
bool log_line_parse(struct word line, struct log_line *out);
/* A line as reports quote it, "fifo: MESSAGE", perhaps after a time in brackets. False: it has no
 * unit. */
bool log_line_parse_quoted(struct word line, struct log_line *out);

#endif
