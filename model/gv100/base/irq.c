#include "model/gv100/base/irq.h"

#include "hw/gv100/pmc.h"
#include "model/gv100/base/card.h"

void gv_irq_power_on(struct gv100 *card)
{
    for (unsigned tree = 0; tree < IRQ_TREES; tree++) {
        card->irq.up[tree] = 0;
        card->irq.enabled[tree] = 0;
    }
    card->irq.msi_sent = false;
}

uint32_t gv_irq_lines(const struct gv100 *card, unsigned tree)
{
    uint32_t up = card->irq.up[tree];

    if (gv_reg(card, PMC_INTR_SW(tree)) & PMC_INTR_SW_ASSERT)
        up |= PMC_INTR_SOFTWARE;
    if (card->broken[DEFECT_PMC_INTERRUPT_DEAD])
        up &= ~PMC_INTR_PFIFO;
    return up;
}

static bool asserted(const struct gv100 *card)
{
    for (unsigned tree = 0; tree < IRQ_TREES; tree++)
        if (card->irq.enabled[tree] && (card->irq.enabled[tree] & gv_irq_lines(card, tree)))
            return true;
    return false;
}

/* With INTA the line is followed as it is. With MSI a message goes out when the level rises, and none again
 * before the re-arming write. Both trees share the one message (§1.3). */
void gv_irq_update(struct gv100 *card)
{
    const bool level = asserted(card) && !card->presence->gone, msi = gv_config_msi_enabled(card);

    if (level == card->irq.asserted || (level && msi && card->irq.msi_sent))
        return;
    card->irq.asserted = level;
    if (level)
        card->irq.msi_sent = msi;
    if (card->host.interrupt)
        card->host.interrupt(card->host.opaque, level);
}

void gv_irq_rearm(struct gv100 *card)
{
    card->irq.msi_sent = false;
    if (card->irq.asserted && card->host.interrupt)
        card->host.interrupt(card->host.opaque, false);
    card->irq.asserted = false;
    gv_irq_update(card);
}

void gv_irq_set(struct gv100 *card, unsigned tree, uint32_t lines, bool level)
{
    const uint32_t up = level ? card->irq.up[tree] | lines : card->irq.up[tree] & ~lines;

    if (up == card->irq.up[tree])
        return;
    card->irq.up[tree] = up;
    gv_irq_update(card);
}

void gv_irq_enable(struct gv100 *card, unsigned tree, uint32_t bits, bool on)
{
    uint32_t *const enabled = &card->irq.enabled[tree];

    *enabled = on ? *enabled | bits : *enabled & ~bits;
    gv_irq_update(card);
}
