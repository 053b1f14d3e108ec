/* tools/replay/replay.h: plays a log of accesses (docs/mmio-log.md) over the device model and compares the reads.
 *
 * Shape   the model is made as the caller says; its clock goes by the log's times, and the log's contents of memory are
 *         in place before the card reads them.
 * Errors  replay_log: STATUS_ERROR and a message on stderr if the file cannot be read or is no such log; 1 if a read
 *         differs, or if a strict card has told something; STATUS_OK if none does. */
#ifndef TOOLS_REPLAY_REPLAY_H
#define TOOLS_REPLAY_REPLAY_H

#include "model/model.h"

struct toolkit;

#define REPLAY_LIMIT 20 /* unless an option changes it */

struct replay_options {
    unsigned long limit; /* differences that get a line */
    bool by_register;    /* a line for each register, not for each read */
    bool strict;         /* accesses that no document allows are told after it */
};

int replay_log(char **argv, const char *path, const struct model_config *config,
               const struct toolkit *toolkit, const struct replay_options *options);

#endif
