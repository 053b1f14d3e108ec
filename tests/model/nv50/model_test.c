/* Interrupts of the device model, seen through BAR0 (docs/hardware/tesla-mmio.md §3.1). */
#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/model_rig.h"

TEST(interrupts_are_live, NULL, close_rig)
{
    open_card("gt215", NULL, NULL);

    wr(REF_PBUS_USER0_TRIGGER, 1);
    assert_int_equal(rd(REF_PBUS_INTR), 1u << 26);
    assert_int_equal(rd(0x100), 0); /* masked at the leaf */
    wr(REF_PBUS_INTR_EN, 1u << 26);
    assert_int_equal(rd(0x100), 1u << 28);
    wr(0x640, ~(1u << 28));
    assert_int_equal(rd(0x100), 0); /* masked by 0x640 */
    wr(0x640, 1u << 28);
    assert_int_equal(rd(0x100), 1u << 28);
    assert_int_equal(rd(0x160), 1);
    wr(0x140, 1);
    assert_int_equal(rd(0x160), 0);
    wr(REF_PBUS_INTR, 1u << 26);
    assert_int_equal(rd(0x100), 0);
    assert_int_equal(rd(0x160), 1);
}
