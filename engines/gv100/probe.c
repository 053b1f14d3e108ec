#include "engines/gv100/probe.h"

#include "hw/bits.h"
#include "hw/gv100/board.h"
#include "hw/gv100/pbus.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/ptop.h"
#include "hw/gv100/unlisted.h"

#define PLACE(reg)                                                                                 \
    {                                                                                              \
#reg, reg, 1, 4                                                                            \
    }
#define PLACES(reg)                                                                                \
    {                                                                                              \
#reg, reg(0), reg##_COUNT, reg(1) - reg(0)                                                 \
    }

#define ROM_WORDS 16 /* the header of its first image, if PROM shows the ROM */

bool gv100_probe_row(struct card *card, unsigned index, bool all, struct family_probe *out)
{
    /* clang-format off */
    static const struct family_probe rows[] = {
        PLACE(PMC_BOOT_0),
        PLACE(PMC_BOOT_1),
        PLACE(PMC_BOOT_2),
        PLACE(PMC_BOOT_42),
        PLACES(PMC_INTR),
        PLACES(PMC_INTR_EN),
        PLACE(PMC_ENABLE),
        PLACE(PMC_ENABLE_PB),
        PLACES(PTOP_DEVICE_INFO),
        PLACE(PBUS_INTR_0),
        PLACE(PBUS_INTR_EN_0),
        PLACE(PBUS_BAR0_WINDOW),
        PLACE(PBUS_BAR1_BLOCK),
        PLACE(PBUS_BIND_STATUS),
        PLACE(PBUS_BAR2_BLOCK),
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
        { "PROM", PROM, ROM_WORDS, 4 },
    };
    /* clang-format on */

    /* Nobody has said of more of them that reading is harmless: of clocks, fan and displays nothing. */
    (void)card, (void)all;
    if (index >= ARRAY_SIZE(rows))
        return false;
    *out = rows[index];
    return true;
}
