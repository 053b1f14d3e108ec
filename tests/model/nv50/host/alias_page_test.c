/* Which part of a translated window the model asks its surroundings to show as plain memory, and when none at all
 * (model/nv50/host/window_alias.h): the range of one entry of the TLB, as far as the object, the BAR and the memory
 * reach, in whole pages of 4 KiB, and no less than 128 KiB. */

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/host/alias_rig.h"

#define BLOCK0 UINT64_C(0x0800000) /* where the first 256 KiB of the address space lie */
#define BLOCK1 UINT64_C(0x1000000) /* and the second */

#define ORDER_2   UINT64_C(0x100) /* of a PTE: a block of four pages */
#define PRESENT   UINT64_C(1)
#define READ_ONLY UINT64_C(8)

static void put64(uint32_t at, uint64_t value)
{
    vram_wr(at, (uint32_t)value);
    vram_wr(at + 4, (uint32_t)(value >> 32));
}

/* Two blocks of four pages of 64 KiB each, by one PTE four times. */
static void put_tables(uint64_t first, uint64_t second)
{
    for (uint32_t i = 0; i < 8; i++)
        put64(TABLE + 8 * i, i < 4 ? first : second);
    put64(CHANNEL + 0x200, TABLE | 1);
}

static void put_object(uint32_t word0, uint64_t base, uint64_t limit)
{
    const uint32_t at = CHANNEL + 16 * SELECTOR;

    vram_wr(at, word0);
    vram_wr(at + 4, (uint32_t)limit);
    vram_wr(at + 8, (uint32_t)base);
    vram_wr(at + 12, (uint32_t)(base >> 32) | (uint32_t)(limit >> 32) << 24);
    put64(at + 16, 0);
}

/* BAR1 is 0x1708, BAR3 0x170c. */
static void bind(uint32_t window)
{
    wr(REF_PBUS_CHANNEL, 0x40000000 | CHANNEL >> 12);
    wr(window, 0x80000000 | SELECTOR);
    wr(REF_PFB_MMU_TLB_FLUSH, 6u << 16 | 1);
}

static void expect_alias(struct seen_alias *seen, uint64_t offset, uint64_t vram, uint64_t size)
{
    assert_int_equal(seen->made, size != 0);
    if (size == 0)
        return;
    assert_int_equal(seen->offset, offset);
    assert_int_equal(seen->vram, vram);
    assert_int_equal(seen->size, size);
}

TEST(paged_windows_show_one_entry)
{
    static const struct {
        uint64_t base, limit, at;
        uint64_t offset, vram, size; /* size 0: no alias */
    } rows[] = {
        { 0, 0x0fffffff, 0x8000, 0, BLOCK0, 0x40000 },
        { 0, 0x0fffffff, 0x48000, 0x40000, BLOCK1, 0x40000 },
        { 0x10000, 0x0fffffff, 0, 0, BLOCK0 + 0x10000, 0x30000 },
        { 0x10000, 0x0fffffff, 0x38000, 0x30000, BLOCK1, 0x40000 },
        { 0x11000, 0x0fffffff, 0, 0, BLOCK0 + 0x11000, 0x2f000 },
        { 0x10800, 0x0fffffff, 0, 0, 0, 0 }, /* no whole pages */
        { 0x20000, 0x0fffffff, 0, 0, BLOCK0 + 0x20000, 0x20000 },
        { 0x21000, 0x0fffffff, 0, 0, 0, 0 },   /* too short */
        { 0, 0x2ffff, 0, 0, BLOCK0, 0x2f000 }, /* short of the limit's own page */
        { 0, 0x30000, 0, 0, BLOCK0, 0x30000 },
        { 0, 0x20fff, 0, 0, BLOCK0, 0x20000 },
        { 0, 0x1ffff, 0, 0, 0, 0 },
        { 0, 0x7ffff, 0x48000, 0x40000, BLOCK1, 0x3f000 },
        { 0, 0x40800, 0x40000, 0, 0, 0 }, /* the entry begins where the limit's page does */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        for (unsigned write = 0; write < 2; write++) {
            struct seen_alias seen;

            open_seen(&seen);
            put_tables(BLOCK0 | ORDER_2 | PRESENT, BLOCK1 | ORDER_2 | PRESENT);
            put_object(0x7fc00000, rows[i].base, rows[i].limit);
            bind(0x1708);
            seen = (struct seen_alias){ 0 };
            if (write)
                model_write(card, 1, rows[i].at, 1, 4);
            else
                model_read(card, 1, rows[i].at, 4);
            expect_alias(&seen, rows[i].offset, rows[i].vram, rows[i].size);
            if (seen.made) {
                assert_int_equal(seen.bar, 1);
                model_read(card, 1, rows[i].offset + rows[i].size - 4, 4);
                assert_int_equal(seen.made, 1);
            }
            close_card(NULL);
        }
}

/* Memory that is not there is not shown, nor memory that is not stored in order: pages that are read only, of another
 * storage type, or elsewhere. */
TEST(only_plain_memory_is_shown)
{
    static const struct {
        uint64_t pte, size;
    } rows[] = {
        { BLOCK0 | ORDER_2 | PRESENT, 0x40000 },
        { 0x3fc0000 | ORDER_2 | PRESENT, 0x40000 },
        { 0x3fe0000 | ORDER_2 | PRESENT, 0x20000 }, /* 64 MiB end there */
        { 0x3ff0000 | ORDER_2 | PRESENT, 0 },
        { BLOCK0 | ORDER_2 | PRESENT | READ_ONLY, 0 },
        { BLOCK0 | ORDER_2 | PRESENT | UINT64_C(0x70) << 40, 0 },
        { BLOCK0 | ORDER_2 | PRESENT | UINT64_C(2) << 4, 0 },
        { BLOCK0 | 0x80 | PRESENT, 0x20000 }, /* two pages */
        { BLOCK0 | PRESENT, 0 },              /* one */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct seen_alias seen;

        open_seen(&seen);
        put_tables(rows[i].pte, 0);
        put_object(0x7fc00000, 0, 0x0fffffff);
        bind(0x1708);
        seen = (struct seen_alias){ 0 };
        model_read(card, 1, 0x8000, 4);
        expect_alias(&seen, 0, rows[i].pte & 0xffff0000, rows[i].size);
        close_card(NULL);
    }
}

/* An object without tables is shown from its base to its limit, to the end of the BAR or of memory; of memory elsewhere
 * nothing is. */
TEST(unpaged_windows_show_their_object)
{
    static const struct {
        uint32_t word0;
        uint64_t base, limit, bar1, vram, size;
    } rows[] = {
        { 0x7fc10000, 0x100000, 0x1fffff, 0, 64, 0xff000 },
        { 0x7fc10000, 0x100000, 0x200000, 0, 64, 0x100000 },
        { 0x7fc10000, 0, 0x0fffffff, 0, 64, 0x4000000 },
        { 0x7fc10000, 0x100000, 0xffffffffff, 64, 128, 0x4000000 },
        { 0x7fc10000, 0x5000000, 0xffffffffff, 64, 128, 0x3000000 },
        { 0x7fc10000, 0x7fe0000, 0xffffffffff, 64, 128, 0x20000 },
        { 0x7fc10000, 0x7fe1000, 0xffffffffff, 64, 128, 0 },
        { 0x7fc20000, 0x100000, 0x1fffff, 0, 64, 0 },
        { 0x7fc30000, 0x100000, 0x1fffff, 0, 64, 0 },
    };

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

/* A window that shows VRAM as it lies: the part that both have. BAR3 has 32 MiB. */
TEST(straight_windows_show_what_there_is)
{
    static const struct {
        unsigned bar;
        uint64_t bar1, vram, size;
    } rows[] = { { 1, 256, 64, 64 }, { 1, 64, 128, 64 }, { 1, 128, 128, 128 }, { 3, 64, 128, 32 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct seen_alias seen;

        open_seen_as(&seen, (struct model_config){ .vram_size = rows[i].vram * MIB,
                                                   .bar1_size = rows[i].bar1 * MIB });
        model_read(card, rows[i].bar, 0x1000, 4);
        expect_alias(&seen, 0, 0, rows[i].size * MIB);
        assert_int_equal(seen.bar, rows[i].bar);
        model_read(card, rows[i].bar, 0x2000, 4);
        assert_int_equal(seen.made, 1);
        close_card(NULL);
    }
}

/* PMEM near the end of 64 MiB, and after it. */
TEST(pmem_is_shown_as_far_as_there_is_memory)
{
    static const struct {
        uint32_t word;
        uint64_t size;
    } rows[] = { { 0x3f0, 0x100000 }, { 0x3f1, 0xf0000 }, { 0x3fe, 0x20000 },
                 { 0x3ff, 0 },        { 0x400, 0 },       { 0x10000, 0 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct seen_alias seen;

        open_seen(&seen);
        wr(REF_PBUS_PMEM, rows[i].word);
        for (unsigned k = 0; k < 512; k++)
            rd(REF_PMEM_WINDOW);
        expect_alias(&seen, 0x700000, (uint64_t)rows[i].word << 16, rows[i].size);
        close_card(NULL);
    }
}

/* Whoever must see each access keeps the windows: a trace, defects that look at them, memory that cannot be used, a hidden
 * range. */
TEST(who_looks_at_accesses_keeps_them)
{
    static const struct {
        const char *defects;
        bool cold;
        unsigned made;
    } rows[] = { { NULL, false, 1 },
                 { NULL, true, 0 },
                 { "tlb-flush-never-ends", false, 1 },
                 { "vm-tag-step-ignored", false, 0 },
                 { "vm-type-override-ignored", false, 0 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct seen_alias seen;

        open_seen_as(&seen,
                     (struct model_config){ .defects = rows[i].defects, .cold = rows[i].cold });
        model_read(card, 1, 0, 4);
        assert_int_equal(seen.made, rows[i].made);
        for (unsigned k = 0; k < 512; k++)
            rd(REF_PMEM_WINDOW);
        assert_int_equal(seen.made, 2 * rows[i].made);
        wr(0x304, 0x1fff); /* VRAM_HIDE */
        wr(0x300, 0x80001000);
        assert_int_equal(seen.dropped, 2 * rows[i].made);
        model_read(card, 1, 0, 4);
        assert_int_equal(seen.made, 2 * rows[i].made);
        wr(0x300, 0x1000);
        model_read(card, 1, 0, 4);
        assert_int_equal(seen.made, 3 * rows[i].made);
        close_card(NULL);
    }
}

/* The surroundings' aliases are taken back when the card ends, and when its memory is laid out anew. */
TEST(aliases_end_with_their_card)
{
    static const struct {
        const char *chip;
        uint32_t at, value;
    } rows[] = { { "g84", 0x100204, 0 }, { "gt215", 0x100268, 0 }, { "g84", 0x1540, 0x7001ffff } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct seen_alias seen;

        open_seen_as(&seen, (struct model_config){ .chip = &chipset_named(rows[i].chip)->chip });
        model_read(card, 1, 0, 4);
        model_read(card, 3, 0, 4);
        assert_int_equal(seen.made, 2);
        wr(rows[i].at, rows[i].value);
        assert_int_equal(seen.dropped, 2);
        close_card(NULL);
        open_seen(&seen);
        model_read(card, 1, 0, 4);
        model_read(card, 3, 0, 4);
        assert_int_equal(seen.dropped, 0);
        close_card(NULL);
        assert_int_equal(seen.dropped, 2);
    }
}
