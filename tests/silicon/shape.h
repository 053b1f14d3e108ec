/* tests/silicon/shape.h: cards of random shape with one random defect of their memory, and where that is.
 *
 * Shape   shape_draw makes the card and the defect; shape_complaint compares a run's finding with it. The broken part
 *         is known from the defect's parameters: a partition by its number, data lines, a cell's address.
 * Source  docs/hardware/board.md §1.3, §1.5 (data lines of a memory chip), tesla-vm.md §6.2. */
#pragma once

#include "tests/silicon/card_run.h"
#include "tests/silicon/draw.h"

#define SHAPE_DEFECT_MAX 160

struct shape {
    struct card_given given;
    char defect[SHAPE_DEFECT_MAX];
    bool everywhere; /* of all partitions */
    char letter;     /* of the partition, as chips are named on the board */
    unsigned first_lane, last_lane;
};

enum shape_outcome {
    SHAPE_NAMED,  /* the right chips, and no others */
    SHAPE_SILENT, /* no chip is named, and the card is not called good */
    SHAPE_MISSED, /* the card passes */
    SHAPE_WRONG,  /* another chip is named */
};

void shape_draw(struct draw *draw, struct shape *shape);
enum shape_outcome shape_judge(const struct shape *shape, const struct card_said *said);
