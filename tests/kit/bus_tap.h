/* tests/kit/bus_tap.h: a bus that is there already, of which a test replaces single operations. */
#pragma once

#include "pci/bus.h"

/* From now on the bus' users call `ops`; `real` are the operations of before. */
struct bus_tap {
    struct bus_ops ops;
    const struct bus_ops *real;
};

static inline void bus_tap(struct bus_tap *tap, struct bus *bus)
{
    tap->real = bus->ops;
    tap->ops = *bus->ops;
    bus->ops = &tap->ops;
}
