/* tools/report/private.h: removes from a report the texts that name one card or one customer: the serial number, and
 * the label that somebody has typed.
 *
 * Shape   names_collect is called for each file first, private_copy for each file then: a serial number in one file is
 *         taken out of the others too. In a line of JSON the members themselves go, so that one that is too short to be
 *         looked for elsewhere goes too.
 *         The time is that of the text, not of the text times the names.
 * Errors  false, and errno says why. */
#ifndef TOOLS_REPORT_PRIVATE_H
#define TOOLS_REPORT_PRIVATE_H

#include <stdbool.h>
#include <stdio.h>

struct names {
    char **all;
    unsigned count, room, sorted;
    unsigned removed; /* places so far */
};

bool names_collect(struct names *names, const char *file) __attribute__((warn_unused_result));
bool private_copy(struct names *names, const char *from, const char *to)
    __attribute__((warn_unused_result));
/* The name of a file without them, to be freed; the part of the card is always removed, where the firmware gave the
 * name (docs/network.md). */
char *private_name(struct names *names, const char *file);
void names_free(struct names *names);

#endif
