/* hw/nv50/pdisplay.h: the few display registers that tell whether the VBIOS has run, and whether a picture is
 * shown. Gated by PMC_ENABLE_PDISPLAY.
 * Source  docs/hardware/devinit.md §3, tesla-mmio.md §1.6, §3.1, §3.10. */
#ifndef HW_NV50_PDISPLAY_H
#define HW_NV50_PDISPLAY_H

#include "hw/bits.h"

#define PRMIO_CRTC_INDEX      0x6013d4 /* byte: which VGA CRTC register, head 0 */
#define PRMIO_CRTC_DATA       0x6013d5 /* byte */
#define PDISPLAY_CRTC         0x619400 /* the same 256 bytes, four in a word (devinit.md §3.1) */
#define CRTC_HORIZONTAL_TOTAL 0x00
#define CRTC_REPAINT_1        0x1a
#define CRTC_LOCK             0x3f /* extended registers answer after CRTC_LOCK_OPEN */
#define CRTC_LOCK_OPEN        0x57

/* VGA's ports, one byte each, for all heads (devinit.md §4.3). An index goes to a port, its data to the
 * next one. */
#define PRMIO              0x601000
#define VGA_PORT_SEQUENCER 0x3c4
#define VGA_PORT_GRAPHICS  0x3ce
#define VGA_PORT_CRTC      0x3d4

#define PDISPLAY_VGA_ROM_WINDOW         0x619f04
#define PDISPLAY_VGA_ROM_WINDOW_ENABLE  BIT(3)
#define PDISPLAY_VGA_ROM_WINDOW_TARGET  BITS(1, 0)  /* 1: VRAM */
#define PDISPLAY_VGA_ROM_WINDOW_ADDRESS BITS(31, 8) /* of the copy, >> 8 */

/* One for each channel; 0 to 4 fetch commands from memory, 5 to 8 are written by the CPU. */
#define PDISPLAY_CHANNEL              0x610200 /* 0x10 apart */
#define PDISPLAY_CHANNEL_STRIDE       0x10
#define PDISPLAY_CHANNEL_ENABLE       BITS(1, 0)
#define PDISPLAY_CHANNEL_STATE        BITS(20, 17) /* 0: stopped */
#define PDISPLAY_CHANNELS             9
#define PDISPLAY_CHANNELS_WITH_MEMORY 5

/* The surfaces that the heads show (tesla-mmio.md §3.10). Registers of a head are 0x540 apart; each is a pair, first
 * the value that waits, then the one in use. */
#define PDISPLAY_HEADS         2
#define PDISPLAY_ACTIVE        0x610050 /* two bits for each head, 8 bits apart */
#define PDISPLAY_ACTIVE_STRIDE 8
#define PDISPLAY_ACTIVE_HEAD   BITS(1, 0)
#define PDISPLAY_ACTIVE_ON     2
#define PDISPLAY_INTR_0        0x610020 /* write 1 to clear, both */
#define PDISPLAY_INTR_1        0x610024
/* Scripts poll for READY, write the chipset into the low half, set UPDATE and poll until it has cleared itself. */
#define PDISPLAY_START           0x61000c
#define PDISPLAY_START_READY     BIT(31)
#define PDISPLAY_START_UPDATE    BIT(30)
#define PDISPLAY_OBJECTS         0x610010    /* where the channels' RAMHT and DMA objects are */
#define PDISPLAY_OBJECTS_ADDRESS BITS(31, 8) /* VRAM address >> 8 */
#define PDISPLAY_OBJECTS_ENABLE  BIT(3)
#define PDISPLAY_OBJECTS_TARGET  BITS(1, 0) /* 1: VRAM */
#define PDISPLAY_RAMHT_ENTRIES   512u
#define PDISPLAY_RAMHT_CHANNEL   BITS(31, 28)
#define PDISPLAY_RAMHT_OBJECT    BITS(27, 10) /* byte offset from PDISPLAY_OBJECTS */
#define PDISPLAY_HEAD_STRIDE     0x540
#define PDISPLAY_IN_USE          4
#define PDISPLAY_CORE_DMA        0x610a38 /* handle; 0: nothing is shown */
#define PDISPLAY_CORE_OFFSET     0x610a84 /* >> 8 */
#define PDISPLAY_CORE_SIZE       0x610b18
#define PDISPLAY_CORE_STORAGE    0x610b20
#define PDISPLAY_CORE_PARAMS     0x610ac8
#define PDISPLAY_BASE_DMA        0x61086c
#define PDISPLAY_BASE_OFFSET     0x6108f0
#define PDISPLAY_BASE_SIZE       0x61090c
#define PDISPLAY_BASE_STORAGE    0x610914
#define PDISPLAY_BASE_PARAMS     0x610904
#define PDISPLAY_SIZE_WIDTH      BITS(14, 0)
#define PDISPLAY_SIZE_HEIGHT     BITS(30, 16)
#define PDISPLAY_STORAGE_BLOCK   BITS(3, 0)  /* log2 of the height of a block, in gobs of 4 lines */
#define PDISPLAY_STORAGE_PITCH   BITS(19, 8) /* 256 bytes; tiled: blocks of 64 bytes */
#define PDISPLAY_STORAGE_LINEAR  BIT(20)
#define PDISPLAY_PARAMS_FORMAT   BITS(15, 8)
#define PDISPLAY_FORMAT_A8R8G8B8 0xcf
#define PDISPLAY_VGA_RAM_WINDOW  0x619f00     /* 256 KiB that VGA takes for its planes */
#define PDISPLAY_VGA_RAM_ADDRESS BITS(31, 10) /* VRAM address >> 18 */
#define PDISPLAY_VGA_RAM_ENABLE  BIT(3)
#define PDISPLAY_VGA_RAM_TARGET  BITS(1, 0) /* 1: VRAM */
#define PDISPLAY_VGA_RAM_SIZE    0x40000u

#endif
