/* Numbers of hw/gv100 that no manual lists: registers that drivers touch, typed from docs/hardware/gv100.md §1, §2.3, §6.1,
 * §7, §8.5, §9.1 and nouveau-gv100-client.md §3, §4. */
#include "tests/hw/number_rig.h"

#include <string.h>

#include "hw/fields.h"
#include "hw/gv100/board.h"
#include "hw/gv100/registers.h"
#include "hw/gv100/unlisted.h"

TEST(registers_that_drivers_touch)
{
    static const struct number numbers[] = {
        N(STRAPS, 0x101000),
        F(STRAPS_CRYSTAL_27MHZ, 22, 22),
        F(STRAPS_MEMORY, 5, 2),
        N(FUSE_UNITS_OFF, 0x21c00),
        N(FUSE_DISPLAY_OFF, 0x21c04),
        F(FUSE_DISPLAY_OFF_ALL, 0, 0),
        N(VBIOS_IN_VRAM, 0x625f04),
        N(PMU_FALCON, 0x10a000),
        N(PMU_RESET, 0x10a3c0),
        F(PMU_RESET_ASSERT, 0, 0),
        N(PMU_SCRUB, 0x10a10c),
        F(PMU_SCRUB_PENDING, 2, 1),
        N(LTC_COUNT, 0x12006c),
        N(LTC_SLICES, 0x17e280),
        F(LTC_SLICES_COUNT, 31, 28),
        N(LTC_CLEAR_INDEX, 0x17e338),
        N(LTC_CLEAR_COLOR(0), 0x17e33c),
        N(LTC_CLEAR_COLOR(3), 0x17e348),
        N(LTC_CLEAR_COLORS, 4),
        N(LTC_CLEAR_DEPTH, 0x17e34c),
        N(LTC_CLEAR_STENCIL, 0x17e204),
        N(FBPA_ALL_A, 0x9a0584),
        N(FBPA_ALL_B, 0x9a0160),
        N(FBPA_TRAINED, 0x9a065c),
        N(MEMORY_SETUP, 0x10ecc0),
        N(GPIO_INTR(0), 0xdc00),
        N(GPIO_INTR(1), 0xdc08),
        N(GPIO_INTR_LOW(0), 0xdc60),
        N(GPIO_INTR_LOW(1), 0xdc68),
        N(GPIO_INTR_HIGH(0), 0xdc80),
        N(GPIO_INTR_HIGH(1), 0xdc88),
        N(GPIO_INTR_COUNT, 2),
        N(GPIO_INTR_LOW_COUNT, 2),
        N(GPIO_INTR_HIGH_COUNT, 2),
        N(VGA_INDEX, 0x6013d4),
        N(VGA_DATA, 0x6013d5),
        N(ROM_SHADOW, 0x88050),
        F(ROM_SHADOW_ON, 0, 0),
        N(PROM, 0x300000),
        N(PROM_SIZE, 0x80000),
        N(PROM_SIGNATURE, 0xaa55),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

TEST(registers_without_a_manual)
{
    static const struct number numbers[] = {
        N(PFIFO_USERD_WINDOW, 0x2254),
        N(PFIFO_RECOVERED, 0x262c),
        N(PFIFO_ASK_FAULT(0), 0x2a30),
        N(PFIFO_ASK_FAULT(3), 0x2a3c),
        N(PFIFO_ASK_FAULT_COUNT, 15),
        F(PFIFO_ASK_FAULT_ID, 7, 0),
        F(PFIFO_ASK_FAULT_GO, 8, 8),
        N(PTIMER_TIME_LOW, 0x9400),
        N(PTIMER_TIME_HIGH, 0x9410),
        N(FUSE_FBPA_OFF, 0x21c14),
        N(FUSE_FBP_OFF, 0x21d38),
        N(FUSE_LTC_OFF(0), 0x21d70),
        N(FUSE_LTC_OFF(1), 0x21d74),
        N(FUSE_LTC_OFF_COUNT, 16),
        N(TSENSOR, 0x20460),
        F(TSENSOR_TEMP, 16, 8),
        F(TSENSOR_VALID, 29, 29),
        N(POST_STATUS, 0x2240c),
        F(POST_STATUS_DONE, 1, 1),
        N(FLUSH_HOST, 0x70000),
        F(FLUSH_HOST_START, 0, 0),
        F(FLUSH_HOST_PENDING, 1, 1),
        N(FLUSH_SYSTEM, 0x70004),
        F(FLUSH_SYSTEM_PENDING, 1, 0),
        N(FLUSH_L2, 0x70010),
        F(FLUSH_L2_PENDING, 1, 0),
        N(FLUSH_PAGE, 0x100c10),
        N(PCFG_MSI_REARM, 0x88704),
        N(HUB_INTR, 0x100a20),
        F(HUB_INTR_REPLAYABLE, 27, 27),
        F(HUB_INTR_NON_REPLAYABLE, 29, 29),
        F(HUB_INTR_LATCHED, 31, 31),
        N(HUB_INTR_EN_SET, 0x100a2c),
        N(HUB_INTR_EN_CLEAR, 0x100a34),
        N(VPR_STATUS, 0x100cd0),
        F(VPR_STATUS_LOCKED, 4, 4),
        N(WPR_RANGE, 0x100cd4),
        F(WPR_RANGE_ADDRESS, 31, 8),
        N(VRAM_RANGE, 0x100ce0),
        F(VRAM_RANGE_SCALE, 3, 0),
        F(VRAM_RANGE_MAG, 9, 4),
        F(VRAM_RANGE_ECC, 30, 30),
        N(LCE_INTR_EN(0), 0x10440c),
        N(LCE_INTR_EN(1), 0x10448c),
        N(LCE_INTR(0), 0x104410),
        N(LCE_INTR(8), 0x104810),
        F(LCE_INTR_BLOCKPIPE, 0, 0),
        F(LCE_INTR_NONBLOCKPIPE, 1, 1),
        F(LCE_INTR_LAUNCHERR, 2, 2),
        N(LCE_ERROR(0), 0x104418),
        N(LCE_ERROR(1), 0x104498),
        F(LCE_ERROR_CODE, 3, 0),
        N(LCE_INTR_EN_COUNT, 9),
        N(LCE_INTR_COUNT, 9),
        N(LCE_ERROR_COUNT, 9),
        N(FBPA_SIZE(0), 0x90020c),
        N(FBPA_SIZE(1), 0x90420c),
        N(FBPA_SIZE_COUNT, 32),
        N(CE_PCE_MAP, 0x104028),
        F(CE_PCE_MAP_PCES, 15, 0),
        N(PRAMIN, 0x700000),
        N(PRAMIN_BYTES, 0x100000),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* The codes of a launch that was refused, §7, in their order from 1 on. */
TEST(launch_errors_have_names)
{
    static const char *const names[] = {
        "2D_LAYER_EXCEEDS_DEPTH",
        "INVALID_ALIGNMENT",
        "MEM2MEM_RECT_OUT_OF_BOUNDS",
        "SRC_LINE_EXCEEDS_PITCH",
        "SRC_LINE_EXCEEDS_NEG_PITCH",
        "DST_LINE_EXCEEDS_PITCH",
        "DST_LINE_EXCEEDS_NEG_PITCH",
        "BAD_SRC_PIXEL_COMP_REF",
        "INVALID_VALUE",
        "UNUSED_FIELD",
        "INVALID_OPERATION",
        "NO_RESOURCES",
        "INVALID_CONFIG",
    };
    const struct gv100_register *reg = gv100_unlisted_registers;

    while (strcmp(reg->name, "LCE_ERROR") != 0)
        reg++;
    assert_int_equal(reg->field_count, 1);
    assert_int_equal(reg->fields[0].value_count, ARRAY_SIZE(names));
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        assert_int_equal(reg->fields[0].values[i].value, i + 1);
        assert_string_equal(reg->fields[0].values[i].name, names[i]);
    }
}
