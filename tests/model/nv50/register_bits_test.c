/* Which bits of a register software can change, on each chipset: ones and then zeros are written to every word of the
 * blocks, and the difference of the two reads is the register's mask. A word that the table does not name keeps
 * nothing, and a unit that PMC_ENABLE has switched off keeps nothing either. Values of registers before they are
 * written are in reset_test.c.
 *
 * Source  docs/hardware/tesla-mmio.md §3, §4.2, §5.1; board.md §4, §6; tesla-engines.md §2, §3, §5.1. A word of which
 *         the reference knows only some fields is stored whole (tesla-mmio.md §0.2). */
#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/core_rig.h"

/* Chipsets, bit 0 first: G80 G84 G86 G92, G94 G96 G98 G200, MCP77 MCP79 GT215 GT216, GT218 MCP89. */
#define ALL          0x3fffu
#define G80          0x0001u
#define G84_UP       0x3ffeu
#define G92_UP       0x3ff8u
#define G94_UP       0x3ff0u
#define G200_UP      0x3f80u
#define GT215_UP     0x3c00u
#define G84_TO_G92   0x000eu
#define BEFORE_GT215 0x03ffu
#define BEFORE_G200  0x007fu
#define IGPS         0x2300u
#define MCP7X        0x0300u
#define OWN_CLOCKS   0x00ffu /* G80 to G200 */
#define G92_G94_G96  0x0038u
#define G94_G96_G98  0x0070u
#define GT21X        0x1c00u /* GT215 GT216 GT218 */
#define MCP89        0x2000u
#define VP1_VP2      0x00bfu
#define VP2          0x00beu
#define VP3          0x0340u
#define WHOLE        0xffffffffu

/* `count` words from `at`. `open`: bits of which the reference does not say whether they are kept, or which do not read
 * as they were written. */
struct row {
    uint32_t at, count;
    unsigned chips;
    uint32_t bits, open;
};

/* clang-format off */
static const struct row rows[] = {
    /* PMC, tesla-mmio.md §3.1 */
    { 0x000100, 1, ALL, 0x80000000, 0 },
    { 0x000140, 1, ALL, 0x3, 0 },
    { 0x000200, 1, ALL, WHOLE, WHOLE },
    { 0x000300, 1, ALL, 0x9fffffff, 0 },
    { 0x000304, 1, ALL, 0x1fffffff, 0 },
    { 0x000640, 1, GT215_UP, WHOLE, 0 },
    /* PBUS, its windows and PEEPHOLE, §3.2, §3.3, §3.9 */
    { REF_PBUS_DEBUG_1, 1, ALL, WHOLE, 0 },
    { REF_PBUS_DEBUG_6, 1, ALL, WHOLE, 0 },
    { REF_PBUS_INTR_EN, 1, G80, 0x04071008, 0 },
    { REF_PBUS_INTR_EN, 1, G84_UP, 0x04011008, 0 },
    { REF_PBUS_SCRATCH, 4, ALL, WHOLE, 0 },
    { REF_PBUS_CLOCK_MISC, 1, ALL, WHOLE, 0 },
    { REF_PBUS_HWUNITS_0, 1, ALL, WHOLE, WHOLE },
    { REF_PBUS_HWUNITS_1, 1, G84_UP, WHOLE, 0 },
    { 0x00155c, 1, ALL, 0x100, 0 },
    { 0x001560, 1, G80, 0xfffffffc, 0 },
    { 0x001564, 1, G80, WHOLE, 0 },
    { 0x001570, 1, G80, 0xfffffffc, 0 },
    { 0x001574, 1, G80, WHOLE, WHOLE },
    { REF_PBUS_CLOCK_GATE_0, 1, ALL, WHOLE, 0 },
    { REF_PBUS_CLOCK_GATE_1, 1, ALL, WHOLE, 0 },
    { REF_PBUS_PMEM, 1, ALL, 0x03ffffff, 0 },
    { REF_PBUS_CHANNEL, 1, ALL, WHOLE, 0 },
    { REF_PBUS_BAR1, 3, ALL, 0x8000ffff, 0 },
    { REF_PBUS_REMAP, 8, ALL, WHOLE, 0 },
    { REF_PBUS_IBUS_TIMEOUT, 1, GT215_UP, WHOLE, 0 },
    { 0x060000, 1, G84_UP, 0xfffffffc, 0 },
    { 0x060004, 1, G84_UP, WHOLE, 0 },
    { 0x060010, 1, G84_UP, 0xfffffffc, 0 },
    { 0x060014, 1, G84_UP, WHOLE, WHOLE },
    /* PFIFO, §4.2 */
    { REF_PFIFO_DELAY, 1, ALL, 0xf00003ff, 0 },
    { REF_PFIFO_DMA_TIMESLICE, 1, ALL, 0xf101ffff, 0 },
    { REF_PFIFO_C11_MIN_SLICE, 1, ALL, 0x0007ffff, 0 },
    { REF_PFIFO_DELAY_1, 1, ALL, 0x3ff, 0 },
    { REF_PFIFO_SLI, 1, ALL, 0x30000fff, 0 },
    { REF_PFIFO_PULL_FEATURE, 1, G84_UP, WHOLE, 0 },
    { REF_PFIFO_DEBUG_1, 4, ALL, WHOLE, 0 },
    { REF_PFIFO_ENG_IFACE, 1, G84_UP, 0x1f, 0 },
    { REF_PFIFO_DEBUG_5, 1, G84_UP, WHOLE, 0 },
    { REF_PFIFO_INTR_EN, 1, ALL, WHOLE, 0 },
    { REF_PFIFO_RAMHT, 1, ALL, 0x1fffffff, 0 },
    { REF_PFIFO_CACHES, 1, ALL, 0x103, 0 },
    { REF_PFIFO_FREEZE, 1, ALL, 0x11, 0 },
    { REF_PFIFO_CHSW_DEBUG_1, 1, ALL, WHOLE, 0 },
    { REF_PFIFO_ENGINE_CTRL, 1, G84_UP, WHOLE, 0 },
    { REF_PFIFO_CHAN_TABLE, 128, ALL, WHOLE, 0 },
    { REF_PFIFO_PUSH0, 1, ALL, 0x1, 0 },
    { REF_PFIFO_PUSH1, 1, ALL, 0x0001007f, 0 },
    { REF_PFIFO_PUT, 1, ALL, 0x7fc, 0x800 },
    { REF_PFIFO_DMA_PUSH, 1, ALL, 0x1, 0 },
    { REF_PFIFO_DMA_FETCH, 2, ALL, WHOLE, 0 },
    { REF_PFIFO_DMA_INSTANCE, 1, ALL, 0xffff, 0 },
    { REF_PFIFO_DMA_LIMIT, 1, ALL, WHOLE, 0 },
    { REF_PFIFO_DMA_PUT, 6, ALL, WHOLE, 0 },
    { REF_PFIFO_HASH, 1, ALL, 0xffff, 0 },
    { REF_PFIFO_ACQUIRE_TIMEOUT, 4, ALL, WHOLE, 0 },
    { REF_PFIFO_GET, 1, ALL, 0x7fc, 0x800 },
    { REF_PFIFO_ENGINE, 1, ALL, WHOLE, 0 },
    { REF_PFIFO_DCOUNT, 4, ALL, WHOLE, 0 },
    { REF_PFIFO_COUNTER, 1, ALL, WHOLE, 0 },
    { REF_PFIFO_RUNLIST_LENGTH, 1, G80, 0xff, 0 },
    { REF_PFIFO_RUNLIST_LENGTH, 1, G84_UP, 0xfff, 0 },
    { REF_PFIFO_RUNLIST, 1, ALL, 0x3fffffff, 0 },
    { REF_PFIFO_KICK, 1, ALL, WHOLE, 0 },
    { REF_PFIFO_3300, 1, G84_UP, WHOLE, 0 },
    { REF_PFIFO_ENDIAN, 1, ALL, 0x3, 0 },
    { REF_PFIFO_3318, 1, ALL, 0x7, 0 },
    { REF_PFIFO_DMA_PUT_HIGH, 1, ALL, 0xff, 0 },
    { REF_PFIFO_DMA_GET_HIGH, 1, ALL, 0xff, 0 },
    { REF_PFIFO_IB_PUT, 2, ALL, WHOLE, 0 },
    { REF_PFIFO_IB_ADDRESS, 2, ALL, WHOLE, 0 },
    { 0x003364, 7, ALL, WHOLE, 0 },
    { REF_PFIFO_SEMAPHORE_HIGH, 4, G84_UP, WHOLE, 0 },
    { REF_PFIFO_CHAN_INST, 1, G84_UP, 0x3fffffff, 0 },
    /* PCLOCK, board.md §6 */
    { 0x004000, 2, GT215_UP, WHOLE, 0 },
    { REF_PCLOCK_MPLL, 2, OWN_CLOCKS, WHOLE, 0 },
    { REF_PCLOCK_SPLL, 4, BEFORE_GT215, WHOLE, 0 },
    { REF_PCLOCK_GT215_NVPLL_SOURCE, 3, GT215_UP, WHOLE, 0 },
    { REF_PCLOCK_GT215_MPLL_PAST, 1, GT21X, WHOLE, 0 },
    { REF_PCLOCK_GT215_SOURCE_94, 1, GT215_UP, WHOLE, 0 },
    { REF_PCLOCK_GT215_SOURCE_A0, 2, GT215_UP, WHOLE, 0 },
    { REF_PCLOCK_GT215_NVPLL, 2, GT215_UP, WHOLE, 0 },
    { REF_PCLOCK_GT215_SPLL, 2, GT215_UP, WHOLE, 0 },
    { REF_PCLOCK_VDEC_DIV, 1, MCP7X, WHOLE, 0 },
    { REF_PCLOCK_DOM6_DIV, 1, OWN_CLOCKS & ~G92_G94_G96, WHOLE, 0 },
    { REF_PCLOCK_DOM6_DIV_G92, 1, G92_G94_G96, WHOLE, 0 },
    { REF_PCLOCK_MASTER, 1, ALL, WHOLE, 0 },
    { REF_PCLOCK_MASTER_ROOT, 1, G94_G96_G98, WHOLE, 0 },
    { REF_PCLOCK_MASTER_MCP77, 1, MCP7X, WHOLE, 0 },
    { REF_PCLOCK_ROOT_SELECT, 1, OWN_CLOCKS, WHOLE, 0 },
    { REF_PCLOCK_ROOT_COEF, 1, BEFORE_GT215, WHOLE, 0 },
    { REF_PCLOCK_GT215_ROOT, 2, GT21X, WHOLE, 0 },
    { REF_PCLOCK_ROOT_COEF_1, 1, G94_G96_G98, WHOLE, 0 },
    { REF_PCLOCK_ROOT_DIV_1, 1, G94_G96_G98, WHOLE, 0 },
    /* PTIMER, tesla-mmio.md §3.5 */
    { REF_PTIMER_INTR_EN, 1, ALL, 0x1, 0 },
    { REF_PTIMER_CLOCK_DIV, 1, ALL, 0xffff, 0 },
    { REF_PTIMER_CLOCK_MUL, 1, ALL, 0xffff, 0 },
    { REF_PTIMER_CLOCK_SOURCE, 1, ALL, 0x00011fff, 0 },
    { REF_PTIMER_TIME_LOW, 1, ALL, 0, WHOLE },
    { REF_PTIMER_TIME_HIGH, 1, ALL, 0, WHOLE },
    { REF_PTIMER_ALARM, 1, ALL, 0xffffffe0, 0 },
    /* PCOUNTER, tesla-engines.md §5.1: OP has a truth table of 16 bits */
    { REF_PCOUNTER_PRE_SRC, 8, ALL, WHOLE, 0 },
    { REF_PCOUNTER_PRE_OP, 8, ALL, 0xffff, 0x001f0000 },
    { REF_PCOUNTER_START_SRC, 8, ALL, WHOLE, 0 },
    { REF_PCOUNTER_START_OP, 8, ALL, 0xffff, 0x001f0000 },
    { REF_PCOUNTER_EVENT_SRC, 8, ALL, WHOLE, 0 },
    { REF_PCOUNTER_EVENT_OP, 8, ALL, 0xffff, 0x001f0000 },
    { REF_PCOUNTER_STOP_SRC, 8, ALL, WHOLE, 0 },
    { REF_PCOUNTER_STOP_OP, 24, ALL, 0xffff, 0x001f0000 },
    { REF_PCOUNTER_SPEC_SRC, 8, G84_UP, 0xff, 0xff00 },
    { REF_PCOUNTER_RECORD_HIGH, 8, G92_UP, 0xff, 0 },
    { REF_PCOUNTER_RECORD_LIMIT, 8, G84_UP, WHOLE, 0 },
    { REF_PCOUNTER_RECORD_START, 8, G84_UP, WHOLE, 0 },
    { REF_PCOUNTER_THRESHOLD, 8, ALL, WHOLE, 0 },
    { REF_PCOUNTER_RECORD_CHAN, 1, G84_UP, 0xbfffffff, 0 },
    { REF_PCOUNTER_RECORD_DMA, 1, G84_UP, 0xffff, 0 },
    { REF_PCOUNTER_GCTRL, 1, G84_UP, 0x1f00, 0 },
    { REF_PCOUNTER_CTRL, 8, ALL, 0x00f00173, 0x00012800 },
    /* PNVIO: lines of GPIO and I2C show levels, board-sensors.md §2.2, §2.4 */
    { REF_PNVIO_GPIO_INTR_EN, 1, ALL, WHOLE, 0 },
    { REF_PNVIO_AUX_INTR_EN, 1, G94_UP & ~0x0080u, WHOLE, 0 },
    { REF_PNVIO_GPIO_INTR_EN_1, 1, G94_UP, WHOLE, 0 },
    { REF_PNVIO_GPIO_MODE_0, 1, ALL, WHOLE, 0 },
    { REF_PNVIO_GPIO_0, 2, ALL, 0, WHOLE },
    { REF_PNVIO_PWM_DIVISOR_0, 4, ALL, 0x00ffffff, 0 },
    { 0x00e138, 1, ALL, 0, WHOLE },
    { 0x00e150, 1, ALL, 0, WHOLE },
    { 0x00e168, 1, ALL, 0, WHOLE },
    { 0x00e180, 1, ALL, 0, WHOLE },
    { REF_PNVIO_INPUTS, 1, ALL, WHOLE, 0 },
    { 0x00e254, 1, ALL, 0, WHOLE },
    { 0x00e274, 1, ALL, 0, WHOLE },
    { REF_PNVIO_GPIO_16, 2, G94_UP, WHOLE, 0 },
    { REF_PNVIO_GPIO_MODE_16, 1, G94_UP, WHOLE, 0 },
    { REF_PNVIO_TACH, 2, GT215_UP, WHOLE, 0 },
    { 0x00e764, 1, ALL, 0, WHOLE },
    { 0x00e780, 1, ALL, 0, WHOLE },
    { 0x00e79c, 1, ALL, 0, WHOLE },
    { 0x00e7b8, 1, ALL, 0, WHOLE },
    /* PTHERM, board.md §4 */
    { 0x020000, 1, G84_UP, 0x0003ffff, 0 },
    { REF_PTHERM_CTRL_1, 1, G84_TO_G92, 0x3f, 0 },
    { REF_PTHERM_CTRL_1, 1, G94_UP, 0x3f, 0x000111c0 },
    { REF_PTHERM_SENSOR, 1, G84_TO_G92, 0xc03f0000, 0x7fff },
    { REF_PTHERM_SENSOR, 1, G94_UP, 0xffff8000, 0x7fff },
    { REF_PTHERM_SENSOR_CONFIG, 1, G84_UP, 0x80000003, 0x003ffffc },
    { REF_PTHERM_RAW_CONFIG, 1, ALL, WHOLE, 0 },
    { REF_PTHERM_BASE_CALIBRATION, 1, G84_UP, WHOLE, 0 },
    { REF_PTHERM_HOT_ALL, 5, G84_UP, WHOLE, 0 },
    { REF_PTHERM_HOT, 1, G84_UP, 0x80000777, 0x007ff888 },
    { REF_PTHERM_FILTER, 1, G84_UP, 0x03ff0000, 0 },
    { REF_PTHERM_INTR_DISPATCH, 1, GT215_UP, 0x1f, 0x7fe0 },
    { REF_PTHERM_CTRL_2, 1, G94_UP, 0, 0x3fff },
    { REF_PTHERM_HOT_DUTY, 1, G94_UP, 0x00ffffff, 0 },
    { REF_PTHERM_INTR_EN, 1, GT215_UP, 0x1f, 0x7fe0 },
    { REF_PTHERM_THRESHOLD_4, 2, G84_UP, WHOLE, 0 },
    { REF_PTHERM_CRITICAL, 2, G84_UP, WHOLE, 0 },
    { REF_PTHERM_THRESHOLD_2, 2, G84_UP, WHOLE, 0 },
    { REF_PTHERM_THRESHOLD_5, 6, G94_UP, WHOLE, 0 },
    /* PFB, tesla-mmio.md §3.6, §3.7 */
    { REF_PFB_PM_CG_SEL, 1, ALL, WHOLE, 0 },
    { REF_PFB_PART_PM_SEL, 8, G84_UP & ~IGPS, WHOLE, 0 },
    { REF_PFB_CFG0, 3, ALL, WHOLE, 0 },
    { REF_PFB_REFCTRL, 1, ALL, WHOLE, 0 },
    { REF_PFB_TIMINGS, 10, ALL, WHOLE, 0 },
    { REF_PFB_TIMINGS_10, 1, G94_UP, WHOLE, 0 },
    { REF_PFB_BANKCFG, 1, ALL, WHOLE, 0 },
    { REF_PFB_SUBPART, 1, GT215_UP, 0x30030700, 0 },
    { REF_PFB_MODE_REGS, 6, ALL, WHOLE, 0 },
    { REF_PFB_RAM_TYPE, 1, ALL, WHOLE, 0 },
    { REF_PFB_SCRATCH_PAGE, 1, ALL, WHOLE, 0 },
    { REF_PFB_NISO_PM, 1, ALL, WHOLE, 0 },
    { REF_PFB_POLLER_CFG, 3, IGPS & ~MCP89, WHOLE, 0 }, /* MCP89 takes no write */
    { REF_PFB_POLLER_FLUSH, 1, IGPS & ~MCP89, WHOLE, 0 },
    { REF_PFB_MMU_TLB_FLUSH, 1, ALL, 0x000f0000, 0 },
    { REF_PFB_VM_FAULT, 1, ALL & ~MCP89, 0x07ffffff, 0 },
    { REF_PFB_VM_FAULT, 1, MCP89, 0x1fffffff, 0 },
    { REF_PFB_PD_OFFSET, 1, G84_UP, WHOLE, 0 },
    { REF_PFB_VRAM_LIMIT, 1, GT215_UP, 0xfffff001, 0 },
    { REF_PFB_SYSRAM_HIGH, 1, ALL, 0x00ffffff, 0 },
    /* PSTRAPS, §3.8: the first word of a set shows the pins unless bit 31 overrides them */
    { 0x101000, 1, ALL, 0, WHOLE },
    { 0x101004, 2, ALL, WHOLE, 0 },
    { 0x10100c, 1, ALL, 0, WHOLE },
    { 0x101010, 2, ALL, WHOLE, 0 },
    /* PGRAPH, §5.1 */
    { REF_PGRAPH_UNIT_RESET, 1, ALL, 0x007fffff, 0 },
    { REF_PGRAPH_DEBUG_0, 1, ALL, WHOLE, 0 },
    { REF_PGRAPH_DEBUG_3, 1, ALL, WHOLE, 0 },
    { REF_PGRAPH_TRAP_EN, 2, ALL, WHOLE, 0 },
    { REF_PGRAPH_CTXCTL_CONTROL, 1, ALL, 0x1e, 0 },
    { REF_PGRAPH_CTXCTL_PC, 1, ALL, 0x1ff, 0 },
    { REF_PGRAPH_CTXCTL_CMD, 1, ALL, 0x1f, 0 },
    { REF_PGRAPH_CTXCTL_INDEX, 1, ALL, 0x1ff, 0 },
    { REF_PGRAPH_CTXCTL_CUR, 2, ALL, 0xbfffffff, 0 },
    { REF_PGRAPH_CTXCTL_REG_POINTER, 1, ALL, WHOLE, 0 },
    { REF_PGRAPH_CTXCTL_XFER_POINTER, 1, ALL, WHOLE, 0 },
    { REF_PGRAPH_FIFO_CONTROL, 1, ALL, 0x1ff10101, 0 },
    { REF_PGRAPH_CTXCTL_SWAP, 1, ALL, 0x3fffffff, 0 },
    { REF_PGRAPH_DISPATCH_TRAP, 1, ALL, 0x80000000, 0 },
    { REF_PGRAPH_CMD_ADDR, 9, ALL, WHOLE, 0 },
    { REF_PGRAPH_FLAGS_3, 1, ALL, WHOLE, 0 },
    { REF_PGRAPH_MISC, 2, ALL, WHOLE, 0 },
    { REF_PGRAPH_COND, 1, ALL, WHOLE, 0 },
    { REF_PGRAPH_VFETCH_TRAP, 1, ALL, 0x80000000, 0 },
    { REF_PGRAPH_STRMOUT_TRAP, 1, ALL, 0x80000000, 0 },
    { 0x402000, 1, ALL, 0x80000000, 0 },
    { REF_PGRAPH_ZCULL_18, 34, ALL, WHOLE, 0 },
    { REF_PGRAPH_ZCULL_A8, 1, ALL, WHOLE, 0 },
    { REF_PGRAPH_ZCULL_C0, 1, ALL, WHOLE, 0 },
    { REF_PGRAPH_CCACHE_TRAP, 1, ALL, 0x80000000, 0 },
    { REF_PGRAPH_CCACHE_MISC, 1, ALL, WHOLE, 0 },
    { REF_PGRAPH_M2MF_TRAP, 1, ALL, 0x80000000, 0 },
    /* PDISPLAY, §1.6, §3.10: channels have four words each */
    { REF_PDISPLAY_START, 1, ALL, 0x0000ffff, 0 }, /* devinit.md §8.2 */
    { REF_PDISPLAY_OBJECTS, 1, ALL, WHOLE, 0 },
    { REF_PDISPLAY_CHANNEL, 36, ALL, WHOLE, 0 },
    { REF_PDISPLAY_VGA_RAM_WINDOW, 2, ALL, WHOLE, 0 },
    /* PMPEG, PME, tesla-engines.md §3 */
    { 0x00b140, 1, VP1_VP2, WHOLE, 0 },
    { REF_PMPEG_UNKNOWN_0E0, 1, VP1_VP2, WHOLE, 0 },
    { 0x00b220, 1, VP1_VP2, WHOLE, 0 },
    { 0x00b230, 1, VP1_VP2, WHOLE, 0 },
    { 0x00b250, 2, VP1_VP2, WHOLE, 0 },
    { 0x00b308, 1, VP1_VP2, WHOLE, 0 },
    { 0x00b314, 1, VP1_VP2, WHOLE, 0 },
    { 0x00b32c, 1, VP1_VP2, WHOLE, 0 },
    { 0x00b390, 3, VP1_VP2, WHOLE, 0 },
    { 0x00b300, 1, VP1_VP2, WHOLE, 0 },
    { 0x00b318, 2, VP1_VP2, 0x3fffffff, 0 },
    { 0x00b320, 2, VP1_VP2, WHOLE, 0 },
    { 0x00b860, 1, G80, WHOLE, 0 },
    /* PCIPHER */
    { 0x10200c, 1, VP2, WHOLE, 0 },
    { 0x102140, 1, VP2, WHOLE, 0 },
    { 0x102188, 2, VP2, 0x3fffffff, 0 },
    { 0x102244, 1, VP2, WHOLE, 0 },
    { 0x102248, 3, VP2, 0x00ffffff, 0 },
    { 0x102254, 6, VP2, WHOLE, 0 },
    { 0x102284, 1, VP2, WHOLE, 0 },
    { 0x102288, 1, VP2, 0xfffffff0, 0 },
    /* registers that only PDAEMON has */
    { 0x10a47c, 1, GT215_UP, 0x7fffffff, 0 },
    { 0x10a4a0, 20, GT215_UP, WHOLE, 0 },
};

/* Two of VP2's units are Xtensa cores, from VP3 on most are falcons: the same words from each unit's start. */
static const struct row xtensa[] = {
    { 0xc28, 2, VP2, 0x3fffffff, 0 },
    { 0xc30, 48, VP2, WHOLE, 0 },
    { 0xd08, 3, VP2, WHOLE, 0 },
    { 0xd28, 1, VP2, WHOLE, 0 },
    { 0xd84, 1, VP2, WHOLE, 0 },
    { 0xd94, 1, VP2, WHOLE, 0 },
};
static const struct row falcon[] = {
    { 0x00c, 1, GT215_UP, WHOLE, 0 },
    { 0x01c, 1, ALL, WHOLE, 0 },
    { 0x040, 2, ALL, WHOLE, 0 },
    { 0x048, 1, ALL, 0x3, 0 },
    { 0x050, 2, ALL, 0x7fffffff, 0 },
    { 0x060, 1, ALL, 0x1, 0 },
    { 0x080, 2, ALL, WHOLE, 0 },
    { 0x104, 1, ALL, WHOLE, 0 },
    { 0x10c, 1, ALL, 0x1, 0 },
    { 0x110, 2, ALL, WHOLE, 0 },
    { 0x11c, 1, ALL, WHOLE, 0 },
    { 0x180, 3, GT215_UP, 0x7fffffff, 0 },
    { 0x1c0, 2, GT215_UP, WHOLE, 0 },
    { 0x600, 7, ALL, 0xc700ffff, 0 }, /* bit 31 follows bit 30 */
    { 0x61c, 1, ALL, 0x4700ffff, 0 }, /* but on port 7, where nothing is asked for */
    { 0x624, 1, ALL, 0x10, 0 },
    { 0xff8, 1, VP3, WHOLE, 0 },
};
/* clang-format on */

/* The ranges swept, and the bit of PMC_ENABLE that switches it on; 0: nothing does (tesla-mmio.md §3.1). */
static const struct block {
    uint32_t from, to;
    unsigned chips;
    const struct row *rows;
    unsigned count;
    uint32_t enable;
} blocks[] = {
#define UNITS rows, ARRAY_SIZE(rows)
    { 0x000000, 0x000a10, ALL, UNITS, 0 },
    { 0x001000, 0x001b00, ALL, UNITS, 0 },
    { 0x002000, 0x00330c, ALL, UNITS, 1u << 8 },
    { 0x003310, 0x003500, ALL, UNITS, 1u << 8 },
    { 0x004000, 0x005000, ALL, UNITS, 0 },
    { 0x009000, 0x009500, ALL, UNITS, 1u << 16 },
    { 0x00a000, 0x00b000, ALL, UNITS, 0 },
    { 0x00b000, 0x00c000, VP1_VP2, UNITS, 1u << 1 },
    { 0x00c000, 0x00c100, ALL, UNITS, 0 },
    { 0x00e000, 0x00f000, ALL, UNITS, 0 },
    { 0x00f000, 0x010000, VP2, xtensa, ARRAY_SIZE(xtensa), 1u << 17 },
    { 0x020000, 0x022000, ALL, UNITS, 0 },
    { 0x060000, 0x060100, ALL, UNITS, 0 },
    { 0x084000, 0x085000, VP3 | GT215_UP, falcon, ARRAY_SIZE(falcon), 1u << 15 },
    { 0x085000, 0x086000, VP3 | GT215_UP, falcon, ARRAY_SIZE(falcon), 1u << 17 },
    { 0x086000, 0x087000, VP3 | GT215_UP, falcon, ARRAY_SIZE(falcon), 1u << 1 },
    { 0x087000, 0x088000, VP3, falcon, ARRAY_SIZE(falcon), 1u << 14 },
    { 0x100000, 0x101000, ALL, UNITS, 1u << 20 },
    { 0x101000, 0x102000, ALL, UNITS, 0 },
    { 0x102000, 0x103000, VP2, UNITS, 1u << 14 },
    { 0x103000, 0x104000, VP2, xtensa, ARRAY_SIZE(xtensa), 1u << 15 },
    { 0x104000, 0x105000, GT215_UP, falcon, ARRAY_SIZE(falcon), 1u << 13 },
    { 0x10a000, 0x10a400, GT215_UP, falcon, ARRAY_SIZE(falcon), 0 },
    { 0x10a400, 0x10a600, GT215_UP, UNITS, 0 },
    { 0x10a600, 0x10b000, GT215_UP, falcon, ARRAY_SIZE(falcon), 0 },
    { 0x1c1000, 0x1c2000, MCP89, falcon, ARRAY_SIZE(falcon), 1u << 14 },
    { 0x400000, 0x401000, ALL, UNITS, 1u << 12 },
    { 0x401000, 0x408000, G80 | MCP89, UNITS, 1u << 12 }, /* nothing of it differs */
    { 0x610000, 0x611000, ALL, UNITS, 1u << 30 },
    { 0x619e00, 0x61a000, ALL, UNITS, 1u << 30 },
#undef UNITS
};

static const struct row *row_of(const struct block *block, uint32_t at, unsigned chip)
{
    const uint32_t start = block->rows == rows ? 0 : at & ~0xfffu;

    for (unsigned i = 0; i < block->count; i++) {
        const struct row *row = &block->rows[i];
        if ((row->chips & chip) && at >= start + row->at && at < start + row->at + 4 * row->count)
            return row;
    }
    return NULL;
}

/* Bits that two writes make different; the register has its value again afterwards. */
static uint32_t changed_by_writes(uint32_t at)
{
    const uint32_t before = rd(at);
    uint32_t ones;

    wr(at, WHOLE);
    ones = rd(at);
    wr(at, 0);
    const uint32_t changed = ones ^ rd(at);
    wr(at, before);
    return changed;
}

static void check_word(const struct block *block, uint32_t at, unsigned chip, bool on)
{
    const struct row *row = row_of(block, at, 1u << chip);
    const uint32_t open = row ? row->open : 0;

    if (open == WHOLE) /* PMC_ENABLE itself, memory, lines, time */
        return;
    const uint32_t expected = row && on ? row->bits : 0, seen = changed_by_writes(at) & ~open;
    if (seen != expected)
        fail_msg("%s: of 0x%06x software can change 0x%08x, expected 0x%08x%s",
                 nv50_chips[chip].chip.name, at, seen, expected,
                 on ? "" : " while its unit is off");
}

static void sweep(unsigned chip, bool on)
{
    open_core(nv50_chips[chip].chip.name, NULL, NULL);
    for (unsigned i = 0; i < ARRAY_SIZE(blocks); i++) {
        const struct block *block = &blocks[i];
        if (!(block->chips & 1u << chip) || (!on && !block->enable))
            continue;
        wr(REF_PMC_ENABLE, on ? WHOLE : ~block->enable);
        for (uint32_t at = block->from; at < block->to; at += 4)
            check_word(block, at, chip, on);
    }
    close_card(NULL);
}

TEST(software_changes_the_bits_of_the_reference, NULL, close_card)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++)
        sweep(chip, true);
}

TEST(a_unit_that_is_off_keeps_nothing, NULL, close_card)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++)
        sweep(chip, false);
}

/* §5.1: each TPC has an enable word, and traps of three units with only the enable bit; tesla-isa.md §8: the window's place, and of each
 * multiprocessor its error and flags. Their places lie a stride apart that became shorter with G200. */
TEST(each_tpc_has_its_words, NULL, close_card)
{
    static const struct {
        uint32_t g80, g200, g80_bits, g200_bits; /* 0: there is none */
    } words[] = {
        { 0x314, 0x31c, 0x80000000, 0x80000000 },
        { 0x318, 0x320, WHOLE, WHOLE },
        { 0x900, 0x600, 0x80000000, 0x80000000 },
        { 0xe08, 0x708, 0x80000000, 0x80000000 },
        { 0x3b0, 0x3b0, WHOLE, WHOLE },
        { 0x214, 0x114, WHOLE, WHOLE },
        { 0x294, 0x194, WHOLE, WHOLE },
        { 0, 0x214, 0, WHOLE },
        { 0x260, 0x160, 0x3ffff, 0xfffff },
        { 0x2e0, 0x1e0, 0x3ffff, 0xfffff },
        { 0, 0x260, 0, 0xfffff },
        { 0x264, 0x164, WHOLE, WHOLE },
        { 0x2e4, 0x1e4, WHOLE, WHOLE },
        { 0, 0x264, 0, WHOLE },
    };

    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        const bool old = BEFORE_G200 & 1u << chip;

        open_core(nv50_chips[chip].chip.name, NULL, NULL);
        wr(REF_PMC_ENABLE, WHOLE);
        for (uint32_t at = 0x408000; at < 0x411000; at += 4) {
            const uint32_t stride = old ? 0x1000 : 0x800, place = (at - 0x408000) % stride;
            const bool there = (at - 0x408000) / stride < (old ? 8 : 10);
            uint32_t expected = 0;

            for (unsigned i = 0; there && i < ARRAY_SIZE(words); i++)
                if (place == (old ? words[i].g80 : words[i].g200))
                    expected = old ? words[i].g80_bits : words[i].g200_bits;
            assert_int_equal(expected, changed_by_writes(at));
        }
        close_card(NULL);
    }
}
