#include "model/gv100/card/posted.h"

#include "hw/bits.h"
#include "hw/gv100/board.h"
#include "hw/gv100/falcon.h"
#include "hw/gv100/pbus.h"
#include "hw/gv100/pmc.h"
#include "model/gv100/base/card.h"
#include "model/gv100/vram/vram.h"

#define MIB (UINT64_C(1) << 20)

/* clang-format off */
static const struct {
    uint32_t at, value;
} words[] = {
    { PMC_ENABLE,              PMC_ENABLE_PRIV_RING | PMC_ENABLE_PFIFO | PMC_ENABLE_PDISP | BIT(0) },
    { PBUS_INTR_0,             PBUS_INTR_0_PRI_FECSERR | PBUS_INTR_0_PRI_TIMEOUT },
    { FBPA_ALL_A,              0x15004000 },
    { FBPA_ALL_B,              0x00000013 },
    { PMU_FALCON + FALCON_MAILBOX(0), 0x00000300 },
};
/* clang-format on */

/* Words of the VBIOS, by their number. */
static const struct {
    uint8_t word;
    uint32_t value;
} scratch[] = {
    { 0, 0x00000001 }, { 1, 0x00000180 }, { 4, 0x00002000 },
    { 5, 0x7000506d }, { 6, 0x2208106d }, { 12, 0x00000005 },
};

/* BAR0's window and the block of BAR1, which is in mode PHYSICAL, stand a MiB below the end of memory. */
void gv_posted_power_on(struct gv100 *card)
{
    const uint64_t last = gv_vram_size(card->vram) - MIB;

    if (card->shell.cold)
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
        gv_set_reg(card, words[i].at, words[i].value);
    for (unsigned i = 0; i < ARRAY_SIZE(scratch); i++)
        gv_set_reg(card, card->chip->places->scratch + 4u * scratch[i].word, scratch[i].value);
    gv_set_reg(card, PBUS_BAR0_WINDOW, (uint32_t)(last >> 16));
    gv_set_reg(card, card->chip->places->bar1_block, (uint32_t)(last >> 12));
}
