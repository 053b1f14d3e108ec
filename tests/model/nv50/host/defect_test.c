/* Windows that hide words or loop, clocks, straps, a fan and a hot card (docs/hardware/tesla-vm.md §1.2, tesla-mmio.md
 * §3.6, board.md §4, §6, devinit.md §7.2). The effect of each of these defects is a row of tests/defects.tsv. */
#include "model/nv50/host/ptherm.h"
#include "model/nv50/host/windows.h"
#include "tests/model/nv50/core_rig.h"

/* ---- windows --------------------------------------------------------------------------------- */

/* 0x300 and 0x304: words 0x1004 to 0x1008 read as 0 through any window, if bit 31 of the first is set. */
TEST(hidden_words_are_hidden_without_being_asked)
{
    for (unsigned broken = 0; broken < 2; broken++) {
        open_core("g84", broken ? "window-hide-stuck" : NULL, NULL);
        uint64_t size; /* straight in the model's memory, because PMEM itself may be broken */
        memset((uint8_t *)model_vram(card, &size) + 0x1000, 0x51, 0x10);
        for (unsigned enabled = 0; enabled < 2; enabled++) {
            PUT(wr, REF_PMC_VRAM_HIDE_HIGH, 0x1009, REF_PMC_VRAM_HIDE_LOW, 0x1006 | enabled << 31);
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
    }
}

/* ---- registers ------------------------------------------------------------------------------- */

/* Ten words of timings, and only they, are 0 with the refresh off. */
TEST(timings_go_with_the_refresh, NULL, close_card)
{
    open_core("g84", "half-refresh", NULL);
    for (uint32_t at = 0x100220; at < 0x100248; at += 4)
        assert_int_equal(rd(at), 0);
    assert_int_not_equal(rd(REF_PFB_CFG1), 0);
    open_core("g84", NULL, NULL);
    for (uint32_t at = 0x100220; at < 0x100248; at += 4)
        assert_int_not_equal(rd(at), 0);
}

/* ---- clocks, a strap, a fan ------------------------------------------------------------------ */

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
    open_core("gt215", NULL, "fan_tach=silent");
    PUT(wr, REF_PNVIO_TACH_PERIOD, 27000000, REF_PNVIO_TACH, 1);
    assert_int_equal(rd(REF_PNVIO_TACH_PULSES), 0);
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
    open_core("g84", "board-hot", NULL);
    expect_milli(0, 101000);
    expect_milli(10000, 101000);
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
    open_core("g84", NULL, NULL);
    assert_int_equal(ptherm_celsius(nv50_of(card)), 45);
}
