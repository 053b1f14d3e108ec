/* The conditions that a PASS names: docs/report.md "Verdict". Figures worked by hand: 512 MiB read twelve times are 6
 * GiB or 805306368 words of 8 bytes; a third of them is 2.7 times 10^8. */
#include "suite/report/conditions.h"
#include "tests/kit/tests.h"

#define MIB (UINT64_C(1) << 20)

#define WIDE                                                                                       \
    {                                                                                              \
        16, 16, 16, 1                                                                              \
    }
#define NARROW                                                                                     \
    {                                                                                              \
        1, 16, 16, 1                                                                               \
    }

static void expect(void (*words)(const struct conditions *c, struct text *text),
                   const struct conditions *c, const char *wanted)
{
    char said[CONDITIONS_WORDS_MAX];
    struct text text = text_in(said, sizeof(said));

    words(c, &text);
    assert_string_equal(wanted, said);
}

TEST(a_pass_says_what_it_holds_for)
{
    static const struct {
        struct conditions c;
        const char *words, *unseen, *lanes;
        unsigned bound;
    } rows[] = {
        /* clang-format off */
        { { .read = 6144 * MIB, .memory_khz = 400000, .memory_top_khz = 900000, .link = NARROW, .unseen = 1 << PART_TEXTURES },
          "0 errors in 6.0 GiB read, memory at 400 of 900 MHz, link x1 of x16", "textures, memory at 900 MHz",
          "link at x1 of x16: card, slot or riser", 8 },
        /* 1 % below the level's clock is the level's clock; one more kHz is not. */
        { { .read = 1535 * MIB, .memory_khz = 891000, .memory_top_khz = 900000, .link = WIDE },
          "0 errors in 1.4 GiB read, memory at 891 MHz, link x16", "", "", 7 },
        { { .read = 1023 * MIB, .memory_khz = 890999, .memory_top_khz = 900000 },
          "0 errors in 1023 MiB read, memory at 891 of 900 MHz", "memory at 900 MHz", "", 7 },
        { { .read = 64 << 10, .memory_khz = 300000, .link = { 4, 16, 4, 2 } },
          "0 errors in 64 KiB read, memory at 300 MHz, link x4 of x16", "",
          "link at x4 of x16: the port above the card has no more lanes", 3 },
        { { .read = 240 << 10 }, "0 errors in 240 KiB read", "", "", 4 },
        { { .read = 239 << 10 }, "0 errors in 239 KiB read", "", "", 4 },
        { { .read = 234 << 10 }, "0 errors in 234 KiB read", "", "", 3 },
        { { .memory_khz = 300000, .link = WIDE }, "", "", "", 0 },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        expect(conditions_words, &rows[i].c, rows[i].words);
        expect(conditions_unseen, &rows[i].c, rows[i].unseen);
        expect(conditions_lanes, &rows[i].c, rows[i].lanes);
        assert_int_equal(rows[i].bound, conditions_bound(&rows[i].c));
    }
}

/* What was left out stands after other words of its line, and of several cards what any of them left out. */
TEST(parts_are_listed_behind_words)
{
    struct conditions all = { .cards = 1, .unseen = 1 << PART_OUTPUTS };
    const struct conditions other = { .cards = 1, .unseen = 1 << PART_CORES | 1 << PART_ROPS };
    char said[CONDITIONS_WORDS_MAX];
    struct text text = text_in(said, sizeof(said));

    conditions_join(&all, &other);
    text_string(&text, "not tested: ");
    conditions_unseen(&all, &text);
    assert_string_equal("not tested: shader cores, ROPs, video outputs", said);
}

/* Bytes read of several cards add up, and clock and link are those of the worst. */
TEST(cards_are_told_together)
{
    /* clang-format off */
    static const struct conditions
        fast = { .read = 32 * MIB, .cards = 1, .memory_khz = 900000, .memory_top_khz = 900000, .link = WIDE },
        slow = { .read = 64 * MIB, .cards = 1, .memory_khz = 500000, .memory_top_khz = 1000000, .link = NARROW };
    /* clang-format on */
    struct conditions other = fast, all = { 0 };

    conditions_join(&all, &fast);
    expect(conditions_words, &all, "0 errors in 32 MiB read, memory at 900 MHz, link x16");
    conditions_join(&all, &fast);
    expect(conditions_words, &all,
           "0 errors in 64 MiB read on 2 cards, memory at 900 MHz, link x16");
    other.memory_khz = other.memory_top_khz = 540000; /* as fast as it can be, and slower */
    conditions_join(&other, &fast);
    expect(conditions_words, &other,
           "0 errors in 64 MiB read on 2 cards, memory at 540 MHz at worst, link x16 at worst");
    other = all;
    other.memory_khz = other.memory_top_khz = 540000;
    conditions_join(&all, &other);
    expect(conditions_words, &all,
           "0 errors in 128 MiB read on 4 cards, memory at 540 MHz at worst, link x16 at worst");
    conditions_join(&all, &slow);
    conditions_join(&all, &fast);
    expect(
        conditions_words, &all,
        "0 errors in 224 MiB read on 6 cards, memory at 500 of 1000 MHz at worst, link x1 of x16 "
        "at worst");
}
