#include "model/nv50/graph/surface.h"

#define GOB_BYTES (GOB_WIDTH * GOB_LINES)

static uint64_t blocks_over(uint32_t size, uint32_t block)
{
    return ((uint64_t)size + block - 1) / block;
}

uint64_t surface_offset(const struct surface *surface, uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t bytes = GOB_WIDTH << surface->block_width;
    const uint32_t lines = GOB_LINES << surface->block_height;
    const uint32_t layers = 1u << surface->block_depth;
    const uint64_t across = blocks_over(surface->width, bytes);
    const uint64_t down = blocks_over(surface->height, lines);
    const uint64_t block = ((z / layers) * down + y / lines) * across + x / bytes;
    const uint32_t xi = x % bytes, yi = y % lines, zi = z % layers;
    const uint64_t gob =
        ((((uint64_t)zi << surface->block_height) + yi / GOB_LINES) << surface->block_width) +
        xi / GOB_WIDTH;
    const unsigned gobs_log2 = surface->block_width + surface->block_height + surface->block_depth;

    return (block * GOB_BYTES << gobs_log2) + gob * GOB_BYTES + yi % GOB_LINES * GOB_WIDTH +
           xi % GOB_WIDTH;
}
