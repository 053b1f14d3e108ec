/* hw/nv50/texture.h: entries of the tables of images (TIC) and samplers (TSC) that a texture unit reads.
 *
 * Shape   eight words each; of their many kinds, those fields that a plain image in rows needs.
 * Units   words by number; bytes.
 * Source  docs/hardware/tesla-engines.md §4.8. */
#ifndef HW_NV50_TEXTURE_H
#define HW_NV50_TEXTURE_H

#include "hw/bits.h"

#define TEXTURE_ENTRY_WORDS 8
#define TEXTURE_ENTRY_BYTES 32

/* Word 0 of an image. */
#define TIC0_FORMAT     BITS(5, 0)
#define TIC0_FORMAT_32  0x0f        /* one component of 32 bits */
#define TIC0_TYPES      BITS(17, 6) /* of four components, 3 bits each */
#define TIC0_TYPES_UINT (4u << 6 | 4u << 9 | 4u << 12 | 4u << 15)
#define TIC0_RED        BITS(20, 18) /* which component a program's first one is: enum tic_source */
#define TIC0_GREEN      BITS(23, 21)
#define TIC0_BLUE       BITS(26, 24)
#define TIC0_ALPHA      BITS(29, 27)
enum tic_source { TIC_SOURCE_ZERO = 0, TIC_SOURCE_FIRST = 2, TIC_SOURCE_ONE = 6 };

/* Word 1: address, low. */
#define TIC2_ADDRESS_HIGH BITS(7, 0)
#define TIC2_KIND         BITS(17, 14)
#define TIC2_KIND_RECT    7           /* two dimensions, one level */
#define TIC2_LINEAR       BIT(18)     /* in rows */
#define TIC2_ALWAYS       0x10001000u /* what a driver sets without saying why */
#define TIC2_NO_BORDER    BIT(30)     /* no texels around it are counted as its border */
#define TIC2_NORMALISED   BIT(31)     /* coordinates go from 0 to 1 */
/* Word 3: bytes of a row; 4: width in texels. */
#define TIC5_HEIGHT BITS(15, 0)
#define TIC5_DEPTH  BITS(27, 16)

/* Word 0 of a sampler: where coordinates outside of the image lead. */
#define TSC0_WRAP_S     BITS(2, 0)
#define TSC0_WRAP_T     BITS(5, 3)
#define TSC_WRAP_EDGE   2 /* to the nearest texel */
#define TSC_WRAP_BORDER 3 /* to the border's colour */
#define TSC0_SRGB       BIT(13)
/* Word 1. */
#define TSC1_LARGER  BITS(1, 0)
#define TSC1_SMALLER BITS(5, 4)
#define TSC1_LEVELS  BITS(7, 6)
#define TSC1_NEAREST (1u << 0 | 1u << 4 | 1u << 6) /* no mixing, one level */
/* Words 4 to 7: the border's colour. */
#define TSC_BORDER 4

#endif
