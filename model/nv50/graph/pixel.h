/* model/nv50/graph/pixel.h: colour formats of the 2D engine.
 * Units   bytes; colours between formats as A8R8G8B8.
 * Source  docs/hardware/tesla-mmio.md §5.8. */
#ifndef MODEL_NV50_GRAPH_PIXEL_H
#define MODEL_NV50_GRAPH_PIXEL_H

#include <stdint.h>

/* Of one pixel; 0: no such format. */
unsigned pixel_bytes(uint32_t format);
/* A pixel of one format as one of the other; the same format keeps every bit. */
uint32_t pixel_convert(uint32_t pixel, uint32_t from, uint32_t to);
/* `table` is the truth table of pattern (bit 2 of the index), source and destination. */
uint32_t pixel_rop(uint8_t table, uint32_t pattern, uint32_t source, uint32_t destination);

#endif
