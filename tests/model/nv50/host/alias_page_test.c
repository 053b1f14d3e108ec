/* Which part of a translated window the model asks its surroundings to show as plain memory, and when none at all
 * (model/nv50/host/window_alias.h): the range of one entry of the TLB, as far as the object, the BAR and the memory
 * reach, in whole pages of 4 KiB, and no less than 128 KiB. */
#include "tests/model/nv50/host/alias_rig.h"

static void put_object(uint32_t word0, uint64_t base, uint64_t limit)
{
    STORE(CHANNEL + 16 * SELECTOR, word0, (uint32_t)limit, (uint32_t)base,
          (uint32_t)(base >> 32) | (uint32_t)(limit >> 32) << 24, 0, 0);
}

/* BAR1 is 0x1708, BAR3 0x170c. */
static void bind(uint32_t window)
{
    PUT(wr, REF_PBUS_CHANNEL, 0x40000000 | CHANNEL >> 12, window, 0x80000000 | SELECTOR,
        REF_PFB_MMU_TLB_FLUSH, 6u << 16 | 1);
}

static void expect_alias(struct seen_alias *seen, uint64_t offset, uint64_t vram, uint64_t size)
{
    assert_int_equal(seen->made, size != 0);
    if (size)
        assert_pairs(offset, seen->offset, vram, seen->vram, size, seen->size);
}

/* An object without tables is shown from its base to its limit, the BAR's or memory's end; memory elsewhere is not, nor
 * what is read-only, tiled or in parts of pages. */
TEST(unpaged_windows_show_their_object)
{
    /* clang-format off */
    static const struct { uint32_t word0; uint64_t base, limit, bar1, vram, size; } rows[] = {
        { 0x7fc10000, 0x100000, 0x1fffff, 0, 64, 0xff000 }, { 0x7fc10000, 0x100000, 0x200000, 0, 64, 0x100000 },
        { 0x7fc10000, 0, 0x0fffffff, 0, 64, 0x4000000 }, { 0x7fc10000, 0x100000, 0xffffffffff, 64, 128, 0x4000000 },
        { 0x7fc10000, 0x5000000, 0xffffffffff, 64, 128, 0x3000000 },
        { 0x7fc10000, 0x7fe0000, 0xffffffffff, 64, 128, 0x20000 }, { 0x7fc10000, 0x7fe1000, 0xffffffffff, 64, 128, 0 },
        { 0x7fc20000, 0x100000, 0x1fffff, 0, 64, 0 }, { 0x7fc30000, 0x100000, 0x1fffff, 0, 64, 0 },
        { 0x00190000, 0x100000, 0x200000, 0, 64, 0x100000 }, { 0x00150000, 0x100000, 0x200000, 0, 64, 0 },
        { 0x1c190000, 0x100000, 0x200000, 0, 64, 0 }, { 0x00190000, 0x100800, 0x200000, 0, 64, 0 }
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct seen_alias seen;

        open_seen_as(&seen, (struct model_config){ .vram_size = rows[i].vram * MIB,
                                                   .bar1_size = rows[i].bar1 * MIB });
        put_object(rows[i].word0, rows[i].base, rows[i].limit);
        bind(0x1708);
        seen = (struct seen_alias){ 0 };
        model_read(card, 1, 0x1000, 4);
        expect_alias(&seen, 0, rows[i].base, rows[i].size);
        close_card(NULL);
    }
}

/* The window of 1 MiB in BAR0, which is shown once it is worth it, ends with memory; here that has 64 MiB. */
TEST(the_pmem_window_ends_with_memory)
{
    static const uint32_t rows[][2] = { { 0x30, 0x100000 },
                                        { 0x3f0, 0x100000 },
                                        { 0x3f8, 0x80000 },
                                        { 0x3fe, 0x20000 },
                                        { 0x3ff, 0 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct seen_alias seen;

        open_seen(&seen);
        wr(REF_PBUS_PMEM, rows[i][0]);
        for (unsigned n = 0; n < 1024; n++)
            rd(REF_PMEM_WINDOW);
        expect_alias(&seen, REF_PMEM_WINDOW, rows[i][0] << 16, rows[i][1]);
        close_card(NULL);
    }
}

/* The surroundings' aliases are taken back when the card ends, and when its memory is laid out anew. */
TEST(aliases_end_with_their_card)
{
    static const struct {
        const char *chip;
        uint32_t at, value;
    } rows[] = { { "g84", 0x100204, 0 },
                 { "gt215", 0x100268, 0 },
                 { "g84", 0x1540, 0x7001ffff },
                 { "g84", REF_PMC_VRAM_HIDE_LOW, 0x80000000 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct seen_alias seen;

        open_seen_as(&seen, (struct model_config){ .chip = &chipset_named(rows[i].chip)->chip });
        model_read(card, 1, 0, 4);
        model_read(card, 3, 0, 4);
        assert_int_equal(seen.made, 2);
        wr(rows[i].at, rows[i].value);
        model_read(card, 1, 0, 4);
        model_read(card, 3, 0, 4); /* not shown any more */
        assert_pairs(2, seen.dropped, 2, seen.made);
        close_card(NULL);
        open_seen(&seen);
        model_read(card, 1, 0, 4);
        model_read(card, 3, 0, 4);
        assert_int_equal(seen.dropped, 0);
        close_card(NULL);
        assert_int_equal(seen.dropped, 2);
    }
}
