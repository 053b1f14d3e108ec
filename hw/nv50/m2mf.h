/* hw/nv50/m2mf.h: methods of class 0x5039, memory to memory format.
 *
 * Units   bytes and lines.
 * Source  docs/hardware/tesla-mmio.md §5.5, §5.7. */
#ifndef HW_NV50_M2MF_H
#define HW_NV50_M2MF_H

#include "hw/bits.h"

#define M2MF_DMA_NOTIFY 0x180 /* mandatory: every copy writes a record */
#define M2MF_DMA_IN     0x184
#define M2MF_DMA_OUT    0x188

/* The source's seven words, then the destination's, laid out alike. */
#define M2MF_IN                 0x200
#define M2MF_OUT                0x21c
#define M2MF_SIDE_LAYOUT        0x00
#define M2MF_SIDE_BLOCK         0x04
#define M2MF_SIDE_WIDTH         0x08 /* of the surface, bytes */
#define M2MF_SIDE_HEIGHT        0x0c
#define M2MF_SIDE_DEPTH         0x10
#define M2MF_SIDE_LAYER         0x14
#define M2MF_SIDE_ORIGIN        0x18
#define M2MF_LAYOUT_BLOCKLINEAR 0
#define M2MF_LAYOUT_PITCH       1
#define M2MF_BLOCK_WIDTH        BITS(3, 0) /* log2 of gobs */
#define M2MF_BLOCK_HEIGHT       BITS(7, 4)
#define M2MF_BLOCK_DEPTH        BITS(11, 8)
#define M2MF_BLOCK_MAX          5
#define M2MF_ORIGIN_X           BITS(15, 0)
#define M2MF_ORIGIN_Y           BITS(31, 16)

#define M2MF_OFFSET_IN_HIGH       0x238 /* bits 39:32 */
#define M2MF_OFFSET_OUT_HIGH      0x23c
#define M2MF_OFFSET_HIGH          BITS(7, 0)
#define M2MF_OFFSET_IN            0x30c
#define M2MF_OFFSET_OUT           0x310
#define M2MF_PITCH_IN             0x314
#define M2MF_PITCH_OUT            0x318
#define M2MF_LINE_LENGTH          0x31c
#define M2MF_LINE_COUNT           0x320
#define M2MF_FORMAT               0x324
#define M2MF_FORMAT_IN            BITS(7, 0) /* bytes from one element to the next */
#define M2MF_FORMAT_OUT           BITS(15, 8)
#define M2MF_BUF_NOTIFY           0x328 /* starts the copy */
#define M2MF_BUF_NOTIFY_WRITE     0
#define M2MF_BUF_NOTIFY_INTERRUPT 1

#define M2MF_NOTIFY_RECORD 0x10 /* where in DMA_NOTIFY the copy's record goes */

/* Notifier records: 64-bit time, then two words of 0. */
#define NOTIFY_RECORD_BYTES 16

#endif
