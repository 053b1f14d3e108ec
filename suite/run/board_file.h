/* suite/run/board_file.h: the row that holds a card against the station's board file (suite/kit/expect.h). Proven,
 * because the station alone decides how the board should be. */
#ifndef SUITE_RUN_BOARD_FILE_H
#define SUITE_RUN_BOARD_FILE_H

#include "suite/run/test.h"

extern const struct test_case board_file_row;

#endif
