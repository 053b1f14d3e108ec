/* How the drawn pages look: each of them beside a list of the shapes it is made of (tests/suite/report/pages/), pixel by
 * pixel. The lists keep pages that were looked at beside the mockups, at 800x600 and 1280x800: they tell that a page
 * has changed, not whether it is right. Of one that shall look otherwise `make golden` writes the list anew, from the
 * page as it is drawn; the difference is reviewed, beside the picture that page_test's PAGES=FOLDER writes. The shapes
 * themselves have their pixels typed in canvas_test. */
#include "suite/report/font.h"
#include "suite/report/picture.h"
#include "tests/suite/report/page_rig.h"
#include "tests/suite/report/scene_rig.h"

#define FOLDER     "tests/suite/report/pages/"
#define LINE_MAX   400
#define LIST_MAX   1024
#define PIXELS_MAX (1920 * 1080)

/* `make golden`: lists that differ from the drawn page are written anew. */
static bool golden(void)
{
    return getenv("GOLDEN") != NULL;
}

/* The shapes of pages are recorded, as lines of a list: the linker leads their calls through these. */
static struct {
    char lines[LIST_MAX][LINE_MAX];
    unsigned count;
    bool open; /* while a page is drawn for `make golden` */
} drawn_lines;

static void begin_lines(bool open)
{
    drawn_lines.count = 0;
    drawn_lines.open = open;
}

static unsigned lines_with_end(const char *end)
{
    unsigned count = 0;

    for (unsigned i = 0; i < drawn_lines.count; i++) {
        const size_t length = strlen(drawn_lines.lines[i]), size = strlen(end);

        count += length >= size && !strcmp(drawn_lines.lines[i] + length - size, end);
    }
    return count;
}

static char *next_line(void)
{
    assert_true(drawn_lines.count < LIST_MAX);
    return drawn_lines.lines[drawn_lines.count++];
}

static const char *const signs[] = { "tick", "cross", "dash", "half", "bang", "arrow", "dots" };

static enum sign sign_of(const char *name)
{
    for (unsigned i = 0; i < ARRAY_SIZE(signs); i++)
        if (!strcmp(signs[i], name))
            return (enum sign)i;
    fail_msg("no sign is called \"%s\"", name);
    return SIGNS;
}

static const char *pen_words(struct pen pen)
{
    static char words[64];

    snprintf(words, sizeof(words), "%d %s %s on %s", pen.scale, pen.strong ? "strong" : "plain",
             page_colour_name(pen.colour), page_colour_name(pen.back));
    return words;
}

#define LED(type, name, ...)                                                                       \
    type __real_##name(struct canvas *canvas, __VA_ARGS__);                                        \
    type __wrap_##name(struct canvas *canvas, __VA_ARGS__);
LED(void, canvas_fill, struct area a, uint32_t colour)
LED(void, canvas_frame, struct area a, int thickness, bool dashed, uint32_t colour)
LED(void, canvas_line, int x, int y, int to_x, int to_y, int thickness, uint32_t colour)
LED(void, canvas_sign, int x, int y, int scale, enum sign sign, uint32_t colour)
LED(int, canvas_text, int x, int y, struct pen pen, const char *text)
LED(int, canvas_paragraph, struct area a, struct pen pen, const char *text)

void __wrap_canvas_fill(struct canvas *canvas, struct area a, uint32_t colour)
{
    if (drawn_lines.open)
        snprintf(next_line(), LINE_MAX, "fill %d %d %d %d %s", a.x, a.y, a.width, a.height,
                 page_colour_name(colour));
    __real_canvas_fill(canvas, a, colour);
}

void __wrap_canvas_frame(struct canvas *canvas, struct area a, int thickness, bool dashed,
                         uint32_t colour)
{
    if (drawn_lines.open)
        snprintf(next_line(), LINE_MAX, "frame %d %d %d %d %d %s %s", a.x, a.y, a.width, a.height,
                 thickness, dashed ? "dashed" : "solid", page_colour_name(colour));
    __real_canvas_frame(canvas, a, thickness, dashed, colour);
}

void __wrap_canvas_line(struct canvas *canvas, int x, int y, int to_x, int to_y, int thickness,
                        uint32_t colour)
{
    if (drawn_lines.open)
        snprintf(next_line(), LINE_MAX, "line %d %d to %d %d %d %s", x, y, to_x, to_y, thickness,
                 page_colour_name(colour));
    __real_canvas_line(canvas, x, y, to_x, to_y, thickness, colour);
}

void __wrap_canvas_sign(struct canvas *canvas, int x, int y, int scale, enum sign sign,
                        uint32_t colour)
{
    if (drawn_lines.open)
        snprintf(next_line(), LINE_MAX, "sign %d %d %d %s %s", x, y, scale, signs[sign],
                 page_colour_name(colour));
    __real_canvas_sign(canvas, x, y, scale, sign, colour);
}

int __wrap_canvas_text(struct canvas *canvas, int x, int y, struct pen pen, const char *text)
{
    if (drawn_lines.open && text[0])
        snprintf(next_line(), LINE_MAX, "text %d %d %s %s", x, y, pen_words(pen), text);
    return __real_canvas_text(canvas, x, y, pen, text);
}

int __wrap_canvas_paragraph(struct canvas *canvas, struct area a, struct pen pen, const char *text)
{
    if (drawn_lines.open && text[0])
        snprintf(next_line(), LINE_MAX, "paragraph %d %d %d %d %s %s", a.x, a.y, a.width, a.height,
                 pen_words(pen), text);
    return __real_canvas_paragraph(canvas, a, pen, text);
}

/* One line of a list: a shape, where it is, and how it is drawn. */
static void draw_shape(struct canvas *canvas, const char *line)
{
    char colour[16], paper[16], how[16];
    int x, y, width, height, more, count, words;

    if (sscanf(line, "fill %d %d %d %d %15s", &x, &y, &width, &height, colour) == 5)
        canvas_fill(canvas, (struct area){ x, y, width, height }, page_colour(colour));
    else if (sscanf(line, "fills %d %d %d %d %d times %d apart %15s", &x, &y, &width, &height,
                    &count, &more, colour) == 7)
        for (int i = 0; i < count; i++)
            canvas_fill(canvas, (struct area){ x + i * more, y, width, height },
                        page_colour(colour));
    else if (sscanf(line, "frame %d %d %d %d %d %15s %15s", &x, &y, &width, &height, &more, how,
                    colour) == 7)
        canvas_frame(canvas, (struct area){ x, y, width, height }, more, !strcmp(how, "dashed"),
                     page_colour(colour));
    else if (sscanf(line, "line %d %d to %d %d %d %15s", &x, &y, &width, &height, &more, colour) ==
             6)
        canvas_line(canvas, x, y, width, height, more, page_colour(colour));
    else if (sscanf(line, "sign %d %d %d %15s %15s", &x, &y, &more, how, colour) == 5)
        canvas_sign(canvas, x, y, more, sign_of(how), page_colour(colour));
    else if (sscanf(line, "paragraph %d %d %d %d %d %15s %15s on %15s%n", &x, &y, &width, &height,
                    &more, how, colour, paper, &words) == 8)
        canvas_paragraph(
            canvas, (struct area){ x, y, width, height },
            (struct pen){ more, !strcmp(how, "strong"), page_colour(colour), page_colour(paper) },
            line + words + 1);
    else if (sscanf(line, "text %d %d %d %15s %15s on %15s%n", &x, &y, &more, how, colour, paper,
                    &words) == 6)
        canvas_text(
            canvas, x, y,
            (struct pen){ more, !strcmp(how, "strong"), page_colour(colour), page_colour(paper) },
            line + words + 1);
    else
        fail_msg("no shape is written like this: %s", line);
}

/* The shapes of one page; each is drawn, and kept to be named beside a pixel that is not as it says. */
struct list {
    char lines[LIST_MAX][LINE_MAX];
    unsigned count;
};

static void read_list(struct list *list, const char *name, int width, int height)
{
    char path[128], wanted[32], line[LINE_MAX];
    bool ours = false;

    snprintf(path, sizeof(path), FOLDER "%s.txt", name);
    snprintf(wanted, sizeof(wanted), "= %dx%d", width, height);
    FILE *const file = fopen(path, "r");
    list->count = 0;
    if (!file && golden())
        return;
    assert_non_null(file);
    while (fgets(line, sizeof(line), file)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '=')
            ours = !strcmp(line, wanted);
        else if (ours) {
            assert_true(list->count < LIST_MAX);
            memcpy(list->lines[list->count++], line, sizeof(line));
        }
    }
    fclose(file);
    if (!list->count && !golden())
        fail_msg("%s has no list for %dx%d", path, width, height);
}

/* Fills of one size beside each other, as far apart as the first two, are one line. */
static unsigned row_of_fills(unsigned first, int *apart)
{
    int x, y, width, height, last = 0, at[4];
    char colour[16], other[16];
    unsigned count = 0;

    for (unsigned i = first; i < drawn_lines.count; i++, count++, last = at[0]) {
        if (sscanf(drawn_lines.lines[i], "fill %d %d %d %d %15s", &at[0], &at[1], &at[2], &at[3],
                   other) != 5)
            break;
        if (!count) {
            x = at[0], y = at[1], width = at[2], height = at[3];
            memcpy(colour, other, sizeof(colour));
            continue;
        }
        if (count == 1)
            *apart = at[0] - x;
        if (at[1] != y || at[2] != width || at[3] != height || strcmp(colour, other) != 0 ||
            at[0] - last != *apart)
            break;
    }
    return count;
}

static void write_lines(FILE *out)
{
    for (unsigned i = 0; i < drawn_lines.count;) {
        int x, y, width, height, apart = 0;
        char colour[16];
        const unsigned row = row_of_fills(i, &apart);

        if (row < 3) {
            fprintf(out, "%s\n", drawn_lines.lines[i++]);
            continue;
        }
        sscanf(drawn_lines.lines[i], "fill %d %d %d %d %15s", &x, &y, &width, &height, colour);
        fprintf(out, "fills %d %d %d %d %u times %d apart %s\n", x, y, width, height, row, apart,
                colour);
        i += row;
    }
}

/* The list of one size in a file of several, or after them, with the drawn shapes in its place. */
static void write_list(const char *name, int width, int height)
{
    char path[128], wanted[32], line[LINE_MAX];
    char *whole = NULL;
    size_t size;
    bool ours = false, written = false;
    FILE *const out = open_memstream(&whole, &size);

    snprintf(path, sizeof(path), FOLDER "%s.txt", name);
    snprintf(wanted, sizeof(wanted), "= %dx%d", width, height);
    for (FILE *const in = fopen(path, "r"); in || !written;) {
        const bool more = in && fgets(line, sizeof(line), in);

        if (!more || line[0] == '=')
            ours = more && !strncmp(line, wanted, strlen(wanted));
        if (!written && (!more || ours)) {
            fprintf(out, "%s\n", wanted);
            write_lines(out);
            written = true;
        }
        if (!more) {
            if (in)
                fclose(in);
            break;
        }
        if (!ours)
            fputs(line, out);
    }
    fclose(out);
    FILE *const file = fopen(path, "w");
    assert_non_null(file);
    fwrite(whole, 1, size, file);
    fclose(file);
    free(whole);
    print_message("# %s %dx%d is written anew\n", name, width, height);
}

/* The shape that a pixel belongs to, by drawing them once more. */
static const char *shape_at(const struct list *list, struct canvas *canvas, size_t at)
{
    const char *by = "nothing";

    memset(canvas->pixels, 0, (size_t)canvas->width * (size_t)canvas->height * 4);
    for (unsigned i = 0; i < list->count; i++) {
        const uint32_t before = canvas->pixels[at];

        draw_shape(canvas, list->lines[i]);
        by = canvas->pixels[at] != before ? list->lines[i] : by;
    }
    return by;
}

static void expect_as_listed(const char *name, const struct canvas *drawn)
{
    const size_t width = (size_t)drawn->width, size = width * (size_t)drawn->height;
    static uint32_t pixels[PIXELS_MAX];
    static struct list list;

    read_list(&list, name, drawn->width, drawn->height);
    struct canvas listed = canvas_in(pixels, drawn->width, drawn->height);
    memset(pixels, 0, size * 4);
    for (unsigned i = 0; i < list.count; i++)
        draw_shape(&listed, list.lines[i]);
    if (!memcmp(pixels, drawn->pixels, size * 4))
        return;
    for (size_t at = 0; at < size; at++)
        if (pixels[at] != drawn->pixels[at]) {
            const uint32_t wanted = pixels[at];

            if (golden()) {
                write_list(name, drawn->width, drawn->height);
                break;
            }
            fail_msg("%s %dx%d: 0x%06x at %d, %d, expected 0x%06x: %s", name, drawn->width,
                     drawn->height, drawn->pixels[at], (int)(at % width), (int)(at / width), wanted,
                     shape_at(&list, &listed, at));
        }
}

static void expect_page(const struct shot *shot, int width, int height)
{
    static uint32_t pixels[PIXELS_MAX];
    struct page page;

    memset(pixels, 0, (size_t)width * (size_t)height * 4);
    page_open(&page, pixels, width, height);
    begin_lines(golden());
    page_draw(&page, &shot->scene);
    drawn_lines.open = false;
    expect_as_listed(shot->name, &page.canvas);
}

TEST(pages_look_as_listed)
{
    static struct shot shots[SHOTS];

    take_shots(shots);
    for (unsigned i = 0; i < SHOTS; i++) {
        expect_page(&shots[i], 800, 600);
        expect_page(&shots[i], 1280, 800);
        expect_page(&shots[i], 1920, 1080);
    }
}

/* What a page says of a scene that differs a little, by the end of a shape's line. A number of 0 is a known one. What
 * just fits stands beside what is a letter or a pixel too long; both are worked out by hand. */
/* clang-format off */
#define ROUNDS static struct scene_rounds all; all = *scene->all_rounds; scene->all_rounds = &all
#define STEPS(n, round) ROUNDS; all.step_count = all.done = n; all.per = 1; all.cards[0].first = round
#define HEAT(heat, most) scene->celsius = heat; scene->limit = most
#define TIMES(seconds, heat) scene->elapsed = seconds; scene->celsius = heat
#define COUNTS "passed 109   failed 38   skipped 12   errors 0"
#define BY_PARTITION "Drawn by partition, not by place. A board view tells where a chip sits."
#define CRASHED_AT "0000:01:00.0  G200  1024 MiB, 8 partitions  round 2"
#define HEADER(name) scene->version = "1"; scene->time = "2"; scene->machine = name
#define KEYS_OF(words) scene->key_count = 2; scene->keys[0] = (struct scene_key){ "A", "b" }; \
    scene->keys[1] = (struct scene_key){ "C", words }
#define HEADLINE(words) static const struct advice advice = { words, { "a step" } }; \
    scene->cards[0].advice = &advice; scene->cards[0].finding = (struct finding){ 0 }
#define TITLE(words) scene->cards[0].title = words
#define REASON_OF(words, ...) static const struct advice advice = { "h", { __VA_ARGS__ } }; \
    scene->cards[0].advice = &advice; scene->cards[0].reason = words
#define REASON(words) REASON_OF(words, "s")
#define NO_ADVICE scene->cards[0].advice = NULL
#define THREE_STEPS REASON_OF("r", "s", "s", "s")
#define L20 "abcdefghijklmnopqrst"
#define L38 L20 "abcdefghijklmnopqr"
#define L61 L20 L20 L20 "a"
#define L113 L20 L20 L20 L20 L20 "abcdefghijklm"
#define L120 L61 L38 L20 "a"
#define L341 L120 L120 L61 L20 L20
#define CURVE(at, degrees) ROUNDS; all.steps[at].celsius = degrees
#define ON(page) #page, 1280, 800, 1
#define OFF(page) #page, 1280, 800, 0
#define AT(page, width, height) #page, width, height, 1
#define NOT_AT(page, width, height) #page, width, height, 0
#define SAYINGS(X) \
    X(no_percent, ON(together), "text on back 66 C, 41 MB/s", scene->cards[1].percent = 0) \
    X(zero_heat, ON(together), "text on back 36 %, 0 C, 41 MB/s", scene->cards[1].celsius = 0) \
    X(no_heat, ON(together), "text on back 36 %, 41 MB/s", scene->cards[1].celsius = -1) \
    X(zero_rate, ON(together), "text on back 36 %, 66 C, 0 MB/s", scene->cards[1].rate = 0) \
    X(cold_chip, ON(rounds), "text on back 0 C", ROUNDS; all.chips[0].coolest = all.chips[0].hottest = 0) \
    X(cold_at_first, ON(rounds), "text on back 0-3 C", ROUNDS; all.chips[0].coolest = 0; all.chips[0].hottest = 3) \
    X(once, ON(rounds), "white on back 1 round", ROUNDS; all.chips[1].rounds = 1; all.chips[0].rounds = 2) \
    X(zero_curve, ON(cold-rounds), "white on back 0 C", CURVE(1, 0)) \
    X(zero_low, ON(cold-rounds), "mute on back -5", CURVE(1, 0)) \
    X(zero_high, ON(cold-rounds), "mute on back 5", CURVE(1, 0)) \
    X(zero_point, ON(cold-rounds), " 2 white", CURVE(1, 0)) \
    X(no_curve, OFF(cold-rounds), "mute on back warmest", (void)scene) \
    X(coolest, ON(rounds), "mute on back 15", CURVE(40, 20)) \
    X(warmest, ON(rounds), "mute on back 95", CURVE(40, 90)) \
    X(second_place, ON(rounds), "frame 411 670 10 28 1 solid bad", ROUNDS; all.cards[1] = all.cards[0]; \
      all.cards[0].at[0] = 'x'; all.card_count = 2; for (unsigned i = 0; i < all.step_count; i++) { \
          all.steps[i].wrong[1] = all.steps[i].wrong[0]; all.steps[i].wrong[0] = 0; \
          all.steps[i].bad = (uint8_t)(all.steps[i].bad << 1); \
          all.steps[i].failed = (uint8_t)(all.steps[i].failed << 1); }) \
    X(not_failed, ON(cold-rounds), "strong amber on back 1", (void)scene) \
    /* the first round's number: 68 + 9 * 552 / steps is 120 or 121; it has room before what is beyond 64 + 7 * 8 */ \
    X(first_has_no_room, OFF(rounds), "mute on back 1", STEPS(95, 5)) \
    X(first_has_room, ON(rounds), "mute on back 1", STEPS(93, 5)) \
    /* the last one's: 80 + 213 * 552 / 113 is 1120, 80 + 241 * 552 / 128 is 1119; it needs 56 pixels before 1176 */ \
    X(last_has_no_room, OFF(rounds), "mute on back 113", STEPS(113, 107)) \
    X(last_has_room, ON(rounds), "mute on back 128", STEPS(128, 121)) \
    X(first_is_last, OFF(rounds), "mute on back 65", STEPS(65, 65)) \
    /* 1104 / 92 is 12 pixels a step, 1104 / 93 is 11: bars of 10 and of two less than a step */ \
    X(wide_bars, ON(rounds), "frame 309 670 10 28 1 solid bad", STEPS(92, 21)) \
    X(narrow_bars, ON(rounds), "frame 307 670 9 28 1 solid bad", STEPS(93, 21)) \
    X(first_tpc_off, ON(bad-core), "paragraph 24 680 543 36 1 plain text on back " \
      "Memory: all 4 chips good. A TPC that is off by fuse is no fault.", \
      scene->cards[0].cores.there |= core_bit(2, 0); \
      scene->cards[0].cores.there &= ~(core_bit(0, 0) | core_bit(0, 1))) \
    X(no_tpc_off, ON(bad-core), "on back Memory: all 4 chips good. ", scene->cards[0].cores.there |= core_bit(2, 0)) \
    X(no_chips, ON(bad-core), "on back A TPC that is off by fuse is no fault.", scene->cards[0].chip_count = 0) \
    /* beside a narrow head of 314 pixels stand 39 letters; "INCOMPLETE" leaves a wide one room for 17 */ \
    X(memory_in_head, AT(mixed, 800, 600), "on back CARD 3  0000:03:00.0 Quadro NVS 256 MiB", \
      scene->cards[2].title = "Quadro NVS") \
    X(no_memory_in_head, AT(mixed, 800, 600), "on back CARD 3  0000:03:00.0 Quadro NVS2", \
      scene->cards[2].title = "Quadro NVS2") \
    X(uncounted, ON(fail), "white on panel --", scene->cards[0].wrong = 0) \
    X(untested, ON(fail), "white on panel --", scene->cards[0].memory_tested = false) \
    X(no_wrong_word, ON(fail), "good on panel 0", \
      scene->cards[0].wrong = 0; scene->cards[0].chips[3].state = CHIP_TESTED) \
    X(small, AT(running, 1023, 600), "text 12 12 1 strong white on panel BARECARD", (void)scene) \
    X(middle, AT(running, 1024, 800), "text 24 12 1 strong white on panel BARECARD", (void)scene) \
    X(still_middle, AT(running, 1599, 800), "text 24 12 1 strong white on panel BARECARD", (void)scene) \
    X(large, AT(running, 1600, 800), "text 32 12 2 strong white on panel BARECARD", (void)scene) \
    X(why, ON(no-problem), "paragraph 24 76 1232 676 1 plain text on back so", scene->reason = "so") \
    X(no_why_yet, OFF(no-problem-yet), "plain text on back so", scene->reason = "so") \
    X(at_once, ON(menu), "another key stops the clock", scene->seconds = 0) \
    X(no_clock, OFF(long-menu), "another key stops the clock", (void)scene) \
    /* What is longer than its room ends where the next part begins. */ \
    X(question, ON(question), "paragraph 24 72 1232 680 2 strong white on back Who?", scene->question = "Who?") \
    X(typed, ON(question), "text 40 136 2 strong good on panel " L61 "abcdefghijklm_", \
      scene->typed = L61 "abcdefghijklm") \
    X(more_typed, ON(question), "text 40 136 1 strong good on panel " L61 "abcdefghijklmn_", \
      scene->typed = L61 "abcdefghijklmn") \
    X(problem, ON(details), "paragraph 58 112 1198 632 1 plain text on back stopped by the operator (Esc)", \
      (void)scene) \
    X(expected, ON(told-once), "paragraph 138 130 1118 614 1 plain text on back x", \
      static struct scene_problem one; one = *scene->problems; strcpy(one.expected, "x"); scene->problems = &one) \
    X(note, ON(fail), "paragraph 24 680 543 36 1 plain text on back " BY_PARTITION, (void)scene) \
    X(where, ON(crashed), "paragraph 552 212 704 36 1 strong white on back " CRASHED_AT, (void)scene) \
    X(tile_headline, ON(together), "paragraph 36 202 580 72 2 strong white on back Everything tested is good", \
      (void)scene) \
    X(label, ON(fail), "paragraph 344 118 912 56 1 plain white on crim Card 0000:01:00.0 G84, " L120, \
      scene->label = L120) \
    /* Beside FAIL are 912 pixels, 38 letters of 24: more take two lines of 54 in the middle of 144, or, where they do
     * not fit, what is left of the band. */ \
    X(headline, ON(fail), "paragraph 344 58 912 108 3 strong white on crim " L38 "a", HEADLINE(L38 "a")) \
    X(long_headline, ON(fail), "paragraph 344 48 912 132 1 strong white on crim " L120, HEADLINE(L120)) \
    /* Of 6 results those are said that have 18 pixels in the 80 that bars and title leave. */ \
    X(last_result, ON(running), "text on back r", scene->result_count = 4; scene->results[3].test = "r") \
    X(no_fifth, OFF(running), "text on back r", scene->result_count = 5; scene->results[4].test = "r"; \
      scene->results[3].test = "q") \
    /* The right upper one of four tiles has its content from 664, 202 on: n = (height - 164) / 2 - 110 pixels. A
     * picture stands beside the words where 6/10 of n - 72 are no more than 80 and n is more than 160; above them it
     * takes 6/10 of n, if that is more than 80. In what is left, less 8, three lines need 56. */ \
    X(above, AT(together, 1280, 798), "fill 664 202 8 124 mute", (void)scene) \
    X(beside, AT(together, 1280, 796), "fill 664 202 8 206 mute", (void)scene) \
    X(still_beside, AT(together, 1280, 706), "fill 664 202 8 161 mute", (void)scene) \
    X(above_again, AT(together, 1280, 704), "fill 664 202 8 96 mute", (void)scene) \
    X(lowest, AT(together, 1280, 654), "fill 664 202 8 81 mute", (void)scene) \
    X(too_low, NOT_AT(together, 1280, 652), "fill 664 202 8 80 mute", (void)scene) \
    X(third_line, AT(together, 1280, 700), "text on back 146 passed, 0 failed", (void)scene) \
    X(no_third_line, NOT_AT(together, 1280, 698), "text on back 146 passed, 0 failed", (void)scene) \
    /* The board's columns take 38 + 200 + 264 + 232 pixels of 61 hundredths; ten rows of 36 have 406 less. */ \
    X(wide_board, AT(not-expected, 1276, 800), "2 plain mute on back chipset", (void)scene) \
    X(narrow_board, AT(not-expected, 1275, 800), "1 plain mute on back chipset", (void)scene) \
    X(high_board, AT(not-expected, 1280, 766), "2 plain mute on back chipset", (void)scene) \
    X(low_board, AT(not-expected, 1280, 765), "1 plain mute on back chipset", (void)scene) \
    /* Below a title of 24 pixels a step of one line takes 38, or 20 in the smallest letters, each further one 8 more; a
     * reason of two lines 70 with its title and the gaps above, of one line 52; numbers take 96 with their gap, or 76.
     * All have height - 336, of a small screen - 272. */ \
    X(high_numbers, AT(fail, 1280, 564), "fill 591 396 213 84 panel", REASON(L120)) \
    X(low_numbers, AT(fail, 1280, 563), "fill 591 407 213 72 panel", REASON(L120)) \
    X(lowest_numbers, AT(fail, 1280, 544), "fill 591 388 213 72 panel", REASON(L120)) \
    X(no_numbers, NOT_AT(fail, 1280, 543), " 213 72 panel", REASON(L120)) \
    X(wide_numbers, AT(fail, 1036, 800), "fill 481 632 169 84 panel", REASON(L120)) \
    X(narrow_numbers, NOT_AT(fail, 1035, 800), " 84 panel", REASON(L120)) \
    X(step_of_all, AT(fail, 1280, 564), "paragraph 635 278 621 106 2 plain white on back s", REASON(L120)) \
    X(high_gap, AT(fail, 1280, 564), "paragraph 591 350 665 34 1 plain text on back " L120, REASON(L120)) \
    X(low_gap, AT(fail, 1280, 563), "paragraph 591 350 665 53 1 plain text on back " L120, REASON(L120)) \
    X(low_reason, AT(fail, 1280, 450), "paragraph 591 350 665 16 1 plain text on back " L120, REASON(L120)) \
    X(no_reason, NOT_AT(fail, 1280, 449), "strong mute on back THE REASON", REASON(L120)) \
    X(three_and_reason, AT(fail, 1280, 618), "paragraph 591 442 665 16 1 plain text on back r", THREE_STEPS) \
    X(three_and_numbers, AT(fail, 1280, 618), "fill 591 462 213 72 panel", THREE_STEPS) \
    X(three_without, NOT_AT(fail, 1280, 617), " 213 72 panel", THREE_STEPS) \
    /* A card without steps. Its rounds leave 84 of height - height / 8 for two low rows and the title of steps. */ \
    X(no_steps, OFF(fail), "mute on back WHAT TO DO NEXT", NO_ADVICE) X(no_tiles, OFF(fail), " 84 panel", NO_ADVICE) \
    X(chips_alone, AT(rounds, 1280, 530), "1 strong white on back 9 rounds", NO_ADVICE) \
    X(one_chip, NOT_AT(rounds, 1280, 529), "white on back 9 rounds", NO_ADVICE) \
    X(large_step, AT(fail, 1280, 398), "paragraph 635 278 621 36 2 plain white on back s", REASON(L120)) \
    X(small_step, AT(fail, 1280, 397), "paragraph 619 278 637 35 1 plain white on back s", REASON(L120)) \
    X(low_step_1, AT(fail, 1280, 380), "paragraph 619 278 637 18 1 plain white on back s", REASON(L120)) \
    X(no_step_1, NOT_AT(fail, 1280, 379), " plain white on back s", REASON(L120)) \
    X(with_reason, AT(fail, 800, 404), "paragraph 411 230 377 106 2 plain white on back s", REASON(L61)) \
    X(for_reason, AT(fail, 800, 403), "paragraph 395 230 393 105 1 plain white on back s", REASON(L61)) \
    /* Bad multiprocessors: of a reason of 124 pixels 88 are enough. A large screen has height - 432, and there 324 for
     * large letters, 306 for those of 2; a small one needs 192, because letters of 1 are no way out. */ \
    X(cut_reason, AT(bad-core, 1280, 597), "paragraph 591 350 665 87 1 plain text on back " L341, REASON(L341)) \
    X(not_cut, NOT_AT(fail, 1280, 597), " 213 72 panel", REASON(L341)) \
    X(low_bad, AT(bad-core, 1280, 562), "fill 591 406 213 72 panel", REASON(L341)) \
    X(no_bad, NOT_AT(bad-core, 1280, 561), " 213 72 panel", REASON(L341)) \
    /* Of height - 404 its two rows of TPCs leave 83; a multiprocessor has 30 less than a row, with its name 31. */ \
    X(named_core, AT(bad-core, 1280, 609), "text 513 304 1 strong white on crim MP 1", (void)scene) \
    X(signed_core, NOT_AT(bad-core, 1280, 608), "strong white on crim MP 1", (void)scene) \
    /* A row of TPCs has 41 to 192 pixels; a sign of 27 has room in 51 with the name above, and in 33 across. */ \
    X(lowest_tpc, AT(bad-core, 1280, 569), "text 30 280 1 strong text on back TPC 0", (void)scene) \
    X(no_tpc, NOT_AT(bad-core, 1280, 568), " on back TPC 0", (void)scene) \
    X(highest_tpc, AT(bad-core, 1920, 1035), "frame 32 372 199 192 1 solid good", (void)scene) \
    X(high_sign, AT(bad-core, 1280, 649), "sign 516 320 3 cross white", (void)scene) \
    X(wide_sign, AT(bad-core, 836, 600), "sign 336 265 3 cross white", (void)scene) \
    X(good_memory, ON(without-chips), "line 301 469 to 301 546 1 mute", scene->cards[0].memory_state = CHIP_TESTED) \
    X(bad_step_3, AT(bad-core, 1920, 756), "paragraph 944 374 944 174 3 plain white on back s", REASON(L120)) \
    X(bad_step_2, AT(bad-core, 1920, 755), "paragraph 928 374 960 173 2 plain white on back s", REASON(L120)) \
    X(large_bad, AT(bad-core, 1920, 738), "fill 884 534 326 104 panel", REASON(L120)) \
    X(no_large_bad, NOT_AT(bad-core, 1920, 737), " 326 104 panel", REASON(L120)) \
    X(large_line, AT(fail, 1920, 720), "paragraph 884 480 1004 32 2 plain text on back r", REASON("r")) \
    X(small_bad, AT(bad-core, 800, 464), "fill 367 340 132 56 panel", REASON(L61)) \
    X(no_small_bad, NOT_AT(bad-core, 800, 463), " 132 56 panel", REASON(L61)) \
    /* A PASS has height - 392: 24, 38 for the step, 4, and 224 for four conditions and a bound, or 124. */ \
    X(large_holds, AT(pass, 1280, 682), "text 591 318 1 strong mute on back THIS PASS HOLDS FOR", REASON("")) \
    X(small_holds, AT(pass, 1280, 681), "text 591 417 1 strong mute on back THIS PASS HOLDS FOR", REASON("")) \
    X(pass_step, AT(pass, 1280, 682), "paragraph 635 278 621 36 2 plain white on back s", REASON("")) \
    X(board_memory, ON(not-expected), " on back Good: 0 errors in 3.0 GiB read.", (void)scene) \
    /* A menu's line has 60 pixels for its words, in their middle: lines of 107 letters and 18 pixels. */ \
    X(about_2, ON(menu), "paragraph 386 119 858 34 1 plain text on back " L120, scene->lines[0].about = L120) \
    X(about_4, ON(menu), "paragraph 386 106 858 60 1 plain text on back " L341, scene->lines[0].about = L341) \
    /* The counts are one line, 6 pixels below their rule. The sum of all rounds is not cut: 200 letters take two. */ \
    X(counts, ON(fail), "paragraph 24 730 1232 22 1 plain mute on back " COUNTS, TIMES(-1, -1)) \
    X(zero_times, ON(fail), "paragraph 24 730 1232 22 1 plain mute on back " COUNTS "   time 0:00   0 C", TIMES(0, 0)) \
    X(long_rounds, ON(fail), "paragraph 24 694 1232 58 1 plain mute on back " COUNTS "   time 2:00   " L120 L20 L61, \
      TIMES(120, -1); scene->rounds = L120 L20 L61) \
    /* The second bar: the test's name from 24 on, its percentage up to 1256, its inside 1228 pixels from 26, 626 on.
     * The step stands 16 right of the name and ends 16 before the percentage, in smaller letters if it must; with no
     * more than 64 pixels between the two it is left out. "vram.quick" ends at 184, "73 %" begins at 1192: 976 pixels,
     * 61 letters. */ \
    X(step, ON(running), "paragraph 200 588 976 32 2 plain text on back " L61, scene->what = L61) \
    X(long_step, ON(running), "paragraph 200 588 976 32 1 plain text on back " L61 "a", scene->what = L61 "a") \
    X(cut_step, ON(running), "paragraph 1128 588 48 32 1 plain text on back read 1", \
      scene->test = L61 "abcdefg"; scene->what = "read 1") \
    X(no_step, OFF(running), "plain text on back read 1", scene->test = L61 "abcdefgh"; scene->what = "read 1") \
    X(no_bar, ON(held), " %", (void)scene) /* of the whole run */ \
    X(bar_0, ON(running), "text 1208 588 2 strong run on back 0 %", scene->percent = 0) \
    X(bar_1, ON(running), "fill 26 626 12 12 run", scene->percent = 1) \
    X(bar_50, ON(running), "fill 26 626 614 12 run", scene->percent = 50) \
    X(bar_99, ON(running), "fill 26 626 1215 12 run", scene->percent = 99) \
    X(bar_100, ON(running), "fill 26 626 1228 12 run", scene->percent = 100) \
    X(number_100, ON(running), "text 1176 588 2 strong run on back 100 %", scene->percent = 100) \
    /* The edge of the temperature is amber from the ninth degree below the limit on. */ \
    X(cool, ON(running), "fill 603 104 3 126 mute", HEAT(85, 95)) \
    X(hot, ON(running), "fill 603 104 3 126 amber", HEAT(86, 95)) \
    X(over, ON(running), "fill 603 104 3 126 amber", HEAT(96, 95)) \
    X(low, ON(running), "fill 603 104 3 126 amber", HEAT(5, 1)) \
    X(free, ON(running), "fill 603 104 3 126 mute", HEAT(61, 0)) \
    X(none, ON(running), "fill 603 104 3 126 mute", HEAT(61, -1)) \
    X(limit, ON(running), "on panel limit 1", HEAT(61, 1)) X(no_limit, OFF(running), "on panel limit 0", HEAT(61, 0)) \
    /* The header's words begin at 104 and may be 124 letters; the report's begin at 1104. */ \
    X(header, ON(running), "text 104 12 1 plain mute on panel 1   2   " L113 "abc", HEADER(L113 "abc")) \
    X(long_header, ON(running), "text 104 12 1 plain mute on panel 1   2   " L113 "...", HEADER(L113 "abcd")) \
    /* Keys stand from 24 to 1256. Two of them take 16 pixels a letter, 26 each around the key, 28 between them: with
     * 72 letters they just fit. Smaller letters before one is left out: 128 and 141 letters of 8. */ \
    X(keys, ON(running), "text 152 760 2 plain text on panel " L61 "abcdefgh", KEYS_OF(L61 "abcdefgh")) \
    X(long_keys, ON(running), "text 128 768 1 plain text on panel " L61 "abcdefghi", KEYS_OF(L61 "abcdefghi")) \
    X(longest_keys, ON(running), "text 128 768 1 plain text on panel " L120 L20 "a", KEYS_OF(L120 L20 "a")) \
    X(one_key, OFF(running), "plain text on panel " L120 L20 "ab", KEYS_OF(L120 L20 "ab")) \
    /* In amber below the header 77 letters of 16 fit between the margins. */ \
    X(lost, ON(running), "text 24 46 2 strong back on amber REPORT NOT SAVED: " L38 L20 "a", \
      scene->lost = L38 L20 "a") \
    X(long_lost, ON(running), "text 24 46 1 strong back on amber REPORT NOT SAVED: " L38 L20 "ab", \
      scene->lost = L38 L20 "ab") \
    /* The card's line has 64 letters from 232 on; its address and title take 17, then two blanks. */ \
    X(memory, ON(running), "text 232 56 2 strong white on back 0000:01:00.0  G84  " L38 "abcdefg", \
      scene->cards[0].memory = L38 "abcdefg") \
    X(no_memory, ON(running), "text 232 56 2 strong white on back 0000:01:00.0  G84", \
      scene->cards[0].memory = L38 "abcdefgh") \
    /* Tiles of 252 and 251 pixels begin at 12, 152; a sign of 36 stands 12 from the edge and 36 before the words.
     * A verdict of four letters needs 160 beside its place of 13 letters; a narrow head ends 8 before the tile. */ \
    X(tile, AT(eight-cards, 804, 600), "text 72 175 2 strong back on good PASS", TITLE("")) \
    X(tile_number, AT(eight-cards, 804, 600), "text 156 158 2 strong back on good CARD 1", TITLE("")) \
    X(tile_place, AT(eight-cards, 804, 600), "text 148 210 1 strong back on good 0000:01:00.0 ", TITLE("")) \
    X(narrow, AT(eight-cards, 803, 600), "text 72 154 2 strong back on good PASS", TITLE("")) \
    X(narrow_place, AT(eight-cards, 803, 600), "text 72 193 1 strong back on good CARD 1  0000:01:00.0 ", TITLE("")) \
    X(title_2, AT(eight-cards, 804, 600), "text 72 193 1 strong back on good CARD 1  0000:01:00.0 G8", TITLE("G8")) \
    X(no_title, AT(eight-cards, 803, 600), "text 72 193 1 strong back on good CARD 1  0000:01:00.0", TITLE("G8")) \
    X(title_1, AT(eight-cards, 800, 600), "text 72 193 1 strong back on good CARD 1  0000:01:00.0 G", TITLE("G")) \
    X(no_at, AT(eight-cards, 800, 600), "text 72 193 2 strong back on good CARD 1  ", \
      TITLE("A title of eighteen"); scene->cards[0].at = NULL)
#define CHANGE(name, on, end, ...) static void change_##name(struct scene *scene) { __VA_ARGS__; }
SAYINGS(CHANGE)
#define SAYING(name, on, end, ...) { #name, on, end, change_##name },
static const struct {
    const char *name, *page; int width, height; unsigned count; const char *end; void (*change)(struct scene *scene);
} sayings[] = { SAYINGS(SAYING) };
/* clang-format on */

TEST(pages_say_what_is_known)
{
    static uint32_t pixels[PIXELS_MAX];
    static struct shot shots[SHOTS];

    for (unsigned i = 0; i < ARRAY_SIZE(sayings); i++) {
        struct page page;

        take_shots(shots);
        struct scene *const scene = shot_called(shots, sayings[i].page);
        sayings[i].change(scene);
        page_open(&page, pixels, sayings[i].width, sayings[i].height);
        begin_lines(true);
        page_draw(&page, scene);
        drawn_lines.open = false;
        const unsigned count = lines_with_end(sayings[i].end);
        if (count != sayings[i].count)
            fail_msg("%s: \"%s\" is drawn %u times", sayings[i].name, sayings[i].end, count);
    }
}

/* The picture of a card alone, for each number of partitions. */
TEST(pictures_look_as_listed)
{
    enum { WIDTH = 480, HEIGHT = 300 };
    static uint32_t pixels[WIDTH * HEIGHT];

    for (unsigned parts = 1; parts <= 8; parts++) {
        struct canvas canvas = canvas_in(pixels, WIDTH, HEIGHT);
        const struct scene_card card = scene_card_of(parts);
        char name[16];

        memset(pixels, 0, sizeof(pixels));
        snprintf(name, sizeof(name), "parts-%u", parts);
        begin_lines(golden());
        picture_draw(&canvas, (struct area){ 10, 20, WIDTH - 25, HEIGHT - 35 }, &card);
        drawn_lines.open = false;
        expect_as_listed(name, &canvas);
    }
}

/* Where the group of each partition stands, in hundredths of the board. With one chip a partition no group is so wide
 * that it has to be moved away from an edge, so each of the numbers is seen: a board of 400 pixels makes four of each. */
TEST(groups_stand_around_the_gpu)
{
    enum { BOARD = 400, BRACKET = 12, BELOW = 10, CHIP_WIDTH = 80, CHIP_HEIGHT = 53 };
    /* clang-format off */
    static const struct { int x, y; } middles[8][8] = {
        { { 50, 18 } }, { { 50, 18 }, { 50, 82 } }, { { 50, 18 }, { 82, 50 }, { 50, 82 } },
        { { 50, 18 }, { 82, 50 }, { 50, 82 }, { 18, 50 } },
        { { 30, 18 }, { 70, 18 }, { 82, 50 }, { 70, 82 }, { 30, 82 } },
        { { 30, 18 }, { 70, 18 }, { 82, 50 }, { 70, 82 }, { 30, 82 }, { 18, 50 } },
        { { 18, 18 }, { 50, 18 }, { 82, 18 }, { 82, 50 }, { 82, 82 }, { 50, 82 }, { 18, 82 } },
        { { 18, 18 }, { 50, 18 }, { 82, 18 }, { 82, 50 }, { 82, 82 }, { 50, 82 }, { 18, 82 }, { 18, 50 } },
    };
    /* clang-format on */
    static uint32_t pixels[(BOARD + BRACKET) * (BOARD + BELOW)];
    const uint32_t good = page_colour("good");

    for (unsigned parts = 1; parts <= 8; parts++)
        for (unsigned part = 0; part < parts; part++) {
            struct canvas canvas = canvas_in(pixels, BOARD + BRACKET, BOARD + BELOW);
            struct scene_card card = { .title = "G84", .parts = parts, .chip_count = parts };
            size_t at = 0;

            for (unsigned i = 0; i < parts; i++)
                card.chips[i] =
                    (struct scene_chip){ .part = (uint8_t)i,
                                         .state = i == part ? CHIP_TESTED : CHIP_WAITING };
            picture_draw(&canvas, (struct area){ 0, 0, BOARD + BRACKET, BOARD + BELOW }, &card);
            while (at < ARRAY_SIZE(pixels) && pixels[at] != good)
                at++;
            const int x = (int)(at % (BOARD + BRACKET)) - BRACKET + CHIP_WIDTH / 2,
                      y = (int)(at / (BOARD + BRACKET)) + CHIP_HEIGHT / 2;
            if (x != 4 * middles[parts - 1][part].x || y != 4 * middles[parts - 1][part].y)
                fail_msg("partition %u of %u stands at %d, %d", part, parts, x, y);
        }
}

/* A small board of eight partitions: the chips are 21 pixels wide and 14 high, too low for letters of 16. The second,
 * whose middle is at 66, 12, shows its sign alone. If it is bad its name stands below it, over the GPU's panel.
 * Five chips on a board of 400 have gaps of 3 pixels: 368 / 5 - 3 are 70, and two thirds of it 46.
 * Sign and name of three letters need 24 + 9 + 12 pixels, and more than that: a fifth of 225 is 45. */
TEST(chips_show_what_has_room)
{
    static uint32_t pixels[412 * 410];
    /* clang-format off */
    static const struct { int width, height; unsigned parts, chips, chip; uint8_t state; unsigned count;
                          const char *name, *line;
    } rows[] = {
        { 120, 80, 8, 8, 1, CHIP_BAD, 1, "A1", "text 58 27 1 strong bad on board A1" },
        { 120, 80, 8, 8, 1, CHIP_BAD, 1, "A1", "sign 62 7 1 cross white" },
        { 120, 80, 8, 8, 1, CHIP_WRONG, 1, "A1", "text 58 27 1 strong amber on board A1" },
        { 120, 80, 8, 8, 1, CHIP_WRONG, 1, "A1", "sign 62 7 1 bang amber" },
        { 120, 80, 8, 8, 1, CHIP_TESTING, 0, "A1", " A1" },
        { 120, 80, 8, 8, 1, CHIP_TESTING, 1, "A1", "sign 62 7 1 arrow run" },
        { 412, 410, 1, 5, 4, CHIP_TESTING, 1, "", "fill 323 49 70 46 navy" },
        { 412, 210, 3, 12, 0, CHIP_TESTING, 1, "", "fill 55 20 71 33 navy" }, /* 2 above each other: (128 - 27) / 3 */
        { 412, 410, 3, 9, 0, CHIP_TESTING, 1, "", "fill 115 53 58 38 navy" }, /* 2 beside the GPU: (127 - 10) / 2 */
        { 237, 235, 2, 2, 0, CHIP_TESTING, 1, "A0a", "text 112 32 1 strong run on navy A0a" },
        { 242, 240, 2, 2, 0, CHIP_TESTING, 1, "A0a", "text 107 33 1 strong run on navy A0a" },
        { 242, 240, 2, 2, 0, CHIP_TESTING, 1, "A0a", "sign 137 36 1 arrow run" },
        { 212, 210, 2, 2, 0, CHIP_BAD, 1, "A0ar0", " A0ar0" }, /* 40 pixels as the chip: in it, not below it too */
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct canvas canvas = canvas_in(pixels, rows[i].width, rows[i].height);
        struct scene_card card = { .parts = rows[i].parts,
                                   .chip_count = rows[i].chips,
                                   .title = "" };
        struct scene_chip *const chip = &card.chips[rows[i].chip];

        for (unsigned k = 0; k < rows[i].chips; k++)
            card.chips[k].part = (uint8_t)(k % rows[i].parts);
        chip->state = rows[i].state;
        snprintf(chip->name, sizeof(chip->name), "%s", rows[i].name);
        begin_lines(true);
        picture_draw(&canvas, (struct area){ 0, 0, rows[i].width, rows[i].height }, &card);
        drawn_lines.open = false;
        if (lines_with_end(rows[i].line) != rows[i].count)
            fail_msg("\"%s\" is drawn %u times", rows[i].line, lines_with_end(rows[i].line));
    }
}

/* Half of the chip's width, less four pixels on each side, at its lower edge: a chip of 80 x 53 at 172, 46. */
TEST(a_bar_says_how_far_a_chip_is)
{
    enum { WIDTH = 412, HEIGHT = 410 };
    static uint32_t pixels[WIDTH * HEIGHT];
    struct scene_card card = { .parts = 2, .chip_count = 3, .title = "G84", .percent = 50 };
    struct canvas canvas = canvas_in(pixels, WIDTH, HEIGHT);

    card.chips[0].state = CHIP_TESTING;
    card.chips[1] = (struct scene_chip){ .part = 1, .state = CHIP_TESTED };
    card.chips[2] = (struct scene_chip){ .part = 2, .state = CHIP_TESTING }; /* of no partition */
    begin_lines(true);
    picture_draw(&canvas, (struct area){ 0, 0, WIDTH, HEIGHT }, &card);
    drawn_lines.open = false;
    assert_pairs(1, lines_with_end("fill 176 89 36 6 run"), 1, lines_with_end(" 6 run"));
}

static unsigned pixels_of(const struct canvas *canvas, uint32_t colour)
{
    unsigned count = 0;

    for (int at = 0; at < canvas->width * canvas->height; at++)
        count += canvas->pixels[at] == colour;
    return count;
}

/* All chips of a card, or one of them, under test; without names they look alike. */
static unsigned drawn_of(const struct canvas *canvas, unsigned parts, unsigned each, int one,
                         uint32_t colour)
{
    struct scene_card card = { .parts = parts, .chip_count = parts * each, .title = "G92" };
    struct canvas cleared = *canvas;

    for (unsigned i = 0; i < card.chip_count; i++)
        card.chips[i] = (struct scene_chip){
            .part = (uint8_t)(i / each),
            .state = (uint8_t)(one < 0 || one == (int)i ? CHIP_TESTING : CHIP_WAITING)
        };
    canvas_fill(&cleared, (struct area){ 0, 0, canvas->width, canvas->height }, 0);
    picture_draw(&cleared, (struct area){ 0, 0, canvas->width, canvas->height }, &card);
    return pixels_of(&cleared, colour);
}

/* docs/screen.md: chips are drawn beside the GPU, whatever the number of partitions and the shape of the page. A chip
 * that lay over the GPU or over another chip would leave fewer pixels of either. */
TEST(no_chip_lies_over_the_gpu_or_another_chip)
{
    static const int sizes[][2] = { { 330, 226 }, { 560, 330 },  { 860, 560 },
                                    { 330, 700 }, { 460, 1500 }, { 560, 200 } };
    static uint32_t pixels[1024 * 1600];

    for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++)
        for (unsigned parts = 1; parts <= 8; parts++)
            for (unsigned each = 2; each <= 8 && parts * each <= SCENE_CHIPS; each *= 2) {
                const struct canvas canvas = canvas_in(pixels, sizes[i][0], sizes[i][1]);
                const unsigned gpu = drawn_of(&canvas, 1, 2, 0, COLOUR_PANEL);
                const unsigned one = drawn_of(&canvas, parts, each, 0, COLOUR_NAVY);

                if (drawn_of(&canvas, parts, each, -1, COLOUR_PANEL) != gpu)
                    fail_msg("%dx%d: a chip of %u x %u lies over the GPU", sizes[i][0], sizes[i][1],
                             parts, each);
                if (drawn_of(&canvas, parts, each, -1, COLOUR_NAVY) != parts * each * one || !one)
                    fail_msg("%dx%d: of %u x %u chips two lie over each other", sizes[i][0],
                             sizes[i][1], parts, each);
            }
}

/* A picture needs 120 x 80 pixels; nothing is drawn in a smaller one, nor bars where there are no chips. */
TEST(small_pictures_are_not_drawn)
{
    static uint32_t pixels[130 * 90];
    /* clang-format off */
    static const struct { int width, height; unsigned parts; bool drawn, bars; } rows[] = {
        { 120, 80, 2, true, true }, { 119, 80, 2, false, false }, { 120, 79, 2, false, false },
        { 120, 80, 8, true, true }, { 120, 80, 0, true, false }, { 120, 80, 9, true, false } };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        for (unsigned bars = 0; bars < 2; bars++) {
            struct canvas canvas = canvas_in(pixels, 130, 90);
            struct scene_card card = {
                .parts = rows[i].parts, .chip_count = 2, .title = "G84", .percent = 100
            };
            const struct area area = { 0, 0, rows[i].width, rows[i].height };
            bool drawn = false;

            card.chips[0].state = CHIP_TESTING;
            memset(pixels, 0, sizeof(pixels));
            (bars ? picture_bars : picture_draw)(&canvas, area, &card);
            for (unsigned at = 0; at < ARRAY_SIZE(pixels); at++)
                drawn |= pixels[at] != 0;
            if (drawn != (bars ? rows[i].bars : rows[i].drawn))
                fail_msg("%s %u", bars ? "bars" : "picture", i);
        }
}
