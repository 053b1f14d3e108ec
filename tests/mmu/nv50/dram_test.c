/* From a block to a cell of the memory chips: row, bank, column, rank, and the bank cycle. */
#include "hw/bits.h"
#include "mmu/nv50/place.h"
#include "tests/kit/tests.h"

static const struct view pitch_short = { 0 };

/* ---- row, bank, column: tesla-vm.md §6.1, §6.4, §6.5 ----------------------------------------- */

static struct placement with_dram(enum chipset_index chip, unsigned parts, unsigned subparts,
                                  struct dram_geometry dram)
{
    struct placement p;

    assert_int_equal(
        placement_init(&p, &nv50_chips[chip], &mmu_rules_default, parts, subparts, 3, &dram), OK);
    return p;
}

/* 6 partitions, 8 banks, 9 column bits: R = 6 * 8 * 512 * 8 = 0x30000; 12 row bits: 768 MiB. */
TEST(sizes_are_those_of_the_example)
{
    struct dram_geometry dram = { .column_bits = 9, .bank_bits = 3, .row_bits_a = 12 };

    assert_pairs(768 << 20, dram_size(&dram, 6), 0x30000, dram_period(&dram, 6));
    dram.times3 = true;
    assert_int_equal(dram_period(&dram, 6), 0x90000);
    dram.two_ranks = true;
    dram.row_bits_b = 11;
    assert_int_equal(dram_size(&dram, 6), (768 + 384) << 20);
}

/* One partition, 4 banks, 8 column bits of 8 bytes: a bank's row is 0x800 bytes, a row 0x2000.
 * 0x12345 = row 0x9 (0x12000), bank 0 (0x345 < 0x800), column 0x345 / 8 = 0x68, byte 5.
 * 0x13fff = row 9, rest 0x1fff: bank 3, column 0xff, byte 7. */
TEST(natural_order_is_column_bank_row)
{
    const struct placement p =
        with_dram(CHIP_G84, 1, 1,
                  (struct dram_geometry){ .column_bits = 8, .bank_bits = 2, .row_bits_a = 8 });
    struct partition_addr at = place_byte(&p, pitch_short, 0x12345);

    assert_pairs(9, at.row, 0, at.bank, 0x68, at.column, 5, at.byte);
    at = place_byte(&p, pitch_short, 0x13fff);
    assert_pairs(9, at.row, 3, at.bank, 0xff, at.column, 7, at.byte);
}

/* SIMPLE: unit u of the swizzled view lies at natural unit 2 1 3 0 or 4 6 1 3 5 7 0 2. */
TEST(simple_bank_cycle_permutes_banks_in_a_row)
{
    static const uint8_t four[] = { 2, 1, 3, 0 }, eight[] = { 4, 6, 1, 3, 5, 7, 0, 2 };
    const struct view swizzled = { .tiled = true, .alternate_banks = true };
    struct dram_geometry dram = { .column_bits = 8, .bank_bits = 2, .row_bits_a = 8 };
    struct placement p = with_dram(CHIP_G84, 1, 1, dram);

    for (uint32_t u = 0; u < 4; u++)
        assert_int_equal(place_byte(&p, swizzled, 0x2000 * 5 + u * 0x800).bank, four[u]);
    dram.bank_bits = 3;
    p = with_dram(CHIP_G84, 1, 1, dram);
    for (uint32_t u = 0; u < 8; u++) {
        assert_int_equal(place_byte(&p, swizzled, 0x4000 * 5 + u * 0x800).bank, eight[u]);
        assert_int_equal(place_byte(&p, swizzled, 0x4000 * 5 + u * 0x800).row, 5);
    }
}

/* TIMES3: quarter rows, period 12: 1 0 3 2 5 4 8 10 6 11 7 9. */
TEST(times3_bank_cycle_permutes_quarter_rows)
{
    static const uint8_t units[] = { 1, 0, 3, 2, 5, 4, 8, 10, 6, 11, 7, 9 };
    const struct view swizzled = { .tiled = true, .alternate_banks = true };
    struct dram_geometry dram = {
        .column_bits = 8, .bank_bits = 2, .row_bits_a = 8, .times3 = true
    };
    struct placement p = with_dram(CHIP_G84, 1, 1, dram);
    struct partition_addr at;

    for (uint32_t u = 0; u < 12; u++) {
        at = place_byte(&p, swizzled, 0x6000 * 7 + u * 0x800);
        assert_pairs(21 + units[u] / 4, at.row, units[u] % 4, at.bank);
    }
    /* With 8 banks a quarter is two of them: unit 6 = row 1, banks 4 and 5, goes to 8 = row 2, 0 and 1. */
    dram.bank_bits = 3;
    p = with_dram(CHIP_G84, 1, 1, dram);
    at = place_byte(&p, swizzled, 0x4000 + 5 * 0x800);
    assert_pairs(2, at.row, 1, at.bank);
    /* 256 rows are 85 groups and one row, which stays. */
    at = place_byte(&p, swizzled, 255 * 0x4000 + 5 * 0x800);
    assert_pairs(255, at.row, 5, at.bank);
}

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 20;
}

TEST(every_byte_comes_back)
{
    uint64_t seed = 3;

    for (unsigned round = 0; round < 200; round++) {
        const enum chipset_index chip = round % 2 ? CHIP_GT215 : CHIP_G80;
        const unsigned subparts = round % 4 == 3 ? 2 : 1, parts = 1 + round % 8;
        const struct dram_geometry dram = {
            /* clang-format off */
            .column_bits = (uint8_t)(8 + round % 3), .bank_bits = (uint8_t)(2 + round % (chip == CHIP_G80 ? 2 : 3)),
            .row_bits_a = 9, .row_bits_b = 8, .two_ranks = round % 5 == 0, .times3 = round % 3 == 0,
            /* clang-format on */
        };
        const struct placement p = with_dram(chip, parts, subparts, dram);

        for (unsigned i = 0; i < 2000; i++) {
            const struct view view = { .tiled = i & 1,
                                       .long_cycle = i & 2,
                                       .alternate_banks = i & 4 };
            const uint32_t size =
                (uint32_t)(dram_size(&dram, parts) / (chip == CHIP_GT215 && subparts == 1 ? 2 : 1));
            const uint32_t address = (uint32_t)(next_random(&seed) % size);
            const struct partition_addr at = place_byte(&p, view, address);

            assert_true(at.row < 512 && at.bank < 1 << dram.bank_bits);
            assert_int_equal(byte_at(&p, view, at), address);
        }
    }
}

/* All 256 bytes of a block lie in one partition, subpartition and bank row; bits 7:0 of the address alone
 * choose among them: the lowest 5 bits of the column and the byte of a word of 8, or 6 bits and 4 bytes. */
TEST(a_block_is_not_divided)
{
    const struct dram_geometry dram = { .column_bits = 9, .bank_bits = 3, .row_bits_a = 9 };

    for (unsigned round = 0; round < 64; round++) {
        const bool new = round & 1;
        const struct placement p =
            with_dram(new ? CHIP_GT215 : CHIP_G80, 1 + round % 8, new ? 2 : 1, dram);
        const struct view view = { .tiled = round & 2,
                                   .long_cycle = round & 4,
                                   .alternate_banks = round & 8 };
        const unsigned word = new ? 4 : 8;
        const uint32_t block = round * 0x1357 % 0x4000;
        const struct partition_block whole = place_block(&p, view, block);

        for (unsigned offset = 0; offset < 256; offset++) {
            const struct partition_addr at = place_byte(&p, view, block << 8 | offset);
            const struct partition_addr first = place_byte(&p, view, block << 8);

            assert_pairs(whole.part, at.part, whole.subpart, at.subpart, first.row, at.row,
                         first.bank, at.bank, offset / word, at.column % (256 / word),
                         offset / word, at.column - first.column, offset % word, at.byte);
        }
    }
}
