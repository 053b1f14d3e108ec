/* Tag bits: which cell, which partition, which bits (docs/hardware/tesla-vm.md §5; unverified E26 for single bits). */
#include "hw/nv50/vm.h"
#include "mmu/nv50/tags.h"
#include "model/nv50/vram/vram_tags.h"
#include "tests/kit/tests.h"

#define PAGE 256u /* blocks */

static struct placement placement(enum chipset_index chip, unsigned parts, unsigned subparts)
{
    struct placement p;

    assert_int_equal(
        placement_init(&p, &nv50_chips[chip], &mmu_rules_default, parts, subparts, 5, NULL), OK);
    return p;
}

static struct tag_place tags_of(const struct placement *p, unsigned mode, unsigned cell,
                                uint32_t block)
{
    struct tag_place tags;

    assert_int_equal(tag_place(p, (struct view){ .tiled = true }, mode, cell, block, &tags), OK);
    return tags;
}

/* 12 bits choose one cell. */
TEST(a_tag_is_one_of_4096_cells)
{
    const struct placement p = placement(CHIP_G84, 1, 1);
    struct tag_place tags;

    assert_pairs(0xfff * 512, tags_of(&p, COMPRESSION_SINGLE, 0xfff, 0).bit[0], ERR_RANGE,
                 tag_place(&p, (struct view){ 0 }, COMPRESSION_SINGLE, 0x1000, 0, &tags), ERR_RANGE,
                 tag_place(&p, (struct view){ 0 }, COMPRESSION_NONE, 0, 0, &tags));
}

/* 2 bits for each of the 256 blocks of a page are 0x200 bits, a whole cell with one partition: of the first cell, and of the
 * sixth, which begins at bit 5 * 0x200. */
TEST(single_has_two_bits_for_each_block)
{
    const struct placement p = placement(CHIP_G84, 1, 1);

    for (uint16_t cell = 0; cell <= 5; cell += 5) {
        uint8_t used[0x200] = { 0 };

        for (uint32_t block = 0; block < PAGE; block++) {
            const struct tag_place tags = tags_of(&p, COMPRESSION_SINGLE, cell, block);

            assert_int_equal(tags.pairs, 1);
            assert_in_range(tags.bit[0], cell * 0x200u, cell * 0x200u + 0x1fe);
            used[tags.bit[0] - cell * 0x200u]++;
            used[tags.bit[0] + 1 - cell * 0x200u]++;
        }
        for (unsigned bit = 0; bit < 0x200; bit++)
            assert_int_equal(used[bit], 1);
    }
}

/* 4 bits for each block: two cells for a page, the tag's and the next one. */
TEST(double_has_four_bits_in_two_cells)
{
    const struct placement p = placement(CHIP_G84, 1, 1);
    const struct tag_place tags = tags_of(&p, COMPRESSION_DOUBLE, 7, 3);

    assert_pairs(2, tags.pairs, 7 * 0x200 + 6, tags.bit[0], 8 * 0x200 + 6, tags.bit[1], 6,
                 tags_of(&p, COMPRESSION_DOUBLE, 0xfff, 3).bit[1]);

    /* With 6 partitions a cell has 43 pairs of bits in each: cell 1 begins at 86, cell 2 at 172. Block 7 is
     * block 1 of its partition, 2 bits further. */
    const struct placement six = placement(CHIP_G80, 6, 1);
    const struct tag_place shared = tags_of(&six, COMPRESSION_DOUBLE, 1, 7);

    assert_pairs(86 + 2, shared.bit[0], 172 + 2, shared.bit[1]);
}

/* Each block's bits are its own, in its own partition and subpartition; no block of its page nor a cell shares one. */
TEST(tag_bits_of_blocks_do_not_overlap)
{
    static uint8_t by_part[8][0x1000], by_sub[8][2][0x1000];

    for (unsigned parts = 1; parts <= 8; parts++)
        for (unsigned subparts = 1; subparts <= 2; subparts++) {
            const struct placement p = placement(CHIP_GT215, parts, subparts);

            memset(by_part, 0, sizeof(by_part));
            memset(by_sub, 0, sizeof(by_sub));
            for (unsigned cell = 0; cell < 3; cell++)
                for (uint32_t block = 0; block < PAGE; block++) {
                    const uint32_t at = (5 + cell) * PAGE + block;
                    const struct tag_place tags = tags_of(&p, COMPRESSION_SINGLE, cell, at);
                    const struct partition_block there =
                        place_block(&p, (struct view){ .tiled = true }, at);

                    assert_pairs(there.part, tags.part, there.subpart, tags.subpart);
                    assert_int_equal(by_part[tags.part][tags.bit[0]]++, 0);
                    assert_int_equal(by_sub[tags.part][tags.subpart][tags.subbit[0]]++, 0);
                }
        }
}

/* A cell's share of a partition grows with fewer partitions: its size depends on their number. */
TEST(a_cells_share_depends_on_the_partitions)
{
    const struct placement two = placement(CHIP_G84, 2, 1), six = placement(CHIP_G80, 6, 1);

    /* 256 / 2 blocks of 2 bits; 256 / 6 rounded up, 43 of them. */
    assert_int_equal(tags_of(&two, COMPRESSION_SINGLE, 1, 0).bit[0], 256);
    assert_int_equal(tags_of(&six, COMPRESSION_SINGLE, 1, 0).bit[0], 86);
}

TEST(both_witnesses_agree_on_tag_bits)
{
    for (unsigned parts = 1; parts <= 8; parts++)
        for (unsigned subparts = 1; subparts <= 2; subparts++) {
            const struct placement p = placement(CHIP_GT215, parts, subparts);
            struct place place = { 0 };

            place_set_parts(&place, (1u << parts) - 1, PART_NUMBERING_ORDINAL);
            place_set_subparts(&place, subparts == 2 ? 3 : 1, 5);
            for (uint32_t block = 0; block < 0x10000; block += 7) {
                const struct tag_place tags = tags_of(&p, COMPRESSION_SINGLE, block % 0xfff, block);
                uint32_t in_part = 0, in_sub = 0;

                vram_tag_bits(&place, (struct place_view){ .tiled = true }, block % 0xfff, block,
                              &in_part, &in_sub);
                assert_pairs(tags.bit[0], in_part, tags.subbit[0], in_sub);
            }
        }
}
