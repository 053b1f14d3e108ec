/* The words of what failing addresses of a GV100 have in common: docs/memory-test.md "Errors of a card whose chips nobody
 * can tell apart" has each sentence. Shares are 2^equations. */
#include "hw/bits.h"
#include "suite/kit/channel_measured.h"
#include "suite/kit/channel_words.h"
#include "tests/kit/tests.h"

/* clang-format off */
#define CHANNEL_OF_100 "wrong words lie in one memory channel (1 of 32 by their addresses)"
#define CHANNEL        "70 " CHANNEL_OF_100
#define LIE            "all 70 wrong words lie in one "
static const struct {
    unsigned n; /* which of the findings */
    struct channel_findings all;
    const char *words;
} rows[] = {
    { 0, { 1, 0, 7, .all = { { .kind = CHANNELS_FEW, .places = 1, .needed = 42 } } },
      "7 wrong words in 1 place: too few to tell a channel, which takes 42" },
    { 0, { 1, 0, 7, .all = { { .kind = CHANNELS_FEW, .places = 6, .needed = 42 } } },
      "7 wrong words in 6 places: too few to tell a channel, which takes 42" },
    { 0, { 1, 0, 70, .all = { { .kind = CHANNELS_NONE } } },
      "70 wrong words, and their addresses show no one channel" },
    { 0, { 1, 0, 70, .all = { { .kind = CHANNELS_EVERY, .lines = 1 << 5 } } },
      "70 wrong words, data line 5, in all channels alike: GPU or supply, not one chip" },
    { 0, { 1, 32, 70, .all = { { .kind = CHANNELS_ONE, { .count = 5 }, true, .lines = UINT64_C(1) << 63 } } },
      "all " CHANNEL ", data line 63: one chip, its balls or its tracks" },
    { 0, { 1, 32, 70, 1, .all = { { .kind = CHANNELS_ONE, { .count = 5 }, true, .lines = 0xff } } },
      CHANNEL ", data lines D0-D7: one chip, its balls or its tracks" },
    { 0, { 1, 32, 70, .sampled = 200, .all = { { .kind = CHANNELS_ONE, { .count = 5 }, .agreeing = 103, .lines = 0x1ff } } },
      "51 of 100 " CHANNEL_OF_100 ", data lines D0-D8: one chip or its tracks" },
    { 0, { 1, 32, 70, .sampled = 200, .all = { { .kind = CHANNELS_ONE, { .count = 5 }, .agreeing = 200, .lines = BIT64(47) - 1 } } },
      "99 of 100 " CHANNEL_OF_100 ", data lines D0-D46: one chip or its tracks" },
    { 0, { 1, 32, 70, .all = { { .kind = CHANNELS_ONE, { .count = 5 }, true, .lines = BIT64(48) - 1 } } },
      "all " CHANNEL ": select, clock or supply of one chip, or the GPU's side of it" },
    { 0, { 1, 32, 70, .all = { { .kind = CHANNELS_ONE, { .count = 5 }, true } } },
      "all " CHANNEL },
    { 0, { 2, 32, 70, .all = { { .kind = CHANNELS_ONE, { .count = 5 }, true, .lines = 3 } } },
      "all " CHANNEL ", data lines D0-D1" },
    { 1, { 2, 32, 70, .sampled = 300, .all = { [1] = { .kind = CHANNELS_ONE, { .count = 5 }, .agreeing = 200, .lines = 1 } } },
      "66 of 100 in one part (1 of 32), data line 0" },
    { 1, { 2, 32, 70, .all = { [1] = { .kind = CHANNELS_NONE } } },
      "70 wrong words, and their addresses show no one channel" },
    { 0, { 1, 24, 70, .all = { { .kind = CHANNELS_SHARED, { .count = 3 }, true, 3, .lines = 2 } } },
      LIE "part of memory (1 of 8 by their addresses), data line 1: 3 of the 24 channels share it, one or more of them err" },
    { 0, { 1, 32, 70, .all = { { .kind = CHANNELS_SHARED, { .count = 4 }, true, 2 } } },
      LIE "part of memory (1 of 16 by their addresses): 2 of the 32 channels share it, both err" },
    { 0, { 1, 32, 70, .all = { { .kind = CHANNELS_SHARED, { .count = 3 }, true, 4 } } },
      LIE "part of memory (1 of 8 by their addresses): 4 of the 32 channels share it, two or more of them err" },
    { 0, { 1, 0, 70, .all = { { .kind = CHANNELS_SHARED, { .count = 5 }, true } } },
      LIE "part of memory (1 of 32 by their addresses): one memory channel, if the card has 32" },
    { 0, { 1, 32, 70, .all = { { .kind = CHANNELS_BANK, { .count = 9 }, true, .lines = 4 } } },
      LIE "bank of one channel (1 of 512 by their addresses), data line 2: one chip" },
    { 0, { 1, 32, 70, .all = { { .kind = CHANNELS_COLUMN, { .count = 15 }, true, .lines = 5 } } },
      LIE "column of one bank (1 of 32768 by their addresses), data lines D0 D2: one chip" },
    { 0, { 1, 32, 70, .all = { { .kind = CHANNELS_ROW, { .count = 20 }, true, .lowest = 0x12340, .highest = 0x99998 } } },
      LIE "row of one bank, from 0x12340 on: cells of one chip" },
    { 0, { 1, 32, 70, .all = { { .kind = CHANNELS_RANGE, { .count = 20 }, true, .lowest = 0x12340, .highest = 0x99998 } } },
      LIE "range of addresses, 0x12340 to 0x9999f" },
    { 0, { 1, 32, 70, .all = { { .kind = CHANNELS_PART, { .count = 33 }, true, .lines = 4 } } },
      LIE "part of memory (1 of 8589934592 by their addresses) that is no channel" },
};
/* clang-format on */

TEST(each_finding_has_its_sentence)
{
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        char said[400];
        struct text text = text_in(said, sizeof(said));

        channel_words(&text, &rows[i].all, rows[i].n);
        assert_string_equal(rows[i].words, said);
    }
}

/* docs/hardware/vram-spread.md §1: a measured spread agrees where each of its equations adds up from those of the
 * finding; of addresses of which bit 20 could not differ, that bit does not count. */
TEST(equations_are_told_as_masks)
{
    static const struct measured_spread spread = {
        .name = "x100", .board = "X1", .equations = 2, .equation = { 0x5000, 0x106000 }
    };
    struct channel_finding finding = { .equations = { 2, 0x7000, { 0x3000, 0x6000 } } };
    char said[200];
    struct text text = text_in(said, sizeof(said));

    channel_masks(&text, &finding);
    text_char(&text, ' ');
    channel_bits(&text, UINT64_C(0x8000000000003001));
    assert_string_equal("0x3000=0 0x6000=0 0^12^13^63", said);
    text = text_in(said, sizeof(said));
    finding.equations.base = 0x4000;
    measured_words(&text, &spread, &finding, 0xfffff);
    assert_string_equal("measured by others, unproven: x100 (X1) agrees, module 3 of 4", said);
    text = text_in(said, sizeof(said));
    measured_words(&text, &spread, &finding, 0x1fffff);
    assert_string_equal(
        "measured by others, unproven: x100 (X1) does not agree, 1 of its 2 equations hold", said);
}
