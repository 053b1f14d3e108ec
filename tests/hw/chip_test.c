/* Chipsets and what the program itself numbers, a second time, from docs/hardware/tesla-vm.md §0 to §4, and the functions
 * of hw/ that compute something. hw/nv50/chipset_test.c has the rows of the chipsets. */
#include "tests/hw/number_rig.h"

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

/* §0: the rows' order, from bit 0 on; the families of video engines stand in the table's third column. */
TEST(sets_of_chipsets_are_the_references)
{
    static const struct number numbers[] = {
        N(BOOT_0, 0),
        F(BOOT_0_CHIPSET, 28, 20),
        N(CHIP_G80, 0),
        N(CHIP_G84, 1),
        N(CHIP_G86, 2),
        N(CHIP_G92, 3),
        N(CHIP_G94, 4),
        N(CHIP_G96, 5),
        N(CHIP_G98, 6),
        N(CHIP_G200, 7),
        N(CHIP_MCP77, 8),
        N(CHIP_MCP79, 9),
        N(CHIP_GT215, 10),
        N(CHIP_GT216, 11),
        N(CHIP_GT218, 12),
        N(CHIP_MCP89, 13),
        N(CHIP_COUNT, 14),
        N(CHIP_BIT(0), 1),
        N(CHIP_BIT(31), 0x80000000),
        N(CHIPS_ALL, 0x3fff),
        N(CHIPS_VP1, 0x0001),
        N(CHIPS_VP2, 0x00be),
        N(CHIPS_VP3, 0x0340),
        N(CHIPS_VP4, 0x3c00),
        N(CHIPS_IGP, 0x2300),
        N(CHIPS_G84_UP, 0x3ffe),
        N(CHIPS_G92_UP, 0x3ff8),
        N(CHIPS_G94_UP, 0x3ff0),
        N(CHIPS_G200_UP, 0x3f80),
        N(CHIPS_GT215_UP, 0x3c00),
        N(CHIPS_PRE_G200, 0x007f),
        N(CHIPS_PRE_GT215, 0x03ff),
        N(CHIPS_DISCRETE, 0x1cff),
        N(VIDEO_VP1, 1),
        N(VIDEO_VP2, 2),
        N(VIDEO_VP3, 3),
        N(VIDEO_VP4, 4),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* Numbers that mean something in this program alone: no two of a kind may be the same. */
TEST(our_own_numbers_differ)
{
    static const struct number numbers[] = {
        F(FEATURE_LONG_CYCLE, 0, 0),
        F(FEATURE_ENCRYPTION, 1, 1),
        F(FEATURE_PAGES_16K, 2, 2),
        F(FEATURE_SUBPARTITIONS, 3, 3),
        F(FEATURE_IGP, 4, 4),
        F(FEATURE_PD_OFFSET_REG, 5, 5),
        F(FEATURE_VRAM_LIMIT, 6, 6),
        F(FEATURE_KIND_SYSRAM, 7, 7),
        F(FEATURE_BANK_BITS_2, 8, 8),
        F(FEATURE_GDDR5, 9, 9),
        F(FEATURE_PART_PM_SEL, 10, 10),
        F(FEATURE_PART_PM_7BIT, 11, 11),
        F(FEATURE_PCOUNTER_RECORD, 12, 12),
        F(FEATURE_INTR_MASK, 13, 13),
        F(FEATURE_HWUNITS_1, 14, 14),
        F(FEATURE_FALCON, 15, 15),
        F(FEATURE_THERMAL, 16, 16),
        F(FEATURE_BAR3_PREFETCH, 17, 17),
        F(FEATURE_PCI_CONFIG, 18, 18),
        F(FEATURE_PCI_LINK_2, 19, 19),
        F(FEATURE_PCI_VENDOR, 20, 20),
        F(FEATURE_GPIO_32, 21, 21),
        F(FEATURE_PLL_GT215, 22, 22),
        F(FEATURE_PART_GUARD, 23, 23),
        N(CHANNEL_LAYOUT_G80, 0),
        N(CHANNEL_LAYOUT_G84, 1),
        N(FAULT_FIELDS_4BIT, 0),
        N(FAULT_FIELDS_8BIT, 1),
        N(MSI_REARM_CONFIG, 0),
        N(MSI_REARM_MIRROR, 1),
        N(CHIP_GV100, 0),
        N(GV100_CHIP_COUNT, 1),
        N(FAMILY_NV50, 0),
        N(FAMILY_GV100, 1),
        N(BANK_CYCLE_NORMAL, 0),
        N(BANK_CYCLE_ALTERNATE, 1),
        N(NV50_STRUCTURE_DMAOBJ, 0),
        N(NV50_STRUCTURE_PDE, 1),
        N(NV50_STRUCTURE_PTE, 2),
        N(NV50_STRUCTURE_CHANNEL, 3),
        N(NV50_STRUCTURE_FAULT, 4),
        N(NV50_STRUCTURE_RAMFC, 5),
        N(NV50_STRUCTURE_RAMHT, 6),
        N(NV50_STRUCTURE_COUNT, 7),
        N(OK, 0),
        N(ERR_RANGE, 1),
        N(ERR_ALIGN, 2),
        N(ERR_UNSUPPORTED, 3),
        N(ERR_NOT_FOUND, 4),
        N(ERR_NO_MEMORY, 5),
        N(ERR_TIMEOUT, 6),
        N(ERR_DEADLINE, 7),
        N(ERR_DEAD, 8),
        N(ERR_OUTSIDE, 9),
        N(ERR_CONFIG, 10),
        N(ERR_RIG, 11),
        N(ERR_NO_DMA, 12),
        N(ERR_COUNT, 13),
        N(FIELD_PARTS, 3),                /* an address of a fault has three */
        N(FIELD_WHENS, 2),                /* PD0: kind of entry, and aperture */
        N(STRUCTURE_MAX_WORDS, 4096 / 4), /* an instance block */
        N(VM_SLOT_COUNT,
          137), /* §1.1: all slots of the table, those of two families of engines twice */
        N(VM_ENGINE_NAME_COUNT, 19), /* §1.1, a unit that changed its name twice */
        N(VM_CLIENT_NAME_COUNT, 21),
        N(VM_FAULT_NAME_COUNT, 10), /* §2.3 */
        N(VM_CONTEXT_COUNT, 4 + 7), /* §1.4: G80, and from G84 on */
        N(STORAGE_TYPE_COUNT, 65),  /* §4.1 */
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

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
