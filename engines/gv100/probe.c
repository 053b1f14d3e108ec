#include "engines/gv100/probe.h"

#include "hw/bits.h"
#include "hw/gv100/board.h"
#include "hw/gv100/chip.h"
#include "hw/gv100/ctrl.h"
#include "hw/gv100/function.h"
#include "hw/gv100/pbus.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/pmmu.h"
#include "hw/gv100/ppbdma.h"
#include "hw/gv100/ptop.h"
#include "hw/gv100/unlisted.h"

/* clang-format off */
#define WORDS(mask, name, at, count, step) { { name, at, count, step }, mask }
#define PLACE(reg)  WORDS(GV100_CHIPS_ALL, #reg, reg, 1, 4)
#define PLACES(reg) WORDS(GV100_CHIPS_ALL, #reg, reg(0), reg##_COUNT, reg(1) - reg(0))
#define VOLTA(reg)  WORDS(CHIPS_VOLTA, #reg, reg, 1, 4)
#define TURING(reg) WORDS(CHIPS_TURING, #reg, reg, 1, 4)
#define TURINGS(reg, count) WORDS(CHIPS_TURING, #reg, reg(0), count, reg(1) - reg(0))
/* clang-format on */

#define ROM_WORDS 16 /* the header of its first image, if PROM shows the ROM */

bool gv100_probe_row(struct card *card, unsigned index, bool all, struct family_probe *out)
{
    /* clang-format off */
    static const struct { struct family_probe place; uint8_t chips; } rows[] = {
        PLACE(PMC_BOOT_0),
        PLACE(PMC_BOOT_1),
        PLACE(PMC_BOOT_2),
        PLACE(PMC_BOOT_42),
        WORDS(CHIPS_VOLTA, "PMC_INTR", PMC_INTR(0), PMC_INTR_COUNT, 4),
        WORDS(CHIPS_VOLTA, "PMC_INTR_EN", PMC_INTR_EN(0), PMC_INTR_EN_COUNT, 4),
        TURINGS(PMC_INTR, TU_PMC_INTR_COUNT),
        TURINGS(PMC_INTR_EN, TU_PMC_INTR_COUNT),
        PLACE(PMC_ENABLE),
        VOLTA(PMC_ENABLE_PB),
        PLACES(PTOP_DEVICE_INFO),
        PLACE(PBUS_INTR_0),
        PLACE(PBUS_INTR_EN_0),
        PLACE(PBUS_BAR0_WINDOW),
        VOLTA(PBUS_BAR1_BLOCK),
        VOLTA(PBUS_BIND_STATUS),
        VOLTA(PBUS_BAR2_BLOCK),
        PLACE(PTIMER_TIME_LOW),
        PLACE(PTIMER_TIME_HIGH),
        PLACE(STRAPS),
        PLACE(FUSE_UNITS_OFF),
        PLACE(FUSE_DISPLAY_OFF),
        PLACE(FUSE_FBPA_OFF),
        PLACE(FUSE_FBP_OFF),
        PLACE(TSENSOR),
        PLACE(POST_STATUS),
        PLACE(VRAM_RANGE),
        /* Questions that a first card would settle (docs/hardware/gv100.md §13.11). */
        TURING(SELF_START_MASK),
        TURING(SELF_START),
        TURING(WPR2_LO),
        TURING(WPR2_HI),
        TURING(PTOP_SCAL_NUM_FBPAS),
        TURING(PTOP_SCAL_NUM_LTCS),
        TURING(PTOP_SCAL_NUM_SLICES_PER_LTC),
        TURINGS(PFIFO_PBDMA_MAP, TU_PBDMAS),
        TURING(PFB_PRI_MMU_PRIV_LEVEL_MASK),
        TURING(VIRTUAL_FUNCTION_PRIV_BAR1_BLOCK),
        TURING(VIRTUAL_FUNCTION_PRIV_BIND_STATUS),
        TURING(VIRTUAL_FUNCTION_PRIV_BAR2_BLOCK),
        TURINGS(CTRL_VIRTUAL_CHANNEL_CFG, 1),
        WORDS(GV100_CHIPS_ALL, "PROM", PROM, ROM_WORDS, 4),
    };
    /* clang-format on */

    /* Nobody has said of more of them that reading is harmless: of clocks, fan and displays nothing. */
    (void)all;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        if (!(rows[i].chips & chip_bit(card->chip)) || index--)
            continue;
        *out = rows[i].place;
        return true;
    }
    return false;
}
