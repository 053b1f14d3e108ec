/* hw/nv50/chip.h: the differences between the chipsets of the NV50 family, one row each.
 *
 * Shape   facts only: a column is a number, a mask or an enum. The behaviour that an enum stands
 *         for is decided once in mmu/ and once, separately, in model/.
 * Source  docs/hardware/tesla-vm.md §0, tesla-mmio.md §2, §1.1. */
#ifndef HW_NV50_CHIP_H
#define HW_NV50_CHIP_H

#include "hw/bits.h"
#include "hw/chip.h"

/* In envytools' variant order, which is the order of this enum and of the table. */
enum chipset_index {
    CHIP_G80,
    CHIP_G84,
    CHIP_G86,
    CHIP_G92,
    CHIP_G94,
    CHIP_G96,
    CHIP_G98,
    CHIP_G200,
    CHIP_MCP77,
    CHIP_MCP79,
    CHIP_GT215,
    CHIP_GT216,
    CHIP_GT218,
    CHIP_MCP89,
    CHIP_COUNT
};

/* Where things lie inside the channel structure (tesla-vm.md §1.4). */
enum channel_layout {
    CHANNEL_LAYOUT_G80, /* RAMFC 0, context objects 0x200, cache 0x400, page directory 0x1400 */
    CHANNEL_LAYOUT_G84, /* context objects 0, page directory 0x200; RAMFC and cache anywhere */
};

/* Width of the fields of fault status word 0 (tesla-vm.md §2.2). */
enum fault_format {
    FAULT_FIELDS_4BIT,
    FAULT_FIELDS_8BIT,
};

/* Video generation: which media engines exist (tesla-mmio.md §2.2). */
enum video_generation {
    VIDEO_VP1 = 1,
    VIDEO_VP2,
    VIDEO_VP3,
    VIDEO_VP4,
};

/* The PCI configuration access that re-arms MSI (tesla-mmio.md §6.2). */
enum msi_rearm {
    MSI_REARM_CONFIG, /* byte 0xff to configuration offset 0x68 */
    MSI_REARM_MIRROR, /* byte 0xff to BAR0 0x088068 */
};

/* struct nv50_chip.features: one bit for each feature. */
#define FEATURE_LONG_CYCLE      BIT(0) /* the long cycle has an effect (tesla-vm.md §6.2) */
#define FEATURE_ENCRYPTION      BIT(1) /* PTE bit 62, object word 5 bits 19:18 */
#define FEATURE_PAGES_16K       BIT(2) /* PDE type 2 */
#define FEATURE_SUBPARTITIONS   BIT(3) /* halves of 32 lanes in a partition, register 0x100268 */
#define FEATURE_IGP             BIT(4) /* no memory of its own, but the system's; no PCIe function */
#define FEATURE_PD_OFFSET_REG   BIT(5)  /* register 0x100c9c */
#define FEATURE_VRAM_LIMIT      BIT(6)  /* register 0x100e1c */
#define FEATURE_KIND_SYSRAM     BIT(7)  /* storage types other than 0 on system memory */
#define FEATURE_BANK_BITS_2     BIT(8)  /* CFG1 bit 25 is the second bank bit (tesla-vm.md K23) */
#define FEATURE_GDDR5           BIT(9)  /* the controller drives GDDR5 (tesla-mmio.md §2.1) */
#define FEATURE_PART_PM_SEL     BIT(10) /* registers 0x100034 + 4*i */
#define FEATURE_PART_PM_7BIT    BIT(11) /* their client has 7 bits, its numbers are not known */
#define FEATURE_PCOUNTER_RECORD BIT(12) /* PCOUNTER writes records (tesla-engines.md §5.5) */
#define FEATURE_INTR_MASK       BIT(13) /* registers 0x000640.. and the NRHOST, DAEMON lines */
#define FEATURE_HWUNITS_1       BIT(14) /* register 0x00154c */
#define FEATURE_FALCON          BIT(15) /* media engines are falcons (tesla-mmio.md §2.2) */
#define FEATURE_THERMAL         BIT(16) /* the sensor of PTHERM (board.md §4) */
#define FEATURE_BAR3_PREFETCH   BIT(17) /* BAR3 is prefetchable (tesla-mmio.md §1.3) */
#define FEATURE_PCI_CONFIG      BIT(18) /* configuration 0x41c, 0x460, 0x484 (tesla-mmio.md §1.4) */
#define FEATURE_PCI_LINK_2      BIT(19) /* link control 2 in the PCIe capability (§1.4) */
#define FEATURE_PCI_VENDOR      BIT(20) /* vendor-specific capabilities 0xb4 and 0x600 (§1.4) */
#define FEATURE_GPIO_32         BIT(21) /* 32 lines of the board, else 16 (devinit.md §2.5) */
#define FEATURE_PLL_GT215       BIT(22) /* PLLs whose P divides (devinit.md §5.1) */
#define FEATURE_PART_GUARD      BIT(23) /* leave absent partitions alone (devinit.md §4.2) */

struct nv50_chip {
    struct chip chip;       /* its id is PMC BOOT_0 bits 28:20 */
    uint16_t device_id;     /* lowest PCI device id of its block */
    uint16_t device_id_2;   /* of a second block, 0: there is none */
    uint8_t device_id_bits; /* how many low bits straps choose: 4 or 5 */
    uint8_t max_partitions; /* of the die; boards fuse some off */
    uint8_t max_tpcs;
    uint8_t max_mps;         /* per TPC */
    uint8_t video;           /* enum video_generation */
    uint8_t layout;          /* enum channel_layout */
    uint8_t fault_format;    /* enum fault_format */
    uint8_t msi_rearm;       /* enum msi_rearm */
    uint16_t pd_offset;      /* page directory, bytes from the channel's start */
    uint16_t tpc_stride;     /* bytes between TPC register blocks */
    uint32_t host_flush;     /* register that flushes host writes (tesla-vm.md §8.6) */
    uint32_t peephole_write; /* PEEPHOLE write port: address, data at +4 (tesla-mmio.md §3.9) */
    uint32_t peephole_rw;    /* PEEPHOLE read-write port: address, data at +4 */
    uint32_t fault_enable;   /* VM_FAULT word that nouveau writes (tesla-vm.md §2.1) */
    uint32_t features;
};

extern const struct nv50_chip nv50_chips[CHIP_COUNT];

/* The row that a chip of this family stands first in. */
static inline const struct nv50_chip *nv50_chip_of(const struct chip *chip)
{
    return (const struct nv50_chip *)chip;
}

/* Sets of chipsets: masks of CHIP_BIT(). */
#define CHIPS_ALL BITS(CHIP_COUNT - 1, 0)
#define CHIPS_VP1 CHIP_BIT(CHIP_G80)
#define CHIPS_VP2                                                                                  \
    (CHIP_BIT(CHIP_G84) | CHIP_BIT(CHIP_G86) | CHIP_BIT(CHIP_G92) | CHIP_BIT(CHIP_G94) |           \
     CHIP_BIT(CHIP_G96) | CHIP_BIT(CHIP_G200))
#define CHIPS_VP3 (CHIP_BIT(CHIP_G98) | CHIP_BIT(CHIP_MCP77) | CHIP_BIT(CHIP_MCP79))
#define CHIPS_VP4 CHIPS_GT215_UP
#define CHIPS_IGP (CHIP_BIT(CHIP_MCP77) | CHIP_BIT(CHIP_MCP79) | CHIP_BIT(CHIP_MCP89))

#define CHIPS_G84_UP    BITS(CHIP_COUNT - 1, CHIP_G84)
#define CHIPS_G92_UP    BITS(CHIP_COUNT - 1, CHIP_G92)
#define CHIPS_G94_UP    BITS(CHIP_COUNT - 1, CHIP_G94)
#define CHIPS_G200_UP   BITS(CHIP_COUNT - 1, CHIP_G200)
#define CHIPS_GT215_UP  BITS(CHIP_COUNT - 1, CHIP_GT215)
#define CHIPS_PRE_G200  (CHIPS_ALL & ~CHIPS_G200_UP)
#define CHIPS_PRE_GT215 (CHIPS_ALL & ~CHIPS_GT215_UP)
#define CHIPS_DISCRETE  (CHIPS_ALL & ~CHIPS_IGP)

/* Of PCLOCK_STATUS (devinit.md §3.2, row h). */
#define CHIPS_PLL_STATUS (CHIP_BIT(CHIP_G94) | CHIP_BIT(CHIP_G96) | CHIP_BIT(CHIP_G98))

#endif
