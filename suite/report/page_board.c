/* suite/report/page_board.c: the verdict of a card that is not the expected board: a table of the expected and the
 * found values, in place of the picture. */
#include "suite/report/font.h"
#include "suite/report/page_parts.h"

#define PAD 2 /* pixels above and below a row's words */

/* Where the columns begin, from the table's left edge: as wide as their words. */
struct columns {
    int scale, name, expected, found, end;
};

static int row_height(int scale)
{
    return text_height(scale) + 2 * PAD;
}

static int wider(int width, int scale, const char *words)
{
    const int needed = text_width(scale, words) + FONT_WIDTH;

    return needed > width ? needed : width;
}

static struct columns columns_at(const struct board_table *board, int scale)
{
    struct columns c = { .scale = scale, .name = (SIGN_SIZE + 4) * scale + 12 };
    int name = 0, expected = 0, found = 0;

    for (unsigned i = 0; i < board->count; i++) {
        name = wider(name, scale, board->rows[i].name);
        expected = wider(expected, scale, board->rows[i].expected);
        found = wider(found, scale, board->rows[i].found);
    }
    c.expected = c.name + name;
    c.found = c.expected + expected;
    c.end = c.found + found;
    return c;
}

/* The largest letters in which all rows fit, in both directions; words that are still too long are cut by their column. */
static struct columns columns_in(const struct sheet *s, const struct board_table *board,
                                 struct area a)
{
    struct columns c = columns_at(board, s->style->sentence);

    while (c.scale > 1 && ((int)board->count * row_height(c.scale) > a.height || c.end > a.width))
        c = columns_at(board, c.scale - 1);
    if (c.end <= a.width)
        return c;
    c.expected = a.width * 30 / 100;
    c.found = a.width * 65 / 100;
    return c;
}

static void draw_cell(struct sheet *s, struct area a, struct pen pen, const char *words)
{
    canvas_paragraph(s->canvas, (struct area){ a.x, a.y + PAD, a.width, text_height(pen.scale) },
                     pen, words);
}

/* A value that differs has a cross and a frame too, because nothing is told by colour alone. */
static void draw_row(struct sheet *s, struct area a, const struct columns *c,
                     const struct board_row *row)
{
    const uint32_t back = row->differs ? COLOUR_CRIM : COLOUR_BACK;
    const uint32_t words = row->differs ? COLOUR_WHITE : COLOUR_TEXT;

    if (row->differs) {
        canvas_fill(s->canvas, a, back);
        canvas_frame(s->canvas, a, 2, false, COLOUR_WHITE);
    }
    canvas_sign(s->canvas, a.x + 8, a.y + (a.height - SIGN_SIZE * c->scale) / 2, c->scale,
                row->differs ? SIGN_CROSS : SIGN_TICK, row->differs ? COLOUR_WHITE : COLOUR_GOOD);
    draw_cell(s, (struct area){ a.x + c->name, a.y, c->expected - c->name, a.height },
              pen_of(c->scale, row->differs, row->differs ? COLOUR_WHITE : COLOUR_MUTE, back),
              row->name);
    draw_cell(s, (struct area){ a.x + c->expected, a.y, c->found - c->expected, a.height },
              pen_of(c->scale, false, words, back), row->expected);
    draw_cell(s, (struct area){ a.x + c->found, a.y, a.width - c->found, a.height },
              pen_of(c->scale, row->differs, words, back), row->found);
}

static uint64_t board_hash(const struct board_table *board)
{
    uint64_t hash = mix(mix_text(NOTHING, board->file), board->compared);

    for (unsigned i = 0; i < board->count; i++)
        hash = mix_text(mix_text(mix_text(hash, board->rows[i].name), board->rows[i].expected),
                        board->rows[i].found);
    return hash;
}

static void draw_head(struct sheet *s, struct area a, const struct columns *c)
{
    const int small = s->style->small;
    const struct {
        const char *word;
        int at;
    } names[] = { { "WHAT", c->name }, { "EXPECTED", c->expected }, { "FOUND", c->found } };

    canvas_fill(s->canvas, (struct area){ a.x, a.y, a.width, row_height(small) }, COLOUR_PANEL);
    for (unsigned i = 0; i < 3; i++)
        canvas_text(s->canvas, a.x + names[i].at, a.y + PAD,
                    pen_of(small, true, COLOUR_MUTE, COLOUR_PANEL), names[i].word);
}

/* The counts come last, because rows that find no room are missed only there. */
void draw_board(struct sheet *s, struct area a, const struct board_table *board)
{
    const int small = s->style->small, foot = text_height(small) + 8, head = row_height(small) + 2;
    char letters[SCENE_LINE];
    struct text words = text_in(letters, sizeof(letters));

    if (!is_new(s, WIDGET_PICTURE, board_hash(board)))
        return;
    canvas_fill(s->canvas, a, COLOUR_BACK);
    text_format(&words, "THE BOARD, AGAINST %s", board->file);
    int y = draw_title(s, a.x, a.y, a.width, letters);
    const int bottom = a.y + a.height - foot;
    const struct columns c =
        columns_in(s, board, (struct area){ a.x, y + head, a.width, bottom - y - head });

    draw_head(s, (struct area){ a.x, y, a.width, 0 }, &c);
    y += head;
    for (unsigned i = 0; i < board->count && y + row_height(c.scale) <= bottom; i++) {
        draw_row(s, (struct area){ a.x, y, a.width, row_height(c.scale) }, &c, &board->rows[i]);
        y += row_height(c.scale);
    }
    words = text_in(letters, sizeof(letters));
    text_format(&words, "%u values, %u as expected", board->compared,
                board->compared - board->differing);
    canvas_text(s->canvas, a.x, y + 4, pen_of(small, false, COLOUR_TEXT, COLOUR_BACK), letters);
}

/* Nothing where no memory was read. */
static void memory_words(const struct scene_card *card, struct text *words)
{
    if (!card->conditions.read)
        return;
    if (card->wrong) {
        text_format(words, "%llu wrong words.", (unsigned long long)card->wrong);
        return;
    }
    text_string(words, "Good: ");
    conditions_read(&card->conditions, words);
    text_char(words, '.');
}

int memory_words_height(const struct sheet *s, const struct scene_card *card, int width)
{
    char letters[CONDITIONS_WORDS_MAX];
    struct text words = text_in(letters, sizeof(letters));

    memory_words(card, &words);
    return words.used ? text_height(s->style->small) + 12 +
                            paragraph_height(letters, width, s->style->sentence)
                      : 0;
}

void draw_memory_words(struct sheet *s, struct area a, const struct scene_card *card)
{
    char letters[CONDITIONS_WORDS_MAX];
    struct text words = text_in(letters, sizeof(letters));

    memory_words(card, &words);
    if (!words.used || !is_new(s, WIDGET_READOUTS, mix_text(NOTHING, letters)))
        return;
    canvas_fill(s->canvas, a, COLOUR_BACK);
    a.y = draw_title(s, a.x, a.y, a.width, "THE MEMORY ITSELF");
    a.height -= text_height(s->style->small) + 8;
    canvas_paragraph(
        s->canvas, a,
        pen_of(s->style->sentence, true, card->wrong ? COLOUR_BAD : COLOUR_GOOD, COLOUR_BACK),
        letters);
}
