/* tools/report/archive.h: a folder as a compressed archive, by tar, and the signals that would leave the folder behind.
 *
 * Shape   hold_signals, then the folder is made and archive_write called, then the folder is removed, then hold_end:
 *         there a signal that came meanwhile ends the program as if it had just come.
 * Errors  archive_write: false after a message on standard error; the output is then as it was. */
#ifndef TOOLS_REPORT_ARCHIVE_H
#define TOOLS_REPORT_ARCHIVE_H

#include <signal.h>
#include <stdbool.h>

/* The signals that would end the program, without those it ignores, and the signals that were held before. */
struct hold {
    sigset_t ending, before;
};

struct hold hold_signals(void);
/* Whether such a signal came: the caller should clear up. */
bool hold_is_over(const struct hold *hold);
void hold_end(const struct hold *hold);

/* Packs the folder that lies in `room`; "-" is standard output. */
bool archive_write(char **argv, const char *room, const char *folder, const char *output,
                   const struct hold *hold);

#endif
