/* The device model against the reference, value by value: windows into memory. Expected values are typed from
 * docs/hardware/, not taken from the model's tables. */

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/model_rig.h"

TEST(pmem_moves_by_64k_and_reaches_system_memory, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    struct dma_memory memory;
    assert_int_equal(rig.bus->ops->dma_alloc(rig.bus, 0x20000, &memory), OK);
    uint32_t *words = memory.cpu;

    wr(REF_PBUS_PMEM, 1);
    wr(0x700004, 0x11223344);
    wr(REF_PBUS_PMEM, 0);
    assert_int_equal(rd(0x710004), 0x11223344);

    /* System memory needs bus mastering. */
    words[1] = 0xabcd1234;
    wr(REF_PBUS_PMEM, 2u << 24 | (uint32_t)(memory.bus.v >> 16));
    const uint32_t offset = 0x700004 + (uint32_t)(memory.bus.v & 0xffff);
    assert_int_equal(rd(offset), 0xffffffff);
    config_put32(0x04, 6);
    assert_int_equal(rd(offset), 0xabcd1234);
    wr(REF_PBUS_PMEM, 3u << 24 | (uint32_t)(memory.bus.v >> 16));
    wr(offset, 0x600df00d);
    assert_int_equal(words[1], 0x600df00d);
    rig.bus->ops->dma_free(rig.bus, &memory);
}

/* Eight bytes of BAR0 are two registers, the lower one first. */
TEST(bar0_is_read_by_eight_bytes, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    vram_wr(0x2000, 0x11223344);
    vram_wr(0x2004, 0x55667788);
    assert_true(rig.bus->ops->read(rig.bus, (bus_addr){ rig.bar0 + 0x702000 }, 8) ==
                UINT64_C(0x5566778811223344));
}

TEST(bar1_shows_vram, NULL, close_rig)
{
    open_card("g84", NULL, NULL);

    vram_wr(0x12340, 0x01020304);
    assert_int_equal(bar1_rd(0x12340), 0x01020304);
    rig.bus->ops->write(rig.bus, (bus_addr){ rig.bar1 + 0x12341 }, 1, 0xee);
    assert_int_equal(vram_rd(0x12340), 0x0102ee04);
    rig.bus->ops->write(rig.bus, (bus_addr){ rig.bar3 + 0x12348 }, 8, UINT64_C(0x1122334455667788));
    assert_int_equal(vram_rd(0x1234c), 0x11223344);
}

TEST(hidden_vram_reads_zero, NULL, close_rig)
{
    open_card("g84", NULL, NULL);

    vram_wr(0x1000, 0xffffffff);
    vram_wr(0x1ffc, 0xffffffff);
    vram_wr(0x2000, 0xffffffff);
    wr(0x304, 0x1fff);
    wr(0x300, 0x80001000);
    assert_int_equal(bar1_rd(0x1000), 0);
    assert_int_equal(bar1_rd(0x1ffc), 0);
    assert_int_equal(bar1_rd(0x2000), 0xffffffff);
    bar1_wr(0x1000, 0x12345678);
    wr(0x300, 0);
    assert_int_equal(bar1_rd(0x1000), 0x12345678);
}

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
        assert_int_equal(rd(0x155c), 1);
        assert_int_equal(vram_rd(0x3000), 0);
        wr(write + 4, 0x11111111);
        assert_int_equal(rd(0x155c), 0);
        assert_int_equal(vram_rd(0x3000), 0x11111111);
        wr(write + 4, 0x22222222);
        assert_int_equal(rd(0x155c), 2);
        wr(write, 0x3004);
        assert_int_equal(vram_rd(0x3004), 0x22222222);

        wr(write, 0x3000);
        wr(write, 0x3000); /* two addresses */
        assert_int_equal(rd(REF_PBUS_INTR), 1u << 12);
        wr(0x155c, 0x100);
        wr(write, 0x3008);
        wr(write + 4, 0x33333333);
        wr(write + 4, 0x44444444);
        assert_int_equal(vram_rd(0x3008), 0x44444444);

        wr(rw, 0x3000);
        assert_int_equal(rd(rw + 4), 0x11111111);
        assert_int_equal(rd(rw + 4), 0x22222222);
        wr(rw + 4, 0x55555555);
        assert_int_equal(vram_rd(0x3008), 0x55555555);
        assert_int_equal(rd(rw), 0x300c);
        close_rig(state);
    }
}

TEST(io_ports_reach_the_bars, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    struct model *card = rig.card;

    assert_int_equal(model_read(card, 5, 0, 4), 0x2469fdb9);
    assert_int_equal((uint32_t)model_read(card, 5, 4, 4), 0xffffffff);
    model_write(card, 5, 0, 1, 4);
    model_write(card, 5, 8, 0xff000003, 4);
    assert_int_equal(model_read(card, 5, 8, 4), 0);
    model_write(card, 5, 0xc, 0x77, 4);
    assert_int_equal(model_read(card, 5, 0xc, 4), 0x77);
    model_write(card, 5, 4, 1, 4);
    assert_int_equal(model_read(card, 5, 0xc, 4), rd(0));
    model_write(card, 5, 0x10, 0x4000, 4);
    model_write(card, 5, 0x14, 0x13572468, 4);
    assert_int_equal(vram_rd(0x4000), 0x13572468);
    model_reset(card); /* a power cycle closes the ports again */
    assert_int_equal((uint32_t)model_read(card, 5, 4, 4), 0xffffffff);
}
