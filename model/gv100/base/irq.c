#include "model/gv100/base/irq.h"

#include "hw/gv100/function.h"
#include "hw/gv100/pmc.h"
#include "model/gv100/base/card.h"

void gv_irq_power_on(struct gv100 *card)
{
    for (unsigned tree = 0; tree < IRQ_TREES; tree++) {
        card->irq.up[tree] = 0;
        card->irq.enabled[tree] = 0;
    }
    for (unsigned leaf = 0; leaf < IRQ_LEAVES; leaf++)
        card->irq.pulsed[leaf] = card->irq.leaf_enabled[leaf] = 0;
    card->irq.top_enabled = 0;
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
    return card->irq.top_enabled & gv_irq_top(card);
}

/* With INTA the line is followed as it is. With MSI a message goes out when the level rises, and none again
 * before the re-arming write. Both trees share the one message (§1.3). */
void gv_irq_update(struct gv100 *card)
{
    const bool level = asserted(card) && !card->shell.model.presence->gone,
               msi = gv_config_msi_enabled(card);

    if (level == card->irq.asserted || (level && msi && card->irq.msi_sent))
        return;
    card->irq.asserted = level;
    if (level)
        card->irq.msi_sent = msi;
    if (card->shell.host.interrupt)
        card->shell.host.interrupt(card->shell.host.opaque, level);
}

void gv_irq_rearm(struct gv100 *card)
{
    card->irq.msi_sent = false;
    if (card->irq.asserted && card->shell.host.interrupt)
        card->shell.host.interrupt(card->shell.host.opaque, false);
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

/* ---- leaves ---------------------------------------------------------------------------------- */

void gv_irq_pulse(struct gv100 *card, unsigned vector)
{
    if (!gv_has_leaves(card) || card->broken[DEFECT_LEAF_PULSE_LOST])
        return;
    card->irq.pulsed[vector / 32] |= BIT(vector % 32);
    gv_irq_update(card);
}

/* PMC's lines, where they come up among the vectors. */
static uint32_t level_of(const struct gv100 *card, unsigned leaf)
{
    const uint32_t stall = gv_irq_lines(card, 0), nonstall = gv_irq_lines(card, 1);

    switch (leaf) {
    case FUNCTION_VECTOR_UNITS / 32:
        return (stall & FUNCTION_UNIT_BITS) | (nonstall & PMC_INTR_PFIFO) << 1;
    case FUNCTION_VECTOR_STALL / 32:
        return stall & ~(FUNCTION_UNIT_BITS | PMC_INTR_SOFTWARE);
    case FUNCTION_VECTOR_NONSTALL / 32:
        return nonstall & ~(FUNCTION_UNIT_BITS | PMC_INTR_SOFTWARE);
    default:
        return 0;
    }
}

uint32_t gv_irq_leaf(const struct gv100 *card, unsigned leaf)
{
    return gv_has_leaves(card) ? card->irq.pulsed[leaf] | level_of(card, leaf) : 0;
}

void gv_irq_leaf_clear(struct gv100 *card, unsigned leaf, uint32_t bits)
{
    if (!card->broken[DEFECT_LEAF_STUCK])
        card->irq.pulsed[leaf] &= ~bits;
    gv_irq_update(card);
}

void gv_irq_leaf_enable(struct gv100 *card, unsigned leaf, uint32_t bits, bool on)
{
    uint32_t *const enabled = &card->irq.leaf_enabled[leaf];

    if (card->broken[DEFECT_LEAF_ENABLE_IGNORED])
        return;
    *enabled = on ? *enabled | bits : *enabled & ~bits;
    gv_irq_update(card);
}

uint32_t gv_irq_top(const struct gv100 *card)
{
    uint32_t top = 0;

    for (unsigned leaf = 0; leaf < IRQ_LEAVES; leaf++)
        if (gv_irq_leaf(card, leaf) & card->irq.leaf_enabled[leaf])
            top |= BIT(leaf / 2);
    return card->broken[DEFECT_LEAF_TOP_DEAD] ? 0 : top;
}

void gv_irq_top_enable(struct gv100 *card, uint32_t bits, bool on)
{
    card->irq.top_enabled = on ? card->irq.top_enabled | bits : card->irq.top_enabled & ~bits;
    gv_irq_update(card);
}
