/* Which windows the model asks its surroundings to show as plain memory, and when it takes them back
 * (model/nv50/host/window_alias.h). */

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/host/alias_rig.h"

TEST(aliases_live_with_their_entry, NULL, close_card)
{
    struct seen_alias seen = { 0 };

    open_seen(&seen);

    /* The window shows VRAM: one alias of all of it, gone with the mode. */
    model_write(card, 1, 0x1000, 1, 4);
    assert_int_equal(seen.made, 1);
    assert_int_equal(seen.size, 64 * MIB);
    for (unsigned i = 0; i < 4; i++) /* table of 64 KiB pages, one block of order 2 at 8 MiB */
        model_write(card, 1, TABLE + 8 * i, 0x800101, 8);
    model_write(card, 1, CHANNEL + 0x200, TABLE | 1, 8);
    model_write(card, 1, CHANNEL + 0x6000, 0x7fc00000, 4);
    model_write(card, 1, CHANNEL + 0x6004, 0x0fffffff, 4);
    model_write(card, 1, CHANNEL + 0x6008, 0, 8);
    model_write(card, 1, CHANNEL + 0x6010, 0, 8);
    model_write(card, 0, REF_PBUS_CHANNEL, 0x40000000 | CHANNEL >> 12, 4);
    model_write(card, 0, 0x1708, 0x80000000 | SELECTOR, 4);
    assert_int_equal(seen.dropped, 1);

    model_read(card, 1, 0x8000, 4);
    assert_int_equal(seen.made, 2);
    assert_int_equal(seen.offset, 0);
    assert_int_equal(seen.vram, 0x800000);
    assert_int_equal(seen.size, 0x40000);
    model_read(card, 1, 0x9000, 4);
    assert_int_equal(seen.made, 2);
    model_write(card, 0, REF_PFB_MMU_TLB_FLUSH, 6u << 16 | 1, 4);
    assert_int_equal(seen.dropped, 2);
}

/* An unpaged object may reach past the end of VRAM: the part with memory behind it is shown as memory. */
TEST(object_without_a_limit_is_shown_to_the_end_of_vram, NULL, close_card)
{
    struct seen_alias seen = { 0 };

    open_seen(&seen);
    model_write(card, 0, 0x1700, CHANNEL >> 16, 4);
    model_write(card, 0, 0x700000 + 0x6000, 0x7fc10000, 4); /* target 1, VRAM */
    model_write(card, 0, 0x700000 + 0x6004, 0xffffffff, 4);
    model_write(card, 0, 0x700000 + 0x6008, 0x00100000, 4); /* base 1 MiB */
    model_write(card, 0, 0x700000 + 0x600c, 0xff000000, 4); /* bits 39:32 of the limit */
    model_write(card, 0, 0x700000 + 0x6010, 0, 8);
    model_write(card, 0, REF_PBUS_CHANNEL, 0x40000000 | CHANNEL >> 12, 4);
    model_write(card, 0, 0x1708, 0x80000000 | SELECTOR, 4);

    model_read(card, 1, 0x8000, 4);
    assert_int_equal(seen.made, 1);
    assert_int_equal(seen.bar, 1);
    assert_int_equal(seen.offset, 0);
    assert_int_equal(seen.vram, MIB);
    assert_int_equal(seen.size, 63 * MIB);
    model_write(card, 0, REF_PBUS_CHANNEL, 0, 4); /* the window is bound anew */
    assert_int_equal(seen.dropped, 1);
}

/* PMEM is 1 MiB of BAR0 from 0x700000 on (tesla-mmio.md §3.3); it moves often, so only one that is used
 * for a while gets an alias, short of the end of VRAM, and never one of system memory. */
TEST(pmem_that_stays_gets_an_alias, NULL, close_card)
{
    struct seen_alias seen = { 0 };

    open_seen(&seen);

    model_write(card, 0, 0x1700, 0x123, 4);
    for (unsigned i = 0; i < 511; i++)
        model_write(card, 0, 0x700000 + 4 * i, i, 4);
    assert_int_equal(seen.made, 0);
    model_read(card, 0, 0x700000, 4);
    assert_int_equal(seen.made, 1);
    assert_int_equal(seen.bar, 0);
    assert_int_equal(seen.offset, 0x700000);
    assert_int_equal(seen.vram, 0x1230000);
    assert_int_equal(seen.size, MIB);

    model_write(card, 0, REF_PBUS_CHANNEL, 0x40000000 | CHANNEL >> 12,
                4);                         /* the other windows' matter */
    model_write(card, 0, 0x1700, 0x123, 4); /* to where it is */
    assert_int_equal(seen.dropped, 0);
    model_write(card, 0, 0x1700, 0x3f8, 4);
    assert_int_equal(seen.dropped, 1);
    for (unsigned i = 0; i < 512; i++)
        model_write(card, 0, 0x700000, i, 4);
    assert_int_equal(seen.made, 2);
    assert_int_equal(seen.size, 0x80000); /* 64 MiB end there */

    model_write(card, 0, 0x1700, 0x2000123, 4); /* target 2, system memory */
    assert_int_equal(seen.dropped, 2);
    for (unsigned i = 0; i < 2048; i++)
        model_read(card, 0, 0x700000, 4);
    assert_int_equal(seen.made, 2);
}

/* A change that leaves a window's memory as it was costs no alias, for making one is expensive: units that are reset,
 * and a bind of a window that shows VRAM as it lies before and after. PFB off takes VRAM away. */
TEST(plain_window_keeps_its_alias, NULL, close_card)
{
    struct seen_alias seen = { 0 };

    open_seen(&seen);
    model_write(card, 1, 0x1000, 1, 4);
    assert_int_equal(seen.made, 1);

    model_write(card, 0, 0x200, 0xffffeeff, 4); /* PFIFO and PGRAPH, tesla-mmio.md §3.1 */
    model_write(card, 0, 0x200, 0xffffffff, 4);
    model_write(card, 0, REF_PBUS_CHANNEL, 0x40000000 | CHANNEL >> 12, 4);
    model_write(card, 0, 0x1708, 0, 4);
    assert_int_equal(seen.dropped, 0);
    model_write(card, 0, 0x200, 0xffefffff, 4); /* PFB, bit 20 */
    assert_int_equal(seen.dropped, 1);
}

/* A word of 0x1900 may lay BAR1 elsewhere (unverified E39). */
TEST(the_remap_words_end_the_alias_of_bar1, NULL, close_card)
{
    struct seen_alias seen = { 0 };

    open_seen(&seen);
    model_write(card, 1, 0x1000, 1, 4);
    assert_int_equal(seen.made, 1);
    model_write(card, 0, 0x191c, 1, 4);
    assert_int_equal(seen.dropped, 1);
}
