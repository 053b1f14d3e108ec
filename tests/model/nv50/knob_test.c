/* Ways in which silicon may differ, each as a knob of the model, seen from outside of the card. Offsets and values are
 * typed from docs/hardware/silicon-sequences.md §15. */
#include "tests/model/model_rig.h"

#define BAR_ENGINE   6u
#define PFIFO_ENGINE 5u
#define MILLISECOND  1000u /* of the bus's clock */

static void expect_flushes(unsigned engine, bool ends)
{
    wr(REF_PFB_MMU_TLB_FLUSH, engine << 16 | 1);
    assert_int_equal(rd(REF_PFB_MMU_TLB_FLUSH) & 1, !ends);
}

/* S01: id 5 while PFIFO is off. The register itself hangs, so that the BARs' flush is lost too. */
TEST(flush_of_a_unit_in_reset_hangs, NULL, close_rig)
{
    open_card("g84", NULL, "flush_in_reset=hangs");
    expect_flushes(PFIFO_ENGINE, true);
    wr(REF_PMC_ENABLE, 0xfffffeff);
    expect_flushes(BAR_ENGINE, true);
    expect_flushes(PFIFO_ENGINE, false);
    wr(REF_PMC_ENABLE, 0xffffffff);
    expect_flushes(BAR_ENGINE, false);
    expect_flushes(PFIFO_ENGINE, false);
}

/* §4: nobody flushes 2, 3, 4, 7, b, c, e and f, so such a flush may take all along. */
TEST(unused_flushes_hang, NULL, close_rig)
{
    for (unsigned engine = 0; engine < 16; engine++) {
        const bool ends = !(0xd89c >> engine & 1);

        open_card("g84", NULL, "flush_unused=hangs");
        expect_flushes(BAR_ENGINE, true);
        expect_flushes(engine, ends);
        expect_flushes(BAR_ENGINE, ends);
    }
}

static uint64_t time_of_read(uint32_t offset)
{
    const uint64_t before = rig.bus->ops->time_us(rig.bus);

    rd(offset);
    return rig.bus->ops->time_us(rig.bus) - before;
}

#define TYPE(type)     ((uint64_t)(type) << 40)
#define COMPRESSION(c) ((uint64_t)(c) << 47)
#define TAG(tag)       ((uint64_t)(tag) << 49)
#define PAGE           0x300000u

static void expect_kept(uint64_t attributes, bool kept)
{
    map_one_page(PAGE | attributes | 1);
    flush(BAR_ENGINE);
    bar1_wr(0x40, 0x12345678);
    if (kept)
        assert_int_equal(bar1_rd(0x40), 0x12345678);
    else
        assert_int_not_equal(bar1_rd(0x40), 0x12345678);
}

/* S07: type 0x30 is in no list; a tag past 0x100320 is of nobody. */
TEST(odd_types_corrupt, NULL, close_rig)
{
    open_card("g84", NULL, "odd_types=corrupt");
    expect_kept(0, true);
    expect_kept(TYPE(0x70), true);
    expect_kept(TYPE(0x70) | COMPRESSION(1), true);
    expect_kept(TYPE(0x70) | COMPRESSION(1) | TAG(0xfff), false);
    expect_kept(TYPE(0x30), false);
    open_card("g84", NULL, NULL);
    expect_kept(TYPE(0x30), true);
}

/* PTIMER's count in ten milliseconds of the machine, in nanoseconds. */
static uint32_t counted(void)
{
    const uint32_t before = rd(REF_PTIMER_TIME_LOW);

    rig.bus->ops->wait_us(rig.bus, 10000);
    return rd(REF_PTIMER_TIME_LOW) - before;
}

/* S09: until somebody programs it. */
TEST(timer_stands, NULL, close_rig)
{
    open_card("g84", NULL, "ptimer_posted=stopped");
    assert_int_equal(counted(), 0);
    PUT(wr, REF_PTIMER_CLOCK_SOURCE, 2, REF_PTIMER_CLOCK_DIV, 324, REF_PTIMER_CLOCK_MUL, 125);
    assert_in_range(counted(), 10000000, 10010000);
}

/* 27 MHz * 3 / 8 are 10.125 million steps a second, each of which is 32 ns of the number. */
TEST(timer_has_another_rate, NULL, close_rig)
{
    open_card("g84", NULL, "ptimer_posted=other");
    assert_in_range(counted(), 3240000, 3244000);
    wr(REF_PMC_ENABLE,
       rd(REF_PMC_ENABLE) & ~REF_PMC_ENABLE_PTIMER); /* a reset takes the rate away */
    wr(REF_PMC_ENABLE, rd(REF_PMC_ENABLE) | REF_PMC_ENABLE_PTIMER);
    assert_in_range(counted(), 10000000, 10010000);
    PUT(wr, REF_PTIMER_CLOCK_SOURCE, 2, REF_PTIMER_CLOCK_DIV, 324, REF_PTIMER_CLOCK_MUL, 125);
    assert_in_range(counted(), 10000000, 10010000);
}

/* S10: 45 degrees are shown as soon as the sensor is set as drivers set it. */
TEST(sensor_is_forced, NULL, close_rig)
{
    open_card("g94", NULL, "sensor_posted=forced");
    assert_int_equal(rd(REF_PTHERM_TEMPERATURE), 90);
    wr(REF_PTHERM_SENSOR, rd(REF_PTHERM_SENSOR) & ~0x8000u);
    assert_int_equal(rd(REF_PTHERM_TEMPERATURE), 45);
}

TEST(sensor_is_off, NULL, close_rig)
{
    open_card("g84", NULL, "sensor_posted=off");
    assert_int_equal(rd(REF_PTHERM_SENSOR) >> 31, 0);
    assert_int_not_equal(rd(REF_PTHERM_TEMPERATURE), 45);
    wr(REF_PTHERM_SENSOR, rd(REF_PTHERM_SENSOR) | 0x80000000);
    wr(REF_PTHERM_SENSOR_CONFIG, rd(REF_PTHERM_SENSOR_CONFIG) & ~0x80000003u);
    assert_int_equal(rd(REF_PTHERM_TEMPERATURE), 45);
}

/* S12: the window of VGA's memory, in VRAM from 0 on. */
TEST(vga_picture_is_on, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    assert_int_equal(rd(REF_PDISPLAY_VGA_RAM_WINDOW), 0);
    open_card("g84", NULL, "vga_posted=on");
    assert_int_equal(rd(REF_PDISPLAY_VGA_RAM_WINDOW), 9);
}

/* S13: a register that does not exist, and one of a unit that is off. */
TEST(nobody_answers_for_50_ms, NULL, close_rig)
{
    open_card("gt215", NULL, "unanswered=50ms");
    assert_true(time_of_read(0) < MILLISECOND);
    assert_true(time_of_read(0x2fff0) >= 50 * MILLISECOND);
    assert_true(time_of_read(0x104000) < MILLISECOND);
    wr(REF_PMC_ENABLE, 0xffffdfff);
    assert_true(time_of_read(0x104000) >= 50 * MILLISECOND);
    open_card("g80", NULL, "unanswered=50ms"); /* its host flush lies in PFIFO (tesla-vm.md §8.6) */
    wr(REF_PMC_ENABLE, 0xfffffeff);
    assert_true(time_of_read(REF_PFIFO_INTR) >= 50 * MILLISECOND);
    assert_true(time_of_read(REF_HOST_FLUSH_G80) < MILLISECOND);
}

/* S14: the record of an absent page, read through BAR1, and PFIFO's status. */
TEST(records_have_more_bits, NULL, close_rig)
{
    open_card("g84", NULL, "fault_bits=more");
    map_one_page(0);
    wr(REF_PFIFO_INTR, 0xffffffff);
    bar1_rd(0x234);
    assert_int_equal(rd(REF_PFIFO_INTR), 0x01000110);
    wr(REF_PFB_VM_FAULT, 0x001d07ff);
    assert_int_equal(rd(REF_PFB_VM_FAULT_DATA), 0xaaaa0826);
    wr(REF_PFB_VM_FAULT, 0x031d07ff);
    assert_int_equal(rd(REF_PFB_VM_FAULT_DATA), 0xaaaa0234);
    wr(REF_PFIFO_INTR, 0xffffffff);
    assert_int_equal(rd(REF_PFIFO_INTR), 0);
}

/* S15: the geometry that the VBIOS wrote. */
TEST(reset_of_pfb_forgets, NULL, close_rig)
{
    open_card("g84", NULL, "pfb_reset=forgets");
    assert_int_not_equal(rd(REF_PFB_CFG1), 0);
    PUT(wr, REF_PMC_ENABLE, 0xffefffff, REF_PMC_ENABLE, 0xffffffff);
    assert_int_equal(rd(REF_PFB_CFG1), 0);
}

/* S16: of sixteen translations some are gone when they are looked up again. */
TEST(entries_are_lost, NULL, close_rig)
{
    unsigned stale = 0;

    open_card("g84", NULL, "tlb_loses=anything");
    make_channel();
    put_pde(0, TABLE | 3);
    for (unsigned i = 0; i < 16; i++)
        vram_wr64(TABLE + 8 * i, PAGE | 1);
    put_object(SELECTOR, 0x7fc00000, 0, 0xfffffff);
    bind_bar1(SELECTOR);
    PUT(vram_wr, PAGE, 0x01d, PAGE + 0x1000, 0x2e3);
    for (unsigned i = 0; i < 16; i++)
        bar1_rd(0x1000 * i);
    for (unsigned i = 0; i < 16; i++)
        vram_wr64(TABLE + 8 * i, (PAGE + 0x1000) | 1);
    for (unsigned i = 0; i < 16; i++)
        stale += bar1_rd(0x1000 * i) == 0x01d;
    assert_in_range(stale, 1, 15);
}
