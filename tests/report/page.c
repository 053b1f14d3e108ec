#include "tests/report/page.h"

#include "engines/text.h"
#include "hw/bits.h"
#include "tests/report/font.h"
#include "tests/report/picture.h"

/* What differs between sizes of screens; the row whose width is next below counts. */
struct style {
    int width;
    int margin;
    int small, sentence, card, number, verdict; /* scales of text */
};

static const struct style styles[] = {
    { 1600, 32, 2, 3, 3, 4, 8 },
    { 1024, 24, 1, 2, 2, 3, 6 },
    { 0, 12, 1, 1, 2, 2, 4 },
};

/* Parts of a page, each with a slot in page->seen. */
enum widget {
    WIDGET_HEADER,
    WIDGET_SAVED,
    WIDGET_BAND,
    WIDGET_LOST,
    WIDGET_CARD_LINE,
    WIDGET_PICTURE, /* one for each card */
    WIDGET_STEPS = WIDGET_PICTURE + SCENE_CARDS,
    WIDGET_READOUTS, /* six */
    WIDGET_RUN_BAR = WIDGET_READOUTS + 6,
    WIDGET_TEST_BAR,
    WIDGET_RESULTS,
    WIDGET_COUNTS,
    WIDGET_KEYS,
    WIDGET_CARDS, /* one for each card */
    WIDGETS = WIDGET_CARDS + SCENE_CARDS
};

_Static_assert(WIDGETS <= PAGE_WIDGETS, "each part of a page has a slot");

/* What is being drawn. */
struct sheet {
    struct page *page;
    struct canvas *canvas;
    const struct scene *scene;
    const struct style *style;
    int top, bottom; /* of what is still free */
};

/* ---- what has changed ---- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x100000001b3);
}

static uint64_t mix_text(uint64_t hash, const char *text)
{
    for (; text && *text; text++)
        hash = mix(hash, (unsigned char)*text);
    return mix(hash, 0x100);
}

/* Whether this part shows something else than before, and keeps what it shows now. */
static bool is_new(struct sheet *s, unsigned widget, uint64_t hash)
{
    hash |= 1; /* 0 is a part that was never drawn */
    if (s->page->seen[widget] == hash)
        return false;
    s->page->seen[widget] = hash;
    return true;
}

static int text_height(int scale)
{
    return FONT_HEIGHT * scale;
}

static struct pen pen_of(int scale, bool strong, uint32_t colour, uint32_t back)
{
    return (struct pen){ scale, strong, colour, back };
}

/* ---- header and keys ---- */

static void saved_words(const struct scene *scene, struct text *words)
{
    text_string(words, scene->lost ? "REPORT NOT SAVED" : "REPORT: ");
    if (!scene->lost)
        text_string(words, scene->saved ? scene->saved : "");
}

static void draw_saved(struct sheet *s, int height)
{
    char letters[64];
    struct text words = text_in(letters, sizeof(letters));
    const int scale = s->style->small;
    const uint32_t back = s->scene->lost ? COLOUR_AMBER : COLOUR_PANEL;

    saved_words(s->scene, &words);
    if (!is_new(s, WIDGET_SAVED, mix_text(0, letters)))
        return;
    const int width = text_width(scale, letters) + 16,
              x = s->canvas->width - s->style->margin - width;
    canvas_fill(s->canvas, (struct area){ s->canvas->width / 2, 0, s->canvas->width / 2, height },
                COLOUR_PANEL);
    canvas_fill(s->canvas, (struct area){ x, 6, width, height - 12 }, back);
    canvas_text(s->canvas, x + 8, (height - text_height(scale)) / 2,
                pen_of(scale, s->scene->lost, s->scene->lost ? COLOUR_BACK : COLOUR_MUTE, back),
                letters);
}

static void draw_header(struct sheet *s)
{
    const int height = text_height(s->style->small) + 24;
    uint64_t hash =
        mix_text(mix_text(mix_text(0, s->scene->version), s->scene->time), s->scene->machine);
    char letters[160];
    struct text words = text_in(letters, sizeof(letters));

    s->top = height;
    if (is_new(s, WIDGET_HEADER, hash)) {
        const int scale = s->style->small, y = (height - text_height(scale)) / 2;

        canvas_fill(s->canvas, (struct area){ 0, 0, s->canvas->width, height }, COLOUR_PANEL);
        int x = canvas_text(s->canvas, s->style->margin, y,
                            pen_of(scale, true, COLOUR_WHITE, COLOUR_PANEL), "BARECARD");
        text_format(&words, "%s   %s   %s", s->scene->version ? s->scene->version : "",
                    s->scene->time ? s->scene->time : "",
                    s->scene->machine ? s->scene->machine : "");
        const int room = (s->canvas->width / 2 - x - 24) / (FONT_WIDTH * scale);
        if ((int)words.used > room && room > 3) {
            letters[room - 3] = '\0';
            words = text_in(letters + room - 3, 4);
            text_string(&words, "...");
        }
        canvas_text(s->canvas, x + 16, y, pen_of(scale, false, COLOUR_MUTE, COLOUR_PANEL), letters);
        s->page->seen[WIDGET_SAVED] = 0;
    }
    draw_saved(s, height);
}

static void draw_keys(struct sheet *s)
{
    const int scale = s->style->sentence > 2 ? 2 : s->style->sentence;
    const int height = text_height(scale) + 16;
    uint64_t hash = 0;

    s->bottom = s->canvas->height - height;
    for (unsigned i = 0; i < s->scene->key_count; i++)
        hash = mix_text(mix_text(hash, s->scene->keys[i].key), s->scene->keys[i].label);
    if (!is_new(s, WIDGET_KEYS, hash))
        return;
    canvas_fill(s->canvas, (struct area){ 0, s->bottom, s->canvas->width, height }, COLOUR_PANEL);
    int x = s->style->margin;
    for (unsigned i = 0; i < s->scene->key_count; i++) {
        const struct scene_key *const key = &s->scene->keys[i];
        const int y = s->bottom + 8, width = text_width(scale, key->key) + 16;

        if (x + width + text_width(scale, key->label) + 16 > s->canvas->width)
            break; /* the keys stand in the order of their worth */
        canvas_fill(s->canvas, (struct area){ x, y - 2, width, text_height(scale) + 4 },
                    COLOUR_TEXT);
        canvas_text(s->canvas, x + 8, y, pen_of(scale, true, COLOUR_BACK, COLOUR_TEXT), key->key);
        x = canvas_text(s->canvas, x + width + 10, y,
                        pen_of(scale, false, COLOUR_TEXT, COLOUR_PANEL), key->label) +
            28;
    }
}

/* ---- the verdict's band ---- */

static const struct look {
    const char *word;
    uint32_t colour, back; /* of word and sign */
    uint8_t sign;
    bool solid, dashed;
} looks[STATES] = {
    [STATE_WAITING] = { "WAITING", COLOUR_MUTE, COLOUR_BACK, SIGN_DOTS, false, true },
    [STATE_RUNNING] = { "RUNNING", COLOUR_RUN, COLOUR_BACK, SIGN_ARROW, false, false },
    [STATE_PASS] = { "PASS", COLOUR_BACK, COLOUR_GOOD, SIGN_TICK, true, false },
    [STATE_FAIL] = { "FAIL", COLOUR_WHITE, COLOUR_CRIM, SIGN_CROSS, true, false },
    [STATE_NOT_TESTED] = { "NOT TESTED", COLOUR_WHITE, COLOUR_BACK, SIGN_DASH, false, true },
    [STATE_INCOMPLETE] = { "INCOMPLETE", COLOUR_AMBER, COLOUR_BACK, SIGN_HALF, false, false },
};

/* White and dark stripes below a FAIL, seen without colours too. */
static void hazard(struct canvas *canvas, struct area a)
{
    canvas_fill(canvas, a, COLOUR_BACK);
    for (int row = 0; row < a.height; row++)
        for (int x = a.x - a.height + row; x < a.x + a.width; x += 4 * a.height)
            canvas_fill(canvas, (struct area){ x, a.y + row, 2 * a.height, 1 }, COLOUR_WHITE);
}

static void headline_of(const struct scene_card *card, struct text *words)
{
    if (card->suspect[0])
        text_format(words, "Chip %s: ", card->suspect);
    text_string(words, card->advice ? card->advice->headline : "");
}

/* "1 of 2 cards is bad", or what is the matter with the only one. */
static void band_headline(const struct scene *scene, struct text *words)
{
    unsigned bad = 0;

    for (unsigned i = 0; i < scene->card_count; i++)
        bad += scene->cards[i].state == STATE_FAIL;
    if (scene->card_count == 1)
        headline_of(&scene->cards[0], words);
    else if (bad)
        text_format(words, "%u of %u cards %s bad", bad, scene->card_count,
                    bad == 1 ? "is" : "are");
    else if (scene->state == STATE_PASS)
        text_format(words, "All %u cards are good", scene->card_count);
    else
        text_string(words,
                    advice_for(scene->state == STATE_NOT_TESTED ? "NOT TESTED" : "INCOMPLETE",
                               scene->reason)
                        ->headline);
}

static void band_second(const struct scene *scene, struct text *words)
{
    if (scene->card_count == 1) {
        text_format(words, "Card %s %s", scene->cards[0].at ? scene->cards[0].at : "",
                    scene->cards[0].title ? scene->cards[0].title : "");
        return;
    }
    for (unsigned i = 0; i < scene->card_count; i++) {
        if (scene->cards[i].state != STATE_FAIL)
            continue;
        text_format(words, "%sCARD %u at %s", words->used ? ", " : "Bad: ", i + 1,
                    scene->cards[i].at);
        if (scene->cards[i].suspect[0])
            text_format(words, ", chip %s", scene->cards[i].suspect);
    }
    if (!words->used)
        text_string(words, scene->reason ? scene->reason : "");
}

static void band_words(struct sheet *s, const struct look *look, struct area a, int x)
{
    char head[96], second[160];
    struct text head_words = text_in(head, sizeof(head));
    struct text second_words = text_in(second, sizeof(second));
    const int room = a.x + a.width - x - s->style->margin;
    const int scale = s->style->sentence;

    band_headline(s->scene, &head_words);
    band_second(s->scene, &second_words);
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
    const struct look *const look = &looks[s->scene->state];
    const int word = s->style->verdict, size = text_height(word);
    const struct area a = { 0, s->top, s->canvas->width, size + size / 2 };
    char head[96], second[160];
    struct text words = text_in(head, sizeof(head));

    band_headline(s->scene, &words);
    words = text_in(second, sizeof(second));
    band_second(s->scene, &words);
    s->top += a.height + 16;
    if (!is_new(s, WIDGET_BAND, mix(mix_text(mix_text(0, head), second), s->scene->state)))
        return;
    canvas_fill(s->canvas, (struct area){ 0, a.y, a.width, a.height + 16 }, COLOUR_BACK);
    canvas_fill(s->canvas, a, look->back);
    if (!look->solid)
        canvas_frame(s->canvas, (struct area){ 6, a.y + 6, a.width - 12, a.height - 12 }, 4,
                     look->dashed, look->colour);
    if (s->scene->state == STATE_FAIL)
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

static void draw_lost(struct sheet *s)
{
    const int scale = s->style->sentence, height = text_height(scale) + 12;
    char letters[120];
    struct text words = text_in(letters, sizeof(letters));

    if (!s->scene->lost)
        return;
    text_format(&words, "REPORT NOT SAVED: %s", s->scene->lost);
    const struct area a = { 0, s->top, s->canvas->width, height };
    s->top += height + 8;
    if (!is_new(s, WIDGET_LOST, mix_text(0, letters)))
        return;
    canvas_fill(s->canvas, a, COLOUR_AMBER);
    canvas_text(s->canvas, s->style->margin, a.y + 6,
                pen_of(text_scale(letters, a.width - 2 * s->style->margin, scale), true,
                       COLOUR_BACK, COLOUR_AMBER),
                letters);
}

/* ---- one card ---- */

static uint64_t card_hash(const struct scene_card *card)
{
    uint64_t hash =
        mix(mix_text(mix_text(mix_text(0, card->at), card->title), card->memory), card->state);

    for (unsigned i = 0; i < card->chip_count; i++)
        hash = mix(mix_text(hash, card->chips[i].name), card->chips[i].state);
    return mix_text(hash, card->reason);
}

static void draw_card_line(struct sheet *s)
{
    const struct scene_card *const card = &s->scene->cards[s->scene->card];
    const int scale = s->style->card, height = text_height(scale) + 8;
    char tag[32], letters[120];
    struct text words = text_in(tag, sizeof(tag));

    text_format(&words, "CARD %u of %u", s->scene->card + 1, s->scene->card_count);
    words = text_in(letters, sizeof(letters));
    text_format(&words, "%s  %s", card->at ? card->at : "", card->title ? card->title : "");
    /* The memory is said where there is room for it; the bus address always is. */
    const int x = s->style->margin + text_width(scale, tag) + 32;
    if (card->memory &&
        text_width(scale, letters) + text_width(scale, card->memory) + 2 * FONT_WIDTH <
            s->canvas->width - x - s->style->margin)
        text_format(&words, "  %s", card->memory);
    const struct area a = { 0, s->top, s->canvas->width, height };
    s->top += height + 12;
    if (!is_new(s, WIDGET_CARD_LINE, mix_text(mix_text(0, tag), letters)))
        return;
    canvas_fill(s->canvas, a, COLOUR_BACK);
    canvas_fill(s->canvas,
                (struct area){ s->style->margin, a.y, text_width(scale, tag) + 16, height },
                COLOUR_TEXT);
    canvas_text(s->canvas, s->style->margin + 8, a.y + 4,
                pen_of(scale, true, COLOUR_BACK, COLOUR_TEXT), tag);
    canvas_text(s->canvas, x, a.y + 4, pen_of(scale, true, COLOUR_WHITE, COLOUR_BACK), letters);
}

static int draw_title(struct sheet *s, int x, int y, int width, const char *title)
{
    const int scale = s->style->small;
    const int end =
        canvas_text(s->canvas, x, y, pen_of(scale, true, COLOUR_MUTE, COLOUR_BACK), title);

    canvas_fill(s->canvas,
                (struct area){ end + 8, y + text_height(scale) / 2, width - (end - x) - 8, 1 },
                COLOUR_RULE);
    return y + text_height(scale) + 8;
}

static void draw_picture(struct sheet *s, struct area a)
{
    const struct scene_card *const card = &s->scene->cards[s->scene->card];

    if (!is_new(s, WIDGET_PICTURE, card_hash(card)))
        return;
    canvas_fill(s->canvas, a, COLOUR_BACK);
    const int y = draw_title(s, a.x, a.y, a.width, "MEMORY CHIPS, BY PARTITION");
    const int note = 2 * (FONT_HEIGHT + 2) * s->style->small;
    picture_draw(s->canvas, (struct area){ a.x, y, a.width, a.y + a.height - y - note - 8 }, card);
    if (card->parts)
        canvas_paragraph(s->canvas, (struct area){ a.x, a.y + a.height - note, a.width, note },
                         pen_of(s->style->small, false, COLOUR_TEXT, COLOUR_BACK),
                         "Drawn by partition, not by place. A board view tells where a chip sits.");
}

static void draw_steps(struct sheet *s, struct area a)
{
    const struct scene_card *const card = &s->scene->cards[s->scene->card];
    const int scale = s->style->sentence, box = text_height(scale) + 4;

    if (!card->advice ||
        !is_new(s, WIDGET_STEPS, mix_text(card_hash(card), card->advice->headline)))
        return;
    canvas_fill(s->canvas, a, COLOUR_BACK);
    int y = draw_title(s, a.x, a.y, a.width, "WHAT TO DO NEXT");
    for (unsigned i = 0; i < ADVICE_STEPS && card->advice->steps[i]; i++) {
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
                             card->advice->steps[i]) +
            8;
    }
    if (card->reason && card->reason[0] && y + 3 * text_height(s->style->small) < a.y + a.height) {
        y = draw_title(s, a.x, y + 4, a.width, "THE REASON");
        canvas_paragraph(s->canvas, (struct area){ a.x, y, a.width, a.y + a.height - y },
                         pen_of(s->style->small, false, COLOUR_TEXT, COLOUR_BACK), card->reason);
    }
}

static void draw_counts(struct sheet *s, const struct scene_card *card)
{
    const int scale = s->style->small, height = text_height(scale) + 12;
    char letters[160];
    struct text words = text_in(letters, sizeof(letters));

    text_format(&words, "passed %u   failed %u   skipped %u   errors %u", card->passed,
                card->failed, card->skipped, card->errors);
    if (card->differs)
        text_format(&words, "   differ %u", card->differs);
    if (s->scene->elapsed >= 0)
        text_format(&words, "   time %d:%02d", s->scene->elapsed / 60, s->scene->elapsed % 60);
    if (s->scene->celsius >= 0)
        text_format(&words, "   %d C", s->scene->celsius);
    s->bottom -= height;
    if (!is_new(s, WIDGET_COUNTS, mix_text(0, letters)))
        return;
    const struct area a = { s->style->margin, s->bottom, s->canvas->width - 2 * s->style->margin,
                            height };
    canvas_fill(s->canvas, a, COLOUR_BACK);
    canvas_fill(s->canvas, (struct area){ a.x, a.y, a.width, 1 }, COLOUR_RULE);
    canvas_text(s->canvas, a.x, a.y + 6, pen_of(scale, false, COLOUR_MUTE, COLOUR_BACK), letters);
}

static void verdict_page(struct sheet *s)
{
    draw_band(s);
    draw_lost(s);
    if (!s->scene->card_count)
        return;
    draw_card_line(s);
    draw_counts(s, &s->scene->cards[s->scene->card]);
    const int margin = s->style->margin, width = s->canvas->width - 3 * margin,
              left = width * 45 / 100;
    const int height = s->bottom - s->top - 8;
    const bool picture = s->scene->cards[s->scene->card].parts;
    if (picture)
        draw_picture(s, (struct area){ margin, s->top, left, height });
    draw_steps(s, (struct area){ picture ? 2 * margin + left : margin, s->top,
                                 picture ? width - left : width + margin, height });
}

/* ---- several cards ---- */

static void draw_tile(struct sheet *s, unsigned index, struct area a)
{
    const struct scene_card *const card = &s->scene->cards[index];
    const struct look *const look = &looks[card->state];
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
        headline_of(card, &words);
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
static void cards_page(struct sheet *s)
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

/* ---- while it runs ---- */

struct readout {
    const char *label, *note;
    char value[24];
    const char *unit;
    uint32_t colour;
};

static void draw_readout(struct sheet *s, unsigned index, struct area a, const struct readout *r)
{
    const int small = s->style->small, number = s->style->number;

    if (!is_new(s, WIDGET_READOUTS + index,
                mix_text(mix_text(mix(0, r->colour), r->value), r->note)))
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

static void minutes(char *letters, size_t size, int seconds)
{
    struct text words = text_in(letters, size);

    if (seconds < 0)
        text_string(&words, "--:--");
    else
        text_format(&words, "%d:%02d", seconds / 60, seconds % 60);
}

static void number(char *letters, size_t size, int value)
{
    struct text words = text_in(letters, size);

    if (value < 0)
        text_string(&words, "--");
    else
        text_format(&words, "%d", value);
}

static void draw_readouts(struct sheet *s, struct area a)
{
    const struct scene *const scene = s->scene;
    const struct scene_card *const card = &scene->cards[scene->card];
    const bool hot = scene->limit > 0 && scene->celsius > scene->limit - 10;
    char limit[24];
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
    number(all[0].value, sizeof(all[0].value), scene->celsius);
    number(all[1].value, sizeof(all[1].value), scene->rate);
    minutes(all[2].value, sizeof(all[2].value), scene->elapsed);
    minutes(all[3].value, sizeof(all[3].value), scene->left);
    number(all[4].value, sizeof(all[4].value), (int)card->passed);
    number(all[5].value, sizeof(all[5].value), (int)card->failed);
    const int width = (a.width - 12) / 2, height = (a.height - 24) / 3;
    for (unsigned i = 0; i < ARRAY_SIZE(all); i++)
        draw_readout(s, i,
                     (struct area){ a.x + (int)(i % 2) * (width + 12),
                                    a.y + (int)(i / 2) * (height + 12), width, height },
                     &all[i]);
}

static void draw_bar(struct sheet *s, unsigned widget, int height, int percent, const char *name,
                     const char *what)
{
    const int scale = s->style->sentence, margin = s->style->margin;
    const struct area a = { margin, s->top, s->canvas->width - 2 * margin,
                            text_height(scale) + 4 + height };
    char value[16];
    struct text words = text_in(value, sizeof(value));

    s->top += a.height + 8;
    if (!is_new(s, widget, mix(mix_text(mix_text(0, name), what), (uint64_t)(percent + 1))))
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
    uint64_t hash = 0;

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

static void running_page(struct sheet *s)
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
    draw_bar(s, WIDGET_RUN_BAR, 24, s->scene->run_percent, "WHOLE RUN", "");
    draw_bar(s, WIDGET_TEST_BAR, 16, s->scene->percent, s->scene->test ? s->scene->test : "",
             s->scene->what);
    draw_results(s);
}

/* ---- a page ---- */

void page_open(struct page *page, uint32_t *pixels, int width, int height)
{
    *page = (struct page){ .canvas = canvas_in(pixels, width, height) };
}

/* Another kind of page, or one for another number of cards, starts from an empty canvas. */
static void clear_if_new(struct page *page, const struct scene *scene)
{
    const unsigned kind = 1 + scene->state + STATES * scene->card_count + 64u * scene->card +
                          (scene->lost ? 4096u : 0);

    if (page->kind == kind)
        return;
    page->kind = kind;
    for (unsigned i = 0; i < PAGE_WIDGETS; i++)
        page->seen[i] = 0;
    canvas_fill(&page->canvas, (struct area){ 0, 0, page->canvas.width, page->canvas.height },
                COLOUR_BACK);
}

void page_draw(struct page *page, const struct scene *scene)
{
    struct sheet s = { .page = page, .canvas = &page->canvas, .scene = scene, .style = styles };

    while (s.style->width > page->canvas.width)
        s.style++;
    clear_if_new(page, scene);
    draw_header(&s);
    draw_keys(&s);
    if (scene->state == STATE_RUNNING)
        running_page(&s);
    else if (scene->card_count > 1)
        cards_page(&s);
    else
        verdict_page(&s);
}
