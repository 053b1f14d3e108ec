/* suite/gv100/suite.h: all self tests of the GV100 family. */
#ifndef TESTS_GV100_SUITE_H
#define TESTS_GV100_SUITE_H

#include "suite/run/test.h"

extern const struct suite gv100_suite;

#endif
