/* Where wrong words are counted (suite/memory/errors.h), each number of it, over a made-up memory: bits 2:0 of an
 * address are the byte, 11:3 the column, 12 the partition, 13 the rank, 16:14 the bank, from 17 on the row. */
#include "suite/memory/errors.h"
#include "tests/suite/memory/view_rig.h"

#define SIZE (UINT64_C(1) << 29)

#define AT(part, rank, bank, row, column)                                                          \
    ((uint64_t)(row) << 17 | (bank) << 14 | (rank) << 13 | (part) << 12 | (column) << 3)

static bool split;
static enum err shape_error;
static uint64_t answers[16]; /* of reads, one after the other; the last one again and again */
static unsigned answer_count;

static uint64_t read_again(struct bus *bus, bus_addr at, uint8_t size)
{
    assert_int_equal(8, size);
    const unsigned n = bench_of(bus)->reads - 1;
    return answers[n < answer_count ? n : answer_count - 1];
}

/* All that is ever stored where a word is looked at again. */
static void write_zero(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    assert_pairs(8, size, 0, value);
}

static bool place(const struct memory_view *v, uint64_t at, struct partition_addr *out)
{
    *out = (struct partition_addr){ .part = at >> 12 & 1,
                                    .rank = at >> 13 & 1,
                                    .bank = at >> 14 & 7,
                                    .row = (uint32_t)(at >> 17),
                                    .column = at >> 3 & 511 };
    if (split)
        out->subpart = at >> 2 & 1;
    return at >> 28 == 0; /* nobody can tell it of the upper half */
}

static enum err shape(struct memory_view *v, struct vram_shape *out)
{
    /* clang-format off */
    *out = (struct vram_shape){ .part_mask = 0x0a, .parts = 2, .subparts = split ? 2 : 1,
        .ranks = 2, .lanes = 64, .chip_width = 32, .column_bytes = split ? 4 : 8, .column_bits = 9,
        .bank_bits = 3, .row_bits = { 12, 12 }, .open_place = "E25", .open_rank = "E36",
        .open_part = "E35", .part_others = { 1, 4 } };
    /* clang-format on */
    return shape_error;
}

static const struct vram_way placed = {
    .show = show_all, .shape = shape, .place = place, .copier = "m2mf"
};
static const struct vram_way unplaced = { .show = show_all };
static struct memory_errors errors;
static struct part_errors *const first = &errors.parts[0], *const second = &errors.parts[1];

static bool begin(const struct vram_way *way)
{
    open_rig(way, NULL, SIZE);
    bench.does.read = read_again;
    bench.does.write = write_zero;
    t.say = keep_line;
    return memory_errors_begin(&errors, &view);
}

FIXTURE(open_memory)
{
    split = false;
    config = (struct run_config){ 0 };
    assert_true(begin(&placed));
}

/* A word that reads the same whenever it is read. */
static void add_stuck(uint64_t at, uint64_t expected, uint64_t seen)
{
    answers[0] = seen;
    answer_count = 1;
    memory_errors_add(&errors, at, expected, seen);
}

/* A word that a copy brings and BAR1 reads otherwise. */
static void add_copied(uint64_t at, uint64_t expected, uint64_t seen, uint64_t by_bar1)
{
    view.by_copy = true;
    answers[0] = by_bar1;
    answer_count = 1;
    memory_errors_add(&errors, at, expected, seen);
}

TEST(a_stuck_word_is_in_each_table, open_memory)
{
    add_stuck(AT(1, 1, 5, 0x7c1, 0x123), 0, BIT64(37));
    assert_int_equal(2, bench.reads);
    add_stuck(AT(1, 1, 5, 0x7c1, 0x124), UINT64_MAX, ~BIT64(40));
    assert_pairs(2, errors.count, 0, errors.unstable, AT(1, 1, 5, 0x7c1, 0x123), errors.first_at, 0,
                 errors.first_expected, BIT64(37), errors.first_seen, 2, second->words, 0,
                 errors.parts[0].words, 0, second->unstable[1].words);
    /* 512 MiB in 64 pieces of 8 MiB: 0x7c1 << 17 lies in the 32nd. */
    assert_pairs(2, errors.strip.wrong[1][31], 2, errors.chips.wrong[1][1][1], 0,
                 errors.chips.wrong[1][1][0], 0, errors.chips.wrong[1][0][1], 1, second->row_count);
    const struct row_errors *const row = &second->rows[0];
    assert_pairs(0x7c1, row->row, 1, row->rank, 5, row->bank, 1, row->slot, 2, row->words,
                 BIT64(37) | BIT64(40), row->lanes);
    assert_pairs(BIT64(36), row->columns, 2, row->cell_count, 0x123, row->cells[0].column,
                 BIT64(37), row->cells[0].lanes, 0x124, row->cells[1].column); /* of 512 */
    const struct bank_errors *const bank = &second->banks[1][1][5];
    assert_pairs(2, bank->words, BIT64(37) | BIT64(40), bank->lanes, 0x123, bank->column);
    assert_int_equal(BIT64(31), bank->rows); /* 0x7c1 of 4096, in 64 parts of 64 */
    assert_pairs(BIT64(36), bank->columns, 1, bank->row_count, false, bank->wide, 0,
                 second->banks[1][0][5].words);
}

TEST(a_row_keeps_two_cells, open_memory)
{
    const struct row_errors *const row = &first->rows[0];

    for (unsigned column = 1; column <= 3; column++)
        add_stuck(AT(0, 0, 0, 7, column), 0, 1);
    add_stuck(AT(0, 0, 0, 7, 2), 0, 4);
    assert_pairs(2, row->cell_count, 4, row->words, 1, row->cells[0].lanes, 5, row->cells[1].lanes);
    add_stuck(AT(0, 0, 0, 8, 1), 0, 1); /* the same cell once more, of another row */
    add_stuck(AT(0, 0, 0, 8, 1), 0, 2);
    assert_pairs(1, row[1].cell_count, 3, row[1].cells[0].lanes);
}

/* Twelve rows of a bank are kept apart; one more makes it the bank. Another bank, rank and chip keep theirs. */
TEST(many_rows_are_a_bank, open_memory)
{
    add_stuck(AT(0, 0, 1, 3, 0), 0, 1);
    add_stuck(AT(0, 1, 2, 3, 0), 0, 1);
    add_stuck(AT(0, 0, 2, 0, 0), 0, BIT64(63));
    for (unsigned row = 0; row < 12; row++)
        add_stuck(AT(0, 0, 2, row, 0), 0, 1);
    assert_pairs(15, first->row_count, 1, first->rows[0].cell_count, false,
                 first->banks[0][0][2].wide);
    add_stuck(AT(0, 0, 2, 12, 0), 0, 1);
    assert_pairs(true, first->banks[0][0][2].wide, 3, first->row_count, 1, first->rows[0].bank, 1,
                 first->rows[1].rank, 1, first->rows[2].slot, 13, first->banks[0][0][2].words);
    bench.reads = 0;
    add_stuck(AT(0, 0, 2, 13, 0), 0, 1); /* nothing of it needs another look */
    assert_pairs(0, bench.reads, 3, first->row_count, 14, first->banks[0][0][2].words, 17,
                 first->words);
}

TEST(the_table_of_rows_is_bounded, open_memory)
{
    unsigned added = 0;

    for (unsigned bank = 0; bank < 8; bank++)
        for (unsigned rank = 0; rank < 2; rank++)
            for (unsigned row = 0; row < 8; row++, added++) {
                add_stuck(AT(0, rank, bank, row, 0), 0, 1);
                assert_int_equal(added + 1, first->row_count);
            }
    assert_pairs(ERROR_ROWS, first->row_count, false, first->rows_lost);
    add_stuck(AT(0, 0, 0, 8, 0), 0, 1);
    assert_pairs(true, first->rows_lost, ERROR_ROWS, first->row_count, 8,
                 first->banks[0][0][0].row_count);
}

/* A lane that a broken wire explains is counted and not looked at; a veiled one is looked at in solid memory. */
TEST(broken_wires_are_not_looked_at, open_memory)
{
    first->explained[0] = 1;
    first->veiled[0] = 2;
    assert_true(memory_errors_veiled(&errors));
    add_stuck(AT(0, 0, 0, 7, 0), 0, 7);
    assert_int_equal(4, first->rows[0].lanes);
    bench.reads = 0;
    add_stuck(AT(0, 0, 0, 8, 0), 0, 3);
    assert_pairs(0, bench.reads, 1, first->row_count, 2, errors.chips.wrong[0][0][0], 1,
                 first->in_element, 1, first->open_in_element);
    memory_errors_solid(&errors);
    add_stuck(AT(0, 0, 0, 7, 0), 0, 7);
    assert_pairs(2, first->row_count, CHIPS_MAX, first->rows[1].slot, 2, first->rows[1].lanes, 1,
                 first->banks[0][CHIPS_MAX][0].words);
    first->veiled[0] = BIT64(40);
    add_stuck(AT(0, 0, 0, 9, 0), 0, BIT64(40));
    assert_int_equal(CHIPS_MAX + 1, first->rows[2].slot);
    first->veiled[0] = 0;
    assert_false(memory_errors_veiled(&errors));
    errors.parts[1].veiled[1] = 1;
    assert_true(memory_errors_veiled(&errors));
}

/* Past 65536 words of an element they are counted, and rows of a bad bank noted; a new element looks again. */
TEST(an_element_has_its_share, open_memory)
{
    first->open_in_element = ELEMENT_ERRORS - 1;
    add_stuck(AT(0, 0, 0, 7, 0), 0, 1);
    assert_int_equal(2, bench.reads);
    add_stuck(AT(0, 0, 0, 8, 0), 0, 1);
    assert_pairs(2, bench.reads, 2, errors.count, 2, first->words, 2, errors.strip.wrong[0][0], 1,
                 first->row_count);
    add_stuck(AT(1, 0, 0, 8, 0), 0, 1); /* the other partition has its own */
    assert_int_equal(4, bench.reads);
    memory_errors_element(&errors, DATA_MIXED);
    add_stuck(AT(0, 0, 0, 8, 0), 0, 1);
    assert_int_equal(6, bench.reads);
    first->open_in_element = ELEMENT_ERRORS;
    view.by_copy = true; /* nobody has asked BAR1 */
    add_stuck(AT(0, 0, 0, 9, 0), 0, 1);
    assert_pairs(6, bench.reads, 4, errors.count, 3, first->words, 3, errors.strip.wrong[0][0]);
    first->banks[0][0][0].wide = true;
    first->in_element = ELEMENT_ERRORS;
    add_stuck(AT(0, 0, 0, 0x401, 0), 0, 1); /* of 4096 rows */
    assert_pairs(6, bench.reads, BIT64(16) | 1, first->banks[0][0][0].rows, 0,
                 first->banks[0][1][0].rows);
}

/* A span says the same as its words one by one, and those of broken wires or of a bad bank are counted together once
 * the element has had its share: 100 wrong ones of 256 here, of which a share of any size is left. */
TEST(a_span_counts_as_its_words, open_memory)
{
    static const unsigned left[] = { 0, 1, 40, 100, 101 };
    static uint64_t expected[256], seen[256];
    static struct memory_errors one_by_one;
    const uint64_t at = AT(1, 0, 2, 7, 16);

    answers[0] = BIT64(5);
    answer_count = 1;
    for (unsigned i = 0; i < ARRAY_SIZE(seen); i++) {
        expected[i] = i % 2 ? UINT64_MAX : 0;
        seen[i] = expected[i] ^ (i % 64 < 25 ? BIT64(5) : 0);
    }
    for (unsigned i = 0; i < 8 * ARRAY_SIZE(left); i++) {
        begin(&placed);
        view.by_copy = i & 1;
        second->explained[0] = i & 2 ? BIT64(5) : 0;
        second->banks[0][0][2].wide = i & 4;
        second->in_element = second->open_in_element = ELEMENT_ERRORS - left[i / 8];
        one_by_one = errors;
        assert_int_equal(100, memory_errors_add_span(&errors, at, expected, 1, seen, 256));
        bench.reads = 0;
        for (unsigned n = 0; n < ARRAY_SIZE(seen); n++)
            if (seen[n] != expected[n])
                memory_errors_add(&one_by_one, at + 8 * n, expected[n], seen[n]);
        assert_memory_equal(&one_by_one, &errors, sizeof(errors));
    }
    assert_int_equal(100, errors.count);
    /* All are to be 0: of 100, the 50 odd ones are not, and 13 of the even ones in the first 25 of each 64. */
    assert_int_equal(50 + 2 * 13, memory_errors_add_span(&errors, at, expected, 0, seen, 100));
}

/* Words that a copy brought wrong and BAR1 reads right wait until somebody knows which of them is bad. */
TEST(copied_words_wait, open_memory)
{
    const struct copied_errors *const copied = &errors.copied;

    add_copied(AT(1, 1, 2, 3, 4), 0x10, 0x11, 0x10);
    assert_pairs(1, copied->of_chip[1][1][0], 0, copied->of_chip[1][1][1]);
    memory_errors_add(&errors, AT(1, 1, 2, 3, 5), 0x10, 0x10 | BIT64(32));
    assert_pairs(2, bench.reads, 0, errors.count, 2, copied->words, AT(1, 1, 2, 3, 4),
                 copied->first_at, 0x10, copied->first_expected, 0x11, copied->first_seen, 1,
                 copied->of_chip[1][1][0], 1, copied->of_chip[1][1][1], 0, copied->of_chip[1][0][0],
                 2, copied->of_part[1][1], BIT64(32) | 1, copied->lanes[1][1]);
    bench.reads = 0;
    answers[0] = 0x12;
    memory_errors_add(&errors, AT(0, 0, 2, 3, 4), 0x10, 0x11); /* BAR1's word counts */
    assert_pairs(1 + 8, bench.reads, 0x12, errors.first_seen, 2, first->rows[0].lanes);
    memory_errors_take_copied(&errors); /* BAR1 saw the first error */
    assert_pairs(3, errors.count, 2, errors.unstable, 0x12, errors.first_seen, 2,
                 second->unstable[1].words, 0, second->unstable[0].words, BIT64(32) | 1,
                 second->unstable[1].lanes, 1, errors.chips.wrong[1][1][0], 1,
                 errors.chips.wrong[1][1][1]);
    begin(&placed);
    memory_errors_take_copied(&errors);
    assert_int_equal(0, errors.count);
    add_copied(AT(0, 0, 2, 3, 4), 2, 9, 2);
    memory_errors_take_copied(&errors);
    assert_pairs(1, first->unstable[0].words, 2 ^ 9, first->unstable[0].lanes, 1,
                 errors.chips.wrong[0][0][0], 0, errors.chips.wrong[0][0][1], 1,
                 errors.strip.wrong[0][0], AT(0, 0, 2, 3, 4), errors.first_at, 2,
                 errors.first_expected, 9, errors.first_seen);
}

/* A card whose own tables lie in bad memory brings words of another place: they are wrong in both chips and right
 * when they are read again. Such words accuse no chip beside others that do. */
TEST(words_of_another_place_accuse_no_chip, open_memory)
{
    const uint64_t both = BIT64(33) | BIT64(2);

    for (unsigned i = 0; i < 2; i++) { /* copied; the second has a word of one chip, too */
        begin(&placed);
        add_copied(AT(1, 0, 2, 3, 0), 0x10, 0x10 ^ both, 0x10);
        if (i)
            memory_errors_add(&errors, AT(1, 0, 2, 3, 1), 0x10, 0x11);
        assert_int_equal(1, errors.strayed.words);
        memory_errors_take_strayed(&errors);
        assert_pairs(i, errors.strayed.words, 1, errors.copied.of_chip[1][0][0], !i,
                     errors.copied.of_chip[1][0][1]);
    }
    begin(&placed);
    memory_errors_add(&errors, AT(1, 0, 2, 3, 0), 0x10, 0x10 ^ both); /* by BAR1 */
    assert_pairs(1, errors.parts[1].strayed[0].words, both, errors.parts[1].strayed[0].lanes, 0,
                 errors.parts[1].unstable[0].words);
}

/* Two halves of 32 lanes: the upper half of a word is the second one's, at 4 bytes further. */
TEST(halves_are_other_chips, open_memory)
{
    split = true;
    assert_true(begin(&placed));
    add_stuck(AT(0, 0, 0, 7, 0), 0, BIT64(35) | 1);
    assert_pairs(1, errors.count, 2, bench.reads, 1, errors.chips.wrong[0][0][0], 1,
                 errors.chips.wrong[0][0][1], 2, first->row_count, 1, first->rows[0].lanes,
                 BIT64(35), first->rows[1].lanes);
    bench.reads = 0;
    add_stuck(AT(0, 0, 0, 8, 0), 0, BIT64(36));
    assert_pairs(2, bench.reads, 3, first->row_count, BIT64(36), first->rows[2].lanes);
    add_copied(AT(1, 0, 0, 9, 0), 0, BIT64(36) | 2, 0);
    assert_pairs(1, errors.strayed.of_chip[1][0][0], 1, errors.strayed.of_chip[1][0][1], 2,
                 errors.strayed.of_part[1][0]);
    memory_errors_add(&errors, AT(1, 0, 0, 9, 1), 0, BIT64(32)); /* one half alone */
    assert_int_equal(1, errors.copied.of_part[1][0]);
    memory_errors_add(&errors, AT(1, 0, 0, 9, 2), 0, BIT64(31));
    assert_pairs(2, errors.copied.of_part[1][0], BIT64(32) | BIT64(31), errors.copied.lanes[1][0],
                 1, errors.copied.of_chip[1][0][0], 1, errors.copied.of_chip[1][0][1]);
    /* One half of a word is wrong, at its ends: the other's column has no error; one that vanishes is not steady. */
    begin(&placed);
    add_stuck(AT(0, 0, 0, 7, 0), 4, BIT64(32) | 4);
    assert_pairs(4, errors.first_expected, 1, first->row_count, BIT64(32), first->rows[0].lanes);
    add_stuck(AT(0, 0, 0, 8, 0), 0, BIT64(31));
    assert_pairs(2, first->row_count, BIT64(31), first->rows[1].lanes, 1,
                 errors.chips.wrong[0][0][0], 1, errors.chips.wrong[0][0][1], 0,
                 first->unstable[0].words);
    answers[0] = 0;
    memory_errors_add(&errors, AT(0, 0, 0, 9, 0), 0, 2);
    assert_pairs(2, first->row_count, 1, first->unstable[0].words, 2, first->unstable[0].lanes);
    memory_errors_add(&errors, AT(0, 0, 0, 10, 0), 0, BIT64(63));
    assert_pairs(2, first->row_count, 2, first->unstable[0].words, BIT64(63) | 2,
                 first->unstable[0].lanes);
}

/* Where chips cannot be told apart there are bits, and how far apart the words lie. */
TEST(patterns_are_kept, open_memory)
{
    const struct error_pattern *const pattern = &errors.pattern;

    assert_pairs(true, begin(&unplaced), false, errors.placed, 1, errors.strip.parts);
    add_stuck(0x1000, 0, 1);
    assert_pairs(true, pattern->any, 0, pattern->spacing);
    add_stuck(0x1000 + 0x60, 0xf0, 0x70);
    assert_int_equal(0x60, pattern->spacing);
    add_stuck(0x1000 - 0x30, 0, 4);
    assert_pairs(0x30, pattern->spacing, 5, pattern->ones, 0x80, pattern->zeros, 0x1000 - 0x30,
                 pattern->lowest_at, 0x1000 + 0x60, pattern->highest_at, 3, errors.count, 6,
                 bench.reads, 0x1000, errors.first_at, 3, errors.strip.wrong[0][0]);
    answers[0] = 0;
    memory_errors_add(&errors, 0x1000, 0, 1);
    assert_pairs(7, bench.reads, 1, errors.unstable);
    errors.in_element = ELEMENT_ERRORS;
    memory_errors_add(&errors, 0x1000, 0, 1);
    assert_pairs(7, bench.reads, 5, errors.count);
    memory_errors_element(&errors, DATA_MIXED);
    assert_int_equal(0, errors.in_element);
    add_copied(0x1000 + 0x10, 0, 0x100, 0);
    assert_pairs(1, errors.copied.words, 5, errors.count);
    memory_errors_take_copied(&errors);
    assert_pairs(0x10, pattern->spacing, 0x105, pattern->ones);
}

/* A word that the card's copy stored proves nothing if a wrong bit of it is right once BAR1 has stored it, and stays
 * so for as long as the march leaves memory alone; of 16 such words, for each takes that long. So does one that BAR1
 * finds wrong after the copies have stopped. */
TEST(what_copies_store_wrong_is_no_error, open_memory)
{
    static const struct {
        unsigned tried;      /* words before it */
        uint64_t answers[3]; /* of BAR1: at first, once it has stored 0, and later */
        unsigned waits;
        bool copied;
    } rows[] = {
        { 0, { 3, 3, 0 }, 0, false },  { 0, { 3, 0, 0 }, 1, true },  { 0, { 3, 0, 3 }, 1, false },
        { 0, { 3, 2, 3 }, 1, false },  { 0, { 3, 2, 2 }, 1, true },  { 0, { 1, 2, 2 }, 1, true },
        { 15, { 3, 0, 3 }, 1, false }, { 16, { 3, 0, 3 }, 0, true },
    };

    for (unsigned i = 0; i < 2 * ARRAY_SIZE(rows); i++) {
        const bool stale = i & 1, copied = rows[i / 2].copied;

        begin(&placed);
        view.by_copy = view.storing = !stale;
        view.stale = stale;
        errors.leaks_tried = rows[i / 2].tried;
        memcpy(answers, rows[i / 2].answers + stale, (3 - stale) * sizeof(answers[0]));
        answer_count = 3 - stale;
        memory_errors_add(&errors, AT(1, 0, 2, 3, 4), 0, stale ? rows[i / 2].answers[0] : 3);
        assert_pairs(copied, errors.copied.words, !copied, errors.count, copied,
                     errors.stored_wrong, 50000 * rows[i / 2].waits, bench.waited_us,
                     !copied && !stale, view.storing, copied || stale, view.stale);
    }
}

TEST(a_place_that_nobody_can_tell, open_memory)
{
    add_stuck(SIZE / 2, 0, 1);
    assert_pairs(1, errors.count, 0, first->words, true, errors.pattern.any, false,
                 memory_errors_in_part(&errors, SIZE / 2, 0), true,
                 memory_errors_in_part(&errors, AT(1, 0, 0, 0, 0), 1), false,
                 memory_errors_in_part(&errors, AT(1, 0, 0, 0, 0), 0));
}

/* "Leaves out the areas that the view leaves out, and all partitions but a requested one": of 64 pieces of 8 MiB those
 * from 128 MiB to 256 MiB stay. Bits of addresses in which tested memory differs, but for those of one sector. */
TEST(what_is_not_tested_is_left_out, open_memory)
{
    static const struct {
        uint64_t from, to, left_out, bits;
    } ranges[] = { { 0, 0, 0, BITS64(28, 5) },
                   { SIZE / 4, SIZE / 2, ~BITS64(31, 16), BITS64(26, 5) },
                   { SIZE / 4, SIZE / 2 + 0x10000, ~BITS64(31, 16), BITS64(28, 5) },
                   { 0x20000, 0x40000, UINT64_MAX, BITS64(16, 5) },
                   { SIZE - 0x10000, SIZE + 0x10000, UINT64_MAX, BITS64(15, 5) } };

    for (unsigned i = 0; i < 3 * ARRAY_SIZE(ranges); i++) {
        const uint64_t left_out = ranges[i / 3].left_out;

        config.range_from = ranges[i / 3].from;
        config.range_to = ranges[i / 3].to;
        config.has_part = i % 3;
        config.part = i % 3 == 2;
        begin(&placed);
        assert_pairs(i % 3 == 2 ? UINT64_MAX : left_out, errors.strip.left_out[0],
                     i % 3 == 1 ? UINT64_MAX : left_out, errors.strip.left_out[1], 2,
                     errors.strip.parts, 0x0a, errors.strip.part_mask, ranges[i / 3].bits,
                     errors.channels.bits);
        memory_errors_cut(&errors);
        assert_pairs(UINT64_MAX, errors.strip.left_out[0], UINT64_MAX, errors.strip.left_out[1], 0,
                     errors.strip.left_out[2]);
    }
    assert_pairs(1, errors.chips.others[0], 4, errors.chips.others[1], 32, errors.chips.width, true,
                 errors.chips.assumed, true, t.watched == &errors.chips);
}

TEST(a_new_element_forgets_the_last, open_memory)
{
    errors.evictions = 9;
    errors.in_element = errors.evicted = errors.channels.looked = 9;
    errors.stored_wrong = view.by_copy = true;
    errors.seen_data = DATA_ZEROS;
    errors.parts[1].in_element = errors.parts[1].open_in_element = 9;
    memory_errors_element(&errors, DATA_ONES);
    assert_pairs(0, errors.in_element, 0, errors.evictions, 0, errors.evicted, false,
                 errors.stored_wrong, DATA_ONES, errors.data, DATA_ZEROS | DATA_ONES,
                 errors.seen_data, true, errors.began_by_copy, 9, errors.channels.before_pass, 9,
                 errors.channels.most_in_pass, 0, errors.parts[1].in_element, 0,
                 errors.parts[1].open_in_element);
}

/* A partition that has given different answers before, and a card whose copies have, is read eight times more. */
TEST(doubtful_words_are_read_eight_times, open_memory)
{
    uint64_t *const doubts[] = { &errors.parts[1].unstable[0].words,
                                 &errors.parts[1].unstable[1].words, &errors.copied.words };

    for (unsigned i = 0; i < ARRAY_SIZE(doubts); i++) {
        begin(&placed);
        *doubts[i] = 1;
        add_stuck(AT(0, 0, 0, 7, 0), 0, 1);
        assert_int_equal(i == 2 ? 8 : 2, bench.reads);
        add_stuck(AT(1, 0, 0, 7, 0), 0, 1);
        assert_int_equal(i == 2 ? 8 + 8 : 2 + 8, bench.reads);
    }
}

static unsigned evictions;

static enum err evict(struct memory_view *of, uint64_t at)
{
    evictions++;
    return OK;
}

/* Where a cache lies before memory, "a chunk that a copy brought is taken out once for all its words, and no more than"
 * 64 times in an element; a word that memory is not asked for is taken to be wrong each time. */
TEST(a_cache_is_asked_to_let_go, open_memory)
{
    static const struct vram_way cached = { .show = show_all, .evict = evict };

    for (unsigned by_copy = 0; by_copy < 2; by_copy++) {
        begin(&cached);
        view.by_copy = by_copy;
        evictions = 0;
        add_stuck(0x20008, 0, 1);
        add_stuck(0x2fff8, 0, 1);
        assert_pairs(by_copy ? 1 : 2, evictions, by_copy ? 6 : 4, bench.reads);
        add_stuck(0x10000, 0, 1);
        assert_int_equal(by_copy ? 2 : 3, evictions);
        view.by_copy = false;
        for (unsigned i = 0; i < 70; i++)
            add_stuck(0x30000, 0, 1);
        /* Two reads for each, three of copies and the second of one chunk besides. */
        assert_pairs(64, evictions, 64 * 2 + (by_copy ? 3 + 2 : 0), bench.reads, 0,
                     errors.unstable);
        memory_errors_element(&errors, DATA_MIXED);
        add_stuck(0x30000, 0, 1);
        assert_int_equal(65, evictions);
    }
}

/* docs/memory-test.md: an address "times 0x45631a4a5551ca8d, the upper half xored into the lower one, times
 * 0x94d049bb133111eb": a word that belongs to another address of the memory tells which. */
TEST(a_word_of_another_address_tells_it, open_memory)
{
    /* clang-format off */
    static const struct { uint64_t from; enum element_data data; uint64_t moved; } words[] = {
        { 0x5000, DATA_ADDRESSES, 0x4000 }, { 0x5000, DATA_MIXED, 0 }, { SIZE, DATA_ADDRESSES, 0 },
        { SIZE - 8, DATA_ADDRESSES, (SIZE - 8) ^ 0x1000 }, { 0x5004, DATA_ADDRESSES, 0 } };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        const uint64_t x =
            (words[i].from + UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0x45631a4a5551ca8d);

        begin(&unplaced);
        memory_errors_element(&errors, words[i].data);
        add_stuck(0x1000, 0, (x ^ x >> 32) * UINT64_C(0x94d049bb133111eb));
        assert_int_equal(words[i].moved, errors.pattern.moved);
    }
}

STUB(bool, without_chips, false, const struct chip *of)

/* Stolen memory is the machine's own: no chip of the card is named. */
TEST(memory_that_the_machine_lends_has_no_chips, open_memory)
{
    static const struct family lends = { .has_chips = without_chips };

    card.family = &lends;
    assert_pairs(true, memory_errors_begin(&errors, &view), true, errors.lent, false, errors.placed,
                 true, !t.watched);
    config.chip_width = 16;
    assert_pairs(true, begin(&placed), false, errors.lent, true, errors.placed, 16,
                 errors.chips.width, false, errors.chips.assumed);
}

/* A range of 128 has a bit for each two of its members, one of 32 a bit for each. */
TEST(small_ranges_have_fewer_shares, open_memory)
{
    const struct bank_errors *const bank = &first->banks[0][0][0];

    errors.shape.column_bits = 7;
    errors.shape.row_bits[0] = 5;
    add_stuck(AT(0, 0, 0, 0x11, 0x45), 0, 1);
    assert_pairs(BIT64(0x22), bank->columns, BIT64(0x11), bank->rows);
}

static void expect_skip(const struct vram_way *way, const char *sentence)
{
    assert_pairs(false, begin(way), TEST_SKIP, t.result);
    assert_string_equal(sentence, t.sentence);
}

TEST(what_cannot_be_asked_for_is_said, open_memory)
{
    config.has_part = true;
    config.part = 2;
    expect_skip(&placed, "part=2 is asked for, and this card has 0 to 1");
    expect_skip(&unplaced,
                "part=2 is asked for, and how this chipset spreads its memory is not known");
    config = (struct run_config){ .range_from = SIZE, .range_to = SIZE + 0x10000 };
    expect_skip(
        &placed,
        "range=0x20000000-0x20010000 is asked for, and this card's memory ends at 0x20000000");
    config.range_from = SIZE - 0x10000;
    assert_true(begin(&placed));
}
