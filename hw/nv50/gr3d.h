/* hw/nv50/gr3d.h: methods of the 3D classes, 0x5097 and its successors; and the query, which the compute class has too.
 *
 * Units   pixels; addresses are two words, bits 39:32 first; pitches and strides in bytes. Of a rectangle the place stands in
 *         bits 15:0 and the size in 31:16, or the first and the one after the last.
 * Source  docs/hardware/tesla-engines.md §4.5, §4.6; tesla-mmio.md §5.7. */
#ifndef HW_NV50_GR3D_H
#define HW_NV50_GR3D_H

#include "hw/bits.h"

/* DMA objects. */
#define GR3D_DMA_NOTIFY  0x180
#define GR3D_DMA_ZETA    0x184
#define GR3D_DMA_QUERY   0x188 /* of conditions too */
#define GR3D_DMA_VERTEX  0x18c
#define GR3D_DMA_CODE_CB 0x198
#define GR3D_DMA_STRMOUT 0x1a8
#define GR3D_DMA_CLIPID  0x1ac
#define GR3D_DMA_COLOR   0x1c0 /* eight words, one for each target */
#define GR3D_TARGETS     8

#define GR3D_LOW  BITS(15, 0) /* of a rectangle's word */
#define GR3D_HIGH BITS(31, 16)

/* Colour targets: eight of each. */
#define GR3D_RT               0x200 /* address, format, block, stride of layers */
#define GR3D_RT_STRIDE        0x20
#define GR3D_RT_FORMAT        0x08
#define GR3D_RT_BLOCK         0x0c
#define GR3D_RT_LAYER         0x10 /* bytes / 4 */
#define GR3D_RT_HORIZ         0x1240
#define GR3D_RT_SIZE_STRIDE   8
#define GR3D_RT_HORIZ_SIZE    BITS(27, 0)
#define GR3D_RT_HORIZ_LINEAR  BIT(31) /* SIZE is the pitch; else the width, block linear */
#define GR3D_RT_VERT          0x1244
#define GR3D_RT_CONTROL       0x121c
#define GR3D_RT_CONTROL_COUNT BITS(3, 0)
#define GR3D_RT_CONTROL_MAP                                                                        \
    4 /* from this bit on three bits for each target: the surface that it is */
#define GR3D_RT_ARRAY        0x1224
#define GR3D_RT_ARRAY_LAYERS BITS(15, 0)
#define GR3D_RT_ARRAY_3D     BIT(16)
#define GR3D_BLOCK_WIDTH     BITS(3, 0) /* log2 of gobs */
#define GR3D_BLOCK_HEIGHT    BITS(7, 4)
#define GR3D_BLOCK_DEPTH     BITS(11, 8)

#define GR3D_ZETA        0xfe0 /* address, format, block, stride of layers, as a target's */
#define GR3D_ZETA_HORIZ  0x1228
#define GR3D_ZETA_VERT   0x122c
#define GR3D_ZETA_ARRAY  0x1230
#define GR3D_ZETA_ENABLE 0x1538

#define GR3D_CLEAR_COLOR                                                                           \
    0xd80 /* four words: red, green, blue, alpha; a float, or the number of an integer format */
#define GR3D_CLEAR_DEPTH       0xd90 /* a float */
#define GR3D_CLEAR_STENCIL     0xda0
#define GR3D_CLEAR_FLAGS       0x143c
#define GR3D_CLEAR_BY_VIEWPORT BIT(4) /* within the first viewport; else the first scissor */
#define GR3D_CLEAR             0x19d0 /* clears */
#define GR3D_CLEAR_Z           BIT(0)
#define GR3D_CLEAR_S           BIT(1)
#define GR3D_CLEAR_RGBA        BITS(5, 2) /* a bit each */
#define GR3D_CLEAR_TARGET      BITS(9, 6)
#define GR3D_CLEAR_LAYER       BITS(20, 10)

#define GR3D_SCREEN_HORIZ   0xff4
#define GR3D_SCREEN_VERT    0xff8
#define GR3D_VIEWPORT_HORIZ 0xc00
#define GR3D_VIEWPORT_VERT  0xc04
#define GR3D_SCISSOR_ENABLE 0xe00
#define GR3D_SCISSOR_HORIZ  0xe04 /* the first, and the one after the last */
#define GR3D_SCISSOR_VERT   0xe08
#define GR3D_MULTISAMPLE    0x15d0
#define GR3D_COND           0x1550 /* address */
#define GR3D_COND_MODE      0x1558 /* enum graph_condition (hw/nv50/eng2d.h) */

/* The surface of window ids: a number for each pixel. */
#define GR3D_CLIPID            0xfcc  /* address */
#define GR3D_CLIPID_WIDTH      0x1980 /* a multiple of 64 */
#define GR3D_CLIPID_HEIGHT     0x1504
#define GR3D_CLIPID_FILL_HORIZ 0x1508 /* the first, and the one after the last */
#define GR3D_CLIPID_FILL_VERT  0x150c
#define GR3D_CLIPID_FILL       0x19d4 /* the number; writes it */
#define GR3D_CLIPID_ENABLE     0x197c
#define GR3D_CLIPID_ID         0x1984

/* Vertices: of sixteen arrays, of which each attribute names one. */
#define GR3D_ARRAYS                16
#define GR3D_ARRAY                 0x900 /* stride and enable, address of the first vertex, instances for each */
#define GR3D_ARRAY_STEP            0x10
#define GR3D_ARRAY_STRIDE          BITS(11, 0)
#define GR3D_ARRAY_ENABLE          BIT(29)
#define GR3D_ARRAY_START           0x904
#define GR3D_ARRAY_LIMIT           0x1080 /* address of the last byte; eight bytes apart */
#define GR3D_ARRAY_LIMIT_STEP      8
#define GR3D_RUNOUT                0xf84 /* address of what is read in place of a vertex past the limit */
#define GR3D_ATTRIBUTE             0x1ac0
#define GR3D_ATTRIBUTE_ARRAY       BITS(3, 0)
#define GR3D_ATTRIBUTE_CONSTANT    BIT(4)
#define GR3D_ATTRIBUTE_OFFSET      BITS(18, 5)
#define GR3D_ATTRIBUTE_FORMAT      BITS(24, 19)
#define GR3D_ATTRIBUTE_32_32_32_32 0x01 /* words of a vertex */
#define GR3D_ATTRIBUTE_32_32_32    0x02
#define GR3D_ATTRIBUTE_32_32       0x04
#define GR3D_ATTRIBUTE_32          0x12
#define GR3D_ATTRIBUTE_TYPE        BITS(30, 25)
#define GR3D_ATTRIBUTE_UINT        0x24
#define GR3D_ATTRIBUTE_SINT        0x1b
#define GR3D_ATTRIBUTE_FLOAT       0x3f
#define GR3D_ARRAY_FLUSH           0x142c /* forgets the vertices that are cached */
#define GR3D_BEGIN                 0x15dc /* the kind of primitive, as OpenGL numbers it */
#define GR3D_BEGIN_POINTS          0
#define GR3D_BEGIN_LINES           1
#define GR3D_BEGIN_TRIANGLES       4
#define GR3D_BEGIN_KIND            BITS(27, 0)
#define GR3D_DRAW_FIRST            0xd74
#define GR3D_DRAW_COUNT            0xd78 /* draws */
#define GR3D_END                   0x15e0

/* The vertex program. */
#define GR3D_VP           0xf7c /* address */
#define GR3D_VP_START     0x140c
#define GR3D_VP_REGISTERS 0x16b0
#define GR3D_VP_RESULTS   0x16b8
#define GR3D_VP_ATTRIBUTES                                                                         \
    0x1650 /* two words: four bits for each attribute, which of its words go to the program */
#define GR3D_VP_MAP_SIZE      0x16ac
#define GR3D_VP_MAP           0x16bc /* a byte for each word that goes on: the result that it is */
#define GR3D_VP_MAP_ZERO      0x40   /* in place of a result: 0, or a float of 1 */
#define GR3D_VP_MAP_ONE       0x41
#define GR3D_VP_MAP_MOST      64
#define GR3D_CB               0x1280 /* address; then size and number of the buffer that begins there */
#define GR3D_CB_SET           0x1288
#define GR3D_CB_SIZE          BITS(15, 0) /* 0: 64 KiB */
#define GR3D_CB_BUFFER        BITS(22, 16)
#define GR3D_BIND_CB          0x1694
#define GR3D_BIND_CB_VALID    BIT(0)
#define GR3D_BIND_CB_PROGRAM  BITS(7, 4) /* 0: the vertex program */
#define GR3D_BIND_CB_INDEX    BITS(11, 8)
#define GR3D_BIND_CB_BUFFER   BITS(18, 12)
#define GR3D_CODE_FLUSH       0x1440
#define GR3D_GEOMETRY_ENABLE  0x1798
#define GR3D_RASTERIZE_ENABLE 0x17b4

/* Stream output: results of vertices go to memory. */
#define GR3D_STRMOUT_ENABLE      0x17b8
#define GR3D_STRMOUT_LATCH       0xda4
#define GR3D_STRMOUT_PRIMITIVES  0xda8 /* no more of them are written */
#define GR3D_STRMOUT_CONTROL     0x1294
#define GR3D_STRMOUT_INTERLEAVED BIT(0)
#define GR3D_STRMOUT_BY_OFFSET                                                                     \
    BIT(1) /* G200 and newer: ends by each buffer's limit, not by primitives */
#define GR3D_STRMOUT_STRIDE      BITS(19, 8)
#define GR3D_STRMOUT_BUFFERS     4
#define GR3D_STRMOUT_BUFFER      0x1a80 /* address, words of a vertex, limit (G200 and newer) */
#define GR3D_STRMOUT_BUFFER_STEP 0x10
#define GR3D_STRMOUT_WORDS       0x1a88
#define GR3D_STRMOUT_LIMIT       0x1a8c
#define GR3D_STRMOUT_OFFSET      0x1780 /* G200 and newer: where a buffer goes on, a word for each */
#define GR3D_STRMOUT_MAP         0x1480 /* a byte for each word of GR3D_VP_MAP */
#define GR3D_STRMOUT_MAP_WRITTEN                                                                   \
    BIT(7) /* the result is written; the other bits say at which word of the vertex */

enum gr3d_format {
    GR3D_FORMAT_R32_UINT = 0xe4,
    GR3D_FORMAT_Z32_FLOAT = 0x0a,
};

#define GR3D_QUERY         0x1b00 /* four words: address high, low, sequence, kind of query */
#define GR3D_GET_MODE      BITS(1, 0)
#define GR3D_GET_MODE_SYNC 1       /* waits for memory; any other writes */
#define GR3D_GET_COUNTER   BIT(23) /* a counter and a zero, not the sequence and a value */
#define GR3D_GET_SHORT     BIT(28) /* the first word alone */
#define COMPUTE_DMA_NOTIFY 0x180
#define COMPUTE_DMA_QUERY  0x1a4
#define COMPUTE_QUERY      0x310
#define COMPUTE_GET_SHORT  BIT(15)
#define QUERY_HIGH         0 /* words from the first of the four */
#define QUERY_LOW          1
#define QUERY_SEQUENCE     2
#define QUERY_GET          3
#define QUERY_WORDS        4
#define QUERY_RECORD_BYTES 16 /* two words, then the time */

#endif
