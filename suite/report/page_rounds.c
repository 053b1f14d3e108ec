/* suite/report/page_rounds.c: results of several rounds of a run: its bad chips, and a chart of the
 * rounds. */
#include "suite/report/font.h"
#include "suite/report/page_parts.h"

/* ---- chips ---- */

#define CHIP_COLUMNS 5
#define CHIP_ROWS    3

/* Of the shown card among those of all rounds. */
static unsigned shown_place(const struct sheet *s)
{
    return scene_rounds_place(s->scene->all_rounds, &s->scene->cards[s->scene->card]);
}

static unsigned chips_of_card(const struct sheet *s)
{
    const struct scene_rounds *const all = s->scene->all_rounds;
    unsigned count = 0;

    for (unsigned i = 0; all && i < all->chip_count; i++)
        count += all->chips[i].card == shown_place(s);
    return count;
}

/* A small or low screen has the names of the columns in the title's place. */
static bool is_low(const struct sheet *s)
{
    return !s->style->width || s->canvas->height < 5 * s->style->width / 8;
}

static int row_height(const struct sheet *s)
{
    return text_height(is_low(s) ? s->style->small : s->style->sentence) + 2;
}

/* Title, names of the columns and what is below the rows. */
static int around_rows(const struct sheet *s)
{
    const int small = text_height(s->style->small);

    return (is_low(s) ? 0 : small + 12) + small + 8;
}

int round_chips_height(const struct sheet *s, int room)
{
    const unsigned chips = chips_of_card(s);
    unsigned rows = chips > CHIP_ROWS ? CHIP_ROWS : chips;

    while (rows && around_rows(s) + (int)rows * row_height(s) > room)
        rows--;
    return rows ? around_rows(s) + (int)rows * row_height(s) : 0;
}

static void chip_cells(const struct scene_rounds_chip *chip, char cells[CHIP_COLUMNS][24])
{
    struct text text = text_in(cells[0], sizeof(cells[0]));

    text_string(&text, chip->name);
    text = text_in(cells[1], sizeof(cells[1]));
    text_format(&text, "%u round%s", chip->rounds, chip->rounds == 1 ? "" : "s");
    text = text_in(cells[2], sizeof(cells[2]));
    text_format(&text, "%llu", (unsigned long long)chip->wrong);
    text = text_in(cells[3], sizeof(cells[3]));
    text_format(&text, "%u", chip->first);
    text = text_in(cells[4], sizeof(cells[4]));
    if (chip->coolest < 0)
        text_string(&text, "--");
    else if (chip->coolest == chip->hottest)
        text_format(&text, "%d C", chip->coolest);
    else
        text_format(&text, "%d-%d C", chip->coolest, chip->hottest);
}

/* Where a column begins and where the last one ends, in pixels of the table's width. */
static int column_x(const struct sheet *s, unsigned column, int width)
{
    static const uint8_t hundredths[][CHIP_COLUMNS + 1] = { { 0, 12, 38, 60, 80, 100 },
                                                            { 0, 10, 34, 58, 82, 100 } };

    return width * hundredths[is_low(s)][column] / 100;
}

static void draw_chip_row(struct sheet *s, struct area a, const struct scene_rounds_chip *chip)
{
    const int scale = is_low(s) ? s->style->small : s->style->sentence;
    char cells[CHIP_COLUMNS][24];

    chip_cells(chip, cells);
    for (unsigned i = 0; i < CHIP_COLUMNS; i++) {
        const int x = column_x(s, i, a.width), room = column_x(s, i + 1, a.width) - x;
        const uint32_t colour = i == 0 || i == 2 ? COLOUR_BAD : i == 1 ? COLOUR_WHITE : COLOUR_TEXT;

        canvas_text(
            s->canvas, a.x + x, a.y,
            pen_of(text_scale(cells[i], room - FONT_WIDTH, scale), i < 3, colour, COLOUR_BACK),
            cells[i]);
    }
}

/* Of more chips than have a row the first ones; all are in the picture and in the line of the counts. */
void draw_round_chips(struct sheet *s, struct area a)
{
    static const char *const names[] = { "CHIP", "BAD IN", "WRONG WORDS", "FIRST ROUND", "AT" };
    const struct scene_rounds *const all = s->scene->all_rounds;
    const int small = s->style->small, line = row_height(s), bottom = a.y + a.height;

    if (!a.height || !is_new(s, WIDGET_ROUND_CHIPS, mix(mix(NOTHING, all->done), s->scene->card)))
        return;
    canvas_fill(s->canvas, a, COLOUR_BACK);
    int y = is_low(s) ? a.y : draw_title(s, a.x, a.y, a.width, "CHIPS OVER ALL ROUNDS");
    for (unsigned i = 0; i < CHIP_COLUMNS; i++)
        canvas_text(s->canvas, a.x + column_x(s, i, a.width), y,
                    pen_of(small, true, COLOUR_MUTE, COLOUR_BACK), names[i]);
    y += text_height(small) + 4;
    for (unsigned i = 0; i < all->chip_count && y + line <= bottom; i++)
        if (all->chips[i].card == shown_place(s)) {
            draw_chip_row(s, (struct area){ a.x, y, a.width, line }, &all->chips[i]);
            y += line;
        }
}

/* ---- the chart ---- */

#define AXIS_ROOM 5  /* characters left of the plot, for degrees */
#define SIDE_ROOM 10 /* right of it, for the warmest */
#define HEADROOM  5  /* degrees above and below the curve */
#define DOT       4  /* pixels of a good round */

struct chart {
    const struct scene_rounds *all;
    unsigned card;
    struct area plot;
    uint32_t most;  /* wrong words of one step */
    int low, high;  /* degrees at the lower and the upper edge */
    int least, top; /* the coolest and the warmest round; NOT_KNOWN: no temperature is */
};

/* Some degrees of room above and below the curve, so that a steady temperature is a line inside the
 * plot. */
static struct chart chart_of(const struct scene_rounds *all, unsigned card, struct area plot)
{
    struct chart chart = { all, card, plot, 0, 0, 2 * HEADROOM, NOT_KNOWN, NOT_KNOWN };

    for (unsigned i = 0; i < all->step_count; i++) {
        const struct scene_round *const step = &all->steps[i];

        if (step->wrong[card] > chart.most)
            chart.most = step->wrong[card];
        if (step->celsius > chart.top)
            chart.top = step->celsius;
        if (step->celsius >= 0 && (chart.least < 0 || step->celsius < chart.least))
            chart.least = step->celsius;
    }
    if (chart.top >= 0) {
        chart.low = chart.least - HEADROOM;
        chart.high = chart.top + HEADROOM;
    }
    return chart;
}

/* The middle of a step. */
static int step_x(const struct chart *c, unsigned i)
{
    return c->plot.x + 4 +
           (int)((2 * (uint64_t)i + 1) * (unsigned)(c->plot.width - 8) / (2 * c->all->step_count));
}

static int celsius_y(const struct chart *c, int celsius)
{
    const int span = c->high > c->low ? c->high - c->low : 1;

    return c->plot.y + c->plot.height - 1 - (celsius - c->low) * (c->plot.height - 2) / span;
}

/* A round that is bad without a wrong word has a bar all the same, of the least height. */
static int bar_height(const struct chart *c, const struct scene_round *step, int letters)
{
    const int room = c->plot.height - letters - 6;

    return DOT + 2 +
           (c->most ? (int)((uint64_t)(room - DOT - 2) * step->wrong[c->card] / c->most) : 0);
}

static void draw_bars(struct sheet *s, const struct chart *c)
{
    const int small = s->style->small, pitch = (c->plot.width - 8) / (int)c->all->step_count;
    const int width = pitch < 4 ? 2 : pitch < 12 ? pitch - 2 : 10;
    const int bottom = c->plot.y + c->plot.height - 2;
    int free_from = c->plot.x; /* numbers do not lie over each other */

    for (unsigned i = 0; i < c->all->step_count; i++) {
        const struct scene_round *const step = &c->all->steps[i];
        const int x = step_x(c, i);
        char letters[16];
        struct text text = text_in(letters, sizeof(letters));

        if (!(step->bad >> c->card & 1)) {
            canvas_fill(s->canvas, (struct area){ x - DOT / 2, bottom - DOT, DOT, DOT - 1 },
                        COLOUR_GOOD);
            continue;
        }
        const int height = bar_height(c, step, text_height(small));
        const struct area bar = { x - width / 2, bottom - height, width, height };
        const bool failed = step->failed >> c->card & 1;
        canvas_fill(s->canvas, bar, failed ? COLOUR_CRIM : COLOUR_UMBER);
        canvas_frame(s->canvas, bar, 1, false, failed ? COLOUR_BAD : COLOUR_AMBER);
        text_format(&text, "%u", step->wrong[c->card]);
        const int left = x - text_width(small, letters) / 2;
        if (!step->wrong[c->card] || left < free_from)
            continue;
        free_from = canvas_text(s->canvas, left, bar.y - text_height(small),
                                pen_of(small, false, COLOUR_BAD, COLOUR_PANEL), letters) +
                    2;
    }
}

static void draw_curve(struct sheet *s, const struct chart *c)
{
    const struct scene_round *before = NULL;

    for (unsigned i = 0; i < c->all->step_count; i++) {
        const struct scene_round *const step = &c->all->steps[i];

        if (step->celsius >= 0)
            canvas_line(s->canvas, step_x(c, before ? i - 1 : i),
                        celsius_y(c, before ? before->celsius : step->celsius), step_x(c, i),
                        celsius_y(c, step->celsius), 2, COLOUR_WHITE);
        before = step->celsius >= 0 ? step : NULL;
    }
}

/* Of the first round that was not PASS. */
static uint32_t not_passed_colour(const struct chart *c)
{
    const unsigned step = (c->all->cards[c->card].first - 1) / c->all->per;

    return c->all->steps[step].failed >> c->card & 1 ? COLOUR_BAD : COLOUR_AMBER;
}

/* A number whose middle is at x, within the plot's width; gives its right end. */
static int draw_under(struct sheet *s, const struct chart *c, int x, unsigned number, bool bad)
{
    const int small = s->style->small, right = c->plot.x + c->plot.width;
    char letters[16];
    struct text text = text_in(letters, sizeof(letters));

    text_format(&text, "%u", number);
    x -= text_width(small, letters) / 2;
    if (x + text_width(small, letters) > right)
        x = right - text_width(small, letters);
    return canvas_text(s->canvas, x < c->plot.x ? c->plot.x : x, c->plot.y + c->plot.height + 2,
                       pen_of(small, bad, bad ? not_passed_colour(c) : COLOUR_MUTE, COLOUR_BACK),
                       letters);
}

/* The first round, the first that was bad, and the last, where they have room. */
static void draw_numbers_under(struct sheet *s, const struct chart *c)
{
    const unsigned first = c->all->cards[c->card].first, last = c->all->done;
    const int gap = 7 * FONT_WIDTH * s->style->small;
    int end = c->plot.x;

    canvas_text(s->canvas, s->style->margin, c->plot.y + c->plot.height + 2,
                pen_of(s->style->small, false, COLOUR_MUTE, COLOUR_BACK), "round");
    if (first)
        end = draw_under(s, c, step_x(c, (first - 1) / c->all->per), first, true);
    if (!first || step_x(c, (first - 1) / c->all->per) > c->plot.x + gap)
        draw_under(s, c, step_x(c, 0), 1, false);
    if (first != last && c->plot.x + c->plot.width - gap > end)
        draw_under(s, c, step_x(c, c->all->step_count - 1), last, false);
}

/* Without a sensor there is no axis, because an empty one would read as 0 degrees. */
static void draw_degrees(struct sheet *s, const struct chart *c)
{
    const int small = s->style->small, x = c->plot.x + c->plot.width + FONT_WIDTH * small;
    char letters[16];
    struct text text = text_in(letters, sizeof(letters));

    if (c->top < 0)
        return;
    text_format(&text, "%d", c->low);
    canvas_text(s->canvas, s->style->margin + FONT_WIDTH * small,
                c->plot.y + c->plot.height - text_height(small),
                pen_of(small, false, COLOUR_MUTE, COLOUR_BACK), letters);
    text = text_in(letters, sizeof(letters));
    text_format(&text, "%d", c->high);
    canvas_text(s->canvas, s->style->margin + FONT_WIDTH * small, c->plot.y,
                pen_of(small, false, COLOUR_MUTE, COLOUR_BACK), letters);
    canvas_text(s->canvas, x, c->plot.y, pen_of(small, false, COLOUR_MUTE, COLOUR_BACK), "warmest");
    text = text_in(letters, sizeof(letters));
    text_format(&text, "%d C", c->top);
    canvas_text(s->canvas, x, c->plot.y + text_height(small) + 2,
                pen_of(text_scale(letters, SIDE_ROOM * FONT_WIDTH * small, s->style->sentence),
                       true, COLOUR_WHITE, COLOUR_BACK),
                letters);
}

static int chart_height(const struct sheet *s)
{
    return s->canvas->height / 8 + 2 * text_height(s->style->small) + 12;
}

/* Redrawn when a round has ended or another card is shown, because nothing else changes it. */
void draw_rounds(struct sheet *s)
{
    const struct scene_rounds *const all = s->scene->all_rounds;
    const int margin = s->style->margin, small = s->style->small, height = chart_height(s);
    const int side = FONT_WIDTH * small, width = s->canvas->width - 2 * margin;
    const unsigned place = shown_place(s);
    char title[96];
    struct text text = text_in(title, sizeof(title));

    s->bottom -= height;
    if (!is_new(s, WIDGET_ROUNDS, mix(mix(NOTHING, all->done), s->scene->card)))
        return;
    canvas_fill(s->canvas, (struct area){ 0, s->bottom, s->canvas->width, height }, COLOUR_BACK);
    if (place == SCENE_CARDS)
        return;
    text_string(&text, "WRONG WORDS AND TEMPERATURE IN EACH ROUND");
    if (all->per > 1)
        text_format(&text, ", %u ROUNDS IN A BAR", all->per);
    const int y = draw_title(s, margin, s->bottom, width, title);
    const struct area plot = { margin + AXIS_ROOM * side, y, width - (AXIS_ROOM + SIDE_ROOM) * side,
                               s->bottom + height - y - text_height(small) - 8 };
    const struct chart chart = chart_of(all, place, plot);
    canvas_fill(s->canvas, plot, COLOUR_PANEL);
    draw_bars(s, &chart);
    draw_curve(s, &chart);
    canvas_frame(s->canvas, plot, 1, false, COLOUR_MUTE);
    draw_numbers_under(s, &chart);
    draw_degrees(s, &chart);
}
