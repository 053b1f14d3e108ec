/* The registers of hw/gv100/ptop.h as a table: docs/hardware/gv100.md §1.4. */
#include "hw/gv100/ptop.h"

#include "hw/gv100/register_rows.h"

/* clang-format off */
static const struct field ptop_scal_num_gpcs_fields[] = {
    PLAIN(PTOP_SCAL_NUM_GPCS, VALUE),
};
static const struct field ptop_scal_num_tpc_per_gpc_fields[] = {
    PLAIN(PTOP_SCAL_NUM_TPC_PER_GPC, VALUE),
};
static const struct field ptop_scal_num_fbps_fields[] = {
    PLAIN(PTOP_SCAL_NUM_FBPS, VALUE),
};
static const struct field ptop_scal_num_fbpas_fields[] = {
    PLAIN(PTOP_SCAL_NUM_FBPAS, VALUE),
};
static const struct field ptop_scal_num_ltc_per_fbp_fields[] = {
    PLAIN(PTOP_SCAL_NUM_LTC_PER_FBP, VALUE),
};
static const struct field ptop_scal_num_ltcs_fields[] = {
    PLAIN(PTOP_SCAL_NUM_LTCS, VALUE),
};
static const struct field ptop_scal_num_fbpa_per_fbp_fields[] = {
    PLAIN(PTOP_SCAL_NUM_FBPA_PER_FBP, VALUE),
};
static const struct field ptop_scal_num_slices_per_ltc_fields[] = {
    PLAIN(PTOP_SCAL_NUM_SLICES_PER_LTC, VALUE),
};
static const struct field_value ptop_device_info_type_enum[] = {
    V(PTOP_DEVICE_INFO_TYPE_ENUM_GRAPHICS, "GRAPHICS"), V(PTOP_DEVICE_INFO_TYPE_ENUM_NVDEC, "NVDEC"),
    V(PTOP_DEVICE_INFO_TYPE_ENUM_NVENC, "NVENC"), V(PTOP_DEVICE_INFO_TYPE_ENUM_SEC, "SEC"),
    V(PTOP_DEVICE_INFO_TYPE_ENUM_LCE, "LCE"), V(PTOP_DEVICE_INFO_TYPE_ENUM_GSP, "GSP"),
    V(PTOP_DEVICE_INFO_TYPE_ENUM_IOCTRL, "IOCTRL"), V(PTOP_DEVICE_INFO_TYPE_ENUM_MSPDEC, "MSPDEC"),
    V(PTOP_DEVICE_INFO_TYPE_ENUM_MSPPP, "MSPPP"), V(PTOP_DEVICE_INFO_TYPE_ENUM_MSVLD, "MSVLD"),
    V(PTOP_DEVICE_INFO_TYPE_ENUM_MSENC, "MSENC"), V(PTOP_DEVICE_INFO_TYPE_ENUM_VIC, "VIC"),
    V(PTOP_DEVICE_INFO_TYPE_ENUM_COPY0, "COPY0"), V(PTOP_DEVICE_INFO_TYPE_ENUM_COPY1, "COPY1"),
    V(PTOP_DEVICE_INFO_TYPE_ENUM_COPY2, "COPY2"), V(PTOP_DEVICE_INFO_TYPE_ENUM_NVENC1, "NVENC1"),
    V_ON(CHIPS_TURING, TU_PTOP_DEVICE_INFO_TYPE_ENUM_NVJPG, "NVJPG"), };
static const struct field_value ptop_device_info_entry[] = { V(PTOP_DEVICE_INFO_ENTRY_NOT_VALID, "NOT_VALID"),
    V(PTOP_DEVICE_INFO_ENTRY_DATA, "DATA"), V(PTOP_DEVICE_INFO_ENTRY_ENUM, "ENUM"),
    V(PTOP_DEVICE_INFO_ENTRY_ENGINE_TYPE, "ENGINE_TYPE"), };
/* A word has the fields of its kind alone, which ENTRY names; the manual's DATA is those of DATA together. */
#define KIND(kind)      WHEN({ 0, PTOP_DEVICE_INFO_ENTRY, BIT(PTOP_DEVICE_INFO_ENTRY_##kind) })
#define OF(kind, label) { NUMBER(#label, 0), PART(PTOP_DEVICE_INFO_##label), KIND(kind) }
static const struct field ptop_device_info_fields[] = {
    PLAIN(PTOP_DEVICE_INFO, CHAIN), OF(ENUM, ENGINE_ENUM), OF(ENUM, RUNLIST_ENUM), OF(ENUM, INTR_ENUM),
    OF(ENUM, RESET_ENUM), OF(ENUM, ENGINE), OF(ENUM, RUNLIST), OF(ENUM, INTR), OF(ENUM, RESET),
    { ROW("TYPE_ENUM", 0, ptop_device_info_type_enum), PART(PTOP_DEVICE_INFO_TYPE_ENUM), KIND(ENGINE_TYPE) },
    OF(NOT_VALID, DATA), OF(DATA, DATA_TYPE), OF(DATA, DATA_INST_ID), OF(DATA, DATA_PRI_BASE),
    OF(DATA, DATA_FAULT_ID_ENUM), OF(DATA, DATA_FAULT_ID), NAMED(PTOP_DEVICE_INFO, ENTRY, ptop_device_info_entry),
};

const struct gv100_register gv100_ptop_registers[] = {
    ONE(PTOP_SCAL_NUM_GPCS, RO, ptop_scal_num_gpcs_fields),
    ONE(PTOP_SCAL_NUM_TPC_PER_GPC, RO, ptop_scal_num_tpc_per_gpc_fields),
    ONE(PTOP_SCAL_NUM_FBPS, RO, ptop_scal_num_fbps_fields),
    ONE(PTOP_SCAL_NUM_FBPAS, RO, ptop_scal_num_fbpas_fields),
    ONE(PTOP_SCAL_NUM_LTC_PER_FBP, RO, ptop_scal_num_ltc_per_fbp_fields),
    ONE(PTOP_SCAL_NUM_LTCS, RO, ptop_scal_num_ltcs_fields),
    ONE(PTOP_SCAL_NUM_FBPA_PER_FBP, RO, ptop_scal_num_fbpa_per_fbp_fields),
    ONE(PTOP_SCAL_NUM_SLICES_PER_LTC, RO, ptop_scal_num_slices_per_ltc_fields),
    MANY(PTOP_DEVICE_INFO, 4, RO, ptop_device_info_fields),
    LAST,
};
/* clang-format on */
