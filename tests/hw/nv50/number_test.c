/* Every constant of six headers of hw/, and the conditions that a devinit script may ask for, each beside its number
 * as it stands in the PCI specifications and in docs/hardware/. Both witnesses build on these numbers, so nothing
 * else notices one that is wrong. tests/hw/witness.t sees to it that none of these headers has a constant which is
 * not here. */

#include "hw/nv50/opcodes.h"
#include "hw/nv50/pcipher.h"
#include "hw/nv50/pcounter.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/ptimer.h"
#include "hw/pci.h"
#include "tests/hw/number_rig.h"
#include "tests/kit/tests.h"

/* PCI Local Bus 3.0 §6.1, §6.2, §6.7; PCI Express Base 2.0 §7.8; docs/hardware/tesla-mmio.md §1.3, §1.4. */
TEST(pci_numbers)
{
    static const struct number numbers[] = {
        N(PCI_VENDOR_NVIDIA, 0x10de),
        N(PCI_VENDOR_NONE, 0xffff),
        N(PCI_VENDOR_ID, 0x00),
        N(PCI_DEVICE_ID, 0x02),
        N(PCI_COMMAND, 0x04),
        F(PCI_COMMAND_IO, 0, 0),
        F(PCI_COMMAND_MEMORY, 1, 1),
        F(PCI_COMMAND_MASTER, 2, 2),
        N(PCI_STATUS, 0x06),
        F(PCI_STATUS_CAPABILITIES, 4, 4),
        N(PCI_REVISION, 0x08),
        N(PCI_CLASS, 0x08),
        F(PCI_CLASS_CODE, 31, 8),
        N(PCI_CLASS_BASE_DISPLAY, 3),
        N(PCI_CLASS_VGA, 0x030000),
        N(PCI_CLASS_3D, 0x030200),
        N(PCI_HEADER_TYPE, 0x0e),
        F(PCI_HEADER_MULTI, 7, 7),
        F(PCI_HEADER_KIND, 6, 0),
        N(PCI_HEADER_BRIDGE, 1),
        N(PCI_SECONDARY_BUS, 0x19),
        N(PCI_BAR0, 0x10),
        N(PCI_BAR_COUNT, 6),
        F(PCI_BAR_IO, 0, 0),
        F(PCI_BAR_TYPE, 2, 1),
        N(PCI_BAR_TYPE_64, 2),
        F(PCI_BAR_PREFETCH, 3, 3),
        F(PCI_BAR_MEM_ADDRESS, 31, 4),
        N(PCI_SUBSYSTEM, 0x2c),
        N(PCI_ROM_BAR, 0x30),
        F(PCI_ROM_BAR_ENABLE, 0, 0),
        F(PCI_ROM_BAR_ADDRESS, 31, 11),
        N(PCI_CAPABILITIES, 0x34),
        N(PCI_CAPABILITIES_FIRST, 0x40),
        N(PCI_CAP_ID_PM, 0x01),
        N(PCI_CAP_ID_MSI, 0x05),
        N(PCI_CAP_ID_VENDOR, 0x09),
        N(PCI_CAP_ID_PCIE, 0x10),
        N(PCI_NV_SUBSYSTEM_WR, 0x40),
        N(PCI_NV_ROM_SHADOW, 0x50),
        N(PCI_NV_CAP_PM, 0x60),
        N(PCI_NV_CAP_MSI, 0x68),
        N(PCI_NV_CAP_PCIE, 0x78),
        N(PCI_NV_FAKEFB_BASE, 0xf4),
        N(PCI_NV_FAKEFB_SIZE, 0xf8),
        N(PCIE_DEVICE_CAP, 0x04),
        F(PCIE_DEVICE_CAP_TAGS, 5, 5),
        F(PCIE_DEVICE_CAP_ROLES, 15, 15),
        N(PCIE_DEVICE_STATUS, 0x08),
        F(PCIE_DEVICE_STATUS_ERRORS, 19, 16),
        F(PCI_COMMAND_SERR, 8, 8),
        N(PCI_BRIDGE_CONTROL, 0x3e),
        F(PCI_BRIDGE_CONTROL_SERR, 1, 1),
        F(PCI_BRIDGE_CONTROL_RESET, 6, 6),
        N(PCIE_CAPS, 0x02),
        F(PCIE_CAPS_TYPE, 7, 4),
        N(PCIE_CAPS_TYPE_ROOT_PORT, 4),
        N(PCIE_ROOT_CONTROL, 0x1c),
        F(PCIE_ROOT_CONTROL_SERR, 2, 0),
        F(PCIE_ERROR_CORRECTABLE, 0, 0),
        F(PCIE_ERROR_NON_FATAL, 1, 1),
        F(PCIE_ERROR_FATAL, 2, 2),
        F(PCIE_ERROR_UNSUPPORTED, 3, 3),
        N(PCIE_EXTENDED, 0x100),
        F(PCIE_EXTENDED_ID, 15, 0),
        F(PCIE_EXTENDED_NEXT, 31, 20),
        N(PCIE_EXTENDED_ID_AER, 1),
        N(PCIE_EXTENDED_ID_SERIAL, 3),
        N(PCIE_SERIAL_LOW, 4),
        N(PCIE_SERIAL_HIGH, 8),
        N(PCIE_AER_UNCORRECTABLE, 0x04),
        N(PCIE_AER_UNCORRECT_MASK, 0x08),
        N(PCIE_AER_CORRECTABLE, 0x10),
        N(PCIE_AER_CORRECT_MASK, 0x14),
        N(PCIE_AER_ROOT_COMMAND, 0x2c),
        F(PCIE_AER_ROOT_INTERRUPTS, 2, 0),
        /* 4 data link, 5 surprise down, 13 flow control, 17 overflow, 18 malformed, 19 ECRC. */
        N(PCIE_AER_LINK_ERRORS, 0x000e2030),
        /* 12 poisoned, 14 time-out, 15 abort, 16 unexpected completion, 20 unsupported request. */
        N(PCIE_AER_ACCESS_ERRORS, 0x0011d000),
        N(PCIE_AER_CORRECTED_LINK, 0x000011c1),
        N(PCIE_LINK_STATUS_TRAINS, 0x08000000),
        N(PCIE_LINK_CONTROL_RETRAIN, 0x20),
        N(PCIE_LINK_CONTROL_2, 0x30),
        F(PCIE_LINK_2_SPEED, 3, 0),
        F(PCIE_CAPS_VERSION, 3, 0),
        N(PCIE_LINK_CAP, 0x0c),
        F(PCIE_LINK_CAP_SPEED, 3, 0),
        F(PCIE_LINK_CAP_WIDTH, 9, 4),
        N(PCIE_LINK_STATUS, 0x10),
        F(PCIE_LINK_STATUS_SPEED, 19, 16),
        F(PCIE_LINK_STATUS_WIDTH, 25, 20),
        N(NV_BAR_MMIO, 0),
        N(NV_BAR_VRAM, 1),
        N(NV_BAR_RAMIN, 3),
        N(NV_MMIO_SIZE, 0x1000000),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* docs/hardware/tesla-mmio.md §3.1, §6.1. */
TEST(pmc_numbers)
{
    static const struct number numbers[] = {
        N(PMC_BOOT_0, 0x000),
        F(PMC_BOOT_0_STEPPING, 7, 0),
        F(PMC_BOOT_0_CHIPSET, 28, 20),
        F(PMC_BOOT_0_FOUNDRY, 31, 29),
        F(PMC_BOOT_0_DEVID_G80, 19, 16),
        F(PMC_BOOT_0_DEVID_G92, 19, 15),
        N(PMC_BOOT_1, 0x004),
        N(PMC_BOOT_1_BIG, 0x01000001),
        N(PMC_BOOT_2, 0x008),
        N(PMC_INTR_HOST, 0x100),
        F(PMC_INTR_HOST_SOFTWARE, 31, 31),
        N(PMC_INTR_EN_HOST, 0x140),
        F(PMC_INTR_EN_HARDWARE, 0, 0),
        F(PMC_INTR_EN_SOFTWARE, 1, 1),
        N(PMC_INTR_LINE_HOST, 0x160),
        F(PMC_INTR_PVPE, 0, 0),
        F(PMC_INTR_PFIFO, 8, 8),
        F(PMC_INTR_PGRAPH, 12, 12),
        F(PMC_INTR_PCIPHER, 14, 14),
        F(PMC_INTR_PBSP, 15, 15),
        F(PMC_INTR_PVP2, 17, 17),
        F(PMC_INTR_PDAEMON, 18, 18),
        F(PMC_INTR_PTHERM, 19, 19),
        F(PMC_INTR_PTIMER, 20, 20),
        F(PMC_INTR_PCOPY, 22, 22),
        F(PMC_INTR_PDISPLAY, 26, 26),
        F(PMC_INTR_PBUS, 28, 28),
        N(PMC_ENABLE, 0x200),
        F(PMC_ENABLE_PVPE, 1, 1),
        F(PMC_ENABLE_PMEDIA, 4, 4),
        F(PMC_ENABLE_PFIFO, 8, 8),
        F(PMC_ENABLE_PGRAPH, 12, 12),
        F(PMC_ENABLE_PCOPY, 13, 13),
        F(PMC_ENABLE_PCIPHER, 14, 14),
        F(PMC_ENABLE_PBSP, 15, 15),
        F(PMC_ENABLE_PTIMER, 16, 16),
        F(PMC_ENABLE_PVP2, 17, 17),
        F(PMC_ENABLE_PFB, 20, 20),
        F(PMC_ENABLE_PGRAPH_CHSW, 21, 21),
        F(PMC_ENABLE_PMPEG_CHSW, 22, 22),
        F(PMC_ENABLE_PCOPY_CHSW, 23, 23),
        F(PMC_ENABLE_PVP2_CHSW, 24, 24),
        F(PMC_ENABLE_PCIPHER_CHSW, 25, 25),
        F(PMC_ENABLE_PBSP_CHSW, 26, 26),
        F(PMC_ENABLE_PDISPLAY, 30, 30),
        N(PMC_VRAM_HIDE_LOW, 0x300),
        N(PMC_VRAM_HIDE_HIGH, 0x304),
        F(PMC_VRAM_HIDE_ADDRESS, 28, 0),
        F(PMC_VRAM_HIDE_ENABLE, 31, 31),
        N(PMC_INTR_MASK_HOST, 0x640),
        N(PMC_NEW_ID, 0xa00),
        F(PMC_NEW_ID_DEVID, 4, 0),
        F(PMC_NEW_ID_STEPPING, 19, 12),
        F(PMC_NEW_ID_CHIPSET, 28, 20),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* docs/hardware/tesla-mmio.md §3.6, tesla-vm.md §2.1, §6.1, §8.1, board.md §1.5. */
TEST(pfb_numbers)
{
    static const struct number numbers[] = {
        N(PFB_PM_CG_SEL, 0x100020),
        N(PFB_PART_PM_SEL, 0x100034),
        N(PFB_CFG0, 0x100200),
        F(PFB_CFG0_TWO_RANKS, 2, 2),
        N(PFB_CFG1, 0x100204),
        F(PFB_CFG1_COLUMN_BITS, 15, 12),
        F(PFB_CFG1_ROW_BITS_A, 19, 16),
        F(PFB_CFG1_ROW_BITS_B, 23, 20),
        F(PFB_CFG1_BANK_BITS, 25, 24),
        N(PFB_CFG1_ROW_BITS_MIN, 8),
        N(PFB_CFG1_BANK_BITS_MIN, 2),
        N(PFB_DBI, 0x100208),
        N(PFB_MEM_AMOUNT, 0x10020c),
        F(PFB_MEM_AMOUNT_LOW, 31, 12),
        F(PFB_MEM_AMOUNT_4GIB, 0, 0),
        N(PFB_REFCTRL, 0x100210),
        F(PFB_REFCTRL_AUTO, 31, 31),
        N(PFB_TIMINGS, 0x100220),
        N(PFB_TIMING_COUNT, 10),
        N(PFB_TIMINGS_10, 0x100248),
        N(PFB_BANKCFG, 0x100250),
        F(PFB_BANKCFG_TIMES3, 0, 0),
        N(PFB_SUBPART, 0x100268),
        F(PFB_SUBPART_SELECT, 10, 8),
        F(PFB_SUBPART_ENABLE, 29, 28),
        N(PFB_MODE_REGS, 0x1002c0),
        N(PFB_MODE_REG_COUNT, 4), /* c0, c4, c8, cc; the others lie at e0 */
        N(PFB_COMP_MAX_TAG, 0x100320),
        N(PFB_RAM_TYPE, 0x100714),
        F(PFB_RAM_TYPE_CODE, 2, 0),
        N(RAM_TYPE_DDR1, 0),
        N(RAM_TYPE_DDR2_OR_DDR3, 1),
        N(RAM_TYPE_GDDR3, 2),
        N(RAM_TYPE_GDDR4, 3),
        N(RAM_TYPE_GDDR5, 4),
        N(PFB_SCRATCH_PAGE, 0x100c08),
        N(PFB_NISO_PM, 0x100c10),
        N(PFB_POLLER_CFG, 0x100c14),
        N(PFB_POLLER_DNISO, 0x100c18),
        N(PFB_POLLER_HOSTNB, 0x100c1c),
        N(PFB_POLLER_FLUSH, 0x100c24),
        N(PFB_MMU_TLB_FLUSH, 0x100c80),
        F(PFB_MMU_TLB_FLUSH_TRIGGER, 0, 0),
        F(PFB_MMU_TLB_FLUSH_ENGINE, 19, 16),
        N(PFB_VM_FAULT, 0x100c90),
        F(PFB_VM_FAULT_ENABLE, 23, 0),
        F(PFB_VM_FAULT_INDEX, 26, 24),
        F(PFB_VM_FAULT_PENDING, 31, 31),
        N(PFB_VM_FAULT_DATA, 0x100c94),
        F(PFB_VM_FAULT_PGRAPH, 10, 0),
        F(PFB_VM_FAULT_PCOPY, 11, 11),
        F(PFB_VM_FAULT_PVCOMP, 12, 12),
        F(PFB_VM_FAULT_PVP, 16, 16),
        F(PFB_VM_FAULT_PME, 17, 17),
        F(PFB_VM_FAULT_PMPEG, 18, 18),
        F(PFB_VM_FAULT_PBSP, 19, 19),
        F(PFB_VM_FAULT_PCIPHER, 20, 20),
        F(PFB_VM_FAULT_PCOUNTER, 21, 21),
        F(PFB_VM_FAULT_PDAEMON, 23, 23),
        N(PFB_PD_OFFSET, 0x100c9c),
        N(PFB_FAKEFB_BASE, 0x100e10),
        N(PFB_FAKEFB_SIZE, 0x100e14),
        N(PFB_VRAM_LIMIT, 0x100e1c),
        N(PFB_SYSRAM_HIGH, 0x100f04),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* docs/hardware/tesla-engines.md §5.1 to §5.4. */
TEST(pcounter_numbers)
{
    static const struct number numbers[] = {
        N(PCOUNTER_FEATURE_SWAP, FEATURE_HWUNITS_1),
        N(PCOUNTER_DOMAINS, 8),
        N(PCOUNTER_SIGNALS, 256),
        N(PCOUNTER_PRE_SRC, 0xa400),
        N(PCOUNTER_PRE_OP, 0xa420),
        N(PCOUNTER_START_SRC, 0xa440),
        N(PCOUNTER_START_OP, 0xa460),
        N(PCOUNTER_EVENT_SRC, 0xa480),
        N(PCOUNTER_EVENT_OP, 0xa4a0),
        N(PCOUNTER_STOP_SRC, 0xa4c0),
        N(PCOUNTER_STOP_OP, 0xa4e0),
        N(PCOUNTER_SETFLAG_OP, 0xa500),
        N(PCOUNTER_CLRFLAG_OP, 0xa520),
        F(PCOUNTER_OP_TABLE, 15, 0),
        N(PCOUNTER_OP_NEVER, 0),
        N(PCOUNTER_OP_FIRST, 0xaaaa),
        N(PCOUNTER_OP_ALWAYS, 0xffff),
        N(PCOUNTER_SRC_STATUS, 0xa540),
        N(PCOUNTER_SPEC_SRC, 0xa560),
        N(PCOUNTER_USER_TRIGGER, 0xa580),
        N(PCOUNTER_CTR_CYCLES, 0xa600),
        N(PCOUNTER_CTR_CYCLES_ALT, 0xa640),
        N(PCOUNTER_CTR_EVENT, 0xa680),
        N(PCOUNTER_CTR_START, 0xa6c0),
        N(PCOUNTER_CTR_PRE, 0xa700),
        N(PCOUNTER_CTR_STOP, 0xa740),
        N(PCOUNTER_THRESHOLD, 0xa780),
        N(PCOUNTER_CTRL, 0xa7c0),
        F(PCOUNTER_CTRL_MODE, 1, 0),
        F(PCOUNTER_CTRL_QUAD_STATE, 25, 24),
        F(PCOUNTER_CTRL_SINGLE_STATE, 29, 28),
        N(PCOUNTER_QUAD_ACK, 0xa7e0),
        N(PCOUNTER_QUAD_ACK_ONE, 1),
        N(PCOUNTER_SIG_STATUS, 0xa800),
        N(PCOUNTER_SINGLE, 0),
        N(PCOUNTER_QUAD, 1),
        N(PCOUNTER_RECORD, 2),
        N(PCOUNTER_INACTIVE, 0),
        N(PCOUNTER_WAIT_PRE, 1),
        N(PCOUNTER_WAIT_START, 2),
        N(PCOUNTER_COUNTING, 3),
        F(PART_PM_SEL_CLIENT, 4, 0),
        F(PART_PM_SEL_ENABLE, 5, 5),
        F(PART_PM_SEL_CLIENT_NEW, 6, 0),
        F(PART_PM_SEL_ENABLE_NEW, 31, 31),
        N(PART_PM_PFIFO_READ, 0x00),
        N(PART_PM_DISPATCH_READ, 0x05),
        N(PART_PM_DISPATCH_WRITE, 0x06),
        N(PART_PM_PFIFO_WRITE, 0x1c),
        N(PCOUNTER_NO_DOMAIN, 0xff), /* of our own: no domain has that number */
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* docs/hardware/tesla-mmio.md §3.5. */
TEST(ptimer_numbers)
{
    static const struct number numbers[] = {
        N(PTIMER_MMIO_FAULT_ADDR, 0x9084),
        N(PTIMER_MMIO_FAULT_DATA, 0x9088),
        N(PTIMER_INTR, 0x9100),
        N(PTIMER_INTR_EN, 0x9140),
        F(PTIMER_INTR_ALARM, 0, 0),
        N(PTIMER_CLOCK_DIV, 0x9200),
        N(PTIMER_CLOCK_MUL, 0x9210),
        F(PTIMER_CLOCK_RATIO, 15, 0),
        N(PTIMER_CLOCK_SOURCE, 0x9220),
        F(PTIMER_SOURCE_MUL, 7, 0),
        F(PTIMER_SOURCE_DIV, 11, 8),
        F(PTIMER_SOURCE_EXTERNAL, 16, 16),
        N(PTIMER_TIME_LOW, 0x9400),
        F(PTIMER_TIME_LOW_BITS, 31, 5),
        N(PTIMER_TIME_HIGH, 0x9410),
        F(PTIMER_TIME_HIGH_BITS, 28, 0),
        N(PTIMER_ALARM, 0x9420),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* docs/hardware/tesla-engines.md §3.3; the channel's descriptor: tesla-vm.md §2.5; a selector has 16 bits. */
TEST(pcipher_numbers)
{
    static const struct number numbers[] = {
        N(PCIPHER_FIFO_ACCESS, 0x00c),  N(PCIPHER_INTR, 0x130),
        F(PCIPHER_INTR_FAULT, 8, 8),    N(PCIPHER_INTR_EN, 0x140),
        N(PCIPHER_CHANNEL_CUR, 0x188),  N(PCIPHER_CHANNEL_NEXT, 0x18c),
        F(PCIPHER_CHANNEL_DESC, 29, 0), N(PCIPHER_MODE, 0x244),
        N(PCIPHER_DMA_QUERY, 0x248),    N(PCIPHER_DMA_SRC, 0x24c),
        N(PCIPHER_DMA_DST, 0x250),      F(PCIPHER_DMA_SELECTOR, 15, 0),
        N(PCIPHER_QUERY_LOW, 0x254),    N(PCIPHER_SRC_LOW, 0x25c),
        N(PCIPHER_DST_LOW, 0x264),      N(PCIPHER_QUERY_SEQUENCE, 0x284),
        N(PCIPHER_LENGTH, 0x288),       N(PCIPHER_LAUNCH, 0x28c),
        F(PCIPHER_LAUNCH_QUERY, 4, 4),  F(PCIPHER_LAUNCH_MODE, 9, 8),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* docs/hardware/devinit.md §4.5, opcode 0x3a: these and no others have a meaning. */
TEST(generic_conditions)
{
    static const struct number numbers[] = {
        N(GENERIC_INTERNAL_DP, 0), N(GENERIC_SPPLL_0, 1),         N(GENERIC_SPPLL_1, 2),
        N(GENERIC_ASSR, 5),        N(GENERIC_VCO_CALIBRATION, 6), N(GENERIC_NO_PANEL_DELAYS, 7),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}
