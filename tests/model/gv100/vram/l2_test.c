/* L2 as docs/hardware/gv100.md §1.11 has it: it is write back, and memory's value of a word shows when its line has
 * left. Memory in which a range takes no writes tells the two apart. */
#include "tests/model/gv100/core_rig.h"

#define UNWRITTEN "vram-unwritten:first=0x200000,size=0x100000"
#define AT        0x200000u
#define ECC_COUNT 0x14051c /* of the first slice */

static uint32_t before;

/* 64 MiB: a 64th of it, whole KiB in each of 48 slices of a Titan V: 21 KiB. */
#define L2 (48 * 21 * 1024)

static void read_others(uint32_t from, uint32_t size)
{
    for (uint32_t at = from; at < from + size; at += 128)
        (void)get(at);
}

static void open_titan(const char *defects, const char *knobs)
{
    open_world(&(struct model_config){ .board = "titanv", .defects = defects, .knobs = knobs });
}

FIXTURE(open_unwritten)
{
    open_titan(UNWRITTEN, NULL);
    before = get(AT);
    put(AT, ~before);
}

/* 12 LTCs of four slices each, 16 ways. */
TEST(it_has_a_shape, open_unwritten, close_world)
{
    assert_pairs(12, rd(REF_LTC_NUMBER), 0x401c0062, rd(REF_LTC_SLICES), 0x40000 | 21,
                 rd(REF_LTC_SLICE_SIZE), 0xffff, rd(REF_LTC_WAYS), 0xe3000eff, rd(REF_LTC_SETTING));
}

/* Writes go to memory when their line leaves: with lines of as much as it holds nothing has left, with one more for each
 * set the oldest have. */
TEST(what_was_written_stays_until_its_line_leaves, open_unwritten, close_world)
{
    assert_int_equal(~before, get(AT));
    read_others(0x2000000, L2 - L2 / 16);
    assert_int_equal(~before, get(AT));
    read_others(0x2000000 + L2 - L2 / 16, L2 / 16);
    assert_int_equal(before, get(AT));
}

/* 0x70010 takes dirty lines to memory and does not drop them: clean lines go on answering. So does MEM_OP. */
TEST(a_flush_leaves_clean_lines, open_unwritten, close_world)
{
    wr(REF_FLUSH_L2, 1);
    assert_pairs(0, rd(REF_FLUSH_L2) & 3, ~before, get(AT));
    put(0x1ff000, 5);
    wr_all(REF_FLUSH_L2, 1, REF_LTC_INVALIDATE, 0x70000301);
    assert_pairs(before, get(AT), 5, get(0x1ff000));
}

/* 0x70004 and 0x70008 are about system memory and peers. */
TEST(flushes_of_others_leave_lines_of_vram, open_unwritten, close_world)
{
    wr_all(REF_FLUSH_SYSTEM, 1, 0x70008, 1, REF_FLUSH_HOST, 1);
    assert_int_equal(~before, get(AT));
}

/* Clean, then invalidate: memory has the written word. An invalidate alone loses it. Each polls bit 0 of each LTC. */
TEST(an_invalidate_alone_loses_what_is_dirty, NULL, close_world)
{
    for (unsigned clean = 0; clean < 2; clean++) {
        open_titan("vram-weak:one_in=0xffffffff", NULL); /* all of memory may be kept */
        put(AT, 1);
        wr(REF_FLUSH_L2, 1);
        put(AT, 2);
        if (clean)
            wr(REF_LTC_CLEAN, 0x70010301);
        wr(REF_LTC_INVALIDATE, 0x70000301);
        for (unsigned c = 0; c < 12; c++)
            assert_int_equal(0, (rd(REF_LTC_INVALIDATE_OF(c)) | rd(REF_LTC_CLEAN_OF(c))) & 1);
        assert_int_equal(clean ? 2 : 1, get(AT));
    }
}

/* Past it, memory answers; its lines are stale then, and comes back. */
TEST(a_bypass_leaves_lines_stale, NULL, close_world)
{
    open_titan("vram-weak:one_in=0xffffffff", NULL);
    put(AT, 1);
    wr(REF_FLUSH_L2, 1);
    put(AT, 2);
    wr(REF_LTC_SETTING, rd(REF_LTC_SETTING) | 1u << 28);
    assert_int_equal(1, get(AT));
    put(AT, 3);
    wr(REF_LTC_SETTING, rd(REF_LTC_SETTING) & ~(1u << 28));
    assert_int_equal(2, get(AT));
    wr(REF_LTC_INVALIDATE, 0x70000301);
    assert_int_equal(3, get(AT));
}

/* A word that memory gives wrong is as wrong again until its line has left. */
TEST(a_wrong_word_is_fetched_once, NULL, close_world)
{
    unsigned wrong = 0;

    open_titan("vram-weak:one_in=2", NULL);
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t at = AT + 0x1000 * i, word = get(at);

        for (unsigned n = 0; n < 8; n++)
            assert_int_equal(word, get(at));
        wr(REF_LTC_INVALIDATE, 0x70000301);
        wrong += word != get(at);
    }
    assert_in_range(wrong, 1, 63);
}

/* The whole sector is fetched for a part of it, and written back with it. */
TEST(a_part_of_a_sector_takes_the_rest_along, NULL, close_world)
{
    open_titan("vram-cell:at=0x200004,bit=0,value=1", NULL);
    wr(REF_LTC_INVALIDATE, 0x70000301);
    put_all(0x200008, 0, 0x200004, 0);
    wr(REF_FLUSH_L2, 1);
    assert_int_equal(0, get(0x200004));
    wr(REF_LTC_INVALIDATE, 0x70000301);
    assert_pairs(1, get(0x200004), 0, get(0x200008));
}

/* "One read in 4096 is corrected and counted there", or not corrected (8 bits, §1.9): in the first slice. */
TEST(bad_cells_are_counted_in_one_slice, NULL, close_world)
{
    for (unsigned poisons = 0; poisons < 2; poisons++) {
        open_titan(poisons ? "l2-poisons" : "l2-corrects", NULL);
        for (unsigned i = 0; i < 4096 * 3; i++)
            (void)get(AT);
        assert_int_equal(3u << 16 * poisons, rd(ECC_COUNT));
    }
}
