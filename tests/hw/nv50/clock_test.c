/* Numbers of hw/nv50/pclock.h and pnvio.h a second time, from docs/hardware/. hw/nv50/register_test.c has the registers of the
 * clocks that are not here. */
#include "tests/hw/number_rig.h"

#include "hw/nv50/pclock.h"
#include "hw/nv50/pnvio.h"

/* devinit.md §3.2, §5.1, §5.5, board.md §6.1. */
TEST(clocks_are_the_references)
{
    static const struct number numbers[] = {
        N(PCLOCK_XTPLL, 0x4030),
        F(PCLOCK_STATUS_NVPLL_LOCKED, 8, 8),
        F(PCLOCK_STATUS_NVPLL_ENABLED, 9, 9),
        N(PLL_COEFFICIENTS, 0x402c - 0x4028),
        F(PLL_CTRL_ENABLE, 31, 31),
        F(PLL_CTRL_P, 18, 16),
        N(PLL_CTRL_STAGES, 0x40000100),
        N(PLL_CTRL_TWO_STAGES, 0x40000000),
        F(PLL_CTRL_MEMORY_BIAS, 21, 19),
        F(PLL_CTRL_MEMORY_P, 24, 22),
        F(PLL_CTRL_MEMORY_BYPASS, 9, 9),
        F(PLL_COEFFICIENT_M, 7, 0),
        F(PLL_COEFFICIENT_N, 15, 8),
        F(PLL_COEFFICIENT_M2, 23, 16),
        F(PLL_COEFFICIENT_N2, 31, 24),

        F(MASTER_CORE, 1, 0),
        N(MASTER_CORE_CRYSTAL, 0),
        N(MASTER_CORE_SPLL, 2),
        N(MASTER_CORE_NVPLL, 3),
        F(MASTER_SHADER, 5, 4),
        N(MASTER_SHADER_NVPLL, 2),
        N(MASTER_SHADER_SPLL, 3),
        F(MASTER_SHADER_HOST, 7, 7),
        F(MASTER_MEMORY, 15, 14),
        F(MASTER_MEMORY_HREF, 16, 16),
        F(MASTER_CORE_DIRECT, 20, 20),
        F(MASTER_CORE_HREF, 21, 21),
        F(MASTER_SHADER_HREF, 22, 22),
        N(HREF_KHZ, 100 * 1000),
        F(MASTER_ROOT_SHADER, 1, 0),
        F(MASTER_ROOT_MEMORY, 3, 2),
        F(MASTER_ROOT_CORE, 12, 11),

        N(PCLOCK_ROOT_STRIDE, 0x28),
        F(ROOT_COEF_P, 18, 16),
        N(ROOT_G80_STRIDE, 12),
        F(ROOT_G80_HALF, 24, 24),
        F(ROOT_SELECT_MEMORY, 3, 3),
        F(ROOT_SELECT_OTHERS, 2, 2),

        N(PCLOCK_VPLL, 0x614100),
        N(PCLOCK_VPLL_STRIDE, 0x614900 - 0x614100),
        N(VPLL_STAGE_1, 4),
        N(VPLL_STAGE_2, 8),
        N(VPLL_CTRL_ON, 0x10000611),
        F(VPLL_1_N, 7, 0),
        F(VPLL_1_M, 23, 16),
        F(VPLL_2_N, 7, 0),
        F(VPLL_2_M, 23, 16),
        F(VPLL_2_CLEARED, 27, 24),
        F(VPLL_2_P, 30, 28),
        F(VPLL_GT215_N, 7, 0),
        F(VPLL_GT215_M, 15, 8),
        F(VPLL_GT215_P, 21, 16),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* devinit.md §3.2 row i, §5.1, §5.5, board.md §6.2. */
TEST(clocks_of_gt215_are_the_references)
{
    static const struct number numbers[] = {
        N(PCLOCK_GT215_NVPLL_COEF, 0x4200 + 4),
        N(PCLOCK_GT215_BYPASS, 0x4160 - 0x4120),
        F(SOURCE_GT215_ON, 8, 8),
        F(SOURCE_GT215_NO_CRYSTAL, 9, 9),
        F(SOURCE_GT215_108_MHZ, 10, 10),
        F(SOURCE_GT215_KIND, 13, 12),
        F(SOURCE_GT215_FIXED_108, 6, 6),
        F(SOURCE_GT215_DIVIDER_ON, 0, 0),
        F(SOURCE_GT215_DIVIDER, 21, 16),
        F(SOURCE_GT215_ROOT, 5, 4),
        F(PLL_GT215_ENABLE, 0, 0),
        F(PLL_GT215_POWER_OFF, 1, 1),
        F(PLL_GT215_BYPASS, 3, 3),
        F(PLL_GT215_UNWATCHED, 4, 4),
        F(PLL_GT215_LOCKED, 17, 17),
        F(PLL_GT215_M, 7, 0),
        F(PLL_GT215_N, 15, 8),
        F(PLL_GT215_P, 21, 16),
        N(VPLL_GT215_CTRL_ON, 0x50000610),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* devinit.md §2.5, board-sensors.md §2.1, §2.4, §5, board.md §4. */
TEST(lines_and_ports_are_the_references)
{
    static const struct number numbers[] = {
        F(TACH_ON, 0, 0),
        F(TACH_LINE, 20, 16),
        F(TACH_LAST, 15, 0),
        F(PWM_VALUE, 23, 0),
        F(PWM_DUTY_TRIGGER, 31, 31),

        N(PNVIO_GPIO_0, 0xe104),
        N(PNVIO_GPIO_8, 0xe108),
        N(PNVIO_GPIO_16, 0xe280),
        N(PNVIO_GPIO_24, 0xe284),
        N(GPIO_LINES_EACH, 8),
        F(GPIO_NIBBLE_OUT, 0, 0),
        F(GPIO_NIBBLE_DRIVE, 1, 1),
        F(GPIO_NIBBLE_IN, 2, 2),
        N(GPIO_LINES_G80, 16),
        N(GPIO_LINES_G94, 32),
        N(PNVIO_GPIO_MODE_0, 0xe100),
        N(PNVIO_GPIO_MODE_16, 0xe28c),

        N(PNVIO_I2C_PORT_COUNT, 10),
        F(PNVIO_I2C_SCL, 0, 0),
        F(PNVIO_I2C_SDA, 1, 1),
        F(PNVIO_I2C_SOFTWARE, 2, 2),
        N(PNVIO_I2C_IDLE, 7),
        F(PNVIO_I2C_MODE, 3, 2),
        N(PNVIO_I2C_MODE_PMU, 2),
        N(PNVIO_I2C_PORTS_G80, 4),
        N(PNVIO_I2C_PORTS_G94, 6),
        F(PMC_ENABLE_I2C, 0, 0),
        N(PNVIO_INPUTS, 0xe1b8),
        F(PNVIO_INPUTS_PORT_0, 16, 16),
        F(PNVIO_INPUTS_PORT_5, 20, 20),

        N(PNVIO_PAD_MODE, 0xe500),
        N(PNVIO_PAD_OFF, 0xe50c),
        N(PNVIO_PAD_STRIDE, 0x50),
        N(PNVIO_PAD_MODE_MASK, 0xc003), /* bits 15, 14, 1, 0 */
        N(PNVIO_PAD_MODE_I2C, 0xc001),  /* 1, 1, 0, 1 */
        N(PNVIO_PAD_MODE_AUX, 0x0002),  /* 0, 0, 1, 0 */
        F(PNVIO_PAD_OFF_BIT, 0, 0),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* devinit.md §2.5. */
TEST(display_channels_are_the_references)
{
    static const struct number numbers[] = {
        N(PNVIO_AUX_OUT, 0xe4c0),       N(PNVIO_AUX_IN, 0xe4d0),       N(PNVIO_AUX_ADDRESS, 0xe4e0),
        N(PNVIO_AUX_CTRL, 0xe4e4),      N(PNVIO_AUX_STATUS, 0xe4e8),   N(PNVIO_AUX_STRIDE, 0x50),
        N(PNVIO_AUX_COUNT, 4),          F(AUX_CTRL_SIZE, 8, 0),        F(AUX_CTRL_COMMAND, 15, 12),
        N(AUX_COMMAND_WRITE, 8),        N(AUX_COMMAND_READ, 9),        F(AUX_CTRL_START, 16, 16),
        F(AUX_CTRL_WANTED, 21, 20),     F(AUX_CTRL_WANTED_US, 20, 20), F(AUX_CTRL_GRANTED, 25, 24),
        F(AUX_CTRL_GRANTED_US, 24, 24), F(AUX_CTRL_RESET, 31, 31),     F(AUX_STATUS_SINK, 28, 28),
        F(AUX_STATUS_REPLY, 19, 16),    N(AUX_REPLY_ACK, 0),           N(AUX_REPLY_DEFER, 2),
        N(AUX_REPLY_I2C_DEFER, 8),      F(AUX_STATUS_NO_REPLY, 8, 8),  F(AUX_STATUS_ERRORS, 11, 9),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

TEST(ports_are_in_order)
{
    static const uint32_t ours[] = PNVIO_I2C_PORTS,
                          reference[] = { 0xe138, 0xe150, 0xe168, 0xe180, 0xe254,
                                          0xe274, 0xe764, 0xe780, 0xe79c, 0xe7b8 };

    assert_int_equal(ARRAY_SIZE(ours), PNVIO_I2C_PORT_COUNT);
    assert_memory_equal(ours, reference, sizeof(reference));
}
