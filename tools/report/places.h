/* tools/report/places.h: the same place of the same kind of board, in two reports or in a table of repairs.
 *
 * Shape   a place is a board (its PCI ids), the equations that its failing addresses satisfy, and their data lines. A
 *         table of repairs is text, a row for each chip that was replaced and took the fault with it: columns board,
 *         equations, lines, chip, time, before, after, with a tab between. Benches send each other such tables.
 * Errors  places_read: false and a sentence if the file cannot be read or a row cannot be used.
 * Source  docs/after-fail.md "Which chip a channel is". */
#ifndef TOOLS_REPORT_PLACES_H
#define TOOLS_REPORT_PLACES_H

#include <stdio.h>

#include "tools/report/index.h"
#include "tools/report/list.h"

#define PLACES_HEADER "board\tequations\tlines\tchip\ttime\tbefore\tafter"

struct place_row {
    char *board, *equations, *chip;
    unsigned number; /* of the chip's name, from 1 */
    uint64_t lines;
};

struct places {
    char *file;
    struct place_row *rows;
    unsigned count, room;
    struct index index; /* the names of chips */
    unsigned chips;
};

bool places_read(struct places *places, const char *file, char *error, size_t error_size);
void places_free(struct places *places);

/* A fault by which two boards can be compared: it lies in one channel, or in one that others share. */
bool place_is_telling(const struct report_fault *fault);
/* Which chip was replaced at this place before, and on how many boards: "U7: seen once on this board". */
void places_print(const struct places *places, const struct report_card *card, FILE *to);
/* Pairs of runs whose cards are of one kind and broken at one place. */
void places_compare(const struct report_list *list, FILE *to);

#endif
