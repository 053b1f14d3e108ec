/* Handles: vectors of tesla-mmio.md §4.4. */
#include <string.h>

#include "hw/nv50/vm.h"
#include "mmu/nv50/ramht.h"
#include "tests/kit/tests.h"

TEST(handles_hash_as_the_reference_says)
{
    static const uint32_t vectors[][5] = {
        { 0x00000001, 1, 1, 1, 1 },
        { 0x0000beef, 0x0b0, 0x2c0, 0x6f8, 0xee4 },
        { 0x0000dead, 0x0c2, 0x29a, 0x6b6, 0xea0 },
        { 0x00beef39, 0x061, 0x089, 0x0e6, 0x4d7 },
        { 0x80000001, 0x011, 0x003, 0x201, 0x081 },
        { 0xdeadbeef, 0x180, 0x069, 0x022, 0x4ea },
        { 0xffffffff, 0x1e0, 0x3fc, 0x3ff, 0x0ff },
    };

    for (size_t i = 0; i < ARRAY_SIZE(vectors); i++)
        for (unsigned bits = 9; bits <= 12; bits++)
            assert_int_equal(ramht_hash(vectors[i][0], bits), vectors[i][bits - 8]);
}

/* A handle leads to the selector it was entered with; a taken place makes the next one serve, around
 * the end; an entry whose second word is 0 is free; a full table takes no more. */
TEST(ramht_maps_handles_to_selectors)
{
    static uint32_t table[512 * RAMHT_WORDS];
    struct ramht_entry entry;
    uint32_t at = 0;

    memset(table, 0, sizeof(table));
    assert_int_equal(ramht_find(table, 9, 0xbeef, &at), ERR_NOT_FOUND);
    for (uint32_t i = 0; i < 512; i++) {
        /* 0x1ff * (i + 1) collides often */
        const struct ramht_entry put = { 0x1ff * (i + 1), (uint16_t)(i + 0x20), i % 16 };

        assert_int_equal(ramht_place(table, 9, put.handle, &at), OK);
        assert_int_equal(table[at * RAMHT_WORDS + 1], 0);
        assert_int_equal(ramht_pack(&put, table + at * RAMHT_WORDS), OK);
    }
    for (uint32_t i = 0; i < 512; i++) {
        assert_int_equal(ramht_find(table, 9, 0x1ff * (i + 1), &at), OK);
        ramht_unpack(table + at * RAMHT_WORDS, &entry);
        assert_int_equal(entry.handle, 0x1ff * (i + 1));
        assert_int_equal(entry.selector, i + 0x20);
        assert_int_equal(entry.engine, i % 16);
    }
    assert_int_equal(ramht_place(table, 9, 0x55555555, &at), ERR_NO_MEMORY);
    assert_int_equal(ramht_find(table, 9, 0x55555555, &at), ERR_NOT_FOUND);
    assert_int_equal(ramht_find(table, 8, 1, &at), ERR_RANGE);
    assert_int_equal(ramht_place(table, 13, 1, &at), ERR_RANGE);
    assert_int_equal(ramht_pack(&(struct ramht_entry){ .engine = 16 }, table), ERR_RANGE);
}

/* §4.4: a place that is taken makes the next higher one serve, the first one behind the last. With 9 bits 1, 0x200
 * hash to 1, 3 and 0x401 to 3, 0x201 to 0, 0x1ff and 0x3fe to the last place. The last two have bits 15:0 in common
 * too, and are told apart by the others. */
TEST(taken_places_make_the_next_one_serve)
{
    static const uint32_t handles[][2] = { { 0x001, 1 }, { 0x200, 2 },         { 0x003, 3 },
                                           { 0x401, 4 }, { 0x1ff, 0x1ff },     { 0x3fe, 0 },
                                           { 0x201, 5 }, { 0x08041234, 0x3d }, { 0x1234, 0x3e } };
    static uint32_t table[512 * RAMHT_WORDS];
    uint32_t at;

    memset(table, 0, sizeof(table));
    for (unsigned i = 0; i < ARRAY_SIZE(handles); i++) {
        assert_int_equal(ramht_place(table, 9, handles[i][0], &at), OK);
        assert_int_equal(at, handles[i][1]);
        table[2 * at] = handles[i][0];
        table[2 * at + 1] = 0x100000 | i;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(handles); i++) {
        assert_int_equal(ramht_find(table, 9, handles[i][0], &at), OK);
        assert_int_equal(at, handles[i][1]);
    }
}
