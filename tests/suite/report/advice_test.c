/* The name of a finding, for the large line of the screen and for all reports (docs/report.md). */
#include "suite/report/advice.h"
#include "tests/suite/report/judged.h"

/* Each cause has a name of its own, a first step that can be done, and is found by its name. */
TEST(every_cause_says_what_to_do)
{
    for (unsigned i = 0; i < CAUSES; i++) {
        const enum cause cause = (enum cause)i;

        assert_int_equal(cause, cause_named(cause_name(cause)));
        assert_true(strlen(advice_of(cause)->headline) > 8);
        assert_non_null(advice_of(cause)->steps[0]);
    }
    assert_int_equal(CAUSES, cause_named("no such cause"));
}

static const struct chip_table g92 = {
    .part_mask = 0xb, .parts = 3, .ranks = 1, .lanes = 64, .width = 32
};

static void expect_headline(const char *words, const struct finding *finding)
{
    char line[HEADLINE_MAX];
    struct text text = text_in(line, sizeof(line));

    headline_words(&text, finding);
    assert_string_equal(words, line);
}

/* The letters are those of hardware partitions: of 0xb the third is FBD. */
TEST(the_headline_names_all_chips)
{
    struct chip_table chips = g92;
    const struct finding line = stuck_line_of_b1();
    struct finding finding = { 0 };

    expect_headline("Chip B1: bit 37 stuck at 0", &line);
    finding_add(&finding, &chips, CAUSE_SHORT, 2, 0x60);
    chip_table_mark(&chips, 2, 0, 0x60);
    finding_take_chips(&finding, &chips);
    expect_headline("Chip D0: bits 5 and 6 shorted", &finding);
    finding_add(&finding, &chips, CAUSE_ROW, 0, UINT64_MAX);
    chip_table_mark(&chips, 0, 0, UINT64_MAX);
    finding_take_chips(&finding, &chips);
    assert_int_equal(CAUSE_SEVERAL_FAULTS, finding.cause);
    expect_headline("Chips A0 A1 D0 are bad: 2 faults", &finding);
    expect_headline("The card fell off the bus", &(struct finding){ .cause = CAUSE_FELL_OFF });
}

/* Two tests of one card: the same chip is one fault, another chip is one more. */
TEST(what_two_tests_found_is_joined)
{
    struct finding both = stuck_line_of_b1(), again = stuck_line_of_b1(), other = { 0 };
    struct chip_table chips = g92;

    finding_join(&both, &again);
    expect_headline("Chip B1: bit 37 stuck at 0", &both);
    finding_add(&other, &chips, CAUSE_DATA_LINE, 0, 1);
    chip_table_mark(&chips, 0, 0, 1);
    finding_take_chips(&other, &chips);
    finding_join(&both, &other);
    expect_headline("Chips A0 B1 are bad: 2 faults", &both);
    assert_int_equal(CAUSE_DATA_LINE, both.cause);
}

/* "The same fault may be in both: `faults` grows only with the chips": by all of the other test's where each chip of it
 * is new, else by one. A finding without chips takes over how they are named; others may be meant by each. */
TEST(faults_grow_with_the_chips)
{
    static const struct {
        struct finding one, other;
        unsigned faults;
        enum cause cause;
    } rows[] = {
#define FINDS(why, so_many, ...)                                                                   \
    { .cause = (why), .faults = (so_many), .width = 32, .ranks = 1, .chips = { __VA_ARGS__ } }
        { { 0 }, FINDS(CAUSE_ROW, 2, { 1 }), 2, CAUSE_ROW },
        { FINDS(CAUSE_ROW, 1, { 1 }), FINDS(CAUSE_SHORT, 3, { 1 }), 3, CAUSE_ROW },
        { FINDS(CAUSE_ROW, 3, { 1 }), FINDS(CAUSE_SHORT, 1, { 1 }), 3, CAUSE_ROW },
        { FINDS(CAUSE_ROW, 1, { 1 }), FINDS(CAUSE_SHORT, 2, { 2 }, { 1 }), 3,
          CAUSE_SEVERAL_FAULTS },
        { FINDS(CAUSE_ROW, 1, { 1 }), FINDS(CAUSE_SHORT, 2, { 1 }, { 1 }), 2,
          CAUSE_SEVERAL_FAULTS },
        { FINDS(CAUSE_ROW, 1, { 1 }), FINDS(CAUSE_ROW, 1, { 0 }, { 1 }), 2, CAUSE_ROW },
        { { .cause = CAUSE_ROW, .faults = 1 }, FINDS(CAUSE_ROW, 1, { 1 }), 2, CAUSE_ROW }
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct finding joined = rows[i].one;

        finding_join(&joined, &rows[i].other);
        assert_pairs(rows[i].faults, joined.faults, rows[i].cause, joined.cause, 32, joined.width,
                     1, joined.ranks);
    }
    const struct finding may = {
        .width = 32, .ranks = 1, .others = { 0xc, 0x8 }, .chips = { { 1 }, { 2 } }
    };
    char line[FINDING_CHIPS_MAX];
    struct text text = text_in(line, sizeof(line));
    finding_other_chips(&text, &may);
    assert_string_equal(" (or C0 D0 D1)", line);
}

/* Lines of a chip are named, whole chips are not; ranks and chips of 16 lines have names of their own. */
TEST(lanes_and_names)
{
    struct finding finding = { .width = 16,
                               .ranks = 2,
                               .lanes = { 0xffff, 0x7 },
                               .chips = { [0] = { 1, 0 }, [1] = { 1, 1 } } };
    char line[FINDING_CHIPS_MAX];
    struct text text = text_in(line, sizeof(line));

    finding_chips(&text, &finding);
    assert_string_equal("A0ar0 B0ar0 B0ar1", line);
    text = text_in(line, sizeof(line));
    finding_lanes(&text, &finding, 0);
    assert_string_equal("", line);
    finding_lanes(&text, &finding, 1);
    assert_string_equal("D0-D2", line);
}

/* Advice for one chip is not given for faults in several. */
TEST(several_faults_have_steps_of_their_own)
{
    struct finding finding = { .cause = CAUSE_DATA_LINE, .faults = 1, .width = 32, .ranks = 1 };

    finding.chips[0][0] = 3; /* one fault that reaches two chips */
    assert_ptr_equal(advice_of(CAUSE_DATA_LINE), advice_on(&finding));
    finding.faults = 2;
    assert_ptr_equal(advice_of(CAUSE_SEVERAL_FAULTS), advice_on(&finding));
    finding.chips[0][0] = 1; /* two in one chip */
    assert_ptr_equal(advice_of(CAUSE_DATA_LINE), advice_on(&finding));
}
