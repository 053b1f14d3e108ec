/* model/nv50/base/irq.h: from the units' interrupt lines to the one line, or message, of the card.
 *
 * Shape   a unit tells the level of its line whenever its status or its enable bits may have changed; PMC's enable and
 *         mask registers decide which lines leave the card.
 * Units   lines are bits of PMC_INTR_HOST.
 * Source  docs/hardware/tesla-mmio.md §6.1, §6.2. */
#ifndef MODEL_NV50_BASE_IRQ_H
#define MODEL_NV50_BASE_IRQ_H

#include <stdbool.h>
#include <stdint.h>

struct nv50;

struct irq {
    uint32_t up;   /* the lines that units hold up */
    bool asserted; /* the level that the surroundings know */
    bool msi_sent; /* a message went out and was not re-armed since */
};

/* All lines go down. The surroundings hear of it with the next irq_update. */
void irq_power_on(struct nv50 *card);

void irq_set(struct nv50 *card, uint32_t line, bool level);
/* The level of a unit whose status register counts where its enable register has a one. */
void irq_follow(struct nv50 *card, uint32_t line, uint32_t status, uint32_t enable);

/* The lines as PMC_INTR_HOST shows them, the software bit included. */
uint32_t irq_lines(const struct nv50 *card);
/* Whether the card's own line is up. */
bool irq_is_asserted(const struct nv50 *card);

/* To be called after a change of the registers between the units and the card's line: PMC's registers, the switch from
 * INTA to MSI. */
void irq_update(struct nv50 *card);
/* The write after which the next message may go out. */
void irq_rearm(struct nv50 *card);

#endif
