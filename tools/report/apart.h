/* tools/report/apart.h: the good cards of a line that are unlike the others of their product (docs/station.md).
 *
 * Errors  false: out of memory, or `one` gave it. */
#ifndef TOOLS_REPORT_APART_H
#define TOOLS_REPORT_APART_H

#include "tools/report/list.h"

/* Calls back with a sentence for each product and fact of which a card stands apart; false from it ends the walk. */
bool apart_each(const struct report_list *list, bool (*one)(void *opaque, const char *words),
                void *opaque);

#endif
