/* The diagnosis of wrong words (suite/memory/diagnosis.h): tables of wrong banks, rows and cells, filled by hand, and
 * the damages found in them, over a made-up memory of two partitions of two ranks. A rank has four banks of 32 rows
 * (rank B: of 16) of 64 columns, so "all over" is 24 of 32 shares of rows (12 of 16), 48 of 64 of columns. */
#include "suite/memory/diagnosis.h"
#include "tests/suite/memory/view_rig.h"

#define SIZE    (2 * 2 * 4 * 32 * 64 * 8)
#define ROWS    UINT64_C(0x0000000000ffffff) /* 24 of 32 */
#define COLUMNS UINT64_C(0x0000ffffffffffff) /* 48 of 64 */
#define CHIP_0  UINT64_C(0x00000000ffffffff) /* the lanes of a partition's first chip */
#define CHIP_1  UINT64_C(0xffffffff00000000)
#define LANE    BIT64(5)

static uint8_t cells[SIZE];
/* Lanes that read 0 wherever `is_stuck` says so. */
static uint64_t stuck;
static bool (*is_stuck)(struct partition_addr at);
static bool ends; /* the deadline passes when a cell is held next */

static struct partition_addr place_of(uint64_t at)
{
    return (struct partition_addr){ .part = (uint8_t)(at >> 17 & 1),
                                    .rank = (uint8_t)(at >> 16 & 1),
                                    .bank = (uint8_t)(at >> 14 & 3),
                                    .row = (uint32_t)(at >> 9 & 31),
                                    .column = (uint32_t)(at >> 3 & 63),
                                    .subpart = (uint8_t)(at >> 2 & 1) };
}

static uint64_t find(const struct memory_view *v, struct partition_addr at)
{
    return (uint64_t)at.part << 17 | (uint64_t)at.rank << 16 | (uint64_t)at.bank << 14 |
           (uint64_t)at.row << 9 | (uint64_t)at.column << 3 | (uint64_t)at.subpart << 2;
}

static uint64_t bus_read(struct bus *bus, bus_addr at, uint8_t size)
{
    uint64_t word = 0;

    assert_true(at.v + size <= SIZE);
    memcpy(&word, cells + at.v, size);
    return is_stuck && is_stuck(place_of(at.v)) ? word & ~(at.v & 4 ? stuck >> 32 : stuck) : word;
}

static void bus_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    assert_true(at.v + size <= SIZE);
    memcpy(cells + at.v, &value, size);
}

static void wait_us(struct bus *bus, uint64_t us)
{
    assert_int_equal(7000, us);
}

static enum err flush(struct card *c)
{
    c->expired |= ends;
    return OK;
}

static const struct family family = { .flush = flush };
static const struct vram_way way = { .find = find, .show = show_all };
static struct memory_errors errors;
static struct damages damages;
static struct part_errors *const second = &errors.parts[1];

FIXTURE(begin)
{
    is_stuck = NULL;
    stuck = LANE;
    ends = false;
    open_rig(&way, &family, SIZE);
    bench.does.read = bus_read;
    bench.does.write = bus_write;
    bench.does.wait_us = wait_us;
    memset(&errors, 0, sizeof(errors));
    errors.view = &view;
    errors.placed = true;
    /* clang-format off */
    errors.shape = (struct vram_shape){ .parts = 2, .subparts = 1, .ranks = 2, .column_bytes = 8,
        .column_bits = 6, .bank_bits = 2, .row_bits = { 5, 4 } };
    /* clang-format on */
    errors.chips =
        (struct chip_table){ .part_mask = 3, .parts = 2, .ranks = 2, .lanes = 64, .width = 32 };
    memset(&damages, 0, sizeof(damages));
}

/* The diagnosis makes so many damages; its end is the last of them. */
static const struct damage *expect(unsigned count)
{
    memset(&damages, 0, sizeof(damages));
    memset(errors.chips.bad, 0, sizeof(errors.chips.bad));
    diagnose(&errors, &damages, 7000);
    assert_int_equal(count, damages.count);
    return count ? &damages.all[count - 1] : NULL;
}

static void expect_damage(const struct damage *d, enum damage_kind kind, unsigned rank,
                          uint64_t lanes, uint64_t words)
{
    assert_pairs(kind, d->kind, 1, d->part, 1 << rank, d->ranks, lanes, d->lanes, words, d->words);
}

static void expect_bad(unsigned rank, bool first, bool other)
{
    assert_pairs(first, errors.chips.bad[1][rank][0], other, errors.chips.bad[1][rank][1], false,
                 errors.chips.bad[1][!rank][0] || errors.chips.bad[1][!rank][1], false,
                 errors.chips.bad[0][rank][0] || errors.chips.bad[0][rank][1]);
}

/* ---- banks ----------------------------------------------------------------------------------- */

static struct bank_errors *wide_bank(unsigned rank, unsigned slot, unsigned bank, uint64_t lanes)
{
    struct bank_errors *const out = &second->banks[rank][slot][bank];

    /* clang-format off */
    *out = (struct bank_errors){ .wide = true, .rows = rank ? 0xfff : ROWS, .columns = COLUMNS, .lanes = lanes,
        .words = 1000 + 10 * slot + bank, .column = 9 };
    /* clang-format on */
    return out;
}

/* One sentence for both chips; a bit line of the other chip is another thing. */
TEST(the_same_bank_of_both_chips_is_one_damage, begin)
{
    wide_bank(1, 0, 1, CHIP_0);
    struct bank_errors *const other = wide_bank(1, 1, 1, CHIP_1);

    other->column = 20; /* its first one */
    expect_damage(expect(1), DAMAGE_BANK, 1, CHIP_0 | CHIP_1, 1001);
    expect_bad(1, true, true);
    assert_true(other->said);
    second->banks[1][0][1].said = other->said = false;
    other->columns = 1;
    other->lanes = BIT64(40);
    expect_damage(expect(2), DAMAGE_COLUMN, 1, BIT64(40), 1011);
    expect_damage(&damages.all[0], DAMAGE_BANK, 1, CHIP_0, 1001);
    assert_false(other->said);
    second->banks[1][0][1] = (struct bank_errors){ 0 };
    wide_bank(1, 0, 2, CHIP_0);
    expect(2); /* another bank */
}

TEST(what_is_wrong_in_every_bank_is_no_banks_fault, begin)
{
    for (unsigned i = 0; i < 4; i++)
        wide_bank(0, 0, i, i == 2 ? LANE | BIT64(6) : LANE);
    expect_damage(expect(2), DAMAGE_BANK, 0, BIT64(6), 1002);
    expect_damage(&damages.all[0], DAMAGE_ANYWHERE, 0, LANE, 0);
    expect_bad(0, true, false);
    for (unsigned sound = 0; sound < 4; sound++) {
        begin(NULL);
        for (unsigned i = 0; i < 4; i++)
            if (i != sound)
                wide_bank(0, 0, i, LANE);
        expect(3);
        for (unsigned i = 0; i < 3; i++)
            expect_damage(&damages.all[i], DAMAGE_BANK, 0, LANE, 1000 + i + (i >= sound));
    }
    /* Two chips, each with a bank that is sound. */
    begin(NULL);
    for (unsigned i = 0; i < 4; i++)
        wide_bank(0, i == 3, i, i == 3 ? BIT64(40) : BIT64(0));
    expect_damage(expect(4), DAMAGE_BANK, 0, BIT64(40), 1013);
    begin(NULL);
    for (unsigned i = 0; i < 4; i++)
        wide_bank(1, 0, i, LANE);
    expect_damage(expect(1), DAMAGE_ANYWHERE, 1, LANE, 0);
    expect_bad(1, true, false);
}

/* ---- with broken wires ------------------------------------------------------------------------ */

/* The four places of a bank that are tried: rows a quarter apart, columns a quarter apart from an eighth on. */
static bool at_spots(struct partition_addr at)
{
    return at.part == 1 && at.rank == 0 && at.bank == 2 && at.row % 8 == 0 &&
           at.column == 8 + at.row / 8 * 16;
}

static unsigned sound_row;

STUB(bool, at_three, at_spots(at) && at.row != sound_row, struct partition_addr at)

/* The same of a row. */
static bool in_row(struct partition_addr at)
{
    return at.part == 1 && at.rank == 0 && at.bank == 1 && at.row == 6 && at.column % 16 == 8;
}

TEST(a_veiled_lane_is_dead_where_it_refuses, begin)
{
    wide_bank(0, CHIPS_MAX, 2, CHIP_0);
    second->veiled[0] = CHIP_0;
    expect(0); /* it takes all that is stored to one word alone */
    is_stuck = at_spots;
    stuck = LANE | BIT64(7) | BIT64(50);
    second->banks[0][CHIPS_MAX][2].said = false;
    expect_damage(expect(1), DAMAGE_BANK, 0, LANE | BIT64(7), 1082);
    is_stuck = at_three;
    for (sound_row = 0; sound_row < 32; sound_row += 8) {
        second->banks[0][CHIPS_MAX][2].said = false;
        expect(0);
    }
    sound_row = 16;
    second->veiled[0] = LANE; /* the others need no trial */
    second->banks[0][CHIPS_MAX][2].said = false;
    expect_damage(expect(1), DAMAGE_BANK, 0, CHIP_0 & ~LANE, 1082);
    /* Not all over: a veiled lane says nothing. */
    second->banks[0][CHIPS_MAX][2].said = false;
    second->banks[0][CHIPS_MAX][2].rows = 0xffff;
    expect_damage(expect(1), DAMAGE_ANYWHERE, 0, CHIP_0 & ~LANE, 1082);
    second->veiled[0] = CHIP_0;
    expect(0);
}

/* Each half of a split partition is tried with its own lanes. */
TEST(halves_are_tried_by_themselves, begin)
{
    errors.split = true;
    errors.shape.subparts = 2;
    errors.shape.column_bytes = 4;
    wide_bank(0, CHIPS_MAX, 2, CHIP_0 | CHIP_1);
    second->veiled[0] = CHIP_0 | CHIP_1;
    is_stuck = at_spots;
    stuck = LANE | BIT64(40);
    expect_damage(expect(1), DAMAGE_BANK, 0, LANE | BIT64(40), 1082);
}

/* ---- rows and cells -------------------------------------------------------------------------- */

static struct row_errors *wrong_row(uint8_t rank, uint8_t bank, uint32_t row, uint64_t lanes)
{
    struct row_errors *const out = &second->rows[second->row_count++];

    /* clang-format off */
    *out = (struct row_errors){ .rank = rank, .bank = bank, .row = row, .lanes = lanes,
        .words = 100 + second->row_count, .columns = COLUMNS };
    /* clang-format on */
    return out;
}

TEST(a_row_is_dead_where_it_is_wrong_all_over, begin)
{
    struct row_errors *const row = wrong_row(1, 3, 6, CHIP_1);
    const struct damage *d = expect(1);

    expect_damage(d, DAMAGE_ROW, 1, CHIP_1, 101);
    assert_pairs(1, d->at.part, 1, d->at.rank, 3, d->at.bank, 6, d->at.row);
    expect_bad(1, false, true);
    row->said = false;
    row->columns >>= 1; /* a cell would be tried, of which none is known */
    expect(0);
}

TEST(the_same_row_of_both_chips_is_one_damage, begin)
{
    /* clang-format off */
    static const struct { uint8_t rank, bank; uint32_t row; uint64_t columns; unsigned count; } others[] = {
        { 1, 3, 6, COLUMNS, 1 }, { 0, 3, 6, COLUMNS, 2 }, { 1, 2, 6, COLUMNS, 2 }, { 1, 3, 7, COLUMNS, 2 },
        { 1, 3, 6, COLUMNS >> 1, 1 } };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(others); i++) {
        begin(NULL);
        wrong_row(1, 3, 6, CHIP_0);
        wrong_row(others[i].rank, others[i].bank, others[i].row, CHIP_1)->columns =
            others[i].columns;
        expect(others[i].count);
        expect_damage(&damages.all[0], DAMAGE_ROW, 1, i ? CHIP_0 : CHIP_0 | CHIP_1, 101);
        assert_int_equal(others[i].columns == COLUMNS, second->rows[1].said);
    }
}

TEST(a_veiled_row_is_dead_where_it_refuses, begin)
{
    struct row_errors *const row = wrong_row(0, 1, 6, CHIP_0);

    second->veiled[0] = CHIP_0 | BIT64(50); /* the latter was not wrong here */
    expect(0);
    row->said = false;
    is_stuck = in_row;
    stuck = LANE | BIT64(50);
    expect_damage(expect(1), DAMAGE_ROW, 0, LANE, 101);
}

static bool at_cell(struct partition_addr at)
{
    return at.part == 1 && at.rank == 1 && at.bank == 2 && at.row == 7 && at.column == 33;
}

static struct row_errors *wrong_cell(uint64_t lanes)
{
    struct row_errors *const row = wrong_row(1, 2, 7, lanes);

    row->columns = 1;
    row->cell_count = 1;
    row->cells[0] = (struct cell_errors){ .column = 33, .lanes = lanes };
    return row;
}

/* Each lane is tried by itself; one whose error does not come back counts as unstable, by rank. */
TEST(cells_are_tried_lane_by_lane, begin)
{
    is_stuck = at_cell;
    stuck = LANE | BIT64(50);
    wrong_cell(BIT64(3) | LANE | BIT64(50));
    expect_damage(expect(3), DAMAGE_INTERMITTENT, 1, BIT64(3), 101);
    for (unsigned i = 0; i < 2; i++) {
        expect_damage(&damages.all[i], DAMAGE_CELL, 1, i ? BIT64(50) : LANE, 1);
        assert_pairs(false, damages.all[i].value, 33, damages.all[i].at.column, 7,
                     damages.all[i].hold_ms);
    }
    expect_bad(1, true, true);
    assert_int_equal(0, errors.untried);
    begin(NULL);
    wrong_cell(LANE);
    wrong_cell(BIT64(6));
    expect_damage(expect(1), DAMAGE_INTERMITTENT, 1, LANE | BIT64(6), 101 + 102);
    begin(NULL);
    second->veiled[1] = LANE; /* its address line may have done it */
    wrong_cell(LANE | BIT64(6));
    expect_damage(expect(1), DAMAGE_INTERMITTENT, 1, BIT64(6), 101);
}

/* A word that was wrong in both chips and keeps what it is given names them only where nothing else is wrong: it may
 * be another place's, of a card whose tables lie in bad memory. */
TEST(words_of_another_place_come_last, begin)
{
    wrong_cell(LANE)->slot = 0;
    wrong_cell(BIT64(50))->slot = 1;
    expect_damage(expect(1), DAMAGE_INTERMITTENT, 1, LANE | BIT64(50), 101 + 102);
    begin(NULL);
    wrong_cell(LANE)->slot = 0;
    wrong_cell(BIT64(50))->slot = 1;
    wrong_row(0, 1, 6, CHIP_0);
    expect_damage(expect(1), DAMAGE_ROW, 0, CHIP_0, 103);
    /* All of the bank is wrong in the other chip; in the chip itself, where it is veiled. */
    for (unsigned i = 0; i < 2; i++) {
        begin(NULL);
        wrong_cell(BIT64(50))->slot = 1;
        wide_bank(1, i ? CHIPS_MAX + 1 : 0, 2, i ? BIT64(51) : LANE);
        expect(i ? 2 : 1);
    }
}

TEST(a_cell_of_the_upper_half_is_tried_there, begin)
{
    errors.split = true;
    errors.shape.subparts = 2;
    errors.shape.column_bytes = 4;
    is_stuck = at_cell;
    stuck = LANE | BIT64(32);
    wrong_cell(LANE | BIT64(31) | BIT64(32));
    expect(3);
    expect_damage(&damages.all[0], DAMAGE_CELL, 1, LANE, 1);
    assert_int_equal(0, damages.all[0].at.subpart);
    expect_damage(&damages.all[1], DAMAGE_CELL, 1, BIT64(32), 1);
    assert_int_equal(1, damages.all[1].at.subpart);
    expect_damage(&damages.all[2], DAMAGE_INTERMITTENT, 1, BIT64(31), 101);
}

/* ---- damages told before --------------------------------------------------------------------- */

STUB(bool, at_two, at.part == 1 && at.rank == 1, struct partition_addr at)

#define LINE(p, f, b, l)                                                                           \
    {                                                                                              \
        .kind = DAMAGE_ADDRESS, .part = (p), .field = (f), .bit = (b), .lanes = (l)                \
    }

/* Two cells are one where the address line that tells them apart does not reach the lane. */
TEST(cells_behind_an_address_line_are_one, begin)
{
    static const struct {
        struct damage line;
        uint8_t bank;
        uint32_t row, column; /* of the second; the first is at 2, 7, 33 */
        unsigned count;       /* of cells that are said */
    } rows[] = {
        // clang-format off
        { { 0 }, 2, 7, 33, 1 }, { { 0 }, 2, 3, 33, 2 },
        { LINE(1, FIELD_ROW, 2, CHIP_0), 2, 3, 33, 1 }, { LINE(1, FIELD_ROW, 2, CHIP_0), 2, 2, 33, 2 },
        { LINE(1, FIELD_ROW, 2, LANE), 2, 3, 33, 1 }, { LINE(1, FIELD_ROW, 1, CHIP_0), 2, 3, 33, 2 },
        { LINE(1, FIELD_BANK, 2, CHIP_0), 2, 3, 33, 2 }, { LINE(1, FIELD_RANK, 2, CHIP_0), 2, 3, 33, 2 },
        { LINE(1, FIELD_ROW, 2, CHIP_1), 2, 3, 33, 2 }, { LINE(0, FIELD_ROW, 2, CHIP_0), 2, 3, 33, 2 },
        { LINE(1, FIELD_BANK, 1, CHIP_0), 0, 7, 33, 1 }, { LINE(1, FIELD_BANK, 0, CHIP_0), 0, 7, 33, 2 },
        { LINE(1, FIELD_COLUMN, 5, CHIP_0), 2, 7, 1, 1 }, { LINE(1, FIELD_COLUMN, 4, CHIP_0), 2, 7, 1, 2 },
        { { .kind = DAMAGE_MASK, .part = 1, .field = FIELD_ROW, .bit = 2, .lanes = CHIP_0 }, 2, 3, 33, 2 },
        // clang-format on
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        begin(NULL);
        is_stuck = at_two;
        if (rows[i].line.lanes)
            damages_add(&damages, &rows[i].line);
        wrong_cell(LANE);
        struct row_errors *const other = wrong_cell(LANE);

        other->bank = rows[i].bank;
        other->row = rows[i].row;
        other->cells[0].column = rows[i].column;
        diagnose(&errors, &damages, 7000);
        if (damages.count != rows[i].count + !!rows[i].line.lanes)
            fail_msg("row %u: %u damages", i, damages.count);
    }
}

/* Tables keep their old entries after their present end. */
TEST(what_lies_behind_the_end_is_nothing, begin)
{
    static const struct damage line = LINE(1, FIELD_ROW, 2, CHIP_0);
    struct row_errors *row;

    is_stuck = at_cell;
    row = wrong_cell(LANE);
    expect_damage(expect(1), DAMAGE_CELL, 1, LANE, 1);
    damages.count = 0; /* the same is said once more */
    diagnose(&errors, &damages, 7000);
    assert_int_equal(1, damages.count);
    row->cells[1] = (struct cell_errors){ .column = 34, .lanes = BIT64(6) };
    expect(1);
    row->cell_count = 0;
    expect(0);
    second->row_count = 0;
    row->cell_count = 1;
    expect(0);
    /* Two cells of rows 7 and 3, of which an address line would make one. */
    begin(NULL);
    is_stuck = at_two;
    wrong_cell(LANE);
    wrong_cell(LANE)->row = 3;
    damages.all[1] = line;
    diagnose(&errors, &damages, 7000);
    assert_int_equal(2, damages.count);
    /* The same row of the other chip. */
    begin(NULL);
    wrong_row(1, 2, 7, CHIP_0);
    wrong_row(1, 2, 7, CHIP_1);
    second->row_count = 1;
    expect_damage(expect(1), DAMAGE_ROW, 1, CHIP_0, 101);
}
