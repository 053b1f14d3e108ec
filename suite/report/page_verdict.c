/* suite/report/page_verdict.c: the verdict's band, and the page of a run of one card. */
#include "suite/report/cores_picture.h"
#include "suite/report/font.h"
#include "suite/report/page_parts.h"
#include "suite/report/picture.h"

#define FRAME 10 /* pixels of a hollow band that its frame takes at each edge */

/* ---- the verdict's band ---- */

/* White stripes on the background below a FAIL, seen without colours too. */
static void hazard(struct canvas *canvas, struct area a)
{
    for (int row = 0; row < a.height; row++)
        for (int x = a.x - a.height + row; x < a.x + a.width; x += 4 * a.height)
            canvas_fill(canvas, (struct area){ x, a.y + row, 2 * a.height, 1 }, COLOUR_WHITE);
}

/* The line of the card below the band names it too, but not the label. */
static bool is_said_below(const struct scene *scene)
{
    return scene->card_count == 1 && !(scene->label && scene->label[0]);
}

/* A headline that is too long for one large line takes the second line's place where that is said below as well, or
 * where it does not fit at all: the cause counts more than the tally. */
static void band_words(struct sheet *s, const struct appearance *appearance, struct area a, int x)
{
    char head[SCENE_LINE], second[SCENE_LINE];
    struct text head_words = text_in(head, sizeof(head));
    struct text second_words = text_in(second, sizeof(second));
    const int room = a.x + a.width - x - s->style->margin;
    const int scale = s->style->sentence;

    scene_headline(s->scene, &head_words);
    scene_second(s->scene, &second_words);
    const int large = text_scale(head, room, scale + 1), half = a.height / 2;
    if (large <= scale && is_said_below(s->scene) &&
        paragraph_height(head, room, scale + 1) <= a.height - 2 * FRAME) {
        const int height = paragraph_height(head, room, scale + 1);

        canvas_paragraph(s->canvas, (struct area){ x, a.y + (a.height - height) / 2, room, height },
                         pen_of(scale + 1, true, appearance->colour, appearance->back), head);
    } else if (text_width(large, head) <= room) {
        canvas_text(s->canvas, x, a.y + half - text_height(large) - 2,
                    pen_of(large, true, appearance->colour, appearance->back), head);
        canvas_paragraph(
            s->canvas, (struct area){ x, a.y + half + 6, room, half - 6 - FRAME },
            pen_of(text_scale(second, room, scale), false, appearance->colour, appearance->back),
            second);
    } else
        canvas_paragraph(s->canvas, (struct area){ x, a.y + 8, room, a.height - 12 },
                         pen_of(large, true, appearance->colour, appearance->back), head);
}

int draw_word(struct sheet *s, const struct appearance *appearance, struct area a)
{
    const int word = s->style->verdict, sign = text_height(word) * 3 / 4 / SIGN_SIZE;
    const int x = s->style->margin + sign * SIGN_SIZE + 32;
    /* A long word leaves too little room beside it unless it is smaller. */
    const int scale = text_scale(appearance->word, a.width / 2 - x / 2, word);

    canvas_sign(s->canvas, s->style->margin + 8, a.y + (a.height - sign * SIGN_SIZE) / 2, sign,
                (enum sign)appearance->sign, appearance->colour);
    return canvas_text(s->canvas, x, a.y + (a.height - text_height(scale)) / 2,
                       pen_of(scale, true, appearance->colour, appearance->back), appearance->word);
}

/* Only a solid band judges the whole card; a FAIL has stripes too, because nothing is told by colour
 * alone. */
void draw_band(struct sheet *s)
{
    const bool part = scene_is_part(s->scene);
    const struct appearance *const appearance = page_appearance(scene_shown_state(s->scene), part);
    const int size = text_height(s->style->verdict);
    const struct area a = { 0, s->top, s->canvas->width, size + size / 2 };
    char head[SCENE_LINE], second[SCENE_LINE];
    struct text words = text_in(head, sizeof(head));

    scene_headline(s->scene, &words);
    words = text_in(second, sizeof(second));
    scene_second(s->scene, &words);
    s->top += a.height + 16;
    if (!is_new(
            s, WIDGET_BAND,
            mix(mix(mix_text(mix_text(NOTHING, head), second), scene_shown_state(s->scene)), part)))
        return;
    canvas_fill(s->canvas, (struct area){ 0, a.y, a.width, a.height + 16 }, COLOUR_BACK);
    canvas_fill(s->canvas, a, appearance->back);
    if (!appearance->solid)
        canvas_frame(s->canvas, (struct area){ 6, a.y + 6, a.width - 12, a.height - 12 }, FRAME - 6,
                     appearance->dashed, appearance->colour);
    if (scene_shown_state(s->scene) == STATE_FAIL)
        hazard(s->canvas, (struct area){ 0, a.y + a.height, a.width, 12 });
    band_words(s, appearance, a, draw_word(s, appearance, a) + 24);
}

/* ---- next steps ---- */

#define STEP_GAP 8 /* pixels between two steps, and below the last one */
#define NUMBERS  3 /* below the steps */

int step_box(int scale)
{
    return text_height(scale) + 4;
}

int steps_height(const struct advice *advice, int width, int scale)
{
    int height = 0;

    for (unsigned i = 0; i < ADVICE_STEPS && advice->steps[i]; i++)
        height += (i ? STEP_GAP : 0) + STEP_EDGE +
                  paragraph_height(advice->steps[i], width - step_box(scale) - 8, scale);
    return height;
}

/* Height of the steps in the smallest letters, with their title. */
static int steps_least(const struct sheet *s, const struct advice *advice, int width)
{
    return text_height(s->style->small) + 8 + (advice ? steps_height(advice, width, 1) : 0);
}

static bool has_words(const char *text)
{
    return text && text[0];
}

#define REASON_GAP 4 /* pixels above its title, besides the gap of the steps */

/* From the last step's words to the end of so many lines; below the last of them is no gap. */
static int reason_room(const struct sheet *s, int lines)
{
    const int small = s->style->small, line = text_height(small) + 2 * small;

    return STEP_GAP + REASON_GAP + text_height(small) + 8 + lines * line - 2 * small;
}

static int reason_height(const struct sheet *s, const char *reason, int width)
{
    return has_words(reason) ? reason_room(s, 0) + paragraph_height(reason, width, s->style->small)
                             : 0;
}

/* The largest letters in which all steps fit. Larger ones than those of a sentence leave room for the whole reason; the
 * smallest may leave out a step. */
static int steps_scale(const struct sheet *s, struct area a, const struct advice *advice,
                       const char *reason)
{
    const int title = text_height(s->style->small) + 8;
    int scale = s->style->card;

    while (scale > 1 &&
           title + steps_height(advice, a.width, scale) +
                   (scale > s->style->sentence ? reason_height(s, reason, a.width) : 0) >
               a.height)
        scale--;
    return scale;
}

int draw_step(struct sheet *s, struct area a, int scale, unsigned index, const char *words)
{
    const int box = step_box(scale);
    const char number[] = { (char)('1' + index), '\0' };

    canvas_fill(s->canvas, (struct area){ a.x, a.y, box - 4, box }, COLOUR_TEXT);
    canvas_text(s->canvas, a.x + (box - 4 - FONT_WIDTH * scale) / 2, a.y + STEP_EDGE,
                pen_of(scale, true, COLOUR_BACK, COLOUR_TEXT), number);
    return canvas_paragraph(s->canvas,
                            (struct area){ a.x + box + 8, a.y + STEP_EDGE, a.width - box - 8,
                                           a.height - STEP_EDGE },
                            pen_of(scale, false, index ? COLOUR_TEXT : COLOUR_WHITE, COLOUR_BACK),
                            words) +
           STEP_GAP;
}

/* `scale` 0: the largest that fits. The steps first, then the reason, where one line of it has room. They take `height`
 * of the area; new ones clear all of it, and the numbers in the rest of it are drawn anew. */
static void draw_steps_of(struct sheet *s, struct area a, int height, const struct advice *advice,
                          const char *reason, int scale)
{
    if (!advice || !is_new(s, WIDGET_STEPS, mix_text(mix_text(NOTHING, reason), advice->headline)))
        return;
    canvas_fill(s->canvas, a, COLOUR_BACK);
    for (unsigned i = 0; i < NUMBERS; i++)
        s->page->seen[WIDGET_READOUTS + i] = 0;
    a.height = height;
    const int small = s->style->small;
    if (!scale)
        scale = steps_scale(s, a, advice, reason);
    int y = draw_title(s, a.x, a.y, a.width, "WHAT TO DO NEXT");
    for (unsigned i = 0; i < ADVICE_STEPS && advice->steps[i]; i++) {
        if (y + step_box(scale) > a.y + a.height)
            break;
        y = draw_step(s, (struct area){ a.x, y, a.width, a.y + a.height - y }, scale, i,
                      advice->steps[i]);
    }
    if (has_words(reason) && y - STEP_GAP + reason_room(s, 1) <= a.y + a.height) {
        y = draw_title(s, a.x, y + REASON_GAP, a.width, "THE REASON");
        canvas_paragraph(s->canvas, (struct area){ a.x, y, a.width, a.y + a.height - y },
                         pen_of(small, false, COLOUR_TEXT, COLOUR_BACK), reason);
    }
}

static void draw_steps(struct sheet *s, struct area a, int height, const struct advice *advice,
                       const char *reason)
{
    draw_steps_of(s, a, height, advice, reason, 0);
}

/* Three numbers below the steps, where there is room for them. Wrong words are counted only where memory was tested. */
static void draw_numbers(struct sheet *s, struct area a, const struct scene_card *card)
{
    struct readout all[NUMBERS] = {
        { "WRONG WORDS", NULL, "", "", card->wrong ? COLOUR_BAD : COLOUR_GOOD },
        { "WARMEST", NULL, "", "C", COLOUR_MUTE },
        { "TIME", NULL, "", "min", COLOUR_MUTE },
    };
    const int width = (a.width - 24) / 3;
    char there[16];
    struct text of = text_in(there, sizeof(there));

    const struct scene_rounds_card *const rounds = scene_card_rounds(s->scene);
    const int64_t wrong = rounds && rounds->wrong ? (int64_t)rounds->wrong : scene_card_wrong(card);

    if (wrong == NOT_KNOWN)
        all[0].colour = COLOUR_MUTE;
    readout_number(&all[0], wrong);
    readout_number(&all[1], s->scene->hottest);
    readout_minutes(&all[2], s->scene->elapsed);
    if (cores_are_shown(card)) { /* how many of them are bad says more than the time */
        text_format(&of, "of %u", cores_count(card->cores.there));
        all[2] = all[1];
        all[1] = all[0];
        all[0] = (struct readout){ "BAD MPS", NULL, "", there, COLOUR_BAD };
        readout_number(&all[0], cores_count(cores_bad(&card->cores)));
    }
    for (int i = 0; i < NUMBERS; i++)
        draw_readout(s, (unsigned)i, (struct area){ a.x + i * (width + 12), a.y, width, a.height },
                     &all[i]);
}

/* How the steps, the reason and the numbers share their place. */
struct sharing {
    int numbers, gap; /* height of the numbers, and their distance from the part above */
    int scale;        /* of the steps */
    int reason;       /* height that the reason has at least */
};

static bool has_room(const struct sheet *s, struct area a, const struct scene_card *card,
                     const struct sharing *sharing)
{
    return sharing->scale > 0 && text_height(s->style->small) + 8 +
                                         steps_height(card->advice, a.width, sharing->scale) +
                                         sharing->reason + sharing->gap + sharing->numbers <=
                                     a.height;
}

#define REASON_LINES 3 /* at least, of one that is cut */

/* The numbers go before the steps lose any of their size or the reason a word. The number of bad multiprocessors stays as long as
 * that: there the steps may become smaller, but not as small as the reason of a small screen, and then the reason is cut. */
static bool share(const struct sheet *s, struct area a, const struct scene_card *card,
                  struct sharing *out)
{
    const int small = text_height(s->style->small), letters = text_height(s->style->number) + small,
              scale = steps_scale(s, a, card->advice, card->reason),
              whole = reason_height(s, card->reason, a.width), cut = reason_room(s, REASON_LINES);
    const struct sharing all[] = {
        { letters + 20, 12, scale, whole },
        { letters + 8, 4, scale, whole },
        { letters + 8, 4, scale > 2 ? scale - 1 : 0, whole },
        { letters + 8, 4, scale, cut },
    };

    if (text_width(s->style->number, "1234567") >= (a.width - 24) / 3)
        return false;
    for (unsigned i = 0; i < (cores_are_shown(card) ? ARRAY_SIZE(all) : 2); i++)
        if (has_room(s, a, card, &all[i])) {
            *out = all[i];
            return true;
        }
    return false;
}

/* Steps and numbers of one card. */
static void draw_right(struct sheet *s, struct area a, const struct scene_card *card)
{
    struct sharing sharing = { 0 };
    const bool fits = card->advice && share(s, a, card, &sharing);

    draw_steps_of(s, a, a.height - sharing.numbers - sharing.gap, card->advice, card->reason,
                  sharing.scale);
    if (fits)
        draw_numbers(
            s, (struct area){ a.x, a.y + a.height - sharing.numbers, a.width, sharing.numbers },
            card);
}

#define HOLDS_GAP 4 /* pixels between the steps and the conditions */

/* Steps, and the conditions of the PASS in letters of the same size. */
static void draw_right_of_pass(struct sheet *s, struct area a, const struct scene_card *card)
{
    const int title = text_height(s->style->small) + 8;
    int scale = s->style->sentence;

    while (scale > 1 && title + steps_height(card->advice, a.width, scale) + HOLDS_GAP +
                                holds_height(s, &card->conditions, scale) >
                            a.height)
        scale--;
    const int height = holds_height(s, &card->conditions, scale);

    draw_steps(s, a, a.height - height - HOLDS_GAP, card->advice, card->reason);
    draw_holds(s, (struct area){ a.x, a.y + a.height - height, a.width, height }, scale,
               &card->conditions);
}

/* Takes its room from the bottom before it looks for changes, because the parts above depend on it. */
static void draw_counts(struct sheet *s, const struct scene_card *card)
{
    const int scale = s->style->small, width = s->canvas->width - 2 * s->style->margin;
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    text_format(&words, "passed %u   failed %u   skipped %u   errors %u", card->passed,
                card->failed, card->skipped, card->errors);
    if (card->differs)
        text_format(&words, "   differ %u", card->differs);
    if (s->scene->elapsed >= 0)
        text_format(&words, "   time%s %d:%02d", s->scene->all_rounds ? " of all rounds" : "",
                    s->scene->elapsed / 60, s->scene->elapsed % 60);
    if (s->scene->celsius >= 0)
        text_format(&words, "   %d C", s->scene->celsius);
    if (s->scene->rounds)
        text_format(&words, "   %s", s->scene->rounds);
    const int height = paragraph_height(letters, width, scale) - 2 * scale + 12;
    s->bottom -= height;
    if (!is_new(s, WIDGET_COUNTS, mix_text(NOTHING, letters)))
        return;
    const struct area a = { s->style->margin, s->bottom, width, height };
    canvas_fill(s->canvas, (struct area){ 0, a.y, s->canvas->width, height }, COLOUR_BACK);
    canvas_fill(s->canvas, (struct area){ a.x, a.y, a.width, 1 }, COLOUR_RULE);
    canvas_paragraph(s->canvas, (struct area){ a.x, a.y + 6, a.width, height - 6 },
                     pen_of(scale, false, COLOUR_MUTE, COLOUR_BACK), letters);
}

static void no_card(struct sheet *s)
{
    const int margin = s->style->margin;

    const int height = s->bottom - s->top - 8;

    draw_steps(s, (struct area){ margin, s->top, s->canvas->width - 2 * margin, height }, height,
               s->scene->advice, s->scene->reason);
}

/* The counts may have become a line more or less: then all between the card's line and them is drawn anew. */
static void begin_body(struct sheet *s)
{
    if (!is_new(s, WIDGET_BODY, mix(mix(NOTHING, (uint64_t)s->top), (uint64_t)s->bottom)))
        return;
    canvas_fill(s->canvas, (struct area){ 0, s->top, s->canvas->width, s->bottom - s->top },
                COLOUR_BACK);
    for (unsigned i = WIDGET_PICTURE; i < WIDGET_RUN_BAR; i++)
        s->page->seen[i] = 0;
    s->page->seen[WIDGET_ROUND_CHIPS] = s->page->seen[WIDGET_ROUNDS] = 0;
    s->page->seen[WIDGET_UNSEEN] = 0;
}

/* A card that is not the one that the station expects: value by value, and the next steps. */
static void draw_other_board(struct sheet *s, const struct scene_card *card)
{
    const int margin = s->style->margin, width = s->canvas->width - 3 * margin,
              left = width * 61 / 100, height = s->bottom - s->top - 8;
    const struct area right = { 2 * margin + left, s->top, width - left, height };
    const int memory = memory_words_height(s, card, right.width);

    draw_board(s, (struct area){ margin, s->top, left, height }, &card->board);
    draw_steps(s, right, height - memory, card->advice, NULL);
    draw_memory_words(s, (struct area){ right.x, right.y + height - memory, right.width, memory },
                      card);
}

#define CHART_ABOVE 700 /* pixels of the canvas */

void verdict_page(struct sheet *s)
{
    draw_band(s);
    draw_lost(s);
    if (!s->scene->card_count) {
        no_card(s);
        return;
    }
    draw_card_line(s);
    const struct scene_card *const card = &s->scene->cards[s->scene->card];
    draw_counts(s, card);
    begin_body(s);
    if (scene_card_is_other(card)) {
        draw_other_board(s, card);
        return;
    }
    /* A PASS shows its steps and conditions; a low screen has no room for more. */
    if (s->scene->all_rounds && (!scene_card_holds(card) || s->canvas->height >= CHART_ABOVE))
        draw_rounds(s);
    if (scene_card_holds(card))
        draw_unseen(s, &card->conditions);
    const int margin = s->style->margin, width = s->canvas->width - 3 * margin,
              left = width * 45 / 100;
    const int height = s->bottom - s->top - 8;
    const bool picture = card->parts || cores_are_shown(card) || card->memory_state != CHIP_WAITING;
    if (picture)
        draw_picture(s, (struct area){ margin, s->top, left, height });
    struct area right = { picture ? 2 * margin + left : margin, s->top,
                          picture ? width - left : width + margin, 0 };
    const int chips = round_chips_height(s, height - steps_least(s, card->advice, right.width));
    right.height = chips;
    draw_round_chips(s, right);
    right.y += chips;
    right.height = height - chips;
    (scene_card_holds(card) ? draw_right_of_pass : draw_right)(s, right, card);
}
