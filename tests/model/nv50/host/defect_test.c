/* Windows that hide words or loop, clocks, straps, a fan and a hot card (docs/hardware/tesla-vm.md §1.2, tesla-mmio.md
 * §3.6, board.md §4, §6, devinit.md §7.2). The effect of each of these defects is a row of tests/defects.tsv. */
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

/* Straight in the model's memory, because PMEM itself may be broken. */
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
                wr(REF_PBUS_PMEM, 0);
                assert_int_equal(rd(REF_PMEM_WINDOW + at), hidden ? 0 : 0x51515151);
            }
            uint8_t end[8]; /* over the end of the hidden part, which is that of its word */
            model_read_block(card, 1, 0x1008, end, sizeof(end));
            for (unsigned i = 0; i < 8; i++)
                assert_int_equal(end[i], i < 4 && (broken || enabled) ? 0 : 0x51);
        }
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
        wr(REF_PBUS_BAR1, 0x80000600);
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

/* Ten words of timings, and only they, are 0 with the refresh off. */
TEST(timings_go_with_the_refresh, NULL, close_card)
{
    open_core("g84", "half-refresh", NULL);
    for (uint32_t at = 0x100220; at < 0x100248; at += 4)
        assert_int_equal(rd(at), 0);
    assert_int_not_equal(rd(REF_PFB_CFG1), 0);
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
    assert_int_equal(rd(REF_PCLOCK_GT215_MPLL), 0xa);
    wr(REF_PCLOCK_GT215_MPLL_COEF, 0x00031e01);
    clock_now += 1000000;
    assert_int_equal(rd(REF_PCLOCK_GT215_MPLL), 0xa);
    wr(REF_PCLOCK_GT215_MPLL, 0x20001);
    assert_int_equal(rd(REF_PCLOCK_GT215_MPLL), 1);
    clock_now += 90000;
    assert_int_equal(rd(REF_PCLOCK_GT215_MPLL), 1);
    clock_now += 20000;
    assert_int_equal(rd(REF_PCLOCK_GT215_MPLL), 0x20001);
    wr(REF_PCLOCK_GT215_MPLL_COEF, 0x00031e02);
    clock_now += 1000000;
    assert_int_equal(rd(REF_PCLOCK_GT215_MPLL), 1);
}

/* board.md §6, row h: bit 9 of 0x4080 says that the core's PLL is on, bit 8 that it has locked. */
TEST(a_pll_that_is_off_has_not_locked, NULL, close_card)
{
    open_core("g94", NULL, NULL);
    wr(REF_PCLOCK_NVPLL, 0);
    assert_int_equal(rd(REF_PCLOCK_STATUS), 0);
}

/* Bit 31 of a strap's register puts the other 31 in place of the sampled ones. */
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
    wr(REF_PNVIO_TACH_PERIOD, 27000000);
    assert_int_equal(rd(REF_PNVIO_TACH_PULSES), 0);
    wr(REF_PNVIO_TACH, 1);
    assert_int_equal(rd(REF_PNVIO_TACH_PULSES), 50);
    wr(REF_PNVIO_TACH_PERIOD, 54000000);
    assert_int_equal(rd(REF_PNVIO_TACH_PULSES), 100);
    close_card(NULL);
    open_core("gt215", NULL, "fan_tach=silent");
    wr(REF_PNVIO_TACH_PERIOD, 27000000);
    wr(REF_PNVIO_TACH, 1);
    assert_int_equal(rd(REF_PNVIO_TACH_PULSES), 0);
}

/* Lines 8 to 15 as inputs: of the two that ask for the core's voltage resistors pull the second one, line 11, up. A
 * driven line reads its driven level. */
TEST(lines_read_what_pulls_them)
{
    open_core("g84", NULL, NULL);
    wr(REF_PNVIO_GPIO_8, 0);
    assert_int_equal(rd(REF_PNVIO_GPIO_8), 0x00004000);
    wr(REF_PNVIO_GPIO_8, 0x00002300); /* 10 drives 1, 11 drives 0 */
    assert_int_equal(rd(REF_PNVIO_GPIO_8), 0x00002700);
    close_card(NULL);
    for (unsigned broken = 0; broken < 2; broken++) {
        open_core("g84", broken ? "fan-pwm-off" : NULL, NULL);
        assert_int_equal(rd(REF_PNVIO_PWM_DIVISOR_0) & 0xffff, 1350);
        assert_int_equal(rd(REF_PNVIO_PWM_DUTY_0) & 0xffff, broken ? 0 : 540);
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
    expect_milli(0, 139000); /* the largest value of a sensor */
    close_card(NULL);
    open_core("g84", "board-hot", NULL);
    expect_milli(0, 101000);
    expect_milli(10000, 101000);
    close_card(NULL);
    open_core("g84", "board-hot:start=30,fall=2", NULL);
    expect_milli(1000, 30000); /* colder than the card ever gets by itself */
}

/* Half a degree for each whole MiB that was copied; a smaller rest is kept for the next time. */
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
    assert_int_equal(rd(REF_PTHERM_RAW), 0xff980408);
    assert_int_equal(rd(REF_PTHERM_SENSOR) & 0x7fff, 1540);
    assert_int_equal(rd(REF_PTHERM_TEMPERATURE), 45);
}
