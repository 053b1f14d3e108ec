/* Chipsets and what the program itself numbers, a second time, from docs/hardware/tesla-vm.md §0 to §4, and the functions
 * of hw/ that compute something. hw/nv50/chipset_test.c has the rows of the chipsets. */
#include "hw/bits.h"
#include "tests/kit/tests.h"

#include "hw/addr.h"
#include "hw/bits.h"
#include "hw/chip.h"
#include "hw/err.h"
#include "hw/fields.h"
#include "hw/gv100/chip.h"
#include "hw/least.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/fields.h"
#include "hw/nv50/slots.h"
#include "hw/nv50/storage.h"
#include "hw/spread.h"

/* hw/bits.h, each at both ends of a word. */
TEST(fields_are_their_bits)
{
    assert_int_equal(BIT(0), 1);
    assert_int_equal(BIT(31), 0x80000000);
    assert_int_equal(BITS(0, 0), 1);
    assert_int_equal(BITS(31, 31), 0x80000000);
    assert_int_equal(BITS(31, 0), 0xffffffff);
    assert_int_equal(BITS(11, 4), 0xff0);
    assert_true(BIT64(63) == UINT64_C(0x8000000000000000));
    assert_int_equal(BIT64(0), 1);
    assert_true(BITS64(63, 0) == UINT64_MAX);
    assert_true(BITS64(39, 12) == UINT64_C(0xfffffff000));
    assert_true(BITS64(63, 63) == UINT64_C(0x8000000000000000));
    assert_int_equal(BITS64(0, 0), 1);

    assert_int_equal(FIELD_LOWEST(BITS(11, 4)), 0x10);
    assert_int_equal(FIELD_LOWEST(BITS(31, 0)), 1);
    assert_int_equal(FIELD_MAX(BITS(11, 4)), 0xff);
    assert_int_equal(FIELD_MAX(BIT(31)), 1);
    assert_int_equal(FIELD_GET(BITS(11, 4), 0xfffff5af), 0x5a);
    assert_int_equal(FIELD_GET(BITS(31, 28), 0x9fffffff), 9);
    assert_int_equal(FIELD_PUT(BITS(11, 4), 0x5a), 0x5a0);
    assert_int_equal(FIELD_PUT(BITS(11, 4), 0x1ff), 0xff0);
    assert_true(FIELD_FITS(BITS(11, 4), 0xff));
    assert_false(FIELD_FITS(BITS(11, 4), 0x100));
    assert_true(FIELD_FITS(BITS64(63, 0), UINT64_MAX));

    assert_int_equal(bits_count(0), 0);
    assert_int_equal(bits_count(1), 1);
    assert_int_equal(bits_count(0x8000000000000001), 2);
    assert_int_equal(bits_count(0x5a5), 6);
    assert_int_equal(bits_count(UINT64_MAX), 64);
}

TEST(small_functions_compute)
{
    const linear_addr sum = linear_add((linear_addr){ 0x12345, TARGET_SYSRAM_NOSNOOP }, 0x1000);
    const uint16_t three[3] = { 0 };

    assert_int_equal(sum.v, 0x13345);
    assert_int_equal(sum.target, TARGET_SYSRAM_NOSNOOP);
    assert_int_equal(ARRAY_SIZE(three), 3);
    assert_int_equal(LEAST(2, 3), 2);
    assert_int_equal(LEAST(3, 2), 2);
    for (unsigned i = 0; i < CHIP_COUNT; i++) {
        assert_int_equal(chip_bit(&nv50_chips[i].chip), 1 << i);
        assert_ptr_equal(nv50_chip_of(&nv50_chips[i].chip), &nv50_chips[i]);
    }
}

/* gv100.md §1.1, §1.3. */
TEST(gv100_is_the_references)
{
    const struct gv100_chip *const gv100 = &gv100_chips[CHIP_GV100];

    assert_int_equal(GV100_CHIP_COUNT, 1);
    assert_int_equal(gv100->chip.id, 0x140);
    assert_string_equal(gv100->chip.name, "gv100");
    assert_string_equal(gv100->chip.title, "GV100");
    assert_int_equal(gv100->chip.family, FAMILY_GV100);
    assert_int_equal(gv100->chip.index, CHIP_GV100);
    assert_int_equal(gv100->device_id, 0x1d80);
    assert_int_equal(gv100->device_id_count, 0x1dff - 0x1d80 + 1);
}

TEST(errors_have_their_words)
{
    static const struct {
        enum err err;
        const char *words;
    } typed[] = {
        { OK, "ok" },
        { ERR_RANGE, "value out of range" },
        { ERR_ALIGN, "address not aligned" },
        { ERR_UNSUPPORTED, "not on this chipset" },
        { ERR_NOT_FOUND, "not found" },
        { ERR_NO_MEMORY, "out of memory" },
        { ERR_TIMEOUT, "timeout" },
        { ERR_DEADLINE, "deadline" },
        { ERR_DEAD, "card does not answer" },
        { ERR_OUTSIDE, "address outside memory" },
        { ERR_CONFIG, "bad configuration" },
        { ERR_RIG, "the rig refused" },
        { ERR_NO_DMA, "the card is lent no memory" },
        { ERR_COUNT, "unknown error" },
        { (enum err)100, "unknown error" },
    };

    for (size_t i = 0; i < ARRAY_SIZE(typed); i++)
        assert_string_equal(err_name(typed[i].err), typed[i].words);
}

/* docs/hardware/vram-spread.md §1: the lists of address bits, bit 0 of the module first; 0 ends each. */
TEST(measured_spreads_are_the_references)
{
    static const struct {
        enum measured which;
        const char *name, *board;
        unsigned equations;
        uint8_t bits[SPREAD_EQUATIONS_MAX][12];
    } typed[] = {
        { SPREAD_V100,
          "v100",
          "Tesla V100-SXM2-16GB",
          5,
          { { 10, 13, 17, 19, 24, 25, 26, 29, 30, 32, 33 },
            { 11, 13, 15, 23, 24, 26, 27, 29, 30, 31 },
            { 12, 15, 16, 18, 20, 21, 23, 26, 28, 29, 30 },
            { 13, 19, 20, 22, 25, 27, 28, 29 },
            { 15, 18, 22, 23, 26, 29, 30, 31, 32, 33 } } },
        { SPREAD_GP104,
          "gp104",
          "GTX 1070, GTX 1080",
          3,
          { { 10, 12, 16, 20, 23, 26, 29, 30 },
            { 11, 12, 13, 15, 17, 20, 21, 23, 25, 26, 30 },
            { 12, 13, 18, 19, 22, 25, 26, 27, 30, 31 } } },
    };

    assert_int_equal(SPREADS_MEASURED, ARRAY_SIZE(typed));
    assert_int_equal(SPREAD_EQUATIONS_MAX, 5);
    for (size_t i = 0; i < ARRAY_SIZE(typed); i++) {
        const struct measured_spread *const spread = &measured_spreads[typed[i].which];

        assert_string_equal(typed[i].name, spread->name);
        assert_string_equal(typed[i].board, spread->board);
        assert_int_equal(typed[i].equations, spread->equations);
        for (unsigned n = 0; n < SPREAD_EQUATIONS_MAX; n++) {
            uint64_t mask = 0;

            for (const uint8_t *bit = typed[i].bits[n]; *bit; bit++)
                mask |= UINT64_C(1) << *bit;
            assert_int_equal(mask, spread->equation[n]);
        }
    }
}
