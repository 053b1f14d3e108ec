#include "model/nv50/base/irq.h"

#include "hw/nv50/pmc.h"
#include "model/nv50/base/card.h"

void irq_power_on(struct nv50 *card)
{
    card->irq.up = 0;
    card->irq.msi_sent = false;
}

uint32_t irq_lines(const struct nv50 *card)
{
    uint32_t up = card->irq.up;

    if (card->broken[DEFECT_PMC_INTERRUPT_DEAD])
        up &= ~PMC_INTR_PFIFO;
    up |= reg_get(card, PMC_INTR_HOST) & PMC_INTR_HOST_SOFTWARE;
    if (card->chip->features & FEATURE_INTR_MASK)
        up &= reg_get(card, PMC_INTR_MASK_HOST);
    return up;
}

bool irq_is_asserted(const struct nv50 *card)
{
    const uint32_t enable = reg_get(card, PMC_INTR_EN_HOST);

    if (!enable) /* the usual case, asked at every change */
        return false;
    const uint32_t up = irq_lines(card);
    return ((enable & PMC_INTR_EN_HARDWARE) && (up & ~PMC_INTR_HOST_SOFTWARE)) ||
           ((enable & PMC_INTR_EN_SOFTWARE) && (up & PMC_INTR_HOST_SOFTWARE));
}

/* With INTA the line is followed as it is. With MSI a message goes out when the line rises, and
 * none again before the re-arming write (§6.2). */
void irq_update(struct nv50 *card)
{
    const bool level = irq_is_asserted(card) && !card->shell.model.presence->gone,
               msi = config_msi_enabled(card);

    if (level == card->irq.asserted || (level && msi && card->irq.msi_sent))
        return;
    card->irq.asserted = level;
    if (level)
        card->irq.msi_sent = msi;
    if (card->shell.host.interrupt)
        card->shell.host.interrupt(card->shell.host.opaque, level);
}

void irq_rearm(struct nv50 *card)
{
    card->irq.msi_sent = false;
    if (card->irq.asserted && card->shell.host.interrupt)
        card->shell.host.interrupt(card->shell.host.opaque, false);
    card->irq.asserted = false;
    irq_update(card);
}

void irq_set(struct nv50 *card, uint32_t line, bool level)
{
    const uint32_t up = level ? card->irq.up | line : card->irq.up & ~line;

    if (up == card->irq.up)
        return;
    card->irq.up = up;
    irq_update(card);
}

void irq_follow(struct nv50 *card, uint32_t line, uint32_t status, uint32_t enable)
{
    irq_set(card, line, reg_get(card, status) & reg_get(card, enable));
}
