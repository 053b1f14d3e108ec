/* tools/probe_dump.h: a dump of BAR0 as a card of probe.json.
 *
 * Shape   "registers" holds each known register that was read, and of a text dump also unknown words by their
 *         addresses; elements of arrays that are 0 are left out. */
#ifndef TOOLS_PROBE_DUMP_H
#define TOOLS_PROBE_DUMP_H

#include <jansson.h>

#include "tools/bar0.h"
#include "tools/toolkit.h"

/* The chipset that its first word names; null: none that is known. */
const struct chip *probe_dump_chip(const struct bar0 *dump, const struct toolkit **toolkit);
/* To be released by its caller. */
json_t *probe_dump_card(const struct bar0 *dump, const struct toolkit *toolkit,
                        const struct chip *chip);

#endif
