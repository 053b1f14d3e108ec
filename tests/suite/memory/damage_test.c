/* Each kind of damage of a memory in its whole sentence (suite/memory/damage.h). */
#include "reference/words.h"
#include "suite/kit/test.h"
#include "suite/memory/diagnosis.h"
#include "tests/kit/bench.h"
#include "tests/kit/tests.h"

/* Hardware partitions B and D, two ranks of two chips in each. */
static const struct chip_table two_ranks = { .part_mask = 0x0a,
                                             .parts = 2,
                                             .ranks = 2,
                                             .lanes = 64,
                                             .width = 32,
                                             .open_place = "E25",
                                             .open_rank = "E36",
                                             .open_part = "E35",
                                             .others = { 0, 0x21 } };

/* The same card, of whose places nothing is open. */
static const struct chip_table proven = {
    .part_mask = 0x03, .parts = 2, .ranks = 1, .lanes = 64, .width = 16
};

#define B "partition 0 (FBB), "
#define D "partition 1 (FBD), "

/* clang-format off */
static const struct { struct damage damage; const char *words; } sentences[] = {
    { { .kind = DAMAGE_LINE, .ranks = 1, .lanes = BIT64(0) }, B "D0-D31, rank A: bit 0 stuck at 0 (chip B0r0)" },
    { { .kind = DAMAGE_LINE, .ranks = 2, .lanes = BIT64(63), .value = true },
      B "D32-D63, rank B: bit 63 stuck at 1 (chip B1r1)" },
    { { .kind = DAMAGE_LINE, .ranks = 3, .lanes = BIT64(1) | BIT64(40), .value = true },
      B "D0-D63, ranks A and B: bits 1 and 40 stuck at 1 (chips B0r0 B1r0 B0r1 B1r1)" },
    { { .kind = DAMAGE_LINE, .ranks = 1, .lanes = BIT64(0) | BIT64(5) },
      B "D0-D31, rank A: bits 0 and 5 stuck at 0 (chip B0r0)" },
    { { .kind = DAMAGE_LINE, .ranks = 1, .lanes = BITS64(6, 4) }, B "D0-D31, rank A: D4-D6 stuck at 0 (chip B0r0)" },
    { { .kind = DAMAGE_LINE, .part = 1, .ranks = 2, .lanes = BIT64(5) },
      D "D0-D31, rank B: bit 5 stuck at 0 (chip D0r1) (or A0r1 F0r1: unverified E35)" },
    { { .kind = DAMAGE_LINE, .part = 1, .ranks = 3, .lanes = BIT64(5) | BIT64(32) },
      D "D0-D63, ranks A and B: bits 5 and 32 stuck at 0 (chips D0r0 D1r0 D0r1 D1r1) (or A0r0 A1r0 A0r1 A1r1 F0r0 "
      "F1r0 F0r1 F1r1: unverified E35)" },
    { { .kind = DAMAGE_SHORT, .ranks = 1, .lanes = BIT64(2) | BIT64(3) },
      B "D0-D31, rank A: bits 2 and 3 shorted, low wins (chip B0r0)" },
    { { .kind = DAMAGE_SHORT, .ranks = 1, .lanes = BIT64(2) | BIT64(3), .value = true },
      B "D0-D31, rank A: bits 2 and 3 shorted, high wins (chip B0r0)" },
    { { .kind = DAMAGE_ADDRESS, .ranks = 1, .lanes = UINT64_MAX, .field = FIELD_COLUMN, .bit = 7 },
      B "D0-D63, rank A: address line stuck: column bit 7 (unverified E25) (chips B0r0 B1r0)" },
    { { .kind = DAMAGE_ADDRESS, .ranks = 1, .lanes = UINT64_MAX, .field = FIELD_BANK, .bit = 1 },
      B "D0-D63, rank A: address line stuck: bank bit 1 (unverified E25) (chips B0r0 B1r0)" },
    { { .kind = DAMAGE_ADDRESS, .ranks = 1, .lanes = BIT64(9), .field = FIELD_ROW, .bit = 11, .value = true },
      B "D0-D31, rank A: address line stuck: row bit 11 (unverified E25), or half the memory size (chip B0r0)" },
    { { .kind = DAMAGE_ADDRESS, .ranks = 1, .lanes = BIT64(9), .field = FIELD_RANK },
      B "D0-D31, rank A: address line stuck: rank bit 0 (unverified E25) (chip B0r0)" },
    { { .kind = DAMAGE_MASK, .ranks = 1, .lanes = BITS64(15, 8) },
      B "D0-D31, rank A: data mask stuck: D8-D15 (chip B0r0)" },
    { { .kind = DAMAGE_CHIP, .ranks = 1, .lanes = BITS64(31, 0), .value = true },
      B "D0-D31, rank A: chip does not answer, reads 1 (chip B0r0)" },
    { { .kind = DAMAGE_RANK, .ranks = 2, .lanes = UINT64_MAX },
      B "D0-D63, rank B: rank B does not answer, reads 0 (chips B0r1 B1r1)" },
    { { .kind = DAMAGE_RANK_ALIAS, .ranks = 2, .lanes = UINT64_MAX },
      B "D0-D63, rank B: rank B shows rank A, select line or memory size (unverified E36) (chips B0r1 B1r1)" },
    { { .kind = DAMAGE_SIZE, .ranks = 3, .lanes = UINT64_MAX },
      "every partition: memory size: the upper half shows the lower half" },
    { { .kind = DAMAGE_BANK, .ranks = 1, .lanes = BIT64(3), .at.bank = 5 },
      B "D0-D31, rank A: bank 5 dead (unverified E25) (chip B0r0)" },
    { { .kind = DAMAGE_ROW, .ranks = 1, .lanes = BIT64(3), .at = { .bank = 2, .row = 0x1ab } },
      B "D0-D31, rank A: row 0x1ab of bank 2 dead (unverified E25) (chip B0r0)" },
    { { .kind = DAMAGE_COLUMN, .ranks = 1, .lanes = BIT64(3), .at = { .bank = 2, .column = 0x3c } },
      B "D0-D31, rank A: bit 3 wrong in column 0x3c of bank 2 (unverified E25) (chip B0r0)" },
    { { .kind = DAMAGE_CELL, .ranks = 1, .lanes = BIT64(3), .value = true, .linear = 0x12345678, .at = { .bank = 1,
        .row = 0x22, .column = 0x33 } },
      B "D0-D31, rank A: bit 3 at 0x12345678 cell stuck at 1, row 0x22 bank 1 column 0x33 (unverified E25) (chip "
      "B0r0)" },
    { { .kind = DAMAGE_WEAK, .ranks = 1, .lanes = BIT64(3), .hold_ms = 250, .linear = 0x40, .at = { .bank = 1,
        .row = 0x22, .column = 0x33 } },
      B "D0-D31, rank A: bit 3 at 0x40 weak cell, falls to 0 within 250 ms, row 0x22 bank 1 column 0x33 (unverified "
      "E25) (chip B0r0)" },
    { { .kind = DAMAGE_COUPLING, .ranks = 1, .lanes = BIT64(3), .linear = 0x40, .at = { .bank = 1, .row = 0x22,
        .column = 0x33 }, .aggressor = { .bank = 1, .row = 0x23, .column = 0x33 } },
      B "D0-D31, rank A: bit 3 at 0x40 flips when row 0x23 is written, coupling, row 0x22 bank 1 column 0x33 "
      "(unverified E25) (chip B0r0)" },
    { { .kind = DAMAGE_COUPLING, .ranks = 1, .lanes = BIT64(3), .linear = 0x40, .at = { .bank = 1, .row = 0x22,
        .column = 0x33 }, .aggressor = { .bank = 1, .row = 0x22, .column = 0x32 } },
      B "D0-D31, rank A: bit 3 at 0x40 flips when column 0x32 is written, coupling, row 0x22 bank 1 column 0x33 "
      "(unverified E25) (chip B0r0)" },
    { { .kind = DAMAGE_INTERMITTENT, .ranks = 1, .lanes = BIT64(3), .words = 17 },
      B "D0-D31, rank A: intermittent, 17 words were right when read again (chip B0r0)" },
    { { .kind = DAMAGE_ANYWHERE, .ranks = 1, .lanes = UINT64_MAX },
      B "D0-D63, rank A: wrong everywhere, without a pattern (chips B0r0 B1r0)" },
    /* clang-format on */
};

static void expect_sentence(const struct damage *damage, const struct chip_table *chips,
                            const char *expected)
{
    char words[TEST_VALUE_MAX];
    struct text text = text_in(words, sizeof(words));

    damage_words(&text, damage, chips);
    assert_string_equal(expected, words);
}

TEST(each_damage_has_its_sentence)
{
    for (unsigned i = 0; i < ARRAY_SIZE(sentences); i++)
        expect_sentence(&sentences[i].damage, &two_ranks, sentences[i].words);
}

/* Where the order of rows is proven, no experiment is named; chips of 16 lanes have a letter more. */
TEST(nothing_open_is_not_said)
{
    expect_sentence(&(struct damage){ .kind = DAMAGE_ROW,
                                      .part = 1,
                                      .ranks = 1,
                                      .lanes = BIT64(20),
                                      .at = { .bank = 2, .row = 1 } },
                    &proven,
                    "partition 1 (FBB), D16-D31, rank A: row 0x1 of bank 2 dead (chip B0b)");
    expect_sentence(
        &(struct damage){ .kind = DAMAGE_RANK_ALIAS, .ranks = 1, .lanes = BIT64(48) }, &proven,
        "partition 0 (FBA), D48-D63, rank A: rank B shows rank A, select line or memory "
        "size (chip A1b)");
}

TEST(the_list_is_bounded)
{
    static struct damages damages;

    for (unsigned i = 0; i < DAMAGES_MAX + 2; i++)
        damages_add(&damages, &(struct damage){ .bit = (uint8_t)i });
    assert_pairs(DAMAGES_MAX, damages.count, 2, damages.lost);
    for (unsigned i = 0; i < DAMAGES_MAX; i++)
        assert_int_equal(i, damages.all[i].bit);
}

/* ---- the report of a diagnosis ---- */

static char lines[2048];

static void say(struct test *test, const char *line)
{
    const size_t used = strlen(lines);

    assert_true(used + strlen(line) + 2 < sizeof(lines));
    snprintf(lines + used, sizeof(lines) - used, "%s\n", line);
}

/* The report of errors that lie in two_ranks, or in no chip that can be named. */
static struct test report_of(const struct memory_errors *errors, const struct damages *damages)
{
    static struct bench bench;
    struct test t = { .name = "vram.quick", .card = &bench.card, .say = say };

    bench_open(&bench, NULL);
    lines[0] = '\0';
    diagnosis_report(errors, damages, &t);
    return t;
}

static const struct damages two = {
    .count = 2,
    .all = { { .kind = DAMAGE_LINE, .ranks = 1, .lanes = BIT64(0) },
             { .kind = DAMAGE_LINE, .part = 1, .ranks = 2, .lanes = BIT64(63), .value = true } },
};

TEST(the_sentence_has_what_half_of_it_holds)
{
    static struct memory_errors errors;
    struct damages damages = two;

    errors = (struct memory_errors){ .placed = true, .chips = two_ranks };
    struct test t = report_of(&errors, &damages);
    assert_string_equal(
        SAYS_BAD_MEMORY
        ": 2 faults: " B "D0-D31, rank A: bit 0 stuck at 0 (chip B0r0); " D
        "D32-D63, rank B: bit 63 stuck at 1 (chip D1r1) (or A1r1 F1r1: unverified E35)",
        t.sentence);
    assert_pairs(TEST_FAIL, t.result, true, cause_explains((enum cause)t.finding.cause));
    assert_string_equal("", t.expected);
    damages.count = 1;
    t = report_of(&errors, &damages);
    assert_string_equal(SAYS_BAD_MEMORY ": " B "D0-D31, rank A: bit 0 stuck at 0 (chip B0r0)",
                        t.sentence);
    assert_string_equal("damage: " B "D0-D31, rank A: bit 0 stuck at 0 (chip B0r0)\n", lines);
    damages.count = 0;
    errors.count = 7;
    errors.first_at = 0x123450;
    errors.first_expected = 0x5;
    errors.first_seen = UINT64_C(0x8000000000000005);
    t = report_of(&errors, &damages);
    assert_string_equal(SAYS_BAD_MEMORY ": 7 wrong words without a pattern", t.sentence);
    assert_string_equal("0x0000000000000005 at VRAM 0x123450", t.expected);
    assert_string_equal("0x8000000000000005", t.actual);
    assert_string_equal("", lines);
    errors.count = 0;
    t = report_of(&errors, &damages);
    assert_int_equal(TEST_PASS, t.result);
}

/* Lanes that a fault veils, in either rank; an explained one is not veiled as well. */
TEST(what_faults_hide_is_said)
{
    static struct memory_errors errors;

    errors = (struct memory_errors){ .placed = true, .chips = two_ranks, .untried = 4 };
    errors.parts[0].rows_lost = true;
    errors.parts[0].explained[1] = 0xff;
    errors.parts[0].veiled[0] = 0xffff;
    errors.parts[1].veiled[1] = BIT64(32);
    report_of(&errors, &two);
    assert_non_null(
        strstr(lines, "hidden: partition 0 (FBB): more rows are wrong than are kept apart\n"));
    assert_non_null(
        strstr(lines, "hidden: " B "D0-D7: what else is wrong there shows after the repair\n"));
    assert_non_null(
        strstr(lines, "hidden: " B "D8-D15: only dead cells, rows and banks can be told there\n"));
    assert_non_null(
        strstr(lines, "hidden: " D "D32: only dead cells, rows and banks can be told there\n"));
    assert_non_null(strstr(lines, "hidden: 4 more wrong cells were not tried by themselves\n"));
}

/* Words, bits and distances are all that is known; a distance of one word says nothing. */
TEST(without_chips_words_are_counted)
{
    static struct memory_errors errors;
    static const struct damages no_damage;

    errors = (struct memory_errors){ .count = 3,
                                     .pattern = { .any = true,
                                                  .ones = 0x30,
                                                  .zeros = 0x1,
                                                  .lowest_at = 0x100,
                                                  .highest_at = 0x900,
                                                  .spacing = 8 } };
    struct test t = report_of(&errors, &no_damage);
    assert_string_equal(
        SAYS_BAD_MEMORY
        ": 3 wrong words, bits 0x0000000000000031; which chip holds them is not known "
        "for this chipset",
        t.sentence);
    assert_string_equal(
        "errors: vram.quick from 0x100 to 0x900, spaced 0x8, read 1 for 0: 0x0000000000000030, "
        "read 0 for 1: 0x0000000000000001\n",
        lines);
    errors.pattern.spacing = 9;
    errors.unstable = 1;
    t = report_of(&errors, &no_damage);
    assert_string_equal(
        SAYS_BAD_MEMORY
        ": 3 wrong words, bits 0x0000000000000031, multiples of 0x9 bytes apart, 1 of "
        "them right when read again; which chip holds them is not known for this chipset",
        t.sentence);
}
