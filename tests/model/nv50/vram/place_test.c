/* The model's placement against the vectors and laws of the reference. */
#include "hw/bits.h"
#include "tests/kit/tests.h"
#include "tests/mmu/nv50/place_rig.h"
#include "tests/mmu/nv50/place_vectors.h"

/* ---- partitions: docs/hardware/tesla-vm.md §6.2 ------------------------------------------ */

TEST(partition_vectors)
{
    for (unsigned parts = 2; parts <= 8; parts++) {
        const struct place place = of_parts(parts); /* without the alternate cycle of banks */
        assert_int_equal(place_alternate(&place, 0x1234), 0x1234);
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

/* Each of 2^18 blocks has a place of its own. */
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
            }
        }
    }
    free(taken);
}

/* Of a group that straddles large pages every block stays in its page; others have the long cycle, if asked for. */
TEST(every_view_stays_in_its_page)
{
    for (unsigned parts = 1; parts <= 8; parts++) {
        const struct place place = of_parts(parts);
        for (uint32_t block = 0; block < 0x4000; block++) {
            const uint32_t first = block - block % (4 * parts), last = first + 4 * parts - 1;
            unsigned id;
            uint32_t pbi;
            for (unsigned v = 1; v < 4; v++) {
                place_to_partition(&place, views[v], block, &id, &pbi);
                assert_int_equal(place_home(&place, place.hardware[id], 0, pbi) >> 8, block >> 8);
                if (v == 2) /* no hash, the long cycle */
                    assert_int_equal(id, (first >> 8 == last >> 8 ? block / 4 : block) % parts);
            }
        }
    }
}

/* ---- subpartitions: §6.3 ----------------------------------------------------------------- */

TEST(subpartition_vectors)
{
    for (unsigned i = 0; i < ARRAY_SIZE(subpart_vectors); i++) {
        struct place place = { 0 };
        unsigned sub;
        uint32_t sbi;
        place_set_subparts(&place, 3, subpart_vectors[i].mask);
        place_to_subpartition(&place, subpart_vectors[i].block, &sub, &sbi);
        assert_pairs(subpart_vectors[i].subpart, sub, subpart_vectors[i].subblock, sbi);
        place_set_subparts(&place, 1, subpart_vectors[i].mask);
        place_to_subpartition(&place, subpart_vectors[i].block, &sub, &sbi);
        assert_pairs(0, sub, subpart_vectors[i].block, sbi);
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
    /* clang-format off */
    return (struct place){ .parts = 1, .word_log2 = 3, .column_bits = 6, .row_bits = 8, .bank_bits = (uint8_t)bank_bits,
                           .two_ranks = true, .order = (uint8_t)order, .times3 = times3, .alternate = true };
    /* clang-format on */
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
