/* The screen of a run with bad memory: the picture of the chips, the words that were read, how many checks failed. A
 * G84 of 2 MiB: two partitions of two chips, each of 32 data lines (board.md §1.3). */
#include "suite/report/layout.h"
#include "tests/suite/report/scene_rig.h"
#include "tests/suite/run_rig.h"

#define CHIP_ROW 12 /* of partition 0; the next one is below */

static struct rig *run_with(const char *defects, const char *suite)
{
    struct rig *const rig = rig_new();

    rig->card.defects = defects;
    rig_run_suite(rig, suite);
    return rig;
}

static void expect_cells(const struct screen *screen, unsigned row, unsigned column,
                         const char *text, enum screen_colour colour)
{
    for (unsigned i = 0; text[i]; i++) {
        const struct screen_cell cell = screen->cells[row][column + i];

        if (cell.character != text[i] || (text[i] != ' ' && cell.colour != colour))
            fail_msg("row %u, column %u: '%c' in colour %u, expected '%c' in %u", row, column + i,
                     cell.character, cell.colour, text[i], colour);
    }
}

/* board.md §2.3: chips are named by partition and half. A bit of a chip is stuck, and half of the memory is not there
 * besides: errors that the stuck lanes hide in the upper half are no reason to take the other chips for bad. Without
 * that bit no chip is at fault; words were wrong all the same. Where the verdict rests on shader cores, they stand in
 * place of the chips: a G84 has two TPCs of two multiprocessors (tesla-mmio.md §2.1), of which the last is broken. */
TEST(chips_and_cores_have_their_colours)
{
    static const struct {
        const char *defects, *suite;
        struct {
            unsigned row, column;
            const char *words;
            enum screen_colour colour;
        } cells[5];
    } rows[] = {
        /* clang-format off */
        { "vram-stuck:partition=1,bit=37", "vram.quick",
          { { CHIP_ROW, 1, "[A0 ok]", SCREEN_GOOD }, { CHIP_ROW, 9, "[A1 ok]", SCREEN_GOOD },
            { CHIP_ROW + 1, 1, "[B0 ok]", SCREEN_GOOD }, { CHIP_ROW + 1, 9, "[B1 BAD]", SCREEN_BAD },
            { 8, 1, "Chip B1: bit 37 stuck at 0 ", SCREEN_FAIL } } },
        { "vram-size+vram-stuck:partition=0,bit=37", "vram.quick",
          { { CHIP_ROW, 1, "[A0 WRONG]", SCREEN_WARN }, { CHIP_ROW, 12, "[A1 BAD]", SCREEN_BAD },
            { CHIP_ROW + 1, 1, "[B0 WRONG]", SCREEN_WARN } } },
        { "shader-adder", "shader.integer",
          { { CHIP_ROW, 1, "[TPC 0: ok ok]", SCREEN_GOOD }, { CHIP_ROW, 16, "[TPC 1: ok BAD]", SCREEN_BAD },
            { 8, 1, "TPC 1, MP 1: integers wrong", SCREEN_FAIL } } },
        { "vram-size", "vram.quick",
          { { CHIP_ROW, 1, "[A0 WRONG]", SCREEN_WARN }, { CHIP_ROW + 1, 12, "[B1 WRONG]", SCREEN_WARN } } },
        { NULL, "vram.quick",
          { { CHIP_ROW, 1, "[A0 ok]", SCREEN_GOOD }, { CHIP_ROW + 1, 9, "[B1 ok]", SCREEN_GOOD } } },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct rig *const rig = run_with(rows[i].defects, rows[i].suite);

        for (unsigned k = 0; k < 5 && rows[i].cells[k].words; k++)
            expect_cells(&rig->screen, rows[i].cells[k].row, rows[i].cells[k].column,
                         rows[i].cells[k].words, rows[i].cells[k].colour);
        if (!rows[i].defects) {
            expect_said(rig->tap, "ok 1 - vram.quick");
            assert_null(strstr(rig->tap, "chips A0"));
        }
        rig_free(rig);
    }
}

/* Partition 1 begins at 0x100. The first words name their addresses, and that of 0x118 is the first with bit 37,
 * which reads 0. */
TEST(the_first_wrong_word_is_shown)
{
    struct rig *const rig = run_with("vram-stuck:partition=1,bit=37", "vram.quick");

    expect_said(rig->tap, "expected: \"0xd073f76c6d587752 at VRAM 0x118\"\n",
                "actual: \"0xd073f74c6d587752\"\n", "# chips A0=0 A1=0\n", "# chips B0=0 B1=");
}

static struct screen running; /* as it was last drawn while the memory was tested */

static void keep_running(void *opaque, const struct scene *scene, bool now)
{
    if (scene->state == STATE_RUNNING && scene->test && strcmp(scene->test, "vram.quick") == 0)
        layout_draw(&running, scene);
}

static bool shows(const struct screen *screen, const char *text)
{
    for (unsigned row = 0; row < SCREEN_ROWS; row++) {
        char line[SCREEN_COLUMNS + 1] = "";

        for (unsigned column = 0; column < SCREEN_COLUMNS; column++)
            line[column] = screen->cells[row][column].character;
        if (strstr(line, text))
            return true;
    }
    return false;
}

/* Who watches a memory test sees its chips, not only who reads the verdict. */
TEST(chips_are_shown_while_they_are_tested)
{
    struct rig *const rig = rig_new();

    rig->sinks.show = keep_running;
    rig_run_suite(rig, "vram.quick");
    assert_pairs(true, shows(&running, "vram.quick"), true, shows(&running, "[A0"), true,
                 shows(&running, "[A1"), true, shows(&running, "[B0"), true,
                 shows(&running, "[B1"));
}

/* One failure is the line itself; from two on the count is said. */
TEST(failed_checks_are_counted)
{
    struct rig *rig = run_with("pmc-scratch-stuck", "link.scratch");

    expect_said(rig->tap, "not ok 1 - link.scratch: G84");
    assert_null(strstr(rig->tap, "failures:"));
    assert_null(strstr(rig->records, "\"failures\""));
    rig_free(rig);
    rig = run_with("vm-type-override-ignored", "vm.dmaobj.type");
    expect_said(rig->tap, "  failures: 2\n  ...\n");
    expect_said(rig->records, "\"failures\":2");
}

/* The bus of a run, where a word of a copy that holds addresses changes on its way, each time. Only the pass over
 * addresses compares two blocks; the marches compare with one word. */
static struct bus_tap wire;

static size_t other_than_sent(struct bus *bus, const uint64_t *words, const uint64_t *expected,
                              size_t size)
{
    ((uint64_t *)words)[1] ^= UINT64_C(1) << 20;
    return wire.real->find_difference(bus, words, expected, size);
}

static void disturb_copies(struct rig *rig)
{
    bus_tap(&wire, host_bus(rig->host));
    wire.ops.find_difference = other_than_sent;
}

TEST(the_pass_over_addresses_compares)
{
    struct rig *const rig = rig_new();

    rig_suite(rig, "vram.quick");
    rig->prepare = disturb_copies;
    rig_run(rig);
    expect_said(rig->tap, "not ok 1 - vram.quick: G84");
}

static void show_chips(struct scene *scene, const char *last)
{
    struct scene_card *const card = &scene->cards[0];

    for (unsigned i = 0; i < 4; i++)
        card->chips[i] =
            (struct scene_chip){ .name = "A0", .state = i == 3 ? CHIP_TESTED : CHIP_WAITING };
    snprintf(card->chips[3].name, sizeof(card->chips[3].name), "%s", last);
}

static void show_cores(struct scene *scene, uint64_t good)
{
    struct core_table *const cores = &scene->cards[0].cores;

    cores->tpcs = 5;
    cores->there = (UINT64_C(1) << 20) - 1;
    for (unsigned i = 0; i < 5; i++)
        cores->bad[CORE_FLOAT] |= core_bit(i, 1) & ~good;
    for (unsigned unit = 0; unit < CORE_UNITS; unit++)
        cores->good[unit] = cores->there & ~cores->bad[CORE_FLOAT];
}

static void show_lines(struct scene *scene, unsigned count, size_t letters)
{
    static struct scene_prompt prompt;

    prompt = *scene->prompt;
    prompt.line_count = count;
    for (unsigned i = 0; i < count; i++) {
        memset(prompt.lines[i].text, 'a' + (int)i, letters);
        prompt.lines[i].text[letters] = '\0';
    }
    scene->prompt = &prompt;
}

/* What a row of the screen says of a scene that differs a little. The last column of a word is 78, and of chips, which
 * have the readings beside them, 36. */
/* clang-format off */
#define ROWS(X) \
    X(chip_fits, running, 8, 28, GOOD, "[A0ar ok] ", show_chips(scene, "A0ar")) \
    X(chip_wraps, running, 9, 1, GOOD, "[A0ar0 ok] ", show_chips(scene, "A0ar0")) \
    X(core_fits, bad-core, 12, 64, BAD, "[TPC 4: ok BAD] ", show_cores(scene, core_bit(0, 1))) \
    X(core_wraps, bad-core, 13, 1, BAD, "[TPC 4: ok BAD] ", show_cores(scene, 0)) \
    X(no_limit, running, 9, 38, NORMAL, "TEMPERATURE  61 C  ", scene->limit = 0) \
    X(limit, running, 9, 38, NORMAL, "TEMPERATURE  61 C (limit 1)", scene->limit = 1) \
    X(no_words, running, 18, 6, GOOD, "vram.size  ", scene->results[1].words = "") \
    X(a_word, running, 18, 6, GOOD, "vram.size: x ", scene->results[1].words = "x") \
    X(fifth, not-expected, 16, 1, BAD, "x Z              expected Z, found Z ", DIFFER) \
    X(no_sixth, not-expected, 17, 1, NORMAL, "1 ", DIFFER) /* the first step */ \
    X(holds, two-cards, 11, 1, GOOD, "CARD 1  0000:01:00.0 G84  PASS: 0 errors in 64 KiB read ", \
      scene->cards[0].conditions.read = 1 << 16) \
    X(why, two-cards, 11, 1, GOOD, "CARD 1  0000:01:00.0 G84  PASS: x ", scene->cards[0].reason = "x") \
    X(good, two-cards, 11, 1, GOOD, "CARD 1  0000:01:00.0 G84  PASS ", scene->cards[0].reason = NULL) \
    X(full, prompt, 3, 1, NORMAL, "b ", show_lines(scene, 20, 1)) \
    X(full_of_two, prompt, 3, 1, NORMAL, "bb", show_lines(scene, 10, 79)) \
    X(saved_first, running, 0, 63, UNSURE, "REPORT NOT SAVED", scene->lost = "a"; scene->unsent = "b") \
    X(all_bad, two-cards, 8, 1, FAIL, "2 of 2 cards are bad ", scene->cards[0].state = STATE_FAIL) \
    X(one_bad, two-cards, 8, 1, FAIL, "1 of 2 cards is bad ", (void)scene) \
    X(all_good, two-cards, 8, 1, PASS, "All 2 cards are good ", GOOD(CAUSE_NONE)) \
    X(part, two-cards, 8, 1, PASS, "All 2 cards are good, but only a part was tested ", GOOD(CAUSE_PART_OF_SUITE)) \
    X(not_warmed, two-cards, 8, 1, PASS, "All 2 cards are good, but only a part was tested ", GOOD(CAUSE_NOT_WARMED)) \
    X(some, two-cards, 8, 1, UNSURE, "Only 1 of 2 cards tested good ", \
      scene->state = scene->cards[1].state = STATE_INCOMPLETE) \
    X(both, two-cards, 9, 1, FAIL, "CARD 1 at 0000:01:00.0, CARD 2 at 0000:02:00.0, chip B1 ", \
      scene->cards[0].state = STATE_FAIL) \
    X(two_chips, two-cards, 9, 1, FAIL, "CARD 2 at 0000:02:00.0, chips B0 B1 ", \
      scene->cards[1].finding.chips[1][0] = 3) \
    X(core, two-cards, 9, 1, FAIL, "CARD 2 at 0000:02:00.0, TPC 3, MP 1 ", \
      scene->cards[1].finding = (struct finding){ .cores = core_bit(3, 1) }) \
    X(part_holds, pass, 9, 1, PASS, "0 errors in 6.0 GiB read, memory at 400 of 900 MHz, link x1 of x16 ", \
      scene->cards[0].finding.cause = CAUSE_PART_OF_SUITE) \
    X(unpassed, rounds, 9, 1, FAIL, "Not PASS in 9 of 130 rounds, all at 77 C or warmer ", OF_ROUNDS(0, 45, 77)) \
    X(as_cool, rounds, 9, 1, FAIL, "Bad in 8 of 130 rounds, the first was round 41 ", OF_ROUNDS(8, 77, 77)) \
    X(cold, rounds, 9, 1, FAIL, "Bad in 8 of 130 rounds, all at 1 C or warmer ", OF_ROUNDS(8, 0, 1)) \
    X(no_heat, rounds, 9, 1, FAIL, "Bad in 8 of 130 rounds, the first was round 41 ", OF_ROUNDS(8, -1, 1)) \
    X(title, running, 0, 70, TITLE, "... saved", scene->machine = L120; scene->saved = "saved") \
    X(key_fits, running, 24, 1, NORMAL, "[F] abcdef", KEY(L20 L20 L20 "abcdefghijklmno")) \
    X(key_ends, running, 24, 78, NORMAL, "no", KEY(L20 L20 L20 "abcdefghijklmno")) \
    X(long_key, running, 24, 1, NORMAL, "[F]abcdef", KEY(L20 L20 L20 "abcdefghijklmnop")) \
    X(long_key_ends, running, 24, 78, NORMAL, "op", KEY(L20 L20 L20 "abcdefghijklmnop")) \
    X(letters, running, 5, 1, NORMAL, "a? !}~??z", scene->test = "a\x1f !}~\x7f\xe4z") \
    X(question, question, 7, 76, NORMAL, "... ", scene->question = L120 L120 L120) \
    X(end_of_question, question, 8, 1, NORMAL, " ", scene->question = L120 L120 L120)
#define GOOD(why) scene->state = scene->cards[1].state = STATE_PASS; scene->cards[1].finding.cause = why
#define OF_ROUNDS(bad, good_at, bad_at) static struct scene_rounds all; all = *scene->all_rounds; \
    scene->all_rounds = &all; all.cards[0].failed = bad; all.cards[0].good_least = good_at; \
    all.cards[0].bad_least = bad_at
#define KEY(words) scene->key_count = 1; scene->keys[0] = (struct scene_key){ "F", words }
#define L20 "abcdefghijklmnopqrst"
#define L120 L20 L20 L20 L20 L20 L20
#define DIFFER for (unsigned i = 0; i < 7; i++) \
    scene->cards[0].board.rows[i] = (struct board_row){ "Z", true, "Z", "Z" }
#define CHANGE(name, page, row, column, colour, words, ...) \
    static void change_##name(struct scene *scene) { __VA_ARGS__; }
ROWS(CHANGE)
#define ROW(name, page, row, column, colour, words, ...) { #page, row, column, SCREEN_##colour, words, change_##name },
static const struct {
    const char *page; unsigned row, column; enum screen_colour colour; const char *words;
    void (*change)(struct scene *scene);
} said[] = { ROWS(ROW) };
/* clang-format on */

TEST(rows_say_what_is_known)
{
    static struct shot shots[SHOTS];
    static struct screen screen;

    for (unsigned i = 0; i < ARRAY_SIZE(said); i++) {
        take_shots(shots);
        struct scene *const scene = shot_called(shots, said[i].page);
        said[i].change(scene);
        layout_draw(&screen, scene);
        expect_cells(&screen, said[i].row, said[i].column, said[i].words, said[i].colour);
    }
}
