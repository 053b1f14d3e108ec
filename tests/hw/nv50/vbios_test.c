/* Every constant of hw/nv50/vbios.h beside its number in docs/hardware/: the ROM and what lies in it. */
#include "tests/hw/number_rig.h"

#include "hw/nv50/vbios.h"

/* devinit.md §1.4, §1.6; the signatures are letters, the first one lowest. */
TEST(images_are_the_references)
{
    static const struct number numbers[] = {
        N(ROM_SIGNATURE, 0x55 | 0xaa << 8),
        N(ROM_SIGNATURE_2, 0xbb77),
        N(ROM_SIGNATURE_NV, 'V' | 'N' << 8),
        N(ROM_UNIT, 512),
        N(ROM_LENGTH, 0x02),
        N(ROM_PCIR, 0x18),
        N(ROM_DCB, 0x36),
        N(ROM_SUBSYSTEM, 0x54),
        N(ROM_HARDWARE, 0x58),
        N(ROM_HARDWARE_SIZE, 0x6b - 0x58 + 1),
        N(ROM_HARDWARE_MARK, 0x6a - 0x58),
        N(ROM_HARDWARE_VALID, 0xa5),
        N(ROM_IMAGES_MAX, 8),
        N(PCIR_SIGNATURE, 'P' | 'C' << 8 | 'I' << 16 | 'R' << 24),
        N(PCIR_RGIS, 'R' | 'G' << 8 | 'I' << 16 | 'S' << 24),
        N(PCIR_NPDS, 'N' | 'P' << 8 | 'D' << 16 | 'S' << 24),
        N(PCIR_VENDOR, 0x04),
        N(PCIR_DEVICE, 0x06),
        N(PCIR_SIZE, 0x0a),
        N(PCIR_LENGTH, 0x10),
        N(PCIR_TYPE, 0x14),
        N(PCIR_INDICATOR, 0x15),
        F(PCIR_LAST, 7, 7),
        N(PCIR_SIZE_MIN, 0x18),
        N(ROM_TYPE_X86, 0),
        N(ROM_TYPE_OF, 1),
        N(ROM_TYPE_EFI, 3),
        N(ROM_TYPE_PRIVATE, 0x70),
        N(ROM_TYPE_DATA, 0xe0),
        N(NPDE_SIGNATURE, 'N' | 'P' << 8 | 'D' << 16 | 'E' << 24),
        N(NPDE_LENGTH, 0x08),
        N(NPDE_INDICATOR, 0x0a),
        N(NPDE_SIZE, 0x0a + 1),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* devinit.md §2.1 to §2.3, §4.6. */
TEST(information_tables_are_the_references)
{
    static const struct number numbers[] = {
        N(BIT_MAGIC_0, 0xff | 0xb8 << 8),
        N(BIT_MAGIC_1, 'B' | 'I' << 8 | 'T' << 16),
        N(BIT_VERSION, 6),
        N(BIT_VERSION_1, 0x0100),
        N(BIT_HEADER, 8),
        N(BIT_TOKEN, 9),
        N(BIT_TOKENS, 0xa),
        N(BIT_HEADER_MIN, 12),
        N(BIT_TOKEN_MIN, 6),
        N(BIT_TOKEN_ID, 0),
        N(BIT_TOKEN_VERSION, 1),
        N(BIT_TOKEN_SIZE, 2),
        N(BIT_TOKEN_POINTER, 4),
        N(BIT_TOKENS_MAX, 64),

        N(BIT_INFO_VERSION, 0),
        N(BIT_INFO_OEM, 4),
        N(BIT_INFO_DATE, 0xf),
        N(BIT_INFO_DATE_SIZE, 8),
        N(BIT_INFO_BOARD, 0x17),

        N(BIT_INIT_SCRIPTS, 0x00),
        N(BIT_INIT_MACRO_INDEX, 0x02),
        N(BIT_INIT_MACROS, 0x04),
        N(BIT_INIT_CONDITIONS, 0x06),
        N(BIT_INIT_IO, 0x08),
        N(BIT_INIT_IO_FLAGS, 0x0a),
        N(BIT_INIT_PRIVATE, 0x0e),
        N(BIT_INIT_ARRAYS, 0x10),
        N(BIT_INIT_TABLES, 0x14),
        N(BIT_INIT_BOOT_SCRIPTS, 0x18),
        N(CONDITION_SIZE, 4 + 4 + 4),
        N(IO_CONDITION_SIZE, 2 + 1 + 1 + 1),
        N(IO_FLAG_SIZE, 2 + 1 + 1 + 1 + 2 + 1 + 1),
        N(MACRO_INDEX_SIZE, 1 + 1),
        N(MACRO_SIZE, 4 + 4),
        N(IO_DIRECT, 0xff),

        N(BIT_MEMORY_1_COLUMNS, 2),
        N(BIT_MEMORY_1_STRAPS, 3),
        N(BIT_MEMORY_1_SIZE, 5),
        N(BIT_MEMORY_2_COLUMNS, 0),
        N(BIT_MEMORY_2_STRAPS, 1),
        N(BIT_MEMORY_2_INFO, 3),
        N(BIT_MEMORY_2_SIZE, 3),
        N(MEMORY_INFO_VERSION, 0x10),
        N(MEMORY_INFO_SKIP, 0xf),

        N(BIT_CLOCK_LIMITS, 8),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* board-sensors.md §1.1, §1.2, §1.4, §1.7 (at most 16 levels), §6.3. */
TEST(levels_and_voltages_are_the_references)
{
    static const struct number numbers[] = {
        N(BIT_PERF_TABLE, 0x00),     N(BIT_PERF_VOLTAGE_1, 0x10),
        N(BIT_PERF_VOLTAGE_2, 0x0c), N(BIT_PERF_SHUNTS, 0x28),
        N(PERF_VERSION_25, 0x25),    N(PERF_VERSION_30, 0x30),
        N(PERF_VERSION_35, 0x35),    N(PERF_VERSION_40, 0x40),
        N(PERF_UNUSED, 0xff),        N(PERF_CORE_25, 0x6),
        N(PERF_CORE_30, 0x8),        N(PERF_SHADER_30, 0xa),
        N(PERF_MEMORY_30, 0xc),      N(PERF_BOOT_40, 0xb),
        N(PERF_SUB_CORE_40, 0),      N(PERF_SUB_SHADER_40, 1),
        N(PERF_SUB_MEMORY_40, 2),    N(PERF_MHZ_40, 0x3fff),
        N(PERF_LEVELS_MAX, 16),

        N(VOLTAGE_VERSION_10, 0x10), N(VOLTAGE_VERSION_12, 0x12),
        N(VOLTAGE_VERSION_20, 0x20), N(VOLTAGE_VERSION_30, 0x30),
        N(VOLTAGE_VERSION_40, 0x40), N(VOLTAGE_BASE_40, 0x4),
        N(VOLTAGE_STEP_40, 0x8),     N(VOLTAGE_MASK_40, 0xb),
        N(VOLTAGE_SHIFT_30, 2),

        N(SHUNTS_VERSION_10, 0x10),  N(SHUNTS_VERSION_20, 0x20),
        N(SHUNTS_HEADER_MIN, 3 + 1), N(SHUNTS_DEVICE_10, 2),
        N(SHUNTS_DEVICE_20, 1),      N(SHUNTS_RESISTORS_10, 3),
        N(SHUNTS_RESISTORS_20, 5),   N(SHUNT_SIZE, 2),
        N(SHUNT_FLAGS, 4 - 3),       F(SHUNT_OFF, 6, 6),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* devinit.md §5.1, §6.3. */
TEST(plls_and_display_records_are_the_references)
{
    static const struct number numbers[] = {
        N(DISPLAY_ANY_LINK, 0x20), N(DISPLAY_LINKS, 0xc0),      N(DISPLAY_RECORD_TYPE, 0),
        N(DISPLAY_RECORD_MASK, 2), N(DISPLAY_RECORD_SCRIPT, 6), N(DP_RECORD_FLAGS, 5),
        N(PLL_ID_CORE, 1),         N(PLL_ID_SHADER, 2),         N(PLL_ID_NVIO, 3),
        N(PLL_ID_MEMORY, 4),       N(PLL_ID_VIDEO, 5),          N(PLL_ID_VPLL, 0x80),
        N(PLL_ID_MAX, 0xff),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* devinit.md §2.5, board-sensors.md §1.6. */
TEST(display_configuration_is_the_references)
{
    static const struct number numbers[] = {
        N(DCB_VERSION, 0x40),
        N(DCB_SIGNATURE, 0x4edcbdcb),
        N(DCB_PORTS, 4),
        N(DCB_SIGNATURE_AT, 6),
        N(DCB_GPIO, 0xa),
        N(DCB_HEADER_MIN, 0xa + 2),
        N(DCB_ENTRIES, 2),
        N(DCB_ENTRY_SIZE_AT, 3),
        N(DCB_ENTRY_SIZE, 8),
        N(DCB_DEVICES, 0x12),
        N(DCB_HEADER_DEVICES, 0x12 + 2),
        N(DCB_CONNECTORS, 0x14),
        N(DCB_HEADER_CONNECTORS, 0x14 + 2),
        F(DCB_TYPE, 3, 0),
        N(DCB_TYPE_DP, 6),
        N(DCB_TYPE_END, 0xe),
        N(DCB_TYPE_SKIP, 0xf),
        F(DCB_ENTRY_PORT, 7, 4),
        F(DCB_HEADS, 11, 8),
        F(DCB_CONNECTOR, 15, 12),
        F(DCB_LOCATION, 21, 20),
        F(DCB_RESOURCES, 27, 24),
        F(DCB_LINKS, 5, 4),
        F(DCB_EXTERNAL, 15, 8),
        N(CONNECTOR_TABLE_MIN, 3 + 1),
        N(CONNECTOR_INTERNAL_DP, 0x47),

        N(GPIO_TABLE_VERSION, 0x40),
        N(GPIO_ENTRY_SIZE, 4),
        F(GPIO_LINE, 4, 0),
        F(GPIO_FUNCTION, 15, 8),
        F(GPIO_INIT_ON, 24, 24),
        F(GPIO_NVIO, 25, 25),
        F(GPIO_SOR, 26, 26),
        F(GPIO_OFF_DATA, 27, 27),
        F(GPIO_OFF_INPUT, 28, 28),
        F(GPIO_ON_DATA, 29, 29),
        F(GPIO_ON_INPUT, 30, 30),
        F(GPIO_PWM, 31, 31),
        N(GPIO_UNUSED, 0xff),
        N(GPIO_FUNCTION_FAN, 0x09),
        N(GPIO_FUNCTION_TACH, 0x3d),
        N(GPIO_VID_COUNT, 8),
        N(GPIO_FUNCTION_VID_DEFAULT, 0x1b),
        N(GPIO_FUNCTION_POWER_BAD, 0x10),
        N(GPIO_FUNCTION_POWER_ALERT, 0x4c),
        N(GPIO_FUNCTION_POWER_LOW, 0x79),

        N(CCB_VERSION, 0x40),
        N(CCB_DEFAULTS, 4),
        F(CCB_PRIMARY, 3, 0),
        F(CCB_SECONDARY, 7, 4),
        N(CCB_HEADER_MIN, 5),
        N(CCB_ENTRY_SIZE, 4),
        F(CCB_ACCESS, 31, 24),
        N(CCB_ACCESS_I2C, 5),
        N(CCB_ACCESS_AUX, 6),
        N(CCB_UNUSED, 0xff),
        F(CCB_PORT, 3, 0),
        F(CCB_HYBRID, 8, 8),
        F(CCB_PARTNER, 12, 9),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* board-sensors.md §1.6. */
TEST(devices_are_the_references)
{
    static const struct number numbers[] = {
        N(DEVICE_VERSION_30, 0x30), N(DEVICE_VERSION_40, 0x40),
        N(DEVICE_HEADER_MIN, 4),    N(DEVICE_ENTRY_MIN, 4),
        N(DEVICE_TYPE, 0),          N(DEVICE_ADDRESS, 1),
        N(DEVICE_FLAGS, 2),         F(DEVICE_SECONDARY_PORT, 4, 4),
        N(DEVICE_SKIP, 0xff),       N(DEVICE_ADM1032, 0x01),
        N(DEVICE_MAX6649, 0x02),    N(DEVICE_LM99, 0x03),
        N(DEVICE_MAX1617, 0x06),    N(DEVICE_LM64, 0x07),
        N(DEVICE_ADT7473, 0x0a),    N(DEVICE_LM89, 0x0b),
        N(DEVICE_TMP411, 0x0c),     N(DEVICE_ADT7461, 0x0d),
        N(DEVICE_VT1103, 0x40),     N(DEVICE_INA219, 0x4c),
        N(DEVICE_INA209, 0x4d),     N(DEVICE_INA3221, 0x4e),
        N(DEVICE_ADT7473_2, 0x70),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* devinit.md §2.5: VID0 to VID2, VID3, VID4 to VID7. */
TEST(voltage_lines_are_in_order)
{
    static const uint8_t ours[] = GPIO_FUNCTIONS_VID,
                         reference[] = { 0x04, 0x05, 0x06, 0x1a, 0x73, 0x74, 0x75, 0x76 };

    assert_int_equal(sizeof(ours), GPIO_VID_COUNT);
    assert_memory_equal(ours, reference, sizeof(reference));
}
