/* model/host/bridge.h: the root port above the cards, as far as looking at it goes.
 * Source  PCI-to-PCI Bridge 1.2 §3.2. */
#ifndef MODEL_HOST_BRIDGE_H
#define MODEL_HOST_BRIDGE_H

#include <stdint.h>

struct bridge {
    uint8_t bytes[0x100];
};

void bridge_init(struct bridge *bridge, uint8_t secondary);
uint32_t bridge_read(const struct bridge *bridge, unsigned offset, unsigned size);
/* Command and status only; the rest is as the firmware of a machine would have left it. */
void bridge_write(struct bridge *bridge, unsigned offset, uint32_t value, unsigned size);

#endif
