/* The drawn screen: what each page says, that nothing is drawn outside, and that drawing only what changed
 * gives the same picture. With PAGES=FOLDER in the environment each page is written there as a PPM picture. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/report/font.h"
#include "tests/report/page.h"

#define GUARD      0xdeadbeefu
#define GUARD_SIZE 4096

static const struct {
    int width, height;
} sizes[] = { { 800, 600 }, { 1280, 800 }, { 1920, 1080 }, { 1024, 768 }, { 2560, 1600 } };

struct sheet {
    uint32_t *all; /* with guards around */
    struct page page;
};

static void open_sheet(struct sheet *sheet, int width, int height)
{
    const size_t count = (size_t)width * (size_t)height + 2 * GUARD_SIZE;

    sheet->all = malloc(count * sizeof(uint32_t));
    for (size_t i = 0; i < count; i++)
        sheet->all[i] = GUARD;
    page_open(&sheet->page, sheet->all + GUARD_SIZE, width, height);
}

static size_t pixels_of(const struct sheet *sheet)
{
    return (size_t)sheet->page.canvas.width * (size_t)sheet->page.canvas.height;
}

static void close_sheet(struct sheet *sheet)
{
    for (size_t i = 0; i < GUARD_SIZE; i++) {
        assert_int_equal(GUARD, sheet->all[i]);
        assert_int_equal(GUARD, sheet->all[GUARD_SIZE + pixels_of(sheet) + i]);
    }
    free(sheet->all);
}

static void keep(const struct sheet *sheet, const char *name)
{
    const char *const folder = getenv("PAGES");
    const struct canvas *const canvas = &sheet->page.canvas;
    char path[512];

    if (!folder)
        return;
    snprintf(path, sizeof(path), "%s/%s-%dx%d.ppm", folder, name, canvas->width, canvas->height);
    FILE *const file = fopen(path, "wb");
    assert_non_null(file);
    fprintf(file, "P6\n%d %d\n255\n", canvas->width, canvas->height);
    for (size_t i = 0; i < pixels_of(sheet); i++) {
        const uint32_t c = canvas->pixels[i];
        const unsigned char rgb[3] = { (unsigned char)(c >> 16), (unsigned char)(c >> 8),
                                       (unsigned char)c };

        fwrite(rgb, 1, 3, file);
    }
    fclose(file);
}

/* ---- scenes ---- */

static void add_chips(struct scene_card *card, unsigned parts, unsigned each, uint8_t state)
{
    card->parts = parts;
    card->chip_count = 0;
    for (unsigned part = 0; part < parts; part++)
        for (unsigned i = 0; i < each; i++) {
            struct scene_chip *const chip = &card->chips[card->chip_count++];

            if (each == 4)
                snprintf(chip->name, sizeof(chip->name), "%c%u%c", 'A' + (int)part, i / 2,
                         "ab"[i % 2]);
            else
                snprintf(chip->name, sizeof(chip->name), "%c%u", 'A' + (int)part, i);
            chip->part = (uint8_t)part;
            chip->state = state;
        }
}

static struct scene_card card_of(const char *at, uint8_t state, const char *reason)
{
    static const char *const words[STATES] = { [STATE_PASS] = "PASS",
                                               [STATE_FAIL] = "FAIL",
                                               [STATE_NOT_TESTED] = "NOT TESTED",
                                               [STATE_INCOMPLETE] = "INCOMPLETE" };
    struct scene_card card = { .at = at,
                               .title = "G84",
                               .memory = "256 MiB, 2 partitions",
                               .state = state,
                               .reason = reason,
                               .memory_tested = state == STATE_PASS || state == STATE_FAIL,
                               .passed = 146,
                               .skipped = 12 };

    if (words[state])
        card.advice = advice_for(words[state], reason);
    add_chips(&card, 2, 2, state == STATE_PASS || state == STATE_FAIL ? CHIP_TESTED : CHIP_WAITING);
    return card;
}

static void make_bad(struct scene_card *card)
{
    card->chips[3].state = CHIP_BAD;
    strcpy(card->suspect, "B1");
    card->wrong = 196608;
    card->failed = 38;
    card->passed = 109;
}

#define STUCK                                                                                      \
    "vram.quick: G84 bad memory: partition 1 (FBB), D32-D63, rank A: bit 37 stuck at 0 (chip B1) " \
    "(it may explain the other 37 failures)"

static struct scene scene_of(uint8_t state)
{
    return (struct scene){ .version = "0.1.0",
                           .time = "2026-01-15 10:42",
                           .machine = "Q35 + ICH9, 2009",
                           .saved = "USB stick",
                           .state = state,
                           .card_count = 1,
                           .elapsed = 72,
                           .left = 47,
                           .celsius = 61,
                           .hottest = 63,
                           .limit = 95,
                           .rate = 36,
                           .percent = 73,
                           .run_thousandths = 610,
                           .key_count = 4,
                           .keys = { { "Esc", "Stop" },
                                     { "Space", "Pause" },
                                     { "S", "Skip test" },
                                     { "D", "Details" } } };
}

static struct scene running(void)
{
    struct scene scene = scene_of(STATE_RUNNING);

    scene.cards[0] = card_of("0000:01:00.0", STATE_RUNNING, NULL);
    add_chips(&scene.cards[0], 2, 2, CHIP_TESTING);
    scene.test = "vram.quick";
    scene.what = "March C-, down: read 0, write 1";
    scene.result_count = 3;
    scene.results[0] = (struct scene_result){
        STATE_FAIL, "vm.pte.read_only",
        "G84 recorded no fault, expected PAGE_READ_ONLY BAR/PFIFO_WRITE BAR1_WRITE write at 0x20, "
        "channel 0x00000020, and a good deal more that does not fit"
    };
    scene.results[1] = (struct scene_result){ STATE_PASS, "vram.size", "0x10000000 bytes" };
    scene.results[2] = (struct scene_result){ STATE_PASS, "vram.temperature", "45 C" };
    return scene;
}

static struct scene verdict(uint8_t state, const char *reason)
{
    struct scene scene = scene_of(state);

    scene.cards[0] = card_of("0000:01:00.0", state, reason);
    if (state == STATE_FAIL)
        make_bad(&scene.cards[0]);
    return scene;
}

static struct scene many(unsigned count, unsigned parts)
{
    static const char *const at[] = { "0000:01:00.0", "0000:02:00.0", "0000:03:00.0",
                                      "0000:04:00.0", "0000:05:00.0", "0000:06:00.0",
                                      "0000:07:00.0", "0000:08:00.0" };
    struct scene scene = scene_of(STATE_FAIL);

    scene.card_count = count;
    for (unsigned i = 0; i < count; i++) {
        scene.cards[i] = card_of(at[i], i == 1 ? STATE_FAIL : STATE_PASS, i == 1 ? STUCK : "");
        if (parts)
            add_chips(&scene.cards[i], parts, 2, CHIP_TESTED);
    }
    make_bad(&scene.cards[1]);
    return scene;
}

static struct scene no_card(void)
{
    struct scene scene = scene_of(STATE_NOT_TESTED);

    scene.card_count = 0;
    scene.reason = "no card";
    return scene;
}

static struct scene lost(void)
{
    struct scene scene = verdict(STATE_PASS, "");

    scene.lost = "the stick is read-only";
    return scene;
}

static struct scene unsent(void)
{
    struct scene scene = verdict(STATE_FAIL, STUCK);

    scene.unsent = "10.77.0.1 does not answer; the stick has it; tried again for 42 s";
    return scene;
}

static struct scene large_chips(void)
{
    struct scene scene = verdict(STATE_FAIL, STUCK);

    add_chips(&scene.cards[0], 8, 4, CHIP_TESTED);
    scene.cards[0].chips[5].state = CHIP_BAD;
    return scene;
}

/* GV100: no source says which chip an address lies in. */
static struct scene without_chips(void)
{
    struct scene scene =
        verdict(STATE_FAIL, "vram.quick: GV100 bad memory: 20971520 wrong words, bits "
                            "0x0000002000000000, multiples of 0x20 bytes apart; which chip "
                            "holds them is not known for this chipset");

    scene.cards[0].title = "GV100";
    scene.cards[0].suspect[0] = '\0';
    scene.cards[0].parts = scene.cards[0].chip_count = 0;
    scene.cards[0].memory_state = CHIP_BAD;
    return scene;
}

static struct scene mixed(void)
{
    struct scene scene = many(4, 0);

    scene.cards[2] =
        card_of("0000:03:00.0", STATE_NOT_TESTED, "the card is not initialised by its VBIOS");
    scene.cards[3] =
        card_of("0000:04:00.0", STATE_INCOMPLETE,
                "vram.quick: after a pause of 61 s the card is still at 97 C, max_temp is 95");
    return scene;
}

struct shot {
    const char *name;
    struct scene scene;
};

#define SHOTS 14

static void take_shots(struct shot shots[SHOTS])
{
    shots[0] = (struct shot){ "running", running() };
    shots[1] = (struct shot){ "pass", verdict(STATE_PASS, "") };
    shots[2] = (struct shot){ "fail", verdict(STATE_FAIL, STUCK) };
    shots[3] = (struct shot){ "not-tested", verdict(STATE_NOT_TESTED,
                                                    "the card is not initialised by its VBIOS") };
    shots[4] = (struct shot){
        "incomplete",
        verdict(STATE_INCOMPLETE,
                "vram.quick: after a pause of 61 s the card is still at 97 C, max_temp is 95")
    };
    shots[5] = (struct shot){ "two-cards", many(2, 0) };
    shots[6] = (struct shot){ "four-cards", many(4, 4) };
    shots[7] = (struct shot){ "eight-cards", many(8, 8) };
    shots[8] = (struct shot){ "no-card", no_card() };
    shots[9] = (struct shot){ "not-saved", lost() };
    shots[10] = (struct shot){ "eight-partitions", large_chips() };
    shots[11] = (struct shot){ "not-sent", unsent() };
    shots[12] = (struct shot){ "without-chips", without_chips() };
    shots[13] = (struct shot){ "mixed", mixed() };
}

/* ---- tests ---- */

static void pages_stay_on_the_canvas(void **state)
{
    struct shot shots[SHOTS];

    (void)state;
    take_shots(shots);
    for (unsigned size = 0; size < sizeof(sizes) / sizeof(sizes[0]); size++)
        for (unsigned i = 0; i < SHOTS; i++) {
            struct sheet sheet;

            open_sheet(&sheet, sizes[size].width, sizes[size].height);
            page_draw(&sheet.page, &shots[i].scene);
            for (size_t p = 0; p < pixels_of(&sheet); p++)
                assert_int_equal(0,
                                 sheet.page.canvas.pixels[p] >> 24); /* nothing is left undrawn */
            keep(&sheet, shots[i].name);
            close_sheet(&sheet);
        }
}

/* A page drawn over another shows what it shows on an empty canvas. */
static void changes_give_the_same_picture(void **state)
{
    struct shot shots[SHOTS];
    struct sheet kept;

    (void)state;
    take_shots(shots);
    open_sheet(&kept, 1280, 800);
    for (unsigned i = 0; i < 3 * SHOTS; i++) {
        struct scene *const scene = &shots[i * 7 % SHOTS].scene;
        struct sheet fresh;

        scene->elapsed += (int)i;
        scene->percent = (int)(i * 3) % 100;
        scene->cards[0].passed += i;
        page_draw(&kept.page, scene);
        open_sheet(&fresh, 1280, 800);
        page_draw(&fresh.page, scene);
        assert_memory_equal(fresh.page.canvas.pixels, kept.page.canvas.pixels,
                            pixels_of(&fresh) * 4);
        close_sheet(&fresh);
    }
    close_sheet(&kept);
}

/* The list of changes covers every pixel that is not as before; without a change it is empty. */
static void changes_are_told(void **state)
{
    struct scene scene = running();
    struct sheet sheet;

    (void)state;
    open_sheet(&sheet, 1280, 800);
    page_draw(&sheet.page, &scene);
    uint32_t *const before = malloc(pixels_of(&sheet) * 4);
    memcpy(before, sheet.page.canvas.pixels, pixels_of(&sheet) * 4);
    sheet.page.canvas.change_count = 0;
    page_draw(&sheet.page, &scene);
    assert_int_equal(0, sheet.page.canvas.change_count);
    scene.elapsed++;
    scene.percent++;
    page_draw(&sheet.page, &scene);
    const struct canvas *const canvas = &sheet.page.canvas;
    size_t area = 0;

    assert_true(canvas->change_count > 0);
    for (unsigned i = 0; i < canvas->change_count; i++)
        area += (size_t)canvas->changes[i].width * (size_t)canvas->changes[i].height;
    assert_true(area < pixels_of(&sheet) / 4); /* a second costs little */
    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++) {
            const size_t at = (size_t)y * (size_t)canvas->width + (size_t)x;
            bool told = before[at] == canvas->pixels[at];

            for (unsigned i = 0; i < canvas->change_count && !told; i++) {
                const struct area a = canvas->changes[i];

                told = x >= a.x && x < a.x + a.width && y >= a.y && y < a.y + a.height;
            }
            assert_true(told);
        }
    free(before);
    close_sheet(&sheet);
}

/* What a tile says stays in it: the gap between two tiles in a row is empty. Eight cards on the smallest screen: the
 * tiles begin at 12, 274 and 536 and are 250 wide. */
static void tiles_keep_their_words(void **state)
{
    static const int gaps[] = { 262, 524, 786 };
    struct scene scene = many(8, 8);
    struct sheet sheet;

    (void)state;
    for (unsigned i = 0; i < 8; i++)
        scene.cards[i].title = "GT218";
    open_sheet(&sheet, 800, 600);
    page_draw(&sheet.page, &scene);
    for (int y = 160; y < 270; y++)
        for (unsigned i = 0; i < 3; i++)
            for (int x = gaps[i]; x < gaps[i] + 12; x++)
                assert_int_equal(COLOUR_BACK, sheet.page.canvas.pixels[y * 800 + x]);
    close_sheet(&sheet);
}

/* How many caps of keys stand side by side in the last lines of the page: their upper edges have no letters in them. */
static unsigned key_caps(const struct canvas *canvas)
{
    unsigned most = 0;

    for (int y = canvas->height - 48; y < canvas->height; y++) {
        unsigned caps = 0, run = 0;

        for (int x = 0; x < canvas->width; x++) {
            run = canvas->pixels[y * canvas->width + x] == COLOUR_TEXT ? run + 1 : 0;
            caps += run == 20;
        }
        most = caps > most ? caps : most;
    }
    return most;
}

/* Again, next card, power off, setup, details, leave: all of them, on every screen. */
static void every_key_is_shown(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct scene scene = many(2, 0);
        struct sheet sheet;

        scene.has_keys = true;
        scene_offer_keys(&scene);
        assert_int_equal(6, scene.key_count);
        open_sheet(&sheet, sizes[i].width, sizes[i].height);
        page_draw(&sheet.page, &scene);
        assert_int_equal(6, key_caps(&sheet.page.canvas));
        close_sheet(&sheet);
    }
}

/* By Newton's method; the tests are linked without a library for it. */
static double fifth_root(double x)
{
    double r = 1;

    for (unsigned i = 0; i < 100; i++)
        r -= (r * r * r * r * r - x) / (5 * r * r * r * r);
    return r;
}

/* Relative luminance and contrast as WCAG 2 defines them. */
static double channel(uint32_t value)
{
    const double c = value / 255.0;

    const double x = (c + 0.055) / 1.055;

    return c <= 0.03928 ? c / 12.92 : x * x * fifth_root(x * x); /* x to the power of 2.4 */
}

static double luminance(uint32_t c)
{
    return 0.2126 * channel(c >> 16 & 255) + 0.7152 * channel(c >> 8 & 255) +
           0.0722 * channel(c & 255);
}

static void every_text_has_contrast(void **state)
{
    static const uint32_t pairs[][2] = {
        { COLOUR_BACK, COLOUR_GOOD },   { COLOUR_WHITE, COLOUR_CRIM },
        { COLOUR_WHITE, COLOUR_BACK },  { COLOUR_AMBER, COLOUR_BACK },
        { COLOUR_BACK, COLOUR_AMBER },  { COLOUR_GOOD, COLOUR_FERN },
        { COLOUR_AMBER, COLOUR_UMBER }, { COLOUR_RUN, COLOUR_BACK },
        { COLOUR_RUN, COLOUR_PANEL },   { COLOUR_RUN, COLOUR_NAVY },
        { COLOUR_BACK, COLOUR_TEXT },   { COLOUR_MUTE, COLOUR_BACK },
        { COLOUR_MUTE, COLOUR_PANEL },  { COLOUR_TEXT, COLOUR_BACK },
        { COLOUR_TEXT, COLOUR_PANEL },  { COLOUR_GOOD, COLOUR_PANEL },
        { COLOUR_BAD, COLOUR_PANEL },   { COLOUR_AMBER, COLOUR_PANEL },
        { COLOUR_WHITE, COLOUR_PANEL }, { COLOUR_BAD, COLOUR_BOARD },
        { COLOUR_AMBER, COLOUR_BOARD },
    };

    (void)state;
    for (unsigned i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        const double a = luminance(pairs[i][0]), b = luminance(pairs[i][1]);
        const double ratio = (a > b ? a + 0.05 : b + 0.05) / (a > b ? b + 0.05 : a + 0.05);

        if (ratio < 4.5)
            fail_msg("%06x on %06x: %.2f", pairs[i][0], pairs[i][1], ratio);
    }
}

/* 'A' of the font as its text says it, and a paragraph that does not fit ends with a mark. */
static void letters_are_drawn(void **state)
{
    enum { WIDTH = 160, HEIGHT = 64 };
    uint32_t pixels[WIDTH * HEIGHT] = { 0 };
    struct canvas canvas = canvas_in(pixels, WIDTH, HEIGHT);
    const struct pen pen = { 1, false, 1, 2 };

    (void)state;
    assert_int_equal(8, canvas_text(&canvas, 0, 0, pen, "A"));
    for (int y = 0; y < FONT_HEIGHT; y++)
        for (int x = 0; x < FONT_WIDTH; x++)
            assert_int_equal(font_glyphs['A' - FONT_FIRST][y] & 0x80 >> x ? 1 : 2,
                             pixels[y * WIDTH + x]);
    uint32_t expected[WIDTH * HEIGHT] = { 0 };
    struct canvas other = canvas_in(expected, WIDTH, HEIGHT);
    memset(pixels, 0, sizeof(pixels));
    canvas_paragraph(&canvas, (struct area){ 0, 0, 80, 36 }, pen, "one two three four five");
    canvas_text(&other, 0, 0, pen, "one two");
    canvas_text(&other, 0, 18, pen, "three f..."); /* ten letters, the last three a mark */
    for (int x = 0; x < 56; x++)
        assert_int_equal(expected[8 * WIDTH + x], pixels[8 * WIDTH + x]);
    for (int x = 72; x < 80; x++)
        assert_int_equal(expected[(18 + 13) * WIDTH + 64 + x % 8],
                         pixels[(18 + 13) * WIDTH + 56 + x % 8]);
    assert_int_equal(3, text_scale("abcd", 96, 5));
}

/* A stick that failed goes before a server that is away: the one is lost, the other is tried again. */
static void what_became_of_the_report_is_said(void **state)
{
    struct scene scene = unsent();
    const char *why;

    (void)state;
    assert_string_equal("REPORT NOT SENT", scene_trouble(&scene, &why));
    assert_string_equal(scene.unsent, why);
    scene.lost = "the stick is full";
    assert_string_equal("REPORT NOT SAVED", scene_trouble(&scene, &why));
    assert_string_equal(scene.lost, why);
    scene.lost = scene.unsent = NULL;
    assert_null(scene_trouble(&scene, &why));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_stay_on_the_canvas),
        cmocka_unit_test(what_became_of_the_report_is_said),
        cmocka_unit_test(changes_give_the_same_picture),
        cmocka_unit_test(changes_are_told),
        cmocka_unit_test(every_text_has_contrast),
        cmocka_unit_test(letters_are_drawn),
        cmocka_unit_test(tiles_keep_their_words),
        cmocka_unit_test(every_key_is_shown),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
