/* hw/pdisplay.h: the few display registers that tell whether the VBIOS has run, and whether a picture is
 * shown. Gated by PMC_ENABLE_PDISPLAY. Source  docs/hardware/devinit.md §3, tesla-mmio.md §3.1. */
#ifndef HW_PDISPLAY_H
#define HW_PDISPLAY_H

#include "hw/bits.h"

#define PRMIO_CRTC_INDEX      0x6013d4 /* byte: which VGA CRTC register, head 0 */
#define PRMIO_CRTC_DATA       0x6013d5 /* byte */
#define CRTC_HORIZONTAL_TOTAL 0x00
#define CRTC_REPAINT_1        0x1a

#define PDISPLAY_VGA_ROM_WINDOW        0x619f04
#define PDISPLAY_VGA_ROM_WINDOW_ENABLE BIT(3)
#define PDISPLAY_VGA_ROM_WINDOW_TARGET BITS(1, 0) /* 1: VRAM */

/* One for each channel; 0 to 4 fetch commands from memory, 5 to 8 are written by the CPU. */
#define PDISPLAY_CHANNEL              0x610200 /* 0x10 apart */
#define PDISPLAY_CHANNEL_STRIDE       0x10
#define PDISPLAY_CHANNEL_ENABLE       BITS(1, 0)
#define PDISPLAY_CHANNEL_STATE        BITS(20, 17) /* 0: stopped */
#define PDISPLAY_CHANNELS             9
#define PDISPLAY_CHANNELS_WITH_MEMORY 5

#endif
