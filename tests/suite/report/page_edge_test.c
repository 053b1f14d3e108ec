/* Drawn pages at the ends of their room: words that just fit beside words that are a letter or a line too long, on
 * screens that are a pixel too small. Worked by hand from the widths of letters (8 by 16 pixels, times the scale; a line
 * of a paragraph takes 18), the margins of 12, 24 and 32 pixels, a header of 40, keys of 32 or 48. */
#include <string.h>

#include "hw/bits.h"
#include "tests/kit/tests.h"
#include "tests/suite/report/page_rig.h"
#include "tests/suite/report/scene_rig.h"

static struct pen pen(int scale, bool strong, uint32_t colour, uint32_t back)
{
    return (struct pen){ scale, strong, colour, back };
}

static struct pen text(int scale)
{
    return pen(scale, false, COLOUR_TEXT, COLOUR_BACK);
}

/* The first step is white, the others are as all text. */
static struct pen white(int scale)
{
    return pen(scale, false, COLOUR_WHITE, COLOUR_BACK);
}

static struct pen title(void)
{
    return pen(1, true, COLOUR_MUTE, COLOUR_BACK);
}

/* So many lines of as many letters each, the first of a, the second of b. */
static char *lines_of(char *words, unsigned lines, unsigned letters)
{
    for (unsigned i = 0; i < lines; i++) {
        memset(words + i * (letters + 1), 'a' + (int)i % 26, letters);
        words[i * (letters + 1) + letters] = ' ';
    }
    words[lines * (letters + 1) - 1] = '\0';
    return words;
}

/* As many of one letter. */
static char *row_of(char *words, char letter, unsigned count)
{
    memset(words, letter, count);
    words[count] = '\0';
    return words;
}

/* The same, of which the last three are dots. */
static char *cut_of(char *words, char letter, unsigned count)
{
    memset(row_of(words, letter, count) + count - 3, '.', 3);
    return words;
}

/* A verdict of one card without a picture, which has the advice given. */
static struct scene verdict_of(uint8_t state, const struct advice *advice, const char *reason)
{
    struct scene scene = { .state = state, .card_count = 1, .elapsed = -1, .celsius = -1 };

    scene.cards[0] = (struct scene_card){
        .at = "at", .title = "G84", .state = state, .advice = advice, .reason = reason
    };
    return scene;
}

/* ---- sizes ---- */

TEST(letters_grow_with_the_screen)
{
    static const struct {
        int width, margin, scale;
    } rows[] = {
        { 800, 12, 1 }, { 1023, 12, 1 }, { 1024, 24, 1 }, { 1599, 24, 1 }, { 1600, 32, 2 }
    };
    const struct scene scene = scene_running();

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        page_show(&scene, rows[i].width, 800);
        expect_page_says(rows[i].margin, 12, pen(rows[i].scale, true, COLOUR_WHITE, COLOUR_PANEL),
                         "BARECARD");
    }
}

/* ---- questions and menus ---- */

/* Between 72 and the keys, in lines of 36 pixels: 14 of them need 500 pixels and the keys' 32. */
TEST(a_question_ends_above_the_keys)
{
    const struct pen strong = pen(2, true, COLOUR_WHITE, COLOUR_BACK);
    struct scene scene = { .state = STATE_RUNNING, .typed = "" };
    char question[800], line[50];

    scene.question = lines_of(question, 14, 48);
    page_show(&scene, 800, 604);
    expect_page_says(12, 72, strong, row_of(line, 'a', 48));
    expect_page_says(12, 72 + 13 * 36, strong, row_of(line, 'n', 48));
    page_show(&scene, 800, 603);
    cut_of(line, 'm', 48);
    expect_page_says(12, 72 + 12 * 36, strong, line);
    expect_page_has_not(12, 72 + 13 * 36, strong, "n");
}

/* The box of an answer is as wide as the page without its margins, and has 16 pixels at each side. */
TEST(a_long_answer_becomes_smaller)
{
    struct scene scene = { .state = STATE_RUNNING, .question = "Q?" };
    char typed[60];

    scene.typed = row_of(typed, 't', 46); /* 47 with the cursor */
    page_show(&scene, 808, 600);
    expect_page_says(28, 136, pen(2, true, COLOUR_GOOD, COLOUR_PANEL), typed);
    page_show(&scene, 807, 600);
    expect_page_says(28, 136, pen(1, true, COLOUR_GOOD, COLOUR_PANEL), typed);
}

static struct scene menu_of(unsigned count)
{
    struct scene scene = { .state = STATE_RUNNING, .line_count = count };

    for (unsigned i = 0; i < count; i++)
        scene.lines[i] = (struct scene_line){ "Line", "" };
    return scene;
}

TEST(a_menu_counts_to_zero)
{
    const struct pen strong = pen(2, true, COLOUR_WHITE, COLOUR_BACK);
    struct scene scene = menu_of(1);

    page_show(&scene, 800, 600);
    expect_page_says(12, 56, strong, "Line starts in 0 s");
    expect_page_says(12 + 18 * 16 + 32, 72, pen(1, false, COLOUR_MUTE, COLOUR_BACK),
                     "another key stops the clock");
    scene.seconds = -1;
    page_show(&scene, 800, 600);
    expect_page_says(12, 56, strong, "What shall be tested?");
}

/* What a line is about begins at 374 and ends 12 before the line, which ends 12 before the page. */
TEST(a_menu_says_what_a_line_is_about)
{
    const struct pen navy = pen(1, false, COLOUR_TEXT, COLOUR_NAVY);
    struct scene scene = menu_of(1);
    char about[60];

    scene.lines[0].about = row_of(about, 'a', 51);
    page_show(&scene, 806, 600);
    expect_page_says(374, 128, navy, about);
    page_show(&scene, 805, 600);
    expect_page_says(374, 128, navy, cut_of(about, 'a', 50));
}

/* Twelve lines of 40 pixels have large letters; a pixel less, and they are small. */
TEST(a_menu_of_many_lines_has_small_letters)
{
    const struct scene scene = menu_of(12);

    page_show(&scene, 800, 720);
    expect_page_says(86, 108, pen(2, true, COLOUR_WHITE, COLOUR_NAVY), "Line");
    expect_page_says(86, 108 + 48, pen(2, true, COLOUR_WHITE, COLOUR_BACK), "Line");
    page_show(&scene, 800, 719);
    expect_page_says(61, 115, pen(1, true, COLOUR_WHITE, COLOUR_NAVY), "Line");
}

/* ---- a verdict's band ---- */

/* The verdict's word may take half of what is right of its sign; ten letters of 48 need 480 pixels. */
TEST(a_long_verdict_becomes_smaller)
{
    const struct scene scene = verdict_of(STATE_INCOMPLETE, NULL, "");

    page_show(&scene, 1088, 768);
    expect_page_says(128, 64, pen(6, true, COLOUR_AMBER, COLOUR_BACK), "INCOMPLETE");
    page_show(&scene, 1087, 768);
    expect_page_says(128, 72, pen(5, true, COLOUR_AMBER, COLOUR_BACK), "INCOMPLETE");
}

/* Beside PASS there are 912 pixels from 344 on: 38 letters of 24, 57 of 16, 114 of 8. A longer headline takes two large
 * lines where the card is named below as well, but not three; with a label it becomes smaller, and what does not fit in
 * the smallest letters is broken into lines of these. */
TEST(a_headline_takes_the_room_there_is)
{
    static const struct {
        unsigned lines, letters;
        const char *label;
        int scale, y;
        unsigned shown;
    } rows[] = {
        { 1, 38, NULL, 3, 62, 38 }, { 1, 38, "7", 3, 62, 38 },   { 2, 30, NULL, 3, 58, 30 },
        { 2, 20, "7", 2, 78, 41 },  { 2, 20, "", 3, 58, 20 },    { 1, 57, "7", 2, 78, 57 },
        { 3, 30, NULL, 1, 94, 92 }, { 1, 114, "7", 1, 94, 114 }, { 2, 60, "7", 1, 48, 60 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        char head[130];
        const struct advice advice = { lines_of(head, rows[i].lines, rows[i].letters), { "s" } };
        struct scene scene = verdict_of(STATE_PASS, &advice, "");

        scene.label = rows[i].label;
        page_show(&scene, 1280, 800);
        head[rows[i].shown] = '\0';
        expect_page_says(344, rows[i].y, pen(rows[i].scale, true, COLOUR_BACK, COLOUR_GOOD), head);
    }
}

/* The second line has room for one of 16 pixels, or three of 8, of which the last may be cut. */
TEST(a_long_label_is_cut)
{
    static const struct advice advice = { "Good", { "s" } };
    const struct pen plain = pen(1, false, COLOUR_BACK, COLOUR_GOOD);
    struct scene scene = verdict_of(STATE_PASS, &advice, "");
    char label[310], line[120];

    scene.label = row_of(label, 'l', 44);
    page_show(&scene, 1280, 800);
    expect_page_says(344, 118, pen(2, false, COLOUR_BACK, COLOUR_GOOD), "Card at G84, lll");
    scene.label = row_of(label, 'l', 300);
    page_show(&scene, 1280, 800);
    expect_page_says(344, 118, plain, "Card at G84,");
    expect_page_says(344, 136, plain, row_of(line, 'l', 114));
    cut_of(line, 'l', 114);
    expect_page_says(344, 154, plain, line);
    expect_page_colour((struct area){ 344, 170, 912, 14 }, COLOUR_GOOD);
}

/* On a small screen a second line has one row. A headline that fits nowhere has four, from 8 below the band's edge on. */
TEST(a_small_band_has_few_rows)
{
    char head[300], line[50];
    const struct advice advice = { lines_of(head, 6, 44), { "s" } }, plain = { "Good", { "s" } };
    struct scene scene = verdict_of(STATE_PASS, &plain, "");
    char label[100];

    scene.label = row_of(label, 'l', 90);
    page_show(&scene, 800, 600);
    expect_page_says(241, 94, pen(1, false, COLOUR_BACK, COLOUR_GOOD), "Card at G84,...");
    scene = verdict_of(STATE_INCOMPLETE, &advice, "");
    scene.label = "7";
    page_show(&scene, 800, 600);
    expect_page_says(433, 48, pen(1, true, COLOUR_AMBER, COLOUR_BACK), row_of(line, 'a', 44));
    cut_of(line, 'd', 44);
    expect_page_says(433, 102, pen(1, true, COLOUR_AMBER, COLOUR_BACK), line);
    expect_page_colour((struct area){ 433, 120, 352, 6 }, COLOUR_BACK);
}

/* Below the band of several cards stands what became of the report. */
TEST(a_lost_report_is_said_with_several_cards)
{
    struct scene scene = scene_many(2, 0);

    scene.lost = "the stick is full";
    page_show(&scene, 1280, 800);
    expect_page_says(24, 206, pen(2, true, COLOUR_BACK, COLOUR_AMBER),
                     "REPORT NOT SAVED: the stick is full");
}

/* ---- what to do next ---- */

/* Small screens: three steps of two lines each in letters of 16, 46 of them in a line, with the title 264 pixels; a
 * reason of two lines takes 68 more. All of it has room in 604 pixels; a pixel less, and the steps become smaller. */
TEST(steps_leave_room_for_the_reason)
{
    char step[100], reason[200], line[50];
    const struct advice advice = { "Good", { lines_of(step, 2, 46), lines_of(step, 2, 46), step } };
    const struct scene scene = verdict_of(STATE_PASS, &advice, lines_of(reason, 2, 97));

    page_show(&scene, 804, 604);
    expect_page_says(12, 204, title(), "WHAT TO DO NEXT");
    expect_page_says(56, 230, white(2), row_of(line, 'a', 46));
    page_show(&scene, 804, 603);
    expect_page_says(40, 230, white(1), line);
}

/* Steps of four lines of 74 letters need 480 pixels with their title, and 336 are taken by the rest of the page. */
TEST(steps_are_as_large_as_they_fit)
{
    char step[310], line[80];
    const struct advice advice = { "Good", { lines_of(step, 4, 74), lines_of(step, 4, 74), step } };
    const struct scene scene = verdict_of(STATE_PASS, &advice, "");

    page_show(&scene, 1276, 816);
    expect_page_says(68, 278, white(2), row_of(line, 'a', 74));
    page_show(&scene, 1276, 815);
    expect_page_says(52, 278, white(1), line);
}

/* A word of 75 letters takes two lines: three such steps and their title need 264 pixels. */
TEST(a_step_of_one_long_word_takes_two_lines)
{
    char step[80];
    const struct advice advice = { "Good", { row_of(step, 'a', 75), step, step } };
    const struct scene scene = verdict_of(STATE_PASS, &advice, "");

    page_show(&scene, 1276, 600);
    expect_page_says(68, 278, white(2), "aaa");
    page_show(&scene, 1276, 599);
    expect_page_says(52, 278, white(1), step);
}

/* The third step begins at 518, behind 15 lines of 18 pixels. It is there if its box of 20 has room, and has a second
 * line where there is room for that: the lines of a step begin 2 below its box. */
TEST(a_step_without_room_is_left_out)
{
    static const struct {
        int height;
        unsigned lines;
    } rows[] = { { 607, 0 }, { 608, 1 }, { 621, 1 }, { 622, 2 } };
    char first[1000], second[600], third[400], line[100];
    const struct advice advice = {
        "Good", { lines_of(first, 10, 94), lines_of(second, 5, 94), lines_of(third, 3, 94) }
    };
    const struct scene scene = verdict_of(STATE_PASS, &advice, "");

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        page_show(&scene, 804, rows[i].height);
        expect_page_says(40, 230, white(1), row_of(line, 'a', 94));
        expect_page_says(40, 420, text(1), line);
        expect_page_colour((struct area){ 12, 518, 2, 18 },
                           rows[i].lines ? COLOUR_TEXT : COLOUR_BACK);
        if (rows[i].lines == 1)
            cut_of(line, 'a', 94);
        if (rows[i].lines)
            expect_page_says(40, 520, text(1), line);
        cut_of(line, 'b', 94);
        if (rows[i].lines == 2)
            expect_page_says(40, 538, text(1), line);
    }
}

/* Behind one step of nine lines, the reason needs more than three small lines above the counts. It ends there. */
TEST(a_reason_needs_three_lines)
{
    char step[700], reason[320], line[160];
    const struct advice advice = { "Good", { lines_of(step, 9, 74) } };
    const struct scene scene = verdict_of(STATE_PASS, &advice, lines_of(reason, 2, 153));

    page_show(&scene, 1276, 743);
    expect_page_says(68, 278, white(2), "aaa");
    expect_page_says(24, 614, title(), "THE REASON");
    cut_of(line, 'a', 153);
    expect_page_says(24, 638, text(1), line);
    page_show(&scene, 1276, 742);
    expect_page_has_not(24, 614, title(), "THE REASON");
}

/* Numbers of seven digits have room below the steps where each has more than 112 pixels: a third of what is right of
 * the picture. The second one begins 12 behind the first. */
TEST(numbers_need_seven_digits)
{
    static const struct advice advice = { "Good", { "s" } };
    struct scene scene = verdict_of(STATE_PASS, &advice, "");
    const struct pen label = pen(1, true, COLOUR_MUTE, COLOUR_PANEL);

    scene.cards[0].memory_state = CHIP_TESTED;
    page_show(&scene, 695, 600);
    expect_page_says(332, 468, label, "WRONG WORDS");
    expect_page_says(332 + 125, 468, label, "WARMEST");
    expect_page_colour((struct area){ 445, 464, 3, 68 }, COLOUR_MUTE);
    page_show(&scene, 694, 600);
    expect_page_has_not(332, 468, label, "WRONG WORDS");
}

/* The words of a problem stand from 96 on and end 8 above the keys. */
TEST(a_problem_ends_above_the_keys)
{
    struct scene_problem problem = { .state = STATE_FAIL, .test = "vm.pte" };
    struct scene scene = scene_running();
    char line[100];

    memcpy(line, lines_of(problem.words, 2, 93), 93);
    memcpy(problem.words + 187, " ccc", 5);
    scene.details = true;
    scene.problems = &problem;
    scene.problem_count = 1;
    page_show(&scene, 800, 188);
    expect_page_says(37, 96, text(1), row_of(line, 'a', 93));
    expect_page_says(37, 132, text(1), "ccc");
    page_show(&scene, 800, 187);
    cut_of(line, 'b', 93);
    expect_page_says(37, 114, text(1), line);
}

/* A tile has a picture of memory whose chips nobody can tell apart, once it was tested. */
TEST(a_tile_shows_memory_without_chips)
{
    struct scene scene = scene_many(2, 0);

    for (unsigned i = 0; i < 2; i++)
        scene.cards[i].parts = scene.cards[i].chip_count = 0;
    scene.cards[0].memory_state = CHIP_TESTED;
    page_show(&scene, 1280, 800);
    assert_true(page_has_colour((struct area){ 24, 300, 604, 400 }, COLOUR_BOARD));
    assert_false(page_has_colour((struct area){ 652, 300, 604, 400 }, COLOUR_BOARD));
}

/* Without a card the steps have all of the page, down to 8 pixels above the keys. */
TEST(advice_without_a_card_ends_above_the_keys)
{
    static char step[4600];
    char line[160];
    const struct advice advice = { "No card", { lines_of(step, 30, 150) } };
    const struct scene scene = { .state = STATE_NOT_TESTED, .advice = &advice, .reason = "" };

    page_show(&scene, 1280, 802);
    cut_of(line, 'a' + 28 % 26, 150);
    expect_page_says(52, 226 + 28 * 18, white(1), line);
    page_show(&scene, 1280, 801);
    cut_of(line, 'a' + 27 % 26, 150);
    expect_page_says(52, 226 + 27 * 18, white(1), line);
    expect_page_colour((struct area){ 52, 226 + 28 * 18, 1200, 16 }, COLOUR_BACK);
}

/* The counts are one line, 6 pixels below their rule. Times and temperatures of 0 are known ones. */
/* The sum of all rounds is never cut: it takes as many lines as it needs. */
TEST(counts_have_room_for_all_rounds)
{
    const struct pen mute = pen(1, false, COLOUR_MUTE, COLOUR_BACK);
    struct scene scene = verdict_of(STATE_PASS, NULL, "");
    char rounds[220];

    page_show(&scene, 1280, 800);
    expect_page_says(24, 730, mute, "passed 0   failed 0   skipped 0   errors 0   ");
    scene.elapsed = scene.celsius = 0;
    page_show(&scene, 1280, 800);
    expect_page_says(24, 730, mute, "passed 0   failed 0   skipped 0   errors 0   time 0:00   0 C");
    scene.elapsed = 120;
    scene.rounds = row_of(rounds, 'r', 200);
    page_show(&scene, 1280, 800);
    expect_page_says(24, 694, mute, "passed 0   failed 0   skipped 0   errors 0   time 2:00   0 C");
    expect_page_says(24, 712, mute, row_of(rounds, 'r', 154));
    expect_page_colour((struct area){ 24, 746, 1200, 6 }, COLOUR_BACK);
}
