/* The memory of the model: geometry, power-on content, views of it, partitions mapped out; parameters of its defects. */
#include "hw/nv50/pfb.h"
#include "model/nv50/vram/vram_defects.h"
#include "tests/mmu/nv50/place_rig.h"
#include "tests/model/nv50/vram/vram_rig.h"

/* ---- bank cycles: docs/hardware/tesla-vm.md §6.5 ----------------------------------------- */

/* View unit u lies at natural unit pattern[u]. */
static void expect_pattern(struct rig *rig, uint64_t unit, const uint8_t *pattern, unsigned units)
{
    for (unsigned u = 0; u < units; u++)
        put(rig->vram, u * unit, 0xb0 + u);
    for (unsigned u = 0; u < units; u++)
        assert_int_equal(read_as(rig->vram, u * unit, TILED_LSR, false), 0xb0 + pattern[u]);
    vram_free(rig->vram);
}

/* Partition counts without an adjust show the bank cycle alone. */
TEST(simple_bank_cycle)
{
    struct rig rig;
    rig_new(&rig, CHIP_G80, 0x7, 1, NULL);
    assert_false(vram_geometry(rig.vram)->times3);
    assert_int_equal(vram_geometry(rig.vram)->bank_bits, 2);
    expect_pattern(&rig, row_bytes(vram_geometry(rig.vram)) / 4, (uint8_t[]){ 2, 1, 3, 0 }, 4);
    rig_new(&rig, CHIP_G80, 0x7, 128, NULL);
    assert_int_equal(vram_geometry(rig.vram)->bank_bits, 3);
    expect_pattern(&rig, row_bytes(vram_geometry(rig.vram)) / 8,
                   (uint8_t[]){ 4, 6, 1, 3, 5, 7, 0, 2 }, 8);
}

TEST(simple_bank_cycle_inverse_knob)
{
    struct rig rig;
    rig_configure(&rig, CHIP_G80, 0x7, 1, "lsr_direction=inverse");
    rig_start(&rig, NULL);
    expect_pattern(&rig, row_bytes(vram_geometry(rig.vram)) / 4, (uint8_t[]){ 3, 1, 0, 2 }, 4);
}

TEST(times3_bank_cycle)
{
    static const uint8_t pattern[] = { 1, 0, 3, 2, 5, 4, 8, 10, 6, 11, 7, 9 };
    static const unsigned sizes[] = { 1, 128 };
    for (unsigned i = 0; i < 2; i++) {
        struct rig rig;
        rig_new(&rig, CHIP_G98, 0x1, sizes[i], NULL);
        assert_true(vram_geometry(rig.vram)->times3);
        expect_pattern(&rig, row_bytes(vram_geometry(rig.vram)) / 4, pattern, 12);
    }
}

/* ---- geometry: §6.1 ---------------------------------------------------------------------- */

static void expect_size_formula(const struct vram_geometry *geometry)
{
    const uint64_t row = row_bytes(geometry);
    uint64_t size = row << geometry->row_bits_a;
    if (geometry->ranks == 2)
        size += row << geometry->row_bits_b;
    assert_int_equal(size, geometry->size);
    assert_true(FIELD_FITS(PFB_CFG1_COLUMN_BITS, geometry->column_bits));
    assert_in_range(geometry->row_bits_a, 8, 8 + 15);
    assert_in_range(geometry->bank_bits, 2, 3);
}

TEST(size_formula_gives_the_size)
{
    for (unsigned parts = 1; parts <= 8; parts++)
        for (unsigned mib = 1; parts * mib <= 4096; mib *= 2)
            for (unsigned ranks = 1; ranks <= 2; ranks++)
                for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
                    struct rig rig;
                    if (mib > 64 && chip != CHIP_G200) /* mapping gigabytes takes its time */
                        continue;
                    rig_configure(&rig, chip, (1u << parts) - 1, mib, NULL);
                    rig.config.ranks = ranks;
                    rig_start(&rig, NULL);
                    assert_non_null(rig.vram);
                    expect_size_formula(vram_geometry(rig.vram));
                    vram_free(rig.vram);
                }
}

/* ---- views ------------------------------------------------------------------------------- */

/* Through another view, a block shows the one that lies in the same cells. */
TEST(views_alias)
{
    for (unsigned parts = 1; parts <= 8; parts++) {
        struct rig rig;
        const struct place place = of_parts(parts);
        rig_new(&rig, CHIP_G80, (1u << parts) - 1, 1, NULL);
        const uint32_t blocks = parts * 0x1000;
        number_blocks(rig.vram, blocks);
        for (unsigned v = 0; v < 4; v++)
            for (uint32_t block = 0; block < blocks; block++) {
                unsigned id;
                uint32_t pbi;
                place_to_partition(&place, views[v], block, &id, &pbi);
                const uint32_t seen = read_as(rig.vram, (uint64_t)block << 8,
                                              views[v].tiled ? TILED : PITCH, views[v].long_cycle);
                assert_int_equal(seen, pbi * parts + id);
            }
        vram_free(rig.vram);
    }
}

/* §6.2: with two partitions a tiled view shows block 3 where pitch has block 2, for the parity of 1 is 1. That goes for
 * every storage type but 0, listed or not; some exchange banks as well. */
TEST(every_type_but_0_is_tiled)
{
    struct rig rig;

    rig_new(&rig, CHIP_G84, 0x3, 1, NULL);
    number_blocks(rig.vram, 16);
    for (unsigned type = 0; type < 0x80; type++)
        assert_int_equal(type == 0, read_as(rig.vram, 0x200, (uint8_t)type, false) == 2);
    assert_int_equal(3, read_as(rig.vram, 0x200, 0x70, false));
    assert_int_equal(3, read_as(rig.vram, 0x200, 0x30, false));
    vram_free(rig.vram);
}

TEST(long_cycle_is_g80_only)
{
    struct rig rig;
    rig_new(&rig, CHIP_G84, 0x3, 1, NULL);
    number_blocks(rig.vram, 16);
    assert_int_equal(read_as(rig.vram, 0x100, PITCH, true), 1);
    vram_free(rig.vram);

    rig_configure(&rig, CHIP_G84, 0x3, 1, "long_cycle=all");
    rig_start(&rig, NULL);
    number_blocks(rig.vram, 16);
    assert_int_equal(read_as(rig.vram, 0x100, PITCH, true), 2);
    vram_free(rig.vram);
}

TEST(accesses_cross_blocks)
{
    struct rig rig;
    uint8_t out[0x400], in[0x400];
    rig_new(&rig, CHIP_G84, 0x3, 1, NULL);
    for (unsigned i = 0; i < sizeof out; i++)
        out[i] = (uint8_t)(i * 7 + 1);
    vram_write(rig.vram, 0x10093, TILED_LSR, false, out, sizeof out);
    vram_read(rig.vram, 0x10093, TILED_LSR, false, in, sizeof in);
    assert_memory_equal(in, out, sizeof out);
    assert_memory_not_equal((uint8_t *)vram_storage(rig.vram) + 0x10093, out, sizeof out);
    vram_write(rig.vram, 0x10093, PITCH, false, out, sizeof out);
    assert_memory_equal((uint8_t *)vram_storage(rig.vram) + 0x10093, out, sizeof out);
    vram_free(rig.vram);
}

/* Without any partition all that is read is ones, and nothing is written. */
TEST(no_partition_no_memory)
{
    struct rig rig;
    unsigned part = 99;

    rig_new(&rig, CHIP_G80, 0x5, 1, NULL);
    put(rig.vram, 0x100, 0x12345678);
    assert_true(vram_partition(rig.vram, 0x100, PITCH, false, &part));
    assert_int_equal(part, 2);
    assert_true(vram_partition(rig.vram, 0x1ff, PITCH, false, &part));
    assert_int_equal(part, 2);
    assert_true(vram_partition(rig.vram, 0x200, PITCH, false, &part));
    assert_int_equal(part, 0);
    vram_set_parts(rig.vram, 0);
    assert_false(vram_partition(rig.vram, 0x100, PITCH, false, &part));
    put(rig.vram, 0x100, 0);
    assert_int_equal(get(rig.vram, 0x100), 0xffffffff);
    vram_set_parts(rig.vram, 5);
    assert_int_equal(get(rig.vram, 0x100), 0x12345678);
    vram_free(rig.vram);
}

TEST(defects_out_of_range_are_refused)
{
    static const struct {
        enum chipset_index chip;
        const char *defect, *sentence;
    } rows[] = {
        { CHIP_G84, "vram-stuck:partition=2", "not enabled" },
        { CHIP_G84, "vram-row:row=0xffff", "vram-row: row=0xffff, legal are 0x0 to 0xff" },
        { CHIP_G84, "vram-bank:bank=4", "bank=0x4" },
        { CHIP_G84, "vram-chip:chip=2", "chip=0x2, legal are 0x0 to 0x1" },
        { CHIP_G84, "vram-chip:width=24", "8, 16, 32 or 64" },
        { CHIP_G84, "vram-rank", "one rank" },
        { CHIP_G84, "vram-cell:address=0x200000", "address=0x200000, legal are 0x0 to 0x1fffff" },
        { CHIP_G84, "vram-address:row_bit=1,bank_bit=1", "one of row_bit, bank_bit and" },
        { CHIP_G84, "vram-address:row_bit=0,column_bit=0", "one of row_bit" },
        { CHIP_G84, "vram-address:bank_bit=0,column_bit=0", "one of row_bit" },
        { CHIP_G84, "vram-address:row_bit=8", "row_bit=0x8, legal are 0x0 to 0x7" },
        { CHIP_G84, "vram-address:bank_bit=2", "bank_bit=0x2, legal are 0x0 to 0x1" },
        { CHIP_G84, "vram-address:column_bit=7", "column_bit=0x7, legal are 0x0 to 0x6" },
        { CHIP_G84, "vram-bank:rank=1", "rank=0x1, legal are 0x0 to 0x0" },
        { CHIP_G84, "vram-column:column=128", "column=0x80, legal are 0x0 to 0x7f" },
        { CHIP_G86, "vram-chip:chip=4", "chip=0x4, legal are 0x0 to 0x3" },
        { CHIP_G84, "vram-intermittent:chip=4,width=16", "chip=0x4, legal are 0x0 to 0x3" },
        { CHIP_G84, "vram-data-short:bit=1,other=1", "same line" },
        { CHIP_GT215, "vram-data-short:bit=1,other=33", "different subpartitions" },
        { CHIP_G84, "vram-place-parts:parts=2", "partition count this card has" },
    };
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct rig rig;
        rig_configure(&rig, rows[i].chip, 0x3, 1, NULL);
        rig.config.ranks = 1; /* else a defect of a second rank brings it along */
        expect_refusal(&rig, rows[i].defect, rows[i].sentence);
    }
}

/* Every defect can be had without parameters on every chipset that can have it. */
TEST(every_defect_has_defaults)
{
    for (unsigned i = 0; i < VRAM_DEFECT_COUNT; i++)
        for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
            struct rig rig;
            if (!(vram_defect_rows[i].chips & CHIP_BIT(chip)))
                continue;
            rig_configure(&rig, chip, (1u << nv50_chips[chip].max_partitions) - 1, 1, NULL);
            rig.config.ranks = 2;
            rig_start(&rig, vram_defect_rows[i].option.name);
            assert_non_null(rig.vram);
            put(rig.vram, 0x40, 1);
            get(rig.vram, 0x40);
            vram_free(rig.vram);
        }
}
