/* Handles: vectors of tesla-mmio.md §4.4. */
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
