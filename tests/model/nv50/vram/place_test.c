/* The model's placement against the vectors and laws of the reference. */
#include "hw/bits.h"
#include "tests/kit/tests.h"
#include "tests/mmu/nv50/place_rig.h"

/* ---- partitions: docs/hardware/tesla-vm.md §6.2 ------------------------------------------ */

static const uint32_t vector_blocks[5] = { 0x5, 0x1f, 0x40, 0x1234, 0x12345 };

/* By partition count, then block, then view. */
static const char *const vectors[9][5] = {
    [2] = { "1/2 0/2 1/1 1/1", "1/f 1/f 1/f 1/f", "0/20 0/20 0/20 1/20", "0/91a 1/91a 1/918 1/918",
            "1/91a2 0/91a2 1/91a1 0/91a1" },
    [3] = { "2/1 2/1 1/1 1/1", "1/a 1/a 1/b 1/b", "1/15 1/15 1/14 1/14", "1/611 1/611 1/610 1/610",
            "0/6117 0/6117 2/6115 2/6115" },
    [4] = { "1/1 0/1 1/1 1/1", "3/7 3/7 3/7 2/7", "0/10 3/10 0/10 3/10", "0/48d 0/48d 1/48c 2/48c",
            "1/48d1 3/48d1 1/48d1 3/48d1" },
    [5] = { "0/1 0/1 1/1 1/1", "1/6 1/6 2/7 2/7", "4/c 4/c 1/c 1/c", "0/3a4 0/3a4 0/3a4 0/3a4",
            "0/3a41 0/3a41 1/3a41 1/3a41" },
    [6] = { "5/0 5/0 1/1 1/1", "1/5 1/5 1/7 0/7", "4/a 4/a 4/8 5/8", "4/308 5/308 1/308 0/308",
            "3/308b 2/308b 5/3089 4/3089" },
    [7] = { "5/0 5/0 1/1 1/1", "3/4 3/4 0/7 0/7", "1/9 1/9 2/8 2/8", "5/299 5/299 3/298 3/298",
            "1/299c 1/299c 0/299d 0/299d" },
    [8] = { "5/0 5/0 1/1 1/1", "7/3 4/3 7/3 7/3", "0/8 7/8 0/8 6/8", "4/246 6/246 5/244 2/244",
            "5/2468 4/2468 1/2469 4/2469" },
};

TEST(partition_vectors)
{
    for (unsigned parts = 2; parts <= 8; parts++) {
        const struct place place = of_parts(parts);
        for (unsigned i = 0; i < 5; i++) {
            char seen[80] = "";
            for (unsigned v = 0; v < 4; v++) {
                unsigned id;
                uint32_t pbi;
                place_to_partition(&place, views[v], vector_blocks[i], &id, &pbi);
                snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s%x/%x", v ? " " : "",
                         id, pbi);
            }
            assert_string_equal(seen, vectors[parts][i]);
        }
    }
}

/* Each of 2^18 blocks has a place of its own, and the way back leads to it. */
TEST(partitions_are_a_bijection)
{
    /* Whole groups of 4P blocks for every P up to 8: 4 * 840. */
    const uint32_t blocks = ((1u << 18) / 3360 + 1) * 3360;
    uint8_t *taken = malloc(blocks);
    for (unsigned parts = 1; parts <= 8; parts++) {
        const struct place place = of_parts(parts);
        for (unsigned v = 0; v < 4; v++) {
            memset(taken, 0, blocks);
            for (uint32_t block = 0; block < blocks; block++) {
                unsigned id;
                uint32_t pbi;
                place_to_partition(&place, views[v], block, &id, &pbi);
                assert_true(id < parts && pbi < blocks / parts);
                assert_int_equal(taken[pbi * parts + id]++, 0);
                assert_int_equal(place_from_partition(&place, views[v], id, pbi), block);
            }
        }
    }
    free(taken);
}

/* Of a group that straddles large pages every block stays in its page. */
TEST(every_view_stays_in_its_page)
{
    for (unsigned parts = 1; parts <= 8; parts++) {
        const struct place place = of_parts(parts);
        for (uint32_t block = 0; block < 0x4000; block++) {
            unsigned id;
            uint32_t pbi;
            for (unsigned v = 1; v < 4; v++) {
                place_to_partition(&place, views[v], block, &id, &pbi);
                assert_int_equal(place_from_partition(&place, views[0], id, pbi) >> 8, block >> 8);
            }
        }
    }
}

/* ---- subpartitions: §6.3 ----------------------------------------------------------------- */

TEST(subpartition_vectors)
{
    static const struct {
        uint32_t pbi;
        unsigned mask, sub;
        uint32_t sbi;
    } rows[] = { { 0x0, 0, 0, 0x0 },       { 0x1, 0, 1, 0x0 },  { 0x2, 0, 0, 0x1 },
                 { 0x10, 0, 1, 0x8 },      { 0x11, 0, 0, 0x8 }, { 0x2000, 0, 1, 0x1000 },
                 { 0x4000, 0, 0, 0x2000 }, { 0x2, 1, 1, 0x1 },  { 0x3, 1, 0, 0x1 },
                 { 0x8, 4, 1, 0x4 },       { 0xe, 7, 1, 0x7 },  { 0x3fff, 7, 0, 0x1fff },
                 { 0x48d1, 0, 1, 0x2468 } };
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct place place = { 0 };
        unsigned sub;
        uint32_t sbi;
        place_set_subparts(&place, 3, rows[i].mask);
        place_to_subpartition(&place, rows[i].pbi, &sub, &sbi);
        assert_pairs(rows[i].sub, sub, rows[i].sbi, sbi);
        place_set_subparts(&place, 1, rows[i].mask);
        place_to_subpartition(&place, rows[i].pbi, &sub, &sbi);
        assert_pairs(0, sub, rows[i].pbi, sbi);
    }
}

TEST(subpartitions_have_an_inverse)
{
    for (unsigned mask = 0; mask < 8; mask++) {
        struct place place = { 0 };
        place_set_subparts(&place, 3, mask);
        for (uint32_t pbi = 0; pbi < 1u << 16; pbi++) {
            unsigned sub;
            uint32_t sbi;
            place_to_subpartition(&place, pbi, &sub, &sbi);
            assert_int_equal(place_from_subpartition(&place, sub, sbi), pbi);
        }
    }
}

/* ---- rows, banks, columns: §6.4, §6.5 ---------------------------------------------------- */

static struct place small_place(unsigned bank_bits, enum row_bank_column order, bool times3)
{
    return (struct place){ .parts = 1,
                           .word_log2 = 3,
                           .column_bits = 6,
                           .row_bits = 8,
                           .bank_bits = (uint8_t)bank_bits,
                           .two_ranks = true,
                           .order = (uint8_t)order,
                           .times3 = times3,
                           .alternate = true };
}

TEST(natural_order_is_column_bank_row_rank)
{
    const struct place place = small_place(2, ROW_BANK_COLUMN, false);
    const struct place_cell cell = place_split(&place, 1u << 16 | 0x5a << 8 | 2 << 6 | 0x15);
    assert_pairs(0x15, cell.column, 2, cell.bank, 0x5a, cell.row, 1, cell.rank);
}

/* §6.5: the alternate view's unit u of a row, or of three rows, lies at natural unit u of the pattern. A bank's share
 * of a row is 2 blocks here; a unit is one bank, and two of 8 with TIMES3. */
TEST(bank_cycles_are_those_of_the_reference)
{
    static const uint8_t four[] = { 2, 1, 3, 0 }, eight[] = { 4, 6, 1, 3, 5, 7, 0, 2 };
    static const uint8_t quarters[] = { 1, 0, 3, 2, 5, 4, 8, 10, 6, 11, 7, 9 };
    static const struct {
        unsigned bank_bits, times3, units, blocks;
        const uint8_t *pattern;
    } rows[] = { { 2, false, 4, 2, four },
                 { 3, false, 8, 2, eight },
                 { 2, true, 12, 2, quarters },
                 { 3, true, 12, 4, quarters } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct place place = small_place(rows[i].bank_bits, ROW_BANK_COLUMN, rows[i].times3);
        const uint32_t group = 7 * rows[i].units;

        for (uint32_t unit = 0; unit < rows[i].units; unit++)
            for (uint32_t block = 0; block < rows[i].blocks; block++)
                assert_int_equal(place_alternate(&place, (group + unit) * rows[i].blocks + block),
                                 (group + rows[i].pattern[unit]) * rows[i].blocks + block);
    }
}

TEST(cells_have_an_inverse)
{
    for (unsigned order = 0; order < 3; order++)
        for (unsigned banks = 2; banks <= 4; banks++)
            for (unsigned times3 = 0; times3 < 2; times3++) {
                const struct place place = small_place(banks, order, times3);
                const uint32_t words = 1u << (6 + banks + 8 + 1);
                for (uint32_t word = 0; word < words; word++)
                    assert_int_equal(place_join(&place, place_split(&place, word)), word);
            }
}
