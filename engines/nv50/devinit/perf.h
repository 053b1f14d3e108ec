/* engines/nv50/devinit/perf.h: the fastest clocks that a VBIOS has a performance level for. Pure.
 *
 * Units   MHz; 0: the table does not say.
 * Errors  ERR_NOT_FOUND, there is no table; ERR_UNSUPPORTED, of a version that cannot be read.
 * Source  docs/hardware/board-sensors.md §1.1, §1.2. */
#ifndef ENGINES_NV50_DEVINIT_PERF_H
#define ENGINES_NV50_DEVINIT_PERF_H

#include "engines/nv50/devinit/vbios.h"

struct perf_top {
    uint32_t core_mhz, memory_mhz;
};

enum err perf_top(const struct vbios *v, struct perf_top *out) MUST_CHECK;

#endif
