/* tests/kit/bus_tap.h: a bus that is there already, of which a test replaces single operations. */
#ifndef TESTS_KIT_BUS_TAP_H
#define TESTS_KIT_BUS_TAP_H

#include "pci/bus.h"

/* `ops` is what the bus' users call from now on, `real` what they called before. */
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

#endif
