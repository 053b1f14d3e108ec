/* hw/nv50/compute.h: methods of class 0x50c0, compute.
 *
 * Units   bytes; addresses are two words, bits 39:32 first.
 * Source  docs/hardware/tesla-engines.md §4.8. */
#ifndef HW_NV50_COMPUTE_H
#define HW_NV50_COMPUTE_H

#include "hw/bits.h"

#define COMPUTE_DMA_GLOBAL  0x1a0
#define COMPUTE_DMA_LOCAL   0x1b8
#define COMPUTE_DMA_STACK   0x1bc
#define COMPUTE_DMA_CODE_CB 0x1c0
#define COMPUTE_DMA_TSC     0x1c4
#define COMPUTE_DMA_TIC     0x1c8
#define COMPUTE_DMA_TEXTURE 0x1cc

#define COMPUTE_CODE  0x210 /* address */
#define COMPUTE_STACK 0x218 /* address */
#define COMPUTE_STACK_SIZE                                                                         \
    0x220 /* 0: none; else log2 of a warp's entries and one, at least 4 entries */
#define COMPUTE_CALL_LIMIT 0x224
#define COMPUTE_TSC        0x22c /* address of the samplers, TEXTURE_ENTRY_BYTES each */
#define COMPUTE_TSC_LAST   0x234 /* number of the last sampler */
#define COMPUTE_TSC_FLUSH  0x27c
#define COMPUTE_TIC_FLUSH  0x280
#define COMPUTE_WATCHDOG   0x288 /* 0: none */
#define COMPUTE_LOCAL      0x294 /* address */
#define COMPUTE_LOCAL_SIZE 0x29c /* 0: none; else log2 of a thread's bytes, less 3 */

#define COMPUTE_CB_ADDRESS_HIGH 0x2a4
#define COMPUTE_CB_SET          0x2ac
#define COMPUTE_CB_SIZE         BITS(15, 0) /* 0: 64 KiB */
#define COMPUTE_CB_BUFFER       BITS(22, 16)
#define COMPUTE_BIND_CB         0x3c8
#define COMPUTE_BIND_CB_VALID   BIT(0)
#define COMPUTE_BIND_CB_INDEX   BITS(11, 8)
#define COMPUTE_BIND_CB_BUFFER  BITS(18, 12)

#define COMPUTE_ALLOC         0x2b4
#define COMPUTE_ALLOC_THREADS BITS(15, 0)
#define COMPUTE_ALLOC_BARS    BITS(23, 16)
#define COMPUTE_LANES_32      0x2b8
#define COMPUTE_REGISTERS     0x2c0
#define COMPUTE_TIC           0x2c4 /* address of the images, TEXTURE_ENTRY_BYTES each */
#define COMPUTE_TIC_LAST      0x2cc /* number of the last image */
#define COMPUTE_BLOCK_LATCH   0x2f8
#define COMPUTE_LOCAL_WARPS                                                                        \
    0x2fc /* log2 of the warps that l[] has room for, 7: 32; then whether more may run */
#define COMPUTE_STACK_WARPS   0x304 /* of the stack, likewise */
#define COMPUTE_LAUNCH        0x368
#define COMPUTE_PARAMS_HEADER 0x374
#define COMPUTE_PARAM_COUNT   BITS(15, 8)
#define COMPUTE_ISA_FLAGS     0x37c
#define COMPUTE_QUAD_INF      BIT(0)
#define COMPUTE_MUL_ZERO_WINS BIT(16)
#define COMPUTE_CODE_FLUSH    0x380
#define COMPUTE_GRID_FLAGS    0x384
#define COMPUTE_GRID_WHOLE    BIT(8)
#define COMPUTE_GRID_ID       0x388
#define COMPUTE_GRID          0x3a4 /* y, x */
#define COMPUTE_SHARED_SIZE   0x3a8
#define COMPUTE_BLOCK_XY      0x3ac
#define COMPUTE_BLOCK_Z       0x3b0
#define COMPUTE_START         0x3b4 /* of the program, from COMPUTE_CODE */
#define COMPUTE_REG_MODE      0x3b8

#define COMPUTE_BIND_TSC         0x3c0 /* gives a sampler of programs its entry */
#define COMPUTE_BIND_TSC_VALID   BIT(0)
#define COMPUTE_BIND_TSC_SAMPLER BITS(7, 4)
#define COMPUTE_BIND_TSC_ENTRY   BITS(20, 12)
#define COMPUTE_BIND_TIC         0x3c4 /* gives a texture of programs its entry */
#define COMPUTE_BIND_TIC_VALID   BIT(0)
#define COMPUTE_BIND_TIC_TEXTURE BITS(8, 1)
#define COMPUTE_BIND_TIC_ENTRY   BITS(30, 9)
#define COMPUTE_TEXEL_FLUSH      0x3d0
#define COMPUTE_TEXEL_FLUSH_ALL  0x20

#define COMPUTE_GLOBAL        0x400 /* 16 spaces: address, pitch, limit, mode */
#define COMPUTE_GLOBAL_STRIDE 0x20
#define COMPUTE_GLOBAL_PITCH  0x08
#define COMPUTE_GLOBAL_LIMIT  0x0c
#define COMPUTE_GLOBAL_MODE   0x10
#define COMPUTE_GLOBAL_LINEAR BIT(0)
#define COMPUTE_PARAMS        0x600 /* 64 words */

#endif
