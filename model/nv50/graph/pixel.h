/* model/nv50/graph/pixel.h: colour formats of the 2D engine.
 * Units   bytes; colours between formats as A8R8G8B8.
 * Source  docs/hardware/tesla-mmio.md §5.8. */
#ifndef MODEL_NV50_GRAPH_PIXEL_H
#define MODEL_NV50_GRAPH_PIXEL_H

#include <stdint.h>

#include "hw/bits.h"

#define PIXEL_ALPHA       BITS(31, 24)                   /* of A8R8G8B8 */
#define PIXEL_GREY(level) ((uint32_t)(level)*0x1010101u) /* the same level in all four */

/* Of one pixel; 0: no such format. */
unsigned pixel_bytes(uint32_t format);
/* A pixel of one format as one of the other; the same format keeps every bit. */
uint32_t pixel_convert(uint32_t pixel, uint32_t from, uint32_t to);
/* `table` is the truth table of pattern (bit 2 of the index), source and destination. */
uint32_t pixel_rop(uint8_t table, uint32_t pattern, uint32_t source, uint32_t destination);

/* Levels are 0 to 255 and stand for 0 to 1; results are rounded to the nearest (no source says how). */
uint32_t pixel_level_product(uint32_t a, uint32_t b);
/* Of two A8R8G8B8, level by level; a sum ends at 255. */
uint32_t pixel_product(uint32_t a, uint32_t b);
uint32_t pixel_sum(uint32_t a, uint32_t b);

#endif
