#include "suite/report/page.h"

#include "suite/report/cores_picture.h"
#include "suite/report/font.h"
#include "suite/report/page_parts.h"
#include "suite/report/picture.h"
#include "suite/report/verdict.h"

_Static_assert(WIDGETS <= PAGE_WIDGETS, "each part of a page has a slot");

static const struct style styles[] = {
    { 1600, 32, 2, 3, 3, 4, 8 },
    { 1024, 24, 1, 2, 2, 3, 6 },
    { 0, 12, 1, 1, 2, 2, 4 },
};

static const struct appearance appearances[STATES] = {
    [STATE_WAITING] = { "WAITING", COLOUR_MUTE, COLOUR_BACK, SIGN_DOTS, false, true },
    [STATE_RUNNING] = { "RUNNING", COLOUR_RUN, COLOUR_BACK, SIGN_ARROW, false, false },
    [STATE_PASS] = { WORD_PASS, COLOUR_BACK, COLOUR_GOOD, SIGN_TICK, true, false },
    [STATE_FAIL] = { WORD_FAIL, COLOUR_WHITE, COLOUR_CRIM, SIGN_CROSS, true, false },
    [STATE_NOT_TESTED] = { WORD_NOT_TESTED, COLOUR_WHITE, COLOUR_BACK, SIGN_DASH, false, true },
    [STATE_INCOMPLETE] = { WORD_INCOMPLETE, COLOUR_AMBER, COLOUR_BACK, SIGN_HALF, false, false },
};

const struct appearance *page_appearance(enum scene_state state, bool part)
{
    static const struct appearance pass_of_part = { WORD_PASS, COLOUR_GOOD, COLOUR_BACK,
                                                    SIGN_TICK, false,       false };

    return part ? &pass_of_part : &appearances[state];
}

/* ---- changes since the last drawing ---- */

uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x100000001b3);
}

uint64_t mix_text(uint64_t hash, const char *text)
{
    for (; text && *text; text++)
        hash = mix(hash, (unsigned char)*text);
    return mix(hash, 0x100);
}

/* Whether this part's content has changed since it was drawn; remembers the new content. */
bool is_new(struct sheet *s, unsigned widget, uint64_t hash)
{
    hash |= 1; /* 0 is a part that was never drawn */
    if (s->page->seen[widget] == hash)
        return false;
    s->page->seen[widget] = hash;
    return true;
}

int text_height(int scale)
{
    return FONT_HEIGHT * scale;
}

struct pen pen_of(int scale, bool strong, uint32_t colour, uint32_t back)
{
    return (struct pen){ scale, strong, colour, back };
}

/* ---- header and keys ---- */

static void saved_words(const struct scene *scene, struct text *words)
{
    const char *why;
    const char *const trouble = scene_trouble(scene, &why);

    if (trouble)
        text_string(words, trouble);
    else if (scene->saved)
        text_format(words, "REPORT: %s", scene->saved);
}

/* At the right of the header; gives its left end. Trouble is amber, for a report that is lost must not look like
 * decoration. */
static int draw_saved(struct sheet *s, int height, const char *letters)
{
    const int scale = s->style->small, width = text_width(scale, letters) + 16,
              x = s->canvas->width - s->style->margin - width;
    const char *why;
    const bool trouble = scene_trouble(s->scene, &why) != NULL;
    const uint32_t back = trouble ? COLOUR_AMBER : COLOUR_PANEL;

    canvas_fill(s->canvas, (struct area){ x, 6, width, height - 12 }, back);
    canvas_text(s->canvas, x + 8, (height - text_height(scale)) / 2,
                pen_of(scale, trouble, trouble ? COLOUR_BACK : COLOUR_MUTE, back), letters);
    return x;
}

/* The machine's name may be long: it is cut with a mark where the words about the report begin. */
static void draw_header(struct sheet *s)
{
    const int height = text_height(s->style->small) + 24, scale = s->style->small;
    const int y = (height - text_height(scale)) / 2;
    char letters[SCENE_LINE], saved[SCENE_LINE];
    struct text words = text_in(saved, sizeof(saved));

    s->top = height;
    saved_words(s->scene, &words);
    words = text_in(letters, sizeof(letters));
    text_format(&words, "%s   %s   %s", s->scene->version ? s->scene->version : "",
                s->scene->time ? s->scene->time : "", s->scene->machine ? s->scene->machine : "");
    if (!is_new(s, WIDGET_HEADER, mix_text(mix_text(NOTHING, letters), saved)))
        return;
    canvas_fill(s->canvas, (struct area){ 0, 0, s->canvas->width, height }, COLOUR_PANEL);
    const int x = canvas_text(s->canvas, s->style->margin, y,
                              pen_of(scale, true, COLOUR_WHITE, COLOUR_PANEL), "BARECARD");
    const int room = (draw_saved(s, height, saved) - x - 24) / (FONT_WIDTH * scale);
    if ((int)words.used > room) {
        words.used = (size_t)room - 3;
        text_string(&words, "...");
    }
    canvas_text(s->canvas, x + 16, y, pen_of(scale, false, COLOUR_MUTE, COLOUR_PANEL), letters);
}

#define KEY_GAP 28 /* pixels between a label and the next key */

static int keys_width(const struct scene *scene, int scale)
{
    int width = 0;

    for (unsigned i = 0; i < scene->key_count; i++)
        width += text_width(scale, scene->keys[i].key) + 26 +
                 text_width(scale, scene->keys[i].label) + KEY_GAP;
    return width - KEY_GAP;
}

/* Smaller letters before a key is left out. */
static void draw_keys(struct sheet *s)
{
    const int wanted = s->style->sentence > 2 ? 2 : s->style->sentence;
    const int room = s->canvas->width - s->style->margin;
    const int scale = keys_width(s->scene, wanted) > room - s->style->margin ? 1 : wanted;
    const int height = text_height(wanted) + 16;
    uint64_t hash = NOTHING;

    s->bottom = s->canvas->height - height;
    for (unsigned i = 0; i < s->scene->key_count; i++)
        hash = mix_text(mix_text(hash, s->scene->keys[i].key), s->scene->keys[i].label);
    if (!is_new(s, WIDGET_KEYS, hash))
        return;
    canvas_fill(s->canvas, (struct area){ 0, s->bottom, s->canvas->width, height }, COLOUR_PANEL);
    int x = s->style->margin;
    for (unsigned i = 0; i < s->scene->key_count; i++) {
        const struct scene_key *const key = &s->scene->keys[i];
        const int y = s->bottom + (height - text_height(scale)) / 2;
        const int width = text_width(scale, key->key) + 16;

        if (x + width + 10 + text_width(scale, key->label) > room)
            break; /* the keys stand in the order of their worth */
        canvas_fill(s->canvas, (struct area){ x, y - 2, width, text_height(scale) + 4 },
                    COLOUR_TEXT);
        canvas_text(s->canvas, x + 8, y, pen_of(scale, true, COLOUR_BACK, COLOUR_TEXT), key->key);
        x = canvas_text(s->canvas, x + width + 10, y,
                        pen_of(scale, false, COLOUR_TEXT, COLOUR_PANEL), key->label) +
            KEY_GAP;
    }
}

/* Takes its room whether it is drawn again or not, because the parts below it must keep their
 * places. */
void draw_lost(struct sheet *s)
{
    const int scale = s->style->sentence, height = text_height(scale) + 12;
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));
    const char *why;
    const char *const trouble = scene_trouble(s->scene, &why);

    if (!trouble)
        return;
    text_format(&words, "%s: %s", trouble, why);
    const struct area a = { 0, s->top, s->canvas->width, height };
    s->top += height + 8;
    if (!is_new(s, WIDGET_LOST, mix_text(NOTHING, letters)))
        return;
    canvas_fill(s->canvas, a, COLOUR_AMBER);
    canvas_text(s->canvas, s->style->margin, a.y + 6,
                pen_of(text_scale(letters, a.width - 2 * s->style->margin, scale), true,
                       COLOUR_BACK, COLOUR_AMBER),
                letters);
}

/* ---- one card ---- */

uint64_t card_hash(const struct scene_card *card)
{
    uint64_t hash = mix(mix_text(mix_text(mix_text(NOTHING, card->at), card->title), card->memory),
                        card->state);

    hash = mix(hash, card->memory_state);
    for (unsigned i = 0; i < CORE_UNITS; i++)
        hash = mix(mix(hash, card->cores.good[i]), card->cores.bad[i]);
    hash = mix(hash, card->finding.cores);
    for (unsigned i = 0; i < card->chip_count; i++)
        hash = mix(mix_text(hash, card->chips[i].name), card->chips[i].state);
    return mix_text(hash, card->reason);
}

/* The whole of it, or its size alone. */
bool put_memory(struct text *words, const struct scene_card *card, const char *between, int letters)
{
    const char *const memory = card->memory ? card->memory : "";
    const size_t whole = string_length(memory), used = words->used + string_length(between);
    size_t size = 0;

    while (memory[size] && memory[size] != ',')
        size++;
    if (!size || letters < 0 || used + size > (size_t)letters)
        return false;
    text_string(words, between);
    for (size_t i = 0; i < (used + whole <= (size_t)letters ? whole : size); i++)
        text_char(words, memory[i]);
    return true;
}

void draw_card_line(struct sheet *s)
{
    const struct scene_card *const card = &s->scene->cards[s->scene->card];
    const int scale = s->style->card, height = text_height(scale) + 8;
    char tag[SCENE_LINE], letters[SCENE_LINE], rounds[32] = "";
    struct text words = text_in(tag, sizeof(tag));

    text_format(&words, "CARD %u of %u", s->scene->card + 1, s->scene->card_count);
    words = text_in(rounds, sizeof(rounds));
    if (s->scene->all_rounds && s->scene->state != STATE_RUNNING)
        text_format(&words, "  %u rounds", s->scene->all_rounds->done);
    words = text_in(letters, sizeof(letters));
    text_format(&words, "%s  %s", card->at ? card->at : "", card->title ? card->title : "");
    /* The bus address is always shown; of the rest the size of the memory counts most, because the rounds stand in the
     * band or below too. */
    const int x = s->style->margin + text_width(scale, tag) + 32;
    const int room = s->canvas->width - x - s->style->margin;
    if (!put_memory(&words, card, "  ", (room - text_width(scale, rounds)) / (FONT_WIDTH * scale)))
        put_memory(&words, card, "  ", room / (FONT_WIDTH * scale));
    if (text_width(scale, letters) + text_width(scale, rounds) <= room)
        text_string(&words, rounds);
    const struct area a = { 0, s->top, s->canvas->width, height };
    s->top += height + 12;
    if (!is_new(s, WIDGET_CARD_LINE, mix_text(mix_text(NOTHING, tag), letters)))
        return;
    canvas_fill(s->canvas, a, COLOUR_BACK);
    canvas_fill(s->canvas,
                (struct area){ s->style->margin, a.y, text_width(scale, tag) + 16, height },
                COLOUR_TEXT);
    canvas_text(s->canvas, s->style->margin + 8, a.y + 4,
                pen_of(scale, true, COLOUR_BACK, COLOUR_TEXT), tag);
    canvas_text(s->canvas, x, a.y + 4, pen_of(scale, true, COLOUR_WHITE, COLOUR_BACK), letters);
}

int draw_title(struct sheet *s, int x, int y, int width, const char *title)
{
    const int scale = s->style->small;
    const int end =
        canvas_text(s->canvas, x, y, pen_of(scale, true, COLOUR_MUTE, COLOUR_BACK), title);

    canvas_fill(s->canvas,
                (struct area){ end + 8, y + text_height(scale) / 2, width - (end - x) - 8, 1 },
                COLOUR_RULE);
    return y + text_height(scale) + 8;
}

/* "Memory: all 8 chips good. A TPC that is off is no fault." */
static void put_beside_cores(struct text *text, const struct scene_card *card)
{
    const uint64_t there = card->cores.there;
    unsigned tested = 0, off = 0;

    for (unsigned i = 0; i < card->chip_count; i++)
        tested += card->chips[i].state == CHIP_TESTED;
    if (tested && tested == card->chip_count)
        text_format(text, "Memory: all %u chips good. ", tested);
    for (unsigned tpc = 0; tpc < card->cores.tpcs; tpc++)
        off += !(there >> (tpc * CORE_MPS) & ((1u << CORE_MPS) - 1));
    if (off)
        text_string(text, "A TPC that is off by fuse is no fault.");
}

/* Shader cores in the memory's place. */
static void draw_cores(struct sheet *s, struct area a, struct area picture, struct area note,
                       const struct scene_card *card)
{
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    const char *const title = "SHADER CORES: TPCS, THEIR MULTIPROCESSORS (MP)";
    draw_title(s, a.x, a.y, a.width,
               text_width(s->style->small, title) <= a.width ? title
                                                             : "SHADER CORES: TPCS AND MPS");
    cores_draw(s->canvas, picture, card);
    put_beside_cores(&words, card);
    canvas_paragraph(s->canvas, note, pen_of(s->style->small, false, COLOUR_TEXT, COLOUR_BACK),
                     letters);
}

/* The bars alone are drawn again while only the progress has changed, because the whole picture is
 * slow on a plain framebuffer. */
void draw_picture(struct sheet *s, struct area a)
{
    const struct scene_card *const card = &s->scene->cards[s->scene->card];

    const int title = text_height(s->style->small) + 8;
    const int lines = 2 * (FONT_HEIGHT + 2) * s->style->small;
    const struct area note = { a.x, a.y + a.height - lines, a.width, lines };
    const struct area picture = { a.x, a.y + title, a.width, a.height - title - lines - 8 };

    const uint64_t bars = s->page->seen[WIDGET_PICTURE_BARS];
    const bool other_bars = is_new(s, WIDGET_PICTURE_BARS, card->percent);

    if (s->page->seen[WIDGET_PICTURE_BARS] < bars) /* shorter ones leave their ends */
        s->page->seen[WIDGET_PICTURE] = 0;
    if (!is_new(s, WIDGET_PICTURE, card_hash(card))) {
        if (other_bars)
            picture_bars(s->canvas, picture, card);
        return;
    }
    canvas_fill(s->canvas, a, COLOUR_BACK);
    if (cores_are_shown(card)) {
        draw_cores(s, a, picture, note, card);
        return;
    }
    draw_title(s, a.x, a.y, a.width, card->parts ? "MEMORY CHIPS, BY PARTITION" : "THE CARD");
    picture_draw(s->canvas, picture, card);
    if (card->parts || card->memory_state != CHIP_WAITING)
        canvas_paragraph(
            s->canvas, note, pen_of(s->style->small, false, COLOUR_TEXT, COLOUR_BACK),
            card->parts ? "Drawn by partition, not by place. A board view tells where a chip sits."
                        : "Which chip an address lies in is not known for this chipset.");
}

/* ---- a page ---- */

void page_open(struct page *page, uint32_t *pixels, int width, int height)
{
    *page = (struct page){ .canvas = canvas_in(pixels, width, height) };
}

/* Another kind of page, one for another number of cards, or of a card that is shown in other columns, starts from an
 * empty canvas. */
static void clear_if_new(struct page *page, const struct scene *scene)
{
    const struct scene_card *const card = &scene->cards[scene->card];
    uint64_t kind = mix(mix(mix(NOTHING, scene->state), scene->card_count), scene->card);

    if (scene->card_count)
        kind = mix(mix(kind, scene_card_is_other(card)), (bool)card->parts);
    kind = mix(mix(kind, (bool)scene->lost), (bool)scene->unsent);
    kind = mix(mix(kind, (bool)scene->question), (bool)scene->line_count);
    kind = mix(mix(mix(kind, (bool)scene->crash), (bool)scene->all_rounds), scene_prompts(scene));
    kind = mix(mix(mix(kind, scene->details), scene->one_card), scene->together);
    if (page->kind == kind)
        return;
    page->kind = kind;
    __builtin_memset(page->seen, 0, sizeof(page->seen));
    canvas_fill(&page->canvas, (struct area){ 0, 0, page->canvas.width, page->canvas.height },
                COLOUR_BACK);
}

/* A question before the run or before a card, and the answer typed so far. */
static void question_page(struct sheet *s)
{
    const int margin = s->style->margin, width = s->canvas->width - 2 * margin;
    const int scale = s->style->card, height = text_height(scale) + 24;
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    scene_answer(s->scene, &words);
    if (!is_new(s, WIDGET_CARD_LINE, mix_text(mix_text(NOTHING, s->scene->question), letters)))
        return;
    canvas_fill(s->canvas, (struct area){ 0, s->top, s->canvas->width, s->bottom - s->top },
                COLOUR_BACK);
    const int y = canvas_paragraph(
        s->canvas, (struct area){ margin, s->top + 32, width, s->bottom - s->top - 32 },
        pen_of(scale, true, COLOUR_WHITE, COLOUR_BACK), s->scene->question);
    /* Somebody would look for the key that an empty box waits for. */
    if (letters[0] == '\0')
        return;
    const struct area box = { margin, y + 16, width, height };
    canvas_fill(s->canvas, box, COLOUR_PANEL);
    canvas_frame(s->canvas, box, 2, false, COLOUR_MUTE);
    canvas_text(s->canvas, margin + 16, y + 28,
                pen_of(text_scale(letters, width - 32, scale), true, COLOUR_GOOD, COLOUR_PANEL),
                letters);
}

/* The most urgent page wins: a crash before a question, a question before all else. */
void page_draw(struct page *page, const struct scene *scene)
{
    struct sheet s = { .page = page, .canvas = &page->canvas, .scene = scene, .style = styles };

    while (s.style->width > page->canvas.width)
        s.style++;
    clear_if_new(page, scene);
    draw_header(&s);
    draw_keys(&s);
    if (scene->crash)
        crash_page(&s);
    else if (scene->question)
        question_page(&s);
    else if (scene->line_count)
        menu_page(&s);
    else if (scene_prompts(scene))
        prompt_page(&s);
    else if (scene->details)
        details_page(&s);
    else if (scene->state == STATE_RUNNING && !scene->together)
        running_page(&s);
    else if (scene->card_count > 1 && !scene->one_card)
        cards_page(&s);
    else
        verdict_page(&s);
}
