/* hw/nv50/eng2d.h: methods of class 0x502d, the 2D engine.
 *
 * Units   pixels; pitches in bytes.
 * Source  docs/hardware/tesla-mmio.md §5.8, nouveau-client.md §10. */
#ifndef HW_NV50_ENG2D_H
#define HW_NV50_ENG2D_H

#include "hw/bits.h"

#define ENG2D_DMA_DST  0x184
#define ENG2D_DMA_SRC  0x188
#define ENG2D_DMA_COND 0x18c

/* The destination's ten words, then the source's, laid out alike. */
#define ENG2D_DST                  0x200
#define ENG2D_SRC                  0x230
#define ENG2D_SURFACE_FORMAT       0x00
#define ENG2D_SURFACE_LAYOUT       0x04 /* 0 blocklinear, 1 pitch */
#define ENG2D_SURFACE_BLOCK        0x08
#define ENG2D_SURFACE_DEPTH        0x0c
#define ENG2D_SURFACE_LAYER        0x10
#define ENG2D_SURFACE_PITCH        0x14
#define ENG2D_SURFACE_WIDTH        0x18
#define ENG2D_SURFACE_HEIGHT       0x1c
#define ENG2D_SURFACE_ADDRESS_HIGH 0x20
#define ENG2D_SURFACE_ADDRESS_LOW  0x24

#define ENG2D_CLIP_X            0x280
#define ENG2D_CLIP_Y            0x284
#define ENG2D_CLIP_W            0x288
#define ENG2D_CLIP_H            0x28c
#define ENG2D_CLIP_ENABLE       0x290
#define ENG2D_ROP               0x2a0 /* truth table of pattern, source, destination */
#define ENG2D_OPERATION         0x2ac
#define ENG2D_OPERATION_ROP_AND 1
#define ENG2D_OPERATION_SRCCOPY 3
#define ENG2D_OPERATION_ROP     4

#define ENG2D_DRAW_SHAPE       0x580
#define ENG2D_SHAPE_RECTANGLES 4
#define ENG2D_DRAW_FORMAT      0x584
#define ENG2D_DRAW_COLOR       0x588
#define ENG2D_DRAW_POINT       0x600 /* x, y of up to 16 corners, in pairs */
#define ENG2D_DRAW_POINT_LAST  0x67c

#define ENG2D_SIFC_BITMAP        0x800 /* 1: the data are bits, not pixels */
#define ENG2D_SIFC_FORMAT        0x804 /* of pixels */
#define ENG2D_SIFC_BITMAP_FORMAT 0x808 /* 0: one bit per pixel */
#define ENG2D_SIFC_BITMAP_MSB    0x80c /* 0: the most significant bit of a byte first */
#define ENG2D_SIFC_LINE_PACK     0x810 /* 1: lines are padded to bytes */
#define ENG2D_SIFC_BIT0          0x814 /* colours */
#define ENG2D_SIFC_BIT1          0x818
#define ENG2D_SIFC_BIT0_WRITTEN  0x81c
#define ENG2D_SIFC_WIDTH         0x838
#define ENG2D_SIFC_HEIGHT        0x83c
#define ENG2D_SIFC_X             0x854 /* integer part; 0x850 the fraction */
#define ENG2D_SIFC_Y             0x85c /* integer part; 0x858 the fraction; starts */
#define ENG2D_SIFC_DATA          0x860

#define ENG2D_BLIT_DST_X 0x8b0
#define ENG2D_BLIT_DST_Y 0x8b4
#define ENG2D_BLIT_DST_W 0x8b8
#define ENG2D_BLIT_DST_H 0x8bc
#define ENG2D_BLIT_DU_DX 0x8c4 /* integer part; 0x8c0 the fraction */
#define ENG2D_BLIT_DV_DY 0x8cc
#define ENG2D_BLIT_SRC_X 0x8d4 /* integer part; 0x8d0 the fraction */
#define ENG2D_BLIT_SRC_Y 0x8dc /* integer part; 0x8d8 the fraction; starts */

enum eng2d_format {
    ENG2D_FORMAT_A8R8G8B8 = 0xcf,
    ENG2D_FORMAT_A2R10G10B10 = 0xd1,
    ENG2D_FORMAT_A2B10G10R10 = 0xdf,
    ENG2D_FORMAT_X8R8G8B8 = 0xe6,
    ENG2D_FORMAT_R5G6B5 = 0xe8,
    ENG2D_FORMAT_A1R5G5B5 = 0xe9,
    ENG2D_FORMAT_Y8 = 0xf3,
    ENG2D_FORMAT_X1R5G5B5 = 0xf8,
};

#endif
