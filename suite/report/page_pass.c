/* suite/report/page_pass.c: the conditions of a PASS, and the parts that it does not cover. */
#include "hw/bits.h"
#include "suite/report/font.h"
#include "suite/report/page_parts.h"
#include "suite/report/verdict.h"

#define ROWS      4
#define ROW_GAP   4 /* pixels, for each scale of the letters */
#define NAME_ROOM 8 /* characters before a row's figures */
#define BAR_WIDTH 64
#define BOX_WORD  WORD_NOT_TESTED

/* A figure, and as a bar of `of` where that is not 0. */
struct row {
    const char *name;
    char words[64];
    uint64_t value, of;
};

/* An unknown clock keeps its row, because a reader must see that it was not measured; link and heat
 * may have no row. */
static unsigned fill_rows(const struct conditions *c, struct row rows[ROWS])
{
    unsigned count = 0;
    struct text text = text_in(rows[0].words, sizeof(rows[0].words));

    rows[count++].name = "memory";
    text_format(&text, "%llu MiB", (unsigned long long)(c->memory >> 20));
    if (c->memory && c->read / c->memory > 1)
        text_format(&text, ", read %llu times over", (unsigned long long)(c->read / c->memory));
    rows[count].name = "clock";
    text = text_in(rows[count].words, sizeof(rows[count].words));
    if (!c->memory_khz)
        text_string(&text, "not known");
    else if (conditions_slow(c))
        text_format(&text, "%u of %u MHz", (c->memory_khz + 500) / 1000, c->memory_top_khz / 1000);
    else
        text_format(&text, "%u MHz", (c->memory_khz + 500) / 1000);
    rows[count].value = c->memory_khz;
    rows[count++].of = c->memory_khz ? c->memory_top_khz : 0;
    if (c->link.width) {
        rows[count].name = "link";
        text = text_in(rows[count].words, sizeof(rows[count].words));
        text_format(&text, "x%u of x%u, ", c->link.width, c->link.card);
        conditions_speed(c, &text);
        rows[count].value = c->link.width;
        rows[count++].of = c->link.card;
    }
    if (c->sensor) {
        rows[count].name = "heat";
        text = text_in(rows[count].words, sizeof(rows[count].words));
        text_format(&text, "%u to %u C", c->coolest, c->hottest);
        count++;
    }
    return count;
}

static int row_height(int scale)
{
    return text_height(scale) + ROW_GAP * scale;
}

int holds_height(const struct sheet *s, const struct conditions *c, int scale)
{
    struct row rows[ROWS] = { 0 };

    return text_height(s->style->small) + 8 + (int)(fill_rows(c, rows) + 1) * row_height(scale);
}

/* The bar shows the value as a part of the most that the card can, because half a clock is easily
 * overlooked in digits. */
static void draw_row(struct sheet *s, int x, int y, int scale, const struct row *row)
{
    const struct pen name = pen_of(scale, false, COLOUR_MUTE, COLOUR_BACK);

    canvas_text(s->canvas, x, y, name, row->name);
    x += NAME_ROOM * FONT_WIDTH * scale;
    if (row->of) {
        const struct area bar = { x, y + 2 * scale, BAR_WIDTH * scale,
                                  text_height(scale) - 6 * scale };
        const uint64_t value = row->value < row->of ? row->value : row->of;

        canvas_frame(s->canvas, bar, 1, false, COLOUR_MUTE);
        canvas_fill(s->canvas,
                    (struct area){ bar.x + 2, bar.y + 2,
                                   (int)((uint64_t)(bar.width - 4) * value / row->of),
                                   bar.height - 4 },
                    COLOUR_WHITE);
        x += bar.width + FONT_WIDTH * scale;
    }
    canvas_text(s->canvas, x, y,
                pen_of(scale, row->of && row->value < row->of, COLOUR_WHITE, COLOUR_BACK),
                row->words);
}

/* Hashes the words and not the conditions, because only a change that can be seen needs drawing. */
void draw_holds(struct sheet *s, struct area a, int scale, const struct conditions *c)
{
    struct row rows[ROWS] = { 0 };
    char letters[CONDITIONS_WORDS_MAX];
    struct text bound = text_in(letters, sizeof(letters));
    const unsigned count = fill_rows(c, rows);
    uint64_t hash = NOTHING;

    conditions_bound_words(c, &bound);
    for (unsigned i = 0; i < count; i++)
        hash = mix_text(hash, rows[i].words);
    if (!is_new(s, WIDGET_READOUTS, mix_text(hash, letters)))
        return;
    canvas_fill(s->canvas, a, COLOUR_BACK);
    int y = draw_title(s, a.x, a.y, a.width, "THIS PASS HOLDS FOR");
    for (unsigned i = 0; i < count; i++, y += row_height(scale))
        draw_row(s, a.x, y, scale, &rows[i]);
    letters[0] = (char)(letters[0] - 'a' + 'A');
    canvas_text(s->canvas, a.x, y,
                pen_of(text_scale(letters, a.width, scale), false, COLOUR_TEXT, COLOUR_BACK),
                letters);
}

/* Box word and list are measured together, because they share one line. */
void draw_unseen(struct sheet *s, const struct conditions *c)
{
    const int margin = s->style->margin, width = s->canvas->width - 2 * margin, pad = margin / 2;
    char letters[CONDITIONS_WORDS_MAX];
    struct text words = text_in(letters, sizeof(letters));
    char whole[CONDITIONS_WORDS_MAX + sizeof(BOX_WORD)];
    struct text all = text_in(whole, sizeof(whole));

    conditions_unseen(c, &words);
    if (!letters[0])
        return;
    text_format(&all, BOX_WORD " %s", letters);
    const int scale = text_scale(whole, width - 2 * pad, s->style->sentence);
    const int height = text_height(scale) + 16;

    s->bottom -= height + 8;
    if (!is_new(s, WIDGET_UNSEEN, mix_text(NOTHING, letters)))
        return;
    const struct area a = { margin, s->bottom, width, height };
    canvas_fill(s->canvas, a, COLOUR_BACK);
    canvas_frame(s->canvas, a, 1, true, COLOUR_TEXT);
    const int x = canvas_text(s->canvas, a.x + pad, a.y + 8,
                              pen_of(scale, true, COLOUR_WHITE, COLOUR_BACK), BOX_WORD);
    canvas_text(s->canvas, x + FONT_WIDTH * scale, a.y + 8,
                pen_of(scale, false, COLOUR_TEXT, COLOUR_BACK), letters);
}
