/* hw/nv50/pfb.h: PFB, memory configuration and MMU. Gated by PMC_ENABLE_PFB.
 * Source  docs/hardware/tesla-mmio.md §3.6, tesla-vm.md §2, §6.1, §8. */
#ifndef HW_NV50_PFB_H
#define HW_NV50_PFB_H

#include "hw/bits.h"

#define PFB_PM_CG_SEL          0x100020
#define PFB_PART_PM_SEL        0x100034 /* + 4*i, G84+ but not IGPs */
#define PFB_CFG0               0x100200
#define PFB_CFG0_TWO_RANKS     BIT(2)
#define PFB_CFG1               0x100204
#define PFB_CFG1_COLUMN_BITS   BITS(15, 12)
#define PFB_CFG1_ROW_BITS_A    BITS(19, 16) /* minus 8 */
#define PFB_CFG1_ROW_BITS_B    BITS(23, 20) /* minus 8 */
#define PFB_CFG1_BANK_BITS     BITS(25, 24) /* minus 2; from GT215 on */
#define PFB_CFG1_BANK_BITS_G80 BIT(24)      /* likewise, before GT215 */
#define PFB_CFG1_ROW_BITS_MIN  8
#define PFB_CFG1_BANK_BITS_MIN 2
#define PFB_DBI                0x100208
#define PFB_MEM_AMOUNT         0x10020c
#define PFB_MEM_AMOUNT_LOW     BITS(31, 12) /* bytes */
#define PFB_MEM_AMOUNT_4GIB    BIT(0)       /* bit 32 of the size */
#define PFB_REFCTRL            0x100210
#define PFB_REFCTRL_AUTO       BIT(31)
#define PFB_TIMINGS            0x100220 /* to 0x100244 */
#define PFB_TIMING_COUNT       10
#define PFB_TIMINGS_10         0x100248 /* G94+ */
#define PFB_BANKCFG            0x100250
#define PFB_BANKCFG_TIMES3     BIT(0)   /* alternate bank cycle over three rows, else inside one */
#define PFB_SUBPART            0x100268 /* GT215+ */
#define PFB_SUBPART_SELECT     BITS(10, 8)
#define PFB_SUBPART_ENABLE     BITS(29, 28) /* only 1 and 3 are valid */
#define PFB_MODE_REGS          0x1002c0     /* of the DRAM */
#define PFB_MODE_REG_COUNT     4
#define PFB_REFRESH            0x1002d0 /* a write refreshes the chips once */
#define PFB_PRECHARGE          0x1002d4 /* ... precharges them */
#define PFB_COMP_MAX_TAG       0x100320
#define PFB_RAM_TYPE           0x100714
#define PFB_RAM_TYPE_CODE      BITS(2, 0)
#define PFB_CHIPS_READY        0x1008e0
#define PFB_CHIPS_READY_NOW    BIT(31) /* scripts poll for it before they send the chips commands */
#define PFB_SCRATCH_PAGE       0x100c08 /* system address >> 8 */
#define PFB_NISO_PM            0x100c10 /* which client PCOUNTER counts */
#define PFB_POLLER_CFG         0x100c14 /* the poller: MCP77, MCP79 (tesla-mmio.md §3.6.5) */
#define PFB_POLLER_CFG_DNISO   BIT(0)
#define PFB_POLLER_CFG_HOSTNB  BIT(1)
#define PFB_POLLER_CFG_FLUSH   BIT(16)
#define PFB_POLLER_DNISO                                                                           \
    0x100c18 /* 32-byte units that the place lies below the end of memory, less 1 */
#define PFB_POLLER_HOSTNB 0x100c1c
#define PFB_POLLER_FLUSH  0x100c24
#define PFB_POLLER_PLACE  0x101000u /* bytes below the end: the page before the VBIOS' own memory */
#define PFB_POLLER_UNIT   32u

enum ram_type {
    RAM_TYPE_DDR1 = 0,
    RAM_TYPE_DDR2_OR_DDR3 = 1,
    RAM_TYPE_GDDR3 = 2,
    RAM_TYPE_GDDR4 = 3,
    RAM_TYPE_GDDR5 = 4,
};

#define PFB_MMU_TLB_FLUSH         0x100c80 /* tesla-mmio.md §3.7.5, tesla-vm.md §8.1 */
#define PFB_MMU_TLB_FLUSH_TRIGGER BIT(0)   /* reads 1 until done */
#define PFB_MMU_TLB_FLUSH_ENGINE  BITS(19, 16)

#define PFB_VM_FAULT         0x100c90 /* tesla-vm.md §2.1 */
#define PFB_VM_FAULT_ENABLE  BITS(23, 0)
#define PFB_VM_FAULT_INDEX   BITS(26, 24)
#define PFB_VM_FAULT_PENDING BIT(31) /* write 1: acknowledge and re-arm */
#define PFB_VM_FAULT_DATA    0x100c94

/* Enable bits of VM_FAULT; PFIFO, BAR and PEEPHOLE have none (§2.1). */
#define PFB_VM_FAULT_PGRAPH   BITS(10, 0)
#define PFB_VM_FAULT_PCOPY    BIT(11)
#define PFB_VM_FAULT_PVCOMP   BIT(12)
#define PFB_VM_FAULT_PVP      BIT(16)
#define PFB_VM_FAULT_PME      BIT(17)
#define PFB_VM_FAULT_PMPEG    BIT(18)
#define PFB_VM_FAULT_PBSP     BIT(19)
#define PFB_VM_FAULT_PCIPHER  BIT(20)
#define PFB_VM_FAULT_PCOUNTER BIT(21)
#define PFB_VM_FAULT_PDAEMON  BIT(23)

#define PFB_PD_OFFSET   0x100c9c /* G84+; low 3 bits ignored */
#define PFB_FAKEFB_BASE 0x100e10 /* >> 12 */
#define PFB_FAKEFB_SIZE 0x100e14 /* >> 12 */
#define PFB_VRAM_LIMIT  0x100e1c /* GT215+; laid out as MEM_AMOUNT */
#define PFB_SYSRAM_HIGH 0x100f04 /* bits 63:40 of every system access */

#endif
