#include "model/nv50/card/posted.h"

#include "hw/nv50/pbus.h"
#include "hw/nv50/ptherm.h"
#include "model/nv50/base/card.h"
#include "model/nv50/host/pstraps.h"

#define G84 CHIP_BIT(CHIP_G84)
#define G86 CHIP_BIT(CHIP_G86)
#define G94 CHIP_BIT(CHIP_G94)

/* `keep`: bits that stay as the unit has set them; of HWUNITS_1 those of engines that the model has or lacks. */
static const struct {
    uint32_t chips, at, keep, value;
} rows[] = {
    { G94, PBUS_HWUNITS_0, UINT32_MAX, BIT(31) | BIT(29) },
    { G94, PBUS_HWUNITS_1, ~PBUS_HWUNITS_1_PCOPY, BITS(4, 3) },
    { G84, PTHERM_INTR, UINT32_MAX, 0x000001e1 },
    { G86, PTHERM_INTR, UINT32_MAX, 0x000000e1 },
};

void posted_power_on(struct nv50 *card)
{
    if (card->shell.cold || card->board_is_given)
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        if (rows[i].chips & card->chip_bit)
            reg_set(card, rows[i].at, (reg_get(card, rows[i].at) & rows[i].keep) | rows[i].value);
    if (card->chip_bit & G94)
        pstraps_hold(card);
}
