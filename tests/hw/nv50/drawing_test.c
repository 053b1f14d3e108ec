/* Every constant of three more headers of hw/ beside its number in the register database and in docs/hardware/
 * (hw/nv50/number_test.c has the others): the 2D engine, the query of 3D and compute, PTHERM. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hw/nv50/eng2d.h"
#include "hw/nv50/gr3d.h"
#include "hw/nv50/ptherm.h"
#include "tests/hw/number_rig.h"

/* rnndb graph/g80_2d.xml, g80_defs.xml; docs/hardware/tesla-mmio.md §5.8. */
static void eng2d_numbers(void **state)
{
    static const struct number numbers[] = {
        N(ENG2D_DST, 0x200),
        N(ENG2D_SRC, 0x230),
        N(ENG2D_SURFACE_FORMAT, 0x200 - 0x200),
        N(ENG2D_SURFACE_LAYOUT, 0x204 - 0x200),
        N(ENG2D_SURFACE_BLOCK, 0x208 - 0x200),
        N(ENG2D_SURFACE_LAYER, 0x210 - 0x200),
        N(ENG2D_SURFACE_PITCH, 0x214 - 0x200),
        N(ENG2D_SURFACE_WIDTH, 0x218 - 0x200),
        N(ENG2D_SURFACE_HEIGHT, 0x21c - 0x200),
        N(ENG2D_SURFACE_ADDRESS_HIGH, 0x220 - 0x200),
        N(ENG2D_SURFACE_ADDRESS_LOW, 0x224 - 0x200),
        N(ENG2D_CLIP_X, 0x280),
        N(ENG2D_CLIP_Y, 0x284),
        N(ENG2D_CLIP_W, 0x288),
        N(ENG2D_CLIP_H, 0x28c),
        N(ENG2D_CLIP_ENABLE, 0x290),
        N(ENG2D_COLOR_KEY_ENABLE, 0x29c),
        N(ENG2D_ROP, 0x2a0),
        N(ENG2D_BETA1, 0x2a4),
        F(ENG2D_BETA1_VALUE, 30, 23),
        N(ENG2D_BETA4, 0x2a8),
        N(ENG2D_OPERATION, 0x2ac),
        N(ENG2D_PATTERN_OFFSET, 0x2b0),
        F(ENG2D_PATTERN_OFFSET_X, 5, 0),
        F(ENG2D_PATTERN_OFFSET_Y, 13, 8),
        N(ENG2D_PATTERN_SELECT, 0x2b4),
        N(ENG2D_PATTERN_COLOR_FORMAT, 0x2e8),
        N(ENG2D_PATTERN_BITMAP_FORMAT, 0x2ec),
        N(ENG2D_PATTERN_CGA6, 0),
        N(ENG2D_PATTERN_BITMAP_COLOR, 0x2f0),
        N(ENG2D_PATTERN_BITMAP, 0x2f8),
        N(ENG2D_PATTERN_COLORS, 0x300),
        N(ENG2D_PATTERN_R5G6B5, 0x400),
        N(ENG2D_PATTERN_X1R5G5B5, 0x480),
        N(ENG2D_PATTERN_Y8, 0x500),
        N(ENG2D_PATTERN_END, 0x500 + 16 * 4),
        N(ENG2D_DRAW_SHAPE, 0x580),
        N(ENG2D_DRAW_FORMAT, 0x584),
        N(ENG2D_DRAW_COLOR, 0x588),
        N(ENG2D_DRAW_POINT16, 0x5e0),
        N(ENG2D_DRAW_POINT, 0x600),
        N(ENG2D_DRAW_POINT_LAST, 0x604 + 63 * 8),
        N(ENG2D_SIFC_BITMAP, 0x800),
        N(ENG2D_SIFC_FORMAT, 0x804),
        N(ENG2D_SIFC_BITMAP_FORMAT, 0x808),
        N(ENG2D_SIFC_I1, 0),
        N(ENG2D_SIFC_I4, 1),
        N(ENG2D_SIFC_I8, 2),
        N(ENG2D_SIFC_BITMAP_LSB_FIRST, 0x80c),
        N(ENG2D_SIFC_LINE_PACK, 0x810),
        N(ENG2D_SIFC_ALIGN_BYTE, 1),
        N(ENG2D_SIFC_ALIGN_WORD, 2),
        N(ENG2D_SIFC_BIT0, 0x814),
        N(ENG2D_SIFC_BIT1, 0x818),
        N(ENG2D_SIFC_BIT0_WRITTEN, 0x81c),
        N(ENG2D_SIFC_WIDTH, 0x838),
        N(ENG2D_SIFC_HEIGHT, 0x83c),
        N(ENG2D_SIFC_DX_DU, 0x844),
        N(ENG2D_SIFC_DY_DV, 0x84c),
        N(ENG2D_SIFC_X, 0x854),
        N(ENG2D_SIFC_Y, 0x85c),
        N(ENG2D_SIFC_DATA, 0x860),
        N(ENG2D_BLIT_DST_X, 0x8b0),
        N(ENG2D_BLIT_DST_Y, 0x8b4),
        N(ENG2D_BLIT_DST_W, 0x8b8),
        N(ENG2D_BLIT_DST_H, 0x8bc),
        N(ENG2D_BLIT_DU_DX, 0x8c4),
        N(ENG2D_BLIT_DV_DY, 0x8cc),
        N(ENG2D_BLIT_SRC_X, 0x8d4),
        N(ENG2D_BLIT_SRC_Y, 0x8dc),
        N(ENG2D_OPERATION_SRCCOPY_AND, 0),
        N(ENG2D_OPERATION_ROP_AND, 1),
        N(ENG2D_OPERATION_BLEND, 2),
        N(ENG2D_OPERATION_SRCCOPY, 3),
        N(ENG2D_OPERATION_ROP, 4),
        N(ENG2D_OPERATION_SRCCOPY_PREMULT, 5),
        N(ENG2D_OPERATION_BLEND_PREMULT, 6),
        N(ENG2D_OPERATION_LAST, 6),
        N(ENG2D_PATTERN_8X8, 0),
        N(ENG2D_PATTERN_64X1, 1),
        N(ENG2D_PATTERN_1X64, 2),
        N(ENG2D_PATTERN_COLOR, 3),
        N(ENG2D_PATTERN_A16R5G6B5, 0),
        N(ENG2D_PATTERN_X16A1R5G5B5, 1),
        N(ENG2D_PATTERN_A8R8G8B8, 2),
        N(ENG2D_PATTERN_X16A8Y8, 3),
        N(ENG2D_SHAPE_POINTS, 0),
        N(ENG2D_SHAPE_LINES, 1),
        N(ENG2D_SHAPE_LINE_STRIP, 2),
        N(ENG2D_SHAPE_TRIANGLES, 3),
        N(ENG2D_SHAPE_RECTANGLES, 4),
        N(ENG2D_FORMAT_A8R8G8B8, 0xcf),
        N(ENG2D_FORMAT_A2B10G10R10, 0xd1),
        N(ENG2D_FORMAT_A8B8G8R8, 0xd5),
        N(ENG2D_FORMAT_A2R10G10B10, 0xdf),
        N(ENG2D_FORMAT_X8R8G8B8, 0xe6),
        N(ENG2D_FORMAT_R5G6B5, 0xe8),
        N(ENG2D_FORMAT_A1R5G5B5, 0xe9),
        N(ENG2D_FORMAT_Y8, 0xf3),
        N(ENG2D_FORMAT_X1R5G5B5, 0xf8),
        N(ENG2D_FORMAT_X8B8G8R8, 0xf9),
    };

    (void)state;
    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* rnndb graph/g80_3d.xml, g80_compute.xml; docs/hardware/tesla-mmio.md §5.7. */
static void query_numbers(void **state)
{
    static const struct number numbers[] = {
        N(GR3D_DMA_QUERY, 0x188),
        N(GR3D_QUERY, 0x1b00),
        F(GR3D_GET_MODE, 1, 0),
        N(GR3D_GET_MODE_SYNC, 1),
        F(GR3D_GET_COUNTER, 23, 23),
        F(GR3D_GET_SHORT, 28, 28),
        N(COMPUTE_DMA_QUERY, 0x1a4),
        N(COMPUTE_QUERY, 0x310),
        F(COMPUTE_GET_SHORT, 15, 15),
        N(QUERY_HIGH, (0x1b00 - 0x1b00) / 4),
        N(QUERY_LOW, (0x1b04 - 0x1b00) / 4),
        N(QUERY_SEQUENCE, (0x1b08 - 0x1b00) / 4),
        N(QUERY_GET, (0x1b0c - 0x1b00) / 4),
        N(QUERY_WORDS, 4),
        N(QUERY_RECORD_BYTES, 16),
    };

    (void)state;
    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* rnndb pm/ptherm.xml; docs/hardware/board.md §4. */
static void ptherm_numbers(void **state)
{
    static const struct number numbers[] = {
        N(PTHERM_CTRL_0, 0x20000),
        F(PTHERM_CTRL_0_DIRECTIONS, 17, 0),
        F(PTHERM_CTRL_0_STATES, 24, 20),
        F(PTHERM_RISING, 0, 0),
        F(PTHERM_FALLING, 1, 1),
        N(PTHERM_CTRL_1, 0x20004),
        F(PTHERM_CTRL_1_G84, 5, 0),
        N(PTHERM_CTRL_1_G94, 0x111ff),
        N(PTHERM_SENSOR, 0x20008),
        F(PTHERM_SENSOR_RAW, 14, 0),
        F(PTHERM_SENSOR_FORCED, 15, 15),
        F(PTHERM_SENSOR_DIVIDER, 21, 16),
        F(PTHERM_SENSOR_FORCE, 29, 22),
        F(PTHERM_SENSOR_DIVIDER_256, 30, 30),
        F(PTHERM_SENSOR_ENABLE, 31, 31),
        N(PTHERM_SENSOR_CONFIG, 0x2000c),
        F(PTHERM_CONFIG_OWN_SLOPE, 0, 0),
        F(PTHERM_CONFIG_OWN_OFFSET, 1, 1),
        F(PTHERM_CONFIG_OFF, 31, 31),
        N(PTHERM_RAW_CONFIG, 0x20010),
        N(PTHERM_OWN_CALIBRATION, 0x20010),
        N(PTHERM_RAW, 0x20014),
        N(PTHERM_CALIBRATION, 0x20014),
        N(PTHERM_BASE_CALIBRATION, 0x2001c),
        F(PTHERM_SLOPE, 15, 0),
        F(PTHERM_OFFSET, 31, 16),
        N(PTHERM_SLOWDOWN, 0x20048),
        F(PTHERM_SLOWDOWN_DUTY, 7, 0),
        F(PTHERM_SLOWDOWN_FORCED, 9, 9),
        F(PTHERM_SLOWDOWN_HOT, 11, 11),
        F(PTHERM_SLOWDOWN_DIVIDER, 14, 12),
        F(PTHERM_SLOWDOWN_HOT_TOO, 16, 16),
        N(PTHERM_HOT_ALL, 0x20060),
        N(PTHERM_FORCE, 0x20064),
        F(PTHERM_DIVIDER, 2, 0),
        F(PTHERM_DUTY, 15, 8),
        N(PTHERM_POWER_LIMITER, 0x20068),
        N(PTHERM_HOT, 0x20074),
        F(PTHERM_HOT_NOW_G84, 30, 28),
        F(PTHERM_HOT_NOW_GT215, 26, 24),
        F(PTHERM_HOT_USES_ALL, 31, 31),
        N(PTHERM_FILTER, 0x20078),
        F(PTHERM_FILTER_CYCLES, 23, 16),
        F(PTHERM_FILTER_DIVIDER, 25, 24),
        N(PTHERM_INTR_DISPATCH, 0x200fc),
        N(PTHERM_INTR, 0x20100),
        F(PTHERM_INTR_G84, 8, 0),
        F(PTHERM_INTR_G94, 14, 0),
        N(PTHERM_CTRL_2, 0x20108),
        N(PTHERM_HOT_DUTY, 0x20110),
        N(PTHERM_INTR_EN, 0x20134),
        N(PTHERM_TEMPERATURE, 0x20400),
        N(PTHERM_THRESHOLD_4, 0x20414),
        N(PTHERM_THRESHOLD_3, 0x20418),
        N(PTHERM_HALF_DEGREE, 0x20444),
        N(PTHERM_CRITICAL, 0x20480),
        N(PTHERM_HYSTERESIS, 0x20484),
        N(PTHERM_THRESHOLD_2, 0x204c0),
        N(PTHERM_THRESHOLD_1, 0x204c4),
        N(PTHERM_THRESHOLD_5, 0x204d8),
        N(PTHERM_CREDIBLE_MAX, 139),
        N(PFUSE_SENSOR_SLOPE, 0x21000 + 0x1a0),
        N(PFUSE_SENSOR_OFFSET, 0x21000 + 0x1a4),
        N(PFUSE_SENSOR, 0x21000 + 0x1a8),
        N(PFUSE_SENSOR_CALIBRATED, 1),
    };

    (void)state;
    check_numbers(numbers, ARRAY_SIZE(numbers));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eng2d_numbers),
        cmocka_unit_test(query_numbers),
        cmocka_unit_test(ptherm_numbers),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("hw.drawing", tests, NULL, NULL);
}
