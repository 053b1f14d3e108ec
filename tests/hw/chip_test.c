/* Chipsets and the program's own numbers, a second time, from docs/hardware/tesla-vm.md §0 to §4, and the functions of
 * hw/ that compute something. hw/nv50/chipset_test.c has the rows of the chipsets. */
#include "tests/kit/tests.h"

#include "hw/addr.h"
#include "hw/bits.h"
#include "hw/chip.h"
#include "hw/err.h"
#include "hw/fields.h"
#include "hw/gv100/chip.h"
#include "hw/gv100/gmmu.h"
#include "hw/gv100/places.h"
#include "hw/least.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/slots.h"
#include "hw/nv50/storage.h"
#include "hw/spread.h"
#include "reference/gv100.h"

/* hw/bits.h, each at both ends of a word. */
TEST(fields_are_their_bits)
{
    assert_pairs(BIT(0), 1, BIT(31), 0x80000000, BITS(0, 0), 1, BITS(31, 31), 0x80000000,
                 BITS(31, 0), 0xffffffff, BITS(11, 4), 0xff0, true,
                 BIT64(63) == UINT64_C(0x8000000000000000), BIT64(0), 1);
    assert_pairs(true, BITS64(63, 0) == UINT64_MAX, true, BITS64(39, 12) == UINT64_C(0xfffffff000),
                 true, BITS64(63, 63) == UINT64_C(0x8000000000000000), BITS64(0, 0), 1);

    assert_pairs(FIELD_LOWEST(BITS(11, 4)), 0x10, FIELD_LOWEST(BITS(31, 0)), 1,
                 FIELD_MAX(BITS(11, 4)), 0xff, FIELD_MAX(BIT(31)), 1,
                 FIELD_GET(BITS(11, 4), 0xfffff5af), 0x5a, FIELD_GET(BITS(31, 28), 0x9fffffff), 9,
                 FIELD_PUT(BITS(11, 4), 0x5a), 0x5a0, FIELD_PUT(BITS(11, 4), 0x1ff), 0xff0);
    assert_pairs(true, FIELD_FITS(BITS(11, 4), 0xff), false, FIELD_FITS(BITS(11, 4), 0x100), true,
                 FIELD_FITS(BITS64(63, 0), UINT64_MAX));

    assert_pairs(bits_count(0), 0, bits_count(1), 1, bits_count(0x8000000000000001), 2,
                 bits_count(0x5a5), 6, bits_count(UINT64_MAX), 64);
}

TEST(small_functions_compute)
{
    const linear_addr sum = linear_add((linear_addr){ 0x12345, TARGET_SYSRAM_NOSNOOP }, 0x1000);
    const uint16_t three[3] = { 0 };

    assert_pairs(sum.v, 0x13345, sum.target, TARGET_SYSRAM_NOSNOOP, ARRAY_SIZE(three), 3,
                 LEAST(2, 3), 2, LEAST(3, 2), 2);
    for (unsigned i = 0; i < CHIP_COUNT; i++) {
        assert_int_equal(chip_bit(&nv50_chips[i].chip), 1 << i);
        assert_ptr_equal(nv50_chip_of(&nv50_chips[i].chip), &nv50_chips[i]);
    }
}

/* gv100.md §1.1, §1.3, §13.1. */
TEST(chips_of_gv100_are_the_references)
{
    static const struct {
        const char *name, *title;
        unsigned index, id, device_id, fbpas, bits;
        bool turing;
    } typed[] = {
        { "gv100", "GV100", CHIP_GV100, 0x140, 0x1d80, 16, 256, false },
        { "tu102", "TU102", CHIP_TU102, 0x162, 0x1e00, 12, 32, true },
        { "tu104", "TU104", CHIP_TU104, 0x164, 0x1e80, 8, 32, true },
        { "tu106", "TU106", CHIP_TU106, 0x166, 0x1f00, 8, 32, true },
        { "tu117", "TU117", CHIP_TU117, 0x167, 0x1f80, 4, 32, true },
        { "tu116", "TU116", CHIP_TU116, 0x168, 0x2180, 6, 32, true },
    };

    assert_int_equal(GV100_CHIP_COUNT, ARRAY_SIZE(typed));
    for (size_t i = 0; i < ARRAY_SIZE(typed); i++) {
        const struct gv100_chip *const chip = &gv100_chips[typed[i].index];

        assert_int_equal(chip->chip.id, typed[i].id);
        assert_string_equal(chip->chip.name, typed[i].name);
        assert_string_equal(chip->chip.title, typed[i].title);
        assert_pairs(chip->chip.family, FAMILY_GV100, chip->chip.index, typed[i].index,
                     chip->device_id, typed[i].device_id, chip->device_id_count, 0x80, chip->fbpas,
                     typed[i].fbpas, chip->fbpa_bits, typed[i].bits);
        assert_ptr_equal(gv100_chip_of(&chip->chip), chip);
        assert_ptr_equal(gv100_places_of(&chip->chip),
                         typed[i].turing ? &gv100_places_turing : &gv100_places_volta);
        assert_int_equal(chip_bit(&chip->chip) & CHIPS_TURING ? true : false, typed[i].turing);
    }
}

/* gv100.md §13: registers that moved, by the numbers of both. */
TEST(places_are_the_references)
{
    const struct gv100_places *const volta = &gv100_places_volta, *const turing =
                                                                      &gv100_places_turing;
/* clang-format off */
#define BOTH(member, of_volta, of_turing) { volta->member, of_volta, turing->member, of_turing }
    const uint32_t typed[][4] = {
        BOTH(pbdmas, 14, 12), BOTH(runlists, 13, 11), BOTH(engines, 15, 13), BOTH(lces, 9, 5),
        BOTH(trees, 4, 2), BOTH(id_holes, 0, 1), BOTH(scratch_count, 32, 64), BOTH(kind_generic, 0xfe, 6),
        BOTH(kind_invalid, 0xff, 7), BOTH(fault_buffer_stride, 20, 32), BOTH(channel_class, 0xc36f, 0xc46f),
        BOTH(usermode_class, 0xc361, 0xc461), BOTH(copy_class, 0xc3b5, 0xc5b5), BOTH(pbdma_enable, 0x204, 0),
        BOTH(bar1_block, REF_PBUS_BAR1_BLOCK, REF_VIRTUAL_FUNCTION_PRIV_BAR1_BLOCK),
        BOTH(bar2_block, REF_PBUS_BAR2_BLOCK, REF_VIRTUAL_FUNCTION_PRIV_BAR2_BLOCK),
        BOTH(bind_status, REF_PBUS_BIND_STATUS, REF_VIRTUAL_FUNCTION_PRIV_BIND_STATUS),
        BOTH(invalidate_pdb, REF_PFB_PRI_MMU_INVALIDATE_PDB, REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_PDB),
        BOTH(invalidate_upper_pdb, REF_PFB_PRI_MMU_INVALIDATE_UPPER_PDB,
             REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_UPPER_PDB),
        BOTH(invalidate, REF_PFB_PRI_MMU_INVALIDATE, REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE),
        BOTH(fault_buffer, REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), REF_VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_LO(0)),
        BOTH(fault, REF_PFB_PRI_MMU_FAULT_ADDR_LO, REF_VIRTUAL_FUNCTION_PRIV_MMU_FAULT_ADDR_LO),
        BOTH(fault_filter, REF_PFB_PRI_MMU_PAGE_FAULT_CTRL, REF_VIRTUAL_FUNCTION_PRIV_MMU_PAGE_FAULT_CTRL),
        BOTH(locked_range, 0, REF_WPR2_LO),
        BOTH(scratch, REF_PBUS_SW_SCRATCH(0), 0x1400),
    };
    /* clang-format on */

    for (size_t i = 0; i < ARRAY_SIZE(typed); i++)
        assert_pairs(typed[i][0], typed[i][1], typed[i][2], typed[i][3]);
    assert_ptr_equal(volta->kinds, gmmu_kinds);
    assert_ptr_equal(turing->kinds, gmmu_kinds_turing);
}

TEST(errors_have_their_words)
{
    /* clang-format off */
    static const struct { enum err err; const char *words; } typed[] = {
        { OK, "ok" }, { ERR_RANGE, "value out of range" }, { ERR_ALIGN, "address not aligned" },
        { ERR_UNSUPPORTED, "not on this chipset" }, { ERR_NOT_FOUND, "not found" }, { ERR_NO_MEMORY, "out of memory" },
        { ERR_TIMEOUT, "timeout" }, { ERR_DEADLINE, "deadline" }, { ERR_DEAD, "card does not answer" },
        { ERR_OUTSIDE, "address outside memory" }, { ERR_CONFIG, "bad configuration" }, { ERR_RIG, "the rig refused" },
        { ERR_NO_DMA, "the card is lent no memory" }, { ERR_COUNT, "unknown error" },
        { (enum err)100, "unknown error" },
    };
    /* clang-format on */

    for (size_t i = 0; i < ARRAY_SIZE(typed); i++)
        assert_string_equal(err_name(typed[i].err), typed[i].words);
}

/* docs/hardware/vram-spread.md §1: the lists of address bits, bit 0 of the module first; 0 ends each. */
TEST(measured_spreads_are_the_references)
{
    /* clang-format off */
    static const struct {
        enum measured which;
        const char *name, *board;
        unsigned equations;
        uint8_t bits[SPREAD_EQUATIONS_MAX][12];
    } typed[] = {
        { SPREAD_V100, "v100", "Tesla V100-SXM2-16GB", 5,
          { { 10, 13, 17, 19, 24, 25, 26, 29, 30, 32, 33 }, { 11, 13, 15, 23, 24, 26, 27, 29, 30, 31 },
            { 12, 15, 16, 18, 20, 21, 23, 26, 28, 29, 30 }, { 13, 19, 20, 22, 25, 27, 28, 29 },
            { 15, 18, 22, 23, 26, 29, 30, 31, 32, 33 } } },
        { SPREAD_GP104, "gp104", "GTX 1070, GTX 1080", 3,
          { { 10, 12, 16, 20, 23, 26, 29, 30 }, { 11, 12, 13, 15, 17, 20, 21, 23, 25, 26, 30 },
            { 12, 13, 18, 19, 22, 25, 26, 27, 30, 31 } } },
    };
    /* clang-format on */

    assert_pairs(SPREADS_MEASURED, ARRAY_SIZE(typed), SPREAD_EQUATIONS_MAX, 5);
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
