/* Places that no unit's test reaches: registers of a started card, words that a knob posts, changed registers. */
#include "tests/model/nv50/graph/pgraph_rig.h"

#define MIB UINT64_C(0x100000)

/* Knob remap_posted=set: each of the eight words has a bit of its own. Any word that is not 0 moves BAR1 by 64 KiB. */
TEST(remap_words_are_posted)
{
    for (unsigned set = 0; set < 2; set++) {
        open_core("g84", NULL, set ? "remap_posted=set" : NULL);
        for (uint32_t i = 0; i < 8; i++)
            assert_int_equal(rd(REF_PBUS_REMAP + 4 * i), set << i);
        PUT(vram_wr, 0x2000, 0x11111111, 0x12000, 0x22222222);
        for (uint32_t i = 0; i < 8; i++) {
            assert_int_equal(model_read(card, 1, 0x2000, 4), set ? 0x22222222 : 0x11111111);
            assert_int_equal(model_read(card, 1, 0x12000, 4), set ? 0x11111111 : 0x22222222);
            assert_int_equal(model_read(card, 3, 0x2000, 4), 0x11111111);
            wr(REF_PBUS_REMAP + 4 * i, 0);
        }
        assert_int_equal(model_read(card, 1, 0x2000, 4), 0x11111111);
    }
}

/* A card gets hot by work that nobody tells PTHERM of: whoever reads its interrupts or its states finds it crossed. */
TEST(reads_find_a_card_that_has_become_hot)
{
    static const uint32_t registers[] = { 0x20100, 0x20000 };

    for (unsigned i = 0; i < ARRAY_SIZE(registers); i++) {
        open_core("g84", "board-hot:start=60,copies=1000", NULL);
        wr(REF_PTHERM_THRESHOLD_2, 70); /* threshold 2: interrupt 4, state 22 */
        PUT(wr, REF_PTHERM_CTRL_0, 0xffff, REF_PTHERM_INTR, 0xffffffff);
        assert_int_equal(rd(REF_PTHERM_INTR), 0);
        nv50_of(card)->copied_within += 20 * MIB;
        assert_pairs(0, nv50_of(card)->shell.wake_ns, 1, rd(registers[i]) >> (i ? 22 : 4) & 1);
    }
}

/* A line's nibble: bit 0 the driven level, bit 1 whether it is driven, bit 2 the level (board-sensors.md §2.4). Lines
 * 10 and 11 are the core's voltage, 2 on this board, and a resistor pulls the second one up. */
TEST(lines_show_their_level, NULL, close_card)
{
    static const uint32_t seen[2][4] = { { 0x0, 0x1, 0x2, 0x7 }, { 0x4, 0x5, 0x2, 0x7 } };

    open_core("g84", NULL, NULL);
    assert_int_equal(rd(REF_PNVIO_GPIO_8) >> 8 & 0xff, 0x72);
    for (uint32_t line = 0; line < 2; line++)
        for (uint32_t nibble = 0; nibble < 4; nibble++) {
            wr(REF_PNVIO_GPIO_8, nibble << (8 + 4 * line));
            assert_int_equal(rd(REF_PNVIO_GPIO_8) >> (8 + 4 * line) & 0xf, seen[line][nibble]);
            assert_int_equal(rd(REF_PNVIO_GPIO_8) >> (12 - 4 * line) & 0xf, line ? 0 : 4);
        }
}

/* A MacBook with MCP89 has told its driver of both writes; MCP77 and MCP79 take them (tesla-mmio.md §3.6.5). */
TEST(mcp89_has_no_poller, NULL, close_card)
{
    open_core("mcp89", NULL, NULL);
    for (uint32_t at = 0x100c18; at <= 0x100c1c; at += 4) {
        PUT(wr, REF_PBUS_INTR, 0xffffffff, at, 0x807f);
        assert_pairs(0, rd(at), 8, rd(REF_PBUS_INTR), at | 2, rd(REF_PTIMER_MMIO_FAULT_ADDR));
        assert_int_equal(rd(REF_PTIMER_MMIO_FAULT_DATA), 0x807f);
    }
    open_core("mcp79", NULL, NULL);
    wr(REF_PFB_POLLER_DNISO, 0x807f);
    assert_pairs(0x807f, rd(REF_PFB_POLLER_DNISO), 0, rd(REF_PBUS_INTR));
}

/* A card's state when a driver comes: a G94's words after its scripts, and values seen on G84 and G86 (devinit.md
 * §3.5); MCP79's PMC_ENABLE keeps these bits of ones (tesla-mmio.md §3.1). */
TEST(started_cards_look_as_real_ones, NULL, close_card)
{
    /* clang-format off */
    static const struct { const char *chip; uint32_t at, value; } rows[] = {
        { "g94", 0x200, 0xc0110111 }, { "g94", REF_PBUS_HWUNITS_0, 0xf30f000f },
        { "g94", REF_PTIMER_CLOCK_SOURCE, 9 }, { "g94", REF_PTIMER_CLOCK_DIV, 0x144 },
        { "g94", REF_PTIMER_CLOCK_MUL, 0x7d }, { "g94", REF_PFB_CFG0, 0x1000 }, { "g94", REF_PFB_CFG1, 0x01449000 },
        { "g94", REF_PFB_BANKCFG, 1 }, { "g94", REF_PFB_RAM_TYPE, 0x00033222 },
        { "g94", REF_PFB_REFCTRL, 0x80000001 }, { "g94", REF_PFB_TIMINGS, 0x0c1e362c },
        { "g94", REF_PFB_TIMINGS + 4 * 9, 0x186 }, { "g94", REF_PFB_TIMINGS_10, 0x110f0309 },
        { "g94", REF_PFB_MODE_REGS + 4, 0x100208 }, { "g94", REF_PBUS_HWUNITS_1, 0x1c },
        { "g84", REF_PTHERM_INTR, 0x1e1 }, { "g86", REF_PTHERM_INTR, 0xe1 }, { "mcp79", 0x200, 0xc0110111 },
        { "g80", 0, 0x450000a2 }, { "g98", 0, 0x298000a2 }, { "mcp89", REF_PFB_FAKEFB_BASE, 0x6f000 },
        { "mcp79", REF_PFB_FAKEFB_BASE, 0x40000 },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        new_core((struct model_host){ 0 },
                 &(struct model_config){ .chip = &chipset_named(rows[i].chip)->chip });
        if (rd(rows[i].at) != rows[i].value)
            fail_msg("%s, 0x%x: 0x%08x, expected 0x%08x", rows[i].chip, rows[i].at, rd(rows[i].at),
                     rows[i].value);
        if (i == 0)
            assert_true(rd(REF_PFB_POLLER_PLACE) >> 31 && rd(REF_PSTRAPS_1_PRIMARY) >> 31);
    }
    open_core("mcp79", NULL, NULL);
    assert_int_equal(rd(REF_PMC_ENABLE), 0xdff3d113);
}

/* tesla-mmio.md §3.9, value by value. */
TEST(peephole_pairs_and_freeform, NULL, close_card)
{
    static const struct {
        const char *chip;
        uint32_t write, rw;
    } ports[] = { { "g80", 0x1560, 0x1570 }, { "g84", 0x60000, 0x60010 } };

    for (unsigned i = 0; i < 2; i++) {
        const uint32_t write = ports[i].write, rw = ports[i].rw;
        open_core(ports[i].chip, NULL, NULL);
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
