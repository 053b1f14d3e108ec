/* Every defect of the memory does what its row says, and no more. */
#include "model/nv50/vram/vram_defects.h"
#include "tests/model/nv50/vram/vram_rig.h"

/* ---- defects of the cells ---------------------------------------------------------------- */

static void fill(struct vram *vram, uint64_t linear, uint64_t size, uint32_t word)
{
    for (uint64_t at = 0; at < size; at += 4)
        put(vram, linear + at, word);
}

/* Bits of the 32-bit word at `linear` that do not take on zeros or ones. */
static uint32_t bad_bits(struct vram *vram, uint64_t linear)
{
    put(vram, linear, 0);
    uint32_t bad = get(vram, linear);
    put(vram, linear, 0xffffffff);
    bad |= ~get(vram, linear);
    return bad;
}

TEST(stuck_line)
{
    struct rig rig;
    rig_new(&rig, CHIP_G84, 0x3, 1, "vram-stuck:partition=1,bit=37,value=1");
    assert_int_equal(bad_bits(rig.vram, 0x104), 1u << 5);
    assert_int_equal(bad_bits(rig.vram, 0x10c), 1u << 5);
    assert_int_equal(bad_bits(rig.vram, 0x100), 0);
    assert_int_equal(bad_bits(rig.vram, 0x004), 0);
    put(rig.vram, 0x104, 0);
    assert_int_equal(get(rig.vram, 0x104), 1u << 5);
    assert_true(vram_is_plain(rig.vram, 0, 0x100));
    assert_false(vram_is_plain(rig.vram, 0, 0x101));
    vram_free(rig.vram);
}

/* Lanes 32 to 63 are those of subpartition 1: every word of its blocks. */
TEST(stuck_line_of_a_subpartition)
{
    struct rig rig;
    rig_new(&rig, CHIP_GT215, 0x1, 1, "vram-stuck:bit=37");
    assert_int_equal(bad_bits(rig.vram, 0x000) | bad_bits(rig.vram, 0x004), 0);
    assert_int_equal(bad_bits(rig.vram, 0x100), 1u << 5);
    assert_int_equal(bad_bits(rig.vram, 0x104), 1u << 5);
    vram_free(rig.vram);
}

TEST(shorted_lines)
{
    struct rig rig;
    rig_new(&rig, CHIP_G84, 0x3, 1, "vram-data-short:bit=3,other=9");
    put(rig.vram, 0, 1u << 3 | 1u << 4);
    assert_int_equal(get(rig.vram, 0), 1u << 4);
    put(rig.vram, 0, 1u << 3 | 1u << 9);
    assert_int_equal(get(rig.vram, 0), 1u << 3 | 1u << 9);
    vram_free(rig.vram);
    rig_new(&rig, CHIP_G84, 0x3, 1, "vram-data-short:bit=3,other=9,value=1");
    put(rig.vram, 0, 1u << 9);
    assert_int_equal(get(rig.vram, 0), 1u << 3 | 1u << 9);
    vram_free(rig.vram);
}

static void expect_collision(struct rig *rig, uint64_t a, uint64_t b, uint32_t lanes)
{
    put(rig->vram, a, 0x11111111);
    put(rig->vram, b, 0xeeeeeeee);
    assert_int_equal(get(rig->vram, a), (0x11111111 & ~lanes) | (0xeeeeeeee & lanes));
}

/* Distances of docs/hardware/board.md §3.1. */
TEST(address_lines)
{
    struct rig rig;
    struct vram *vram = rig_new(&rig, CHIP_G84, 0x3, 1, "vram-address:row_bit=2");
    const uint64_t row = row_bytes(vram_geometry(vram));
    const unsigned columns = vram_geometry(vram)->column_bits;
    expect_collision(&rig, 0, row << 2, 0xffffffff);
    expect_collision(&rig, 0x104, 0x104 + (row << 2), 0); /* the other partition is well */
    expect_collision(&rig, 0, row << 1, 0);
    vram_free(vram);

    rig_new(&rig, CHIP_G84, 0x3, 1, "vram-address:bank_bit=1,value=1");
    expect_collision(&rig, 0, (2 * UINT64_C(8) << columns) << 1, 0xffffffff);
    vram_free(rig.vram);

    rig_new(&rig, CHIP_G84, 0x3, 1, "vram-address:column_bit=5,chip=1,width=16");
    expect_collision(&rig, 0, 2 * 256, 0xffff0000);
    expect_collision(&rig, 4, 2 * 256 + 4, 0);
    vram_free(rig.vram);
}

TEST(dead_row_bank_and_chip)
{
    struct rig rig;
    struct vram *vram = rig_new(&rig, CHIP_G84, 0x3, 1, "vram-row:partition=1,row=5,bank=2");
    const uint64_t row = row_bytes(vram_geometry(vram)), bank = row / 4;
    assert_int_equal(bad_bits(vram, 5 * row + 2 * bank + 0x100), 0xffffffff);
    assert_int_equal(bad_bits(vram, 5 * row + 3 * bank - 4), 0xffffffff);
    assert_int_equal(bad_bits(vram, 5 * row + 2 * bank), 0);
    assert_int_equal(bad_bits(vram, 5 * row + 3 * bank + 0x100), 0);
    assert_int_equal(bad_bits(vram, 6 * row + 2 * bank + 0x100), 0);
    vram_free(vram);

    vram = rig_new(&rig, CHIP_G84, 0x3, 1, "vram-bank:partition=1,bank=2");
    assert_int_equal(bad_bits(vram, 6 * row + 2 * bank + 0x100), 0xffffffff);
    assert_int_equal(bad_bits(vram, 6 * row + bank + 0x100), 0);
    vram_free(vram);

    vram = rig_new(&rig, CHIP_G84, 0x3, 1, "vram-chip:partition=1,chip=3,width=16");
    assert_int_equal(bad_bits(vram, 0x104), 0xffff0000);
    assert_int_equal(bad_bits(vram, 0x100), 0);
    put(vram, 0x104, 0x00010002);
    assert_int_equal(get(vram, 0x104), 0xffff0002);
    vram_free(vram);
}

TEST(dead_column)
{
    struct rig rig;
    struct vram *vram =
        rig_new(&rig, CHIP_G84, 0x3, 1, "vram-column:partition=0,bank=1,column=3,bit=33");
    const uint64_t row = row_bytes(vram_geometry(vram)), bank = row / 4;
    assert_int_equal(bad_bits(vram, bank + 3 * 8 + 4), 0x00000002);
    assert_int_equal(bad_bits(vram, 7 * row + bank + 3 * 8 + 4), 0x00000002);
    assert_int_equal(bad_bits(vram, 7 * row + bank + 4 * 8 + 4), 0);
    assert_int_equal(bad_bits(vram, 7 * row + 2 * bank + 3 * 8 + 4), 0);
    vram_free(vram);
}

/* A chip that does not see bit 1 of the column has the cells of column 1 at column 3 and never uses those of
 * column 3. The other chips see both. A column is 8 bytes. */
TEST(dead_column_behind_an_address_line)
{
    struct rig rig;
    rig_new(&rig, CHIP_G84, 0x3, 1,
            "vram-address:partition=0,column_bit=1,chip=1,width=16+"
            "vram-column:partition=0,bank=0,column=1,bit=17+"
            "vram-column:partition=0,bank=0,column=3,bit=18+"
            "vram-column:partition=0,bank=0,column=3,bit=6");
    assert_int_equal(bad_bits(rig.vram, 0x08), 1u << 17);
    assert_int_equal(bad_bits(rig.vram, 0x18), 1u << 17 | 1u << 6);
    assert_int_equal(bad_bits(rig.vram, 0x10), 0);
    vram_free(rig.vram);
}

/* A chip that does not see a row bit uses the rows without it for both: what is broken in one of those
 * shows at both addresses, what is broken in the others at none. Other chips are as they were. */
TEST(broken_cells_behind_an_address_line)
{
    struct rig rig;
    struct vram *vram = rig_new(&rig, CHIP_G84, 0x3, 1,
                                "vram-address:partition=0,row_bit=1,chip=0,width=32+"
                                "vram-row:partition=0,row=4+vram-row:partition=0,row=11");
    const uint64_t row = row_bytes(vram_geometry(vram));
    assert_int_equal(bad_bits(vram, 4 * row), 0xffffffff);
    assert_int_equal(bad_bits(vram, 6 * row), 0xffffffff);
    assert_int_equal(bad_bits(vram, 4 * row + 4), 0xffffffff);
    assert_int_equal(bad_bits(vram, 6 * row + 4), 0);
    assert_int_equal(bad_bits(vram, 11 * row), 0);
    assert_int_equal(bad_bits(vram, 11 * row + 4), 0xffffffff);
    vram_free(vram);
}

TEST(rank_and_size)
{
    struct rig rig;
    rig_configure(&rig, CHIP_G84, 0x3, 1, NULL);
    rig.config.ranks = 2;
    rig_start(&rig, "vram-rank:partition=0");
    expect_collision(&rig, 0, MIB, 0xffffffff);
    expect_collision(&rig, 0x100, MIB + 0x100, 0);
    vram_free(rig.vram);

    rig_configure(&rig, CHIP_G84, 0x3, 1, NULL);
    rig.config.ranks = 2;
    rig_start(&rig, "vram-rank:alias=0");
    assert_int_equal(bad_bits(rig.vram, MIB), 0xffffffff);
    assert_int_equal(bad_bits(rig.vram, 0), 0);
    vram_free(rig.vram);

    rig_new(&rig, CHIP_G84, 0x3, 1, "vram-size");
    expect_collision(&rig, 0, MIB, 0xffffffff);
    expect_collision(&rig, 0x17c, MIB + 0x17c, 0xffffffff);
    vram_free(rig.vram);
}

TEST(single_cells)
{
    struct rig rig;
    rig_new(&rig, CHIP_G80, 0x3f, 1, "vram-cell:address=0x12344,bit=9,value=1");
    assert_int_equal(bad_bits(rig.vram, 0x12344), 1u << 9);
    assert_int_equal(bad_bits(rig.vram, 0x12340) | bad_bits(rig.vram, 0x12348), 0);
    vram_free(rig.vram);
    rig_new(&rig, CHIP_GT215, 0x3, 1, "vram-cell:address=0x12344,bit=9,value=1");
    assert_int_equal(bad_bits(rig.vram, 0x12344), 1u << 9);
    assert_int_equal(bad_bits(rig.vram, 0x12340) | bad_bits(rig.vram, 0x12348), 0);
    vram_free(rig.vram);
}

TEST(fading_cell)
{
    struct rig rig;
    rig_new(&rig, CHIP_G84, 0x3, 1, "vram-fade:address=0x1000,bit=4,ms=100");
    put(rig.vram, 0x1000, 0xffffffff);
    rig.now_ns += 99999999;
    assert_int_equal(get(rig.vram, 0x1000), 0xffffffff);
    rig.now_ns += 1;
    assert_int_equal(get(rig.vram, 0x1000), 0xffffffef);
    put(rig.vram, 0x1004, 0); /* the same column, another word: no rewrite of the cell */
    assert_int_equal(get(rig.vram, 0x1000), 0xffffffef);
    put(rig.vram, 0x1000, 0xffffffff);
    assert_int_equal(get(rig.vram, 0x1000), 0xffffffff);
    vram_free(rig.vram);
}

TEST(coupled_cell)
{
    struct rig rig;
    struct vram *vram = rig_new(&rig, CHIP_G84, 0x3, 1, "vram-coupling:address=0,bit=4");
    const uint64_t victim = row_bytes(vram_geometry(vram));
    put(vram, 0, 0);
    put(vram, victim, 0);
    put(vram, 0, 0xffffffef);
    assert_int_equal(get(vram, victim), 0);
    put(vram, 0, 0x10);
    assert_int_equal(get(vram, victim), 0x10);
    assert_int_equal(get(vram, 0), 0x10);
    put(vram, 0, 0x10);
    assert_int_equal(get(vram, victim), 0x10);
    vram_free(vram);
}

static unsigned wrong_reads(struct rig *rig, uint64_t linear)
{
    unsigned wrong = 0;
    put(rig->vram, linear, 0x5a5a5a5a);
    for (unsigned i = 0; i < 10000; i++)
        wrong += get(rig->vram, linear) != 0x5a5a5a5a;
    return wrong;
}

TEST(intermittent_contact)
{
    struct rig a, b;
    rig_new(&a, CHIP_G84, 0x3, 1,
            "vram-intermittent:partition=1,rate=10000,chip=0,width=32,seed=5");
    rig_new(&b, CHIP_G84, 0x3, 1,
            "vram-intermittent:partition=1,rate=10000,chip=0,width=32,seed=5");
    const unsigned wrong = wrong_reads(&a, 0x100);
    assert_in_range(wrong, 50, 200);
    assert_int_equal(wrong_reads(&a, 0x104), 0);
    assert_int_equal(wrong_reads(&a, 0x000), 0);
    assert_int_equal(wrong_reads(&b, 0x100), wrong);
    vram_free(a.vram);
    vram_free(b.vram);
}

/* Small writes let the idle bus into the byte of every column of the sector; whole sectors pass. */
TEST(stuck_mask)
{
    struct rig rig;
    uint32_t sector[8] = { 0 }, seen[8];
    rig_new(&rig, CHIP_G84, 0x3, 1, "vram-mask:byte=6");
    vram_write(rig.vram, 0x20, PITCH, false, sector, sizeof sector);
    vram_read(rig.vram, 0x20, PITCH, false, seen, sizeof seen);
    assert_memory_equal(seen, sector, sizeof sector);
    put(rig.vram, 0x24, 0x01020304);
    vram_read(rig.vram, 0x20, PITCH, false, seen, sizeof seen);
    const uint32_t expected[8] = { 0, 0x01020304, 0, 0xff0000, 0, 0xff0000, 0, 0xff0000 };
    assert_memory_equal(seen, expected, sizeof seen);
    vram_free(rig.vram);
}

/* Two at once, and through a tiled view: the cells are broken, not the address. */
TEST(defects_are_physical)
{
    struct rig rig;
    rig_new(&rig, CHIP_G84, 0x3, 1, "vram-stuck:partition=0,bit=0+vram-stuck:partition=0,bit=32");
    assert_int_equal(bad_bits(rig.vram, 0) & bad_bits(rig.vram, 4), 1);
    fill(rig.vram, 0, 0x400, 0xffffffff);
    /* Of P = 2, tiled block 2 has adjust 1: it lies in partition 1. */
    assert_int_equal(read_as(rig.vram, 0x000, TILED, false), 0xfffffffe);
    assert_int_equal(read_as(rig.vram, 0x200, TILED, false), 0xffffffff);
    assert_int_equal(read_as(rig.vram, 0x300, TILED, false), 0xfffffffe);
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
        { CHIP_G84, "vram-address:row_bit=1,bank_bit=1",
          "one of row_bit, bank_bit and column_bit" },
        { CHIP_G84, "vram-address:row_bit=0,column_bit=0", "one of row_bit" },
        { CHIP_G84, "vram-address:bank_bit=0,column_bit=0", "one of row_bit" },
        { CHIP_G84, "vram-address:row_bit=8", "row_bit=0x8, legal are 0x0 to 0x7" },
        { CHIP_G84, "vram-address:bank_bit=2", "bank_bit=0x2, legal are 0x0 to 0x1" },
        { CHIP_G84, "vram-address:column_bit=7", "column_bit=0x7, legal are 0x0 to 0x6" },
        { CHIP_G84, "vram-bank:rank=1", "rank=0x1, legal are 0x0 to 0x0" },
        { CHIP_G84, "vram-column:column=128", "column=0x80, legal are 0x0 to 0x7f" },
        { CHIP_G86, "vram-chip:chip=4", "chip=0x4, legal are 0x0 to 0x3" },
        { CHIP_G84, "vram-intermittent:chip=4,width=16", "chip=0x4, legal are 0x0 to 0x3" },
        { CHIP_G80, "vram-place-parts:parts=2", "that is the partition count this card has" },
        { CHIP_G84, "vram-address:column_bit=15", "column_bit" },
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

/* ---- defects of placement ---------------------------------------------------------------- */

/* Blocks below `blocks` that the view shows elsewhere with the defect than without. */
static unsigned moved_blocks(enum chipset_index chip, unsigned parts, const char *defect,
                             uint8_t type, bool long_cycle)
{
    struct rig well, ill;
    unsigned moved = 0;
    rig_new(&well, chip, (1u << parts) - 1, 1, NULL);
    rig_new(&ill, chip, (1u << parts) - 1, 1, defect);
    number_blocks(well.vram, 0x1000);
    number_blocks(ill.vram, 0x1000);
    for (uint64_t at = 0; at < 0x80000; at += 0x100)
        moved +=
            read_as(well.vram, at, type, long_cycle) != read_as(ill.vram, at, type, long_cycle);
    assert_true(vram_is_plain(ill.vram, 0, MIB));
    vram_free(well.vram);
    vram_free(ill.vram);
    return moved;
}

TEST(placement_defects)
{
    assert_int_not_equal(moved_blocks(CHIP_G84, 2, "vram-place-adjust", TILED, false), 0);
    assert_int_equal(moved_blocks(CHIP_G84, 2, "vram-place-adjust", PITCH, false), 0);
    assert_int_equal(moved_blocks(CHIP_G80, 3, "vram-place-adjust", TILED, false), 0);
    assert_int_not_equal(moved_blocks(CHIP_G80, 6, "vram-place-parts", TILED, false), 0);
    assert_int_not_equal(moved_blocks(CHIP_G92, 4, "vram-place-parts", TILED, false), 0);
    assert_int_not_equal(moved_blocks(CHIP_G80, 6, "vram-place-long", PITCH, true), 0);
    assert_int_equal(moved_blocks(CHIP_G80, 6, "vram-place-long", PITCH, false), 0);
    assert_int_not_equal(moved_blocks(CHIP_G84, 2, "vram-place-bank", TILED_LSR, false), 0);
    assert_int_equal(moved_blocks(CHIP_G84, 2, "vram-place-bank", TILED, false), 0);
    assert_int_not_equal(moved_blocks(CHIP_G80, 6, "vram-bleed", PITCH, true), 0);
    assert_int_equal(moved_blocks(CHIP_G80, 4, "vram-bleed", PITCH, true), 0);
}

TEST(select_mask_ignored)
{
    struct rig rig;
    rig_new(&rig, CHIP_GT215, 0x3, 1, "vram-place-sub");
    number_blocks(rig.vram, 0x100);
    vram_set_subparts(rig.vram, 3, 7);
    for (uint32_t block = 0; block < 0x100; block++)
        assert_int_equal(get(rig.vram, (uint64_t)block << 8), block);
    vram_free(rig.vram);
}
