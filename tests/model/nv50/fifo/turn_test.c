/* The cache that a channel of the device model's PFIFO brings along and leaves. Expected values are typed from
 * docs/hardware/tesla-mmio.md §4.2 to §4.8. */
#include "reference/nv50.h"
#include "tests/model/nv50/fifo/pfifo_rig.h"

#define CACHE 0xe000u /* of a channel: its saved cache, on G80 at 0x400 */
#define REF   0x50u

/* One saved method makes PFIFO take the channel: REF, which puts its data into register 0x3248. */
static void load_by_saved_method(const struct channel *c, uint32_t data)
{
    const uint32_t cache = c->base + (is_g80() ? 0x400 : CACHE);

    vram_wr(c->ramfc + 0x84, 1);
    vram_wr(cache, REF);
    vram_wr(cache + 4, data);
    run_list(c, NULL);
}

/* Methods waiting in the cache leave with their channel, from the first entry that waits, and come back with it. */
TEST(caches_are_saved_in_order)
{
    static const char *const chips[] = { "g80", "g84" };
    for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
        open_card(chips[i], NULL);
        const struct channel c = make_channel(5, true);
        const uint32_t cache = c.base + (is_g80() ? 0x400 : CACHE);

        vram_wr(cache + 8 * 3, 0x12345678);
        load_by_saved_method(&c, 1);
        wr(REF_PFIFO_PULL0, 0); /* the puller rests */
        for (uint32_t k = 0; k < 512; k++) {
            wr(REF_PFIFO_CACHE + 8 * k, REF);
            wr(0x90004 + 8 * k, 0x700 + k);
        }
        wr(REF_PFIFO_GET, 0x7f8); /* entries 510, 511, 0 wait */
        wr(REF_PFIFO_PUT, 0x004);
        wr(REF_PFIFO_CHAN_TABLE + 4 * 5, 0);
        assert_int_equal(vram_rd(c.ramfc + 0x84), 3);
        for (uint32_t k = 0; k < 3; k++) {
            assert_int_equal(vram_rd(cache + 8 * k), REF);
            assert_int_equal(vram_rd(cache + 8 * k + 4), 0x700 + (510 + k) % 512);
        }
        assert_int_equal(vram_rd(cache + 8 * 3), 0x12345678);
        assert_int_equal(rd(REF_PFIFO_GET) | rd(REF_PFIFO_PUT), 0);

        wr(REF_PFIFO_CHAN_TABLE + 4 * 5, 0x80000000 | (is_g80() ? c.base >> 12 : c.ramfc >> 8));
        wr(REF_PFIFO_PULL0, 1);
        assert_int_equal(rd(REF_PFIFO_CURRENT), 5);
        assert_int_equal(rd(user(&c, 0x48)), 0x700);
        assert_int_equal(rd(REF_PFIFO_PUT), 4 * 3);
        assert_int_equal(rd(REF_PFIFO_GET), 4 * 3);
        close_card(state);
    }
}
