/* The conditions that a PASS names: docs/report.md "Verdict". Figures worked by hand: 512 MiB read twelve times are 6
 * GiB or 805306368 words of 8 bytes; a third of them is 2.7 times 10^8. */
#include "suite/report/conditions.h"
#include "tests/kit/tests.h"

#define MIB (UINT64_C(1) << 20)

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
    /* clang-format off */
    static const struct { struct conditions c; const char *words, *unseen, *lanes; unsigned bound; } rows[] = {
        { { .read = 6144 * MIB, .memory_khz = 400000, .memory_top_khz = 900000, .link = { 1, 16, 16, 1 },
            .unseen = 1 << PART_TEXTURES },
          "0 errors in 6.0 GiB read, memory at 400 of 900 MHz, link x1 of x16", "textures, memory at 900 MHz",
          "link at x1 of x16: card, slot or riser", 8 },
        /* 1 % below the level's clock is the level's clock; one more kHz is not. */
        { { .read = 1535 * MIB, .memory_khz = 891000, .memory_top_khz = 900000, .link = { 16, 16, 16, 1 } },
          "0 errors in 1.4 GiB read, memory at 891 MHz, link x16", "", "", 7 },
        { { .read = 1023 * MIB, .memory_khz = 890999, .memory_top_khz = 900000 },
          "0 errors in 1023 MiB read, memory at 891 of 900 MHz", "memory at 900 MHz", "", 7 },
        { { .read = 64 << 10, .memory_khz = 299499, .link = { 4, 16, 4, 2 } },
          "0 errors in 64 KiB read, memory at 299 MHz, link x4 of x16", "",
          "link at x4 of x16: the port above the card has no more lanes", 3 },
        { { .read = MIB, .cards = 1 }, "0 errors in 1 MiB read", "", "", 4 },
        { { .read = 240 << 10 }, "0 errors in 240 KiB read", "", "", 4 },
        { { .read = 239 << 10 }, "0 errors in 239 KiB read", "", "", 4 },
        { { .read = 234 << 10 }, "0 errors in 234 KiB read", "", "", 3 },
        { { .memory_khz = 300000, .link = { 16, 16, 16, 1 } }, "", "", "", 0 },
        /* Of slow clocks 2 MHz are the same. */
        { { .read = 240 << 10, .memory_khz = 98000, .memory_top_khz = 100000, .ecc = true, .corrected = 3 },
          "0 errors in 240 KiB read, memory at 98 MHz, ECC on, 3 corrected", "", "", 4 },
        { { .read = 240 << 10, .memory_khz = 97999, .memory_top_khz = 100000, .ecc = true },
          "0 errors in 240 KiB read, memory at 98 of 100 MHz, ECC on", "memory at 100 MHz", "", 4 },
        { { .read = 240 << 10, .corrected = 3, .ecc = false }, "0 errors in 240 KiB read", "", "", 4 },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        expect(conditions_words, &rows[i].c, rows[i].words);
        expect(conditions_unseen, &rows[i].c, rows[i].unseen);
        expect(conditions_lanes, &rows[i].c, rows[i].lanes);
        assert_int_equal(rows[i].bound, conditions_bound(&rows[i].c));
    }
    expect(conditions_bound_words, &rows[0].c, "one bad read in 10^8 would have been seen");
    /* PCI Express: 2.5 GT/s are speed 1, and each next one is twice that; 5 has no words yet. */
    static const char *const speeds[] = { "", "2.5 GT/s", "5 GT/s", "8 GT/s", "16 GT/s", "" };

    for (unsigned i = 0; i < ARRAY_SIZE(speeds); i++)
        expect(conditions_speed, &(struct conditions){ .link.speed = (uint8_t)i }, speeds[i]);
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

/* A clock is worse that is a smaller part of its card's, and a link that has fewer of its lanes; what one card does not
 * say is not said of all. "At worst" is said as soon as two cards differ in any of it. */
TEST(the_worse_of_two_cards_is_told)
{
    /* clang-format off */
    static const struct { uint32_t khz[2], top[2]; uint8_t width[2], lanes[2]; const char *words; } rows[] = {
        { { 500, 400 }, { 1000, 900 }, { 8, 8 }, { 8, 8 }, "memory at 400 of 900 MHz at worst, link x8 at worst" },
        { { 500, 400 }, { 1000, 700 }, { 8, 8 }, { 8, 8 }, "memory at 500 of 1000 MHz at worst, link x8 at worst" },
        { { 500, 400 }, { 1000, 400 }, { 8, 8 }, { 8, 8 }, "memory at 500 of 1000 MHz at worst, link x8 at worst" },
        { { 400, 500 }, { 400, 1000 }, { 8, 8 }, { 8, 8 }, "memory at 500 of 1000 MHz at worst, link x8 at worst" },
        { { 500, 600 }, { 500, 600 }, { 8, 8 }, { 8, 8 }, "memory at 500 MHz at worst, link x8 at worst" },
        { { 500, 500 }, { 500, 500 }, { 8, 8 }, { 8, 8 }, "memory at 500 MHz, link x8" },
        { { 500, 500 }, { 500, 500 }, { 8, 8 }, { 8, 16 }, "memory at 500 MHz at worst, link x8 of x16 at worst" },
        { { 500, 500 }, { 500, 500 }, { 8, 4 }, { 16, 8 }, "memory at 500 MHz at worst, link x8 of x16 at worst" },
        { { 500, 500 }, { 500, 500 }, { 8, 4 }, { 16, 16 }, "memory at 500 MHz at worst, link x4 of x16 at worst" },
        { { 500, 500 }, { 500, 500 }, { 8, 0 }, { 16, 0 }, "memory at 500 MHz at worst" },
        { { 500, 500 }, { 500, 500 }, { 0, 8 }, { 0, 16 }, "memory at 500 MHz at worst" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct conditions c[2], none = { 0 };

        for (unsigned k = 0; k < 2; k++)
            /* clang-format off */
            c[k] = (struct conditions){ .cards = 1, .read = 1 << 20, .memory = 3, .corrected = 1 + k,
                .sensor = true, .ecc = k == i % 2, .memory_khz = 1000 * rows[i].khz[k],
                .memory_top_khz = 1000 * rows[i].top[k], .link = { rows[i].width[k], rows[i].lanes[k], 16, 1 } };
        /* clang-format on */
        conditions_join(&c[0], &c[1]);
        expect(conditions_read, &c[0], "0 errors in 2 MiB read on 2 cards");
        conditions_join(&c[0], &c[1]); /* a third card that is like the second changes no words */
        assert_pairs(3, c[0].cards, 3 << 20, c[0].read, 9, c[0].memory, 5, c[0].corrected, true,
                     c[0].ecc, false, c[0].sensor);
        c[0].ecc = false;
        expect(conditions_read, &c[0], "0 errors in 3 MiB read on 3 cards");
        expect(conditions_around, &c[0], rows[i].words);
        conditions_join(&none, &c[0]); /* of nothing all is the card's */
        assert_memory_equal(&c[0], &none, sizeof(none));
    }
}
