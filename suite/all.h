/* suite/all.h: the suites of all families; a family that stands here is found and tested. */
#ifndef SUITE_ALL_H
#define SUITE_ALL_H

#include "suite/run/run.h"

extern const struct suites all_suites;

#endif
