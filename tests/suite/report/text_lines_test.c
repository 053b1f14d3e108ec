/* The screen of 80 by 25 characters at the limits of its values: numbers that are 0, words of one letter, lines that
 * just fit, chips and problems for which there is no row. Rows and columns are those of suite/report/layout.c's
 * head. */
#include <stdio.h>
#include <string.h>

#include "hw/bits.h"
#include "suite/report/layout.h"
#include "tests/kit/tests.h"
#include "tests/suite/report/judged.h"

static struct screen screen;
static char long_word[600];

/* A missing value is unknown; nothing has been counted. */
static struct scene scene_of(uint8_t state)
{
    struct scene scene = { .state = state,
                           .card_count = 1,
                           .percent = -1,
                           .elapsed = -1,
                           .left = -1,
                           .celsius = -1,
                           .rate = -1 };

    memset(long_word, 'w', sizeof(long_word) - 1);
    scene.cards[0] = (struct scene_card){ .at = "0000:01:00.0", .state = state };
    return scene;
}

/* The text stands there, and behind it a blank or the edge. */
static void expect_at(unsigned row, unsigned column, const char *text)
{
    char line[SCREEN_COLUMNS + 1] = "";
    const size_t length = strlen(text);

    for (unsigned i = 0; i < SCREEN_COLUMNS; i++)
        line[i] = screen.cells[row][i].character;
    if (strncmp(line + column, text, length) != 0 ||
        (column + length < SCREEN_COLUMNS && line[column + length] != ' '))
        fail_msg("row %u, column %u shows \"%s\", expected \"%s\"", row, column, line + column,
                 text);
}

static void expect_blank(unsigned row, unsigned column)
{
    for (; column < SCREEN_COLUMNS; column++)
        if (screen.cells[row][column].character != ' ')
            fail_msg("row %u, column %u is not blank", row, column);
}

static void draw(const struct scene *scene)
{
    layout_draw(&screen, scene);
}

/* ---- numbers ---- */

TEST(minutes_have_their_form)
{
    static const struct {
        int seconds;
        const char *words;
    } rows[] = { { -1, "--:--" }, { 0, "0:00" },   { 1, "0:01" },    { 59, "0:59" },
                 { 60, "1:00" },  { 120, "2:00" }, { 3661, "61:01" } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct scene scene = scene_of(STATE_RUNNING);
        char words[64];

        scene.elapsed = rows[i].seconds;
        draw(&scene);
        snprintf(words, sizeof(words), "ELAPSED      %s   LEFT --:--", rows[i].words);
        expect_at(8, 38, words);
    }
}

/* Nothing done yet is a percentage, not knowing is none. A bar has 60 places. */
TEST(a_bar_has_sixty_places)
{
    static const struct {
        int percent;
        unsigned places;
        const char *number;
    } rows[] = { { -1, 0, "" }, { 0, 0, " 0 %" }, { 50, 30, " 50 %" }, { 100, 60, " 100 %" } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct scene scene = scene_of(STATE_RUNNING);
        char places[61] = "............................................................";
        char bar[80];

        scene.percent = rows[i].percent;
        memset(places, '#', rows[i].places);
        snprintf(bar, sizeof(bar), "[%s]%s", places, rows[i].number);
        draw(&scene);
        expect_at(6, 1, bar);
        expect_blank(6, 1 + (unsigned)strlen(bar));
    }
}

TEST(a_limit_of_none_is_not_said)
{
    static const struct {
        int limit;
        const char *words;
    } rows[] = { { -1, "TEMPERATURE  0 C" },
                 { 0, "TEMPERATURE  0 C" },
                 { 1, "TEMPERATURE  0 C (limit 1)" } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct scene scene = scene_of(STATE_RUNNING);

        scene.celsius = 0;
        scene.limit = rows[i].limit;
        draw(&scene);
        expect_at(9, 38, rows[i].words);
        expect_blank(9, 38 + (unsigned)strlen(rows[i].words));
    }
}

TEST(a_verdict_says_what_is_known)
{
    struct scene scene = scene_of(STATE_PASS);

    draw(&scene);
    expect_at(23, 1, "passed 0   failed 0   skipped 0   errors 0");
    expect_blank(23, 44);
    scene.elapsed = 0;
    scene.celsius = 0;
    scene.cards[0].differs = 1;
    draw(&scene);
    expect_at(23, 1, "passed 0   failed 0   skipped 0   errors 0   differ 1   time 0:00   0 C");
}

TEST(a_menu_counts_down_to_zero)
{
    struct scene scene = scene_of(STATE_RUNNING);

    scene.line_count = 1;
    scene.lines[0] = (struct scene_line){ "Quick", NULL };
    draw(&scene);
    expect_at(3, 1, "Quick starts in 0 s; another key stops the clock");
    scene.seconds = -1;
    draw(&scene);
    expect_at(3, 1, "What shall be tested?");
    expect_at(5, 1, "> 1 Quick");
    expect_blank(5, 26);
}

/* ---- words ---- */

TEST(only_letters_are_shown)
{
    struct scene scene = scene_of(STATE_RUNNING);

    scene.test = "a\x1f !}~\x7f\xe4z";
    draw(&scene);
    expect_at(5, 1, "a? !}~??z");
}

TEST(one_letter_is_a_word)
{
    static const struct scene_problem problem = {
        .state = STATE_FAIL, .test = "t", .words = "w", .expected = "e", .actual = "a"
    };
    struct scene scene = scene_of(STATE_RUNNING);

    scene.result_count = 2;
    scene.results[0] = (struct scene_result){ STATE_FAIL, "vm.a", "w" };
    scene.results[1] = (struct scene_result){ STATE_FAIL, "vm.b", "" };
    draw(&scene);
    expect_at(17, 6, "vm.a: w");
    expect_at(18, 6, "vm.b");
    scene.details = true;
    scene.problems = &problem;
    scene.problem_count = 1;
    draw(&scene);
    expect_at(3, 1, "x t: w"); /* with one card nobody asks which */
    expect_at(4, 5, "expected e, seen a");
    scene.card_count = 2;
    draw(&scene);
    expect_at(3, 1, "x CARD 1 t: w");
}

/* Of several cards each has its line, with the cause if one is known and else the reason. */
TEST(a_card_of_several_says_why)
{
    struct scene scene = scene_of(STATE_FAIL);

    scene.card_count = 3;
    scene.cards[1] = scene.cards[2] = scene.cards[0];
    scene.cards[0].reason = scene.cards[1].reason = "r";
    scene.cards[0].title = "G84";
    scene.cards[2].reason = "";
    scene.cards[0].finding = stuck_line_of_b1();
    draw(&scene);
    expect_at(11, 1, "CARD 1  0000:01:00.0 G84  FAIL: Chip B1: bit 37 stuck at 0");
    expect_at(12, 1, "CARD 2  0000:01:00.0   FAIL: r");
    expect_at(13, 1, "CARD 3  0000:01:00.0   FAIL");
}

/* A label's text follows the card it is stuck to. */
TEST(a_label_may_be_one_letter)
{
    struct scene scene = scene_of(STATE_PASS);

    scene.cards[0].title = "G84";
    scene.label = "7";
    draw(&scene);
    expect_at(9, 1, "Card 0000:01:00.0 G84, 7");
    scene.label = "";
    draw(&scene);
    expect_at(9, 1, "Card 0000:01:00.0 G84");
}

/* ---- lines that just fit ---- */

/* A result's words stand from column 6 on: 74 letters. */
TEST(a_line_of_74_letters_is_not_cut)
{
    struct scene scene = scene_of(STATE_RUNNING);
    char name[80] = "";

    memset(name, 'n', 74);
    scene.result_count = 1;
    scene.results[0] = (struct scene_result){ STATE_PASS, name, NULL };
    draw(&scene);
    expect_at(17, 6, name);
    name[74] = 'n';
    draw(&scene);
    memset(name + 71, '.', 3);
    name[74] = '\0';
    expect_at(17, 6, name);
}

/* A sentence has the columns 1 to 78. */
TEST(a_sentence_of_78_letters_is_one_line)
{
    struct scene scene = scene_of(STATE_RUNNING);
    char question[90] = "";

    memset(question, 'q', 78);
    question[70] = ' ';
    scene.question = question;
    scene.otherwise = "the run begins";
    draw(&scene);
    expect_at(5, 1, question);
    expect_blank(6, 0);
    question[78] = '?';
    draw(&scene);
    expect_at(6, 1, "qqqqqqq?");
    question[70] = '\0';
    expect_at(5, 1, question);
    expect_blank(5, 71);
}

/* ---- rows ---- */

static void add_chip(struct scene_card *card, unsigned part, const char *name, uint8_t state)
{
    struct scene_chip *const chip = &card->chips[card->chip_count++];

    *chip = (struct scene_chip){ .part = (uint8_t)part, .state = state };
    snprintf(chip->name, sizeof(chip->name), "%s", name);
}

/* Chips end before column 38: a chip whose last letter would stand in 37 goes to the next row, for a blank follows. */
TEST(chips_stay_in_the_left_half)
{
    struct scene scene = scene_of(STATE_RUNNING);

    add_chip(&scene.cards[0], 0, "A0a", CHIP_TESTED); /* 1 to 8 */
    add_chip(&scene.cards[0], 0, "A0b", CHIP_TESTED); /* 10 to 17 */
    add_chip(&scene.cards[0], 0, "A0c", CHIP_TESTED); /* 19 to 26 */
    add_chip(&scene.cards[0], 0, "A0d", CHIP_BAD);    /* 28 to 36 */
    add_chip(&scene.cards[0], 1, "B0a", CHIP_TESTED);
    add_chip(&scene.cards[0], 1, "B0b", CHIP_TESTED);
    add_chip(&scene.cards[0], 1, "B0c", CHIP_TESTED);
    add_chip(&scene.cards[0], 1, "B0", CHIP_WRONG); /* 28 to 37 */
    draw(&scene);
    expect_at(8, 1, "[A0a ok] [A0b ok] [A0c ok] [A0d BAD]");
    expect_at(9, 1, "[B0a ok] [B0b ok] [B0c ok]           TEMPERATURE");
    expect_at(10, 1, "[B0 WRONG]");
}

/* Two rows for each of four partitions are there; the others are left to the report. */
TEST(chips_without_a_row_are_dots)
{
    struct scene scene = scene_of(STATE_RUNNING);

    for (unsigned i = 0; i < 64; i++)
        add_chip(&scene.cards[0], i / 8, i == 31 ? "D7" : i == 24 ? "D0" : "XX", CHIP_TESTED);
    draw(&scene);
    expect_at(14, 1, "[D0 ok] [XX ok]");
    expect_at(15, 1, "[XX ok] [XX ok] [XX ok] [D7 ok]  ... ERRORS");
    expect_blank(16, 0);
    scene.cards[0].chip_count = 32;
    draw(&scene);
    expect_at(15, 1, "[XX ok] [XX ok] [XX ok] [D7 ok]      ERRORS");
}

/* Two rows of chips leave one free above the steps, three do not. */
TEST(steps_keep_away_from_chips)
{
    static const struct advice advice = { "Headline", { "Look.", NULL, NULL } };

    for (unsigned parts = 1; parts <= 4; parts++) {
        struct scene scene = scene_of(STATE_FAIL);

        for (unsigned i = 0; i < parts; i++)
            add_chip(&scene.cards[0], i, "A0", CHIP_BAD);
        scene.cards[0].advice = &advice;
        draw(&scene);
        expect_at(11 + parts, 1, "[A0 BAD]");
        if (parts < 3)
            expect_blank(12 + parts, 0);
        expect_at(parts < 3 ? 13 + parts : 12 + parts, 1, "1 Look.");
    }
}

/* Steps end above the counts, and a reason for which there is no row is left out. */
TEST(steps_end_above_the_counts)
{
    const struct advice advice = { "Headline", { long_word, long_word, "never" } };
    struct scene scene = scene_of(STATE_FAIL);

    scene.cards[0].advice = &advice;
    scene.cards[0].reason = "A reason that is as long as a line of this screen, and a few words "
                            "more, so that it would show behind the counts.";
    draw(&scene);
    expect_at(13, 1, "1 wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"); /* breaks at half a line */
    expect_at(14, 3, "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww");
    expect_at(22, 76, "...");
    expect_at(23, 1, "passed 0   failed 0   skipped 0   errors 0");
    expect_blank(23, 44);
    expect_blank(24, 0);
}

/* A row for each problem, from row 3 to row 22. */
TEST(problems_end_above_the_counts)
{
    struct scene_problem problems[24];
    struct scene scene = scene_of(STATE_RUNNING);

    for (unsigned i = 0; i < ARRAY_SIZE(problems); i++)
        problems[i] =
            (struct scene_problem){ .state = STATE_INCOMPLETE, .test = "t", .words = "w" };
    scene.details = true;
    scene.problems = problems;
    scene.problem_count = ARRAY_SIZE(problems);
    draw(&scene);
    expect_at(1, 1, "PROBLEMS: 24");
    expect_blank(2, 0);
    expect_at(3, 1, "! t: w");
    expect_at(22, 1, "! t: w");
    expect_blank(23, 0);
    problems[0].state = STATE_FAIL;
    scene.problem_count = 1;
    draw(&scene);
    expect_at(3, 1, "x t: w");
    expect_blank(4, 0);
}
