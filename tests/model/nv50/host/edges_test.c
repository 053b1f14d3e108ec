/* The device model at places that no test of a unit reaches: the state after a reset of the port above, words that a
 * knob posts, reads across an object's limit, registers that software finds changed, drawing that is refused. */
#include <string.h>

#include "model/nv50/host/ptherm.h"
#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/graph/pgraph_rig.h"

#define MIB UINT64_C(0x100000)

static void open_with(struct model_config config, const char *chip)
{
    const struct model_host host = { .dma_read = no_dma_read,
                                     .dma_write = no_dma_write,
                                     .clock_ns = clock_ns };
    char error[200];

    config.chip = &chipset_named(chip)->chip;
    card = model_new(&config, &host, error, sizeof(error));
    assert_non_null(card);
}

/* Nobody runs the VBIOS after a reset by the port above: a card with memory of its own has lost it until somebody starts it
 * again, an integrated chip has not. A power cycle is the machine's: its firmware starts the card. */
TEST(a_hot_reset_leaves_a_cold_card)
{
    static const char *const chips[] = { "g84", "mcp79" };

    for (unsigned i = 0; i < 2; i++) {
        open_core(chips[i], NULL, NULL);
        vram_wr(0x1000, 0x12345678);
        wr(REF_PBUS_SCRATCH, 0x55);
        model_hot_reset(card);
        assert_int_equal(rd(REF_PBUS_SCRATCH), 0);
        assert_int_equal(rd(0x200), i ? 0xc0110111 : 0x40110011);
        assert_int_equal(rd(REF_PFB_MEM_AMOUNT) != 0, i);
        vram_wr(0x1000, 0x12345678);
        assert_int_equal(vram_rd(0x1000), i ? 0x12345678 : 0xffffffff);
        model_reset(card);
        assert_int_equal(rd(0x200), 0xc0110111);
        wr(0x200, 0xffffffff);
        vram_wr(0x1000, 0x12345678);
        assert_int_equal(vram_rd(0x1000), 0x12345678);
        close_card(NULL);
    }
}

/* tesla-mmio.md §1.4: size and place of an IGP's stolen memory, >> 12, in configuration space and its mirror; bits 7:0 are
 * below the granularity of 1 MiB. Only cards without memory of their own have them. */
TEST(stolen_memory_has_a_size)
{
    for (unsigned cold = 0; cold < 2; cold++) {
        open_with((struct model_config){ .vram_size = 64 * MIB, .cold = cold }, "mcp79");
        assert_int_equal(model_config_read(card, 0xf8, 4), cold ? 0 : 0x4000);
        assert_int_equal(rd(0x100e14), cold ? 0 : 0x4000);
        assert_int_equal(model_config_read(card, 0xf4, 4) == 0, cold);
        assert_int_equal(rd(REF_PFB_FAKEFB_BASE), model_config_read(card, 0xf4, 4));
        for (uint32_t at = 0xf4; at <= 0xf8; at += 4) {
            model_config_write(card, at, 0xffffffff, 4);
            assert_int_equal(model_config_read(card, at, 4), 0xffffff00);
            model_config_write(card, at, 0, 4);
            assert_int_equal(model_config_read(card, at, 4), 0);
        }
        close_card(NULL);
    }
    open_core("g84", NULL, NULL);
    assert_int_equal(model_config_read(card, 0xf4, 4) | model_config_read(card, 0xf8, 4), 0);
    close_card(NULL);
}

/* Knob remap_posted=set: each of the eight words has a bit of its own. Any word that is not 0 moves BAR1 by 64 KiB. */
TEST(remap_words_are_posted)
{
    for (unsigned set = 0; set < 2; set++) {
        open_core("g84", NULL, set ? "remap_posted=set" : NULL);
        for (uint32_t i = 0; i < 8; i++)
            assert_int_equal(rd(REF_PBUS_REMAP + 4 * i), set << i);
        vram_wr(0x2000, 0x11111111);
        vram_wr(0x12000, 0x22222222);
        for (uint32_t i = 0; i < 8; i++) {
            assert_int_equal(model_read(card, 1, 0x2000, 4), set ? 0x22222222 : 0x11111111);
            assert_int_equal(model_read(card, 1, 0x12000, 4), set ? 0x11111111 : 0x22222222);
            assert_int_equal(model_read(card, 3, 0x2000, 4), 0x11111111);
            wr(REF_PBUS_REMAP + 4 * i, 0);
        }
        assert_int_equal(model_read(card, 1, 0x2000, 4), 0x11111111);
        close_card(NULL);
    }
}

/* One read of a block is as many accesses: words beyond the object's limit read ones, those before it are there. A
 * write ends there too. */
TEST(blocks_end_at_the_objects_limit)
{
    static const uint32_t limits[] = { 0x7ff, 0xfff, 0x17ff, 0x1fff };
    uint8_t bytes[0x3000];

    for (unsigned i = 0; i < ARRAY_SIZE(limits); i++) {
        const uint32_t end = limits[i] + 1;

        open_core("g84", NULL, NULL);
        for (uint32_t at = 0; at < 0x3000; at += 4)
            vram_wr(0x200000 + at, 0x11111111);
        const uint32_t object[6] = { 0x7fc10000, limits[i], 0x200000, 0, 0, 0 };
        for (uint32_t k = 0; k < 6; k++)
            vram_wr(0x106000 + 4 * k, object[k]);
        vram_wr(0x106004, 0x200000 + limits[i]);
        wr(REF_PBUS_CHANNEL, 0x40000000 | 0x100000 >> 12);
        wr(REF_PBUS_BAR1, 0x80000600);
        memset(bytes, 0x33, sizeof(bytes));
        model_read_block(card, 1, 0, bytes, sizeof(bytes));
        for (uint32_t at = 0; at < sizeof(bytes); at += 8)
            if (at + 8 <= end - 8 || at >= end) /* the last access may be cut by the limit */
                assert_int_equal(bytes[at], at < end ? 0x11 : 0xff);
        memset(bytes, 0x44, sizeof(bytes));
        model_write_block(card, 1, 0, bytes, sizeof(bytes));
        wr(REF_PBUS_BAR1, 0);
        for (uint32_t at = 0; at < sizeof(bytes); at += 8)
            if (at + 8 <= end - 8 || at >= end)
                assert_int_equal(vram_rd(0x200000 + at), at < end ? 0x44444444 : 0x11111111);
        close_card(NULL);
    }
}

/* The index of the CRTC's registers goes with PDISPLAY, bit 30 of PMC_ENABLE. */
TEST(the_crtc_index_is_reset, NULL, close_card)
{
    open_core("g84", NULL, NULL);
    model_write(card, 0, 0x6013d4, 0x42, 1);
    model_write(card, 0, 0x6013d5, 0x99, 1);
    assert_int_equal(model_read(card, 0, 0x6013d4, 1), 0x42);
    wr(0x200, 0xbfffffff);
    wr(0x200, 0xffffffff);
    assert_int_equal(model_read(card, 0, 0x6013d4, 1), 0);
    model_write(card, 0, 0x6013d4, 0x42, 1);
    assert_int_equal(model_read(card, 0, 0x6013d5, 1), 0);
}

/* A card gets hot by work that nobody tells PTHERM of: whoever reads its interrupts or its states finds it crossed. */
TEST(reads_find_a_card_that_has_become_hot)
{
    static const uint32_t registers[] = { 0x20100, 0x20000 };

    for (unsigned i = 0; i < ARRAY_SIZE(registers); i++) {
        open_core("g84", "board-hot:start=60,copies=1000", NULL);
        wr(REF_PTHERM_THRESHOLD_2, 70); /* threshold 2: interrupt 4, state 22 */
        wr(REF_PTHERM_CTRL_0, 0xffff);
        wr(REF_PTHERM_INTR, 0xffffffff);
        assert_int_equal(rd(REF_PTHERM_INTR), 0);
        nv50_of(card)->copied_within += 20 * MIB;
        assert_int_equal(nv50_of(card)->wake_ns, 0);
        assert_int_equal(rd(registers[i]) >> (i ? 22 : 4) & 1, 1);
        close_card(NULL);
    }
}

/* The defect without a parameter: neither work nor copies nor rest change its 101 degrees. */
TEST(a_hot_board_stays_as_hot, NULL, close_card)
{
    open_core("g84", "board-hot", NULL);
    nv50_of(card)->copied_within += UINT64_C(1) << 36;
    ptherm_load(nv50_of(card));
    clock_now += 99000000;
    assert_int_equal(ptherm_celsius(nv50_of(card)), 101);
    assert_int_equal(nv50_of(card)->thermal->milli, 101000);
    clock_now += UINT64_C(9000000000);
    assert_int_equal(ptherm_celsius(nv50_of(card)), 101);
    assert_int_equal(nv50_of(card)->thermal->milli, 101000);
}

/* board-sensors.md §2.1: a VBIOS leaves the port that has sensors idle, 7; bits 3:2 are 2 where the card's own processor has
 * it, from GT215 on. Nobody pulls at the wires of the others. Knob i2c_posted. */
TEST(ports_of_sensors_are_left_idle)
{
    static const struct {
        const char *chip, *knobs;
        bool cold;
        uint32_t port;
    } rows[] = {
        { "g84", NULL, false, 7 },
        { "g84", NULL, true, 3 },
        { "g98", NULL, false, 3 },
        { "mcp79", NULL, false, 3 },
        { "gt215", NULL, false, 7 },
        { "gt215", "i2c_posted=pmu", false, 0xb },
        { "g84", "i2c_posted=pmu", false, 7 },
        { "gt215", "i2c_posted=pmu", true, 3 },
        { "g84", "i2c_posted=blind", false, 4 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_with((struct model_config){ .knobs = rows[i].knobs, .cold = rows[i].cold },
                  rows[i].chip);
        assert_int_equal(rd(0xe138) & 0xf, rows[i].port);
        assert_int_equal(rd(0xe150) & 0xf, 3);
        close_card(NULL);
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

/* 0x154c says which units there are: bit 2 the display (devinit.md §3), 5, 6 and 9 the video, security and copy engines
 * (tesla-engines.md §3.1), which this card has if somebody asks for them. G80 does not have the word. */
TEST(cards_say_which_units_they_have)
{
    for (unsigned media = 0; media < 2; media++) {
        open_with((struct model_config){ .media = media }, "g84");
        assert_int_equal(rd(REF_PBUS_HWUNITS_1), media ? 0x264 : 0x004);
        close_card(NULL);
        open_with((struct model_config){ .media = media }, "g80");
        assert_int_equal(rd(REF_PBUS_HWUNITS_1), 0);
        close_card(NULL);
    }
}

/* board.md §4: the sensor's result is never below 0; an offset of software's own, in half degrees, is 31:16 of 0x20010, used
 * with bit 1 of 0x2000c. */
TEST(nothing_is_colder_than_0, NULL, close_card)
{
    open_core("g84", NULL, NULL);
    assert_int_equal(rd(REF_PTHERM_TEMPERATURE), 45);
    wr(REF_PTHERM_SENSOR_CONFIG, 2);
    wr(REF_PTHERM_RAW_CONFIG, (uint32_t)-1000 << 16);
    assert_int_equal(rd(REF_PTHERM_TEMPERATURE), 0);
}

/* A channel that becomes current has its objects read again, even if it was current before; without one m2mf reaches
 * nothing: 0/3/4 and reason 5 (tesla-vm.md §2.2). */
TEST(a_current_channel_has_its_objects, NULL, close_card)
{
    bring_up("g84", NULL);
    put_object(0x1c, 0x0019003d, 0xffffffff);
    vram_wr(0x200000, 0x11111111);
    vram_wr(0x300000, 0x22222222);
    bind_m2mf(VRAM, 0x1c, VRAM);
    vram_wr(CHANNEL + 0x1c0 + 8, 0x100000); /* its base */
    copy(0x200000, 0x400000, 4, 4, 4, 1);
    assert_int_equal(vram_rd(0x400000), 0x11111111);
    wr(REF_PGRAPH_CTXCTL_CUR, 0x80000000 | CHANNEL >> 12);
    copy(0x200000, 0x400000, 4, 4, 4, 1);
    assert_int_equal(vram_rd(0x400000), 0x22222222);
    assert_int_equal(rd(REF_PFB_VM_FAULT) >> 31, 0);
    wr(REF_PGRAPH_CTXCTL_CUR, CHANNEL >> 12);
    copy(0x200000, 0x400004, 4, 4, 4, 1);
    assert_int_equal(rd(REF_PFB_VM_FAULT) >> 31, 1);
    wr(REF_PFB_VM_FAULT, 0x7ff);
    assert_int_equal(rd(REF_PFB_VM_FAULT_DATA), 4 << 12 | 3 << 8 | 5 << 4);
    wr(REF_PFB_VM_FAULT, 0x800007ff);
    send(0, 0x104, 0); /* nor does its record, 0/3/1 */
    send(0, 0x100, 0);
    assert_int_equal(rd(REF_PFB_VM_FAULT) >> 31, 1);
    assert_int_equal(rd(REF_PFB_VM_FAULT_DATA), 1 << 12 | 3 << 8 | 5 << 4);
}

/* Defects of the link: Link Status has the width in bits 25:20 of 0x88, 16 lanes without them; one trains with eight. */
TEST(links_may_be_narrow)
{
    static const struct {
        const char *defects;
        uint32_t first, retrained;
    } rows[] = { { NULL, 16, 16 }, { "pci-link-narrow", 1, 1 }, { "pci-retrain-narrows", 16, 8 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_core("g92", rows[i].defects, NULL);
        for (uint32_t speed = 1; speed < 4; speed++) {
            assert_int_equal(model_config_read(card, 0x88, 4) >> 20 & 0x3f,
                             speed == 1 ? rows[i].first : rows[i].retrained);
            model_retrain(card, speed);
            assert_int_equal(model_config_read(card, 0x88, 4) >> 16 & 0xf, speed < 2 ? speed : 2);
        }
        close_card(NULL);
    }
}

static void bind_2d(void)
{
    static const uint32_t words[][2] = {
        { 0x180, VRAM }, { 0x184, VRAM },       { 0x188, VRAM },       { 0x200, 0xe6 },
        { 0x204, 1 },    { 0x214, 256 },        { 0x218, 64 },         { 0x21c, 32 },
        { 0x220, 0 },    { 0x224, 0x300000 },   { 0x290, 0 },          { 0x29c, 0 },
        { 0x2b4, 0 },    { 0x2e8, 2 },          { 0x580, 4 },          { 0x584, 0xe6 },
        { 0x588, 0 },    { 0x2a4, 0xffffffff }, { 0x2a8, 0xffffffff },
    };

    send(1, 0, ENG2D);
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
        send(1, words[i][0], words[i][1]);
}

/* Draws one pixel; gives the error that PGRAPH records, 0: none. */
static uint32_t draw(void)
{
    send(1, 0x600, 0);
    send(1, 0x604, 0);
    send(1, 0x608, 1);
    send(1, 0x60c, 1);
    if (!(rd(REF_PGRAPH_INTR) & 1u << 20))
        return 0;
    const uint32_t error = rd(REF_PGRAPH_DATA_ERROR);
    wr(REF_PGRAPH_INTR, 1u << 20);
    return error;
}

/* tesla-mmio.md §5.8: a pattern of formats 4 and 5 and a color key are refused (3), but only where they count: a pattern in
 * operations 1 and 4, with truth tables of which the halves differ. Operations end with 6 (5). */
TEST(what_nobody_describes_is_refused, NULL, close_card)
{
    bring_up("g84", NULL);
    bind_2d();
    for (uint32_t format = 3; format < 6; format++) {
        send(1, 0x2e8, format);
        for (uint32_t rop = 0; rop < 0x100; rop += rop < 0x10 || rop >= 0xf0 ? 1 : 5) {
            send(1, 0x2a0, rop);
            for (uint32_t operation = 0; operation < 7; operation++) {
                const bool counts =
                    (operation == 1 || operation == 4) && rop >> 4 != (rop & 0xf) && format > 3;

                send(1, 0x2ac, operation);
                if (draw() != (counts ? 3 : 0))
                    fail_msg("pattern format %u, table %02x, operation %u", format, rop, operation);
            }
        }
    }
    send(1, 0x2e8, 2);
    send(1, 0x2a0, 0x0f);
    for (uint32_t select = 0; select < 4; select++) {
        send(1, 0x2b4, select);
        send(1, 0x2ac, 4);
        assert_int_equal(draw(), 0);
    }
    send(1, 0x2ac, 3);
    send(1, 0x29c, 1);
    assert_int_equal(draw(), 3);
    send(1, 0x29c, 0);
    assert_int_equal(draw(), 0);
    send(1, 0x200, 0x01); /* no format of 2D */
    assert_int_not_equal(draw(), 0);
}

/* A MacBook with MCP89 has told its driver of both writes; MCP77 and MCP79 take them (tesla-mmio.md §3.6.5). */
TEST(mcp89_has_no_poller, NULL, close_card)
{
    open_core("mcp89", NULL, NULL);
    for (uint32_t at = 0x100c18; at <= 0x100c1c; at += 4) {
        wr(REF_PBUS_INTR, 0xffffffff);
        wr(at, 0x807f);
        assert_int_equal(rd(at), 0);
        assert_int_equal(rd(REF_PBUS_INTR), 8);
        assert_int_equal(rd(REF_PTIMER_MMIO_FAULT_ADDR), at | 2);
        assert_int_equal(rd(REF_PTIMER_MMIO_FAULT_DATA), 0x807f);
    }
    close_card(NULL);
    open_core("mcp79", NULL, NULL);
    wr(REF_PFB_POLLER_DNISO, 0x807f);
    assert_int_equal(rd(REF_PFB_POLLER_DNISO), 0x807f);
    assert_int_equal(rd(REF_PBUS_INTR), 0);
}

/* A card's state when a driver comes: a G94's words after its scripts, and values seen on G84 and G86 (devinit.md
 * §3.5); MCP79's PMC_ENABLE keeps these bits of ones (tesla-mmio.md §3.1). */
TEST(started_cards_look_as_real_ones)
{
    static const struct {
        const char *chip;
        uint32_t at, value;
    } rows[] = {
        { "g94", 0x200, 0xc0110111 },
        { "g94", 0x1540, 0xf30f000f },
        { "g94", 0x9220, 9 },
        { "g94", 0x9200, 0x144 },
        { "g94", 0x9210, 0x7d },
        { "g94", 0x100200, 0x1000 },
        { "g94", 0x100204, 0x01449000 },
        { "g94", 0x100250, 1 },
        { "g94", 0x100714, 0x00033222 },
        { "g94", 0x100210, 0x80000001 },
        { "g94", 0x100220, 0x0c1e362c },
        { "g94", 0x100244, 0x186 },
        { "g94", 0x100248, 0x110f0309 },
        { "g94", 0x1002c4, 0x100208 },
        { "g94", 0x154c, 0x1c },
        { "g84", 0x20100, 0x1e1 },
        { "g86", 0x20100, 0xe1 },
        { "mcp79", 0x200, 0xc0110111 },
        { "g80", 0, 0x450000a2 },
        { "g98", 0, 0x298000a2 },
        { "mcp89", 0x100e10, 0x6f000 },
        { "mcp79", 0x100e10, 0x40000 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct model_host host = { .clock_ns = clock_ns };
        const struct model_config config = { .chip = &chipset_named(rows[i].chip)->chip };
        char error[200];

        card = model_new(&config, &host, error, sizeof(error));
        assert_non_null(card);
        if (rd(rows[i].at) != rows[i].value)
            fail_msg("%s, 0x%x: 0x%08x, expected 0x%08x", rows[i].chip, rows[i].at, rd(rows[i].at),
                     rows[i].value);
        if (i == 0)
            assert_true(rd(REF_PFB_POLLER_PLACE) >> 31 && rd(0x10100c) >> 31);
        close_card(NULL);
    }
    open_core("mcp79", NULL, NULL);
    assert_int_equal(rd(0x200), 0xdff3d113);
    close_card(NULL);
}
