/* The registers of the board, and those of falcons, as tables: docs/hardware/gv100.md §1.6, §8.5, §9.4. */
#include "hw/gv100/board.h"

#include "hw/gv100/falcon.h"
#include "hw/gv100/register_rows.h"

/* clang-format off */
static const struct field straps_fields[] = { PLAIN(STRAPS, MEMORY), PLAIN(STRAPS, CRYSTAL_27MHZ) };
static const struct field fuse_display_off_fields[] = { PLAIN(FUSE_DISPLAY_OFF, ALL) };
static const struct field pmu_reset_fields[] = { PLAIN(PMU_RESET, ASSERT) };
static const struct field pmu_scrub_fields[] = { PLAIN(PMU_SCRUB, PENDING) };
static const struct field ltc_slices_fields[] = { PLAIN(LTC_SLICES, COUNT) };
static const struct field rom_shadow_fields[] = { PLAIN(ROM_SHADOW, ON) };

#define LTC_CLEAR_COLOR_COUNT LTC_CLEAR_COLORS

const struct gv100_register gv100_board_registers[] = {
    ONE(STRAPS, RO, straps_fields),
    ONE_BARE(FUSE_UNITS_OFF, RO),
    ONE(FUSE_DISPLAY_OFF, RO, fuse_display_off_fields),
    ONE_BARE(VBIOS_IN_VRAM, RW),
    ONE(PMU_RESET, RW, pmu_reset_fields),
    ONE(PMU_SCRUB, RW, pmu_scrub_fields),
    ONE_BARE(LTC_COUNT, RO),
    ONE(LTC_SLICES, RO, ltc_slices_fields),
    ONE_BARE(LTC_CLEAR_INDEX, RW),
    MANY_BARE(LTC_CLEAR_COLOR, 4, RW),
    ONE_BARE(LTC_CLEAR_DEPTH, RW),
    ONE_BARE(LTC_CLEAR_STENCIL, RW),
    ONE_BARE(FBPA_ALL_A, RW),
    ONE_BARE(FBPA_ALL_B, RW),
    ONE_BARE(FBPA_TRAINED, RW),
    ONE_BARE(MEMORY_SETUP, RW),
    MANY_BARE(GPIO_INTR, 8, RW),
    MANY_BARE(GPIO_INTR_LOW, 8, RW),
    MANY_BARE(GPIO_INTR_HIGH, 8, RW),
    ONE_BARE(VGA_INDEX, RW),
    ONE_BARE(VGA_DATA, RW),
    ONE(ROM_SHADOW, RW, rom_shadow_fields),
    LAST,
};

static const struct field intr_fields[] = { PLAIN(FALCON_INTR, BOUND) };
static const struct field instance_fields[] = {
    PLAIN(FALCON_INSTANCE, BLOCK), PLAIN(FALCON_INSTANCE, AT), PLAIN(FALCON_INSTANCE, BIND),
};
static const struct field unbind_fields[] = { PLAIN(FALCON_UNBIND, GO) };
static const struct field binding_fields[] = { PLAIN(FALCON_BINDING, STATE) };
static const struct field cpu_fields[] = { PLAIN(FALCON_CPU, START), PLAIN(FALCON_CPU, HALTED) };
static const struct field sizes_fields[] = { PLAIN(FALCON_SIZES, CODE), PLAIN(FALCON_SIZES, DATA) };
static const struct field dma_fields[] = { PLAIN(FALCON_DMA, SCRUBBING) };
static const struct field port_fields[] = {
    PLAIN(FALCON_PORT, OFFSET), PLAIN(FALCON_PORT, WRITE), PLAIN(FALCON_PORT, READ),
};
static const struct field reset_fields[] = { PLAIN(FALCON_RESET, ASSERT) };

#define ARRAY(label, at, step, number, how, fields, list)                                          \
    REGISTER(GV100_CHIPS_ALL, label, at, step, number, GV100_PER_NOTHING, how, fields, list)
#define AT(label, how, list) ARRAY(#label, FALCON_##label, 0, 0, how, ARRAY_SIZE(list), list)
#define BARE_AT(label, how)  ARRAY(#label, FALCON_##label, 0, 0, how, 0, 0)
#define EACH(label, step, number, how) ARRAY(#label, FALCON_##label(0), step, number, how, 0, 0)
#define PORTS(label, step, number)                                                                 \
    ARRAY(#label, FALCON_##label(0), step, number, RW, ARRAY_SIZE(port_fields), port_fields)

const struct gv100_register gv100_falcon_registers[] = {
    AT(INTR_CLEAR, WO, intr_fields),
    AT(INTR, RO, intr_fields),
    AT(INTR_EN_SET, RW, intr_fields),
    AT(INTR_EN_CLEAR, RW, intr_fields),
    BARE_AT(INTR_ROUTE, RW),
    EACH(MAILBOX, 4, FALCON_MAILBOX_COUNT, RW),
    BARE_AT(INTERFACE, RW),
    BARE_AT(IDLE, RO),
    AT(INSTANCE, RW, instance_fields),
    AT(UNBIND, RW, unbind_fields),
    BARE_AT(DEBUG, RW),
    AT(BINDING, RO, binding_fields),
    AT(CPU, RW, cpu_fields),
    BARE_AT(BOOT_VECTOR, RW),
    AT(SIZES, RO, sizes_fields),
    AT(DMA, RW, dma_fields),
    EACH(TRANSFER, 4, FALCON_TRANSFER_COUNT, RW),
    BARE_AT(KIND, RO),
    PORTS(CODE_PORT, 16, FALCON_CODE_COUNT),
    EACH(CODE_DATA, 16, FALCON_CODE_COUNT, RW),
    EACH(CODE_TAG, 16, FALCON_CODE_COUNT, RW),
    PORTS(DATA_PORT, 8, FALCON_DATA_COUNT),
    EACH(DATA_DATA, 8, FALCON_DATA_COUNT, RW),
    AT(RESET, RW, reset_fields),
    EACH(APERTURE, 4, FALCON_APERTURE_COUNT, RW),
    BARE_AT(APERTURE_CTRL, RW),
    LAST,
};
/* clang-format on */

const struct gv100_falcon gv100_falcons[] = {
    { "SEC2", SEC2_FALCON, CHIPS_VOLTA },
    { "SEC2", TU_SEC2_FALCON, CHIPS_TURING },
    { "FECS", FECS_FALCON, GV100_CHIPS_ALL },
    { "GPCCS", GPCCS_FALCON, GV100_CHIPS_ALL },
    { "PMU", PMU_FALCON, GV100_CHIPS_ALL },
    { "GSP", TU_GSP_FALCON, CHIPS_TURING },
    { 0, 0, 0 },
};
