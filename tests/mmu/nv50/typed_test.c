/* mmu/ by numbers typed by hand where a way there and back would agree with itself: reserved bits, records, block tags,
 * which geometries can be, and the field tables' own rules (docs/hardware/tesla-vm.md §1.7, §1.8, §2.2, §6.1). */
#include "hw/nv50/chip.h"
#include "mmu/fields.h"
#include "mmu/nv50/block.h"
#include "mmu/nv50/dmaobj.h"
#include "mmu/nv50/fault.h"
#include "mmu/nv50/place.h"
#include "tests/kit/tests.h"

/* ---- structures in memory -------------------------------------------------------------------- */

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
    } rows[] = { { 16, 1, 0x123, 3, 0x130000, 0x126 },  { 16, 2, 0x123, 3, 0x130000, 0x129 },
                 { 16, 0, 0x123, 3, 0x130000, 0x123 },  { 12, 1, 0x123, 15, 0x10f000, 0x123 },
                 { 12, 1, 0x123, 16, 0x110000, 0x124 }, { 16, 1, 0xfff, 1, 0x110000, 0 },
                 { 16, 2, 0xffe, 2, 0x120000, 2 } };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const struct pte first = { .present = true,
                                   .order = 5,
                                   .page = { 0x100000, TARGET_VRAM },
                                   .compression = rows[i].compression,
                                   .tag = rows[i].tag };
        const struct pte met = block_advance(&first, rows[i].shift, rows[i].pages);

        assert_true(met.present);
        assert_pairs(0, met.order, rows[i].address, met.page.v, rows[i].after, met.tag);
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
    assert_pairs(0x00060005, words[1], 7, words[2]);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(field_get_at(&fields[0], i, words), 5 + i);
    assert_pairs(field_get(&fields[0], words), 5, field_put_at(&fields[0], 0, 9, words), OK,
                 words[1], 0x00060009, field_put_at(&fields[0], 1, 16, words), ERR_RANGE);
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

    assert_pairs(field_max(&field), 0xfff, field_put_at(&field, 0, 0xfff, words), OK, 0x8f,
                 words[0], 0xf0, words[1], 0xf00, words[2]);
    words[0] |= 0x1000;
    assert_int_equal(field_get(&field, words), 0xfff);
    assert_int_equal(structure_reserved_mask(&whole, chip, words, 0), 0xfffffff0);
    assert_int_equal(field_put_at(&field, 0, 0x321, words), OK);
    assert_pairs(0x1081, words[0], 0x20, words[1], 0x300, words[2]);
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
