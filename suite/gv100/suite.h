/* suite/gv100/suite.h: all self tests of the GV100 family. */
#ifndef SUITE_GV100_SUITE_H
#define SUITE_GV100_SUITE_H

#include "suite/run/test.h"

extern const struct suite gv100_suite;

#endif
