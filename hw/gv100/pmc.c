/* The registers of hw/gv100/pmc.h as a table: docs/hardware/gv100.md §1.3. */
#include "hw/gv100/pmc.h"

#include "hw/gv100/register_rows.h"

/* clang-format off */
static const struct field_value pmc_boot_0_architecture[] = { V(PMC_BOOT_0_ARCHITECTURE_GV100, "GV100"), };
static const struct field pmc_boot_0_fields[] = {
    PLAIN(PMC_BOOT_0, MINOR_REVISION), PLAIN(PMC_BOOT_0, MAJOR_REVISION), PLAIN(PMC_BOOT_0, IMPLEMENTATION),
    NAMED(PMC_BOOT_0, ARCHITECTURE, pmc_boot_0_architecture),
};
static const struct field_value pmc_boot_1_vgpu[] = { V(TU_PMC_BOOT_1_VGPU_REAL, "REAL"),
    V(TU_PMC_BOOT_1_VGPU_PV, "PV"), V(TU_PMC_BOOT_1_VGPU_VF, "VF"), };
static const struct field pmc_boot_1_fields[] = {
    PLAIN(PMC_BOOT_1, VGPU8), PLAIN(PMC_BOOT_1, VGPU16),
    NAMED_ON(CHIPS_TURING, TU_PMC_BOOT_1, VGPU, pmc_boot_1_vgpu),
};
static const struct field pmc_boot_2_fields[] = {
    PLAIN(PMC_BOOT_2, MINOR_EXTENDED_REVISION), PLAIN(PMC_BOOT_2, FAB_ID),
};
static const struct field_value pmc_boot_42_architecture[] = { V(PMC_BOOT_42_ARCHITECTURE_GV100, "GV100"),
    V_ON(CHIPS_TURING, TU_PMC_BOOT_42_ARCHITECTURE_TU100, "TU100"), };
static const struct field_value pmc_boot_42_chip_id[] = { V(PMC_BOOT_42_CHIP_ID_GV100, "GV100"),
    V_ON(CHIPS_TURING, TU_PMC_BOOT_42_CHIP_ID_TU102, "TU102"),
    V_ON(CHIPS_TURING, TU_PMC_BOOT_42_CHIP_ID_TU104, "TU104"),
    V_ON(CHIPS_TURING, TU_PMC_BOOT_42_CHIP_ID_TU106, "TU106"),
    V_ON(CHIPS_TURING, TU_PMC_BOOT_42_CHIP_ID_TU117, "TU117"),
    V_ON(CHIPS_TURING, TU_PMC_BOOT_42_CHIP_ID_TU116, "TU116"),
};
static const struct field pmc_boot_42_fields[] = {
    PLAIN(PMC_BOOT_42, MINOR_EXTENDED_REVISION), PLAIN(PMC_BOOT_42, MINOR_REVISION),
    PLAIN(PMC_BOOT_42, MAJOR_REVISION), PLAIN(PMC_BOOT_42, IMPLEMENTATION),
    NAMED(PMC_BOOT_42, ARCHITECTURE, pmc_boot_42_architecture),
    NAMED(PMC_BOOT_42, CHIP_ID, pmc_boot_42_chip_id),
};
static const struct field pmc_intr_fields[] = {
    PLAIN(PMC_INTR, PFIFO), PLAIN(PMC_INTR, HUB), PLAIN(PMC_INTR, PFB), PLAIN(PMC_INTR, THERMAL),
    PLAIN(PMC_INTR, HDACODEC), PLAIN(PMC_INTR, PTIMER), PLAIN(PMC_INTR, PMGR), PLAIN(PMC_INTR, DFD),
    PLAIN(PMC_INTR, PMU), PLAIN(PMC_INTR, LTC_ALL), PLAIN(PMC_INTR, PDISP), PLAIN(PMC_INTR, PBUS), PLAIN(PMC_INTR, XVE),
    PLAIN(PMC_INTR, PRIV_RING), PLAIN(PMC_INTR, SOFTWARE),
};
static const struct field pmc_intr_sw_fields[] = {
    PLAIN(PMC_INTR_SW, ASSERT),
};
static const struct field_value pmc_intr_ltc_part_mask[] = {
    V(PMC_INTR_LTC_PART_MASK_NOT_PENDING, "NOT_PENDING"), V(PMC_INTR_LTC_PART_MASK_PENDING, "PENDING"), };
static const struct field pmc_intr_ltc_fields[] = {
    NAMED(PMC_INTR_LTC, PART_MASK, pmc_intr_ltc_part_mask),
};
static const struct field_value pmc_intr_fbpa_part_mask[] = {
    V(PMC_INTR_FBPA_PART_MASK_NOT_PENDING, "NOT_PENDING"), V(PMC_INTR_FBPA_PART_MASK_PENDING, "PENDING"), };
static const struct field pmc_intr_fbpa_fields[] = {
    NAMED(PMC_INTR_FBPA, PART_MASK, pmc_intr_fbpa_part_mask), PLAIN(PMC_INTR_FBPA, FBFALCON_INTR_NOSTALL),
    PLAIN(PMC_INTR_FBPA, FBFALCON_INTR_STALL),
};
static const struct field pmc_enable_fields[] = {
    PLAIN_ON(CHIPS_VOLTA, PMC_ENABLE, PRIV_RING), PLAIN(PMC_ENABLE, PFIFO), PLAIN(PMC_ENABLE, HOST_SCHEDULER),
    PLAIN(PMC_ENABLE, NVLINK), PLAIN(PMC_ENABLE, ZPW), PLAIN(PMC_ENABLE, BLG), PLAIN(PMC_ENABLE, PERFMON),
    PLAIN(PMC_ENABLE, PDISP),
};
static const struct field pmc_enable_pb_fields[] = {
    PLAIN(PMC_ENABLE_PB, 0), PLAIN(PMC_ENABLE_PB, 1), PLAIN(PMC_ENABLE_PB, 2), PLAIN(PMC_ENABLE_PB, 3),
    PLAIN(PMC_ENABLE_PB, 4), PLAIN(PMC_ENABLE_PB, 5), PLAIN(PMC_ENABLE_PB, 6), PLAIN(PMC_ENABLE_PB, 7),
    PLAIN(PMC_ENABLE_PB, 8), PLAIN(PMC_ENABLE_PB, 9), PLAIN(PMC_ENABLE_PB, 10), PLAIN(PMC_ENABLE_PB, 11),
    PLAIN(PMC_ENABLE_PB, 12), PLAIN(PMC_ENABLE_PB, 13),
};

const struct gv100_register gv100_pmc_registers[] = {
    ONE(PMC_BOOT_0, RO, pmc_boot_0_fields),
    ONE(PMC_BOOT_1, RW, pmc_boot_1_fields),
    ONE(PMC_BOOT_2, RO, pmc_boot_2_fields),
    ONE(PMC_BOOT_42, RO, pmc_boot_42_fields),
    PER(GV100_PER_TREE, PMC_INTR, 4, RO, pmc_intr_fields),
    PER_BARE(GV100_PER_TREE, PMC_INTR_MODE, 4, RO),
    PER_BARE(GV100_PER_TREE, PMC_INTR_EN, 4, RO),
    PER_BARE(GV100_PER_TREE, PMC_INTR_EN_SET, 4, WO),
    PER_BARE(GV100_PER_TREE, PMC_INTR_EN_CLEAR, 4, WO),
    PER(GV100_PER_TREE, PMC_INTR_SW, 4, RW, pmc_intr_sw_fields),
    ONE(PMC_INTR_LTC, RO, pmc_intr_ltc_fields),
    ONE(PMC_INTR_FBPA, RO, pmc_intr_fbpa_fields),
    ONE(PMC_ENABLE, RW, pmc_enable_fields),
    ONE_ON(CHIPS_VOLTA, PMC_ENABLE_PB, RW, pmc_enable_pb_fields),
    LAST,
};
/* clang-format on */
