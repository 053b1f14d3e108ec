/* suite/report/page_cards.c: the verdicts of a run of several cards, a tile for each. */
#include "suite/report/font.h"
#include "suite/report/page_parts.h"
#include "suite/report/picture.h"

#define EDGE        12 /* pixels between a tile's frame and its content */
#define PICTURE_MIN 80
#define BESIDE_MIN  240 /* of the width that a picture gets where words stand beside it */

static const struct appearance *card_appearance(const struct scene_card *card)
{
    return page_appearance((enum scene_state)card->state, scene_card_is_part(card));
}

static struct pen head_pen(const struct appearance *appearance, int scale)
{
    return pen_of(scale, true, appearance->colour, appearance->back);
}

/* ---- which card, and its verdict ---- */

/* The word as large as it can be seen from far, and the card and its place at the right of it. */
static void draw_wide_head(struct sheet *s, struct area a, int x, unsigned index, const char *place)
{
    const struct scene_card *const card = &s->scene->cards[index];
    const struct appearance *const appearance = card_appearance(card);
    const int word = s->style->number, scale = s->style->card, small = s->style->small;
    const int right = a.x + a.width - EDGE;
    char number[SCENE_LINE];
    struct text words = text_in(number, sizeof(number));

    text_format(&words, "CARD %u", index + 1);
    canvas_text(s->canvas, x, a.y + (a.height - text_height(word)) / 2, head_pen(appearance, word),
                appearance->word);
    canvas_text(s->canvas, right - text_width(scale, number), a.y + 6, head_pen(appearance, scale),
                number);
    canvas_text(s->canvas, right - text_width(small, place),
                a.y + a.height - 4 - text_height(small), head_pen(appearance, small), place);
}

/* The word above the card: its bus address always, its chipset and memory where those have room too. */
static void draw_narrow_head(struct sheet *s, struct area a, int x, unsigned index)
{
    const struct scene_card *const card = &s->scene->cards[index];
    const struct appearance *const appearance = card_appearance(card);
    const int scale = s->style->card, room = a.x + a.width - x - 8;
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    text_format(&words, "CARD %u  %s", index + 1, card->at ? card->at : "");
    if (card->title && text_width(1, letters) + text_width(1, card->title) + FONT_WIDTH <= room) {
        text_format(&words, " %s", card->title);
        put_memory(&words, card, " ", room / FONT_WIDTH);
    }
    canvas_text(s->canvas, x, a.y + 2,
                head_pen(appearance, text_scale(appearance->word, room, scale)), appearance->word);
    canvas_text(s->canvas, x, a.y + a.height / 2 + 2,
                head_pen(appearance, text_scale(letters, room, scale)), letters);
}

/* Wide or narrow by the width of its texts, because none of them may be cut. */
static int draw_head(struct sheet *s, struct area a, unsigned index)
{
    const struct scene_card *const card = &s->scene->cards[index];
    const struct appearance *const appearance = card_appearance(card);
    const int sign = s->style->card * 2, x = a.x + 2 * EDGE + SIGN_SIZE * sign;
    char place[SCENE_LINE];
    struct text words = text_in(place, sizeof(place));

    a.height = 2 * text_height(s->style->card) + 14;
    text_format(&words, "%s %s", card->at ? card->at : "", card->title ? card->title : "");
    canvas_fill(s->canvas, a, appearance->back);
    canvas_sign(s->canvas, a.x + EDGE, a.y + (a.height - SIGN_SIZE * sign) / 2, sign,
                (enum sign)appearance->sign, appearance->colour);
    const int room = a.x + a.width - x - text_width(s->style->number, appearance->word) - 2 * EDGE;
    if (text_width(s->style->small, place) <= room) {
        put_memory(&words, card, " ", room / (FONT_WIDTH * s->style->small));
        draw_wide_head(s, a, x, index, place);
    } else
        draw_narrow_head(s, a, x, index);
    return a.y + a.height + 8;
}

/* ---- a tile ---- */

/* Where it stands beside the picture it may take two lines before its letters get smaller. */
static int draw_headline(struct sheet *s, struct area a, bool beside, const struct scene_card *card)
{
    int scale = s->style->card;
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    scene_card_headline(card, &words); /* of a card that still waits there is none */
    a.height = 2 * text_height(scale) + 8;
    if (!beside || paragraph_height(letters, a.width, scale) > a.height)
        scale = text_scale(letters, a.width, scale);
    return canvas_paragraph(s->canvas, a, pen_of(scale, true, COLOUR_WHITE, COLOUR_BACK), letters);
}

#define DOING_LINES 3

/* As large as a third of the area allows; gives the y below. */
static int draw_line(struct sheet *s, struct area a, int bottom, bool strong, const char *words)
{
    int scale = text_scale(words, a.width, s->style->card);

    while (scale > 1 && DOING_LINES * (text_height(scale) + 4) > a.height)
        scale--;
    if (a.y + text_height(scale) > bottom)
        return a.y;

    canvas_text(s->canvas, a.x, a.y,
                pen_of(scale, strong, strong ? COLOUR_WHITE : COLOUR_TEXT, COLOUR_BACK), words);
    return a.y + text_height(scale) + 4;
}

/* Of a card that is tested just now: its test, how far that is, its readings, and how its tests went. */
static void draw_doing(struct sheet *s, struct area a, const struct scene_card *card)
{
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));
    const int bottom = a.y + a.height;

    a.y = draw_line(s, a, bottom, true, card->test);
    if (card->percent)
        text_format(&words, "%u %%", card->percent);
    if (card->celsius >= 0)
        text_format(&words, "%s%d C", words.used ? ", " : "", card->celsius);
    if (card->rate >= 0)
        text_format(&words, "%s%d MB/s", words.used ? ", " : "", card->rate);
    if (words.used)
        a.y = draw_line(s, a, bottom, false, letters);
    words = text_in(letters, sizeof(letters));
    text_format(&words, "%u passed, %u failed", card->passed, card->failed);
    draw_line(s, a, bottom, false, letters);
}

/* In the largest letters in which all steps fit. A small tile has only the first of them that fit whole. */
static void draw_tile_steps(struct sheet *s, struct area a, const struct advice *advice)
{
    int scale = s->style->card;

    while (scale > 1 && steps_height(advice, a.width, scale) > a.height)
        scale--;
    for (unsigned i = 0; i < ADVICE_STEPS && advice->steps[i]; i++) {
        const char *const step = advice->steps[i];

        if (paragraph_height(step, a.width - step_box(scale) - 8, scale) + STEP_EDGE > a.height)
            return;
        const int y = draw_step(s, a, scale, i, step);
        a.height -= y - a.y;
        a.y = y;
    }
}

/* Above the steps a picture would be too low in a wide tile: then it stands beside all words. Gives the area of the words. */
static struct area draw_picture_beside(struct sheet *s, struct area a,
                                       const struct scene_card *card)
{
    const int width = a.width * 45 / 100, headline = 2 * text_height(s->style->card) + 8;
    const bool low = (a.height - headline) * 6 / 10 <= PICTURE_MIN;

    if (!card->parts || !low || width < BESIDE_MIN || a.height <= 2 * PICTURE_MIN)
        return a;
    picture_draw(s->canvas, (struct area){ a.x, a.y, width, a.height }, card);
    return (struct area){ a.x + width + EDGE, a.y, a.width - width - EDGE, a.height };
}

static uint64_t doing_hash(const struct scene_card *card)
{
    if (!card->test)
        return NOTHING;
    return mix(mix(mix(mix(NOTHING, card->percent), (uint64_t)card->celsius), (uint64_t)card->rate),
               card->passed + (uint64_t)card->failed);
}

/* One card of several: its verdict, its picture if there is room for one, and its next steps. */
static void draw_tile(struct sheet *s, unsigned index, struct area a)
{
    const struct scene_card *const card = &s->scene->cards[index];
    const struct appearance *const appearance = card_appearance(card);
    const int bottom = a.y + a.height - EDGE;
    struct area inner = { .x = a.x + EDGE, .width = a.width - 2 * EDGE };

    if (!is_new(s, WIDGET_CARDS + index,
                mix(mix_text(card_hash(card), card->test), doing_hash(card))))
        return;
    canvas_fill(s->canvas, a, COLOUR_BACK);
    inner.y = draw_head(s, a, index);
    canvas_frame(s->canvas, a, 3, appearance->dashed,
                 appearance->solid ? appearance->back : appearance->colour);
    const int wide = inner.width;
    inner.height = bottom - inner.y;
    inner = draw_picture_beside(s, inner, card);
    inner.y = draw_headline(s, inner, inner.width < wide, card);
    inner.height = (bottom - inner.y) * 6 / 10;
    if (inner.width == wide && (card->parts || card->memory_state != CHIP_WAITING) &&
        inner.height > PICTURE_MIN) {
        picture_draw(s->canvas, inner, card);
        inner.y += inner.height + 8;
    }
    inner.height = bottom - inner.y;
    if (card->advice)
        draw_tile_steps(s, inner, card->advice);
    else if (card->test)
        draw_doing(s, inner, card);
}

/* While several are tested, the progress of the whole run is in the place of the verdict. Place on the screen is place
 * in the rig: two side by side, up to four in two rows, then three rows. */
void cards_page(struct sheet *s)
{
    const unsigned count = s->scene->card_count;
    const unsigned across = count <= 2 ? count : count <= 4 ? 2 : 3;
    const unsigned rows = (count + across - 1) / across;
    const int margin = s->style->margin;

    s->top += s->scene->together ? 8 : 0;
    if (s->scene->together)
        draw_run_bar(s);
    else
        draw_band(s);
    draw_lost(s);
    const int width = (s->canvas->width - margin) / (int)across - margin;
    const int height = (s->bottom - s->top) / (int)rows - 12;
    for (unsigned i = 0; i < count; i++)
        draw_tile(s, i,
                  (struct area){ margin + (int)(i % across) * (width + margin),
                                 s->top + (int)(i / across) * (height + 12), width, height });
}
