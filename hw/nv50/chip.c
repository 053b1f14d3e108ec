#include "hw/nv50/chip.h"

#include "hw/nv50/pbus.h"

#define LONG  FEATURE_LONG_CYCLE
#define IGP   FEATURE_IGP
#define PM    FEATURE_PART_PM_SEL
#define PM7   (FEATURE_PART_PM_SEL | FEATURE_PART_PM_7BIT)
#define LINK2 FEATURE_PCI_LINK_2
#define PRE3  FEATURE_BAR3_PREFETCH
#define FALC  FEATURE_FALCON
#define GUARD FEATURE_PART_GUARD
#define GDDR5 FEATURE_GDDR5

/* The features of every chipset from G84, from G94 and from GT215 on. */
#define SINCE_G84                                                                                  \
    (FEATURE_ENCRYPTION | FEATURE_PD_OFFSET_REG | FEATURE_KIND_SYSRAM | FEATURE_HWUNITS_1 |        \
     FEATURE_THERMAL | FEATURE_PCOUNTER_RECORD | FEATURE_PCI_CONFIG)
#define SINCE_G94 (SINCE_G84 | FEATURE_GPIO_32)
#define SINCE_GT215                                                                                \
    (SINCE_G94 | FEATURE_PLL_GT215 | FEATURE_PAGES_16K | FEATURE_SUBPARTITIONS |                   \
     FEATURE_VRAM_LIMIT | FEATURE_BANK_BITS_2 | FEATURE_INTR_MASK | FEATURE_PCI_VENDOR)

#define L80 CHANNEL_LAYOUT_G80
#define L84 CHANNEL_LAYOUT_G84
#define F4  FAULT_FIELDS_4BIT
#define F8  FAULT_FIELDS_8BIT
#define CFG MSI_REARM_CONFIG
#define MIR MSI_REARM_MIRROR

/* host_flush, peephole_write, peephole_rw */
#define PORTS_G80 HOST_FLUSH_G80, PEEPHOLE_W_ADDR_G80, PEEPHOLE_RW_ADDR_G80
#define PORTS_G84 HOST_FLUSH_G84, PEEPHOLE_W_ADDR_G84, PEEPHOLE_RW_ADDR_G84

/* docs/hardware/tesla-vm.md §0, tesla-mmio.md §1.1, §2.1, §2.2 */
/* clang-format off */
const struct nv50_chip nv50_chips[CHIP_COUNT] = {
    /*             id    name     title    devid   second  bits part tpc mp  video      lay  flt rearm pd      tpc     ports      fault enable features */
    [CHIP_G80]   = { { 0x50, "g80",   "G80",   FAMILY_NV50, CHIP_G80 },   0x0190, 0,     4,  6,   8, 2, VIDEO_VP1, L80, F4, CFG, 0x1400, 0x1000, PORTS_G80, 0x000707ff, LONG },
    [CHIP_G84]   = { { 0x84, "g84",   "G84",   FAMILY_NV50, CHIP_G84 },   0x0400, 0,     4,  2,   2, 2, VIDEO_VP2, L84, F4, CFG, 0x0200, 0x1000, PORTS_G84, 0x001d07ff, SINCE_G84 | PM },
    [CHIP_G86]   = { { 0x86, "g86",   "G86",   FAMILY_NV50, CHIP_G86 },   0x0420, 0,     4,  2,   1, 2, VIDEO_VP2, L84, F4, CFG, 0x0200, 0x1000, PORTS_G84, 0x001d07ff, SINCE_G84 | PM | LINK2 },
    [CHIP_G92]   = { { 0x92, "g92",   "G92",   FAMILY_NV50, CHIP_G92 },   0x0600, 0x0410, 5,  4,   8, 2, VIDEO_VP2, L84, F4, CFG, 0x0200, 0x1000, PORTS_G84, 0x001d07ff, SINCE_G84 | PM | LINK2 },
    [CHIP_G94]   = { { 0x94, "g94",   "G94",   FAMILY_NV50, CHIP_G94 },   0x0620, 0,     5,  4,   4, 2, VIDEO_VP2, L84, F4, MIR, 0x0200, 0x1000, PORTS_G84, 0x001d07ff, SINCE_G94 | PM | LINK2 },
    [CHIP_G96]   = { { 0x96, "g96",   "G96",   FAMILY_NV50, CHIP_G96 },   0x0640, 0,     5,  2,   2, 2, VIDEO_VP2, L84, F4, MIR, 0x0200, 0x1000, PORTS_G84, 0x001d07ff, SINCE_G94 | PM | LINK2 },
    [CHIP_G98]   = { { 0x98, "g98",   "G98",   FAMILY_NV50, CHIP_G98 },   0x06e0, 0,     5,  1,   1, 1, VIDEO_VP3, L84, F4, MIR, 0x0200, 0x1000, PORTS_G84, 0x001d07ff, SINCE_G94 | PM | LINK2 | FALC },
    [CHIP_G200]  = { { 0xa0, "g200",  "G200",  FAMILY_NV50, CHIP_G200 },  0x05e0, 0,     5,  8,  10, 3, VIDEO_VP2, L84, F4, MIR, 0x0200, 0x0800, PORTS_G84, 0x001d07ff, SINCE_G94 | PM | LINK2 },
    [CHIP_MCP77] = { { 0xaa, "mcp77", "MCP77", FAMILY_NV50, CHIP_MCP77 }, 0x0840, 0,     5,  1,   1, 1, VIDEO_VP3, L84, F4, MIR, 0x0200, 0x0800, PORTS_G84, 0x001d07ff, SINCE_G94 | IGP | PRE3 | FALC },
    [CHIP_MCP79] = { { 0xac, "mcp79", "MCP79", FAMILY_NV50, CHIP_MCP79 }, 0x0860, 0,     5,  1,   1, 2, VIDEO_VP3, L84, F4, MIR, 0x0200, 0x0800, PORTS_G84, 0x001d07ff, SINCE_G94 | IGP | PRE3 | FALC },
    [CHIP_GT215] = { { 0xa3, "gt215", "GT215", FAMILY_NV50, CHIP_GT215 }, 0x0ca0, 0,     5,  2,   4, 3, VIDEO_VP4, L84, F8, MIR, 0x0200, 0x0800, PORTS_G84, 0x000d0fff, SINCE_GT215 | PM7 | LINK2 | PRE3 | FALC | GDDR5 | GUARD },
    [CHIP_GT216] = { { 0xa5, "gt216", "GT216", FAMILY_NV50, CHIP_GT216 }, 0x0a20, 0,     5,  2,   2, 3, VIDEO_VP4, L84, F8, MIR, 0x0200, 0x0800, PORTS_G84, 0x000d0fff, SINCE_GT215 | PM7 | LINK2 | PRE3 | FALC | GDDR5 | GUARD },
    [CHIP_GT218] = { { 0xa8, "gt218", "GT218", FAMILY_NV50, CHIP_GT218 }, 0x0a60, 0x10c0, 5,  1,   1, 2, VIDEO_VP4, L84, F8, MIR, 0x0200, 0x0800, PORTS_G84, 0x000d0fff, SINCE_GT215 | PM7 | LINK2 | PRE3 | FALC | GDDR5 | GUARD },
    [CHIP_MCP89] = { { 0xaf, "mcp89", "MCP89", FAMILY_NV50, CHIP_MCP89 }, 0x08a0, 0,     5,  2,   2, 3, VIDEO_VP4, L84, F8, MIR, 0x0200, 0x0800, PORTS_G84, 0x089d1fff, SINCE_GT215 | IGP | PRE3 | FALC },
};
/* clang-format on */
