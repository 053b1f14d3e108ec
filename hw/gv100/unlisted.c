#include "hw/gv100/unlisted.h"

#include "hw/gv100/board.h"
#include "hw/gv100/ecc.h"
#include "hw/gv100/register_rows.h"

/* Of §7, the launch error. */
static const struct field_value lce_error_code[] = {
    V(0x1, "2D_LAYER_EXCEEDS_DEPTH"),
    V(0x2, "INVALID_ALIGNMENT"),
    V(0x3, "MEM2MEM_RECT_OUT_OF_BOUNDS"),
    V(0x4, "SRC_LINE_EXCEEDS_PITCH"),
    V(0x5, "SRC_LINE_EXCEEDS_NEG_PITCH"),
    V(0x6, "DST_LINE_EXCEEDS_PITCH"),
    V(0x7, "DST_LINE_EXCEEDS_NEG_PITCH"),
    V(0x8, "BAD_SRC_PIXEL_COMP_REF"),
    V(0x9, "INVALID_VALUE"),
    V(0xa, "UNUSED_FIELD"),
    V(0xb, "INVALID_OPERATION"),
    V(0xc, "NO_RESOURCES"),
    V(0xd, "INVALID_CONFIG"),
    V_ON(CHIPS_TURING, 0xe, "METHOD_BUFFER_ACCESS_FAULT"),
};

/* clang-format off */
static const struct field ask_fault_fields[] = { PLAIN(PFIFO_ASK_FAULT, ID), PLAIN(PFIFO_ASK_FAULT, GO) };
static const struct field tsensor_fields[] = { PLAIN(TSENSOR, TEMP), PLAIN(TSENSOR, VALID) };
static const struct field post_status_fields[] = { PLAIN(POST_STATUS, DONE) };
static const struct field flush_host_fields[] = { PLAIN(FLUSH_HOST, START), PLAIN(FLUSH_HOST, PENDING) };
static const struct field flush_system_fields[] = { PLAIN(FLUSH_SYSTEM, PENDING) };
static const struct field flush_l2_fields[] = { PLAIN(FLUSH_L2, PENDING) };
static const struct field hub_intr_fields[] = {
    PLAIN(HUB_INTR, REPLAYABLE), PLAIN(HUB_INTR, NON_REPLAYABLE), PLAIN(HUB_INTR, LATCHED),
};
static const struct field vpr_status_fields[] = { PLAIN(VPR_STATUS, LOCKED) };
static const struct field vram_range_fields[] = {
    PLAIN(VRAM_RANGE, SCALE), PLAIN(VRAM_RANGE, MAG), PLAIN(VRAM_RANGE, ECC),
};
static const struct field wpr_range_fields[] = { PLAIN(WPR_RANGE, ADDRESS) };
static const struct field ce_pce_map_fields[] = { PLAIN(CE_PCE_MAP, PCES) };
static const struct field lce_intr_fields[] = {
    PLAIN(LCE_INTR, BLOCKPIPE), PLAIN(LCE_INTR, NONBLOCKPIPE), PLAIN(LCE_INTR, LAUNCHERR),
    PLAIN_ON(CHIPS_TURING, TU_LCE_INTR, INVALID_CONFIG), PLAIN_ON(CHIPS_TURING, TU_LCE_INTR, MTHD_BUFFER_FAULT),
    PLAIN_ON(CHIPS_TURING, TU_LCE_INTR, FBUF_CRC_FAIL), PLAIN_ON(CHIPS_TURING, TU_LCE_INTR, FBUF_MAGIC_CHK_FAIL),
};
static const struct field lce_error_fields[] = { NAMED(LCE_ERROR, CODE, lce_error_code) };

static const struct field ecc_pending_fields[] = {
    PLAIN(FBPA_ECC_PENDING, CORRECTED), PLAIN(FBPA_ECC_PENDING, UNCORRECTED),
};
static const struct field ecc_intr_en_fields[] = {
    PLAIN(FBPA_ECC_INTR_EN, CORRECTED), PLAIN(FBPA_ECC_INTR_EN, UNCORRECTED),
};
static const struct field scrub_fields[] = { PLAIN(SCRUB, DONE) };
static const struct field ltc_slice_size_fields[] = { PLAIN(LTC_SLICE_SIZE, KIB) };
static const struct field ltc_ways_fields[] = { PLAIN(LTC_WAYS, MASK) };
static const struct field ltc_setting_fields[] = { PLAIN(LTC_SETTING, BYPASS) };

static const struct field self_start_mask_fields[] = { PLAIN(SELF_START_MASK, READABLE) };
static const struct field self_start_fields[] = { PLAIN(SELF_START, PROGRESS) };
static const struct field vpr_scrub_fields[] = { PLAIN(VPR_SCRUB, NEEDED) };
static const struct field wpr2_fields[] = { PLAIN(WPR2_LO, ADDRESS) };
static const struct field_value ce_pce2lce_config_pce_assigned_lce_values[] = {
    V(CE_PCE2LCE_CONFIG_PCE_ASSIGNED_LCE_NONE, "NONE"),
};
static const struct field ce_pce2lce_config_fields[] = {
    NAMED(CE_PCE2LCE_CONFIG, PCE_ASSIGNED_LCE, ce_pce2lce_config_pce_assigned_lce_values),
};
static const struct field_value ce_grce_config_shared_lce_values[] = {
    V(CE_GRCE_CONFIG_SHARED_LCE_NONE, "NONE"),
};
static const struct field ce_grce_config_fields[] = {
    NAMED(CE_GRCE_CONFIG, SHARED_LCE, ce_grce_config_shared_lce_values), PLAIN(CE_GRCE_CONFIG, SHARED), PLAIN(CE_GRCE_CONFIG, TIMESLICE),
};

const struct gv100_register gv100_unlisted_registers[] = {
    ONE_BARE(PFIFO_USERD_WINDOW, RW),
    ONE_BARE(PFIFO_RECOVERED, RW),
    ONE_BARE(PFIFO_2A04, RW),
    MANY_ON(CHIPS_VOLTA, PFIFO_ASK_FAULT, 4, RW, ask_fault_fields),
    ONE_BARE(PTIMER_TIME_LOW, RW),
    ONE_BARE(PTIMER_TIME_HIGH, RW),
    ONE_BARE(FUSE_FBPA_OFF, RO),
    ONE_BARE(FUSE_FBP_OFF, RO),
    MANY_BARE(FUSE_LTC_OFF, 4, RO),
    ONE(TSENSOR, RO, tsensor_fields),
    ONE(POST_STATUS, RO, post_status_fields),
    ONE(FLUSH_HOST, RW, flush_host_fields),
    ONE(FLUSH_SYSTEM, RW, flush_system_fields),
    ONE(FLUSH_L2, RW, flush_l2_fields),
    ONE_BARE(FLUSH_PAGE, RW),
    ONE_BARE(PCFG_MSI_REARM, WO),
    ONE(HUB_INTR, RO, hub_intr_fields),
    ONE(HUB_INTR_EN_SET, RW, hub_intr_fields),
    ONE(HUB_INTR_EN_CLEAR, RW, hub_intr_fields),
    ONE(VPR_STATUS, RW, vpr_status_fields),
    ONE(WPR_RANGE, RW, wpr_range_fields),
    ONE(VRAM_RANGE, RO, vram_range_fields),
    ONE(CE_PCE_MAP, RO, ce_pce_map_fields),
    PER(GV100_PER_LCE, LCE_INTR_EN, 0x80, RW, lce_intr_fields),
    PER(GV100_PER_LCE, LCE_INTR, 0x80, RW, lce_intr_fields),
    PER(GV100_PER_LCE, LCE_ERROR, 0x80, RO, lce_error_fields),
    MANY_BARE(FBPA_SIZE, 0x4000, RO),
    ONE_BARE(ECC_FEATURES, RO),
    ONE_BARE(FUSE_ECC, RO),
    REGISTER(GV100_CHIPS_ALL, "FBPA_ECC_PENDING", FBPA_ECC_PENDING(0), 0x4000, FBPA_ECC_FBPAS, GV100_PER_NOTHING, RO,
             ARRAY_SIZE(ecc_pending_fields), ecc_pending_fields),
    ONE(FBPA_ECC_INTR_EN, RW, ecc_intr_en_fields),
    ONE(SCRUB, RO, scrub_fields),
    ONE_BARE(LTC_NUMBER, RO),
    ONE(LTC_SLICE_SIZE, RO, ltc_slice_size_fields),
    ONE(LTC_WAYS, RO, ltc_ways_fields),
    ONE_BARE(LTC_INVALIDATE, WO),
    ONE_BARE(LTC_CLEAN, WO),
    ONE(LTC_SETTING, RW, ltc_setting_fields),
    REGISTER(GV100_CHIPS_ALL, "LTC_INVALIDATE_OF", LTC_INVALIDATE_OF(0), 0x2000, LTC_OF_COUNT, GV100_PER_NOTHING, RO, 0, 0),
    REGISTER(GV100_CHIPS_ALL, "LTC_CLEAN_OF", LTC_CLEAN_OF(0), 0x2000, LTC_OF_COUNT, GV100_PER_NOTHING, RO, 0, 0),
    ONE_ON(CHIPS_TURING, SELF_START_MASK, RO, self_start_mask_fields),
    ONE_ON(CHIPS_TURING, SELF_START, RO, self_start_fields),
    ONE_ON(CHIPS_TURING, VPR_SCRUB, RO, vpr_scrub_fields),
    ONE_ON(CHIPS_TURING, WPR2_LO, RO, wpr2_fields),
    ONE_ON(CHIPS_TURING, WPR2_HI, RO, wpr2_fields),
    MANY_ON(CHIPS_TURING, CE_PCE2LCE_CONFIG, 4, RW, ce_pce2lce_config_fields),
    MANY_ON(CHIPS_TURING, CE_GRCE_CONFIG, 4, RW, ce_grce_config_fields),
    LAST,
};
/* clang-format on */
