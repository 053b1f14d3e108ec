/* hw/nv50/eng2d.h: methods of class 0x502d, the 2D engine.
 *
 * Units   pixels; pitches in bytes.
 * Source  docs/hardware/tesla-mmio.md §5.8, nouveau-client.md §10. */
#ifndef HW_NV50_ENG2D_H
#define HW_NV50_ENG2D_H

#include "hw/bits.h"

#define ENG2D_DMA_NOTIFY 0x180
#define ENG2D_DMA_DST    0x184
#define ENG2D_DMA_SRC    0x188
#define ENG2D_DMA_COND   0x18c

/* The condition under which drawing has an effect (tesla-engines.md §4.4). */
#define ENG2D_COND_ADDRESS_HIGH 0x264
#define ENG2D_COND_ADDRESS_LOW  0x268
#define ENG2D_COND_MODE         0x26c /* enum graph_condition */

enum graph_condition {
    CONDITION_NEVER = 0,
    CONDITION_ALWAYS = 1,
    CONDITION_NOT_ZERO = 2,  /* the result in the record at the address */
    CONDITION_EQUAL = 3,     /* two records in a row */
    CONDITION_NOT_EQUAL = 4, /* the same */
};

/* The destination's ten words, then the source's, laid out alike. */
#define ENG2D_DST                  0x200
#define ENG2D_SRC                  0x230
#define ENG2D_SURFACE_FORMAT       0x00
#define ENG2D_SURFACE_LAYOUT       0x04 /* 0 blocklinear, 1 pitch */
#define ENG2D_SURFACE_BLOCK        0x08
#define ENG2D_SURFACE_LAYER        0x10
#define ENG2D_SURFACE_PITCH        0x14
#define ENG2D_SURFACE_WIDTH        0x18
#define ENG2D_SURFACE_HEIGHT       0x1c
#define ENG2D_SURFACE_ADDRESS_HIGH 0x20
#define ENG2D_SURFACE_ADDRESS_LOW  0x24

#define ENG2D_CLIP_X           0x280
#define ENG2D_CLIP_Y           0x284
#define ENG2D_CLIP_W           0x288
#define ENG2D_CLIP_H           0x28c
#define ENG2D_CLIP_ENABLE      0x290
#define ENG2D_COLOR_KEY_ENABLE 0x29c
#define ENG2D_ROP              0x2a0 /* truth table of pattern, source, destination */
#define ENG2D_BETA1            0x2a4
#define ENG2D_BETA1_VALUE      BITS(30, 23)
#define ENG2D_BETA4            0x2a8 /* as A8R8G8B8 */
#define ENG2D_OPERATION        0x2ac /* enum eng2d_operation */

#define ENG2D_PATTERN_OFFSET        0x2b0
#define ENG2D_PATTERN_OFFSET_X      BITS(5, 0)
#define ENG2D_PATTERN_OFFSET_Y      BITS(13, 8)
#define ENG2D_PATTERN_SELECT        0x2b4 /* enum eng2d_pattern */
#define ENG2D_PATTERN_COLOR_FORMAT  0x2e8 /* enum eng2d_pattern_format */
#define ENG2D_PATTERN_BITMAP_FORMAT 0x2ec
#define ENG2D_PATTERN_CGA6          0 /* the most significant bit of a byte is the leftmost pixel */
#define ENG2D_PATTERN_BITMAP_COLOR  0x2f0 /* two: of bits 0, of bits 1 */
#define ENG2D_PATTERN_BITMAP        0x2f8 /* two words */
#define ENG2D_PATTERN_COLORS        0x300 /* 8 by 8, as X8R8G8B8; the next ones write the same cells */
#define ENG2D_PATTERN_R5G6B5        0x400 /* two in a word */
#define ENG2D_PATTERN_X1R5G5B5      0x480 /* two in a word */
#define ENG2D_PATTERN_Y8            0x500 /* four in a word */
#define ENG2D_PATTERN_END           0x540

#define ENG2D_DRAW_SHAPE      0x580 /* enum eng2d_shape */
#define ENG2D_DRAW_FORMAT     0x584
#define ENG2D_DRAW_COLOR      0x588
#define ENG2D_DRAW_POINT16    0x5e0 /* x and y in one word */
#define ENG2D_DRAW_POINT      0x600 /* x, y of up to 64 corners, in pairs */
#define ENG2D_DRAW_POINT_LAST 0x7fc

#define ENG2D_SIFC_BITMAP           0x800 /* 1: the data are indices, not pixels */
#define ENG2D_SIFC_FORMAT           0x804 /* of pixels */
#define ENG2D_SIFC_BITMAP_FORMAT    0x808 /* bits of an index */
#define ENG2D_SIFC_I1               0
#define ENG2D_SIFC_I4               1 /* this and the next: the source surface is the table of colours */
#define ENG2D_SIFC_I8               2
#define ENG2D_SIFC_BITMAP_LSB_FIRST 0x80c
#define ENG2D_SIFC_LINE_PACK        0x810 /* padding of each line of indices; 0: none */
#define ENG2D_SIFC_ALIGN_BYTE       1
#define ENG2D_SIFC_ALIGN_WORD       2
#define ENG2D_SIFC_BIT0             0x814 /* colours */
#define ENG2D_SIFC_BIT1             0x818
#define ENG2D_SIFC_BIT0_WRITTEN     0x81c
#define ENG2D_SIFC_WIDTH            0x838
#define ENG2D_SIFC_HEIGHT           0x83c
#define ENG2D_SIFC_DX_DU            0x844 /* integer part; 0x840 the fraction */
#define ENG2D_SIFC_DY_DV            0x84c
#define ENG2D_SIFC_X                0x854 /* integer part; 0x850 the fraction */
#define ENG2D_SIFC_Y                0x85c /* integer part; 0x858 the fraction; starts */
#define ENG2D_SIFC_DATA             0x860

#define ENG2D_BLIT_OVERLAP 0x888 /* 1: right although source and destination overlap */
#define ENG2D_BLIT_FILTER  0x88c
#define ENG2D_BLIT_DST_X   0x8b0
#define ENG2D_BLIT_DST_Y   0x8b4
#define ENG2D_BLIT_DST_W   0x8b8
#define ENG2D_BLIT_DST_H   0x8bc
#define ENG2D_BLIT_DU_DX   0x8c4 /* integer part; 0x8c0 the fraction */
#define ENG2D_BLIT_DV_DY   0x8cc
#define ENG2D_BLIT_SRC_X   0x8d4 /* integer part; 0x8d0 the fraction */
#define ENG2D_BLIT_SRC_Y   0x8dc /* integer part; 0x8d8 the fraction; starts */

enum eng2d_operation {
    ENG2D_OPERATION_SRCCOPY_AND = 0,
    ENG2D_OPERATION_ROP_AND = 1,
    ENG2D_OPERATION_BLEND = 2,
    ENG2D_OPERATION_SRCCOPY = 3,
    ENG2D_OPERATION_ROP = 4,
    ENG2D_OPERATION_SRCCOPY_PREMULT = 5,
    ENG2D_OPERATION_BLEND_PREMULT = 6,
    ENG2D_OPERATION_LAST = ENG2D_OPERATION_BLEND_PREMULT,
};

enum eng2d_pattern {
    ENG2D_PATTERN_8X8 = 0,
    ENG2D_PATTERN_64X1 = 1,
    ENG2D_PATTERN_1X64 = 2,
    ENG2D_PATTERN_COLOR = 3,
};

enum eng2d_pattern_format {
    ENG2D_PATTERN_A16R5G6B5 = 0,
    ENG2D_PATTERN_X16A1R5G5B5 = 1,
    ENG2D_PATTERN_A8R8G8B8 = 2,
    ENG2D_PATTERN_X16A8Y8 = 3,
};

enum eng2d_shape {
    ENG2D_SHAPE_POINTS = 0,
    ENG2D_SHAPE_LINES = 1,
    ENG2D_SHAPE_LINE_STRIP = 2,
    ENG2D_SHAPE_TRIANGLES = 3,
    ENG2D_SHAPE_RECTANGLES = 4,
};

/* Colours from the highest bits down. */
enum eng2d_format {
    ENG2D_FORMAT_A8R8G8B8 = 0xcf,
    ENG2D_FORMAT_A2B10G10R10 = 0xd1,
    ENG2D_FORMAT_A8B8G8R8 = 0xd5,
    ENG2D_FORMAT_A2R10G10B10 = 0xdf,
    ENG2D_FORMAT_X8R8G8B8 = 0xe6,
    ENG2D_FORMAT_R5G6B5 = 0xe8,
    ENG2D_FORMAT_A1R5G5B5 = 0xe9,
    ENG2D_FORMAT_Y8 = 0xf3,
    ENG2D_FORMAT_X1R5G5B5 = 0xf8,
    ENG2D_FORMAT_X8B8G8R8 = 0xf9,
};

#endif
