/* The facts of hw/ typed a second time: registers by their offsets, unit by unit (docs/hardware/; each table says
 * where). The values stand here as the reference gives them; nothing is taken from hw/ but what is checked. */
#include "tests/hw/hw_rig.h"

#include "hw/bits.h"
#include "hw/nv50/falcon.h"
#include "hw/nv50/media.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pcipher.h"
#include "hw/nv50/pclock.h"
#include "hw/nv50/pcounter.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/pmpeg.h"
#include "hw/nv50/pnvio.h"
#include "hw/nv50/pstraps.h"
#include "hw/nv50/ptherm.h"
#include "hw/nv50/sensors.h"
#include "hw/nv50/vbios.h"
#include "hw/nv50/xtensa.h"

/* tesla-mmio.md §3.2, §3.9, §0.1 (IBUS), tesla-vm.md §8.6 (the flush) */
TEST(pbus_registers_are_the_references)
{
    static const uint32_t pairs[][2] = {
        { PBUS_DEBUG_1, 0x1084 },          { PBUS_DEBUG_6, 0x1098 },
        { PBUS_CLOCK_MISC, 0x1530 },       { PEEPHOLE_W_ADDR_G80, 0x1560 },
        { PEEPHOLE_W_DATA_G80, 0x1564 },   { PEEPHOLE_RW_ADDR_G80, 0x1570 },
        { PEEPHOLE_RW_DATA_G80, 0x1574 },  { PEEPHOLE_W_ADDR_G84, 0x60000 },
        { PEEPHOLE_W_DATA_G84, 0x60004 },  { PEEPHOLE_RW_ADDR_G84, 0x60010 },
        { PEEPHOLE_RW_DATA_G84, 0x60014 }, { PBUS_CLOCK_GATE_0, 0x1588 },
        { PBUS_CLOCK_GATE_1, 0x1590 },     { PBUS_IBUS_TIMEOUT, 0x1a14 },
        { HOST_FLUSH_G80, 0x330c },        { HOST_FLUSH_G84, 0x70000 },
    };

    check_pairs(pairs, ARRAY_SIZE(pairs));
}

/* The rows of the chipsets have the same ports and the same flush. */
TEST(chipset_rows_have_the_same_ports)
{
    for (unsigned i = 0; i < CHIP_COUNT; i++) {
        const struct nv50_chip *const chip = &nv50_chips[i];
        const int g80 = i == CHIP_G80;

        assert_int_equal(chip->host_flush, g80 ? HOST_FLUSH_G80 : HOST_FLUSH_G84);
        assert_int_equal(chip->peephole_write, g80 ? PEEPHOLE_W_ADDR_G80 : PEEPHOLE_W_ADDR_G84);
        assert_int_equal(chip->peephole_rw, g80 ? PEEPHOLE_RW_ADDR_G80 : PEEPHOLE_RW_ADDR_G84);
    }
}

/* board-sensors.md §3.1, §3.2, §6.3 */
TEST(sensors_are_the_references)
{
    static const uint32_t pairs[][2] = {
        { LM90_LOCAL, 0 },
        { LM90_REMOTE, 1 },
        { LM90_CONFIG, 3 },
        { LM90_CONFIG_STANDBY, 1 << 6 },
        { LM90_CONFIG_RANGE, 1 << 2 },
        { LM90_REMOTE_LOW, 0x10 },
        { LM90_MAKER, 0xfe },
        { LM90_DEVICE, 0xff },
        { LM64_TACH_LOW, 0x46 },
        { LM64_TACH_HIGH, 0x47 },
        { LM64_TACH_LOW_BITS, 0xfc },
        { ADT7473_SUPPLY_CORE, 0x21 },
        { ADT7473_SUPPLY, 0x22 },
        { ADT7473_REMOTE_1, 0x25 },
        { ADT7473_LOCAL, 0x26 },
        { ADT7473_REMOTE_2, 0x27 },
        { ADT7473_TACH, 0x28 },
        { ADT7473_FANS, 4 },
        { ADT7473_DEVICE, 0x3d },
        { ADT7473_MAKER, 0x3e },
        { ADT7473_REVISION, 0x3f },
        { ADT7473_REVISION_BITS, 0xf8 },
        { ADT7473_CONFIG_1, 0x40 },
        { ADT7473_STARTED, 1 },
        { ADT7473_CONFIG_2, 0x73 },
        { ADT7473_CONFIG_4, 0x7d },
        { ADT7473_NO_ATTENUATOR, 1 << 5 },
        { ADT7473_CONFIG_5, 0x7c },
        { ADT7473_TWOS_COMPLEMENT, 1 },
        { TACH_CLOCK, 5400000 },
        { INA219_SHUNT, 1 },
        { INA219_BUS, 2 },
        { INA209_SHUNT, 3 },
        { INA209_BUS, 4 },
        { INA219_BUS_MV, 4 },
        { INA219_SHUNT_UV, 10 },
        { INA3221_SHUNT, 1 },
        { INA3221_BUS, 2 },
        { INA3221_CHANNELS, 3 },
        { INA3221_BUS_MV, 8 },
        { INA3221_SHUNT_UV, 40 },
        { INA3221_MAKER, 0xfe },
        { INA3221_DEVICE, 0xff },
    };

    check_pairs(pairs, ARRAY_SIZE(pairs));
}

/* board-sensors.md §1.6, §1.1, §6.3 */
TEST(tables_of_sensors_are_the_references)
{
    static const uint32_t pairs[][2] = {
        { DCB_DEVICES, 0x12 },       { DCB_HEADER_DEVICES, 0x14 },
        { DEVICE_VERSION_30, 0x30 }, { DEVICE_VERSION_40, 0x40 },
        { DEVICE_HEADER_MIN, 4 },    { DEVICE_ENTRY_MIN, 4 },
        { DEVICE_TYPE, 0 },          { DEVICE_ADDRESS, 1 },
        { DEVICE_FLAGS, 2 },         { DEVICE_SECONDARY_PORT, 1 << 4 },
        { DEVICE_SKIP, 0xff },       { DEVICE_ADM1032, 0x01 },
        { DEVICE_MAX6649, 0x02 },    { DEVICE_LM99, 0x03 },
        { DEVICE_MAX1617, 0x06 },    { DEVICE_LM64, 0x07 },
        { DEVICE_ADT7473, 0x0a },    { DEVICE_LM89, 0x0b },
        { DEVICE_TMP411, 0x0c },     { DEVICE_ADT7461, 0x0d },
        { DEVICE_INA219, 0x4c },     { DEVICE_INA209, 0x4d },
        { DEVICE_INA3221, 0x4e },    { DEVICE_ADT7473_2, 0x70 },
        { DEVICE_VT1103, 0x40 },     { BIT_PERF_SHUNTS, 0x28 },
        { SHUNTS_VERSION_10, 0x10 }, { SHUNTS_VERSION_20, 0x20 },
        { SHUNTS_DEVICE_10, 2 },     { SHUNTS_DEVICE_20, 1 },
        { SHUNTS_RESISTORS_10, 3 },  { SHUNTS_RESISTORS_20, 5 },
        { SHUNT_SIZE, 2 },           { SHUNT_OFF, 1 << 6 },
    };

    check_pairs(pairs, ARRAY_SIZE(pairs));
}

/* tesla-mmio.md §3.6 */
TEST(pfb_registers_are_the_references)
{
    static const uint32_t pairs[][2] = {
        { PFB_PM_CG_SEL, 0x100020 },
        { PFB_TIMINGS, 0x100220 },
        { PFB_TIMINGS + 4 * PFB_TIMING_COUNT, 0x100248 }, /* G94 and later have this one too */
        { PFB_TIMINGS_10, 0x100248 },
        { PFB_MODE_REGS, 0x1002c0 },
        { PFB_MODE_REGS + 4 * (PFB_MODE_REG_COUNT - 1), 0x1002cc },
        { PFB_REFRESH, 0x1002d0 },
        { PFB_PRECHARGE, 0x1002d4 },
        { PFB_NISO_PM, 0x100c10 },
        { PFB_POLLER_CFG, 0x100c14 },
        { PFB_POLLER_DNISO, 0x100c18 },
        { PFB_POLLER_HOSTNB, 0x100c1c },
        { PFB_POLLER_FLUSH, 0x100c24 },
    };

    check_pairs(pairs, ARRAY_SIZE(pairs));
}

/* tesla-mmio.md §3.8 */
TEST(straps_are_the_references)
{
    static const uint32_t pairs[][2] = {
        { PSTRAPS_0_PRIMARY, 0x101000 },     { PSTRAPS_0_SELECT, 0x101004 },
        { PSTRAPS_0_SECONDARY, 0x101008 },   { PSTRAPS_1_PRIMARY, 0x10100c },
        { PSTRAPS_1_SELECT, 0x101010 },      { PSTRAPS_1_SECONDARY, 0x101014 },
        { PSTRAPS_OVERRIDE, 1u << 31 },      { PSTRAPS_0_SUBSYSTEM, 1u << 1 },
        { PSTRAPS_0_RAMCFG, 0x3c },          { PSTRAPS_0_CRYSTAL, 0x400040 },
        { PSTRAPS_CRYSTAL_13500, 0 },        { PSTRAPS_CRYSTAL_14318, 0x40 },
        { PSTRAPS_CRYSTAL_27000, 0x400000 }, { PSTRAPS_CRYSTAL_25000, 0x400040 },
        { PSTRAPS_0_DEVID, 0x3c00 },         { PSTRAPS_0_BAR1, 0xc000 },
        { PSTRAPS_0_DEVID_4, 1u << 28 },     { PSTRAPS_1_VGA, 1u << 4 },
        { PSTRAPS_1_BAR5, 1u << 16 },        { PSTRAPS_1_BAR1, 0x700000 },
    };

    check_pairs(pairs, ARRAY_SIZE(pairs));
}

/* board.md §4, §6, devinit.md §5.1, nouveau-client.md §4 (GPIO, clocks, therm, fuse) */
TEST(clocks_and_sensors_are_the_references)
{
    static const uint32_t pairs[][2] = {
        { PCLOCK_MPLL, 0x4008 },
        { PCLOCK_MPLL_COEF, 0x400c },
        { PCLOCK_SPLL, 0x4020 },
        { PCLOCK_SPLL_COEF, 0x4024 },
        { PCLOCK_NVPLL, 0x4028 },
        { PCLOCK_NVPLL_COEF, 0x402c },
        { PCLOCK_GT215_MPLL, 0x4000 },
        { PCLOCK_GT215_MPLL_COEF, 0x4004 },
        { PCLOCK_GT215_MPLL_SOURCE, 0x4128 },
        { PCLOCK_GT215_MPLL_PAST, 0x4168 },
        { PCLOCK_GT215_NVPLL_SOURCE, 0x4120 },
        { PCLOCK_GT215_SPLL_SOURCE, 0x4124 },
        { PCLOCK_ROOT_DIV, 0xe824 },
        { PCLOCK_GT215_ROOT_2, 0xe8a0 },
        { PNVIO_INPUTS, 0xe1b8 },
        { PNVIO_INPUTS_PORT_0, 1u << 16 },
        { PNVIO_INPUTS_PORT_5, 1u << 20 },
        { PNVIO_I2C_MODE, 0xc },
        { PNVIO_I2C_MODE_PMU, 2 },
        { PMC_ENABLE_I2C, 1 },
        { PNVIO_I2C_PORTS_G80, 4 },
        { PNVIO_I2C_PORTS_G94, 6 },
        { PNVIO_TACH, 0xe720 },
        { PNVIO_TACH_PERIOD, 0xe724 },
        { PNVIO_TACH_PULSES, 0xe728 },
        { PCLOCK_GT215_SPLL_COEF, 0x4224 },
        { PCLOCK_STATUS, 0x4080 },
        { PNVIO_PWM_DIVISOR_0, 0xe114 },
        { PNVIO_PWM_DUTY_0, 0xe118 },
        { PNVIO_PWM_DIVISOR_1, 0xe11c },
        { PNVIO_PWM_DUTY_1, 0xe120 },
        { PNVIO_AUX_OUT, 0xe4c0 },
        { PNVIO_AUX_IN, 0xe4d0 },
        { PNVIO_AUX_ADDRESS, 0xe4e0 },
        { PNVIO_AUX_CTRL, 0xe4e4 },
        { PNVIO_AUX_STATUS, 0xe4e8 },
        { PCLOCK_GT215_SOURCE_94, 0x4194 },
        { PCLOCK_GT215_SOURCE_A0, 0x41a0 },
        { PCLOCK_GT215_SOURCE_A4, 0x41a4 },
        { PCLOCK_GT215_NVPLL, 0x4200 },
        { PCLOCK_GT215_SPLL, 0x4220 },
        { PCLOCK_VDEC_DIV, 0x4600 },
        { PCLOCK_DOM6_DIV, 0x4700 },
        { PCLOCK_DOM6_DIV_G92, 0x4800 },
        { PCLOCK_MASTER, 0xc040 },
        { PCLOCK_MASTER_ROOT, 0xc050 },
        { PCLOCK_MASTER_MCP77, 0xc054 },
        { PCLOCK_ROOT_SELECT, 0xe18c },
        { PCLOCK_ROOT_COEF, 0xe81c },
        { PCLOCK_ROOT_COEF_1, 0xe81c + 0x28 },
        { PCLOCK_ROOT_DIV_1, 0xe824 + 0x28 },
        { PCLOCK_GT215_ROOT, 0xe820 },
        { PCLOCK_GT215_ROOT_COEF, 0xe824 },

        { PNVIO_GPIO_INTR_EN, 0xe050 },
        { PNVIO_GPIO_INTR, 0xe054 },
        { PNVIO_AUX_INTR_EN, 0xe068 },
        { PNVIO_AUX_INTR, 0xe06c },
        { PNVIO_GPIO_INTR_EN_1, 0xe070 },
        { PNVIO_GPIO_INTR_1, 0xe074 },
        { PNVIO_TACH, 0xe720 },
        { PNVIO_TACH_PULSES, 0xe728 },

        { PTHERM_CTRL_0, 0x20000 },
        { PTHERM_CTRL_1, 0x20004 },
        { PTHERM_SENSOR, 0x20008 },
        { PTHERM_SENSOR_CONFIG, 0x2000c },
        { PTHERM_RAW_CONFIG, 0x20010 },
        { PTHERM_OWN_CALIBRATION, 0x20010 },
        { PTHERM_RAW, 0x20014 },
        { PTHERM_CALIBRATION, 0x20014 },
        { PTHERM_BASE_CALIBRATION, 0x2001c },
        { PTHERM_SLOWDOWN, 0x20048 },
        { PTHERM_HOT_ALL, 0x20060 },
        { PTHERM_FORCE, 0x20064 },
        { PTHERM_POWER_LIMITER, 0x20068 },
        { PTHERM_HOT, 0x20074 },
        { PTHERM_FILTER, 0x20078 },
        { PTHERM_INTR_DISPATCH, 0x200fc },
        { PTHERM_INTR, 0x20100 },
        { PTHERM_CTRL_2, 0x20108 },
        { PTHERM_HOT_DUTY, 0x20110 },
        { PTHERM_INTR_EN, 0x20134 },
        { PTHERM_TEMPERATURE, 0x20400 },
        { PTHERM_THRESHOLD_4, 0x20414 },
        { PTHERM_THRESHOLD_3, 0x20418 },
        { PTHERM_HALF_DEGREE, 0x20444 },
        { PTHERM_CRITICAL, 0x20480 },
        { PTHERM_HYSTERESIS, 0x20484 },
        { PTHERM_THRESHOLD_2, 0x204c0 },
        { PTHERM_THRESHOLD_1, 0x204c4 },
        { PTHERM_THRESHOLD_5, 0x204d8 },
        { PFUSE_SENSOR_SLOPE, 0x21000 + 0x1a0 },
        { PFUSE_SENSOR_OFFSET, 0x21000 + 0x1a4 },
        { PBUS_DEBUG_1_FUSE_READOUT, 1 << 11 },
        { PFUSE_SENSOR, 0x21000 + 0x1a8 },
        { PFUSE_UPPER_PARTS, 0x21000 + 0x358 },
        { PFUSE_UPPER_PARTS_ON, 1 },
        { PFB_CHIPS_READY, 0x1008e0 },
        { PFB_CHIPS_READY_NOW, 0x80000000 },
        { PDISPLAY_START, 0x61000c },
        { PDISPLAY_START_READY, 0x80000000 },
        { PDISPLAY_START_UPDATE, 0x40000000 },
    };

    check_pairs(pairs, ARRAY_SIZE(pairs));
}

/* tesla-mmio.md §4.2 */
TEST(pfifo_registers_are_the_references)
{
    static const uint32_t pairs[][2] = {
        { PFIFO_DELAY, 0x2040 },         { PFIFO_DMA_TIMESLICE, 0x2044 },
        { PFIFO_C11_MIN_SLICE, 0x2048 }, { PFIFO_TIMESLICE, 0x204c },
        { PFIFO_DELAY_1, 0x2054 },       { PFIFO_SLI, 0x2058 },
        { PFIFO_PULL_FEATURE, 0x2070 },  { PFIFO_DEBUG_0, 0x2080 },
        { PFIFO_DEBUG_1, 0x2084 },       { PFIFO_DEBUG_2, 0x2088 },
        { PFIFO_DEBUG_3, 0x208c },       { PFIFO_DEBUG_4, 0x2090 },
        { PFIFO_ENG_IFACE, 0x2094 },     { PFIFO_DEBUG_5, 0x2098 },
        { PFIFO_CHSW_STAT, 0x2508 },     { PFIFO_CHSW_DEBUG_1, 0x250c },
        { PFIFO_COUNTER, 0x32e4 },       { PFIFO_CURRENT, 0x32f0 },
        { PFIFO_3300, 0x3300 },          { PFIFO_3304, 0x3304 },
        { PFIFO_ENDIAN, 0x3314 },        { PFIFO_3318, 0x3318 },
        { PFIFO_METHOD_28, 0x3500 },     { PFIFO_METHOD_2C, 0x3504 },
    };

    check_pairs(pairs, ARRAY_SIZE(pairs));
}

/* tesla-mmio.md §5.1; a TPC's words lie at 0x408000 + (i << 12) + the first of two offsets before G200, at
 * 0x408000 + (i << 11) + the second from it on. */
TEST(pgraph_registers_are_the_references)
{
    static const uint32_t pairs[][2] = {
        { PGRAPH_DEBUG_0, 0x400080 },
        { PGRAPH_DEBUG_1, 0x400084 },
        { PGRAPH_DEBUG_3, 0x40008c },
        { PGRAPH_CTXCTL_CONTROL, 0x400304 },
        { PGRAPH_CTXCTL_PC, 0x400310 },
        { PGRAPH_CTXCTL_REG_POINTER, 0x400334 },
        { PGRAPH_CTXCTL_XFER_POINTER, 0x40033c },
        { PGRAPH_VFETCH_TRAP, 0x400c04 },
        { PGRAPH_STRMOUT_TRAP, 0x401800 },
        { PGRAPH_CLIPID_TRAP, 0x402000 },
        { PGRAPH_CCACHE_TRAP, 0x405018 },
        { PGRAPH_M2MF_TRAP, 0x406800 },
        { PGRAPH_M2MF_TRAP_INFO, 0x406804 },
        { PGRAPH_CTX_SWITCH_1, 0x400814 },
        { PGRAPH_CTX_SWITCH_2, 0x400818 },
        { PGRAPH_CTX_SWITCH_3, 0x40081c },
        { PGRAPH_CTX_SWITCH_4, 0x400820 },
        { PGRAPH_FLAGS_0, 0x400824 },
        { PGRAPH_FLAGS_1, 0x400828 },
        { PGRAPH_FLAGS_2, 0x40082c },
        { PGRAPH_FLAGS_2_IDLE, 1 << 0 },
        { PGRAPH_FLAGS_2_ALWAYS_TRUE, 1 << 13 },
        { PGRAPH_FLAGS_3, 0x400830 },
        { PGRAPH_ST2_ADDR, 0x40084c },
        { PGRAPH_COND, 0x4008e8 },
        { PGRAPH_ZCULL_18, 0x402c18 },
        { PGRAPH_ZCULL_A8, 0x402ca8 },
        { PGRAPH_ZCULL_C0, 0x402cc0 },
        { PGRAPH_CCACHE_MISC, 0x405020 },

        { PGRAPH_TPC_STRIDE_G80, 1 << 12 },
        { PGRAPH_TPC_MPC_TRAP_G80, 0x408000 + 0x314 },
        { PGRAPH_TPC_MPC_TRAP_EN_G80, 0x408000 + 0x318 },
        { PGRAPH_TPC_TEX_TRAP_G80, 0x408000 + 0x900 },
        { PGRAPH_TPC_PROP_TRAP_G80, 0x408000 + 0xe08 },
        { PGRAPH_TPC_STRIDE_G200, 1 << 11 },
        { PGRAPH_TPC_MPC_TRAP_G200, 0x408000 + 0x31c },
        { PGRAPH_TPC_MPC_TRAP_EN_G200, 0x408000 + 0x320 },
        { PGRAPH_TPC_TEX_TRAP_G200, 0x408000 + 0x600 },
        { PGRAPH_TPC_PROP_TRAP_G200, 0x408000 + 0x708 },
    };

    check_pairs(pairs, ARRAY_SIZE(pairs));
}

/* tesla-engines.md §2.1, §2.2, §3.2 to §3.5, §5.5; nouveau-client.md §4 (PDAEMON's rings); devinit.md §3.1 (the
 * array of CRTC registers), nouveau-client.md §10 (the display's interrupts) */
TEST(media_registers_are_the_references)
{
    static const uint32_t pairs[][2] = {
        { PMPEG_BASE, 0xb100 },
        { PVP2_BASE, 0xf000 },
        { PVLD_BASE, 0x84000 },
        { PPDEC_BASE, 0x85000 },
        { PPPP_BASE, 0x86000 },
        { PSEC_BASE, 0x87000 },
        { PCIPHER_BASE, 0x102000 },
        { PBSP_BASE, 0x103000 },
        { PCOPY_BASE, 0x104000 },
        { PDAEMON_BASE, 0x10a000 },
        { PVCOMP_BASE, 0x1c1000 },
        { FALCON_INTR_MODE, 0x00c },
        { FALCON_CODE_INDEX, 0x180 },
        { FALCON_CODE, 0x184 },
        { FALCON_CODE_VIRT, 0x188 },
        { PDAEMON_BASE + PDAEMON_REQUESTS, 0x10a4d0 },
        { PDAEMON_BASE + PDAEMON_REPLIES, 0x10a4dc },
        { XTENSA_SETUP_D08, 0xd08 },
        { XTENSA_SETUP_D10, 0xd10 },
        { XTENSA_SETUP_D28, 0xd28 },
        { PCIPHER_BASE + PCIPHER_FIFO_ACCESS, 0x10200c },
        { PCIPHER_MODE, 0x244 },
        { PME_ENABLE, 0xb860 },
        { PCOUNTER_USER_TRIGGER, 0xa580 },
        { PDISPLAY_CRTC, 0x619400 },
        { PDISPLAY_INTR_0, 0x610020 },
        { PDISPLAY_INTR_1, 0x610024 },
    };

    check_pairs(pairs, ARRAY_SIZE(pairs));
}

/* devinit.md §2.5, board-sensors.md §2.1: ports of I2C in the order of their numbers. */
TEST(ports_of_i2c_are_the_references)
{
    static const uint32_t ports[] = PNVIO_I2C_PORTS;
    static const uint32_t typed[] = { 0xe138, 0xe150, 0xe168, 0xe180, 0xe254,
                                      0xe274, 0xe764, 0xe780, 0xe79c, 0xe7b8 };

    assert_int_equal(sizeof(typed), sizeof(ports));
    assert_memory_equal(typed, ports, sizeof(typed));
    assert_int_equal(10, PNVIO_I2C_PORT_COUNT);
    assert_int_equal(4, PNVIO_I2C_PORTS_G80);
    assert_int_equal(6, PNVIO_I2C_PORTS_G94);
}
