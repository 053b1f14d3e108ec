/* model/host/bridge.h: the root port above the cards, as far as looking at it goes.
 * Source  PCI-to-PCI Bridge 1.2 §3.2. */
#ifndef MODEL_HOST_BRIDGE_H
#define MODEL_HOST_BRIDGE_H

#include <stdbool.h>
#include <stdint.h>

enum bridge_fault {
    BRIDGE_OPEN,         /* no fault: as firmware leaves the port above a card that it drives */
    BRIDGE_CONVENTIONAL, /* no fault either: a bridge of conventional PCI, which has no link */
    BRIDGE_SHUT,         /* memory and bus mastering are off until somebody allows them */
    BRIDGE_STAYS_SHUT,   /* and nobody can */
    BRIDGE_CLOSES,       /* passes nothing down any more from the first access to memory on */
    BRIDGE_DIES, /* reads all ones, with all that is below, from the first access to memory on */
};

struct bridge {
    enum bridge_fault fault;
    bool dead;
    bool retrained; /* by the last write */
    uint8_t bytes[0x100];
};

void bridge_init(struct bridge *bridge, uint8_t secondary, enum bridge_fault fault);
/* Whether accesses go through: down to the cards' memory, or up to the machine's. */
bool bridge_passes_down(struct bridge *bridge);
bool bridge_passes_up(const struct bridge *bridge);
uint32_t bridge_read(const struct bridge *bridge, unsigned offset, unsigned size);
/* Whether it holds the bus below it in reset. */
bool bridge_resets(const struct bridge *bridge);
/* The speed at which it trains its link: the target speed, or the fastest. */
unsigned bridge_speed(const struct bridge *bridge);
/* Command, Bridge Control, and of the link its target speed and its training; the rest is as the firmware of a machine would have left it. */
void bridge_write(struct bridge *bridge, unsigned offset, uint32_t value, unsigned size);

#endif
