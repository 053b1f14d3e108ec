/* tests/silicon/point.h: one point of the test: a name, the runs it makes, and their faults.
 *
 * Shape   a section is a number of points; each begins with its name, runs cards, and complains. An empty complaint
 *         passes. Processes share the points, so a point keeps nothing but its output and its counts. */
#pragma once

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "tests/silicon/card_run.h"
#include "tests/silicon/draw.h"

#define COMPLAINT_MAX  8192
#define POINT_NAME_MAX 256

/* Of all points together. */
struct counts {
    atomic_uint runs, passed;
    atomic_uint named, silent; /* cards of random shape: the chip was named, or none was */
};

struct point {
    bool all;         /* everything, not a sample */
    const char *only; /* names without this text are left out; null: none is */
    struct draw draw; /* of this point's own */
    struct counts *counts;
    struct card_said *said; /* of the last run */
    char name[POINT_NAME_MAX];
    char complaint[COMPLAINT_MAX];
};

/* False: the point is left out. */
bool point_begin(struct point *point, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void point_complain(struct point *point, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Complains if the run has no end. */
void point_run(struct point *point, const struct card_given *given);
/* Complains with the run's last line and the first failures that were judged. */
void point_quote(struct point *point);

struct section {
    unsigned (*count)(bool all); /* points */
    void (*point)(struct point *point, unsigned index);
};

/* good.c: cards with nothing broken, by chipset, by knob, with random knobs, with all risky tests. */
extern const struct section good_cards, good_knobs, good_random, good_risks;
/* bad.c: defects of tests/defects.tsv under a knob, other faults, cards with a hole, of random shape. */
extern const struct section bad_knobs, bad_other, bad_holes, bad_shapes;
