/* The words of the drawn screen, letter by letter from its pixels: each word is where it belongs, in the colours of its
 * meaning. 800 by 600 pixels, the smallest screen that is drawn. */
#include <string.h>

#include "suite/report/font.h"
#include "suite/report/layout.h"
#include "suite/report/page.h"
#include "tests/kit/tests.h"
#include "tests/suite/report/judged.h"

#define WIDTH     800
#define HEIGHT    600
#define SCALE_MAX 8

#define INK   1u
#define PAPER 2u

static uint32_t pixels[WIDTH * HEIGHT];
static uint32_t stencil[WIDTH * SCALE_MAX * FONT_HEIGHT];

/* Where a text was found first, from the top. */
struct seen {
    bool any;
    int x, y, scale, width;
    uint32_t ink, paper;
};

static void draw(const struct scene *scene)
{
    struct page page;

    memset(pixels, 0, sizeof(pixels));
    page_open(&page, pixels, WIDTH, HEIGHT);
    page_draw(&page, scene);
}

static uint32_t pixel(int x, int y)
{
    return pixels[y * WIDTH + x];
}

/* The stencil's ink in one colour, its paper in another, at this place. */
static bool __attribute__((no_sanitize("address", "undefined")))
stands_at(int x, int y, int width, int height, struct seen *seen)
{
    const uint32_t paper = pixels[y * WIDTH + x];
    uint32_t ink = paper;

    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
            const uint32_t is = pixels[(y + row) * WIDTH + x + column];

            if (stencil[row * WIDTH + column] == PAPER ? is != paper : is == paper)
                return false;
            if (stencil[row * WIDTH + column] == INK && ink == paper)
                ink = is;
            if (stencil[row * WIDTH + column] == INK && ink != is)
                return false;
        }
    *seen = (struct seen){ true, x, y, 0, width, ink, paper };
    return true;
}

/* The stencil's first pixel of ink; most places are ruled out by it alone. */
static int first_ink(int width, int height)
{
    for (int i = 0; i < height * WIDTH; i++)
        if (i % WIDTH < width && stencil[i] == INK)
            return i;
    return 0;
}

/* Without sanitizers: it looks at half a million places for each scale, which takes them half a minute. */
static struct seen __attribute__((no_sanitize("address", "undefined")))
find_with(const char *text, int scale, bool strong)
{
    const int width = text_width(scale, text), height = FONT_HEIGHT * scale;
    struct canvas canvas = canvas_in(stencil, WIDTH, SCALE_MAX * FONT_HEIGHT);
    struct seen seen = { 0 };

    if (width > WIDTH)
        return seen;
    canvas_text(&canvas, 0, 0, (struct pen){ scale, strong, INK, PAPER }, text);
    const int ink = first_ink(width, height);
    for (int y = 0; y + height <= HEIGHT; y++)
        for (int x = 0; x + width <= WIDTH; x++)
            if (pixels[y * WIDTH + x + ink] != pixels[y * WIDTH + x] &&
                stands_at(x, y, width, height, &seen)) {
                seen.scale = scale;
                return seen;
            }
    return seen;
}

static struct seen find(const char *text)
{
    struct seen seen = { 0 };

    for (int scale = 1; scale <= SCALE_MAX && !seen.any; scale++) {
        seen = find_with(text, scale, false);
        if (!seen.any)
            seen = find_with(text, scale, true);
    }
    return seen;
}

static struct seen read_text(const char *text)
{
    const struct seen seen = find(text);

    if (!seen.any)
        fail_msg("nobody can read \"%s\"", text);
    return seen;
}

static void expect_in(const char *text, uint32_t ink, uint32_t paper)
{
    const struct seen seen = read_text(text);

    if (seen.ink != ink || seen.paper != paper)
        fail_msg("\"%s\" is %06x on %06x", text, seen.ink, seen.paper);
}

/* Each text begins below the one before. */
static void expect_below_each_other(const char *const *texts, unsigned count)
{
    int y = -1;

    for (unsigned i = 0; i < count; i++) {
        const struct seen seen = read_text(texts[i]);

        if (seen.y <= y)
            fail_msg("\"%s\" stands beside or above what should be before it", texts[i]);
        y = seen.y;
    }
}

/* On one line, each to the right of the one before. */
static void expect_in_a_row(const char *const *texts, unsigned count)
{
    struct seen last = read_text(texts[0]);

    for (unsigned i = 1; i < count; i++) {
        const struct seen seen = read_text(texts[i]);

        if (seen.y != last.y || seen.x < last.x + last.width)
            fail_msg("\"%s\" does not stand right of \"%s\"", texts[i], texts[i - 1]);
        last = seen;
    }
}

#define BELOW(...)                                                                                 \
    expect_below_each_other((const char *const[]){ __VA_ARGS__ },                                  \
                            sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *))
#define ROW(...)                                                                                   \
    expect_in_a_row((const char *const[]){ __VA_ARGS__ },                                          \
                    sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *))

/* ---- scenes ---- */

static struct scene scene_of(uint8_t state)
{
    struct scene scene = { .version = "9.8.7",
                           .time = "2026-01-15 10:42",
                           .machine = "Q35",
                           .saved = "USB stick",
                           .state = state,
                           .card_count = 1,
                           .elapsed = 72,
                           .left = 47,
                           .celsius = 61,
                           .limit = 95,
                           .rate = 36,
                           .percent = 25,
                           .run_thousandths = 610,
                           .key_count = 2,
                           .keys = { { "Esc", "Stop" }, { "Space", "Pause" } } };
    struct scene_card *const card = &scene.cards[0];

    *card = (struct scene_card){ .at = "0000:01:00.0",
                                 .title = "G84",
                                 .memory = "256 MiB, 2 partitions",
                                 .state = state,
                                 .parts = 2,
                                 .chip_count = 4,
                                 .passed = 146,
                                 .failed = 38,
                                 .skipped = 12,
                                 .errors = 5 };
    for (unsigned i = 0; i < 4; i++) {
        card->chips[i] = (struct scene_chip){ .part = (uint8_t)(i / 2), .state = CHIP_TESTED };
        memcpy(card->chips[i].name, (const char *const[]){ "A0", "A1", "B0", "B1" }[i], 3);
    }
    return scene;
}

static struct scene verdict(uint8_t state, const char *reason)
{
    struct scene scene = scene_of(state);

    scene.cards[0].reason = reason;
    scene.cards[0].advice = advice_of(state == STATE_PASS         ? CAUSE_NONE
                                      : state == STATE_FAIL       ? CAUSE_TEST
                                      : state == STATE_NOT_TESTED ? CAUSE_NOT_STARTED
                                                                  : CAUSE_TOO_HOT);
    return scene;
}

/* Of the left edge of the band, beside its word, how many pixels have a colour. A frame may be dashed. */
static int edge_in(const char *word, uint32_t colour)
{
    const struct seen seen = read_text(word);
    int count = 0;

    for (int y = seen.y; y < seen.y + FONT_HEIGHT * seen.scale; y++)
        count += pixel(8, y) == colour;
    return count;
}

/* ---- tests ---- */

TEST(the_header_names_who_speaks)
{
    const struct scene scene = verdict(STATE_PASS, "");

    draw(&scene);
    ROW("BARECARD", "9.8.7", "2026-01-15 10:42", "REPORT: USB stick");
    ROW("Esc", "Stop", "Space", "Pause");
    assert_true(read_text("Esc").y > HEIGHT - 40);
    assert_true(read_text("BARECARD").y < 40);
}

/* The word is the largest on the screen; a pass and a failure judge the card, so their band is filled. */
TEST(the_verdict_is_the_first_thing_seen)
{
    const struct scene pass = verdict(STATE_PASS, "");
    struct scene fail = verdict(STATE_FAIL, "vm.pte.absent: G84 recorded no fault");

    draw(&pass);
    expect_in("PASS", COLOUR_BACK, COLOUR_GOOD);
    assert_true(read_text("PASS").scale >= 3);
    assert_int_equal(FONT_HEIGHT * read_text("PASS").scale, edge_in("PASS", COLOUR_GOOD));
    draw(&fail);
    expect_in("FAIL", COLOUR_WHITE, COLOUR_CRIM);
    assert_true(read_text("FAIL").scale >= 3);
    assert_int_equal(FONT_HEIGHT * read_text("FAIL").scale, edge_in("FAIL", COLOUR_CRIM));
    BELOW("FAIL", "CARD 1 of 1", "WHAT TO DO NEXT", "THE REASON",
          "passed 146   failed 38   skipped 12   errors 5   time 1:12   61 C");
    read_text("vm.pte.absent: G84 recorded no fault");
}

/* A solid band judges the card. One that does not is hollow: a frame, and the word on the page's own background. */
TEST(what_was_not_judged_is_not_filled)
{
    const struct scene none = verdict(STATE_NOT_TESTED, "the card is not initialised");
    const struct scene part = verdict(STATE_INCOMPLETE, "vram.quick: too hot");

    draw(&none);
    assert_int_equal(COLOUR_BACK, read_text("NOT TESTED").paper);
    assert_true(edge_in("NOT TESTED", read_text("NOT TESTED").ink) > 0);
    draw(&part);
    assert_int_equal(COLOUR_BACK, read_text("INCOMPLETE").paper);
    assert_true(edge_in("INCOMPLETE", read_text("INCOMPLETE").ink) > 0);
}

/* Partition A above B; chips of one partition beside each other; the bad one alone is white on red. */
TEST(the_bad_chip_stands_out)
{
    struct scene scene = verdict(STATE_FAIL, "vram.quick: G84 bad memory");

    scene.cards[0].chips[3].state = CHIP_BAD;
    scene.cards[0].finding = stuck_line_of_b1();
    draw(&scene);
    ROW("A0", "A1");
    BELOW("A0", "B0");
    expect_in("A0", COLOUR_GOOD, COLOUR_FERN);
    expect_in("A1", COLOUR_GOOD, COLOUR_FERN);
    expect_in("B0", COLOUR_GOOD, COLOUR_FERN);
    /* B1 lies beside B0 as A1 beside A0. The headline names it too. */
    const struct seen a0 = read_text("A0"), a1 = read_text("A1"), b0 = read_text("B0");
    struct seen b1 = find_with("B1", b0.scale, true);
    assert_true(stands_at(b0.x + a1.x - a0.x, b0.y, b0.width, FONT_HEIGHT * b0.scale, &b1));
    assert_int_equal(COLOUR_WHITE, b1.ink);
    assert_int_equal(COLOUR_CRIM, b1.paper);
}

/* How much of a row of pixels has a colour, in thousandths of the two ends of the bar's frame. */
static int filled(int y, uint32_t colour, uint32_t frame)
{
    int from = 0, to = WIDTH - 1, count = 0;

    while (from < WIDTH && pixel(from, y) != frame)
        from++;
    while (to > from && pixel(to, y) != frame)
        to--;
    for (int x = from; x < to; x++)
        count += pixel(x, y) == colour;
    return to > from ? 1000 * count / (to - from) : -1;
}

TEST(a_run_tells_how_far_it_is)
{
    struct scene scene = scene_of(STATE_RUNNING);

    scene.test = "vram.quick";
    scene.what = "March C-, down";
    draw(&scene);
    BELOW("TEMPERATURE", "ELAPSED", "PASSED", "WHOLE RUN", "vram.quick");
    ROW("TEMPERATURE", "RATE");
    ROW("ELAPSED", "TIME LEFT");
    ROW("PASSED", "FAILED");
    ROW("vram.quick", "March C-, down", "25 %");
    ROW("WHOLE RUN", "61 %");
    BELOW("TEMPERATURE", "limit 95", "1:12", "146");
    assert_int_equal(read_text("1:12").y, read_text("0:47").y);
    assert_int_equal(read_text("TIME LEFT").x, read_text("0:47").x);
    assert_int_equal(read_text("ELAPSED").x, read_text("1:12").x);
    assert_int_equal(COLOUR_GOOD, read_text("146").ink);
    assert_in_range(filled(read_text("WHOLE RUN").y + 24, COLOUR_RUN, COLOUR_MUTE), 600, 620);
    assert_in_range(filled(read_text("vram.quick").y + 27, COLOUR_RUN, COLOUR_MUTE), 240, 260);
}

/* From the second of three on, each with the expected and the seen value. */
TEST(details_begin_where_the_person_is)
{
    static const struct scene_problem problems[] = {
        { 0, STATE_FAIL, "vm.pte.absent", "G84 recorded no fault", "a fault", "none", 0, 0 },
        { 0, STATE_FAIL, "vm.pte.4k", "G84 read another page", "page 0x30", "page 0x41", 0, 0 },
        { 0, STATE_INCOMPLETE, "vram.quick", "G84 stopped", "the end", "too hot", 0, 0 },
    };
    struct scene scene = scene_of(STATE_RUNNING);

    scene.details = true;
    scene.problems = problems;
    scene.problem_count = 3;
    scene.first_problem = 1;
    scene.problems_lost = 8;
    draw(&scene);
    BELOW("PROBLEM 2 OF 3, 8 MORE IN THE REPORT", "vm.pte.4k", "G84 read another page", "page 0x30",
          "page 0x41", "vram.quick", "G84 stopped", "the end", "too hot");
    ROW("expected", "page 0x30");
    ROW("seen", "page 0x41");
    assert_false(find("vm.pte.absent").any);
    scene.problem_count = scene.first_problem = scene.problems_lost = 0;
    draw(&scene);
    read_text("NO PROBLEM SO FAR");
}

/* No more problems than have room between the header and the keys. */
TEST(details_end_above_the_keys)
{
    struct scene_problem problems[20];
    struct scene scene = scene_of(STATE_RUNNING);

    for (unsigned i = 0; i < 20; i++)
        problems[i] =
            (struct scene_problem){ 0, STATE_FAIL, "vm.pte.4k", "words", "yes", "no", 0, 0 };
    scene.details = true;
    scene.problems = problems;
    scene.problem_count = 20;
    draw(&scene);
    ROW("Esc", "Stop", "Space", "Pause");
    read_text("PROBLEM 1 OF 20");
}

TEST(a_menu_shows_what_starts)
{
    struct scene scene = scene_of(STATE_RUNNING);

    scene.line_count = 3;
    scene.lines[0] = (struct scene_line){ "All tests", "two minutes" };
    scene.lines[1] = (struct scene_line){ "Memory", "an hour" };
    scene.lines[2] = (struct scene_line){ "Nothing", "back to the firmware" };
    scene.line = 1;
    scene.seconds = 9;
    draw(&scene);
    ROW("Memory starts in 9 s");
    BELOW("another key stops the clock", "All tests", "an hour", "Nothing");
    assert_int_equal(COLOUR_BACK, read_text("two minutes").paper);
    assert_int_equal(COLOUR_NAVY, read_text("an hour").paper);
    assert_int_equal(COLOUR_BACK, read_text("back to the firmware").paper);
    assert_int_equal(read_text("two minutes").x, read_text("an hour").x);
    scene.seconds = -1;
    draw(&scene);
    read_text("What shall be tested?");
    assert_false(find("another key stops the clock").any);
}

/* In 80 columns six keys only fit with fewer blanks between them. */
TEST(text_mode_has_every_key)
{
    static const char keys[] =
        " [R]Run again [N]Next card [O]Power off [F]Firmware setup [D]Details [X]Leave ";
    struct scene scene = { .state = STATE_PASS, .card_count = 2, .has_keys = true };
    struct screen screen;

    scene.cards[0] = scene.cards[1] = (struct scene_card){ .at = "a", .state = STATE_PASS };
    scene_offer_keys(&scene);
    layout_draw(&screen, &scene);
    for (unsigned i = 0; keys[i]; i++)
        assert_int_equal(keys[i], screen.cells[SCREEN_ROWS - 1][i].character);
}
