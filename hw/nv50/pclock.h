/* hw/nv50/pclock.h: the PLLs of the clocks, and the words that choose between them.
 * Source  docs/hardware/devinit.md §3.2, §5, board.md §6, nouveau-client.md §4 (the reads of "Clocks"). */
#ifndef HW_NV50_PCLOCK_H
#define HW_NV50_PCLOCK_H

#include "hw/bits.h"

/* G80 to G200 and the integrated chipsets before MCP89: control, then the coefficients 4 above. */
#define PCLOCK_MPLL                 0x004008
#define PCLOCK_MPLL_COEF            0x00400c
#define PCLOCK_SPLL                 0x004020
#define PCLOCK_SPLL_COEF            0x004024
#define PCLOCK_NVPLL                0x004028
#define PCLOCK_NVPLL_COEF           0x00402c
#define PCLOCK_XTPLL                0x004030
#define PCLOCK_STATUS               0x004080 /* G94, G96, G98 (§3.2, row h) */
#define PCLOCK_STATUS_NVPLL_LOCKED  BIT(8)
#define PCLOCK_STATUS_NVPLL_ENABLED BIT(9)
#define PLL_COEFFICIENTS            4 /* from the control register */
#define PLL_CTRL_ENABLE             BIT(31)
#define PLL_CTRL_P                  BITS(18, 16)
#define PLL_CTRL_STAGES             (BIT(30) | BIT(8))
#define PLL_CTRL_TWO_STAGES         BIT(30)
#define PLL_CTRL_MEMORY_BIAS        BITS(21, 19)
#define PLL_CTRL_MEMORY_P           BITS(24, 22)
#define PLL_CTRL_MEMORY_BYPASS      BIT(9)
#define PLL_COEFFICIENT_M           BITS(7, 0)
#define PLL_COEFFICIENT_N           BITS(15, 8)
#define PLL_COEFFICIENT_M2          BITS(23, 16)
#define PLL_COEFFICIENT_N2          BITS(31, 24)

/* GT215 and later. */
#define PCLOCK_GT215_MPLL         0x004000
#define PCLOCK_GT215_MPLL_COEF    0x004004
#define PCLOCK_GT215_NVPLL_SOURCE 0x004120
#define PCLOCK_GT215_SPLL_SOURCE  0x004124
#define PCLOCK_GT215_MPLL_SOURCE  0x004128
#define PCLOCK_GT215_MPLL_PAST    0x004168 /* source of the memory's clock past its PLL */
#define PCLOCK_GT215_BYPASS       0x40     /* from a source to the source past the PLL */
#define SOURCE_GT215_ON           BIT(8)
#define SOURCE_GT215_NO_CRYSTAL   BIT(9)
#define SOURCE_GT215_108_MHZ      BIT(10)
#define SOURCE_GT215_KIND         BITS(13, 12)
#define SOURCE_GT215_CRYSTAL      0
#define SOURCE_GT215_FIXED        2
#define SOURCE_GT215_DIVIDED      3
#define SOURCE_GT215_FIXED_108    BIT(6)
#define SOURCE_GT215_DIVIDER_ON   BIT(0)
#define SOURCE_GT215_DIVIDER      BITS(21, 16) /* half steps, less 2 */
#define SOURCE_GT215_ROOT         BITS(5, 4)   /* 0 crystal, 2 and 3 root PLLs */
#define PCLOCK_GT215_SOURCE_94    0x004194     /* sources of other clocks */
#define PCLOCK_GT215_SOURCE_A0    0x0041a0
#define PCLOCK_GT215_SOURCE_A4    0x0041a4
#define PCLOCK_GT215_NVPLL        0x004200
#define PCLOCK_GT215_NVPLL_COEF   0x004204
#define PCLOCK_GT215_SPLL         0x004220
#define PCLOCK_GT215_SPLL_COEF    0x004224
#define PLL_GT215_ENABLE          BIT(0)
#define PLL_GT215_POWER_OFF       BIT(1)
#define PLL_GT215_BYPASS          BIT(3)
#define PLL_GT215_UNWATCHED       BIT(4) /* nothing watches for the lock (§3.2, row i) */
#define PLL_GT215_LOCKED          BIT(17)
#define PLL_GT215_M               BITS(7, 0)
#define PLL_GT215_N               BITS(15, 8)
#define PLL_GT215_P               BITS(21, 16)

/* Dividers. */
#define PCLOCK_VDEC_DIV     0x004600 /* MCP77, MCP79 */
#define PCLOCK_DOM6_DIV     0x004700
#define PCLOCK_DOM6_DIV_G92 0x004800 /* G92, G94, G96 */

/* Which clock feeds which. */
#define PCLOCK_MASTER       0x00c040
#define MASTER_CORE         BITS(1, 0)
#define MASTER_CORE_CRYSTAL 0
#define MASTER_CORE_SPLL    2
#define MASTER_CORE_NVPLL   3
#define MASTER_SHADER       BITS(5, 4) /* 0 crystal or host */
#define MASTER_SHADER_NVPLL 2
#define MASTER_SHADER_SPLL  3
#define MASTER_SHADER_HOST  BIT(7)
#define MASTER_MEMORY       BITS(15, 14) /* past its PLL: 0 crystal, 2 and 3 HREF */
#define MASTER_MEMORY_HREF  BIT(16)      /* references of PLLs: HREF instead of the root PLL */
#define MASTER_CORE_DIRECT  BIT(20)
#define MASTER_CORE_HREF    BIT(21)
#define MASTER_SHADER_HREF  BIT(22)
#define HREF_KHZ            100000     /* of PCI Express */
#define PCLOCK_MASTER_ROOT  0x00c050   /* G94, G96, G98 */
#define MASTER_ROOT_SHADER  BITS(1, 0) /* 0 second root PLL, 1 crystal, 2 HREF, 3 first root PLL */
#define MASTER_ROOT_MEMORY  BITS(3, 2)
#define MASTER_ROOT_CORE    BITS(12, 11)
#define PCLOCK_MASTER_MCP77 0x00c054

/* The root PLLs, which the others multiply. */
#define PCLOCK_ROOT_SELECT     0x00e18c
#define PCLOCK_ROOT_COEF       0x00e81c
#define PCLOCK_ROOT_DIV        0x00e824 /* G94, G96, G98: more halvings */
#define PCLOCK_ROOT_COEF_1     0x00e844 /* of the second: G94, G96, G98 */
#define PCLOCK_ROOT_DIV_1      0x00e84c
#define PCLOCK_ROOT_STRIDE     0x28
#define ROOT_COEF_P            BITS(18, 16)
#define ROOT_G80_STRIDE        12      /* G80, G200: N and M are one more than their fields */
#define ROOT_G80_HALF          BIT(24) /* twice the crystal, else four times */
#define ROOT_SELECT_MEMORY     BIT(3)
#define ROOT_SELECT_OTHERS     BIT(2)
#define PCLOCK_GT215_ROOT      0x00e820
#define PCLOCK_GT215_ROOT_COEF 0x00e824
#define PCLOCK_GT215_ROOT_2    0x00e8a0

/* The heads' PLLs: control, stage 1 (with P on GT215), stage 2 or fraction. */
#define PCLOCK_VPLL        0x614100
#define PCLOCK_VPLL_STRIDE 0x800
#define VPLL_STAGE_1       4
#define VPLL_STAGE_2       8
#define VPLL_CTRL_ON       0x10000611u
#define VPLL_1_N           BITS(7, 0)
#define VPLL_1_M           BITS(23, 16)
#define VPLL_2_N           BITS(7, 0)
#define VPLL_2_M           BITS(23, 16)
#define VPLL_2_CLEARED     BITS(27, 24) /* meaning unknown; written as 0 with M and P (§5.5) */
#define VPLL_2_P           BITS(30, 28)
#define VPLL_GT215_CTRL_ON 0x50000610u
#define VPLL_GT215_N       BITS(7, 0) /* M and N the other way round than in GT215's other PLLs */
#define VPLL_GT215_M       BITS(15, 8)
#define VPLL_GT215_P       BITS(21, 16)

#endif
