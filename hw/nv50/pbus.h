/* hw/nv50/pbus.h: PBUS, with the host's windows into memory. Never gated by PMC_ENABLE.
 * Source  docs/hardware/tesla-mmio.md §3.2, §3.3, §3.4, §3.9. */
#ifndef HW_NV50_PBUS_H
#define HW_NV50_PBUS_H

#include "hw/bits.h"
#include "hw/window.h"

#define PBUS_DEBUG_1              0x001084
#define PBUS_DEBUG_1_FUSE_READOUT BIT(11) /* lets fuses be read (board.md §4) */
#define PBUS_DEBUG_6              0x001098

#define PBUS_INTR               0x001100 /* write 1 to clear */
#define PBUS_INTR_EN            0x001140
#define PBUS_INTR_MMIO_FAULT    BIT(3)
#define PBUS_INTR_PEEPHOLE_PAIR BIT(12)
#define PBUS_INTR_THERM_ALARM   BIT(16) /* before GT215: PTHERM's; G80: its critical threshold */
#define PBUS_INTR_THERM_LOW     BIT(17) /* G80 */
#define PBUS_INTR_THERM_HIGH    BIT(18) /* G80 */
#define PBUS_INTR_USER0         BIT(26)
#define PBUS_USER0_TRIGGER      0x001150
#define PBUS_SCRATCH            0x001154 /* four plain words */
#define PBUS_SCRATCH_COUNT      4

#define PBUS_CLOCK_MISC         0x001530
#define PBUS_HWUNITS_0          0x001540
#define PBUS_HWUNITS_0_TPCS     BITS(15, 0)
#define PBUS_HWUNITS_0_PARTS    BITS(23, 16)
#define PBUS_HWUNITS_0_MPS      BITS(27, 24)
#define PBUS_HWUNITS_0_KEEP     BIT(28) /* clearing it hangs the card */
#define PBUS_HWUNITS_0_VDEC     BIT(30)
#define PBUS_HWUNITS_1          0x00154c /* G84+ */
#define PBUS_HWUNITS_1_PDISPLAY BIT(2)
#define PBUS_HWUNITS_1_PBSP     BIT(5) /* or PVLD */
#define PBUS_HWUNITS_1_PCIPHER  BIT(6) /* or PSEC, PVCOMP */
#define PBUS_HWUNITS_1_PCOPY    BIT(9)

#define PEEPHOLE_W_CTRL            0x00155c
#define PEEPHOLE_W_CTRL_ADDR_VALID BIT(0)
#define PEEPHOLE_W_CTRL_DATA_VALID BIT(1)
#define PEEPHOLE_W_CTRL_FREEFORM   BIT(8) /* else address and data go in pairs */
#define PEEPHOLE_ADDRESS           0x0 /* from struct nv50_chip.peephole_write and .peephole_rw */
#define PEEPHOLE_DATA              0x4

/* The same four words; struct nv50_chip has the first of each port. */
#define PEEPHOLE_W_ADDR_G80  0x001560
#define PEEPHOLE_W_DATA_G80  0x001564
#define PEEPHOLE_RW_ADDR_G80 0x001570
#define PEEPHOLE_RW_DATA_G80 0x001574
#define PEEPHOLE_W_ADDR_G84  0x060000
#define PEEPHOLE_W_DATA_G84  0x060004
#define PEEPHOLE_RW_ADDR_G84 0x060010
#define PEEPHOLE_RW_DATA_G84 0x060014

#define PBUS_CLOCK_GATE_0 0x001588 /* two bits for each engine; both set: gated */
#define PBUS_CLOCK_GATE_1 0x001590

#define PBUS_CHANNEL         0x001704
#define PBUS_CHANNEL_DESC    BITS(29, 0)
#define PBUS_CHANNEL_BAR     BIT(30) /* 0: latch for PEEPHOLE, 1: latch for BAR1 and BAR3 */
#define PBUS_BAR1            0x001708
#define PBUS_BAR3            0x00170c
#define PBUS_PEEPHOLE        0x001710
#define PBUS_WINDOW_SELECTOR BITS(15, 0)
#define PBUS_WINDOW_DMAOBJ   BIT(31) /* 0: the offset is a VRAM address */

#define PBUS_REMAP       0x001900 /* eight words; drivers clear them (unverified E39) */
#define PBUS_REMAP_COUNT 8

#define PBUS_IBUS_TIMEOUT 0x001a14 /* GT215+ (§0.1) */

#define PBUS_PCI_MIRROR      0x088000 /* PCI configuration space */
#define PBUS_PCI_MIRROR_SIZE 0x1000

/* Host flush: register by struct nv50_chip.host_flush (tesla-vm.md §8.6). */
#define HOST_FLUSH_G80     0x00330c
#define HOST_FLUSH_G84     0x070000
#define HOST_FLUSH_TRIGGER BIT(0)
#define HOST_FLUSH_BUSY    BIT(1)

#define PROM           0x300000 /* the VBIOS ROM while configuration 0x50 bit 0 is clear */
#define PROM_SIZE      0x20000
#define PROM_SIZE_G200 0x80000 /* G200 and later */

#endif
