/* model/nv50/graph/surface.h: where a byte of a blocklinear surface lies.
 *
 * Units   bytes across, lines down, layers deep; block sizes in log2 of gobs (64 bytes by 4 lines).
 * Source  docs/hardware/tesla-mmio.md §5.9. */
#ifndef MODEL_NV50_GRAPH_SURFACE_H
#define MODEL_NV50_GRAPH_SURFACE_H

#include <stdint.h>

#define GOB_WIDTH 64u
#define GOB_LINES 4u

struct surface {
    unsigned block_width, block_height, block_depth;
    uint32_t width, height;
};

/* Bytes from the surface's start. */
uint64_t surface_offset(const struct surface *surface, uint32_t x, uint32_t y, uint32_t z);

#endif
