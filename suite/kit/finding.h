/* suite/kit/finding.h: a fault as data, from its diagnosis to the edge where it becomes words.
 *
 * Shape   a test, or the runner, fills a finding where it finds a fault; it is carried by the test's result, the tally
 *         of the card and the verdict. The screen, TAP, report.txt and report.jsonl make words of it, once
 *         (suite/report/advice.h); these words are never read back. A cause is a row of cause_list.h.
 * Units   partitions by hardware number, so that a name does not need the card's mask; lanes as a board counts them,
 *         D0 to D63 of a partition; chips as bits, in the order of their lanes. */
#ifndef SUITE_KIT_FINDING_H
#define SUITE_KIT_FINDING_H

#include "suite/kit/chips.h"
#include "suite/kit/cores.h"

#define CAUSE(identifier, ...) CAUSE_##identifier,
enum cause {
#include "suite/kit/cause_list.h"
    CAUSES
};
#undef CAUSE

struct finding {
    uint8_t cause;   /* enum cause */
    uint8_t value;   /* that a line or a cell is stuck at */
    uint8_t width;   /* lanes of a chip; 0: the finding names no chip */
    uint8_t ranks;   /* of the card */
    unsigned faults; /* at least so many; 0: none, or not counted */
    uint64_t lanes[CHIP_PARTS];
    uint8_t chips[CHIP_PARTS][CHIP_RANKS];
    uint8_t others
        [CHIP_PARTS]; /* other hardware partitions that it may be (a mask): their numbers are not
                       * certain */
    uint64_t cores;   /* multiprocessors that are bad; 0: the finding names none */
    uint8_t unit;     /* enum core_unit: what is wrong in them */
    uint8_t manner;   /* enum core_manner */
    uint8_t lane; /* of one multiprocessor whose fault is in one lane alone; else FINDING_NO_LANE */
};
#define FINDING_NO_LANE 0xff

#define FINDING_CHIPS_MAX                                                                          \
    800 /* names of all chips that there can be, with blanks and the terminator */
#define FINDING_LANES_MAX 320 /* data lines of one partition, likewise */

/* "data-line" */
const char *cause_name(enum cause cause);
/* The cause of that name; CAUSES: there is none. */
enum cause cause_named(const char *name);
/* Failures of other tests may come from it: every structure lies in memory. */
bool cause_explains(enum cause cause);

/* One fault more, of these data lines of the partition with this ordinal. The first fault's cause is the finding's, or
 * CAUSE_SEVERAL_FAULTS where another one has another cause. */
void finding_add(struct finding *finding, const struct chip_table *chips, enum cause cause,
                 unsigned part, uint64_t lanes);
/* Names the chips of the table in which a fault was found, so that it names those that the picture shows as bad. */
void finding_take_chips(struct finding *finding, const struct chip_table *chips);
/* Adds another test's finding on the same card. The same fault may be in both: `faults` grows only
 * with the chips. */
void finding_join(struct finding *finding, const struct finding *other);

unsigned finding_chip_count(const struct finding *finding);
/* "A0 A1 B1" */
void finding_chips(struct text *text, const struct finding *finding);
/* " (or C0 C1 D1)": the chips that these may be instead; nothing where the partitions' numbers are certain. */
void finding_other_chips(struct text *text, const struct finding *finding);
/* Calls back with the name of each chip, "B1r0". */
void finding_each_chip(const struct finding *finding, void (*one)(void *opaque, const char *name),
                       void *opaque);
/* Data lines of a hardware partition that are fewer than whole chips, "D37", "D3 D5"; nothing where whole chips are
 * wrong. */
void finding_lanes(struct text *text, const struct finding *finding, unsigned hardware);

#endif
