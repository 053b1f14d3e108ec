/* engines/nv50/devinit/perf.h: the performance levels and voltages that a VBIOS knows. Pure.
 *
 * Units   MHz, uV; 0: the table does not say.
 * Errors  ERR_NOT_FOUND, there is no table; ERR_UNSUPPORTED, of a version that cannot be read; ERR_RANGE, of
 *         more levels than a board has, or it leaves the image.
 * Source  docs/hardware/board-sensors.md §1.1, §1.2, §1.4, §1.7. */
#ifndef ENGINES_NV50_DEVINIT_PERF_H
#define ENGINES_NV50_DEVINIT_PERF_H

#include "engines/nv50/devinit/vbios.h"

struct perf_level {
    uint32_t core_mhz, shader_mhz, memory_mhz;
};

/* Levels that are in use, in the order of the table. */
struct perf_table {
    unsigned count;
    struct perf_level levels[PERF_LEVELS_MAX];
};

enum err perf_read(const struct vbios *v, struct perf_table *out) MUST_CHECK;

/* The fastest clocks of any level. */
struct perf_top {
    uint32_t core_mhz, memory_mhz;
};

enum err perf_top(const struct vbios *v, struct perf_top *out) MUST_CHECK;

/* Which VID lines count, as bits. */
enum err voltage_lines(const struct vbios *v, uint8_t *mask) MUST_CHECK;
/* The regulator's voltage where the lines have these levels; ERR_RANGE: no entry is for them. */
enum err voltage_of(const struct vbios *v, uint8_t vid, uint32_t *uv) MUST_CHECK;

#endif
