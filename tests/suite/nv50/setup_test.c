/* How the tests of the MMU say where a word comes from (suite/nv50/setup.h). */
#include "suite/kit/chips.h"
#include "suite/nv50/setup.h"
#include "tests/kit/bench.h"
#include "tests/kit/tests.h"

/* A word that came from a place of its own says which: in each of two buffers, though only the low half of the address
 * is in the word. */
TEST(words_name_their_buffer)
{
    /* clang-format off */
    static const struct {
        uint64_t at;
        const char *says;
    } words[] = { { 0x1230001008, "system memory 0x1230001008" }, { 0x1230001ffc, "system memory 0x1230001ffc" },
        { 0x4560005000, "system memory 0x4560005000" }, { 0x4560006ffc, "system memory 0x4560006ffc" } };
    /* clang-format on */
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
    assert_pairs(TEST_PASS, t.result, 0, t.failures);
    assert_string_equal("", t.sentence);
    assert_string_equal("", t.expected);
}
