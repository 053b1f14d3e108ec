/* model/gv100/base/irq.h: from the units' interrupt lines through PMC's trees to the card's one line or message.
 *
 * Shape   a unit tells the level of its line in one of the trees whenever its status or its enables may have
 *         changed; PMC's enables decide which lines leave the card.
 *         From Turing on they are vectors in leaves as well, beside pulses that PMC does not have.
 * Units   lines are bits of PMC_INTR(tree); vector v is bit v % 32 of leaf v / 32.
 * Source  docs/hardware/gv100.md §1.1, §1.3, §13.6. */
#ifndef MODEL_GV100_BASE_IRQ_H
#define MODEL_GV100_BASE_IRQ_H

#include <stdbool.h>
#include <stdint.h>

struct gv100;

#define IRQ_TREES 4

#define IRQ_LEAVES 8

struct irq {
    uint32_t up[IRQ_TREES]; /* the lines that units hold up */
    uint32_t enabled[IRQ_TREES];
    uint32_t pulsed[IRQ_LEAVES]; /* vectors that came as pulses, until they are cleared */
    uint32_t leaf_enabled[IRQ_LEAVES];
    uint32_t top_enabled;
    bool asserted; /* the level that the surroundings know */
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

/* ---- leaves (§13.6): a card without them has none that is ever set ---- */

void gv_irq_pulse(struct gv100 *card, unsigned vector);
/* The vectors of a leaf that are pending. */
uint32_t gv_irq_leaf(const struct gv100 *card, unsigned leaf);
/* Pulses are forgotten; lines that a unit still holds up stay. */
void gv_irq_leaf_clear(struct gv100 *card, unsigned leaf, uint32_t bits);
void gv_irq_leaf_enable(struct gv100 *card, unsigned leaf, uint32_t bits, bool on);
/* A bit for each two leaves that have an enabled vector pending. */
uint32_t gv_irq_top(const struct gv100 *card);
void gv_irq_top_enable(struct gv100 *card, uint32_t bits, bool on);

/* To be called after a change of the registers between the units and the card's line. */
void gv_irq_update(struct gv100 *card);
/* The write after which the next message may go out. */
void gv_irq_rearm(struct gv100 *card);

#endif
