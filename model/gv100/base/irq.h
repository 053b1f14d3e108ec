/* model/gv100/base/irq.h: from the units' interrupt lines through PMC's trees to the card's one line or message.
 *
 * Shape   a unit tells the level of its line in one of the trees whenever its status or its enables may have
 *         changed; PMC's enables decide what of it leaves the card.
 * Units   lines are bits of PMC_INTR(tree).
 * Source  docs/hardware/gv100.md §1.1, §1.3. */
#ifndef MODEL_GV100_BASE_IRQ_H
#define MODEL_GV100_BASE_IRQ_H

#include <stdbool.h>
#include <stdint.h>

struct gv100;

#define IRQ_TREES 4

struct irq {
    uint32_t up[IRQ_TREES]; /* the lines that units hold up */
    uint32_t enabled[IRQ_TREES];
    bool asserted; /* what the surroundings were told last */
    bool msi_sent; /* a message went out and was not re-armed since */
};

/* All lines go down, nothing is enabled. The surroundings hear of it with the next gv_irq_update. */
void gv_irq_power_on(struct gv100 *card);

/* Levels of several lines of one tree. */
void gv_irq_set(struct gv100 *card, unsigned tree, uint32_t lines, bool level);

/* The lines of a tree as PMC_INTR shows them. */
uint32_t gv_irq_lines(const struct gv100 *card, unsigned tree);
/* Software's enables of a tree change: these bits go on, or off. */
void gv_irq_enable(struct gv100 *card, unsigned tree, uint32_t bits, bool on);

/* To be called after a change of what stands between the units and the card's line. */
void gv_irq_update(struct gv100 *card);
/* The write after which the next message may go out. */
void gv_irq_rearm(struct gv100 *card);

#endif
