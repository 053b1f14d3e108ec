/* The facts of hw/ typed a second time: chipsets (tesla-vm.md §0, tesla-mmio.md §1.1, §2.1, §2.2, §3.4, §3.9), storage
 * types (tesla-vm.md §4.1), ports of I2C and lines of the voltage. The values stand here as the seeds and the reference
 * give them; nothing is taken from hw/ but the tables under test. */
#include "hw/nv50/pnvio.h"
#include "hw/nv50/storage.h"
#include "hw/nv50/vbios.h"
#include "hw/nv50/vm.h"
#include "tests/hw/hw_rig.h"

struct typed_chip {
    const char *name, *title;
    unsigned id, device, device_count, parts, tpcs, mps, video, pd, tpc_stride, flush, peephole_w,
        peephole_rw, fault_bits, fault_enable;
    const char *rearm;
    const char *has; /* words, in any order */
};

/* clang-format off */
static const struct typed_chip typed_chips[] = {
    { "g80",   "G80",   0x50, 0x0190, 16, 6,  8, 2, 1, 0x1400, 0x1000, 0x00330c, 0x1560, 0x1570, 4, 0x000707ff, "config", "long" },
    { "g84",   "G84",   0x84, 0x0400, 16, 2,  2, 2, 2, 0x200, 0x1000, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "config", "enc hwunits1 pdreg kindsys record therm config pm" },
    { "g86",   "G86",   0x86, 0x0420, 16, 2,  1, 2, 2, 0x200, 0x1000, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "config", "enc hwunits1 pdreg kindsys record therm config pm link2" },
    { "g92",   "G92",   0x92, 0x0600, 32, 4,  8, 2, 2, 0x200, 0x1000, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "config", "enc hwunits1 pdreg kindsys record therm config pm link2" },
    { "g94",   "G94",   0x94, 0x0620, 32, 4,  4, 2, 2, 0x200, 0x1000, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "mirror", "enc hwunits1 pdreg kindsys record therm config gpio32 pm link2" },
    { "g96",   "G96",   0x96, 0x0640, 32, 2,  2, 2, 2, 0x200, 0x1000, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "mirror", "enc hwunits1 pdreg kindsys record therm config gpio32 pm link2" },
    { "g98",   "G98",   0x98, 0x06e0, 32, 1,  1, 1, 3, 0x200, 0x1000, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "mirror", "enc hwunits1 pdreg kindsys record therm config gpio32 pm link2 falcon" },
    { "g200",  "G200",  0xa0, 0x05e0, 32, 8, 10, 3, 2, 0x200, 0x0800, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "mirror", "enc hwunits1 pdreg kindsys record therm config gpio32 pm link2" },
    { "mcp77", "MCP77", 0xaa, 0x0840, 32, 1,  1, 1, 3, 0x200, 0x0800, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "mirror", "enc hwunits1 pdreg kindsys record therm config gpio32 igp prefetch falcon" },
    { "mcp79", "MCP79", 0xac, 0x0860, 32, 1,  1, 2, 3, 0x200, 0x0800, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "mirror", "enc hwunits1 pdreg kindsys record therm config gpio32 igp prefetch falcon" },
    { "gt215", "GT215", 0xa3, 0x0ca0, 32, 2,  4, 3, 4, 0x200, 0x0800, 0x070000, 0x60000, 0x60010, 8, 0x000d0fff, "mirror", "enc hwunits1 pdreg kindsys record therm config gpio32 pllp guard 16k sub limit fine bank2 vendor prefetch falcon pm pm7 link2 gddr5" },
    { "gt216", "GT216", 0xa5, 0x0a20, 32, 2,  2, 3, 4, 0x200, 0x0800, 0x070000, 0x60000, 0x60010, 8, 0x000d0fff, "mirror", "enc hwunits1 pdreg kindsys record therm config gpio32 pllp guard 16k sub limit fine bank2 vendor prefetch falcon pm pm7 link2 gddr5" },
    { "gt218", "GT218", 0xa8, 0x0a60, 32, 1,  1, 2, 4, 0x200, 0x0800, 0x070000, 0x60000, 0x60010, 8, 0x000d0fff, "mirror", "enc hwunits1 pdreg kindsys record therm config gpio32 pllp guard 16k sub limit fine bank2 vendor prefetch falcon pm pm7 link2 gddr5" },
    { "mcp89", "MCP89", 0xaf, 0x08a0, 32, 2,  2, 3, 4, 0x200, 0x0800, 0x070000, 0x60000, 0x60010, 8, 0x089d1fff, "mirror", "enc hwunits1 pdreg kindsys record therm config gpio32 pllp 16k sub limit fine bank2 vendor prefetch falcon igp" },
};

static const struct { const char *word; unsigned feature; } feature_words[] = {
    { "long", FEATURE_LONG_CYCLE }, { "enc", FEATURE_ENCRYPTION }, { "16k", FEATURE_PAGES_16K },
    { "sub", FEATURE_SUBPARTITIONS }, { "igp", FEATURE_IGP }, { "limit", FEATURE_VRAM_LIMIT },
    { "fine", FEATURE_INTR_MASK }, { "hwunits1", FEATURE_HWUNITS_1 },
    { "pdreg", FEATURE_PD_OFFSET_REG }, { "kindsys", FEATURE_KIND_SYSRAM },
    { "pm", FEATURE_PART_PM_SEL }, { "pm7", FEATURE_PART_PM_7BIT },
    { "record", FEATURE_PCOUNTER_RECORD }, { "bank2", FEATURE_BANK_BITS_2 },
    { "gddr5", FEATURE_GDDR5 }, { "falcon", FEATURE_FALCON }, { "therm", FEATURE_THERMAL },
    { "prefetch", FEATURE_BAR3_PREFETCH }, { "link2", FEATURE_PCI_LINK_2 },
    { "config", FEATURE_PCI_CONFIG }, { "vendor", FEATURE_PCI_VENDOR },
    { "gpio32", FEATURE_GPIO_32 }, { "pllp", FEATURE_PLL_GT215 }, { "guard", FEATURE_PART_GUARD },
};
/* clang-format on */

static void check_chip(const struct nv50_chip *chip, const struct typed_chip *typed)
{
    unsigned typed_features = 0;

    assert_string_equal(chip->chip.name, typed->name);
    assert_string_equal(chip->chip.title, typed->title);
    assert_pairs(chip->chip.id, typed->id, chip->device_id, typed->device,
                 1 << chip->device_id_bits, typed->device_count);
    /* §1.1: G92 has 0410 to 041f too, GT218 has 10c0 to 10df. */
    assert_pairs(chip->device_id_2,
                 typed->id == 0x92   ? 0x0410
                 : typed->id == 0xa8 ? 0x10c0
                                     : 0,
                 chip->max_partitions, typed->parts, chip->max_tpcs, typed->tpcs, chip->max_mps,
                 typed->mps, chip->video, typed->video, chip->layout,
                 typed->pd == 0x1400 ? CHANNEL_LAYOUT_G80 : CHANNEL_LAYOUT_G84, chip->pd_offset,
                 typed->pd, chip->tpc_stride, typed->tpc_stride, chip->host_flush, typed->flush,
                 chip->peephole_write, typed->peephole_w, chip->peephole_rw, typed->peephole_rw,
                 chip->fault_format, typed->fault_bits == 8 ? FAULT_FIELDS_8BIT : FAULT_FIELDS_4BIT,
                 chip->fault_enable, typed->fault_enable);
    assert_int_equal(chip->msi_rearm,
                     strcmp(typed->rearm, "mirror") ? MSI_REARM_CONFIG : MSI_REARM_MIRROR);
    for (size_t i = 0; i < ARRAY_SIZE(feature_words); i++)
        if (!(chip->features & feature_words[i].feature) !=
            !has_word(typed->has, feature_words[i].word))
            fail_msg("%s: feature %s", typed->name, feature_words[i].word);
    for (size_t i = 0; i < ARRAY_SIZE(feature_words); i++)
        typed_features |= feature_words[i].feature;
    assert_int_equal(chip->features & ~typed_features, 0);
}

TEST(every_chipset_row_is_the_references)
{
    assert_int_equal(CHIP_COUNT, ARRAY_SIZE(typed_chips));
    for (unsigned i = 0; i < CHIP_COUNT; i++)
        check_chip(&nv50_chips[i], &typed_chips[i]);
}

static const unsigned normal_types[] = {
    0x10, 0x11, 0x12, 0x13, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x40, 0x41,
    0x42, 0x43, 0x44, 0x45, 0x46, 0x54, 0x55, 0x56, 0x60, 0x61, 0x62, 0x63, 0x64,
    0x65, 0x66, 0x68, 0x69, 0x6a, 0x6b, 0x70, 0x74, 0x78, 0x79, 0x7c, 0x7d,
};

static const unsigned swizzled_types[] = {
    0x18, 0x19, 0x1a, 0x1b, 0x28, 0x29, 0x2a, 0x2b, 0x2c, 0x2d, 0x2e, 0x47, 0x48,
    0x49, 0x4a, 0x4b, 0x4c, 0x4d, 0x6c, 0x6d, 0x6e, 0x6f, 0x72, 0x76, 0x7a, 0x7b,
};

static const struct storage_type *storage_row(unsigned type)
{
    for (unsigned i = 0; i < STORAGE_TYPE_COUNT; i++)
        if (storage_types[i].type == type)
            return &storage_types[i];
    fail_msg("no storage type %x", type);
    return NULL;
}

/* 65 values are valid, 26 of them bank swizzled; 44-46, 4b-4d and 68-6f from G200 on. */
TEST(every_storage_type_has_its_bank_cycle)
{
    assert_int_equal(ARRAY_SIZE(swizzled_types), 26);
    assert_int_equal(1 + ARRAY_SIZE(normal_types) + ARRAY_SIZE(swizzled_types), 65);
    assert_int_equal(STORAGE_TYPE_COUNT, 65);
    assert_pairs(false, storage_row(0)->tiled, storage_row(0)->banks, BANK_CYCLE_NORMAL);
    for (size_t i = 0; i < ARRAY_SIZE(normal_types); i++)
        assert_pairs(true, storage_row(normal_types[i])->tiled, storage_row(normal_types[i])->banks,
                     BANK_CYCLE_NORMAL);
    for (size_t i = 0; i < ARRAY_SIZE(swizzled_types); i++)
        assert_pairs(true, storage_row(swizzled_types[i])->tiled,
                     storage_row(swizzled_types[i])->banks, BANK_CYCLE_ALTERNATE);
    for (unsigned i = 0; i < STORAGE_TYPE_COUNT; i++) {
        const unsigned type = storage_types[i].type;
        const int late = (type >= 0x44 && type <= 0x46) || (type >= 0x4b && type <= 0x4d) ||
                         (type >= 0x68 && type <= 0x6f);

        assert_int_equal(storage_types[i].chips, late ? CHIPS_ALL & ~0x7fu : CHIPS_ALL);
    }
}

/* devinit.md §2.5, board-sensors.md §2.1: ports of I2C in the order of their numbers. */
TEST(ports_of_i2c_are_the_references)
{
    static const uint32_t ports[] = PNVIO_I2C_PORTS;
    static const uint32_t typed[] = { 0xe138, 0xe150, 0xe168, 0xe180, 0xe254,
                                      0xe274, 0xe764, 0xe780, 0xe79c, 0xe7b8 };

    assert_int_equal(sizeof(typed), sizeof(ports));
    assert_memory_equal(typed, ports, sizeof(typed));
    assert_pairs(10, PNVIO_I2C_PORT_COUNT, 4, PNVIO_I2C_PORTS_G80, 6, PNVIO_I2C_PORTS_G94);
}

/* devinit.md §2.5: VID0 to VID2, VID3, VID4 to VID7. */
TEST(voltage_lines_are_in_order)
{
    static const uint8_t ours[] = GPIO_FUNCTIONS_VID,
                         reference[] = { 0x04, 0x05, 0x06, 0x1a, 0x73, 0x74, 0x75, 0x76 };

    assert_int_equal(sizeof(ours), GPIO_VID_COUNT);
    assert_memory_equal(ours, reference, sizeof(reference));
}
