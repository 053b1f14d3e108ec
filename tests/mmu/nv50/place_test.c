/* Placement of VRAM blocks. Vectors of tesla-vm.md §6.2, §6.3, or by hand from the seed nv50-vram. */
#include "hw/bits.h"
#include "mmu/nv50/place.h"
#include "tests/kit/tests.h"
#include "tests/mmu/nv50/place_vectors.h"

static const struct view pitch_short = { 0 };
static const struct view tiled_short = { .tiled = true };
static const struct view pitch_long = { .long_cycle = true };
static const struct view tiled_long = { .tiled = true, .long_cycle = true };

static struct placement placement(enum chipset_index chip, unsigned parts, unsigned subparts,
                                  unsigned mask)
{
    struct placement p;

    assert_int_equal(
        placement_init(&p, &nv50_chips[chip], &mmu_rules_default, parts, subparts, mask, NULL), OK);
    return p;
}

/* ---- partitions: tesla-vm.md §6.2 ------------------------------------------------------------ */

TEST(placement_refuses_what_cannot_be)
{
    const struct nv50_chip *const g84 = &nv50_chips[CHIP_G84], *const gt215 =
                                                                   &nv50_chips[CHIP_GT215];
    struct dram_geometry dram = {
        .column_bits = 9, .bank_bits = 3, .row_bits_a = 12, .row_bits_b = 12
    };
    struct placement p;

    assert_pairs(ERR_RANGE, placement_init(&p, g84, &mmu_rules_default, 0, 1, 0, NULL), ERR_RANGE,
                 placement_init(&p, g84, &mmu_rules_default, 9, 1, 0, NULL), ERR_RANGE,
                 placement_init(&p, g84, &mmu_rules_default, 1, 0, 0, NULL), ERR_RANGE,
                 placement_init(&p, gt215, &mmu_rules_default, 1, 3, 0, NULL), ERR_RANGE,
                 placement_init(&p, g84, &mmu_rules_default, 1, 1, 8, NULL), ERR_UNSUPPORTED,
                 placement_init(&p, g84, &mmu_rules_default, 1, 2, 0, NULL), ERR_UNSUPPORTED,
                 placement_init(&p, &nv50_chips[CHIP_MCP79], &mmu_rules_default, 1, 2, 0, NULL), OK,
                 placement_init(&p, gt215, &mmu_rules_default, 8, 2, 7, NULL), OK,
                 placement_init(&p, g84, &mmu_rules_default, 2, 1, 0, &dram));
    dram.bank_bits = 4; /* 16 banks: GT215 and later */
    assert_int_equal(placement_init(&p, g84, &mmu_rules_default, 2, 1, 0, &dram), ERR_RANGE);
    assert_int_equal(placement_init(&p, gt215, &mmu_rules_default, 2, 1, 0, &dram), OK);
    dram.row_bits_a = 7;
    assert_int_equal(placement_init(&p, gt215, &mmu_rules_default, 2, 1, 0, &dram), ERR_RANGE);
}

TEST(partitions_are_those_of_the_reference)
{
    const struct view views[] = { pitch_short, tiled_short, pitch_long, tiled_long };

    for (unsigned parts = 2; parts <= 8; parts++) {
        const struct placement p = placement(CHIP_G80, parts, 1, 0);

        for (unsigned i = 0; i < 5; i++) {
            char seen[80] = "";

            for (unsigned v = 0; v < 4; v++) {
                const struct partition_block at = place_block(&p, views[v], vector_blocks[i]);

                snprintf(seen + strlen(seen), sizeof(seen) - strlen(seen), "%s%x/%x", v ? " " : "",
                         at.part, at.block);
            }
            assert_string_equal(seen, vectors[parts][i]);
        }
    }
}

/* Worked by hand from the seed's text. */
TEST(partitions_follow_the_seeds_formulas)
{
    struct placement p = placement(CHIP_G80, 6, 1, 0);
    struct partition_block at;

    /* 6 partitions, tiled short, block 0xabcde = 703710: 703710 / 6 = 117285 = 0x1ca25, rest 0.
     * Low five bits of 0x1ca25 are 00101, parity 0: partition 0. */
    at = place_block(&p, tiled_short, 0xabcde);
    assert_pairs(0, at.part, 0x1ca25, at.block);
    /* Long: groups of 24 blocks. 703710 / 24 = 29321, first = 703704 = 0xabcd8, last = 0xabcef;
     * both in large page 0xabc: long. Quad 0xabcde >> 2 = 0x2af37 = 175927; mod 6 = 1, / 6 = 29321
     * = 0x7289; block = 0x7289 << 2 | 2 = 0x1ca26. Low five bits of 0x7289 are 01001, parity 0. */
    at = place_block(&p, tiled_long, 0xabcde);
    assert_pairs(1, at.part, 0x1ca26, at.block);
    /* Block 0xf0 = 240 = 10 * 24: the group 0xf0 to 0x107 crosses 0x100, so short even if long is
     * asked for. 240 / 6 = 40 = 0x28, rest 0. Low five bits 01000, parity 1: 0 ^ 1 = 1. */
    at = place_block(&p, tiled_long, 0xf0);
    assert_pairs(1, at.part, 0x28, at.block);
    /* 4 partitions, tiled, block 0x7f: / 4 = 0x1f, rest 3; 3 - 3 - 3 - 1 = -4, mod 4 = 0. */
    p = placement(CHIP_G84, 4, 1, 0);
    assert_int_equal(place_block(&p, tiled_short, 0x7f).part, 0);
    /* 8 partitions, tiled, block 0xf8: / 8 = 0x1f, rest 0; 0 - 7 - 3 = -10, mod 8 = 6. */
    p = placement(CHIP_G200, 8, 1, 0);
    assert_int_equal(place_block(&p, tiled_short, 0xf8).part, 6);
    /* 2 partitions, tiled, block 0x1234567 of 24 bits 0x234567: / 2 = 0x11a2b3, rest 1; low bits 10011, parity 1: 0. */
    p = placement(CHIP_G84, 2, 1, 0);
    assert_int_equal(place_block(&p, tiled_short, 0x234567).part, 0);
    assert_int_equal(place_block(&p, tiled_short, 0x234567).block, 0x11a2b3);
}

/* 6 partitions, first blocks: the short cycle changes partition with every block, the long one with every fourth. */
TEST(cycles_change_after_one_and_four_blocks)
{
    static const uint8_t short_parts[] = { 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5,
                                           0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5 };
    static const uint8_t long_parts[] = { 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2,
                                          3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5 };
    const struct placement p = placement(CHIP_G80, 6, 1, 0);

    for (uint32_t block = 0; block < 24; block++) {
        assert_int_equal(place_block(&p, pitch_short, block).part, short_parts[block]);
        assert_int_equal(place_block(&p, pitch_long, block).part, long_parts[block]);
        assert_int_equal(place_block(&p, pitch_long, block).block, block & 3);
    }
}

/* G84 and later ignore the long cycle, unless the knob says that they do not (E29). */
TEST(long_cycle_counts_on_g80_alone)
{
    struct mmu_rules everywhere = mmu_rules_default;
    struct placement p;

    everywhere.long_cycle_everywhere = true;
    for (unsigned chip = CHIP_G84; chip < CHIP_COUNT; chip++) {
        p = placement((enum chipset_index)chip, 6, 1, 0);
        assert_int_equal(place_block(&p, pitch_long, 0x12345).block, 0x308b);
        p.rules = &everywhere;
        assert_int_equal(place_block(&p, pitch_long, 0x12345).block, 0x3089);
    }
}

/* ---- properties ------------------------------------------------------------------------------ */

/* All 2^24 blocks of one configuration, there and back. */
TEST(every_block_of_a_card_comes_back)
{
    const struct placement p = placement(CHIP_G80, 6, 1, 0);

    for (uint32_t block = 0; block < 0x1000000; block++)
        if (block_at(&p, tiled_long, place_block(&p, tiled_long, block)) != block)
            fail_msg("block %x", block);
}

/* The reason for the seed's rule: a block that the long cycle moves to another large page's addresses
 * would be one that the short cycle moves as well. */
TEST(long_cycle_does_not_bleed_between_large_pages)
{
    for (unsigned parts = 1; parts <= 8; parts++) {
        const struct placement p = placement(CHIP_G80, parts, 1, 0);

        for (uint32_t block = 0; block < 0x4000; block++) {
            const uint32_t alias = block_alias(&p, pitch_long, pitch_short, block);

            assert_pairs(block / (4 * parts), alias / (4 * parts), block >> 8, alias >> 8);
        }
    }
}

/* "The coarsest fixed unit of VRAM is a large page": whichever view, one holds the same cells. */
TEST(large_pages_have_the_same_cells_in_every_view)
{
    const struct view views[] = { tiled_short, pitch_long, tiled_long };

    for (unsigned parts = 1; parts <= 8; parts++) {
        const struct placement p = placement(CHIP_G80, parts, 1, 0);

        for (unsigned v = 0; v < ARRAY_SIZE(views); v++)
            for (uint32_t block = 0; block < 0x4000; block++)
                assert_int_equal(block_alias(&p, views[v], pitch_short, block) >> 8, block >> 8);
    }
}

/* Alias law of §6.5: block b of a tiled view appears in the pitch view at (b / P) * P + partition. */
TEST(tiled_blocks_alias_inside_a_run_of_partitions)
{
    for (unsigned parts = 1; parts <= 8; parts++) {
        const struct placement p = placement(CHIP_G84, parts, 1, 0);

        for (uint32_t block = 0; block < 0x8000; block++) {
            const uint32_t part = place_block(&p, tiled_short, block).part;
            const uint32_t alias = block_alias(&p, tiled_short, pitch_short, block);

            assert_int_equal(alias, block / parts * parts + part);
            assert_int_equal(block_alias(&p, pitch_short, tiled_short, alias), block);
            if (parts != 6) /* an odd count moves nothing, 2, 4, 8 divide 16 */
                assert_int_equal(alias >> 4, block >> 4);
        }
    }
}

/* ---- subpartitions: tesla-vm.md §6.3 --------------------------------------------------------- */

TEST(subpartitions_are_those_of_the_reference)
{
    for (size_t i = 0; i < ARRAY_SIZE(subpart_vectors); i++) {
        const struct placement p = placement(CHIP_GT215, 1, 2, subpart_vectors[i].mask);
        const struct partition_block at = place_block(&p, pitch_short, subpart_vectors[i].block);

        assert_pairs(subpart_vectors[i].block, at.block, subpart_vectors[i].subpart, at.subpart,
                     subpart_vectors[i].subblock, at.subblock);
    }
}

/* By hand: block 0x2468a of a partition, mask 5. 0x3ff1 | 5 << 1 = 0x3ffb; 0x2468a & 0x3ffb = 0x68a
 * = 110 1000 1010: five ones, parity 1. Subblock 0x12345. */
TEST(subpartition_follows_the_seeds_formula)
{
    const struct placement p = placement(CHIP_MCP89, 8, 2, 5);
    const struct partition_block at = place_block(&p, tiled_short, 0x123456);

    assert_pairs(0x2468a, at.block, 1, at.subpart, 0x12345, at.subblock);
}

/* With the most that a select mask selects, 0x3ff1 | 7 << 1, bits 13 to 0 of a partition's block count and none
 * above: with one partition they are the block's own. */
TEST(bits_of_a_block_from_14_on_do_not_count)
{
    for (unsigned mask = 0; mask < 8; mask++) {
        const struct placement p = placement(CHIP_GT218, 1, 2, mask);
        unsigned seen[2] = { 0, 0 };

        for (uint32_t low = 0; low < 0x4000; low += 0x11) {
            const unsigned subpart = place_block(&p, tiled_short, low).subpart;

            seen[subpart]++;
            for (unsigned bit = 14; bit < 24; bit++)
                assert_int_equal(place_block(&p, tiled_short, low | 1u << bit).subpart, subpart);
        }
        assert_true(seen[0] && seen[1]);
    }
}

TEST(one_subpartition_changes_nothing)
{
    const struct placement p = placement(CHIP_GT218, 1, 1, 7);
    const struct partition_block at = place_block(&p, tiled_short, 0x3fff);

    assert_pairs(0, at.subpart, 0x3fff, at.subblock);
}

/* Before GT215 the partition plays the later subpartition's part, whatever a select mask says. */
TEST(no_subpartitions_before_gt215)
{
    for (unsigned chip = CHIP_G80; chip <= CHIP_MCP79; chip++) {
        const struct placement p = placement((enum chipset_index)chip, 5, 1, 7);

        for (uint32_t block = 0; block < 0x10000; block += 0x35) {
            const struct partition_block at = place_block(&p, tiled_short, block);

            assert_pairs(0, at.subpart, block / 5, at.subblock);
        }
    }
}
