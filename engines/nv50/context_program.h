/* engines/nv50/context_program.h: a short program of PGRAPH's context engine, which keeps registers of a channel in its context object.
 *
 * Shape   PGRAPH has a channel (engines/nv50/pgraph.h), which has a context object.
 * Errors  ERR_TIMEOUT if the program does not end.
 * Source  docs/hardware/tesla-engines.md §4.7. */
#ifndef ENGINES_NV50_CONTEXT_PROGRAM_H
#define ENGINES_NV50_CONTEXT_PROGRAM_H

#include "engines/card.h"

/* Moves FLAGS_1 to word 1 of the context, or from there. */
enum err context_program_run(struct card *card, bool save) MUST_CHECK;

#endif
