/* hw/nv50/pclock.h: the PLLs of the clocks. Source  docs/hardware/devinit.md §3.2, §5. */
#ifndef HW_NV50_PCLOCK_H
#define HW_NV50_PCLOCK_H

#include "hw/bits.h"

/* G80 to G200 and the integrated chipsets before MCP89: control, then the coefficients 4 above. */
#define PCLOCK_MPLL            0x004008
#define PCLOCK_SPLL            0x004020
#define PCLOCK_NVPLL           0x004028
#define PCLOCK_XTPLL           0x004030
#define PLL_COEFFICIENTS       4 /* from the control register */
#define PLL_CTRL_ENABLE        BIT(31)
#define PLL_CTRL_P             BITS(18, 16)
#define PLL_CTRL_MEMORY_BIAS   BITS(21, 19)
#define PLL_CTRL_MEMORY_P      BITS(24, 22)
#define PLL_CTRL_MEMORY_BYPASS BIT(9)
#define PLL_COEFFICIENT_M      BITS(7, 0)
#define PLL_COEFFICIENT_N      BITS(15, 8)

/* GT215 and later. */
#define PCLOCK_GT215_MPLL   0x004000
#define PCLOCK_GT215_NVPLL  0x004200
#define PCLOCK_GT215_SPLL   0x004220
#define PLL_GT215_ENABLE    BIT(0)
#define PLL_GT215_POWER_OFF BIT(1)
#define PLL_GT215_BYPASS    BIT(3)
#define PLL_GT215_LOCKED    BIT(17)
#define PLL_GT215_M         BITS(7, 0)
#define PLL_GT215_N         BITS(15, 8)
#define PLL_GT215_P         BITS(21, 16)

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
#define VPLL_2_P           BITS(30, 28)
#define VPLL_GT215_CTRL_ON 0x50000610u

#endif
