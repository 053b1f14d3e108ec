/* The fault of one cell (suite/memory/suspect.h): stuck, weak, coupled or none of these, on a made-up memory of eight
 * rows of eight words that has the fault at its third row, fourth column, bit 5. */
#include "engines/family.h"
#include "suite/memory/suspect.h"
#include "tests/suite/memory/view_rig.h"

#define LANE    BIT64(5)
#define HOLD_US 1500u

static uint64_t cells[8][8];
static struct {
    bool is_stuck, stuck_at;
    unsigned looks; /* that it is stuck for */
    bool is_weak, falls_to;
    unsigned row, column;         /* of the cell */
    bool is_coupled, on, becomes; /* when `on` is stored in the aggressor, the cell becomes */
    unsigned by_row, by_column;
    unsigned times; /* that it still happens */
} fault;
static unsigned rank;
static uint64_t hold_us;

static void set_cell(bool value)
{
    uint64_t *const word = &cells[fault.row][fault.column];

    *word = value ? *word | LANE : *word & ~LANE;
}

static uint64_t *word_at(bus_addr at)
{
    assert_in_range(at.v, 0, sizeof(cells) - 8);
    return &cells[at.v / 64][at.v / 8 % 8];
}

static uint64_t bus_read(struct bus *bus, bus_addr at, uint8_t size)
{
    if (fault.is_stuck && fault.looks) {
        fault.looks--;
        set_cell(fault.stuck_at);
    }
    return *word_at(at);
}

static void bus_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    const bool was = *word_at(at) & LANE;

    *word_at(at) = value;
    if (fault.is_coupled && word_at(at) == &cells[fault.by_row][fault.by_column] &&
        was != fault.on && fault.on == (bool)(value & LANE) && fault.times) {
        fault.times--;
        set_cell(fault.becomes);
    }
}

static void wait_us(struct bus *bus, uint64_t us)
{
    assert_int_equal(hold_us, us);
    if (fault.is_weak && fault.times) {
        fault.times--;
        set_cell(fault.falls_to);
    }
}

static uint64_t find(const struct memory_view *v, struct partition_addr at)
{
    return (uint64_t)at.row * 64 + at.column * 8;
}

static const struct family family = { .flush = count_flush };
static const struct vram_way way = { .find = find, .show = show_all };
static struct memory_errors errors;
static struct damage damage;
static unsigned shown;

/* How far a hold is nobody knows: there is nothing to count. */
static void progress(struct test *test, uint64_t done, uint64_t all, const char *what)
{
    assert_pairs(0, done, 0, all);
    assert_string_equal("a cell is left alone", what);
    shown++;
}

static void begin_at(unsigned row, unsigned column)
{
    memset(cells, 0, sizeof(cells));
    memset(&fault, 0, sizeof(fault));
    fault.row = row;
    fault.column = column;
    fault.times = fault.looks = UINT32_MAX;
    hold_us = HOLD_US;
    rank = 0;
    flushes = shown = 0;
    open_rig(&way, &family, VIEW_CHUNK);
    bench.does.read = bus_read;
    bench.does.write = bus_write;
    bench.does.wait_us = wait_us;
    t.progress = progress;
    view.size = sizeof(cells);
    errors = (struct memory_errors){ .view = &view, .placed = true };
    errors.shape = (struct vram_shape){
        .parts = 1, .subparts = 1, .ranks = 1, .column_bits = 3, .row_bits = { 3 }
    };
}

FIXTURE(begin)
{
    begin_at(2, 3);
}

static void expect_kind(enum damage_kind kind, bool value)
{
    const struct partition_addr at = { .row = fault.row,
                                       .column = fault.column,
                                       .rank = (uint8_t)rank };

    assert_pairs(true, suspect_try(&errors, at, LANE, hold_us, &damage), kind, damage.kind, value,
                 damage.value, 1 << rank, damage.ranks, LANE, damage.lanes, fault.row,
                 damage.at.row, fault.column, damage.at.column, fault.row * 64 + fault.column * 8,
                 damage.linear, (hold_us + 999) / 1000, damage.hold_ms, 1, damage.words);
}

TEST(a_stuck_cell_refuses, begin)
{
    const struct partition_addr at = { .row = 2, .column = 3 };

    fault.is_stuck = true;
    expect_kind(DAMAGE_CELL, false);
    assert_int_equal(LANE, suspect_refuses(&errors, at, LANE | 1));
    fault.stuck_at = true;
    expect_kind(DAMAGE_CELL, true);
    assert_pairs(LANE, suspect_refuses(&errors, at, UINT64_MAX), 0,
                 suspect_refuses(&errors, at, ~LANE), 0, bench.waits);
}

/* At each of four looks; one that is right once is not stuck. */
TEST(a_stuck_cell_refuses_each_time, begin)
{
    fault.is_stuck = fault.stuck_at = true;
    fault.looks = 4;
    expect_kind(DAMAGE_CELL, true);
    begin(NULL);
    fault.is_stuck = fault.stuck_at = true;
    fault.looks = 3;
    expect_kind(DAMAGE_INTERMITTENT, false);
}

/* A hold that lasts longer than the test may take for a piece of its work. */
TEST(a_hold_has_its_own_time, begin)
{
    t.deadline_us = 2 * HOLD_US;
    hold_us = 2 * HOLD_US - 1;
    test_extend(&t);
    fault.is_weak = true; /* five holds, one after the other */
    expect_kind(DAMAGE_WEAK, false);
    bench.now_us += 2; /* after the last one there is as much again */
    assert_false(card_expired(&card));
    begin(NULL);
    t.deadline_us = 2 * HOLD_US;
    test_extend(&t);
    bench.now_us = HOLD_US; /* half of it has gone by */
    hold_us = 2 * HOLD_US - 1;
    fault.is_weak = true;
    expect_kind(DAMAGE_WEAK, false);
}

/* The other value is tried first, which the cell keeps at the first look; then its own, four times. */
TEST(a_weak_cell_falls_each_time, begin)
{
    fault.is_weak = true;
    expect_kind(DAMAGE_WEAK, false);
    assert_pairs(1 + 4, bench.waits, 1 + 4, flushes, 1 + 4, shown);
    begin(NULL);
    fault.is_weak = fault.falls_to = true;
    expect_kind(DAMAGE_WEAK, true);
    assert_int_equal(4, bench.waits);
}

TEST(what_does_not_come_back_is_intermittent, begin)
{
    expect_kind(DAMAGE_INTERMITTENT, false);
    assert_int_equal(2, bench.waits);
    begin(NULL);
    fault.is_weak = fault.falls_to = true;
    fault.times = 3; /* of four */
    expect_kind(DAMAGE_INTERMITTENT, false);
    assert_int_equal(4 + 1, bench.waits);
}

/* A neighbour's store of either value that makes the cell either value. */
static void couple(unsigned row, unsigned column, unsigned by_row, unsigned by_column)
{
    for (unsigned i = 0; i < 4; i++) {
        begin_at(row, column);
        fault.is_coupled = true;
        fault.by_row = by_row;
        fault.by_column = by_column;
        fault.on = i & 1;
        fault.becomes = i & 2;
        expect_kind(DAMAGE_COUPLING, false);
        assert_pairs(by_row, damage.aggressor.row, by_column, damage.aggressor.column);
    }
}

/* The pair of a word line driver first; at the edges there is no second one. */
TEST(each_neighbour_may_be_the_aggressor, begin)
{
    /* clang-format off */
    static const uint8_t pairs[][4] = {
        { 2, 3, 3, 3 }, { 2, 3, 1, 3 }, { 3, 3, 2, 3 }, { 3, 3, 4, 3 }, { 2, 3, 2, 2 }, { 2, 3, 2, 4 },
        { 2, 4, 2, 5 }, { 2, 4, 2, 3 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 }, { 7, 7, 6, 7 }, { 7, 7, 7, 6 },
        { 2, 2, 2, 1 }, { 2, 5, 2, 6 }, { 5, 3, 6, 3 }, { 6, 3, 5, 3 } };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(pairs); i++)
        couple(pairs[i][0], pairs[i][1], pairs[i][2], pairs[i][3]);
}

/* A one that is stored there makes the cell a one. */
static void flip_by(unsigned row, unsigned column)
{
    fault.is_coupled = fault.on = fault.becomes = true;
    fault.by_row = row;
    fault.by_column = column;
}

/* A bank of four rows, a row of four columns: the memory after them is another bank's. */
TEST(behind_the_last_one_there_is_no_neighbour, begin)
{
    for (unsigned i = 0; i < 2; i++) {
        begin_at(i ? 2 : 3, 3);
        if (i)
            errors.shape.column_bits = 2;
        else
            errors.shape.row_bits[0] = 2;
        flip_by(i ? 2 : 4, i ? 4 : 3);
        expect_kind(DAMAGE_INTERMITTENT, false);
    }
}

/* Its store is seen twice while the other pairs of values are tried; then it must show four times, not three. */
TEST(an_aggressor_flips_it_each_time, begin)
{
    flip_by(3, 3);
    fault.times = 2 + 4;
    expect_kind(DAMAGE_COUPLING, false);
    begin(NULL);
    flip_by(3, 3);
    fault.times = 2 + 3;
    expect_kind(DAMAGE_INTERMITTENT, false);
}

/* With a broken address line a cell's neighbour may be the cell itself: nobody is accused. */
TEST(a_veiled_lane_has_no_neighbours, begin)
{
    errors.parts[0].veiled[0] = LANE;
    flip_by(3, 3);
    expect_kind(DAMAGE_INTERMITTENT, false);
    assert_int_equal(0, bench.waits);
    errors.parts[0].veiled[0] = ~LANE;
    expect_kind(DAMAGE_COUPLING, false);
}
