/* The fault of one cell (suite/memory/suspect.h): stuck, weak, coupled or none of these, on a made-up memory of eight
 * rows of eight words that has the fault at its third row, fourth column, bit 5. */
#include "suite/memory/suspect.h"
#include "tests/suite/memory/view_rig.h"

#define LANE    BIT64(5)
#define HOLD_US 1500u

static uint64_t cells[8][8];
static struct fault {
    bool is_stuck, stuck_at;
    unsigned looks; /* that it is stuck for; 0: all */
    bool is_weak, falls_to;
    unsigned row, column;         /* of the cell */
    bool is_coupled, on, becomes; /* when `on` is stored in the aggressor, the cell becomes */
    unsigned by_row, by_column;
    unsigned times; /* that it still happens; 0: each */
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

/* A stuck cell refuses at each of four looks; one that is right once is not stuck. A weak one falls each time: the
 * other value is tried first, which it keeps at the first look; then its own, four times. An aggressor's store is
 * seen twice while the other pairs of values are tried; then it must show four times, not three. */
TEST(a_fault_shows_each_time, begin)
{
#define BY(n)                                                                                      \
    {                                                                                              \
        .is_coupled = true, .on = true, .becomes = true, .by_row = 3, .by_column = 3, .times = (n) \
    }
    /* clang-format off */
    static const struct { struct fault fault; enum damage_kind kind; bool value; uint8_t waits; } rows[] = {
        { { .is_stuck = true }, DAMAGE_CELL, false, 0 },
        { { .is_stuck = true, .stuck_at = true }, DAMAGE_CELL, true, 0 },
        { { .is_stuck = true, .stuck_at = true, .looks = 4 }, DAMAGE_CELL, true, 0 },
        { { .is_stuck = true, .stuck_at = true, .looks = 3 }, DAMAGE_INTERMITTENT, false, 1 + 1 },
        { { .is_weak = true }, DAMAGE_WEAK, false, 1 + 4 },
        { { .is_weak = true, .falls_to = true }, DAMAGE_WEAK, true, 4 },
        { { .is_weak = true, .falls_to = true, .times = 3 }, DAMAGE_INTERMITTENT, false, 4 + 1 },
        { { .is_weak = false }, DAMAGE_INTERMITTENT, false, 1 + 1 }, { BY(2 + 4), DAMAGE_COUPLING, false, 0 },
        { BY(2 + 3), DAMAGE_INTERMITTENT, false, 1 + 1 } };
    /* clang-format on */
    const struct partition_addr at = { .row = 2, .column = 3 };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        begin(NULL);
        fault = rows[i].fault;
        fault.row = 2;
        fault.column = 3;
        fault.looks = fault.looks ? fault.looks : UINT32_MAX;
        fault.times = fault.times ? fault.times : UINT32_MAX;
        expect_kind(rows[i].kind, rows[i].value);
        assert_pairs(rows[i].waits, bench.waits, rows[i].waits, flushes, rows[i].waits, shown);
        if (fault.is_stuck && fault.looks > 4)
            assert_pairs(LANE, suspect_refuses(&errors, at, LANE | 1), 0,
                         suspect_refuses(&errors, at, ~LANE));
    }
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

/* A neighbour's store of either value makes the cell either. The pair of a word line driver first; none past edges. */
TEST(each_neighbour_may_be_the_aggressor, begin)
{
    /* clang-format off */
    static const uint8_t pairs[][4] = {
        { 2, 3, 3, 3 }, { 2, 3, 1, 3 }, { 3, 3, 2, 3 }, { 3, 3, 4, 3 }, { 2, 3, 2, 2 }, { 2, 3, 2, 4 },
        { 2, 4, 2, 5 }, { 2, 4, 2, 3 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 }, { 7, 7, 6, 7 }, { 7, 7, 7, 6 },
        { 2, 2, 2, 1 }, { 2, 5, 2, 6 }, { 5, 3, 6, 3 }, { 6, 3, 5, 3 } };
    /* clang-format on */

    for (unsigned i = 0; i < 4 * ARRAY_SIZE(pairs); i++) {
        const uint8_t *const pair = pairs[i / 4];

        begin_at(pair[0], pair[1]);
        fault.is_coupled = true;
        fault.by_row = pair[2];
        fault.by_column = pair[3];
        fault.on = i & 1;
        fault.becomes = i & 2;
        expect_kind(DAMAGE_COUPLING, false);
        assert_pairs(pair[2], damage.aggressor.row, pair[3], damage.aggressor.column);
    }
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
