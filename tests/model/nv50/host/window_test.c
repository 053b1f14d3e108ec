/* The peephole of the device model, value by value, as docs/hardware/tesla-mmio.md has it. */
#include "tests/model/model_rig.h"

TEST(peephole_pairs_and_freeform)
{
    static const struct {
        const char *chip;
        uint32_t write, rw;
    } ports[] = { { "g80", 0x1560, 0x1570 }, { "g84", 0x60000, 0x60010 } };

    for (unsigned i = 0; i < 2; i++) {
        const uint32_t write = ports[i].write, rw = ports[i].rw;
        open_card(ports[i].chip, NULL, NULL);
        vram_wr(0x3000, 0);

        wr(write, 0x3000);
        assert_pairs(1, rd(REF_PEEPHOLE_W_CTRL), 0, vram_rd(0x3000));
        wr(write + 4, 0x11111111);
        assert_pairs(0, rd(REF_PEEPHOLE_W_CTRL), 0x11111111, vram_rd(0x3000));
        wr(write + 4, 0x22222222);
        assert_int_equal(rd(REF_PEEPHOLE_W_CTRL), 2);
        wr(write, 0x3004);
        assert_int_equal(vram_rd(0x3004), 0x22222222);

        wr(write, 0x3000);
        wr(write, 0x3000); /* two addresses */
        assert_int_equal(rd(REF_PBUS_INTR), 1u << 12);
        PUT(wr, REF_PEEPHOLE_W_CTRL, 0x100, write, 0x3008, write + 4, 0x33333333, write + 4,
            0x44444444);
        assert_int_equal(vram_rd(0x3008), 0x44444444);

        wr(rw, 0x3000);
        assert_pairs(0x11111111, rd(rw + 4), 0x22222222, rd(rw + 4));
        wr(rw + 4, 0x55555555);
        assert_pairs(0x55555555, vram_rd(0x3008), 0x300c, rd(rw));
    }
}
