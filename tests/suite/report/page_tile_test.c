/* The tiles of several cards on narrow screens: at which width a tile's head has its words side by side, what stands in
 * it where it has not, and where the tiles are. Then the details of a problem, which end with the screen. Below 1024 pixels the margin is 12, a sign of 36 pixels stands 12 from a
 * tile's left edge and 36 before the words, small letters are 8 wide and those of a verdict 16. */
#include <string.h>

#include "hw/bits.h"
#include "suite/report/font.h"
#include "suite/report/page_parts.h"
#include "tests/kit/tests.h"
#include "tests/suite/report/scene_rig.h"

#define HEIGHT 600
#define TOP    152 /* of the first row: a header of 40, a band of 96 and a gap of 16 */
#define WORDS  72  /* of the first tile: 12 + 12 + 36 + 12 */

static uint32_t pixels[1280 * 800], stencil[640 * FONT_HEIGHT * 2];
static int page_width;

static void draw(const struct scene *scene, int width, int height)
{
    struct page page;

    page_open(&page, pixels, width, height);
    page_draw(&page, scene);
    page_width = width;
}

/* The frame of a hollow tile lies upon the first two rows of the word below it, where no letter has ink. */
static void expect_words(int x, int y, struct pen pen, const char *words)
{
    const int width = text_width(pen.scale, words), height = FONT_HEIGHT * pen.scale;
    struct canvas canvas = canvas_in(stencil, width, height);

    canvas_text(&canvas, 0, 0, pen, words);
    for (int row = 2; row < height; row++)
        if (memcmp(pixels + (y + row) * page_width + x, stencil + row * width, (size_t)width * 4) !=
            0)
            fail_msg("%d pixels wide: \"%s\" does not stand at %d, %d in letters of %d", page_width,
                     words, x, y, pen.scale);
}

static struct pen good(int scale)
{
    return (struct pen){ scale, true, COLOUR_BACK, COLOUR_GOOD };
}

/* A card with a verdict of four letters needs 160 pixels beside its place: from its left edge to the right one, which is
 * at 264 on a screen of 804. A place of 13 letters just fits; a pixel less, and the words stand in two lines. */
TEST(a_head_is_wide_where_it_has_room)
{
    struct scene scene = scene_many(5, 0);

    scene.cards[0].title = "";
    draw(&scene, 804, HEIGHT);
    expect_words(WORDS, TOP + 23, good(2), "PASS");
    expect_words(264 - 12 - 6 * 16, TOP + 6, good(2), "CARD 1");
    expect_words(264 - 12 - 13 * 8, TOP + 58, good(1), "0000:01:00.0 ");
    draw(&scene, 803, HEIGHT);
    expect_words(WORDS, TOP + 2, good(2), "PASS");
    expect_words(WORDS, TOP + 41, good(1), "CARD 1  0000:01:00.0 ");
}

/* The room of a narrow head ends 8 before the tile does. Its card's number and address take 160 pixels, a title one
 * blank more than its letters. */
TEST(a_narrow_head_says_what_has_room)
{
    static const struct {
        const char *title;
        int width; /* the room is 184, 183 and 182 */
        bool said;
    } rows[] = {
        { "G8", 804, true }, { "G8", 803, false }, { "G8", 800, false }, { "G", 800, true }
    };
    struct scene scene = scene_many(5, 0);

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        scene.cards[0].title = rows[i].title;
        draw(&scene, rows[i].width, HEIGHT);
        expect_words(WORDS, TOP + 2, good(2), "PASS");
        expect_words(WORDS, TOP + 41, good(1), "CARD 1  0000:01:00.0");
        expect_words(WORDS + 160, TOP + 41, good(1), rows[i].said ? " G" : "  ");
    }
    scene.cards[0].at = NULL;
    scene.cards[0].title = "A title of eighteen";
    draw(&scene, 800, HEIGHT);
    expect_words(WORDS, TOP + 41, good(2), "CARD 1  ");
}

/* Ten letters of 16 pixels need a room of 160. */
TEST(a_long_verdict_becomes_smaller)
{
    const struct pen pen = { 2, true, COLOUR_WHITE, COLOUR_BACK };
    struct scene scene = scene_many(5, 0);

    scene.cards[0].state = STATE_NOT_TESTED;
    draw(&scene, 732, HEIGHT);
    expect_words(WORDS, TOP + 2, pen, "NOT TESTED");
    draw(&scene, 731, HEIGHT);
    expect_words(WORDS, TOP + 2, (struct pen){ 1, true, COLOUR_WHITE, COLOUR_BACK }, "NOT TESTED");
}

/* Up to four cards stand in two columns, of 384 pixels here and 12 apart, and five in three of 252. The keys take 32
 * below, so two rows are 196 high. */
TEST(tiles_stand_side_by_side)
{
    static const struct {
        unsigned cards, card;
        int x, y; /* of its verdict's word */
    } rows[] = {
        { 3, 2, 0, 196 + 12 + 23 }, { 4, 2, 0, 196 + 12 + 23 }, { 4, 3, 396, 196 + 12 + 23 },
        { 5, 2, 2 * 264, 2 },       { 5, 3, 0, 196 + 12 + 2 },  { 6, 5, 2 * 264, 196 + 12 + 2 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct scene scene = scene_many(rows[i].cards, 0);

        draw(&scene, 804, HEIGHT);
        expect_words(WORDS + rows[i].x, TOP + rows[i].y, good(2), "PASS");
    }
}

/* A person may ask for the problems before there is one. */
TEST(no_problem_is_said)
{
    const struct pen pen = { 1, true, COLOUR_MUTE, COLOUR_BACK };
    struct scene scene = scene_running();

    scene.details = true;
    scene.problem_count = 0;
    draw(&scene, 1280, 800);
    expect_words(24, 52, pen, "NO PROBLEM SO FAR");
    scene.problems_lost = 3;
    draw(&scene, 1280, 800);
    expect_words(24, 52, pen, "NO PROBLEM SO FAR, 3 MORE IN THE REPORT");
}

static const struct pen detail = { 1, false, COLOUR_TEXT, COLOUR_BACK };
static const struct pen strong = { 1, true, COLOUR_WHITE, COLOUR_BACK };

/* One problem on a screen of 800: its name stands at 37, 76, its words at 96, what was expected at 114, behind letters
 * that end at 117. `letters` stand before a blank and nine others. */
static void draw_problem(unsigned letters, int height)
{
    static struct scene_problem problems[2];
    struct scene scene = scene_running();

    problems[0] = (struct scene_problem){
        .state = STATE_FAIL, .test = "vm.pte", .words = "x", .actual = "y"
    };
    problems[1] = (struct scene_problem){ .state = STATE_FAIL, .test = "vm.pde", .words = "z" };
    memset(problems[0].expected, 'a', letters);
    memcpy(problems[0].expected + letters, " bbbbbbbbb", 11);
    scene.details = true;
    scene.problems = problems;
    scene.problem_count = 1;
    draw(&scene, 800, height);
}

/* From 117 to 788 there is room for 83 letters. */
TEST(a_value_has_lines_of_its_own)
{
    draw_problem(73, HEIGHT);
    expect_words(37, 76, strong, "vm.pte");
    expect_words(37, 96, detail, "x");
    expect_words(117 + 74 * 8, 114, detail, "bbbbbbbbb");
    expect_words(117, 132, detail, "y");
    expect_words(37, 162, strong, "      "); /* there is no second one */
    draw_problem(74, HEIGHT);
    expect_words(117, 132, detail, "bbbbbbbbb");
    expect_words(117, 150, detail, "y");
}

/* The keys take the lowest 32 pixels, and the 8 above them stay empty. A problem begins where it has 56 and one more. */
TEST(details_end_above_the_keys)
{
    draw_problem(74, 173);
    expect_words(117 + 74 * 8, 114, detail, "...");
    draw_problem(10, 170);
    expect_words(117, 114, detail, "aaaaaaaaaa bbbbbbbbb");
    draw_problem(10, 169);
    expect_words(37, 114, detail, "                    ");
    draw_problem(10, 165);
    expect_words(37, 76, strong, "vm.pte");
    draw_problem(10, 164);
    expect_words(37, 76, strong, "      ");
}
