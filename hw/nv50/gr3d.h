/* hw/nv50/gr3d.h: the query of the 3D and compute classes: the methods that write a word or a record to memory.
 * Source  docs/hardware/tesla-mmio.md §5.7. */
#ifndef HW_NV50_GR3D_H
#define HW_NV50_GR3D_H

#include "hw/bits.h"

#define GR3D_DMA_QUERY     0x188
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
