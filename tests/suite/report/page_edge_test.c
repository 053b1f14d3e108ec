/* Drawn pages at the ends of their room, beyond what the lists of page_look_test and page_limit_test hold. Worked by hand from the widths of letters (8 by 16 pixels, times the scale; a line
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

/* ---- the next steps ---- */

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
