/* mmu/ by numbers typed by hand where a way there and back would agree with itself: reserved bits, records, block tags,
 * which geometries can be, and the field tables' own rules (docs/hardware/tesla-vm.md §1.7, §1.8, §2.2, §6.1). */
#include <string.h>

#include "hw/nv50/chip.h"
#include "mmu/fields.h"
#include "mmu/nv50/block.h"
#include "mmu/nv50/dmaobj.h"
#include "mmu/nv50/fault.h"
#include "mmu/nv50/place.h"
#include "tests/kit/tests.h"

static const struct nv50_chip *const g84 = &nv50_chips[CHIP_G84];
static const struct nv50_chip *const gt215 = &nv50_chips[CHIP_GT215];

/* ---- structures in memory -------------------------------------------------------------------- */

/* PROP's slot 12 reads an absent page at 0x1230045678; the channel is in snooped system memory at 0xff80004000. */
TEST(records_are_these_words)
{
    static const uint32_t of_g84[] = { 0xcb20, 4, 0x2ff8, 0x5678, 0x3004, 0x112 };
    static const uint32_t of_gt215[] = { 0x0c0b0200, 4, 0x2ff8, 0x5678, 0x3004, 0x012 };

    for (unsigned i = 0; i < 2; i++) {
        struct vm_fault fault;

        vm_fault_decode(i ? gt215 : g84, i ? of_gt215 : of_g84, &fault);
        assert_int_equal(fault.engine, 0);
        assert_int_equal(fault.client, 0xb);
        assert_int_equal(fault.slot, 0xc);
        assert_int_equal(fault.reason, 2);
        assert_int_equal(fault.channel, 0x2ff80004);
        assert_int_equal(fault.at.v, 0x1230045678);
        assert_int_equal(fault.read, !i);
    }
}

/* One tag for 64 KiB with SINGLE, two with DOUBLE, none without; tags have 12 bits. */
TEST(pages_of_a_block_have_these_tags)
{
    static const struct {
        unsigned shift;
        uint8_t compression;
        uint16_t tag;
        uint64_t pages;
        uint64_t address;
        uint16_t after;
    } rows[] = {
        { 16, 1, 0x123, 3, 0x130000, 0x126 },  { 16, 2, 0x123, 3, 0x130000, 0x129 },
        { 16, 0, 0x123, 3, 0x130000, 0x123 },  { 12, 1, 0x123, 15, 0x10f000, 0x123 },
        { 12, 1, 0x123, 16, 0x110000, 0x124 }, { 16, 1, 0xfff, 1, 0x110000, 0 },
        { 16, 2, 0xffe, 2, 0x120000, 2 },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const struct pte first = { .present = true,
                                   .order = 5,
                                   .page = { 0x100000, TARGET_VRAM },
                                   .compression = rows[i].compression,
                                   .tag = rows[i].tag };
        const struct pte met = block_advance(&first, rows[i].shift, rows[i].pages);

        assert_true(met.present);
        assert_int_equal(met.order, 0);
        assert_int_equal(met.page.v, rows[i].address);
        assert_int_equal(met.tag, rows[i].after);
    }
}

/* ---- geometry -------------------------------------------------------------------------------- */

static enum err geometry(const struct nv50_chip *chip, struct dram_geometry dram)
{
    struct placement p;

    return placement_init(&p, chip, &mmu_rules_default, 1, 1, 0, &dram);
}

#define SHAPE(columns, banks, a, b, two)                                                           \
    (struct dram_geometry)                                                                         \
    {                                                                                              \
        .column_bits = (columns), .bank_bits = (banks), .row_bits_a = (a), .row_bits_b = (b),      \
        .two_ranks = (two)                                                                         \
    }

/* CFG1's fields of 4 bits: columns up to 15, rows 8 to 23; banks 2 or 3, from GT215 on 2 to 5. A block is 32 words of 8
 * bytes, with subpartitions 64 of 4: so many columns there are at least. Rank B's rows count if there is one. */
TEST(geometries_end_where_their_fields_do)
{
    static const struct {
        unsigned columns, banks, a, b;
        bool two, g84, gt215;
    } rows[] = {
        { 9, 2, 12, 0, false, true, true },   { 4, 2, 12, 0, false, false, false },
        { 5, 2, 12, 0, false, true, false },  { 6, 2, 12, 0, false, true, true },
        { 15, 2, 12, 0, false, true, true },  { 16, 2, 12, 0, false, false, false },
        { 9, 1, 12, 0, false, false, false }, { 9, 3, 12, 0, false, true, true },
        { 9, 4, 12, 0, false, false, true },  { 9, 5, 12, 0, false, false, true },
        { 9, 6, 12, 0, false, false, false }, { 9, 2, 7, 0, false, false, false },
        { 9, 2, 8, 0, false, true, true },    { 9, 2, 23, 0, false, true, true },
        { 9, 2, 24, 0, false, false, false }, { 9, 2, 12, 7, false, true, true },
        { 9, 2, 12, 7, true, false, false },  { 9, 2, 12, 8, true, true, true },
        { 9, 2, 12, 23, true, true, true },   { 9, 2, 12, 24, true, false, false },
        { 9, 2, 12, 24, false, true, true },  { 9, 2, 12, 0, true, false, false },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const struct dram_geometry dram =
            SHAPE((uint8_t)rows[i].columns, (uint8_t)rows[i].banks, (uint8_t)rows[i].a,
                  (uint8_t)rows[i].b, rows[i].two);

        if (geometry(g84, dram) != (rows[i].g84 ? OK : ERR_RANGE) ||
            geometry(gt215, dram) != (rows[i].gt215 ? OK : ERR_RANGE))
            fail_msg("row %u: %s, %s", i, err_name(geometry(g84, dram)),
                     err_name(geometry(gt215, dram)));
    }
}

/* Up to 8 partitions, one or two subpartitions where there can be two, a select mask of three bits. */
TEST(shapes_end_where_chips_do)
{
    static const struct {
        unsigned parts, subparts, mask;
        enum err e;
    } rows[] = {
        { 1, 1, 0, OK },        { 8, 1, 0, OK },        { 8, 2, 7, OK },
        { 0, 1, 0, ERR_RANGE }, { 9, 1, 0, ERR_RANGE }, { 1, 0, 0, ERR_RANGE },
        { 1, 3, 0, ERR_RANGE }, { 1, 2, 8, ERR_RANGE },
    };
    struct placement p;

    for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        assert_int_equal(placement_init(&p, gt215, &mmu_rules_default, rows[i].parts,
                                        rows[i].subparts, rows[i].mask, NULL),
                         rows[i].e);
    assert_int_equal(placement_init(&p, g84, &mmu_rules_default, 1, 2, 0, NULL), ERR_UNSUPPORTED);
    assert_int_equal(placement_init(&p, g84, &mmu_rules_default, 1, 1, 7, NULL), OK);
    assert_int_equal(p.select_mask, 7);
}

/* §6.2: with two partitions a tiled view exchanges them where the low five bits of the index inside the partition have
 * odd parity; the view that is compared is the plain one. */
TEST(a_tiled_block_has_this_alias)
{
    static const uint32_t alias[16] = { 0, 1, 3, 2, 5, 4, 6, 7, 9, 8, 10, 11, 12, 13, 15, 14 };
    const struct view tiled = { .tiled = true }, plain = { 0 };
    struct placement p;

    assert_int_equal(placement_init(&p, g84, &mmu_rules_default, 2, 1, 0, NULL), OK);
    for (uint32_t block = 0; block < 16; block++) {
        assert_int_equal(block_alias(&p, tiled, plain, block), alias[block]);
        assert_int_equal(block_alias(&p, plain, tiled, block), alias[block]);
    }
}

/* ---- field tables ---------------------------------------------------------------------------- */

/* A structure of five words of 32 bits, the first of which is another's: an array of three nibbles, 16 bits from one to
 * the next, that begins in word 1; a number of bits 11:4 of word 3 that counts in sixteenths, and goes on in bits 3:0 of
 * word 4; and a bit of word 4 that is there if word 3 has 2 in bits 31:28, or 31 and more in 27:12. */
static const struct field fields[] = {
    { .name = "nibble", .chips = 3, .parts = { { 1, 0xf } }, .count = 3, .stride = 16 },
    { .name = "number", .chips = 3, .shift = 4, .parts = { { 3, 0xff0 }, { 4, 0xf } } },
    { .name = "bit",
      .chips = 1,
      .parts = { { 4, 0x80000000 } },
      .when = { { 3, 0xf0000000, 1u << 2 }, { 3, 0x0ffff000, 1u << 31 } } },
    { .name = "behind", .chips = 3, .parts = { { 4, 0x100 } } }, /* of no structure */
};

static const struct structure shape = {
    .name = "shape", .word_bits = 32, .words = 5, .field_count = 3, .fields = fields, .first = 1
};

TEST(arrays_lie_where_their_stride_puts_them)
{
    uint64_t words[6] = { 0 };

    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(field_put_at(&fields[0], i, 5 + i, words), OK);
    assert_int_equal(words[1], 0x00060005);
    assert_int_equal(words[2], 7);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(field_get_at(&fields[0], i, words), 5 + i);
    assert_int_equal(field_get(&fields[0], words), 5);
    assert_int_equal(field_put_at(&fields[0], 0, 9, words), OK);
    assert_int_equal(words[1], 0x00060009);
    assert_int_equal(field_put_at(&fields[0], 1, 16, words), ERR_RANGE);
}

/* 12 bits in sixteenths: up to 0xfff0, lowest bits in word 3. */
TEST(numbers_go_on_in_the_next_word)
{
    uint64_t words[6] = { 0 };

    assert_int_equal(field_max(&fields[1]), 0xfff0);
    assert_int_equal(field_put_at(&fields[1], 0, 0xab50, words), OK);
    assert_int_equal(words[3], 0xb50);
    assert_int_equal(words[4], 0xa);
    assert_int_equal(field_get(&fields[1], words), 0xab50);
    words[3] = 0xfffff00f;
    words[4] = 0xfffffff0;
    assert_int_equal(field_put_at(&fields[1], 0, 0x1230, words), OK);
    assert_int_equal(words[3], 0xfffff23f);
    assert_int_equal(words[4], 0xfffffff1);
    assert_int_equal(field_put_at(&fields[1], 0, 0xfff0, words), OK);
    assert_int_equal(words[3], 0xffffffff);
    assert_int_equal(field_put_at(&fields[1], 0, 0x1230, words), OK);
    assert_int_equal(field_put_at(&fields[1], 0, 0x1238, words), ERR_ALIGN);
    assert_int_equal(field_put_at(&fields[1], 0, 0x10000, words), ERR_RANGE);
    assert_int_equal(words[3], 0xfffff23f);
}

/* Three parts are all that there are: the member after them is the condition. */
TEST(a_field_has_three_parts)
{
    static const struct field field = { .name = "parts",
                                        .chips = 1,
                                        .parts = { { 0, 0xf }, { 1, 0xf0 }, { 2, 0xf00 } },
                                        .when = { { 0, 0x70, 1 } } };
    static const struct structure whole = {
        .name = "whole", .word_bits = 32, .words = 3, .field_count = 1, .fields = &field
    };
    const struct chip *const chip = &nv50_chips[0].chip;
    uint64_t words[3] = { 0x80, 0, 0 };

    assert_int_equal(field_max(&field), 0xfff);
    assert_int_equal(field_put_at(&field, 0, 0xfff, words), OK);
    assert_int_equal(words[0], 0x8f);
    assert_int_equal(words[1], 0xf0);
    assert_int_equal(words[2], 0xf00);
    words[0] |= 0x1000;
    assert_int_equal(field_get(&field, words), 0xfff);
    assert_int_equal(structure_reserved_mask(&whole, chip, words, 0), 0xfffffff0);
    assert_int_equal(field_put_at(&field, 0, 0x321, words), OK);
    assert_int_equal(words[0], 0x1081);
    assert_int_equal(words[1], 0x20);
    assert_int_equal(words[2], 0x300);
}

/* Bits 0, 2, 4 … of three words. */
TEST(an_array_covers_all_its_words)
{
    static const struct field field = {
        .name = "pairs", .chips = 1, .parts = { { 0, 1 } }, .count = 48, .stride = 2
    };
    static const struct structure whole = {
        .name = "whole", .word_bits = 32, .words = 4, .field_count = 1, .fields = &field
    };
    const uint64_t words[4] = { 0 };

    for (unsigned word = 0; word < 4; word++)
        assert_int_equal(structure_reserved_mask(&whole, &nv50_chips[0].chip, words, word),
                         word < 3 ? 0xaaaaaaaa : UINT32_MAX);
}

static bool is_there(const struct chip *chip, uint64_t word)
{
    const uint64_t words[6] = { 0, 0, 0, word };

    return field_present(&fields[2], chip, words);
}

TEST(a_field_is_there_if_all_conditions_hold)
{
    const struct chip *const first = &nv50_chips[0].chip, *const second = &nv50_chips[1].chip;

    assert_true(is_there(first, 0x2001f000));
    assert_true(is_there(first, 0x20020000)); /* a value above 31 counts as 31 */
    assert_true(is_there(first, 0x2fffffff));
    assert_false(is_there(first, 0x2001e000));
    assert_false(is_there(first, 0x3001f000));
    assert_false(is_there(first, 0x20000000));
    assert_false(is_there(second, 0x2001f000)); /* of the first chipset alone */
}

TEST(what_no_field_covers_is_reserved)
{
    static const uint32_t reserved[] = { 0, 0xfff0fff0, 0xfffffff0, 0xfffff00f, 0xfffffff0 };
    const uint64_t without[6] = { 0 }, with[6] = { 0, 0, 0, 0x2001f000 };
    const struct chip *const chip = &nv50_chips[0].chip;

    for (unsigned word = 0; word < 5; word++) {
        assert_int_equal(structure_reserved_mask(&shape, chip, without, word), reserved[word]);
        assert_int_equal(structure_reserved_mask(&shape, chip, with, word),
                         reserved[word] & (word == 4 ? 0x7fffffff : UINT32_MAX));
    }
}
