/* How the tests of the MMU say where a word comes from (tests/nv50/kit.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/kit/chips.h"
#include "tests/nv50/kit.h"

/* A word that came from a place of its own says which: in each of two buffers, though only the low half of the address
 * is in the word. */
static void words_name_their_buffer(void **state)
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

    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        char line[80];
        struct text text = text_in(line, sizeof(line));

        describe_word(&text, &card, name_of((linear_addr){ words[i].at, TARGET_SYSRAM_SNOOP }));
        assert_string_equal(words[i].says, line);
    }
}

/* A partition has its number among those that are there and the letter of its place in the mask, as repairers have it
 * (docs/hardware/board.md); a place that the mask has not has no letter. */
static void partitions_have_the_letters_of_their_place(void **state)
{
    static const struct {
        uint32_t mask;
        unsigned ordinal;
        const char *says;
    } rows[] = {
        { 0x05, 0, "partition 0 (FBA)" }, { 0x05, 1, "partition 1 (FBC)" },
        { 0x05, 2, "partition 2" },       { 0xff, 7, "partition 7 (FBH)" },
        { 0x80, 0, "partition 0 (FBH)" }, { 0x00, 0, "partition 0" },
    };

    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        char line[80];
        struct text text = text_in(line, sizeof(line));

        words_partition(&text, rows[i].mask, rows[i].ordinal);
        assert_string_equal(rows[i].says, line);
    }
}

/* Data lines that follow each other are one range. */
static void lanes_are_told_as_ranges(void **state)
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

    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        char line[80];
        struct text text = text_in(line, sizeof(line));

        words_lanes(&text, rows[i].lanes);
        assert_string_equal(rows[i].says, line);
    }
}

/* The card is there. */
static uint32_t read_config(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    (void)bus, (void)at, (void)offset, (void)size;
    return 0x10de;
}

/* A report says how much a test has looked at: steps that ended well, and values that it compared, right or wrong. */
static void a_test_counts_what_it_looks_at(void **state)
{
    static const struct bus_ops ops = { .config_read = read_config };
    static const struct chip chip = { .title = "G84" };
    struct bus bus = { .ops = &ops };
    struct card card = { .bus = &bus, .chip = &chip };
    struct test t = { .card = &card };

    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_name_their_buffer),
        cmocka_unit_test(partitions_have_the_letters_of_their_place),
        cmocka_unit_test(lanes_are_told_as_ranges),
        cmocka_unit_test(a_test_counts_what_it_looks_at),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("kit", tests, NULL, NULL);
}
