/* The drawn screen: the words of each page, that nothing is drawn outside, and that drawing only what changed gives the
 * same picture. With PAGES=FOLDER in the environment each page is written there as a PPM picture. */
#include "suite/report/page.h"
#include "tests/suite/report/scene_rig.h"

#define GUARD      0xdeadbeefu
#define GUARD_SIZE 4096

static const int sizes[][2] = {
    { 800, 600 }, { 1280, 800 }, { 1920, 1080 }, { 1024, 768 }, { 2560, 1600 }
};

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
    for (size_t i = 0; i < GUARD_SIZE; i++)
        assert_pairs(GUARD, sheet->all[i], GUARD, sheet->all[GUARD_SIZE + pixels_of(sheet) + i]);
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

/* ---- tests ---- */

TEST(pages_stay_on_the_canvas)
{
    struct shot shots[SHOTS];

    take_shots(shots);
    for (unsigned size = 0; size < sizeof(sizes) / sizeof(sizes[0]); size++)
        for (unsigned i = 0; i < SHOTS; i++) {
            struct sheet sheet;

            open_sheet(&sheet, sizes[size][0], sizes[size][1]);
            page_draw(&sheet.page, &shots[i].scene);
            for (size_t p = 0; p < pixels_of(&sheet); p++) /* nothing is left undrawn */
                assert_int_equal(0, sheet.page.canvas.pixels[p] >> 24);
            keep(&sheet, shots[i].name);
            close_sheet(&sheet);
        }
}

/* A page drawn over another looks as on an empty canvas; words that become shorter leave no letters of the old ones. */
TEST(changes_give_the_same_picture)
{
    struct shot shots[SHOTS];
    struct sheet kept;

    take_shots(shots);
    open_sheet(&kept, 1280, 800);
    for (unsigned i = 0; i < 3 * SHOTS; i++) {
        struct scene *const scene = &shots[i * 7 % SHOTS].scene;
        struct sheet fresh;

        scene->elapsed += (int)i;
        scene->percent = (int)(i * 3) % 100;
        scene->cards[0].passed += i;
        if (i % 2) {
            const struct scene_card card = scene->cards[0];

            scene->cards[0].passed += 1000000;
            scene->cards[0].differs += 10;
            page_draw(&kept.page, scene);
            scene->cards[0] = card;
        }
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
TEST(changes_are_told)
{
    struct scene scene = scene_running();
    struct sheet sheet;

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
    const double c = value / 255.0, x = (c + 0.055) / 1.055;

    return c <= 0.03928 ? c / 12.92 : x * x * fifth_root(x * x); /* x to the power of 2.4 */
}

static double luminance(uint32_t c)
{
    return 0.2126 * channel(c >> 16 & 255) + 0.7152 * channel(c >> 8 & 255) +
           0.0722 * channel(c & 255);
}

TEST(every_text_has_contrast)
{
    static const uint32_t pairs[][2] = {
        /* clang-format off */
        { COLOUR_BACK, COLOUR_GOOD }, { COLOUR_WHITE, COLOUR_CRIM }, { COLOUR_WHITE, COLOUR_BACK },
        { COLOUR_AMBER, COLOUR_BACK }, { COLOUR_BACK, COLOUR_AMBER }, { COLOUR_GOOD, COLOUR_FERN },
        { COLOUR_AMBER, COLOUR_UMBER }, { COLOUR_RUN, COLOUR_BACK }, { COLOUR_RUN, COLOUR_PANEL },
        { COLOUR_RUN, COLOUR_NAVY }, { COLOUR_BACK, COLOUR_TEXT }, { COLOUR_MUTE, COLOUR_BACK },
        { COLOUR_MUTE, COLOUR_PANEL }, { COLOUR_TEXT, COLOUR_BACK }, { COLOUR_TEXT, COLOUR_PANEL },
        { COLOUR_GOOD, COLOUR_PANEL }, { COLOUR_BAD, COLOUR_PANEL }, { COLOUR_AMBER, COLOUR_PANEL },
        { COLOUR_WHITE, COLOUR_PANEL }, { COLOUR_BAD, COLOUR_BOARD }, { COLOUR_AMBER, COLOUR_BOARD },
        /* clang-format on */
    };

    for (unsigned i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        const double a = luminance(pairs[i][0]), b = luminance(pairs[i][1]);
        const double ratio = (a > b ? a + 0.05 : b + 0.05) / (a > b ? b + 0.05 : a + 0.05);

        if (ratio < 4.5)
            fail_msg("%06x on %06x: %.2f", pairs[i][0], pairs[i][1], ratio);
    }
}
