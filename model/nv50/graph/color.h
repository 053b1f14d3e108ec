/* model/nv50/graph/color.h: pixels that 3D's clears write: of colour targets, and of depth and stencil.
 *
 * Shape   a value as methods have it becomes the bytes of a pixel, with a mask of the bytes that the clear is to write.
 * Units   bytes.
 * Source  docs/hardware/tesla-engines.md §4.5. */
#ifndef MODEL_NV50_GRAPH_COLOR_H
#define MODEL_NV50_GRAPH_COLOR_H

#include <stdbool.h>
#include <stdint.h>

#define PIXEL_BYTES 16u

struct pixel {
    unsigned size;   /* 0: no such format */
    uint16_t wanted; /* a bit for each byte that is written */
    uint8_t bytes[PIXEL_BYTES];
};

/* `values` are red, green, blue and alpha, as words of GR3D_CLEAR_COLOR; `which` has a bit for each that is written. */
struct pixel pixel_of_color(uint32_t format, const uint32_t *values, unsigned which);
/* `depth` is a float. */
struct pixel pixel_of_zeta(uint32_t format, uint32_t depth, uint32_t stencil, bool has_depth,
                           bool has_stencil);

#endif
