/* suite/report/page_run.c: the page while a card is tested. */
#include "hw/bits.h"
#include "suite/report/font.h"
#include "suite/report/page_parts.h"

/* ---- while it runs ---- */

/* Colour and note are part of the hash, because a limit that was passed changes them alone. */
void draw_readout(struct sheet *s, unsigned index, struct area a, const struct readout *r)
{
    const int small = s->style->small, number = s->style->number;

    if (!is_new(s, WIDGET_READOUTS + index,
                mix_text(mix_text(mix(NOTHING, r->colour), r->value), r->note)))
        return;
    canvas_fill(s->canvas, a, COLOUR_PANEL);
    canvas_fill(s->canvas, (struct area){ a.x, a.y, 3, a.height }, r->colour);
    canvas_text(s->canvas, a.x + 12, a.y + 4, pen_of(small, true, COLOUR_MUTE, COLOUR_PANEL),
                r->label);
    const int y = a.y + 8 + text_height(small);
    const int x = canvas_text(
        s->canvas, a.x + 12, y,
        pen_of(number, true, r->colour == COLOUR_MUTE ? COLOUR_WHITE : r->colour, COLOUR_PANEL),
        r->value);
    canvas_text(s->canvas, x + 4, y + text_height(number) - text_height(small) - 2 * number,
                pen_of(small, false, COLOUR_MUTE, COLOUR_PANEL), r->unit);
    if (r->note)
        canvas_text(s->canvas, a.x + a.width - text_width(small, r->note) - 8,
                    a.y + a.height - text_height(small) - 4,
                    pen_of(small, false, COLOUR_MUTE, COLOUR_PANEL), r->note);
}

void readout_minutes(struct readout *r, int seconds)
{
    struct text words = text_in(r->value, sizeof(r->value));

    scene_minutes(seconds, &words);
}

void readout_number(struct readout *r, int64_t value)
{
    struct text words = text_in(r->value, sizeof(r->value));

    if (value < 0)
        text_string(&words, "--");
    else
        text_format(&words, "%llu", (unsigned long long)value);
}

/* Six numbers in two columns. The temperature turns amber ten degrees before the limit that ends
 * the run. */
static void draw_readouts(struct sheet *s, struct area a)
{
    const struct scene *const scene = s->scene;
    const struct scene_card *const card = &scene->cards[scene->card];
    const bool hot = scene->limit > 0 && scene->celsius > scene->limit - 10;
    char limit[SCENE_LINE];
    struct text words = text_in(limit, sizeof(limit));
    struct readout all[6] = {
        { "TEMPERATURE", limit, "", "C", hot ? COLOUR_AMBER : COLOUR_MUTE },
        { "RATE", NULL, "", "MB/s", COLOUR_MUTE },
        { "ELAPSED", NULL, "", "min", COLOUR_MUTE },
        { "TIME LEFT", NULL, "", "min", COLOUR_RUN },
        { "PASSED", NULL, "", "tests", COLOUR_GOOD },
        { "FAILED", NULL, "", "tests", card->failed ? COLOUR_BAD : COLOUR_MUTE },
    };

    if (scene->limit > 0)
        text_format(&words, "limit %d", scene->limit);
    readout_number(&all[0], scene->celsius);
    readout_number(&all[1], scene->rate);
    readout_minutes(&all[2], scene->elapsed);
    readout_minutes(&all[3], scene->left);
    readout_number(&all[4], (int)card->passed);
    readout_number(&all[5], (int)card->failed);
    const int width = (a.width - 12) / 2, height = (a.height - 24) / 3;
    for (unsigned i = 0; i < ARRAY_SIZE(all); i++)
        draw_readout(s, i,
                     (struct area){ a.x + (int)(i % 2) * (width + 12),
                                    a.y + (int)(i / 2) * (height + 12), width, height },
                     &all[i]);
}

/* A negative percentage draws an empty bar without a number: not known yet. */
static void draw_bar(struct sheet *s, unsigned widget, int height, int percent, const char *name,
                     const char *what)
{
    const int scale = s->style->sentence, margin = s->style->margin;
    const struct area a = { margin, s->top, s->canvas->width - 2 * margin,
                            text_height(scale) + 4 + height };
    char value[SCENE_LINE];
    struct text words = text_in(value, sizeof(value));

    s->top += a.height + 8;
    if (!is_new(s, widget, mix(mix_text(mix_text(NOTHING, name), what), (uint64_t)percent)))
        return;
    canvas_fill(s->canvas, a, COLOUR_BACK);
    if (percent >= 0)
        text_format(&words, "%d %%", percent);
    const int end =
        canvas_text(s->canvas, a.x, a.y, pen_of(scale, true, COLOUR_WHITE, COLOUR_BACK), name);
    const int value_x = a.x + a.width - text_width(scale, value);
    canvas_text(s->canvas, value_x, a.y, pen_of(scale, true, COLOUR_RUN, COLOUR_BACK), value);
    if (what && value_x - end > 64)
        canvas_paragraph(
            s->canvas, (struct area){ end + 16, a.y, value_x - end - 32, text_height(scale) },
            pen_of(text_scale(what, value_x - end - 32, scale), false, COLOUR_TEXT, COLOUR_BACK),
            what);
    const struct area bar = { a.x, a.y + text_height(scale) + 4, a.width, height };
    canvas_frame(s->canvas, bar, 1, false, COLOUR_MUTE);
    if (percent > 0)
        canvas_fill(
            s->canvas,
            (struct area){ bar.x + 2, bar.y + 2, (bar.width - 4) * percent / 100, height - 4 },
            COLOUR_RUN);
}

void draw_run_bar(struct sheet *s)
{
    draw_bar(s, WIDGET_RUN_BAR, 24, (int)s->scene->run_thousandths / 10, "WHOLE RUN",
             s->scene->paused   ? "PAUSED: press Space to go on"
             : s->scene->rounds ? s->scene->rounds
                                : "");
}

/* One widget for the whole list: when a failure comes in above, all lines below it move. */
static void draw_results(struct sheet *s)
{
    static const struct {
        uint8_t sign;
        uint32_t colour;
    } marks[STATES] = {
        [STATE_WAITING] = { SIGN_DASH, COLOUR_MUTE },
        [STATE_RUNNING] = { SIGN_ARROW, COLOUR_RUN },
        [STATE_PASS] = { SIGN_TICK, COLOUR_GOOD },
        [STATE_FAIL] = { SIGN_CROSS, COLOUR_BAD },
        [STATE_NOT_TESTED] = { SIGN_DASH, COLOUR_MUTE },
        [STATE_INCOMPLETE] = { SIGN_BANG, COLOUR_AMBER },
    };
    const int scale = s->style->small, line = text_height(scale) + 2, margin = s->style->margin;
    uint64_t hash = NOTHING;

    for (unsigned i = 0; i < s->scene->result_count; i++)
        hash = mix(mix_text(mix_text(hash, s->scene->results[i].test), s->scene->results[i].words),
                   s->scene->results[i].state);
    if (!is_new(s, WIDGET_RESULTS, hash))
        return;
    canvas_fill(s->canvas, (struct area){ 0, s->top, s->canvas->width, s->bottom - s->top },
                COLOUR_BACK);
    int y = draw_title(s, margin, s->top, s->canvas->width - 2 * margin,
                       "FAILURES FIRST, THEN THE LAST RESULTS");
    for (unsigned i = 0; i < s->scene->result_count && y + line <= s->bottom; i++, y += line) {
        const struct scene_result *const r = &s->scene->results[i];
        const int x = margin + SIGN_SIZE * scale + 16, words = x + FONT_WIDTH * scale * 28;

        canvas_sign(s->canvas, margin, y + 3 * scale, scale, (enum sign)marks[r->state].sign,
                    marks[r->state].colour);
        canvas_text(s->canvas, x, y, pen_of(scale, false, COLOUR_TEXT, COLOUR_BACK), r->test);
        if (r->words)
            canvas_paragraph(s->canvas,
                             (struct area){ words, y, s->canvas->width - words - margin, line },
                             pen_of(scale, false, COLOUR_MUTE, COLOUR_BACK), r->words);
    }
}

/* The picture gets the height that the parts below it leave, because those have a fixed one. */
void running_page(struct sheet *s)
{
    const struct style *const style = s->style;
    const int margin = style->margin, width = s->canvas->width - 3 * margin,
              left = width * 46 / 100;

    draw_lost(s);
    if (!s->scene->card_count)
        return;
    s->top += 12;
    draw_card_line(s);
    const int below = 2 * (text_height(style->sentence) + 40) + 5 * (text_height(style->small) + 4);
    const int height = s->bottom - s->top - below;
    draw_picture(s, (struct area){ margin, s->top, left, height });
    draw_readouts(s, (struct area){ 2 * margin + left, s->top, width - left, height });
    s->top += height + 12;
    draw_bar(s, WIDGET_RUN_BAR, 24, (int)s->scene->run_thousandths / 10, "WHOLE RUN",
             s->scene->rounds ? s->scene->rounds : "");
    draw_bar(s, WIDGET_TEST_BAR, 16, s->scene->percent, s->scene->test ? s->scene->test : "",
             s->scene->paused ? "PAUSED: press Space to go on" : s->scene->what);
    draw_results(s);
}
