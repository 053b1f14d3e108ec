/* Chips: width, lanes, names, and the name of a broken one (docs/hardware/board.md §1, §2.3). */
#include "tests/model/nv50/vram/vram_rig.h"

#include "engines/nv50/family.h"
#include "hw/nv50/pfb.h"
#include "suite/kit/cores.h"
#include "suite/memory/damage.h"
#include "suite/memory/errors.h"
#include "suite/memory/view.h"
#include "suite/nv50/way.h"
#include "suite/run/config.h"

static struct chip_table table_of(unsigned ram_type, unsigned part_mask, bool split, bool ranks)
{
    static struct memory_errors errors;
    static uint64_t state[8192]; /* of the way, whatever it keeps */
    const struct run_config config = { .chip_width = 0 };
    struct card card = { .chip = &nv50_chips[split ? CHIP_GT215 : CHIP_G84].chip };
    struct test t = { .card = &card, .config = &config };
    struct memory_view view = { .t = &t, .way = &nv50_way, .state = state };

    /* As nv50_family.memory leaves it. */
    *(struct memory_config *)nv50_memory(&card) = (struct memory_config){
        .part_mask = (uint8_t)part_mask,
        .parts = (uint8_t)bits_count(part_mask),
        .subparts = split ? 2 : 1,
        .ram_type = (uint8_t)ram_type,
        .dram = { .column_bits = 9,
                  .bank_bits = 3,
                  .row_bits_a = 12,
                  .row_bits_b = 12,
                  .two_ranks = ranks },
    };
    assert_int_equal(OK, memory_errors_open(&errors, &view));
    return errors.chips;
}

/* §1.3: DDR2 and DDR3 chips are 16 wide, GDDR3 and GDDR5 ones 32. */
TEST(chip_width_follows_the_ram_type)
{
    assert_int_equal(table_of(RAM_TYPE_DDR2_OR_DDR3, 1, false, false).width, 16);
    assert_int_equal(table_of(RAM_TYPE_GDDR3, 1, false, false).width, 32);
    assert_int_equal(table_of(RAM_TYPE_DDR2_OR_DDR3, 1, true, false).width, 16);
    assert_int_equal(table_of(RAM_TYPE_GDDR5, 1, true, false).width, 32);
}

/* §1.1: a partition is one bus of 64 lines, or two subpartitions of 32. §1.2: bit b of a word. */
TEST(lanes_of_both_controllers)
{
    const struct memory_errors whole = { .split = false }, split = { .split = true };

    assert_pairs(column_size(&whole), 8, column_size(&split), 4, true,
                 lanes_of_column(&whole, 0, BIT64(37)) == BIT64(37), true,
                 lanes_of_column(&split, 0, BIT64(5)) == BIT64(5), true,
                 lanes_of_column(&split, 1, BIT64(5)) == BIT64(37));
}

/* Block 0x30 lies in subpartition 0. A stuck mask spoils the rest of its sector and nothing else, so it shows
 * how long a sector is: 4 words of 8 bytes, or 8 of 4. */
static void check_sector(enum chipset_index chip)
{
    const uint32_t filling = 0x12345678;
    struct rig rig;
    struct vram *const vram = rig_new(&rig, chip, 1, 1, "vram-mask:byte=0");
    uint8_t sectors[96];

    for (unsigned i = 0; i < sizeof sectors; i += 4)
        memcpy(sectors + i, &filling, 4);
    vram_write(vram, 0x3000, PITCH, false, sectors, sizeof sectors);
    put(vram, 0x3020, 0);
    for (uint64_t at = 0x3000; at < 0x3060; at += 4) {
        const bool inside = at >= 0x3020 && at < 0x3040;
        const bool lane_0 = chip == CHIP_GT215 || at % 8 == 0;

        if (at != 0x3020)
            assert_int_equal(get(vram, at), inside && lane_0 ? filling | 0xff : filling);
    }
    vram_free(vram);
}

TEST(a_sector_is_32_bytes)
{
    check_sector(CHIP_G84);
    check_sector(CHIP_GT215);
}

static void expect_name(const struct chip_table *table, unsigned part, unsigned rank, unsigned chip,
                        const char *name)
{
    char words[16];
    struct text text = text_in(words, sizeof words);

    chip_name(&text, table, part, rank, chip);
    assert_string_equal(words, name);
}

/* §2.3: letter of the hardware partition, half, letter of the 16 lines, rank where there are two. */
TEST(chips_have_a_benchs_names)
{
    const struct chip_table wide = table_of(RAM_TYPE_GDDR3, 0x0d, false, false);
    const struct chip_table narrow = table_of(RAM_TYPE_DDR2_OR_DDR3, 0x03, false, true);

    expect_name(&wide, 0, 0, 0, "A0");
    expect_name(&wide, 1, 0, 1, "C1");
    expect_name(&narrow, 0, 0, 1, "A0br0");
    expect_name(&narrow, 1, 1, 2, "B1ar1");
}

static void expect_words(const struct chip_table *table, const struct damage *damage,
                         const char *expected)
{
    char words[TEST_VALUE_MAX];
    struct text text = text_in(words, sizeof words);

    damage_words(&text, damage, table);
    assert_string_equal(words, expected);
}

TEST(a_damage_reads_as_a_bench_speaks)
{
    const struct chip_table table = table_of(RAM_TYPE_GDDR3, 0x3f, false, false);

    expect_words(&table, &(struct damage){ .kind = DAMAGE_LINE, .ranks = 1, .lanes = BIT64(37) },
                 "partition 0 (FBA), D32-D63, rank A: bit 37 stuck at 0 (chip A1)");
    expect_words(&table,
                 &(struct damage){ .kind = DAMAGE_ADDRESS,
                                   .part = 2,
                                   .ranks = 1,
                                   .field = FIELD_ROW,
                                   .bit = 3,
                                   .lanes = UINT64_MAX },
                 "partition 2 (FBC), D0-D63, rank A: address line stuck: row bit 3 "
                 "(unverified E25) (chips C0 C1)");
}

static bool accepts(struct run_config *config, const char *line)
{
    char error[CONFIG_ERROR_MAX];

    return config_parse(config, "test", line, strlen(line), error) == OK;
}

TEST(memory_keys_have_their_ranges)
{
    /* clang-format off */
    static const char *const refused[] = {
        "part=8", "part=", "range=0x2000-0x1000", "range=4096", "range=0x100000-0x208000", "range=0x101000-0x200000",
        "seconds=0", "hold=256", "seed=-1", "seed=0x100000000" };
    /* clang-format on */
    struct run_config config;

    config_defaults(&config);
    assert_true(accepts(&config, "part=3\nrange=0x100000-0x200000\nseconds=60\nhold=16\nseed=7"));
    assert_true(config.has_part && config.part == 3 && config.seconds == 60);
    assert_true(config.range_from == 0x100000 && config.range_to == 0x200000);
    assert_true(config.hold == 16 && config.seed == 7);
    for (unsigned i = 0; i < ARRAY_SIZE(refused); i++)
        assert_false(accepts(&config, refused[i]));
}

/* "All of them; those past `most` are only counted." Bad in one test is good in none; no cores, no word (cores.h). */
TEST(multiprocessors_have_names_and_are_joined)
{
    struct core_table all = { .there = 0x1, .good = { [CORE_FLOAT] = 0x6 }, .bad = { 0x1 } };
    const struct core_table none = { .bad = { [CORE_FLOAT] = 0x7 } };
    const struct core_table other = { 2, 4, 0x30, { [CORE_FLOAT] = 0x11 }, { [CORE_FLOAT] = 0x2 } };
    const struct core_table joined = {
        2, 4, 0x31, { [CORE_FLOAT] = 0x15 }, { 0x1, [CORE_FLOAT] = 0x2 }
    };
    char said[200];
    struct text text = text_in(said, sizeof(said));

    cores_names(&text, BIT64(63) | 0x33, 3);
    core_says(&text, CORE_WRONG, CORE_FLOAT, 31);
    core_says(&text, CORE_WRONG, CORE_FLOW, 32);
    core_says(&text, CORE_IDLE, CORE_FLOW, 1);
    cores_names(&text, BIT64(63) | 1, 2);
    assert_string_equal("TPC 0, MP 0; TPC 0, MP 1; TPC 1, MP 0 and 2 morefloats wrong in lane 31"
                        "program flow wrongruns no programTPC 0, MP 0; TPC 15, MP 3",
                        said);
    assert_strings("int", core_unit_label(CORE_INTEGER, 7), "integer",
                   core_unit_label(CORE_INTEGER, 8));
    cores_join(&all, &none);
    cores_join(&all, &other);
    assert_memory_equal(&joined, &all, sizeof(all));
    assert_pairs(0x3, cores_bad(&all), 0x14, cores_good(&all));
}
