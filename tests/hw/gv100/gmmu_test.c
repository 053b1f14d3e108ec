/* Numbers of GV100's page tables, faults, push buffers and methods a second time, from docs/hardware/gv100.md §4 to §7,
 * and the functions of hw/gv100/. Definitions of the same name in NVIDIA's manuals are compared by tests/hw/witness.t
 * as well. */
#include <stdbool.h>

#include "hw/bits.h"
#include "tests/kit/tests.h"

#include "hw/gv100/gmmu.h"
#include "hw/gv100/methods.h"
#include "hw/gv100/pb.h"

/* §5.1: the range of one entry is its lowest bit. */
TEST(levels_are_the_references)
{
    static const struct {
        const char *name;
        unsigned high, low, bytes, align;
    } typed[] = {
        { "PDE3", 48, 47, 8, 4096 },  { "PDE2", 46, 38, 8, 4096 }, { "PDE1", 37, 29, 8, 4096 },
        { "PDE0", 28, 21, 16, 4096 }, { "PTE", 20, 16, 8, 256 },   { "PTE", 20, 12, 8, 4096 },
    };

    for (unsigned i = 0; i < GMMU_LEVEL_COUNT; i++) {
        assert_string_equal(gmmu_levels[i].name, typed[i].name);
        assert_int_equal(gmmu_levels[i].va_high, typed[i].high);
        assert_int_equal(gmmu_levels[i].va_low, typed[i].low);
        assert_int_equal(gmmu_levels[i].bytes, typed[i].bytes);
        assert_int_equal(gmmu_levels[i].align, typed[i].align);
    }
}

/* Kinds as §5.6 lists them: single ones, and ranges with both ends. */
static bool listed(const uint8_t (*ranges)[2], unsigned count, unsigned kind)
{
    for (unsigned i = 0; i < count; i++)
        if (kind >= ranges[i][0] && kind <= ranges[i][1])
            return true;
    return false;
}

/* clang-format off */
TEST(kinds_are_the_references)
{
    static const uint8_t supported[][2] = {
        { 0x00, 0x05 }, { 0x07, 0x0a }, { 0x11, 0x11 }, { 0x17, 0x1a }, { 0x2a, 0x2d }, { 0x36, 0x39 },
        { 0x46, 0x46 }, { 0x51, 0x54 }, { 0x7b, 0x7b }, { 0x86, 0x89 }, { 0xc3, 0xc3 }, { 0xca, 0xca },
        { 0xcc, 0xd1 }, { 0xd8, 0xd8 }, { 0xdb, 0xdb }, { 0xdd, 0xdd }, { 0xdf, 0xe0 }, { 0xe2, 0xe6 },
        { 0xe9, 0xe9 }, { 0xeb, 0xeb }, { 0xed, 0xee }, { 0xf0, 0xfb }, { 0xfd, 0xff },
    };
    static const uint8_t in_system[][2] = {
        { 0x00, 0x01 }, { 0x11, 0x11 }, { 0x2a, 0x2a }, { 0x46, 0x46 }, { 0x7b, 0x7b }, { 0xc3, 0xc3 },
        { 0xca, 0xca }, { 0xfd, 0xff },
    };
    static const uint8_t compressible[][2] = {
        { 0x02, 0x10 }, { 0x12, 0x25 }, { 0x2b, 0x45 }, { 0x47, 0x5a }, { 0x5f, 0x5f }, { 0x63, 0x6a },
        { 0x6f, 0x7a }, { 0x7c, 0x8a }, { 0x8f, 0x92 }, { 0x97, 0xa6 }, { 0xab, 0xae }, { 0xb3, 0xc2 },
        { 0xc4, 0xc8 }, { 0xcc, 0xfb },
    };
    static const uint8_t pitch[][2] = { { 0x00, 0x00 }, { 0xca, 0xca }, { 0xfd, 0xfd } };
    const struct gmmu_kind_range *const end = &gmmu_kinds[23 + 8 + 14 + 3];

    assert_int_equal(end->first | end->last | end->is, 0); /* the rows above, and one that ends them */
    for (unsigned kind = 0; kind < 0x100; kind++) {
        unsigned is = 0;

        for (const struct gmmu_kind_range *row = gmmu_kinds; row->is; row++)
            if (kind >= row->first && kind <= row->last)
                is |= row->is;
        assert_int_equal(is & 1, listed(supported, ARRAY_SIZE(supported), kind));
        assert_int_equal(is >> 1 & 1, listed(in_system, ARRAY_SIZE(in_system), kind));
        assert_int_equal(is >> 2 & 1, listed(compressible, ARRAY_SIZE(compressible), kind));
        assert_int_equal(is >> 3, listed(pitch, ARRAY_SIZE(pitch), kind));
    }
}
/* clang-format on */
