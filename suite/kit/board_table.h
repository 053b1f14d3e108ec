/* suite/kit/board_table.h: a card's facts beside the values that a board file expects, for people: the values that
 * differ, and of the others as many as there is room for, in the order of the file. */
#ifndef SUITE_KIT_BOARD_TABLE_H
#define SUITE_KIT_BOARD_TABLE_H

#include <stdbool.h>

#include "suite/kit/expect.h"

#define BOARD_ROWS      10
#define BOARD_VALUE_MAX 40

struct board_row {
    const char *name; /* as the file has it */
    bool differs;
    char expected[BOARD_VALUE_MAX], found[BOARD_VALUE_MAX];
};

/* All zeros: nothing was compared. */
struct board_table {
    char file[EXPECT_NAME_MAX];
    unsigned compared, differing;
    unsigned count;
    struct board_row rows[BOARD_ROWS];
};

#endif
