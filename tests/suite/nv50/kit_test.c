/* How the tests of the MMU say where a word comes from (suite/nv50/kit.h). */

#include "suite/kit/chips.h"
#include "suite/nv50/kit.h"
#include "tests/kit/bench.h"
#include "tests/kit/tests.h"

/* A word that came from a place of its own says which: in each of two buffers, though only the low half of the address
 * is in the word. */
TEST(words_name_their_buffer)
{
    static const struct {
        uint64_t at;
        const char *says;
    } words[] = {
        { 0x1230001008, "system memory 0x1230001008" },
        { 0x1230001ffc, "system memory 0x1230001ffc" },
        { 0x4560005000, "system memory 0x4560005000" },
        { 0x4560006ffc, "system memory 0x4560006ffc" },
    };
    struct card card = { .dma_count = 2,
                         .dma = { { .bus = { 0x1230001000 }, .size = 0x1000 },
                                  { .bus = { 0x4560005000 }, .size = 0x2000 } } };

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        char line[80];
        struct text text = text_in(line, sizeof(line));

        describe_word(&text, &card, name_of((linear_addr){ words[i].at, TARGET_SYSRAM_SNOOP }));
        assert_string_equal(words[i].says, line);
    }
}

/* A partition has its number among those that are there and the letter of its place in the mask, as repairers have it
 * (docs/hardware/board.md); a place that the mask has not has no letter. */
TEST(partitions_have_the_letters_of_their_place)
{
    static const struct {
        uint32_t mask;
        unsigned ordinal;
        const char *says;
    } rows[] = {
        { 0x05, 0, "partition 0 (FBA)" }, { 0x05, 1, "partition 1 (FBC)" },
        { 0x05, 2, "partition 2" },       { 0xff, 7, "partition 7 (FBH)" },
        { 0x80, 0, "partition 0 (FBH)" }, { 0x00, 0, "partition 0" },
        { 0x100, 0, "partition 0" }, /* there are eight letters */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        char line[80];
        struct text text = text_in(line, sizeof(line));

        words_partition(&text, rows[i].mask, rows[i].ordinal);
        assert_string_equal(rows[i].says, line);
    }
}

/* Data lines that follow each other are one range. */
TEST(lanes_are_told_as_ranges)
{
    static const struct {
        uint64_t lanes;
        const char *says;
    } rows[] = {
        { 0, "" },
        { 1, "D0" },
        { UINT64_MAX, "D0-D63" },
        { UINT64_C(0xc000000000000039), "D0 D3-D5 D62-D63" },
        { UINT64_C(0x8000000100000000), "D32 D63" },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        char line[80];
        struct text text = text_in(line, sizeof(line));

        words_lanes(&text, rows[i].lanes);
        assert_string_equal(rows[i].says, line);
    }
}

/* A report says how much a test has looked at: steps that ended well, and values that it compared, right or wrong. */
TEST(a_test_counts_what_it_looks_at)
{
    static struct bench bench;
    static const struct chip chip = { .title = "G84" };
    struct test t = { .card = &bench.card };

    bench_open(&bench, &chip);
    assert_true(expect_equal(&t, 5, 5, "five"));
    assert_true(test_compared(&t, true));
    assert_false(test_compared(&t, false));
    assert_int_equal(3, t.compared);
    assert_int_equal(0, t.steps);
    assert_true(test_ok(&t, OK, "a step"));
    assert_int_equal(3, t.compared);
    assert_int_equal(1, t.steps);
    assert_true(test_works(&t, OK, "what is claimed"));
    assert_int_equal(4, t.compared);
    assert_int_equal(2, t.steps);
    assert_int_equal(TEST_PASS, t.result);

    assert_false(test_works(&t, ERR_TIMEOUT, "what is claimed"));
    assert_int_equal(5, t.compared);
    assert_int_equal(2, t.steps);
    assert_int_equal(TEST_FAIL, t.result);
    assert_string_equal("G84 did not answer in time: what is claimed", t.sentence);
    assert_false(expect_equal(&t, 5, 6, "five"));
    assert_false(test_ok(&t, ERR_RANGE, "a step"));
    assert_int_equal(6, t.compared);
    assert_int_equal(2, t.steps);
}

/* Each sort of error has one result, and the first one stays: a missing answer is the card's, all else the rig's. */
TEST(errors_are_the_cards_or_the_rigs)
{
    static struct bench bench;
    static const struct chip chip = { .title = "G84" };
    static const struct {
        enum err e;
        enum test_result result;
        const char *sentence;
    } rows[] = {
        { OK, TEST_PASS, "" },
        { ERR_TIMEOUT, TEST_FAIL, "G84 did not answer in time: a step" },
        { ERR_DEAD, TEST_FAIL, "G84 did not answer in time: a step" },
        { ERR_DEADLINE, TEST_PASS, "" }, /* the runner says it */
        { ERR_RANGE, TEST_ERROR, "a step: value out of range" },
        { ERR_NO_MEMORY, TEST_ERROR, "a step: out of memory" },
    };

    bench_open(&bench, &chip);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct test t = { .card = &bench.card };

        assert_int_equal(rows[i].e == OK, test_ok(&t, rows[i].e, "a step"));
        assert_int_equal(rows[i].result, t.result);
        assert_string_equal(rows[i].sentence, t.sentence);
        test_skip(&t, "later");
        assert_int_equal(rows[i].result == TEST_PASS ? TEST_SKIP : rows[i].result, t.result);
        assert_string_equal(rows[i].result == TEST_PASS ? "later" : rows[i].sentence, t.sentence);
        assert_false(test_ok(&t, ERR_RANGE, "another"));
        assert_string_equal(rows[i].result == TEST_PASS ? "later" : rows[i].sentence, t.sentence);
    }
}

/* Both values are kept of the first failure, and of that alone; who has said something else before does not fail. */
TEST(the_first_difference_is_kept)
{
    static struct bench bench;
    static const struct chip chip = { .title = "G84" };
    struct test t = { .card = &bench.card };

    bench_open(&bench, &chip);
    assert_false(expect_equal(&t, 0x1f, 0x60, "five"));
    assert_false(expect_equal(&t, 0x20, 0x70, "six"));
    assert_string_equal("G84 has 0x60 in five, expected 0x1f", t.sentence);
    assert_string_equal("0x1f", t.expected);
    assert_string_equal("0x60", t.actual);
    assert_int_equal(2, t.failures);
    t = (struct test){ .card = &bench.card };
    test_lacks(&t, "no such unit");
    test_fail(&t, "wrong");
    assert_int_equal(TEST_LACKS, t.result);
    assert_string_equal("no such unit", t.sentence);
}

/* After the deadline nothing that a test sees is the card's. */
TEST(after_the_deadline_nothing_counts)
{
    static struct bench bench;
    struct test t = { .card = &bench.card };

    bench_open(&bench, NULL);
    bench.card.expired = true;
    assert_false(test_ok(&t, ERR_TIMEOUT, "a step"));
    assert_false(test_ok(&t, ERR_RANGE, "a step"));
    test_fail(&t, "wrong");
    test_differs(&t, "1", "2", "wrong");
    assert_int_equal(TEST_PASS, t.result);
    assert_int_equal(0, t.failures);
    assert_string_equal("", t.sentence);
    assert_string_equal("", t.expected);
}

/* Strips have the letter of their partition; where nobody can tell partitions apart there is one of them all. */
TEST(strips_have_names)
{
    static const struct {
        uint32_t mask;
        unsigned part;
        const char *says;
    } rows[] = { { 0x05, 0, "A" }, { 0x05, 1, "C" }, { 0x80, 0, "H" }, { 0, 0, "VRAM" } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct vram_strip strip = { .part_mask = rows[i].mask };
        char line[8];
        struct text text = text_in(line, sizeof(line));

        strip_name(&text, &strip, rows[i].part);
        assert_string_equal(rows[i].says, line);
    }
}

/* The findings of a memory test are there for the report. */
TEST(the_table_of_chips_is_the_tests)
{
    const struct chip_table chips = {
        .parts = 1, .lanes = 64, .width = 32, .wrong = { { { 3 } } }
    };
    struct test t = { .result = TEST_PASS };

    test_chips(&t, &chips);
    assert_int_equal(3, t.chips.wrong[0][0][0]);
    assert_int_equal(64, t.chips.lanes);
}
