/* tests/report/page_verdict.c: what a run came to, of one card and of several. */
#include "tests/report/font.h"
#include "tests/report/page_parts.h"
#include "tests/report/picture.h"

/* ---- the verdict's band ---- */

/* White and dark stripes below a FAIL, seen without colours too. */
static void hazard(struct canvas *canvas, struct area a)
{
    canvas_fill(canvas, a, COLOUR_BACK);
    for (int row = 0; row < a.height; row++)
        for (int x = a.x - a.height + row; x < a.x + a.width; x += 4 * a.height)
            canvas_fill(canvas, (struct area){ x, a.y + row, 2 * a.height, 1 }, COLOUR_WHITE);
}

/* A headline that is too long for one line takes the second line's place, for the cause counts
 * more than the tally. */
static void band_words(struct sheet *s, const struct look *look, struct area a, int x)
{
    char head[96], second[160];
    struct text head_words = text_in(head, sizeof(head));
    struct text second_words = text_in(second, sizeof(second));
    const int room = a.x + a.width - x - s->style->margin;
    const int scale = s->style->sentence;

    scene_headline(s->scene, &head_words);
    scene_second(s->scene, &second_words);
    const int large = text_scale(head, room, scale + 1), half = a.height / 2;
    if (text_width(large, head) <= room) {
        canvas_text(s->canvas, x, a.y + half - text_height(large) - 2,
                    pen_of(large, true, look->colour, look->back), head);
        canvas_paragraph(s->canvas, (struct area){ x, a.y + half + 6, room, half - 8 },
                         pen_of(text_scale(second, room, scale), false, look->colour, look->back),
                         second);
    } else
        canvas_paragraph(s->canvas, (struct area){ x, a.y + 8, room, a.height - 12 },
                         pen_of(large, true, look->colour, look->back), head);
}

static void draw_band(struct sheet *s)
{
    const struct look *const look = &page_looks[scene_shown_state(s->scene)];
    const int word = s->style->verdict, size = text_height(word);
    const struct area a = { 0, s->top, s->canvas->width, size + size / 2 };
    char head[96], second[160];
    struct text words = text_in(head, sizeof(head));

    scene_headline(s->scene, &words);
    words = text_in(second, sizeof(second));
    scene_second(s->scene, &words);
    s->top += a.height + 16;
    if (!is_new(s, WIDGET_BAND,
                mix(mix_text(mix_text(0, head), second), scene_shown_state(s->scene))))
        return;
    canvas_fill(s->canvas, (struct area){ 0, a.y, a.width, a.height + 16 }, COLOUR_BACK);
    canvas_fill(s->canvas, a, look->back);
    if (!look->solid)
        canvas_frame(s->canvas, (struct area){ 6, a.y + 6, a.width - 12, a.height - 12 }, 4,
                     look->dashed, look->colour);
    if (scene_shown_state(s->scene) == STATE_FAIL)
        hazard(s->canvas, (struct area){ 0, a.y + a.height, a.width, 12 });
    const int sign = size * 3 / 4 / SIGN_SIZE;
    canvas_sign(s->canvas, s->style->margin + 8, a.y + (a.height - sign * SIGN_SIZE) / 2, sign,
                (enum sign)look->sign, look->colour);
    const int x = s->style->margin + sign * SIGN_SIZE + 32;
    /* A long word leaves too little room beside it unless it is smaller. */
    const int scale = text_scale(look->word, a.width / 2 - x / 2, word);
    const int end = canvas_text(s->canvas, x, a.y + (a.height - text_height(scale)) / 2,
                                pen_of(scale, true, look->colour, look->back), look->word);
    band_words(s, look, a, end + 24);
}

/* The steps first, then the reason, and the reason only where it has room for three lines. */
static void draw_steps(struct sheet *s, struct area a, const struct advice *advice,
                       const char *reason)
{
    const int scale = s->style->sentence, box = text_height(scale) + 4;

    if (!advice || !is_new(s, WIDGET_STEPS, mix_text(mix_text(0, reason), advice->headline)))
        return;
    canvas_fill(s->canvas, a, COLOUR_BACK);
    int y = draw_title(s, a.x, a.y, a.width, "WHAT TO DO NEXT");
    for (unsigned i = 0; i < ADVICE_STEPS && advice->steps[i]; i++) {
        const char number[] = { (char)('1' + i), '\0' };
        const struct area words = { a.x + box + 8, y + 2, a.width - box - 8,
                                    a.y + a.height - y - 2 };

        if (words.height < box)
            break;
        canvas_fill(s->canvas, (struct area){ a.x, y, box - 4, box }, COLOUR_TEXT);
        canvas_text(s->canvas, a.x + (box - 4 - FONT_WIDTH * scale) / 2, y + 2,
                    pen_of(scale, true, COLOUR_BACK, COLOUR_TEXT), number);
        y = canvas_paragraph(s->canvas, words,
                             pen_of(scale, false, i ? COLOUR_TEXT : COLOUR_WHITE, COLOUR_BACK),
                             advice->steps[i]) +
            8;
    }
    if (reason && reason[0] && y + 3 * text_height(s->style->small) < a.y + a.height) {
        y = draw_title(s, a.x, y + 4, a.width, "THE REASON");
        canvas_paragraph(s->canvas, (struct area){ a.x, y, a.width, a.y + a.height - y },
                         pen_of(s->style->small, false, COLOUR_TEXT, COLOUR_BACK), reason);
    }
}

static void draw_counts(struct sheet *s, const struct scene_card *card)
{
    const int scale = s->style->small, height = text_height(scale) + 12;
    char letters[400];
    struct text words = text_in(letters, sizeof(letters));

    text_format(&words, "passed %u   failed %u   skipped %u   errors %u", card->passed,
                card->failed, card->skipped, card->errors);
    if (card->differs)
        text_format(&words, "   differ %u", card->differs);
    if (s->scene->elapsed >= 0)
        text_format(&words, "   time %d:%02d", s->scene->elapsed / 60, s->scene->elapsed % 60);
    if (s->scene->celsius >= 0)
        text_format(&words, "   %d C", s->scene->celsius);
    if (s->scene->rounds)
        text_format(&words, "   %s", s->scene->rounds);
    s->bottom -= height;
    if (!is_new(s, WIDGET_COUNTS, mix_text(0, letters)))
        return;
    const struct area a = { s->style->margin, s->bottom, s->canvas->width - 2 * s->style->margin,
                            height };
    canvas_fill(s->canvas, (struct area){ 0, a.y, s->canvas->width, height }, COLOUR_BACK);
    canvas_fill(s->canvas, (struct area){ a.x, a.y, a.width, 1 }, COLOUR_RULE);
    canvas_paragraph(s->canvas, (struct area){ a.x, a.y + 6, a.width, height - 6 },
                     pen_of(scale, false, COLOUR_MUTE, COLOUR_BACK), letters);
}

static void no_card(struct sheet *s)
{
    const int margin = s->style->margin;

    draw_steps(
        s, (struct area){ margin, s->top, s->canvas->width - 2 * margin, s->bottom - s->top - 8 },
        s->scene->advice, s->scene->reason);
}

void verdict_page(struct sheet *s)
{
    draw_band(s);
    draw_lost(s);
    if (!s->scene->card_count) {
        no_card(s);
        return;
    }
    draw_card_line(s);
    draw_counts(s, &s->scene->cards[s->scene->card]);
    const int margin = s->style->margin, width = s->canvas->width - 3 * margin,
              left = width * 45 / 100;
    const int height = s->bottom - s->top - 8;
    const bool picture = s->scene->cards[s->scene->card].parts;
    if (picture)
        draw_picture(s, (struct area){ margin, s->top, left, height });
    const struct scene_card *const card = &s->scene->cards[s->scene->card];
    draw_steps(s,
               (struct area){ picture ? 2 * margin + left : margin, s->top,
                              picture ? width - left : width + margin, height },
               card->advice, card->reason);
}

/* ---- several cards ---- */

/* One card of several: its verdict, its picture if at least 80 pixels are left for it, and what to
 * do with it. */
static void draw_tile(struct sheet *s, unsigned index, struct area a)
{
    const struct scene_card *const card = &s->scene->cards[index];
    const struct look *const look = &page_looks[card->state];
    const int scale = s->style->card, head = 2 * text_height(scale) + 8, inner = a.width - 24;
    char letters[120];
    struct text words = text_in(letters, sizeof(letters));

    if (!is_new(s, WIDGET_CARDS + index, card_hash(card)))
        return;
    canvas_fill(s->canvas, a, COLOUR_BACK);
    canvas_fill(s->canvas, (struct area){ a.x, a.y, a.width, head }, look->back);
    canvas_frame(s->canvas, a, 3, look->dashed, look->solid ? look->back : look->colour);
    canvas_sign(s->canvas, a.x + 12, a.y + (head - SIGN_SIZE * scale * 2) / 2, scale * 2,
                (enum sign)look->sign, look->colour);
    const int x = a.x + 24 + SIGN_SIZE * scale * 2;
    text_format(&words, "%s", look->word);
    canvas_text(s->canvas, x, a.y + 4, pen_of(scale, true, look->colour, look->back), letters);
    words = text_in(letters, sizeof(letters));
    text_format(&words, "CARD %u  %s %s", index + 1, card->at ? card->at : "",
                card->title ? card->title : "");
    canvas_text(
        s->canvas, x, a.y + head / 2 + 4,
        pen_of(text_scale(letters, a.x + a.width - x - 8, scale), true, look->colour, look->back),
        letters);
    int y = a.y + head + 8;
    words = text_in(letters, sizeof(letters));
    if (card->state != STATE_RUNNING && card->state != STATE_WAITING)
        scene_card_headline(card, &words);
    y = canvas_paragraph(s->canvas, (struct area){ a.x + 12, y, inner, 2 * text_height(scale) + 8 },
                         pen_of(text_scale(letters, inner, scale), true, COLOUR_WHITE, COLOUR_BACK),
                         letters);
    const int rest = a.y + a.height - y - 12, picture = card->parts ? rest * 6 / 10 : 0;
    if (picture > 80)
        picture_draw(s->canvas, (struct area){ a.x + 12, y, inner, picture }, card);
    y += picture > 80 ? picture + 8 : 0;
    for (unsigned i = 0; card->advice && i < ADVICE_STEPS && card->advice->steps[i]; i++)
        y = canvas_paragraph(s->canvas, (struct area){ a.x + 12, y, inner, a.y + a.height - 8 - y },
                             pen_of(s->style->small, false, COLOUR_TEXT, COLOUR_BACK),
                             card->advice->steps[i]) +
            4;
}

/* Place on the screen is place in the rig: two side by side, up to four in two rows, then three rows. */
void cards_page(struct sheet *s)
{
    const unsigned count = s->scene->card_count;
    const unsigned across = count <= 2 ? count : count <= 4 ? 2 : 3;
    const unsigned rows = (count + across - 1) / across;
    const int margin = s->style->margin;

    draw_band(s);
    draw_lost(s);
    const int width = (s->canvas->width - margin) / (int)across - margin;
    const int height = (s->bottom - s->top) / (int)rows - 12;
    for (unsigned i = 0; i < count; i++)
        draw_tile(s, i,
                  (struct area){ margin + (int)(i % across) * (width + margin),
                                 s->top + (int)(i / across) * (height + 12), width, height });
}
