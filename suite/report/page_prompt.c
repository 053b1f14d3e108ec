/* suite/report/page_prompt.c: mode=prompt: lines typed and their answers; beside them the registers that will be put
 * back and the commands. A narrow screen has the lines and answers alone. */
#include "suite/report/font.h"
#include "suite/report/page_parts.h"

#define WIDE      1024 /* pixels from which on there is room beside the lines */
#define SIDE      3    /* the side takes one part in so many */
#define PAD       12   /* pixels between a box and its text */
#define NAME_ROOM 11   /* letters of a command's name */
#define KEPT      "Every line and answer is in report.jsonl. The same prompt is on COM1."

static uint32_t colour_of(uint8_t kind)
{
    static const uint32_t colours[PROMPT_KINDS] = {
        [PROMPT_ENTERED] = COLOUR_WHITE, [PROMPT_ANSWER] = COLOUR_TEXT,
        [PROMPT_DETAIL] = COLOUR_MUTE,   [PROMPT_ASKED] = COLOUR_AMBER,
        [PROMPT_GOOD] = COLOUR_GOOD,     [PROMPT_BAD] = COLOUR_BAD,
        [PROMPT_HINT] = COLOUR_MUTE,
    };

    return kind < PROMPT_KINDS ? colours[kind] : COLOUR_TEXT;
}

static int line_height(const struct sheet *s)
{
    return text_height(s->style->small) + 5;
}

/* As much of a text as a width has room for. */
static void put_cut(struct sheet *s, int x, int y, int width, struct pen pen, const char *chars)
{
    char letters[SCENE_LINE];
    struct text text = text_in(letters, sizeof(letters));
    const size_t room = (size_t)(width / (FONT_WIDTH * pen.scale));

    text_string(&text, chars);
    if (text.used > room && room > 3) {
        text.used = room - 3;
        text_string(&text, "...");
    }
    canvas_text(s->canvas, x, y, pen, letters);
}

static const struct scene_prompt_line *line_of(const struct scene_prompt *prompt, unsigned number)
{
    return &prompt->lines[number % SCENE_PROMPT_LINES];
}

/* The last lines, the newest above the one that is typed. */
static void draw_lines(struct sheet *s, struct area a)
{
    const struct scene_prompt *const prompt = s->scene->prompt;
    const unsigned rows = (unsigned)((a.height - 2 * PAD) / line_height(s) - 1);
    const unsigned most = rows < SCENE_PROMPT_LINES ? rows : SCENE_PROMPT_LINES;
    const unsigned count = prompt->line_count < most ? prompt->line_count : most;

    if (!is_new(s, WIDGET_RESULTS, mix(NOTHING, prompt->line_count)))
        return;
    s->page->seen[WIDGET_STEPS] = 0;
    canvas_fill(s->canvas, a, COLOUR_PANEL);
    for (unsigned i = 0; i < count; i++) {
        const struct scene_prompt_line *const line =
            line_of(prompt, prompt->line_count - count + i);

        put_cut(s, a.x + PAD, a.y + PAD + (int)i * line_height(s), a.width - 2 * PAD,
                pen_of(s->style->small, line->kind == PROMPT_ENTERED, colour_of(line->kind),
                       COLOUR_PANEL),
                line->text);
    }
}

/* The line that is typed, with its cursor; of a long one the part around it. */
static void draw_input(struct sheet *s, struct area a)
{
    const struct scene_prompt *const prompt = s->scene->prompt;
    const int scale = s->style->small, letter = FONT_WIDTH * scale;
    const int y = a.y + a.height - PAD - line_height(s), x = a.x + PAD + 2 * letter;
    const unsigned room = (unsigned)((a.width - 2 * PAD) / letter - 4);
    const uint64_t hash =
        prompt->input ? mix(mix_text(NOTHING, prompt->input), prompt->cursor) : NOTHING;

    if (!is_new(s, WIDGET_STEPS, hash))
        return;
    canvas_fill(s->canvas, (struct area){ a.x, y, a.width, line_height(s) }, COLOUR_PANEL);
    if (!prompt->input)
        return;
    const unsigned from = prompt->cursor > room ? prompt->cursor - room : 0;
    canvas_text(s->canvas, a.x + PAD, y, pen_of(scale, true, COLOUR_RUN, COLOUR_PANEL), ">");
    put_cut(s, x, y, (int)room * letter + letter, pen_of(scale, true, COLOUR_WHITE, COLOUR_PANEL),
            prompt->input + from);
    canvas_fill(s->canvas,
                (struct area){ x + (int)(prompt->cursor - from) * letter, y + text_height(scale),
                               letter, 2 },
                COLOUR_RUN);
}

/* The newest write is on top, because undo takes that one back. */
static int draw_writes(struct sheet *s, struct area a)
{
    const struct scene_prompt *const prompt = s->scene->prompt;
    const unsigned shown =
        prompt->write_count < SCENE_PROMPT_WRITES ? prompt->write_count : SCENE_PROMPT_WRITES;
    char title[SCENE_LINE];
    struct text text = text_in(title, sizeof(title));

    text_format(&text, "PUT BACK WHEN YOU LEAVE: %u", prompt->write_count);
    int y = draw_title(s, a.x, a.y, a.width, title);
    for (unsigned i = 0; i < shown; i++, y += 2 * line_height(s) + 8) {
        const struct scene_prompt_write *const write =
            &prompt->writes[(prompt->write_count - 1 - i) % SCENE_PROMPT_WRITES];

        canvas_fill(s->canvas, (struct area){ a.x, y, a.width, 2 * line_height(s) + 4 },
                    COLOUR_PANEL);
        canvas_fill(s->canvas, (struct area){ a.x, y, 3, 2 * line_height(s) + 4 }, COLOUR_AMBER);
        put_cut(s, a.x + PAD, y + 2, a.width - PAD,
                pen_of(s->style->small, true, COLOUR_WHITE, COLOUR_PANEL), write->where);
        put_cut(s, a.x + PAD, y + 2 + line_height(s), a.width - PAD,
                pen_of(s->style->small, false, COLOUR_MUTE, COLOUR_PANEL), write->values);
    }
    if (shown)
        canvas_text(s->canvas, a.x, y, pen_of(s->style->small, false, COLOUR_MUTE, COLOUR_BACK),
                    "undo puts the upper one back now");
    return y + (shown ? line_height(s) : 0) + 12;
}

static int draw_commands(struct sheet *s, struct area a, int y)
{
    const struct scene_prompt *const prompt = s->scene->prompt;
    const int about = a.x + NAME_ROOM * FONT_WIDTH * s->style->small;

    y = draw_title(s, a.x, y, a.width, "COMMANDS");
    for (unsigned i = 0; i < prompt->command_count && y + line_height(s) < a.y + a.height;
         i++, y += line_height(s)) {
        canvas_text(s->canvas, a.x, y, pen_of(s->style->small, true, COLOUR_WHITE, COLOUR_BACK),
                    prompt->commands[i][0]);
        put_cut(s, about, y, a.x + a.width - about,
                pen_of(s->style->small, false, COLOUR_MUTE, COLOUR_BACK), prompt->commands[i][1]);
    }
    return y + 12;
}

static void draw_side(struct sheet *s, struct area a)
{
    const struct scene_prompt *const prompt = s->scene->prompt;
    uint64_t hash = mix(NOTHING, prompt->write_count);

    for (unsigned i = 0; i < SCENE_PROMPT_WRITES; i++)
        hash = mix_text(mix_text(hash, prompt->writes[i].where), prompt->writes[i].values);
    if (!is_new(s, WIDGET_COUNTS, hash))
        return;
    canvas_fill(s->canvas, a, COLOUR_BACK);
    int y = draw_commands(s, a, draw_writes(s, a));
    if (y + 4 * line_height(s) > a.y + a.height)
        return;
    y = draw_title(s, a.x, y, a.width, "KEPT");
    canvas_paragraph(s->canvas, (struct area){ a.x, y, a.width, a.y + a.height - y },
                     pen_of(s->style->small, false, COLOUR_TEXT, COLOUR_BACK), KEPT);
}

void prompt_page(struct sheet *s)
{
    const int margin = s->style->margin, width = s->canvas->width - 2 * margin;
    const int side = s->canvas->width >= WIDE ? width / SIDE - margin : 0;
    const int left = side ? width - side - margin : width;

    s->top += 12;
    draw_lost(s);
    draw_card_line(s);
    const int title = text_height(s->style->small) + 8;
    const struct area lines = { margin, s->top + title, left, s->bottom - s->top - title - 8 };

    if (is_new(s, WIDGET_UNSEEN, NOTHING))
        draw_title(s, margin, s->top, left, "PROMPT");
    draw_lines(s, lines);
    draw_input(s, lines);
    if (side)
        draw_side(s, (struct area){ margin + left + margin, s->top, side, s->bottom - s->top - 8 });
}
