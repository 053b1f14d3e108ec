#include "suite/all.h"

#include "suite/gv100/suite.h"
#include "suite/nv50/suite.h"

static const struct suite *const suites[] = { &nv50_suite, &gv100_suite };

const struct suites all_suites = { suites, sizeof(suites) / sizeof(suites[0]) };
