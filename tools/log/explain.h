/* tools/log/explain.h: `barecard explain` without its command line: a log line by line in words, and a count of the
 * lines not understood.
 *
 * Shape   a line that is known only together with the one to three lines below it was broken by mail, and is taken as
 *         one. Two passes: the first learns the log's cards, since their names may come late. Time is linear in the
 *         log, memory does not grow with it.
 *         Nothing of the log reaches the output but numbers, and names without their control characters. */
#ifndef TOOLS_LOG_EXPLAIN_H
#define TOOLS_LOG_EXPLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/chip.h"
#include "tools/input.h"
#include "tools/log/headline.h"
#include "tools/out.h"
#include "tools/toolkit.h"

#define LOG_CARDS    64
#define LOG_MEANINGS 512

struct log_counts {
    uint64_t lines;            /* of the log */
    uint64_t nouveau;          /* of them, nouveau's */
    uint64_t kinds[LOG_KINDS]; /* explained */
    uint64_t plain;            /* known, and no fault */
    uint64_t unnamed;          /* the log does not say which chipset */
    uint64_t foreign;          /* of a card that Barecard does not know */
    uint64_t unknown;          /* no shape, or damaged */
};

struct log_explainer {
    struct out *out;
    const struct toolkit *toolkit; /* of --chipset; null: not given */
    const struct chip *chip;
    bool list_unknown;

    struct log_counts counts;
    unsigned cards;
    struct log_card card[LOG_CARDS];
    /* Meanings that were printed in full, and in which line: later lines refer to that. */
    unsigned told;
    struct {
        const void *meaning;
        uint64_t line;
    } tell[LOG_MEANINGS];
    char joined[LINE_MOST]; /* a line that mail has broken */
    /* The last headline, and how often it came again. */
    struct out headline;
    size_t last_size;
    char last[2048];
    uint64_t again, again_to;
};

/* `toolkit` and `chip`: family and chip of cards for which the log does not name them; null: not
 * known. Flushes `out`. */
void log_explain(struct log_explainer *e, const struct toolkit *toolkit, const struct chip *chip,
                 bool list_unknown, const char *bytes, size_t size, struct out *out);

#endif
