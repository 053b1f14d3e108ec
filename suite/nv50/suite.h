/* suite/nv50/suite.h: every self test of the NV50 family. */
#ifndef SUITE_NV50_SUITE_H
#define SUITE_NV50_SUITE_H

#include "suite/run/test.h"

extern const struct suite nv50_suite;

#endif
