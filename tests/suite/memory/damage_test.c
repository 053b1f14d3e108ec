/* Each kind of damage of a memory in its whole sentence (suite/memory/damage.h). */
#include "reference/words.h"
#include "suite/kit/channel_measured.h"
#include "suite/kit/test.h"
#include "suite/memory/copy_path.h"
#include "suite/memory/diagnosis.h"
#include "tests/suite/memory/view_rig.h"

/* Hardware partitions B and D, two ranks of two chips in each. */
/* clang-format off */
static const struct chip_table two_ranks = { .part_mask = 0x0a, .parts = 2, .ranks = 2, .lanes = 64,
    .width = 32, .open_place = "E25", .open_rank = "E36", .open_part = "E35",
    .others = { 0, 0x21 } };
/* clang-format on */

/* The same card, of whose places nothing is open. */
static const struct chip_table proven = {
    .part_mask = 0x03, .parts = 2, .ranks = 1, .lanes = 64, .width = 16
};

#define B                   "partition 0 (FBB), "
#define D                   "partition 1 (FBD), "
#define LOW                 B "D0-D31, rank A: "
#define ALL                 B "D0-D63, rank A: "
#define C0                  " (chip B0r0)"
#define C01                 " (chips B0r0 B1r0)"
#define E25                 " (unverified E25)"
#define OF(what, in, which) .kind = DAMAGE_##what, .ranks = (in), .lanes = (which)

/* clang-format off */
static const struct { struct damage damage; const char *words; } sentences[] = {
    { { OF(LINE, 1, BIT64(0)) }, LOW "bit 0 stuck at 0" C0 },
    { { OF(LINE, 2, BIT64(63)), .value = true }, B "D32-D63, rank B: bit 63 stuck at 1 (chip B1r1)" },
    { { OF(LINE, 3, BIT64(1) | BIT64(40)), .value = true }, B "D0-D63, ranks A and B: bits 1 and 40 stuck at 1 (chips "
      "B0r0 B1r0 B0r1 B1r1)" },
    { { OF(LINE, 1, BIT64(0) | BIT64(5)) }, LOW "bits 0 and 5 stuck at 0" C0 },
    { { OF(LINE, 1, BITS64(6, 4)) }, LOW "D4-D6 stuck at 0" C0 },
    { { OF(LINE, 2, BIT64(5)), .part = 1 }, D "D0-D31, rank B: bit 5 stuck at 0 (chip D0r1) (or A0r1 F0r1: unverified "
      "E35)" },
    { { OF(LINE, 3, BIT64(5) | BIT64(32)), .part = 1 }, D "D0-D63, ranks A and B: bits 5 and 32 stuck at 0 (chips D0r0 "
      "D1r0 D0r1 D1r1) (or A0r0 A1r0 A0r1 A1r1 F0r0 F1r0 F0r1 F1r1: unverified E35)" },
    { { OF(SHORT, 1, BIT64(2) | BIT64(3)) }, LOW "bits 2 and 3 shorted, low wins" C0 },
    { { OF(SHORT, 1, BIT64(2) | BIT64(3)), .value = true }, LOW "bits 2 and 3 shorted, high wins" C0 },
    { { OF(ADDRESS, 1, UINT64_MAX), .field = FIELD_COLUMN, .bit = 7 }, ALL "address line stuck: column bit 7" E25 C01 },
    { { OF(ADDRESS, 1, UINT64_MAX), .field = FIELD_BANK, .bit = 1 }, ALL "address line stuck: bank bit 1" E25 C01 },
    { { OF(ADDRESS, 1, BIT64(9)), .field = FIELD_ROW, .bit = 11, .value = true }, LOW "address line stuck: row bit 11"
      E25 ", or half the memory size" C0 },
    { { OF(ADDRESS, 1, BIT64(9)), .field = FIELD_RANK }, LOW "address line stuck: rank bit 0" E25 C0 },
    { { OF(MASK, 1, BITS64(15, 8)) }, LOW "data mask stuck: D8-D15" C0 },
    { { OF(CHIP, 1, BITS64(31, 0)), .value = true }, LOW "chip does not answer, reads 1" C0 },
    { { OF(RANK, 2, UINT64_MAX) }, B "D0-D63, rank B: rank B does not answer, reads 0 (chips B0r1 B1r1)" },
    { { OF(RANK_ALIAS, 2, UINT64_MAX) }, B "D0-D63, rank B: rank B shows rank A, select line or memory size "
      "(unverified E36) (chips B0r1 B1r1)" },
    { { OF(SIZE, 3, UINT64_MAX) }, "every partition: memory size: the upper half shows the lower half" },
    { { OF(BANK, 1, BIT64(3)), .at.bank = 5 }, LOW "bank 5 dead" E25 C0 },
    { { OF(ROW, 1, BIT64(3)), .at = { .bank = 2, .row = 0x1ab } }, LOW "row 0x1ab of bank 2 dead" E25 C0 },
    { { OF(COLUMN, 1, BIT64(3)), .at = { .bank = 2, .column = 0x3c } }, LOW "bit 3 wrong in column 0x3c of bank 2"
      E25 C0 },
    { { OF(CELL, 1, BIT64(3)), .value = true, .linear = 0x12345678, .at = { .bank = 1, .row = 0x22, .column = 0x33 } },
      LOW "bit 3 at 0x12345678 cell stuck at 1, row 0x22 bank 1 column 0x33" E25 C0 },
    { { OF(WEAK, 1, BIT64(3)), .hold_ms = 250, .linear = 0x40, .at = { .bank = 1, .row = 0x22, .column = 0x33 } }, LOW
      "bit 3 at 0x40 weak cell, falls to 0 within 250 ms, row 0x22 bank 1 column 0x33" E25 C0 },
    { { OF(COUPLING, 1, BIT64(3)), .linear = 0x40, .at = { .bank = 1, .row = 0x22, .column = 0x33 }, .aggressor = {
      .bank = 1, .row = 0x23, .column = 0x33 } }, LOW "bit 3 at 0x40 flips when row 0x23 is written, coupling, row "
      "0x22 bank 1 column 0x33" E25 C0 },
    { { OF(COUPLING, 1, BIT64(3)), .linear = 0x40, .at = { .bank = 1, .row = 0x22, .column = 0x33 }, .aggressor = {
      .bank = 1, .row = 0x22, .column = 0x32 } }, LOW "bit 3 at 0x40 flips when column 0x32 is written, coupling, row "
      "0x22 bank 1 column 0x33" E25 C0 },
    { { OF(INTERMITTENT, 1, BIT64(3)), .words = 17 }, LOW "intermittent, 17 words were right when read again" C0 },
    { { OF(SWITCHING, 1, BIT64(31)) }, LOW "bit 31 wrong where data lines switch, right in solid data" C0 },
    { { OF(LOAD, 1, BIT64(31)) }, LOW "wrong words under load, after copies from half to half" C0 },
    { { OF(STARVED, 1, BIT64(31) | BIT64(32)), .hold_ms = 500 }, ALL "wrong words after 500 ms without refresh" C01 },
    { { OF(ANYWHERE, 1, UINT64_MAX) }, ALL "wrong everywhere, without a pattern" C01 },
    /* Where the order of rows is proven, no experiment is named; chips of 16 lanes have a letter more. */
    { { OF(ROW, 1, BIT64(20)), .part = 1, .at = { .bank = 2, .row = 1 } },
      "partition 1 (FBB), D16-D31, rank A: row 0x1 of bank 2 dead (chip B0b)" },
    { { OF(RANK_ALIAS, 1, BIT64(48)) }, "partition 0 (FBA), D48-D63, rank A: rank B shows rank A, select line or "
      "memory size (chip A1b)" },
    /* clang-format on */
};

TEST(each_damage_has_its_sentence)
{
    for (unsigned i = 0; i < ARRAY_SIZE(sentences); i++) {
        char words[TEST_VALUE_MAX];
        struct text text = text_in(words, sizeof(words));

        damage_words(&text, &sentences[i].damage,
                     strstr(sentences[i].words, "b)") ? &proven : &two_ranks);
        assert_string_equal(sentences[i].words, words);
    }
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

/* The report of errors that lie in two_ranks, or in no chip that can be named. */
static void report_of(const struct memory_errors *errors, const struct damages *damages)
{
    static struct facts facts;

    facts = (struct facts){ 0 };
    open_rig(NULL, NULL, 0);
    t.say = keep_line;
    t.facts = &facts;
    said[0] = '\0';
    diagnosis_report(errors, damages, &t);
}

static struct memory_errors errors;

FIXTURE(begin_report)
{
    errors = (struct memory_errors){ .count = 0 };
    config = (struct run_config){ .measured = false };
}

static const struct damages two = {
    .count = 2,
    .all = { { .kind = DAMAGE_LINE, .ranks = 1, .lanes = BIT64(0) },
             { .kind = DAMAGE_LINE, .part = 1, .ranks = 2, .lanes = BIT64(63), .value = true } },
};

TEST(the_sentence_has_what_half_of_it_holds)
{
    struct damages damages = two;

    errors = (struct memory_errors){ .placed = true, .chips = two_ranks };
    report_of(&errors, &damages);
    assert_string_equal(
        SAYS_BAD_MEMORY
        ": 2 faults: " B "D0-D31, rank A: bit 0 stuck at 0 (chip B0r0); " D
        "D32-D63, rank B: bit 63 stuck at 1 (chip D1r1) (or A1r1 F1r1: unverified E35)",
        t.sentence);
    assert_pairs(TEST_FAIL, t.result, true, cause_explains((enum cause)t.finding.cause));
    assert_string_equal("", t.expected);
    damages.count = 1;
    report_of(&errors, &damages);
    assert_strings(SAYS_BAD_MEMORY ": " B "D0-D31, rank A: bit 0 stuck at 0 (chip B0r0)",
                   t.sentence, "damage: " B "D0-D31, rank A: bit 0 stuck at 0 (chip B0r0)\n", said);
    damages.count = 0;
    errors.count = 7;
    errors.first_at = 0x123450;
    errors.first_expected = 0x5;
    errors.first_seen = UINT64_C(0x8000000000000005);
    report_of(&errors, &damages);
    assert_string_equal(SAYS_BAD_MEMORY ": 7 wrong words without a pattern", t.sentence);
    assert_strings("0x0000000000000005 at VRAM 0x123450", t.expected, "0x8000000000000005",
                   t.actual, "", said);
    assert_pairs(7, t.facts->of[FACT_WRONG_WORDS].number, 8, t.facts->of[FACT_CHIPS].number);
    errors.count = 0;
    report_of(&errors, &damages);
    assert_int_equal(TEST_PASS, t.result);
}

/* "All chips first, then as many of the damages as the sentence holds whole." Those that the list has lost are counted;
 * one that names all of memory names no line. B has the even lines from 12 to 40, D the odd ones from 11 to 41. */
TEST(many_damages_are_cut_between_two, begin_report)
{
    struct damages damages = { .count = DAMAGES_MAX, .lost = 5 };
    unsigned shown = 0, more = 0, length = 0;

    for (unsigned i = 0; i < DAMAGES_MAX; i++)
        damages.all[i] =
            (struct damage){ OF(LINE, 1, BIT64(10 + i)), .part = i & 1, .value = true };
    damages.all[0].kind = DAMAGE_SIZE;
    errors = (struct memory_errors){ .placed = true, .chips = two_ranks, .strip.parts = 2 };
    errors.chips.bad[1][1][1] = true;
    report_of(&errors, &damages);
    assert_non_null(strstr(t.sentence, "memory: 37 faults, chip D1r1: every partition: "));
    for (const char *at = t.sentence; (at = strstr(at, "stuck at 1")); at++)
        shown++;
    assert_int_equal(1, sscanf(strrchr(t.sentence, ';'), "; %u more%n", &more, &length));
    assert_in_range(strlen(t.sentence), TEST_SENTENCE_MAX - 150, TEST_SENTENCE_MAX - 33);
    assert_pairs(37 - 1, shown + more, 0, strrchr(t.sentence, ';')[length], CAUSE_SEVERAL_FAULTS,
                 t.finding.cause, 37, t.finding.faults, 1, t.finding.value, 0, t.finding.lanes[0],
                 2, t.strip.parts, UINT64_C(0x15555555000), t.finding.lanes[1],
                 UINT64_C(0x2aaaaaaa800), t.finding.lanes[3], 0, t.finding.chips[1][1], 2,
                 t.finding.chips[3][1], 0x21, t.finding.others[3], 32, t.finding.width);
}

/* Lanes that a fault veils, in either rank; an explained one is not veiled as well. */
TEST(what_faults_hide_is_said)
{
    errors = (struct memory_errors){ .placed = true, .chips = two_ranks, .untried = 4 };
    errors.parts[0].rows_lost = true;
    errors.parts[0].explained[1] = 0xff;
    errors.parts[0].veiled[0] = 0xffff;
    errors.parts[1].veiled[1] = BIT64(32);
    report_of(&errors, &two);
#define ONLY ": only dead cells, rows and banks can be told there\n"
    assert_string_equal("hidden: partition 0 (FBB): more rows are wrong than are kept apart\n"
                        "hidden: " B "D0-D7: what else is wrong there shows after the repair\n"
                        "hidden: " B "D8-D15" ONLY "hidden: " D "D32" ONLY
                        "hidden: 4 more wrong cells were not tried by themselves\n",
                        strstr(said, "hidden: "));
}

STUB(unsigned, channels_of_card, *(const unsigned *)of->state, const struct memory_view *of)

/* Where chips cannot be told apart (docs/memory-test.md has the sentences): wrong words on a card of so many channels
 * have these bits of the address, and all others at random; a second fault has their opposite, on another line. */
TEST(addresses_tell_the_channel, begin_report)
{
#define LIE  "all 60 wrong words lie in one "
#define BAD  "60 wrong words, bits 0x0000000000000000"
#define OF_2 " (1 of 2 by their addresses), data line 5"
    // clang-format off
    static const struct {
        unsigned channels, words, others;
        enum cause cause;
        uint64_t fixed;
        struct memory_errors of;
        const char *sentence, *line;
    } rows[] = {
        { 2, 60, 0, CAUSE_CHANNEL, 0x100, { .unstable = 3 }, LIE "memory channel" OF_2 ": one chip, its balls or its "
          "tracks; 3 of them right when read again", "channels: one, 60 of 60 places agree, in " },
        { 2, 60, 0, CAUSE_CHANNEL, 0x100, { .pattern.moved = 0x1000 }, LIE "memory", " KiB (44 needed): 0x100=1\n" },
        { 2, 60, 0, CAUSE_MEMORY_UNPLACED, 0x100, { .copied.words = 1 }, BAD "; which chip holds", "" },
        { 2, 60, 0, CAUSE_CHANNEL, 0x100, { .copied.words = 1, .copy = COPY_OF_BAD_MEMORY }, LIE "memory channel", "" },
        { 2, 60, 0, CAUSE_MACHINE_MEMORY, 0x100, { .lent = true }, BAD "; the machine lends this memory: check", "" },
        { 4, 60, 0, CAUSE_CHANNEL_SHARED, 0x100, { .unstable = 0 }, LIE "part of memory" OF_2 ": 2 of the 4 channels "
          "share it, both err", "channels: shared, 60 of 60 places" },
        { 4, 60, 0, CAUSE_MEMORY_UNPLACED, 0x100, { .pattern.moved = 0x1000, .unstable = 2 }, BAD ", words of "
          "addresses that differ in 0x1000, 2 of them right when read again; which chip holds", "" },
        { 2, 60, 0, CAUSE_CHANNEL_PART, 0x300, { .unstable = 0 }, LIE "part of memory (1 of 4 by their addresses) that "
          "is no channel", "needed): 0x100=1 0x200=1\n" },
        { 2, 60, 0, CAUSE_MEMORY_UNPLACED, 0x300, { .pattern.moved = 8 }, BAD, "channels: part, 60 of" },
        { 2, 60, 0, CAUSE_CHANNEL_PART, 0xff00, { .unstable = 0 }, LIE "part of memory (1 of 256", " 0x8000=1\n" },
        { 2, 60, 0, CAUSE_CHANNEL_PART, 0x1ff00, { .unstable = 0 }, LIE "part of", "needed): 9 equations\n" },
        { 2, 5, 0, CAUSE_MEMORY_UNPLACED, 0, { .unstable = 0 }, "5 wrong words, bits", "(44 needed): 19 equations\n" },
        { 2, 60, 60, CAUSE_SEVERAL_FAULTS, 0x100, { .unstable = 0 }, "2 faults: 50 of 100 wrong words lie in one "
          "memory channel" OF_2 "; 50 of 100 in one part (1 of 2), data line 9", ": 0x100=0\n" },
        { 0, 60, 0, CAUSE_CHANNEL_SHARED, 0x100, { .unstable = 0 }, LIE "part of memory", "channels: shared, 60 of" },
        { 0, 64, 0, CAUSE_CHANNELS_ALIKE, 0, { .channels.words = 64 }, "64 wrong words, data line 5, in all channels",
          "channels: every, 64 of 64 places" },
    };
    // clang-format on
    static const struct damages no_damage;

    for (unsigned i = 0; i < 2 * ARRAY_SIZE(rows); i++) {
        const unsigned n = i / 2;
        unsigned channels = rows[n].channels, measured = 0;
        struct memory_view looked = {
            .way = &(struct vram_way){ .channels = channels ? channels_of_card : NULL },
            .state = &channels
        };

        errors = rows[n].of;
        errors.view = &looked;
        errors.count = rows[n].words + rows[n].others;
        channels_open(&errors.channels, 0, BIT64(28));
        errors.channels.words = rows[n].of.channels.words;
        for (unsigned k = 0; k < errors.count; k++) {
            const uint64_t at = (k + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 36 & ~rows[n].fixed;

            channels_add(&errors.channels, k < rows[n].words ? at | rows[n].fixed : at,
                         BIT64(k < rows[n].words ? 5 : 9));
        }
        config.measured = i & 1;
        report_of(&errors, &no_damage);
        const char *const says = t.sentence + strlen(SAYS_BAD_MEMORY ": ");

        if (strncmp(says, rows[n].sentence, strlen(rows[n].sentence)) != 0 ||
            !strstr(said, rows[n].line))
            fail_msg("row %u: %s\n%s", n, t.sentence, said);
        for (const char *at = said; (at = strstr(at, "channels: measured by others")); at++)
            measured++;
        assert_pairs(rows[n].cause, t.finding.cause, rows[n].others ? 2 : 1, t.finding.faults,
                     errors.count, t.facts->of[FACT_WRONG_WORDS].number, FACT_OPEN,
                     t.facts->of[FACT_CHIPS].state,
                     config.measured && t.channels.count && t.channels.all[0].kind > CHANNELS_EVERY
                         ? SPREADS_MEASURED * t.channels.count
                         : 0,
                     measured);
    }
}

/* Words, bits and distances are all that is known; a distance of one word says nothing. */
TEST(without_chips_words_are_counted)
{
    static const struct damages no_damage;

    /* clang-format off */
    errors = (struct memory_errors){ .count = 3, .pattern = { .any = true, .ones = 0x30,
        .zeros = 0x1, .lowest_at = 0x100, .highest_at = 0x900, .spacing = 8 } };
    /* clang-format on */
    report_of(&errors, &no_damage);
    assert_strings(
        SAYS_BAD_MEMORY
        ": 3 wrong words, bits 0x0000000000000031; which chip holds them is not known "
        "for this chipset",
        t.sentence,
        "errors: vram.quick from 0x100 to 0x900, spaced 0x8, read 1 for 0: 0x0000000000000030, "
        "read 0 for 1: 0x0000000000000001\n",
        said);
    errors.pattern.spacing = 9;
    errors.unstable = 1;
    report_of(&errors, &no_damage);
    assert_string_equal(
        SAYS_BAD_MEMORY
        ": 3 wrong words, bits 0x0000000000000031, multiples of 0x9 bytes apart, 1 of "
        "them right when read again; which chip holds them is not known for this chipset",
        t.sentence);
}
