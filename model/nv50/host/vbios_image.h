/* model/nv50/host/vbios_image.h: an image of a ROM as it is put together.
 *
 * Units   bytes from the image's start; values of several bytes are little-endian. */
#ifndef MODEL_NV50_HOST_VBIOS_IMAGE_H
#define MODEL_NV50_HOST_VBIOS_IMAGE_H

#include <stdint.h>

struct image {
    uint8_t *bytes;
    unsigned at; /* the first byte that nothing has */
};

static inline void put8(struct image *image, unsigned value)
{
    image->bytes[image->at++] = (uint8_t)value;
}

static inline void put16(struct image *image, unsigned value)
{
    put8(image, value & 0xff);
    put8(image, value >> 8 & 0xff);
}

static inline void put32(struct image *image, uint32_t value)
{
    put16(image, value & 0xffff);
    put16(image, value >> 16);
}

static inline void image_align(struct image *image)
{
    image->at = (image->at + 3) & ~3u;
}

#endif
