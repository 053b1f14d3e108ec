/* The port above the modelled cards by itself, as configuration accesses see it. */
#include "hw/bits.h"
#include "model/host/bridge.h"
#include "tests/kit/tests.h"

/* At the target speed if it can, else at its own 5 GT/s, when bit 5 of Link Control is written. */
TEST(links_train_when_asked)
{
    static const unsigned speeds[] = { 2, 1, 2, 2 };
    struct bridge port;

    bridge_init(&port, 1, BRIDGE_OPEN);
    for (unsigned target = 0; target < ARRAY_SIZE(speeds); target++) {
        bridge_write(&port, 0x70, target, 2);
        assert_int_equal(bridge_speed(&port), speeds[target]);
    }
    bridge_write(&port, 0x50, 0x20, 2);
    assert_true(port.retrained);
    bridge_write(&port, 0x50, 0xdf, 2);
    assert_false(port.retrained);
    bridge_write(&port, 0x50, 0x20, 2);
    bridge_write(&port, 0x40, 0x20, 2);
    assert_false(port.retrained);
    bridge_init(&port, 1, BRIDGE_CONVENTIONAL);
    bridge_write(&port, 0x50, 0x20, 2);
    assert_false(port.retrained);
}
