/* tools/replay/card.h: a modelled card on the toolkit, for which a log of accesses is all there is of a machine.
 *
 * Shape   its clock goes on only when it is told to; `memory` is all of the machine's memory, and the card writes there
 *         too. It stays where it is between open and close.
 * Units   nanoseconds. */
#ifndef TOOLS_REPLAY_CARD_H
#define TOOLS_REPLAY_CARD_H

#include "model/model.h"
#include "tools/replay/memory.h"

struct replay_card {
    struct model *model;
    struct replay_memory memory;
    uint64_t now_ns, wake_ns; /* when the card wants to be woken; 0: never */
    unsigned long told;       /* lines of a strict card, which stand in standard output */
    uint64_t ahead_ns;        /* of the log's time; kept by replay_card_open */
};

/* False: `error` says why. Close it all the same. */
bool replay_card_open(struct replay_card *card, const struct model_config *config, char *error,
                      size_t error_size);
void replay_card_close(struct replay_card *card);
/* Moves the clock on, never back. */
void replay_card_clock(struct replay_card *card, uint64_t ns);
/* Time that the log does not have: all that follows comes later by it. */
void replay_card_pass(struct replay_card *card, uint64_t ns);

#endif
