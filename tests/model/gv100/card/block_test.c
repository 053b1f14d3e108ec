/* Blocks, double words and bytes of the GV100 model's BARs: each reads and writes the same values as single words
 * there. Numbers are typed from docs/hardware/gv100.md §1.2, §2.1, §8.5. */
#include "tests/model/gv100/host/rounds_rig.h"

#define WINDOW  0x700000u              /* of 1 MiB, in BAR0 */
#define SCRATCH REF_PBUS_SW_SCRATCH(0) /* 32 words that keep their value */

static uint64_t read_of(unsigned bar, uint64_t at, unsigned size)
{
    return model_read(world.card, bar, at, size);
}

static void open_bars(void)
{
    open_world(&(struct model_config){ .trace = true });
    wr(REF_PBUS_BAR0_WINDOW, (uint32_t)(DATA >> 16));
}

/* Blocks of any size: registers word by word, of the last one the enabled bytes; BAR0's window up to its end. */
TEST(blocks_of_bar0, NULL, close_world)
{
    static const uint8_t bytes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };

    open_bars();
    for (unsigned size = 1; size <= 12; size++) {
        uint8_t back[13];

        for (unsigned i = 0; i < 16; i += 4)
            wr(SCRATCH + i, 0xeeeeeeee);
        model_write_block(world.card, 0, SCRATCH, bytes, size);
        for (unsigned i = 0; i < (size + 3u) / 4; i++)
            for (unsigned byte = 0; byte < 4; byte++)
                assert_int_equal(4 * i + byte < size ? bytes[4 * i + byte] : 0xee,
                                 rd(SCRATCH + 4 * i) >> 8 * byte & 0xff);
        assert_int_equal(0xeeeeeeee, rd(SCRATCH + (size + 3) / 4 * 4));
        memset(back, 0x77, sizeof(back));
        model_read_block(world.card, 0, SCRATCH, back, size);
        assert_memory_equal(bytes, back, size);
        assert_int_equal(0x77, back[size]);
    }
}

/* Through BAR1, BAR2 and the window in BAR0, to its last byte; seen through BAR1. */
TEST(blocks_of_memory, NULL, close_world)
{
    static const uint8_t bytes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };
    static const struct {
        unsigned bar, at;
        uint64_t vram;
    } rows[] = { { 0, WINDOW, DATA },
                 { 0, WINDOW + 4, DATA + 4 },
                 { 0, WINDOW + 0x1001, DATA + 0x1001 },
                 { 0, WINDOW + 0xffff4, DATA + 0xffff4 },
                 { 1, 0x200003, 0x200003 },
                 { 3, 0x300005, 0x300005 } };

    open_bars();
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        for (unsigned size = 1; size <= 12; size++) {
            uint8_t back[13];

            for (unsigned k = 0; k < 12; k++)
                model_write(world.card, rows[i].bar, rows[i].at + k, 0xee, 1);
            model_write_block(world.card, rows[i].bar, rows[i].at, bytes, size);
            for (unsigned k = 0; k < 12; k++)
                assert_pairs(k < size ? bytes[k] : 0xee, read_of(1, rows[i].vram + k, 1),
                             k < size ? bytes[k] : 0xee, read_of(rows[i].bar, rows[i].at + k, 1));
            memset(back, 0x77, sizeof(back));
            model_read_block(world.card, rows[i].bar, rows[i].at, back, size);
            assert_memory_equal(bytes, back, size);
            assert_int_equal(0x77, back[size]);
        }
}

/* Defects of BAR1: 8 bytes that were read once come again as they were; page 0x9ab shows the page before it. An access
 * of any size is so in its own bytes. */
TEST(bar1_shows_older_or_other_bytes, NULL, close_world)
{
    for (unsigned n = 0; n < 64; n++) {
        const uint64_t at = DATA + 64 * n + n % 8, size = 1 + n / 8;
        uint8_t seen[8];

        if (!n) {
            open_with("window-reads-kept", NULL);
            build_space();
            bind_bar(1, BLOCK(0));
        }
        for (unsigned turn = 1; turn < 3; turn++) {
            for (unsigned i = 0; i < 16; i += 4)
                put(DATA + 64 * n + i, 0x03020100 * turn + 0x04040404 * turn * (i / 4));
            model_read_block(world.card, 1, at, seen, size);
            for (unsigned i = 0; i < size; i++)
                assert_int_equal((n % 8 + size > 8 ? turn : 1) * (n % 8 + i), seen[i]);
        }
    }
    open_with("window-page-twice", NULL);
    build_space();
    bind_bar(1, BLOCK(0));
    for (unsigned page = 0x9a9; page < 0x9ae; page++)
        put_all(0x1000 * page, page, 0x1000 * page + 0xffc, ~page);
    for (unsigned page = 0x9aa; page < 0x9ae; page++) {
        uint32_t seen[2];

        model_read_block(world.card, 1, 0x1000 * page - 4, seen, sizeof(seen));
        assert_pairs(~(page == 0x9ac ? 0x9aa : page - 1), seen[0], page == 0x9ab ? 0x9aa : page,
                     seen[1]);
    }
}

/* A block that begins in the window and ends past it, in PCCSR, is taken word by word. */
TEST(a_block_across_the_end, NULL, close_world)
{
    uint8_t back[8];

    open_bars();
    wr_all(REF_PMC_ENABLE, 0xffffffff, REF_PCCSR_CHANNEL_INST(0), 0, WINDOW + 0xffffc, 0x01020304);
    model_read_block(world.card, 0, WINDOW + 0xffffc, back, 8);
    assert_pairs(4, back[0], 1, back[3]);
    assert_true(is_traced("r 800000 "));
    assert_int_equal(rd(REF_PCCSR_CHANNEL_INST(0)) & 0xff, back[4]);
}

/* The I/O BAR, and a place behind BAR0's end, give ones and take nothing. */
TEST(nobody_is_behind_the_ports, NULL, close_world)
{
    uint8_t back[8] = { 0 };

    open_bars();
    wr(SCRATCH, 0);
    assert_int_equal(0xffffffff, read_of(5, 0, 4) & 0xffffffff);
    assert_int_equal(0xffffffff, read_of(0, 0x1000000, 4) & 0xffffffff);
    model_write(world.card, 5, 0x1580, 0x1234, 4);
    model_write_block(world.card, 5, 0x1580, "abcd", 4);
    assert_int_equal(0, rd(SCRATCH));
    model_read_block(world.card, 5, 0, back, 8);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(0xff, back[i]);
}

/* §8.5: 0x6013d4 has an index, and 0x6013d5 the byte that it selects; each takes bytes alone. */
TEST(vga_has_256_bytes, NULL, close_world)
{
    open_bars();
    for (unsigned last = 0; last < 2; last++)
        for (unsigned i = 0; i < 256; i++) {
            model_write(world.card, 0, REF_VGA_INDEX, i, 1);
            if (!last)
                model_write(world.card, 0, REF_VGA_DATA, i ^ 0x5a, 1);
            assert_pairs(i, read_of(0, REF_VGA_INDEX, 1), i ^ 0x5a, read_of(0, REF_VGA_DATA, 1));
        }
}

/* A link that is trained anew has the speed that was asked for, up to 8 GT/s (3), and 16 lanes; a broken one 8. */
TEST(a_link_is_trained_anew, NULL, close_world)
{
    for (unsigned broken = 0; broken < 2; broken++) {
        open_world(&(struct model_config){ .defects = broken ? "pci-retrain-narrows" : NULL });
        for (unsigned speed = 1; speed < 6; speed++) {
            model_retrain(world.card, speed);
            const uint32_t status = model_config_read(world.card, 0x88, 4);
            assert_pairs(speed < 3 ? speed : 3, status >> 16 & 0xf, broken ? 8 : 16,
                         status >> 20 & 0x3f, 0x1000, status >> 16 & 0xfc00);
        }
    }
}

/* A packet that is repeated is a correctable error of the device's status, bit 16, and of AER a bad packet, bit 6 at 0x430.
 * Writes of 1 clear either, and writes of 0 nothing. */
TEST(repeated_packets_are_told, NULL, close_world)
{
    static const uint32_t words[][2] = { { 0x80, 0x10000 }, { 0x430, 0x40 } };

    open_with("pci-link-errors", NULL);
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t before = model_config_read(world.card, words[i][0], 4) & ~words[i][1];

        (void)bar_get(1, 0);
        for (unsigned ones = 0; ones < 2; ones++) {
            assert_int_equal(before | words[i][1], model_config_read(world.card, words[i][0], 4));
            model_config_write(world.card, words[i][0], before | (ones ? words[i][1] : 0), 4);
        }
        assert_int_equal(before, model_config_read(world.card, words[i][0], 4));
    }
}

/* §2.2: a power cycle forgets BARs' blocks, BAR0's window with what it shows, faults, interrupts, configuration. */
TEST(a_reset_forgets_windows, NULL, close_world)
{
    static uint32_t words[1024];

    open_world(NULL);
    build_space();
    bind_bar(1, BLOCK(0));
    (void)bar_get(1, SMALL);
    assert_int_equal(0x80000000, rd(REF_PFB_PRI_MMU_FAULT_STATUS) & 0x80000000);
    wr_all(REF_PMC_INTR_EN_SET(0), 0x80000000, REF_PMC_INTR_SW(0), 1);
    assert_true(world.asserted);
    const uint32_t ctrl = rd(REF_PFB_PRI_MMU_CTRL);
    for (unsigned i = 0; i < 33; i++) /* more than the FIFO takes */
        wr(REF_PFB_PRI_MMU_INVALIDATE, 0x80000001);
    assert_int_not_equal(ctrl, rd(REF_PFB_PRI_MMU_CTRL));
    for (unsigned i = 0; i < 1000; i++) /* the window is worth it then */
        (void)get(DATA);
    assert_int_equal(1, world.aliases);
    wr(REF_PBUS_BAR0_WINDOW, (uint32_t)(DATA >> 16));
    model_write(world.card, 0, REF_VGA_INDEX, 7, 1);
    for (unsigned i = 2; i < ARRAY_SIZE(words); i++) {
        words[i] = model_config_read(world.card, 4 * i, 4);
        model_config_write(world.card, 4 * i, UINT32_MAX, 4);
    }
    model_reset(world.card);
    for (unsigned i = 2; i < ARRAY_SIZE(words); i++)
        assert_int_equal(words[i], model_config_read(world.card, 4 * i, 4));
    model_config_write(world.card, 4, 6, 2);
    assert_pairs(0, world.aliases, 0, rd(REF_PFB_PRI_MMU_FAULT_STATUS), 0,
                 rd(REF_PMC_INTR_EN(0)) | rd(REF_PMC_INTR(0)), ctrl, rd(REF_PFB_PRI_MMU_CTRL));
    assert_pairs(0x3f0 /* where the VBIOS leaves it */, rd(REF_PBUS_BAR0_WINDOW), 0x3f00,
                 rd(REF_PBUS_BAR1_BLOCK), 0, rd(REF_PBUS_BIND_STATUS), 0, read_of(0, 0x6013d4, 1));
    assert_int_equal(1, model_changed(world.card, NULL, NULL)); /* the command alone */
}
