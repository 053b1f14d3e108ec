/* The registers of PMC, PBUS, PTIMER and PFB as a table: tesla-mmio.md §3, §6, tesla-vm.md §2, §8. */
#include "hw/nv50/registers.h"

#include "hw/nv50/pbus.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/ptimer.h"
#include "hw/nv50/register_rows.h"
#include "hw/nv50/slots.h"

#define CIPHERS (CHIPS_VP2 | CHIPS_VP3 | CHIP_BIT(CHIP_MCP89))

static const struct field pmc_boot_0_fields[] = {
    { "STEPPING", ALL, 0, PLAIN, { { 0, PMC_BOOT_0_STEPPING } } },
    { "DEVID", ALL & ~CHIPS_G92_UP, 0, PLAIN, { { 0, PMC_BOOT_0_DEVID_G80 } } },
    { "DEVID", CHIPS_G92_UP, 0, PLAIN, { { 0, PMC_BOOT_0_DEVID_G92 } } },
    { "CHIPSET", ALL, 0, PLAIN, { { 0, PMC_BOOT_0_CHIPSET } } },
    { "FOUNDRY", ALL, 0, PLAIN, { { 0, PMC_BOOT_0_FOUNDRY } } },
};
static const struct field pmc_intr_host_fields[] = {
    { "PVPE", ALL, 0, PLAIN, { { 0, PMC_INTR_PVPE } } },
    { "PFIFO", ALL, 0, PLAIN, { { 0, PMC_INTR_PFIFO } } },
    { "PGRAPH", ALL, 0, PLAIN, { { 0, PMC_INTR_PGRAPH } } },
    { "PCIPHER", CIPHERS, 0, PLAIN, { { 0, PMC_INTR_PCIPHER } } },
    { "PBSP", CHIPS_G84_UP, 0, PLAIN, { { 0, PMC_INTR_PBSP } } },
    { "PVP2", CHIPS_G84_UP, 0, PLAIN, { { 0, PMC_INTR_PVP2 } } },
    { "PDAEMON", CHIPS_GT215_UP, 0, PLAIN, { { 0, PMC_INTR_PDAEMON } } },
    { "PTHERM", CHIPS_GT215_UP, 0, PLAIN, { { 0, PMC_INTR_PTHERM } } },
    { "PTIMER", ALL, 0, PLAIN, { { 0, PMC_INTR_PTIMER } } },
    { "PCOPY", CHIPS_GT215_UP, 0, PLAIN, { { 0, PMC_INTR_PCOPY } } },
    { "PDISPLAY", ALL, 0, PLAIN, { { 0, PMC_INTR_PDISPLAY } } },
    { "PBUS", ALL, 0, PLAIN, { { 0, PMC_INTR_PBUS } } },
    { "SOFTWARE", ALL, 0, PLAIN, { { 0, PMC_INTR_HOST_SOFTWARE } } },
};
static const struct field pmc_intr_en_host_fields[] = {
    { "HARDWARE", ALL, 0, PLAIN, { { 0, PMC_INTR_EN_HARDWARE } } },
    { "SOFTWARE", ALL, 0, PLAIN, { { 0, PMC_INTR_EN_SOFTWARE } } },
};
static const struct field pmc_enable_fields[] = {
    { "PVPE", ALL, 0, PLAIN, { { 0, PMC_ENABLE_PVPE } } },
    { "PMEDIA", ALL, 0, PLAIN, { { 0, PMC_ENABLE_PMEDIA } } },
    { "PFIFO", ALL, 0, PLAIN, { { 0, PMC_ENABLE_PFIFO } } },
    { "PGRAPH", ALL, 0, PLAIN, { { 0, PMC_ENABLE_PGRAPH } } },
    { "PCOPY", CHIPS_GT215_UP, 0, PLAIN, { { 0, PMC_ENABLE_PCOPY } } },
    { "PCIPHER", CIPHERS, 0, PLAIN, { { 0, PMC_ENABLE_PCIPHER } } },
    { "PBSP", CHIPS_G84_UP, 0, PLAIN, { { 0, PMC_ENABLE_PBSP } } },
    { "PTIMER", ALL, 0, PLAIN, { { 0, PMC_ENABLE_PTIMER } } },
    { "PVP2", CHIPS_G84_UP, 0, PLAIN, { { 0, PMC_ENABLE_PVP2 } } },
    { "PFB", ALL, 0, PLAIN, { { 0, PMC_ENABLE_PFB } } },
    { "PGRAPH_CHSW", CHIPS_G84_UP, 0, PLAIN, { { 0, PMC_ENABLE_PGRAPH_CHSW } } },
    { "PMPEG_CHSW", CHIPS_G84_UP, 0, PLAIN, { { 0, PMC_ENABLE_PMPEG_CHSW } } },
    { "PCOPY_CHSW", CHIPS_G84_UP, 0, PLAIN, { { 0, PMC_ENABLE_PCOPY_CHSW } } },
    { "PVP2_CHSW", CHIPS_G84_UP, 0, PLAIN, { { 0, PMC_ENABLE_PVP2_CHSW } } },
    { "PCIPHER_CHSW", CHIPS_G84_UP, 0, PLAIN, { { 0, PMC_ENABLE_PCIPHER_CHSW } } },
    { "PBSP_CHSW", CHIPS_G84_UP, 0, PLAIN, { { 0, PMC_ENABLE_PBSP_CHSW } } },
    { "PDISPLAY", ALL, 0, PLAIN, { { 0, PMC_ENABLE_PDISPLAY } } },
};
static const struct field pmc_new_id_fields[] = {
    { "DEVID", ALL, 0, PLAIN, { { 0, PMC_NEW_ID_DEVID } } },
    { "STEPPING", ALL, 0, PLAIN, { { 0, PMC_NEW_ID_STEPPING } } },
    { "CHIPSET", ALL, 0, PLAIN, { { 0, PMC_NEW_ID_CHIPSET } } },
};
static const struct field pbus_debug_1_fields[] = {
    { "FUSE_READOUT", ALL, 0, PLAIN, { { 0, PBUS_DEBUG_1_FUSE_READOUT } } },
};
static const struct field pbus_intr_fields[] = {
    { "MMIO_FAULT", ALL, 0, PLAIN, { { 0, PBUS_INTR_MMIO_FAULT } } },
    { "PEEPHOLE_PAIR", ALL, 0, PLAIN, { { 0, PBUS_INTR_PEEPHOLE_PAIR } } },
    { "THERM_ALARM", CHIPS_PRE_GT215, 0, PLAIN, { { 0, PBUS_INTR_THERM_ALARM } } },
    { "THERM_LOW", CHIPS_VP1, 0, PLAIN, { { 0, PBUS_INTR_THERM_LOW } } },
    { "THERM_HIGH", CHIPS_VP1, 0, PLAIN, { { 0, PBUS_INTR_THERM_HIGH } } },
    { "USER0", ALL, 0, PLAIN, { { 0, PBUS_INTR_USER0 } } },
};
static const struct field pbus_hwunits_0_fields[] = {
    { "TPCS", ALL, 0, PLAIN, { { 0, PBUS_HWUNITS_0_TPCS } } },
    { "PARTS", ALL, 0, PLAIN, { { 0, PBUS_HWUNITS_0_PARTS } } },
    { "MPS", ALL, 0, PLAIN, { { 0, PBUS_HWUNITS_0_MPS } } },
    { "KEEP", ALL, 0, PLAIN, { { 0, PBUS_HWUNITS_0_KEEP } } },
    { "VDEC", ALL, 0, PLAIN, { { 0, PBUS_HWUNITS_0_VDEC } } },
};
static const struct field pbus_hwunits_1_fields[] = {
    { "PDISPLAY", ALL, 0, PLAIN, { { 0, PBUS_HWUNITS_1_PDISPLAY } } },
    { "PBSP", ALL, 0, PLAIN, { { 0, PBUS_HWUNITS_1_PBSP } } },
    { "PCIPHER", ALL, 0, PLAIN, { { 0, PBUS_HWUNITS_1_PCIPHER } } },
    { "PCOPY", CHIPS_GT215_UP, 0, PLAIN, { { 0, PBUS_HWUNITS_1_PCOPY } } },
};
static const struct field peephole_w_ctrl_fields[] = {
    { "ADDR_VALID", ALL, 0, PLAIN, { { 0, PEEPHOLE_W_CTRL_ADDR_VALID } } },
    { "DATA_VALID", ALL, 0, PLAIN, { { 0, PEEPHOLE_W_CTRL_DATA_VALID } } },
    { "FREEFORM", ALL, 0, PLAIN, { { 0, PEEPHOLE_W_CTRL_FREEFORM } } },
};
static const struct field pbus_channel_fields[] = {
    { "DESC", ALL, 0, PLAIN, { { 0, PBUS_CHANNEL_DESC } } },
    { "BAR", ALL, 0, PLAIN, { { 0, PBUS_CHANNEL_BAR } } },
};
static const struct field pbus_bar1_fields[] = {
    { "SELECTOR", ALL, 0, PLAIN, { { 0, PBUS_WINDOW_SELECTOR } } },
    { "DMAOBJ", ALL, 0, PLAIN, { { 0, PBUS_WINDOW_DMAOBJ } } },
};
static const struct field host_flush_g80_fields[] = {
    { "TRIGGER", ALL, 0, PLAIN, { { 0, HOST_FLUSH_TRIGGER } } },
    { "BUSY", ALL, 0, PLAIN, { { 0, HOST_FLUSH_BUSY } } },
};
static const struct field ptimer_intr_fields[] = {
    { "ALARM", ALL, 0, PLAIN, { { 0, PTIMER_INTR_ALARM } } },
};
static const struct field pfb_cfg0_fields[] = {
    { "TWO_RANKS", ALL, 0, PLAIN, { { 0, PFB_CFG0_TWO_RANKS } } },
};
static const struct field pfb_cfg1_fields[] = {
    { "COLUMN_BITS", ALL, 0, PLAIN, { { 0, PFB_CFG1_COLUMN_BITS } } },
    { "ROW_BITS_A", ALL, 0, PLAIN, { { 0, PFB_CFG1_ROW_BITS_A } } },
    { "ROW_BITS_B", ALL, 0, PLAIN, { { 0, PFB_CFG1_ROW_BITS_B } } },
    { "BANK_BITS", CHIPS_PRE_GT215, 0, PLAIN, { { 0, PFB_CFG1_BANK_BITS_G80 } } },
    { "BANK_BITS", CHIPS_GT215_UP, 0, PLAIN, { { 0, PFB_CFG1_BANK_BITS } } },
};
static const struct field pfb_mem_amount_fields[] = {
    { "LOW", ALL, 0, PLAIN, { { 0, PFB_MEM_AMOUNT_LOW } } },
    { "4GIB", ALL, 0, PLAIN, { { 0, PFB_MEM_AMOUNT_4GIB } } },
};
static const struct field pfb_refctrl_fields[] = {
    { "AUTO", ALL, 0, PLAIN, { { 0, PFB_REFCTRL_AUTO } } },
};
static const struct field pfb_bankcfg_fields[] = {
    { "TIMES3", ALL, 0, PLAIN, { { 0, PFB_BANKCFG_TIMES3 } } },
};
static const struct field pfb_subpart_fields[] = {
    { "SELECT", ALL, 0, PLAIN, { { 0, PFB_SUBPART_SELECT } } },
    { "ENABLE", ALL, 0, PLAIN, { { 0, PFB_SUBPART_ENABLE } } },
};
static const struct field_value ram_types[] = {
    { RAM_TYPE_DDR1, "DDR1", ALL },   { RAM_TYPE_DDR2_OR_DDR3, "DDR2_OR_DDR3", ALL },
    { RAM_TYPE_GDDR3, "GDDR3", ALL }, { RAM_TYPE_GDDR4, "GDDR4", ALL },
    { RAM_TYPE_GDDR5, "GDDR5", ALL },
};
static const struct field pfb_ram_type_fields[] = {
    { "CODE", ALL, 0, NAMED(ram_types), { { 0, PFB_RAM_TYPE_CODE } } },
};
static const struct field pfb_chips_ready_fields[] = {
    { "NOW", ALL, 0, PLAIN, { { 0, PFB_CHIPS_READY_NOW } } },
};
static const struct field pfb_mmu_tlb_flush_fields[] = {
    { "TRIGGER", ALL, 0, PLAIN, { { 0, PFB_MMU_TLB_FLUSH_TRIGGER } } },
    { "ENGINE", ALL, 0, NAMED(vm_engine_names), { { 0, PFB_MMU_TLB_FLUSH_ENGINE } } },
};
static const struct field pfb_vm_fault_fields[] = {
    { "PGRAPH", ALL, 0, PLAIN, { { 0, PFB_VM_FAULT_PGRAPH } } },
    { "PCOPY", CHIPS_GT215_UP, 0, PLAIN, { { 0, PFB_VM_FAULT_PCOPY } } },
    { "PVCOMP", CHIP_BIT(CHIP_MCP89), 0, PLAIN, { { 0, PFB_VM_FAULT_PVCOMP } } },
    { "PVP", ALL, 0, PLAIN, { { 0, PFB_VM_FAULT_PVP } } },
    { "PME", ALL, 0, PLAIN, { { 0, PFB_VM_FAULT_PME } } },
    { "PMPEG", ALL, 0, PLAIN, { { 0, PFB_VM_FAULT_PMPEG } } },
    { "PBSP", CHIPS_G84_UP, 0, PLAIN, { { 0, PFB_VM_FAULT_PBSP } } },
    { "PCIPHER", CHIPS_G84_UP, 0, PLAIN, { { 0, PFB_VM_FAULT_PCIPHER } } },
    { "PCOUNTER", CHIPS_G84_UP, 0, PLAIN, { { 0, PFB_VM_FAULT_PCOUNTER } } },
    { "PDAEMON", CHIPS_GT215_UP, 0, PLAIN, { { 0, PFB_VM_FAULT_PDAEMON } } },
    { "INDEX", ALL, 0, PLAIN, { { 0, PFB_VM_FAULT_INDEX } } },
    { "PENDING", ALL, 0, PLAIN, { { 0, PFB_VM_FAULT_PENDING } } },
};

const struct nv50_register nv50_host_registers[] = {
    { "PMC_BOOT_0", PMC_BOOT_0, 0, 0, ALL, WITH(pmc_boot_0_fields) },
    { "PMC_BOOT_1", PMC_BOOT_1, 0, 0, ALL, BARE },
    { "PMC_BOOT_2", PMC_BOOT_2, 0, 0, CHIPS_G92_UP, BARE },
    { "PMC_INTR_HOST", PMC_INTR_HOST, 0, 0, ALL, WITH(pmc_intr_host_fields) },
    { "PMC_INTR_EN_HOST", PMC_INTR_EN_HOST, 0, 0, ALL, WITH(pmc_intr_en_host_fields) },
    { "PMC_INTR_LINE_HOST", PMC_INTR_LINE_HOST, 0, 0, ALL, BARE },
    { "PMC_ENABLE", PMC_ENABLE, 0, 0, ALL, WITH(pmc_enable_fields) },
    { "PMC_VRAM_HIDE_LOW", PMC_VRAM_HIDE_LOW, 0, 0, ALL, BARE },
    { "PMC_VRAM_HIDE_HIGH", PMC_VRAM_HIDE_HIGH, 0, 0, ALL, BARE },
    { "PMC_INTR_MASK_HOST", PMC_INTR_MASK_HOST, 0, 0, CHIPS_GT215_UP, WITH(pmc_intr_host_fields) },
    { "PMC_NEW_ID", PMC_NEW_ID, 0, 0, CHIPS_G94_UP, WITH(pmc_new_id_fields) },
    { "PBUS_DEBUG_1", PBUS_DEBUG_1, 0, 0, ALL, WITH(pbus_debug_1_fields) },
    { "PBUS_DEBUG_6", PBUS_DEBUG_6, 0, 0, ALL, BARE },
    { "PBUS_INTR", PBUS_INTR, 0, 0, ALL, WITH(pbus_intr_fields) },
    { "PBUS_INTR_EN", PBUS_INTR_EN, 0, 0, ALL, WITH(pbus_intr_fields) },
    { "PBUS_USER0_TRIGGER", PBUS_USER0_TRIGGER, 0, 0, ALL, BARE },
    { "PBUS_SCRATCH", PBUS_SCRATCH, 4, PBUS_SCRATCH_COUNT, ALL, BARE },
    { "PBUS_CLOCK_MISC", PBUS_CLOCK_MISC, 0, 0, ALL, BARE },
    { "PBUS_HWUNITS_0", PBUS_HWUNITS_0, 0, 0, ALL, WITH(pbus_hwunits_0_fields) },
    { "PBUS_HWUNITS_1", PBUS_HWUNITS_1, 0, 0, CHIPS_G84_UP, WITH(pbus_hwunits_1_fields) },
    { "PEEPHOLE_W_CTRL", PEEPHOLE_W_CTRL, 0, 0, ALL, WITH(peephole_w_ctrl_fields) },
    { "PEEPHOLE_W_ADDR", PEEPHOLE_W_ADDR_G80, 0, 0, CHIPS_VP1, BARE },
    { "PEEPHOLE_W_DATA", PEEPHOLE_W_DATA_G80, 0, 0, CHIPS_VP1, BARE },
    { "PEEPHOLE_RW_ADDR", PEEPHOLE_RW_ADDR_G80, 0, 0, CHIPS_VP1, BARE },
    { "PEEPHOLE_RW_DATA", PEEPHOLE_RW_DATA_G80, 0, 0, CHIPS_VP1, BARE },
    { "PEEPHOLE_W_ADDR", PEEPHOLE_W_ADDR_G84, 0, 0, CHIPS_G84_UP, BARE },
    { "PEEPHOLE_W_DATA", PEEPHOLE_W_DATA_G84, 0, 0, CHIPS_G84_UP, BARE },
    { "PEEPHOLE_RW_ADDR", PEEPHOLE_RW_ADDR_G84, 0, 0, CHIPS_G84_UP, BARE },
    { "PEEPHOLE_RW_DATA", PEEPHOLE_RW_DATA_G84, 0, 0, CHIPS_G84_UP, BARE },
    { "PBUS_CLOCK_GATE_0", PBUS_CLOCK_GATE_0, 0, 0, ALL, BARE },
    { "PBUS_CLOCK_GATE_1", PBUS_CLOCK_GATE_1, 0, 0, ALL, BARE },
    { "PBUS_CHANNEL", PBUS_CHANNEL, 0, 0, ALL, WITH(pbus_channel_fields) },
    { "PBUS_BAR1", PBUS_BAR1, 0, 0, ALL, WITH(pbus_bar1_fields) },
    { "PBUS_BAR3", PBUS_BAR3, 0, 0, ALL, WITH(pbus_bar1_fields) },
    { "PBUS_PEEPHOLE", PBUS_PEEPHOLE, 0, 0, ALL, WITH(pbus_bar1_fields) },
    { "PBUS_REMAP", PBUS_REMAP, 4, PBUS_REMAP_COUNT, ALL, BARE },
    { "PBUS_IBUS_TIMEOUT", PBUS_IBUS_TIMEOUT, 0, 0, CHIPS_GT215_UP, BARE },
    { "HOST_FLUSH", HOST_FLUSH_G80, 0, 0, CHIPS_VP1, WITH(host_flush_g80_fields) },
    { "HOST_FLUSH", HOST_FLUSH_G84, 0, 0, CHIPS_G84_UP, WITH(host_flush_g80_fields) },
    { "PTIMER_MMIO_FAULT_ADDR", PTIMER_MMIO_FAULT_ADDR, 0, 0, ALL, BARE },
    { "PTIMER_MMIO_FAULT_DATA", PTIMER_MMIO_FAULT_DATA, 0, 0, ALL, BARE },
    { "PTIMER_INTR", PTIMER_INTR, 0, 0, ALL, WITH(ptimer_intr_fields) },
    { "PTIMER_INTR_EN", PTIMER_INTR_EN, 0, 0, ALL, WITH(ptimer_intr_fields) },
    { "PTIMER_CLOCK_DIV", PTIMER_CLOCK_DIV, 0, 0, ALL, BARE },
    { "PTIMER_CLOCK_MUL", PTIMER_CLOCK_MUL, 0, 0, ALL, BARE },
    { "PTIMER_CLOCK_SOURCE", PTIMER_CLOCK_SOURCE, 0, 0, ALL, BARE },
    { "PTIMER_TIME_LOW", PTIMER_TIME_LOW, 0, 0, ALL, BARE },
    { "PTIMER_TIME_HIGH", PTIMER_TIME_HIGH, 0, 0, ALL, BARE },
    { "PTIMER_ALARM", PTIMER_ALARM, 0, 0, ALL, BARE },
    { "PFB_PM_CG_SEL", PFB_PM_CG_SEL, 0, 0, ALL, BARE },
    { "PFB_PART_PM_SEL", PFB_PART_PM_SEL, 0, 0, ALL, BARE },
    { "PFB_CFG0", PFB_CFG0, 0, 0, ALL, WITH(pfb_cfg0_fields) },
    { "PFB_CFG1", PFB_CFG1, 0, 0, ALL, WITH(pfb_cfg1_fields) },
    { "PFB_DBI", PFB_DBI, 0, 0, ALL, BARE },
    { "PFB_MEM_AMOUNT", PFB_MEM_AMOUNT, 0, 0, ALL, WITH(pfb_mem_amount_fields) },
    { "PFB_REFCTRL", PFB_REFCTRL, 0, 0, ALL, WITH(pfb_refctrl_fields) },
    { "PFB_TIMINGS", PFB_TIMINGS, 4, PFB_TIMING_COUNT, ALL, BARE },
    { "PFB_TIMINGS_10", PFB_TIMINGS_10, 0, 0, CHIPS_G94_UP, BARE },
    { "PFB_BANKCFG", PFB_BANKCFG, 0, 0, ALL, WITH(pfb_bankcfg_fields) },
    { "PFB_SUBPART", PFB_SUBPART, 0, 0, CHIPS_GT215_UP, WITH(pfb_subpart_fields) },
    { "PFB_MODE_REGS", PFB_MODE_REGS, 4, PFB_MODE_REG_COUNT, ALL, BARE },
    { "PFB_REFRESH", PFB_REFRESH, 0, 0, ALL, BARE },
    { "PFB_PRECHARGE", PFB_PRECHARGE, 0, 0, ALL, BARE },
    { "PFB_COMP_MAX_TAG", PFB_COMP_MAX_TAG, 0, 0, ALL, BARE },
    { "PFB_RAM_TYPE", PFB_RAM_TYPE, 0, 0, ALL, WITH(pfb_ram_type_fields) },
    { "PFB_CHIPS_READY", PFB_CHIPS_READY, 0, 0, ALL, WITH(pfb_chips_ready_fields) },
    { "PFB_SCRATCH_PAGE", PFB_SCRATCH_PAGE, 0, 0, ALL, BARE },
    { "PFB_NISO_PM", PFB_NISO_PM, 0, 0, ALL, BARE },
    { "PFB_POLLER_CFG", PFB_POLLER_CFG, 0, 0, CHIPS_IGP, BARE },
    { "PFB_POLLER_DNISO", PFB_POLLER_DNISO, 0, 0, CHIPS_IGP, BARE },
    { "PFB_POLLER_HOSTNB", PFB_POLLER_HOSTNB, 0, 0, CHIPS_IGP, BARE },
    { "PFB_POLLER_FLUSH", PFB_POLLER_FLUSH, 0, 0, CHIPS_IGP, BARE },
    { "PFB_MMU_TLB_FLUSH", PFB_MMU_TLB_FLUSH, 0, 0, ALL, WITH(pfb_mmu_tlb_flush_fields) },
    { "PFB_VM_FAULT", PFB_VM_FAULT, 0, 0, ALL, WITH(pfb_vm_fault_fields) },
    { "PFB_VM_FAULT_DATA", PFB_VM_FAULT_DATA, 0, 0, ALL, BARE },
    { "PFB_PD_OFFSET", PFB_PD_OFFSET, 0, 0, CHIPS_G84_UP, BARE },
    { "PFB_FAKEFB_BASE", PFB_FAKEFB_BASE, 0, 0, ALL, BARE },
    { "PFB_FAKEFB_SIZE", PFB_FAKEFB_SIZE, 0, 0, ALL, BARE },
    { "PFB_VRAM_LIMIT", PFB_VRAM_LIMIT, 0, 0, CHIPS_GT215_UP, BARE },
    { "PFB_SYSRAM_HIGH", PFB_SYSRAM_HIGH, 0, 0, ALL, BARE },
    { 0 },
};
