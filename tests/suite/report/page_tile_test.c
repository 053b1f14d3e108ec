/* The tiles of several cards on narrow screens: at which width a tile's head has its words side by side, its words
 * where it has not, where the tiles are, an empty list of problems. Below 1024 pixels the margin is 12, a sign of 36
 * pixels stands 12 from a tile's left edge and 36 before the words, letters are 8 wide, a verdict's 16. */
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

/* A narrow head ends 8 before the tile. Its card's number and address take 160 pixels, a title a blank more. */
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
