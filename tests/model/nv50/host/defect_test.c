/* What the defects of windows, of memory's registers, of clocks and of a hot card change, and that they change nothing
 * else (model/nv50/base/defect_list.h); with them what a good card does there (docs/hardware/tesla-vm.md §1.2,
 * tesla-mmio.md §3.6, board.md §4, §6, devinit.md §7.2). */
#include <stdio.h>
#include <string.h>

#include "model/nv50/host/ptherm.h"
#include "model/nv50/host/windows.h"
#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/core_rig.h"

#define CHANNEL 0x10000u
#define OTHER   0x20000u

/* ---- windows --------------------------------------------------------------------------------- */

/* Behind the card's back: PMEM may be what is broken. */
static void put32(uint64_t at, uint32_t word)
{
    uint64_t size;
    uint8_t *const vram = model_vram(card, &size);

    assert_true(at + 4 <= size);
    memcpy(vram + at, &word, sizeof(word));
}

/* VRAM from `base` on, for anybody. */
static void put_object(uint32_t channel, uint32_t selector, uint32_t base)
{
    const uint32_t at = channel + selector * 16;

    put32(at, 0x00190000);
    put32(at + 4, base + 0xffff);
    put32(at + 8, base);
    put32(at + 12, 0);
    put32(at + 16, 0);
    put32(at + 20, 0);
}

/* BAR1, BAR3 and PEEPHOLE, which has a channel of its own; at byte 0x40 of each place stands its address. */
static void bind_windows(void)
{
    static const uint32_t places[] = { 0,       0x1000,  0x50000,  0x54000, 0x60000,
                                       0x68000, 0x70000, 0x100000, 0x1f0000 };

    for (unsigned i = 0; i < ARRAY_SIZE(places); i++)
        put32(places[i] + 0x40, places[i] + 0x40);
    put_object(CHANNEL, 0x600, 0x50000);
    put_object(CHANNEL, 0x602, 0x54000);
    put_object(CHANNEL, 0x610, 0x60000);
    put_object(CHANNEL, 0x620, 0x70000);
    put_object(OTHER, 0x620, 0x68000);
    wr(REF_PBUS_CHANNEL, 0x40000000 | CHANNEL >> 12);
    wr(REF_PBUS_CHANNEL, OTHER >> 12);
    wr(0x1708, 0x80000600);
    wr(0x170c, 0x80000610);
    wr(0x1710, 0x80000620);
}

static uint32_t read_bar(unsigned bar)
{
    return (uint32_t)model_read(card, bar, 0x40, 4);
}

static uint32_t read_peephole(void)
{
    wr(0x60010, 0x40);
    return rd(0x60014);
}

static uint32_t read_pmem(uint32_t word)
{
    wr(0x1700, word);
    return rd(0x700040);
}

/* Bound to objects, bound anew, without translation, and PMEM at 0x1f0000, in VRAM and in system memory, where nobody
 * is: each by what it reads. */
TEST(a_window_shows_what_the_defect_lets_it)
{
    /* clang-format off */
    static const struct {
        const char *defects;
        uint32_t bar1, bar3, peephole, again, straight_1, straight_3, straight_peephole, pmem, system;
    } rows[] = {
        { NULL, 0x50040, 0x60040, 0x68040, 0x54040, 0x40, 0x40, 0x40, 0x1f0040, 0xffffffff },
        { "window-selectors-swapped", 0x60040, 0x50040, 0x68040, 0x60040, 0x40, 0x40, 0x40, 0x1f0040, 0xffffffff },
        { "window-bar1-mode-ignored", 0x40, 0x60040, 0x68040, 0x40, 0x40, 0x40, 0x40, 0x1f0040, 0xffffffff },
        { "window-straight-off", 0x50040, 0x60040, 0x68040, 0x54040, 0x1040, 0x1040, 0x1040, 0x1f0040, 0xffffffff },
        { "window-pmem-granule", 0x50040, 0x60040, 0x68040, 0x54040, 0x40, 0x40, 0x40, 0x100040, 0xffffffff },
        { "window-pmem-target-ignored", 0x50040, 0x60040, 0x68040, 0x54040, 0x40, 0x40, 0x40, 0x1f0040, 0x1f0040 },
        { "vm-other-channel", 0x50040, 0x60040, 0x70040, 0x54040, 0x40, 0x40, 0x40, 0x1f0040, 0xffffffff },
        { "tlb-stale-object", 0x50040, 0x60040, 0x68040, 0x50040, 0x40, 0x40, 0x40, 0x1f0040, 0xffffffff },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_core("g84", rows[i].defects, NULL);
        bind_windows();
        assert_int_equal(read_bar(1), rows[i].bar1);
        assert_int_equal(read_bar(3), rows[i].bar3);
        assert_int_equal(read_peephole(), rows[i].peephole);
        wr(0x1708, 0x80000602);
        assert_int_equal(read_bar(1), rows[i].again);
        assert_int_equal(read_bar(3), rows[i].bar3 == 0x50040 ? 0x54040 : rows[i].bar3);
        wr(0x1708, 0);
        wr(0x170c, 0);
        wr(0x1710, 0);
        assert_int_equal(read_bar(1), rows[i].straight_1);
        assert_int_equal(read_bar(3), rows[i].straight_3);
        assert_int_equal(read_peephole(), rows[i].straight_peephole);
        assert_int_equal(read_pmem(0x1f), rows[i].pmem);
        assert_int_equal(read_pmem(0x0200001f), rows[i].system);
        close_card(NULL);
    }
}

/* 0x300 and 0x304: words 0x1004 to 0x1008 read as 0 through any window, if bit 31 of the first is set. */
TEST(hidden_words_are_hidden_without_being_asked)
{
    for (unsigned broken = 0; broken < 2; broken++) {
        open_core("g84", broken ? "window-hide-stuck" : NULL, NULL);
        for (uint32_t at = 0x1000; at <= 0x100c; at += 4)
            put32(at, 0x51515151);
        for (unsigned enabled = 0; enabled < 2; enabled++) {
            wr(0x304, 0x1009);
            wr(0x300, 0x1006 | enabled << 31);
            for (uint32_t at = 0x1000; at <= 0x100c; at += 4) {
                const bool hidden = (broken || enabled) && (at == 0x1004 || at == 0x1008);

                assert_int_equal(model_read(card, 1, at, 4), hidden ? 0 : 0x51515151);
                wr(0x1700, 0);
                assert_int_equal(rd(0x700000 + at), hidden ? 0 : 0x51515151);
            }
            uint8_t end[8]; /* over the end of what is hidden, which is that of its word */
            model_read_block(card, 1, 0x1008, end, sizeof(end));
            for (unsigned i = 0; i < 8; i++)
                assert_int_equal(end[i], i < 4 && (broken || enabled) ? 0 : 0x51);
        }
        close_card(NULL);
    }
}

/* A store through BAR1 without translation lands a page higher, with the defect. */
TEST(stores_land_where_reads_look)
{
    for (unsigned broken = 0; broken < 2; broken++) {
        open_core("g84", broken ? "window-straight-off" : NULL, NULL);
        put32(0x80, 0);
        put32(0x1080, 0);
        model_write(card, 1, 0x80, 0x12345678, 4);
        wr(0x1700, 0);
        assert_int_equal(rd(0x700080), broken ? 0 : 0x12345678);
        assert_int_equal(rd(0x701080), broken ? 0x12345678 : 0);
        close_card(NULL);
    }
}

static bool zeros(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    (void)opaque, (void)address, (void)snoop;
    memset(bytes, 0, size);
    return true;
}

/* Page 0 is in system memory, page 1 in VRAM: a read of both that the bus does not serve is all ones. */
TEST(a_read_that_loops_has_no_answer)
{
    static const char *const knobs[] = { NULL, "loop_reads=time_out" };

    for (unsigned i = 0; i < 2; i++) {
        const struct model_host host = { .dma_read = zeros,
                                         .dma_write = no_dma_write,
                                         .clock_ns = clock_ns };
        const struct model_config config = { .chip = &chipset_named("g84")->chip,
                                             .seed = 1,
                                             .knobs = knobs[i] };
        uint8_t bytes[8], expected[8] = { 0, 0, 0, 0, 0x44, 0x33, 0x22, 0x11 };
        char error[200];

        card = model_new(&config, &host, error, sizeof(error));
        assert_non_null(card);
        model_config_write(card, 4, 6, 2);
        put32(CHANNEL + 0x200, 0x40003);
        put32(CHANNEL + 0x204, 0);
        put32(0x40000, 0x00100021);
        put32(0x40004, 0);
        put32(0x40008, 0x00050001);
        put32(0x4000c, 0);
        put32(0x50000, 0x11223344);
        put_object(CHANNEL, 0x600, 0);
        put32(CHANNEL + 0x6000, 0x7fc00000);
        put32(CHANNEL + 0x6014, 0x80000);
        wr(REF_PBUS_CHANNEL, 0x40000000 | CHANNEL >> 12);
        wr(0x1708, 0x80000600);
        if (i == 1)
            memset(expected, 0xff, sizeof(expected));
        model_read_block(card, 1, 0xffc, bytes, sizeof(bytes));
        assert_memory_equal(bytes, expected, sizeof(bytes));
        model_read_block(card, 1, 0x1000, bytes, 4); /* VRAM alone is served */
        assert_int_equal(bytes[0], 0x44);
        close_card(NULL);
    }
}

static char lines[200];

static void take_line(void *opaque, const char *text)
{
    const size_t length = strlen(lines);

    (void)opaque;
    snprintf(lines + length, sizeof(lines) - length, "%s|", text);
}

TEST(channels_that_are_left_are_told, NULL, close_card)
{
    open_core("g84", NULL, NULL);
    lines[0] = 0;
    assert_int_equal(windows_changed(nv50_of(card), take_line, NULL), 0);
    wr(REF_PBUS_CHANNEL, 0x40000000 | CHANNEL >> 12);
    wr(REF_PBUS_CHANNEL, OTHER >> 12);
    assert_int_equal(windows_changed(nv50_of(card), NULL, NULL), 2);
    assert_int_equal(windows_changed(nv50_of(card), take_line, NULL), 2);
    assert_string_equal(lines, "channel of the BARs: 0x00000010, was 0x00000000|"
                               "channel of PEEPHOLE: 0x00000020, was 0x00000000|");
}

/* ---- registers ------------------------------------------------------------------------------- */

/* A register of a good card, and of one with the defect. G84 has two partitions of 128 MiB, G92 four. */
TEST(a_register_shows_what_the_defect_says)
{
    /* clang-format off */
    static const struct {
        const char *chip, *defects;
        uint32_t at, mask, good, broken;
    } rows[] = {
        { "g84", "pmc-parts-mismatch", 0x1540, 0xff0000, 0x30000, 0x70000 },
        { "g84", "pmc-parts-mismatch", 0x10020c, 0xffffffff, 0x10000000, 0x10000000 },
        { "g84", "pfb-parts-fewer", 0x1540, 0xff0000, 0x30000, 0x10000 },
        { "g84", "pfb-parts-fewer", 0x10020c, 0xffffffff, 0x10000000, 0x08000000 },
        { "g92", "pfb-parts-fewer", 0x1540, 0xff0000, 0xf0000, 0x70000 },
        { "g92", "pfb-parts-fewer", 0x10020c, 0xffffffff, 0x20000000, 0x18000000 },
        { "g84", "pfb-parts-shifted", 0x1540, 0xff0000, 0x30000, 0x60000 },
        { "g84", "pfb-parts-shifted", 0x10020c, 0xffffffff, 0x10000000, 0x10000000 },
        { "g84", "pfb-ranks-wrong", 0x100200, 4, 0, 4 },
        { "g84", "pfb-ram-type-wrong", 0x100714, 7, 2, 4 },
        { "g86", "pfb-ram-type-wrong", 0x100714, 7, 1, 4 },
        { "g84", "half-size", 0x10020c, 0xffffffff, 0x10000000, 0 },
        { "g84", "half-refresh", 0x100210, 0x80000000, 0x80000000, 0 },
        { "g84", "window-remap-set", 0x1900, 0xffffffff, 0, 1 },
        { "g84", "window-remap-set", 0x1904, 0xffffffff, 0, 0 },
        { "g84", "clock-above-levels", 0x400c, 0xffffffff, 0x1412, 0x2012 },
        { "g84", "clock-above-levels", 0x4008, 0xffffffff, 0x80000000, 0x80000000 },
        { "gt215", "clock-above-levels", 0x4004, 0xffffffff, 0x22801, 0x36401 },
        { "gt215", "clock-above-levels", 0x4000, 0xffffffff, 0x20001, 0x20001 },
        { "g94", "pll-unlocked", 0x4080, 0xffffffff, 0x300, 0x200 },
        { "gt215", "pll-unlocked", 0x4200, 0xffffffff, 0x20001, 1 },
        { "gt215", "pll-unlocked", 0x4000, 0xffffffff, 0x20001, 0x20001 },
        { "gt215", "pfb-subparts-invalid", 0x100268, 0x30000000, 0x30000000, 0x20000000 },
        { "gt215", "pfb-subparts-wrong", 0x100268, 0x30000000, 0x30000000, 0x10000000 },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        for (unsigned broken = 0; broken < 2; broken++) {
            open_core(rows[i].chip, broken ? rows[i].defects : NULL, NULL);
            const uint32_t seen = rd(rows[i].at) & rows[i].mask;

            if (seen != (broken ? rows[i].broken : rows[i].good))
                fail_msg("%s, %s %s: 0x%x reads 0x%x", rows[i].chip, broken ? "with" : "without",
                         rows[i].defects, rows[i].at, seen);
            close_card(NULL);
        }
}

/* CFG1, by its fields: columns 15:12, rows of rank A 19:16 and of rank B 23:20, banks 24: how far each is from what a
 * good card says. */
TEST(geometry_is_off_by_what_the_defect_says)
{
    static const struct {
        const char *defects;
        uint32_t columns, rows;
        bool banks;
    } rows[] = {
        { "pfb-columns-wrong", -1u, 1, false },
        { "pfb-rows-wrong", 0, 1, false },
        { "half-geometry", 0, 1, false },
        { "pfb-ranks-wrong", 0, 0, false },
    };
    static const char *const chips[] = { "g80", "g84", "gt215" };

    for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
        open_core(chips[c], NULL, NULL);
        const uint32_t good = rd(0x100204);
        close_card(NULL);
        assert_in_range(good >> 12 & 15, 5, 12);
        for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
            open_core(chips[c], rows[i].defects, NULL);
            assert_int_equal(rd(0x100204), good + (rows[i].columns << 12) + (rows[i].rows << 16) +
                                               (rows[i].rows << 20));
            close_card(NULL);
        }
        /* 8 banks of half as many columns where there are 4, or the reverse */
        open_core(chips[c], "pfb-banks-wrong", NULL);
        assert_int_equal(rd(0x100204), good >> 24 & 1 ? good - (1u << 24) + (1u << 12)
                                                      : good + (1u << 24) - (1u << 12));
        close_card(NULL);
    }
}

/* Ten words of timings, and only they, are 0 with the refresh off. */
TEST(timings_go_with_the_refresh, NULL, close_card)
{
    open_core("g84", "half-refresh", NULL);
    for (uint32_t at = 0x100220; at < 0x100248; at += 4)
        assert_int_equal(rd(at), 0);
    assert_int_not_equal(rd(0x100204), 0);
    close_card(NULL);
    open_core("g84", NULL, NULL);
    for (uint32_t at = 0x100220; at < 0x100248; at += 4)
        assert_int_not_equal(rd(at), 0);
}

/* ---- clocks, a strap, a fan ------------------------------------------------------------------ */

/* devinit.md §7.2: bit 17 comes 100 us after the PLL has got the coefficients of the board's memory (0x31e01 for the
 * first strap), enabled, neither off nor bypassed; it cannot be written. */
TEST(a_pll_locks_after_a_while, NULL, close_card)
{
    const struct model_host host = { .dma_read = no_dma_read,
                                     .dma_write = no_dma_write,
                                     .clock_ns = clock_ns };
    const struct model_config config = {
        .chip = &chipset_named("gt215")->chip, .seed = 1, .cold = true, .strap = 1
    };
    char error[200];

    card = model_new(&config, &host, error, sizeof(error));
    assert_non_null(card);
    assert_int_equal(rd(0x4000), 0xa);
    wr(0x4004, 0x00031e01);
    clock_now += 1000000;
    assert_int_equal(rd(0x4000), 0xa);
    wr(0x4000, 0x20001);
    assert_int_equal(rd(0x4000), 1);
    clock_now += 90000;
    assert_int_equal(rd(0x4000), 1);
    clock_now += 20000;
    assert_int_equal(rd(0x4000), 0x20001);
    wr(0x4004, 0x00031e02);
    clock_now += 1000000;
    assert_int_equal(rd(0x4000), 1);
}

/* board.md §6, row h: bit 9 of 0x4080 says that the core's PLL is on, bit 8 that it has locked. */
TEST(a_pll_that_is_off_has_not_locked, NULL, close_card)
{
    open_core("g94", NULL, NULL);
    wr(0x4028, 0);
    assert_int_equal(rd(0x4080), 0);
}

/* Bit 31 of a strap's register puts the other 31 in place of what was sampled. */
TEST(straps_can_be_overridden, NULL, close_card)
{
    open_core("g84", NULL, NULL);
    for (uint32_t at = 0x101000; at <= 0x10100c; at += 0xc) {
        const uint32_t sampled = rd(at);

        wr(at, 0x00000123);
        assert_int_equal(rd(at), sampled);
        wr(at, 0x80000123);
        assert_int_equal(rd(at), 0x80000123);
    }
}

/* 1500 turns a minute are 25 a second, of two pulses; 27000000 cycles of the crystal are a second. */
TEST(a_fans_pulses_are_counted, NULL, close_card)
{
    open_core("gt215", NULL, NULL);
    wr(0xe724, 27000000);
    assert_int_equal(rd(0xe728), 0);
    wr(0xe720, 1);
    assert_int_equal(rd(0xe728), 50);
    wr(0xe724, 54000000);
    assert_int_equal(rd(0xe728), 100);
    close_card(NULL);
    open_core("gt215", NULL, "fan_tach=silent");
    wr(0xe724, 27000000);
    wr(0xe720, 1);
    assert_int_equal(rd(0xe728), 0);
}

/* Lines 8 to 15 as inputs: of the two that ask for the core's voltage resistors pull the second one, line 11, up. A line
 * that is driven reads what it drives. */
TEST(lines_read_what_pulls_them)
{
    open_core("g84", NULL, NULL);
    wr(0xe108, 0);
    assert_int_equal(rd(0xe108), 0x00004000);
    wr(0xe108, 0x00002300); /* 10 drives 1, 11 drives 0 */
    assert_int_equal(rd(0xe108), 0x00002700);
    close_card(NULL);
    for (unsigned broken = 0; broken < 2; broken++) {
        open_core("g84", broken ? "fan-pwm-off" : NULL, NULL);
        assert_int_equal(rd(0xe114) & 0xffff, 1350);
        assert_int_equal(rd(0xe118) & 0xffff, broken ? 0 : 540);
        close_card(NULL);
    }
}

/* ---- a hot card ------------------------------------------------------------------------------ */

#define MS UINT64_C(1000000)

/* Of a degree the thousandth, after so long; a few looks at the clock take microseconds. */
static void expect_milli(uint64_t after_ms, uint64_t expected)
{
    struct nv50 *const nv50 = nv50_of(card);

    clock_now += after_ms * MS;
    const int celsius = ptherm_celsius(nv50);
    const uint64_t milli = nv50->thermal->milli;
    if (milli + 2 < expected || milli > expected + 2)
        fail_msg("%llu thousandths, expected %llu", (unsigned long long)milli,
                 (unsigned long long)expected);
    assert_int_equal(celsius, milli / 1000);
}

/* An access keeps the card at work for 100 ms. */
TEST(work_warms_and_rest_cools, NULL, close_card)
{
    clock_now += 1000 * MS; /* the clock's 0 counts as an access */
    open_core("g84", "board-hot:start=60,rise=10,fall=2", NULL);
    struct nv50 *const nv50 = nv50_of(card);

    expect_milli(0, 60000);
    expect_milli(1000, 58000);
    ptherm_load(nv50);
    expect_milli(50, 58500);
    expect_milli(150, 58800); /* 50 ms of work, 100 ms of rest */
    expect_milli(100000, 40000);
    for (unsigned i = 0; i < 20; i++) {
        ptherm_load(nv50);
        clock_now += 100 * MS;
    }
    expect_milli(0, 60000);
    for (unsigned i = 0; i < 100; i++) {
        ptherm_load(nv50);
        clock_now += 100 * MS;
    }
    expect_milli(0, 139000); /* what a sensor can say */
    close_card(NULL);
    open_core("g84", "board-hot", NULL);
    expect_milli(0, 101000);
    expect_milli(10000, 101000);
    close_card(NULL);
    open_core("g84", "board-hot:start=30,fall=2", NULL);
    expect_milli(1000, 30000); /* colder than the card ever gets by itself */
}

/* Half a degree for each whole MiB that was copied; what is less is left for the next time. */
TEST(copies_warm, NULL, close_card)
{
    open_core("g84", "board-hot:start=60,copies=500", NULL);
    struct nv50 *const nv50 = nv50_of(card);

    nv50->copied_within += 0x300000;
    expect_milli(0, 61500);
    nv50->copied_within += 0x180000;
    expect_milli(10, 62000);
    expect_milli(10, 62000);
    nv50->copied_within += 0x080000;
    expect_milli(10, 62500);
    nv50->copied_within += 0x20000000;
    expect_milli(10, 139000);
    close_card(NULL);
    open_core("g84", NULL, NULL);
    assert_int_equal(ptherm_celsius(nv50_of(card)), 45);
}

/* 0x408 / 16384 of a degree a step and -52 degrees at 0: 45 degrees are 1540 steps, the first at or above them. */
TEST(the_sensor_gives_whole_steps, NULL, close_card)
{
    open_core("g84", NULL, NULL);
    assert_int_equal(rd(0x20014), 0xff980408);
    assert_int_equal(rd(0x20008) & 0x7fff, 1540);
    assert_int_equal(rd(0x20400), 45);
}
