/* model/gv100/copy/launch.h: from LAUNCH_DMA to the end of its job, for the files of model/gv100/copy/ only.
 *
 * Source  docs/hardware/gv100.md §7. */
#ifndef MODEL_GV100_COPY_LAUNCH_H
#define MODEL_GV100_COPY_LAUNCH_H

#include <stddef.h>
#include <stdint.h>

#include "model/gv100/copy/copy.h"
#include "model/gv100/vm/access.h"

/* Codes of LCE_ERROR. */
enum launch_error {
    LAUNCH_GOOD = 0,
    LAUNCH_INVALID_ALIGNMENT = 2,
    LAUNCH_SRC_EXCEEDS_PITCH = 4,
    LAUNCH_SRC_EXCEEDS_NEGATIVE_PITCH = 5,
    LAUNCH_DST_EXCEEDS_PITCH = 6,
    LAUNCH_DST_EXCEEDS_NEGATIVE_PITCH = 7,
    LAUNCH_BAD_SOURCE_COMPONENT = 8,
    LAUNCH_INVALID_VALUE = 9,
    LAUNCH_UNUSED_FIELD = 0xa,
    LAUNCH_INVALID_CONFIG = 0xd,
};

/* The engine is free. An error of the launch is raised instead of the job. */
void gv_copy_launch(struct gv100 *card, unsigned lce, struct copy_state *state);

/* SET_REMAP_COMPONENTS, taken apart. */
struct remap {
    unsigned size;    /* of a component, bytes */
    unsigned sources; /* components of an element that is read */
    unsigned count;   /* of one that is written */
    uint8_t from[4];  /* enum copy_remap, of each component that is written */
    uint32_t constant[2];
};

struct remap gv_copy_remap(const struct gv100 *card, const struct copy_state *state);
/* Whether every component is written, and none of them is read from the source. */
bool gv_copy_is_fill(const struct remap *remap);

/* The engine as the MMU knows it, in the address space of the job's channel. */
struct client gv_copy_client(const struct gv100 *card, unsigned lce,
                             const struct copy_state *state);

/* Interrupts of an engine. */
void gv_copy_raise(struct gv100 *card, unsigned lce, uint32_t bit);

#endif
