/* The shapes that pages are drawn with (suite/report/canvas.h), their pixels typed as letters: '.' is as it was. */
#include "suite/report/canvas.h"
#include "suite/report/font.h"
#include "tests/kit/tests.h"

#define MAX 4096

static uint32_t pixels[MAX];

static struct canvas empty(int width, int height)
{
    for (unsigned i = 0; i < MAX; i++)
        pixels[i] = '.';
    return canvas_in(pixels, width, height);
}

/* Rows one after the other; memory after the canvas is unchanged. */
static void expect_rows(const struct canvas *canvas, const char *rows)
{
    const int size = canvas->width * canvas->height;

    assert_int_equal(size, strlen(rows));
    for (int i = 0; i < MAX; i++)
        if (pixels[i] != (uint32_t)(i < size ? rows[i] : '.'))
            fail_msg("'%c' at %d, %d, expected '%c'", (char)pixels[i], i % canvas->width,
                     i / canvas->width, i < size ? rows[i] : '.');
}

static void expect_changes(const struct canvas *canvas, unsigned count, struct area last)
{
    const struct area a = canvas->changes[count - 1];

    assert_pairs(count, canvas->change_count, last.x, a.x, last.y, a.y, last.width, a.width,
                 last.height, a.height);
}

TEST(fills_end_at_the_edges)
{
    struct canvas canvas = empty(12, 5);

    canvas_fill(&canvas, (struct area){ 1, 1, 10, 1 }, 'a'); /* wider than eight */
    canvas_fill(&canvas, (struct area){ -2, -1, 3, 3 }, 'b');
    canvas_fill(&canvas, (struct area){ 11, 3, 5, 5 }, 'c');
    canvas_fill(&canvas, (struct area){ 3, 3, 8, 1 }, 'd');
    canvas_fill(&canvas, (struct area){ 12, 0, 3, 3 }, 'e');
    canvas_fill(&canvas, (struct area){ 0, 5, 3, 3 }, 'e');
    canvas_fill(&canvas, (struct area){ 4, 4, 0, 1 }, 'e');
    canvas_fill(&canvas, (struct area){ 4, 4, 1, -1 }, 'e');
    expect_rows(&canvas, "b..........."
                         "baaaaaaaaaa."
                         "............"
                         "...ddddddddc"
                         "...........c");
}

TEST(frames_are_inside)
{
    struct canvas canvas = empty(8, 6);

    canvas_frame(&canvas, (struct area){ 1, 0, 6, 5 }, 1, false, 'f');
    expect_rows(&canvas, ".ffffff."
                         ".f....f."
                         ".f....f."
                         ".f....f."
                         ".ffffff."
                         "........");
    canvas = empty(8, 6);
    canvas_frame(&canvas, (struct area){ 1, 0, 7, 6 }, 2, false, 'g');
    expect_rows(&canvas, ".ggggggg"
                         ".ggggggg"
                         ".gg...gg"
                         ".gg...gg"
                         ".ggggggg"
                         ".ggggggg");
    canvas = empty(20, 19);
    canvas_frame(&canvas, (struct area){ 0, 0, 20, 19 }, 1, true, 'h');
#define ENDS "h..................h"
#define NONE "...................."
    expect_rows(&canvas, "hhhhhhhh........hhhh" ENDS ENDS ENDS ENDS ENDS ENDS ENDS NONE NONE NONE
                             NONE NONE NONE NONE NONE ENDS ENDS "hhhhhhhh........hhhh");
}

TEST(lines_join_their_ends)
{
    struct canvas canvas = empty(9, 6);

    canvas_line(&canvas, 1, 4, 7, 1, 1, 'a'); /* six steps to the right, three up, rounded down */
    canvas_line(&canvas, 8, 0, 8, 5, 1, 'b');
    canvas_line(&canvas, 0, 0, 0, 0, 1, 'c');
    expect_rows(&canvas, "c.......b"
                         ".......ab"
                         ".....aa.b"
                         "...aa...b"
                         ".aa.....b"
                         "........b");
    canvas = empty(9, 6);
    canvas_line(&canvas, 7, 2, 1, 2, 3, 'd'); /* one pixel at each side, and beyond the ends */
    expect_rows(&canvas, "........."
                         "ddddddddd"
                         "ddddddddd"
                         "ddddddddd"
                         "........."
                         ".........");
    expect_changes(&canvas, 1, (struct area){ 0, 1, 9, 3 });
    canvas = empty(9, 6);
    canvas_line(&canvas, 4, 1, 2, 4, 2, 'e');
    expect_changes(&canvas, 1, (struct area){ 1, 0, 4, 5 });
}

TEST(signs_are_drawn)
{
    static const char *const looks[SIGN_SIZE] = {
        /* tick, cross, dash, half, bang, arrow, dots */
        "........x xx.....xx ......... xxxxxxxxx ...xxx... .x....... .........",
        ".......xx xxx...xxx ......... xxxxx...x ...xxx... .xx...... .........",
        "......xx. .xxx.xxx. ......... xxxxx...x ...xxx... .xxx..... .........",
        ".....xx.. ..xxxxx.. xxxxxxxxx xxxxx...x ...xxx... .xxxx.... .........",
        "x...xx... ...xxx... xxxxxxxxx xxxxx...x ...xxx... .xxxxx... xx.xx.xx.",
        "xx.xx.... ..xxxxx.. xxxxxxxxx xxxxx...x ....x.... .xxxx.... xx.xx.xx.",
        ".xxx..... .xxx.xxx. ......... xxxxx...x ......... .xxx..... .........",
        "..x...... xxx...xxx ......... xxxxx...x ...xxx... .xx...... .........",
        "......... xx.....xx ......... xxxxxxxxx ...xxx... .x....... .........",
    };

    for (unsigned sign = 0; sign < SIGNS; sign++) {
        struct canvas canvas = empty(SIGN_SIZE, SIGN_SIZE);
        char look[SIGN_SIZE * SIGN_SIZE + 1] = "";

        for (size_t row = 0; row < SIGN_SIZE; row++)
            memcpy(look + row * SIGN_SIZE, looks[row] + sign * (SIGN_SIZE + 1), SIGN_SIZE);
        canvas_sign(&canvas, 0, 0, 1, (enum sign)sign, 'x');
        expect_rows(&canvas, look);
        expect_changes(&canvas, 1, (struct area){ 0, 0, 9, 9 });
        /* Twice as large, beside the corner: each pixel is four. */
        canvas = empty(20, 19);
        canvas_sign(&canvas, 1, 1, 2, (enum sign)sign, 'x');
        for (int y = 0; y < 18; y++)
            for (int x = 0; x < 18; x++)
                assert_int_equal(look[y / 2 * 9 + x / 2], pixels[(y + 1) * 20 + x + 1]);
        expect_changes(&canvas, 1, (struct area){ 1, 1, 18, 18 });
    }
}

/* How the font draws it: a bit for each pixel, the leftmost in bit 7. */
static bool has_ink(char c, int x, int y, bool strong)
{
    const unsigned row = font_glyphs[c - FONT_FIRST][y];

    return (row & 0x80u >> x) || (strong && x && row & 0x100u >> x);
}

TEST(letters_stand_on_their_background)
{
    static const char drawn[] = "!~??", said[] = "!~\x7f\x1f"; /* two have no glyph */

    for (unsigned strong = 0; strong < 2; strong++) {
        struct canvas canvas = empty(68, 40);

        assert_int_equal(66, canvas_text(&canvas, 2, 3, (struct pen){ 2, strong, 'i', 'p' }, said));
        for (int y = 0; y < 40; y++)
            for (int x = 0; x < 68; x++) {
                const int dx = x - 2, dy = y - 3;
                const bool inside = dx >= 0 && dx < 64 && dy >= 0 && dy < 2 * FONT_HEIGHT;

                assert_int_equal(!inside                                                ? '.'
                                 : has_ink(drawn[dx / 16], dx % 16 / 2, dy / 2, strong) ? 'i'
                                                                                        : 'p',
                                 pixels[y * 68 + x]);
            }
        expect_changes(&canvas, 1, (struct area){ 2, 3, 64, 32 });
    }
}

/* Areas that touch the one before, also at a corner, are joined with it; the last one takes all that comes then. */
TEST(changes_are_joined)
{
    /* clang-format off */
    static const struct { struct area filled; unsigned count; struct area last; } rows[] = {
        { { 10, 10, 5, 5 }, 1, { 10, 10, 5, 5 } }, { { 15, 15, 2, 3 }, 1, { 10, 10, 7, 8 } },
        { { 4, 5, 6, 5 }, 1, { 4, 5, 13, 13 } }, { { 18, 5, 1, 1 }, 2, { 18, 5, 1, 1 } },
        { { 18, 3, 1, 1 }, 3, { 18, 3, 1, 1 } }, { { 16, 3, 1, 1 }, 4, { 16, 3, 1, 1 } },
        { { 16, 5, 1, 1 }, 5, { 16, 5, 1, 1 } }, { { 80, 5, 1, 1 }, 5, { 16, 5, 1, 1 } },
        { { 5, 40, 1, 1 }, 5, { 16, 5, 1, 1 } },
    };
    /* clang-format on */
    struct canvas canvas = empty(80, 40);

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        canvas_fill(&canvas, rows[i].filled, 'a');
        expect_changes(&canvas, rows[i].count, rows[i].last);
    }
    for (int i = 0; i < 27; i++)
        canvas_fill(&canvas, (struct area){ 2 + i % 2 * 30, i, 1, 1 }, 'a');
    expect_changes(&canvas, CANVAS_CHANGES, (struct area){ 2, 26, 1, 1 });
    canvas_fill(&canvas, (struct area){ 70, 30, 9, 9 }, 'a');
    expect_changes(&canvas, CANVAS_CHANGES, (struct area){ 2, 26, 77, 13 });
    assert_pairs(18, canvas.changes[1].x, 5, canvas.changes[1].y);
}

/* A paragraph draws the pixels of these lines, 18 font pixels apart. */
static void expect_lines(const char *text, struct area area, int scale, unsigned count,
                         const char *const lines[])
{
    static uint32_t expected[MAX * 8], drawn[MAX * 8];
    const struct pen pen = { scale, false, 'i', 'p' };
    struct canvas canvas = canvas_in(drawn, 256, 128), other = canvas_in(expected, 256, 128);

    memset(expected, 0, sizeof(expected));
    memset(drawn, 0, sizeof(drawn));
    assert_int_equal(area.y + (int)count * 18 * scale, canvas_paragraph(&canvas, area, pen, text));
    for (unsigned i = 0; i < count; i++)
        canvas_text(&other, area.x, area.y + (int)i * 18 * scale, pen, lines[i]);
    assert_memory_equal(expected, drawn, sizeof(drawn));
}

TEST(paragraphs_are_broken_at_blanks)
{
    static const char
        *const numbers[] = { "one two", "three four", "five" },
               *const cut[] = { "one two", "three f..." }, *const one[] = { "one two..." },
               *const blanks[] = { "abcdefgh  ", "ij" }, *const word[] = { "abcdefghij", "kl" },
               *const all[] = { "abcdefghij" }, *const short_cut[] = { "a..." };
    static const char text[] = "one two three four five";

    expect_lines(text, (struct area){ 5, 7, 80, 52 }, 1, 3, numbers); /* 7 + 2 * 18 + 16 = 59 */
    expect_lines(text, (struct area){ 5, 7, 87, 52 }, 1, 3, numbers); /* most of a letter more */
    expect_lines(text, (struct area){ 5, 7, 80, 51 }, 1, 2, cut);
    expect_lines(text, (struct area){ 5, 7, 80, 16 }, 1, 1, one);
    expect_lines(text, (struct area){ 5, 7, 80, 15 }, 1, 0, NULL);
    expect_lines(text, (struct area){ 5, 7, 160, 104 }, 2, 3, numbers);
    expect_lines("abcdefghijkl", (struct area){ 5, 7, 80, 50 }, 1, 2, word);
    expect_lines("abcdefghij", (struct area){ 5, 7, 80, 16 }, 1, 1, all);
    expect_lines("abcdefghij", (struct area){ 5, 7, 32, 16 }, 1, 1, short_cut);
    expect_lines("abcdefghij", (struct area){ 5, 7, 31, 50 }, 1, 0, NULL); /* no room for a mark */
    expect_lines("abcdefgh    ij", (struct area){ 5, 7, 80, 50 }, 1, 2, blanks);
    assert_pairs(3 * 18, paragraph_height(text, 80, 1), 3 * 36, paragraph_height(text, 160, 2),
                 2 * 18, paragraph_height("abcdefghijkl", 80, 1), 3 * 18,
                 paragraph_height("abcdefghijkl", 32, 1), 0, paragraph_height("abcdefghij", 31, 1));
}

/* The last dash ends with the frame, a sign after nine rows; a change is told with a line's whole thickness. */
TEST(nothing_is_drawn_beyond_a_shape)
{
    static uint32_t all[40 * 40];
    struct canvas canvas = canvas_in(all, 40, 40);

    canvas_frame(&canvas, (struct area){ 2, 3, 19, 18 }, 1, true, 5);
    expect_changes(&canvas, 1, (struct area){ 2, 3, 19, 18 });
    for (int y = 0; y < 40; y++)
        for (int x = 0; x < 40; x++)
            if (x < 2 || x >= 21 || y < 3 || y >= 21)
                assert_int_equal(0, all[y * 40 + x]);
    assert_pairs(5, all[3 * 40 + 20], 5, all[20 * 40 + 2]);
    memset(all, 0, sizeof(all));
    canvas = canvas_in(all, 40, 40);
    canvas_line(&canvas, 10, 10, 20, 14, 3, 5);
    expect_changes(&canvas, 1, (struct area){ 9, 9, 13, 7 });
    memset(all, 0, sizeof(all));
    canvas_sign(&canvas, 20, 20, 1, SIGN_TICK, 5);
    for (int x = 0; x < 40; x++)
        assert_int_equal(0, all[29 * 40 + x]);
}
