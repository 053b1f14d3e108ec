/* engines/nv50/devinit/rom.h: the bytes of a VBIOS ROM as a chain of images. Pure: the bytes come from
 * the caller and are only read.
 *
 * Shape   struct rom is a view; every access is checked against its size.
 * Units   bytes from the start of the ROM.
 * Errors  rom_u8 to rom_u32 give 0 outside of the ROM; ask rom_holds first where it matters.
 *         rom_chain: ERR_NOT_FOUND if no image starts the ROM.
 * Source  docs/hardware/devinit.md §1.4. */
#ifndef ENGINES_NV50_DEVINIT_ROM_H
#define ENGINES_NV50_DEVINIT_ROM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/err.h"
#include "hw/nv50/vbios.h"

struct rom {
    const uint8_t *bytes;
    size_t size;
};

bool rom_holds(const struct rom *rom, uint32_t at, uint32_t length);
uint8_t rom_u8(const struct rom *rom, uint32_t at);
uint16_t rom_u16(const struct rom *rom, uint32_t at);
uint32_t rom_u32(const struct rom *rom, uint32_t at);

struct rom_image {
    uint32_t at;     /* of its header */
    uint32_t length; /* as the chain says */
    uint32_t pcir;   /* of its PCI data structure */
    uint16_t vendor, device;
    uint8_t type; /* ROM_TYPE_... */
    bool cut;     /* the ROM ends before the image does */
    bool
        sum_ok; /* the bytes add up to 0 over `length`, or over the header's length byte (x86 images) */
    bool sums_differ; /* ... over one of the two only */
};

struct rom_images {
    unsigned count;
    bool complete; /* the chain ended with an image that says it is the last */
    struct rom_image list[ROM_IMAGES_MAX];
};

/* Where the first image of a file starts: a preamble may come before it (multiples of 512). */
enum err rom_find_start(const struct rom *file, uint32_t *at) MUST_CHECK;
/* Walks the chain from offset 0. */
enum err rom_chain(const struct rom *rom, struct rom_images *out) MUST_CHECK;

#endif
