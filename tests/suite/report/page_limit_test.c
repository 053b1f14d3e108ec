/* At which size of the screen words have room on a drawn page: the rows of tests/suite/report/pages/limits.txt, each with the
 * smallest width or height at which its words stand where they do. A pixel less, and they stand elsewhere, in smaller
 * letters, or not at all. So a row tells of a margin, a gap or a comparison that has changed: of each page up to six that
 * appear while a screen grows from 800x600 on; pictures of these pages were looked at (page_look_test). The second half of the file has words that just fit
 * beside words that are one letter too long, worked out by hand from the widths that page_look_test lists. */
#include "tests/kit/tests.h"
#include "tests/suite/report/page_rig.h"
#include "tests/suite/report/scene_rig.h"

#define LIMITS "tests/suite/report/pages/limits.txt"

/* ---- screens that are just large enough ---- */

struct limit {
    char scene[32], how[8], ink[8], paper[8];
    bool wide; /* one column less, not one row less */
    int width, height;
    int x, y; /* of the words */
    struct pen pen;
    const char *words;
};

static struct limit limit_of(char *line)
{
    struct limit limit = { 0 };
    char less[8];
    int words;

    line[strcspn(line, "\n")] = '\0';
    if (sscanf(line, "%31s %7s %d %d %d %d %d %7s %7s on %7s %n", limit.scene, less, &limit.width,
               &limit.height, &limit.x, &limit.y, &limit.pen.scale, limit.how, limit.ink,
               limit.paper, &words) != 10)
        fail_msg("no limit is written like this: %s", line);
    limit.wide = !strcmp(less, "width");
    limit.pen.strong = !strcmp(limit.how, "strong");
    limit.pen.colour = page_colour(limit.ink);
    limit.pen.back = page_colour(limit.paper);
    limit.words = line + words;
    return limit;
}

static const struct scene *scene_called(const struct shot *shots, const char *name)
{
    for (unsigned i = 0; i < SHOTS; i++)
        if (!strcmp(shots[i].name, name))
            return &shots[i].scene;
    fail_msg("no scene is called \"%s\"", name);
    return NULL;
}

TEST(words_appear_with_their_room)
{
    FILE *const file = fopen(LIMITS, "r");
    struct shot shots[SHOTS];
    char line[400];
    unsigned count = 0;

    assert_non_null(file);
    take_shots(shots);
    while (fgets(line, sizeof(line), file)) {
        if (line[0] == '#')
            continue;
        const struct limit limit = limit_of(line);
        const struct scene *const scene = scene_called(shots, limit.scene);
        page_show(scene, limit.width, limit.height);
        expect_page_says(limit.x, limit.y, limit.pen, limit.words);
        page_show(scene, limit.width - limit.wide, limit.height - !limit.wide);
        if (page_says(limit.x, limit.y, limit.pen, limit.words))
            fail_msg("%s one pixel less than %dx%d: at %d, %d stands already \"%s\"", limit.scene,
                     limit.width, limit.height, limit.x, limit.y, limit.words);
        count++;
    }
    fclose(file);
    assert_true(count >= 50);
}

/* ---- words that just fit ---- */

static void expect_words(const struct scene *scene, int x, int y, struct pen pen, const char *words)
{
    page_show(scene, 1280, 800);
    expect_page_says(x, y, pen, words);
}

/* A word of so many letters, none of which is a blank. */
static const char *letters_of(char *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        words[i] = (char)('a' + i % 26);
    words[count] = '\0';
    return words;
}

#define TEXT  ((struct pen){ 2, false, COLOUR_TEXT, COLOUR_BACK })
#define SMALL ((struct pen){ 1, false, COLOUR_TEXT, COLOUR_BACK })

/* The second bar has the test's name from 24 on in letters of 16 pixels, and its percentage up to 1256. Its present
 * step stands 16 right of the name and ends 16 before the percentage, in smaller letters if it must. With no more than
 * 64 pixels between the two it is left out. */
TEST(a_bar_says_what_has_room)
{
    struct scene scene = scene_running();
    char name[80], what[80];

    scene.test =
        letters_of(name, 10); /* up to 184; "73 %" begins at 1192: 976 pixels, 61 letters */
    scene.what = letters_of(what, 61);
    expect_words(&scene, 200, 588, TEXT, what);
    scene.what = letters_of(what, 62);
    expect_words(&scene, 200, 588, SMALL, what);
    scene.test = letters_of(name, 68); /* up to 1112: 80 pixels, of which 48 are for six letters */
    scene.what = "read 0, write 1";
    expect_words(&scene, 1128, 588, SMALL, "rea...");
    scene.test = letters_of(name, 69); /* up to 1128: 64 pixels */
    page_show(&scene, 1280, 800);
    expect_page_colour((struct area){ 1128, 588, 64, 32 }, COLOUR_BACK);
}

/* The second bar's inside is 1228 pixels wide and begins at 26, 626. Below nothing, nobody knows. */
TEST(a_bar_is_as_long_as_its_number)
{
    static const struct {
        int percent, length;
        const char *number; /* ends at 1256 */
    } bars[] = { { -1, 0, "" },       { 0, 0, "0 %" },      { 1, 12, "1 %" },
                 { 50, 614, "50 %" }, { 99, 1215, "99 %" }, { 100, 1228, "100 %" } };
    const struct pen pen = { 2, true, COLOUR_RUN, COLOUR_BACK };

    for (unsigned i = 0; i < ARRAY_SIZE(bars); i++) {
        struct scene scene = scene_running();

        scene.percent = bars[i].percent;
        scene.what = "";
        expect_words(&scene, 1256 - 16 * (int)strlen(bars[i].number), 588, pen, bars[i].number);
        page_show(&scene, 1280, 800);
        expect_page_colour((struct area){ 26, 626, bars[i].length, 12 }, COLOUR_RUN);
        expect_page_colour((struct area){ 26 + bars[i].length, 626, 1228 - bars[i].length, 12 },
                           COLOUR_BACK);
        expect_page_colour((struct area){ 1176 - 16 * 6, 588, 16 * 6, 32 },
                           COLOUR_BACK); /* before "100 %" */
    }
}

/* The edge of the temperature, at 603, is amber from the ninth degree below the limit on. */
TEST(the_temperature_turns_amber)
{
    static const struct {
        int celsius, limit;
        uint32_t colour;
    } rows[] = { { 84, 95, COLOUR_MUTE },  { 85, 95, COLOUR_MUTE }, { 86, 95, COLOUR_AMBER },
                 { 96, 95, COLOUR_AMBER }, { 61, 0, COLOUR_MUTE },  { 61, -1, COLOUR_MUTE },
                 { 5, 1, COLOUR_AMBER } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct scene scene = scene_running();

        scene.celsius = rows[i].celsius;
        scene.limit = rows[i].limit;
        page_show(&scene, 1280, 800);
        expect_page_colour((struct area){ 603, 104, 3, 126 }, rows[i].colour);
        if (rows[i].limit <= 0) /* its limit stands there, below */
            expect_page_colour((struct area){ 851, 210, 64, 16 }, COLOUR_PANEL);
    }
}

TEST(numbers_have_their_form)
{
    static const struct {
        int seconds;
        const char *words;
    } times[] = { { -1, "--:--" }, { 0, "0:00" },    { 1, "0:01" },     { 59, "0:59" },
                  { 60, "1:00" },  { 600, "10:00" }, { 3599, "59:59" }, { 360000, "6000:00" } };
    struct readout readout = { 0 };

    for (unsigned i = 0; i < ARRAY_SIZE(times); i++) {
        readout_minutes(&readout, times[i].seconds);
        assert_string_equal(times[i].words, readout.value);
    }
    readout_number(&readout, -1);
    assert_string_equal("--", readout.value);
    readout_number(&readout, 0);
    assert_string_equal("0", readout.value);
    readout_number(&readout, INT64_C(68719476736));
    assert_string_equal("68719476736", readout.value);
}

/* The header's words begin at 104 and may be 124 letters; the report's begin at 1104; longer ones end in dots. */
TEST(the_header_is_cut)
{
    const struct pen pen = { 1, false, COLOUR_MUTE, COLOUR_PANEL };
    struct scene scene = scene_running();
    char machine[140], words[160];

    scene.version = "1";
    scene.time = "2";
    scene.machine = letters_of(machine, 116);
    snprintf(words, sizeof(words), "1   2   %s", machine);
    expect_words(&scene, 104, 12, pen, words);
    scene.machine = letters_of(machine, 117);
    memcpy(words + 121, "...", 4);
    expect_words(&scene, 104, 12, pen, words);
}

/* Keys stand from 24 to 1256. Two of them take 16 pixels a letter, 26 each around the key, and 28 between them: with
 * 72 letters they just fit. Smaller letters before one is left out. */
TEST(keys_become_smaller)
{
    const struct pen large = { 2, false, COLOUR_TEXT, COLOUR_PANEL };
    const struct pen small = { 1, false, COLOUR_TEXT, COLOUR_PANEL };
    struct scene scene = scene_running();
    char label[160];

    scene.key_count = 2;
    scene.keys[0] = (struct scene_key){ "A", "b" };
    scene.keys[1] = (struct scene_key){ "C", letters_of(label, 69) };
    expect_words(&scene, 24 + 58 + 28 + 42, 760, large, label); /* after A, b and the gap */
    scene.keys[1].label = letters_of(label, 70);
    expect_words(&scene, 24 + 42 + 28 + 34, 768, small, label);
    scene.keys[1].label = letters_of(label, 141); /* 128 and 141 letters of 8: up to 1256 */
    expect_words(&scene, 24 + 42 + 28 + 34, 768, small, label);
    scene.keys[1].label = letters_of(label, 142);
    page_show(&scene, 1280, 800);
    expect_page_colour((struct area){ 24 + 42 + 28, 752, 1280 - 94, 48 }, COLOUR_PANEL);
}

/* In amber below the header, 6 pixels of edge above the words: 77 letters of 16 fit between the margins. */
TEST(what_was_lost_becomes_smaller)
{
    struct pen pen = { 2, true, COLOUR_BACK, COLOUR_AMBER };
    struct scene scene = scene_running();
    char why[80], words[120];

    scene.lost = letters_of(why, 59);
    snprintf(words, sizeof(words), "REPORT NOT SAVED: %s", why);
    expect_words(&scene, 24, 46, pen, words);
    scene.lost = letters_of(why, 60);
    snprintf(words, sizeof(words), "REPORT NOT SAVED: %s", why);
    pen.scale = 1;
    expect_words(&scene, 24, 46, pen, words);
}

/* The card's line has 1024 pixels from 232 on, 64 letters; its address and title take 17, then two blanks. */
TEST(the_memory_is_said_where_it_has_room)
{
    const struct pen pen = { 2, true, COLOUR_WHITE, COLOUR_BACK };
    struct scene scene = scene_running();
    char memory[80], words[120];

    scene.cards[0].memory = letters_of(memory, 45);
    snprintf(words, sizeof(words), "0000:01:00.0  G84  %s", memory);
    expect_words(&scene, 232, 56, pen, words);
    scene.cards[0].memory = letters_of(memory, 46);
    expect_words(&scene, 232, 56, pen, "0000:01:00.0  G84");
    page_show(&scene, 1280, 800);
    expect_page_colour((struct area){ 232 + 17 * 16, 52, 1280 - 504, 40 }, COLOUR_BACK);
}

/* The counts are one line, 6 pixels below their rule. Times and temperatures of 0 are known ones. The sum of all rounds is never cut: it takes as many lines as it needs. */
TEST(counts_have_room_for_all_rounds)
{
    const struct pen mute = { 1, false, COLOUR_MUTE, COLOUR_BACK };
    struct scene scene = { .state = STATE_PASS, .card_count = 1, .elapsed = -1, .celsius = -1 };
    char rounds[220];

    scene.cards[0] =
        (struct scene_card){ .at = "at", .title = "G84", .state = STATE_PASS, .reason = "" };
    expect_words(&scene, 24, 730, mute, "passed 0   failed 0   skipped 0   errors 0   ");
    scene.elapsed = scene.celsius = 0;
    expect_words(&scene, 24, 730, mute,
                 "passed 0   failed 0   skipped 0   errors 0   time 0:00   0 C");
    scene.elapsed = 120;
    scene.rounds = letters_of(rounds, 200);
    expect_words(&scene, 24, 694, mute,
                 "passed 0   failed 0   skipped 0   errors 0   time 2:00   0 C");
    expect_page_says(24, 712, mute, letters_of(rounds, 154));
    expect_page_colour((struct area){ 24, 746, 1200, 6 }, COLOUR_BACK);
}

/* ---- tiles of several cards ----
 * Below 1024 pixels the margin is 12, a sign of 36 pixels stands 12 from a tile's left edge and 36 before the words,
 * letters are 8 wide, a verdict's 16. */

#define TOP   152 /* of the first row: a header of 40, a band of 96 and a gap of 16 */
#define WORDS 72  /* of the first tile: 12 + 12 + 36 + 12 */

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
    page_show(&scene, 804, 600);
    expect_page_says(WORDS, TOP + 23, good(2), "PASS");
    expect_page_says(264 - 12 - 6 * 16, TOP + 6, good(2), "CARD 1");
    expect_page_says(264 - 12 - 13 * 8, TOP + 58, good(1), "0000:01:00.0 ");
    page_show(&scene, 803, 600);
    expect_page_says(WORDS, TOP + 2, good(2), "PASS");
    expect_page_says(WORDS, TOP + 41, good(1), "CARD 1  0000:01:00.0 ");
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
        page_show(&scene, rows[i].width, 600);
        expect_page_says(WORDS, TOP + 2, good(2), "PASS");
        expect_page_says(WORDS, TOP + 41, good(1), "CARD 1  0000:01:00.0");
        expect_page_says(WORDS + 160, TOP + 41, good(1), rows[i].said ? " G" : "  ");
    }
    scene.cards[0].at = NULL;
    scene.cards[0].title = "A title of eighteen";
    page_show(&scene, 800, 600);
    expect_page_says(WORDS, TOP + 41, good(2), "CARD 1  ");
}
