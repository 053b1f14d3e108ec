/* tools/expect_file.h: a board file from a disk (suite/kit/expect.h).
 *
 * Errors  false, and a sentence that names the file. */
#ifndef TOOLS_EXPECT_FILE_H
#define TOOLS_EXPECT_FILE_H

#include <stdbool.h>

#include "suite/kit/expect.h"

bool expect_file(struct expectations *out, const char *name, char error[EXPECT_ERROR_MAX]);

#endif
